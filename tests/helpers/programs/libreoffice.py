"""LibreOffice headless: recalculates a workbook, turns it into PDF or another format, and looks at the pages.

LibreOffice keeps the values stored in a file unless its profile says "recalculate always". So every run here has a
profile that does, which belongs to this process alone. One office stays open for all documents of a process.
"""

from __future__ import annotations

import fnmatch
import re
import shutil
from pathlib import Path

from tests.helpers.programs.finding import ProgramError, find_program, run_program
from tests.helpers.programs.office import office_with
from tests.helpers.suite.once import make_once

ALWAYS = 0
PROFILE = f"""<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>{ALWAYS}</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="ODFRecalcMode" oor:op="fuse">
<value>{ALWAYS}</value></prop></item>
</oor:items>
"""
TITLES = re.compile(rb'<definedName name="_xlnm.Print_Titles".*?</definedName>', re.DOTALL)
DRESS = re.compile(
    rb"<(conditionalFormatting|dataValidations|hyperlinks|rowBreaks)\b.*?</\1>|<(?:drawing|legacyDrawing) [^>]*/>",
    re.DOTALL,
)
WORKBOOK, SHEETS = "xl/workbook.xml", "xl/worksheets/*.xml"


def convert(document: Path, into: Path, target: str) -> Path:
    """Open `document`, recalculate it and save it in the folder `into` with the extension `target`.

    `target` is what LibreOffice's --convert-to takes: ods, csv, or one with the name of a filter after a colon. A run
    of the tests converts the same document once.
    """
    result = into / f"{document.stem}.{target.partition(':')[0]}"
    if result == document:
        raise ValueError(f"{document} would be overwritten: give another folder")

    def make(folder: Path) -> None:
        output = office_with(PROFILE).convert(document, folder, target)
        if not (folder / result.name).exists():  # the exit status is 0 even when the file could not be read
            raise ProgramError(f"LibreOffice made no {result.name} from {document}\n{output}")

    made = make_once(("converted", document.name, target, document.read_bytes()), make)
    into.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(made / result.name, result)
    return result


def strip_decoration(name: str, part: bytes) -> bytes:
    """Return a part of a workbook without what computes nothing and takes long.

    These are repeated rows, for each of which LibreOffice ends all pages once more, and colours, choices, links, and
    charts.
    """
    part = TITLES.sub(b"", part) if name == WORKBOOK else part
    return DRESS.sub(b"", part) if fnmatch.fnmatch(name, SHEETS) else part


def pdf_texts(pdf: Path) -> list[str]:
    """Return the text of each page, laid out in columns as on the page."""
    text = run_program([find_program("pdftotext"), "-layout", pdf, "-"])
    return text.removesuffix("\f").split("\f")
