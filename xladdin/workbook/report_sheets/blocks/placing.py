"""The place of a report in an existing workbook.

A block is ours because its defined name says so, and for no other reason. The name covers the headings and everything
that the last recalculation wrote below them. We write over no cell of the club's own. If text is in the way, or a name
is gone, the whole sheet stays as it is, and a message names it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from xladdin.cells.addresses import CellRange, column_letters
from xladdin.cells.table import Area, ClubBook, cell_at
from xladdin.cells.text import is_blank, name_key, shown
from xladdin.errors import excerpt
from xladdin.languages.language import IN_ENGLISH, Language, ways_to_say
from xladdin.renderers.sheet import TITLE_ROW
from xladdin.workbook.report_sheets.blocks.layout import Anchor, SheetLayout

Place = tuple[str, int, int]
"""The sheet, row and column of a block's first cell."""
RENEW = "xladdin renew OLD NEW makes a workbook that has all again"


class Extent(NamedTuple):
    """The rows below its headings, and the columns, that a block had when it was last written.

    `foot` counts the rows of its key, with words only in the first column.
    """

    rows: int
    columns: int
    foot: int = 0

    def at(self, row: int, column: int) -> CellRange:
        """Its cells with its headings, from the first heading's place."""
        return CellRange(row, column, row + self.rows, column + self.columns - 1)


class Placed(NamedTuple):
    """`areas` are to be written, each cell of them ours. `left_alone` says why a sheet is not updated, by sheet.

    `ranges` are new cells of the names of blocks. `evolved` are the blocks whose columns have changed with the version,
    by their name, with the cells that they had.
    """

    areas: Sequence[Area]
    left_alone: Mapping[str, str]
    ranges: Mapping[str, CellRange]
    evolved: Mapping[str, CellRange]


class NotUpdated(Exception):
    """A sheet stays as it is. The text says why and what to do."""


def place_reports(
    book: ClubBook,
    layouts: Iterable[SheetLayout],
    areas: Sequence[Area],
    taken: Mapping[str, int] | None = None,
    say: Language = IN_ENGLISH,
) -> Placed:
    """The areas of all report sheets at their places in the workbook, without those of a deleted sheet.

    `taken` has rows below its headings that the values of a block include, by its name, even if somebody else typed
    them. `say` is the language of headings and titles on the sheets for the wall.
    """
    placed: list[Area] = []
    ranges: dict[str, CellRange] = {}
    left_alone: dict[str, str] = {}
    evolved: dict[str, CellRange] = {}
    for layout in layouts:
        try:
            own, places = [area for area in areas if area.sheet == layout.sheet], find_places(book, layout)
            held = {a.name: _extent(book, a) for a in layout.anchors if a.name in places and a.headings}
            extents = dict(held)
            for name, rows in (taken or {}).items():
                if name in extents and rows > extents[name].rows:
                    extents[name] = extents[name]._replace(rows=rows)
            changed = [anchor for anchor in layout.anchors if _has_other_headings(book, places, anchor)]
            for anchor in changed:
                sheet, row, column = places[anchor.name]
                if _has_headings(book.sheet_values(sheet), row, column, anchor):
                    # A host that writes values alone was here, and all columns are ours already.
                    columns = max(extents[anchor.name].columns, len(anchor.headings))
                    extents[anchor.name] = extents[anchor.name]._replace(columns=columns)
                else:
                    _refuse_other_names(book, layout, anchor, places)
            moved = [
                *_worded(book, layout, places, say, changed),
                *(area for anchor in changed for area in _heading_rows(book, anchor, places, extents, say)),
                *_placed(book, layout, own, places, extents),
            ]
        except NotUpdated as reason:
            sheet = sheet_of(book, layout) or layout.sheet
            left_alone[sheet] = f"{sheet} was not updated: {reason}."
            continue
        placed.extend(moved)
        evolved.update((anchor.name, held[anchor.name].at(*places[anchor.name][1:])) for anchor in changed)
        for name, extent in _taken(layout, own):
            if name in held and (extent.rows, extent.columns) != (held[name].rows, held[name].columns):
                ranges[name] = extent.at(*places[name][1:])
    return Placed(placed, left_alone, ranges, evolved)


def sheet_of(book: ClubBook, layout: SheetLayout) -> str | None:
    """The sheet of a report, renamed or not, or None if there is none."""
    places = (book.place_of(anchor.name) for anchor in layout.anchors)
    named = next((place[0] for place in places if place is not None), None)
    return named or (layout.sheet if book.has_sheet(layout.sheet) else None)


def find_places(book: ClubBook, layout: SheetLayout) -> dict[str, Place]:
    """The place of each anchor, by its name. A deleted block has no place.

    Raises NotUpdated if the names are gone from the sheet, or headings are not there any more.
    """
    places = {anchor.name: place for anchor in layout.anchors if (place := book.place_of(anchor.name)) is not None}
    if not places and book.has_sheet(layout.sheet):
        raise NotUpdated(f"its name {layout.anchors[0].name} is gone; {RENEW}")
    for anchor in layout.anchors:
        if _has_other_headings(book, places, anchor):
            _refuse_unknown_headings(book, places, anchor)
    return places


def _has_other_headings(book: ClubBook, places: Mapping[str, Place], anchor: Anchor) -> bool:
    """Return whether a block has other headings, or other columns, than it should."""
    if not anchor.headings or anchor.name not in places:
        return False
    sheet, row, column = places[anchor.name]
    width = len((book.range_values(anchor.name) or [()])[0])
    has_width = not anchor.known or width == len(anchor.headings)
    return not (has_width and _has_headings(book.sheet_values(sheet), row, column, anchor))


def _refuse_unknown_headings(book: ClubBook, places: Mapping[str, Place], anchor: Anchor) -> None:
    """Raise NotUpdated if a block has a heading that it never had: a column of the club's own between ours."""
    if not anchor.known:
        raise NotUpdated(_unknown_headings(anchor))
    _, row, column = places[anchor.name]
    known = {way for heading in anchor.known for way in _ways(heading)}
    for number, heading in enumerate((book.range_values(anchor.name) or [()])[0], column):
        if not is_blank(heading) and name_key(shown(heading)) not in known:
            place = f"{column_letters(number)}{row}"
            raise NotUpdated(
                f'"{excerpt(shown(heading))}" in {place} is no heading of this report; '
                f"move its column out of the report, or {RENEW}"
            )


def _refuse_other_names(book: ClubBook, layout: SheetLayout, anchor: Anchor, places: Mapping[str, Place]) -> None:
    """Raise NotUpdated if a block with more columns would go over another part of its sheet."""
    sheet, row, column = places[anchor.name]
    width = len((book.range_values(anchor.name) or [()])[0])
    others = [place for name, place in places.items() if name != anchor.name]
    if layout.choice and (place := book.place_of(layout.choice.name)) is not None:
        others.append(place)
    for other_sheet, other_row, other_column in others:
        is_in_the_way = other_sheet == sheet and column + width <= other_column < column + len(anchor.headings)
        if is_in_the_way and (other_row >= row - 1 or layout.choice):
            raise NotUpdated(f"it has more columns by now, and no room for them; {RENEW}")


def _heading_rows(
    book: ClubBook, anchor: Anchor, places: Mapping[str, Place], extents: Mapping[str, Extent], say: Language
) -> Iterator[Area]:
    """Yield the headings of a block whose columns have changed, and the headings above several of them."""
    sheet, row, column = places[anchor.name]
    width = max(len(anchor.headings), extents[anchor.name].columns)
    yield Area(
        sheet, row, column, width, [tuple(say.render_text(text or "") for text in anchor.headings)], rows_owned=1
    )
    rows = book.sheet_values(sheet)
    # A sheet that somebody emptied has no row above the headings.
    above = rows[row - 2][column - 1 : column - 1 + width] if 1 < row <= len(rows) + 1 else ()
    ways = {way for group in anchor.groups if group for way in _ways(group)}
    held = [number for number, cell in enumerate(above) if name_key(shown(cell)) in ways]
    filled = [number for number, group in enumerate(anchor.groups) if group]
    if held or filled:
        first, last = min(held + filled), max(held + filled)
        before = ("", *anchor.groups)
        words = [say.render_text(group) if group != before[n] else "" for n, group in enumerate(anchor.groups)]
        yield Area(sheet, row - 1, column + first, last - first + 1, [tuple(words[first : last + 1])], rows_owned=1)


def block_at(book: ClubBook, layout: SheetLayout, number: int = 0) -> tuple[Place, Extent] | None:
    """The place of the headings of a block, and its extent below them, or None if it cannot be found."""
    anchor = layout.anchors[number]
    try:
        place = find_places(book, layout).get(anchor.name)
    except NotUpdated:
        return None
    return None if place is None else (place, _extent(book, anchor))


def _extent(book: ClubBook, anchor: Anchor) -> Extent:
    """The extent of a block when it was last written, as its name covers it."""
    headings, *rows = book.range_values(anchor.name) or [()]
    words = takewhile(lambda row: isinstance(row[0], str) and not is_blank(row[0]), reversed(rows))
    return Extent(len(rows), len(headings), len(list(words)) if anchor.has_foot else 0)


def _taken(layout: SheetLayout, areas: Sequence[Area]) -> Iterator[tuple[str, Extent]]:
    """The extent of each block with its areas, and with headings that are values."""
    for anchor in layout.anchors:
        own = [area for area in areas if area.anchor == anchor.name]
        if anchor.headings and own:
            rows = max(area.row - anchor.row + len(area.rows) - 1 for area in own)
            columns = max(area.column - anchor.column + _width(area, anchor) for area in own)
            yield anchor.name, Extent(max(rows, 0), columns)


def _worded(
    book: ClubBook, layout: SheetLayout, places: Mapping[str, Place], say: Language, changed: Collection[Anchor]
) -> Iterator[Area]:
    """The headings with another word in the language, and above them the titles, if they are still ours.

    Those of `changed` blocks are written anew.
    """
    for anchor in layout.anchors:
        if anchor.name not in places or not anchor.headings or anchor in changed:
            continue
        sheet, row, column = places[anchor.name]
        rows = book.sheet_values(sheet)
        for offset, heading in enumerate(anchor.headings):
            if heading:
                wanted = say.render_text(heading)
                if name_key(shown(cell_at(rows, row, column + offset))) != name_key(wanted):
                    yield Area(sheet, row, column + offset, 1, [(wanted,)], rows_owned=1)
    blocks = [places[anchor.name] for anchor in layout.anchors if anchor.name in places and anchor.headings]
    for sheet in {place[0] for place in blocks}:
        last_row = min(row for on, row, _ in blocks if on == sheet)
        above, beside = ({way: text for text in texts for way in ways_to_say(text)} for texts in
                         (layout.fixed, layout.report.panel_labels))  # fmt: skip
        yield from _titled(book, sheet, (1, last_row), above, say)
        yield from _titled(book, sheet, (last_row, layout.report.panel_row), beside, say)


def _titled(
    book: ClubBook, sheet: str, rows: tuple[int, int], fixed: Mapping[str, str], say: Language
) -> Iterator[Area]:
    """The fixed texts of some rows of a sheet, without the last, in the language. `fixed`: by their words in any."""
    first, last = rows
    for row, cells in enumerate(book.sheet_values(sheet)[first - 1 : last - 1] if fixed else (), first):
        for column, cell in enumerate(cells, 1):
            if row != TITLE_ROW and isinstance(cell, str) and cell in fixed and cell != say.render_text(fixed[cell]):
                yield Area(sheet, row, column, 1, [(say.render_text(fixed[cell]),)], rows_owned=1)


def _width(area: Area, anchor: Anchor) -> int:
    """The columns that an area fills: all of its own, or as many as there are if headings are values."""
    return max(map(len, area.rows), default=0) if None in anchor.headings else area.width


def _unknown_headings(anchor: Anchor) -> str:
    known = [heading for heading in anchor.headings if heading]
    listed = ", ".join(known[:3]) + (" …" if len(known) > 3 else "")
    return f"its headings ({listed}) are not all there, side by side; put them back, or {RENEW}"


def _has_headings(rows: Sequence[Sequence[object]], row: int, column: int, anchor: Anchor) -> bool:
    cells = rows[row - 1][column - 1 :] if row <= len(rows) else ()
    padded = [*cells[: len(anchor.headings)], *[None] * (len(anchor.headings) - len(cells))]
    return all(name_key(shown(cell)) in _ways(heading) for cell, heading in zip(padded, anchor.headings) if heading)


def _ways(text: str) -> Collection[str]:
    """The forms of a text in any language, compared as names are."""
    return {name_key(way) for way in ways_to_say(text)}


def _placed(
    book: ClubBook,
    layout: SheetLayout,
    areas: Sequence[Area],
    places: Mapping[str, Place],
    extents: Mapping[str, Extent],
) -> Iterator[Area]:
    """Areas with all the cells that they own. Raises NotUpdated if a cell of the club's own is in the way."""
    anchors = {anchor.name: anchor for anchor in layout.anchors}
    for area in areas:
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
    """The club's own text in the place of a report. `place` is its address."""
    return NotUpdated(f'"{excerpt(shown(cell))}" is in {place}, where the report goes; move it away')
