"""Tournaments of computer players and of programs, without a screen."""
