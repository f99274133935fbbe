"""What changed in a workbook since its last recalculation, and what is told of it."""
