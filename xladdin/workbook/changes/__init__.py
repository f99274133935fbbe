"""The changes in a workbook since its last recalculation, and the words for them."""
