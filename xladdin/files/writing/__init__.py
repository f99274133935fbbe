"""Blocks of cells written into a workbook file; all else in it stays byte for byte."""
