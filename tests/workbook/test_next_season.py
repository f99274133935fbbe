"""The workbook of the next season and a renewed one, by command: what comes along, and what stays behind is named."""

from __future__ import annotations

import re
import zipfile
from datetime import date
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.table import Table

from tests.corpus.editing import renamed_sheets
from tests.helpers.clubs import (
    LATER,
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
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.workbook.conftest import add_column
from xladdin.files.club_file import open_club_file
from xladdin.systems.system import WHEN_DUE
from xladdin.workbook.schema import FORMAT_VERSION_NAME, HEADINGS_ROW

CARRIED = {"sca": "Permanent"}


def players_of(path: Path) -> dict[str, dict[str, object]]:
    sheet = openpyxl.load_workbook(path, data_only=True)["Players"]
    headings, *rows = sheet.iter_rows(HEADINGS_ROW, values_only=True)
    return {row[0]: dict(zip(headings, row)) for row in rows if row[0]}


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_rollover_brings_the_ratings_and_no_log(key: str, tmp_path: Path) -> None:
    old, new = sample_book(key, tmp_path), tmp_path / "next.xlsx"
    before = old.read_bytes()
    result = run_cleanly("rollover", old, new)
    assert f"Created {new}." in result
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
    run_cleanly("renew", old, new)
    was, now = players_of(old), players_of(new)
    assert now == was
    for sheet in ("Standings", "Scoreboard", "Crosstable"):
        before, other = (openpyxl.load_workbook(path, data_only=True)[sheet] for path in (old, new))
        assert list(before.iter_rows(min_row=5, values_only=True)) == list(other.iter_rows(min_row=5, values_only=True))
    assert recalculated(new).blocks == []


def test_what_is_the_clubs_own_comes_along(tmp_path: Path) -> None:
    """Title, an edited rule, a setting, a band and a column of Players come along. The club's own sheet is named."""
    old, new = book_of("mississauga", tmp_path, random_tables("mississauga", 120, 10, 5)), tmp_path / "next.xlsx"
    settings: dict[str, object] = {"club_title": "Club du Lac", "rule_newcomer_games": 30, "club_history_periods": 12}
    edited(old, *(("Rules", rule_cell(old, name), value) for name, value in settings.items()))
    workbook = openpyxl.load_workbook(old)
    rules = workbook["Rules"]
    first, last = re.findall(r"\d+", workbook.defined_names["rule_expert_from"].attr_text)
    band = int(last) + 1
    rules[f"A{band}"], rules[f"B{band}"] = 2200, 0.4
    for name, letter in (("rule_expert_from", "A"), ("rule_expert_multiplier", "B")):
        workbook.defined_names[name].attr_text = f"Rules!${letter}${first}:${letter}${band}"
    workbook.create_sheet("Minutes")["A1"] = "of the last meeting"
    workbook.save(old)
    add_column(old, "Players", "Telephone", "555-0001")
    renamed_sheets(old, {"Games": "Parties", "Standings": "Classement", "Calculator": "Outils"})
    recalculated(old)
    result = run_cleanly("rollover", old, new)
    assert "Your own sheets stay in the old workbook: Minutes." in result
    made = openpyxl.load_workbook(new)["Rules"]
    assert {name: made[rule_cell(new, name)].value for name in settings} == settings
    bands = [cell for cell in made["A"] if cell.value == 2200]
    assert [made.cell(cell.row, 2).value for cell in bands] == [0.4]
    assert [row["Telephone"] for row in players_of(new).values()] == ["555-0001"] * 10


def rows_of(path: Path, sheet: str, *headings: str) -> list[tuple[object, ...]]:
    columns = [column(stored(path)[sheet], heading) for heading in headings]
    return [row for row in zip(*columns) if row[0] is not None]


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
    run_cleanly(*command, old, new)
    headings = ("Player", "Permanent", "Group", "Active", "Web")
    assert rows_of(new, "Players", *headings) == rows_of(old, "Players", *headings)
    assert rows_of(new, "Groups", "Group", "Initial rating") == [("Knights", 1200), ("Pawns", 1000)]
    assert rows_of(new, "Aliases", "Alias", "Player") == [("Annie", "Ann"), ("Robert", "Bob")]
    games = [("Ann", "(0-1)"), ("Bob", "(1/2-1/2)")]
    assert rows_of(new, "Games", "White", "Result") == ([] if command == ["rollover"] else games)
    if command == ["rollover"]:
        assert rows_of(new, "Players", "Player", "Rating") == [("Ann", 1200), ("Bob", 1000), ("Cyd", None)]


@pytest.mark.parametrize("command", ["rollover", "renew"])
def test_an_adjustment_that_is_due_is_in_the_ratings_that_come_along(command: str, tmp_path: Path) -> None:
    """Pierre won 8 points at 1234, as the page says, and the 25 took effect after the last session."""
    old, new = sample_book("mississauga", tmp_path), tmp_path / "next.xlsx"
    when = rule_cell(old, "rule_adjustments_take_effect")
    edited(old, ("Adjustments", "A4", date(2024, 9, 20)), ("Adjustments", "C4", 25), ("Rules", when, WHEN_DUE))
    run_cleanly(command, old, new)
    assert players_of(new)["Pierre"]["Rating"] == 1234 + 8 + 25
    waiting = openpyxl.load_workbook(new)["Adjustments"]["C4"].value
    assert waiting == (None if command == "rollover" else 25)


@pytest.mark.parametrize("command", ["rollover {} {}.new.xlsx", "renew {} {}.new.xlsx"])
def test_a_game_below_its_table_is_not_left_behind(command: str, tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    below = (("A10", "2024-09-17"), ("B10", "Pierre"), ("C10", 400), ("D10", "Kim"), ("E10", 300))
    edited(path, *(("Games", address, value) for address, value in below))
    result = run_here(*(argument.format(path) for argument in command.split()))
    assert result.status == 1
    assert 'Games row 10, Date: "2024-09-17" – is below the table Games with a blank row between' in result.err
    assert [*tmp_path.glob("*.new.xlsx")] == []


def test_nothing_is_written_over(tmp_path: Path) -> None:
    old = sample_book("montreal", tmp_path)
    result = run_here("rollover", old, old)
    assert (result.status, "already exists, and xladdin does not overwrite it" in result.err) == (2, True)


def of_another_form(key: str, folder: Path) -> Path:
    """Make the sample of the system in an unknown form: without its number."""
    path = sample_book(key, folder, recalculated=False)
    edited(path, ("Start", str(open_club_file(path).ranges[FORMAT_VERSION_NAME][1]), None))
    return path


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_workbook_of_another_form_is_refused_and_renewed(key: str, tmp_path: Path) -> None:
    path = of_another_form(key, tmp_path)
    before = path.read_bytes()
    for command in (["recalc"], ["pair"], ["lite"], ["doctor"], ["rollover", "new.xlsx"], ["print"]):
        result = run_here(command[0], path, *(tmp_path / name for name in command[1:]))
        refused = " ".join((result.err + result.out).split())
        assert result.status != 0
        assert re.search(r"should contain 3, but contains no number\b.* xladdin renew OLD NEW", refused), command
    assert path.read_bytes() == before
    made = tmp_path / "new.xlsx"
    assert run_here("renew", path, made).status == 0
    sample = sample_book(key, tmp_path / "sample")
    assert rows_of(made, "Players", "Player", "Rating") == rows_of(sample, "Players", "Player", "Rating")
    assert not recalculated(made, LATER).blocks


LEFT_BEHIND = {
    "customXml/item1.xml": ("<x/>", "custom XML"),
    "xl/connections.xml": ("<x/>", "data connections"),
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
    result = run_cleanly("renew", old, old.with_name("new.xlsx"))
    return result


def test_every_part_that_is_left_behind_is_named(old: Path) -> None:
    assert "old workbook" not in renewed(old)
    old.with_name("new.xlsx").unlink()
    with zipfile.ZipFile(old, "a") as archive:
        for part, (content, _) in LEFT_BEHIND.items():
            archive.writestr(part, content)
    (line,) = (line for line in renewed(old).splitlines() if "These stay in the old workbook: " in line)
    names = line.partition(": ")[2].removesuffix(".").split(", ")
    assert sorted(names) == sorted(name for _, name in LEFT_BEHIND.values())


def test_words_typed_beside_what_is_ours_are_named_but_no_cell_of_another_table(old: Path) -> None:
    workbook = openpyxl.load_workbook(old)
    workbook["Start"]["C60"], workbook["Players"]["T5"] = "Key of the club room: Ann", "Own"
    workbook["Rules"]["M3"], workbook["Rules"]["M4"] = "agreed in May", "and in June"
    games = workbook["Games"]
    games["T6"], games["T7"] = "Cup", "Silver"
    games.add_table(Table(displayName="Cups", ref="T6:T7"))
    games["T10"], games["B200"] = "ask Ann", "below"
    workbook.save(old)
    result = renewed(old)
    assert '"Key of the club room: Ann" in Start, C60, stays in the old workbook.' in result
    assert '"Own" in Players, T5, stays in the old workbook.' in result
    assert '"agreed in May" in Rules, M3, and 1 more cell there stay in the old workbook.' in result
    assert '"ask Ann" in Games, T10, and 1 more cell there stay in the old workbook.' in result
