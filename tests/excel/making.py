"""Writes a folder for a run of Excel: a workbook of every system and kind, what to do with each, and the scripts.

The plan has lines of a verb and what it is about, with a tab between: open, read, type, press, save, close. Each script
does one after the other, and writes what it found at each step to answers.json.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import xladdin
from xladdin.commands.programs import sample_files
from xladdin.functions import CATALOGUE
from xladdin.hosts.file_commands import recalculate_file
from xladdin.hosts.lite import carry_in_file
from xladdin.hosts.macro_project import put_macros
from xladdin.systems import KEYS
from xladdin.workbook.lambda_names import lambda_names
from xladdin.workbook.new_workbook import create_workbook

HERE = Path(__file__).parent
PLAN, ANSWERS, SAVED = "plan.txt", "answers.json", "saved"
SCRIPTS = ("check.ps1", "check.applescript")
OFFICE_SCRIPT = "check.ts"
LITE = " lite.xlsx"
"""The name of a workbook that carries its add-in ends like this."""
Step = tuple[str, str]


def make(folder: Path, keys: Sequence[str] = KEYS) -> None:
    """Write the folder, which must not exist yet. `keys` are those of the systems."""
    folder.mkdir(parents=True)
    (folder / SAVED).mkdir()
    names: list[str] = []
    for key in keys:
        plain = folder / f"{key}.xlsx"
        create_workbook(xladdin.system(key), plain, sample_files(key), datetime.now())
        put_macros(plain)  # not recalculated: the button has something to do
        recalculate_file(plain, None, datetime.now())
        carrying = folder / f"{key}{LITE}"
        shutil.copy(plain, carrying)
        carry_in_file(carrying)
        names += [plain.name, plain.with_suffix(".xlsm").name, carrying.name]
    shutil.rmtree(folder / "backups", ignore_errors=True)
    lines = ["\t".join(step) for name in names for step in steps_of(name)]
    (folder / PLAN).write_text("\n".join(lines) + "\n", encoding="utf-8")
    for script in SCRIPTS:
        shutil.copy(HERE / script, folder)
    source = (HERE / OFFICE_SCRIPT).read_text(encoding="utf-8")
    formulas = json.dumps([f"={formula}" for formula in formulas_of("club.xlsx")])
    (folder / OFFICE_SCRIPT).write_text(source.replace("[] /* filled by make */", formulas), encoding="utf-8")


def steps_of(name: str) -> Iterator[Step]:
    yield "open", name
    yield "read", "as opened"
    for formula in formulas_of(name):
        yield "type", f"={formula}"
    if name.endswith(".xlsm"):
        yield "press", "Recalculate"
        yield "read", "as recalculated"
        yield "press", "MakePDF"
    yield "save", f"{SAVED}/{name}"
    yield "close", name


def formulas_of(name: str) -> list[str]:
    """Return examples of the functions that a workbook has by itself, where they need no range."""
    if name.endswith(LITE):
        return []
    there = CATALOGUE if name.endswith(".xlsm") else lambda_names()
    return [CATALOGUE[function].example for function in there if is_plain(function)]


def is_plain(function: str) -> bool:
    example = CATALOGUE[function].example
    return not any(sign in example for sign in "{[") and not example.endswith("()")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    make(target)
    print(f"{target} is made. Run check.ps1 there on Windows, check.applescript on a Mac; on the web paste check.ts.")
