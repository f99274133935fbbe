"""Club ratings in Excel: worksheet functions, club workbooks and recalculation for five rating systems."""
