"""The command that builds xladdin.html: app."""

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from xladdin.commands.shell.parameters import A_PATH
from xladdin.commands.shell.terminal import say, steps

MEGABYTE = 1_000_000


@click.command("app", epilog="Example: xladdin app xladdin.html")
@click.argument("file", metavar="FILE", type=A_PATH, help="The page to make, xladdin.html.")
@click.option("--pyodide", type=A_PATH, metavar="DIR", help="The npm package pyodide; fetched if left out.")
@click.option("--wheels", type=A_PATH, metavar="DIR", help="The folder of the pinned wheels; fetched if left out.")
def app_file(file: Path, pyodide: Path | None, wheels: Path | None) -> None:
    """Build xladdin.html, the whole of xladdin in one file for the browser."""
    from xladdin.app.building import build_app
    from xladdin.app.dependencies import fetch_sources
    from xladdin.errors import FileProblem

    if file.suffix.lower() not in (".html", ".htm"):
        raise FileProblem(f"{file.name}: the name of the page must end in .html.")
    with steps() as progress, TemporaryDirectory() as folder:
        progress("Fetching what is not given")
        sources = fetch_sources(Path(folder), pyodide, wheels)
        progress(f"Writing {file.name}")
        size = build_app(file, sources)
    say(f"Created {file} ({size / MEGABYTE:.1f} MB). Open it in a browser.")
