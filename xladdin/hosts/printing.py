"""`xladdin print`: the sheets for the wall as a PDF, through LibreOffice, or through Excel where Windows has it.

LibreOffice prints whole documents: it is given a copy in which every other sheet is hidden and has no print area.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path

from xladdin.errors import FileProblem
from xladdin.files.package import Package
from xladdin.files.reading.club_file import ClubFile, open_club_file
from xladdin.files.writing.blocks import write_package
from xladdin.workbook.rules.reading import system_of
from xladdin.workbook.schema import report_sheets_of

OFFICES = {
    "win32": "C:/Program Files/LibreOffice/program/soffice.exe",
    "darwin": "/Applications/LibreOffice.app/Contents/MacOS/soffice",
}
"""Where LibreOffice stands that is not on the search path."""
SECONDS = 600
"""How long a print may take: a full sheet of games is read, too."""
NO_MACROS = 3
"""Excel's msoAutomationSecurityForceDisable: opened by a program, a workbook would else run its macros unasked."""
_PRINT_AREA = "_xlnm.Print_Area"


def print_book(path: Path, sheets: Sequence[str] | None = None, output: Path | None = None) -> Path:
    """Makes a PDF of some sheets and gives its path: `output`, or the workbook's name with .pdf.

    sheets: names in any case; all report sheets where none is given. Raises FileProblem where a sheet is not there,
    the file is no club workbook, or nothing that prints is installed.
    """
    file = open_club_file(path)
    chosen = _chosen(file, sheets)
    output = output or path.with_suffix(".pdf")
    if sys.platform == "win32" and _excel_is_installed():
        _through_excel(path, chosen, output)
        return output
    office = find_office()
    if office is None:
        raise FileProblem(
            "Printing needs LibreOffice, which is not installed: install it from libreoffice.org, "
            "or print from Excel (File, Print)."
        )
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        copy.write_bytes(only_these_sheets(file.package, chosen))
        _through_office(office, copy, Path(folder))
        _move(copy.with_suffix(".pdf"), output)
    return output


def find_office() -> str | None:
    """LibreOffice's program; None where it is not installed."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    elsewhere = OFFICES.get(sys.platform)
    return found or (elsewhere if elsewhere and Path(elsewhere).exists() else None)


def _chosen(file: ClubFile, sheets: Sequence[str] | None) -> list[str]:
    system = system_of(file)
    if not sheets:
        return [name for name in report_sheets_of(system) if file.sheet_name(name)]
    chosen = []
    for sheet in sheets:
        name = file.sheet_name(sheet)
        if name is None:
            raise FileProblem(f'There is no sheet "{sheet}"; the sheets are {", ".join(file.shown_sheets)}.')
        chosen.append(name)
    return chosen


def only_these_sheets(package: Package, chosen: Collection[str]) -> bytes:
    """The workbook file with all other sheets hidden and their print areas taken away."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    package.tree(package.workbook_part)  # refuses what an XML parser must not be given
    workbook = etree.fromstring(package.read(package.workbook_part), parser)
    sheets = workbook.findall("{*}sheets/{*}sheet")
    shown = [position for position, sheet in enumerate(sheets) if sheet.get("name") in chosen]
    for position, sheet in enumerate(sheets):
        sheet.attrib.pop("state", None)
        if position not in shown:
            sheet.set("state", "hidden")
    for view in workbook.findall("{*}bookViews/{*}workbookView"):
        view.set("activeTab", str(shown[0]))
        view.attrib.pop("firstSheet", None)
    for name in workbook.findall("{*}definedNames/{*}definedName"):
        if name.get("name") == _PRINT_AREA and int(name.get("localSheetId", "-1")) not in shown:
            name.getparent().remove(name)
    content = etree.tostring(workbook, xml_declaration=True, encoding="UTF-8", standalone=True)
    result = io.BytesIO()
    write_package(package, {package.workbook_part: [content]}, result)
    return result.getvalue()


def _through_office(office: str, copy: Path, folder: Path) -> None:
    """Runs LibreOffice with a profile of its own, so that one that is open is not disturbed."""
    command = [
        office,
        f"-env:UserInstallation={Path(folder, 'profile').resolve().as_uri()}",
        "--headless",
        "--norestore",
        "--convert-to",
        "pdf",
        "--outdir",
        str(folder),
        str(copy),
    ]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise FileProblem(f"LibreOffice did not finish within {SECONDS // 60} minutes. Print fewer sheets.") from None
    except OSError as error:
        raise FileProblem(f"LibreOffice cannot be started ({error}). Install it again.") from None
    if not copy.with_suffix(".pdf").exists():  # its exit status is 0 even when it could not read the file
        raise FileProblem(f"LibreOffice made no PDF: {(run.stderr or run.stdout).strip() or 'it did not say why'}.")


def _move(made: Path, output: Path) -> None:
    try:
        shutil.move(made, output)
    except OSError as error:
        raise FileProblem(f"{output} cannot be written ({error.strerror}). Is it open in another program?") from None


def _excel_is_installed() -> bool:
    """Whether Windows knows a program for Excel's documents; on other systems False."""
    if sys.platform != "win32":
        return False
    import winreg

    try:
        winreg.CloseKey(winreg.OpenKey(winreg.HKEY_CLASSES_ROOT, "Excel.Application"))
    except OSError:
        return False
    return True


def _through_excel(path: Path, sheets: Sequence[str], output: Path) -> None:
    import xlwings

    with xlwings.App(visible=False, add_book=False) as app:
        app.display_alerts = False
        app.api.AutomationSecurity = NO_MACROS
        book = app.books.open(str(path.resolve()), update_links=False, read_only=True)
        book.to_pdf(str(output.resolve()), include=list(sheets))
        book.close()
