"""What a federation answers: its lists, its page, SQL, and the words of its commands."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path

import openpyxl
import pytest

from tests.federation.clubs import data_of, persons_typed
from tests.helpers.clubs import NOW, edited, set_rule
from tests.helpers.programs.command_line import run_here
from xladdin.errors import FileProblem
from xladdin.federation.asking import asked
from xladdin.federation.folder import Federation
from xladdin.federation.lists import lines_of, table_of
from xladdin.federation.store import put_rows, rows_of
from xladdin.federation.updating import Update, update
from xladdin.workbook.schema import WEB_NAMES


def test_list_in_every_form(federation: Federation) -> None:
    rows = table_of(federation, lines_of(federation))
    assert rows[0][:3] == ["Rank", "Person", "Rating"]
    ratings = [row[2] for row in rows[1:] if row[0] is not None]
    assert ratings == sorted(ratings, reverse=True)
    shown = run_here("federation", "list", federation.folder, "--club", "club01").out
    assert "Player 001 (club01)" in shown
    assert re.search(r"^│    1 │", shown, re.MULTILINE), "a rank is at the right of its column"
    for form in ("csv", "json", "xlsx"):
        said = run_here("federation", "list", federation.folder, "--format", form)
        assert (said.status, said.err) == (0, "")
    sheets = openpyxl.load_workbook(federation.folder / "list.xlsx").sheetnames
    assert sheets == ["All", *federation.clubs()]
    assert len(json.loads((federation.folder / "list.json").read_text())) == 96
    assert run_here("federation", "list", federation.folder, "--format", "csv").status == 2, "there already"


def test_list_of_a_club_and_of_those_who_played_lately(federation: Federation) -> None:
    players = rows_of(federation.data, "players", "club01")
    last = max(line.last_played for line in lines_of(federation) if line.last_played)
    players["last_played"][:3] = [last - timedelta(days=365), last - timedelta(days=364), None]
    put_rows(federation.data, "players", "club01", players)
    everybody, lately = (
        {name for line in lines_of(federation, active=active, club="CLUB01") for name in line.person.split(" (")[:1]}
        for active in (False, True)
    )
    assert everybody == set(players["player"])
    assert everybody - lately == {players["player"][0], players["player"][2]}
    with pytest.raises(FileProblem, match=r'"klub" is not a club of this federation\. Its clubs are club01, club02'):
        lines_of(federation, club="klub")


def test_the_page_shows_no_more_than_the_strictest_club(federation: Federation, tmp_path: Path) -> None:
    edited(federation.folder / "clubs" / "club01.xlsx", ("Players", "G4", "initials"), ("Players", "G5", "none"))
    for club, row in (("club02", "G4"), ("club02", "G5")):
        edited(federation.folder / "clubs" / f"{club}.xlsx", ("Players", row, "name"))
    persons_typed(
        federation,
        ("Annabel Leeward", "club01", "Player 001"),
        ("Annabel Leeward", "club02", "Player 001"),
        ("Roberta Hidden", "club01", "Player 002"),
        ("Cyd Shown", "club01", "Player 003"),
    )
    update(federation, NOW)
    page = tmp_path / "page"
    said = run_here("federation", "publish", federation.folder, page)
    assert (said.status, said.err) == (0, "")
    files = {path.relative_to(page).as_posix(): path.read_text() for path in page.rglob("*.html")}
    whole = "".join([*files, *files.values()]).casefold()
    assert "cyd shown" in whole and "a. l." in whole
    assert not [word for word in ("annabel", "leeward", "roberta", "hidden") if word in whole.replace("noindex", "")]
    assert len([path for path in files if path.startswith("club/")]) == 12
    for path, text in files.items():
        for link in re.findall('href="([^"]+)"', text):
            assert (page / path).parent.joinpath(link).resolve().is_file(), (path, link)
    again = run_here("federation", "publish", federation.folder, page)
    assert "Nothing has changed since the last time." in again.out


def test_whom_a_club_hides_on_its_page_the_federation_hides_too(federation: Federation) -> None:
    """A club that has not chosen yet is shown by initials."""
    workbook = federation.clubs()["club01"]
    edited(workbook, ("Players", "G4", "none"))
    for names, web in (("names", ["none", "name"]), ("initials", ["none", "initials"]), ("", ["none", "initials"])):
        set_rule(workbook, WEB_NAMES.name, names)
        assert [*update(federation, NOW).clubs] == ["club01"]
        assert rows_of(federation.data, "players", "club01")["web"][:2] == web


def test_sql_reads_and_never_writes(federation: Federation) -> None:
    answer = asked(federation, "SELECT club, count(*) AS n FROM games GROUP BY club ORDER BY club LIMIT 2")
    assert (answer.headings, answer.rows) == (["club", "n"], [("club01", 20), ("club02", 20)])
    joined = "SELECT count(*) FROM players JOIN persons USING (club, player)"
    assert asked(federation, joined).rows == [(96,)]
    before = data_of(federation)
    for question in (
        f"COPY (SELECT 1) TO '{federation.folder / 'x.csv'}'",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT nonsense",
        f"ATTACH '{federation.folder / 'x.db'}'",
    ):
        with pytest.raises(FileProblem):
            asked(federation, question)
    assert data_of(federation) == before
    assert sorted(path.name for path in federation.folder.iterdir() if path.name.startswith("x.")) == []


@pytest.mark.parametrize("question", ["", "  ", ";", "-- how many?"])
def test_sql_that_asks_nothing(federation: Federation, question: str) -> None:
    with pytest.raises(FileProblem, match="This asks nothing"):
        asked(federation, question)


def test_the_command_tells_what_came_of_an_update(made: Federation, monkeypatch: pytest.MonkeyPatch) -> None:
    done = Update(same=1, unwritten=FileProblem("register.xlsx is open."))
    monkeypatch.setattr("xladdin.federation.updating.update", lambda *given: done)
    said = run_here("federation", "update", made.folder)
    assert (said.status, said.out) == (2, "1 club as before.\n")
    assert said.err == "New names could not be listed there. register.xlsx is open.\n"


def test_the_ending_of_a_list_is_its_form(made: Federation, tmp_path: Path) -> None:
    assert run_here("federation", "list", made.folder, "--output", tmp_path / "list.JSON").status == 0
    assert json.loads((tmp_path / "list.JSON").read_text())[0]["Rank"] == 1
    said = run_here("federation", "list", made.folder, "--output", tmp_path / "list.txt")
    assert (said.status, "--output: must end in .csv, .json or .xlsx" in said.err) == (2, True), said.err


def test_an_answer_in_sql_is_a_table_with_its_numbers_at_the_right(made: Federation) -> None:
    said = run_here("federation", "sql", made.folder, "SELECT club AS n, 20 AS games FROM clubs ORDER BY club LIMIT 1")
    assert (said.status, "club01 │    20" in said.out) == (0, True), said.out + said.err


def test_a_package_that_is_missing_is_named(made: Federation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "duckdb" else name)
    said = run_here("federation", "update", made.folder)
    assert (said.status, said.err.startswith("A federation needs duckdb. Install what it needs: ")) == (2, True)
