"""How a report sheet is laid out, filled and found again."""
