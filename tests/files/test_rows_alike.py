"""Rows alike are read by their pattern, and hold what the reader of values gives, in sheets of any form and damage."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from random import Random

import pytest

from tests.helpers.files.raw_workbook import RawSheet, RawWorkbook, zipped
from tests.helpers.suite.length import usual_or_long
from xladdin.errors import FileProblem
from xladdin.files.package import Package
from xladdin.files.reading import club_file
from xladdin.files.reading.club_file import ClubFile, open_club_file

SAMPLES = sorted((Path(__file__).parents[2] / "workbooks" / "samples").glob("*.xlsx"))
STRINGS = ("Ann", '<t xml:space="preserve"> Bob &amp; Co </t>', "_x0041_")
KNOWN = {
    "a number": "<c r='A1'><v>-12.5</v></c>",
    "a number of LibreOffice": "<c r='A1' s='2' t='n'><v>7</v></c>",
    "a day": "<c r='A1' s='1'><v>45000</v></c>",
    "a shared text": "<c r='A1' t='s'><v>1</v></c>",
    "a text in the sheet": "<c r='A1' t='inlineStr'><is><t xml:space='preserve'> &lt;Zoë&gt; </t></is></c>",
    "a text without blanks": "<c r='A1' t='inlineStr'><is><t>Bob</t></is></c>",
    "a text of two lines": "<c r='A1' t='inlineStr'><is><t>one\ntwo</t></is></c>",
    "a blank text": "<c r='A1' t='str'><f>1</f><v></v></c>",
    "yes": "<c r='A1' t='b'><v>1</v></c>",
    "a blank cell": "<c r='A1' s='3'/>",
    "a blank cell of openpyxl": "<c r='A1' s='3' t='n'/>",
    "a formula": "<c r='B1'><f>1+1</f><v>2</v></c>",
    "a member of a shared formula": "<c r='B1'><f t='shared' si='0'/><v>2</v></c>",
    "a formula without a value": "<c r='B1'><f>1+1</f></c>",
    "a column of two letters": "<c r='AB1'><v>2</v></c>",
}
UNKNOWN = {
    "an error": "<c r='A1' t='e'><v>#N/A</v></c>",
    "a time of day": "<c r='A1' s='5'><v>45000.5</v></c>",
    "hours that have passed": "<c r='A1' s='6'><v>45000</v></c>",
    "a day before March 1900": "<c r='A1' s='1'><v>60</v></c>",
    "a number with an exponent": "<c r='A1'><v>1E-3</v></c>",
    "a text with blanks around": "<c r='A1' t='inlineStr'><is><t> Bob </t></is></c>",
    "an escape": "<c r='A1' t='inlineStr'><is><t>_x0041_</t></is></c>",
    "a character by number": "<c r='A1' t='inlineStr'><is><t>&#65;</t></is></c>",
    "parts of a text": "<c r='A1' t='inlineStr'><is><r><t>a</t></r><r><t>b</t></r></is></c>",
    "no address": "<c><v>1</v></c>",
    "the address of another row": "<c r='A9'><v>1</v></c>",
    "a cell twice": "<c r='A1'><v>1</v></c><c r='A1'><v>2</v></c>",
    "no such text": "<c r='A1' t='s'><v>99</v></c>",
    "no such style": "<c r='A1' s='99'><v>1</v></c>",
}

ROW = (
    '<row r="{0}" spans="1:6"><c r="A{0}" s="1"><v>{1}</v></c><c r="B{0}"><f>A{0}+1</f><v>2</v></c>'
    '<c r="C{0}" t="s"><v>{2}</v></c><c r="D{0}" t="inlineStr"><is><t xml:space="preserve">Bob &amp; {0}</t></is></c>'
    '<c r="E{0}" s="2"/><c r="F{0}"><v>{3}</v></c></row>'
)


def rows_of(cells: str, first: int = 1) -> str:
    """Five rows alike from a row on, with one in the middle that has one cell more."""
    cells = cells.replace("'", '"')
    rows = range(first, first + 5)
    found = [f'<row r="{row}">{cells.replace("1" + chr(34), f"{row}{chr(34)}", 1)}</row>' for row in rows]
    found[2] = found[2].replace("</row>", f'<c r="AC{rows[2]}"><v>3</v></c></row>')
    return "".join(found)


def book_of(rows: str) -> Package:
    return Package(RawWorkbook({"S": RawSheet(rows)}, strings=STRINGS).data(), "club.xlsx")


def outcome(package: Package, sheet: str, monkeypatch: pytest.MonkeyPatch, *, by_pattern: bool) -> tuple[object, bool]:
    """The values of a sheet and all that a look through it notes, or the problem. The second says if patterns did."""
    monkeypatch.setattr(club_file, "WORTH_PATTERNS", 1 if by_pattern else 1 << 60)
    monkeypatch.setattr(ClubFile, "_live_columns", {sheet: {"B"}})
    file = ClubFile(Path("club.xlsx"), package)
    try:
        scan = file.scan(sheet, to_read=True)
        was_by_pattern = scan.alike is not None
        values = [[(type(value), value) for value in row] for row in file.sheet_values(sheet)]
    except FileProblem as problem:
        return str(problem), False
    return (values, vars(scan) | {"alike": None}), was_by_pattern


@pytest.mark.parametrize("cells", [pytest.param(cells, id=name) for name, cells in KNOWN.items()])
def test_a_form_that_is_known(cells: str, monkeypatch: pytest.MonkeyPatch) -> None:
    package = book_of(rows_of(cells))
    read, was_by_pattern = outcome(package, "S", monkeypatch, by_pattern=True)
    assert was_by_pattern
    assert read == outcome(package, "S", monkeypatch, by_pattern=False)[0]


@pytest.mark.parametrize("cells", [pytest.param(cells, id=name) for name, cells in UNKNOWN.items()])
def test_a_form_that_is_not_known(cells: str, monkeypatch: pytest.MonkeyPatch) -> None:
    package = book_of(rows_of("<c r='A1'><v>1</v></c>") + rows_of(cells, 6))
    read, was_by_pattern = outcome(package, "S", monkeypatch, by_pattern=True)
    assert not was_by_pattern
    assert read == outcome(package, "S", monkeypatch, by_pattern=False)[0]


@pytest.mark.parametrize(("first", "cells"), [(1, KNOWN["a number"]), (3, KNOWN["yes"])])
def test_rows_in_another_order(first: int, cells: str, monkeypatch: pytest.MonkeyPatch) -> None:
    package = book_of(rows_of(KNOWN["a number"]) + rows_of(cells, first))
    read, was_by_pattern = outcome(package, "S", monkeypatch, by_pattern=True)
    assert not was_by_pattern
    assert read == outcome(package, "S", monkeypatch, by_pattern=False)[0]


def test_rows_in_a_remark_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = RawWorkbook({"S": RawSheet(rows_of("<c r='A1'><v>1</v></c>"))}).parts()
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace(b"<sheetData>", b"<!--<sheetData>").replace(b"</sheetData>", b"</sheetData>-->")
    package = Package(zipped(parts), "club.xlsx")
    read, was_by_pattern = outcome(package, "S", monkeypatch, by_pattern=True)
    assert (read, was_by_pattern) == (outcome(package, "S", monkeypatch, by_pattern=False)[0], False)


@pytest.mark.parametrize("spoilt", ["xl/styles.xml", "xl/sharedStrings.xml"])
def test_styles_or_texts_that_cannot_be_asked(spoilt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts are damaged, or elsewhere than most programs put them."""
    parts = RawWorkbook({"S": RawSheet(rows_of(KNOWN["a shared text"]))}, strings=STRINGS).parts()
    elsewhere = {
        name.replace("sharedStrings", "texts"): xml.replace(b"sharedStrings.xml", b"texts.xml")
        for name, xml in parts.items()
    }
    decoy = {"xl/sharedStrings.xml": parts["xl/sharedStrings.xml"].replace(b"Bob", b"Eve")}
    for changed in (parts | {spoilt: b"<x"}, elsewhere, elsewhere | decoy):
        package = Package(zipped(changed), "club.xlsx")
        read, was_by_pattern = outcome(package, "S", monkeypatch, by_pattern=True)
        assert read == outcome(package, "S", monkeypatch, by_pattern=False)[0]
        assert not was_by_pattern


def test_what_patterns_give(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = "<c r='A{0}' s='1'><v>45000</v></c><c r='B{0}' t='s'><v>1</v></c><c r='C{0}' t='b'><v>1</v></c>"
    rows = "".join(f'<row r="{row}">{cells.format(row)}</row>'.replace("'", '"') for row in (2, 3, 4, 7))
    file = ClubFile(Path("club.xlsx"), book_of(rows))
    monkeypatch.setattr(club_file, "WORTH_PATTERNS", 1)
    row, blank = [date(2023, 3, 15), " Bob & Co ", True], [""] * 3
    assert file.sheet_values("S") == [blank, row, row, row, blank, blank, row]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sheet_of_a_sample(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package, by_pattern = open_club_file(path).package, 0
    for sheet in open_club_file(path).sheets:
        read, was_by_pattern = outcome(package, sheet, monkeypatch, by_pattern=True)
        assert read == outcome(package, sheet, monkeypatch, by_pattern=False)[0], sheet
        by_pattern += was_by_pattern
    assert by_pattern >= 10


def test_damaged_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = "".join(ROW.format(row, 45_000 + row, row % 2, row / 4) for row in range(1, 9))
    pieces = re.findall(r"<[^<>]*>|[^<>]+", whole)
    random, by_pattern = Random(31), 0
    for _ in range(usual_or_long(300, 20_000)):
        rows = damaged(whole, pieces, random)
        package = book_of(rows)
        read, was_by_pattern = outcome(package, "S", monkeypatch, by_pattern=True)
        assert read == outcome(package, "S", monkeypatch, by_pattern=False)[0], rows
        by_pattern += was_by_pattern
    assert by_pattern


def damaged(whole: str, pieces: list[str], random: Random) -> str:
    """The same rows with a few letters or pieces of XML deleted, doubled, swapped or replaced."""
    for _ in range(random.randint(1, 3)):
        if random.random() < 0.5:
            at = random.randrange(len(whole))
            letter = random.choice(["", "", *'<>/"&;0 9-.ex_A\n\r\x01é#='])
            whole = whole[:at] + letter + whole[at + random.randint(0, 2) :]
        else:
            old, new = random.choice(pieces), random.choice([*pieces, "", ""])
            at = whole.find(old, random.randrange(len(whole)))
            whole = whole if at < 0 else whole[:at] + new + whole[at + len(old) * random.randint(0, 1) :]
    return whole
