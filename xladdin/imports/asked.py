"""The workbook's names for what it asks about rows that come in. A recalculation needs nothing else of an import."""

AFTER_MIDNIGHT, NO_CROSS = "Sent after midnight", "No cross under Active"
