"""Reads a text as the file that it might be, for the club of a system."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import xladdin
from xladdin.importing.formats import read_sources
from xladdin.importing.questions import Answers, ImportedFile
from xladdin.importing.source import Source
from xladdin.workbook.merging import build_club

GAME = ("Player 1", "Score 1", "Player 2", "Score 2")
DAY = dt.date(2006, 10, 1)


class Read:
    """What came of a source: each table of it, and the questions that are open, by their places."""

    def __init__(self, imported_file: list[ImportedFile], answers: Answers) -> None:
        self.imported_file = imported_file
        self.questions = {" > ".join(id): question for id, question in answers.open_questions.items()}
        self.wrong = [wrong for file in imported_file for wrong in file.wrong]
        self.notes = [note for file in imported_file for note in file.notes]
        self.doubts = [doubt for file in imported_file for doubt in file.doubts]

    @property
    def only_file(self) -> ImportedFile:
        assert len(self.imported_file) == 1, self.questions
        return self.imported_file[0]


def read(
    content: str | bytes,
    answers: Mapping[str, Any] | None = None,
    system: str = "mississauga",
    name: str = "some file",
    remembered: Mapping[str, Mapping[str, str]] | None = None,
) -> Read:
    data = content.encode() if isinstance(content, str) else content
    source = Source(name, data)
    known = Answers(answers, remembered)
    day = known.get("once", "day")
    if day:
        known.set(("once", source.digest, "day"), day)
    club = build_club(xladdin.system(system), {})
    return Read(read_sources([source], club, known), known)


def rows(imported_file: ImportedFile | Read, table: str = "Games", *headings: str) -> list[tuple[object, ...]]:
    tables = (imported_file.only_file if isinstance(imported_file, Read) else imported_file).tables
    if table not in tables:
        return []
    columns = tables[table].columns
    return list(zip(*(columns[heading] for heading in headings or columns)))


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


_TABLE = Path(__file__).with_name("files.txt").read_text(encoding="utf-8")
FILES = dict(block.split("\n", 1) for block in re.split("^==== ", _TABLE, flags=re.MULTILINE)[1:])


def sample(name: str) -> str:
    return FILES[name].partition("----\n")[2]


ON_THE_DAY = {"once": {"day": "2006-10-01"}}
