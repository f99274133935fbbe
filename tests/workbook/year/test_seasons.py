"""The workbook of the next season and a renewed one, through the command line: what comes along, what stays behind."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import openpyxl
import pytest

from tests.corpus.editing import renamed_sheets
from tests.helpers.clubs import (
    NOW,
    ONE_OF_EACH_KIND,
    book_of,
    edited,
    random_tables,
    recalculated,
    rule_cell,
    sample_book,
)
from tests.helpers.programs.command_line import run_here
from xladdin.hosts.file.club_file import recalculate_file, rollover_file
from xladdin.systems.system import WHEN_DUE
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW

CARRIED = {"sca": "Permanent"}


def players_of(path: Path) -> dict[str, dict[str, object]]:
    sheet = openpyxl.load_workbook(path, data_only=True)["Players"]
    headings, *rows = sheet.iter_rows(HEADINGS_ROW, values_only=True)
    return {row[0]: dict(zip(headings, row)) for row in rows if row[0]}


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_rollover_brings_the_ratings_and_no_log(key: str, tmp_path: Path) -> None:
    old, new = sample_book(key, tmp_path), tmp_path / "next.xlsx"
    before = old.read_bytes()
    result = run_here("rollover", old, new)
    assert result.status == 0, result.err
    assert f"Created {new}." in result.out
    assert old.read_bytes() == before
    heading = CARRIED.get(key, "Rating")
    was, now = players_of(old), players_of(new)
    assert {name: row[heading] for name, row in now.items()} == {name: row[heading] for name, row in was.items()}
    log = openpyxl.load_workbook(new)["Results" if key == "dptr" else "Games"]
    assert [cell.value for cell in log["A"]][HEADINGS_ROW:] == [None]
    assert recalculated(new).blocks == []


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_renew_brings_the_log_and_rates_the_same(key: str, tmp_path: Path) -> None:
    old, new = sample_book(key, tmp_path), tmp_path / "renewed.xlsm"
    result = run_here("renew", old, new)
    assert result.status == 0, result.err
    was, now = players_of(old), players_of(new)
    assert now == was
    for sheet in ("Standings", "Scoreboard", "Crosstable"):
        one, other = (openpyxl.load_workbook(path, data_only=True)[sheet] for path in (old, new))
        assert list(one.iter_rows(min_row=5, values_only=True)) == list(other.iter_rows(min_row=5, values_only=True))
    assert recalculated(new).blocks == []


def test_what_is_the_clubs_own_comes_along(tmp_path: Path) -> None:
    """Title, an edited rule, a setting, a band and a column of Players come along. The club's own sheet is named."""
    old, new = book_of("mississauga", tmp_path, random_tables("mississauga", 120, 10, 5)), tmp_path / "next.xlsx"
    workbook = openpyxl.load_workbook(old)
    rules, players = workbook["Rules"], workbook["Players"]

    def cell(name: str) -> str:
        return next(workbook.defined_names[name].destinations)[1].replace("$", "")

    rules[cell("club_title")] = "Club du Lac"
    rules[cell("rule_newcomer_games")] = 30
    rules[cell("club_history_periods")] = 12
    last = rules[cell("rule_expert_from").split(":")[1]].row
    for column, value in ((1, 2200), (2, 0.4)):
        rules.cell(last + 1, column).value = value
    for name, letter in (("rule_expert_from", "A"), ("rule_expert_multiplier", "B")):
        first = cell(name).split(":")[0][1:]
        workbook.defined_names[name].attr_text = f"Rules!${letter}${first}:${letter}${last + 1}"
    column = len(players.tables["Players"].tableColumns) + 1
    players.cell(HEADINGS_ROW, column).value = "Telephone"
    for row in range(FIRST_DATA_ROW, players.max_row + 1):
        players.cell(row, column).value = f"555-{row:04d}"
    table = players.tables["Players"]
    table.ref = f"A{HEADINGS_ROW}:{players.cell(1, column).column_letter}{players.max_row}"
    table.tableColumns.append(type(table.tableColumns[0])(id=column, name="Telephone"))
    workbook.create_sheet("Minutes")["A1"] = "of the last meeting"
    workbook.save(old)
    renamed_sheets(old, {"Games": "Parties", "Standings": "Classement", "Calculator": "Outils"})
    recalculate_file(old, None, NOW)
    outcome, result = rollover_file(old, new, NOW, keep_log=False)
    assert "Your own sheets stay in the old workbook: Minutes." in result
    assert outcome.replay is not None
    system = outcome.replay.log.system
    assert (system.newcomer_games, system.expert.rows[-1]) == (30, (2200, 0.4))
    made = openpyxl.load_workbook(new)
    assert made["Rules"][next(made.defined_names["club_title"].destinations)[1].replace("$", "")].value == "Club du Lac"
    assert made["Rules"][next(made.defined_names["club_history_periods"].destinations)[1].replace("$", "")].value == 12
    assert {row["Telephone"] for row in players_of(new).values()} == {f"555-{row:04d}" for row in range(4, 14)}


def typed(path: Path, sheet: str) -> list[dict[str, object]]:
    """Filled rows of a table by heading, without computed columns."""
    headings, *rows = openpyxl.load_workbook(path, data_only=True)[sheet].iter_rows(HEADINGS_ROW, values_only=True)
    return [dict(zip(headings, row)) for row in rows if row[0] is not None]


@pytest.mark.parametrize("command", [["rollover"], ["rollover", "--keep-log"], ["renew"]])
def test_groups_aliases_and_permanent_ratings_come_along(command: list[str], tmp_path: Path) -> None:
    tables = {
        "groups": [["Group", "Initial rating"], ["Knights", 1200], ["Pawns", 1000]],
        "players": [["Player", "Group", "Active", "Start permanent", "Web"],
                    ["Ann", "Knights", "Yes", 1300, "initials"], ["Bob", "Pawns", "Left", "", "none"],
                    ["Cyd", "Pawns", "No", "", ""]],
        "aliases": [["Alias", "Player"], ["Annie", "Ann"], ["Robert", "Bob"]],
        "games": [["Date", "White", "Black", "Result"], ["2025-07-07", "Ann", "Bob", "(0-1)"],
                  ["2025-07-08", "Bob", "Ann", "(1/2-1/2)"]],
    }  # fmt: skip
    old, new = book_of("sca", tmp_path, tables), tmp_path / "next.xlsx"
    recalculated(old)
    result = run_here(*command, old, new)
    assert result.status == 0, result.err
    was, now = players_of(old), players_of(new)
    for name, row in now.items():
        for heading in ("Permanent", "Group", "Active", "Web"):
            assert row[heading] == was[name][heading], (name, heading)
    assert [(row["Group"], row["Initial rating"]) for row in typed(new, "Groups")] == [
        ("Knights", 1200),
        ("Pawns", 1000),
    ]
    assert [(row["Alias"], row["Player"]) for row in typed(new, "Aliases")] == [("Annie", "Ann"), ("Robert", "Bob")]
    kept = [(row["White"], row["Result"]) for row in typed(new, "Games")]
    assert kept == ([] if command == ["rollover"] else [("Ann", "(0-1)"), ("Bob", "(1/2-1/2)")])
    if command == ["rollover"]:
        assert {name: row["Rating"] for name, row in now.items()} == {"Ann": 1200, "Bob": 1000, "Cyd": None}


def test_a_newcomer_part_way_and_an_adjustment_that_waits_come_along(tmp_path: Path) -> None:
    tables = {
        "players": [["Player", "Start rating", "Start games"], ["Ann", 1500, 60], ["Bob", 1400, 80], ["New", "", ""]],
        "games": [
            ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
            ["2026-01-05", "Ann", 420, "New", 390],
            ["2026-01-05", "New", 401, "Bob", 377],
            ["2026-01-12", "Ann", 400, "Bob", 399],
        ],
        "adjustments": [["Date", "Player", "Points", "Reason"], ["2026-02-01", "", 10, "Boost"]],
    }
    old, new = book_of("lexington", tmp_path, tables), tmp_path / "next.xlsx"
    recalculated(old)
    assert run_here("rollover", old, new).status == 0
    row = players_of(new)["New"]
    assert str(row["Start results"]).startswith("1500: 44.148")
    assert (row["Games"], row["Status"], row["Start missed"]) == (2, "unrated", 1)
    assert row["Rating"] == players_of(old)["New"]["Rating"]
    adjustments = openpyxl.load_workbook(new)["Adjustments"]
    assert [cell.value for cell in adjustments[FIRST_DATA_ROW]][2:4] == [10, "Boost"]


@pytest.mark.parametrize("command", ["rollover", "renew"])
def test_an_adjustment_that_is_due_is_in_the_ratings_that_come_along(command: str, tmp_path: Path) -> None:
    """Pierre won 8 points at 1234, as the page says, and the 25 took effect after the last session."""
    old, new = sample_book("mississauga", tmp_path), tmp_path / "next.xlsx"
    when = rule_cell(old, "rule_adjustments_take_effect")
    edited(old, ("Adjustments", "A4", date(2024, 9, 20)), ("Adjustments", "C4", 25), ("Rules", when, WHEN_DUE))
    result = run_here(command, old, new)
    assert result.status == 0, result.err
    assert players_of(new)["Pierre"]["Rating"] == 1234 + 8 + 25
    waiting = openpyxl.load_workbook(new)["Adjustments"]["C4"].value
    assert waiting == (None if command == "rollover" else 25)


@pytest.mark.parametrize("command", ["rollover {} {}.new.xlsx", "renew {} {}.new.xlsx"])
def test_a_game_below_its_table_is_not_left_behind(command: str, tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    below = (("A10", "2024-09-17"), ("B10", "Pierre"), ("C10", 400), ("D10", "Kim"), ("E10", 300))
    edited(path, *(("Games", place, value) for place, value in below))
    result = run_here(*(argument.format(path) for argument in command.split()))
    assert result.status == 1
    assert 'Games row 10, Date "2024-09-17": is below the table Games with a blank row between' in result.err
    assert [*tmp_path.glob("*.new.xlsx")] == []


def test_nothing_is_written_over_and_a_wrong_row_is_named(tmp_path: Path) -> None:
    old = sample_book("montreal", tmp_path)
    result = run_here("rollover", old, old)
    assert (result.status, "is already there, and xladdin does not overwrite it" in result.err) == (2, True)
    workbook = openpyxl.load_workbook(old)
    workbook["Games"]["B4"] = "Nobody Known"
    workbook.save(old)
    result = run_here("rollover", old, tmp_path / "next.xlsx")
    assert (result.status, "no such player" in result.err) == (1, True)
    assert not (tmp_path / "next.xlsx").exists()
