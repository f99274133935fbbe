"""Files of games, brought into xladdin.html in real browsers: what each leaves open is answered by pressing."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.app.driving import ONE, OTHER, choose, drive, file_of, fill, keys, look, open_book, press
from tests.helpers.clubs import column, sample_book, stored
from tests.helpers.programs.command_line import run_here


def test_what_a_file_leaves_open_is_answered_by_pressing(tmp_path: Path) -> None:
    """Is the day or the month first? Whose name is this? Each answer is a button, and then the games come in."""
    path = sample_book("mississauga", tmp_path)
    games = tmp_path / "games.csv"
    games.write_text(
        "Date,Player 1,Score 1,Player 2,Score 2\n03/04/2025,Pierre,400,Lestre,300\n03/04/2025,Zoe,400,Kim,300\n",
        encoding="utf-8",
    )
    (empty := tmp_path / "empty.csv").touch()
    steps = [open_book(path), press("Bring in games"), choose("sources", empty), press("Preview"),
             choose("sources", games), press("Preview"), press("day first: 2025-04-03"), press("Lester"),
             press("A new player"), press("Bring them in")]  # fmt: skip
    *_, nothing, asked, named, lester, ready, done = drive("chrome", steps)["answers"]
    assert "empty.csv: is empty. Is it the right file?" in nothing
    assert "month first: 2025-03-04" in asked and "Bring them in" not in asked
    assert "Who is “Lestre”?" in named and "Who is “Zoe”?" in named and "Bring them in" not in named
    assert "Who is “Lestre”?" not in lester
    assert "Newcomers: Zoe." in ready and "Bring them in" in ready
    assert "Zoe" in done and "Save" in done


@pytest.mark.parametrize("browser", ONE)
def test_rows_of_no_player_are_left_out_by_pressing_and_so_the_next_time(browser: str, tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    games, later = tmp_path / "o'games.csv", tmp_path / "later.csv"
    heads = "Date,Player 1,Score 1,Player 2,Score 2\n"
    row = "2025-{month}-03,Pierre,400,Kim,300\n2025-{month}-03,L'équipe,800,Kim,900\n"
    games.write_text(heads + row.format(month="04"), encoding="utf-8")
    later.write_text(heads + row.format(month="05"), encoding="utf-8")
    steps = [open_book(path), press("Bring in games"), choose("sources", games), press("Preview"),
             press("No player: leave out these rows"), press("Bring them in"), choose("sources", later),
             press("Preview"), press("Bring them in"), file_of(path.name)]  # fmt: skip
    *_, asked, left_out, _, previewed, _, content = drive(browser, steps)["answers"]
    assert "Who is “L'équipe”?" in asked and "Bring them in" not in asked
    for said in (left_out, previewed):
        assert "Who is" not in said and "1 row left out, as you said." in said and "New: 1 game." in said
    path.write_bytes(base64.b64decode(content))
    assert run_here("recalc", "--dry-run", path).status == 0
    book = stored(path)
    assert "L'équipe" not in [*column(book["Players"], "Player"), *column(book["Games"], "Player 1")]
    assert column(book["Games"], "Player 1")[-2:] == ["Pierre", "Pierre"]


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
    text = "Date,Player 1,Score 1,Player 2,Score 2\\n2025-04-03,Pierre,400,Kim,300\\n"
    there, in_field = (f"{DROPPED}('{place}', 'Mai.csv', '{text}')" for place in ("body", "input[name=sources]"))
    steps = [open_book(path), look(there), look(in_field), press("Preview")]
    _, (taken, shown), (is_left, _), previewed = drive(browser, steps)["answers"]
    assert taken and "Mai.csv" in shown and "Preview" in shown
    assert not is_left
    assert "New: 1 game." in previewed and "Bring them in" in previewed


@pytest.mark.parametrize("browser", OTHER)
def test_arrow_keys_go_through_a_list_to_the_end(browser: str, tmp_path: Path) -> None:
    """No name on the way is taken for an answer, and the keyboard stays where it is."""
    path = sample_book("mississauga", tmp_path)
    games = tmp_path / "games.csv"
    games.write_text("Date,Player 1,Score 1,Player 2,Score 2\n2025-04-03,Zoe,400,Kim,300\n", encoding="utf-8")
    down = ["ArrowDown"] * 3
    held = look("document.activeElement.selectedOptions?.[0].text")
    steps = [open_book(path), press("Bring in games"), choose("sources", games), press("Preview"),
             keys(".box select", *down), held, press("Take this player"), press("Wall and web"),
             press("Make the pages"), keys("main select:has(optgroup)", "Home", *down), held]  # fmt: skip
    *_, asked, chosen, answered, _, _, _, page = drive(browser, steps)["answers"]
    assert "Who is “Zoe”?" in asked and chosen == "Lester"
    assert "1 alias" in answered and "Lester · 400 · Kim" in answered
    assert page == "Kim"


@pytest.mark.parametrize("browser", ONE)
def test_an_old_list_becomes_a_club_by_pressing(browser: str, tmp_path: Path) -> None:
    """Each question says which of our columns it is about."""
    old = tmp_path / "l'an 2025.csv"
    old.write_text("Date,Winner,Pts W,Loser,Pts L\n2025-04-23,Zoé O'Brien,400,Ann Lee,300\n", encoding="utf-8")
    steps = [fill(system="mississauga", title="L'Aube"), choose("sources", old), press("Make the workbook"),
             press("Pts W"), press("Pts L"), press("Français")]  # fmt: skip
    first, second, made, _ = drive(browser, steps)["answers"]
    assert "Which column is Score 1?" in first and "Which column is Score 2?" in second
    assert made.startswith("L'Aube.xlsx") and "2 players" in made
