"""Odds, perfect play, the coach, computer players and the review: pure, like all of the engine.

`odds` counts throws; `turn` and `cards` solve a turn; `match` and `table` know two players and the
win; `standing` and `outlook` apply both to a game in progress; `hint`, `players` and `review` are
what the program asks. Modules called ``build…`` solve tables with numpy, and nothing imports them
in play.
"""
