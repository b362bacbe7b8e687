"""The games: every module here with a ``RULESET`` is found, listed, tested and playable."""
