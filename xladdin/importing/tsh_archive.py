"""A tournament of tsh: `config.tsh` beside its divisions, or the archive `.tsh` that holds them all.

    # config event_date = "October 1, 2006"      read: event_date, event_name
    division A a.t                               read
    #begin_file name=a.t ... #end_file           the division itself, in an archive
    perl ...                                     and all other lines: never run, and not looked at

Source: tsh, TSH/Config.pm.
"""

import re

from xladdin.errors import FileProblem
from xladdin.importing.days import told_day
from xladdin.importing.material import Incoming
from xladdin.importing.questions import Answers
from xladdin.importing.source import Source, open_source
from xladdin.importing.tsh import CONFIG, KIND, Division, division, incoming

DIVISION = re.compile(r"division\s+(?P<name>\S+)\s+(?P<file>\S.*?)\s*", re.IGNORECASE)
BEGIN, END = re.compile(r"#\s*begin_file\s+name=(?P<file>\S.*?)\s*"), re.compile(r"#\s*end_file\b.*")
LOOKED_AT = 400
"""A configuration names a division within so many lines."""
LONGEST_LINE = 2000
"""The most characters of a line. A line of ours is shorter."""


def is_tournament(source: Source) -> bool:
    """Whether the file names a division as tsh does, or holds one."""
    return any(
        DIVISION.fullmatch(line) or BEGIN.fullmatch(line)
        for line in source.first_lines[:LOOKED_AT]
        if len(line) <= LONGEST_LINE
    )


def read_tournament(source: Source, answers: Answers) -> Incoming:
    """Read all divisions of a tournament. Raises FileProblem if one is missing. Asks for a missing date."""
    settings: dict[str, str] = {}
    named: dict[str, str] = {}
    inside: dict[str, list[tuple[int, str]]] = {}
    held: list[tuple[int, str]] | None = None
    for number, line in enumerate(source.lines, 1):
        if len(line) > LONGEST_LINE and held is None:
            continue
        if held is not None:
            if END.fullmatch(line):
                held = None
            else:
                held.append((number, line))
        elif found := BEGIN.fullmatch(line):
            held = inside.setdefault(found["file"], [])
        elif found := DIVISION.fullmatch(line):
            named[found["file"]] = found["name"]
        elif found := CONFIG.fullmatch(line):
            settings[found["key"]] = found["value"]
    if held is not None:
        raise FileProblem(f"{source.name}: ends within a division, without its line #end_file; is it cut short?")
    day = told_day(source, settings.get("event_date", ""), answers, KIND)
    files = named or dict.fromkeys(inside, "")
    divisions = [
        division(source.name, inside[file]) if file in inside else _beside(source, file, name)
        for file, name in files.items()
    ]
    return incoming(source, " ".join(["tournament of tsh", settings.get("event_name", "")]).strip(), divisions, day)


def _beside(source: Source, file: str, name: str) -> Division:
    """A division in another file of the same folder. It looks nowhere else: a link may lead to any file."""
    elsewhere = any(sign in file for sign in "/\\:") or file.startswith(".")
    if source.folder is None or elsewhere or (source.folder / file).is_symlink():
        raise FileProblem(f"{source.name}: its division {name}, {file}, is not there. Import that file by itself.")
    beside = open_source(source.folder / file)
    return division(beside.name, enumerate(beside.lines, 1))
