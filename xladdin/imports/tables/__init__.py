"""Tables of any program: CSV, TSV and sheets. Headings show the columns, and dates have the order that fits."""
