"""A machine judges Excel: workbooks to open there, scripts that open them, and a reader of what they found."""
