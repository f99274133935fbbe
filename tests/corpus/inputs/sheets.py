"""Sheets, tables and names as people and programs leave them: moved, renamed, deleted, filtered, or in other XML."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import openpyxl
from lxml import etree
from openpyxl.worksheet.cell_range import CellRange

from tests.corpus.cases import Accepted, BookCase, Cannot, CannotWrite, Outcome, ToMend, on_parts, put, with_rows
from tests.corpus.editing import (
    Formula,
    Parts,
    cell_at,
    defined_name,
    rename_heading,
    set_cell,
    swap_columns,
    tag,
    type_cells,
)
from xladdin.workbook.schema import HEADINGS_ROW

CLUB = "mississauga"
GONE = "undo the deletion, or move the rows to a new workbook"
MISSING = "this column is missing from the table; undo its deletion, or restore its heading"
NO_HEADINGS = ToMend(
    *(f"Games row 3, {heading}: {MISSING}" for heading in ("Date", "Player 1", "Player 2", "Score 1", "Score 2"))
)
SECOND_GAME = {"Games!A5": 45545, "Games!B5": "Pierre", "Games!C5": 416, "Games!D5": "Mackenzie", "Games!E5": 303}
second_game = put(SECOND_GAME)
ONCE_MORE = {"Pierre": 1250, "Mackenzie": 991}
"""The ratings if the game of the club counts twice."""


def edited(name: str, change: Callable[[Path], None], outcome: Outcome) -> BookCase:
    return BookCase(name, CLUB, change, outcome)


def renamed(name: str, table: str, old: str, new: str, outcome: Outcome) -> BookCase:
    return edited(f"column: {name}", lambda path: rename_heading(path, table, old, new), outcome)


def move_players(path: Path) -> None:
    workbook = openpyxl.load_workbook(path)
    table = workbook["Players"].tables["Players"]
    workbook["Players"].move_range(table.ref, 3, 2)
    moved = CellRange(table.ref)
    moved.shift(col_shift=2, row_shift=3)
    table.ref = table.autoFilter.ref = moved.coord
    workbook.save(path)


def rename_table(parts: Parts) -> None:
    for attribute in ("name", "displayName"):
        parts.table("Games").set(attribute, "Games2")


def table_to_range(parts: Parts) -> None:
    sheet = parts.sheet("Games")
    sheet.remove(sheet.find(tag("tableParts")))
    table = parts.table_part("Games")[3:]
    listing = next(part for part in parts.members if "/_rels/" in part and table in str(parts.members[part]))
    links = parts.xml(listing)
    links.remove(next(link for link in links if link.get("Type").endswith("/table")))


def delete_sheet(name: str) -> Callable[[Parts], None]:
    def delete(parts: Parts) -> None:
        part = parts.sheet_part(name)
        sheet = next(sheet for sheet in parts.workbook.iter(tag("sheet")) if sheet.get("name") == name)
        sheet.getparent().remove(sheet)
        del parts.members[part]
        parts._trees.pop(part, None)
        links = parts.xml("xl/_rels/workbook.xml.rels")
        links.remove(next(link for link in links if link.get("Target").endswith(part.rpartition("/")[2])))

    return delete


def without_but_a_game(sheet: str, path: Path) -> None:
    parts = Parts(path)
    delete_sheet(sheet)(parts)
    parts.save()
    type_cells(path, SECOND_GAME)


def totals_row(parts: Parts) -> None:
    parts.table("Games").set("ref", "A3:M5")
    parts.table("Games").set("totalsRowCount", "1")
    put({"Games!B5": "Total", "Games!C5": 416})(parts)


def hide_headings(parts: Parts) -> None:
    table = parts.table("Games")
    table.set("headerRowCount", "0")
    table.set("ref", "A4:M4")
    table.remove(table.find(tag("autoFilter")))
    rows = parts.sheet("Games").find(tag("sheetData"))
    rows.remove(rows[HEADINGS_ROW - 1])


def down_to_the_end(parts: Parts) -> None:
    for element in parts.table("Games").iter(tag("table"), tag("autoFilter")):
        element.set("ref", "A3:M1048576")


def filter_rows(parts: Parts) -> None:
    """Hide all rows by a filter that shows only the games of another player."""
    second_game(parts)
    for row in parts.sheet("Games").iter(tag("row")):
        row.set("hidden", "1")
    column = etree.SubElement(parts.table("Games").find(tag("autoFilter")), tag("filterColumn"), colId="1")
    etree.SubElement(etree.SubElement(column, tag("filters")), tag("filter"), val="Lester")


def protect_sheets(parts: Parts) -> None:
    for part in parts.members:
        if re.fullmatch(r"xl/worksheets/sheet\d+\.xml", part):
            protection = etree.Element(tag("sheetProtection"), sheet="1", password="CC1A", objects="1", scenarios="1")
            parts.xml(part).find(tag("sheetData")).addnext(protection)
    lock = etree.Element(tag("workbookProtection"), lockStructure="1", workbookPassword="CC1A")
    parts.workbook.find(tag("bookViews")).addprevious(lock)


def empty(*names: str) -> Callable[[Parts], None]:
    def change(parts: Parts) -> None:
        for name in names:
            parts.sheet(name).find(tag("sheetData"))[:] = []

    return change


def without_addresses(parts: Parts) -> None:
    """Rows and cells that follow one another need no addresses, but those that we put between blank ones do."""
    for row in parts.sheet("Players").find(tag("sheetData")):
        for element in (row, *row):
            del element.attrib["r"]


def raw(part_of: str, change: Callable[[bytes], bytes]) -> Callable[[Parts], None]:
    """Change the bytes of a sheet."""

    def spoil(parts: Parts) -> None:
        part = parts.sheet_part(part_of)
        parts.members[part] = change(parts.members[part])

    return spoil


def with_prefix(xml: bytes) -> bytes:
    """Write the same elements under a prefix, as some programs do."""
    xml = re.sub(rb"<(/?)([A-Za-z]+)(?=[\s/>])", rb"<\1x:\2", xml)
    return xml.replace(b' xmlns="http://schemas', b' xmlns:x="http://schemas', 1)


def rows_reversed(parts: Parts) -> None:
    second_game(parts)
    rows = parts.sheet("Games").find(tag("sheetData"))
    rows[:] = reversed(list(rows))


def rich_text(parts: Parts) -> None:
    """Write a name with two bold letters and a note of how to say it."""
    cell = cell_at(parts.sheet("Games"), "B4")
    set_cell(cell, "")
    text = cell[0]
    text[:] = []
    for letters in ("Pi", "erre"):
        run = etree.SubElement(text, tag("r"))
        etree.SubElement(etree.SubElement(run, tag("rPr")), tag("b"))
        etree.SubElement(run, tag("t")).text = letters
    hint = etree.SubElement(text, tag("rPh"), sb="0", eb="1")
    etree.SubElement(hint, tag("t")).text = "pee"


def shared_formula(parts: Parts) -> None:
    """Write two scores by one formula, which their program has stored once."""
    second_game(parts)
    for row, text in ((4, "E4+113"), (5, None)):
        cell = cell_at(parts.sheet("Games"), f"C{row}")
        set_cell(cell, Formula("", 416))
        formula = cell.find(tag("f"))
        formula.text = text
        formula.set("t", "shared")
        formula.set("si", "77")
    cell_at(parts.sheet("Games"), "C4").find(tag("f")).set("ref", "C4:C5")


def delete_name(parts: Parts) -> None:
    name = defined_name(parts, "club_system")
    name.getparent().remove(name)


def to_reference(name: str, reference: str) -> Callable[[Parts], None]:
    def change(parts: Parts) -> None:
        defined_name(parts, name).text = reference

    return change


def one_bonus_less(parts: Parts) -> None:
    """Leave columns of a table that differ in length."""
    start, _, last = defined_name(parts, "rule_spread_bonus").text.rpartition("$")
    defined_name(parts, "rule_spread_bonus").text = f"{start}${int(last) - 1}"


CASES = (
    renamed("a key renamed", "Games", "Player 1", "Who", ToMend(f"Games row 3, Player 1: {MISSING}")),
    renamed("of starts missing", "Players", "Start rating", "Old rating",
            ToMend("Players row 3, Start rating: is missing, with everything typed in it; undo its deletion, or add an "
                   'empty column "Start rating"')),
    renamed("a key twice", "Games", "Remark", "Player 1",
            ToMend('Games row 3, Player 1: "Player 1" – B3 and M3 both match this heading; '
                   "rename the column that you added")),
    renamed("of starts nearly named", "Players", "Start rating", "Initial rating",
            ToMend('Players row 3, Initial rating: did you mean "Start rating"? '
                   'If not, add an empty column "Start rating"')),
    edited("column: two change places", lambda path: swap_columns(
        path, "Games", "Score 1", "Player 2", {"Games!C4": "Mackenzie", "Games!D4": 416}), Accepted()),
    edited("column: computed and typed change places",
           lambda path: swap_columns(path, "Players", "Start games", "Rating", {
               "Players!C4": 1242, "Players!C5": 999, "Players!C6": 944,
               "Players!D4": 120, "Players!D5": 85, "Players!D6": 33}), Accepted()),
    edited("table: moved down and to the right", move_players, Accepted()),
    on_parts("table: renamed", rename_table, Cannot("the table Games is missing", "Ctrl+T")),
    on_parts("table: turned into a range", table_to_range, Cannot("the table Games is missing", "Ctrl+T")),
    on_parts("table: with a totals row", totals_row, Accepted()),
    on_parts("table: headings hidden", hide_headings, Accepted()),
    on_parts("table: down to the last row of the sheet", down_to_the_end, Accepted()),
    on_parts("sheet: Players deleted", delete_sheet("Players"),
             Cannot("the table Players is missing", "undo")),
    *(edited(f"sheet: {name} deleted, and a game typed", partial(without_but_a_game, name), Accepted(ONCE_MORE))
      for name in ("Review", "Snapshot")),
    on_parts("sheet: Start deleted", delete_sheet("Start"),
             Cannot("another version of xladdin", "Run xladdin renew OLD NEW")),
    on_parts("sheet: filtered rows count", filter_rows, Accepted(ONCE_MORE)),
    on_parts("sheet: all protected by a password", protect_sheets, Accepted()),
    on_parts("sheet: reports emptied", empty("Standings", "Rating history", "Scoreboard"), Accepted()),
    on_parts("sheet: Games emptied, headings too", empty("Games"), NO_HEADINGS),
    on_parts("name: 32,767 characters in a game", put({"Games!B4": "x" * 32_767}),
             ToMend(f'Games row 4, Player 1: "{"x" * 60}…" – is 32,767 characters long; a name has at most 255')),
    on_parts("cell: two scores by one shared formula", shared_formula, Accepted(ONCE_MORE)),
    on_parts("cell: of rich text", rich_text, Accepted()),
    on_parts("cell: far below and far to the right", put({"Games!XFD1048576": "x"}),
             Cannot("sheet Games reaches to column XFD and row 1,048,576", "Delete the stray cells")),
    on_parts("xml: cells without addresses", without_addresses, Accepted()),
    on_parts("xml: rows in the wrong order", rows_reversed, CannotWrite("sheet Games", "save")),
    on_parts("xml: under a prefix", raw("Games", with_prefix), Accepted()),
    on_parts("xml: a row never closed, whose cells name their places",
             raw("Games", lambda xml: xml.replace(b"</row>", b"", 1)), Cannot("sheet Games is damaged")),
    on_parts("xml: bytes that are no UTF-8", raw("Players", lambda xml: xml.replace(b"Pierre", b"Pi\xffrre")),
             Cannot("sheet Players is damaged")),
    on_parts("rules: the system's name deleted", delete_name,
             Cannot("club.xlsx is not a club workbook", "xladdin new SYSTEM FILE")),
    on_parts("rules: a setting's row deleted", to_reference("rule_season_month", "Rules!#REF!"),
             ToMend(with_rows("Rules row {rule_season_month}, Season's first month: the cell named rule_season_month "
                              f"is missing; {GONE}", CLUB))),
    on_parts("rules: a table's columns of different length", one_bonus_less,
             ToMend(with_rows("Rules row {rule_spread_bonus}, Spread from: its columns differ in length; "
                              f"{GONE}", CLUB))),
    on_parts("rules: a table's name that means a whole sheet",
             to_reference("rule_spread_from", "Rules!$A$1:$XFD$1048576"),
             Cannot("the defined name rule_spread_from refers to A1:XFD1048576", "Name Manager")),
)  # fmt: skip
