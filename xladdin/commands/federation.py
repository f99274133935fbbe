"""Define the commands of a federation of clubs: federation new, update, list, publish, forget, sql."""

from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import click

from xladdin.commands.batch import BatchResult, make_error_result, show_results
from xladdin.commands.output import FAILED, echo, get_terminal_language, invalid_option_error, show_steps, show_table
from xladdin.commands.parameters import A_PATH, CommandGroup
from xladdin.errors import InvalidRowsError
from xladdin.languages import ENGLISH, Language
from xladdin.messages import Message, list_values, msg, ngettext
from xladdin.systems import KEYS

folder_argument = click.argument("folder", metavar=msg("DIR"), type=A_PATH, help=msg("The folder of the federation."))


@click.group(
    cls=CommandGroup,
    help=msg("Manage several clubs as one federation: a register of persons, a combined list, SQL queries."),
)
def federation() -> None:
    from importlib.util import find_spec

    from xladdin.errors import WorkbookError

    missing = [name for name in ("pyarrow", "duckdb") if find_spec(name) is None]
    if missing:
        raise WorkbookError(
            msg(
                'The federation commands need {missing}. Install it: pip install "xladdin[federation]"',
                missing=list_values(missing),
            )
        )


@federation.command(
    epilog=msg("Example: {command}", command="xladdin federation new north --system montreal"),
    help=msg(
        "Create the folder of a federation: federation.toml, register.xlsx, and a folder clubs for the workbooks."
    ),
)
@folder_argument
@click.option("--system", metavar=msg("SYSTEM"), required=True, help=", ".join(KEYS))
@click.option(
    "--title", metavar=msg("TEXT"), default="", help=msg("The federation's name (default: the name of its folder).")
)
def new(folder: Path, system: str, title: str) -> None:
    from xladdin.federation.register import make_federation
    from xladdin.systems import find_system

    created = make_federation(folder, find_system(system), title, get_terminal_language())
    echo(
        msg(
            "Created {folder}. Put the clubs' workbooks into {clubs}, or name them in federation.toml.",
            folder=folder,
            clubs=folder / "clubs",
        )
    )
    echo(msg("Then run: xladdin federation update {folder}", folder=created.folder))


@federation.command(
    epilog=msg("Example: {command}", command="xladdin federation update north"),
    help=msg("Read every workbook that has changed, list unknown names, and rate the pools."),
)
@folder_argument
@click.option("--on", "cluster", metavar=msg("ADDRESS"), default="",
              help=msg("A Dask scheduler to do the work, such as tcp://scheduler:8786; its workers must have access "
                       "to the same folders."))  # fmt: skip
def update(folder: Path, cluster: str) -> None:
    from xladdin.federation.folder import list_keys, read_federation
    from xladdin.federation.updating import update as update_federation
    from xladdin.hosts.parallel import run_each

    fed = read_federation(folder)
    with show_steps() as progress:
        update_result = update_federation(fed, date.today(), partial(run_each, cluster=cluster), progress)
    earlier_clubs = set(list_keys(fed.data, "clubs"))
    clubs = {
        club: _make_result(club_result, has_earlier=club in earlier_clubs)
        for club, club_result in update_result.clubs.items()
    }
    pools: dict[str, BatchResult] = {
        _format_pool_label(fed.data, pool): _make_result(club_result, has_earlier=True)
        for pool, club_result in update_result.pools.items()
    }
    missing_message = msg(
        'Its workbook is missing; its last results still count. Put the workbook back, or add the club to "left" in '
        "federation.toml."
    )
    missing_clubs = {club: BatchResult(FAILED, missing_message) for club in update_result.missing_clubs}
    unknown_clubs = {
        club: BatchResult(
            FAILED,
            msg(
                "The register contains this club, but there is no workbook of that name. Correct the name in "
                "register.xlsx."
            ),
        )
        for club in update_result.unknown_clubs
    }
    results = {**clubs, **missing_clubs, **unknown_clubs, **pools}
    if results:
        show_results(msg("Club"), results)
    if update_result.unchanged_clubs:
        echo(msg("{clubs} unchanged.", clubs=ngettext("{n:,} club", "{n:,} clubs", update_result.unchanged_clubs)))
    if update_result.waiting:
        echo(
            msg(
                "{names} to identify: register.xlsx, sheet Unknown.",
                names=ngettext("{n:,} name", "{n:,} names", update_result.waiting),
            )
        )
    if update_result.write_error is not None:
        echo(
            msg("The new names could not be added to that sheet. {problem}", problem=update_result.write_error),
            err=True,
        )
    exit_status = max([FAILED if update_result.write_error else 0, *(result.status for result in results.values())])
    if exit_status:
        raise click.exceptions.Exit(exit_status)


def _format_pool_label(data: Path, pool: str) -> Message:
    """Return a label with the first club of a pool and the number of its other clubs, if the pool has been rated."""
    from xladdin.federation.folder import read_rows

    other_clubs = sum(row["clubs"] for row in read_rows(data, "pools", pool)) - 1
    if other_clubs < 1:
        return msg("pool of {club}", club=pool)
    return ngettext("pool of {club} and {n:,} other", "pool of {club} and {n:,} others", other_clubs, club=pool)


def _make_result(outcome: Message | Exception, *, has_earlier: bool) -> BatchResult:
    """Return the result of a club or pool for the table of results.

    `has_earlier` tells whether the data of an earlier update still counts after an error.
    """
    if isinstance(outcome, Exception):
        result = make_error_result(outcome)
        if not has_earlier:
            return result
        if isinstance(outcome, InvalidRowsError):  # its summary is a count without a full stop
            summary = msg("{count}. Its last results still count.", count=result.summary)
        else:
            summary = msg("{problem} Its last results still count.", problem=result.summary)
        return result._replace(summary=summary)
    return BatchResult(0, outcome)


@federation.command(
    name="list",
    epilog=msg("Example: {command}", command="xladdin federation list north --active"),
    help=msg("List every person once, with the ratings of all clubs."),
)
@folder_argument
@click.option("--by", "order", type=click.Choice(["highest", "latest"]), default="highest", show_default=True,
              help=msg("The rating to show for a person with several, if each club keeps its own."))  # fmt: skip
@click.option("--club", metavar=msg("CLUB"), default="", help=msg("Only persons of this club."))
@click.option("--active", is_flag=True, help=msg("Only persons who played within a year of the last session."))
@click.option("--format", "file_format", type=click.Choice(["csv", "json", "xlsx"]), default=None,
              help=msg("Write a file; a workbook has a sheet for each club."))  # fmt: skip
@click.option(
    "--output",
    metavar=msg("FILE"),
    type=A_PATH,
    help=msg("The file to write (default: list.csv, list.json or list.xlsx in DIR)."),
)
def show_list(folder: Path, order: str, club: str, active: bool, file_format: str | None, output: Path | None) -> None:
    from xladdin.cells import cell_text
    from xladdin.federation.folder import read_federation
    from xladdin.federation.lists import list_clubs, list_persons, make_table
    from xladdin.files.safe_write import create_file
    from xladdin.hosts.exporting import format_sheets

    fed = read_federation(folder)
    if file_format is None and output is not None:
        file_format = output.suffix.removeprefix(".").lower()
        if file_format not in ("csv", "json", "xlsx"):
            raise invalid_option_error(msg("must end in .csv, .json or .xlsx"), "--output")
    if file_format == "json":  # its keys are the same in every language
        fed = replace(fed, language=Language(ENGLISH))
    rows = make_table(fed, list_persons(fed, order, active=active, club=club))
    if file_format is None:
        headings, *lines = rows
        texts = [[cell_text(cell) for cell in line] for line in lines]
        show_table([cell_text(heading) for heading in headings], texts, right_aligned=(0, 2, 3, 4), title=fed.title)
        return
    sheets = {fed.language.render(msg("All")): rows}
    if file_format == "xlsx":
        for club_name in list_clubs(fed):
            sheets[club_name] = make_table(fed, list_persons(fed, order, active=active, club=club_name))
    target = output or folder / f"list.{file_format}"
    data = format_sheets(file_format, sheets)
    create_file(target, lambda stream: stream.write(data))
    echo(msg("Created {target}.", target=target))


@federation.command(
    epilog=msg("Example: {command}", command="xladdin federation publish north page"),
    help=msg("Write the federation's web page: a list across clubs, and the players of each club."),
)
@folder_argument
@click.argument("page", metavar=msg("PAGE"), type=A_PATH, help=msg("The folder for the page, index.html."))
def publish(folder: Path, page: Path) -> None:
    from xladdin.federation.folder import read_federation
    from xladdin.federation.lists import publish as publish_page

    echo(msg("Created {target}.", target=publish_page(read_federation(folder), page)))


@federation.command(
    epilog=msg("Example: {command}", command='xladdin federation forget north "Ann Lee"'),
    help=msg(
        "Remove a person's name from the register, and delete its copies and the data of the person's clubs.\n\n"
        "There is no undo. Lists the files to delete, and asks first. The clubs' workbooks are not changed."
    ),
)
@folder_argument
@click.argument("name", metavar=msg("NAME"), help=msg("The person to forget."))
@click.option(
    "--as", "new", default="", metavar=msg("TEXT"), help=msg('The name to use instead (default: "Former player 1").')
)
@click.option("--yes", is_flag=True, help=msg("Skip the confirmation. There is no undo."))
def forget(folder: Path, name: str, new: str, yes: bool) -> None:
    from xladdin.commands.players import confirm_forgetting
    from xladdin.federation.folder import read_federation
    from xladdin.federation.register import forget_person, plan_forgetting

    fed = read_federation(folder)
    plan = plan_forgetting(fed, name, new)
    files = [path.relative_to(folder) for path in plan.files]
    confirm_forgetting(plan.person, fed.register.name, files, yes=yes)
    forget_person(plan)
    for path in files if yes else ():
        echo(msg("Deleted: {path}", path=path))
    echo(msg('The name in {name} is now "{new}".', new=plan.new_name, name=fed.register.name))
    for club, club_name in plan.names:
        echo(
            msg(
                'Also run xladdin forget in the workbook of {club}: replace "{own}" with "{new}".',
                club=club,
                own=club_name,
                new=plan.new_name,
            )
        )
    echo(msg("Then run: xladdin federation update {folder}, and publish the page again.", folder=folder))


@federation.command(
    epilog=msg("Example: {command}", command='xladdin federation sql north "SELECT * FROM clubs"'),
    help=msg("Query the tables of the federation in SQL, with DuckDB."),
)
@folder_argument
@click.argument(
    "question", metavar=msg("SQL"), help=msg('A query, such as "SELECT club, count(*) FROM games GROUP BY club".')
)
def sql(folder: Path, question: str) -> None:
    from xladdin.cells import cell_text
    from xladdin.federation.folder import query, read_federation

    headings, rows = query(read_federation(folder), question)
    right_aligned = [
        index for index, cells in enumerate(zip(*rows)) if all(isinstance(cell, (int, float)) for cell in cells)
    ]
    show_table(headings, [[cell_text(cell) for cell in row] for row in rows], right_aligned=right_aligned)
