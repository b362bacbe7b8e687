"""How fast it is, beside yardsticks of the same run: ``make bench``. No test; pytest skips it."""
