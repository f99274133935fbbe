"""Logs for the second, plain computation of every system (`xladdin/reference`), with rules typed from the sources.

Written from the clubs' documents and the table of decisions alone, without a look at the engine: what `year` counts
walks the whole log again for one player and one question.
"""
