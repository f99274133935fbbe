"""An evening in xladdin.html: pair, type the games, finish, look at the pages."""

from __future__ import annotations

import base64
from datetime import date
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.app.driving import BROWSERS, drive, file_of, keys, look, open_book, press
from tests.helpers.programs.finding import ROOT
from xladdin import open_workbook

SAMPLE = ROOT / "workbooks" / "samples" / "mississauga.xlsx"
TICK = "[...document.querySelectorAll('input[name=present]')].slice(0, 4).forEach((one) => { one.checked = true; })"
MESSAGES = "[...document.querySelectorAll('.messages p')].map((one) => one.textContent).join('; ')"
CHECKED = f"new Promise((done) => setTimeout(() => done({MESSAGES}), 1500))"
SCORES = "[...document.querySelectorAll('input.score')].map((one) => one.value)"
BY_NAME = "document.querySelector('[name=names]').value = 'names'"
SHOWN = "document.querySelector('.sheet').shadowRoot.textContent"


PRINT_SLIPS = """(() => {
  let printed = "";
  window.print = () => { printed = [...document.querySelectorAll(".sheet")].map((one) => one.shadowRoot?.textContent).join(" "); };
  [...document.querySelectorAll("button")].find((one) => one.textContent === "Print the score slips").click();
  return printed;
})()"""  # noqa: E501


def typed(*numbers: str) -> list[str]:
    return [key for word in numbers for key in (*word, "Enter")]


@pytest.mark.parametrize(("browser", "width"), [("chrome", 1240), ("chrome", 390), ("firefox", 1240)])
def test_an_evening_is_paired_typed_and_finished(browser: str, width: int, tmp_path: Path) -> None:
    assert browser in BROWSERS
    steps = [
        open_book(SAMPLE), press("Enter the evening's games"), look(TICK), press("Pair the next round"),
        look(PRINT_SLIPS), keys("input.score", *typed("412", "398", "350", "377")), look(CHECKED), look(SCORES),
        press("Finish the evening"), file_of(SAMPLE.name), press("The list"), look(BY_NAME),
        press("Create the pages"), look(SHOWN),
    ]  # fmt: skip
    opened, *_, pairing, slips, _, messages, scores, finished, saved, _, _, made, page = drive(
        browser, steps, width=width
    )["answers"]
    assert "Mississauga Scrabble Club · 6 players, 4 rows" in opened
    assert "2 tables paired" in pairing
    assert "slips.html" not in pairing, "nobody finds that file"
    assert slips.count("Round 1") == 2 and slips.count("Signed") == 10
    assert messages == ""
    assert scores == ["412", "398", "350", "377"]
    assert "The evening is finished" in finished
    written = tmp_path / "club.xlsx"
    written.write_bytes(base64.b64decode(saved))
    games = open_workbook(written).tables["Games"]
    columns = [games[0].index(heading) for heading in ("Score 1", "Score 2")]
    assert [[row[column] for column in columns] for row in games[-2:]] == [[412, 398], [350, 377]]
    assert "Ratings" in page
    assert "index.html" not in made


def test_what_is_typed_is_checked_in_the_words_of_a_recalculation(tmp_path: Path) -> None:
    """A name close to a player's is corrected by a button, or added by its own. All other new names have one."""
    steps = [
        open_book(SAMPLE), press("Enter the evening's games"), press("Add a game"),
        keys('[name="0 Player 1"]', *typed("Lestre", "412", "Zoe", "398", "Wilhelmina", "350", "Kim", "4x")),
        look(CHECKED), look("document.getElementById('newcomers').textContent"), press("Finish the evening"),
        press("Lester"), look("document.querySelector('[name=\"0 Player 1\"]').value"),
        press("Add all 2 new names to Players"), look(CHECKED),
        keys('[name="1 Score 2"]', "Backspace", "0", "0", "Enter"), look(CHECKED),
        press("Finish the evening"), file_of(SAMPLE.name),
    ]  # fmt: skip
    answers = drive("chrome", steps, newly=True)["answers"]
    *_, wrong, of_all, refused, _, name, _, known, _, right, finished, saved = answers
    assert wrong.startswith('Player 1: "Lestre" is not on Players. Did you mean "Lester"?')
    assert "Lestre is new: add to Players" in wrong and "Score 2: must be a number" in wrong
    assert of_all == "Add all 2 new names to Players"
    assert "Nothing was written. Correct what is marked above" in refused
    assert name == "Lester"
    assert (known, right) == ("Score 2: must be a number ", "")
    assert "Zoe" in finished
    written = tmp_path / "club.xlsx"
    written.write_bytes(base64.b64decode(saved))
    assert {"Zoe", "Wilhelmina"} <= {line.player for line in open_workbook(written).ratings.standings}


def test_a_new_club_begins_with_its_first_evening() -> None:
    """Enter goes on to a further game; all new names are added at once; the first page asks how it shows players."""
    named = "(document.querySelector('[name=title]').value = 'The Owls', document.querySelector('[name=names]') && 1)"
    steps = [
        look(named), press("Create the workbook"), press("Enter the evening's games"),
        keys('[name="0 Player 1"]', *typed("Ann", "412", "Bob", "398", "Cid", "350", "Dee", "377")), look(CHECKED),
        press("Add all 4 new names to Players"), look(CHECKED), press("Finish the evening"), press("The list"),
        look(BY_NAME), press("Create the pages"), look(SHOWN),
    ]  # fmt: skip
    _, _, typing, _, messages, _, right, finished, asked, _, _, page = drive("chrome", steps, newly=True)["answers"]
    assert "Who is here?" not in typing
    assert messages.count("is new: add to Players") == 4
    assert "is not on Players" not in messages, "in a club without players nobody has made a mistake"
    assert right == ""
    assert "The evening is finished" in finished
    assert "How the pages show players" in asked
    assert "Ann" in page and "Dee" in page


def test_a_game_that_has_waited_for_weeks_does_not_date_the_others(tmp_path: Path) -> None:
    club = tmp_path / "club.xlsx"
    workbook = load_workbook(SAMPLE)
    games = workbook["Games"]
    columns = {cell.value: cell.column for row in games.iter_rows() for cell in row}
    for heading in ("Score 1", "Score 2"):
        typed_scores = [games.cell(row, columns[heading]) for row in range(1, games.max_row + 1)]
        [cell for cell in typed_scores if isinstance(cell.value, int)][-1].value = None
    workbook.save(club)
    steps = [open_book(club), press("Enter the evening's games"), look("document.querySelector('[name=day]').value")]
    *_, view, day = drive("chrome", steps)["answers"]
    assert " without a result:" in view
    assert day == date.today().isoformat()


def test_a_half_typed_evening_survives_a_reload() -> None:
    steps = [
        open_book(SAMPLE), press("Enter the evening's games"), press("Add a game"),
        keys('[name="0 Player 1"]', *typed("Lester", "444")), {"reload": True}, open_book(SAMPLE), press("Tonight"),
        look("document.querySelector('[name=\"0 Score 1\"]').value"), press("×"),
    ]  # fmt: skip
    *_, restored, score, removed = drive("chrome", steps, newly=True)["answers"]
    assert "What you type is kept in this browser" in restored
    assert score == "444"
    assert "What you type is kept" not in removed


def test_a_browser_that_stores_nothing_takes_an_evening_and_claims_no_copy() -> None:
    forbid = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('forbidden'); } }) && 1"
    steps = [
        look(forbid), open_book(SAMPLE), press("Enter the evening's games"), press("Add a game"),
        keys('[name="0 Player 1"]', *typed("Lester", "444", "Kim", "333")),
        look("document.getElementById('draft').textContent"), press("Finish the evening"),
    ]  # fmt: skip
    *_, stored, finished = drive("chrome", steps, newly=True)["answers"]
    assert stored == ""
    assert "The evening is finished" in finished
