"""`xladdin demo`: a club workbook of each system with its source's own games."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from xladdin.commands.shell.parameters import A_PATH

FOLDER = "xladdin-demo"


@click.command()
@click.argument(
    "folder", metavar="[DIR]", type=A_PATH, default=FOLDER, help=f"Where the workbooks go: {FOLDER} where left out."
)
def demo(folder: Path) -> None:
    """Make a club workbook of each system from the sources' own games, recalculate them and show the standings."""
    from xladdin.commands.ratings import show_standings
    from xladdin.hosts.file.club_file import recalculate_file
    from xladdin.samples import sample_files
    from xladdin.systems import SYSTEMS
    from xladdin.workbook.new_book import make_book

    now = datetime.now()
    folder.mkdir(parents=True, exist_ok=True)
    for key, system in SYSTEMS.items():
        path = folder / f"{key}.xlsx"
        make_book(system, path, sample_files(key), now)
        outcome = recalculate_file(path, None, now)
        assert outcome.replay is not None
        show_standings(path, outcome.replay)
