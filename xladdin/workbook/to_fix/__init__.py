"""What a director has to fix before a workbook is rated, and what is written while it is not."""
