"""The languages of what a club shows: every word of the sheets for the wall and of the page, once."""
