"""We import every hurtful file, with newcomers allowed. There is no traceback, no hang, no changed file and no false
newcomer. The process has 300 MB of memory for all of it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.clubs import make_clubs
from tests.helpers.programs.child import call_in_child
from tests.imports.hurtful import CASES
from tests.imports.hurtful.case import TAKEN, Hurtful
from tests.imports.hurtful_runs import MOST_MEMORY, Came

PLAYERS = ["Pierre", "Mackenzie", "Lester"]
All = tuple[dict[str, Came], str, int]


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> All:
    folder: Path = tmp_path_factory.mktemp("hurtful")
    club = make_clubs(folder)["mississauga"].read_bytes()
    found: All = call_in_child("tests.imports.hurtful_runs:import_all", folder, club)
    return found


def test_there_are_a_hundred_and_each_has_its_own_name() -> None:
    assert len(CASES) >= 100
    assert len({case.name for case in CASES}) == len(CASES)


def test_they_take_little_memory_and_no_library_breaks_off(imported: All) -> None:
    _, errors, peak = imported
    assert "panicked" not in errors
    assert peak < MOST_MEMORY


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_hurtful_file(case: Hurtful, imported: All) -> None:
    came = imported[0][case.name]
    assert "a fault in xladdin itself" not in came.said
    assert "too little memory" not in came.said
    assert "\x1b" not in came.said
    for words in case.words:
        assert words in came.said
    assert came.status == case.status
    if case.status != TAKEN:
        assert came.stays
    elif "player" not in came.new:
        assert came.stays or came.players == PLAYERS
