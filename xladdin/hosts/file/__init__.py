"""A workbook file as the host: recalculated, imported into, renamed in, exported and undone."""
