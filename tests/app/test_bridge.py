"""The bridge between page and commands: what a command shows on a terminal comes out as data, with its exit status."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.programs.finding import ROOT
from xladdin.app.bridge import answer, club, show_again

SAMPLES = ROOT / "xladdin" / "samples" / "montreal"
LOG = "Date,Player 1,Score 1,Player 2,Score 2\n"


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


@pytest.mark.parametrize(
    "arguments",
    [
        ["recalc", "--dry-run"],
        ["import", "games.csv", "--dry-run"],
        ["import", "dates.csv"],
        ["player", "Sally"],
        ["recalc"],
    ],
    ids=" ".join,
)
def test_what_a_command_has_shown_is_shown_again_in_the_other_language(book: Path, arguments: list[str]) -> None:
    asked("import", "club.xlsx", str(SAMPLES / "games.csv"))
    Path("games.csv").write_text(f"{LOG}2024-09-11,Salyl,400,John,300\n", encoding="utf-8")
    Path("dates.csv").write_text(f"{LOG}03/04/2024,Sally,400,John,300\n", encoding="utf-8")
    command, *more = arguments
    in_english = asked(command, "club.xlsx", *more)["output"]
    in_french = json.loads(show_again("fr"))
    assert json.loads(show_again("en")) == in_english != in_french
    assert in_french == asked(command, "club.xlsx", *more, language="fr")["output"]


@pytest.mark.parametrize(
    ("language", "undone"),
    [
        ("en", "Undone: Import games. Redo restores it."),
        ("fr", "Annulé : Importer des parties. Rétablir l’étape annulée revient en arrière."),
    ],
)
def test_undo_names_the_button_whose_work_it_takes_back_and_no_folder(book: Path, language: str, undone: str) -> None:
    asked("import", "club.xlsx", str(SAMPLES / "games.csv"))
    (table, _) = asked("backups", "club.xlsx", language=language)["output"]
    assert [row[2] for row in table["rows"]] == [re.split(r"[:.] ?", undone)[1].strip()]
    (shown,) = asked("undo", "club.xlsx", language=language)["output"]
    assert shown["text"].replace("\xa0", " ").replace("\u202f", " ") == undone
    (shown,) = asked("redo", "club.xlsx", language=language)["output"]
    assert "backups" not in shown["text"]
    (shown,) = asked("undo", "club.xlsx", "--to", "1", language=language)["output"]
    assert "backups" not in shown["text"]
