"""An input of a megabyte is a bounded amount of work, whoever made it up: lines of Python are counted, not seconds.

The functions of a server are open to whoever reaches it, and a file may come from anybody.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.files.raw_workbook import RawSheet, RawWorkbook, table_xml
from tests.helpers.work import TooMuchWork, lines_run
from xladdin.cells.table import CellTable
from xladdin.errors import XladdinError
from xladdin.files.package import Package
from xladdin.files.reading.club_file import ClubFile
from xladdin.functions import CLUBCHANGES, CLUBRATINGS, LEXPERFORMANCE
from xladdin.functions.catalogue import CATALOGUE
from xladdin.log import read_log
from xladdin.replay import replay
from xladdin.systems import system_named

MEGABYTE = 1_000_000
A_BYTE = 60
"""Lines of Python for each byte of an input. A plain log takes about 20, a newcomer's performance most of the rest."""
Rows = list[list[object]]


def size(*tables: Sequence[Sequence[object]]) -> int:
    """Bytes of rows written as CSV."""
    return sum(len(str(cell)) + 1 for rows in tables for row in rows for cell in row)


def names(count: int, letters: int = 10, seed: int = 1) -> list[str]:
    """Names that are all alike: the same letters in another order."""
    random_ = random.Random(seed)
    found = set()
    while len(found) < count:
        found.add("".join(random_.choices("abcd", k=letters)))
    return sorted(found)


def unknown_players() -> dict[str, Rows]:
    listed, others = names(30_000), names(25_000, 11)
    games = [["2024-01-01", first, 400, second, 390] for first, second in zip(others[::2], others[1::2])]
    return {"Players": [["Player"], *([name] for name in listed)],
            "Games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], *games]}  # fmt: skip


def unknown_long_names() -> dict[str, Rows]:
    listed, others = names(1500, 250), names(2000, 251)
    games = [["2024-01-01", first, 400, second, 390] for first, second in zip(others[::2], others[1::2])]
    return {"Players": [["Player"], *([name] for name in listed)],
            "Games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], *games]}  # fmt: skip


def unknown_groups() -> dict[str, Rows]:
    groups, others = names(25_000), names(25_000, 11)
    return {"Players": [["Player", "Group"], *([f"p{n}", group] for n, group in enumerate(others))],
            "Groups": [["Group", "Initial rating"], *([group, 1000] for group in groups)],
            "Games": [["Date", "White", "Black", "Result"]]}  # fmt: skip


def unknown_events() -> dict[str, Rows]:
    events, others = names(20_000), names(20_000, 11)
    return {"Players": [["Player"], ["Ann"]],
            "Events": [["Event", "Date", "Players", "Rounds"], *([event, "2001-01-01", 30, 3] for event in events)],
            "Results": [["Event", "Player", "Place"], *([event, "Ann", 1] for event in others)]}  # fmt: skip


def adjustments_for_everybody(each: str = "") -> dict[str, Rows]:
    players = [f"{n:x}" for n in range(60_000)]
    days = [f"20{n % 90 + 10}-01-01" for n in range(30_000)]
    return {"Players": [["Player", "Start rating"], *([name, 1] for name in players)],
            "Adjustments": [["Date", "Player", "Points"], *([day, each, 1] for day in days)],
            "Games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
                      ["2024-01-01", "0", 1, "1", 2]]}  # fmt: skip


def adjustments_of_many_days() -> dict[str, Rows]:
    days = [f"{1950 + n // 300}-{n % 300 // 25 + 1:02}-{n % 25 + 1:02}" for n in range(20_000)]
    return {"Players": [["Player"], ["0"], ["1"]],
            "Adjustments": [["Date", "Player", "Points"], *([day, "0", 1] for day in days)],
            "Games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
                      *([day, "0", 1, "1", 2] for day in days)]}  # fmt: skip


def newcomers_alone() -> dict[str, Rows]:
    players = [f"{n:x}" for n in range(6_000)]
    games = [[f"2001-01-{n // 1500 + 1:02}", players[n % 6000], 400, players[(n * 7 + 1) % 6000], n % 300]
             for n in range(40_000)]  # fmt: skip
    return {"Players": [["Player"], *([name] for name in players)],
            "Games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], *games]}  # fmt: skip


def rows_without_names() -> dict[str, Rows]:
    """Their other columns are asked for row by row, those that are not there too."""
    return {"Players": [["Player", "Start games"], *(["", 5] for _ in range(200_000))],
            "Games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"]]}  # fmt: skip


def columns_without_end() -> dict[str, Rows]:
    headings: list[object] = ["Date", "Player 1", "Score 1", "Player 2", "Score 2", *(f"c{n}" for n in range(16_000))]
    row: list[object] = ["", "Nobody", 1, "x", 2, *[""] * 16_000]
    return {"Players": [["Player"], ["0"], ["1"]], "Games": [headings, *[row] * 50]}


HOSTILE: dict[str, Callable[[], dict[str, Rows]]] = {
    "mississauga, players not listed": unknown_players,
    "montreal, long names not listed": unknown_long_names,
    "sca, groups not listed": unknown_groups,
    "dptr, events not listed": unknown_events,
    "mississauga, adjustments for everybody": adjustments_for_everybody,
    "mississauga, adjustments for a player": lambda: adjustments_for_everybody("0"),
    "lexington, adjustments for everybody": adjustments_for_everybody,
    "montreal, adjustments on many days": adjustments_of_many_days,
    "lexington, newcomers alone": newcomers_alone,
    "montreal, rows without names": rows_without_names,
    "montreal, columns without end": columns_without_end,
}


def cell_tables(tables: dict[str, Rows]) -> dict[str, CellTable]:
    return {
        name: CellTable(name, tuple(map(str, rows[0])), tuple(map(list, zip(*rows[1:]))) or ((),) * len(rows[0]), name)
        for name, rows in tables.items()
    }


def rated(key: str, tables: dict[str, Rows]) -> None:
    try:
        replay(read_log(system_named(key), cell_tables(tables)).sound()).ranking()
    except XladdinError as refused:
        assert str(refused)


@pytest.mark.parametrize("case", HOSTILE)
def test_a_log_of_a_megabyte(case: str) -> None:
    tables = HOSTILE[case]()
    assert 0.3 * MEGABYTE < size(*tables.values()) < 1.5 * MEGABYTE
    lines_run(lambda: rated(case.partition(",")[0], tables), A_BYTE * MEGABYTE)


@pytest.mark.parametrize(("function", "key"), [(CLUBRATINGS, "sca"), (CLUBCHANGES, "montreal")])
def test_the_log_functions_of_a_server(function: Callable[..., object], key: str) -> None:
    tables = unknown_groups() if key == "sca" else unknown_players()
    log = tables["Games"] if len(tables["Games"]) > 1 else [*tables["Games"], ["2024-01-01", "nobody", "no one", "1-0"]]
    with pytest.raises(XladdinError):
        lines_run(lambda: function(key, tables["Players"], log, tables.get("Groups")), A_BYTE * MEGABYTE)


@pytest.mark.parametrize("cell", ["x" * 200, "12e3", -1e308, "#N/A", True, "9" * 300])
def test_every_function_over_a_column(cell: object) -> None:
    import xladdin.functions

    rows: Rows = [[cell] for _ in range(5_000)]
    for name, described in CATALOGUE.items():
        function: Any = getattr(xladdin.functions, name)
        if name in ("CLUBRATINGS", "CLUBCHANGES", "CLUBSYSTEMS"):
            continue

        def call(function: Any = function, count: int = len(described.arguments)) -> None:
            try:
                function(*[rows] * count)
            except XladdinError as refused:
                assert str(refused)

        lines_run(call, A_BYTE * MEGABYTE // 10)


def test_a_performance_over_a_megabyte_of_games() -> None:
    games = 60_000
    columns = [[[n % 2000] for n in range(games)], [[n % 600] for n in range(games)], [[400] for _ in range(games)]]
    lines_run(lambda: LEXPERFORMANCE(*columns), A_BYTE * MEGABYTE)


def hostile_sheet(tables: int) -> bytes:
    """Many tables on one sheet, and many formulas without a value beside them."""
    headings = tuple(f"c{column}" for column in range(5))
    xml = tuple(table_xml(f"T{n}", f"A{2 * n + 1}:E{2 * n + 2}", headings) for n in range(tables))
    rows = "".join(
        f'<row r="{row}">' + "".join(f'<c r="{letter}{row}"><f>1</f></c>' for letter in "GHIJKLMNOP") + "</row>"
        for row in range(1, 4_000)
    )
    return RawWorkbook({"S": RawSheet(rows, tables=xml)}).data()


def test_a_workbook_of_many_tables_and_formulas_without_values() -> None:
    data = hostile_sheet(1_500)
    assert len(data) < MEGABYTE

    done = []

    def read() -> None:
        try:
            assert len(ClubFile(Path("club.xlsx"), Package(data, "club.xlsx")).tables) == 1_500
            done.append(True)
        except XladdinError as refused:
            assert str(refused)

    lines_run(read, A_BYTE * MEGABYTE)
    assert done


def test_work_without_limit_would_be_seen() -> None:
    def quadratic() -> None:
        for _ in range(10_000):
            for _ in range(10_000):
                pass

    with pytest.raises(TooMuchWork, match=r"test_work_limits\.py"):
        lines_run(quadratic, MEGABYTE)
    assert 900 < lines_run(lambda: [n + 1 for n in range(1_000)], MEGABYTE) < 3_000
