"""Where a report goes in a workbook at hand: its blocks are found by their names, else by sheet and headings.

Nothing is written over a cell that is the club's own. A report owns its headings and what the last recalculation wrote
below them, which is kept as the extent of each block; text in the way leaves the whole sheet as it is, and is named.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from xladdin.cells.addresses import column_letters
from xladdin.cells.table import Area, ClubBook
from xladdin.cells.text import is_blank, name_key, shown
from xladdin.errors import excerpt
from xladdin.languages.language import IN_ENGLISH, Language, ways_to_say
from xladdin.workbook.report_sheets.blocks.earlier import Form, forms
from xladdin.workbook.report_sheets.blocks.layout import SUBTITLE_ROW, TITLE_ROW, Anchor, SheetLayout
from xladdin.workbook.schema import EXTENTS_NAME, JOURNAL, TONIGHT

Place = tuple[str, int, int]
"""Sheet, row and column of a block's first cell."""
TYPED_INTO = (TONIGHT, JOURNAL)
"""Sheets of the director's own: no sheets for the wall, and in English."""
_EXTENT = re.compile(r"(\w+) ([0-9]+)×([0-9]+)(?:/([0-9]+))?")


@dataclass(frozen=True)
class Extent:
    """How many rows below its headings, and how many columns, a block took when it was last written.

    foot: how many of the rows are its key, with words in the first column alone.
    """

    rows: int
    columns: int
    foot: int = 0


@dataclass(frozen=True)
class Placed:
    """areas: what is to be written, each cell of it ours; left_alone: why a sheet is not updated, a sentence by sheet;

    extents: text that keeps the extents for the next recalculation.
    """

    areas: Sequence[Area]
    left_alone: Mapping[str, str]
    extents: str


class NotUpdated(Exception):
    """A sheet is left as it is. Its text says why and what to do."""


def place_reports(
    book: ClubBook,
    layouts: Iterable[SheetLayout],
    areas: Sequence[Area],
    taken: Mapping[str, int] | None = None,
    say: Language = IN_ENGLISH,
) -> Placed:
    """The areas of all report sheets where they belong in the workbook; those of a deleted sheet are left out.

    taken: rows below its headings that the values of a block take along, by its name, whoever typed them; say: the
    language of headings and titles on the sheets for the wall.
    """
    kept = read_extents(book.names.get(EXTENTS_NAME))
    placed: list[Area] = []
    left_alone: dict[str, str] = {}
    for layout in layouts:
        try:
            form, places = _form_of(book, layout, [area for area in areas if area.sheet == layout.sheet])
            extents = {
                anchor.name: kept.get(anchor.name) or _estimated(book, places[anchor.name], anchor)
                for anchor in form.anchors
                if anchor.name in places and anchor.headings
            }
            for name, rows in (taken or {}).items():
                if name in extents and rows > extents[name].rows:
                    extents[name] = replace(extents[name], rows=rows)
            moved = [
                *_worded(book, layout, form, places, IN_ENGLISH if layout.sheet in TYPED_INTO else say),
                *_placed(book, form, places, extents),
            ]
        except NotUpdated as reason:
            sheet = sheet_of(book, layout) or layout.sheet
            left_alone[sheet] = f"{sheet} was not updated: {reason}."
            continue
        placed.extend(moved)
        kept.update((name, extent) for name, extent in _extents(form) if name in places)
    return Placed(placed, left_alone, written_extents(kept))


def find_places(book: ClubBook, layout: SheetLayout) -> dict[str, Place]:
    """Where each anchor stands, by its name; a block that was deleted has no place.

    Raises NotUpdated where headings are not there any more.
    """
    return _form_of(book, layout, [])[1]


def sheet_of(book: ClubBook, layout: SheetLayout) -> str | None:
    """The sheet that a report stands on, renamed or not; None where there is none."""
    places = (book.place_of(anchor.name) for anchor in layout.anchors)
    named = next((place[0] for place in places if place is not None), None)
    return named or (layout.sheet if book.has_sheet(layout.sheet) else None)


def block_at(book: ClubBook, layout: SheetLayout, number: int = 0) -> tuple[Place, Extent] | None:
    """Where the headings of a block stand, and how far it reached below them; None where it cannot be found."""
    anchor = layout.anchors[number]
    try:
        place = find_places(book, layout).get(anchor.name)
    except NotUpdated:
        return None
    kept = read_extents(book.names.get(EXTENTS_NAME)).get(anchor.name)
    return None if place is None else (place, kept or _estimated(book, place, anchor))


def read_extents(cell: object) -> dict[str, Extent]:
    """The extents of the blocks by name, from the text that keeps them."""
    found = _EXTENT.findall(shown(cell))
    return {name: Extent(int(rows), int(columns), int(foot or 0)) for name, rows, columns, foot in found}


def written_extents(extents: Mapping[str, Extent]) -> str:
    """The text that keeps extents."""
    return ", ".join(
        f"{name} {extent.rows}×{extent.columns}{f'/{extent.foot}' if extent.foot else ''}"
        for name, extent in extents.items()
    )


def _form_of(book: ClubBook, layout: SheetLayout, areas: Sequence[Area]) -> tuple[Form, dict[str, Place]]:
    """The form in which the sheet stands in the workbook, today's or an earlier one, and where its anchors are."""
    reasons = []
    for form in forms(layout, areas):
        try:
            return form, _places(book, layout, form)
        except NotUpdated as reason:
            reasons.append(reason)
    raise reasons[0]


def _worded(
    book: ClubBook, layout: SheetLayout, form: Form, places: Mapping[str, Place], say: Language
) -> Iterator[Area]:
    """Headings whose word is another today or in the language; and above them the titles, where they are ours still."""
    for anchor in form.anchors:
        if anchor.name not in places or not anchor.headings:
            continue
        sheet, row, column = places[anchor.name]
        rows, renamed = book.sheet_values(sheet), form.renamed.get(anchor.name, {})
        for offset, heading in enumerate(anchor.headings):
            if heading:
                wanted = say.heading(renamed.get(offset, heading))
                if name_key(shown(_cell(rows, row, column + offset))) != name_key(wanted):
                    yield Area(sheet, row, column + offset, 1, [(wanted,)], rows_owned=1)
    blocks = [places[anchor.name] for anchor in form.anchors if anchor.name in places and anchor.headings]
    for sheet in {place[0] for place in blocks}:
        last_row = min(row for on, row, _ in blocks if on == sheet)
        above, beside = ({way: text for text in texts for way in ways_to_say(text)} for texts in
                         (layout.fixed, layout.beside))  # fmt: skip
        yield from _titled(book, sheet, (1, last_row), above, say)
        yield from _titled(book, sheet, (last_row, layout.panel_row), beside, say)


def _titled(
    book: ClubBook, sheet: str, rows: tuple[int, int], fixed: Mapping[str, str], say: Language
) -> Iterator[Area]:
    """Fixed texts of some rows of a sheet, the last not included, in the language. fixed: by what each is in any."""
    first, last = rows
    for row, cells in enumerate(book.sheet_values(sheet)[first - 1 : last - 1] if fixed else (), first):
        for column, cell in enumerate(cells, 1):
            if row != TITLE_ROW and isinstance(cell, str) and cell in fixed and cell != say.heading(fixed[cell]):
                yield Area(sheet, row, column, 1, [(say.heading(fixed[cell]),)], rows_owned=1)


def _extents(form: Form) -> Iterator[tuple[str, Extent]]:
    """What each block takes with its areas."""
    for anchor in form.anchors:
        own = [area for area in form.areas if area.anchor == anchor.name]
        if anchor.headings and own:
            rows = max(area.row - anchor.row + len(area.rows) - 1 for area in own)
            columns = max(area.column - anchor.column + _width(area, anchor) for area in own)
            yield anchor.name, Extent(rows, columns, max(area.foot for area in own))


def _width(area: Area, anchor: Anchor) -> int:
    """Columns that an area fills: all of its own, but where headings are values only as many as there are."""
    return max(map(len, area.rows), default=0) if None in anchor.headings else area.width


def _places(book: ClubBook, layout: SheetLayout, form: Form) -> dict[str, Place]:
    """Where each anchor stands, by its name; a block that was deleted has no place."""
    places: dict[str, Place] = {}
    blocks = [anchor for anchor in form.anchors if anchor.headings]
    named = {anchor.name: place for anchor in blocks if (place := book.place_of(anchor.name)) is not None}
    for anchor in blocks:
        place = named.get(anchor.name)
        if place is not None:
            if not _has_headings(book.sheet_values(place[0]), place[1], place[2], anchor):
                raise NotUpdated(_unknown_headings(anchor))
            places[anchor.name] = place
        elif not named and book.has_sheet(layout.sheet):
            alike = [other for other in blocks if _printed(other) == _printed(anchor)]
            found = _found(book, layout, anchor)
            if len(found) != len(alike):
                raise NotUpdated(_unknown_headings(anchor))
            places[anchor.name] = found[alike.index(anchor)]
    for anchor in form.anchors:
        if not anchor.headings and places:
            beside = next((block for block in blocks if block.column == anchor.column), blocks[0])
            shifted = _shifted(places.get(beside.name), beside, anchor)
            place = book.place_of(anchor.name) or shifted
            if place is not None:
                places[anchor.name] = place
    return places


def _printed(anchor: Anchor) -> list[str | None]:
    """Headings by which blocks are told from each other, without those of columns that have none."""
    return [heading for heading in anchor.headings if heading != ""]


def _shifted(place: Place | None, block: Anchor, anchor: Anchor) -> Place | None:
    """Where a line of words stands that has moved with a block."""
    if place is None:
        return None
    sheet, row, column = place
    row, column = row + anchor.row - block.row, column + anchor.column - block.column
    return (sheet, row, column) if row > 0 and column > 0 else None


def _unknown_headings(anchor: Anchor) -> str:
    known = [heading for heading in anchor.headings if heading]
    listed = ", ".join(known[:3]) + (" …" if len(known) > 3 else "")
    return f"its headings ({listed}) are not all there, side by side; put them back, or delete or rename the sheet"


def _found(book: ClubBook, layout: SheetLayout, anchor: Anchor) -> list[Place]:
    """Every place of the sheet that has a block's headings; under the sheet's title where one heading is too little."""
    rows = book.sheet_values(layout.sheet)
    first = next(position for position, heading in enumerate(anchor.headings) if heading)
    sought = _ways(anchor.headings[first] or "")
    found = []
    for row, cells in enumerate(rows, 1):
        for position, cell in enumerate(cells):
            column = position + 1 - first
            if column < 1 or is_blank(cell) or name_key(shown(cell)) not in sought:
                continue
            if _has_headings(rows, row, column, anchor) and _has_title(rows, row, column, layout, anchor):
                found.append((layout.sheet, row, column))
    return found


def _has_headings(rows: Sequence[Sequence[object]], row: int, column: int, anchor: Anchor) -> bool:
    cells = rows[row - 1][column - 1 :] if row <= len(rows) else ()
    padded = [*cells[: len(anchor.headings)], *[None] * (len(anchor.headings) - len(cells))]
    return all(name_key(shown(cell)) in _ways(heading) for cell, heading in zip(padded, anchor.headings) if heading)


def _ways(text: str) -> Collection[str]:
    """What a text reads like in any language, compared as names are."""
    return {name_key(way) for way in ways_to_say(text)}


def _has_title(rows: Sequence[Sequence[object]], row: int, column: int, layout: SheetLayout, anchor: Anchor) -> bool:
    if sum(map(bool, anchor.headings)) > 1:
        return True
    title = _cell(rows, row - anchor.row + SUBTITLE_ROW, column - anchor.column + 1)
    return name_key(shown(title)) in _ways(layout.title)


def _cell(rows: Sequence[Sequence[object]], row: int, column: int) -> object:
    return rows[row - 1][column - 1] if 0 < row <= len(rows) and 0 < column <= len(rows[row - 1]) else None


def _estimated(book: ClubBook, place: Place, anchor: Anchor) -> Extent:
    """What a block takes of which no extent was kept: its rows down to a blank one, or two where it has gaps.

    A row whose first cell holds text where ours hold numbers or dates is not ours either.
    """
    sheet, row, column = place
    rows = book.sheet_values(sheet)
    columns = len(anchor.headings)
    if None in anchor.headings:
        columns = anchor.headings.index(None)
        while not is_blank(_cell(rows, row, column + columns)) and columns < len(anchor.headings):
            columns += 1
    last, blank = row, 0
    for below in range(row + 1, len(rows) + 1):
        cells = rows[below - 1][column - 1 : column - 1 + columns]
        if all(map(is_blank, cells)):
            blank += 1
            if blank > anchor.gaps:
                break
            continue
        if anchor.numbered and isinstance(cells[0], str) and not is_blank(cells[0]):
            break
        last, blank = below, 0
    return Extent(last - row, columns)


def _placed(
    book: ClubBook,
    form: Form,
    places: Mapping[str, Place],
    extents: Mapping[str, Extent],
) -> Iterator[Area]:
    """Areas with all the cells that they own. Raises NotUpdated where a cell of the club's own is in the way."""
    anchors = {anchor.name: anchor for anchor in form.anchors}
    for area in form.areas:
        anchor = anchors[area.anchor]
        if anchor.name not in places:
            continue
        sheet, row, column = places[anchor.name]
        down, right = area.row - anchor.row, area.column - anchor.column
        moved = replace(area, sheet=sheet, row=row + down, column=column + right)
        if not anchor.headings:
            yield moved
            continue
        extent = extents[anchor.name]
        owned_rows, owned_columns = extent.rows + 1 - down, extent.columns - right
        wide = max(_width(area, anchor), owned_columns)
        high = area.rows_owned or max(len(area.rows), owned_rows)
        _refuse_text_in_the_way(book, moved, high, wide, owned_rows, owned_columns, extent.foot)
        yield replace(moved, width=wide, rows_owned=high)


def _refuse_text_in_the_way(
    book: ClubBook, area: Area, high: int, wide: int, owned_rows: int, owned_columns: int, foot: int
) -> None:
    rows = book.sheet_values(area.sheet)[area.row - 1 : area.row - 1 + high]
    key = {row[0] for row in area.rows[len(area.rows) - area.foot :]}
    for down, cells in enumerate(rows):
        first = owned_columns if down < owned_rows - foot else int(down < owned_rows)
        for right, cell in enumerate(cells[area.column - 1 + first : area.column - 1 + wide], first):
            if not is_blank(cell) and (right or cell not in key):
                place = f"{column_letters(area.column + right)}{area.row + down}"
                raise text_in_the_way(cell, place)


def text_in_the_way(cell: object, place: str) -> NotUpdated:
    """The club's own text where a report goes. place: its address."""
    return NotUpdated(f'"{excerpt(shown(cell))}" stands in {place}, where the report goes; move it away')
