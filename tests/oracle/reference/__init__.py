"""A second, plain computation of every rating, to compare with the product. It shares no code with the engine.

It follows the clubs' documents and our table of decisions, for people to read beside them. It has exact fractions
instead of floats, and rates game by game instead of columns. It is slower, but simple enough to check by eye.
"""
