"""The bridge between page and commands: what a command shows on a terminal comes out as data, with its exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.clubs import edited
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
    (table,) = [shown for shown in brought["shown"] if shown["kind"] == "table"]
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
def test_what_a_command_has_shown_is_show_again_in_the_other_language(book: Path, arguments: list[str]) -> None:
    asked("import", "club.xlsx", str(SAMPLES / "games.csv"))
    Path("games.csv").write_text(f"{LOG}2024-09-11,Salyl,400,John,300\n", encoding="utf-8")
    Path("dates.csv").write_text(f"{LOG}03/04/2024,Sally,400,John,300\n", encoding="utf-8")
    command, *more = arguments
    in_english = asked(command, "club.xlsx", *more)["shown"]
    in_french = json.loads(show_again("fr"))
    assert json.loads(show_again("en")) == in_english != in_french
    assert in_french == asked(command, "club.xlsx", *more, language="fr")["shown"]


def test_names_that_are_nobodys_come_to_be_answered(book: Path) -> None:
    games = "Date,Player 1,Score 1,Player 2,Score 2\n2024-09-11,Salyl,400,John,300\n"
    Path("games.csv").write_text(games, encoding="utf-8")
    told = asked("import", "club.xlsx", "games.csv", "--dry-run")
    assert told["status"] == 1
    (sources,) = [shown for shown in told["shown"] if shown["kind"] == "sources"]
    (table,) = sources["tables"]
    assert (table["kind"], table["columns"]) == ("scored", ["Date", "Player 1", "Score 1", "Player 2", "Score 2"])
    assert table["fields"] == ["date", "name1", "score1", "name2", "score2"]
    assert table["rows"] == [["2024-09-11", "Salyl", "400", "John", "300"]]
    (question,) = sources["questions"]
    assert (question["id"], question["default"]) == (["names", "is", "Salyl"], "Sally")
    Path("answers.json").write_text(json.dumps({"names": {"is": {"Salyl": "Sally"}}}), encoding="utf-8")
    assert asked("import", "club.xlsx", "games.csv", "--answers", "answers.json")["status"] == 0


def test_rows_to_fix_come_with_their_places(book: Path) -> None:
    edited(book, ("Players", "B4", "many"))
    told = asked("recalc", "club.xlsx")
    assert told["status"] == 1
    (wrong,) = [shown for shown in told["shown"] if shown["kind"] == "problems"]
    (problem,) = wrong["problems"]
    assert (problem["sheet"], problem["column"], problem["value"]) == ("Players", "Start rating", "many")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["recalc", "none.xlsx"], "none.xlsx is not there."), (["recal"], "Did you mean 'recalc'?"), (["recalc"], "FILE")],
)
def test_what_cannot_be_done_is_said_in_the_words_of_the_command_line(arguments: list[str], words: str) -> None:
    told = asked(*arguments)
    assert told["status"] == 2
    assert words in told["shown"][-1]["text"]
    assert told["shown"][-1]["wrong"]


@pytest.mark.parametrize(("language", "step"), [("en", "Import games"), ("fr", "Importer des parties")])
def test_dated_copies_name_the_buttons_that_were_pressed(book: Path, language: str, step: str) -> None:
    asked("import", "club.xlsx", str(SAMPLES / "games.csv"))
    (table, _) = asked("backups", "club.xlsx", language=language)["shown"]
    assert [row[2] for row in table["rows"]] == [step]
