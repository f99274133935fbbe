"""What a source leaves open is asked once, at a terminal, by a file of answers, or on Review. The answers are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.corpus.editing import column_of, type_cells
from tests.helpers.clubs import load_values
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.helpers.programs.finding import ROOT
from tests.imports.importing import CANNOT, DONE, FORM, ROWS_TO_FIX, answers_in, copied, games, import_text, who
from tests.imports.readers.reading import read
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW

HEADINGS = "Timestamp,Winner,Pts,Loser,Loser score\n"
RESPONSES = HEADINGS + "3/4/2026 20:00:00,John Smith,401,Ann Lee,388\n3/4/2026 21:00:00,Jon Smith,420,Bo Roy,300\n"
LATER = HEADINGS + "5/6/2026 20:00:00,Jon Smith,350,Bo Roy,340\n"
GAMES = [("John Smith", 401, "Ann Lee", 388), ("John Smith", 420, "Bo Roy", 300)]
ANSWERS = {"source": {"dates": "mdy"}, **who(**{"Jon Smith": "John Smith"})}


def sources(folder: Path) -> tuple[Path, Path, Path]:
    form, later = folder / "form.csv", folder / "later.csv"
    form.write_text(RESPONSES)
    later.write_text(LATER)
    return folder / "club.xlsx", form, later


@pytest.mark.skipif(sys.platform == "win32", reason="pexpect needs a terminal of Unix")
def test_at_a_terminal_one_question_at_a_time(tmp_path: Path) -> None:
    import pexpect

    club, form, later = sources(tmp_path)
    saved = tmp_path / "answers.toml"
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}

    def spawned(*arguments: object) -> pexpect.spawn[str]:
        command = ["-m", "xladdin", *map(str, arguments)]
        return pexpect.spawn(sys.executable, command, env=env, encoding="utf-8", timeout=60, dimensions=(50, 200))

    child = spawned("new", "mississauga", club, form, "--save-answers", saved)
    child.expect(r"form.csv: is the day or the month first in 3/4/2026 20:00:00, 3/4/2026 21:00:00\?")
    child.expect(r"1 day first: 2026-04-03, 2026-04-03")
    child.expect("> ")
    child.sendline("perhaps")
    child.expect("Type the number of an answer")
    child.sendline("2")
    child.expect(r"Who is Jon Smith\?")
    child.expect(r"1 John Smith  \(Enter\)")
    child.sendline("")
    child.expect("3 players, 2 games.")
    child.expect("Create club.xlsx from this")
    child.sendline("n")
    child.expect("was not created")
    child.expect(pexpect.EOF)
    assert not club.exists()
    assert run_here("new", "mississauga", club, form, "--answers", answers_in(tmp_path, ANSWERS)).status == DONE
    assert games(club) == GAMES
    assert column_of(club, "Aliases", "Alias")[:1] == ["Jon Smith"]

    child = spawned("import", club, later)
    child.expect("Import this")
    assert "Who is" not in child.before and "first in" not in child.before
    child.sendline("")
    child.expect("3 games of 3 players")
    child.expect(pexpect.EOF)
    assert column_of(club, "Games", "Date")[2] - column_of(club, "Games", "Date")[0] == 63  # 2026-03-04 to 05-06


def test_without_a_terminal_the_answers_to_fill_in_are_shown(tmp_path: Path) -> None:
    club, form, _ = sources(tmp_path)
    saved, filled = tmp_path / "proposed.toml", tmp_path / "filled.toml"
    output = run_here("new", "mississauga", club, form, "--save-answers", saved)
    assert output.status == ROWS_TO_FIX
    assert "2 questions to answer:" in output.err
    proposed = saved.read_text()
    assert '[source]\ndates = "?"' in proposed
    assert '"Jon Smith" = "John Smith"' in proposed
    filled.write_text(proposed.replace('dates = "?"', 'dates = "mdy"'))
    assert run_here("new", "mississauga", club, form, "--answers", filled).status == DONE
    assert games(club) == GAMES


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("answered")
    club, form, _ = sources(folder)
    assert run_here("new", "mississauga", club, form, "--answers", answers_in(folder, ANSWERS)).status == DONE
    return club


@pytest.mark.parametrize("change", ["rename", "rollover", "renew", "undo"])
def test_the_answers_survive_every_change_of_the_workbook(change: str, answered: Path, tmp_path: Path) -> None:
    club, _, later = sources(tmp_path)
    club.write_bytes(answered.read_bytes())
    if change in ("rename", "undo"):
        assert run_here("rename", club, "John Smith", "Johnny Smith").status == DONE
        assert change == "rename" or run_here("undo", club).status == DONE
    else:
        assert run_here(change, club, tmp_path / "new.xlsx").status == DONE
        club = tmp_path / "new.xlsx"
    run_cleanly("import", club, later)
    assert games(club)[-1][1::2] == (350, 340)


def test_the_next_file_of_the_kind_asks_nothing(answered: Path, tmp_path: Path) -> None:
    club = tmp_path / "club.xlsx"
    club.write_bytes(answered.read_bytes())
    for month in range(5, 13):
        source = tmp_path / f"Responses {month}.csv"
        source.write_text(f"{HEADINGS}{month}/2/2025 20:00:00,Jon Smith,{400 + month},Bo Roy,340\n")
    output = run_cleanly("import", club, *sorted(tmp_path.glob("Responses*.csv")))
    assert "New: 8 games." in output


def test_a_mapping_that_a_person_gives_counts_before_everything() -> None:
    columns = {"date": "When", "name1": "Lost", "score1": "B", "name2": "Won", "score2": "A"}
    answers = {"table": {"some file": {"kind": "scored", "columns": columns, "unused": ["Venue"]}}}
    text = "When,Won,A,Lost,B,Venue\n2024-09-14,Ann,401,Bob,388,Hall\n"
    contents = read(text, answers)
    assert not contents.questions
    assert contents.only_file.tables["Games"].columns["Player 1"] == ["Bob"]
    other = read(text, answers, name="another file")  # found by the same headings
    assert other.only_file.tables["Games"].columns["Player 1"] == ["Bob"]
    added = read(text.replace("Venue", "Venue,Bonus").replace("Hall", "Hall,7"), answers)
    (question,) = added.questions.values()
    assert question.text == "some file: the column Bonus is new. What does it contain?"


def test_an_unknown_key_of_the_answers_writes_nothing(club: Path) -> None:
    before = club.read_bytes()
    output = import_text(club, FORM, answers={"names": {"iss": {"Lester": "new"}}})
    assert output.status == CANNOT
    assert "answers.json: iss in [names] is unknown" in output.err
    columns = {"name1": "Winner", "score1": "Winners Score", "name2": "Opponent", "score2": "Opponents Score"}
    table = {"kind": "scored", "columns": {**columns, "datum": "Submitted On"}}
    output = import_text(club, FORM, answers={"table": {"games.csv": table}})
    assert output.status == CANNOT
    assert "games.csv: datum, under columns in the answers, is unknown. Use one of date, name1" in output.err
    assert club.read_bytes() == before


@pytest.mark.parametrize("recalculated", [True, False])
def test_a_deleted_game_does_not_come_back_by_itself(recalculated: bool, club: Path) -> None:
    import_text(club, FORM)
    type_cells(club, dict.fromkeys(("Games!A6", "Games!B6", "Games!C6", "Games!D6", "Games!E6")))
    if recalculated:
        assert run_here("recalc", club).status == DONE
    output = import_text(club, FORM)
    assert output.status == ROWS_TO_FIX
    assert "Left out, because they were removed from the workbook or corrected there (1):" in output.out
    assert "games.csv line 2: 2024-09-14 · Lester · 402 · Pierre · 380" in output.out
    assert "Already in the workbook: 1 game." in output.out
    output = import_text(club, FORM, "--as-new")
    assert output.status == DONE
    assert "New: 1 game." in output.out
    assert import_text(club, FORM).status == DONE


CASES = {
    "Sent after midnight": (
        "mississauga",
        "Submitted On,Winner,Winners Score,Opponent,Opponents Score\n9/15/2024 0:40:00,Pierre,401,Lester,388\n",
        "2024-09-14 · Pierre · 401 · Lester · 388: it was sent after midnight and counts for the evening before",
        ("Games", "Date", 45550, "Score 2", 388),
    ),
    "No cross under Active": (
        "sca",
        "Player,Group,Active\nEve Oak,Pawns,x\nUma Fir,Pawns,\nSol Elm,Pawns,x\n",
        "Uma Fir: others have a mark, and a blank counts as Yes; type No or Left",
        ("Players", "Active", "Yes", "Player", "Uma Fir"),
    ),
    "The same row twice": (
        "mississauga",
        "Date,Player,Points,Reason\n2024-09-15,Pierre,5,Book\n2024-09-15,Pierre,5,Book\n",
        "2024-09-15 · Pierre · 5 · Book: a file had it more than once, and each counts",
        ("Adjustments", "Points", 7, "Reason", "Book"),
    ),
}
"""The system, file and words of a question, and a correction: sheet, heading, value, and what tells the row."""


def rows_of(club: Path, sheet: str, heading: str, value: object) -> list[int]:
    return [row for row, cell in enumerate(column_of(club, sheet, heading), FIRST_DATA_ROW) if cell == value]


def open_rows_of(title: str, club: Path) -> list[str]:
    output = run_cleanly("recalc", "--dry-run", club)
    return [line for line in output.splitlines() if f"  {title}, " in line]


@pytest.mark.parametrize("title", CASES)
def test_settled_stays_settled_until_its_row_changes(title: str, made: dict[str, Path], tmp_path: Path) -> None:
    system, text, question, (sheet, heading, value, known_by, known) = CASES[title]
    club = copied(made, system, tmp_path)
    assert import_text(club, text).status == DONE
    (line,) = open_rows_of(title, club)
    assert question in line

    corrected = tmp_path / "corrected.xlsx"
    corrected.write_bytes(club.read_bytes())
    (letter,) = (cell.column_letter for cell in load_values(corrected)[sheet][HEADINGS_ROW] if cell.value == heading)
    type_cells(corrected, {f"{sheet}!{letter}{row}": value for row in rows_of(corrected, sheet, known_by, known)})
    assert run_here("recalc", corrected).status == DONE
    assert open_rows_of(title, corrected) == []

    assert run_here("recalc", "--accept", "all", club).status == DONE
    assert run_here("recalc", club).status == DONE
    assert run_here("renew", club, tmp_path / "renewed.xlsx").status == DONE
    assert open_rows_of(title, tmp_path / "renewed.xlsx") == []
    players = [str(name) for name in column_of(club, "Players", "Player") if str(name) in question]
    for number, name in enumerate(players):
        assert run_here("rename", club, name, f"{name} {number}").status == DONE
    assert players and open_rows_of(title, club) == []
