"""Check codes: a list on paper or on the web leads back to its workbook, and tells nothing that is hidden."""

from __future__ import annotations

import re
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from tests.helpers.clubs import ONE_OF_EACH_KIND, book_of, edited, recalculated, sample_book, stored
from tests.helpers.programs.chromium import published
from tests.helpers.programs.command_line import run_here
from xladdin.files.reading.club_file import open_club_file
from xladdin.publish.club import Wishes
from xladdin.reports.public.check_codes import code_of_list
from xladdin.workbook.schema import LADDER, LANGUAGE, STANDINGS, WEEKLY_SHEET
from xladdin.workbook.start.codes import CODES_NAME, PAGE_CODE_NAME

CODE = re.compile(r"\b[0-9A-F]{4}-[0-9A-F]{4}\b")
PLAYERS = [["Player", "Start rating", "Start games", "Web"]]
GAMES = [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], ["2026-01-06", "Ann Lee", 400, "Bob Roy", 380]]


def codes(path: Path) -> dict[str, str]:
    """The codes on Start: of the workbook, of its printed list, and of its page."""
    names = open_club_file(path).names
    own, page = str(names[CODES_NAME]), str(names[PAGE_CODE_NAME])
    workbook, printed = CODE.findall(own)
    assert own == f"Check codes: workbook {workbook} · printed list {printed}"
    assert page == f"Web page {CODE.findall(page)[0]}"
    return {"workbook": workbook, "list": printed, "page": CODE.findall(page)[0]}


def codes_printed(path: Path, sheet: str) -> list[str]:
    """The codes at the foot of a sheet."""
    cells = (str(cell) for row in stored(path)[sheet].iter_rows(values_only=True) for cell in row if cell)
    return [CODE.findall(cell)[0] for cell in cells if "Check code of this list" in cell]


def codes_of_page(folder: Path) -> set[str]:
    """The codes on its pages, each on a list."""
    pages = [folder / "index.html", *folder.glob("wall/list.html"), *folder.glob("wall/ladder.html")]
    found = [re.findall(r"Check code of this list: ([^<.]+)\.", page.read_text()) for page in pages]
    assert all(found)
    return {code for codes in found for code in codes}


def little_club(folder: Path, hidden: str, web: str = "none") -> Path:
    players = [*PLAYERS, ["Ann Lee", 1200, 60, None], ["Bob Roy", 1300, 60, None], [hidden, 1100, 60, web]]
    games = [*GAMES, ["2026-01-06", hidden, 300, "Bob Roy", 310]]
    path = book_of("mississauga", folder, {"players": players, "games": games})
    assert not recalculated(path).problems
    return path


def test_a_code_is_computed_from_the_list_as_anybody_can_read_it() -> None:
    found = code_of_list(date(2026, 1, 6), [("Zoë", 1432), ("Bob", "1210/7")], 0)
    assert found.replace("-", "").lower() == sha256("2026-01-06\nZoë\t1432\nBob\t1210/7\n".encode()).hexdigest()[:8]
    rounded = code_of_list(None, [("Ann", 60.0195)], 2)
    assert rounded.replace("-", "").lower() == sha256(b"Ann\t60.02\n").hexdigest()[:8]


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_every_list_leads_back_to_start(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    own = codes(path)
    assert len({own["workbook"], own["list"]}) == 2
    sheets = [STANDINGS, *({LADDER, WEEKLY_SHEET} & set(stored(path).sheetnames))]
    assert [codes_printed(path, sheet) for sheet in sheets] == [[own["list"]]] * len(sheets)
    published(path, tmp_path / "page")
    assert codes_of_page(tmp_path / "page") == {own["page"]} == {own["list"]}  # where everybody is shown by name


def test_two_clubs_that_differ_in_a_hidden_name_have_one_code_of_the_page(tmp_path: Path) -> None:
    books = [little_club(tmp_path / name, name) for name in ("Cyd", "Abe")]
    one, other = map(codes, books)
    assert one["page"] == other["page"]
    assert one["list"] != other["list"]
    assert one["list"] != one["page"] != codes(little_club(tmp_path / "named", "Cyd", "name"))["page"]


def test_what_is_shown_is_what_was_last_chosen(tmp_path: Path) -> None:
    path, folder = little_club(tmp_path, "Cyd", ""), tmp_path / "page"
    before = codes(path)
    published(path, folder, Wishes(blank="initials"))
    (shown,) = codes_of_page(folder)
    assert shown != before["page"]
    assert run_here("recalc", path).status == 0
    assert codes(path) == {**before, "page": shown}
    nothing = path.read_bytes()
    assert "Nothing has changed" in run_here("recalc", path).out
    assert path.read_bytes() == nothing
    published(path, folder)
    assert codes_of_page(folder) == {shown}


def test_every_command_that_changes_the_ratings_writes_them(tmp_path: Path) -> None:
    """Each leaves a workbook in which a recalculation finds nothing to change."""
    path, folder = little_club(tmp_path, "Cyd", ""), tmp_path / "page"
    published(path, folder, Wishes(players={"Cyd": "none"}))
    recalculated(path)
    known = codes(path)
    (tmp_path / "more.csv").write_text("Date,Player 1,Score 1,Player 2,Score 2\n2026-01-13,Ann Lee,410,Bob Roy,310\n")
    for command in (
        ["import", path, tmp_path / "more.csv"],
        ["rename", path, "Ann Lee", "Ann Low"],
        ["pair", path, "--here", "Ann Low", "--here", "Bob Roy"],
        ["forget", path, "Cyd", "--yes"],
    ):
        said = run_here(*command)
        assert said.status == 0, said.err
        now = codes(path)
        assert now != known or command[0] == "pair", command[0]
        recalculated(path)
        assert codes(path) == now, command[0]
        known = now
    published(path, folder)
    assert codes_of_page(folder) == {known["page"]}


def test_each_code_follows_what_it_is_of(tmp_path: Path) -> None:
    path = little_club(tmp_path, "Cyd", "")
    before = codes(path)
    edited(path, ("Games", "C4", 401))  # a point more changes no rating
    recalculated(path)
    after = codes(path)
    assert {name for name in after if after[name] != before[name]} == {"workbook"}
    edited(path, ("Players", "B4", 1201))
    recalculated(path)
    assert not set(codes(path).values()) & {*after.values(), *before.values()}


def test_they_are_said_in_french(tmp_path: Path) -> None:
    path = little_club(tmp_path, "Cyd", "")
    _, row, column = open_club_file(path).place_of(LANGUAGE.name) or ("", 0, 0)
    edited(path, ("Rules", f"{'ABCDEFGH'[column - 1]}{row}", "French"))
    recalculated(path)
    names = open_club_file(path).names
    assert str(names[CODES_NAME]).startswith("Codes de contrôle\xa0: classeur ")
    assert str(names[PAGE_CODE_NAME]).startswith("Page web ")
    shown = [str(cell) for row in stored(path)[STANDINGS].iter_rows(values_only=True) for cell in row if cell]
    assert any("Code de contrôle de cette liste\xa0: " in cell for cell in shown)
