"""A fuzzer of cells, workbook bytes and files to import that nobody has thought of, run by tests/promises/test_fuzz.py.

One of three things comes out of every input: finite ratings in a file that we can read and recalculate again, rows to
fix with their names, or a WorkbookError. No other exception ever comes out.
"""
