"""Files that directors hold, read as rows of a club workbook: one reader a format, known by content, never by name.

Every reader gives an `Incoming`: rows of the workbook's own input tables with the place of each in its file, and a
report. Nothing of a file is run, and nothing is fetched. Readers know no workbook and write nothing.
"""
