"""The folder of the pages: what we write and what not, what is ours, and what we never publish."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.helpers.clubs import KEYS, ONE_OF_EACH_KIND, edited, random_tables, recalculated, sample_book, spoken, stored
from tests.helpers.clubs import book_of as book_of_tables
from tests.helpers.programs.chromium import content, published
from tests.helpers.programs.command_line import run_here
from tests.publish.club_of_four import EVENING, NEXT, START, book_of
from xladdin.cells.table import ClubBook
from xladdin.errors import FileProblem
from xladdin.hosts import publishing
from xladdin.hosts.file.beside import private_on_page
from xladdin.publish.addresses import addressed, slug
from xladdin.publish.club import Wishes
from xladdin.publish.evening_report import EveningReport
from xladdin.publish.folder import MARK, PageFolder
from xladdin.publish.record import PageRecord, handed_on, read_record, record_path, write_record
from xladdin.replay import Replay
from xladdin.reports.scoreboard import SessionLine
from xladdin.workbook.outcome import Outcome
from xladdin.workbook.schema import RECALCULATED_NAME

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of this kind are POSIX's")


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_twice_is_once(key: str, tmp_path: Path) -> None:
    book, folder = sample_book(key, tmp_path), tmp_path / "page"
    first = published(book, folder)
    assert first.written == first.files == len(content(folder))
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    assert (published(book, folder).written, published(book, folder).removed) == (0, 0)
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before
    published(book, tmp_path / "again")
    assert content(tmp_path / "again") == content(folder)


def test_after_an_evening_only_what_changed_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    players = [*START, ["Cyd", 700, 60], ["Dee", 600, 60]]
    games = [["2026-01-02", "Cyd", 300, "Dee", 250], *EVENING]
    published(book_of(tmp_path, players, games), folder)
    before = content(folder)
    stamps = {path: path.stat().st_mtime_ns for path in folder.rglob("*.html")}
    done = published(book_of(tmp_path, players, games + NEXT), folder)
    after = content(folder)
    changed = {path for path in after if after[path] != before.get(path)}
    assert done.written == len(changed)
    assert {path.relative_to(folder).as_posix() for path in stamps if path.stat().st_mtime_ns != stamps[path]} == {
        path for path in changed if path in before
    }
    assert "evening/2026-01-13.html" in changed
    assert {"player/ann-lee.html", "evening/2026-01-06.html"} <= changed
    assert not {"player/cyd.html", "player/dee.html", "evening/2026-01-02.html", "how.html", "style.css"} & changed


def test_pages_of_who_is_gone_are_removed_and_no_other_file(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    published(book_of(tmp_path, [*START, ["Cyd", 900, 60]], EVENING), folder)
    (folder / "CNAME").write_text("club.example")
    (folder / "player" / "photo.jpg").write_bytes(b"\xff\xd8")
    (folder / "player" / "mine.html").write_text("<p>mine")
    assert (folder / "player" / "cyd.html").exists()
    assert published(book_of(tmp_path, START, EVENING), folder).removed == 2
    assert not (folder / "player" / "cyd.html").exists()
    assert not (folder / "wall" / "player" / "cyd.html").exists()
    assert (folder / "CNAME").read_text() == "club.example"
    assert (folder / "player" / "photo.jpg").read_bytes() == b"\xff\xd8"
    assert (folder / "player" / "mine.html").read_text() == "<p>mine"
    assert "cyd" not in record_path(tmp_path / "mississauga.xlsx").read_text().casefold()


def test_addresses_stay_and_clashes_are_numbered_by_row(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    published(book_of(tmp_path, START, EVENING), folder)
    assert "Jean-François" in (folder / "player/jean-francois.html").read_text()
    assert "Jean Francois" in (folder / "player/jean-francois-2.html").read_text()
    longer = [*START, ["Jéan François", 900, 60]]
    published(book_of(tmp_path, longer, EVENING), folder)
    assert "<title>Jean-François" in (folder / "player/jean-francois.html").read_text()
    assert "<title>Jean Francois" in (folder / "player/jean-francois-2.html").read_text()
    assert "<title>Jéan François" in (folder / "player/jean-francois-3.html").read_text()


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Jean-François L'Été", "jean-francois-l-ete"),
        ("Lena Groß", "lena-gross"),
        ("  Øystein  Łuk ", "oystein-luk"),
        ("..", "page"),
        ("Иван", "page"),
        ("CON", "con-page"),
        ("W" * 200, "w" * 60),
        ("<b>&amp;", "b-amp"),
        ("Trio™ № 5 𝔐", "triotm-no-5-m"),
    ],
)
def test_an_address_is_in_plain_letters(name: str, address: str) -> None:
    assert slug(name) == address


def test_addresses_are_given_in_order() -> None:
    assert addressed({"b": "Ann", "a": "Ann", "c": "Ann 2"}) == {"b": "ann", "a": "ann-2", "c": "ann-2-2"}


def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "photos"
    folder.mkdir()
    (folder / "holiday.jpg").write_bytes(b"\xff\xd8")
    with pytest.raises(FileProblem, match=r"holds something else \(holiday.jpg\)"):
        published(book, folder)
    assert content(folder) == {"holiday.jpg": b"\xff\xd8"}
    with pytest.raises(FileProblem, match="is not a folder"):
        published(book, folder / "holiday.jpg")
    with pytest.raises(FileProblem, match="there is no folder"):
        published(book, tmp_path / "no" / "page")


def test_the_page_of_another_club_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    published(book_of(tmp_path, START, EVENING), folder)
    before = content(folder)
    with pytest.raises(FileProblem, match='holds the page of another club, "Ratings · Mississauga Scrabble Club"'):
        published(sample_book("montreal", tmp_path), folder)
    assert content(folder) == before


def test_a_file_of_others_in_a_page_s_place_is_not_written_over(tmp_path: Path) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    published(book, folder)
    (folder / "records.html").write_text("<p>mine")
    (folder / "how.html").unlink()
    with pytest.raises(FileProblem, match=r"records\.html is there and was not made by xladdin publish"):
        published(book, folder)
    assert (folder / "records.html").read_text() == "<p>mine"
    assert not (folder / "how.html").exists(), "nothing is written at all"


def test_links_lead_nowhere(tmp_path: Path) -> None:
    book, folder, outside = book_of(tmp_path, START, EVENING), tmp_path / "page", tmp_path / "outside"
    outside.mkdir()
    published(book, folder)
    for path in (folder / "player").iterdir():
        path.unlink()
    (folder / "player").rmdir()
    (folder / "player").symlink_to(outside)
    with pytest.raises(FileProblem, match="is not a folder"):
        published(book, folder)
    assert list(outside.iterdir()) == []


@POSIX
def test_nothing_is_written_through_what_lies_in_the_way(tmp_path: Path) -> None:
    book, folder, victim = book_of(tmp_path, START, EVENING), tmp_path / "page", tmp_path / "victim"
    published(book, folder)
    victim.write_bytes(b"mine")
    ways = {
        "link": lambda planted: planted.symlink_to("../victim"),
        "second name": lambda planted: os.link(victim, planted),
        "pipe": os.mkfifo,
        "folder": Path.mkdir,
    }
    for name in (".index.html.new", f".index.html.{os.getpid():010}.new"):
        for way, plant in ways.items():
            (folder / "index.html").unlink()
            planted = folder / name
            plant(planted)
            if way == "folder" and name != ".index.html.new":
                with pytest.raises(FileProblem, match="File exists"):
                    published(book, folder)
            else:
                published(book, folder)
                assert MARK in (folder / "index.html").read_bytes()
            assert victim.read_bytes() == b"mine"
            stays = way == "folder" or name == ".index.html.new"
            assert os.path.lexists(planted) == stays, "what a killed run of ours left goes, and nothing else"
            if stays:
                planted.rmdir() if way == "folder" else planted.unlink()


def test_what_the_director_keeps_in_the_folder_stays(tmp_path: Path) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    published(book, folder)
    (folder / "player/.notes.new").write_text("mine")
    (folder / "player/.ann-lee.html.new").mkdir()
    (folder / "player/ann-lee.html").unlink()
    published(book, folder)
    assert (folder / "player/.notes.new").read_text() == "mine"
    assert (folder / "player/.ann-lee.html.new").is_dir()


@POSIX
def test_a_page_with_a_second_name_leaves_it_as_it_was(tmp_path: Path) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    published(book, folder)
    os.link(folder / "index.html", tmp_path / "kept.html")
    before = (tmp_path / "kept.html").read_bytes()
    published(book, folder, Wishes("fr"))
    assert (folder / "index.html").read_bytes() != before
    assert (tmp_path / "kept.html").read_bytes() == before


@pytest.mark.parametrize("path", ["../../club.html", "/etc/passwd", "player/../../x.html", "C:x", "a/b/c/d.html", 7])
def test_a_record_that_leads_out_of_the_folder_is_refused(path: object, tmp_path: Path) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    published(book, folder)
    place = record_path(book)
    record = json.loads(place.read_text())
    record["files"].append(path)
    place.write_text(json.dumps(record))
    before = content(folder)
    with pytest.raises(FileProblem, match=r"page\.json cannot be read\. It remembers who is not shown by name"):
        published(book, folder)
    assert content(folder) == before


def test_the_folder_is_remembered_and_found_where_both_are_moved(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    book = book_of(tmp_path / "club", START, EVENING)
    with pytest.raises(FileProblem, match="has no folder yet"):
        published(book, None)
    first = published(book, tmp_path / "club" / "page")
    (tmp_path / "club").rename(tmp_path / "moved")
    again = published(tmp_path / "moved" / book.name, None)
    assert (again.files, again.written, again.removed) == (first.files, 0, 0)
    assert read_record(tmp_path / "moved" / book.name).folder == "page"


def test_a_page_whose_record_is_lost_is_known_by_its_first_page(tmp_path: Path) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    published(book, folder)
    before = content(folder)
    record_path(book).unlink()
    (folder / "player/gone.html").write_bytes(before["player/ann-lee.html"])
    (folder / "notes.txt").write_text("mine")
    published(book, folder)
    assert content(folder) == {**before, "notes.txt": b"mine"}
    record_path(book).unlink()
    (folder / "index.html").write_text("<p>mine")
    with pytest.raises(FileProblem, match="holds something else"):
        published(book, folder)


def test_a_run_that_is_cut_off_is_made_good_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    published(book, tmp_path / "whole")
    put, left = PageFolder._put, list(range(7))

    def cut_off(self: PageFolder, path: str, text: bytes) -> bool:
        if not left:
            raise KeyboardInterrupt
        left.pop()
        return put(self, path, text)

    monkeypatch.setattr(PageFolder, "_put", cut_off)
    with pytest.raises(KeyboardInterrupt):
        published(book, folder)
    monkeypatch.undo()
    assert len(content(folder)) == 7
    published(book, folder)
    assert content(folder) == content(tmp_path / "whole")


def test_a_torn_page_is_written_again(tmp_path: Path) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    published(book, folder)
    before = content(folder)
    page = folder / "player/ann-lee.html"
    page.write_bytes(page.read_bytes()[:900])
    assert published(book, folder).written == 1
    assert content(folder) == before


def test_a_workbook_that_is_not_recalculated_is_not_published(tmp_path: Path) -> None:
    book = sample_book("mississauga", tmp_path, recalculated=False)
    with pytest.raises(FileProblem, match=r"has not been recalculated yet\. Recalculate it first"):
        published(book, tmp_path / "page")
    assert not (tmp_path / "page").exists()


def test_a_workbook_out_of_date_is_not_published_and_says_why(tmp_path: Path) -> None:
    book = book_of(tmp_path, START, EVENING)
    edited(book, ("Games", "C4", 280))
    with pytest.raises(FileProblem, match="out of date, the rating of Ann Lee and of 1 other player would change"):
        published(book, tmp_path / "page")
    assert not (tmp_path / "page").exists()


def test_a_row_to_mend_is_named_and_nothing_published(tmp_path: Path) -> None:
    book = book_of(tmp_path, START, EVENING)
    edited(book, ("Games", "B4", "Anne Lee"))
    said = run_here("publish", book, tmp_path / "page")
    assert said.status == 1
    assert "Games row 4, Player 1" in said.err
    assert "1 row to fix. Nothing was published." in said.err
    assert not (tmp_path / "page").exists()


def test_the_language_stays(tmp_path: Path) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    assert run_here("publish", book, folder, "--language", "fr").status == 0
    assert "Classement après le mardi 6 janvier 2026" in (folder / "index.html").read_text()
    assert published(book, folder).written == 0
    published(book, folder, Wishes("en"))
    assert "Ratings after Tuesday 6 January 2026" in (folder / "index.html").read_text()


def test_a_page_speaks_as_the_sheets_do_until_somebody_says_otherwise(tmp_path: Path) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    assert run_here("publish", book, folder).status == 0
    assert "Ratings after" in (folder / "index.html").read_text()
    spoken(book, "French")
    assert run_here("recalc", book).status == run_here("publish", book).status == 0
    assert "Classement après" in (folder / "index.html").read_text()
    assert run_here("publish", book, "--language", "en").status == run_here("publish", book).status == 0
    assert "Ratings after" in (folder / "index.html").read_text()


def test_the_command_says_what_it_did(tmp_path: Path) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    files = published(book, tmp_path / "other").files
    said = run_here("publish", book, folder)
    assert said.out == f"{folder}: {files} files, {files} written. Open index.html there.\n"
    said = run_here("publish", book, folder)
    assert said.out == f"{folder}: {files} files. Nothing has changed since the last time.\n"


def test_an_empty_club_has_a_page(tmp_path: Path) -> None:
    for key in KEYS:
        tables = {name: rows[:1] for name, rows in random_tables(key, 12, 4, 1).items()}
        book = book_of_tables(key, tmp_path, tables)
        assert not recalculated(book).problems
        assert stored(book)
        published(book, tmp_path / key)
        assert "Nobody is on the list yet." in (tmp_path / key / "index.html").read_text()
        for name in tables:
            os.unlink(tmp_path / f"{name}.csv")


@pytest.mark.parametrize(
    ("recalculated_at", "changed", "why"),
    [
        ("", [], "it has not been recalculated yet."),
        ("2026-01-02", [], "something was typed since it was recalculated."),
        ("2026-01-02", ["Ann"], "it is out of date, the rating of Ann would change."),
        ("2026-01-02", ["Ann", "Bob"], "it is out of date, the rating of Ann and of 1 other player would change."),
    ],
)
def test_why_a_workbook_is_not_published(recalculated_at: str, changed: list[str], why: str) -> None:
    book = cast("ClubBook", SimpleNamespace(names={RECALCULATED_NAME: recalculated_at}))
    outcome = cast("Outcome", SimpleNamespace(changes=[SimpleNamespace(player=name) for name in changed]))
    said = publishing._out_of_date(book, "club.xlsx", outcome)
    assert said == f"club.xlsx is not published: {why} Recalculate it first."


def test_without_the_table_of_aliases_a_page_has_none() -> None:
    assert publishing._aliases(cast("ClubBook", SimpleNamespace(tables={}))) == {}


def test_a_file_that_took_the_place_of_an_old_page_stays(tmp_path: Path) -> None:
    (tmp_path / "player").mkdir()
    for name, text in {"ours.html": MARK, "theirs.html": b"of the club"}.items():
        (tmp_path / "player" / name).write_bytes(text)
    pages = PageFolder(tmp_path, {f"player/{name}.html" for name in ("ours", "theirs", "gone")})
    assert pages.update([], []).removed == 1
    assert [path.name for path in (tmp_path / "player").iterdir()] == ["theirs.html"]


@pytest.mark.parametrize("folder", ["page", ""])
def test_a_workbook_that_keeps_its_log_keeps_the_record(folder: str, tmp_path: Path) -> None:
    old, new = tmp_path / "old.xlsx", tmp_path / "new.xlsx"
    record = PageRecord(folder, private={"Ann": "none"}, past=[EveningReport(date(2026, 1, 6), "", 2, 1, [], [], [])])
    write_record(old, record)
    assert handed_on(old, new, cast("Replay", None), keep_log=True) == record


def test_the_seasons_before_the_last_stay_and_none_is_there_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, last = (EveningReport(date(year, 1, 6), "", 2, 1, [], [], []) for year in (2024, 2026))
    write_record(tmp_path / "old.xlsx", PageRecord(past=[first, replace(last, games=9)]))
    monkeypatch.setattr("xladdin.publish.evening_report.all_reports", lambda found: [last])
    kept = handed_on(tmp_path / "old.xlsx", tmp_path / "new.xlsx", cast("Replay", None), keep_log=False)
    assert kept is not None and kept.past == [first, last]


@pytest.mark.parametrize("damage", ["a folder", "{", "a number for a name"])
def test_a_damaged_record_is_named_and_keeps_nothing_from_being_recalculated(damage: str, tmp_path: Path) -> None:
    book = tmp_path / "club.xlsx"
    if damage == "a folder":
        record_path(book).mkdir()
    elif damage == "{":
        record_path(book).write_text(damage)
    else:
        line = SessionLine(5, 1, 1, 0, 0, 100, 1200, 1210, 10, 10, None)  # type: ignore[arg-type]
        write_record(book, PageRecord(past=[EveningReport(date(2026, 1, 6), "", 2, 1, [], [line])]))
    with pytest.raises(FileProblem, match=r"club\.page\.json cannot be read"):
        read_record(book)
    assert private_on_page(book) is None
