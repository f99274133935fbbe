"""The .xlsm that `xladdin new` makes, through a recalculation from the command line."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import LATER, NOW, ONE_OF_EACH_KIND, recalculated
from tests.helpers.programs.ooxml import validate_workbook
from xladdin.samples import sample_files
from xladdin.systems import system_named
from xladdin.workbook.lambdas import lambda_names
from xladdin.workbook.new_book import make_book

KEPT = re.compile(r"vbaProject\.bin|vmlDrawing|ctrlProps|drawing|\[Content_Types\]|_rels/")


def macro_book(key: str, folder: Path) -> Path:
    path = folder / f"{key}.xlsm"
    assert not make_book(system_named(key), path, sample_files(key), NOW).problems
    return path


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_recalculation_keeps_macros_and_buttons(key: str, tmp_path: Path) -> None:
    path = macro_book(key, tmp_path)
    before = members(path)
    outcome = recalculated(path)
    assert outcome.changes
    after = members(path)
    assert list(after) == list(before)
    kept = {name for name in before if KEPT.search(name)}
    assert {"xl/vbaProject.bin"} < kept
    assert [name for name in kept if after[name] != before[name]] == []
    assert validate_workbook(path) == []
    assert not recalculated(path, LATER).blocks


def test_function_names_are_lambdas_in_an_xlsx_and_python_in_an_xlsm(tmp_path: Path) -> None:
    plain, nameless = tmp_path / "plain.xlsx", tmp_path / "nameless.xlsx"
    make_book(system_named("sca"), plain, {}, NOW)
    make_book(system_named("sca"), nameless, {}, NOW, lambda_names=False)
    functions = set(lambda_names())
    assert functions
    assert functions <= set(openpyxl.load_workbook(plain).defined_names)
    assert not functions & set(openpyxl.load_workbook(nameless).defined_names)
    assert not functions & set(openpyxl.load_workbook(macro_book("sca", tmp_path)).defined_names)
