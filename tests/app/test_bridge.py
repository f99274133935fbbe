"""The bridge between page and commands: what a command shows on a terminal comes out as data, with its exit status."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.clubs import edited
from tests.helpers.programs.finding import ROOT
from tests.helpers.readmes.messages import templates
from tests.helpers.suite.length import usual_or_long
from xladdin.app.bridge import Page, answer, club, show_again
from xladdin.commands.output import REPORT
from xladdin.languages.language import IN_FRENCH, Language
from xladdin.messages import Message, msg
from xladdin.samples import sample_files
from xladdin.systems import SYSTEMS

SAMPLES = ROOT / "xladdin" / "samples" / "montreal"


LOG = "Date,Player 1,Score 1,Player 2,Score 2\n"
NOT_FOR_THE_PAGE = (
    "commands/programs",
    "hosts/excel",
    "hosts/launcher",
    "hosts/lite",
    "hosts/printing",
)
"""Where messages are said that the page never shows: it does not run these commands."""
COMMANDS = re.compile(r"xladdin [a-z]+ (?:[A-Z…]|\S+\.xlsx)|xladdin (?:redo|undo|new|publish)|(?<!\w)--[a-z]")
"""What a message tells a person to type in a terminal."""
NOT_ASKED_HERE = {
    REPORT.template,
    "With a LAMBDA name: works in this file in Excel 2024, Microsoft 365 and the web, nothing to install, one value an "
    "argument. An .xlsm, and a file made with --no-names, has no such names.",
    "Yours: sheets, with commas between; print --all prints them all",
    'There is no undo, so nothing was changed yet. To forget "{name}", add --yes.',
    "Nothing was written; without --dry-run it is, into {name}.",
    "Nothing was written; without --dry-run {name} is made.",
    "It is out of date: {n:,} row to fix; xladdin recalc --dry-run names the rows.",
    "It is out of date: {n:,} rows to fix; xladdin recalc --dry-run names the rows.",
    "{path} has none of the sheets that are printed: {sheets}. Name the sheets to print, each with --sheet.",
}
"""The page gives these options itself, or they are on sheets."""
KEPT = ("rows", "right", "signed", "changes", "kind", "about", "wanted", "table", "sheet", "column", "value", "name",
        "id", "key", "place", "columns", "fields", "allowed", "default", "samples", "free")  # fmt: skip
"""These parts of an answer are no text of ours: cells, names, and words for the code of the page."""


def asked(*arguments: str, steps: list[str] | None = None, language: str = "en") -> dict[str, Any]:
    told = steps if steps is not None else []
    return json.loads(answer(json.dumps(arguments), told.append, language))  # type: ignore[no-any-return]


def lines(shown: object) -> Iterator[str]:
    """Yield every line of an answer that is a text of ours."""
    if isinstance(shown, str):
        yield from shown.split("\n")
    elif isinstance(shown, list):
        for one in shown:
            yield from lines(one)
    elif isinstance(shown, dict):
        for what, one in shown.items():
            if what not in KEPT:
                yield from lines(one)


def everything(key: str, folder: Path, language: str) -> list[str]:
    """Return every line that the page shows from Python, through the commands that its views run."""
    os.chdir(folder)
    render: list[str] = []

    def language(*arguments: str) -> None:
        steps: list[str] = []
        render.extend(lines(asked(*arguments, steps=steps, language=language)["shown"]))
        render.extend(steps)

    files = sample_files(key)
    language("new", key, "club.xlsx", "--title", "Club", *map(str, files.values()))
    one, two, three = json.loads(club("club.xlsx"))["players"][:3]
    Path("games.csv").write_text(
        f"{LOG}2024-09-11,Salyl,400,{one},300\n2024-09-11,{two},90,{one},90\n", encoding="utf-8"
    )
    Path("dates.csv").write_text(f"{LOG}03/04/2024,{one},400,{two},300\n", encoding="utf-8")
    Path("new.csv").write_text("Player,Rating\nZed Zog,1700\n", encoding="utf-8")
    Path("other.csv").write_text("A,B\n1,2\n", encoding="utf-8")
    for command in ("recalc", "backups"):
        language(command, "club.xlsx")
    for source in ("games.csv", "dates.csv", "new.csv", "other.csv", *(str(path) for path in files.values())):
        language("import", "club.xlsx", source, "--dry-run")
    Path("answers.json").write_text(json.dumps({"names": {"is": {"Salyl": "new"}}}), encoding="utf-8")
    language("import", "club.xlsx", "games.csv", "--answers", "answers.json")
    language("player", "club.xlsx", "--", one)
    language("pair", "club.xlsx", *(word for name in (one, two, three) for word in ("--here", name)))
    language("publish", "club.xlsx", "page")
    language("publish", "club.xlsx", "page")
    for old, new in ((one, "Zoé Ångström"), (two, "Zoé Ångström"), ("Nobody", "Zo")):
        language("rename", "club.xlsx", "--", old, new)
    language("backups", "club.xlsx")
    language("merge", "club.xlsx", "--", two, three)
    language("merge", "club.xlsx", "--yes", "--", two, three)
    for command in (["undo"], ["undo", "--to", "99"], ["redo"], ["redo"], ["recalc", "--accept", "77"]):
        language(command[0], "club.xlsx", *command[1:])
    language("forget", "club.xlsx", "--yes", "--", three)
    for command in (["rollover", "next.xlsx"], ["renew", "renewed.xlsx"], ["renew", "renewed.xlsx"]):
        language(command[0], "club.xlsx", *command[1:])
    language("export", "club.xlsx", "--format", "csv", "--sheet", "Players")
    language("export", "club.xlsx", "--format", "tsh")
    language("recalc", "none.xlsx")
    return render


@pytest.mark.parametrize("key", usual_or_long(["montreal", "dptr"], list(SYSTEMS)))
def test_a_french_page_says_all_of_it_in_french(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    render = []
    for language in ("en", "fr"):
        (tmp_path / language).mkdir()
        render.append(everything(key, tmp_path / language, language))
    english, french = render
    assert len(english) == len(french) > 100
    names = {
        cell for path in sample_files(key).values() for cell in re.split("[,\n]", path.read_text(encoding="utf-8"))
    }
    same = {one for one, other in zip(english, french, strict=True) if one == other and re.search("[a-z]{2} ", one)}
    assert {line for line in same if line not in names and " · " not in line and "!N" not in line} == set()
    assert [line for line in render[0] + french if COMMANDS.search(line)] == []
    assert [line for line in french if re.search(r"\d\.\d", line)] == []


def test_no_message_tells_a_reader_of_the_page_to_type_a_command() -> None:
    page = Page(lambda step: None, Language("en"))
    for template, place in templates().items():
        if not place.startswith(NOT_FOR_THE_PAGE) and template not in NOT_ASKED_HERE:
            page.language([Message(template)], err=True)
    for language in ("en", IN_FRENCH):
        render = [str(one["text"]) for one in page.shown(Language(language))]
        assert [line for line in render if COMMANDS.search(line)] == []


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    made = asked("new", "montreal", "club.xlsx", str(SAMPLES / "players.csv"))
    assert made["status"] == 0
    return tmp_path / "club.xlsx"


def test_a_command_answers_with_what_it_shows(book: Path) -> None:
    steps: list[str] = []
    brought = asked("import", "club.xlsx", str(SAMPLES / "games.csv"), steps=steps)
    assert brought["status"] == 0
    (table,) = [shown for shown in brought["shown"] if shown["kind"] == "table"]
    assert table["headings"] == ["Player", "Old", "Change", "New"]
    assert ["Sally", "1710", "-1", "1709"] in table["rows"]
    assert table["right"] == [1, 2, 3]
    assert "Writing club.xlsx" in steps
    assert json.loads(club("club.xlsx"))["rows"] == 5


@pytest.mark.parametrize(
    "arguments",
    [
        ["recalc", "--dry-run"],
        ["import", "games.csv", "--dry-run"],
        ["import", "dates.csv"],
        ["player", "Sally"],
        ["recalc"],
    ],
    ids=" ".join,
)
def test_what_a_command_has_shown_is_said_again_in_the_other_language(book: Path, arguments: list[str]) -> None:
    asked("import", "club.xlsx", str(SAMPLES / "games.csv"))
    Path("games.csv").write_text(f"{LOG}2024-09-11,Salyl,400,John,300\n", encoding="utf-8")
    Path("dates.csv").write_text(f"{LOG}03/04/2024,Sally,400,John,300\n", encoding="utf-8")
    command, *more = arguments
    in_english = asked(command, "club.xlsx", *more)["shown"]
    in_french = json.loads(show_again("fr"))
    assert json.loads(show_again("en")) == in_english != in_french
    assert in_french == asked(command, "club.xlsx", *more, language="fr")["shown"]


def test_names_that_are_nobodys_come_to_be_answered(book: Path) -> None:
    games = "Date,Player 1,Score 1,Player 2,Score 2\n2024-09-11,Salyl,400,John,300\n"
    Path("games.csv").write_text(games, encoding="utf-8")
    told = asked("import", "club.xlsx", "games.csv", "--dry-run")
    assert told["status"] == 1
    (sources,) = [shown for shown in told["shown"] if shown["kind"] == "sources"]
    (table,) = sources["tables"]
    assert (table["kind"], table["columns"]) == ("scored", ["Date", "Player 1", "Score 1", "Player 2", "Score 2"])
    assert table["fields"] == ["date", "name1", "score1", "name2", "score2"]
    assert table["rows"] == [["2024-09-11", "Salyl", "400", "John", "300"]]
    (question,) = sources["questions"]
    assert (question["id"], question["default"]) == (["names", "is", "Salyl"], "Sally")
    Path("answers.json").write_text(json.dumps({"names": {"is": {"Salyl": "Sally"}}}), encoding="utf-8")
    assert asked("import", "club.xlsx", "games.csv", "--answers", "answers.json")["status"] == 0


def test_rows_to_fix_come_with_their_places(book: Path) -> None:
    edited(book, ("Players", "B4", "many"))
    told = asked("recalc", "club.xlsx")
    assert told["status"] == 1
    (wrong,) = [shown for shown in told["shown"] if shown["kind"] == "problems"]
    (problem,) = wrong["problems"]
    assert (problem["sheet"], problem["column"], problem["value"]) == ("Players", "Start rating", "many")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["recalc", "none.xlsx"], "none.xlsx is not there."), (["recal"], "Did you mean 'recalc'?"), (["recalc"], "FILE")],
)
def test_what_cannot_be_done_is_said_in_the_words_of_the_command_line(arguments: list[str], words: str) -> None:
    told = asked(*arguments)
    assert told["status"] == 2
    assert words in told["shown"][-1]["text"]
    assert told["shown"][-1]["wrong"]


@pytest.mark.parametrize(("language", "step"), [("en", "Bring in games"), ("fr", "Importer des parties")])
def test_dated_copies_name_the_buttons_that_were_pressed(book: Path, language: str, step: str) -> None:
    asked("import", "club.xlsx", str(SAMPLES / "games.csv"))
    (table, _) = asked("backups", "club.xlsx", language=language)["shown"]
    assert [row[2] for row in table["rows"]] == [step]


def test_numbers_alone_have_a_comma_in_french() -> None:
    """Names keep their points, and so do words that somebody typed."""
    page = Page(lambda step: None, Language(IN_FRENCH))
    page.table(["Player", "New"], [["B 2.5", "44.26"]], (1,), "")
    average = msg("Average score {average:.1f}, of the opponents {opponents:.1f}.", average=268.7, opponents=264.3)
    page.language(["Newcomers: club 2.1.xlsx.", average], err=False)
    table, text = page.shown(Language(IN_FRENCH))
    assert table["rows"] == [["B 2.5", "44,26"]]
    assert "club 2.1.xlsx." in str(text["text"]) and "268,7" in str(text["text"]) and "264,3." in str(text["text"])
