"""Club ratings in Excel: worksheet functions, club workbooks and recalculation for five rating systems."""

__version__ = "0.1.0"
