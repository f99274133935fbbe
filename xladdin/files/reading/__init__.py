"""What stands in a workbook file, read without a spreadsheet."""
