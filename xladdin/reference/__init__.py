"""A second, plain computation of every rating, to hold the product against: it shares no code with the engine.

Written from the clubs' documents and our table of decisions, to be read beside them: exact fractions instead of floats,
one game after another instead of columns. Slower, and simple enough to be checked by eye.
"""
