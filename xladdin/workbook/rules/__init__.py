"""The Rules sheet: its layout, what stands there, and the formulas that read it."""
