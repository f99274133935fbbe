"""Every hurtful file, with newcomers allowed: no traceback, no hang, no changed file, no false newcomer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.clubs import make_clubs
from tests.corpus.editing import column_of
from tests.helpers.programs.command_line import run_here
from tests.imports.hurtful_files import CASES, TAKEN, Hurtful

PLAYERS = ["Pierre", "Mackenzie", "Lester"]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return make_clubs(tmp_path_factory.mktemp("clubs"))["mississauga"].read_bytes()


def test_there_are_a_hundred_and_each_has_its_own_name() -> None:
    assert len(CASES) >= 100
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_hurtful_file(case: Hurtful, club: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    book, source = tmp_path / "club.xlsx", tmp_path / "games"
    book.write_bytes(club)
    source.write_bytes(case.content)
    said = run_here("import", book, source, "--add-players", *case.options)
    assert "a fault in xladdin itself" not in said.err
    assert "panicked" not in capfd.readouterr().err
    assert "\x1b" not in said.out + said.err
    for words in case.words:
        assert words in said.out + said.err
    assert said.status == case.status
    assert not (tmp_path / "hurt").exists()
    if case.status != TAKEN:
        assert book.read_bytes() == club
        assert {entry.name for entry in tmp_path.iterdir()} == {"club.xlsx", "games"}
    elif "player" not in said.out.partition("New: ")[2].partition(".")[0]:
        assert column_of(book, "Players", "Player") == PLAYERS
