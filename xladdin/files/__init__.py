"""Workbook files on the disk. It knows no club."""
