"""A file that is no sound workbook is refused by a message that says what is wrong and what to do, and nothing else."""

from __future__ import annotations

import io
import random
import struct
import zipfile
from pathlib import Path

import msoffcrypto
import openpyxl
import pytest

from tests.helpers.files.raw_workbook import RawSheet, RawWorkbook, zipped
from tests.helpers.programs.libreoffice import convert
from xladdin.errors import WorkbookError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.package import Package, open_package

ROWS = '<row r="1"><c r="A1" t="inlineStr"><is><t>Player</t></is></c></row><row r="2"><c r="A2"><v>1000</v></c></row>'
SHEET = "xl/worksheets/sheet1.xml"


def workbook(**changes: object) -> RawWorkbook:
    return RawWorkbook({"Players": RawSheet(ROWS)}, **changes)  # type: ignore[arg-type]


def read(data: bytes) -> list[object]:
    """Return all values of the file, as a user's command would read them."""
    file = ClubFile(Path("club.xlsx"), Package(data, "club.xlsx"))
    return [list(map(list, file.sheet_values(sheet))) for sheet in file.sheets]


def refusal(data: bytes) -> str:
    with pytest.raises(WorkbookError) as caught:
        read(data)
    return str(caught.value)


def replaced(part: str, content: bytes) -> bytes:
    return zipped({**workbook().parts(), part: content})


def test_a_file_that_is_not_there_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(WorkbookError, match=r"club\.xlsx is not there\. Check the name"):
        open_club_file(tmp_path / "club.xlsx")
    with pytest.raises(WorkbookError, match="is a folder"):
        open_club_file(tmp_path)


@pytest.mark.parametrize(("kind", "said"), [("xls", "the old format (.xls)"), ("ods", "OpenDocument")])
def test_a_workbook_in_another_format(kind: str, said: str, tmp_path: Path) -> None:
    openpyxl.Workbook().save(tmp_path / "club.xlsx")
    assert said in refusal(convert(tmp_path / "club.xlsx", tmp_path / kind, kind).read_bytes())


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"_rels/.rels": None}, "holds no workbook"),
        ({"xl/workbook.xml": None}, "holds no workbook"),
        ({"xl/workbook.xml": b'<w:document xmlns:w="urn:w"/>'}, "holds no workbook"),
        ({"xl/workbook.xml": b"<a>" * 100_000}, "its part xl/workbook.xml is damaged (nested too deep)"),
        ({"_rels/.rels": b"<a>" * 100_000 + b"</a>" * 100_000}, "its part _rels/.rels is damaged (nested too deep)"),
        ({SHEET: b" " * (50 << 20)}, "would unpack to 52,428,800 bytes"),
    ],
)
def test_an_archive_that_holds_no_sound_workbook(changes: dict[str, bytes | None], said: str) -> None:
    parts = workbook().parts() | changes
    assert said in refusal(zipped({name: part for name, part in parts.items() if part is not None}))


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xladdin.files.package.LARGEST_FILE", 1 << 20)
    path = tmp_path / "club.xlsx"
    for size, is_too_large in ((1 << 20, False), ((1 << 20) + 1, True)):
        path.write_bytes(b" " * size)
        with pytest.raises(WorkbookError) as problem:
            open_package(path)
        assert ("cannot be used: it is larger than 1 MiB." in str(problem.value)) is is_too_large


def test_an_empty_file_and_a_renamed_csv_file() -> None:
    assert "it is empty" in refusal(b"")
    said = refusal("Date;Spieler\n2026-01-31;Günther\n".encode("latin-1"))
    assert "not a workbook, although its name says so" in said
    assert "xladdin new" in said


def test_a_file_with_a_password() -> None:
    plain = io.BytesIO()
    openpyxl.Workbook().save(plain)
    encrypted = io.BytesIO()
    msoffcrypto.OfficeFile(plain).encrypt("secret", encrypted)
    assert "protected by a password" in refusal(encrypted.getvalue())


def test_a_binary_workbook() -> None:
    parts = workbook().parts()
    parts["_rels/.rels"] = parts["_rels/.rels"].replace(b"workbook.xml", b"workbook.bin")
    parts["xl/workbook.bin"] = b"\x83\x01\x00"
    assert ".xlsb" in refusal(zipped(parts))


def test_every_truncation() -> None:
    data = workbook().data()
    for length in range(1, len(data)):
        refusal(data[:length])


def test_changed_bytes_change_no_value() -> None:
    """The checksums find a flipped bit, or it does no harm where it is, or the file is no archive any more."""
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


@pytest.mark.parametrize("name", ["/etc/passwd", "../up.xml", "xl/../../up.xml", "..\\up.xml", "xl\\sheet.xml", "C:/x"])
def test_a_member_with_a_path_out_of_the_archive(name: str) -> None:
    assert "has a name that no spreadsheet gives" in refusal(workbook(members={name: b""}).data())


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("name", [SHEET, SHEET.upper()])
def test_a_member_twice(name: str) -> None:
    stream = io.BytesIO(workbook().data())
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr(name, ROWS)
    assert "two parts named" in refusal(stream.getvalue())


def test_more_members_than_any_workbook_has() -> None:
    assert "more than any club's workbook" in refusal(workbook(members={f"x/{n}": b"" for n in range(20_001)}).data())


@pytest.mark.parametrize("part", [SHEET, "xl/workbook.xml", "xl/styles.xml", "_rels/.rels"])
def test_a_bomb_that_lies_about_its_size(part: str) -> None:
    """The archive says 1,000 bytes, but the deflated stream holds 50 MiB."""
    parts = workbook().parts()
    parts[part] += b" " * (50 << 20)
    data = zipped(parts)
    honest = struct.pack("<I", len(parts[part]))
    said = refusal(data.replace(honest, struct.pack("<I", 1000)))
    assert f"its part {part} is damaged" in said


def test_a_member_that_is_encrypted() -> None:
    data = bytearray(workbook().data())
    entry = data.rindex(b"PK\1\2", 0, data.rindex(SHEET.encode()))
    data[entry + 8] |= 1
    assert "is encrypted" in refusal(bytes(data))


@pytest.mark.parametrize("part", ["xl/workbook.xml", SHEET, "xl/sharedStrings.xml", "xl/styles.xml", "_rels/.rels"])
def test_entities_are_never_resolved(part: str) -> None:
    parts = workbook(strings=("<t>x</t>",)).parts()
    lol = b'<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    start = parts[part].index(b"?>") + 2
    parts[part] = parts[part][:start] + lol + parts[part][start:]
    assert "declares a document type" in refusal(zipped(parts))


@pytest.mark.parametrize(
    "broken",
    [
        '<row r="1"><c r="A1"><v>1</v></c>',
        '<row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet><row>',
        '<row r="1"><c r="A1"><v>1</v></rw></row>',
    ],
)
def test_broken_xml(broken: str) -> None:
    xml = workbook().parts()[SHEET].decode()
    start = xml.index("<sheetData>") + len("<sheetData>")
    assert "its sheet Players is damaged" in refusal(replaced(SHEET, (xml[:start] + broken).encode()))


@pytest.mark.parametrize(
    "far",
    [
        '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
        '<row r="1048576"><c s="1" r="XFD1048576"><v>1</v></c></row>',
        "<row r='1048576'><c r='XFD1048576'><v>1</v></c></row>",
        '<row r="1048570"><c r="A1048570"/>' + "<c><v>1</v></c>" * 100 + "</row>",
        '<row r="1048576"><c r="AB1048576"><v>1</v></c></row>',
        '<row r="1048576"><x:c xmlns:x="urn:x" r="XFD1048576"><v>1</v></x:c></row>',
    ],
)
def test_a_cell_far_away(far: str) -> None:
    """Excel keeps it in a few bytes, but a reader that makes a rectangle of it would need hundreds of gigabytes."""
    assert "Delete the stray cells far away" in refusal(RawWorkbook({"Players": RawSheet(ROWS + far)}).data())


def test_a_wide_sheet_is_admitted() -> None:
    """A crosstable of forty players is wider than the alphabet."""
    cells = "".join(f'<c r="{letters}3"><v>1</v></c>' for letters in ("A", "Z", "AA", "BZ"))
    values = read(RawWorkbook({"Players": RawSheet(ROWS + f'<row r="3">{cells}</row>')}).data())
    assert values == [[["Player", *[""] * 77], [1000.0, *[""] * 77], [1.0, *[""] * 24, 1.0, 1.0, *[""] * 50, 1.0]]]
