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
from xladdin.workbook.sheets.player_sheet import (
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

    width = 5 if sheet.cell(5, OPPONENTS_COLUMN + 4).value == "Spread" else 4
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
        workbook = openpyxl.load_workbook(path)
        _, place = next(workbook.defined_names[PICK].destinations)
        workbook["Player"][place.replace("$", "")] = name
        picked = tmp_path / f"{name} {key}.xlsx"
        workbook.save(picked)
        found = held(by_libreoffice(picked, tmp_path / "done"))
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
