"""What is not ours in the folder of a page, or in its way, stays as it is."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.helpers.clubs import NOW, recalculated, set_rule
from tests.helpers.programs.chromium import content, published, published_in_french
from tests.publish.club_of_four import EVENING, START, book_of
from xladdin.errors import InvalidRowsError, WorkbookError
from xladdin.systems import system_named
from xladdin.web_pages.folder import MARK, PageFolder
from xladdin.workbook.new_book import create_workbook
from xladdin.workbook.schema import WEB_FOLDER

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
