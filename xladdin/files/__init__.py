"""Workbook files as they lie on the disk; knows no club."""
