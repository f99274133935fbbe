"""A second, plain computation of every rating, of the year of a club, and random logs for both.

We wrote them from the documents of the clubs and the table of decisions alone, without a look at the engine. A rule is
written once in the tests, here.
"""
