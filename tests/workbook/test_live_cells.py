"""Contract of formulas, recalculated by LibreOffice: they show what the replay used, and hold their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.formula.translate import Translator
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.clubs import LATER, ONE_OF_EACH_KIND, book_of, load_values, recalc_club, sample_book, set_cells
from tests.helpers.edited_rules import edit_rules
from tests.helpers.live_cells import NOW, Place, live_headings, new_book, recalculated_cells
from tests.helpers.programs.ooxml import validate_workbook
from tests.helpers.programs.recalculating import recalculate
from tests.helpers.programs.recalculating import recalculate as by_libreoffice
from tests.helpers.random_clubs import Tables, random_club
from tests.oracle.engine import cell_tables
from xladdin import RatingSystem
from xladdin.cells import column_letters, name_key
from xladdin.game_log.reading import read_log
from xladdin.hosts.file_commands import recalculate_file
from xladdin.replay import Replay, replay_log
from xladdin.systems import SYSTEMS
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, HISTORY, PLAYER, START


def differences(stored: Mapping[Place, object], expected: Mapping[Place, object]) -> dict[Place, tuple[object, object]]:
    return {
        key: (stored.get(key), value)
        for key, value in expected.items()
        if stored.get(key) != (pytest.approx(value, rel=0, abs=1e-9) if isinstance(value, (int, float)) else value)
    }


def used_by_replay(replayed: Replay) -> dict[Place, object]:
    log, system = replayed.log, replayed.log.system
    cells: dict[Place, object] = {}
    for heading in live_headings(system)[system.log_schema.table]:
        if heading in system.log_schema.computed_headings:
            for row, value in enumerate(replayed.column_by_row(heading), FIRST_DATA_ROW):
                cells[system.log_schema.table, row, heading] = value
    if system.key == "dptr":
        for row, value in zip(log.event_rows, system.event_columns(log.events)["Value"]):
            cells["Events", row + FIRST_DATA_ROW, "Value"] = value
    else:
        for row, (rating, other) in enumerate(
            zip(*map(replayed.column_by_row, system.log_schema.ratings)), FIRST_DATA_ROW
        ):
            if rating is not None and other is not None:
                cells["Games", row, "Difference"] = rating - other
    return cells


@pytest.fixture(params=SYSTEMS.values(), ids=lambda system: system.key)
def system(request: pytest.FixtureRequest) -> RatingSystem:
    return request.param


def replayed_log(system: RatingSystem, club: Tables) -> Replay:
    return replay_log(read_log(system, cell_tables(club), NOW.date()).require_valid())


def with_doubles_spelled_otherwise(system: RatingSystem, club: Tables) -> Tables:
    """Return the club, with players of two games at once whose names are in another spelling there than in the game."""
    if not system.log_schema.double:
        return club
    others = {"Zoë": "ZOE", "Bob": "Robert"}
    index = club["games"][0].index(system.log_schema.double)
    rows = [(*row[:index], others.get(str(row[index]), row[index]), *row[index + 1 :]) for row in club["games"]]
    assert set(others.values()) <= {row[index] for row in rows}
    return {**club, "games": rows, "aliases": [("Alias", "Player"), ("Robert", "Bob")]}


@pytest.mark.parametrize("has_edited_rules", [False, True])
def test_every_live_cell_equals_what_the_replay_used(
    system: RatingSystem, has_edited_rules: bool, tmp_path: Path
) -> None:
    club_system = edit_rules(system) if has_edited_rules else system
    club = with_doubles_spelled_otherwise(system, random_club(system, seed=1))
    path = new_book(club_system, club, tmp_path)
    recalculate_file(path, None, NOW)
    replayed = replayed_log(club_system, club)
    assert len(replayed.log.rated_rows) >= 240
    stored, expected = recalculated_cells(path, system), used_by_replay(replayed)
    assert differences(stored, expected) == {}
    not_rated = {key: None for key in stored if key not in expected and key[2] != "Difference"}
    assert differences(stored, not_rated) == {}
    if has_edited_rules:
        assert len(differences(used_by_replay(replayed_log(system, club)), expected)) > 200


LAST_DAY = NOW.date() - timedelta(days=2)


def last_session(system: RatingSystem, club: Tables, more: Tables) -> list[Sequence[object]]:
    """Return rows of a session after all others, in which everybody plays at most once."""
    if system.key == "dptr":
        return [("FINALE ", name, 3 + number) for number, (_, name, _) in enumerate(more["results"][1:17])]
    rows, seen = [], set[str]()
    headings, *games = more["games"]
    for row in games:
        names = {name_key(str(row[headings.index(heading)])) for heading in system.log_schema.players}
        if not names & seen:
            rows.append((LAST_DAY, *row[1:]))
            seen |= names
    return rows


def newcomers(replayed: Replay) -> set[str]:
    """Return the keys of players whose next game no live cell can rate: without a rating, or with too few games."""
    system, state = replayed.log.system, replayed.state
    columns, least = system.player_columns(state), getattr(system, "established_games", 0)
    rows = zip(replayed.log.players, columns["Rating"], columns.get("Assigned", columns["Rating"]), state.games)
    return {name_key(player.name) for player, *ratings, games in rows if ratings == [None, None] or games < least}


def test_rows_typed_below_the_table_go_by_the_list(system: RatingSystem, tmp_path: Path) -> None:
    """They show what a recalculation then gives, as everybody plays once. A newcomer's cell may be blank."""
    club = random_club(system, seed=5)
    if system.key == "dptr":
        club["events"].append(("Finale", LAST_DAY, 40, 2, "Yes"))
    path = new_book(system, club, tmp_path)
    recalculate_file(path, None, NOW)
    before = replayed_log(system, club)
    typed = last_session(system, club, random_club(system, seed=6, rows=80))
    first_row = type_below(path, system, club, typed)
    stored = recalculated_cells(path, system)
    assert differences(stored, used_by_replay(before)) == {}
    after = recalculate_file(path, None, NOW).replay
    assert after is not None
    rated = {key: value for key, value in used_by_replay(after).items() if key[1] >= first_row}
    blank = {key[1] - first_row for key, (cell, _) in differences(stored, rated).items() if cell is None}
    new = newcomers(before)
    assert {row for row in blank if not new & {name_key(str(cell)) for cell in typed[row]}} == set()
    sure = {key: value for key, value in rated.items() if stored[key] is not None}
    assert differences(stored, sure) == {} and len({key[1] for key in sure}) >= 5


def type_below(path: Path, system: RatingSystem, club: Tables, rows: Sequence[Sequence[object]]) -> int:
    """Types rows of the log below those of the workbook, as Excel does: the table grows and fills formulas in."""
    workbook = openpyxl.load_workbook(path)
    sheet = workbook[system.log_schema.table]
    table = sheet.tables[system.log_schema.table]
    first_row = sheet.max_row + 1
    columns = [column.name for column in table.tableColumns]
    for row, cells in enumerate(rows, first_row):
        for heading, cell in zip(club[system.log_schema.table.lower()][0], cells):
            typed = sheet.cell(row, columns.index(heading) + 1)
            typed.value = cell
            if isinstance(cell, str):
                typed.data_type = "s"
        for position, column in enumerate(table.tableColumns, 1):
            if column.calculatedColumnFormula is not None:
                letter = column_letters(position)
                formula = Translator(f"={column.calculatedColumnFormula.attr_text}", f"{letter}{FIRST_DATA_ROW}")
                sheet.cell(row, position).value = formula.translate_formula(f"{letter}{row}")
    table.ref = table.autoFilter.ref = f"A{HEADINGS_ROW}:{column_letters(len(columns))}{sheet.max_row}"
    workbook.save(path)
    return first_row


def test_groups_of_any_name_give_their_rating(tmp_path: Path) -> None:
    """SUMIF took "<5" for a comparison, and "a*b" for every group that begins and ends like that."""
    groups = {name: 1000 + 40 * n for n, name in enumerate(("axxb", "a*b", "a?b", "<5", ">0", "=1", "~a", "<>", "5"))}
    tables = {
        "groups": [["Group", "Initial rating"], *groups.items()],
        "players": [["Player", "Group", "Active"], *([f"Of {name}", name.upper(), "Yes"] for name in groups)],
        "games": [
            ["Date", "White", "Black", "Result"],
            *(["2006-12-01", f"Of {name}", "Of 5", "1-0"] for name in groups),
        ],
    }
    tables["games"].pop()
    stored = recalculated_cells(book_of("sca", tmp_path, tables), SYSTEMS["sca"])
    differences = [value for (_, _, heading), value in stored.items() if heading == "Difference"]
    assert differences == [rating - groups["5"] for rating in groups.values()][:-1]


@pytest.mark.parametrize(("key", "first"), [("mississauga", "B"), ("sca", "B"), ("dptr", "B")])
def test_a_corrected_name_marks_its_row_until_it_is_rated_again(key: str, first: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    log = SYSTEMS[key].log_schema.table
    assert marked_rows(path, log) == []
    sheet = openpyxl.load_workbook(path)[log]
    assert sheet[f"{first}4"].value != sheet[f"{first}6"].value
    set_cells(path, (log, f"{first}4", sheet[f"{first}6"].value))
    assert marked_rows(path, log) == [FIRST_DATA_ROW]


def marked_rows(path: Path, log: str) -> list[int]:
    """Return the rows whose computed figures are struck through, by the rule in the file as LibreOffice computes it."""
    workbook = openpyxl.load_workbook(path)
    sheet = workbook[log]
    rules = [rule for cells in sheet.conditional_formatting for rule in cells.rules if rule.dxf and rule.dxf.font]
    (formula,) = {rule.formula[0] for rule in rules if rule.dxf.font.strike}
    column, rows = sheet.max_column + 3, range(FIRST_DATA_ROW, sheet.max_row + 1)
    for row in rows:
        translated = Translator(f"=IF({formula},1,0)", f"A{FIRST_DATA_ROW}").translate_formula(f"A{row}")
        sheet.cell(row, column).value = translated
    copy = path.with_name("marked.xlsx")
    workbook.save(copy)
    values = openpyxl.load_workbook(recalculate(copy, path.parent / "marked"), data_only=True)[log]
    return [row for row in rows if values.cell(row, column).value == 1]


def shown_formulas(path: Path) -> list[tuple[str, str]]:
    """Sheet and cell of each formula, except those of hidden sheets, of Player, and the hidden figures of Start."""
    workbook = openpyxl.load_workbook(path)
    return [
        (sheet.title, cell.coordinate)
        for sheet in workbook
        if sheet.sheet_state == "visible" and sheet.title != PLAYER
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f" and not (sheet.title == START and is_hidden(sheet, cell.column_letter))
    ]


def is_hidden(sheet: Worksheet, letters: str) -> bool:
    number = openpyxl.utils.column_index_from_string(letters)
    return any(column.hidden and column.min <= number <= column.max for column in sheet.column_dimensions.values())


def plain(value: Any) -> Any:
    if isinstance(value, datetime):
        value = to_excel(value)
    return pytest.approx(value) if value and isinstance(value, (int, float)) else value or ""


@pytest.mark.parametrize("state", ["new", "edited rules", "recalculated sample", "another player picked"])
@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_every_formula_that_shows_holds_its_value(key: str, state: str, tmp_path: Path) -> None:
    if state == "edited rules":
        path = new_book(edit_rules(SYSTEMS[key]), {}, tmp_path)
        recalc_club(path)
    else:
        path = book_of(key, tmp_path, {}) if state == "new" else sample_book(key, tmp_path)
    if state == "another player picked":
        picked = [cell.value for cell in openpyxl.load_workbook(path)[HISTORY][5] if cell.value][-1]
        set_cells(path, (HISTORY, "D4", picked))
        recalc_club(path, LATER)
        assert load_values(path)[HISTORY]["A22"].value == picked
    assert validate_workbook(path) == []
    cells = shown_formulas(path)
    if state == "edited rules":
        cells = [(sheet, cell) for sheet, cell in cells if sheet == "Calculator"]
    if state == "another player picked":  # the program that typed it keeps no values on the other sheets
        cells = [(sheet, cell) for sheet, cell in cells if sheet == HISTORY and cell not in ("A1", "A2")]
    assert len(cells) > (5 if state == "edited rules" else 120)
    saved, computed = load_values(path), load_values(by_libreoffice(path, tmp_path / "computed"))
    wrong = {
        (sheet, cell): (value, expected)
        for sheet, cell in cells
        if (value := saved[sheet][cell].value or "") != (expected := plain(computed[sheet][cell].value))
        and not (isinstance(value, datetime) and to_excel(value) == expected)
    }
    assert wrong == {}
