"""Each program of the helpers really runs, and really notices what is wrong."""

from __future__ import annotations

import sys
import zipfile
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Font
from openpyxl.worksheet.formula import ArrayFormula

from tests.helpers.programs.finding import ProgramFailed, run_program
from tests.helpers.programs.ironcalc import Engine, engine_with_names
from tests.helpers.programs.libreoffice import (
    PROFILE,
    convert,
    pdf_page_sizes,
    pdf_pictures,
    pdf_texts,
    saved_again,
    to_pdf,
)
from tests.helpers.programs.office import Office
from tests.helpers.programs.ooxml import validate_workbook
from tests.helpers.programs.recalculating import recalculate
from tests.helpers.values import ExcelError
from xladdin.workbook.styles.font_order import SCHEMA_ORDER, fonts_in_schema_order


def replace_in_member(workbook: Path, member: str, old: bytes, new: bytes) -> None:
    """Rewrites one part of a workbook. `old` must be there exactly once."""
    with zipfile.ZipFile(workbook) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    assert parts[member].count(old) == 1
    parts[member] = parts[member].replace(old, new)
    with zipfile.ZipFile(workbook, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)


@pytest.fixture
def product(tmp_path: Path) -> Path:
    """A workbook whose one formula gives 6, but has the wrong value 99 stored."""
    path = tmp_path / "product.xlsx"
    workbook = openpyxl.Workbook()
    workbook.active.append([2, 3, "=A1*B1"])
    with fonts_in_schema_order():
        workbook.save(path)
    replace_in_member(path, "xl/worksheets/sheet1.xml", b"<f>A1*B1</f><v />", b"<f>A1*B1</f><v>99</v>")
    assert openpyxl.load_workbook(path, data_only=True).active["C1"].value == 99
    return path


def test_program_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    beating = tmp_path / "beating"
    child = f"import time\nwhile True: open({str(beating)!r}, 'a').write('.'); time.sleep(0.05)"
    script = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    with pytest.raises(ProgramFailed, match="did not end within 2 s"):
        run_program([sys.executable, "-c", script], timeout=2)
    beats = beating.stat().st_size
    assert beats > 0
    with pytest.raises(ProgramFailed):
        run_program([sys.executable, "-c", "import time; time.sleep(9)"], timeout=0.3)
    assert beating.stat().st_size == beats


def test_program_that_fails_is_quoted() -> None:
    with pytest.raises(ProgramFailed, match=r"status 3\n.*\nwhy"):
        run_program([sys.executable, "-c", "import sys; print('why', file=sys.stderr); sys.exit(3)"])


def test_libreoffice_replaces_a_wrong_stored_value(product: Path, tmp_path: Path) -> None:
    recalculated = recalculate(product, tmp_path / "out")
    assert openpyxl.load_workbook(recalculated, data_only=True).active["C1"].value == 6
    assert openpyxl.load_workbook(recalculated).active["C1"].value == "=A1*B1"


def test_what_libreoffice_computes_keeps_its_kind(tmp_path: Path) -> None:
    expected = {
        "1/4": 0.25, "TRUE()": True, "1/0": "#DIV/0!", '"a""b,"&CHAR(10)&"c"': 'a"b,\nc', '"007"': "007",
        'IF(1,"TRUE")': "TRUE", 'VALUE("x")': "#VALUE!", "2^60": 2.0**60,
    }  # fmt: skip
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for row, formula in enumerate(expected, 1):
        sheet.cell(row, 1, f"={formula}")
    sheet["B1"].number_format = "yyyy-mm-dd"
    sheet["B1"] = "=DATE(2026,5,19)"
    sheet["C1"] = ArrayFormula("C1:C3", "=ROW(A1:A3)*A1")
    path = tmp_path / "kinds.xlsx"
    workbook.save(path)
    computed = openpyxl.load_workbook(recalculate(path, tmp_path / "out"), data_only=True).active
    assert [computed.cell(row, 1).value for row in range(1, len(expected) + 1)] == pytest.approx([*expected.values()])
    assert [computed.cell(row, 1).data_type for row in (1, 2, 3, 4)] == ["n", "b", "e", "s"]
    assert computed["B1"].value == datetime(2026, 5, 19)
    assert [computed.cell(row, 3).value for row in (1, 2, 3)] == [0.25, 0.5, 0.75]


def test_libreoffice_replaces_a_wrong_stored_value_of_its_own_format(product: Path, tmp_path: Path) -> None:
    document = convert(product, tmp_path / "ods", "ods")
    with zipfile.ZipFile(document) as package:
        content = package.read("content.xml")
    assert content.count(b'office:value="6"') == 1
    replace_in_member(document, "content.xml", b'office:value="6"', b'office:value="99"')
    recalculated = saved_again(document, tmp_path / "out")
    assert openpyxl.load_workbook(recalculated, data_only=True).active["C1"].value == 6


def test_one_libreoffice_takes_all_documents(product: Path, tmp_path: Path) -> None:
    office = Office(PROFILE)
    try:
        said = [office.convert(product, tmp_path / str(number), "ods", timeout=60) for number in range(3)]
    finally:
        office.end()
    assert [text for text in said if "using filter" in text] == [], "one that starts says what it converts"
    assert len(list(tmp_path.glob("*/product.ods"))) == 3


def test_libreoffice_prints(product: Path, tmp_path: Path) -> None:
    pdf = to_pdf(product, tmp_path / "out")
    (page,) = pdf_texts(pdf)
    assert page.split() == ["2", "3", "6"]
    ((width, height),) = pdf_page_sizes(pdf)
    assert width < height
    (picture,) = pdf_pictures(pdf, tmp_path / "out")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_libreoffice_refuses_what_is_no_workbook(tmp_path: Path) -> None:
    broken = tmp_path / "broken.xlsx"
    broken.write_bytes(b"PK\x03\x04 and nothing more")
    with pytest.raises(ProgramFailed, match=r"made no broken\.pdf"):
        to_pdf(broken, tmp_path / "out")


def test_validator_accepts_a_sound_workbook(product: Path) -> None:
    assert validate_workbook(product) == []


def test_validator_names_a_fault_and_its_place(product: Path) -> None:
    replace_in_member(product, "xl/worksheets/sheet1.xml", b"<f>A1*B1</f>", b"<g>A1*B1</g>")
    (complaint,) = validate_workbook(product)
    assert complaint.startswith("/xl/worksheets/sheet1.xml: /x:worksheet[1]/x:sheetData[1]/x:row[1]/x:c[3]: ")
    assert "has invalid child element" in complaint


def test_validator_refuses_what_is_no_workbook(tmp_path: Path) -> None:
    broken = tmp_path / "broken.xlsx"
    broken.write_bytes(b"PK\x03\x04 and nothing more")
    assert validate_workbook(broken) == ["None: None: File contains corrupted data."]


def test_fonts_are_saved_in_the_order_of_the_schema(tmp_path: Path) -> None:
    path = tmp_path / "fonts.xlsx"
    workbook = openpyxl.Workbook()
    every_child = Font(
        name="Calibri", charset=0, family=2, b=True, i=True, strike=True, outline=True, shadow=True,
        condense=True, extend=True, color="FF0000", sz=12, u="single", vertAlign="superscript",
        scheme="minor",
    )  # fmt: skip
    workbook.active["A1"].font = every_child
    workbook.active.conditional_formatting.add("A1:A9", CellIsRule("equal", ["1"], font=every_child))
    workbook.save(path)
    assert {complaint.split(": ")[0] for complaint in validate_workbook(path)} == {"/xl/styles.xml"}
    with fonts_in_schema_order():
        workbook.save(path)
    assert validate_workbook(path) == []
    assert openpyxl.load_workbook(path).active["A1"].font == every_child
    assert set(SCHEMA_ORDER) == set(Font.__elements__)
    assert Font.__elements__ != SCHEMA_ORDER


def test_ironcalc_evaluates_a_named_lambda_with_an_optional_argument() -> None:
    stored = (
        "_xlfn.LAMBDA(_xlpm.rating_1,_xlop.bonus,"
        "_xlfn.LET(_xlpm.given,IF(_xlfn.ISOMITTED(_xlpm.bonus),100,_xlpm.bonus),_xlpm.rating_1+_xlpm.given))"
    )
    engine = engine_with_names({"WITHBONUS": stored})
    values = engine.evaluate_all(["=WITHBONUS(1000)", "=WITHBONUS(1000,7)", '=WITHBONUS("x")', "=WITHBONUS()"])
    assert values == [1100, 1007, "#VALUE!", "#VALUE!"]
    assert engine.evaluate("=NOSUCHNAME(1)") == "#NAME?"
    with pytest.raises(ValueError, match="must begin with ="):
        engine.evaluate("WITHBONUS(1)")


def test_ironcalc_computes_a_workbook_afresh_from_what_is_set(product: Path) -> None:
    engine = Engine(product)
    assert engine.value("Sheet", "C1") == 6
    engine.set("Sheet", "A1", 10)
    engine.set("Sheet", "A2", "=A1")
    engine.set("Sheet", "B2", True)
    assert engine.values("Sheet", ["C1", "A2", "B2", "C2"]) == [30, "=A1", True, None]
    engine.set("Sheet", "A1", None)
    assert engine.value("Sheet", "C1") == 0


def test_ironcalc_tells_an_error_from_a_text(product: Path) -> None:
    text, error = Engine(product).evaluate_all(['="#N/A"', "=NA()"])
    assert text == error == "#N/A"
    assert [isinstance(value, ExcelError) for value in (text, error)] == [False, True]
