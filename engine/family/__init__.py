"""The Farkle family as data: one scoring model and one turn model that its games are presets of."""
