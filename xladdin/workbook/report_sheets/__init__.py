"""Build and update the report sheets of a workbook. The reports themselves are defined in `xladdin.reports`."""
