"""The button Import games: cell for cell what the command line writes, what it asks, and what it leaves to the hand."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.helpers.clubs import NOW, sample_book
from tests.helpers.excel import buttons
from tests.helpers.excel.com_book import press_classic_button
from tests.helpers.excel.pressing import (
    FORM,
    cells,
    differences,
    paste,
    press_button,
    random_book,
)
from tests.imports.importing import ADDED
from xladdin.hosts.file_import import import_into_file
from xladdin.hosts.recalculation import recalculate_file
from xladdin.importing.questions import Answers
from xladdin.importing.source import Source

YES, NO = True, False
HEADINGS = "Date,Player 1,Score 1,Player 2,Score 2"
DIVISION = "Pierre 1500 2; 401\nLester 1400 1; 350\n"
RESPONSES = "Submitted On,Winner,Winners Score,Opponent,Opponents Score\n2024-09-14 20:00,Pierre,401,Lester,350\n"


def test_import_games_on_the_remote_engine_writes_what_the_command_line_writes(tmp_path: Path) -> None:
    path = random_book("mississauga", tmp_path)
    recalculate_file(path, None, NOW)
    copy = path.with_name("copy.xlsx")
    paste(path, FORM)
    shutil.copy(path, copy)
    source = tmp_path / "form.csv"
    source.write_text(FORM)
    found = import_into_file(copy, [source], Answers(), NOW)
    assert found.preview.new["Games"] == 1
    book = press_button(path, buttons.import_now)
    assert "New: 1 game." in book.alerts[0]
    by_button = book.workbook
    by_line = openpyxl.load_workbook(copy)
    assert differences(by_button, by_line) == {}
    again = press_button(copy, buttons.import_now)
    assert "The workbook has all of it already." in again.alerts[0]


def pick(path: Path, source: Path, *answers: bool) -> list[str]:
    """Return the messages of the button after a person picks that file."""
    letters = str(source).encode("utf-16-be").hex()
    messages, status = press_classic_button(path, f"{buttons.__name__}:classic_import", letters, answers=answers)
    assert status[-1].startswith("Club ratings")
    return messages


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return sample_book("mississauga", tmp_path_factory.mktemp("sample")).read_bytes()


@pytest.fixture
def book(sample: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "club.xlsx"
    path.write_bytes(sample)
    return path


def written(folder: Path, text: str, name: str = "Games of 'Zoë'.csv") -> Path:
    source = folder / name
    source.write_text(text, encoding="utf-8")
    return source


def once(text: str, **answers: str) -> dict[str, Any]:
    return {"once": {Source("", text.encode()).digest: answers}}


EITHER = f"{HEADINGS}\n3/10/2024,Pierre,401,Lester,350\n"
NEWCOMERS = RESPONSES.replace("Pierre", '"Here, Nobody, Jr"').replace("Lester", "Zoe")


@pytest.mark.parametrize(
    ("text", "values", "answers", "said"),
    [
        (RESPONSES, {}, [YES], ["New: 1 game."]),
        (EITHER, {"source": {"dates": "mdy"}}, [NO, YES, YES], ["day first: 2024-10-03?", "month first: 2024-03-10?"]),
        (DIVISION, once(DIVISION, day=NOW.date().isoformat()), [YES, YES], ["Were they played today?", "New: 1 game."]),
        (NEWCOMERS, ADDED, [YES, YES], ["yes, as new players?", "New: 2 players, 1 game."]),
    ],
)
def test_the_classic_button_writes_what_the_command_line_writes(
    text: str,
    values: Mapping[str, Any],
    answers: Sequence[bool],
    said: Sequence[str],
    book: Path,
    tmp_path: Path,
) -> None:
    source = written(tmp_path, text)
    copy = book.with_name("copy.xlsx")
    shutil.copy(book, copy)
    assert import_into_file(copy, [source], Answers(values), NOW).preview.new["Games"] == 1
    messages = pick(book, source, *answers)
    assert [words in message for words, message in zip(said, messages)] == [True] * len(said)
    assert any(message.endswith("Import it?") for message in messages)
    assert "rated." in messages[-1]
    by_line = openpyxl.load_workbook(copy)
    assert differences(openpyxl.load_workbook(book), by_line) == {}
    if text is RESPONSES:
        assert pick(book, source)[-1].endswith("The workbook has all of it already.")


@pytest.mark.parametrize(
    ("text", "answers", "said"),
    [
        (RESPONSES, [NO], "Import it?"),
        (RESPONSES.replace("Pierre", "Nobody here"), [NO, NO], "no player is called Nobody here"),
        (DIVISION, [NO], "it has no date. Of which day are its games?"),
        (RESPONSES.replace("Opponents Score", "Other"), [NO, NO], "the scores of the two players?"),
    ],
)
def test_the_classic_button_writes_nothing_where_something_stands_against_it(
    text: str, answers: Sequence[bool], said: str, book: Path, tmp_path: Path
) -> None:
    before = cells(openpyxl.load_workbook(book))
    messages = pick(book, written(tmp_path, text), *answers)
    assert said in messages[-1]
    assert "--" not in "".join(messages)  # an option that the person cannot give
    assert cells(openpyxl.load_workbook(book)) == before
