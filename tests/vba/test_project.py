"""Contract of a VBA project: its modules, and its bytes against the specifications and two other readers."""

from __future__ import annotations

import io
import re
import sys
from importlib.metadata import version
from pathlib import Path
from unittest import mock

import olefile
import openpyxl
import pytest
import xlwings
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.clubs import sample_book
from tests.helpers.files.raw_workbook import unzip_parts, zip_parts
from tests.helpers.programs.command_line import run_here, run_refused
from tests.vba.macro_books import FUNCTIONS, macro_book, standard
from tests.vba.vba_reading import decompressed, module_sources, records, streams
from xladdin.files.compound_file import build_compound_file
from xladdin.vba import Module, ModuleKind, build_vba_project, compress, decompress, encrypt
from xladdin.workbook.macro_modules import SETTINGS_SHEET, VERSION_KEY, attach_macros

SAVED_BY_EXCEL = Path(xlwings.__file__).with_name("quickstart_standalone.xlsm")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return macro_book(tmp_path_factory.mktemp("club"))


def test_modules_are_to_the_byte_what_excel_saved_of_them(club: Path) -> None:
    """With xlwings comes a workbook that Excel has saved, which has the same modules of xlwings and of plain sheets."""
    own, excels = module_sources(club), module_sources(SAVED_BY_EXCEL)
    for name in ("VBA/Sheet2", "VBA/Dictionary"):
        assert own[name].lower() == excels[name].lower(), name  # VBA rewrites the case of names
    assert own["VBA/xlwings"] == Path(xlwings.__file__).with_name("xlwings.bas").read_bytes()
    opening = b"\r\nPrivate Sub Workbook_Open()\r\n    DescribeFunctions\r\nEnd Sub\r\n"
    assert own["VBA/ThisWorkbook"] == excels["VBA/ThisWorkbook"] + opening


def test_every_source_has_crlf_code_page_1252_and_its_own_name(club: Path) -> None:
    for path, source in module_sources(club).items():
        assert source.startswith(f'Attribute VB_Name = "{path.removeprefix("VBA/")}"\r\n'.encode())
        assert source.count(b"\n") == source.count(b"\r\n") == source.count(b"\r")
        assert source.endswith(b"\r\n")
        assert max(len(line) for line in source.split(b"\r\n")) < 1024, "VBA refuses longer lines"


def test_a_project_is_what_excel_writes_of_the_same_modules() -> None:
    """But for its identity and windows, its references, and the cookies and compiled code that only Excel has."""
    excels = streams(unzip_parts(SAVED_BY_EXCEL)["xl/vbaProject.bin"])
    about = dict(records(decompressed(excels["VBA/dir"]))[-12:])[0x1C].decode("cp1252")
    kinds = {"Module1": ModuleKind.STANDARD, "xlwings": ModuleKind.STANDARD, "Dictionary": ModuleKind.CLASS}
    names = re.findall(r"^(?:Document|Module|Class)=(\w+)", excels["PROJECT"].decode("cp1252"), re.MULTILINE)
    modules = [
        Module(name, kinds.get(name, ModuleKind.DOCUMENT), "\r\n", about if name == "Dictionary" else "")
        for name in names
    ]
    own = streams(build_vba_project(modules))
    differing = re.compile(r'^(?:ID|CMG|DPB|GC)="[0-9A-F{}-]+"|(?<==)\d+, .*$', re.MULTILINE)
    plain, expected = (differing.sub("", project["PROJECT"].decode("cp1252")).split() for project in (own, excels))
    assert len(names) == 6 and plain == expected
    assert same_records(own) == same_records(excels)
    written = records(decompressed(own["VBA/dir"]))
    assert {data for identifier, data in written if identifier in (0x13, 0x2C)} == {b"\xff\xff"}  # "MUST be 0xFFFF"
    assert {data for identifier, data in written if identifier == 0x31} == {bytes(4)}  # source from the first byte
    libraries = [data for identifier, data in written if identifier == 0x0D]
    assert libraries[0][4:].startswith(rb"*\G{00020430-0000-0000-C000-000000000046}#2.0#0#")
    assert libraries[1][4:].startswith(rb"*\G{2DF8D04C-5BFA-101B-BDE5-00AA0044DE52}#2.0#0#")
    assert all(data[4 + int.from_bytes(data[:4], "little") :] == bytes(6) for data in libraries)  # reserved


def same_records(project: dict[str, bytes]) -> list[tuple[int, bytes]]:
    """Return the records of the dir stream ([MS-OVBA] 2.3.4.2) without references, and without values of its own."""
    references, unordered = {0x16, 0x3E, 0x33, 0x2F, 0x30, 0x0D}, {0x09, 0x13, 0x31, 0x2C}
    in_project = records(decompressed(project["VBA/dir"]))
    return [(key, b"" if key in unordered else data) for key, data in in_project if key not in references]


@pytest.mark.parametrize("name", ["", "1st", "two words", "Montréal", "n" * 32, "a-b"])
def test_name_that_vba_does_not_take_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot name a VBA module"):
        build_vba_project([Module(name, ModuleKind.STANDARD, "\r\n")])


COMPRESSION_EXAMPLES = {
    # [MS-OVBA] 3.2.1 No Compression Example
    b"abcdefghijklmnopqrstuv.": (
        "01 19 B0 00 61 62 63 64 65 66 67 68 00 69 6A 6B 6C 6D 6E 6F 70 00 71 72 73 74 75 76 2E"
    ),
    # [MS-OVBA] 3.2.2 Normal Compression Example
    b"#aaabcdefaaaaghijaaaaaklaaamnopqaaaaaaaaaaaarstuvwxyzaaa": (
        "01 2F B0 00 23 61 61 61 62 63 64 65 82 66 00 70 61 67 68 69 6A 01 38 08 61 6B 6C 00 20 6D 6E 6F 70 06 71 02 "
        "70 04 00 72 73 74 75 76 10 77 78 79 7A 00 2C"
    ),
    # [MS-OVBA] 3.2.3 Maximum Compression Example
    b"a" * 73: "01 03 B0 02 61 45 00",
}


@pytest.mark.parametrize(("text", "compressed"), COMPRESSION_EXAMPLES.items())
def test_compression_gives_the_specifications_examples(text: bytes, compressed: str) -> None:
    assert compress(text) == bytes.fromhex(compressed)


@given(
    st.lists(st.sampled_from([b"a", b"ab", b"Dim ", b"    ", b"\r\n", b"xyzzy" * 9, b"\xe9"]), min_size=1, max_size=900)
)
def test_any_repetitive_text_comes_back(repeated: list[bytes]) -> None:
    text = b"".join(repeated)
    assert decompressed(compress(text)) == text


def test_protection_gives_the_specifications_example() -> None:
    # [MS-OVBA] 3.1.6: ID="{917DED54-440B-4FD1-A5C1-74ACF261E600}" CMG="0705D8E3D8EDDBF1DBF1DBF1DBF1"
    # DPB="0E0CD1ECDFF4E7F5E7F5E7" GC="1517CAF1D6F9D7F9D706"
    project = "{917DED54-440B-4FD1-A5C1-74ACF261E600}"
    assert encrypt(bytes(4), project, 0x07, 7) == "0705D8E3D8EDDBF1DBF1DBF1DBF1"
    assert encrypt(b"\x00", project, 0x0E, 7) == "0E0CD1ECDFF4E7F5E7F5E7"
    assert encrypt(b"\xff", project, 0x15, 7) == "1517CAF1D6F9D7F9D706"


SIZES = [0, 1, 63, 64, 65, 511, 512, 513, 4095, 4096, 4097, 9000]


@given(st.dictionaries(st.text("abcXYZ_019", min_size=1, max_size=31), st.sampled_from(SIZES), max_size=40))
def test_any_names_and_sizes_come_back(sizes: dict[str, int]) -> None:
    names = {name.upper(): name for name in sizes}.values()  # names differ in more than case
    content = {name: b"z" * sizes[name] for name in names}
    assert streams(build_compound_file(content)) == content


def test_the_header_maps_109_sectors_of_the_table_and_no_more() -> None:
    """[MS-CFB] 2.2: the header holds the first 109 places of FAT sectors. A sector maps itself and 127 others."""
    largest = 109 * 127 - 1  # the directory takes one
    content = {"big": b"b" * (largest * 512)}
    assert streams(build_compound_file(content)) == content
    with pytest.raises(ValueError, match="too many"):
        build_compound_file({"big": b"b" * (largest * 512 + 1)})


def test_each_sibling_is_found_as_excel_looks_for_it() -> None:
    """[MS-CFB] 2.6.4: siblings form a binary search tree, first by length of name, then by capitals."""
    names = [*"baDC", "PROJECT", "VBA_", "sheet10", "Sheet2", *(f"Module{number}" for number in range(30))]
    with olefile.OleFileIO(io.BytesIO(build_compound_file(dict.fromkeys(names, b"x")))) as file:
        entries = file.direntries
        for name in names:
            entry = entries[0].sid_child
            while entries[entry].name != name:
                current, target = entries[entry].name, name
                smaller = (len(target), target.upper()) < (len(current), current.upper())
                entry = entries[entry].sid_left if smaller else entries[entry].sid_right
                assert entry != olefile.NOSTREAM, f"{name} is not found"


@pytest.mark.parametrize(
    ("container", "text"),
    [
        *((bytes.fromhex(compressed), text) for text, compressed in COMPRESSION_EXAMPLES.items()),
        (b"\x01\xff\x3f" + b"as it is" * 512 + compress(b"a" * 73)[1:], b"as it is" * 512 + b"a" * 73),
        (b"\x00" + compress(b"a" * 73)[1:], None),
        (bytes.fromhex("01 03 B0 02 61 45 10"), None),  # a copy from before the beginning
    ],
)
def test_containers_of_others_are_read(container: bytes, text: bytes | None) -> None:
    """Excel stores as it is what does not compress."""
    if text is None:
        with pytest.raises(ValueError):
            decompress(container)
    else:
        assert decompress(container) == text


PROJECT = build_vba_project([standard("Macros", "' of the club"), standard("More", "'" * 5000)])


@pytest.mark.parametrize("end", [0, 600, 3000])
def test_a_foreign_project_is_refused_and_nothing_of_it_lost(end: int, tmp_path: Path) -> None:
    club = sample_book("sca", tmp_path, recalculated=False)
    assert run_here("macros", club).status == 0
    path = club.with_suffix(".xlsm")
    parts = unzip_parts(path)
    parts["xl/vbaProject.bin"] = parts["xl/vbaProject.bin"][:end]
    path.write_bytes(zip_parts(parts))
    before = path.read_bytes()
    assert "its macros are written in a way that xladdin does not know" in run_refused("macros", path)
    assert path.read_bytes() == before


def test_streams_beside_the_modules_are_those_of_the_specification() -> None:
    stream_names = streams(build_vba_project([standard("Macros", "")]))
    assert sorted(stream_names) == ["PROJECT", "PROJECTwm", "VBA/Macros", "VBA/_VBA_PROJECT", "VBA/dir"]
    # [MS-OVBA] 3.1.1: Reserved1 0x61CC, Version 0xFFFF, Reserved2 0x00, Reserved3 0x0001, no PerformanceCache
    assert stream_names["VBA/_VBA_PROJECT"] == bytes.fromhex("CC 61 FF FF 00 01 00")
    assert stream_names["PROJECTwm"] == b"Macros\0M\0a\0c\0r\0o\0s\0\0\0\0\0"
    assert decompressed(stream_names["VBA/Macros"]) == b'Attribute VB_Name = "Macros"\r\n'


@pytest.mark.parametrize(
    ("platform", "named"), [("win32", "INTERPRETER_WIN"), ("darwin", "INTERPRETER_MAC"), ("linux", None)]
)
def test_settings_name_the_interpreter_of_this_machine(platform: str, named: str | None) -> None:
    workbook = openpyxl.Workbook()
    with mock.patch.object(sys, "platform", platform):
        attach_macros(workbook, FUNCTIONS, buttons={}, printable_sheets=[])
    assert {key: value for key, value, *_ in workbook[SETTINGS_SHEET].iter_rows(values_only=True)} == {
        "INTERPRETER_WIN": sys.executable if named == "INTERPRETER_WIN" else None,
        "INTERPRETER_MAC": sys.executable if named == "INTERPRETER_MAC" else None,
        "UDF MODULES": FUNCTIONS,
        "ADD_WORKBOOK_TO_PYTHONPATH": "False",
        VERSION_KEY: version("xlwings"),
    }
