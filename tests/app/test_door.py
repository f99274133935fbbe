"""The door between page and commands: what a command shows on a terminal, as data, with its exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.programs.finding import ROOT
from xladdin.app.door import answer

SAMPLES = ROOT / "xladdin" / "samples" / "montreal"


def asked(*arguments: str, steps: list[str] | None = None) -> dict[str, Any]:
    told = steps if steps is not None else []
    return json.loads(answer(json.dumps(arguments), told.append))  # type: ignore[no-any-return]


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    made = asked("new", "montreal", "club.xlsx", "--players", str(SAMPLES / "players.csv"))
    assert made["status"] == 0
    return tmp_path / "club.xlsx"


def test_a_command_answers_with_what_it_shows(club: Path) -> None:
    steps: list[str] = []
    brought = asked("import", "club.xlsx", str(SAMPLES / "games.csv"), steps=steps)
    assert brought["status"] == 0
    (table,) = [shown for shown in brought["shown"] if shown["kind"] == "table"]
    assert table["headings"] == ["Player", "Old", "Change", "New"]
    assert ["Sally", "1710", "-1", "1709"] in table["rows"]
    assert table["right"] == [1, 2, 3]
    assert "Writing club.xlsx" in steps


def test_a_recalculation_comes_as_a_table_and_as_data(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = asked("recalc", "club.xlsx")["shown"]
    assert [one["kind"] for one in shown] == ["outcome"]
    assert shown[0]["questions"] == [] and shown[0]["written"]
    assert capsys.readouterr() == ("", "")


def test_names_that_are_nobodys_come_to_be_answered(club: Path) -> None:
    games = "Date,Player 1,Score 1,Player 2,Score 2\n2024-09-11,Salyl,400,John,300\n"
    Path("games.csv").write_text(games, encoding="utf-8")
    told = asked("import", "club.xlsx", "games.csv", "--dry-run")
    assert told["status"] == 1
    assert "--name" not in json.dumps(told)
    (open_,) = [shown for shown in told["shown"] if shown["kind"] == "unanswered"]
    assert [(one["name"], one["near"]) for one in open_["names"]] == [("Salyl", ["Sally"])]
    assert asked("import", "club.xlsx", "games.csv", "--name", "Salyl=Sally")["status"] == 0


def test_rows_to_fix_come_with_their_places(club: Path) -> None:
    games = club.parent / "games.csv"
    games.write_text("Date,Player 1,Score 1,Player 2,Score 2\n2024-09-11,Salyl,400,John,300\n", encoding="utf-8")
    assert (
        asked("new", "montreal", "typo.xlsx", "--players", str(SAMPLES / "players.csv"), "--games", "games.csv")[
            "status"
        ]
        == 1
    )
    told = asked("recalc", "typo.xlsx")
    assert told["status"] == 1
    (wrong,) = [shown for shown in told["shown"] if shown["kind"] == "problems"]
    (problem,) = wrong["problems"]
    assert (problem["sheet"], problem["column"], problem["value"]) == ("Games", "Player 1", "Salyl")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["recalc", "none.xlsx"], "none.xlsx is not there."), (["chek"], "Did you mean 'check'?"), (["recalc"], "FILE")],
)
def test_what_cannot_be_done_is_said_in_the_words_of_the_command_line(arguments: list[str], words: str) -> None:
    told = asked(*arguments)
    assert told["status"] == 2
    assert words in told["shown"][-1]["text"]
    assert told["shown"][-1]["wrong"]
