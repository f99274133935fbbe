"""xladdin.html in real browsers recalculates to the byte, and refuses workbooks in the words of the command line."""

from __future__ import annotations

import base64
import json
import shutil
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path

import pytest

from tests.app.driving import BROWSERS, ONE, OTHER, drive, file_of, look, open_book, press, reach, upload, write
from tests.corpus.cases import Cannot, CannotWrite
from tests.corpus.clubs import make_clubs
from tests.corpus.corpus import BOOK_CASES
from tests.helpers.clubs import sample_book, set_cells, set_rule
from tests.helpers.suite.length import usual_or_long
from tests.workbook.test_next_season import of_another_form
from xladdin.app.bridge import run_command
from xladdin.app.texts import build_translations
from xladdin.hosts.file_commands import recalculate_file
from xladdin.systems import SYSTEMS
from xladdin.workbook.schema import WEB_NAMES

CANCELLED = """(async () => {
  const before = engine.waiting, running = runAction(recalculate);
  while (engine.waiting === before) { await new Promise((done) => setTimeout(done, 30)); }
  engine.cancel();
  await Promise.all([running, engine.ready]);
  return state.unsaved;
})()"""
VISITS = ("More", "Pages", "Create the pages", "Tonight", "Add a game", "Import games", "Lexington Scrabble Club")
HALVES = ["lexington", "dptr"], ["sca"]
EVENINGS = usual_or_long([*zip(BROWSERS, HALVES)], [*product(BROWSERS, [[*SYSTEMS]])])


@pytest.mark.parametrize(("browser", "keys"), EVENINGS)
def test_an_evening_without_python(browser: str, keys: list[str], tmp_path: Path) -> None:
    """Every system comes out to the byte as here. A cancelled run changes nothing, and the page fetches nothing."""
    books = {key: sample_book(key, tmp_path, recalculated=False) for key in keys}
    first = datetime.now()
    steps = [step for path in books.values() for step in (open_book(path), press("Recalculate"), file_of(path.name))]
    lexington = sample_book("lexington", tmp_path, recalculated=False)
    outcome = drive(browser, [open_book(lexington), look(CANCELLED), file_of(lexington.name), *steps])
    last = datetime.now()
    _, unsaved, untouched, *answers = outcome["answers"]
    assert not unsaved
    assert base64.b64decode(untouched) == lexington.read_bytes()
    remaining = iter(answers)
    for key, path in books.items():
        opened, recalculated, content = next(remaining), next(remaining), base64.b64decode(next(remaining))
        assert path.name in opened
        assert "What changed" in recalculated, recalculated
        assert content in [as_here(path, moment, tmp_path) for moment in minutes(first, last)], key
    assert outcome["said"] == []
    assert {address.partition(":")[0] for address in outcome["requests"]} <= {"file", "blob"}


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_on_any_view_and_a_phone_is_wide_enough(dark: bool, tmp_path: Path) -> None:
    """The dark run is in French, and each run looks at 390 and at 1,240 pixels."""
    path = sample_book("lexington", tmp_path, recalculated=False)
    set_rule(path, WEB_NAMES.name, "names")
    language = "French" if dark else "English"
    views = [step for text in VISITS for step in (press(french(text) if dark else text), {"axe": True})]
    set_language = [press("Français")] if dark else []
    outcome = drive("chrome", [*set_language, {"axe": True}, open_book(path), {"axe": True}, *views], dark=dark)
    findings = [answer for answer in outcome["answers"] if isinstance(answer, list)]
    assert len(findings) == 2 * (len(VISITS) + 2)
    assert [finding for finding in findings if finding] == [], language
    assert outcome["said"] == []


def french(text: str) -> str:
    catalogue = build_translations()["fr"]["words"]
    assert isinstance(catalogue, dict)
    return str(catalogue.get(text, text))


@pytest.mark.parametrize("browser", OTHER)
def test_the_keyboard_alone_and_a_file_that_is_saved_in_excel_meanwhile(browser: str, tmp_path: Path) -> None:
    """From nothing to a recalculated workbook: open the page, choose the workbook, press Recalculate and Save."""
    path = sample_book("montreal", tmp_path, recalculated=False)
    later = sample_book("montreal", tmp_path / "later")
    steps = [upload(path), reach("Recalculate"), reach("Save"), write(path, later.read_bytes()), press("Recalculate")]
    opened, recalculated, saved, again = drive(browser, steps, newly=True)["answers"]
    assert "The workbook has changed since the last recalculation." in opened
    assert "What changed" in recalculated
    assert f"{path.name} is in your downloads." in saved
    assert f"{path.name} was saved in Excel since you opened it. Drop it here again" in again
    assert path.read_bytes() == later.read_bytes()


def minutes(first: datetime, last: datetime) -> list[datetime]:
    start = first.replace(second=0, microsecond=0)
    return [start + timedelta(minutes=past) for past in range(int((last - start).total_seconds()) // 60 + 1)]


def as_here(path: Path, now: datetime, folder: Path) -> bytes:
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
    sound = sample_book("mississauga", tmp_path, recalculated=False)
    files = [path for path in paths if path.is_file()]
    assert len(files) >= 20
    outcome = drive("chrome", [*map(open_book, files), open_book(sound), press("Recalculate")])
    *refused, _, recalculated = outcome["answers"]
    for path, refusal_text in zip(files, refused, strict=True):
        refusal = json.loads(run_command(json.dumps(["recalc", str(path), "--dry-run"])))
        assert refusal["status"] == 2
        text = " ".join(item["text"] for item in refusal["output"])
        assert plain(text) in plain(refusal_text), path
    assert "What changed" in recalculated
    assert outcome["said"] == []


def plain(text: str) -> str:
    return " ".join(text.split())


def test_what_is_on_the_screen_is_said_again_in_the_language_that_is_chosen(tmp_path: Path) -> None:
    """This holds for words of a command, of a click, and of the page itself. A cancelled run keeps what is there."""
    path = sample_book("montreal", tmp_path, recalculated=False)
    steps = [open_book(path), press("Recalculate"), press("Français"), press("English"), press("Save"),
             press("Français"), press("Recalculer"), look(CANCELLED), press("English")]  # fmt: skip
    _, english, in_french, again, saved, saved_in_french, _, _, stored = drive("chrome", steps)["answers"]
    assert "5 games of 3 players rated." in english and "5 games" not in in_french
    assert "5\N{NO-BREAK SPACE}parties, 3\N{NO-BREAK SPACE}joueurs." in in_french
    assert again == english
    assert "is in your downloads" in saved and f"{path.name} est dans vos téléchargements" in saved_in_french
    assert "5\N{NO-BREAK SPACE}parties, 3\N{NO-BREAK SPACE}joueurs." in stored


ENDED = """(async () => {
  while (state.busy) { await new Promise((done) => setTimeout(done, 20)); }
  return document.getElementById("main").innerText;
})()"""


def test_what_is_to_fix_is_there_after_every_save_and_visit(tmp_path: Path) -> None:
    """The status of the workbook and its wrong rows stay beside its name, after any button."""
    path = sample_book("mississauga", tmp_path, recalculated=False)
    fresh = sample_book("lexington", tmp_path, recalculated=False)
    set_cells(path, ("Games", "C5", "4o1"), ("Games", "B6", "Zoé O'Brien"))
    visits = [press("More"), press("Mississauga Scrabble Club")]
    name = [press("A"), look("document.querySelector('nav button').click()"), look(ENDED)]
    steps = [open_book(path), {"axe": True}, press("Recalculate"), press("Save"), *visits,
             open_book(fresh), press("More"), press("Lexington Scrabble Club"), *name,
             press("Recalculate"), press("Save"), press("Français"), press("English")]  # fmt: skip
    opened, phone, laptop, *answers = drive("chrome", steps)["answers"]
    assert phone == laptop == []
    _, saved, _, again, _, _, stale, _, _, after_name, *answers = answers
    changed, done, _, last = answers
    for screen in (opened, saved, again):
        assert "Fix first (2)" in screen and "Games, row 6, Player 1: “Zoé O'Brien”" in screen
    assert "is in your downloads" in saved
    for screen in (stale, after_name):
        assert "The workbook has changed since the last recalculation." in screen and "Fix first" not in screen
    assert "What changed" in changed
    for screen in (done, last):
        assert "What changed" in screen and "Up to date." in screen and "is in your downloads" in screen


@pytest.mark.parametrize("browser", ONE)
def test_a_workbook_of_another_form_is_updated_by_a_button(browser: str, tmp_path: Path) -> None:
    """It is there for no other file that cannot be opened, since it would not help."""
    path, damaged = of_another_form("mississauga", tmp_path), tmp_path / "damaged.xlsx"
    damaged.write_bytes(b"PK")
    steps = [open_book(damaged), open_book(path), press("Update a workbook of an older version")]
    of_damaged, refused, renewed = drive(browser, steps)["answers"]
    assert "damaged" in of_damaged and "Update a workbook of an older version" not in of_damaged
    assert "another version of xladdin" in refused and "Update it with the button below." in refused
    assert f"Created {path.stem} renewed.xlsx" in renewed
