"""`xladdin demo`: a club workbook of each system with its source's own games."""

from datetime import datetime
from pathlib import Path

import click

from xladdin.commands.shell.parameters import A_PATH

FOLDER = "xladdin-demo"


@click.command(epilog="Example: xladdin demo")
@click.argument(
    "folder", metavar="[DIR]", type=A_PATH, default=FOLDER, help=f"Where the workbooks go: {FOLDER} if left out."
)
def demo(folder: Path) -> None:
    """Make a sample workbook of each system, and show the standings."""
    from xladdin.commands.ratings import show_standings
    from xladdin.errors import FileProblem, InvalidRowsError
    from xladdin.hosts.file.club_file import check_file, recalculate_file, was_recalculated
    from xladdin.samples import sample_files
    from xladdin.systems import SYSTEMS
    from xladdin.workbook.new_book import make_book

    now = datetime.now()
    paths = {key: folder / f"{key}.xlsx" for key in SYSTEMS}
    done = {path for path in paths.values() if path.exists() and was_recalculated(path)}
    if len(done) == len(paths):
        raise FileProblem(
            f"The demo is in {folder} already. Existing files are never overwritten. "
            "To run the demo again, name another folder."
        )
    folder.mkdir(parents=True, exist_ok=True)
    for key, path in paths.items():  # those that an earlier run, which was cut off, has left are as good
        if not path.exists():
            make_book(SYSTEMS[key], path, sample_files(key), now)
        outcome = check_file(path, now) if path in done else recalculate_file(path, None, now)
        if outcome.replay is None:
            raise InvalidRowsError(outcome.problems)
        show_standings(path, outcome.replay)
