"""The judge of all that is printed: every state of a workbook, measured in its PDF and laid out to be looked at."""
