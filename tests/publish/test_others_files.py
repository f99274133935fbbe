"""What is not ours in the folder of a page, or in its way, stays as it is."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.helpers.clubs import sample_book
from tests.helpers.programs.chromium import content, published
from tests.publish.club_of_four import EVENING, START, book_of
from xladdin.errors import FileProblem
from xladdin.publish.club import Wishes
from xladdin.publish.folder import MARK, PageFolder
from xladdin.publish.record import record_path

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of this kind are POSIX's")


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


def test_a_file_that_took_the_place_of_an_old_page_stays(tmp_path: Path) -> None:
    (tmp_path / "player").mkdir()
    for name, text in {"ours.html": MARK, "theirs.html": b"of the club"}.items():
        (tmp_path / "player" / name).write_bytes(text)
    pages = PageFolder(tmp_path, {f"player/{name}.html" for name in ("ours", "theirs", "gone")})
    assert pages.update([], []).removed == 1
    assert [path.name for path in (tmp_path / "player").iterdir()] == ["theirs.html"]
