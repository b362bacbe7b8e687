"""The pure pieces of Bunco (RULES.md section 4): seating, the dice, the evening, its play."""
