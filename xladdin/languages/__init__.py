"""The languages of what a club shows. Every word of the sheets for the wall and of the page is here once."""
