"""How fast it is, beside yardsticks measured in the same run: ``make bench``, never pytest."""
