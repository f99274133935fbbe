"""A fuzzer of what nobody has thought of: finite ratings, rows to fix with their names, or an error of ours."""
