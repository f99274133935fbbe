"""What Excel found, if somebody has put a run of it in place. We also try the judge on runs that are not of Excel."""

from __future__ import annotations

import json
import re
import shutil
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.excel.making import ANSWERS, PLAN, SAVED, make
from tests.excel.reading import complaints, runs_in
from tests.excel.stand_in import run

ANSWERED = Path(__file__).parent / "answers"
NONE = f"Excel has not been asked: no run of it is in {ANSWERED.relative_to(Path(__file__).parents[2])}."


def test_runs_of_excel_that_were_put_in_place() -> None:
    runs = runs_in(ANSWERED) if ANSWERED.is_dir() else []
    if not runs:
        warnings.warn(NONE, stacklevel=1)
    assert [f"{folder.name}: {words}" for folder, one in runs for words in complaints(folder, one)] == []


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run by stand-ins with the workbooks of one system."""
    folder = tmp_path_factory.mktemp("excel") / "run"
    make(folder, ["montreal"])
    run(folder, tmp_path_factory.mktemp("scratch"))
    return folder


def judged(folder: Path) -> list[str]:
    ((place, one),) = runs_in(folder)
    return list(complaints(place, one))


def test_a_sound_run_has_no_complaint(sound: Path) -> None:
    assert judged(sound) == []


def test_what_the_office_script_leaves_in_a_workbook_is_read(sound: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(sound, tmp_path / "run")
    answers = json.loads((folder / ANSWERS).read_text())
    (folder / ANSWERS).unlink()
    end = next(at for at, one in enumerate(answers["steps"]) if one["verb"] == "save")
    web = json.dumps(answers | {"script": "check.ts", "excel": "web", "steps": answers["steps"][:end]})
    saved = folder / SAVED / "montreal.xlsx"
    workbook = openpyxl.load_workbook(saved)
    sheet = workbook.create_sheet("Answers")
    for row, start in enumerate(range(0, len(web), 30_000), 1):
        sheet.cell(row, 1).value = web[start : start + 30_000]
    workbook.save(saved)
    assert judged(folder) == []


Spoil = Callable[[dict[str, Any], Path], object]


def step(answers: dict[str, Any], name: str, verb: str, what: str) -> dict[str, Any]:
    """A step of the run, from the part of one workbook."""
    steps = answers["steps"]
    start = next(at for at, one in enumerate(steps) if (one["verb"], one["what"]) == ("open", name))
    return next(one for one in steps[start:] if (one["verb"], one["what"]) == (verb, what))


def set_cell(
    sheet: str, row: int, column: int, value: object, book: str = "montreal.xlsx", when: str = "as opened"
) -> Spoil:
    def spoil(answers: dict[str, Any], folder: Path) -> None:
        step(answers, book, "read", when)["sheets"][sheet]["values"][row - 1][column - 1] = value

    return spoil


def damage_copy(answers: dict[str, Any], folder: Path) -> None:
    workbook = openpyxl.load_workbook(folder / SAVED / "montreal.xlsx")
    workbook["Games"]["C4"] = 999
    workbook.save(folder / SAVED / "montreal.xlsx")


SPOILT: dict[str, tuple[Spoil, str]] = {
    "refused": (
        lambda answers, folder: step(answers, "montreal.xlsx", "open", "montreal.xlsx").update(error="1004"),
        "montreal.xlsx: open montreal.xlsx: 1004",
    ),
    "left out": (
        lambda answers, folder: answers.update(steps=answers["steps"][:5]),
        "montreal.xlsm: open montreal.xlsm: not done",
    ),
    "another value": (set_cell("Players", 4, 4, 1), "montreal.xlsx: Players!D4 shows 1 instead of 1709"),
    "an error value": (set_cell("Standings", 7, 3, "#NAME?"), "montreal.xlsx: Standings!C7 shows '#NAME?' instead of "),
    "a blank": (
        set_cell("Start", 1, 2, None),
        "montreal.xlsx: Start!B1 shows None instead of 'Montreal Scrabble Club'",
    ),
    "not recalculated": (
        set_cell("Players", 4, 4, 1710, "montreal.xlsm", "as recalculated"),
        "montreal.xlsm: Players!D4 shows 1710 instead of 1709",
    ),
    "a wrong function": (
        lambda answers, folder: step(answers, "montreal.xlsx", "type", "=MTLBASIC(510)").update(value=3),
        "montreal.xlsx: =MTLBASIC(510) gives 3 instead of 2",
    ),
    "no function": (
        lambda answers, folder: step(answers, "montreal.xlsm", "type", "=MTLBASIC(510)").update(value="#NAME?"),
        "montreal.xlsm: =MTLBASIC(510) gives '#NAME?' instead of 2",
    ),
    "a button that failed": (
        lambda answers, folder: step(answers, "montreal.xlsm", "press", "Recalculate").update(said=["No module"]),
        "montreal.xlsm: press Recalculate: it said ['No module']",
    ),
    "no PDF": (
        lambda answers, folder: (folder / "montreal.pdf").unlink(),
        "montreal.xlsm: Make PDF made no montreal.pdf",
    ),
    "no copy before": (
        lambda answers, folder: shutil.rmtree(folder / "backups"),
        "montreal.xlsm: Recalculate put no copy into backups",
    ),
    "a lost sheet": (
        lambda answers, folder: step(answers, "montreal.xlsx", "read", "as opened")["sheets"].pop("Records"),
        "montreal.xlsx: its sheets are Start, ",
    ),
    "a copy that lost a score": (damage_copy, "montreal.xlsx: the saved copy: "),
    "a copy without its add-in": (
        lambda answers, folder: shutil.copy(folder / "montreal.xlsx", folder / SAVED / "montreal lite.xlsx"),
        "montreal lite.xlsx: the saved copy carries its add-in no more",
    ),
    "no copy": (
        lambda answers, folder: (folder / SAVED / "montreal.xlsm").unlink(),
        "montreal.xlsm: there is no montreal.xlsm",
    ),
    "no version": (lambda answers, folder: answers.update(excel=""), f"{ANSWERS}: it does not name its excel"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_spoilt_run_is_found_out(what: str, sound: Path, tmp_path: Path) -> None:
    spoil, complaint = SPOILT[what]
    folder = shutil.copytree(sound, tmp_path / "run")
    answers = json.loads((folder / ANSWERS).read_text())
    spoil(answers, folder)
    (folder / ANSWERS).write_text(json.dumps(answers))
    found = judged(folder)
    assert any(words.startswith(complaint) for words in found), found


def test_the_plan_is_of_every_system_and_kind(sound: Path) -> None:
    lines = (sound / PLAN).read_text().splitlines()
    opened = [line.partition("\t")[2] for line in lines if line.startswith("open\t")]
    assert opened == ["montreal.xlsx", "montreal.xlsm", "montreal lite.xlsx"]
    assert {line.partition("\t")[0] for line in lines} == {"open", "read", "type", "press", "save", "close"}
    assert len([line for line in lines if line.startswith("type\t=")]) > 40
    assert re.findall(r"press\t(\w+)", "\n".join(lines)) == ["Recalculate", "MakePDF"]
