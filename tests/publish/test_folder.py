"""The folder of the pages: what we write and what not, and what we never publish."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.helpers.clubs import (
    KEYS,
    LATER,
    ONE_OF_EACH_KIND,
    edited,
    random_tables,
    recalculated,
    sample_book,
    set_rule,
    stored,
)
from tests.helpers.clubs import book_of as book_of_tables
from tests.helpers.programs.chromium import Page, content, published
from tests.helpers.programs.command_line import run_here
from tests.publish.club_of_four import EVENING, NEXT, START, book_of
from xladdin.errors import InvalidRowsError, WorkbookError
from xladdin.hosts.recalculation import rollover_file
from xladdin.web_pages.folder import PageFolder
from xladdin.web_pages.people import addressed, slug
from xladdin.workbook.schema import WEB_EARLIER


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


def test_a_workbook_that_is_not_recalculated_is_not_published(tmp_path: Path) -> None:
    book = sample_book("mississauga", tmp_path, recalculated=False)
    with pytest.raises(WorkbookError, match=r"has not been recalculated yet\. Recalculate it first"):
        published(book, tmp_path / "page")
    assert not (tmp_path / "page").exists()


def test_a_workbook_out_of_date_is_not_published_and_says_why(tmp_path: Path) -> None:
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
