"""Logs for the second, plain computation of every system (`tests/oracle/reference`), with rules typed from the sources.

We wrote them from the documents of the clubs and the table of decisions alone, without a look at the engine. `year`
walks the whole log again for each player and question.
"""
