"""Contract of readers, functions and replay: a megabyte, even a hostile one, is bounded work, in lines of Python.

Anybody may paste a log into cells from anywhere, and a file may come from anybody.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from types import FrameType
from typing import Any

import pytest

import xladdin
from tests.helpers.suite.length import usual_or_long
from xladdin import XladdinError
from xladdin.cells import CellTable
from xladdin.functions import CATALOGUE
from xladdin.game_log.reading import read_log
from xladdin.importing.formats import read_sources
from xladdin.importing.questions import Answers, ImportedFile
from xladdin.importing.source import Source
from xladdin.replay import replay_log
from xladdin.workbook.merging import build_club

MEGABYTE = 1_000_000
SHARE = usual_or_long(0.1, 1.0)
"""How much of a megabyte a run tries. A quarter of it, too, shows what grows faster than its input."""
FASTER = 1.5
"""How much more work a byte of the whole may take than a byte of a quarter. Sorting takes a little more."""
A_BYTE = 60
"""Lines of Python for a byte of input. A plain log takes about 20, and performances of newcomers most of the rest."""
MAX_LINES_RUN = round(A_BYTE * MEGABYTE * min(SHARE + 0.4, 1))
"""Lines. The search for similar names stops after a number of comparisons at any size, so it adds that much."""
Rows = list[list[object]]


def lines_run(run: Callable[[], object], most: int) -> int:
    """Return the number of lines of Python that `run` runs, the same on every machine. Fails beyond `most`."""
    count = 0

    def local(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        count += event == "line"
        if count > most:
            sys.settrace(None)
            raise AssertionError(f"more than {most:,} lines; the last is {frame.f_code.co_filename}:{frame.f_lineno}")
        return local

    before = sys.gettrace()
    sys.settrace(lambda frame, event, _: local)
    try:
        run()
    except XladdinError as refused:
        assert str(refused)
    finally:
        sys.settrace(before)
    return count


def part(count: int, share: float) -> int:
    return max(round(count * share), 2)


def size(*tables: Sequence[Sequence[object]]) -> int:
    return sum(len(str(cell)) + 1 for rows in tables for row in rows for cell in row)


def names(count: int, letters: int = 10, seed: int = 1) -> list[str]:
    """Names that are all alike, with the same letters in another order."""
    random_ = random.Random(seed)
    made = set()
    while len(made) < count:
        made.add("".join(random_.choices("abcd", k=letters)))
    return sorted(made)


def unknown_players(share: float) -> dict[str, Rows]:
    listed, others = names(part(30_000, share)), names(part(25_000, share), 11)
    games = [["2024-01-01", first, 400, second, 390] for first, second in zip(others[::2], others[1::2])]
    return {"Players": [["Player"], *([name] for name in listed)],
            "Games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], *games]}  # fmt: skip


def unknown_events(share: float) -> dict[str, Rows]:
    events, others = names(part(20_000, share)), names(part(20_000, share), 11)
    return {"Players": [["Player"], ["Ann"]],
            "Events": [["Event", "Date", "Players", "Rounds"], *([event, "2001-01-01", 30, 3] for event in events)],
            "Results": [["Event", "Player", "Place"], *([event, "Ann", 1] for event in others)]}  # fmt: skip


def adjustments_for_everybody(share: float) -> dict[str, Rows]:
    players = [f"{n:x}" for n in range(part(60_000, share))]
    days = [f"20{n % 90 + 10}-01-01" for n in range(part(30_000, share))]
    return {"Players": [["Player", "Start rating"], *([name, 1] for name in players)],
            "Adjustments": [["Date", "Player", "Points"], *([day, "", 1] for day in days)],
            "Games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
                      ["2024-01-01", "0", 1, "1", 2]]}  # fmt: skip


def newcomers_alone(share: float) -> dict[str, Rows]:
    count, evening = part(6_000, share), part(1_500, share)
    players = [f"{n:x}" for n in range(count)]
    games = [[f"2001-01-{n // evening + 1:02}", players[n % count], 400, players[(n * 7 + 1) % count], n % 300]
             for n in range(part(40_000, share))]  # fmt: skip
    return {"Players": [["Player"], *([name] for name in players)],
            "Games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], *games]}  # fmt: skip


def rows_without_names(share: float) -> dict[str, Rows]:
    """Return rows without names, which xladdin asks for their other columns row by row, even for missing ones."""
    return {"Players": [["Player", "Start games"], *(["", 5] for _ in range(part(200_000, share)))],
            "Games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"]]}  # fmt: skip


HOSTILE: dict[str, Callable[[float], dict[str, Rows]]] = {
    "mississauga, players not listed": unknown_players,
    "dptr, events not listed": unknown_events,
    "lexington, adjustments for everybody": adjustments_for_everybody,
    "lexington, newcomers alone": newcomers_alone,
    "montreal, rows without names": rows_without_names,
}


def cell_tables(tables: dict[str, Rows]) -> dict[str, CellTable]:
    return {
        name: CellTable(name, tuple(map(str, rows[0])), tuple(map(list, zip(*rows[1:]))) or ((),) * len(rows[0]), name)
        for name, rows in tables.items()
    }


def rate(key: str, tables: dict[str, Rows]) -> None:
    replay_log(read_log(xladdin.system(key), cell_tables(tables)).require_valid()).ranking()


@pytest.mark.parametrize("case", HOSTILE)
def test_a_log_of_a_megabyte(case: str) -> None:
    whole, quarter = (HOSTILE[case](share) for share in (SHARE, SHARE / 4))
    assert 0.3 * MEGABYTE * SHARE < size(*whole.values()) < 1.5 * MEGABYTE * SHARE
    key = case.partition(",")[0]
    works = [lines_run(partial(rate, key, tables), MAX_LINES_RUN) for tables in (whole, quarter)]
    assert works[0] / size(*whole.values()) < FASTER * works[1] / size(*quarter.values())


@pytest.mark.parametrize("cell", ["x" * 200, "12e3", -1e308, "#N/A", True, "9" * 300])
def test_every_function_over_a_column(cell: object) -> None:
    import xladdin.functions

    rows: Rows = [[cell] for _ in range(part(5_000, SHARE))]
    for name, described in CATALOGUE.items():
        function: Any = getattr(xladdin.functions, name)
        if not name.startswith("CLUB"):
            lines_run(partial(function, *[rows] * len(described.arguments)), MAX_LINES_RUN // 10)


HEADINGS = "Date,Player 1,Score 1,Player 2,Score 2\n"


FIDE = "001 {%s:>4} m    {%s:<33} 1500 CAN 0000000000  2000/01/01  1.0 {%s:>4}  {%s:>4} w 1\n"
FORMATS = {
    "csv": (HEADINGS, "2024-01-01,{first},400,{second},390\n"),
    "form": ("Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score\n",
             "2024-09-14 20:00,1,{first},400,{second},300\n"),
    "tsh": ("", "{first} 1000 {b}; 400\n{second} 1000 {a}; 400\n"),
    "AUPAIR": ("*M14.09.2024 Open\n*All\n", "{first:<20}2400  {b}\n{second:<20}2400  {a}\n"),
    "FIDE": ("012 Camp\n042 2024/09/14\n", FIDE % ("a", "first", "a", "b") + FIDE % ("b", "second", "b", "a")),
    "page": ("Con\nDate October 1, 2006 Place X\nNumber of players2 Number of rounds1 Number of boards1\n",
             "{a}{first}75.00\n{b}{second}75.00\n"),
}  # fmt: skip
"""The beginning of a file, and its lines for two players who met, of the numbers `a` and `b`."""


def written(form: str, players: list[str]) -> str:
    head, lines = FORMATS[form]
    pairs = enumerate(zip(players[::2], players[1::2]))
    texts = (lines.format(first=winner, second=loser, a=2 * n + 1, b=2 * n + 2) for n, (winner, loser) in pairs)
    return head + "".join(texts)


HOSTILE_FILES: dict[str, Callable[[], str]] = {
    "mississauga, names that are all alike": lambda: written("csv", names(44_000, 12)),
    "mississauga, names of many short words": lambda: written("csv", [" ".join(name) for name in names(18_000, 20)]),
    "mississauga, the same game over and over": lambda: HEADINGS + "2024-01-01,p1,400,p2,390\n" * 40_000,
    "mississauga, columns without end": lambda: HEADINGS.strip() + "".join(f",c{n}" for n in range(15_000)) + "\n"
    + ("2024-01-01,p1,400,p2,390" + "," * 15_000 + "\n") * 55,
    "mississauga, dates of every kind": lambda: HEADINGS
    + "".join(f"{n % 28 + 1}/{n % 12 + 1}/{2000 + n % 20} x,p1,400,p2,390\n" for n in range(30_000)),
    "mississauga, a form": lambda: written("form", names(40_000, 12)),
    "mississauga, tsh": lambda: written("tsh", names(35_000, 12)),
    "mississauga, tsh, a line without end among many": lambda: written("tsh", names(17_000, 12))
    + "Ann " + "2 " * 250_000 + ";\n",
    "mississauga, AUPAIR": lambda: written("AUPAIR", names(30_000, 12)) + "*** END OF FILE ***\n",
    "sca, FIDE": lambda: written("FIDE", names(9_000, 12)),
    "dptr, a page": lambda: written("page", names(45_000, 12)),
    "mississauga, quotes": lambda: HEADINGS + '"""",' * 190_000,
    "mississauga, brackets": lambda: "(" * 500_000 + "\n" + ")" * 400_000,
}  # fmt: skip


def imported_file(key: str, text: str) -> list[ImportedFile]:
    source = Source("some file", text.encode())
    answers = Answers({"once": {source.digest: {"day": "2024-09-14"}}})
    return read_sources([source], build_club(xladdin.system(key), {}), answers)


def beginning(text: str, share: float) -> str:
    """Return that share of a text, in whole lines where it has some."""
    end = round(len(text) * share)
    return text[: text.find("\n", end) + 1 or end]


@pytest.mark.parametrize("case", HOSTILE_FILES)
def test_a_file_of_a_megabyte_is_read(case: str) -> None:
    key, text = case.partition(",")[0], HOSTILE_FILES[case]()
    assert 0.6 * MEGABYTE < len(text) < 1.5 * MEGABYTE
    works = [
        lines_run(partial(imported_file, key, beginning(text, share)), MAX_LINES_RUN) for share in (SHARE, SHARE / 4)
    ]
    assert works[0] < max(MAX_LINES_RUN // 2, FASTER * 4 * works[1])  # a quarter may be refused at once
