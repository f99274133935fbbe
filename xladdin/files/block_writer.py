"""New values in a workbook file. A few parts are written again, and all others stay byte for byte, in their order."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import BinaryIO

from xladdin.cells.addresses import CellRange
from xladdin.cells.numbers import LAST_COLUMN, LAST_ROW
from xladdin.cells.table import CellBlock
from xladdin.errors import OutOfRangeError, WorkbookError
from xladdin.files.club_file import ClubFile, TablePart
from xladdin.files.package import SAVE_AGAIN, Package, write_package
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

Parts = Mapping[str, Iterable[bytes]]
"""The content of parts of a package by name."""
_ROOT = re.compile(rb"<(?:([\w.-]+:))?[\w.-]+\s[^<>]*>")
_BEFORE_CALCULATION = (b"definedNames", b"externalReferences", b"functionGroups", b"sheets")
"""The children of <workbook> that are before <calcPr>, the last first (ECMA-376 part 1, 18.2.27)."""


def write_blocks(
    file: ClubFile, blocks: Sequence[CellBlock], target: BinaryIO, dress: Callable[[Parts], Parts] | None = None
) -> None:
    """Write the workbook as it was read, with the values of the blocks in it, to a binary file open for writing.

    `dress` changes what is no value, such as the paper. It gets the parts that are written again, and gives all parts
    to write. Formats and formulas stay, tables grow to hold their blocks, and Excel computes all formulas when it opens
    the file. Raises WorkbookError if a sheet or table is not there, or its XML has no known shape. What has been
    written to `target` then is no workbook.
    """
    parts: dict[str, Iterable[bytes]] = {}
    written = [block for block in blocks if area_of(block) is not None]
    by_sheet: dict[str, list[CellBlock]] = {}
    for block in written:
        by_sheet.setdefault(_sheet_of(file, block), []).append(block)
    for sheet, own in by_sheet.items():
        parts[file.sheets[sheet]] = _patched_sheet(file, sheet, own)
    for name, last_row in _last_rows(written).items():
        table = file.table_parts[name]
        if last_row > table.last_row:
            parts[table.part] = [_grown_table(file, table, last_row)]
    if by_sheet:
        workbook = file.package.workbook_part
        try:
            parts[workbook] = [calculated_on_opening(file.package.read(workbook))]
        except UnknownXmlError:
            raise _unknown(file, msg("part {name}", name=workbook)) from None
    write_package(file.package, dress(parts) if dress else parts, target)


def filled(file: ClubFile, blocks: Sequence[CellBlock], dress: Callable[[Parts], Parts] | None = None) -> ClubFile:
    """Return the workbook in memory as `write_blocks` writes it."""
    written = io.BytesIO()
    write_blocks(file, blocks, written, dress)
    return ClubFile(file.path, Package(written.getvalue(), file.path.name))


def calculated_on_opening(workbook: bytes) -> bytes:
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


def _patched_sheet(file: ClubFile, sheet: str, blocks: Sequence[CellBlock]) -> Iterator[bytes]:
    whole_from = min((block.row for block in blocks if block.whole_rows), default=LAST_ROW + 1)
    scan = file.scan(sheet) if whole_from > LAST_ROW else file.scan_of_head(sheet)
    model_rows = {name: table.last_row for name, table in file.table_parts.items() if table.sheet == sheet}
    bands = plan_bands(blocks, model_rows, scan.prefix, count(scan.last_shared + 1))
    try:
        patch = SheetPatch(bands, scan.prefix, file.date1904, whole_from)
        yield from patch.apply(file.package.pieces(file.sheets[sheet]))
    except (UnknownXmlError, KeyError, ValueError):
        raise _unknown(file, msg("sheet {name}", name=sheet)) from None
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


def _unknown(file: ClubFile, part: Message) -> WorkbookError:
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


def _down_to(area: CellRange, last_row: int) -> CellRange:
    return CellRange(area.first_row, area.first_column, last_row, area.last_column)


def _sheet_of(file: ClubFile, block: CellBlock) -> str:
    """Return the block's sheet as the file spells it, after a check for values that have no place there."""
    sheet, area = file.sheet_name(block.sheet), area_of(block)
    if sheet is None:
        raise file.package.problem(
            msg("it has no sheet {sheet}. Make a new workbook and paste your tables into it.", sheet=block.sheet)
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
