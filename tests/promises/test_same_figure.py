"""A figure in two places is the same figure: on every sheet, on the web page, in the terminal and with --json."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from itertools import cycle, product
from pathlib import Path

import pytest

from tests.helpers.clubs import KEYS, NOW, edited, recalculated, stored
from tests.helpers.programs.command_line import run_here
from tests.helpers.random_clubs import Club, Rows, csv_files, random_club
from tests.helpers.said.club import of_the_club
from tests.helpers.said.figures import Figure, disagreements
from tests.helpers.said.terminal import of_json, of_list
from tests.helpers.suite.length import usual_or_long
from xladdin.hosts.file.club_file import rollover_file
from xladdin.systems import SYSTEMS
from xladdin.workbook.new_book import make_book

SEEDS = (3, 8)
ASKED = ("Ann", "Zoë", "W?", "O'Neil")
STAYED_AWAY = ("Ann", "Bob", "W?")
GAP = dt.timedelta(weeks=103)
"""Lexington forgets a player after this."""


def with_a_gap(club: Club) -> Club:
    """Moves the last third of the games by two years. Some of the players never come back."""
    if "Games" not in club:
        return club
    headings, rows = club["Games"].headings, club["Games"].rows
    later = 2 * len(rows) // 3
    moved = [(row[0] + GAP, *row[1:]) for row in rows[later:] if not {*row} & {*STAYED_AWAY}]  # type: ignore[operator]
    return {**club, "Games": Rows(headings, [*rows[:later], *moved])}


@pytest.mark.parametrize(("key", "seed"), usual_or_long([*zip(KEYS, cycle(SEEDS))], [*product(KEYS, SEEDS)]))
def test_a_figure_said_in_two_places_is_the_same_figure(key: str, seed: int, tmp_path: Path) -> None:
    """The log has kinds of games, byes, forfeits, adjustments, absence and returns. The next season follows it."""
    system = SYSTEMS[key]
    book, later = tmp_path / f"{key}.xlsx", tmp_path / "later.xlsx"
    club = with_a_gap(random_club(system, seed, 160))
    assert not make_book(system, book, csv_files(club, tmp_path), NOW).problems
    if seed == SEEDS[1] and system.log_schema.has_scores:
        (row,) = [cell.row for cell in stored(book)["Rules"]["A"] if cell.value == "A bye counts as a win"]
        edited(book, ("Rules", f"B{row}", "Yes"))
    figures = list(of_json(run_here("recalc", "--dry-run", book, "--json").out))
    outcome = recalculated(book)
    assert outcome.replay is not None
    figures.extend(of_list(book, outcome.replay))
    figures.extend(of_the_club(book, tmp_path / "page", system, ASKED))
    assert disagreements(figures) == []
    assert_enough(figures, paired=system.log_schema.is_paired)
    if seed == SEEDS[0]:
        rollover_file(book, later, NOW, keep_log=False)
        assert disagreements(of_the_club(later, tmp_path / "later", system, ASKED)) == []


def assert_enough(figures: list[Figure], *, paired: bool) -> None:
    """Checks that enough places say each kind of figure."""
    places = Counter(
        {what: len({one.place for one in figures if one.what == what}) for what in {f.what for f in figures}}
    )
    assert places["rating"] >= 7 and places["rank"] >= 5 and places["games in all"] == 3
    assert places["best"] == places["lowest on"] == 2
    if paired:
        assert places["season"] >= 4 and places["lifetime"] == places["lifetime games"] == 2
        assert places["games there"] >= 3
        assert places["games of all time"] >= 2
