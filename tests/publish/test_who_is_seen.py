"""Contract of who is seen on the pages: the column Web, `--private`, initials. A hidden name leaves no trace."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from shutil import rmtree

import openpyxl
import pytest

from tests.helpers.clubs import (
    NOW,
    ONE_OF_EACH_KIND,
    column,
    load_values,
    random_tables,
    recalc_club,
    rule_cell,
    sample_book,
    set_cells,
)
from tests.helpers.programs.chromium import publish_page, read_folder
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.oracle.engine import replayed
from tests.publish.page import EVENING, NEXT, START, book_of
from xladdin import InvalidRowsError, WorkbookError
from xladdin.files.club_file import open_club_file
from xladdin.hosts.publishing import publish_file
from xladdin.reports.wording import INITIALS, NAME, NONE, abbreviate_name, display_names
from xladdin.web_pages.publisher import publish
from xladdin.web_pages.site import Club, WaitingRound
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW
from xladdin.workbook.web_settings import read_web_settings


def with_web(club: Path, choices: list[str]) -> Path:
    sheet = openpyxl.load_workbook(club)["Players"]
    (letter,) = [cell.column_letter for cell in sheet[HEADINGS_ROW] if cell.value == "Web"]
    set_cells(club, *(("Players", f"{letter}{row}", word) for row, word in enumerate(choices, FIRST_DATA_ROW) if word))
    assert not recalc_club(club).problems
    return club


def everything(folder: Path) -> str:
    return "\n".join(f"{path}\n{text.decode()}" for path, text in read_folder(folder).items())


def test_the_column_web_leaves_players_out_or_prints_initials(tmp_path: Path) -> None:
    club, folder = book_of(tmp_path, START, EVENING + NEXT), tmp_path / "page"
    set_cells(club, ("Rules", rule_cell(club, "rule_active_games"), 1))
    with_web(club, ["none", "initials", "name", ""])
    publish_page(club, folder)
    assert "Jean-François" in (folder / "season.html").read_text(encoding="utf-8").partition("<table")[2]
    text = everything(folder)
    assert not [name for name in ("Ann", "ann-lee", "Bob", "Roy") if name in text]
    assert (folder / "player/b-r.html").exists()
    assert "B. R." in text and "Jean-François" in text and 'name="robots" content="noindex"' in text
    assert "a player" in (folder / "evening.html").read_text()


def test_a_word_that_web_does_not_know_publishes_nobody(club: Path, tmp_path: Path) -> None:
    with_web(club, ["non"])
    with pytest.raises(InvalidRowsError, match='Players row 4, Web: "non" – must be name, initials or none, or blank'):
        publish_page(club, tmp_path / "page")


def test_the_choice_for_everybody_is_kept_in_the_workbook(club: Path, tmp_path: Path) -> None:
    """It goes along with a copy under another name, and with a workbook that is renewed."""
    folder = tmp_path / "page"
    with_web(club, ["name", "none"])
    assert run_here("publish", club, folder, "--private", "initials").status == 0
    assert read_web_settings(open_club_file(club)).names == "initials"
    copy = tmp_path / "copy.xlsx"
    copy.write_bytes(club.read_bytes())
    assert run_here("renew", club, tmp_path / "renewed.xlsx").status == 0
    for path in (club, copy, tmp_path / "renewed.xlsx"):
        output = run_here("publish", path, folder)
        assert output.status == 0 and "initials" not in output.out, output.err
        text = everything(folder)
        assert "Ann Lee" in text and "J. F. 1" in text
        assert not any(name in text for name in ("Bob", "Jean", "jean"))
    assert run_here("publish", club, folder, "--private", "names").status == 0
    assert "Jean-François" in everything(folder)


@pytest.mark.parametrize("key", ["sca", "montreal"])
def test_a_camp_begins_with_initials_and_any_other_club_is_asked(key: str, tmp_path: Path) -> None:
    """Where nobody can be asked, initials are shown, and it is said each time, since nobody has chosen."""
    club = sample_book(key, tmp_path)
    names = [name for name in column(load_values(club)["Players"], "Player") if " " in str(name)] or ["Ada", "Sally"]
    before = club.read_bytes()
    for _ in range(2):
        output = run_cleanly("publish", club)
        assert ("Players are shown by initials, because" in output) == (key != "sca")
        text = everything(tmp_path / f"{key} page")
        assert not any(str(name) in text for name in names)
    assert club.read_bytes() == before


@pytest.mark.parametrize(("answer", "listed_as"), [("names", "Ann Lee"), ("initials", "A. L."), ("none", "a player")])
def test_the_first_publication_asks_and_the_workbook_keeps_the_answer(
    answer: str, listed_as: str, club: Path, tmp_path: Path
) -> None:
    asked: list[str] = []

    class Person:
        def wants_page(self, workbook: str, folder: str) -> bool | None:
            return None

        def ask_names(self, workbook: str) -> str | None:
            asked.append(workbook)
            return answer

    for _ in range(2):
        publish_file(club, None, NOW, questions=Person())
        assert listed_as in everything(tmp_path / "mississauga page")
    assert asked == [club.name]
    assert not recalc_club(club).blocks


def test_a_page_json_of_before_is_read_once_and_hides_whom_it_hid(club: Path, tmp_path: Path) -> None:
    """A workbook that follows hides them too, and the old one stays as it is."""
    folder, record = tmp_path / "mississauga page", tmp_path / "mississauga.page.json"
    private = {"": "name", "Ann Lee": "none", "jean-françois": "initials", "Jean Francois": "none"}
    record.write_text(json.dumps({"made by": "xladdin publish", "private": private, "folder": "/elsewhere"}))
    for command in ("renew", "rollover"):
        assert run_here(command, club, tmp_path / f"{command}.xlsx").status == 0
        assert record.exists()
        assert run_here("publish", tmp_path / f"{command}.xlsx").status == 0
        assert not any(name in everything(tmp_path / f"{command} page") for name in ("Ann Lee", "Jean", "jean-"))
    for _ in range(2):
        assert run_here("publish", club).status == 0
        assert not record.exists()
        text = everything(folder)
        assert "Bob Roy" in text and not any(name in text for name in ("Ann Lee", "Jean", "jean-"))
    assert read_web_settings(open_club_file(club)).names == "names"


@pytest.mark.parametrize("damage", ["{", '{"private": {"Ann": "shown"}}', "[]", "[" * 100_000])
def test_a_damaged_page_json_publishes_nobody(damage: str, club: Path, tmp_path: Path) -> None:
    (tmp_path / "mississauga.page.json").write_text(damage)
    with pytest.raises(WorkbookError, match=r"mississauga\.page\.json cannot be read"):
        publish_page(club, None)
    assert not (tmp_path / "mississauga page").exists()


@pytest.mark.parametrize(
    ("command", "name", "is_shown"),
    [
        (("rename", "bob roy", "Bobby Roy"), "Bobby", False),
        (("merge", "Bob Roy", "Jean Francois", "--yes"), "Jean Francois", False),
        (("rename", "Ann Lee", "Annie Lee"), "Annie Lee", True),
        (("merge", "Bob Roy", "Jean-François", "--yes"), "Jean-François", True),
    ],
)
def test_what_was_private_stays_so_under_another_name(
    command: tuple[str, ...], name: str, is_shown: bool, tmp_path: Path
) -> None:
    """What the club said of the other name before stays."""
    club, folder = with_web(book_of(tmp_path, START, EVENING), ["name", "none", "name"]), tmp_path / "page"
    verb, *names = command
    assert run_here(verb, club, *names).status == 0
    publish_page(club, folder)
    assert (name in everything(folder)) is is_shown
    assert "Bob Roy" not in everything(folder)


def test_initials_are_numbered_by_the_row_where_they_are_the_same() -> None:
    names, choices = ["Zoe Abel", "Zack Ash", "Zed Allen", "Z. A. 2"], [INITIALS, INITIALS, INITIALS, NAME]
    assert display_names(names, choices) == ["Z. A. 1", "Z. A. 3", "Z. A. 4", "Z. A. 2"]
    assert [*map(abbreviate_name, ("Jean-François L'Été", "李 明", "!?"))] == ["J. F. L.", "李. 明.", "?"]


PLAYERS, GAMES = 12, 90
SHOWN = (NAME, INITIALS, NONE, INITIALS)
"""What the page shows of the players, in turn."""
PLAIN = [f"Visible {number}" for number in range(PLAYERS)]
LETTERS = "abcdefghijkl"
HIDDEN = [f"Qann{letter} Nolan" for letter in LETTERS], [f"Quentin{letter} Nguyen" for letter in LETTERS[::-1]]
"""Two sets of names with the same initials. One is in the reverse order of the other."""


def club_of(key: str, names: Sequence[str], choices: Sequence[str], *, sits_out: Sequence[int] = (1,)) -> Club:
    """Return a club with these players, games of which many end alike, and a round that waits for its scores."""
    called = {f"Player {number:03d}": name for number, name in enumerate(names, 1)}
    tables = {name: [[called.get(str(cell), cell) for cell in row] for row in rows]
              for name, rows in random_tables(key, GAMES, PLAYERS, 7).items()}  # fmt: skip
    club = Club("Club", replayed(key, tables), choices, 12)
    assert len(club.replay.log.players) == PLAYERS
    if not club.replay.log.system.log_schema.is_paired:
        return club
    return replace(club, tonight=WaitingRound(date(2026, 3, 17), 2, [(1, 0, 2), (2, 3, 4)], sits_out))


def seen(folder: Path) -> dict[str, bytes]:
    """Everything in a folder, which must hold no hidden name."""
    contents = {str(path): path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}
    everything = b"".join(contents.values()) + " ".join(contents).encode()
    assert [word for word in (b"Qann", b"qann", b"Nolan", b"Quentin", b"Nguyen") if word in everything] == []
    assert not any(b"\0" in page for page in contents.values())
    return contents


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_two_clubs_that_differ_in_hidden_names_have_the_same_page(key: str, tmp_path: Path) -> None:
    """This holds after both were published with all names."""
    choices = [SHOWN[number % 4] for number in range(PLAYERS)]
    pages = []
    for hidden in HIDDEN:
        names = [plain if choice == NAME else name for plain, name, choice in zip(PLAIN, hidden, choices)]
        folder = tmp_path / "page"
        publish(club_of(key, names, [NAME] * PLAYERS), folder)
        assert hidden[1].encode() in (folder / "index.html").read_bytes()
        publish(club_of(key, names, choices), folder)
        pages.append(seen(folder))
        assert key == "dptr" or b"a player" in (folder / "wall" / "slips.html").read_bytes()
        rmtree(folder)
    page, other = pages
    assert page.keys() == other.keys()
    assert [path for path in page if page[path] != other[path]] == []
