"""Write a workbook file with new values in its cells.

The parts that belong to them change too: defined names, sheet states, charts, paper and footers. All others stay byte
for byte, in their order.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import escape, unescape
from itertools import count
from typing import BinaryIO, NamedTuple

from xladdin.cells import (
    LAST_COLUMN,
    LAST_ROW,
    CellBlock,
    CellRange,
    ChartAxes,
    Scale,
    area_name,
    column_letters,
    column_number,
    parse_range,
    split_areas,
)
from xladdin.errors import OutOfRangeError, WorkbookError
from xladdin.files.club_file import ClubFile, TablePart
from xladdin.files.package import (
    SAVE_AGAIN,
    Package,
    add_child,
    child,
    children,
    parse_tree,
    serialize_tree,
    with_changed,
    write_package,
)
from xladdin.files.sheet_patch import (
    FormulaConflictError,
    SheetPatch,
    UnknownXmlError,
    area_of,
    attributes_of,
    plan_bands,
    without_asides,
)
from xladdin.messages import Message, join_sentences, msg

# The content of parts of a package by name.
Parts = Mapping[str, Iterable[bytes]]
_ROOT = re.compile(rb"<(?:([\w.-]+:))?[\w.-]+\s[^<>]*>")
# The children of <workbook> that are before <calcPr>, the last first (ECMA-376 part 1, 18.2.27).
_BEFORE_CALCULATION = (b"definedNames", b"externalReferences", b"functionGroups", b"sheets")


def write_blocks(
    file: ClubFile, blocks: Sequence[CellBlock], target: BinaryIO, patch_parts: Callable[[Parts], Parts] | None = None
) -> None:
    """Write the workbook as it was read, with the values of the blocks in it, to a binary file open for writing.

    `patch_parts` changes what is not a value, such as the paper. It gets the parts that are written again, and gives
    all parts to write. Formats and formulas stay, tables grow to hold their blocks, and Excel computes all formulas
    when it opens the file. Raises WorkbookError if a sheet or table is not there, or its XML has no known shape. What
    has been written to `target` then is not a workbook.
    """
    parts: dict[str, Iterable[bytes]] = {}
    written = [block for block in blocks if area_of(block) is not None]
    by_sheet: dict[str, list[CellBlock]] = {}
    for block in written:
        by_sheet.setdefault(_sheet_of(file, block), []).append(block)
    for sheet, sheet_blocks in by_sheet.items():
        parts[file.sheets[sheet]] = _patch_sheet(file, sheet, sheet_blocks)
    for name, last_row in _last_rows(written).items():
        table = file.table_parts[name]
        if last_row > table.last_row:
            parts[table.part] = [_grown_table(file, table, last_row)]
    if by_sheet:
        workbook = file.package.workbook_part
        try:
            parts[workbook] = [with_calculation_on_opening(file.package.read(workbook))]
        except UnknownXmlError:
            raise _unknown_xml_error(file, msg("part {name}", name=workbook)) from None
    write_package(file.package, patch_parts(parts) if patch_parts else parts, target)


def filled(
    file: ClubFile, blocks: Sequence[CellBlock], patch_parts: Callable[[Parts], Parts] | None = None
) -> ClubFile:
    """Return the workbook in memory as `write_blocks` writes it."""
    written = io.BytesIO()
    write_blocks(file, blocks, written, patch_parts)
    return ClubFile(file.path, Package(written.getvalue(), file.path.name))


def with_calculation_on_opening(workbook: bytes) -> bytes:
    """Return the XML of a workbook part that tells Excel to compute every formula when it opens the file."""
    seen = without_asides(workbook)
    root = _ROOT.search(seen)
    prefix = root[1] or b"" if root else b""
    p = re.escape(prefix)
    calculation = re.search(rb"<%bcalcPr(\s[^<>]*?)?/?>" % p, seen)
    if calculation is None:
        for name in _BEFORE_CALCULATION:
            before = re.search(rb"</%b%b\s*>|<%b%b(?:\s[^<>]*)?/>" % (p, name, p, name), seen)
            if before is not None:
                return workbook[: before.end()] + b'<%bcalcPr fullCalcOnLoad="1"/>' % prefix + workbook[before.end() :]
        raise UnknownXmlError
    if attributes_of(calculation[1] or b"").get(b"fullCalcOnLoad") in (b"1", b"true"):
        return workbook
    tag = re.sub(rb"""\sfullCalcOnLoad\s*=\s*(?:"[^"]*"|'[^']*')""", b"", calculation[0])
    end = len(b"<%bcalcPr" % prefix)
    new = tag[:end] + b' fullCalcOnLoad="1"' + tag[end:]
    return workbook[: calculation.start()] + new + workbook[calculation.end() :]


def _patch_sheet(file: ClubFile, sheet: str, blocks: Sequence[CellBlock]) -> Iterator[bytes]:
    whole_from = min((block.row for block in blocks if block.whole_rows), default=LAST_ROW + 1)
    scan = file.scan(sheet) if whole_from > LAST_ROW else file.scan_of_head(sheet)
    model_rows = {name: table.last_row for name, table in file.table_parts.items() if table.sheet == sheet}
    bands = plan_bands(blocks, model_rows, scan.prefix, count(scan.last_shared + 1))
    try:
        patch = SheetPatch(bands, scan.prefix, file.date1904, whole_from)
        yield from patch.apply(file.package.pieces(file.sheets[sheet]))
    except (UnknownXmlError, KeyError, ValueError):
        raise _unknown_xml_error(file, msg("sheet {name}", name=sheet)) from None
    except FormulaConflictError as formula:
        raise file.package.problem(
            msg(
                "the formula in cell {formula} of its sheet {sheet} is where a recalculation writes. Delete it, "
                "save, and try again.",
                formula=str(formula),
                sheet=sheet,
            )
        ) from None
    except OutOfRangeError as error:
        raise OutOfRangeError(msg("Sheet {sheet}: {problem}", sheet=sheet, problem=error.message)) from None


def _unknown_xml_error(file: ClubFile, part: Message) -> WorkbookError:
    return file.package.problem(
        join_sentences([msg("its {part} is written in a way that xladdin does not know.", part=part), SAVE_AGAIN])
    )


def _grown_table(file: ClubFile, table: TablePart, last_row: int) -> bytes:
    """Return a table's part with its range, and its filter's, reaching to `last_row`. Nothing else changes."""
    if table.totals_rows:
        raise file.package.problem(
            msg(
                "the table {name} on sheet {sheet} cannot grow, because its totals row is below it. Switch it "
                "off (Table Design, Total Row), and save.",
                name=table.name,
                sheet=table.sheet,
            )
        )
    xml = file.package.read(table.part)
    seen = without_asides(xml)
    for element in (b"autoFilter", b"table"):
        tag = re.search(rb"""<(?:[\w.-]+:)?%b\s[^<>]*?\bref=["']([^"']*)""" % element, seen)
        if tag is not None:
            xml = xml[: tag.start(1)] + str(_down_to(table.area, last_row)).encode() + xml[tag.end(1) :]
    return xml


def with_table_columns(
    file: ClubFile, written: Parts, name: str, headings: Sequence[str]
) -> dict[str, Iterable[bytes]]:
    """Return the parts that are written again, with columns added to a table at its right end."""

    def change(xml: bytes) -> bytes:
        root = parse_tree(xml)
        listed = child(root, "tableColumns")
        assert listed is not None
        columns = children(listed, "tableColumn")
        number = max(int(column.getAttribute("id")) for column in columns)
        for added, heading in enumerate(headings, 1):
            add_child(listed, "tableColumn", {"id": str(number + added), "name": heading})
        listed.setAttribute("count", str(len(columns) + len(headings)))
        for element in (root, *children(root, "autoFilter")):
            area = parse_range(element.getAttribute("ref"))
            assert area is not None
            element.setAttribute("ref", str(area._replace(last_column=area.last_column + len(headings))))
        return serialize_tree(root)

    return with_changed(file.package, written, {file.table_parts[name].part: change})


def _down_to(area: CellRange, last_row: int) -> CellRange:
    return CellRange(area.first_row, area.first_column, last_row, area.last_column)


def _sheet_of(file: ClubFile, block: CellBlock) -> str:
    """Return the block's sheet as the file spells it, after a check for values that have no place there."""
    sheet, area = file.sheet_name(block.sheet), area_of(block)
    if sheet is None:
        raise file.package.problem(
            msg("it has no sheet {sheet}. Create a new workbook and paste your tables into it.", sheet=block.sheet)
        )
    if block.table and block.table not in file.table_parts:
        raise file.package.problem(msg("it has no table {table} on sheet {sheet}.", table=block.table, sheet=sheet))
    if area is not None and (area.last_row > LAST_ROW or area.last_column > LAST_COLUMN):
        raise file.package.problem(
            msg(
                "sheet {sheet} has no room for {area}: it ends at row {last_row:,}.",
                sheet=sheet,
                area=area,
                last_row=LAST_ROW,
            )
        )
    return sheet


def _last_rows(blocks: Sequence[CellBlock]) -> dict[str, int]:
    """Return the last row that the blocks of each table reach."""
    rows: dict[str, int] = {}
    for block in blocks:
        area = area_of(block)
        if block.table and area is not None:
            rows[block.table] = max(area.last_row, rows.get(block.table, 0))
    return rows


_DEFINED_NAME = re.compile(rb"<(?:[\w.-]+:)?definedName(\s[^<>]*)>([^<]*)<")


def with_ranges(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], ranges: Mapping[str, CellRange]
) -> dict[str, Iterable[bytes]]:
    """Return the parts that are written again, and that of the workbook if a name has other cells on its own sheet."""
    names = {name.partition("#")[0] for name in ranges}

    def cover(xml: bytes) -> bytes:
        pieces, end = [], 0
        for match in _DEFINED_NAME.finditer(without_asides(xml)):
            attributes = attributes_of(match[1])
            name = attributes.get(b"name", b"").decode()
            if name not in names or b"localSheetId" in attributes:
                continue
            areas = split_areas(unescape(xml[match.start(2) : match.end(2)].decode()))
            for number, area in enumerate(areas, 1):
                if (cells := ranges.get(area_name(name, number))) is not None:
                    areas[number - 1] = f"{area.rpartition('!')[0]}!{cells.absolute}"
            pieces += [xml[end : match.start(2)], escape(",".join(areas), quote=False).encode()]
            end = match.end(2)
        return b"".join([*pieces, xml[end:]])

    return with_changed(file.package, written, {file.package.workbook_part: cover})


_SHEET = re.compile(rb"<(?:[\w.-]+:)?sheet\s[^<>]*>")
_NAME = re.compile(rb"""\sname\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_STATE = re.compile(rb"""\sstate\s*=\s*["'][^"']*["']""")
_ACTIVE = re.compile(rb"""(\sactiveTab\s*=\s*["'])([0-9]+)""")
_SELECTED = re.compile(rb"""\stabSelected\s*=\s*["'][^"']*["']""")


def with_sheet_states(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], visibility: Mapping[str, bool]
) -> dict[str, Iterable[bytes]]:
    """Return the parts to write again, and that of the workbook with these sheets shown or hidden.

    Where the sheet that is open would be hidden, the first one is open instead.
    """
    hidden_parts: list[str] = []

    def change(xml: bytes) -> bytes:
        names: list[str] = []
        visible: list[bool] = []

        def change_sheet(tag: re.Match[bytes]) -> bytes:
            match = _NAME.search(tag[0])
            names.append(unescape((match[1] or match[2] or b"").decode()) if match else "")
            state = _STATE.search(tag[0])
            visible.append(visibility.get(names[-1], state is None or b"visible" in state[0]))
            if names[-1] not in visibility:
                return tag[0]
            plain = _STATE.sub(b"", tag[0])
            end = len(plain) - (2 if plain.endswith(b"/>") else 1)
            return plain if visible[-1] else plain[:end].rstrip() + b' state="hidden"' + plain[end:]

        def change_active(view: re.Match[bytes]) -> bytes:
            position = int(view[2])
            if position >= len(names) or visibility.get(names[position], True) or not any(visible):
                return view[0]
            hidden_parts.append(file.sheets[names[position]])
            return view[1] + b"%d" % visible.index(True)

        return _ACTIVE.sub(change_active, _SHEET.sub(change_sheet, xml))

    parts = with_changed(file.package, written, {file.package.workbook_part: change})
    return with_changed(file.package, parts, dict.fromkeys(hidden_parts, lambda xml: _SELECTED.sub(b"", xml, count=1)))


_CHART_TAG = rb"<(?:[\w.-]+:)?%b\b[^<>]*>"
_AXIS_ENDS = re.compile(rb"<(?:[\w.-]+:)?(max|min)\s[^<>]*?/>")
_MAJOR_UNIT = re.compile(rb"<(?:[\w.-]+:)?majorUnit\s[^<>]*?/>")
_TAG_VALUE = re.compile(rb"""\bval\s*=\s*["']([^"']*)""")
_SCATTER = re.compile(rb"<((?:[\w.-]+:)?)scatterChart>.*?</\1scatterChart>", re.DOTALL)
_AXIS = re.compile(rb"<((?:[\w.-]+:)?)valAx>.*?</\1valAx>", re.DOTALL)
_SCALING = re.compile(rb"<((?:[\w.-]+:)?)scaling(?:/>|>(.*?)</\1scaling>)", re.DOTALL)
_AXIS_ID = re.compile(_CHART_TAG % b"axId")
_BLOCK_REFERENCE = re.compile(rb"\$([A-Z]+)(\$?[0-9]+):\$([A-Z]+)(\$?[0-9]+)")
# The cells of a block in a formula, and of a column in a chart.
_SERIES_REFERENCE = re.compile(rb"(<(?:[\w.-]+:)?f>[^<>]*!)\$([A-Z]+)(\$[0-9]+):\$\2(\$[0-9]+)")
# The first of these elements in the file is right before the unit.
_BEFORE_UNIT = tuple(re.compile(_CHART_TAG % name) for name in (b"crossBetween", b"crosses(?:At)?", b"crossAx"))


def with_axes(file: ClubFile, written: Mapping[str, Iterable[bytes]], axes: ChartAxes) -> dict[str, Iterable[bytes]]:
    """Return the parts that are written again, and that of the chart if its axes have other ends.

    It finds the chart by its name. If there is none of that name, or it has no points over dates, nothing changes.
    """
    chart = chart_part(file, axes.sheet, axes.chart)
    if chart is None:
        return dict(written)
    wanted = axes.to_1904() if file.date1904 else axes
    return with_changed(file.package, written, {chart: partial(scale_axis, axes=wanted)})


def with_block_moved(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], sheet: str, chart: str, first_column: int, columns: int
) -> dict[str, Iterable[bytes]]:
    """Return the parts that are written again, with formulas and a chart that read a block of columns at its new place.

    The block is as wide as `columns`, and begins at `first_column` now. A formula that gives the text of its first cell
    follows it.
    """
    places: list[int] = []

    def move_block(block: re.Match[bytes]) -> bytes:
        first, last = column_number(block[1].decode()), column_number(block[3].decode())
        if last - first + 1 != columns or first == first_column:
            return block[0]
        places.append(first)
        letters = (column_letters(first_column).encode(), column_letters(first_column + columns - 1).encode())
        return b"$%b%b:$%b%b" % (letters[0], block[2], letters[1], block[4])

    def move_formulas(xml: bytes) -> bytes:
        moved = _BLOCK_REFERENCE.sub(move_block, xml)
        for column in dict.fromkeys(places):
            first, new = column_letters(column).encode(), column_letters(first_column).encode()
            moved = re.sub(rb'(<f>\$)%b(\$[0-9]+&amp;""</f>)' % first, rb"\g<1>%b\2" % new, moved)
        return moved

    def move_series(xml: bytes) -> bytes:
        moved = {
            column_letters(first + number).encode(): column_letters(first_column + number).encode()
            for first in dict.fromkeys(places)
            for number in range(columns)
        }

        def move(reference: re.Match[bytes]) -> bytes:
            letters = moved.get(reference[2], reference[2])
            return reference[1] + b"$%b%b:$%b%b" % (letters, reference[3], letters, reference[4])

        return _SERIES_REFERENCE.sub(move, xml)

    parts = with_changed(file.package, written, {file.sheets[sheet]: move_formulas})
    part = chart_part(file, sheet, chart)
    return with_changed(file.package, parts, {part: move_series}) if part else parts


def chart_part(file: ClubFile, sheet: str, name: str) -> str | None:
    """Return the part of the first chart of a name on a sheet, or None if there is none."""
    for drawing in file.package.related(file.sheets[sheet], "drawing").values():
        charts = file.package.related(drawing, "chart")
        for identifier in _identifiers(file.package, drawing, name):
            if identifier in charts:
                return charts[identifier]
    return None


def _identifiers(package: Package, drawing: str, name: str) -> Iterable[str]:
    """Yield the relationships of a drawing to the charts of a name, in their order."""
    for frame in package.tree(drawing).iter():
        if frame.tag.endswith("}graphicFrame"):
            called = {part.get("name") for part in frame.iter() if part.tag.endswith("}cNvPr")}
            if name in called:
                charts = (part for part in frame.iter() if part.tag.endswith("/chart}chart"))
                yield from (value for chart in charts for key, value in chart.items() if key.endswith("}id"))


def scale_axis(chart: bytes, axes: ChartAxes) -> bytes:
    """Return the XML of a chart with other ends of its axes. XML of an unknown shape stays as it is."""
    scatter = _SCATTER.search(chart)
    identifiers = [_tag_value(tag) for tag in _AXIS_ID.findall(scatter[0])] if scatter else []
    if len(identifiers) != 2 or len(_SCATTER.findall(chart)) != 1:
        return chart
    scales = dict(zip(identifiers, (axes.days, axes.values)))

    def scale_axis(match: re.Match[bytes]) -> bytes:
        axis_id = _AXIS_ID.search(match[0])
        identifier = axis_id and _tag_value(axis_id[0])
        return _scale_axis(match[0], scales[identifier]) if identifier in scales else match[0]

    return _AXIS.sub(scale_axis, chart)


def _scale_axis(axis: bytes, scale: Scale | None) -> bytes:
    scaling = _SCALING.search(axis)
    after = next((match for before in _BEFORE_UNIT if (match := before.search(axis))), None)
    if scaling is None or after is None:
        return axis
    current = {name: _tag_value(tag[0]) for tag in _AXIS_ENDS.finditer(scaling[0]) for name in [tag[1]]}
    units = [_tag_value(tag) for tag in _MAJOR_UNIT.findall(axis)]
    wanted = {} if scale is None else {b"max": scale.high, b"min": scale.low}
    if current == wanted and units == ([] if scale is None else [scale.unit]):
        return axis
    prefix = scaling[1]
    ends = b"".join(b'<%b%b val="%b"/>' % (prefix, name, _number_text(value)) for name, value in wanted.items())
    other, extension, more = _AXIS_ENDS.sub(b"", scaling[2] or b"").partition(b"<%bextLst" % prefix)
    unit = b"" if scale is None else b'<%bmajorUnit val="%b"/>' % (prefix, _number_text(scale.unit))
    between = _MAJOR_UNIT.sub(b"", axis[scaling.end() : after.end()])
    rest = _MAJOR_UNIT.sub(b"", axis[after.end() :])
    inner = other + ends + extension + more
    return axis[: scaling.start()] + b"<%bscaling>%b</%bscaling>" % (prefix, inner, prefix) + between + unit + rest


def _tag_value(tag: bytes) -> float | None:
    match = _TAG_VALUE.search(tag)
    try:
        return float(match[1]) if match else None
    except ValueError:
        return None


def _number_text(value: float) -> bytes:
    return repr(int(value) if float(value).is_integer() else value).encode()


_PAGE_SETUP = re.compile(rb"<(?:[\w.-]+:)?pageSetup\b[^<>]*>")
_PAPER_SIZE = re.compile(rb"""(\bpaperSize\s*=\s*["'])([0-9]+)""")


def change_paper(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], paper: int, known: frozenset[int], witness: str
) -> dict[str, Iterable[bytes]]:
    """Return the parts of sheets, with those written again, set to another paper if the witness is not on it.

    `paper` is Excel's number of it. `known` are the papers that it may replace. Any other stays, such as a large one
    for a wall. `witness` is the sheet that shows whether anything needs changing, so that the others need not be read.
    """
    current = _paper_of(file.package.read(file.sheets[witness])) if witness in file.sheets else paper
    if current == paper or current not in known:
        return dict(written)
    replaced = partial(_replace_paper, paper=paper, others=known - {paper})
    return with_changed(file.package, written, dict.fromkeys(file.sheets.values(), replaced))


def _replace_paper(sheet: bytes, paper: int, others: frozenset[int]) -> bytes:
    if _paper_of(sheet) not in others:
        return sheet
    return _PAGE_SETUP.sub(lambda tag: _PAPER_SIZE.sub(rb"\g<1>%d" % paper, tag[0]), sheet)


def _paper_of(sheet: bytes) -> int | None:
    setup = _PAGE_SETUP.search(sheet)
    size = setup and _PAPER_SIZE.search(setup[0])
    return int(size[2]) if size else None


_PREFIXED_SETUP = re.compile(rb"<(?:([\w.-]+):)?pageSetup\b[^<>]*>")
_PAGE_SCALE = re.compile(rb"""\s(?:scale|fitToWidth|fitToHeight)\s*=\s*["'][0-9]*["']""")
_FITTED = re.compile(rb"""(\bfitToPage\s*=\s*["'])[a-z0-9]+""")
_ORIENTATION = re.compile(rb"""(\borientation\s*=\s*["'])[a-z]+""")
_ROW_BREAKS, _COLUMN_BREAKS = (
    re.compile(rb"<(?:[\w.-]+:)?%s\b(?:[^<>]*/>|.*?</(?:[\w.-]+:)?%s>)" % (tag, tag), re.DOTALL)
    for tag in (b"rowBreaks", b"colBreaks")
)
# The elements that come before rowBreaks (ECMA-376 part 1, 18.3.1.99).
_BEFORE_BREAKS = re.compile(
    rb"<(?:([\w.-]+):)?(?:pageSetup\b[^<>]*>|headerFooter\b(?:[^<>]*/>|.*?</(?:[\w.-]+:)?headerFooter>))", re.DOTALL
)


class Pages(NamedTuple):
    """`row_ends` and `column_ends` are the last rows and columns of pages.

    `scale` is in per cent. Excel fits a single page itself, but makes none larger. If it is 0, scale, side and columns
    stay as they are.
    """

    row_ends: Sequence[int]
    scale: int = 0
    on_its_side: bool = False
    column_ends: Sequence[int] = ()


_COLUMN = re.compile(rb"<(?:[\w.-]+:)?col\b[^<>]*>")
_ATTRIBUTE = re.compile(rb"""\b(min|max|width|hidden)\s*=\s*["']([^"']*)""")
_USUAL_WIDTH = 9.14


def column_widths(sheet: bytes) -> Callable[[int], float]:
    """Return the function from a column's number to its width [characters], which is 0 if it is hidden."""
    columns = [dict(_ATTRIBUTE.findall(tag)) for tag in _COLUMN.findall(sheet)]

    def width(number: int) -> float:
        for described in columns:
            if int(described[b"min"]) <= number <= int(described[b"max"]):
                return (
                    0 if described.get(b"hidden") in (b"1", b"true") else float(described.get(b"width", _USUAL_WIDTH))
                )
        return _USUAL_WIDTH

    return width


def write_pages_setup(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], sheets: Mapping[str, Callable[[bytes], Pages]]
) -> dict[str, Iterable[bytes]]:
    """Return the parts of sheets, with those written again, set to their pages. A sheet that has them stays.

    `sheets` has the function from each sheet's part to its pages.
    """
    changes = {file.sheets[sheet]: partial(_set_pages, pages=pages) for sheet, pages in sheets.items()}
    return with_changed(file.package, written, changes)


def _set_pages(sheet: bytes, pages: Callable[[bytes], Pages]) -> bytes:
    start, end = sheet.find(b"sheetData"), sheet.rfind(b"sheetData")
    if start < 0:
        return sheet
    without_rows = sheet[:start] + sheet[end:]  # many rows take long to search, and say nothing of pages
    divided = _divide(without_rows, pages(without_rows))
    return divided.replace(b"sheetData", sheet[start:end] + b"sheetData", 1)


def _divide(sheet: bytes, pages: Pages) -> bytes:
    if pages.scale:
        is_fitted = not (pages.row_ends or pages.column_ends or pages.scale > 100)
        sheet = _PREFIXED_SETUP.sub(partial(_scale_setup, pages=pages), _FITTED.sub(rb"\g<1>%d" % is_fitted, sheet))
        sheet = _COLUMN_BREAKS.sub(b"", sheet)
    sheet = _ROW_BREAKS.sub(b"", sheet)
    before = [*_BEFORE_BREAKS.finditer(sheet)]
    if not before:
        return sheet
    end, prefix = before[-1].end(), before[-1][1] + b":" if before[-1][1] else b""
    breaks = _breaks_xml(prefix + b"rowBreaks", prefix + b"brk", pages.row_ends, LAST_COLUMN)
    breaks += _breaks_xml(prefix + b"colBreaks", prefix + b"brk", pages.column_ends, LAST_ROW)
    return sheet[:end] + breaks + sheet[end:]


def _scale_setup(tag: re.Match[bytes], pages: Pages) -> bytes:
    side = b"landscape" if pages.on_its_side else b"portrait"
    setup = _ORIENTATION.sub(rb"\g<1>" + side, _PAGE_SCALE.sub(b"", tag[0]))
    return setup.replace(b"pageSetup", b'pageSetup scale="%d"' % pages.scale, 1)


def _breaks_xml(tag: bytes, end: bytes, places: Sequence[int], across: int) -> bytes:
    """Return the element for the ends of pages. Each goes as far as a sheet does."""
    ends = b"".join(b'<%s id="%d" max="%d" man="1"/>' % (end, place, across - 1) for place in places)
    counted = b'<%s count="%d" manualBreakCount="%d">%s</%s>' % (tag, len(places), len(places), ends, tag)
    return counted if places else b""


_FOOTER = re.compile(rb"(<(?:[\w.-]+:)?oddFooter>)([^<]*)")
_CLUB_FOOTER = re.compile(r'&L(?:&"[^"]*")?&[0-9]+ ?(?P<title>.*) · &A(?:&|$)', re.DOTALL)


# The most characters of a title in a footer. A line has no room for more, and Excel takes 255 for the whole.
LONGEST_TITLE = 100


def title_of_footer(title: str) -> str:
    """Return a title in the code of a footer, where & begins a code. A long one ends in dots."""
    text, written = title, title.replace("&", "&&")
    while len(written.encode("utf-16-le", "surrogatepass")) // 2 > LONGEST_TITLE:
        text = text[:-1]
        written = f"{text.rstrip()}…".replace("&", "&&")
    return written


def with_title(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], title: str, witness: str
) -> dict[str, Iterable[bytes]]:
    """Return the parts of sheets, with those written again, whose footers have another title than the witness had.

    `title` is the club's. `witness` is a sheet with a footer of ours, in which only the title is before its name. A
    footer without the old title before the sheet's name is the club's own, and stays.
    """
    footer = _CLUB_FOOTER.match(_footer_of(file.package.read(file.sheets[witness]))) if witness in file.sheets else None
    new = title_of_footer(title)
    if footer is None or footer["title"] == new:
        return dict(written)
    old = f"{footer['title']} · &A"

    def set_title(sheet: bytes) -> bytes:
        text = _footer_of(sheet)
        if not re.search(rf"(?:^|[0-9] ?|· ){re.escape(old)}", text):
            return sheet
        new_text = escape(text.replace(old, f"{new} · &A", 1), quote=False).encode("ascii", "xmlcharrefreplace")
        return _FOOTER.sub(lambda tag: tag[1] + new_text, sheet, count=1)

    return with_changed(file.package, written, dict.fromkeys(file.sheets.values(), set_title))


def _footer_of(sheet: bytes) -> str:
    """Return the text of a sheet's footer."""
    footer = _FOOTER.search(sheet)
    return unescape(footer[2].decode(errors="replace")) if footer else ""
