"""Rows from outside for the tables of a club workbook: their players, the new ones, and what would be written."""
