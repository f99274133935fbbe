"""The sheet History: its table of ratings, and the two charts beside it."""
