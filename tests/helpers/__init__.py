"""The real programs that the tests run: each module drives one of them and fails where it is missing."""
