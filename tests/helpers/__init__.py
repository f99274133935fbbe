"""The real programs that the tests run. Each module drives one program, and fails where the program is missing."""
