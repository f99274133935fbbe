"""Write the file next to a workbook that finishes the evening on a double click, with this machine's Python.

It starts Python from one of the system's folders, because Python looks for modules in the folder that it starts from,
and nothing next to a workbook may ever run.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from xladdin.cells import cell_text
from xladdin.errors import WorkbookError, missing_file_error
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.locks import read_lock_file, sibling_path
from xladdin.files.package import validate_suffix
from xladdin.files.task_panes import XLWINGS_LITE, read_task_pane
from xladdin.languages import ENGLISH_LANGUAGE, Language
from xladdin.messages import Message, msg
from xladdin.workbook.schema import (
    FINISH_BY_BUTTON,
    FINISH_BY_COMMAND,
    FINISH_BY_LAUNCHER,
    FINISH_HINT_NAME,
    FINISH_IN_PANE,
    TITLE_NAME,
    read_language,
)

# Every launcher contains this text. A file without it is not overwritten.
MADE_HERE = "Written by xladdin launcher"
# The permissions, before the user's mask is applied.
EXECUTABLE = 0o777
# Characters that some system does not allow in the name of a file.
_NOT_IN_A_NAME = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]')

_WINDOWS = r"""@echo off
rem {made_here}: finishes the evening of the workbook beside this file.
setlocal DisableDelayedExpansion
chcp 65001 >nul
cd /d "%SystemRoot%"
if exist "{python}" "{python}" -m xladdin evening {workbook}{page}
if not exist "{python}" echo {moved}
echo.
pause
"""

_MAC = """#!/bin/sh
# {made_here}: finishes the evening of the workbook beside this file.
{steps}
"""

_LINUX = """[Desktop Entry]
# {made_here}: finishes the evening of the workbook beside this file.
Type=Application
Name={title}
Icon=x-office-spreadsheet
Terminal=true
Exec=sh -c {steps} sh %k
"""

PYTHON_MOVED = msg("Python is no longer where it was. Run again: {command}", command="")
PRESS_RETURN = msg("Press Return to close this window.")
# The commands for a shell. `launcher` stands for the path of the launcher.
_STEPS = (
    'folder=$(cd -- "$(dirname -- "{launcher}")" && pwd) || exit',
    "cd /",
    "if [ -x {python} ]; then {python} -m xladdin evening {workbook}{page}",
    "else printf {moved} {workbook}; fi",
    "printf {end}",
    "read -r answer",
)


class _Kind(NamedTuple):
    """The launcher of one operating system.

    `text` writes it, from a title, a workbook, the path of Python, the language, and the page's folder. `named` is how
    the launcher names the workbook next to it.
    """

    suffix: str
    text: Callable[[str, str, str, Language, str], str]
    named: Callable[[str], str]
    how_to_start: Message


def windows_text(title: str, workbook: str, python: str, language: Language = ENGLISH_LANGUAGE, page: str = "") -> str:
    """Return the batch file.

    Within double quotes cmd expands percent signs alone, and file names on Windows have no quotes.
    """
    python = python.replace("pythonw.exe", "python.exe").replace("%", "%%")
    folder = f' --page "{page.replace("%", "%%")}"' if page else ""
    named = _cmd_path(workbook)
    moved = language.render(PYTHON_MOVED.with_values(command=f"xladdin launcher {named}"))
    text = _WINDOWS.format(made_here=MADE_HERE, workbook=named, python=python, page=folder, moved=moved)
    return text.replace("\n", "\r\n")


def mac_text(title: str, workbook: str, python: str, language: Language = ENGLISH_LANGUAGE, page: str = "") -> str:
    """Return the shell script of a Mac."""
    return _MAC.format(made_here=MADE_HERE, steps="\n".join(_steps("$0", workbook, python, language, page)))


def linux_text(title: str, workbook: str, python: str, language: Language = ENGLISH_LANGUAGE, page: str = "") -> str:
    """Return the desktop entry of Linux.

    Its key Exec has the script, quoted as the Desktop Entry Specification demands.
    """
    steps = re.sub(r'(["`$\\])', r"\\\1", "; ".join(_steps("$1", workbook, python, language, page)))
    return _LINUX.format(made_here=MADE_HERE, title=_value(title), steps=_value(f'"{steps}"').replace("%", "%%"))


def _value(text: str) -> str:
    """Return the value of a key of a desktop entry."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")


def _steps(launcher: str, workbook: str, python: str, language: Language, page: str) -> Iterator[str]:
    moved = language.render(PYTHON_MOVED.with_values(command='xladdin launcher "%s"'))
    parts = {
        "launcher": launcher,
        "workbook": _shell_path(workbook),
        "python": shlex.quote(python),
        "page": f" --page {shlex.quote(page)}" if page else "",
        "moved": shlex.quote(rf"{moved}\n"),
        "end": shlex.quote(rf"\n{language.render(PRESS_RETURN)} "),
    }
    for step in _STEPS:
        yield step.format_map(parts)


def _cmd_path(workbook: str) -> str:
    return f'"%~dp0{workbook.replace("%", "%%")}"'


def _shell_path(workbook: str) -> str:
    return f'"$folder"/{shlex.quote(workbook)}'


def _entry_path(workbook: str) -> str:
    return linux_text("", workbook, "").partition("-m xladdin evening ")[2].partition("; else")[0]


_KINDS = {
    "win32": _Kind(
        ".bat", windows_text, _cmd_path,
        msg("Double-click it when the games are typed and the workbook is saved and closed."),
    ),
    "darwin": _Kind(
        ".command", mac_text, _shell_path,
        msg(
            "Double-click it when the games are typed and the workbook is saved and closed; the first time, "
            "right-click it and choose Open."
        ),
    ),
    "linux": _Kind(
        ".desktop", linux_text, _entry_path,
        msg(
            "Double-click it when the games are typed and the workbook is saved and closed; the first time, "
            "right-click it and choose Allow Launching."
        ),
    ),
}  # fmt: skip


def write_launcher(
    workbook: Path, platform: str = sys.platform, python: str = sys.executable, page: Path | None = None
) -> tuple[Path, Message]:
    """Write the launcher, and return its path and how to start it. It replaces an older one of the workbook.

    `platform` is win32, darwin or any other of `sys.platform`, which counts as Linux. `python` is the interpreter to
    use. `page` is where this computer keeps the web page, if that is not next to the workbook. Raises WorkbookError if
    there is no such workbook, or if another file has the launcher's name.
    """
    from xladdin.files.safe_write import OutputKind, write_output

    validate_suffix(workbook)
    if not workbook.is_file():
        raise missing_file_error(workbook)
    kind = _KINDS.get(platform, _KINDS["linux"])
    file = open_club_file(workbook)
    language = read_language(file)
    names = _launcher_paths(workbook, title_of(file), kind, language)
    path = next((path for path in names if not _is_of_another(path, workbook, kind)), None)
    if path is None:
        raise WorkbookError(
            msg(
                "{name}: another workbook in this folder has a file to double-click with the same name. Move or "
                "rename one of the workbooks.",
                name=workbook.name,
            )
        )
    folder = "" if page is None else str(page.absolute())
    # File names may have bytes that are not characters. They stay as they are.
    text = kind.text(path.stem, workbook.name, python, language, folder).encode("utf-8", "surrogateescape")
    launcher = OutputKind(
        msg("file to double-click from xladdin"),
        kind.suffix,
        lambda beginning: MADE_HERE.encode() in beginning,
        EXECUTABLE,
    )
    write_output(path, lambda target: target.write(text), launcher)
    return path, kind.how_to_start


def find_launcher(workbook: Path, title: str, language: Language) -> str:
    """Return the name of the launcher next to a workbook, without its ending, or "" if there is none.

    `title` is the club's. Launchers of all systems count, since systems may share a folder.
    """
    for kind in _KINDS.values():
        for path in _launcher_paths(workbook, title, kind, language):
            content = read_lock_file(path)
            if MADE_HERE.encode() in content and _is_for(content, workbook, kind):
                return path.stem
    return ""


def title_of(file: ClubFile) -> str:
    """Return the club's title, as in the name of its launcher."""
    if title := " ".join(cell_text(file.names.get(TITLE_NAME)).split()):
        return title
    from xladdin.workbook.rules import read_system

    return read_system(file).title


def _launcher_paths(workbook: Path, title: str, kind: _Kind, language: Language) -> Iterator[Path]:
    """Yield possible paths of the launcher: by the club's title, or if that is taken, also by the file."""
    for name in (title, f"{title} – {workbook.stem}"):
        name = _NOT_IN_A_NAME.sub("-", name).rstrip(". ")
        yield sibling_path(workbook, language.render(msg("Evening – ")), kind.suffix, stem=name)


def _is_of_another(path: Path, workbook: Path, kind: _Kind) -> bool:
    content = read_lock_file(path)
    return MADE_HERE.encode() in content and not _is_for(content, workbook, kind)


def _is_for(content: bytes, workbook: Path, kind: _Kind) -> bool:
    return kind.named(workbook.name).encode("utf-8", "surrogateescape") in content


def how_to_finish(file: ClubFile) -> Message:
    """Return how to finish: by a button, a pane, an existing launcher, or else the command."""
    if (
        cell_text(file.names.get(FINISH_HINT_NAME)) == read_language(file).render(FINISH_BY_BUTTON)
        and file.path.suffix.lower() == ".xlsm"
    ):
        return FINISH_BY_BUTTON  # the buttons cannot be missing in a macro workbook
    if read_task_pane(file.package, XLWINGS_LITE) is not None:
        return FINISH_IN_PANE
    launcher = find_launcher(file.path, title_of(file), read_language(file))
    return FINISH_BY_LAUNCHER.with_values(name=launcher) if launcher else FINISH_BY_COMMAND


def put_launcher(path: Path) -> Message | None:
    """Write a launcher next to a new workbook, mention it on its Start, and return a sentence for the user.

    A browser has no Python that a launcher could start, so there it does nothing and returns None.
    """
    message = None
    if sys.platform != "emscripten":
        try:
            name = write_launcher(path)[0].stem
            message = msg('Double-click "{name}" next to the workbook after entering the evening\'s games.', name=name)
        except WorkbookError as problem:
            message = msg("The file to double-click was not created: {problem}", problem=problem.message)
    write_finish_hint(path)
    return message


def write_finish_hint(path: Path) -> None:
    """Write how to finish the evening into a new workbook, if it differs. Raises WorkbookError."""
    from xladdin.files.safe_write import replace_with_backup
    from xladdin.files.workbook_writer import write_blocks
    from xladdin.workbook.differences import diff_named_cells

    file = open_club_file(path)
    language = read_language(file)
    blocks = list(diff_named_cells(file, {FINISH_HINT_NAME: language.render(how_to_finish(file))}))
    if blocks:
        known = file.package.data
        replace_with_backup(
            path, lambda target: write_blocks(file, blocks, target), expected_content=known, make_backup=False
        )
