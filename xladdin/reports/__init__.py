"""What a club prints, computed from a replay: one file a report. It is pure, and needs only the standard library."""
