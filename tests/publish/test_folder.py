"""The folder of the pages: what we write, what we never publish, and what is not ours."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.helpers.clubs import (
    KEYS,
    LATER,
    NOW,
    ONE_OF_EACH_KIND,
    edited,
    random_tables,
    recalculated,
    sample_book,
    set_rule,
    stored,
)
from tests.helpers.clubs import book_of as book_of_tables
from tests.helpers.programs.chromium import content, published, published_in_french
from tests.helpers.programs.command_line import run_here
from tests.publish.club_of_four import EVENING, START, book_of
from tests.publish.page import Page
from xladdin.errors import InvalidRowsError, WorkbookError
from xladdin.hosts.file_commands import rollover_file
from xladdin.systems import system_named
from xladdin.web_pages.page_folder import MARK, PageFolder
from xladdin.web_pages.site import addressed, slug
from xladdin.workbook.new_workbook import create_workbook
from xladdin.workbook.schema import WEB_EARLIER, WEB_FOLDER


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


def test_pages_of_who_is_gone_are_removed_and_no_other_file(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    published(book_of(tmp_path, [*START, ["Cyd", 900, 60]], EVENING), folder)
    (folder / "CNAME").write_text("club.example")
    (folder / "player" / "photo.jpg").write_bytes(b"\xff\xd8")
    (folder / "player" / "mine.html").write_text("<p>mine")
    assert (folder / "player" / "cyd.html").exists()
    assert published(book_of(tmp_path, START, EVENING), folder).removed == 1
    assert not (folder / "player" / "cyd.html").exists()
    assert (folder / "CNAME").read_text() == "club.example"
    assert (folder / "player" / "photo.jpg").read_bytes() == b"\xff\xd8"
    assert (folder / "player" / "mine.html").read_text() == "<p>mine"


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


def test_the_folder_is_remembered_and_found_where_both_are_moved(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    book = book_of(tmp_path / "club", START, EVENING)
    first = published(book, tmp_path / "club" / "ratings")
    (tmp_path / "club").rename(tmp_path / "moved")
    again = published(tmp_path / "moved" / book.name, None)
    assert again.folder == tmp_path / "moved" / "ratings"
    assert (again.files, again.written, again.removed) == (first.files, 0, 0)


def test_a_folder_elsewhere_is_not_remembered(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    book = book_of(tmp_path / "club", START, EVENING)
    published(book, tmp_path / "elsewhere")
    assert published(book, None).folder == tmp_path / "club" / "mississauga page"


def test_a_page_is_known_by_its_first_page(tmp_path: Path) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    published(book, folder)
    before = content(folder)
    (folder / "player/gone.html").write_bytes(before["player/ann-lee.html"])
    (folder / "notes.txt").write_text("mine")
    published(book, folder)
    assert content(folder) == {**before, "notes.txt": b"mine"}
    (folder / "index.html").write_text("<p>mine")
    with pytest.raises(WorkbookError, match="has other files"):
        published(book, folder)


def test_a_new_season_has_a_page_of_its_own_with_a_link_to_the_last(tmp_path: Path) -> None:
    old, new = book_of(tmp_path, START, EVENING), tmp_path / "2027.xlsx"
    published(old, None)
    before = content(tmp_path / "mississauga page")
    rollover_file(old, new, LATER, keep_log=False)
    published(new, None)
    with pytest.raises(WorkbookError, match="the page of another club or season"):
        published(new, tmp_path / "mississauga page")
    assert content(tmp_path / "mississauga page") == before
    page = Page.of(tmp_path / "2027 page" / "evenings.html")
    assert "../mississauga%20page/index.html" in page.links


@pytest.mark.parametrize(("link", "is_right"), [("https://club.example/2025", True), ("javascript:alert(1)", False)])
def test_the_link_to_earlier_seasons_leads_to_a_page(link: str, is_right: bool, tmp_path: Path) -> None:
    book = book_of(tmp_path, START, EVENING)
    set_rule(book, WEB_EARLIER.name, link)
    recalculated(book)
    if is_right:
        published(book, tmp_path / "page")
        assert link in Page.of(tmp_path / "page" / "evenings.html").links
    else:
        with pytest.raises(InvalidRowsError, match="Earlier seasons on the web"):
            published(book, tmp_path / "page")


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


def test_a_workbook_out_of_date_is_not_published_and_says_why(tmp_path: Path) -> None:
    new = sample_book("mississauga", tmp_path, recalculated=False)
    with pytest.raises(WorkbookError, match=r"has not been recalculated yet\. Recalculate it first"):
        published(new, tmp_path / "page")
    book = book_of(tmp_path, START, EVENING)
    edited(book, ("Games", "C4", 280))
    with pytest.raises(WorkbookError, match="out of date, the rating of Ann Lee and of 1 other player would change"):
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
        assert "No players are listed yet." in (tmp_path / key / "index.html").read_text()
        for name in tables:
            os.unlink(tmp_path / f"{name}.csv")


POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of this kind are POSIX's")


def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "photos"
    folder.mkdir()
    (folder / "holiday.jpg").write_bytes(b"\xff\xd8")
    with pytest.raises(WorkbookError, match=r"has other files \(holiday.jpg\)"):
        published(book, folder)
    assert content(folder) == {"holiday.jpg": b"\xff\xd8"}
    with pytest.raises(WorkbookError, match="is not a folder"):
        published(book, folder / "holiday.jpg")
    with pytest.raises(WorkbookError, match="there is no folder"):
        published(book, tmp_path / "no" / "page")


def test_a_file_of_others_in_a_page_s_place_is_not_written_over(tmp_path: Path) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    published(book, folder)
    (folder / "records.html").write_text("<p>mine")
    (folder / "how.html").unlink()
    with pytest.raises(WorkbookError, match=r"records\.html exists and was not written by xladdin publish"):
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
    with pytest.raises(WorkbookError, match="is not a folder"):
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
                with pytest.raises(WorkbookError, match="File exists"):
                    published(book, folder)
            else:
                published(book, folder)
                assert MARK in (folder / "index.html").read_bytes()
            assert victim.read_bytes() == b"mine"
            stays = way == "folder" or name == ".index.html.new"
            assert os.path.lexists(planted) == stays, "what a killed run of ours left goes, and nothing else"
            if stays:
                planted.rmdir() if way == "folder" else planted.unlink()


@POSIX
def test_a_page_with_a_second_name_leaves_it_as_it_was(tmp_path: Path) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    published(book, folder)
    os.link(folder / "index.html", tmp_path / "kept.html")
    before = (tmp_path / "kept.html").read_bytes()
    published_in_french(book, folder)
    assert (folder / "index.html").read_bytes() != before
    assert (tmp_path / "kept.html").read_bytes() == before


@pytest.mark.parametrize("folder", ["../other", "/tmp/other", "C:x", "a/b", "..", ".", r"a\b", "page.", "x" * 101])
def test_rules_name_no_folder_that_leads_elsewhere(folder: str, tmp_path: Path) -> None:
    book = book_of(tmp_path, START, EVENING)
    set_rule(book, WEB_FOLDER.name, folder)
    recalculated(book)
    before = content(tmp_path)
    with pytest.raises(InvalidRowsError, match="must be the plain name of a folder beside the workbook"):
        published(book, None)
    assert content(tmp_path) == before


@POSIX
def test_a_link_beside_the_workbook_is_not_followed(tmp_path: Path) -> None:
    book, outside = book_of(tmp_path, START, EVENING), tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "mississauga page").symlink_to(outside)
    with pytest.raises(WorkbookError, match="is a link to another place"):
        published(book, None)
    assert list(outside.iterdir()) == []
    published(book, tmp_path / "mississauga page")  # a person has named it
    assert (outside / "index.html").exists()


def test_the_page_of_a_copy_with_another_identity_is_refused(tmp_path: Path) -> None:
    """Two clubs of one title are two clubs: what counts is the identity that `new` wrote."""
    folder = tmp_path / "page"
    published(book_of(tmp_path, START, EVENING), folder)
    before = content(folder)
    other = tmp_path / "other.xlsx"
    create_workbook(system_named("mississauga"), other, {}, NOW)
    recalculated(other)
    with pytest.raises(WorkbookError, match='has the page of another club or season, "Ratings · Mississauga'):
        published(other, folder)
    assert content(folder) == before


def test_only_files_with_this_club_s_line_are_removed(tmp_path: Path) -> None:
    (tmp_path / "player").mkdir()
    for name, text in {"ours.html": b"xladdin publish club-one", "theirs.html": b"xladdin publish club-two"}.items():
        (tmp_path / "player" / name).write_bytes(text)
    assert PageFolder(tmp_path, "club-one").update([], []).removed == 1
    assert [path.name for path in (tmp_path / "player").iterdir()] == ["theirs.html"]
