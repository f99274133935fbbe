"""The files beside a workbook, and its parts, that can bring the lists up to date. Its Start names them."""

import sys
from dataclasses import replace
from pathlib import Path

from xladdin.cells.text import shown
from xladdin.errors import WorkbookError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.locks import open_elsewhere
from xladdin.files.task_pane import ADD_IN, read_pane
from xladdin.hosts.launcher import launcher_beside, title_of, write_launcher
from xladdin.messages import Message, msg
from xladdin.workbook.recalc_result import RecalcResult
from xladdin.workbook.schema import BY_COMMAND, BY_LAUNCHER, HOW_NAME, IN_PANE, WITH_BUTTON, language_of


def how_to_finish(file: ClubFile) -> Message:
    """Return the words for Start: a button, a pane, a file to double-click that is there, or else the command."""
    if shown(file.names.get(HOW_NAME)) == language_of(file).render(WITH_BUTTON) and file.path.suffix.lower() == ".xlsm":
        return WITH_BUTTON  # which is there as long as the buttons are
    if read_pane(file.package, ADD_IN) is not None:
        return IN_PANE
    launcher = launcher_beside(file.path, title_of(file))
    return BY_LAUNCHER.with_values(name=launcher) if launcher else BY_COMMAND


def with_unsaved(path: Path, outcome: RecalcResult) -> RecalcResult:
    """Return the outcome for a workbook file that stays as it is.

    Its summary begins so if the file is open elsewhere.
    """
    found = open_elsewhere(path)
    if found is None:
        return outcome
    return replace(
        outcome,
        messages=[
            msg(
                "{path} is open in {program}. What is not saved there does not count yet; save and close it.",
                path=path,
                program=found.program,
            ),
            *outcome.messages,
        ],
    )


def put_launcher(path: Path) -> Message | None:
    """Put a launcher beside a new workbook, and say so on its Start. Gives a sentence for the user.

    In a browser there is no Python that a launcher could start, so there is no launcher and no sentence.
    """
    said = None
    if sys.platform != "emscripten":
        try:
            name = write_launcher(path)[0].stem
            said = msg('Double-click "{name}" next to the workbook after entering the evening\'s games.', name=name)
        except WorkbookError as problem:
            said = msg("No file to double-click was made: {problem}", problem=problem.message)
    say_how(path)
    return said


def say_how(path: Path) -> None:
    """Write these words into a new workbook, if it has others. Raises WorkbookError."""
    from xladdin.files.block_writer import write_blocks
    from xladdin.files.safe_write import safely_replace
    from xladdin.workbook.differences import cells

    file = open_club_file(path)
    say = language_of(file)
    blocks = list(cells(file, {HOW_NAME: say.render(how_to_finish(file))}))
    if blocks:
        known = file.package.fingerprint
        safely_replace(path, lambda target: write_blocks(file, blocks, target), read_as=known, keep_copy=False)
