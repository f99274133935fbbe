"""The button Pair tonight writes, cell for cell, what the command line writes."""

from __future__ import annotations

import shutil
from html import unescape
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import NOW
from tests.helpers.evenings import mark
from tests.helpers.excel import buttons
from tests.helpers.excel.com_book import press_classic_button
from tests.helpers.excel.pressing import (
    cells,
    differences,
    press_button,
    random_book,
)
from xladdin.game_log.players import BYE
from xladdin.hosts.recalculation import pair_file, recalculate_file


@pytest.mark.parametrize("key", ["montreal", "sca"])
def test_pair_tonight_on_the_remote_engine_writes_what_the_command_line_writes(key: str, tmp_path: Path) -> None:
    path = random_book(key, tmp_path)
    recalculate_file(path, None, NOW)
    mark(path)
    copy = path.with_name("copy.xlsx")
    shutil.copy(path, copy)
    paired = pair_file(copy, NOW)
    book = press_button(path, buttons.pair_now)
    assert "tables paired." in book.alerts[0]
    assert all(line in book.alerts[0] for line in paired.said)
    by_button = book.workbook
    expected = openpyxl.load_workbook(copy)
    assert differences(by_button, expected) == {}


def test_pair_tonight_on_the_classic_engine(tmp_path: Path) -> None:
    path = random_book("mississauga", tmp_path, ".xlsm")
    recalculate_file(path, None, NOW)
    mark(path)
    copy = path.with_name("copy.xlsm")
    shutil.copy(path, copy)
    paired = pair_file(copy, NOW)
    (alert,), _ = press_classic_button(path, f"{buttons.__name__}:classic_pair")
    assert "tables paired." in alert
    expected = openpyxl.load_workbook(copy)
    assert differences(openpyxl.load_workbook(path), expected) == {}
    slips = unescape(path.with_name("slips.html").read_text(encoding="utf-8"))
    assert all(name in slips for table in paired.tables if BYE not in table for name in table)


def test_a_pairing_that_cannot_be_is_said_and_writes_nothing(tmp_path: Path) -> None:
    path = random_book("mississauga", tmp_path)
    before = cells(openpyxl.load_workbook(path))
    book = press_button(path, buttons.pair_now)
    assert book.alerts == [
        "Nothing was paired. Nobody is marked as here. Mark who is here on the sheet Tonight, and save."
    ]
    assert cells(book.workbook) == before
