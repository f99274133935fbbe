"""A person leaves the records of the club. The name is gone everywhere, and no rating moves."""

from __future__ import annotations

import shutil
import sys
import zipfile
from pathlib import Path
from unittest import mock

import click
import openpyxl
import pytest
from openpyxl.comments import Comment

from tests.files.variants import by_excel
from tests.helpers.clubs import (
    LATER,
    NOW,
    ONE_OF_EACH_KIND,
    book_of,
    random_tables,
    recalc_club,
    renew_in,
    sample_book,
    set_cells,
)
from tests.helpers.files.raw_workbook import unzip_parts, zip_parts
from tests.helpers.programs.command_line import run_at_a_terminal, run_cleanly, run_here, run_refused
from tests.oracle.replaying import verify_file
from xladdin.commands.main import app
from xladdin.files.club_file import open_club_file
from xladdin.hosts import forgetting
from xladdin.hosts.undo import list_backups
from xladdin.workbook.rules import read_club_id

PLAYERS = [["Player", "Start rating", "Start games"], *([name, 1200, 60] for name in ("Ann", "Lee Ann", "Bob & Co"))]
GAMES = [
    ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
    ["2026-01-06", "ann", 400, "Bob & Co", 300],
    ["2026-01-13", "Lee Ann", 410, "Annie", 390],
]
ALIASES = [["Alias", "Player"], ["Annie", "Ann"]]


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Return a club whose Ann has an alias and another case. It was corrected once, and has copies of both."""
    path = book_of("montreal", tmp_path, {"players": PLAYERS, "games": GAMES, "aliases": ALIASES})
    assert not recalc_club(path, NOW).problems
    set_cells(path, ("Games", "C4", 650))
    assert not recalc_club(path, LATER).problems
    return path


def texts(folder: Path) -> str:
    contents = []
    for file in sorted(folder.rglob("*")):
        if file.suffix == ".csv" or not file.is_file():
            continue
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as archive:
                contents += [archive.read(name).decode("utf-8", "replace") for name in archive.namelist()]
        else:
            contents.append(file.read_text(errors="replace"))
    return "\n".join(contents).replace("Lee Ann", "").casefold()


def rewritten(path: Path, old: str, new: str) -> None:
    parts = unzip_parts(path)
    path.write_bytes(zip_parts({name: content.replace(old.encode(), new.encode()) for name, content in parts.items()}))


def ratings(path: Path) -> list[object]:
    return list(open_club_file(path).tables["Players"].column("Rating") or ())


@pytest.mark.parametrize("written", ["Zoë O&apos;Neil", "Zo&#235; O'Neil", "Zo&#xEB; O&#39;Neil"])
def test_a_name_that_another_program_wrote_with_references(written: str, tmp_path: Path) -> None:
    """LibreOffice writes an apostrophe so, and openpyxl an accent."""
    players = [PLAYERS[0], ["Zoë O'Neil", 1200, 60], *PLAYERS[2:]]
    games = [GAMES[0], ["2026-01-06", "Zoë O'Neil", 400, "Bob & Co", 300]]
    path = book_of("montreal", tmp_path, {"players": players, "games": games})
    recalc_club(path, NOW)
    rewritten(path, "Zoë O'Neil", written)
    assert not recalc_club(path, LATER).problems
    run_cleanly("forget", path, "Zoë O'Neil", "--yes")
    assert "neil" not in texts(tmp_path)
    assert "Bob & Co" in (open_club_file(path).tables["Players"].column("Player") or ())


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_nobodys_rating_moves(key: str, tmp_path: Path) -> None:
    path = book_of(key, tmp_path, random_tables(key, 60, 8, seed=5))
    recalc_club(path)
    before = ratings(path)
    name = next(str(cell) for cell in open_club_file(path).tables["Players"].column("Player") or ())
    run_cleanly("forget", path, name, "--as", "Nobody known", "--yes")
    assert ratings(path) == before
    assert name.casefold() not in texts(tmp_path)
    assert verify_file(path, NOW).disagreements == []


def test_what_cannot_be_is_refused_and_nothing_changed(club: Path, tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text('<meta name="generator" content="xladdin publish"><meta content="club-other">')
    for arguments, message in (
        (["Ann"], "add --yes"),
        (["Nobody", "--yes"], '"Nobody" is not a player. The players are '),
        (["Ann", "--as", "lee ann", "--yes"], "is the name of another player"),
        (["Ann", "--as", "Bye", "--yes"], '"Bye" means no opponent; choose another name.'),
        (["Ann", "--yes", "--page", web], "contains no page of this club"),
        (["Ann", "--yes"], "is not up to date. Recalculate it first"),
    ):
        if "not up to date" in message:
            set_cells(club, ("Games", "C4", 655))
        before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
        assert message in run_refused("forget", club, *arguments)
        assert {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == before


@pytest.mark.skipif(sys.platform == "win32", reason="pexpect needs a terminal of Unix")
def test_at_a_terminal_it_asks_first(tmp_path: Path) -> None:
    path = book_of("montreal", tmp_path, {"players": [["Player"], ["Ann"]]})
    before = path.read_bytes()
    command = ("-m", "xladdin", "forget", path.name, "Ann")
    screen = run_at_a_terminal(*command, folder=tmp_path, typed="\n", status=1, TERM="dumb")
    assert f'Remove "Ann" from {path.name}, and delete these files? There is no undo. [y/N]' in screen
    assert path.read_bytes() == before


def test_the_name_is_nowhere_any_more(club: Path, tmp_path: Path) -> None:
    before, everything = ratings(club), texts(tmp_path)
    assert all(text in everything for text in (">ann<", "annie"))
    copies = [backup.copy.name for backup in list_backups(club)]
    printed = run_cleanly("forget", club, "Ann", "--yes")
    everything = texts(tmp_path)
    assert ">ann<" not in everything and "annie" not in everything and '"ann"' not in everything
    assert "former player 1" in everything
    assert ratings(club) == before
    assert list(open_club_file(club).tables["Players"].column("Player") or ())[:3] == [
        "Former player 1", "Lee Ann", "Bob & Co",
    ]  # fmt: skip
    assert copies and all(f"Deleted: backups/{name}" in printed for name in copies)
    assert not (tmp_path / "backups").exists()
    assert 'Also known as "Annie" (Aliases).' in printed
    assert "was changed" not in run_here("recalc", "--dry-run", club).out


def test_everything_that_was_made_of_the_workbook_is_listed_and_deleted(club: Path, tmp_path: Path) -> None:
    backups, club_id = tmp_path / "backups", read_club_id(open_club_file(club))
    for sheet, kind in (("players", "csv"), ("Players", "json"), ("Standings", "xlsx"), ("Games", "tsh")):
        assert run_here("export", club, "--sheet", sheet, "--format", kind).status == 0
    exports = ("montreal players.csv", "montreal players.json", "montreal standings.xlsx", "montreal 2026-01-13.tsh")
    prints = ("montreal.pdf", "montreal all.pdf", "montreal Standings, Players.pdf", "Old name standings.pdf")
    loose = (".montreal.xlsx.0000000012.new", "backups/.montreal.xlsx.0000000012.new", "slips.html")
    page = ("club page/player/ann.html", "club page/index.html")
    copy = list_backups(club)[0].copy.rename(backups / "Old name 2026-01-07 200000 recalc.xlsx")
    others = ("backups/.Other club.xlsx.0000000012.new", "Other.pdf", "Other all.pdf", "wall.pdf", "montreal wall.pdf",
              "mine.html", "montreal my list.csv", "club page/my photo.jpg", "other page/index.html")  # fmt: skip
    for name in (*prints, *loose, *page, *others):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        mark = f"<!-- xladdin publish {'club-other' if name in others else club_id} -->"
        path.write_text(f"%PDF {mark}" if path.suffix == ".pdf" else mark if name != "mine.html" else "Ann")
    shutil.copyfile(tmp_path / "montreal standings.xlsx", tmp_path / "kids games.xlsx")
    sample_book("sca", tmp_path / "sca").rename(backups / "Other club 2026-01-07 200000 recalc.xlsx")
    macros = club.with_suffix(".xlsm")
    shutil.copyfile(club, macros)
    printed = run_cleanly("forget", macros, "Ann", "--yes")
    listed = [*exports, *prints, *loose, copy.relative_to(tmp_path), club.name]
    assert [name for name in listed if f"Deleted: {name}\n" not in printed] == []
    assert [name for name in (*listed, *page) if (tmp_path / name).exists()] == []
    assert all((tmp_path / name).exists() for name in (*others, macros.name, "kids games.xlsx"))
    assert (backups / "Other club 2026-01-07 200000 recalc.xlsx").exists()
    assert "Deleted: the page in club page (2 files)" in printed and "To be" not in printed


def test_files_that_may_hold_the_name_stay_and_a_page_elsewhere_is_deleted(club: Path, tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    folder.mkdir()
    club = club.rename(folder / "club.xlsx")
    assert run_here("rollover", club, folder / "next.xlsx").status == 0
    texts_there = {
        "slips.html": "<td>Ann</td><td>Lee Ann</td>",
        "old list.csv": "Date,Player\n2026-01-06,ANNIE",
        "data.json": '["Lee Ann", "Ann"]',
        "others.html": "<td>Lee Ann</td><td>Annabel</td>",
        "answers.toml": '[names.is]\nAnne = "Ann"',
    }
    for name, text in texts_there.items():
        (folder / name).write_text(text)
    web = tmp_path / "web"
    web.mkdir()
    mark = f'<meta content="{read_club_id(open_club_file(club))}">'
    (web / "index.html").write_text(f'<meta name="generator" content="xladdin publish">{mark}')
    result = run_here("forget", club, "Ann", "--yes", "--page", web)
    assert (result.status, result.err, web.exists()) == (0, "", False)
    _, _, named = result.out.partition("next to club.xlsx contain the name. Change or delete them yourself:\n")
    listed = [line.strip() for line in named.splitlines() if line.startswith("  ")]
    assert listed == ["answers.toml", "data.json", "old list.csv", "slips.html"]
    assert all((folder / name).read_text() == text for name, text in texts_there.items())
    assert "next.xlsx is the workbook of another season or club; it also contains the name" in result.out


def test_words_of_the_director_are_listed_and_never_changed(club: Path) -> None:
    workbook = openpyxl.load_workbook(club)
    notes = workbook.create_sheet("My notes")
    notes["A1"], notes["A2"], notes["A3"] = "Ann", "Rose & Ann Scrabble Club, ANNIE's place", "Annabel and Lee Ann"
    notes["B1"] = '=COUNTIF(Games[Player 1],"Ann")'
    notes["A1"].comment = Comment("Ask Ann.", "Bob")
    workbook["Rules"]["B5"] = "Rose & Ann Scrabble Club"
    remark = next(cell for cell in workbook["Games"][3] if cell.value == "Remark")
    workbook["Games"].cell(4, remark.column, "Ann was late")
    workbook.properties.creator = workbook.properties.lastModifiedBy = "Annie"
    workbook.save(club)
    by_excel(club, club)  # which keeps the texts of all cells in a part of their own
    recalc_club(club, LATER)
    assert b">Annie<" in unzip_parts(club)["xl/sharedStrings.xml"]
    result = run_here("forget", club, "Ann", "--yes")
    assert result.status == 0, result.err
    assert b">Annie<" not in b"".join(unzip_parts(club).values())
    after = openpyxl.load_workbook(club)
    assert not after.properties.creator and not after.properties.lastModifiedBy
    assert [cell.value for cell in after["My notes"]["A"]] == [
        "Ann", "Rose & Ann Scrabble Club, ANNIE's place", "Annabel and Lee Ann",
    ]  # fmt: skip
    assert after["Rules"]["B5"].value == "Rose & Ann Scrabble Club"
    assert after["Games"].cell(4, remark.column).value == "Ann was late"
    left = result.out.partition("and were not changed:\n")[2].splitlines()
    assert sorted(line.strip() for line in left if "comment" not in line) == sorted([
        f"Games!{remark.coordinate[:-1]}4  Ann was late",
        "My notes!A1  Ann",
        "My notes!A2  Rose & Ann Scrabble Club, ANNIE's place",
        'My notes!B1  =COUNTIF(Games[Player 1],"Ann")',
        "Rules!B5  Rose & Ann Scrabble Club",
    ])  # fmt: skip
    assert [line.strip()[:15] for line in left if "comment" in line] == ["a comment on A1"]


@pytest.mark.parametrize("has_copies", [True, False])
def test_names_that_the_player_had_before_are_found(has_copies: bool, club: Path, tmp_path: Path) -> None:
    """By the Journal where they were corrected by hand, and by a copy. An alias is known of an earlier name."""
    set_cells(
        club, ("Players", "A4", "Anna"), ("Games", "B4", "Anna"), ("Games", "D5", "Anna"), ("Aliases", "B4", "Anna")
    )
    assert not recalc_club(club, LATER).problems
    assert "ann · 650" in texts(tmp_path)
    if not has_copies:
        shutil.rmtree(tmp_path / "backups")
    result = run_here("forget", club, "Anna", "--yes")
    assert result.status == 0, result.err
    assert 'Also known as "Annie" (Aliases).' in result.out
    assert 'Also known as "Ann" (' in result.out
    assert [word for word in ("anna", "annie", ">ann<", "ann · 650") if word in texts(tmp_path)] == []
    assert "former player 1 · 650" in texts(tmp_path)


def test_an_earlier_name_that_is_now_of_another_player_stays(club: Path) -> None:
    set_cells(
        club, ("Players", "A4", "Anna"), ("Games", "B4", "Anna"), ("Games", "D5", "Anna"), ("Aliases", "B4", "Anna")
    )
    recalc_club(club, LATER)
    set_cells(club, ("Players", "A7", "Ann"))
    assert not recalc_club(club, LATER).problems
    assert run_here("forget", club, "Anna", "--yes").status == 0
    assert list(open_club_file(club).tables["Players"].column("Player") or ())[:4:3] == ["Former player 1", "Ann"]


def test_cut_off_it_can_be_run_again(club: Path, tmp_path: Path) -> None:
    before = club.read_bytes()
    with (
        mock.patch.object(forgetting, "replace_with_backup", side_effect=KeyboardInterrupt),
        pytest.raises(click.Abort),
    ):
        app(["forget", str(club), "Ann", "--yes"], standalone_mode=False)
    assert club.read_bytes() == before
    assert run_here("forget", club, "Ann", "--yes").status == 0
    assert "annie" not in texts(tmp_path) and ">ann<" not in texts(tmp_path)


@pytest.mark.parametrize("name", ["Z", "Games"])
def test_a_letter_or_a_word_of_the_sheets_changes_where_it_names_a_player_alone(name: str, tmp_path: Path) -> None:
    players = [["Player", "Division"], [name, name], ["Bob", name]]
    games = [GAMES[0], ["2026-01-06", name, 400, "Bob", 300], ["2026-01-13", "Bob", 410, name.lower(), 390]]
    path = book_of("montreal", tmp_path, {"players": players, "games": games})
    assert not recalc_club(path, NOW).problems
    set_cells(path, ("Games", "C4", 650), ("Rules", "B5", f"Season of {name}"))
    assert not recalc_club(path, LATER).problems
    before = ratings(path)
    printed = run_cleanly("forget", path, name, "--yes")
    tables = open_club_file(path).tables
    assert list(tables["Players"].column("Player") or ())[:2] == ["Former player 1", "Bob"]
    assert list(tables["Players"].column("Division") or ())[:2] == [name, name]
    assert (tables["Games"].column("Player 2") or ())[1] == "Former player 1"
    assert open_club_file(path).names["club_title"] == f"Season of {name}"
    left = printed.partition("and were not changed:\n")[2].splitlines()
    assert [line.split()[-1] for line in left] == [name] * 3
    assert ratings(path) == before and "was changed" not in run_here("recalc", "--dry-run", path).out


def test_a_french_workbook_gets_a_french_name_and_its_own_words_are_not_the_directors(tmp_path: Path) -> None:
    path = book_of("montreal", tmp_path, {"players": [["Player"], ["Cote"], ["Bob"]]})
    renew_in(path, "fr")
    printed = run_cleanly("forget", path, "Cote", "--yes")
    assert next(iter(open_club_file(path).tables["Players"].column("Player") or ())) == "Ancien joueur 1"
    assert "!" not in printed, "only texts of the director are listed with their cells"
