"""A little club of each system. We import files into a copy of it, and see what it holds then."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.corpus.clubs import CLUBS
from tests.corpus.editing import column_of
from tests.helpers.programs.command_line import RunResult, run_cleanly, run_here

DONE, ROWS_TO_FIX, CANNOT = 0, 1, 2
ADDED = {"names": {"unknown": "add"}}
"""The answer that unknown names are new players."""
FORM = """\
Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score
9/14/2024 21:02:11,2,Lester,402,Pierre,380
9/14/2024 20:02:11,1,PIERRE,401, mackenzie ,388
"""


def copied(made: dict[str, Path], key: str, folder: Path) -> Path:
    path = folder / "club.xlsx"
    path.write_bytes(made[key].read_bytes())
    return path


def import_text(club: Path, text: str | bytes, *options: object, answers: Mapping[str, Any] | None = None) -> RunResult:
    """Return what `xladdin import` says of a file with that content."""
    source = club.with_name("games.csv")
    source.write_bytes(text.encode() if isinstance(text, str) else text)
    if answers:
        options = (*options, "--answers", answers_in(club.parent, answers))
    return run_here("import", club, source, *options)


def answers_in(folder: Path, answers: Mapping[str, Any]) -> Path:
    path = folder / "answers.json"
    path.write_text(json.dumps(answers))
    return path


def who(**names: str) -> dict[str, Any]:
    return {"names": {"is": names}}


def games(club: Path) -> list[tuple[object, ...]]:
    headings = ("Player 1", "Score 1", "Player 2", "Score 2")
    return list(zip(*(column_of(club, "Games", heading) for heading in headings)))


def club_with_a_false_newcomer(folder: Path) -> Path:
    """Make a club in which Piere is Pierre, and has a game and points under that name."""
    tables = {
        "players": "Player,Start rating,Start games\nPierre,1234,120\nPiere,,\nMackenzie,1007,85\nLester,944,33\n",
        "games": CLUBS["mississauga"]["games"] + "2024-09-17,Piere,400,Lester,300\n",
        "adjustments": "Date,Player,Points\n2024-09-18,Piere,5\n",
    }
    paths = [folder / f"{name}.csv" for name in tables]
    for path, text in zip(paths, tables.values()):
        path.write_text(text)
    answers = {"names": {"is": {"Piere": "new"}}, "start": {"ratings": "before", "games": "0"}}
    run_cleanly("new", "mississauga", folder / "club.xlsx", *paths, "--answers", answers_in(folder, answers))
    assert run_here("recalc", folder / "club.xlsx").status == DONE
    return folder / "club.xlsx"
