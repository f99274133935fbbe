"""Sample logs: the games of the sources, and a week at camp. One folder a system, one CSV file a table."""

from importlib.resources import as_file, files
from pathlib import Path


def sample_files(system_key: str) -> dict[str, Path]:
    """Return the CSV file of each table of a system's sample log, by the table's name in lower case."""
    with as_file(files("xladdin.samples") / system_key) as folder:
        return {path.stem: path for path in sorted(folder.glob("*.csv"))}
