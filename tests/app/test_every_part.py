"""Every part of xladdin.html that is not a recalculation, driven in a real browser, for each system."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

import xladdin
from tests.app.driving import Step, choose, drive, file_of, fill, look, press
from tests.helpers.clubs import column, load_values
from tests.helpers.programs.command_line import run_here
from tests.helpers.suite.length import usual_or_long
from xladdin.commands.programs import sample_files
from xladdin.systems import SYSTEMS

EVERY_PART = [(browser, key) for key in SYSTEMS for browser in ("chrome", "firefox")]
USUAL = [("chrome", "mississauga"), ("firefox", "dptr")]
"""One system of each kind of log, and one for each browser. The long run drives all systems in both browsers."""
BOOK = "Tuesday Club.xlsx"
TICK = "[...document.querySelectorAll('input[name=present]')].slice(0, 4).forEach((one) => { one.checked = true; })"
LAST = "((into) => { into.selectedIndex = into.length - 1; })(document.querySelector('select[name=into]'))"
MERGED = "document.getElementById('main').innerText.includes('are now one player')"
MERGEABLE = ("mississauga", "lexington")
"""In the samples of these systems, the first and the last player have never met, so they can be one player."""
WALL = "document.querySelector('.sheet').shadowRoot.textContent.trim().length > 50"


def entry(title: str, **values: str) -> list[Step]:
    return [fill(**values), press(title)]


def parts(key: str) -> list[tuple[list[Step], str]]:
    """Return each part of the page, as its steps and what the page says after the last of them."""
    files = sample_files(key)
    log = [path for table, path in files.items() if table not in ("players", "groups")]
    pairing: list[tuple[list[Step], str]] = [
        ([press("Tonight"), look(TICK), press("Pair the next round")], "2 tables paired"),
    ]  # fmt: skip
    paired = xladdin.system(key).log_schema.is_paired
    first = "document.querySelector('select[name=old]').options[0].value"
    return [
        (
            [
                fill(system=key, title="Tuesday Club"),
                choose("sources", *files.values()),
                press("Create the workbook"),
                press("Import"),
            ],
            BOOK,
        ),
        ([press("Recalculate")], "Not saved yet."),
        ([press("Import games"), choose("sources", *log), press("Preview")], "Already in the workbook"),
        ([press("Pages"), fill(names="names"), press("Create the pages")], "Download them as a zip"),
        ([look(WALL)], "True"),
        ([press("Download them as a zip")], "View a page"),
        ([press("More")], "Undo"),
        (entry("Rename a player", name="Zoé Ångström"), "Zoé Ångström"),
        ([press("Dated copies")], "State"),
        (entry("Restore a dated copy", number="1"), BOOK),
        (entry("Rename a player", name="Zoé Ångström"), "Zoé Ångström"),
        ([press("Undo")], "Undone: Rename a player. Redo restores it."),
        ([press("Redo")], BOOK),
        ([look(first)], "Zoé Ångström"),
        (entry("Next season or camp week", name="2027.xlsx"), "2027.xlsx"),
        (entry("Update a workbook of an older version", name="new.xlsx"), "new.xlsx"),
        (entry("Export a sheet", sheet="Players", format="csv"), "players.csv"),
        ([press("Worksheet functions for Excel")], "CLUBRATINGS"),
        ([press("Forget a player: there is no undo")], "Former player 1"),
        ([look(LAST), press("Merge two spellings")], "player"),
        ([press("Continue anyway")], "player"),
        ([look(MERGED)], str(key in MERGEABLE)),
        *(pairing if paired else []),
        ([press("Save")], f"{BOOK} is in your downloads."),
    ]


@pytest.mark.parametrize(("browser", "key"), usual_or_long(USUAL, EVERY_PART))
def test_every_part_works_without_python(browser: str, key: str, tmp_path: Path) -> None:
    expected = parts(key)
    steps = [step for step_list, _ in expected for step in step_list]
    outcome = drive(browser, [*steps, file_of(BOOK)])
    *answers, content = outcome["answers"]
    for answer, (step_list, text) in zip(last_of_each(answers, expected), expected, strict=True):
        assert text in answer, (step_list[-1], answer)
    assert outcome["said"] == []
    assert {address.partition(":")[0] for address in outcome["requests"]} <= {"file", "blob", "data"}
    path = tmp_path / BOOK
    path.write_bytes(base64.b64decode(content))
    assert run_here("recalc", "--dry-run", path).status == 0
    assert ("Former player 1" in column(load_values(path)["Players"], "Player")) == (key not in MERGEABLE)


def last_of_each(answers: list[Any], expected: list[tuple[list[Step], str]]) -> list[str]:
    """Return what the page said after the last step of each part. A step that fills fields gives no answer."""
    remaining = iter(answers)
    answers_of_parts = []
    for steps, _ in expected:
        for step in steps:
            if "fill" not in step and "choose" not in step:
                last = next(remaining)
        answers_of_parts.append(str(last))
    return answers_of_parts
