"""Files of games that are dropped on an open club in xladdin.html."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.driving import ONE, drive, look, open_book, press
from tests.helpers.clubs import sample_book

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
    there, in_field = (f"{DROPPED}('{place}', 'Mai.csv', '{text}')" for place in ("body", "input[name=sources]"))
    steps = [open_book(path), look(there), look(in_field), press("Preview")]
    _, (taken, shown), (is_left, _), previewed = drive(browser, steps)["answers"]
    assert taken and "Mai.csv" in shown and "Preview" in shown
    assert not is_left
    assert "New: 1 game." in previewed and "Bring them in" in previewed
