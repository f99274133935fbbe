"""What an Office.js host sends to a script: every sheet except those that nothing reads."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.clubs import ONE_OF_EACH_KIND
from tests.helpers.excel.officejs import officejs_scripts, run_script
from tests.helpers.excel.pressing import by_command_line, differences, random_book
from tests.helpers.excel.remote_book import RemoteBook
from xladdin.hosts.lite import SCRIPTS
from xladdin.workbook.schema import UNREAD

LITE = "lite_main"


def only(payload: dict[str, Any], is_sent: Callable[[str], bool]) -> dict[str, Any]:
    """The payload as the JavaScript of xlwings cuts it. An unsent sheet has its name, but no values and no tables."""
    sheets = [
        sheet if is_sent(sheet["name"]) else {**sheet, "values": [[]], "tables": []} for sheet in payload["sheets"]
    ]
    return {**payload, "sheets": sheets}


def pressed(path: Path, excluded: Collection[str] = (), included: Collection[str] = ()) -> RemoteBook:
    book = RemoteBook(path)
    payload = only(book.payload(), lambda name: name in included if included else name not in excluded)
    book.apply(run_script(LITE, "recalculate", payload, paths=[with_scripts(path.parent)]))
    return book


def with_scripts(folder: Path) -> Path:
    """Return the folder, with the scripts that a workbook carries as a module."""
    (folder / f"{LITE}.py").write_text(SCRIPTS)
    return folder


def test_the_scripts_leave_out_the_sheets_that_nothing_reads(tmp_path: Path) -> None:
    scripts = officejs_scripts(LITE, paths=[with_scripts(tmp_path)])
    assert {script["name"]: script["exclude"] for script in scripts} == {
        "Recalculate": ",".join(UNREAD),
        "Pair tonight": ",".join(UNREAD),
        "Import games": None,  # a sheet of any name may hold what was pasted
    }


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_what_is_not_sent_is_not_missed(key: str, tmp_path: Path) -> None:
    path = random_book(key, tmp_path)
    expected = by_command_line(path)
    now = {"Start"}  # holds the clock, which a script takes from its machine
    found = differences(pressed(path, UNREAD).workbook, expected)
    assert {place.partition("!")[0] for place in found} <= now
