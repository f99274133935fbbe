"""Read files of directors as rows of a club workbook: one reader a format, known by content, never by name.

A table goes through four steps: its columns are found (`tables`), each is mapped to a field (`mapping`), what two
readings are plausible for is asked (`questions`), and its rows become those of the workbook's input tables (`rows`).
Readers know no workbook and write nothing. Nothing of a file is run, and nothing is fetched.
"""
