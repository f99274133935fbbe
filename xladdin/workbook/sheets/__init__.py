"""The sheets of a new workbook that hold no report."""
