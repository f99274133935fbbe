"""Write a workbook file with new values in its cells.

Further functions change what depends on the values: tables, defined names, the visibility of sheets, charts, paper,
page breaks and footers. Every other part is copied byte for byte, and the order of the parts stays the same.
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
    ERROR_VALUES,
    LAST_COLUMN,
    LAST_ROW,
    CellBlock,
    CellRange,
    CellValue,
    ChartAxes,
    Scale,
    column_letters,
    column_number,
    format_area_name,
    split_areas,
)
from xladdin.errors import OutOfRangeError, WorkbookError
from xladdin.files.club_file import ClubFile, TablePart
from xladdin.files.package import (
    SAVE_AGAIN,
    Package,
    change_parts,
    write_package,
)
from xladdin.files.sheet_patch import (
    CellWriter,
    FormulaConflictError,
    SheetPatch,
    UnknownXmlError,
    blank_out_comments,
    find_block_range,
    parse_attributes,
    plan_bands,
)
from xladdin.messages import Message, join_sentences, msg

# The content of changed parts of a package, in pieces, by the parts' names.
Parts = Mapping[str, Iterable[bytes]]
_ROOT = rb"<(?:([\w.-]+:))?[\w.-]+\s[^<>]*>"
# The elements of <workbook> that come before <calcPr>, in reverse order (ECMA-376 part 1, 18.2.27).
_BEFORE_CALCULATION = (b"definedNames", b"externalReferences", b"functionGroups", b"sheets")


def write_blocks(
    file: ClubFile, blocks: Sequence[CellBlock], target: BinaryIO, patch_parts: Callable[[Parts], Parts] | None = None
) -> None:
    """Write a copy of the workbook with the values of some blocks.

    Formats and existing formulas are preserved, and tables grow to include their blocks. Excel computes all formulas
    when it opens the file.

    Args:
        file: The workbook to copy.
        blocks: The values to write.
        target: A binary file open for writing.
        patch_parts: A function for changes other than values, such as the paper. It receives the changed parts and
            returns all parts to write.

    Raises:
        WorkbookError: A sheet or table is missing, or its XML has an unknown shape. The content of `target` is then
            incomplete.
        OutOfRangeError: A value does not fit into a cell.
    """
    parts: dict[str, Iterable[bytes]] = {}
    filled_blocks = [block for block in blocks if find_block_range(block) is not None]
    by_sheet: dict[str, list[CellBlock]] = {}
    for block in filled_blocks:
        by_sheet.setdefault(_find_sheet(file, block), []).append(block)
    for sheet, sheet_blocks in by_sheet.items():
        parts[file.sheets[sheet]] = _patch_sheet(file, sheet, sheet_blocks)
    for name, last_row in _find_last_rows(filled_blocks).items():
        table = file.table_parts[name]
        if last_row > table.last_row:
            parts[table.part] = [_extend_table(file, table, last_row)]
    if by_sheet:
        workbook = file.package.workbook_part
        try:
            parts[workbook] = [request_recalculation(file.package.read(workbook))]
        except UnknownXmlError:
            raise _make_unknown_xml_error(file, msg("part {name}", name=workbook)) from None
    write_package(file.package, patch_parts(parts) if patch_parts else parts, target)


def fill_workbook(
    file: ClubFile, blocks: Sequence[CellBlock], patch_parts: Callable[[Parts], Parts] | None = None
) -> ClubFile:
    """Return the workbook that `write_blocks` writes, in memory."""
    content = io.BytesIO()
    write_blocks(file, blocks, content, patch_parts)
    return ClubFile(file.path, Package(content.getvalue(), file.path.name))


def request_recalculation(workbook: bytes) -> bytes:
    """Set the XML of a workbook part so that Excel computes every formula when it opens the file.

    Raises:
        UnknownXmlError: The XML has none of the elements after which the setting belongs.
    """
    elements = blank_out_comments(workbook)
    root = re.search(_ROOT, elements)
    prefix = root[1] or b"" if root else b""
    p = re.escape(prefix)
    calculation = re.search(rb"<%bcalcPr(\s[^<>]*?)?/?>" % p, elements)
    if calculation is None:
        for name in _BEFORE_CALCULATION:
            preceding = re.search(rb"</%b%b\s*>|<%b%b(?:\s[^<>]*)?/>" % (p, name, p, name), elements)
            if preceding is not None:
                return (
                    workbook[: preceding.end()]
                    + b'<%bcalcPr fullCalcOnLoad="1"/>' % prefix
                    + workbook[preceding.end() :]
                )
        raise UnknownXmlError
    if parse_attributes(calculation[1] or b"").get(b"fullCalcOnLoad") in (b"1", b"true"):
        return workbook
    tag = re.sub(rb"""\sfullCalcOnLoad\s*=\s*(?:"[^"]*"|'[^']*')""", b"", calculation[0])
    end = len(b"<%bcalcPr" % prefix)
    new = tag[:end] + b' fullCalcOnLoad="1"' + tag[end:]
    return workbook[: calculation.start()] + new + workbook[calculation.end() :]


def _patch_sheet(file: ClubFile, sheet: str, blocks: Sequence[CellBlock]) -> Iterator[bytes]:
    scan = file.scan(sheet)
    model_rows = {name: table.last_row for name, table in file.table_parts.items() if table.sheet == sheet}
    bands = plan_bands(blocks, model_rows, scan.prefix, count(scan.last_shared + 1))
    try:
        patch = SheetPatch(bands, scan.prefix, file.date1904)
        yield from patch.apply(file.package.iter_chunks(file.sheets[sheet]))
    except (UnknownXmlError, KeyError, ValueError):
        raise _make_unknown_xml_error(file, msg("sheet {name}", name=sheet)) from None
    except FormulaConflictError as formula:
        raise file.package.make_error(
            msg(
                "the formula in cell {formula} of its sheet {sheet} is where a recalculation writes. Delete it, "
                "save, and try again.",
                formula=str(formula),
                sheet=sheet,
            )
        ) from None
    except OutOfRangeError as error:
        raise OutOfRangeError(msg("Sheet {sheet}: {problem}", sheet=sheet, problem=error.message)) from None


def _make_unknown_xml_error(file: ClubFile, part: Message) -> WorkbookError:
    return file.package.make_error(
        join_sentences([msg("its {part} is written in a way that xladdin does not know.", part=part), SAVE_AGAIN])
    )


def _extend_table(file: ClubFile, table: TablePart, last_row: int) -> bytes:
    """Extend the ranges of a table and its filter to `last_row`, and return the XML of the table's part.

    Raises:
        WorkbookError: The table has a totals row, which is in the way.
    """
    if table.totals_rows:
        raise file.package.make_error(
            msg(
                "the table {name} on sheet {sheet} cannot grow, because its totals row is below it. Switch it "
                "off (Table Design, Total Row), and save.",
                name=table.name,
                sheet=table.sheet,
            )
        )
    xml = file.package.read(table.part)
    elements = blank_out_comments(xml)
    for element in (b"autoFilter", b"table"):
        tag = re.search(rb"""<(?:[\w.-]+:)?%b\s[^<>]*?\bref=["']([^"']*)""" % element, elements)
        if tag is not None:
            xml = xml[: tag.start(1)] + str(_extend_range(table.area, last_row)).encode() + xml[tag.end(1) :]
    return xml


def _extend_range(area: CellRange, last_row: int) -> CellRange:
    return CellRange(area.first_row, area.first_column, last_row, area.last_column)


def _find_sheet(file: ClubFile, block: CellBlock) -> str:
    """Return the name of a block's sheet as the file spells it.

    Raises:
        WorkbookError: The sheet or the block's table is missing, or the block reaches beyond the end of a sheet.
    """
    sheet, area = file.sheet_name(block.sheet), find_block_range(block)
    if sheet is None:
        raise file.package.make_error(
            msg("it has no sheet {sheet}. Create a new workbook and paste your tables into it.", sheet=block.sheet)
        )
    if block.table and block.table not in file.table_parts:
        raise file.package.make_error(msg("it has no table {table} on sheet {sheet}.", table=block.table, sheet=sheet))
    if area is not None and (area.last_row > LAST_ROW or area.last_column > LAST_COLUMN):
        raise file.package.make_error(
            msg(
                "sheet {sheet} has no room for {area}: it ends at row {last_row:,}.",
                sheet=sheet,
                area=area,
                last_row=LAST_ROW,
            )
        )
    return sheet


def _find_last_rows(blocks: Sequence[CellBlock]) -> dict[str, int]:
    """Return the last row that the blocks of each table reach."""
    rows: dict[str, int] = {}
    for block in blocks:
        area = find_block_range(block)
        if block.table and area is not None:
            rows[block.table] = max(area.last_row, rows.get(block.table, 0))
    return rows


_DEFINED_NAME = rb"<(?:[\w.-]+:)?definedName(\s[^<>]*)>([^<]*)<"


def set_name_ranges(
    file: ClubFile, parts: Mapping[str, Iterable[bytes]], ranges: Mapping[str, CellRange]
) -> dict[str, Iterable[bytes]]:
    """Set workbook-level defined names to new ranges on the same sheets, and return the changed parts.

    `ranges` has the cells by `format_area_name`.
    """
    names = {name.partition("#")[0] for name in ranges}

    def change_names(xml: bytes) -> bytes:
        fragments, end = [], 0
        for match in re.finditer(_DEFINED_NAME, blank_out_comments(xml)):
            attributes = parse_attributes(match[1])
            name = attributes.get(b"name", b"").decode()
            if name not in names or b"localSheetId" in attributes:
                continue
            areas = split_areas(unescape(xml[match.start(2) : match.end(2)].decode()))
            for number, area in enumerate(areas, 1):
                if (cells := ranges.get(format_area_name(name, number))) is not None:
                    areas[number - 1] = f"{area.rpartition('!')[0]}!{cells.absolute}"
            fragments += [xml[end : match.start(2)], escape(",".join(areas), quote=False).encode()]
            end = match.end(2)
        return b"".join([*fragments, xml[end:]])

    return change_parts(file.package, parts, {file.package.workbook_part: change_names})


_SHEET = rb"<(?:[\w.-]+:)?sheet\s[^<>]*>"
_NAME = rb"""\sname\s*=\s*(?:"([^"]*)"|'([^']*)')"""
_STATE = rb"""\sstate\s*=\s*["'][^"']*["']"""
_ACTIVE = rb"""(\sactiveTab\s*=\s*["'])([0-9]+)"""
_SELECTED = rb"""\stabSelected\s*=\s*["'][^"']*["']"""


def set_sheet_visibility(
    file: ClubFile, parts: Mapping[str, Iterable[bytes]], visibility: Mapping[str, bool]
) -> dict[str, Iterable[bytes]]:
    """Show (True) or hide (False) sheets, and return the changed parts.

    If the active sheet becomes hidden, the first visible sheet becomes active.
    """
    hidden_parts: list[str] = []

    def change(xml: bytes) -> bytes:
        names: list[str] = []
        visible: list[bool] = []

        def change_sheet(tag: re.Match[bytes]) -> bytes:
            match = re.search(_NAME, tag[0])
            names.append(unescape((match[1] or match[2] or b"").decode()) if match else "")
            state = re.search(_STATE, tag[0])
            visible.append(visibility.get(names[-1], state is None or b"visible" in state[0]))
            if names[-1] not in visibility:
                return tag[0]
            plain = re.sub(_STATE, b"", tag[0])
            end = len(plain) - (2 if plain.endswith(b"/>") else 1)
            return plain if visible[-1] else plain[:end].rstrip() + b' state="hidden"' + plain[end:]

        def change_active(view: re.Match[bytes]) -> bytes:
            position = int(view[2])
            if position >= len(names) or visibility.get(names[position], True) or not any(visible):
                return view[0]
            hidden_parts.append(file.sheets[names[position]])
            return view[1] + b"%d" % visible.index(True)

        return re.sub(_ACTIVE, change_active, re.sub(_SHEET, change_sheet, xml))

    changed = change_parts(file.package, parts, {file.package.workbook_part: change})
    return change_parts(
        file.package, changed, dict.fromkeys(hidden_parts, lambda xml: re.sub(_SELECTED, b"", xml, count=1))
    )


_PRINT_TITLES = (
    rb"""<(?:[\w.-]+:)?definedName\s(?=[^<>]*\bname\s*=\s*["']_xlnm\.Print_Titles)"""
    rb"""[^<>]*\blocalSheetId\s*=\s*["']([0-9]+)[^<>]*>([^<]*)</[^<>]*>"""
)
_END_OF_NAMES = rb"</((?:[\w.-]+:)?)definedNames\s*>"


def set_print_titles(
    file: ClubFile, parts: Mapping[str, Iterable[bytes]], titles: Mapping[str, Mapping[str, bool]]
) -> dict[str, Iterable[bytes]]:
    """Set the rows and columns that the pages of some sheets repeat, and return the changed parts.

    `titles` has, by the sheet's name, whether its pages repeat each of some references, such as "$1:$5". A sheet whose
    pages repeat anything else was set up by the club, and is not changed.
    """

    def change(xml: bytes) -> bytes:
        tags = (re.search(_NAME, tag[0]) for tag in re.finditer(_SHEET, xml))
        sheets = [unescape((tag[1] or tag[2] or b"").decode()) if tag else "" for tag in tags]
        remaining_titles = dict(titles)

        def change_name(name: re.Match[bytes]) -> bytes:
            sheet = sheets[int(name[1])]
            references = remaining_titles.get(sheet, {})
            areas = split_areas(unescape(name[2].decode()))
            if not all(area.rpartition("!")[2] in references for area in areas):
                remaining_titles.pop(sheet, None)
                return name[0]
            return b""

        def add_names(end: re.Match[bytes]) -> bytes:
            names = []
            for sheet, references in remaining_titles.items():
                quoted = "'{}'".format(sheet.replace("'", "''"))
                areas = ",".join(f"{quoted}!{area}" for area, is_repeated in references.items() if is_repeated)
                if areas:
                    text = escape(areas, quote=False).encode()
                    name = b'<%bdefinedName name="_xlnm.Print_Titles" localSheetId="%d">%b</%bdefinedName>'
                    names.append(name % (end[1], sheets.index(sheet), text, end[1]))
            return b"".join([*names, end[0]])

        return order_print_titles(re.sub(_END_OF_NAMES, add_names, re.sub(_PRINT_TITLES, change_name, xml)))

    return change_parts(file.package, parts, {file.package.workbook_part: change})


def order_print_titles(workbook: bytes) -> bytes:
    """Move the print titles after all print areas in the XML of a workbook part, as Excel writes them.

    LibreOffice computes the page breaks of every sheet at each name whose titles differ from those before, down to the
    last row unless a print area that it has read already limits them. So equal titles are together.
    """

    def list_titles(name: re.Match[bytes]) -> list[str]:
        return [area.rpartition("!")[2] for area in split_areas(unescape(name[2].decode()))]

    titles = b"".join(name[0] for name in sorted(re.finditer(_PRINT_TITLES, workbook), key=list_titles))
    return re.sub(_END_OF_NAMES, lambda end: titles + end[0], re.sub(_PRINT_TITLES, b"", workbook))


_CHART_TAG = rb"<(?:[\w.-]+:)?%b\b[^<>]*>"
_AXIS_ENDS = rb"<(?:[\w.-]+:)?(max|min)\s[^<>]*?/>"
_MAJOR_UNIT = rb"<(?:[\w.-]+:)?majorUnit\s[^<>]*?/>"
_TAG_VALUE = rb"""\bval\s*=\s*["']([^"']*)"""
_SCATTER = rb"(?s)<((?:[\w.-]+:)?)scatterChart>.*?</\1scatterChart>"
_AXIS = rb"(?s)<((?:[\w.-]+:)?)valAx>.*?</\1valAx>"
_SCALING = rb"(?s)<((?:[\w.-]+:)?)scaling(?:/>|>(.*?)</\1scaling>)"
_AXIS_ID = _CHART_TAG % b"axId"
_BLOCK_REFERENCE = rb"\$([A-Z]+)(\$?[0-9]+):\$([A-Z]+)(\$?[0-9]+)"
# The cells of one column in a series of a chart.
_SERIES_REFERENCE = rb"(<(?:[\w.-]+:)?f>[^<>]*!)\$([A-Z]+)(\$[0-9]+):\$\2(\$[0-9]+)"
# The elements that may directly precede <c:majorUnit> in an axis, the last in the order of the standard first.
_BEFORE_UNIT = tuple(_CHART_TAG % name for name in (b"crossBetween", b"crosses(?:At)?", b"crossAx"))


def set_chart_axes(file: ClubFile, parts: Mapping[str, Iterable[bytes]], axes: ChartAxes) -> dict[str, Iterable[bytes]]:
    """Set the ends of a chart's axes, and return the changed parts.

    Nothing changes if the sheet has no chart of that name, or if it is not a scatter chart over dates.
    """
    chart = find_chart_part(file, axes.sheet, axes.chart)
    if chart is None:
        return dict(parts)
    scaled_axes = axes.to_1904() if file.date1904 else axes
    return change_parts(file.package, parts, {chart: partial(scale_axis, axes=scaled_axes)})


def move_block_references(
    file: ClubFile, parts: Mapping[str, Iterable[bytes]], sheet: str, chart: str, first_column: int, columns: int
) -> dict[str, Iterable[bytes]]:
    """Move the references of formulas and a chart to a block of columns, and return the changed parts.

    Args:
        file: The workbook.
        parts: The changed parts so far.
        sheet: Name of the sheet.
        chart: Name of the chart on the sheet.
        first_column: New first column of the block. A reference to the block at any earlier position is replaced, as is
            a formula for the text of the block's first cell.
        columns: Number of columns of the block, by which references to it are recognized.
    """
    old_columns: list[int] = []

    def move_block(block: re.Match[bytes]) -> bytes:
        first, last = column_number(block[1].decode()), column_number(block[3].decode())
        if last - first + 1 != columns or first == first_column:
            return block[0]
        old_columns.append(first)
        letters = (column_letters(first_column).encode(), column_letters(first_column + columns - 1).encode())
        return b"$%b%b:$%b%b" % (letters[0], block[2], letters[1], block[4])

    def move_formulas(xml: bytes) -> bytes:
        moved_xml = re.sub(_BLOCK_REFERENCE, move_block, xml)
        for column in dict.fromkeys(old_columns):
            first, new = column_letters(column).encode(), column_letters(first_column).encode()
            moved_xml = re.sub(rb'(<f>\$)%b(\$[0-9]+&amp;""</f>)' % first, rb"\g<1>%b\2" % new, moved_xml)
        return moved_xml

    def move_series(xml: bytes) -> bytes:
        new_letters = {
            column_letters(first + number).encode(): column_letters(first_column + number).encode()
            for first in dict.fromkeys(old_columns)
            for number in range(columns)
        }

        def move(reference: re.Match[bytes]) -> bytes:
            letters = new_letters.get(reference[2], reference[2])
            return reference[1] + b"$%b%b:$%b%b" % (letters, reference[3], letters, reference[4])

        return re.sub(_SERIES_REFERENCE, move, xml)

    changed = change_parts(file.package, parts, {file.sheets[sheet]: move_formulas})
    part = find_chart_part(file, sheet, chart)
    return change_parts(file.package, changed, {part: move_series}) if part else changed


def find_chart_part(file: ClubFile, sheet: str, name: str) -> str | None:
    """Return the part of the first chart on a sheet with a given name, or None."""
    for drawing in file.package.find_related_parts(file.sheets[sheet], "drawing").values():
        charts = file.package.find_related_parts(drawing, "chart")
        for identifier in _find_chart_ids(file.package, drawing, name):
            if identifier in charts:
                return charts[identifier]
    return None


def _find_chart_ids(package: Package, drawing: str, name: str) -> Iterable[str]:
    """Yield the identifiers of a drawing's relationships to its charts with a given name."""
    for frame in package.read_tree(drawing).iter():
        if frame.tag.endswith("}graphicFrame"):
            names = {part.get("name") for part in frame.iter() if part.tag.endswith("}cNvPr")}
            if name in names:
                charts = (part for part in frame.iter() if part.tag.endswith("/chart}chart"))
                yield from (value for chart in charts for key, value in chart.items() if key.endswith("}id"))


def scale_axis(chart: bytes, axes: ChartAxes) -> bytes:
    """Set the ends of a chart's axes in its XML. XML of an unknown form is returned unchanged."""
    scatter = re.search(_SCATTER, chart)
    identifiers = [_read_tag_value(tag) for tag in re.findall(_AXIS_ID, scatter[0])] if scatter else []
    if len(identifiers) != 2 or len(re.findall(_SCATTER, chart)) != 1:
        return chart
    scales = dict(zip(identifiers, (axes.days, axes.values)))

    def scale_axis(match: re.Match[bytes]) -> bytes:
        axis_id = re.search(_AXIS_ID, match[0])
        identifier = axis_id and _read_tag_value(axis_id[0])
        return _scale_axis(match[0], scales[identifier]) if identifier in scales else match[0]

    return re.sub(_AXIS, scale_axis, chart)


def _scale_axis(axis: bytes, scale: Scale | None) -> bytes:
    scaling = re.search(_SCALING, axis)
    predecessor = next((match for before in _BEFORE_UNIT if (match := re.search(before, axis))), None)
    if scaling is None or predecessor is None:
        return axis
    current = {name: _read_tag_value(tag[0]) for tag in re.finditer(_AXIS_ENDS, scaling[0]) for name in [tag[1]]}
    units = [_read_tag_value(tag) for tag in re.findall(_MAJOR_UNIT, axis)]
    expected = {} if scale is None else {b"max": scale.high, b"min": scale.low}
    if current == expected and units == ([] if scale is None else [scale.unit]):
        return axis
    prefix = scaling[1]
    ends = b"".join(b'<%b%b val="%b"/>' % (prefix, name, _format_number(value)) for name, value in expected.items())
    before_ends, extension, remaining = re.sub(_AXIS_ENDS, b"", scaling[2] or b"").partition(b"<%bextLst" % prefix)
    unit = b"" if scale is None else b'<%bmajorUnit val="%b"/>' % (prefix, _format_number(scale.unit))
    middle = re.sub(_MAJOR_UNIT, b"", axis[scaling.end() : predecessor.end()])
    following = re.sub(_MAJOR_UNIT, b"", axis[predecessor.end() :])
    inner = before_ends + ends + extension + remaining
    return axis[: scaling.start()] + b"<%bscaling>%b</%bscaling>" % (prefix, inner, prefix) + middle + unit + following


def _read_tag_value(tag: bytes) -> float | None:
    match = re.search(_TAG_VALUE, tag)
    try:
        return float(match[1]) if match else None
    except ValueError:
        return None


def _format_number(value: float) -> bytes:
    return repr(int(value) if float(value).is_integer() else value).encode()


_PAGE_SETUP = rb"<(?:[\w.-]+:)?pageSetup\b[^<>]*>"
_PAPER_SIZE = rb"""(\bpaperSize\s*=\s*["'])([0-9]+)"""


def change_paper(
    file: ClubFile, parts: Mapping[str, Iterable[bytes]], paper: int, known: frozenset[int], reference_sheet: str
) -> dict[str, Iterable[bytes]]:
    """Set all sheets to another paper, and return the changed parts.

    Args:
        file: The workbook.
        parts: The changed parts so far.
        paper: Excel's number of the new paper.
        known: The papers that may be replaced. A sheet with any other paper, such as a poster, stays as it is.
        reference_sheet: Name of the sheet that decides whether anything changes: the other sheets are read only if it
            has one of the known papers, and another than `paper`.
    """
    current = _read_paper(file.package.read(file.sheets[reference_sheet])) if reference_sheet in file.sheets else paper
    if current == paper or current not in known:
        return dict(parts)
    change = partial(_replace_paper, paper=paper, replaceable=known - {paper})
    return change_parts(file.package, parts, dict.fromkeys(file.sheets.values(), change))


def _replace_paper(sheet: bytes, paper: int, replaceable: frozenset[int]) -> bytes:
    if _read_paper(sheet) not in replaceable:
        return sheet
    return re.sub(_PAGE_SETUP, lambda tag: re.sub(_PAPER_SIZE, rb"\g<1>%d" % paper, tag[0]), sheet)


def _read_paper(sheet: bytes) -> int | None:
    setup = re.search(_PAGE_SETUP, sheet)
    size = setup and re.search(_PAPER_SIZE, setup[0])
    return int(size[2]) if size else None


_PREFIXED_SETUP = rb"<(?:([\w.-]+):)?pageSetup\b[^<>]*>"
_PAGE_SCALE = rb"""\s(?:scale|fitToWidth|fitToHeight)\s*=\s*["'][0-9]*["']"""
_FIT_TO_PAGE = rb"""(\bfitToPage\s*=\s*["'])[a-z0-9]+"""
_ORIENTATION = rb"""(\borientation\s*=\s*["'])[a-z]+"""
_ROW_BREAKS, _COLUMN_BREAKS = (
    rb"(?s)<(?:[\w.-]+:)?%s\b(?:[^<>]*/>|.*?</(?:[\w.-]+:)?%s>)" % (tag, tag) for tag in (b"rowBreaks", b"colBreaks")
)
# The elements that come before rowBreaks (ECMA-376 part 1, 18.3.1.99).
_BEFORE_BREAKS = (
    rb"(?s)<(?:([\w.-]+):)?"
    rb"(?:pageSetup\b[^<>]*>|headerFooter\b(?:[^<>]*/>|.*?</(?:[\w.-]+:)?headerFooter>))"
)


class PageLayout(NamedTuple):
    """The division of a sheet into printed pages.

    Attributes:
        row_ends: Last row of each page but the last.
        scale: Print scale [percent]. If it is 0, scale, orientation and column breaks stay as they are. A single page
            at 100 or less is left to Excel to fit; Excel never enlarges a page to fit.
        is_landscape: Whether the orientation is landscape.
        column_ends: Last column of each page but the last.
    """

    row_ends: Sequence[int]
    scale: int = 0
    is_landscape: bool = False
    column_ends: Sequence[int] = ()


_COLUMN = rb"<(?:[\w.-]+:)?col\b[^<>]*>"
_ATTRIBUTE = rb"""\b(min|max|width|hidden)\s*=\s*["']([^"']*)"""
_USUAL_WIDTH = 9.14


def make_width_reader(sheet: bytes) -> Callable[[int], float]:
    """Return a function that gives the width of a column by its number [characters], and 0 if it is hidden."""
    columns = [dict(re.findall(_ATTRIBUTE, tag)) for tag in re.findall(_COLUMN, sheet)]

    def width(number: int) -> float:
        for column in columns:
            if int(column[b"min"]) <= number <= int(column[b"max"]):
                return 0 if column.get(b"hidden") in (b"1", b"true") else float(column.get(b"width", _USUAL_WIDTH))
        return _USUAL_WIDTH

    return width


def set_page_layouts(
    file: ClubFile, parts: Mapping[str, Iterable[bytes]], sheets: Mapping[str, Callable[[bytes], PageLayout]]
) -> dict[str, Iterable[bytes]]:
    """Set the page breaks and print scales of some sheets, and return the changed parts.

    `sheets` has, by the sheet's name, a function that returns the pages for the XML of the sheet without its rows.
    """
    changes = {file.sheets[sheet]: partial(_set_page_layout, pages=pages) for sheet, pages in sheets.items()}
    return change_parts(file.package, parts, changes)


def _set_page_layout(sheet: bytes, pages: Callable[[bytes], PageLayout]) -> bytes:
    start, end = sheet.find(b"sheetData"), sheet.rfind(b"sheetData")
    if start < 0:
        return sheet
    without_rows = sheet[:start] + sheet[end:]  # the rows do not matter for pages, and would take long to search
    divided = _set_page_breaks(without_rows, pages(without_rows))
    return divided.replace(b"sheetData", sheet[start:end] + b"sheetData", 1)


def _set_page_breaks(sheet: bytes, pages: PageLayout) -> bytes:
    if pages.scale:
        is_fitted = not (pages.row_ends or pages.column_ends or pages.scale > 100)
        sheet = re.sub(_FIT_TO_PAGE, rb"\g<1>%d" % is_fitted, sheet)
        sheet = re.sub(_PREFIXED_SETUP, partial(_scale_setup, pages=pages), sheet)
        sheet = re.sub(_COLUMN_BREAKS, b"", sheet)
    sheet = re.sub(_ROW_BREAKS, b"", sheet)
    before = [*re.finditer(_BEFORE_BREAKS, sheet)]
    if not before:
        return sheet
    end, prefix = before[-1].end(), before[-1][1] + b":" if before[-1][1] else b""
    breaks = _write_breaks_xml(prefix + b"rowBreaks", prefix + b"brk", pages.row_ends, LAST_COLUMN)
    breaks += _write_breaks_xml(prefix + b"colBreaks", prefix + b"brk", pages.column_ends, LAST_ROW)
    return sheet[:end] + breaks + sheet[end:]


def _scale_setup(tag: re.Match[bytes], pages: PageLayout) -> bytes:
    side = b"landscape" if pages.is_landscape else b"portrait"
    setup = re.sub(_ORIENTATION, rb"\g<1>" + side, re.sub(_PAGE_SCALE, b"", tag[0]))
    return setup.replace(b"pageSetup", b'pageSetup scale="%d"' % pages.scale, 1)


def _write_breaks_xml(tag: bytes, break_tag: bytes, positions: Sequence[int], length: int) -> bytes:
    """Return the element with page breaks after some rows or columns, each across `length` columns or rows."""
    ends = b"".join(b'<%s id="%d" max="%d" man="1"/>' % (break_tag, position, length - 1) for position in positions)
    counted = b'<%s count="%d" manualBreakCount="%d">%s</%s>' % (tag, len(positions), len(positions), ends, tag)
    return counted if positions else b""


_FOOTER = rb"(<(?:[\w.-]+:)?oddFooter>)([^<]*)"
_CLUB_FOOTER = r'(?s)&L(?:&"[^"]*")?&[0-9]+ ?(?P<title>.*) · &A(?:&|$)'


# The most characters of a title in a footer, as many as fit on a line. Excel refuses a footer over 255 characters.
MAX_TITLE_LENGTH = 100


def format_footer_title(title: str) -> str:
    """Escape a title for a footer, where & begins a code, and shorten a long title with "…"."""
    shortened, escaped = title, title.replace("&", "&&")
    while len(escaped.encode("utf-16-le", "surrogatepass")) // 2 > MAX_TITLE_LENGTH:
        shortened = shortened[:-1]
        escaped = f"{shortened.rstrip()}…".replace("&", "&&")
    return escaped


def set_footer_titles(
    file: ClubFile, parts: Mapping[str, Iterable[bytes]], title: str, reference_sheet: str
) -> dict[str, Iterable[bytes]]:
    """Set the club title in the footers of all sheets, and return the changed parts.

    Args:
        file: The workbook.
        parts: The changed parts so far.
        title: The new title.
        reference_sheet: Name of the sheet from whose footer the old title is read. The other sheets are read only if it
            differs from `title`. A footer in which the old title does not precede the sheet's name was written by the
            club, and stays as it is.
    """
    footer = (
        re.match(_CLUB_FOOTER, _read_footer(file.package.read(file.sheets[reference_sheet])))
        if reference_sheet in file.sheets
        else None
    )
    new = format_footer_title(title)
    if footer is None or footer["title"] == new:
        return dict(parts)
    old = f"{footer['title']} · &A"

    def set_title(sheet: bytes) -> bytes:
        text = _read_footer(sheet)
        if not re.search(rf"(?:^|[0-9] ?|· ){re.escape(old)}", text):
            return sheet
        new_text = escape(text.replace(old, f"{new} · &A", 1), quote=False).encode("ascii", "xmlcharrefreplace")
        return re.sub(_FOOTER, lambda tag: tag[1] + new_text, sheet, count=1)

    return change_parts(file.package, parts, dict.fromkeys(file.sheets.values(), set_title))


def _read_footer(sheet: bytes) -> str:
    footer = re.search(_FOOTER, sheet)
    return unescape(footer[2].decode(errors="replace")) if footer else ""


# The formula of a cell, without "=", and its value, by the row and column of the cell, both from 1.
FormulaValues = Mapping[tuple[int, int], "tuple[str, CellValue]"]
_CELL_WITH_FORMULA = (
    rb'<c(?P<place> r="(?P<cell>[A-Z]+[0-9]+)"(?: (?:s|cm)="[0-9]+")*)(?: t="[a-zA-Z]+")?>'
    rb"(?P<formula><f[^<>]*?(?:/>|>(?P<text>[^<]*)</f>))(?:<v[^<>]*?(?:/>|>[^<]*</v>))?</c>"
)


def store_formula_values(
    file: ClubFile, parts: Mapping[str, Iterable[bytes]], sheet: str, values: FormulaValues
) -> dict[str, Iterable[bytes]]:
    """Store new values of some formulas of a sheet, and return the changed parts."""
    change = partial(write_formula_values, values=values, date1904=file.date1904)
    return change_parts(file.package, parts, {file.sheets[sheet]: change})


def read_formula(file: ClubFile, sheet: str, cell: str) -> str | None:
    """Return the formula of a cell without "=", or None if the cell has no formula with a text."""
    match = re.search(rb'<c r="%b"[^<>]*><f[^<>]*>([^<]*)</f>' % cell.encode(), file.package.read(file.sheets[sheet]))
    return unescape(match[1].decode()) if match else None


def write_formula_values(xml: bytes, values: FormulaValues, *, date1904: bool = False) -> bytes:
    """Store values of formulas in the XML of a sheet. `date1904` is the date system of the workbook.

    A cell whose formula has another text than `values` gives stays as it is. A cell that only has the index of a shared
    formula has no text to compare, and always gets the value.
    """
    writer = CellWriter(date1904=date1904)
    values_by_address = {
        f"{column_letters(column)}{row}".encode(): formula_and_value
        for (row, column), formula_and_value in values.items()
    }

    def add_value(match: re.Match[bytes]) -> bytes:
        formula, value = values_by_address.get(match["cell"], ("", None))
        text = match["text"]
        if not formula or (text is not None and unescape(text.decode()) != formula):
            return match[0]
        if value in ERROR_VALUES:
            return b'<c%b t="e">%b<v>%b</v></c>' % (match["place"], match["formula"], str(value).encode())
        return writer.write_cell(match["place"], value, match["formula"])

    return re.sub(_CELL_WITH_FORMULA, add_value, xml) if values_by_address else xml
