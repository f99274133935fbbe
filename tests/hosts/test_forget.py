"""A person leaves the records of the club. The name is gone everywhere, and no rating moves."""

from __future__ import annotations

import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from unittest.mock import Mock

import click
import openpyxl
import pytest

from tests.helpers.clubs import LATER, NOW, ONE_OF_EACH_KIND, book_of, edited, random_tables, recalculated, sample_book
from tests.helpers.programs.command_line import run_here
from tests.oracle.reference.verify import verify_file
from xladdin.files.reading.club_file import ClubFile, open_club_file
from xladdin.files.safety.restoring import list_backups
from xladdin.hosts.file import forgetting
from xladdin.publish.evening_report import EveningReport
from xladdin.publish.record import PageRecord, read_record, write_record
from xladdin.reports.scoreboard import SessionLine
from xladdin.systems import system_named

PLAYERS = [["Player", "Start rating", "Start games"], *([name, 1200, 60] for name in ("Ann", "Lee Ann", "Bob & Co"))]
GAMES = [
    ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
    ["2026-01-06", "ann", 400, "Bob & Co", 300],
    ["2026-01-13", "Lee Ann", 410, "Annie", 390],
]
ALIASES = [["Alias", "Player"], ["Annie", "Ann"]]


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A club whose Ann has an alias and another case. It was corrected once and published, and has copies of both."""
    path = book_of("montreal", tmp_path, {"players": PLAYERS, "games": GAMES, "aliases": ALIASES})
    assert not recalculated(path, NOW).problems
    edited(path, ("Games", "C4", 650))
    assert not recalculated(path, LATER).problems
    assert run_here("publish", path, tmp_path / "page").status == 0
    return path


def texts(folder: Path) -> str:
    """Everything in every file of a folder, unpacked."""
    found = []
    for file in sorted(folder.rglob("*")):
        if file.suffix == ".csv" or not file.is_file():
            continue
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as archive:
                found += [archive.read(name).decode("utf-8", "replace") for name in archive.namelist()]
        else:
            found.append(file.read_text(errors="replace"))
    return "\n".join(found).replace("Lee Ann", "").casefold()


def rewritten(path: Path, old: str, new: str) -> None:
    """Another text of XML in the place of one, in every part."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content.replace(old.encode(), new.encode()))


def ratings(path: Path) -> list[object]:
    return list(open_club_file(path).tables["Players"].column("Rating") or ())


def test_the_name_is_nowhere_any_more(club: Path, tmp_path: Path) -> None:
    before, everything = ratings(club), texts(tmp_path)
    assert all(text in everything for text in (">ann<", "annie"))
    said = run_here("forget", club, "Ann", "--yes")
    assert (said.status, said.err) == (0, "")
    everything = texts(tmp_path)
    assert ">ann<" not in everything and "annie" not in everything and '"ann"' not in everything
    assert "former player 1" in everything
    assert ratings(club) == before
    assert list(open_club_file(club).tables["Players"].column("Player") or ())[:3] == [
        "Former player 1", "Lee Ann", "Bob & Co",
    ]  # fmt: skip
    assert all(f"Written again: backups/{backup.copy.name}" in said.out for backup in list_backups(club))


def test_a_page_that_fails_is_told_after_what_was_done(club: Path, tmp_path: Path) -> None:
    (tmp_path / "page").rename(tmp_path / "elsewhere")
    (tmp_path / "page").write_text("my own notes")
    said = run_here("forget", club, "Ann", "--yes")
    assert said.status == 2
    assert '"Former player 1" is in montreal.xlsx now.' in said.out
    assert "page is already there and is not a folder" in said.err


def test_undo_and_redo_do_not_bring_it_back(club: Path, tmp_path: Path) -> None:
    assert run_here("undo", club).status == 0
    refused = run_here("forget", club, "Ann", "--yes")
    assert refused.status == 2
    assert "is not up to date. Recalculate it first" in refused.err
    recalculated(club, LATER)
    assert run_here("forget", club, "Ann", "--yes").status == 0
    assert "annie" not in texts(tmp_path)
    assert {backup.state for backup in list_backups(club)} <= {"sound"}
    for command in ("undo", "redo", "undo"):
        run_here(command, club, "--anyway")
        assert "annie" not in texts(tmp_path)


def test_a_copy_without_the_name_stays_as_it_is(club: Path) -> None:
    other = list_backups(club)[1].copy
    for word in ("annie", "Annie", "Ann", "ann"):
        rewritten(other, word, "Cyd")
    before = other.read_bytes()
    said = run_here("forget", club, "Ann", "--yes")
    assert (said.status, other.name in said.out) == (0, False)
    assert other.read_bytes() == before


@pytest.mark.parametrize("name", ["Z", "Games"])
def test_a_letter_or_a_word_of_the_sheets_changes_where_it_names_a_player_alone(name: str, tmp_path: Path) -> None:
    players = [["Player", "Division"], [name, name], ["Bob", name]]
    games = [GAMES[0], ["2026-01-06", name, 400, "Bob", 300], ["2026-01-13", "Bob", 410, name.lower(), 390]]
    path = book_of("montreal", tmp_path, {"players": players, "games": games})
    assert not recalculated(path, NOW).problems
    edited(path, ("Games", "C4", 650), ("Rules", "B5", f"Season of {name}"))
    assert not recalculated(path, LATER).problems
    earlier = EveningReport(NOW.date(), "", 2, 1, [], [SessionLine(name, 1, 1, 0, 0, 100, 1200, 1210, 10, 10, None)])
    write_record(path, PageRecord(past=[earlier]))
    before = ratings(path)
    said = run_here("forget", path, name, "--yes")
    assert (said.status, said.err) == (0, "")
    assert f'"{name}" is too common a word to be found everywhere' in said.out
    assert read_record(path).past == [earlier.renamed({name: "Former player 1"})]
    for undone in (False, True):
        assert not undone or run_here("undo", path).status == 0
        tables = open_club_file(path).tables
        assert list(tables["Players"].column("Player") or ())[:2] == ["Former player 1", "Bob"]
        assert list(tables["Players"].column("Division") or ())[:2] == [name, name]
        assert (tables["Games"].column("Player 2") or ())[1] == "Former player 1"
        assert undone or open_club_file(path).names["club_title"] == f"Season of {name}"
        assert undone or (ratings(path) == before and "was changed" not in run_here("recalc", "--dry-run", path).out)


def test_a_player_who_once_had_a_common_name_is_forgotten(tmp_path: Path) -> None:
    players, games = [["Player"], ["Rank"], ["Bob"]], [GAMES[0], ["2026-01-06", "Rank", 400, "Bob", 300]]
    path = book_of("montreal", tmp_path, {"players": players, "games": games})
    assert not recalculated(path, NOW).problems
    assert run_here("rename", path, "Rank", "Ulrike Lee").status == 0
    said = run_here("forget", path, "Ulrike Lee", "--yes")
    assert (said.status, '"Rank" is too common a word' in said.out, '"Ulrike Lee" is' in said.out) == (0, True, False)
    assert "ulrike" not in texts(tmp_path)
    for copy in list_backups(path):
        assert "Rank" not in (open_club_file(copy.copy).tables["Players"].column("Player") or ())


def test_it_corrects_no_row_in_the_journal(club: Path) -> None:
    """Neither of the workbook nor of the copy that an undo brings back, where the same rows have the other name."""
    headings = "Date,Player 1,Score 1,Player 2,Score 2\n"
    source = club.with_name("games.csv")
    source.write_text(f"{headings}2026-01-20,Lee Ann,410,Bob & Co,390\n")
    assert run_here("import", club, source).status == 0
    assert run_here("forget", club, "Ann", "--yes").status == 0
    for undone in (False, True):
        assert not undone or run_here("undo", club).status == 0
        assert not any("not known here" in str(line) for line in open_club_file(club).sheet_values("Journal"))
        assert "was changed" not in run_here("recalc", "--dry-run", club).out
    source.write_text(f"{headings}2026-01-13,Lee Ann,410,Former player 1,390\n2026-01-20,Lee Ann,410,Bob & Co,390\n")
    said = run_here("import", club, source)
    assert "New: 1 game. There already: 1 game." in said.out
    assert "Left out" not in said.out and "was changed" not in said.out


@pytest.mark.parametrize("written", ["Zoë O&apos;Neil", "Zo&#235; O'Neil", "Zo&#xEB; O&#39;Neil"])
def test_a_name_that_another_program_wrote_with_references(written: str, tmp_path: Path) -> None:
    """LibreOffice writes an apostrophe so, and openpyxl an accent."""
    players = [PLAYERS[0], ["Zoë O'Neil", 1200, 60], *PLAYERS[2:]]
    games = [GAMES[0], ["2026-01-06", "Zoë O'Neil", 400, "Bob & Co", 300]]
    path = book_of("montreal", tmp_path, {"players": players, "games": games})
    recalculated(path, NOW)
    rewritten(path, "Zoë O'Neil", written)
    assert not recalculated(path, LATER).problems
    said = run_here("forget", path, "Zoë O'Neil", "--yes")
    assert (said.status, said.err) == (0, "")
    assert "neil" not in texts(tmp_path)
    assert "Bob & Co" in (open_club_file(path).tables["Players"].column("Player") or ())


@pytest.mark.parametrize("key", ["mississauga", "lexington"])
def test_the_given_name_alone_is_in_no_copy(key: str, tmp_path: Path) -> None:
    """The scoreboard and the weekly sheet call players by it."""
    players = [["Player", "Start rating", "Start games"], ["Ulrike Lee", 1200, 60], ["Bob Lee", 1300, 60]]
    path = book_of(
        key, tmp_path, {"players": players, "games": [GAMES[0], ["2026-01-06", "Bob Lee", 300, "Ulrike Lee", 400]]}
    )
    assert not recalculated(path, NOW).problems
    edited(path, ("Games", "C4", 310))
    assert not recalculated(path, LATER).problems
    assert run_here("forget", path, "Ulrike Lee", "--yes").status == 0
    assert "ulrike" not in texts(tmp_path)
    assert "bob lee" in texts(tmp_path)


def test_the_halves_of_a_long_name_are_in_no_copy(tmp_path: Path) -> None:
    """The crosstable has them in two rows, and the scoreboard called her by an earlier given name."""
    names = ["Ulrike Krishnamurthy-Subramaniam", "Bob Lee", "Ravi Raman"]
    players = [["Player", "Start rating", "Start games"], *([name, 1200, 60] for name in names)]
    games = [GAMES[0], ["2026-01-06", names[1], 300, names[0], 400], ["2026-01-06", names[2], 300, names[1], 400]]
    path = book_of("mississauga", tmp_path, {"players": players, "games": games})
    assert not recalculated(path, NOW).problems
    assert run_here("rename", path, names[0], "Mechthild Krishnamurthy-Subramaniam").status == 0
    assert not recalculated(path, LATER).problems
    assert ">mechthild krishnamurthy-<" in texts(tmp_path) and "ulrike" in texts(tmp_path)
    assert run_here("forget", path, "Mechthild Krishnamurthy-Subramaniam", "--yes").status == 0
    everything = texts(tmp_path)
    assert [word for word in ("ulrike", "mechthild", "krishnamurthy", "subramaniam") if word in everything] == []
    assert "bob lee" in everything and "ravi raman" in everything


def test_a_name_typed_without_its_accents(tmp_path: Path) -> None:
    games = [GAMES[0], ["2026-01-06", "Zoë", 400, "Bob", 300], ["2026-01-06", "Zoë", 400, "Zoe Lee", 300]]
    players = [["Player"], ["Zoë"], ["Bob"], ["Zoe Lee"]]
    path = book_of("montreal", tmp_path, {"players": players, "games": games})
    edited(path, ("Games", "B4", "ZOE"))
    assert not recalculated(path, NOW).problems
    edited(path, ("Games", "B4", "Zoé"))
    assert not recalculated(path, LATER).problems
    said = run_here("forget", path, "Zoë", "--yes")
    assert (said.status, said.err) == (0, "")
    everything = texts(tmp_path).replace("zoe lee", "")
    assert [name for name in ("zoe", "zoé", "zoë") if name in everything] == []


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_nobodys_rating_moves(key: str, tmp_path: Path) -> None:
    path = book_of(key, tmp_path, random_tables(key, 60, 8, seed=5))
    recalculated(path)
    before = ratings(path)
    name = next(str(cell) for cell in open_club_file(path).tables["Players"].column("Player") or ())
    said = run_here("forget", path, name, "--as", "Nobody known", "--yes")
    assert (said.status, said.err) == (0, "")
    assert ratings(path) == before
    assert verify_file(path, NOW).disagreements == []


def test_what_cannot_be_is_refused_and_nothing_changed(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    before = path.read_bytes()
    for arguments, words in (
        (["Sally"], "add --yes"),
        (["Nobody", "--yes"], '"Nobody" is not a player. The players are '),
        (["Sally", "--as", "john", "--yes"], "is the name of another player"),
    ):
        said = run_here("forget", path, *arguments)
        assert said.status == 2
        assert words in said.err
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["Annie", "Anm"])
def test_another_spelling_is_not_forgotten_and_the_player_is_named(name: str, club: Path) -> None:
    before = club.read_bytes()
    refused = run_here("forget", club, name, "--yes")
    assert (refused.status, refused.err) == (2, f'"{name}" is not a player (did you mean "Ann"?).\n')
    assert club.read_bytes() == before


def test_who_has_the_plain_letters_of_a_name_is_another() -> None:
    nothing_typed = cast("ClubFile", SimpleNamespace(tables={}))
    system = system_named("montreal")
    assert forgetting._spellings(nothing_typed, system, "zoë", ["Zoë", "Zoe", "Bob"]) == {"Zoë"}
    assert forgetting._spellings(nothing_typed, system, "zoë", ["Zoë", "Bob"]) == {"Zoë", "zoe"}


def test_a_copy_with_a_formula_that_was_never_computed_loses_the_name_too(tmp_path: Path) -> None:
    path = book_of("montreal", tmp_path, {"players": [["Player"], ["Ann"], ["Bob"]]})
    recalculated(path)
    edited(path, ("Players", "A5", '="B"&"ob"'))
    made = forgetting.Renaming({"Ann"}, [], "Former player 1", ()).copy(path, system_named("montreal"))
    assert made is not None
    path.write_bytes(made)
    assert openpyxl.load_workbook(path)["Players"]["A4"].value == "Former player 1"


def test_at_a_terminal_it_asks_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, asked = SimpleNamespace(isatty=lambda: True), Mock(side_effect=click.Abort)
    monkeypatch.setattr("xladdin.commands.exchange.names.sys", SimpleNamespace(stdin=here, stderr=here))
    monkeypatch.setattr("click.confirm", asked)
    path = book_of("montreal", tmp_path, {"players": [["Player"], ["Ann"]]})
    before = path.read_bytes()
    assert run_here("forget", path, "Ann").status == 1
    question = f'Take "Ann" out of {path.name} and all its copies? There is no undo.'
    asked.assert_called_once_with(question, abort=True, err=True)
    assert path.read_bytes() == before
