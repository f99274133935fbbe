"""The club workbook: its schema, its sheets, its formulas, and the files that hold it."""
