"""Worksheet functions over long ranges, with their JSON in and out, and over whole columns of a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from tests.benchmarks.club_games import ClubGames, club_games
from tests.benchmarks.measuring import THE_TIME, Row, medians
from tests.helpers.excel.officejs import ENVIRONMENT
from tests.helpers.programs.child import call_in_child
from xladdin.cells.limits import LAST_ROW, SERIAL_DAY_ZERO

PLAYERS = 200
CHANGES = {"montreal": "≤ 3.5", "lexington": "≤ 6"}


def range_rows(rows: int, calls: int) -> Iterator[Row]:
    """`=LEXCHANGE` and `=CLUBCHANGES` as an Office.js host calls them, and `=CLUBRATINGS` over whole columns."""
    times: Mapping[str, float] = call_in_child(f"{__name__}:_measured", rows, calls, env=ENVIRONMENT, timeout=600)
    nothing = "a function that does nothing, JSON included"
    yield Row(f"`=LEXCHANGE`, {rows:,} rows, JSON included", nothing, times["change"] / times["columns"], THE_TIME,
              "≤ 1.6")  # fmt: skip
    for key, reach in CHANGES.items():
        what = f"`=CLUBCHANGES`, {key}, {rows:,} rows, JSON included"
        yield Row(what, nothing, times[key] / times["tables"], THE_TIME, reach)
    yield _whole_columns(rows, calls)


def tables(games: ClubGames, system: str) -> dict[str, list[list[object]]]:
    """Ranges with their heading rows as a host hands them in, with dates as serial numbers."""
    return {
        name: [list(table.headings), *(list(map(_cell, row)) for row in zip(*table.columns))]
        for name, table in games.tables(system).items()
    }


def _cell(value: object) -> object:
    days = getattr(value, "toordinal", None)
    return days() - SERIAL_DAY_ZERO.toordinal() if days else value


def _whole_columns(rows: int, calls: int) -> Row:
    from xladdin.functions import CLUBRATINGS

    filled = tables(club_games(rows, PLAYERS), "mississauga")
    whole = {
        name: [*table, *([None] * len(table[0]) for _ in range(LAST_ROW - len(table)))]
        for name, table in filled.items()
    }
    sides = {
        name: partial(CLUBRATINGS, "mississauga", ranges["Players"], ranges["Games"])
        for name, ranges in (("filled", filled), ("whole", whole))
    }
    times = medians(sides, rounds=min(calls, 5))
    what = f"`=CLUBRATINGS` over whole columns, {rows:,} rows filled"
    return Row(what, "the filled rows alone", times["whole"] / times["filled"], THE_TIME, "≤ 5")


def _measured(rows: int, calls: int) -> dict[str, float]:
    """Medians of the calls, within an interpreter that is the server side of xlwings."""
    import asyncio
    import json
    from types import ModuleType

    from xlwings import server

    import xladdin.functions
    from tests.benchmarks import idle_functions
    from tests.helpers.excel.officejs import officejs_request

    columns = idle_functions.arguments_of(rows)
    log = club_games(rows, PLAYERS)
    requests = {
        "change": (xladdin.functions, officejs_request("LEXCHANGE", columns)),
        "columns": (idle_functions, officejs_request("NOTHING", columns)),
    }
    for key in CHANGES:
        ranges = tables(log, key)
        arguments = [key, ranges["Players"], ranges["Games"]]
        requests[key] = (xladdin.functions, officejs_request("CLUBCHANGES", arguments))
        requests["tables"] = (idle_functions, officejs_request("TABLES", arguments))
    texts = {name: (module, json.dumps(request)) for name, (module, request) in requests.items()}

    def call(module: ModuleType, text: str) -> str:
        return json.dumps(asyncio.run(server.custom_functions_call(json.loads(text), module)))

    return medians({name: partial(call, *side) for name, side in texts.items()}, rounds=calls)
