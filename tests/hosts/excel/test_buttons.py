"""The buttons write, cell for cell, what the command line writes, on xlwings' remote and Windows engines."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from importlib.metadata import version
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tests.helpers.clubs import NOW, ONE_OF_EACH_KIND, recalc_club, sample_book, set_cells
from tests.helpers.evenings import mark
from tests.helpers.excel import pressing
from tests.helpers.excel.pressing import press_button
from tests.helpers.excel.windows import REFUSES, press_classic_button
from tests.helpers.programs.chromium import publish_page, read_folder
from tests.helpers.programs.recalculating import recalculate
from tests.hosts.excel import comparing
from tests.hosts.excel.comparing import by_command_line, cells, differences, random_book
from tests.hosts.test_doctor import set_in_settings
from tests.imports.importing import ADDED
from tests.vba.macro_books import macro_book
from xladdin.files.club_file import open_club_file
from xladdin.hosts import excel_buttons
from xladdin.hosts.file_commands import import_into_file, pair_file, recalculate_file
from xladdin.importing.questions import Answers
from xladdin.importing.source import Source
from xladdin.languages import BYE
from xladdin.workbook.macro_modules import VERSION_KEY
from xladdin.workbook.web_settings import read_web_settings

CLASSIC = f"{pressing.__name__}:classic_recalculate"
FORM = "Submitted On,Winner,Winners Score,Opponent,Opponents Score\n2005-03-01 20:00,Ann,401,Bob,350\n"


def paste(path: Path, text: str) -> None:
    workbook = openpyxl.load_workbook(path)
    sheet = workbook.create_sheet("Import")
    for number, line in enumerate(text.splitlines(), 1):
        sheet.cell(number, 1).value = line
    workbook.save(path)


def test_row_typed_below_a_table_is_rated_and_gets_its_formulas(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    row = open_club_file(path).table_parts["Games"].last_row + 1
    game = zip("ABCDE", ("2006-11-06", "Kim", 400, "Pierre", 350))
    set_cells(path, *(("Games", f"{letter}{row}", value) for letter, value in game))
    opened = press_button(path, pressing.recalculate_now)
    assert differences(opened.workbook, by_command_line(path)) == {}
    games = opened.workbook["Games"]
    assert games.tables["Games"].ref.endswith(str(row))
    assert len([cell for cell in games[row] if cell.data_type == "f"]) == 3


def test_other_workbook_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "list.xlsx"
    openpyxl.Workbook().save(path)
    opened = press_button(path, pressing.recalculate_now)
    (alert,) = opened.alerts
    assert alert.startswith("Nothing was changed. list.xlsx is not a club workbook")


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_classic_button_writes_what_the_command_line_writes(tmp_path: Path, key: str) -> None:
    path = random_book(key, tmp_path, ".xlsm")
    expected = by_command_line(path)
    (message,), status = press_classic_button(path, CLASSIC)
    assert differences(openpyxl.load_workbook(path), expected) == {}
    assert not message.is_warning
    assert "rated." in message and re.search(r"\n\.\.\. and \d+ more ratings\.", message)
    assert [step.partition(": ")[2].split()[0] for step in status[1:]] == [
        "Reading", "Checking", "Replaying", "Comparing", "Writing",
    ]  # fmt: skip


def change_sheets(path: Path, change: Callable[[Any], None], *names: str) -> dict[str, tuple[object, str]]:
    workbook = openpyxl.load_workbook(path)
    for name in names:
        change(workbook[name])
    workbook.save(path)
    return cells(openpyxl.load_workbook(path))


def test_every_protected_sheet_is_named_before_anything_is_written(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    before = change_sheets(path, lambda sheet: sheet.protection.enable(), "Standings", "Players")
    messages, _ = press_classic_button(path, CLASSIC)
    assert messages == [
        "Nothing was changed. Protected: Players, Standings. Remove the protection (Review, Unprotect Sheet), "
        "and click again."
    ]
    assert cells(openpyxl.load_workbook(path)) == before


def test_a_failure_on_the_way_says_what_is_written_and_where_the_copy_is(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    before = change_sheets(path, lambda sheet: setattr(sheet.sheet_properties, "tabColor", REFUSES), "Players")
    (message,), _ = press_classic_button(path, CLASSIC)
    match = re.fullmatch(
        r"Excel refused to write on the sheet Players \(The cell is in a merged area\)\. Written: (.+)\. "
        r"Not written: (.+)\. Click again when that is fixed; the previous version of the workbook is the newest copy "
        r"in the folder backups next to it\.",
        message,
    )
    assert match is not None and message.is_warning, message
    written, left = (names.split(", ") for names in match.groups())
    assert "Standings" in written and "Start" in left and "Players" in left
    after = cells(openpyxl.load_workbook(path))
    changed = {address.partition("!")[0] for address in before | after if before.get(address) != after.get(address)}
    assert changed - set(written) <= {"Games"}


QUESTION = (
    'Should finishing an evening also write the web page of montreal.xlsm? It is the folder "montreal page" next to '
    "the workbook, which you can copy to a website or a memory stick."
)


def finish_now() -> None:
    import xlwings

    workbook = xlwings.Book.caller()
    excel_buttons.finish_evening(workbook, Path(workbook.fullname), NOW)


def pressed(path: Path, *answers: bool, computes: bool = False) -> list[str]:
    return press_classic_button(path, f"{__name__}:finish_now", answers=answers, computes=computes)[0]


def sheets_of(pdf: Path) -> list[str]:
    return pdf.read_text().splitlines()[1:]


def test_one_press_recalculates_prints_and_publishes(tmp_path: Path) -> None:
    club = macro_book(tmp_path)
    expected = by_command_line(club)
    states = {sheet.title: sheet.sheet_state for sheet in expected}
    question, names, summary = pressed(club, True, True, computes=True)
    assert names.startswith("Should the web page show the players of montreal.xlsm by their full names?")
    assert question == QUESTION
    assert "5 games of 3 players rated." in summary
    assert f"Printed: {tmp_path / 'montreal.pdf'}" in summary
    assert f"Page: {tmp_path / 'montreal page'}: " in summary
    after = openpyxl.load_workbook(club)
    answers = {"Rules", "Snapshot", "Journal", "Start", "Player"}
    assert {p: v for p, v in differences(after, expected).items() if p.partition("!")[0] not in answers} == {}
    assert {sheet.title: sheet.sheet_state for sheet in after} == states
    assert sheets_of(tmp_path / "montreal.pdf") == ["Standings", "Scoreboard"]
    publish_page(tmp_path / "copy of montreal.xlsm", tmp_path / "by command")
    assert read_folder(tmp_path / "montreal page") == read_folder(tmp_path / "by command")


def test_whether_there_is_a_page_is_asked_once_and_what_cannot_be_done_keeps_nothing_else(tmp_path: Path) -> None:
    club = macro_book(tmp_path)
    assert not recalc_club(club).problems
    pressed(club, False)
    assert not (tmp_path / "montreal page").exists()
    assert read_web_settings(open_club_file(club)).publishes_with_evening == "no"
    (tmp_path / "montreal.pdf").write_text("my own notes")
    (message,) = pressed(club)
    assert "Page" not in message and "5 games of 3 players rated." in message
    assert "montreal.pdf already exists and is not a PDF" in message


def test_pair_tonight_on_the_classic_engine(tmp_path: Path) -> None:
    path = random_book("mississauga", tmp_path, ".xlsm")
    recalculate_file(path, None, NOW)
    mark(path)
    copy = path.with_name("copy.xlsm")
    shutil.copy(path, copy)
    paired = pair_file(copy, NOW)
    (alert,), _ = press_classic_button(path, f"{comparing.__name__}:classic_pair")
    assert "tables paired." in alert
    expected = openpyxl.load_workbook(copy)
    assert differences(openpyxl.load_workbook(path), expected) == {}
    slips = unescape(path.with_name("slips.html").read_text(encoding="utf-8"))
    assert all(name in slips for table in paired.tables if BYE not in table for name in table)


YES, NO = True, False
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
    imported = import_into_file(copy, [source], Answers(), NOW)
    assert imported.preview.new["Games"] == 1
    opened = press_button(path, comparing.import_now)
    assert "New: 1 game." in opened.alerts[0]
    by_button = opened.workbook
    by_line = openpyxl.load_workbook(copy)
    assert differences(by_button, by_line) == {}
    again = press_button(copy, comparing.import_now)
    assert "The workbook already contains all of it." in again.alerts[0]


def pick(path: Path, source: Path, *answers: bool) -> list[str]:
    letters = str(source).encode("utf-16-be").hex()
    messages, status = press_classic_button(path, f"{comparing.__name__}:classic_import", letters, answers=answers)
    assert status[-1].startswith("Club ratings")
    return messages


@pytest.fixture
def club_path(tmp_path: Path) -> Path:
    return sample_book("mississauga", tmp_path)


def written(folder: Path, text: str) -> Path:
    source = folder / "Games of 'Zoë'.csv"
    source.write_text(text, encoding="utf-8")
    return source


def once(text: str, **answers: str) -> dict[str, Any]:
    return {"once": {Source("", text.encode()).digest: answers}}


EITHER = "Date,Player 1,Score 1,Player 2,Score 2\n3/10/2024,Pierre,401,Lester,350\n"
NEWCOMERS = RESPONSES.replace("Pierre", '"Here, Nobody, Jr"').replace("Lester", "Zoe")


@pytest.mark.parametrize(
    ("text", "values", "answers", "expected"),
    [
        (RESPONSES, {}, [YES], ["New: 1 game."]),
        (EITHER, {"source": {"dates": "mdy"}}, [NO, YES, YES], ["day first: 2024-10-03?", "month first: 2024-03-10?"]),
        (
            DIVISION,
            once(DIVISION, day=NOW.date().isoformat()),
            [YES, YES],
            ["Were these games played today?", "New: 1 game."],
        ),
        (NEWCOMERS, ADDED, [YES, YES], ["yes, as new players?", "New: 2 players, 1 game."]),
    ],
)
def test_the_classic_button_writes_what_the_command_line_writes(
    text: str,
    values: Mapping[str, Any],
    answers: Sequence[bool],
    expected: Sequence[str],
    club_path: Path,
    tmp_path: Path,
) -> None:
    source = written(tmp_path, text)
    copy = club_path.with_name("copy.xlsx")
    shutil.copy(club_path, copy)
    assert import_into_file(copy, [source], Answers(values), NOW).preview.new["Games"] == 1
    messages = pick(club_path, source, *answers)
    assert [text in message for text, message in zip(expected, messages)] == [True] * len(expected)
    assert any(message.endswith("Import it?") for message in messages)
    assert "rated." in messages[-1]
    by_line = openpyxl.load_workbook(copy)
    assert differences(openpyxl.load_workbook(club_path), by_line) == {}
    if text is RESPONSES:
        assert pick(club_path, source)[-1].endswith("The workbook already contains all of it.")


@pytest.mark.parametrize(
    ("text", "answers", "expected"),
    [
        (RESPONSES, [NO], "Import it?"),
        (RESPONSES.replace("Pierre", "Nobody here"), [NO, NO], "no player is called Nobody here"),
        (DIVISION, [NO], "has no date. On which day were its games played?"),
        (RESPONSES.replace("Opponents Score", "Other"), [NO, NO], "the scores of the two players?"),
    ],
)
def test_the_classic_button_writes_nothing_where_something_stands_against_it(
    text: str, answers: Sequence[bool], expected: str, club_path: Path, tmp_path: Path
) -> None:
    before = cells(openpyxl.load_workbook(club_path))
    messages = pick(club_path, written(tmp_path, text), *answers)
    assert expected in messages[-1]
    assert "--" not in "".join(messages)  # an option that the person cannot give
    assert cells(openpyxl.load_workbook(club_path)) == before


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a folder of its own, because the stand-in for Excel gives a bare name."""
    monkeypatch.chdir(tmp_path)


def test_the_first_page_asks_for_names_and_the_workbook_keeps_them(tmp_path: Path) -> None:
    path = random_book("montreal", tmp_path, ".xlsm")
    assert not recalc_club(path).problems
    press = f"{comparing.__name__}:classic_publish"
    (question, alert), _ = press_classic_button(path, press, answers=[True], computes=True)
    assert question.startswith(f"Should the web page show the players of {path.name} by their full names?")
    assert "written. Open index.html there." in alert
    assert not recalc_club(path).problems  # the stand-in for Excel has saved no values of formulas
    (alert,), _ = press_classic_button(path, press)
    assert "Nothing has changed since the last time." in alert
    assert read_web_settings(open_club_file(path)).names == "names"
    recalc_club(path)
    (tmp_path / "elsewhere").mkdir()
    publish_page(path, tmp_path / "elsewhere" / "by command")
    assert read_folder(tmp_path / f"{path.stem} page") == read_folder(tmp_path / "elsewhere" / "by command")


def test_an_office_js_host_refuses_days_from_1904_and_writes_nothing(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    workbook = openpyxl.load_workbook(path)
    workbook.epoch = CALENDAR_MAC_1904
    workbook["Games"]["C4"] = 555
    workbook.save(path)
    path = recalculate(path, tmp_path / "live")
    before = cells(openpyxl.load_workbook(path))
    opened = press_button(path, pressing.recalculate_now)
    assert "uses the 1904 date system" in opened.alerts[0] and "Nothing was written." in opened.alerts[0]
    assert cells(opened.workbook) == before


def test_macros_of_another_xlwings_are_named_with_the_command_that_mends_them(tmp_path: Path) -> None:
    path = macro_book(tmp_path)
    set_in_settings(path, VERSION_KEY, "0.30.1")
    messages, _ = press_classic_button(path, "xladdin.hosts.excel_buttons:recalc")
    assert "5 games of 3 players rated." in messages[0]
    assert messages[1:] == [
        f"The macros of this workbook belong to xlwings 0.30.1, but {version('xlwings')} is installed. Buttons and "
        "functions may fail until both are the same. Close the workbook, and run in a terminal, in its folder: "
        'xladdin macros "montreal.xlsm"'
    ]
