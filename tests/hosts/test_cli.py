"""The command line as a user meets it: a child process, its output and its exit status."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.clubs import KEYS, edited, sample_book
from xladdin.samples import sample_files

DONE, ROWS_TO_MEND, CANNOT = 0, 1, 2


def xladdin(*arguments: object, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "xladdin", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=None, check=False)


def test_new_recalc_and_check(tmp_path: Path) -> None:
    book = tmp_path / "club.xlsx"
    files = sample_files("montreal")
    made = xladdin("new", "montreal", book, "--players", files["players"], "--games", files["games"])
    assert (made.returncode, made.stderr) == (DONE, "")
    assert "5 games" in made.stdout
    first = xladdin("recalc", book)
    assert first.returncode == DONE
    assert "Sally" in first.stdout
    assert "1709" in first.stdout
    again = xladdin("recalc", book)
    assert "Nothing has changed since the last recalculation." in again.stdout
    checked = xladdin("check", book)
    assert checked.returncode == DONE


def test_recalc_to_another_file_leaves_the_first(tmp_path: Path) -> None:
    book = sample_book("lexington", tmp_path, recalculated=False)
    before = book.read_bytes()
    assert xladdin("recalc", book, "--output", tmp_path / "out.xlsx").returncode == DONE
    assert book.read_bytes() == before
    assert "Nothing has changed" in xladdin("recalc", tmp_path / "out.xlsx").stdout
    refused = xladdin("recalc", book, "--output", tmp_path / "out.xlsx")
    assert refused.returncode == CANNOT
    assert "there already" in refused.stderr


@pytest.mark.parametrize("command", ["recalc", "check"])
def test_rows_to_mend_are_named_on_stderr(command: str, tmp_path: Path) -> None:
    book = sample_book("mississauga", tmp_path)
    edited(book, ("Games", "B2", "Piere"), ("Games", "C3", "lots"))
    before = book.read_bytes()
    said = xladdin(command, book)
    assert said.returncode == ROWS_TO_MEND
    assert 'Games row 2, Player 1 "Piere": no such player (did you mean "Pierre"?)' in said.stderr
    assert 'Games row 3, Score 1 "lots": must be a number' in said.stderr
    assert "2 rows to mend." in said.stderr
    assert (book.read_bytes() == before) is (command == "check")


def test_undo_brings_back_the_last(tmp_path: Path) -> None:
    book = sample_book("sca", tmp_path, recalculated=False)
    before = book.read_bytes()
    assert xladdin("recalc", book).returncode == DONE
    assert book.read_bytes() != before
    assert xladdin("undo", book).returncode == DONE
    assert book.read_bytes() == before


@pytest.mark.parametrize("command", ["recalc", "check", "undo", "print"])
def test_no_such_file(command: str, tmp_path: Path) -> None:
    said = xladdin(command, tmp_path / "nowhere.xlsx")
    assert said.returncode == CANNOT
    assert "nowhere.xlsx" in said.stderr
    assert "Traceback" not in said.stderr


def test_a_misspelt_system(tmp_path: Path) -> None:
    said = xladdin("new", "monteral", tmp_path / "club.xlsx")
    assert said.returncode == CANNOT
    assert "must be one of mississauga, montreal, lexington, sca, dptr" in said.stderr


def test_functions_show_help_and_an_example() -> None:
    listed = xladdin("functions")
    assert listed.returncode == DONE
    assert "LEXCHANGE(r1, r2, s1, s2, games)" in " ".join(listed.stdout.split())
    one = xladdin("functions", "lexchange")
    assert "=LEXCHANGE(1824,1708,459,272,60) gives 4" in one.stdout
    unknown = xladdin("functions", "LEXCHANG")
    assert unknown.returncode == CANNOT
    assert 'did you mean "LEXCHANGE"?' in unknown.stderr


def test_the_demo_makes_five_workbooks_and_shows_their_standings(tmp_path: Path) -> None:
    said = xladdin("demo", tmp_path / "demo")
    assert (said.returncode, said.stderr) == (DONE, "")
    assert sorted(path.stem for path in (tmp_path / "demo").glob("*.xlsx")) == sorted(KEYS)
    for name in ("Pierre", "Sally", "Ada", "Micah KRABILL"):
        assert name in said.stdout
    again = xladdin("demo", tmp_path / "demo")
    assert again.returncode == CANNOT
    assert "there already" in again.stderr
