"""Contract of the page folder: what is written, what is never published, and what of others stays."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

import xladdin
from tests.helpers.clubs import (
    KEYS,
    LATER,
    NOW,
    ONE_OF_EACH_KIND,
    random_tables,
    recalc_club,
    sample_book,
    set_cells,
    set_rule,
)
from tests.helpers.clubs import book_of as book_of_tables
from tests.helpers.programs.chromium import publish_in_french, publish_page, read_folder
from tests.helpers.programs.command_line import run_here
from tests.helpers.random_clubs import Tables, random_club
from tests.oracle.engine import cell_tables
from tests.publish.page import EVENING, START, Page, book_of
from xladdin import InvalidRowsError, RatingSystem, WorkbookError
from xladdin.game_log.reading import read_log
from xladdin.hosts.file_commands import rollover_file
from xladdin.replay import replay_log
from xladdin.reports.wording import INITIALS, NAME, NONE
from xladdin.systems import SYSTEMS
from xladdin.web_pages import publisher, site
from xladdin.web_pages.page_folder import MARK, PageFolder
from xladdin.web_pages.publisher import publish
from xladdin.web_pages.site import Club, WaitingRound, assign_addresses, make_slug
from xladdin.workbook.new_workbook import create_workbook
from xladdin.workbook.schema import WEB_EARLIER, WEB_FOLDER

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of this kind are POSIX's")


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_twice_is_once(key: str, tmp_path: Path) -> None:
    club, folder = sample_book(key, tmp_path), tmp_path / "page"
    first = publish_page(club, folder)
    assert first.written == first.files == len(read_folder(folder))
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    assert (publish_page(club, folder).written, publish_page(club, folder).removed) == (0, 0)
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before
    unchanged = f"{folder}: {first.files} files. Nothing has changed since the last time.\n"
    assert run_here("publish", club, folder).out == unchanged


def test_pages_of_who_is_gone_are_removed_and_no_other_file(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    publish_page(book_of(tmp_path, [*START, ["Cyd", 900, 60]], EVENING), folder)
    own_files = {"CNAME": b"club.example", "player/photo.jpg": b"\xff\xd8", "player/mine.html": b"<p>mine"}
    for name, text in own_files.items():
        (folder / name).write_bytes(text)
    before = read_folder(folder)
    assert publish_page(book_of(tmp_path, START, EVENING), folder).removed == 1
    after = read_folder(folder)
    assert before.keys() - after.keys() == {"player/cyd.html"} and own_files.items() <= after.items()


def test_addresses_stay_and_clashes_are_numbered_by_row(tmp_path: Path, page: Path) -> None:
    longer = [*START, ["Jéan François", 900, 60]]
    titles = {"jean-francois": "Jean-François", "jean-francois-2": "Jean Francois", "jean-francois-3": "Jéan François"}
    for players in (START, longer):
        publish_page(book_of(tmp_path, players, EVENING), page)
        for name, title in [*titles.items()][: len(players) - 2]:
            assert f"<title>{title}" in (page / "player" / f"{name}.html").read_text()


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
def test_an_address_is_in_plain_letters_and_given_in_order(name: str, address: str) -> None:
    assert make_slug(name) == address
    assert assign_addresses({"b": "Ann", "a": "Ann", "c": "Ann 2"}) == {"b": "ann", "a": "ann-2", "c": "ann-2-2"}


def test_the_folder_is_remembered_where_both_are_moved_but_not_one_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    club = book_of(tmp_path / "club", START, EVENING)
    publish_page(club, tmp_path / "elsewhere")
    assert publish_page(club, None).folder == tmp_path / "club" / "mississauga page"
    first = publish_page(club, tmp_path / "club" / "ratings")
    (tmp_path / "club").rename(tmp_path / "moved")
    again = publish_page(tmp_path / "moved" / club.name, None)
    assert (again.folder, again.files, again.written) == (tmp_path / "moved" / "ratings", first.files, 0)


def test_what_is_torn_or_left_is_made_good_and_files_of_others_stay(club: Path, page: Path) -> None:
    before = read_folder(page)
    (page / "player/gone.html").write_bytes(before["player/ann-lee.html"])
    (page / "notes.txt").write_text("mine")
    (page / "player/ann-lee.html").write_bytes(before["player/ann-lee.html"][:900])
    again = publish_page(club, page)
    assert (again.written, again.removed) == (1, 1)
    assert read_folder(page) == {**before, "notes.txt": b"mine"}


def test_a_run_that_is_cut_off_is_made_good_by_the_next(
    club: Path, page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put, left, folder = PageFolder._write_if_changed, list(range(7)), tmp_path / "cut off"

    def cut_off(self: PageFolder, path: str, text: bytes) -> bool:
        if not left:
            raise KeyboardInterrupt
        left.pop()
        return put(self, path, text)

    monkeypatch.setattr(PageFolder, "_write_if_changed", cut_off)
    with pytest.raises(KeyboardInterrupt):
        publish_page(club, folder)
    monkeypatch.undo()
    assert len(read_folder(folder)) == 7
    publish_page(club, folder)
    assert read_folder(folder) == read_folder(page)


def test_a_new_season_has_a_page_of_its_own_with_a_link_to_the_last(club: Path, tmp_path: Path) -> None:
    new = tmp_path / "2027.xlsx"
    publish_page(club, None)
    rollover_file(club, new, LATER, keep_log=False)
    publish_page(new, None)
    assert "../mississauga%20page/index.html" in Page.of(tmp_path / "2027 page" / "evenings.html").links


@pytest.mark.parametrize(("link", "is_right"), [("https://club.example/2025", True), ("javascript:alert(1)", False)])
def test_the_link_to_earlier_seasons_leads_to_a_page(link: str, is_right: bool, club: Path, tmp_path: Path) -> None:
    set_rule(club, WEB_EARLIER.name, link)
    recalc_club(club)
    if is_right:
        publish_page(club, tmp_path / "page")
        assert link in Page.of(tmp_path / "page" / "evenings.html").links
    else:
        with pytest.raises(InvalidRowsError, match="Earlier seasons on the web"):
            publish_page(club, tmp_path / "page")


def test_a_workbook_to_recalculate_or_to_mend_is_not_published_and_says_why(club: Path, tmp_path: Path) -> None:
    new, folder = sample_book("montreal", tmp_path, recalculated=False), tmp_path / "page"
    with pytest.raises(WorkbookError, match=r"has not been recalculated yet\. Recalculate it first"):
        publish_page(new, folder)
    set_cells(club, ("Games", "C4", 280))
    with pytest.raises(WorkbookError, match="out of date: the ratings of Ann Lee and 1 other player would change"):
        publish_page(club, folder)
    set_cells(club, ("Games", "B4", "Anne Lee"))
    output = run_here("publish", club, folder)
    assert output.status == 1 and "Games row 4, Player 1" in output.err
    assert "1 row to fix. Nothing was published." in output.err
    assert not folder.exists()


def test_an_empty_club_has_a_page(tmp_path: Path) -> None:
    for key in KEYS:
        tables = {name: rows[:1] for name, rows in random_tables(key, 12, 4, 1).items()}
        club = book_of_tables(key, tmp_path / key, tables)
        assert not recalc_club(club).problems
        output = run_here("publish", club, tmp_path / f"{key} page", "--private", "names").out
        files = len(read_folder(tmp_path / f"{key} page"))
        assert output == f"{tmp_path / f'{key} page'}: {files} files, {files} written. Open index.html there.\n"
        assert "No players are listed yet." in (tmp_path / f"{key} page" / "index.html").read_text()


def another_club(folder: Path) -> None:
    """Put the page of another club there. Two clubs of one title are two: what counts is what `new` wrote."""
    other = folder.with_name("other.xlsx")
    create_workbook(xladdin.system("mississauga"), other, {}, NOW)
    recalc_club(other)
    publish_page(other, folder)


def a_file_in_place_of_a_page(folder: Path) -> None:
    (folder / "records.html").write_text("<p>mine")
    (folder / "how.html").unlink()


def a_link(folder: Path) -> None:
    shutil.rmtree(folder / "player")
    folder.with_name("outside").mkdir()
    (folder / "player").symlink_to(folder.with_name("outside"))


@pytest.mark.parametrize(
    ("plant", "folder", "says"),
    [
        (lambda page: (page / "index.html").write_text("<p>mine"), "page", "has other files"),
        (lambda page: (page.with_name("photos")).mkdir(), "photos/no/page", "there is no folder"),
        (lambda page: (page.with_name("photo.jpg")).write_bytes(b"\xff\xd8"), "photo.jpg", "is not a folder"),
        (lambda page: (page / "photos").mkdir() or (page / "photos" / "holiday.jpg").touch(), "page/photos",
         r"has other files \(holiday.jpg\)"),
        (a_file_in_place_of_a_page, "page", r"records\.html already exists and was not created by xladdin publish"),
        (lambda page: (shutil.rmtree(page), another_club(page)), "page",
         'has the page of another club or season, "Ratings · Mississauga'),
        pytest.param(a_link, "page", "is not a folder", marks=POSIX),
    ],
)  # fmt: skip
def test_a_folder_that_holds_something_else_is_left_as_it_is(
    plant: Callable[[Path], object], folder: str, says: str, club: Path, page: Path
) -> None:
    plant(page)
    before = read_folder(club.parent)
    with pytest.raises(WorkbookError, match=says):
        publish_page(club, club.parent / folder)
    assert read_folder(club.parent) == before


@POSIX
def test_nothing_is_written_through_what_lies_in_the_way(club: Path, page: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"mine")
    ways = {
        "link": lambda planted: planted.symlink_to("../victim"),
        "second name": lambda planted: os.link(victim, planted),
        "pipe": os.mkfifo,
        "folder": Path.mkdir,
    }
    for name in (".index.html.new", f".index.html.{os.getpid():010}.new"):
        for way, plant in ways.items():
            (page / "index.html").unlink()
            planted = page / name
            plant(planted)
            if way == "folder" and name != ".index.html.new":
                with pytest.raises(WorkbookError, match="File exists"):
                    publish_page(club, page)
            else:
                publish_page(club, page)
                assert MARK in (page / "index.html").read_bytes()
            assert victim.read_bytes() == b"mine"
            stays = way == "folder" or name == ".index.html.new"
            assert os.path.lexists(planted) == stays, "what a killed run of ours left goes, and nothing else"
            if stays:
                planted.rmdir() if way == "folder" else planted.unlink()
    publish_page(club, page)
    os.link(page / "index.html", tmp_path / "kept.html")
    before = (tmp_path / "kept.html").read_bytes()
    publish_in_french(club, page)
    assert (page / "index.html").read_bytes() != before == (tmp_path / "kept.html").read_bytes()


@pytest.mark.parametrize("folder", ["../other", "/tmp/other", "C:x", "a/b", "..", ".", r"a\b", "page.", "x" * 101])
def test_rules_name_no_folder_that_leads_elsewhere(folder: str, club: Path) -> None:
    set_rule(club, WEB_FOLDER.name, folder)
    recalc_club(club)
    before = read_folder(club.parent)
    with pytest.raises(InvalidRowsError, match="must be the name of a folder next to the workbook, without a path"):
        publish_page(club, None)
    assert read_folder(club.parent) == before


@POSIX
def test_a_link_beside_the_workbook_is_not_followed(club: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "mississauga page").symlink_to(outside)
    with pytest.raises(WorkbookError, match="is a link"):
        publish_page(club, None)
    assert list(outside.iterdir()) == []
    publish_page(club, tmp_path / "mississauga page")  # a person has named it
    assert (outside / "index.html").exists()


def test_only_files_with_this_club_s_line_are_removed(tmp_path: Path) -> None:
    (tmp_path / "player").mkdir()
    for name, text in {"ours.html": b"xladdin publish club-one", "theirs.html": b"xladdin publish club-two"}.items():
        (tmp_path / "player" / name).write_bytes(text)
    assert PageFolder(tmp_path, "club-one").update([], []).removed == 1
    assert [path.name for path in (tmp_path / "player").iterdir()] == ["theirs.html"]


def club_of(system: RatingSystem, tables: Tables) -> Club:
    log = read_log(system, cell_tables(tables)).require_valid()
    return Club("Club", replay_log(log), [NAME] * len(log.players), 12)


def with_cells(tables: Tables, change: Callable[[object], object]) -> Tables:
    return {name: [[*map(change, row)] for row in rows] for name, rows in tables.items()}


def later_states(system: RatingSystem, tables: Tables) -> Iterator[tuple[str, Club]]:
    table = system.log_schema.table.lower()
    headings, *rows = tables[table]
    yield "fewer games", club_of(system, {**tables, table: [headings, *rows[: len(rows) * 3 // 4]]})
    yield "more games", (club := club_of(system, tables))
    if system.log_schema.has_scores:
        index = headings.index("Score 1")
        game = next(n for n, row in enumerate(rows) if n > len(rows) // 2 and isinstance(row[index], int))
        row = (*rows[game][:index], int(str(rows[game][index])) + 1, *rows[game][index + 1 :])
        tables = {**tables, table: [headings, *rows[:game], row, *rows[game + 1 :]]}
        yield "a corrected score", club_of(system, tables)
    tables = with_cells(tables, lambda cell: "Somebody Else" if str(cell).strip().casefold() == "ann" else cell)
    yield "another name", (club := club_of(system, tables))
    yield "another title", (club := replace(club, title="Another club"))
    yield "a link", (club := replace(club, earlier="../before"))
    yield "initials", (club := replace(club, visibility=[INITIALS, *club.visibility[1:]]))
    yield "nobody", (club := replace(club, visibility=[NONE, *club.visibility[1:]]))
    yield "another language", (club := replace(club, language="fr"))
    yield "another paper", (club := replace(club, paper="A4"))
    if system.log_schema.is_paired:
        yield "a round that waits", (club := replace(club, tonight=WaitingRound(date(2030, 1, 8), 1, [(1, 0, 1)], ())))
    changed = replace(system, season_month=system.season_month % 12 + 1)
    yield "another setting", replace(club, replay=club_of(changed, tables).replay)


@pytest.mark.parametrize("key", SYSTEMS)
def test_it_is_what_a_new_folder_gets(key: str, tmp_path: Path) -> None:
    system = SYSTEMS[key]
    start, tables = date(2000, 1, 1), random_club(system, 5, rows=60)
    seasons = with_cells(tables, lambda cell: start + 50 * (cell - start) if isinstance(cell, date) else cell)
    for number, (change, club) in enumerate(later_states(system, seasons)):
        publish(club, tmp_path / "page")
        publish(club, tmp_path / str(number))
        assert read_folder(tmp_path / "page") == read_folder(tmp_path / str(number)), change


def test_pages_that_stay_are_not_drawn_but_by_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    class Watched(site.Site):
        def render_page(self, path: str, template: str, **values: object) -> tuple[str, bytes]:
            drawn.append(path)
            return super().render_page(path, template, **values)

    monkeypatch.setattr(publisher, "Site", Watched)
    club = club_of(SYSTEMS["mississauga"], random_club(SYSTEMS["mississauga"], 5, rows=60, plain_players=12))
    publish(club, tmp_path / "page")
    assert [path for path in drawn if path.startswith("evening/")]
    drawn.clear()
    publish(club, tmp_path / "page")
    assert not [path for path in drawn if "/" in path]
    monkeypatch.setattr(site, "compute_source_digest", lambda: "another version")
    publish(club, tmp_path / "page")
    assert [path for path in drawn if path.startswith("evening/")]
