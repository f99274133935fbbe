"""The Rules sheet: its layout, what is there, and the formulas that read it."""
