"""Tests of odds, solvers, players and reviews."""
