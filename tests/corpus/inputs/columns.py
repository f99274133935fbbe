"""Columns that are missing, renamed, moved or doubled, tables that are moved, renamed or gone, and misplaced rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.corpus.cases import Accepted, BookCase, Cannot, Outcome, ToMend, typed
from tests.corpus.editing import Parts, cell_at, move_table, rename_heading, set_cell, swap_columns, tag, type_cells
from xladdin.workbook.schema import HEADINGS_ROW

CLUB = "mississauga"
MISSING = "this column is missing from the table; undo its deletion, or give it its name again"
GAME = {"A": 45545, "B": "Pierre", "C": 416, "D": "Mackenzie", "E": 303}
ONCE_MORE = {"Pierre": 1250, "Mackenzie": 991}
"""The ratings if the game of the club counts twice."""


def renamed(name: str, club: str, table: str, old: str, new: str, outcome: Outcome) -> BookCase:
    return BookCase(f"column: {name}", club, lambda path: rename_heading(path, table, old, new), outcome)


def on_parts(name: str, change: Callable[[Parts], None], outcome: Outcome, club: str = CLUB) -> BookCase:
    def spoil(path: Path) -> None:
        parts = Parts(path)
        change(parts)
        parts.save()

    return BookCase(name, club, spoil, outcome)


def game_in(row: int) -> dict[str, object]:
    return {f"Games!{column}{row}": value for column, value in GAME.items()}


def rename_table(parts: Parts) -> None:
    for attribute in ("name", "displayName"):
        parts.table("Games").set(attribute, "Games2")


def table_to_range(parts: Parts) -> None:
    sheet = parts.sheet("Games")
    sheet.remove(sheet.find(tag("tableParts")))
    listing = next(
        part
        for part in parts.members
        if "/_rels/" in part and parts.table_part("Games")[3:] in str(parts.members[part])
    )
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
    type_cells(path, game_in(5))


def totals_row(parts: Parts) -> None:
    parts.table("Games").set("ref", "A3:M5")
    parts.table("Games").set("totalsRowCount", "1")
    set_cell(cell_at(parts.sheet("Games"), "B5"), "Total")
    set_cell(cell_at(parts.sheet("Games"), "C5"), 416)


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


CASES = (
    renamed("a key renamed", CLUB, "Games", "Player 1", "Who", ToMend(f"Games row 3, Player 1: {MISSING}")),
    renamed("of starts missing", CLUB, "Players", "Start rating", "Old rating",
            ToMend("Players row 3, Start rating: has gone with all that was typed in it; undo that, or else add an "
                   'empty column "Start rating"')),
    BookCase("column: a key twice", CLUB, lambda path: rename_heading(path, "Games", "Remark", "Player 1"),
             ToMend('Games row 3, Player 1: "Player 1" – B3 and M3 both read as this heading; '
                    "give the one that is the club's own another")),
    renamed("of starts nearly named", CLUB, "Players", "Start rating", "Initial rating",
            ToMend('Players row 3, Initial rating: did you mean "Start rating"? '
                   'If not, add an empty column "Start rating"')),
    BookCase("column: two change places", CLUB, lambda path: swap_columns(path, "Games", "Score 1", "Player 2"),
             Accepted()),
    BookCase("column: computed and typed change places", CLUB,
             lambda path: swap_columns(path, "Players", "Start games", "Rating"), Accepted()),
    BookCase("table: moved down and to the right", CLUB, lambda path: move_table(path, "Players", 3, 2), Accepted()),
    on_parts("table: renamed", rename_table, Cannot("the table Games is missing", "Ctrl+T")),
    on_parts("table: turned into a range", table_to_range, Cannot("the table Games is missing", "Ctrl+T")),
    on_parts("table: with a totals row", totals_row, Accepted()),
    on_parts("table: headings hidden", hide_headings, Accepted()),
    on_parts("table: down to the last row of the sheet", down_to_the_end, Accepted()),
    on_parts("sheet: Players deleted", delete_sheet("Players"),
             Cannot("the table Players is missing", "undo")),
    *(BookCase(f"sheet: {name} deleted, and a game typed", CLUB, partial(without_but_a_game, name), Accepted(ONCE_MORE))
      for name in ("Review", "Snapshot")),
    on_parts("sheet: Start deleted", delete_sheet("Start"), Cannot("of another form", "Run xladdin renew OLD NEW")),
    typed("rows: typed right below a table that did not grow", CLUB, game_in(5), Accepted(ONCE_MORE)),
    typed("rows: typed below a blank row", CLUB, game_in(6),
          ToMend('Games row 6, Date: "2024-09-10" – is below the table Games with a blank row between, and is not '
                 "part of it; move it up, or away")),
    typed("rows: a player below a blank row, who has played", CLUB, {"Players!A9": "Zed", "Games!B4": "zed "},
          ToMend('Games row 4, Player 1: "zed" is not on Players. Add it there, or correct the name.',
                 'Players row 9, Player: "Zed" – is below the table Players with a blank row between, and is not part '
                 "of it; move it up, or away")),
)  # fmt: skip
