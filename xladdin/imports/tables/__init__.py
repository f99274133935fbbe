"""Tables of any program: CSV, TSV and sheets; columns found by their headings, dates in the order that fits."""
