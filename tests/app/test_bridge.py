"""The bridge between page and commands: what a command shows on a terminal comes out as data, with its exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.programs.finding import ROOT
from xladdin.app.bridge import answer, club

SAMPLES = ROOT / "xladdin" / "samples" / "montreal"


def asked(*arguments: str, steps: list[str] | None = None, language: str = "en") -> dict[str, Any]:
    told = steps if steps is not None else []
    return json.loads(answer(json.dumps(arguments), told.append, language))  # type: ignore[no-any-return]


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    made = asked("new", "montreal", "club.xlsx", str(SAMPLES / "players.csv"))
    assert made["status"] == 0
    return tmp_path / "club.xlsx"


def test_a_command_answers_with_what_it_shows(book: Path) -> None:
    steps: list[str] = []
    brought = asked("import", "club.xlsx", str(SAMPLES / "games.csv"), steps=steps)
    assert brought["status"] == 0
    (table,) = [shown for shown in brought["output"] if shown["kind"] == "table"]
    assert table["headings"] == ["Player", "Old", "Change", "New"]
    assert ["Sally", "1710", "-1", "1709"] in table["rows"]
    assert table["right"] == [1, 2, 3]
    assert "Writing club.xlsx" in steps
    assert json.loads(club("club.xlsx"))["rows"] == 5


@pytest.mark.parametrize(("language", "step"), [("en", "Import games"), ("fr", "Importer des parties")])
def test_dated_copies_name_the_buttons_that_were_pressed(book: Path, language: str, step: str) -> None:
    asked("import", "club.xlsx", str(SAMPLES / "games.csv"))
    (table, _) = asked("backups", "club.xlsx", language=language)["output"]
    assert [row[2] for row in table["rows"]] == [step]
