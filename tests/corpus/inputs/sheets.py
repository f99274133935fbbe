"""Sheets as people and programs leave them: hidden, filtered, merged, protected, with formulas, or in other XML."""

from __future__ import annotations

import re
from collections.abc import Callable

from lxml import etree

from tests.corpus.cases import Accepted, Cannot, CannotWrite, ToMend, typed
from tests.corpus.editing import ErrorValue, Formula, Parts, cell_at, set_cell, tag
from tests.corpus.inputs.columns import GAME, MISSING, ONCE_MORE, on_parts

CLUB = "mississauga"
NO_HEADINGS = ToMend(
    *(f"Games row 3, {heading}: {MISSING}" for heading in ("Date", "Player 1", "Player 2", "Score 1", "Score 2"))
)
SAVE = ("Open it in Excel or LibreOffice, save, and try again.",)


def games(parts: Parts):  # type: ignore[no-untyped-def]
    return parts.sheet("Games")


def second_game(parts: Parts) -> None:
    for column, value in GAME.items():
        set_cell(cell_at(games(parts), f"{column}5"), value)


def hide_rows(parts: Parts) -> None:
    second_game(parts)
    for row in games(parts).iter(tag("row")):
        row.set("hidden", "1")


def filter_rows(parts: Parts) -> None:
    """A filter that shows only the games of another player."""
    hide_rows(parts)
    column = etree.SubElement(parts.table("Games").find(tag("autoFilter")), tag("filterColumn"), colId="1")
    etree.SubElement(etree.SubElement(column, tag("filters")), tag("filter"), val="Lester")


def protect_sheets(parts: Parts) -> None:
    for part in parts.members:
        if re.fullmatch(r"xl/worksheets/sheet\d+\.xml", part):
            protection = etree.Element(tag("sheetProtection"), sheet="1", password="CC1A", objects="1", scenarios="1")
            parts.xml(part).find(tag("sheetData")).addnext(protection)
    lock = etree.Element(tag("workbookProtection"), lockStructure="1", workbookPassword="CC1A")
    parts.workbook.find(tag("bookViews")).addprevious(lock)


def empty_sheet(parts: Parts) -> None:
    for name in ("Standings", "Rating history", "Scoreboard"):
        parts.sheet(name).find(tag("sheetData"))[:] = []


def no_game_sheet_rows(parts: Parts) -> None:
    games(parts).find(tag("sheetData"))[:] = []


def stray_cell(address: str) -> Callable[[Parts], None]:
    return lambda parts: set_cell(cell_at(games(parts), address), "x")


def without_addresses(parts: Parts) -> None:
    """Rows and cells that follow one another need no addresses, but those that we put between blank ones do."""
    rows = parts.sheet("Players").find(tag("sheetData"))
    for row in rows:
        del row.attrib["r"]
        for cell in row:
            del cell.attrib["r"]


def raw(part_of: str, change: Callable[[bytes], bytes]) -> Callable[[Parts], None]:
    """Changes the bytes of a sheet."""

    def spoil(parts: Parts) -> None:
        part = parts.sheet_part(part_of)
        parts.members[part] = change(parts.members[part])

    return spoil


never_closed = raw("Games", lambda xml: xml.replace(b"</row>", b"", 1))
no_utf_8 = raw("Players", lambda xml: xml.replace(b"Pierre", b"Pi\xffrre"))


def with_prefix(xml: bytes) -> bytes:
    """Writes the same elements under a prefix, as some programs do."""
    xml = re.sub(rb"<(/?)([A-Za-z]+)(?=[\s/>])", rb"<\1x:\2", xml)
    return xml.replace(b' xmlns="http://schemas', b' xmlns:x="http://schemas', 1)


under_a_prefix = raw("Games", with_prefix)


def rows_reversed(parts: Parts) -> None:
    second_game(parts)
    rows = games(parts).find(tag("sheetData"))
    rows[:] = reversed(list(rows))


def rich_text(parts: Parts) -> None:
    """A name with two bold letters and a note of how to say it."""
    cell = cell_at(games(parts), "B4")
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
    """Two scores by one formula, which their program has stored once."""
    second_game(parts)
    for row, text in ((4, "E4+113"), (5, None)):
        set_cell(cell_at(games(parts), f"C{row}"), Formula("", 416))
        formula = cell_at(games(parts), f"C{row}").find(tag("f"))
        formula.text = text
        formula.set("t", "shared")
        formula.set("si", "77")
    cell_at(games(parts), "C4").find(tag("f")).set("ref", "C4:C5")


CASES = (
    on_parts("sheet: filtered rows count", filter_rows, Accepted(ONCE_MORE)),
    on_parts("sheet: all protected by a password", protect_sheets, Accepted()),
    on_parts("sheet: reports emptied", empty_sheet, Accepted()),
    on_parts("sheet: Games emptied, headings too", no_game_sheet_rows, NO_HEADINGS),
    typed("cell: a score by a formula", CLUB, {"Games!C4": Formula("400+16", 416)}, Accepted()),
    typed("cell: a formula that came to an error", CLUB, {"Games!C4": Formula("1/0", ErrorValue("#DIV/0!"))},
          ToMend('Games row 4, Score 1: "#DIV/0!" – must be a number')),
    typed("cell: a formula whose value nobody has stored", CLUB, {"Games!C4": Formula("400+16")},
          Cannot("the formula in cell C4 of its sheet Games has no value yet", *SAVE)),
    typed("cell: a formula where a rating is written", CLUB, {"Players!D4": Formula("1000+1", 1001)},
          CannotWrite("the formula in cell D4 of its sheet Players is where a recalculation writes", "Delete it")),
    typed("cell: a formula whose value is the rating", CLUB, {"Players!D4": Formula("1200+42", 1242)}, Accepted()),
    on_parts("cell: two scores by one shared formula", shared_formula, Accepted(ONCE_MORE)),
    on_parts("cell: of rich text", rich_text, Accepted()),
    on_parts("cell: far below and far to the right", stray_cell("XFD1048576"),
             Cannot("sheet Games reaches to column XFD and row 1,048,576", "Delete the stray cells")),
    on_parts("xml: cells without addresses", without_addresses, Accepted()),
    on_parts("xml: rows in the wrong order", rows_reversed, CannotWrite("sheet Games", "save")),
    on_parts("xml: under a prefix", under_a_prefix, Accepted()),
    on_parts("xml: a row never closed, whose cells name their places", never_closed, Cannot("sheet Games is damaged")),
    on_parts("xml: bytes that are no UTF-8", no_utf_8, Cannot("sheet Players is damaged")),
)  # fmt: skip
