"""Worksheet functions that do nothing, which show what xlwings' own call costs, and the ranges for calling them.

We import this in an interpreter that is the server side of xlwings.
"""

from __future__ import annotations

import xlwings


@xlwings.func
@xlwings.arg("r1", convert="raw")
@xlwings.arg("r2", convert="raw")
@xlwings.arg("s1", convert="raw")
@xlwings.arg("s2", convert="raw")
@xlwings.arg("games", convert="raw")
@xlwings.ret(convert="raw")
def NOTHING(r1, r2, s1, s2, games):  # type: ignore[no-untyped-def]
    return r1


@xlwings.func
def DEFAULT(r1, r2, s1, s2, games):  # type: ignore[no-untyped-def]
    return [[value] for value in r1] if isinstance(r1, list) else r1


@xlwings.func
@xlwings.arg("system", convert="raw")
@xlwings.arg("players", convert="raw")
@xlwings.arg("games", convert="raw")
@xlwings.ret(convert="raw")
def TABLES(system, players, games):  # type: ignore[no-untyped-def]
    return [row[:4] for row in games[1:]]


def arguments_of(rows: int) -> list[list[list[int]]]:
    """The arguments of LEXCHANGE, each a range of one column."""
    columns = [[[1400 + (7 * row + 13 * number) % 500] for row in range(rows)] for number in range(4)]
    return [*columns, [[row % 99] for row in range(rows)]]
