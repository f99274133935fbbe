"""A fuzzer of cells, CSV text and workbook bytes that nobody has thought of. `python -m tests.fuzz --cases N` runs it.

One of three things comes out of every input: finite ratings in a file that we can read and recalculate again, rows to
fix with their names, or a WorkbookError. No other exception ever comes out.
"""
