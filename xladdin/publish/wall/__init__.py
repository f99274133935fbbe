"""Pages to print and pin up, with type as large as the paper allows."""
