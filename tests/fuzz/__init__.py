"""A fuzzer: cells, CSV text and workbook bytes that nobody has thought of. `python -m tests.fuzz --cases N` runs it.

Whatever goes in, one of three things comes out: finite ratings in a file that can be read and recalculated again, rows
to fix that are named, or a FileProblem; never another exception.
"""
