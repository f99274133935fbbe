"""What a club prints, computed from a replay: one file a report. Pure, and the standard library alone."""
