"""The classic button on workbooks with protected sheets, and where Excel refuses one of its writes."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from tests.helpers.excel import com_book
from tests.helpers.excel.classic_press import OK
from xladdin.systems import system_named
from xladdin.workbook.contents import report_sheets_of, tables_of
from xladdin.workbook.schema import START

NOW = datetime(2024, 10, 1, 20, 15)
KEYS = ("montreal", "sca")
"""There are few, because each takes seconds to open."""
WRITES = 60
"""A press makes about as many writes. If the one to fail comes after the last, nothing fails."""

Cells = Mapping[tuple[str, str], object]
"""Values and formulas by sheet and cell."""


@dataclass(frozen=True)
class Press:
    """A press of the button.

    `protected` names protected sheets, `for_people` those that are protected only against people, and `refused` the
    write that Excel refuses.
    """

    key: str
    protected: Sequence[str] = ()
    for_people: Sequence[str] = ()
    refused: int | None = None


@dataclass(frozen=True)
class Pressed:
    """What came of a press: the messages, whether the copy stays, the sheets in the order of writing, and the cells."""

    messages: Sequence[str]
    keeps_copy: bool
    sheets: Sequence[str]
    before: Cells
    after: Cells


@st.composite
def presses(draw: st.DrawFn) -> Press:
    key = draw(st.sampled_from(KEYS))
    system = system_named(key)
    sheets = st.sampled_from((START, "Rules", *tables_of(system), *report_sheets_of(system)))
    few = st.lists(sheets, max_size=3, unique=True)
    is_protected = draw(st.integers(0, 2)) == 0
    return Press(
        key,
        draw(few) if is_protected else (),
        draw(few) if is_protected else (),
        None if is_protected else draw(st.integers(0, WRITES)),
    )


def press(given: Press) -> None:
    """Writes all or nothing where a protected sheet tells it beforehand. Else the message says what was written."""
    sound = _pressed(Press(given.key))
    now = _pressed(given)
    named = sorted(set(given.protected) & set(sound.sheets) - set(given.for_people))
    turns = [2 if sheet == START else int(sheet in tables_of(system_named(given.key))) for sheet in sound.sheets]
    assert turns == sorted(turns), sound.sheets
    (message,) = now.messages
    if named:
        assert message.startswith(f"Nothing was changed. Protected: {', '.join(named)}. Take the protection away")
        assert not now.keeps_copy and not now.sheets
        assert now.after == now.before
        return
    if given.refused is None or given.refused >= len(sound.sheets):
        assert "rated." in message
        assert now.after == sound.after
        return
    said = re.fullmatch(
        r"Excel refused to write on the sheet (.+) \(The cell is in a merged area\)\. Written: (.+)\. "
        r"Not written: (.+)\. Press again when that is fixed; the workbook as it was before is the latest "
        r"in the folder backups beside it\.",
        message,
    )
    assert said is not None, message
    assert now.keeps_copy
    at, written, left = said[1], said[2].split(", "), said[3].split(", ")
    done, open_ = sound.sheets[: given.refused], sound.sheets[given.refused :]
    assert at == open_[0]
    assert set(open_) <= set(left)
    assert set(done) - set(left) <= set(written)
    assert not set(written) & set(left)
    for sheet in {place[0] for place in now.after | now.before}:
        held = _of(now.after, sheet)
        if sheet in written:
            assert held == _of(sound.after, sheet), sheet
        elif sheet not in done and sheet != at:
            assert held == _of(now.before, sheet), sheet
        else:  # begun: each cell is what it was, or what it becomes
            assert all(cell in (now.before.get(place), sound.after.get(place)) for place, cell in held.items()), sheet


def _of(cells: Cells, sheet: str) -> Cells:
    return {place: cell for place, cell in cells.items() if place[0] == sheet}


@cache
def _excel() -> ProcessPoolExecutor:
    """An interpreter of its own, in which xlwings finds itself on Windows."""
    return ProcessPoolExecutor(1, get_context("spawn"))


@cache
def _book(key: str) -> bytes:
    """The workbook of a little club, not yet recalculated."""
    from tests.corpus.clubs import CLUBS
    from xladdin.workbook.new_book import make_book

    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for name, text in CLUBS[key].items():
            files[name] = Path(folder, f"{name}.csv")
            files[name].write_text(text, encoding="utf-8")
        return make_book(system_named(key), Path(folder, "club.xlsx"), files, NOW).path.read_bytes()


@cache
def _sound(key: str) -> Pressed:
    return _excel().submit(press_here, _book(key), Press(key)).result()


def _pressed(given: Press) -> Pressed:
    if given == replace(given, protected=(), for_people=(), refused=None):
        return _sound(given.key)
    return _excel().submit(press_here, _book(given.key), given).result()


def press_here(book: bytes, given: Press) -> Pressed:
    """Presses the button in this interpreter."""
    import sys

    from tests.helpers.excel import windows_stubs

    if "pywintypes" not in sys.modules:
        windows_stubs.install()
    import xlwings
    from xlwings import _xlwindows

    from xladdin import macros

    messages: list[str] = []
    vars(sys.modules["win32api"]).update(MessageBox=lambda window, text, *rest: messages.append(text) or OK)
    vars(sys.modules["win32con"]).update(MB_OK=0, MB_ICONINFORMATION=64, MB_ICONWARNING=48, MB_OKCANCEL=1,
                                         MB_YESNO=4, MB_YESNOCANCEL=3)  # fmt: skip
    workbook = _opened(book)
    for sheet in workbook.Worksheets:
        sheet.ProtectContents = sheet.Name in (*given.protected, *given.for_people)
        sheet.ProtectionMode = sheet.Name in given.for_people
    before = _cells(workbook)
    _xlwindows.BOOK_CALLER = workbook
    written: list[str] = []
    with com_book.each_write(lambda sheet: _refuse_or_note(sheet, written, given.refused)):
        keeps_copy = macros.recalculate(xlwings.Book.caller(), NOW)
    pressed = Pressed(messages, keeps_copy, written, _shown(before), _shown(_cells(workbook)))
    _bring_back(workbook, before)
    return pressed


@cache
def _opened(book: bytes) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "club.xlsm")
        path.write_bytes(book)
        return com_book.ComWorkbook(path)


def _bring_back(workbook: Any, before: Cells) -> None:
    """Takes back what a press has written, because opening the file once more takes a second."""
    for (sheet, place), value in _cells(workbook).items():
        if before.get((sheet, place)) is not value:
            workbook.workbook[sheet][place].value = before.get((sheet, place))
    for (sheet, place), value in before.items():
        workbook.workbook[sheet][place].value = value


def _refuse_or_note(sheet: str, written: list[str], refused: int | None) -> None:
    if len(written) == refused:
        raise com_book.refusal()
    written.append(sheet)


def _cells(workbook: Any) -> Cells:
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in workbook.workbook.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }


def _shown(cells: Cells) -> Cells:
    return {place: getattr(value, "text", value) for place, value in cells.items()}  # of an array formula
