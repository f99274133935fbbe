"""What is in a workbook file, read without a spreadsheet."""
