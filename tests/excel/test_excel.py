"""What Excel found, if somebody has put a run of it in place, and the plan of such a run."""

from __future__ import annotations

import warnings
from pathlib import Path

from tests.excel.making import PLAN, make
from tests.excel.reading import complaints, runs_in

ANSWERED = Path(__file__).parent / "answers"
NONE = f"Excel has not been asked: no run of it is in {ANSWERED.relative_to(Path(__file__).parents[2])}."


def test_runs_of_excel_that_were_put_in_place() -> None:
    runs = runs_in(ANSWERED) if ANSWERED.is_dir() else []
    if not runs:
        warnings.warn(NONE, stacklevel=1)
    assert [f"{folder.name}: {words}" for folder, one in runs for words in complaints(folder, one)] == []


def test_the_plan_is_of_every_kind_of_workbook(tmp_path: Path) -> None:
    make(tmp_path / "run", ["montreal"])
    lines = (tmp_path / "run" / PLAN).read_text().splitlines()
    opened = [line.partition("\t")[2] for line in lines if line.startswith("open\t")]
    assert opened == ["montreal.xlsx", "montreal.xlsm", "montreal lite.xlsx"]
    assert {line.partition("\t")[0] for line in lines} == {"open", "read", "type", "press", "save", "close"}
    assert [line for line in lines if line.startswith("press\t")] == ["press\tRecalculate", "press\tMakePDF"]
