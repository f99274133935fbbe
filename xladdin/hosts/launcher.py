"""Write the launcher: a file next to a workbook that finishes the evening on a double click.

It starts this machine's Python from a folder of the operating system, because Python imports modules from the folder in
which it starts, and a file next to a workbook must never run.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from xladdin.cells import cell_text
from xladdin.errors import WorkbookError, make_missing_file_error
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.locks import make_sibling_path, read_lock_file
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

# The text in every launcher. A file without it is not overwritten.
LAUNCHER_MARK = "Written by xladdin launcher"
# The permissions of a launcher before the umask is applied.
EXECUTABLE = 0o777
# The characters that an operating system does not allow in the name of a file.
_INVALID_IN_FILE_NAME = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]')

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

PYTHON_MOVED = msg("Python has been moved or removed. Run again: {command}", command="")
PRESS_RETURN = msg("Press Enter to close this window.")
# The commands of the shell script, with placeholders.
_STEPS = (
    'folder=$(cd -- "$(dirname -- "{launcher}")" && pwd) || exit',
    "cd /",
    "if [ -x {python} ]; then {python} -m xladdin evening {workbook}{page}",
    "else printf {moved} {workbook}; fi",
    "printf {end}",
    "read -r answer",
)


class _LauncherType(NamedTuple):
    """The type of launcher of an operating system.

    `format_text` writes it, from a title, a workbook, the path of Python, the language, and the page's folder.
    `format_path` is how the launcher names the workbook next to it.
    """

    suffix: str
    format_text: Callable[[str, str, str, Language, str], str]
    format_path: Callable[[str], str]
    instructions: Message


def format_windows_launcher(
    title: str, workbook: str, python: str, language: Language = ENGLISH_LANGUAGE, page: str = ""
) -> str:
    """Return the text of the batch file for Windows.

    Within double quotes cmd expands only percent signs, and file names on Windows cannot have quotes.
    """
    python = python.replace("pythonw.exe", "python.exe").replace("%", "%%")
    folder = f' --page "{page.replace("%", "%%")}"' if page else ""
    quoted_workbook = _quote_for_cmd(workbook)
    moved_message = language.render(PYTHON_MOVED.with_values(command=f"xladdin launcher {quoted_workbook}"))
    text = _WINDOWS.format(
        made_here=LAUNCHER_MARK, workbook=quoted_workbook, python=python, page=folder, moved=moved_message
    )
    return text.replace("\n", "\r\n")


def format_mac_launcher(
    title: str, workbook: str, python: str, language: Language = ENGLISH_LANGUAGE, page: str = ""
) -> str:
    """Return the text of the shell script for a Mac."""
    return _MAC.format(made_here=LAUNCHER_MARK, steps="\n".join(_format_steps("$0", workbook, python, language, page)))


def format_linux_launcher(
    title: str, workbook: str, python: str, language: Language = ENGLISH_LANGUAGE, page: str = ""
) -> str:
    """Return the text of the desktop entry for Linux.

    Its key Exec has the shell script, quoted according to the Desktop Entry Specification.
    """
    steps = re.sub(r'(["`$\\])', r"\\\1", "; ".join(_format_steps("$1", workbook, python, language, page)))
    return _LINUX.format(
        made_here=LAUNCHER_MARK, title=_escape_value(title), steps=_escape_value(f'"{steps}"').replace("%", "%%")
    )


def _escape_value(text: str) -> str:
    """Return a text with the escapes of a value in a desktop entry."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")


def _format_steps(launcher: str, workbook: str, python: str, language: Language, page: str) -> Iterator[str]:
    moved_message = language.render(PYTHON_MOVED.with_values(command='xladdin launcher "%s"'))
    values = {
        "launcher": launcher,
        "workbook": _quote_for_shell(workbook),
        "python": shlex.quote(python),
        "page": f" --page {shlex.quote(page)}" if page else "",
        "moved": shlex.quote(rf"{moved_message}\n"),
        "end": shlex.quote(rf"\n{language.render(PRESS_RETURN)} "),
    }
    for step in _STEPS:
        yield step.format_map(values)


def _quote_for_cmd(workbook: str) -> str:
    return f'"%~dp0{workbook.replace("%", "%%")}"'


def _quote_for_shell(workbook: str) -> str:
    return f'"$folder"/{shlex.quote(workbook)}'


def _quote_for_entry(workbook: str) -> str:
    return format_linux_launcher("", workbook, "").partition("-m xladdin evening ")[2].partition("; else")[0]


# The launcher of each platform. Any other platform than Windows and macOS counts as Linux.
_LAUNCHER_TYPES = {
    "win32": _LauncherType(
        ".bat", format_windows_launcher, _quote_for_cmd,
        msg("Double-click it after typing the games and closing the saved workbook."),
    ),
    "darwin": _LauncherType(
        ".command", format_mac_launcher, _quote_for_shell,
        msg(
            "Double-click it after typing the games and closing the saved workbook. The first time, right-click it "
            "and choose Open."
        ),
    ),
    "linux": _LauncherType(
        ".desktop", format_linux_launcher, _quote_for_entry,
        msg(
            "Double-click it after typing the games and closing the saved workbook. The first time, right-click it "
            "and choose Allow Launching."
        ),
    ),
}  # fmt: skip


def write_launcher(
    workbook: Path, platform: str = sys.platform, python: str = sys.executable, page: Path | None = None
) -> tuple[Path, Message]:
    """Write the launcher of a workbook, or replace it, and return its path and the instructions to start it.

    `platform` is win32, darwin or any other of `sys.platform`, which counts as Linux. `python` is the interpreter to
    use. `page` is the folder of the web page on this computer, if it is not next to the workbook. Raises WorkbookError
    if there is no such workbook, or if another file has the launcher's name.
    """
    from xladdin.files.safe_write import OutputKind, write_output

    validate_suffix(workbook)
    if not workbook.is_file():
        raise make_missing_file_error(workbook)
    launcher_type = _LAUNCHER_TYPES.get(platform, _LAUNCHER_TYPES["linux"])
    file = open_club_file(workbook)
    language = read_language(file)
    paths = _list_launcher_paths(workbook, read_title(file), launcher_type, language)
    path = next((path for path in paths if not _is_of_another(path, workbook, launcher_type)), None)
    if path is None:
        raise WorkbookError(
            msg(
                "{name}: another workbook in this folder has a file to double-click with the same name. Move or "
                "rename one of the workbooks.",
                name=workbook.name,
            )
        )
    folder = "" if page is None else str(page.absolute())
    # surrogateescape restores the bytes of file names that are not valid text.
    text = launcher_type.format_text(path.stem, workbook.name, python, language, folder).encode(
        "utf-8", "surrogateescape"
    )
    launcher = OutputKind(
        msg("file to double-click from xladdin"),
        launcher_type.suffix,
        lambda beginning: LAUNCHER_MARK.encode() in beginning,
        EXECUTABLE,
    )
    write_output(path, lambda target: target.write(text), launcher)
    return path, launcher_type.instructions


def find_launcher(workbook: Path, title: str, language: Language) -> str:
    """Return the name of the launcher next to a workbook, without its suffix, or "" if there is none.

    `title` is the club's. Launchers for all operating systems count, since several may share a folder.
    """
    for launcher_type in _LAUNCHER_TYPES.values():
        for path in _list_launcher_paths(workbook, title, launcher_type, language):
            content = read_lock_file(path)
            if LAUNCHER_MARK.encode() in content and _is_for(content, workbook, launcher_type):
                return path.stem
    return ""


def read_title(file: ClubFile) -> str:
    """Return the title of the club, which is part of the launcher's name."""
    if title := " ".join(cell_text(file.names.get(TITLE_NAME)).split()):
        return title
    from xladdin.workbook.rules import read_system

    return read_system(file).title


def _list_launcher_paths(
    workbook: Path, title: str, launcher_type: _LauncherType, language: Language
) -> Iterator[Path]:
    """Yield the possible paths of the launcher: with the club's title, and also with the name of the workbook."""
    for name in (title, f"{title} – {workbook.stem}"):
        name = _INVALID_IN_FILE_NAME.sub("-", name).rstrip(". ")
        yield make_sibling_path(workbook, language.render(msg("Evening – ")), launcher_type.suffix, stem=name)


def _is_of_another(path: Path, workbook: Path, launcher_type: _LauncherType) -> bool:
    content = read_lock_file(path)
    return LAUNCHER_MARK.encode() in content and not _is_for(content, workbook, launcher_type)


def _is_for(content: bytes, workbook: Path, launcher_type: _LauncherType) -> bool:
    return launcher_type.format_path(workbook.name).encode("utf-8", "surrogateescape") in content


def make_finish_hint(file: ClubFile) -> Message:
    """Return the hint on Start about finishing the evening: with a button, the task pane, a launcher or the command."""
    if (
        cell_text(file.names.get(FINISH_HINT_NAME)) == read_language(file).render(FINISH_BY_BUTTON)
        and file.path.suffix.lower() == ".xlsm"
    ):
        return FINISH_BY_BUTTON  # the buttons cannot be missing in a macro workbook
    if read_task_pane(file.package, XLWINGS_LITE) is not None:
        return FINISH_IN_PANE
    launcher = find_launcher(file.path, read_title(file), read_language(file))
    return FINISH_BY_LAUNCHER.with_values(name=launcher) if launcher else FINISH_BY_COMMAND


def add_launcher(path: Path) -> Message | None:
    """Write a launcher next to a new workbook, update the hint on Start, and return a sentence about it.

    In a browser, where no Python could be started, no launcher is written and the result is None.
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
    """Write the hint about finishing the evening into a workbook, if it differs. Raises WorkbookError."""
    from xladdin.files.safe_write import replace_with_backup
    from xladdin.files.workbook_writer import write_blocks
    from xladdin.workbook.differences import diff_named_cells

    file = open_club_file(path)
    language = read_language(file)
    blocks = list(diff_named_cells(file, {FINISH_HINT_NAME: language.render(make_finish_hint(file))}))
    if blocks:
        original_data = file.package.data
        replace_with_backup(
            path, lambda target: write_blocks(file, blocks, target), expected_content=original_data, make_backup=False
        )
