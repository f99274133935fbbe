"""Commands about the programs around a workbook, not about a club."""
