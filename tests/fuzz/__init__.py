"""A fuzzer over cells, CSV text and the bytes of workbook files. `python -m tests.fuzz --cases N` runs it for longer.

Whatever goes in, one of three things comes out: ratings that are finite numbers, rows to mend that are named, or a
FileProblem; never another exception, and never a changed file.
"""
