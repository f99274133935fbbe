"""The contents of a workbook file, read without a spreadsheet."""
