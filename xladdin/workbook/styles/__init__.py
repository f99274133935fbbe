"""The look of the workbook: palette, cell styles, charts, pages."""
