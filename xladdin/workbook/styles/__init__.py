"""How the workbook looks: palette, cell styles, charts, pages."""
