"""Define the commands for a whole workbook: new, recalc, rollover, renew, undo, redo, backups."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from xladdin.commands.batch import BatchResult, expand_paths, reject_for_batch, run_batch
from xladdin.commands.output import (
    ROWS_TO_FIX,
    confirm,
    echo,
    echo_json,
    get_screen,
    invalid_option_error,
    outcome_as_data,
    report_problems,
    set_language,
    show_changes,
    show_steps,
    show_table,
)
from xladdin.commands.parameters import A_PATH, answer_options, as_json, club_workbook, club_workbooks, language_option
from xladdin.languages import ENGLISH, Language
from xladdin.messages import BLANK, Message, join_sentences, msg, pgettext
from xladdin.systems import KEYS

# The note on a new workbook in the default language.
_SYSTEM_LANGUAGE = msg(
    "The workbook is in the language of this computer ({code}). For an English workbook, add --language en.", code=""
)

if TYPE_CHECKING:
    from xladdin.files.club_file import ClubFile
    from xladdin.files.package import Package
    from xladdin.importing.questions import Answers
    from xladdin.importing.source import Source
    from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult


@click.command(
    epilog=msg("Example: {command}", command="xladdin new montreal club.xlsx old.csv"),
    help=msg("Create a club workbook, empty or filled from your files."),
)
@click.argument("system", metavar=msg("SYSTEM"), help=", ".join(KEYS))
@click.argument("file", metavar=msg("FILE"), type=A_PATH, help=msg("The workbook to create; an .xlsm has buttons."))
@click.argument("sources", metavar=msg("[SOURCE]..."), type=A_PATH, nargs=-1,
                help=msg("Files with players and games to start from, in any format that import reads."))  # fmt: skip
@click.option("--title", metavar=msg("TEXT"), default="", help=msg("The club's name, printed on every sheet."))
@click.option(
    "--log", metavar=msg("KIND"), default="", help=msg("What is entered for each game: results or scores (elo only).")
)
@click.option(
    "--like",
    metavar=msg("CLUB"),
    default="",
    help=msg("The club whose rules to start from: mississauga or montreal (bands only)."),
)
@language_option(msg("Language of the new workbook, such as en or fr (default: that of this computer)."))
@click.option("--lite", is_flag=True, help=msg("Include the add-in xlwings Lite, with xladdin."))
@click.option("--no-names", is_flag=True, help=msg("Leave out the LAMBDA names of the functions."))
@answer_options
@click.option("--dry-run", is_flag=True, help=msg("Preview the import without creating the workbook."))
def new(
    system: str,
    file: Path,
    sources: tuple[Path, ...],
    title: str,
    log: str,
    like: str,
    language: str,
    lite: bool,
    no_names: bool,
    answers: Path | None,
    save_answers: Path | None,
    dry_run: bool,
) -> None:
    from xladdin.commands.exchange import read_answers_option
    from xladdin.hosts.file_commands import build_workbook, expand_sources
    from xladdin.hosts.launcher import add_launcher
    from xladdin.importing.source import open_source
    from xladdin.systems import find_system
    from xladdin.workbook.new_workbook import create_workbook

    rule = find_system(system).with_preset(like).with_log(log)
    is_chosen, language = bool(language), set_language(language)
    note = BLANK if is_chosen or language == ENGLISH else _SYSTEM_LANGUAGE.with_values(code=language)
    finish = _make_lite_writer(file, language) if lite else None
    lambda_names = not no_names and not lite
    if sources:
        known_answers = read_answers_option(answers)
        opened = [open_source(source) for source in expand_sources(sources)]
        workbook = build_workbook(rule, file, datetime.now(), title=title, lambda_names=lambda_names, language=language)
        _create_from_files(workbook, opened, known_answers, save_answers, finish, note, dry_run=dry_run)
        return
    with show_steps() as progress:
        progress(msg("Writing {name}", name=file.name))
        create_workbook(
            rule,
            file,
            {},
            datetime.now(),
            title=title,
            lambda_names=lambda_names,
            finish=finish,
            language=language,
        )
        launcher = add_launcher(file)
    echo(msg("Created {file}.", file=file))
    if launcher:
        echo(launcher)
    if note:
        echo(note)


def _create_from_files(
    file: ClubFile,
    sources: Sequence[Source],
    answers: Answers,
    save_answers: Path | None,
    finish: Callable[[Package, BinaryIO], object] | None,
    note: Message,
    *,
    dry_run: bool,
) -> None:
    """Fill and write a new workbook, after asking the questions about its sources.

    The answers are stored in the workbook.
    """
    from xladdin.commands.exchange import ask_questions, is_at_terminal, show_import, write_answers_file
    from xladdin.hosts.file_commands import write_new_workbook
    from xladdin.hosts.launcher import add_launcher
    from xladdin.hosts.workbook_import import Import, prepare_import

    path, now = file.path, datetime.now()

    def run(answers: Answers) -> Import:
        with show_steps() as progress:
            return prepare_import(file, sources, answers, now, progress)

    at_terminal = is_at_terminal()
    result = ask_questions(run, answers) if at_terminal else run(answers)
    show_import(result, msg("{path} was not created.", path=path), save_answers)
    if dry_run:
        if get_screen() is None:
            echo(msg("Dry run: nothing was saved. Without --dry-run, {name} is created.", name=path.name))
        else:
            echo(msg("Nothing has been created yet."))
        return
    if at_terminal and not confirm(msg("Create {name} from this?", name=path.name), default=True):
        echo(msg("{path} was not created.", path=path))
        raise click.exceptions.Exit(ROWS_TO_FIX)
    write_new_workbook(file, result, finish)
    echo(msg("Created {path}.", path=path))
    if launcher := add_launcher(path):
        echo(launcher)
    if note:
        echo(note)
    write_answers_file(result, save_answers)
    if result.preview.left_out:
        raise click.exceptions.Exit(ROWS_TO_FIX)


def _make_lite_writer(file: Path, code: str) -> Callable[[Package, BinaryIO], object]:
    from xladdin.hosts.lite import embed_addin, validate_without_macros

    validate_without_macros(file)
    return partial(embed_addin, language=Language(code))


@click.command(
    epilog=msg("Example: {command}", command="xladdin recalc club.xlsx"),
    help=msg(
        "Recalculate all ratings from the first game, and show what changed.\n\nWith several workbooks, or a "
        "folder of them, one table shows the outcome of each."
    ),
)
@club_workbooks
@click.option("--dry-run", is_flag=True, help=msg("Check every row and show what would change, without saving."))
@click.option("--accept", metavar=msg("N"), multiple=True,
              help=msg("Accept row N of Review as it is, or every row with --accept all; can be "
                       "repeated."))  # fmt: skip
@click.option(
    "--output", metavar=msg("FILE"), type=A_PATH, help=msg("Save to this file instead, and leave FILE unchanged.")
)
@as_json
def recalc(
    files: tuple[Path, ...], dry_run: bool, accept: tuple[str, ...], output: Path | None, for_program: bool
) -> None:
    workbooks = expand_paths(files)
    for option, value in (("--output", output), ("--accept", accept)):
        if value and dry_run:
            raise invalid_option_error(msg("cannot be combined with --dry-run. Use one or the other."), option)
        if value and workbooks.is_batch:
            reject_for_batch(option)
    if workbooks.is_batch:
        return run_batch(workbooks.paths, _check_one if dry_run else _recalculate_one, for_program=for_program)
    with show_steps() as progress:
        if dry_run:
            outcome = _check(workbooks.paths[0], progress)
        else:
            outcome = _recalculate(workbooks.paths[0], output, progress, _parse_accepted(accept))
    _show_result(outcome, is_written=not dry_run, for_program=for_program)


def _parse_accepted(values: Sequence[str]) -> Collection[int] | None:
    """Return the numbers of the rows to review that are accepted, or None for all of them.

    Raises:
        click.BadParameter: A value is neither a number nor the word all.
    """
    if any(value.casefold() == "all" for value in values):
        return None
    invalid = [value for value in values if not value.isdecimal()]
    if invalid:
        raise invalid_option_error(
            msg('"{value}" must be the number of a row to review, or all', value=invalid[0]), "--accept"
        )
    return tuple(map(int, values))


def _recalculate_one(file: Path) -> BatchResult:
    return _make_batch_result(_recalculate(file, None), is_written=True)


def _check_one(file: Path) -> BatchResult:
    return _make_batch_result(_check(file), is_written=False)


def _recalculate(
    file: Path,
    output: Path | None,
    progress: ProgressCallback = lambda step: None,
    accepted: Collection[int] | None = (),
) -> RecalcResult:
    from xladdin.hosts.file_commands import recalculate_file

    return recalculate_file(file, output, datetime.now(), progress, accepted)


def _check(file: Path, progress: ProgressCallback = lambda step: None) -> RecalcResult:
    from xladdin.hosts.file_commands import check_file

    return check_file(file, datetime.now(), progress)


def _make_batch_result(outcome: RecalcResult, *, is_written: bool) -> BatchResult:
    """Return the outcome of one file for the table of a batch."""
    from xladdin.errors import list_problems

    data = outcome_as_data(outcome, is_written=is_written)
    if outcome.problems:
        return BatchResult(
            ROWS_TO_FIX,
            outcome.messages[0],
            [line.text for line in list_problems(outcome.problems)],
            data,
        )
    messages = [*outcome.messages]
    if not outcome.blocks:
        messages.append(msg("Nothing has changed since the last recalculation."))
    return BatchResult(0, join_sentences(messages), (), data)


def _show_result(outcome: RecalcResult, *, is_written: bool, for_program: bool) -> None:
    if for_program:
        echo_json(outcome_as_data(outcome, is_written=is_written))
        if outcome.problems:
            raise click.exceptions.Exit(ROWS_TO_FIX)
        return
    if outcome.problems:
        consequence = (
            msg("Nothing was rated. For the reasons, see Start and column Note.")
            if is_written
            else msg("Nothing was written.")
        )
        report_problems(outcome.problems, consequence)
    show_changes(outcome, is_written=is_written)


old_argument = click.argument(
    "old", metavar=msg("OLD"), type=A_PATH, help=msg("The old workbook, which is not changed.")
)
new_argument = click.argument(
    "new", metavar=msg("NEW"), type=A_PATH, help=msg("The workbook to create; an .xlsm has buttons.")
)


@click.command(
    epilog=msg("Example: {command}", command="xladdin rollover club.xlsx next.xlsx"),
    help=msg("Create the workbook of the next season or camp week, with everybody's ratings and no games."),
)
@old_argument
@new_argument
@click.option("--keep-log", is_flag=True, help=msg("Keep all games, as renew does."))
def rollover(old: Path, new: Path, keep_log: bool) -> None:
    _create_successor(old, new, keep_log=keep_log)


@click.command(
    epilog=msg("Example: {command}", command="xladdin renew old.xlsx new.xlsx"),
    help=msg("Update a workbook of an older version, or change its language, with all its games."),
)
@old_argument
@new_argument
@language_option(msg("Language of the new workbook, such as en or fr (default: that of OLD)."))
def renew(old: Path, new: Path, language: str) -> None:
    _create_successor(old, new, keep_log=True, language=language)


def _create_successor(old: Path, new: Path, *, keep_log: bool, language: str = "") -> None:
    from xladdin.hosts.file_commands import rollover_file
    from xladdin.hosts.launcher import add_launcher

    with show_steps(msg("{path} was not created.", path=new)) as progress:
        outcome, notes = rollover_file(
            old, new, datetime.now(), keep_log=keep_log, progress=progress, language=language
        )
        launcher = add_launcher(new)
    first_message, *further = outcome.messages
    echo(
        msg("Created {path}. {outcome}", path=new, outcome=first_message),
        *further,
        *notes,
        *([launcher] if launcher else []),
    )


anyway_option = click.option(
    "--anyway", is_flag=True, help=msg("Restore even if the file has changed since (those edits are lost).")
)


@click.command(
    epilog=msg("Example: {command}", command="xladdin undo club.xlsx"),
    help=msg("Restore the workbook as it was before its last change."),
)
@club_workbook
@anyway_option
@click.option(
    "--to",
    default="",
    metavar=msg("NUMBER"),
    help=msg("Number of the copy to restore, as xladdin backups FILE lists it."),
)
def undo(file: Path, anyway: bool, to: str) -> None:
    from xladdin.hosts.undo import undo_file

    if to and not to.isdecimal():
        raise invalid_option_error(
            msg('"{value}" must be the number of a copy, as xladdin backups FILE lists it', value=to), "--to"
        )
    echo(undo_file(file, anyway=anyway, to=int(to) if to else None))


@click.command(
    epilog=msg("Example: {command}", command="xladdin redo club.xlsx"), help=msg("Redo the last undone change.")
)
@club_workbook
@anyway_option
def redo(file: Path, anyway: bool) -> None:
    from xladdin.hosts.undo import redo_file

    echo(redo_file(file, anyway=anyway))


@click.command(
    epilog=msg("Example: {command}", command="xladdin backups club.xlsx"),
    help=msg(
        "List the dated copies of the workbook: when and before which command each was made, and whether it is intact."
    ),
)
@club_workbook
def backups(file: Path) -> None:
    from xladdin.files.safe_write import read_backup_time
    from xladdin.hosts.undo import list_club_backups

    copies = list_club_backups(file)
    if not copies:
        echo(msg("{name} has no dated copies yet. Every change makes one.", name=file.name))
        return
    rows = [
        [
            str(copy.backup.number),
            f"{read_backup_time(copy.backup.copy):%Y-%m-%d %H:%M:%S}",
            copy.backup.command,
            "" if copy.rows is None else f"{copy.rows:,}",
            copy.backup.state,
        ]
        for copy in copies
    ]
    show_table(
        [pgettext("ordinal", "No"), msg("Saved"), msg("Before"), msg("Rows"), msg("State")], rows, right_aligned=(0, 3)
    )
    echo(msg("To restore one: xladdin undo {name} --to NUMBER", name=file.name))
