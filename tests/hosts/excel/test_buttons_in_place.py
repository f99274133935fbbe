"""The buttons that `xladdin macros` draws on sheets."""

from __future__ import annotations

import zipfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
from openpyxl.comments import Comment

from tests.helpers.clubs import book_of, sample_book
from tests.helpers.programs.command_line import run_here
from tests.vba.macro_books import buttons_on, parts_of
from xladdin.files.package import open_package
from xladdin.files.package_edit import PackageEdit


def test_a_button_whose_part_has_a_blank_in_its_name(tmp_path: Path) -> None:
    """A relationship writes the blank as %20 (ECMA-376 part 2, 9.3.2.2)."""
    path = book_of("sca", tmp_path, {}, suffix=".xlsm")
    buttons = buttons_on(path)
    renamed = {
        name.replace("vmlDrawing1", "button 1"): content.replace(b"vmlDrawing1.vml", b"button%201.vml")
        for name, content in parts_of(path).items()
    }
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in renamed.items():
            archive.writestr(name, content)
    assert any(name.endswith("/button 1.vml") for name in renamed)
    assert buttons_on(path) == buttons
    before = path.read_bytes()
    assert "already" in run_here("macros", path).out
    assert path.read_bytes() == before


def test_notes_on_the_same_sheet_stay(tmp_path: Path) -> None:
    path = sample_book("sca", tmp_path)
    workbook = openpyxl.load_workbook(path)
    workbook["Start"]["C12"].comment = Comment("ask Zoë", "director")
    workbook.save(path)
    made = path.with_suffix(".xlsm")
    assert run_here("macros", path).status == 0
    assert {"Recalculate", "MakePDF"} <= set(buttons_on(made)["Start"])
    assert openpyxl.load_workbook(made)["Start"]["C12"].comment.text == "ask Zoë"
    assert boxes_on_start(made) == {"Note": 1, "Button": len(buttons_on(made)["Start"])}


def boxes_on_start(path: Path) -> dict[str, int]:
    """The number of boxes of each kind, by the names of VML. openpyxl may write them with prefixes of its own."""
    edit = PackageEdit(open_package(path))
    drawings = edit.links("xl/worksheets/sheet1.xml", "vmlDrawing").values()
    roots = [ElementTree.fromstring(edit.read(part)) for part in drawings]
    client = "{urn:schemas-microsoft-com:office:excel}ClientData"
    return dict(Counter(box.attrib["ObjectType"] for root in roots for box in root.iter(client)))
