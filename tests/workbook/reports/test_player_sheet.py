"""The Player sheet as LibreOffice recalculates it, against the player's report."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.helpers.clubs import NOW
from tests.helpers.programs.libreoffice import recalculate as by_libreoffice
from tests.helpers.random_clubs import csv_files, random_club
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.reports.player import PlayerReport, player_report
from xladdin.systems import system_named
from xladdin.workbook.new_book import make_book
from xladdin.workbook.sheets.player_page import (
    FACTS_COLUMN,
    GAMES_COLUMN,
    OPPONENTS_COLUMN,
    PICK,
    SHOWN_GAMES,
    SHOWN_OPPONENTS,
)  # fmt: skip

FIRST_ROW = 6


def plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, float):
        return round(value, 6)
    return None if value == "" else value


def held(path: Path) -> dict[str, Any]:
    """What the sheet shows: facts by label, lines of opponents and of games."""
    sheet = openpyxl.load_workbook(path, data_only=True)["Player"]

    def rows(column: int, width: int, most: int) -> list[list[Any]]:
        lines = range(FIRST_ROW, FIRST_ROW + most)
        found = [[plain(sheet.cell(row, column + n).value) for n in range(width)] for row in lines]
        return [row for row in found if row[0] is not None]

    width = 5 if sheet.cell(5, OPPONENTS_COLUMN + 4).value in ("Spread", "Percentile") else 4
    return {
        "facts": {label: (value, when) for label, value, when in rows(FACTS_COLUMN, 3, 22)},
        "opponents": rows(OPPONENTS_COLUMN, width, SHOWN_OPPONENTS),
        "games": rows(GAMES_COLUMN, 8, SHOWN_GAMES),
    }


def wanted(report: PlayerReport, rating: Any, key: str) -> dict[str, Any]:
    tie = "drawn" if key == "sca" else "tied"
    facts: dict[str, Any] = {
        "Rating": (rating, None),
        "Rank": (report.rank, None),
        "Best": tuple(report.best) if report.best else (None, None),
        "Lowest": tuple(report.lowest) if report.lowest else (None, None),
        "Games counted here": (len(report.games), None),
        "Most won in a row": (report.won_in_a_row, None),
        "Most lost in a row": (report.lost_in_a_row, None),
    }
    for what, record in (("Season", report.season), ("All time", report.lifetime)):
        for label, count in (("won", record.wins), ("lost", record.losses), (tie, record.ties)):
            facts[f"{what}: {label}"] = (count, None)
        if key != "sca":
            facts[f"{what}: average score"] = (plain(record.average), None)
            facts[f"{what}: average of the opponents"] = (plain(record.opponents_average), None)
    width = 4 if key == "sca" else 5
    return {
        "facts": facts,
        "opponents": [list(line)[:width] for line in report.opponents],
        "games": [
            [g.date, g.opponent, g.rating, g.opponent_rating, g.score, g.opponent_score, g.change, g.running]
            for g in report.games[:SHOWN_GAMES]
        ],
    }


def picked(path: Path, name: str) -> Path:
    """The workbook with a name picked on the sheet, as another file."""
    workbook = openpyxl.load_workbook(path)
    _, place = next(workbook.defined_names[PICK].destinations)
    workbook["Player"][place.replace("$", "")] = name
    made = path.with_name("picked.xlsx")
    workbook.save(made)
    return made


@pytest.mark.parametrize("key", ["mississauga", "montreal", "lexington", "sca"])
def test_libreoffice_shows_what_the_report_says(key: str, tmp_path: Path) -> None:
    system = system_named(key)
    path = tmp_path / f"{key}.xlsx"
    make_book(system, path, csv_files(random_club(system, seed=21), tmp_path), NOW)
    outcome = recalculate_file(path, None, NOW)
    assert outcome.replay is not None
    players = outcome.replay.log.players
    for name in ("A*", "Zoë"):
        number = next(n for n, player in enumerate(players) if player.name == name)
        found = held(by_libreoffice(picked(path, name), tmp_path / "done"))
        expected = wanted(player_report(outcome.replay, number), outcome.replay.ledger.rating[number], key)
        differences = {
            (part, key): (found["facts"].get(key), value)
            for part in ("facts",)
            for key, value in expected["facts"].items()
            if found["facts"].get(key) != value
        }
        assert differences == {}
        assert found["opponents"] == expected["opponents"]
        assert found["games"] == expected["games"]
        assert found["games"] and isinstance(found["games"][0][0], date)


def test_a_sheet_without_a_name_is_blank(tmp_path: Path) -> None:
    path = tmp_path / "montreal.xlsx"
    make_book(system_named("montreal"), path, {}, NOW)
    found = held(by_libreoffice(path, tmp_path / "done"))
    assert found["opponents"] == found["games"] == []
    assert {value for value, _ in found["facts"].values()} == {None}


def test_libreoffice_shows_the_events_that_the_report_tells(tmp_path: Path) -> None:
    """Events of one day, names that read as patterns, places shared; a season of its own for each year."""
    path = tmp_path / "dptr.xlsx"
    club = random_club(system_named("dptr"), seed=21)
    make_book(system_named("dptr"), path, csv_files(club, tmp_path), NOW)
    outcome = recalculate_file(path, None, NOW)
    assert outcome.replay is not None
    reports = [player_report(outcome.replay, number) for number in range(len(outcome.replay.log.players))]
    for report in sorted(reports, key=lambda one: len(one.events))[-2:]:
        found = held(by_libreoffice(picked(path, report.name), tmp_path / "done"))
        season, lifetime = report.season_events, report.lifetime_events
        assert found["facts"] == {
            "Rating": (pytest.approx(report.rating, abs=1e-6), None),
            "Rank": (report.rank, None),
            "Best": pytest.approx(tuple(report.best or ()), abs=1e-6),
            "Lowest": pytest.approx(tuple(report.lowest or ()), abs=1e-6),
            "Season: events": (season.events, None),
            "Season: won": (season.won, None),
            "Season: mean percentile": (season.average and pytest.approx(season.average, abs=1e-6), None),
            "All time: events": (lifetime.events, None),
            "All time: won": (lifetime.won, None),
            "All time: mean percentile": (pytest.approx(lifetime.average, abs=1e-6), None),
        }
        assert len(report.events) > 3
        assert [row[:4] for row in found["games"]] == [list(event[:4]) for event in report.events[:SHOWN_GAMES]]
        assert [row[4:] for row in found["games"]] == [
            pytest.approx(list(event[4:]), abs=1e-6) for event in report.events[:SHOWN_GAMES]
        ]
        assert [row[:4] for row in found["opponents"]] == [list(line[:4]) for line in report.opponents]
        assert [row[4] for row in found["opponents"]] == pytest.approx(
            [line.spread for line in report.opponents], abs=1e-6
        )
