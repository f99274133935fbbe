"""The tests of xladdin."""
