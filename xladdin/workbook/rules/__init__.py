"""The Rules sheet: its layout, its content, and the formulas that read it."""
