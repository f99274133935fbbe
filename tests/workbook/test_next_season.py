"""The workbook of the next season and a renewed one, by command: what comes along, and what stays behind is named."""

from __future__ import annotations

import dataclasses
import zipfile
from datetime import date
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils.cell import get_column_letter, range_boundaries
from openpyxl.worksheet.table import Table

from tests.corpus.editing import renamed_sheets
from tests.helpers.clubs import (
    LATER,
    NOW,
    ONE_OF_EACH_KIND,
    book_of,
    column,
    edited,
    random_tables,
    recalculated,
    rule_cell,
    sample_book,
    stored,
)
from tests.helpers.programs.command_line import run_here
from xladdin.errors import WorkbookError
from xladdin.files.club_file import open_club_file
from xladdin.hosts.file_commands import recalculate_file, rollover_file
from xladdin.systems import SYSTEMS
from xladdin.systems.formulas import rule_name
from xladdin.systems.system import WHEN_DUE
from xladdin.workbook.schema import CLUB_CHOICES, FIRST_DATA_ROW, FORM_NAME, HEADINGS_ROW, tables_of

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
    for number, value in ((1, 2200), (2, 0.4)):
        rules.cell(last + 1, number).value = value
    for name, letter in (("rule_expert_from", "A"), ("rule_expert_multiplier", "B")):
        first = cell(name).split(":")[0][1:]
        workbook.defined_names[name].attr_text = f"Rules!${letter}${first}:${letter}${last + 1}"
    width = len(players.tables["Players"].tableColumns) + 1
    players.cell(HEADINGS_ROW, width).value = "Telephone"
    for row in range(FIRST_DATA_ROW, players.max_row + 1):
        players.cell(row, width).value = f"555-{row:04d}"
    table = players.tables["Players"]
    table.ref = f"A{HEADINGS_ROW}:{players.cell(1, width).column_letter}{players.max_row}"
    table.tableColumns.append(type(table.tableColumns[0])(id=width, name="Telephone"))
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
    assert 'Games row 10, Date: "2024-09-17" – is below the table Games with a blank row between' in result.err
    assert [*tmp_path.glob("*.new.xlsx")] == []


def test_nothing_is_written_over_and_a_wrong_row_is_named(tmp_path: Path) -> None:
    old = sample_book("montreal", tmp_path)
    result = run_here("rollover", old, old)
    assert (result.status, "already exists, and xladdin does not overwrite it" in result.err) == (2, True)
    workbook = openpyxl.load_workbook(old)
    workbook["Games"]["B4"] = "Nobody Known"
    workbook.save(old)
    result = run_here("rollover", old, tmp_path / "next.xlsx")
    assert (result.status, "is not on Players" in result.err) == (1, True)
    assert not (tmp_path / "next.xlsx").exists()


LATER_COLUMNS = {"Games": ("Kind",), "Events": ("Place", "Boards")}


def of_another_form(key: str, folder: Path) -> Path:
    """Make the sample of the system in an unknown form: with the headings, but rows above them, and no number."""
    path = sample_book(key, folder, recalculated=False)
    workbook = openpyxl.load_workbook(path)
    for name in tables_of(SYSTEMS[key]):
        sheet = workbook[name]
        table = sheet.tables[name]
        left, top, right, bottom = range_boundaries(table.ref)
        sheet.insert_rows(1)
        table.ref = table.autoFilter.ref = f"{get_column_letter(left)}{top + 1}:{get_column_letter(right)}{bottom + 1}"
        for heading in LATER_COLUMNS.get(name, ()):
            position = [cell.value for cell in sheet[top + 1]].index(heading)
            sheet.cell(top + 1, position + 1).value = f"Our own {position}"
            table.tableColumns[position].name = f"Our own {position}"
    for field in dataclasses.fields(SYSTEMS[key]):
        if field.metadata.get("later"):
            del workbook.defined_names[rule_name(field.name)]
    gone = (FORM_NAME, "report_", *(choice.name for choice in CLUB_CHOICES))
    for defined in [defined for defined in workbook.defined_names if defined.startswith(gone)]:
        del workbook.defined_names[defined]
    workbook.save(path)
    return path


def ratings(path: Path) -> dict[object, object]:
    sheet = stored(path)["Players"]
    return dict(zip(column(sheet, "Player"), column(sheet, "Rating")))


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_workbook_of_another_form_is_refused_and_renewed(key: str, tmp_path: Path) -> None:
    path = of_another_form(key, tmp_path)
    before = path.read_bytes()
    with pytest.raises(
        WorkbookError, match=r"another version of xladdin: .* has no number instead of 3\. .* xladdin renew OLD NEW"
    ):
        recalculated(path)
    assert path.read_bytes() == before
    made = tmp_path / "new.xlsx"
    rollover_file(path, made, LATER, keep_log=True)
    assert ratings(made) == ratings(sample_book(key, tmp_path / "sample"))
    assert not recalculated(made, LATER).blocks


def test_every_command_that_reads_a_workbook_names_what_brings_it_to_todays_form(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    edited(path, ("Start", str(open_club_file(path).ranges[FORM_NAME][1]), 1))
    for command in (["recalc"], ["pair"], ["lite"], ["doctor"], ["rollover", "new.xlsx"], ["print"]):
        result = run_here(command[0], path, *(tmp_path / name for name in command[1:]))
        assert result.status != 0
        assert "has 1 instead of 3" in result.err + result.out, command
        assert "xladdin renew OLD NEW" in " ".join((result.err + result.out).split())


LEFT_BEHIND = {
    "customXml/item1.xml": ("<x/>", "custom XML"),
    "xl/connections.xml": ("<x/>", "connections to data elsewhere"),
    "docMetadata/LabelInfo.xml": ("<x/>", "a sensitivity label"),
    "xl/media/image1.png": ("<x/>", "pictures and other objects"),
    "xl/pivotTables/pivotTable1.xml": ("<x/>", "pivot tables"),
    "xl/drawings/drawing99.xml": ('<xdr:sp macro=""/>', "shapes and text boxes"),
    "xl/worksheets/sheet99.xml": ("<x14:sparklineGroup/>", "sparklines"),
    "xl/charts/chart99.xml": ("<c:chartSpace/>", "charts of your own"),
}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return sample_book("montreal", tmp_path)


def renewed(old: Path) -> str:
    result = run_here("renew", old, old.with_name("new.xlsx"))
    assert result.status == 0, result.err
    return result.out


def test_a_workbook_of_ours_alone_leaves_nothing_behind(old: Path) -> None:
    assert "old workbook" not in renewed(old)


def test_every_part_that_is_left_behind_is_named(old: Path) -> None:
    with zipfile.ZipFile(old, "a") as archive:
        for part, (content, _) in LEFT_BEHIND.items():
            archive.writestr(part, content)
    (line,) = (line for line in renewed(old).splitlines() if "These stay in the old workbook: " in line)
    names = line.partition(": ")[2].removesuffix(".").split(", ")
    assert sorted(names) == sorted(name for _, name in LEFT_BEHIND.values())


def test_words_typed_on_start_and_rules_are_named(old: Path) -> None:
    workbook = openpyxl.load_workbook(old)
    workbook["Start"]["C60"] = "Key of the club room: Ann"
    workbook["Rules"]["M3"] = "agreed in May"
    workbook["Rules"]["M4"] = "and in June"
    workbook.save(old)
    result = renewed(old)
    assert '"Key of the club room: Ann" in Start, C60, stays in the old workbook.' in result
    assert '"agreed in May" in Rules, M3, and 1 more cell there stay in the old workbook.' in result


def test_words_beside_and_below_a_table_are_named_but_no_cell_of_another_table(old: Path) -> None:
    workbook = openpyxl.load_workbook(old)
    games = workbook["Games"]
    games["T6"], games["T7"] = "Cup", "Silver"
    games.add_table(Table(displayName="Cups", ref="T6:T7"))
    games["T10"], games["B200"] = "ask Ann", "below"
    workbook["Players"]["T5"] = "Own"
    workbook.save(old)
    result = renewed(old)
    assert '"Own" in Players, T5, stays in the old workbook.' in result
    assert '"ask Ann" in Games, T10, and 1 more cell there stay in the old workbook.' in result
