"""The doors of the house, and who comes in."""
