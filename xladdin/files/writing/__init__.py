"""Blocks of cells written into a workbook file. All else in it stays byte for byte."""
