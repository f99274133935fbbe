"""Live cells, recalculated by LibreOffice, against what the replay used and what the rules say."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.formula.translate import Translator

from tests.helpers.clubs import book_of, edited, sample_book
from tests.helpers.edited_rules import edited_by_the_club
from tests.helpers.live_cells import NOW, Place, differences, live_headings, new_book, recalculated_cells
from tests.helpers.programs.recalculating import recalculate
from tests.helpers.random_clubs import Club, Rows, cell_tables, random_club
from xladdin.cells import column_letters, name_key
from xladdin.game_log import read_log
from xladdin.hosts.file_commands import recalculate_file
from xladdin.model import outcome
from xladdin.replay import Replay, replay
from xladdin.systems import SYSTEMS
from xladdin.systems.elo import WORDS
from xladdin.systems.lexington import Lexington
from xladdin.systems.system import GameSchema, RatingSystem
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, tables_of


def used_by_replay(replayed: Replay) -> dict[Place, object]:
    """What every live cell must show after the recalculation that made this replay."""
    log, system = replayed.log, replayed.log.system
    cells: dict[Place, object] = {}
    for heading in live_headings(system)[system.log_schema.table]:
        if heading in system.log_schema.rated:
            for row, value in enumerate(replayed.by_row(heading), FIRST_DATA_ROW):
                cells[system.log_schema.table, row, heading] = value
    if system.key == "dptr":
        for event, row in zip(log.events, log.event_rows):
            cells["Events", row + FIRST_DATA_ROW, "Value"] = system.event_columns(log.events)["Value"][
                log.events.index(event)
            ]
    else:
        for row, (one, other) in enumerate(zip(*map(replayed.by_row, system.log_schema.ratings)), FIRST_DATA_ROW):
            if one is not None and other is not None:
                cells["Games", row, "Difference"] = one - other
    return cells


@pytest.fixture(params=SYSTEMS.values(), ids=lambda system: system.key)
def system(request: pytest.FixtureRequest) -> RatingSystem:
    return request.param


def replayed_log(system: RatingSystem, club: Club) -> Replay:
    return replay(read_log(system, cell_tables(club), NOW.date()).sound())


def with_doubles_spelled_otherwise(system: RatingSystem, club: Club) -> Club:
    """The club, with players of two games at once whose names are in another spelling there than in the game."""
    if not system.log_schema.double:
        return club
    games, others = club["Games"], {"Zoë": "ZOE", "Bob": "Robert"}
    place = games.headings.index(system.log_schema.double)
    rows = [(*row[:place], others.get(str(row[place]), row[place]), *row[place + 1 :]) for row in games.rows]
    assert set(others.values()) <= {row[place] for row in rows}
    return {**club, "Games": Rows(games.headings, rows), "Aliases": Rows(("Alias", "Player"), [("Robert", "Bob")])}


def test_every_live_cell_equals_what_the_replay_used(system: RatingSystem, tmp_path: Path) -> None:
    club = with_doubles_spelled_otherwise(system, random_club(system, seed=1))
    path = new_book(system, club, tmp_path)
    recalculate_file(path, None, NOW)
    replayed = replayed_log(system, club)
    assert len(replayed.log.rated_rows) >= 240
    shown, expected = recalculated_cells(path, system), used_by_replay(replayed)
    assert differences(shown, expected) == {}
    not_rated = {place: None for place in shown if place not in expected and place[2] != "Difference"}
    assert differences(shown, not_rated) == {}


def test_the_same_by_rules_that_the_club_has_edited(system: RatingSystem, tmp_path: Path) -> None:
    edited = edited_by_the_club(system)
    club = random_club(system, seed=2)
    path = new_book(edited, club, tmp_path)
    recalculate_file(path, None, NOW)
    expected = used_by_replay(replayed_log(edited, club))
    assert differences(recalculated_cells(path, system), expected) == {}
    printed = used_by_replay(replayed_log(system, club))
    assert len(differences(printed, expected)) > 200


Listed = Mapping[str, tuple[float | None, float]]
"""From which rating and number of games the next game of a player is rated, by the key of the name."""


def current_list(replayed: Replay) -> Listed:
    """The list that the recalculation of this replay leaves."""
    columns = replayed.log.system.player_columns(replayed.state)
    ratings = columns["Rating"]
    assigned = columns.get("Assigned", [None] * len(ratings))
    return {
        name_key(player.name): (rating if own is None else own, games)  # type: ignore[misc]
        for player, rating, own, games in zip(replayed.log.players, ratings, assigned, replayed.state.games)
    }


def by_the_rules(
    system: RatingSystem, club: Club, listed: Listed, first_row: int = FIRST_DATA_ROW
) -> dict[Place, object]:
    """What live cells must show in rows without a recalculation, by the CHANGE rule of the system."""
    cells: dict[Place, object] = {}
    if system.key == "dptr":
        events = {name_key(str(name)): event for name, *event in club["Events"].rows}
        for row, (name, player, place) in enumerate(club["Results"].rows, first_row):
            day, field, rounds, worlds = events[name_key(str(name))]
            rating, _ = listed[name_key(str(player))]
            championship = str(worlds).lower() in ("yes", "x")
            placed = None if place is None else system.percentile(place, field)  # type: ignore[attr-defined]
            change = None
            if place is not None:
                change = system.change(rating, place, field, rounds, day.year, championship)  # type: ignore[attr-defined,union-attr]
            cells["Results", row, "Percentile"], cells["Results", row, "Change"] = placed, change
        return cells
    kind = system.log_schema
    headings = [heading for heading in (*kind.players, *kind.results, kind.double) if heading]
    kinds = club["Games"].column(GameSchema.kind_of_game)
    for row, (not_rated, game) in enumerate(zip(kinds, zip(*map(club["Games"].column, headings))), first_row):
        (one, games1), (other, games2) = (listed.get(name_key(str(name)), (None, 0)) for name in game[:2])
        known = one is not None and other is not None and not_rated is None
        cells["Games", row, "Difference"] = one - other if known else None  # type: ignore[operator]
        changes: tuple[object, object] = (None, None)
        if known and game[2] is not None:
            assert one is not None and other is not None
            changes = both_changes(system, one, other, games1, games2, *game)
        cells.update(zip((("Games", row, heading) for heading in kind.changes), changes))
    return cells


def both_changes(
    system: Any, one: float, other: float, games1: float, games2: float, name1: Any, name2: Any, *played: Any
) -> tuple[object, object]:
    if system.key == "elo":
        won = outcome(*played)
        sides = ((one, other, won, games1), (other, one, -won, games2))
        by_table = system.expected_by == "table"
        changes = [
            system.game_change(*ratings, WORDS[side], system.k(ratings[0], games), by_table)
            for *ratings, side, games in sides
        ]
        return changes[0], changes[1]
    if system.key == "sca":
        change = system.change(one, other, *played)
        assert outcome(*played) in (-1, 0, 1)
        return change, -change
    score1, score2, *double = played
    doubled = name_key(str(double[0])) if double and double[0] else ""
    extra1: list[Any] = [name_key(name1) == doubled] if system.log_schema.double else []
    extra2: list[Any] = [name_key(name2) == doubled] if system.log_schema.double else []
    if isinstance(system, Lexington):
        extra1, extra2 = [games1], [games2]
    change1 = system.change(one, other, score1, score2, *extra1)
    change2 = system.change(other, one, score2, score1, *extra2)
    if isinstance(system, Lexington):
        change1 = None if games1 < system.established_games else change1
        change2 = None if games2 < system.established_games else change2
    return change1, change2


def test_rows_typed_below_the_table_go_by_the_list(system: RatingSystem, tmp_path: Path) -> None:
    club, more = random_club(system, seed=5), random_club(system, seed=6, rows=40)
    if system.key == "dptr":
        more["Events"] = club["Events"]
        fields = [int(str(field)) for field in club["Events"].column("Players")]
        more["Results"].rows[:] = [
            (f"open {n % 9 + 1}", player, place and min(int(str(place)), fields[n % 9]))
            for n, (_, player, place) in enumerate(more["Results"].rows)
        ]
    path = new_book(system, club, tmp_path)
    recalculate_file(path, None, NOW)
    first_row = type_below(path, system, more)
    replayed = replayed_log(system, club)
    shown = recalculated_cells(path, system)
    assert differences(shown, used_by_replay(replayed)) == {}
    typed = by_the_rules(system, more, current_list(replayed), first_row)
    assert differences(shown, typed) == {}


def type_below(path: Path, system: RatingSystem, club: Club) -> int:
    """Types the rows of the log below those of the workbook, as Excel does: the table grows and fills formulas in."""
    workbook = openpyxl.load_workbook(path)
    sheet = workbook[system.log_schema.table]
    table = sheet.tables[system.log_schema.table]
    first_row = sheet.max_row + 1
    columns = [column.name for column in table.tableColumns]
    for row, cells in enumerate(club[system.log_schema.table].rows, first_row):
        for heading, cell in zip(club[system.log_schema.table].headings, cells):
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
    groups = ["axxb", "a*b", "a?b", "<5", ">0", "=1", "~a", "<>", "*", "5", "  spaced "]
    ratings = [1000 + 40 * number for number in range(len(groups))]
    names = [f"Player {number}" for number in range(len(groups))]
    campers = [[name, group.upper(), "Yes"] for name, group in zip(names, groups)]
    tables = {
        "groups": [["Group", "Initial rating"], *zip(groups, ratings), ["Fixed", 1200]],
        "players": [["Player", "Group", "Active"], *campers, ["Reference", "Fixed", "Yes"]],
        "games": [["Date", "White", "Black", "Result"], *(["2006-12-01", name, "Reference", "1-0"] for name in names)],
    }
    shown = recalculated_cells(book_of("sca", tmp_path, tables), SYSTEMS["sca"])
    differences_shown = [
        shown["Games", row, "Difference"] for row in range(FIRST_DATA_ROW, FIRST_DATA_ROW + len(groups))
    ]
    assert differences_shown == [rating - 1200 for rating in ratings]


def marked_rows(path: Path, log: str, folder: Path) -> list[int]:
    """The rows whose computed figures are struck through, by the rule in the file as LibreOffice computes it."""
    workbook = openpyxl.load_workbook(path)
    sheet = workbook[log]
    rules = [
        (str(cells.sqref), rule.formula[0])
        for cells in sheet.conditional_formatting
        for rule in cells.rules
        if rule.dxf is not None and rule.dxf.font is not None and rule.dxf.font.strike
    ]
    ((_, formula),) = rules
    column = sheet.max_column + 3
    rows = range(FIRST_DATA_ROW, sheet.max_row + 1)
    for row in rows:
        sheet.cell(row, column, f"=IF({formula},1,0)")
    workbook.save(path)
    values = openpyxl.load_workbook(recalculate(path, folder), data_only=True)[log]
    return [row for row in rows if values.cell(row, column).value == 1]


@pytest.mark.parametrize("key", ["mississauga", "sca", "dptr"])
def test_a_corrected_name_marks_its_row_until_it_is_rated_again(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    kind = SYSTEMS[key].log_schema
    columns = [column.heading for column in tables_of(SYSTEMS[key])[kind.table].columns]
    names = column_letters(columns.index(kind.player1) + 1)
    sheet = openpyxl.load_workbook(path)[kind.table]
    first, other = (sheet[f"{names}{row}"].value for row in (FIRST_DATA_ROW, FIRST_DATA_ROW + 2))
    assert first != other
    assert marked_rows(path, kind.table, tmp_path / "before") == []
    path = sample_book(key, tmp_path / "corrected")
    edited(path, (kind.table, f"{names}{FIRST_DATA_ROW}", other))
    assert marked_rows(path, kind.table, tmp_path / "after") == [FIRST_DATA_ROW]
