"""Several workbooks in one command. Each has its line, a bad one stops no other, and the status is the worst of all."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from tests.helpers.clubs import sample_book, set_cells
from tests.helpers.programs.command_line import run_here, run_refused
from xladdin import Diagnostic, InvalidRowsError, msg
from xladdin.commands.batch import BatchResult, run_batch

DONE, ROWS_TO_FIX, FAILED = 0, 1, 2
ASKED_OF_ONE = ("recalc", "--output"), ("evening", "--page"), ("evening", "--output")


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample_book("montreal", tmp_path_factory.mktemp("fresh"), recalculated=False)


@pytest.fixture
def folder(fresh: Path, tmp_path: Path) -> Path:
    """Two sound clubs, one with a wrong row, one broken, one foreign, one open in Excel, and a file of another kind."""
    clubs = tmp_path / "clubs"
    clubs.mkdir()
    for name in ("a.xlsx", "b.xlsx", "c.xlsx", "locked.xlsx"):
        shutil.copy(fresh, clubs / name)
    set_cells(clubs / "b.xlsx", ("Games", "B4", "Piere"))
    (clubs / "broken.xlsx").write_bytes(fresh.read_bytes()[:5000])
    (clubs / "foreign.xlsx").write_bytes(b"Name,Rating\n")
    (clubs / "~$locked.xlsx").write_bytes(b"Ann")
    (clubs / "notes.txt").write_text("buy pencils")
    (clubs / "backups").mkdir()
    shutil.copy(fresh, clubs / "backups" / "old.xlsx")
    return clubs


def test_a_bad_file_is_named_and_the_others_go_on(folder: Path) -> None:
    result = run_here("recalc", folder)
    assert result.status == FAILED
    lines = {Path(line.split("│")[1].strip()).name: line for line in result.out.splitlines() if "│" in line}
    assert list(lines) == ["a.xlsx", "b.xlsx", "broken.xlsx", "c.xlsx", "foreign.xlsx", "locked.xlsx"]
    assert "5 games of 3 players rated." in lines["a.xlsx"]
    assert "5 games of 3 players rated." in lines["c.xlsx"]
    assert lines["b.xlsx"].rstrip(" │").endswith("1 row to fix; nothing was rated.")
    assert "b.xlsx:" in result.err and result.err.count('Games row 4, Player 1: "Piere"') == 1
    assert "broken.xlsx" in lines["broken.xlsx"].split("│")[2]
    assert "open" in lines["locked.xlsx"]
    again = run_here("recalc", folder / "a.xlsx", folder / "c.xlsx")
    assert again.status == DONE
    assert again.out.count("Nothing has changed since the last recalculation.") == 2
    copies = {path: path.read_bytes() for path in folder.glob("backups/a 20*.xlsx")}
    assert run_here("recalc", folder / "backups").out.count("is a dated copy") == len(copies) + 1 > 1
    assert {path: path.read_bytes() for path in copies} == copies
    result = run_here("recalc", "--dry-run", folder, "--json")
    reports = [json.loads(line) for line in result.out.splitlines()]
    assert [(Path(report["file"]).name, report["status"]) for report in reports] == [
        ("a.xlsx", DONE), ("b.xlsx", ROWS_TO_FIX), ("broken.xlsx", FAILED), ("c.xlsx", DONE), ("foreign.xlsx", FAILED),
        ("locked.xlsx", DONE),
    ]  # fmt: skip
    assert reports[1]["problems"][0]["value"] == "Piere" and "summary" in reports[0]


def test_an_option_for_one_file_is_refused_with_several(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.glob("*.xlsx")}
    for command, option in ASKED_OF_ONE:
        assert "a single FILE" in run_refused(command, folder, option, folder / "out.xlsx")
    assert {path: path.read_bytes() for path in folder.glob("*.xlsx")} == before


def test_publish_makes_a_page_of_each(folder: Path) -> None:
    pages = folder.parent / "pages"
    run_here("recalc", folder / "a.xlsx", folder / "c.xlsx")
    result = run_here("publish", folder / "a.xlsx", folder / "c.xlsx", folder / "b.xlsx", pages)
    assert result.status == ROWS_TO_FIX
    assert sorted(path.name for path in pages.iterdir() if path.is_dir()) == ["a", "c"]
    assert (pages / "a" / "index.html").exists()
    again = run_here("publish", folder / "a.xlsx", folder / "c.xlsx", pages).out
    assert "Nothing has changed since the last time. Players are shown by initials" in again
    other = folder.parent / "other"
    other.mkdir()
    shutil.copy(folder / "a.xlsx", other / "A.xlsx")
    assert "have the same name" in run_refused("publish", folder, other, pages)


def stop_at_the_seventh(path: Path) -> BatchResult:
    if path.name == "07.txt":
        os.kill(os.getpid(), signal.SIGKILL)
    return BatchResult(DONE, "read")


def find_wrong_row(path: Path) -> BatchResult:
    if path.name == "07.txt":
        raise InvalidRowsError([Diagnostic("Games", "Games", 4, "Date", "", msg("is blank"))])
    return BatchResult(DONE, msg("read"))


@pytest.mark.parametrize(
    ("work", "status", "message"),
    [(stop_at_the_seventh, FAILED, "was stopped from outside"), (find_wrong_row, ROWS_TO_FIX, "1 row to fix")],
)
def test_a_process_of_a_batch_that_fails_leaves_its_files_named(
    work: Callable[[Path], BatchResult],
    status: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    paths = [tmp_path / f"{number:02d}.txt" for number in range(20)]
    for path in paths:
        path.touch()
    with pytest.raises(click.exceptions.Exit) as end:
        run_batch(paths, work)
    assert end.value.exit_code == status
    assert message in capsys.readouterr().out
