"""The VBA project of a club workbook: which modules it holds, that their source is right, that Excel finds them."""

from __future__ import annotations

import re
import sys
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.programs.ooxml import validate_workbook
from tests.vba.macro_books import (
    BUTTONS,
    PRINTABLE,
    SAMPLE_FUNCTIONS,
    macro_workbook,
    plain_workbook,
    project_of,
    save,
    standard,
)
from tests.vba.vba_reading import decompressed, module_sources, records, streams
from xladdin.vba.project import Module, ModuleKind, vba_project
from xladdin.workbook.macros.modules import SETTINGS_SHEET, VERSION_KEY, attach_macros

SHEETS = ("Start", "Players", *PRINTABLE, SETTINGS_SHEET)
DOCUMENTS = ("ThisWorkbook", *(f"Sheet{number}" for number in range(1, len(SHEETS) + 1)))
STANDARD = ("ClubMacros", "xlwings_udfs", "FunctionHelp", "xlwings")
MODULES = (*DOCUMENTS, *STANDARD, "Dictionary")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return macro_workbook(tmp_path_factory.mktemp("club") / "club.xlsm")


def shipped(*path: str) -> bytes:
    return files("xlwings").joinpath(*path).read_bytes()


def test_olevba_lists_every_module(club: Path) -> None:
    assert [*module_sources(club)] == [f"VBA/{name}" for name in MODULES]


def test_xlwings_module_is_the_shipped_file_to_the_byte(club: Path) -> None:
    assert module_sources(club)["VBA/xlwings"] == shipped("xlwings.bas")


def test_dictionary_is_the_shipped_file_once_excel_exports_it(club: Path) -> None:
    """The export of Excel writes a header for the file and leaves out three attributes."""
    source = module_sources(club)["VBA/Dictionary"]
    assert source.startswith(
        b'Attribute VB_Name = "Dictionary"\r\n'
        b'Attribute VB_Base = "0{FCFB3D2A-A0FA-1068-A738-08002B3371B5}"\r\n'
        b"Attribute VB_GlobalNameSpace = False\r\n"
    )
    exported = re.sub(rb"Attribute VB_(Base|TemplateDerived|Customizable) = .*\r\n", b"", source)
    header = b"VERSION 1.0 CLASS\r\nBEGIN\r\n  MultiUse = -1  'True\r\nEND\r\n"
    assert header + exported == shipped("addin", "Dictionary.cls")


def test_every_source_has_crlf_code_page_1252_and_its_own_name(club: Path) -> None:
    for path, source in module_sources(club).items():
        assert source.startswith(f'Attribute VB_Name = "{path.removeprefix("VBA/")}"\r\n'.encode())
        assert source.count(b"\n") == source.count(b"\r\n") == source.count(b"\r")
        assert source.endswith(b"\r\n")
        assert max(len(line) for line in source.split(b"\r\n")) < 1024, "VBA refuses longer lines"


def test_document_modules_state_what_excel_states(club: Path) -> None:
    sources = module_sources(club)
    attributes = """\
Attribute VB_Name = "{name}"
Attribute VB_Base = "0{{{base}-0000-0000-C000-000000000046}}"
Attribute VB_GlobalNameSpace = False
Attribute VB_Creatable = False
Attribute VB_PredeclaredId = True
Attribute VB_Exposed = True
Attribute VB_TemplateDerived = False
Attribute VB_Customizable = True
""".replace("\n", "\r\n")
    assert sources["VBA/Sheet2"].decode() == attributes.format(name="Sheet2", base="00020820")
    opening = "\r\nPrivate Sub Workbook_Open()\r\n    DescribeFunctions\r\nEnd Sub\r\n"
    assert sources["VBA/ThisWorkbook"].decode() == attributes.format(name="ThisWorkbook", base="00020819") + opening


def test_project_stream_follows_its_grammar() -> None:
    """[MS-OVBA] 2.3.1, from the example of 3.1.6 with our modules. It is visible, without protection or password."""
    modules = [
        Module("ThisWorkbook", ModuleKind.DOCUMENT, 'Attribute VB_Name = "ThisWorkbook"\r\n'),
        standard("Macros", ""),
        Module("Box", ModuleKind.CLASS, 'Attribute VB_Name = "Box"\r\n'),
    ]
    text = streams(vba_project(modules))["PROJECT"].decode("cp1252")
    protection = r'CMG="[0-9A-F]{22,28}"\r\nDPB="[0-9A-F]{16,22}"\r\nGC="[0-9A-F]{16,22}"\r\n'
    assert re.fullmatch(
        r'ID="\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}"\r\n'
        r"Document=ThisWorkbook/&H00000000\r\nModule=Macros\r\nClass=Box\r\n"
        r'Name="VBAProject"\r\nHelpContextID="0"\r\nVersionCompatible32="393222000"\r\n' + protection + r"\r\n"
        r"\[Host Extender Info\]\r\n&H00000001=\{3832D640-CF90-11CF-8E43-00A0C911005A\};VBE;&H00000000\r\n\r\n"
        r"\[Workspace\]\r\nThisWorkbook=0, 0, 0, 0, C\r\nMacros=0, 0, 0, 0, C\r\nBox=0, 0, 0, 0, C\r\n",
        text,
    )


def test_streams_beside_the_modules() -> None:
    found = streams(vba_project([standard("Macros", "")]))
    assert sorted(found) == ["PROJECT", "PROJECTwm", "VBA/Macros", "VBA/_VBA_PROJECT", "VBA/dir"]
    # [MS-OVBA] 3.1.1: Reserved1 0x61CC, Version 0xFFFF, Reserved2 0x00, Reserved3 0x0001, no PerformanceCache
    assert found["VBA/_VBA_PROJECT"] == bytes.fromhex("CC 61 FF FF 00 01 00")
    assert found["PROJECTwm"] == b"Macros\0M\0a\0c\0r\0o\0s\0\0\0\0\0"
    assert decompressed(found["VBA/Macros"]) == b'Attribute VB_Name = "Macros"\r\n'


def test_dir_stream_has_the_specified_records_in_order() -> None:
    """[MS-OVBA] 2.3.4.2: PROJECTINFORMATION, PROJECTREFERENCES, PROJECTMODULES, terminator."""
    modules = [standard("Macros", ""), Module("Box", ModuleKind.CLASS, "\r\n", "kept things")]
    found = records(decompressed(streams(vba_project(modules))["VBA/dir"]))
    information = [0x01, 0x02, 0x14, 0x03, 0x04, 0x05, 0x40, 0x06, 0x3D, 0x07, 0x08, 0x09, 0x0C, 0x3C]
    reference = [0x16, 0x3E, 0x0D]
    module = [0x19, 0x47, 0x1A, 0x32, 0x1C, 0x48, 0x31, 0x1E, 0x2C]
    assert [identifier for identifier, _ in found] == [
        *information,
        *reference * 2,
        *(0x0F, 0x13),
        *(*module, 0x21, 0x2B),  # procedural
        *(*module, 0x22, 0x2B),  # document or class
        0x10,
    ]
    data = dict(found[:14])
    assert data[0x03] == bytes.fromhex("E4 04")  # code page 1252
    assert data[0x04] == b"VBAProject"
    libraries = [content for identifier, content in found if identifier == 0x0D]
    assert libraries[0][4:].startswith(rb"*\G{00020430-0000-0000-C000-000000000046}#2.0#0#")
    assert libraries[1][4:].startswith(rb"*\G{2DF8D04C-5BFA-101B-BDE5-00AA0044DE52}#2.0#0#")
    for library in libraries:
        assert len(library) == 4 + int.from_bytes(library[:4], "little") + 6
    counts = dict(found[20:22])
    assert counts == {0x0F: b"\x02\x00", 0x13: b"\xff\xff"}  # "MUST be 0xFFFF on write"
    box = dict(found[-12:-1])
    assert (box[0x19], box[0x47], box[0x1A]) == (b"Box", "Box".encode("utf-16-le"), b"Box")
    assert (box[0x1C], box[0x48]) == (b"kept things", "kept things".encode("utf-16-le"))
    assert (box[0x31], box[0x2C]) == (bytes(4), b"\xff\xff")  # source from the first byte, and cookie


@pytest.mark.parametrize("name", ["", "1st", "two words", "Montréal", "n" * 32, "a-b"])
def test_name_that_vba_does_not_take_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot name a VBA module"):
        vba_project([Module(name, ModuleKind.STANDARD, "\r\n")])


def test_openpyxl_keeps_the_project_to_the_byte(club: Path, tmp_path: Path) -> None:
    workbook = openpyxl.load_workbook(club, keep_vba=True)
    workbook["Players"]["B4"] = "typed since"
    kept = save(workbook, tmp_path / "kept.xlsm")
    assert project_of(kept) == project_of(club)
    assert module_sources(kept) == module_sources(club)
    assert openpyxl.load_workbook(kept)["Players"]["B4"].value == "typed since"


def test_functions_of_the_product_come_into_the_workbook(tmp_path: Path) -> None:
    club = macro_workbook(tmp_path / "club.xlsm", "xladdin.functions")
    sources = module_sources(club)
    for name in ("MISSBASIC", "LEXCHANGE", "CLUBRATINGS"):
        assert f"\r\nFunction {name}(".encode() in sources["VBA/xlwings_udfs"]
        assert f'    Describe "{name}", "Club ratings", _\r\n'.encode() in sources["VBA/FunctionHelp"]
    assert validate_workbook(club) == []


def test_text_from_people_stays_out_of_the_project(tmp_path: Path, club: Path) -> None:
    workbook = plain_workbook()
    workbook["Start"]["A1"] = '"): MsgBox ("hello'
    workbook.properties.title = '"): MsgBox ("hello'
    attach_macros(workbook, SAMPLE_FUNCTIONS, buttons=BUTTONS, printable_sheets=PRINTABLE)
    assert project_of(save(workbook, tmp_path / "named.xlsm")) == project_of(club)


def settings(workbook: openpyxl.Workbook) -> dict[str, str | None]:
    return {key: value for key, value, *_ in workbook[SETTINGS_SHEET].iter_rows(values_only=True)}


@pytest.mark.parametrize(
    ("platform", "named"), [("win32", "INTERPRETER_WIN"), ("darwin", "INTERPRETER_MAC"), ("linux", None)]
)
def test_settings_name_the_interpreter_of_this_machine(
    platform: str, named: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    workbook = plain_workbook()
    attach_macros(workbook, SAMPLE_FUNCTIONS, buttons=BUTTONS, printable_sheets=[])
    monkeypatch.undo()
    assert settings(workbook) == {
        "INTERPRETER_WIN": sys.executable if named == "INTERPRETER_WIN" else None,
        "INTERPRETER_MAC": sys.executable if named == "INTERPRETER_MAC" else None,
        "UDF MODULES": SAMPLE_FUNCTIONS,
        "ADD_WORKBOOK_TO_PYTHONPATH": "False",
        VERSION_KEY: version("xlwings"),
    }
