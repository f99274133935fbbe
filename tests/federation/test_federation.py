"""A federation: we read it once, rate it both ways and list it. It says in words what is wrong, and loses nothing."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

import xladdin
from tests.federation.clubs import answers_typed, data_of, federation_of, persons_typed, pooled, updated
from tests.helpers.clubs import NOW, book_of, random_tables, set_cells, set_rule
from tests.helpers.programs.command_line import run_cleanly, run_here, run_refused
from tests.helpers.programs.finding import ROOT
from xladdin import WorkbookError
from xladdin.federation.folder import ALL_PERSONS, TABLES, Federation, query, read_rows
from xladdin.federation.lists import list_persons, make_table


def column_of(federation: Federation, table: str, key: str, column: str) -> list[object]:
    return [row[column] for row in read_rows(federation.data, table, key)]


def test_twice_is_once(federation: Federation) -> None:
    before, register = data_of(federation), federation.register.read_bytes()
    done = updated(federation)
    assert (done.clubs, done.unchanged_clubs, done.unknown) == ({}, 12, 0)
    assert data_of(federation) == before
    assert federation.register.read_bytes() == register


def test_a_club_keeps_its_own_ratings(federation: Federation) -> None:
    for club, path in federation.clubs().items():
        workbook = xladdin.open_workbook(path, NOW.date())
        ratings = {line.player: line.rating for line in workbook.ratings.standings}
        rows = read_rows(federation.data, "players", club)
        assert [row["player"] for row in rows] == [row[0] for row in workbook.tables["Players"][1:]]
        assert {row["player"]: row["rating"] for row in rows} == ratings
        assert len(read_rows(federation.data, "changes", club)) >= 2 * len(workbook.ratings.changes)


def test_a_person_in_two_clubs_is_rated_by_the_games_of_both(federation: Federation) -> None:
    persons_typed(federation, ("Ann Lee", "club01", "Player 001", 1500, 60), ("Ann Lee", "club02", "Player 002"))
    pool = pooled(federation.folder)
    done = updated(pool)
    assert all(isinstance(outcome, str) for outcome in done.pools.values()), done.pools
    assert "club01" in done.pools and "club02" not in done.pools
    club_rows = [read_rows(pool.data, "players", club) for club in ("club01", "club02")]
    games = [rows[number]["games"] - (rows[number]["start_games"] or 0) for number, rows in enumerate(club_rows)]
    (ann,) = (row for row in read_rows(pool.data, "pool_players", "club01") if row["person"] == "Ann Lee")
    assert ann["games"] == 60 + sum(games)
    days = [row["date"] for row in read_rows(pool.data, "pool_ratings", "club01") if row["player"] == "Ann Lee"]
    assert len(days) == len(set(days)), "one rating period a day"
    assert updated(pool).pools == {}
    persons_typed(federation, ("Ann Lee" * 50, "club01", "Player 001"), ("Ann Lee", "club02", "Player 002"))
    result = run_here("federation", "update", federation.folder)
    assert (result.status, "a name has at most" in result.out) == (2, True), result
    assert "in a club's workbook. Its last results still count." in " ".join(result.out.split())


def test_a_pool_is_rated_by_the_rules_of_a_workbook(federation: Federation) -> None:
    settings = pooled(federation.folder).folder / "federation.toml"
    run_here("federation", "update", federation.folder)
    plain = column_of(federation, "pool_players", "club01", "rating")
    rules = federation.folder / "rules.xlsx"
    shutil.copy(federation.clubs()["club01"], rules)
    set_rule(rules, "rule_floor", 1040)
    settings.write_text(settings.read_text().replace('rules = ""', 'rules = "rules.xlsx"'))
    assert run_here("federation", "update", federation.folder).status == 0
    ratings = column_of(federation, "pool_players", "club01", "rating")
    assert ratings != plain and all(rating is None or rating >= 1040 for rating in ratings)  # type: ignore[operator]
    settings.write_text(settings.read_text().replace('system = "montreal"', 'system = "sca"'))
    refusal = run_refused("federation", "update", federation.folder)
    assert "the sheet Rules is for montreal, but federation.toml has sca" in refusal


def test_a_pool_that_becomes_part_of_another_is_gone(tmp_path: Path) -> None:
    federation = pooled(federation_of(tmp_path / "federation", 2).folder)
    assert list(updated(federation).pools) == ["club01", "club02"]
    persons_typed(federation, ("Ann Lee", "club01", "Player 001"), ("Ann Lee", "club02", "Player 001"))
    assert list(updated(federation).pools) == ["club01"]
    assert read_rows(federation.data, "pools", "club02") == []
    assert not any(read_rows(federation.data, f"pool_{table}", "club02") for table in ("ratings", "changes", "players"))
    assert run_here("federation", "publish", federation.folder, tmp_path / "page").status == 0
    page = (tmp_path / "page" / "index.html").read_text()
    rows = [re.findall("<bdi>(.*?)</bdi>", row) for row in re.findall("<tr><td.*", page)]
    (line,) = (line for line in list_persons(federation) if line.person == "Ann Lee")
    ratings = [line.rating, line.clubs["club01"], line.clubs["club02"]]
    printed = [row[2 if len(row) > 2 else 1] for row in rows if "Ann Lee" in row]
    assert printed == [f"{rating:.0f}" for rating in ratings]
    assert len(set(ratings)) == 3


def test_nobody_is_joined_by_himself_and_every_unknown_name_is_asked_once(federation: Federation) -> None:
    persons = column_of(federation, "persons", ALL_PERSONS, "person")
    assert len(set(persons)) == len(persons) == 96
    assert not any(column_of(federation, "persons", ALL_PERSONS, "known"))
    assert len(xladdin.open_workbook(federation.register).tables["Unknown"]) == 97
    set_cells(
        federation.register, ("Unknown", "D4", "Ann Lee"), ("Unknown", "D12", "Ann Lee"), ("Unknown", "D5", "new")
    )
    done = updated(federation)
    assert (done.unknown, done.waiting) == (0, 93)
    assert column_of(federation, "persons", ALL_PERSONS, "person").count("Ann Lee") == 2
    assert column_of(federation, "persons", ALL_PERSONS, "known").count(True) == 3
    answers = [row[3] for row in xladdin.open_workbook(federation.register).tables["Unknown"][1:]]
    assert [answer for answer in answers if answer] == ["Ann Lee", "new", "Ann Lee"]


@pytest.mark.parametrize(
    ("rows", "answers", "message"),
    [
        ([("Ann", "club01", "Player 001")] * 2, [], "row 4 also has Player 001 of club01"),
        (
            [("Ann", "club01", "Player 001"), ("Bob", "CLUB01", "player 001")],
            [],
            "once as Ann and once as Bob; keep one of them",
        ),
        ([("Ann", "", "Player 001")], [], "is blank; a row needs the person, the club, and the name in that club"),
        ([("Ann", "club01", "Player 001", "good")], [], "must be a number from -1,000,000 to 1,000,000"),
        ([("Ann", "club01", "Player 001", 1500, 4.5)], [], "must be a whole number from 0 to 1,000,000"),
        ([("Ann", "club01", "Player 001", "nan", -1)], [], "must be a whole number from 0 to 1,000,000"),
        ([("Ann", "club01", "A", 1500), ("Ann", "club02", "B", 1600)], [], "row 4 has a different start for Ann"),
        ([("Bye", "club01", "A")], [], "Bye means no opponent"),
        ([], [("Ann", "club01", "Ann Lee"), ("ann", "club01", "Bob")], "row 4 answers Ann Lee for ann of club01; keep"),
        ([], [("", "club01", ""), ("Ann", "", "Ann")], 'Unknown row 5, Answer: "Ann" – has no name next to it'),
        ([("Bob", "CLUB02", "cyd")], [("Cyd", "club02", "Ann")], "of Persons, Cyd of club02 is Bob; keep one of them"),
    ],
)
def test_a_bad_register_is_named_by_its_rows(
    federation: Federation, rows: list[tuple[object, ...]], answers: list[tuple[str, ...]], message: str
) -> None:
    persons_typed(federation, *rows)
    answers_typed(federation, *answers)
    before, register = data_of(federation), federation.register.read_bytes()
    result = run_here("federation", "update", federation.folder)
    assert result.status != 0 and message in result.err, result.err
    assert (data_of(federation), federation.register.read_bytes()) == (before, register)


def test_bad_workbooks_are_named_and_the_others_go_on(federation: Federation, tmp_path: Path) -> None:
    clubs = federation.folder / "clubs"
    set_cells(clubs / "club01.xlsx", ("Games", "B4", "Nobody Known"))
    (clubs / "club02.xlsx").write_bytes(b"PK broken")
    set_cells(clubs / "club03.xlsx", ("Games", "C4", 401))
    (clubs / "club04.xlsx").unlink()
    (tmp_path / "own").mkdir()
    shutil.copy(book_of("lexington", tmp_path / "own", random_tables("lexington", 8, 4, 1)), clubs)
    before = read_rows(federation.data, "players", "club01")
    result = run_here("federation", "update", federation.folder)
    assert result.status == 2
    lines = {line.split("│")[1].strip(): line for line in result.out.splitlines() if "│" in line}
    assert "1 row to fix. Its last results still count." in lines["club01"]
    assert "Its last results still count." in lines["club02"]
    assert "rated" in lines["club03"]
    assert "workbook is missing" in lines["club04"]
    assert "this federation uses montreal" in lines["lexington"] and "Its last results" not in lines["lexington"]
    assert "Nobody Known" in result.err
    assert read_rows(federation.data, "players", "club01") == before
    assert len(list_persons(federation)) == 96


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('rating = "clubs"', 'rating = "both"', 'rating must be "clubs" or "pool", not "both"'),
        ('rating = "clubs"', "rating = clubs", "cannot be read"),
        ("left = []", "lefft = []", '"lefft" is not a setting'),
        ('language = "en"', 'language = "xx"', 'there is no language "xx"'),
        ('workbooks = ["clubs"]', "workbooks = [2026]", "workbooks must be a list of texts"),
        ('workbooks = ["clubs"]', 'workbooks = ["klubs"]', "does not exist"),
        ('workbooks = ["clubs"]', 'workbooks = ["*.xlsm"]', "has no club workbooks yet"),
        ('workbooks = ["clubs"]', 'workbooks = ["clubs", "more"]', "CLUB01.xlsx have the same name"),
        ('workbooks = ["clubs"]', "workbooks = " + "[" * 90_000, "its brackets are nested too deep"),
    ],
)
def test_what_federation_toml_cannot_mean_is_said(federation: Federation, old: str, new: str, message: str) -> None:
    settings = federation.folder / "federation.toml"
    settings.write_text(settings.read_text().replace(old, new))
    (federation.folder / "more").mkdir()
    (federation.folder / "more" / "CLUB01.xlsx").touch()
    assert message in run_refused("federation", "update", federation.folder)


def test_a_register_that_is_open_is_said(federation: Federation) -> None:
    persons_typed(federation, ("Ann Lee", "club01", "Player 001"))
    (federation.folder / "clubs" / "club13.xlsx").write_bytes((federation.clubs()["club01"]).read_bytes())
    lock = federation.folder / ".~lock.register.xlsx#"
    lock.write_text("Ann,ann,desk,,;")
    result = run_here("federation", "update", federation.folder)
    assert result.status == 2
    assert "The new names could not be added to that sheet." in result.err
    assert result.out.count("names to identify") == 1 and "95 names to identify" in result.out
    before = data_of(federation)
    assert run_here("federation", "forget", federation.folder, "Ann Lee", "--yes").status == 2
    assert data_of(federation) == before
    lock.unlink()
    assert "103 names to identify" in run_here("federation", "update", federation.folder).out


def test_a_club_that_has_left_is_neither_read_nor_listed(federation: Federation) -> None:
    persons_typed(federation, ("Ann", "club01", "Player 001"))
    (federation.folder / "clubs" / "club02.txt").touch()
    smaller = replace(federation, workbooks=["c*/club0[123]*"], former_clubs=frozenset({"club01"}))
    assert smaller.clubs() == {club: federation.folder / "clubs" / f"{club}.xlsx" for club in ("club02", "club03")}
    assert not any("club01" in line.clubs for line in list_persons(smaller))
    done = updated(smaller)
    assert (done.unknown_clubs, done.waiting) == ([], 88)


def test_a_folder_that_is_none_of_a_federation(tmp_path: Path) -> None:
    file = tmp_path / "clubs.csv"
    file.touch()
    for folder in (tmp_path, file):
        assert f"{folder} is not the folder of a federation" in run_refused("federation", "update", folder)
    made = run_here("federation", "new", tmp_path / "f", "--system", "sca", "--title", "Camps")
    assert made.status == 0
    assert run_here("federation", "new", tmp_path / "f", "--system", "sca").status == 2
    for command in (["list", tmp_path / "f"], ["sql", tmp_path / "f", "SELECT 1"]):
        assert "Nothing has been read yet" in run_here("federation", *command).err


def cells_of(register: Path, sheet: str) -> list[tuple[object, ...]]:
    return [row[:4] for row in openpyxl.load_workbook(register)[sheet].iter_rows(min_row=4, values_only=True)]


def test_the_register_has_another_name_and_its_copies_are_gone(federation: Federation) -> None:
    persons_typed(
        federation,
        ("Ann Lee", "club01", "Player 001"),
        ("Ann Lee", "club02", "Annie"),
        ("Ann Leeds", "club03", "Player 001"),
    )
    workbook = openpyxl.load_workbook(federation.register)
    workbook["Unknown"]["A4"], workbook["Unknown"]["B4"] = "Player 002", "club04"
    workbook["Unknown"]["C4"], workbook["Unknown"]["D4"] = "Player 001 (club01)", "Ann Lee"
    workbook["Persons"]["I4"] = "Ask Ann Lee's sister"
    workbook.save(federation.register)
    backups = federation.folder / "backups"
    updated(federation)
    assert list(backups.iterdir())
    printed = run_cleanly("federation", "forget", federation.folder, "Ann Lee", "--yes")
    assert not backups.exists()
    assert cells_of(federation.register, "Persons")[:3] == [
        ("Former player 1", "club01", "Former player 1", None),
        ("Former player 1", "club02", "Former player 1", None),
        ("Ann Leeds", "club03", "Player 001", None),
    ]
    assert cells_of(federation.register, "Unknown")[0] == (
        "Former player 1", "club04", "Former player 1", "Former player 1",
    )  # fmt: skip
    assert openpyxl.load_workbook(federation.register)["Persons"]["I4"].value == "Ask Ann Lee's sister"
    with zipfile.ZipFile(federation.register) as archive:
        parts = "".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())
    assert "Annie" not in parts and ">Ann Lee<" not in parts
    assert 'Also run xladdin forget in the workbook of club01: replace "Player 001" with "Former player 1".' in printed
    left = {path.parent.name for path in (federation.data / "players").rglob("*.parquet")}
    assert left == {f"club=club{number:02d}" for number in range(1, 13)} - {"club=club01", "club=club02", "club=club04"}
    assert sorted(updated(federation).clubs) == ["club01", "club02", "club04"]


def test_it_asks_and_names_a_stranger(federation: Federation) -> None:
    persons_typed(federation, ("Ann Lee", "club01", "Ann"), ("Ann Lim", "club02", "Ann"))
    before = federation.register.read_bytes()
    for arguments, message in (
        (["Ann Lee"], "add --yes"),
        (["Nobody", "--yes"], '"Nobody" is not in register.xlsx.'),
        (["Ann", "--yes"], '"Ann" could be Ann Lee, Ann Lim. Use a name from the column Person.'),
        (["Ann Lee", "--as", "ann lim", "--yes"], "is the name of another person"),
    ):
        assert message in run_refused("federation", "forget", federation.folder, *arguments)
    assert federation.register.read_bytes() == before


def test_the_list_is_ranked_and_written_in_every_form(federation: Federation) -> None:
    rows = make_table(federation, list_persons(federation))
    assert rows[0][:3] == ["Rank", "Person", "Rating"]
    ratings = [row[2] for row in rows[1:] if row[0] is not None]
    assert ratings == sorted(ratings, reverse=True)  # type: ignore[type-var]
    printed = run_here("federation", "list", federation.folder, "--club", "club01").out
    assert "Player 001 (club01)" in printed
    assert re.search(r"^│    1 │", printed, re.MULTILINE), "a rank is at the right of its column"
    for form in ("csv", "json", "xlsx"):
        run_cleanly("federation", "list", federation.folder, "--format", form)
    sheets = openpyxl.load_workbook(federation.folder / "list.xlsx").sheetnames
    assert sheets == ["All", *federation.clubs()]
    assert len(json.loads((federation.folder / "list.json").read_text())) == 96
    assert run_here("federation", "list", federation.folder, "--format", "csv").status == 2, "there already"


def test_the_page_shows_no_more_than_the_strictest_club(federation: Federation, tmp_path: Path) -> None:
    set_cells(federation.folder / "clubs" / "club01.xlsx", ("Players", "G4", "initials"), ("Players", "G5", "none"))
    for club, row in (("club02", "G4"), ("club02", "G5")):
        set_cells(federation.folder / "clubs" / f"{club}.xlsx", ("Players", row, "name"))
    persons_typed(
        federation,
        ("Annabel Leeward", "club01", "Player 001"),
        ("Annabel Leeward", "club02", "Player 001"),
        ("Roberta Hidden", "club01", "Player 002"),
        ("Cyd <Shown>", "club01", "Player 003"),
    )
    updated(federation)
    page = tmp_path / "page" / "index.html"
    for _ in range(2):
        run_cleanly("federation", "publish", federation.folder, page.parent)
    text = page.read_text().casefold()
    assert "cyd &lt;shown&gt;" in text and ">a. l.<" in text and '<meta name="robots" content="noindex">' in text
    assert not [word for word in ("annabel", "leeward", "roberta", "hidden") if word in text]
    assert text.count("<h2") == 12
    assert {*re.findall('href="#([^"]+)"', text)} == {*re.findall('id="([^"]+)"', text)}
    page.write_text("<!doctype html><title>My own page</title>")
    assert "was not created by xladdin publish" in run_refused("federation", "publish", federation.folder, page.parent)
    assert "My own page" in page.read_text()


def test_whom_a_club_hides_on_its_page_the_federation_hides_too(federation: Federation) -> None:
    """A club that has not chosen yet is shown by initials."""
    workbook = federation.clubs()["club01"]
    set_cells(workbook, ("Players", "G4", "none"))
    for names, web in (("names", ["none", "name"]), ("initials", ["none", "initials"]), ("", ["none", "initials"])):
        set_rule(workbook, "club_web_names", names)
        assert [*updated(federation).clubs] == ["club01"]
        assert column_of(federation, "players", "club01", "web")[:2] == web


def test_sql_reads_and_never_writes(federation: Federation) -> None:
    answer = query(federation, "SELECT club, count(*) AS n FROM games GROUP BY club ORDER BY club LIMIT 2")
    assert answer == (["club", "n"], [("club01", 20), ("club02", 20)])
    joined = "SELECT count(*) FROM players JOIN persons USING (club, player)"
    assert query(federation, joined)[1] == [(96,)]
    before = data_of(federation)
    for question in (
        f"COPY (SELECT 1) TO '{federation.folder / 'x.csv'}'",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT nonsense",
        f"ATTACH '{federation.folder / 'x.db'}'",
    ):
        with pytest.raises(WorkbookError):
            query(federation, question)
    assert data_of(federation) == before
    assert sorted(path.name for path in federation.folder.iterdir() if path.name.startswith("x.")) == []


def test_every_column_is_described() -> None:
    text = (ROOT / "xladdin" / "federation" / "README.md").read_text(encoding="utf-8")
    described = {}
    for section in text.split("\n### ")[1:]:
        heading, _, rest = section.partition("\n")
        cells = re.findall(r"^\| (`[^|]*) \|", rest.partition("\n## ")[0], re.MULTILINE)
        columns = {column for cell in cells for column in re.findall(r"`(\w+)`", cell)}
        described |= dict.fromkeys(re.findall(r"`(\w+)`", heading), columns)
    assert {name: columns or set(TABLES[name.removeprefix("pool_")]) for name, columns in described.items()} == {
        name: set(columns) for name, columns in TABLES.items()
    }
