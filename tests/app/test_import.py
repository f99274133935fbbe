"""Moving in through the page: the columns of a file, the names in it, and the preview before anything is written."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.app.driving import ONE, choose, drive, file_of, keys, look, open_book, press, reach
from tests.corpus.editing import column_of
from tests.helpers.clubs import sample_book

GAMES = "Date,Home,Points,Away,Points against\n03/04/2025,Saly,412,John,378\n05/04/2025,Zed Quux,405,Spot,390\n"
FORWARD = "[...document.querySelectorAll('form button')].find((one) => one.textContent === 'Continue').disabled"
FIELDS = "[...document.querySelectorAll('.import th select')].map((one) => one.value).join()"


def test_three_screens_by_the_keyboard(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    source = tmp_path / "autumn.csv"
    source.write_text(GAMES)
    steps = [
        open_book(path), press("Import games"), choose("sources", source), press("Preview"),
        look(FIELDS), look(FORWARD), {"axe": True},
        keys("input[type=radio]", " "), look(FORWARD), reach("Continue"),
        look(FORWARD), keys("input[type=radio]", " "), reach("Continue"),
        press("Back to the columns"), look(FIELDS), press("Continue"), press("Import"), {"file": "montreal.xlsx"},
    ]  # fmt: skip
    _, _, columns, fields, closed, *axe, _, opened, names, ready, _, preview, back, again, _, done, _ = drive(
        "chrome", steps, width=390
    )["answers"]
    assert "is the day or the month first in 03/04/2025, 05/04/2025?" in columns
    assert fields == "date,name1,score1,name2,score2"
    assert closed is True and opened is False
    assert not any(axe)
    assert "Who is Saly?" in names and "no player is called Zed Quux" in names
    assert ready is False  # both have a default
    assert "2 games." in preview and "Newcomers: Zed Quux." in preview
    assert "1 of 3: contents of the files" in back and again == fields
    assert "Zed Quux" in done


def test_a_column_that_a_person_chooses_counts(tmp_path: Path) -> None:
    """The scores are the other way round. What a person chooses counts before what the headings say."""
    path = sample_book("montreal", tmp_path)
    source = tmp_path / "autumn.csv"
    source.write_text("Date,Winner,Score 1,Loser,Score 2\n2025-03-04,Sally,378,John,412\n")
    swapped = (
        "(() => { const all = [...document.querySelectorAll('.import th select')]; all[2].value = 'score2'; "
        "all[4].value = 'score1'; all[2].dispatchEvent(new Event('change', { bubbles: true })); })()"
    )
    steps = [
        open_book(path), press("Import games"), choose("sources", source), press("Preview"),
        look(swapped), press("Continue"), press("Import"), file_of(path.name),
    ]  # fmt: skip
    *_, preview, _, content = drive("chrome", steps)["answers"]
    assert "2025-03-04 · Sally · 412 · John · 378" in preview
    path.write_bytes(base64.b64decode(content))
    assert column_of(path, "Games", "Score 1")[-1] == 412


DROPPED = """(async (place, name, text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  const drop = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
  document.querySelector(place).dispatchEvent(drop);
  while (state.busy) { await new Promise((done) => setTimeout(done, 20)); }
  return [drop.defaultPrevented, document.getElementById("main").innerText];
})"""


@pytest.mark.parametrize("browser", ONE)
def test_games_that_are_dropped_on_an_open_club_come_in(browser: str, tmp_path: Path) -> None:
    """The club stays open. A file that is dropped on a field of a form is left to the browser."""
    path = sample_book("mississauga", tmp_path)
    text = "Date,Player 1,Score 1,Player 2,Score 2\\n2025-04-03,Pierre,400,Lester,300\\n"
    on_body, in_field = (f"{DROPPED}('{field}', 'Mai.csv', '{text}')" for field in ("body", "input[name=sources]"))
    steps = [open_book(path), look(on_body), look(in_field), press("Preview")]
    _, (accepted, screen), (is_left, _), previewed = drive(browser, steps)["answers"]
    assert accepted and "Mai.csv" in screen and "Preview" in screen
    assert not is_left
    assert "New: 1 game." in previewed and "Import" in previewed
