"""The sheet Rating history: its table of ratings, and the two charts beside it."""
