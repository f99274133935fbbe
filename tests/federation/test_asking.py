"""What a federation answers: its lists, its page, SQL, and the words of its commands."""

from __future__ import annotations

import json
import re
from pathlib import Path

import openpyxl
import pytest

from tests.federation.clubs import data_of, persons_typed
from tests.helpers.clubs import NOW, edited, set_rule
from tests.helpers.programs.command_line import run_here
from xladdin.errors import WorkbookError
from xladdin.federation.folder import Federation
from xladdin.federation.lists import lines_of, table_of
from xladdin.federation.store import asked, rows_of
from xladdin.federation.updating import update
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
        result = run_here("federation", "list", federation.folder, "--format", form)
        assert (result.status, result.err) == (0, "")
    sheets = openpyxl.load_workbook(federation.folder / "list.xlsx").sheetnames
    assert sheets == ["All", *federation.clubs()]
    assert len(json.loads((federation.folder / "list.json").read_text())) == 96
    assert run_here("federation", "list", federation.folder, "--format", "csv").status == 2, "there already"


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
    result = run_here("federation", "publish", federation.folder, page)
    assert (result.status, result.err) == (0, "")
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
        with pytest.raises(WorkbookError):
            asked(federation, question)
    assert data_of(federation) == before
    assert sorted(path.name for path in federation.folder.iterdir() if path.name.startswith("x.")) == []
