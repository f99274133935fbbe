"""The player behind a name in a file: certain, likely, or unknown."""
