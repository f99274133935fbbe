"""Define the commands that concern other programs: demo, functions, doctor, launcher, macros, lite, app."""

from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from xladdin.commands.output import (
    echo,
    echo_findings,
    echo_functions,
    get_terminal_language,
    show_standings,
    show_steps,
    show_table,
)
from xladdin.commands.parameters import A_PATH, as_json, club_workbook
from xladdin.messages import join_sentences, msg

# The exit status of the doctor if it has found problems.
PROBLEMS_FOUND = 1


@click.command(
    epilog=msg("Example: {command}", command="xladdin launcher club.xlsx"),
    help=msg("Write a file next to the workbook that finishes the evening on a double-click."),
)
@club_workbook
@click.option(
    "--page", metavar=msg("DIR"), type=A_PATH, help=msg("Folder of the web page on this computer, if it is elsewhere.")
)
def launcher(file: Path, page: Path | None) -> None:
    from xladdin.hosts.launcher import write_launcher

    path, how_to_start = write_launcher(file, page=page)
    echo(msg("Created {path}. {how_to_start}", path=path, how_to_start=how_to_start))


@click.command(
    epilog=msg("Example: {command}", command="xladdin doctor club.xlsx"),
    help=msg("Check Python, Excel and a workbook, and say what is missing and what to do."),
)
@click.argument(
    "file", metavar=msg("[FILE]"), type=A_PATH, required=False, help=msg("A club workbook to check as well.")
)
@as_json
def doctor(file: Path | None, for_program: bool) -> None:
    from xladdin.hosts.doctor import examine

    findings = examine(file)
    if for_program:
        echo_findings(findings)
    for finding in () if for_program else findings:
        echo(finding.as_message())
    if not all(finding.is_well for finding in findings):
        raise click.exceptions.Exit(PROBLEMS_FOUND)


@click.command(
    epilog=msg("Example: {command}", command="xladdin lite club.xlsx"),
    help=msg("Add xlwings Lite with xladdin to a workbook. Without FILE, explain how."),
)
@click.argument(
    "file",
    metavar=msg("[FILE]"),
    type=A_PATH,
    required=False,
    help=msg("A club workbook, or main.py for the text to paste."),
)
def lite(file: Path | None) -> None:
    from xladdin.hosts.lite import describe_lite, embed_in_file, write_main_py

    if file is None:
        echo(describe_lite(get_terminal_language()))
    else:
        echo(write_main_py(file, get_terminal_language()) if file.suffix.lower() == ".py" else embed_in_file(file))


@click.command(
    epilog=msg("Example: {command}", command="xladdin macros club.xlsx"),
    help=msg("Add the buttons and functions to a workbook, or update them. For an .xlsx, create an .xlsm next to it."),
)
@club_workbook
def macros(file: Path) -> None:
    from xladdin.hosts.macro_project import add_macros

    echo(add_macros(file))


@click.command(
    epilog=msg("Example: {command}", command="xladdin functions LEXCHANGE"),
    help=msg("List the worksheet functions, or show one with its arguments and an example."),
)
@click.argument("name", metavar=msg("[NAME]"), default="", help=msg("One function (default: all of them)."))
@as_json
def functions(name: str, for_program: bool) -> None:
    from xladdin.errors import NotFoundError
    from xladdin.functions import CATALOGUE
    from xladdin.game_log.parsing import NameSuggester

    if not name and for_program:
        echo_functions(list(CATALOGUE.values()))
        return
    if not name:
        rows = [[function.syntax, function.description] for function in CATALOGUE.values()]
        show_table([msg("Function"), msg("Returns")], rows)
        return
    if name.upper() not in CATALOGUE:
        question = NameSuggester({function_name: function_name for function_name in CATALOGUE}).suggest(name.upper())
        message = msg('There is no function "{name}".', name=name)
        raise NotFoundError(join_sentences([message, question or msg("List them: xladdin functions")]))
    function = CATALOGUE[name.upper()]
    if for_program:
        echo_functions([function])
        return
    echo(function.syntax, function.description, "")
    show_table(
        [msg("Argument"), msg("Meaning")], [[argument, kind.help] for argument, kind in function.arguments.items()]
    )
    echo(msg("={example} returns {gives}", example=function.example, gives=function.result))


# In bytes.
MEGABYTE = 1_000_000


@click.command(
    "app",
    epilog=msg("Example: {command}", command="xladdin app xladdin.html"),
    help=msg("Build xladdin.html, all of xladdin in one file for the browser."),
)
@click.argument("file", metavar=msg("FILE"), type=A_PATH, help=msg("The page to build, xladdin.html."))
@click.option(
    "--pyodide", type=A_PATH, metavar=msg("DIR"), help=msg("Folder of the npm package pyodide (default: download it).")
)
@click.option(
    "--wheels", type=A_PATH, metavar=msg("DIR"), help=msg("Folder of the required wheels (default: download them).")
)
def app_file(file: Path, pyodide: Path | None, wheels: Path | None) -> None:
    from xladdin.app.building import build_app, fetch_sources
    from xladdin.errors import WorkbookError

    if file.suffix.lower() not in (".html", ".htm"):
        raise WorkbookError(msg("{name}: the name of the page must end in .html.", name=file.name))
    with show_steps() as progress, TemporaryDirectory() as folder:
        progress(msg("Downloading the components"))
        sources = fetch_sources(Path(folder), pyodide, wheels)
        progress(msg("Writing {name}", name=file.name))
        size = build_app(file, sources)
    echo(msg("Created {file} ({size:.1f} MB). Open it in a browser.", file=file, size=size / MEGABYTE))


# The default folder of the demo.
FOLDER = "xladdin-demo"


def sample_files(system_key: str) -> dict[str, Path]:
    """Return the CSV file of each table of a system's sample log, by the table's name in lower case."""
    from importlib.resources import as_file, files

    with as_file(files("xladdin").joinpath("samples", system_key)) as folder:
        return {path.stem: path for path in sorted(folder.glob("*.csv"))}


@click.command(
    epilog=msg("Example: {command}", command="xladdin demo"),
    help=msg("Create a sample workbook of each system, and show its standings."),
)
@click.argument(
    "folder",
    metavar=msg("[DIR]"),
    type=A_PATH,
    default=FOLDER,
    help=msg("Folder for the workbooks (default: xladdin-demo)."),
)
def demo(folder: Path) -> None:
    from xladdin.errors import InvalidRowsError, WorkbookError
    from xladdin.hosts.file_commands import check_file, has_been_recalculated, recalculate_file
    from xladdin.systems import SYSTEMS
    from xladdin.workbook.new_workbook import create_workbook

    now = datetime.now()
    paths = {key: folder / f"{key}.xlsx" for key in SYSTEMS}
    recalculated = {path for path in paths.values() if path.exists() and has_been_recalculated(path)}
    if len(recalculated) == len(paths):
        raise WorkbookError(
            msg(
                "{folder} already contains the demo. Existing files are never overwritten. To run the demo again, "
                "name another folder.",
                folder=folder,
            )
        )
    folder.mkdir(parents=True, exist_ok=True)
    for key, path in paths.items():  # files of an earlier, interrupted run are valid
        if not path.exists():
            create_workbook(SYSTEMS[key], path, sample_files(key), now)
        outcome = check_file(path, now) if path in recalculated else recalculate_file(path, None, now)
        if outcome.replay is None:
            raise InvalidRowsError(outcome.problems)
        show_standings(path, outcome.replay)
