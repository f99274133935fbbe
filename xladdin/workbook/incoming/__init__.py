"""Rows from outside into the tables of a club workbook: whose they are, which are new, and what would be written."""
