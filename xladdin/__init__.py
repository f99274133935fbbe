"""Club ratings in Excel: worksheet functions, club workbooks and recalculation for the rating systems of clubs."""

__version__ = "1.0.0rc1"
