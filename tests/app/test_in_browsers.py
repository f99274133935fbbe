"""xladdin.html in real browsers recalculates to the byte, and refuses workbooks in the words of the command line."""

from __future__ import annotations

import base64
import shutil
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.app.driving import (
    BROWSERS,
    ONE,
    OTHER,
    choose,
    drive,
    file_of,
    fill,
    keys,
    look,
    open_book,
    press,
    reach,
    upload,
    write,
)
from tests.corpus.cases import Cannot, CannotWrite
from tests.corpus.clubs import make_clubs
from tests.corpus.corpus import BOOK_CASES
from tests.helpers.clubs import column, edited, sample_book, stored
from tests.helpers.programs.command_line import run_here
from tests.helpers.suite.length import usual_or_long
from tests.workbook.test_form import of_another_form
from xladdin.app.buttons import with_buttons
from xladdin.files.reading.club_file import open_club_file
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.systems import SYSTEMS
from xladdin.workbook.rules.as_edited import system_of
from xladdin.workbook.schema import BY_COMMAND, HOW_NAME

CANCELLED = """(async () => {
  const before = engine.waiting, running = doing(recalculate);
  while (engine.waiting === before) { await new Promise((done) => setTimeout(done, 30)); }
  engine.cancel();
  await Promise.all([running, engine.ready]);
  return state.unsaved;
})()"""
VISITS = ("More", "Wall and web", "Make the pages", "Tonight", "Bring in games", "Recalculate")


HALVES = ["lexington", "dptr"], ["sca"]
EVENINGS = usual_or_long([*zip(BROWSERS, HALVES)], [*product(BROWSERS, [[*SYSTEMS]])])


@pytest.mark.parametrize(("browser", "keys"), EVENINGS)
def test_an_evening_without_python(browser: str, keys: list[str], tmp_path: Path) -> None:
    """Every system comes out to the byte as here. A cancelled run changes nothing, and the page fetches nothing."""
    books = {key: sample_book(key, tmp_path, recalculated=False) for key in keys}
    first = datetime.now()
    steps = [step for path in books.values() for step in (open_book(path), press("Recalculate"), file_of(path.name))]
    lexington = sample_book("lexington", tmp_path, recalculated=False)
    found = drive(browser, [open_book(lexington), look(CANCELLED), file_of(lexington.name), *steps])
    last = datetime.now()
    _, unsaved, untouched, *answers = found["answers"]
    assert not unsaved
    assert base64.b64decode(untouched) == lexington.read_bytes()
    given = iter(answers)
    for key, path in books.items():
        opened, recalculated, content = next(given), next(given), base64.b64decode(next(given))
        assert path.name in opened
        assert "What changed" in recalculated, recalculated
        assert content in [as_here(path, moment, tmp_path) for moment in minutes(first, last)], key
    assert found["said"] == []
    assert {address.partition(":")[0] for address in found["requests"]} <= {"file", "blob"}


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_on_any_view_and_a_phone_is_wide_enough(dark: bool, tmp_path: Path) -> None:
    """The dark run is in French, and each run looks at 390 and at 1,240 pixels."""
    path = sample_book("lexington", tmp_path, recalculated=False)
    language = "French" if dark else "English"
    views = [step for text in VISITS for step in (press(french(text) if dark else text), {"axe": True})]
    speak = [press("Français")] if dark else []
    found = drive("chrome", [*speak, {"axe": True}, open_book(path), {"axe": True}, *views], dark=dark)
    findings = [answer for answer in found["answers"] if isinstance(answer, list)]
    assert len(findings) == 2 * (len(VISITS) + 2)
    assert [finding for finding in findings if finding] == [], language
    assert found["said"] == []


def french(text: str) -> str:
    from xladdin.languages.french.app import APP

    return APP[text]


@pytest.mark.parametrize("browser", OTHER)
def test_the_keyboard_alone_and_a_file_that_is_saved_in_excel_meanwhile(browser: str, tmp_path: Path) -> None:
    """From nothing to a recalculated workbook: open the page, choose the workbook, press Recalculate and Save."""
    path = sample_book("montreal", tmp_path, recalculated=False)
    later = sample_book("montreal", tmp_path / "later")
    steps = [upload(path), reach("Recalculate"), reach("Save"), write(path, later.read_bytes()), press("Recalculate")]
    opened, recalculated, saved, again = drive(browser, steps, newly=True)["answers"]
    assert "Something was typed since the last recalculation." in opened
    assert "What changed" in recalculated
    assert f"{path.name} is in your downloads." in saved
    assert f"{path.name} was saved in Excel since you opened it. Drop it here again" in again
    assert path.read_bytes() == later.read_bytes()


def minutes(first: datetime, last: datetime) -> list[datetime]:
    """Each minute from one moment to another, because a recalculation is dated to the minute."""
    start = first.replace(second=0, microsecond=0)
    return [start + timedelta(minutes=past) for past in range(int((last - start).total_seconds()) // 60 + 1)]


def as_here(path: Path, now: datetime, folder: Path) -> bytes:
    """The bytes of a recalculation by Python on this machine."""
    copy = folder / "here" / path.name
    shutil.rmtree(copy.parent, ignore_errors=True)
    copy.parent.mkdir()
    shutil.copyfile(path, copy)
    assert not recalculate_file(copy, None, now).problems
    return copy.read_bytes()


HURTFUL = [
    case for case in BOOK_CASES if isinstance(case.outcome, Cannot) and not isinstance(case.outcome, CannotWrite)
]
TAKEN = usual_or_long([*HURTFUL[:: len(HURTFUL) // 24], *HURTFUL[-2:]], HURTFUL)
"""The last two hold XML that is nested deep. It would take the whole stack of a browser."""


def test_hurtful_workbooks_are_refused_in_the_words_of_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clubs = make_clubs(tmp_path / "clubs")
    monkeypatch.chdir(tmp_path)
    paths = []
    for number, case in enumerate(TAKEN):
        path = Path(f"{number}.xlsx")
        shutil.copy(clubs[case.club], path)
        case.spoil(path)
        paths.append(path)
    wrong_row = Path("typo.xlsx")
    shutil.copy(clubs["mississauga"], wrong_row)
    edited(wrong_row, ("Games", "C5", "4o1"))
    sound = sample_book("mississauga", tmp_path, recalculated=False)
    files = [path for path in paths if path.is_file()]
    assert len(files) >= 20
    found = drive("chrome", [*map(open_book, files), open_book(wrong_row), open_book(sound), press("Recalculate")])
    *refused, to_fix, _, recalculated = found["answers"]
    for path, said in zip(files, refused, strict=True):
        here = run_here("check", path)
        assert here.status == 2
        assert plain(with_buttons(here.err)) in plain(said), path
    message = run_here("check", wrong_row).err.splitlines()[0].partition(": ")[2]
    assert plain(message) in plain(to_fix)
    assert "What changed" in recalculated
    assert found["said"] == []


def plain(text: str) -> str:
    """The text on one line, with single blanks."""
    return " ".join(text.split())


def test_what_a_file_leaves_open_is_answered_by_pressing(tmp_path: Path) -> None:
    """Is the day or the month first? Whose name is this? Each answer is a button, and then the games come in."""
    path = sample_book("mississauga", tmp_path)
    games = tmp_path / "games.csv"
    games.write_text(
        "Date,Player 1,Score 1,Player 2,Score 2\n03/04/2025,Pierre,400,Lestre,300\n03/04/2025,Zoe,400,Kim,300\n",
        encoding="utf-8",
    )
    steps = [open_book(path), press("Bring in games"), choose("sources", games), press("Preview"),
             press("day first: 2025-04-03"), press("Lester"), press("A new player"),
             press("Bring them in")]  # fmt: skip
    *_, asked, named, lester, ready, done = drive("chrome", steps)["answers"]
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
    assert run_here("check", path).status == 0
    book = stored(path)
    assert "L'équipe" not in [*column(book["Players"], "Player"), *column(book["Games"], "Player 1")]
    assert column(book["Games"], "Player 1")[-2:] == ["Pierre", "Pierre"]


def test_what_is_on_the_screen_is_said_again_in_the_language_that_is_chosen(tmp_path: Path) -> None:
    """This holds for words of a command, of a click, and of the page itself. A cancelled run keeps what is there."""
    path = sample_book("montreal", tmp_path, recalculated=False)
    steps = [open_book(path), press("Recalculate"), press("Français"), press("English"), press("Save"),
             press("Français"), press("Recalculer"), look(CANCELLED), press("English")]  # fmt: skip
    _, english, in_french, again, saved, saved_in_french, _, _, kept = drive("chrome", steps)["answers"]
    assert "5 games of 3 players rated." in english and "5 games" not in in_french
    assert "5 parties, 3 joueurs." in in_french
    assert again == english
    assert "is in your downloads" in saved and f"{path.name} est dans vos téléchargements" in saved_in_french
    assert "5 parties, 3 joueurs." in kept


CHOSEN = """(async () => {{
  const {{ elements }} = document.querySelector("main form");
  const texts = (select) => !select.parentElement.hidden && [...select.options].map((one) => one.text);
  const shown = () => [elements.like, elements.log].map(texts);
  const before = shown();
  elements.system.value = "{system}";
  elements.system.dispatchEvent(new Event("change"));
  elements.{option}.value = "{word}";
  elements.title.value = "Riverside";
  return [before, shown()];
}})()"""


BY_A_TABLE = (
    ("bands", "like", "montreal"),
    [["Mississauga Scrabble Club", "Montreal Scrabble Club"], False],
    SYSTEMS["bands"].like("montreal"),
)
BY_SCORES = ("elo", "log", "scores"), [False, ["results", "scores"]], SYSTEMS["elo"].logging("scores")
CLUBS = (BY_A_TABLE, BY_SCORES)


@pytest.mark.parametrize(("browser", "club"), usual_or_long([*zip(BROWSERS, CLUBS)], [*product(BROWSERS, CLUBS)]))
def test_a_new_club_by_its_own_table_or_by_scores(browser: str, club: Any, tmp_path: Path) -> None:
    (system, option, word), offered, made = club
    chosen = look(CHOSEN.format(system=system, option=option, word=word))
    held = look("[...engine.files.keys()].filter((path) => !path.startsWith('.'))")
    steps = [chosen, press("Make the workbook"), held, file_of("Riverside.xlsx")]
    shown, said, files, content = drive(browser, steps)["answers"]
    path = tmp_path / "Riverside.xlsx"
    path.write_bytes(base64.b64decode(content))
    assert shown == [[False, False], offered]
    assert files == ["Riverside.xlsx"] and "double-click" not in said
    assert open_club_file(path).names[HOW_NAME] == BY_COMMAND
    assert system_of(open_club_file(path)) == made


ENDED = """(async () => {
  while (state.busy) { await new Promise((done) => setTimeout(done, 20)); }
  return document.getElementById("main").innerText;
})()"""


def test_what_is_to_fix_is_there_after_every_save_and_visit(tmp_path: Path) -> None:
    """The status of the workbook and its wrong rows stay beside its name, after any button."""
    path = sample_book("mississauga", tmp_path, recalculated=False)
    fresh = sample_book("lexington", tmp_path, recalculated=False)
    edited(path, ("Games", "C5", "4o1"), ("Games", "B6", "Zoé O'Brien"))
    visits = [press("More"), press("Recalculate")]
    name = [press("A"), look("document.querySelector('nav button').click()"), look(ENDED)]
    steps = [open_book(path), {"axe": True}, press("Recalculate"), press("Save"), *visits,
             open_book(fresh), *visits, *name,
             press("Recalculate"), press("Save"), press("Français"), press("English")]  # fmt: skip
    opened, phone, laptop, *answers = drive("chrome", steps)["answers"]
    assert phone == laptop == []
    _, saved, _, again, _, _, stale, _, _, after_name, *answers = answers
    changed, done, _, last = answers
    for said in (opened, saved, again):
        assert "Fix first (2)" in said and "Games, row 6, Player 1: “Zoé O'Brien”" in said
    assert "is in your downloads" in saved
    for said in (stale, after_name):
        assert "Something was typed since the last recalculation." in said and "Fix first" not in said
    assert "What changed" in changed
    for said in (done, last):
        assert "What changed" in said and "Up to date." in said and "is in your downloads" in said


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


def test_each_page_is_offered_by_what_it_is(tmp_path: Path) -> None:
    path = sample_book("sca", tmp_path)
    names = look("[...document.querySelectorAll('main select optgroup option')].map((one) => one.text)")
    steps = [open_book(path), press("Wall and web"), press("Make the pages"), names]
    *_, offered = drive("chrome", steps)["answers"]
    assert offered.count("Ada") == 2 and "Monday 8 July" in offered
    assert [name for name in offered if name.endswith((".html", "›")) or name == "To the content"] == []


TICK = (
    "[...document.querySelectorAll('input[name=here]')].forEach((one, place) => {{ one.checked = place < {first}; }})"
)


def test_a_title_of_blanks_and_an_evening_of_nobody(tmp_path: Path) -> None:
    """A club that is given no name is called by its system. Whom the workbook marks counts for nothing here."""
    path = sample_book("mississauga", tmp_path)
    pair = [press("Tonight"), look(TICK.format(first=2)), press("Pair the next round")]
    steps = [fill(title="  ", system="montreal"), press("Make the workbook"), open_book(path), *pair,
             look(TICK.format(first=0)), press("Pair the next round"), press("Français")]  # fmt: skip
    made, _, _, _, paired, _, refused, in_french = drive("chrome", steps)["answers"]
    assert made.startswith("montreal.xlsx")
    assert "1 table paired" in paired
    assert "Tick who is here first." in refused and "table paired" not in refused
    assert "Cochez d’abord qui est là." in in_french


@pytest.mark.parametrize("browser", OTHER)
def test_it_opens_with_a_line_of_what_it_does(browser: str) -> None:
    steps = [look("document.querySelector('main > :first-child').innerText"), press("Français"),
             look("document.querySelector('main > :first-child').innerText")]  # fmt: skip
    english, _, french_line = drive(browser, steps)["answers"]
    assert english.startswith("Ratings for a small club: recalculate its workbook")
    assert french_line.startswith("Les cotes d’un petit club")


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


@pytest.mark.parametrize("browser", ONE)
def test_a_workbook_of_another_form_is_updated_by_a_button(browser: str, tmp_path: Path) -> None:
    path = of_another_form("mississauga", tmp_path)
    steps = [open_book(path), press("Update a workbook made with an older version")]
    refused, renewed = drive(browser, steps)["answers"]
    assert "of another form" in refused and "Update it by the button below." in refused
    assert f"Created {path.stem} renewed.xlsx" in renewed


RAN = """(() => {
  const run = engine.run.bind(engine);
  engine.run = (words) => { window.ran = words; return run(words); };
})()"""


@pytest.mark.parametrize("browser", ONE)
def test_the_day_of_an_export_is_given_in_a_field(browser: str, tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    steps = [open_book(path), look(RAN), press("More"), fill(format="tsh", day="2024-09-11"), press("Export a sheet"),
             look("window.ran"), look("(() => { delete engine.run; })()")]  # fmt: skip
    *_, ran, _ = drive(browser, steps)["answers"]
    assert ran == ["export", path.name, "--format", "tsh", "--date", "2024-09-11"]
