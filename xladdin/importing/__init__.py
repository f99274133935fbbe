"""Read files of directors as rows of a club workbook: one reader for each format, recognized by content, never by name.

A table goes through four steps: its columns are found (`tables`), each is mapped to a field (`mapping`), a question is
asked where two readings are plausible (`questions`), and its rows become those of the workbook's input tables (`rows`).
Readers do not use the workbook and write nothing. Nothing in a file is run, and nothing is fetched.
"""
