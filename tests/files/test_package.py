"""Contract of a package: damaged workbooks, and small files made to take all memory or all time, are refused.

Whole workbooks that a command refuses are in the corpus. Here are the limits and what takes many files to try.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from types import ModuleType
from xml.parsers import expat

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.files.patched_sheet import HEAD, patched
from tests.fuzz.targets import opened
from tests.helpers.files.raw_workbook import RawSheet, RawWorkbook, table_xml, zip_parts
from tests.helpers.suite.length import examples, usual_or_long
from xladdin import WorkbookError
from xladdin.cells import CellBlock
from xladdin.files import package, sheet_reader
from xladdin.files.package import open_package
from xladdin.files.sheet_patch import UnknownXmlError
from xladdin.files.sheet_reader import WellFormednessChecker, remove_usual_rows

ROWS = '<row r="1"><c r="A1" t="inlineStr"><is><t>Player</t></is></c></row><row r="2"><c r="A2"><v>1000</v></c></row>'
SHEET = "xl/worksheets/sheet1.xml"
ONE_ROW = '<row r="1"><c r="A1"><v>1</v></c></row>'
A_TO_T = tuple("ABCDEFGHIJKLMNOPQRST")
LONG = "x" * 32_000
MANY = usual_or_long(100_000, 1_000_000)
"""Cells with a long text in each would be three gigabytes or thirty."""
SHARE = usual_or_long(16, 1)
"""A usual run comes up to a sixteenth of a limit where the file must be that large."""
CELLS = 20_971_520 // SHARE


def workbook(rows: str = ROWS, **changes: object) -> RawWorkbook:
    return RawWorkbook({"Players": RawSheet(rows)}, **changes)  # type: ignore[arg-type]


def read(data: bytes) -> list[object]:
    file = opened(data)
    _ = file.tables
    return [list(map(list, file.sheet_values(sheet))) for sheet in file.sheets]


def refusal(data: bytes) -> str:
    with pytest.raises(WorkbookError) as caught:
        read(data)
    return str(caught.value)


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "MAX_FILE", 1 << 20)
    path = tmp_path / "club.xlsx"
    for size, is_too_large in ((1 << 20, False), ((1 << 20) + 1, True)):
        path.write_bytes(b" " * size)
        with pytest.raises(WorkbookError) as problem:
            open_package(path)
        assert ("cannot be used: it is larger than 1 MiB." in str(problem.value)) is is_too_large


def test_a_workbook_cut_short_anywhere_is_refused() -> None:
    data = workbook().data()
    for length in range(1, len(data)):
        refusal(data[:length])


def test_changed_bytes_change_no_value() -> None:
    chance = random.Random(5)
    data, refused = workbook().data(), 0
    for _ in range(1000):
        damaged = bytearray(data)
        damaged[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        try:
            values = read(bytes(damaged))
        except WorkbookError:
            refused += 1
        else:
            assert values in ([[["Player"], [1000.0]]], [])
    assert refused > 500


def binary() -> bytes:
    parts = workbook().parts()
    parts["_rels/.rels"] = parts["_rels/.rels"].replace(b"workbook.xml", b"workbook.bin")
    return zip_parts({**parts, "xl/workbook.bin": b"\x83\x01\x00"})


def shared_texts_under_two_names() -> bytes:
    """Return a workbook with two parts of shared texts. The reader of values takes one, whatever is related."""
    raw = workbook('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', strings=("<t>x</t>",))
    parts, links = raw.parts(), "xl/_rels/workbook.xml.rels"
    other = parts[links].replace(b"sharedStrings.xml", b"strings.xml")
    raw.members = {"xl/strings.xml": parts["xl/sharedStrings.xml"], links: other}
    return raw.data()


def with_members(*names: str) -> bytes:
    return workbook(members=dict.fromkeys(names, b"")).data()


def with_tags(start: str) -> bytes:
    return workbook(ONE_ROW + "".join(map(start.format, range(1, 400_000)))).data()


OUTSIDE, FAR = "has a name that spreadsheet programs never use", "Delete the stray cells far from the tables"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (binary, ".xlsb"),
        (shared_texts_under_two_names, "unusual names"),
        *((partial(with_members, name), OUTSIDE) for name in ("xl/../../up.xml", "..\\up.xml", "xl\\a.xml", "C:/x")),
        (partial(with_members, *(f"x/{number}" for number in range(20_001))), "far more than a club workbook"),
        (workbook(ROWS + '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>').data, FAR),
        (workbook(ROWS + "<row r='1048576'><c r='XFD1048576'><v>1</v></c></row>").data, FAR),
        (workbook(ROWS + '<row r="1048570"><c r="A1048570"/>' + "<c><v>1</v></c>" * 100 + "</row>").data, FAR),
        (workbook(ROWS + '<row r="1048576"><x:c xmlns:x="urn:x" r="XFD1048576"><v>1</v></x:c></row>').data, FAR),
        (partial(with_tags, '<c r="A{}" '), "its sheet Players is damaged"),
        (partial(with_tags, '<c r="A{}"><f '), "its sheet Players is damaged"),
    ],
)
def test_a_hurtful_package_is_refused_in_words(data: Callable[[], bytes], message: str) -> None:
    assert message in refusal(data())


@pytest.mark.parametrize("part", [SHEET, "xl/workbook.xml", "xl/styles.xml", "_rels/.rels"])
def test_a_bomb_that_lies_about_its_size(part: str) -> None:
    """The archive says 1,000 bytes, but the deflated stream holds 50 MiB."""
    parts = workbook().parts()
    parts[part] += b" " * (50 << 20)
    data = zip_parts(parts)
    honest = struct.pack("<I", len(parts[part]))
    message = refusal(data.replace(honest, struct.pack("<I", 1000)))
    assert f"its part {part} is damaged" in message


@pytest.mark.parametrize("part", ["xl/workbook.xml", SHEET, "xl/sharedStrings.xml", "xl/styles.xml", "_rels/.rels"])
def test_entities_are_never_resolved(part: str) -> None:
    parts = workbook(strings=("<t>x</t>",)).parts()
    lol = b'<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    start = parts[part].index(b"?>") + 2
    parts[part] = parts[part][:start] + lol + parts[part][start:]
    assert "declares a document type" in refusal(zip_parts(parts))


def test_a_sheet_wider_than_the_alphabet_is_admitted() -> None:
    cells = "".join(f'<c r="{letters}3"><v>1</v></c>' for letters in ("A", "Z", "AA", "BZ"))
    values = read(workbook(f'{ROWS}<row r="3">{cells}</row>').data())
    assert values == [[["Player", *[""] * 77], [1000.0, *[""] * 77], [1.0, *[""] * 24, 1.0, 1.0, *[""] * 50, 1.0]]]


def rows_of(cells: Iterable[str]) -> str:
    return "".join(f'<row r="{row}">{cell.format(row)}</row>' for row, cell in enumerate(cells, 1))


def test_a_long_text_that_very_many_cells_show(monkeypatch: pytest.MonkeyPatch) -> None:
    data = workbook(rows_of(['<c r="A{0}" t="s"><v>0</v></c>'] * MANY), strings=(f"<t>{LONG}</t>",)).data()
    assert "its sheets up to Players contain more than 256 MiB of text" in refusal(data)
    monkeypatch.setattr(sheet_reader, "MAX_STRINGS", 30_000)
    assert "its part xl/sharedStrings.xml is too large" in refusal(data)


def in_the_last_row(sheets: int) -> bytes:
    """Each sheet alone would do, but the reader makes a full rectangle of every one."""
    last = 1_048_576 // SHARE
    corner = RawSheet(ONE_ROW + f'<row r="{last}"><c r="T{last}"><v>1</v></c></row>')
    return RawWorkbook({f"S{number}": corner for number in range(sheets)}).data()


def tables_over_the_same_cells(last: int, count: int) -> bytes:
    tables = (table_xml(f"T{number}", f"A1:T{last}", A_TO_T) for number in range(count))
    rows = rows_of(['<c r="A{0}"><v>1</v></c>'] * last)
    return RawWorkbook({"S": RawSheet(rows, tables=tuple(tables))}).data()


def errors(count: int) -> bytes:
    return workbook(rows_of(['<c r="A{0}" t="e"><v>#N/A</v></c>'] * count)).data()


LAST = 200_000 // SHARE


@pytest.mark.parametrize(
    ("module", "limit", "value", "make", "most", "message"),
    [
        (
            sheet_reader,
            "MAX_CELLS",
            CELLS,
            in_the_last_row,
            1,
            f"counted up to its sheet S1, it has more than {CELLS:,} cells",
        ),
        (
            sheet_reader,
            "MAX_CELLS",
            CELLS,
            partial(tables_over_the_same_cells, LAST),
            5,
            "counted up to its table T5, it has",
        ),
        (sheet_reader, "MAX_UNUSUAL_CELLS", 1000, errors, 1000, "more than 1,000 cells with errors"),
        (package, "MAX_TREES", 30_000, partial(tables_over_the_same_cells, 1), 20, "its tables and lists of parts"),
    ],
)
def test_the_limit_of_the_reader_for(
    module: ModuleType, limit: str, value: int, make: Callable[[int], bytes], most: int, message: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(module, limit, value)
    read(make(most))
    assert message in refusal(make(2 * most))


@pytest.mark.parametrize("part", ["head", "tail"])
def test_much_that_is_no_row(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_reader, "MAX_STRETCH_LENGTH", sheet_reader.MAX_STRETCH_LENGTH // SHARE)
    junk = "".join(f'<a b="{number}"/>' for number in range((sheet_reader.MAX_STRETCH_LENGTH + (2 << 20)) // 14))
    message = refusal(RawWorkbook({"S": RawSheet(ONE_ROW, **{part: junk})}).data())
    assert f"or something before or after its rows, of more than {32 // SHARE} MiB" in message


@pytest.mark.parametrize("aside", ["<!---->", "<?x?>", "\n"])
def test_much_before_the_root_is_read_in_little_time(aside: str) -> None:
    """If a search may end each comment anywhere, it takes until the end of the world."""
    xml = workbook(ONE_ROW).parts()[SHEET].decode().replace("<worksheet", aside * 200 + "<worksheet")
    assert read(workbook(members={SHEET: xml.encode()}).data()) == [[[1.0]]]
    message = refusal(workbook(members={SHEET: xml.replace("worksheet", "letter").encode()}).data())
    assert "not written as a worksheet" in message


def test_columns_described_over_and_over() -> None:
    far = HEAD.replace("<cols>", '<cols><col min="-2000000000" max="2000000000" style="9"/>')
    assert '<c r="Z1" s="9">' in patched(ONE_ROW, [CellBlock("S", 1, 26, ([1],))], head=far)
    often = HEAD.replace("<cols>", "<cols>" + '<col min="1" max="16384" style="9"/>' * 100_000)
    with pytest.raises(UnknownXmlError):
        patched(ONE_ROW, [CellBlock("S", 1, 1, ([1],))], head=often)


ROWS_OF_ALL_KINDS = """<row r="4" spans="1:13" s="3" customFormat="1" ht="15.75" x14ac:dyDescent="0.25">
<c r="A4" s="38"><v>12799</v></c><c r="B4" t="s"><v>7</v></c><c r="C4"/></row><row r="5" collapsed="false">
<c r="A5" s="1" t="n"><f aca="false">1-2</f><v>-1</v></c><c r="B5" t="str"><f>A4&amp;"é"</f><v>Zoë €</v></c></row>
<row r="6"><c r="B6" s="9" t="inlineStr"><is><t xml:space="preserve"> Łucja &lt;3 </t></is></c>
<c r="J6"><f t="shared" ref="J6:J9" si="0">IF(H6&gt;I6,1,0)</f><v>0</v></c></row><row r="8"></row>
<row r="9"><c r="Z9"><v>1</v></c><c r="AA9" s="2" t="inlineStr"><is><t>Zoë</t></is></c></row>""".replace("\n", "")
SOUND = f'<?xml version="1.0"?>\n<worksheet xmlns="m"><sheetData>{ROWS_OF_ALL_KINDS}</sheetData></worksheet>'.encode()
PACKAGE = package.Package(RawWorkbook({"Games": RawSheet("")}).data(), "club.xlsx")
PIECES = st.sampled_from(
    (b"<", b">", b"&", b'"', b"'", b"/", b"</row>", b"<row>", b"<c>", b"</c>", b"</v>", b"<v>", b"<!--", b"-->",
     b"]]>", b"<![CDATA[", b"\x00", b"\x01", b"\t", b"\n", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbf\xbf", b"&#1;",
     b"&#10;", b"&amp", b' r="4"', b' s="1"', b' ="', b"<?a?>", b"<a:b/>", "ë".encode(), b"<?xml?>")
)  # fmt: skip
DAMAGE = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), PIECES), max_size=3)


def is_sound(xml: bytes) -> bool:
    parser = expat.ParserCreate()
    try:
        parser.Parse(xml, True)
    except expat.ExpatError:
        return False
    return True


def is_proven(xml: bytes, cuts: int) -> bool:
    size = max(len(xml) // cuts, 1)
    proof = WellFormednessChecker()
    for start in range(0, len(xml), size):
        proof.feed(remove_usual_rows(xml[start : start + size])[0])
    try:
        proof.validate(PACKAGE, "Games")
    except WorkbookError:
        return False
    return True


@settings(max_examples=examples(100))
@given(damage=DAMAGE, cuts=st.integers(1, 9))
@example(damage=[], cuts=1)
@example(damage=[(0.57, 0, b"\xed\xa0\x80")], cuts=1)  # within the text of a cell
def test_the_proof_agrees_with_a_parser_of_the_whole(damage: list[tuple[float, int, bytes]], cuts: int) -> None:
    xml = SOUND
    opening, closing = SOUND.index(b"<sheetData>"), len(b"</worksheet>")
    for share, length, piece in damage:
        start = opening + int(share * (len(xml) - opening - closing))
        xml = xml[:start] + piece + xml[min(start + length, len(xml) - closing) :]
    assert is_proven(xml, cuts) == is_sound(xml)
