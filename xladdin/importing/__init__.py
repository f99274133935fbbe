"""Read files of directors as rows for a club workbook, with one reader for each format.

A format is recognized by the content of the file. A table goes through four steps: find its columns (`tables`), map
each to a field (`mapping`), ask a question where two interpretations are plausible (`questions`), and convert the rows
to those of the workbook's input tables (`rows`). Readers only return values: they never write the workbook, execute
anything in a file or access the network.
"""
