"""The Start sheet, the home page.

It says whether the lists are up to date, what to do next, how the last evening went, who leads the list, and which rows
need fixing, each a link to its cell. The value of a live cell is written beside its formula, for people who look at the
file without a spreadsheet.
"""
