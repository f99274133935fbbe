"""An earlier run has seen this workbook: a new run says the same without the work, and works where anything differs."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.helpers.clubs import KEYS, edited, sample_book, spoken
from tests.helpers.programs.command_line import run_here
from xladdin.files.safety.seen import DATABASE, PLACE
from xladdin.hosts.file.unchanged import nothing_changed
from xladdin.hosts.made_before import is_printed, published_before
from xladdin.languages.language import NAMED
from xladdin.publish.club import Wishes


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the marks, away from the workbook."""
    monkeypatch.setenv(PLACE, str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def club(tmp_path: Path, cache: Path) -> Path:
    """A recalculated workbook in which a run has found nothing changed."""
    (tmp_path / "club").mkdir()
    path = sample_book("montreal", tmp_path / "club")
    assert run_here("check", path).status == 0
    assert nothing_changed(path, datetime.now()) is not None
    return path


@pytest.mark.parametrize(("key", "language"), [*((key, "English") for key in [*KEYS, "elo"]), ("montreal", "French")])
def test_the_words_are_the_same(
    key: str, language: str, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "club").mkdir()
    path = sample_book(key, tmp_path / "club")
    if language != "English":
        spoken(path, language)
        run_here("recalc", path)
    beside = sorted(path.parent.rglob("*"))
    commands = (["recalc"], ["recalc", "--json"], ["check"], ["check", "--json"])
    first = run_here("check", path)
    assert nothing_changed(path, datetime.now()) is not None
    known = [run_here(*command, path) for command in commands]
    assert known[2] == first
    monkeypatch.setenv(PLACE, "off")
    assert nothing_changed(path, datetime.now()) is None
    assert [run_here(*command, path) for command in commands] == known
    assert sorted(path.parent.rglob("*")) == beside


@pytest.mark.parametrize("language", NAMED)
def test_open_questions_are_told_again(language: str, club: Path) -> None:
    spoken(club, language)
    edited(club, ("Games", "C4", 2000), ("Games", "E4", 20))
    run_here("recalc", club)
    asked = run_here("check", club, "--json")
    assert json.loads(asked.out)["questions"]
    found = nothing_changed(club, datetime.now())
    assert found is not None
    assert len(found.looks) == len(json.loads(asked.out)["questions"])
    assert run_here("check", club, "--json") == asked


@pytest.mark.parametrize("place", ["cache", "off"])
def test_where_it_is_open_elsewhere_that_is_said(place: str, club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody typed there may not be saved yet, so "nothing has changed" would be half the truth."""
    if place == "off":
        monkeypatch.setenv(PLACE, place)
    said = f"{club} is open in LibreOffice by marta. What is not saved there does not count yet; save and close it."
    for command in ("recalc", "check"):
        before = run_here(command, club)
        lock = club.with_name(f".~lock.{club.name}#")
        lock.write_text(",marta,pc,07.01.2026 19:30,file:///home;")
        found = run_here(command, club)
        lock.unlink()
        assert (found.status, found.out.splitlines()) == (0, [said, *before.out.splitlines()])


def test_a_file_that_differs_is_recalculated(club: Path) -> None:
    edited(club, ("Games", "C4", 470))
    assert nothing_changed(club, datetime.now()) is None
    assert "Change" in run_here("recalc", club).out


def test_what_was_just_written_is_not_known_before_a_run_has_looked(club: Path) -> None:
    edited(club, ("Games", "C4", 470))
    assert run_here("recalc", club).status == 0
    assert nothing_changed(club, datetime.now()) is None
    assert run_here("recalc", club).status == 0
    assert nothing_changed(club, datetime.now()) is not None


def test_on_another_day_it_is_recalculated(club: Path) -> None:
    assert nothing_changed(club, datetime.now() + timedelta(days=1)) is None


def test_a_launcher_put_beside_it_is_noticed(club: Path) -> None:
    assert run_here("launcher", club).status == 0
    assert nothing_changed(club, datetime.now()) is None


def test_other_words_on_what_the_page_may_show_are_noticed(club: Path) -> None:
    assert run_here("publish", club, club.with_name("page"), "--private", "Sally").status == 0
    assert nothing_changed(club, datetime.now()) is None


def test_rows_to_fix_are_told_every_time(club: Path) -> None:
    edited(club, ("Games", "B4", "Nobody at all"))
    first = run_here("check", club)
    assert first.status == 1
    assert run_here("check", club) == first
    assert nothing_changed(club, datetime.now()) is None


def test_another_output_is_written_all_the_same(club: Path) -> None:
    assert run_here("recalc", club, "--output", club.with_name("other.xlsx")).status == 0
    assert club.with_name("other.xlsx").exists()


def test_a_damaged_file_is_refused_as_before(club: Path) -> None:
    content = club.read_bytes()
    club.write_bytes(content[:-200])
    assert nothing_changed(club, datetime.now()) is None
    assert "cannot be used" in run_here("check", club).err


def test_no_word_of_the_club_is_in_the_cache(club: Path, cache: Path) -> None:
    assert run_here("publish", club, club.with_name("page")).status == 0
    content = (cache / DATABASE).read_bytes()
    words = {cell for sheet in ("Players", "Games") for cell in _texts(club, sheet)}
    assert "Sally" in words
    assert [word for word in (*words, club.stem, "club") if len(word) > 2 and word.encode() in content] == []
    assert [path.name for path in cache.iterdir()] == [DATABASE]


def _texts(path: Path, sheet: str) -> set[str]:
    from xladdin.files.reading.club_file import open_club_file

    rows = open_club_file(path).sheet_values(sheet)
    return {cell for row in rows for cell in row if isinstance(cell, str)}


def test_a_page_that_is_there_as_it_was_written_is_not_written_again(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = club.with_name("page")
    assert run_here("publish", club, page).status == 0
    for folder in (page, None):
        assert published_before(club, folder, Wishes(), datetime.now()) is not None
    known = run_here("publish", club, page)
    assert known.out.endswith("Nothing has changed since the last time.\n")
    monkeypatch.setenv(PLACE, "off")
    assert run_here("publish", club, page) == known


@pytest.mark.parametrize("harm", ["torn", "gone", "more", "record"])
def test_a_page_that_differs_is_written_again(harm: str, club: Path) -> None:
    page = club.with_name("page")
    assert run_here("publish", club, page).status == 0
    index = page / "index.html"
    whole = index.read_bytes()
    if harm == "torn":
        index.write_bytes(whole[:300] + b"\0" * (len(whole) - 300))
    elif harm == "gone":
        index.unlink()
    elif harm == "more":
        (page / "notes.txt").write_text("mine")
    else:
        record = club.with_name("montreal.page.json")
        record.write_text(record.read_text().replace('"language": ""', '"language": "fr"'))
    assert published_before(club, page, Wishes(), datetime.now()) is None
    assert run_here("publish", club, page).status == 0
    assert harm == "record" or index.read_bytes() == whole


def test_other_wishes_are_another_page(club: Path) -> None:
    page = club.with_name("page")
    assert run_here("publish", club, page).status == 0
    assert published_before(club, page, Wishes("fr"), datetime.now()) is None
    assert "written" in run_here("publish", club, page, "--language", "fr").out


def test_the_same_evening_twice_is_printed_once(club: Path) -> None:
    page, pdf = club.with_name("page"), club.with_suffix(".pdf")
    assert f"Printed: {pdf}" in run_here("evening", club, "--page", page).out
    assert is_printed(club, pdf, datetime.now())
    again = run_here("evening", club, "--page", page)
    assert f"Printed already: {pdf}" in again.out
    assert "Nothing has changed since the last time." in again.out
    pdf.write_bytes(pdf.read_bytes() + b"%")
    assert not is_printed(club, pdf, datetime.now())


def test_a_run_from_memory_loads_neither_the_replay_nor_the_recalculation(club: Path) -> None:
    program = (
        "import sys; sys.argv = ['xladdin', 'check', sys.argv[1]]\n"
        "from xladdin.__main__ import main\n"
        "try: main()\n"
        "finally: print(*sorted(sys.modules), file=sys.stderr)"
    )
    said = subprocess.run([sys.executable, "-c", program, str(club)], capture_output=True, text=True, check=True)
    assert not {"xladdin.replay", "xladdin.recalc", "xladdin.log"} & set(said.stderr.split())
