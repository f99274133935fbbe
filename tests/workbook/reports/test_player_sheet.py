"""The Player sheet, as LibreOffice shows it for a picked name, against the report of the player."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.helpers.clubs import KEYS, NOW, ONE_OF_EACH_KIND, book_of, recalculated, sample_book
from tests.helpers.programs.live_sheet import Shown, shown_after_typing
from tests.helpers.random_clubs import cell_tables, csv_files, random_club
from tests.looks.judging import POINTS_OF_A_PIXEL, pixels
from tests.looks.states import LONG_NAMES
from xladdin.cells.addresses import column_letters
from xladdin.cells.limits import SERIAL_DAY_ZERO
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.log import read_log
from xladdin.publish.widths import width
from xladdin.renderers.sheet import HEADING_ROW
from xladdin.replay import Replay, replay
from xladdin.reports.facts import Facts
from xladdin.reports.facts.tallies import EventRecord, Record
from xladdin.reports.player import LAST_SHOWN, PlayerReport
from xladdin.systems import system_named
from xladdin.workbook.new_book import make_book
from xladdin.workbook.report_sheets.player_lines import (
    CHART_COLUMN,
    FACTS_COLUMN,
    GAMES_COLUMN,
    OPPONENTS_COLUMN,
    fact_lines,
)

PAIRED = tuple(key for key in ONE_OF_EACH_KIND if system_named(key).log_kind.is_paired)
NOT_THERE = "Nobody"
PICKED = ("A*", "Zoë", "=1+1", NOT_THERE, "")


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Replay, dict[str, Shown]]]:
    """The replay of a club of each system, and what its sheet shows for some players by their names."""
    folder = tmp_path_factory.mktemp("player")
    replays, books = {}, []
    for key in ONE_OF_EACH_KIND:
        system = system_named(key)
        path = folder / f"{key}.xlsx"
        make_book(system, path, csv_files(random_club(system, seed=21), folder), NOW)
        found = recalculate_file(path, None, NOW).replay
        assert found is not None
        replays[key] = found
        books.append((path, PICKED))
    pages = shown_after_typing(books, "Player", f"B{HEADING_ROW - 1}", f"A1:S{HEADING_ROW + LAST_SHOWN}")
    return {key: (replays[key], dict(zip(PICKED, own))) for key, own in zip(ONE_OF_EACH_KIND, pages)}


def lines(page: Shown, column: int, width: int) -> list[Sequence[Any]]:
    rows = [[plain(cell) for cell in row[column - 1 : column - 1 + width]] for row in page[HEADING_ROW:]]
    return [row for row in rows if row[0] is not None]


def plain(value: Any) -> Any:
    """A value as LibreOffice gives it in a cell, with a date as its serial number."""
    if isinstance(value, date):
        return float((value - SERIAL_DAY_ZERO).days)
    return round(value, 6) if isinstance(value, (int, float)) else value


def same(found: list[Sequence[Any]], wanted: Sequence[Sequence[Any]]) -> bool:
    return found == [[plain(value) for value in line] for line in wanted]


def report_of(found: Replay, name: str) -> PlayerReport:
    return PlayerReport(Facts(found), next(n for n, player in enumerate(found.log.players) if player.name == name))


@pytest.mark.parametrize("name", ["A*", "Zoë", "=1+1"])
@pytest.mark.parametrize("key", PAIRED)
def test_the_sheet_shows_what_the_report_says(clubs: Any, key: str, name: str) -> None:
    found, pages = clubs[key]
    report, page = report_of(found, name), pages[name]
    rating = dict(zip((player.name for player in found.log.players), found.ledger.rating))[name]
    expected: dict[str, Any] = {
        "Rating": rating,
        "Rank": report.rank,
        "Best": report.best and report.best.rating,
        "Lowest": report.lowest and report.lowest.rating,
        "Games counted here": len(report.games),
        "Most won in a row": report.won_in_a_row,
        "Most lost in a row": report.lost_in_a_row,
    }
    tie = "drawn" if key == "sca" else "tied"
    for what, record in (("Season", report.season), ("All time", report.lifetime)):
        assert isinstance(record, Record)
        for label, count in (("won", record.wins), ("lost", record.losses), (tie, record.ties)):
            if (key, label) != ("lexington", "tied"):  # a tie is a win of both, and won and lost alone is said
                expected[f"{what}: {label}"] = count
        if key != "sca":
            expected[f"{what}: average score"] = record.average
            expected[f"{what}: average of the opponents"] = record.opponents_average
    shown = {label: (value, when) for label, value, when in lines(page, FACTS_COLUMN, 3)}
    assert {label: value for label, (value, _) in shown.items()} == {k: plain(v) for k, v in expected.items()}
    dates = (report.best and report.best.date, report.lowest and report.lowest.date)
    assert (shown["Best"][1], shown["Lowest"][1]) == tuple(map(plain, dates))
    width = 4 if key in ("sca", "lexington") else 5
    met = [[*line[:3], line.spread] if key == "lexington" else line[:width] for line in report.opponents]
    assert same(lines(page, OPPONENTS_COLUMN, width), met)
    assert same(lines(page, GAMES_COLUMN, 9), report.games[:LAST_SHOWN])
    assert len(lines(page, GAMES_COLUMN, 9)) > 10


@pytest.mark.parametrize("name", ["A*", "Zoë"])
def test_the_sheet_shows_the_events_that_the_report_tells(clubs: Any, name: str) -> None:
    """There are events of one day, names that read as patterns, shared places, and a season for each year."""
    found, pages = clubs["dptr"]
    report, page = report_of(found, name), pages[name]
    season, lifetime = report.season, report.lifetime
    assert isinstance(season, EventRecord) and isinstance(lifetime, EventRecord)
    assert report.best is not None and report.lowest is not None and len(report.last) > 3
    expected: list[tuple[str, Any, date | None]] = [
        ("Rating", report.rating, None),
        ("Rank", report.rank, None),
        ("Best", *report.best),
        ("Lowest", *report.lowest),
        ("Season: events", season.events, None),
        ("Season: won", season.won, None),
        ("Season: mean percentile", season.average, None),
        ("All time: events", lifetime.events, None),
        ("All time: won", lifetime.won, None),
        ("All time: mean percentile", lifetime.average, None),
    ]
    assert same(lines(page, FACTS_COLUMN, 3), expected)
    assert same(lines(page, OPPONENTS_COLUMN, 5), report.opponents)
    assert same(lines(page, GAMES_COLUMN, 8), report.last)


@pytest.mark.parametrize("key", KEYS)
def test_the_name_of_the_first_has_room_beside_the_choice(key: str, tmp_path: Path) -> None:
    """It was printed at three quarters of its size, in the column of dates."""
    sheet = load_workbook(sample_book(key, tmp_path))["Player"]
    name, *beside = sheet[HEADING_ROW - 1][FACTS_COLUMN + 1 : OPPONENTS_COLUMN]
    assert name.value and not name.alignment.shrink_to_fit
    assert [cell.value for cell in beside] == [None] * len(beside)
    room = sum(pixels(sheet.column_dimensions[cell.column_letter]) for cell in (name, *beside))
    assert max(width(longest, bold=True) for longest in LONG_NAMES) * 10 / POINTS_OF_A_PIXEL < room


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_before_a_name_is_picked_it_shows_the_first_of_standings(clubs: Any, key: str) -> None:
    found, pages = clubs[key]
    page = pages[""]
    leader = page[HEADING_ROW - 2][FACTS_COLUMN + 1]
    report = report_of(found, leader)
    assert report.rank == 1
    facts = lines(page, FACTS_COLUMN, 2)
    assert same([line[1:] for line in facts[:2]], [[report.number], [1]])
    assert len(lines(page, GAMES_COLUMN, 8)) == len(report.last)


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_without_a_player_of_the_club_the_sheet_is_blank(clubs: Any, key: str) -> None:
    found, pages = clubs[key]
    page = pages[NOT_THERE]
    labels = [fact.label for fact in fact_lines(found.log.system)]
    assert lines(page, FACTS_COLUMN, 3) == [[label, None, None] for label in labels]
    assert lines(page, OPPONENTS_COLUMN, 4) == lines(page, GAMES_COLUMN, 8) == []


def test_the_chart_runs_forward_where_a_game_was_typed_late(tmp_path: Path) -> None:
    """It is drawn on the latest day before it. Each later line of the sheet is of an earlier game."""
    games = [("2025-07-07", "Ada", "Bo"), ("2025-07-08", "Bo", "Ada"), ("2025-07-06", "Ada", "Bo")]
    tables = {
        "groups": [["Group", "Initial rating"], ["Pawns", 1000]],
        "players": [["Player", "Group"], ["Ada", "Pawns"], ["Bo", "Pawns"]],
        "games": [["Date", "White", "Black", "Result"], *([*game, "1-0"] for game in games)],
    }
    path = book_of("sca", tmp_path, tables)
    assert not recalculated(path).problems
    first, last = HEADING_ROW + 1, HEADING_ROW + LAST_SHOWN
    cells = f"{column_letters(CHART_COLUMN)}{first}:{column_letters(CHART_COLUMN + 1)}{last}"
    (((*points,),),) = shown_after_typing([(path, ["Ada"])], "Player", f"B{HEADING_ROW - 1}", cells)
    days = [plain(day) - plain(date(2025, 7, 1)) for day, _ in points]
    assert days == [7, 7, *[6] * (LAST_SHOWN - 2)]
    assert len({rating for _, rating in points}) == 3


def test_of_many_opponents_those_met_most_are_listed_who_was_met_last_first() -> None:
    system = system_named("montreal")
    club = random_club(system, 5, 8000, plain_players=90)
    found = replay(read_log(system, cell_tables(club), date(2100, 1, 1)), 60, date(2100, 1, 1))
    report = PlayerReport(Facts(found), 0)
    everybody = report.opponents
    games = {line.opponent: line.wins + line.losses + line.ties for line in everybody}
    names = [line.opponent for line in report.most_met]
    assert len(names) == 60 < len(everybody)
    assert names == [line.opponent for line in everybody if line.opponent in set(names)]
    assert min(games[name] for name in names) >= max(games[name] for name in games if name not in names)
