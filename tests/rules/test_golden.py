"""Every worked example of the sources, as typed into tests/golden, against the worksheet functions."""

from __future__ import annotations

import csv
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import xladdin.functions
from xladdin.reports.season import build_change_card, build_expected_card, build_par_card
from xladdin.systems.lexington import Lexington

GOLDEN = Path(__file__).parents[1] / "golden"
TABLES = ("mississauga", "montreal", "lexington", "sca", "dptr", "elo")
# The sources print values of these functions rounded or in halves. All others give exact whole points.
REAL = {
    "LEXEXPECTED", "LEXPERCENT", "LEXPOINTS", "MISSPOINTS", "DPTRPERCENTILE", "ELOCHANGE", "ELOEXPECTED", "DPTRVALUE",
    "DPTRCHANGE", "DPTRRATING",
}  # fmt: skip


def rows(name: str) -> list[dict[str, str]]:
    with open(GOLDEN / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def argument(text: str) -> object:
    if text == "TRUE":
        return True
    try:
        return int(text)
    except ValueError:
        return text


def value_of(row: dict[str, str]) -> Any:
    return getattr(xladdin.functions, row["function"])(*map(argument, row["arguments"].split()))


def last_digit(printed: str) -> float:
    """Return the worth of one step of the last printed digit: 58.6 -> 0.1."""
    exponent = Decimal(printed).as_tuple().exponent
    assert isinstance(exponent, int)
    return 10.0**exponent


def named(row: dict[str, str]) -> str:
    return f"{row['function']}({row['arguments']})"


@pytest.mark.parametrize("row", [row for name in TABLES for row in rows(name)], ids=named)
def test_a_worked_example_gives_its_printed_result(row: dict[str, str]) -> None:
    value = value_of(row)
    if row["function"] in REAL:
        assert value == pytest.approx(float(row["expected"]), rel=0, abs=last_digit(row["expected"]) / 2)
    else:
        assert type(value) is int
        assert value == int(row["expected"])


@pytest.mark.parametrize("row", rows("lexington-misprints"), ids=named)
def test_misprinted_cell_is_one_point_off(row: dict[str, str]) -> None:
    """We follow the formula, not the cell. A table that copied the cell would fail here."""
    favourite = not row["arguments"].startswith("-")
    assert value_of(row) == int(row["expected"]) + (1 if favourite else -1)


@pytest.mark.parametrize("system", ["mississauga", "montreal", "lexington"])
def test_worked_examples_in_one_session_give_their_printed_changes(system: str) -> None:
    """All examples of one page are in one session. Each is rated from the ratings at its start."""
    games = rows(f"{system}-session")
    ratings = {game[f"Player {side}"]: int(game[f"Rating {side}"]) for game in games for side in (1, 2)}
    players = [["Player", "Start rating", "Start games"], *([name, rating, 60] for name, rating in ratings.items())]
    headings = [heading for heading in games[0] if not heading.startswith(("Rating", "Change"))]
    log = [headings, *([argument(game[heading]) for heading in headings] for game in games)]
    printed = [[int(game[heading]) for heading in ("Rating 1", "Rating 2", "Change 1", "Change 2")] for game in games]
    assert xladdin.functions.CLUBCHANGES(system, players, log) == printed


def test_canuck_con_2006_gives_its_printed_ratings() -> None:
    results = rows("canuck-con-2006")
    players = [["Player"], *([result["Player"]] for result in results)]
    events = [["Event", "Date", "Players", "Rounds"], ["Canuck Con 2006", "2006-10-01", 19, 4]]
    placings = ([result["Event"], result["Player"], int(result["Place"])] for result in results)
    log = [["Event", "Player", "Place"], *placings]
    changes = xladdin.functions.CLUBCHANGES("dptr", players, log, events)
    assert len(changes) == 18
    for result, (percentile, value, before, change) in zip(results, changes, strict=True):
        assert percentile == pytest.approx(float(result["Percentile"]), abs=0.005)
        assert value == pytest.approx(float(result["Value"]), abs=0.005)
        assert before == 40  # "Each player begins with an initial rating of 40 before their first tournament."
        assert change == pytest.approx((percentile - before) * value / 100)


# "RATING DIFF. | EXPECTED PERCENTAGE", the first number of each row. A row ends where the next begins, the last at 954
EXPECTED_FROM = (
    0, 3, 10, 19, 30, 43, 58, 75, 94, 115, 138, 163, 190, 219, 250, 283, 318, 355, 394, 435, 478, 523, 570, 619, 670,
    723, 778, 835, 894,
)  # fmt: skip
# "PERCENT DIFF. | RATING CHANGE": "0 - 12 same", "13 - 14 | 13", "15 | 14", ... "> 94 | 33"
CHANGES = (
    ("0–12", "same"), ("13–14", 13), ("15", 14), ("16–17", 15), ("18–19", 16), ("20–21", 17), ("22–23", 18),
    ("24–25", 19), ("26–28", 20), ("29–31", 21), ("32–34", 22), ("35–38", 23), ("39–42", 24), ("43–46", 25),
    ("47–51", 26), ("52–57", 27), ("58–63", 28), ("64–70", 29), ("71–77", 30), ("78–85", 31), ("86–94", 32),
    ("> 94", 33),
)  # fmt: skip


def test_the_cards_of_lexington_as_its_page_prints_them() -> None:
    lasts = [*(first - 1 for first in EXPECTED_FROM[1:]), 954]
    spans = [f"{first}–{last}" for first, last in zip(EXPECTED_FROM, lasts)]
    assert build_expected_card(Lexington()) == list(zip(spans, range(50, 79)))
    assert build_change_card(Lexington()) == list(CHANGES)
    places = ((re.search(r"par table, row ([0-9-]+), total (\d+)", row["document"]), row["quote"])
              for row in rows("lexington"))  # fmt: skip
    printed = {(match[1], int(match[2])): pair for match, pair in places if match}
    assert len(printed) == 29 * 10
    card = {
        (row[0], total): pair
        for row in build_par_card(Lexington())
        for total, pair in zip(range(450, 901, 50), row[1:])
    }
    assert card == printed
