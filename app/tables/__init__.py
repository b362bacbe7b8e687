"""The running tables: dice, journals, and the door that every action goes through. No screens."""
