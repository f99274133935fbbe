"""A second, plain implementation of the systems, to hold the product against.

Written from the clubs' documents and the table of decisions alone, without a look at the product: exact
numbers instead of floats, sums of hundreds instead of band tables, and a rating defined by recursion over
the sessions before it instead of a replay. Slow, and meant to be.
"""
