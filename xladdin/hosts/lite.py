"""Embed xladdin in a workbook as code of xlwings Lite, which runs Python inside Excel.

xlwings Lite is a free add-in for Excel on Windows, Mac and the web. It stores its code in the workbook, in the parts of
its task pane. This code includes the whole package xladdin, so that Lite fetches nothing beyond what it always loads.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
import uuid
import zipfile
from collections.abc import Collection
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import BinaryIO

import xladdin
from xladdin.errors import WorkbookError
from xladdin.files.club_file import open_club_file
from xladdin.files.package import EARLIEST, Package, PackageEdit
from xladdin.files.safe_write import create_file, replace_with_backup
from xladdin.files.task_panes import XLWINGS_LITE, TaskPane, read_task_pane, write_task_pane
from xladdin.languages import Language
from xladdin.messages import BLANK, Message, join_lines, msg
from xladdin.workbook.lambda_names import drop_lambda_names
from xladdin.workbook.rules import read_system
from xladdin.workbook.schema import UNREAD_SHEETS, read_language

# The versions of Pyodide and Lite that a task pane of Lite must name. Lite loads its own versions nevertheless.
PYODIDE, LITE = "0.27.5", "1.0.0.0-35"
_FILE_WRITERS = ("locks", "safe_write", "sanitizing", "sheet_patch", "sheet_transfer", "workbook_writer")
# Folders and modules that are not used inside Excel. Without them the file is a fifth smaller.
EXCLUDED_IN_EXCEL = (
    *("commands", "samples", "vba.py", "workbook/macro_modules.py", "workbook/macros"),
    *(f"files/{name}.py" for name in _FILE_WRITERS),
)
# The suffixes of files that are not needed at run time.
_EXCLUDED_SUFFIXES = {".md", ".po", ".pyc"}
# The number of characters in a line of base85.
LINE_LENGTH = 120
# The line that marks a main.py of xladdin, with the version of the package in it.
VERSION_LINE = re.compile(r'^VERSION = "([^"]+)"', re.MULTILINE)

_LOADER = '''# This file carries xladdin {version}. Leave it as it is: a later `xladdin lite FILE` replaces it.
import base64
import importlib
import io
import sys
import tempfile
import zipfile
from pathlib import Path

VERSION = "{version}"
FOLDER = Path(tempfile.gettempdir()) / "{folder}"
CONTENT = """
{content}
"""
if not FOLDER.exists():
    zipfile.ZipFile(io.BytesIO(base64.b85decode(CONTENT.replace("\\n", "")))).extractall(FOLDER)
if str(FOLDER) not in sys.path:
    sys.path.insert(0, str(FOLDER))
    for module in [name for name in sys.modules if name.partition(".")[0] == "xladdin"]:
        del sys.modules[module]
    importlib.invalidate_caches()

'''

# All scripts are in this file, since Lite lists only the scripts of main.py. Lite sends all cells of all sheets except
# the excluded ones. A list of sheets to include would miss a sheet that the director renames.
_SCRIPTS = '''import xlwings as xw
from xlwings import script
from xladdin.hosts import excel_buttons
from xladdin.functions import *
from xladdin.functions import CATALOGUE
from xladdin.functions.registration import translate_help

translate_help(globals(), CATALOGUE, "{language}")
UNREAD = {unread!r}


@script(name="{recalculate}", exclude=UNREAD)
def recalculate(book: xw.Book):
    """{recalculate_help}"""
    excel_buttons.recalculate_book(book)


@script(name="{pair}", exclude=UNREAD)
def pair_tonight(book: xw.Book):
    """{pair_help}"""
    excel_buttons.pair_tonight(book)


@script(name="{import_games}")
def import_games(book: xw.Book):
    """{import_help}"""
    excel_buttons.import_into_book(book)
'''
# The names and the help of the scripts in the task pane of Lite.
_SCRIPT_TEXTS = {
    "recalculate": msg("Recalculate"),
    "recalculate_help": msg("Recalculate all ratings from the first game."),
    "pair": msg("Pair tonight"),
    "pair_help": msg("Pair the next round for the players marked on Tonight."),
    "import_games": msg("Import games"),
    "import_help": msg("Import the games that were pasted on the sheet Import."),
}

# A formula with which users can try the add-in.
_FORMULA = "=LEXCHANGE(1824,1708,459,272,60)"


def format_requirements() -> str:
    """Return the text of requirements.txt: the packages of Lite itself, and networkx for pairing."""
    return f"xlwings=={version('xlwings')}\nnetworkx\npython-dotenv\npyodide-http\n"


def describe_lite(language: Language) -> Message:
    """Return instructions on creating a workbook with the add-in."""
    system = language.render(msg("SYSTEM"))
    commands = {
        f"xladdin new {system} club.xlsx --lite": msg("creates a workbook that contains the add-in"),
        "xladdin lite club.xlsx": msg("adds it to an existing workbook, or replaces an older one"),
        "xladdin lite main.py": msg("writes only the text, to paste by hand"),
    }
    width = max(map(len, commands))
    lines = [
        Message("  {command}    {purpose}", {"command": command.ljust(width), "purpose": purpose})
        for command, purpose in commands.items()
    ]
    trust = msg(
        "Open the workbook in Excel and trust the add-in when asked. Formulas such as {formula} then work in any "
        "cell, and Recalculate is in its pane. Such a workbook has not been tested in Excel itself.",
        formula=_FORMULA,
    )
    paste = msg(
        "If the pane stays empty, paste by hand: open the pane of xlwings Lite, replace everything in its tab "
        "main.py with that text, and add {requirement} at the end of its tab requirements.txt. Then restart xlwings "
        "Lite from its menu. Use a workbook made with --no-names, so that its functions come from the add-in.",
        requirement="networkx",
    )
    introduction = msg("xlwings Lite is free; install it in Excel from Home, Add-ins.")
    return join_lines([introduction, BLANK, *lines, BLANK, trust, BLANK, paste])


def format_scripts(language: Language) -> str:
    """Return the scripts of main.py, with their names and help in a language."""
    texts = {name: language.render(text) for name, text in _SCRIPT_TEXTS.items()}
    return _SCRIPTS.format(language=language.code, unread=UNREAD_SHEETS, **texts)


def format_main_py(language: Language) -> str:
    """Return the text of main.py, with the package xladdin in it."""
    archive = build_package_archive(EXCLUDED_IN_EXCEL)
    text = base64.b85encode(archive).decode()
    content = "\n".join(text[start : start + LINE_LENGTH] for start in range(0, len(text), LINE_LENGTH))
    folder = f"xladdin-{hashlib.sha256(archive).hexdigest()[:16]}"
    return _LOADER.format(version=xladdin.__version__, folder=folder, content=content) + format_scripts(language)


def build_package_archive(excluded: Collection[str]) -> bytes:
    """Return the installed package as a zip archive. The same files result in the same bytes.

    Args:
        excluded: Folders and modules of the package to leave out.
    """
    root = Path(xladdin.__file__).parent
    excluded_paths = {root / folder for folder in excluded}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for path in sorted(root.rglob("*")):
            if (
                path.is_file()
                and path.suffix not in _EXCLUDED_SUFFIXES
                and "__pycache__" not in path.parts
                and excluded_paths.isdisjoint((path, *path.parents))
            ):
                member = zipfile.ZipInfo(f"xladdin/{path.relative_to(root).as_posix()}", EARLIEST)
                archive.writestr(member, path.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=9)
    return stream.getvalue()


def embed_addin(package: Package, target: BinaryIO, language: Language) -> None:
    """Write a workbook with the add-in in it, in a language.

    Raises WorkbookError if Lite has code in the workbook that is not xladdin's.
    """
    pane = read_task_pane(package, XLWINGS_LITE)
    if pane is not None and read_embedded_version(pane) is None and str(pane.properties.get("main.py", "")).strip():
        raise package.make_error(
            msg(
                "it has code of its own in xlwings Lite, which was not changed. Add the text of `xladdin "
                "lite main.py` to it."
            )
        )
    identity = pane.properties.get("xlwingsWorkbookId") if pane else None
    properties = {
        "main.py": format_main_py(language),
        "requirements.txt": format_requirements(),
        "pyodideVersion": PYODIDE,
        "addinVersion": LITE,
        "xlwingsWorkbookId": identity or str(uuid.uuid5(uuid.NAMESPACE_URL, hashlib.sha256(package.data).hexdigest())),
        "xlwingsSettingsWorkbook": {"startupBehavior": "taskpane"},
    }
    edit = PackageEdit(package)
    write_task_pane(edit, TaskPane(XLWINGS_LITE, properties))
    drop_lambda_names(edit.read_tree(package.workbook_part))
    edit.write(target)


def read_embedded_version(pane: TaskPane) -> str | None:
    """Return the version of xladdin in a task pane, or None if it has none."""
    match = VERSION_LINE.search(str(pane.properties.get("main.py", "")))
    return match[1] if match else None


def validate_without_macros(path: Path) -> None:
    """Raise WorkbookError for a workbook that has buttons and functions of its own."""
    if path.suffix.lower() != ".xlsx":
        raise WorkbookError(
            msg(
                "{name}: the add-in needs an .xlsx workbook. A workbook with macros has buttons instead.",
                name=path.name,
            )
        )


def embed_in_file(path: Path) -> Message:
    """Embed the add-in in a club workbook file, with a backup of its old content, and return a message."""
    validate_without_macros(path)
    file = open_club_file(path)
    read_system(file)
    package = file.package
    replace_with_backup(path, partial(embed_addin, package, language=read_language(file)), package.data, command="lite")
    return msg(
        "{path} now contains xladdin {version}. Open it in Excel, and trust xlwings Lite when asked.",
        path=path,
        version=xladdin.__version__,
    )


def write_main_py(path: Path, language: Language) -> Message:
    """Write main.py as a file, for users to paste into Lite, and return a message."""
    create_file(path, lambda target: target.write(format_main_py(language).encode()))
    return msg("Created {path}. Paste its text into the tab main.py of xlwings Lite.", path=path)
