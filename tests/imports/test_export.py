"""`xladdin export`: what comes out comes in again."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import openpyxl
import pytest

from tests.corpus.clubs import CLUBS
from tests.corpus.editing import column_of, renamed_sheets
from tests.helpers.clubs import sample_book
from tests.helpers.programs.command_line import run_cleanly, run_here

GAMES = CLUBS["mississauga"]["games"] + "2024-09-17,=1+1,400,Lester,300\n2024-09-17,Pierre,390,Mackenzie,300\n"
PLAYERS = CLUBS["mississauga"]["players"] + "=1+1,1000,60\n"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    options: list[object] = []
    for name, text in {"players": PLAYERS, "games": GAMES}.items():
        path = tmp_path / f"{name}.csv"
        path.write_text(text)
        options.append(path)
    assert run_here("new", "mississauga", tmp_path / "club.xlsx", *options).status == 0
    assert run_here("recalc", tmp_path / "club.xlsx").status == 0
    return tmp_path / "club.xlsx"


def test_csv_runs_nothing_and_comes_in_again(club: Path) -> None:
    run_cleanly("export", club)
    rows = list(csv.reader(club.with_name("club games.csv").open(encoding="utf-8-sig", newline="")))
    assert rows[0][:3] == ["Date", "Player 1", "Score 1"]
    assert rows[2][:3] == ["2024-09-17", "'=1+1", "400"]
    assert not any(cell.startswith(("=", "@", "+")) for row in rows for cell in row)
    output = run_here("import", club, club.with_name("club games.csv"))
    assert "New: nothing. Already in the workbook: 3 games." in output.out
    assert run_here("export", club).status == 2  # never over a file


def test_a_ratings_list_comes_in_as_players_with_their_ratings(tmp_path: Path) -> None:
    """Titles are above it, the key is at its foot, and the column of the signs has no heading."""
    club, listed, new = sample_book("lexington", tmp_path), tmp_path / "list.csv", tmp_path / "new.xlsx"
    assert run_here("export", club, "--sheet", "Standings", "--output", listed).status == 0
    run_cleanly("new", "lexington", new, listed)
    for heading in ("Player", "Rating", "Games", "Last played"):
        start = heading if heading == "Player" else f"Start {heading.lower()}"
        assert column_of(new, "Players", start) == column_of(club, "Players", heading)


def test_a_sheet_that_the_club_has_renamed(club: Path) -> None:
    renamed_sheets(club, {"Games": "Parties", "Standings": "Classement"})
    for sheet in ((), ("--sheet", "standings"), ("--sheet", "Classement")):
        run_cleanly("export", club, *sheet)
    first = club.with_name("club games.csv").read_text(encoding="utf-8-sig")
    assert first.startswith("Date,Player 1,")
    assert club.with_name("club standings.csv").read_bytes() == club.with_name("club classement.csv").read_bytes()


def test_json_and_a_workbook_of_values(club: Path) -> None:
    assert run_here("export", club, "--sheet", "Players", "--format", "json").status == 0
    players = json.loads(club.with_name("club players.json").read_bytes())
    assert [player["Player"] for player in players] == ["Pierre", "Mackenzie", "Lester", "=1+1"]
    assert [player["Rating"] for player in players] == column_of(club, "Players", "Rating")
    target = club.with_name("out.xlsx")
    assert run_here("export", club, "--sheet", "games", "--format", "xlsx", "--output", target).status == 0
    cell = openpyxl.load_workbook(target).worksheets[0]["B3"]
    assert (cell.value, cell.data_type) == ("=1+1", "s")
    assert "Already in the workbook: 3 games." in run_here("import", club, target).out


def test_a_days_games_for_tsh(club: Path) -> None:
    run_cleanly("export", club, "--format", "tsh")
    target = club.with_name("club 2024-09-17.tsh")
    assert 'config event_date = "September 17, 2024"' in target.read_text()
    assert "New: nothing. Already in the workbook: 4 players, 2 games." in run_here("import", club, target).out


def test_what_is_not_there_is_named(club: Path, tmp_path: Path) -> None:
    tour = sample_book("dptr", tmp_path, recalculated=False)
    for path, options, phrase in (
        (club, ("--sheet", "Nothing"), "has no sheet Nothing; its sheets are Start, Players"),
        (club, ("--format", "tsh", "--date", "2001-01-01"), "has no rated games of 2001-01-01"),
        (tour, ("--format", "tsh"), "dptr.xlsx: tsh keeps games with scores, and "),
    ):
        assert phrase in run_here("export", path, *options).err
