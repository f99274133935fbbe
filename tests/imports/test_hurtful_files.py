"""No hurtful file leads to a traceback, a hang, a changed file or a false newcomer, nor takes 300 MB of memory."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.corpus.clubs import make_clubs
from tests.corpus.editing import column_of
from tests.helpers.programs.child import call_in_child
from tests.helpers.programs.command_line import run_here
from tests.imports.hurtful import CASES, TAKEN, Hurtful
from xladdin.importing.source import Source

MAX_MEMORY = 300_000_000
"""Bytes that an import of a hurtful file may take, with Python and xladdin."""


class Outcome(NamedTuple):
    """What a file did: its status, all that xladdin said, whether nothing else changed, and the players then."""

    status: int
    text: str
    new: str
    stays: bool
    players: list[object]


def import_all(folder: Path, club: bytes) -> tuple[dict[str, Outcome], str, int]:
    """Import each file in this process. Return the outcomes by name, what native code wrote, and the most memory."""
    errors = folder / "errors"
    stderr_copy = os.dup(2)
    with errors.open("wb") as stream:
        os.dup2(stream.fileno(), 2)
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY, MAX_MEMORY))
    outcomes = {}
    try:
        for number, case in enumerate(CASES):
            os.write(stderr_copy, f"{case.name}\n".encode())  # the last one is to blame where the process ends
            outcomes[case.name] = import_one(folder / str(number), club, case)
    finally:
        os.dup2(stderr_copy, 2)
    peak = 0
    if sys.platform != "win32":
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return outcomes, errors.read_text(errors="replace"), peak


def import_one(folder: Path, club: bytes, case: Hurtful) -> Outcome:
    folder.mkdir()
    path, source = folder / "club.xlsx", folder / "games"
    path.write_bytes(club)
    source.write_bytes(case.content)
    options: list[object] = []
    if case.day:
        options = ["--answers", folder / "answers.json"]
        once = {Source("", case.content).digest: {"day": case.day}}
        (folder / "answers.json").write_text(json.dumps({"once": once}))
    before = {entry.name for entry in folder.iterdir()}
    output = run_here("import", path, source, *options)
    stays = path.read_bytes() == club and {entry.name for entry in folder.iterdir()} == before
    new = output.out.partition("New: ")[2].partition(".")[0]
    players = [] if stays else column_of(path, "Players", "Player")
    return Outcome(output.status, output.out + output.err, new, stays, players)


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Outcome], str, int]:
    folder = tmp_path_factory.mktemp("hurtful")
    club = make_clubs(folder)["mississauga"].read_bytes()
    return call_in_child("tests.imports.test_hurtful_files:import_all", folder, club)


def test_they_take_little_memory_and_no_library_breaks_off(imported: tuple[dict[str, Outcome], str, int]) -> None:
    _, errors, peak = imported
    assert "panicked" not in errors
    assert peak < MAX_MEMORY


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_hurtful_file_has_its_expected_outcome(case: Hurtful, imported: tuple[dict[str, Outcome], str, int]) -> None:
    outcome = imported[0][case.name]
    assert "a bug in xladdin itself" not in outcome.text
    assert "too little memory" not in outcome.text
    assert "\x1b" not in outcome.text
    for phrase in case.phrases:
        assert phrase in outcome.text
    assert outcome.status == case.status
    if case.status != TAKEN:
        assert outcome.stays
    elif "player" not in outcome.new:
        assert outcome.stays or outcome.players == ["Pierre", "Mackenzie", "Lester"]
