"""The next season: its workbook, and what it remembers of those before."""
