"""How xladdin speaks. Sentences that sounded translated are gone from texts, code, tests and workbooks."""

from __future__ import annotations

import ast
import inspect
import re
import zipfile
from collections.abc import Iterator

import pytest

from tests.helpers.programs.finding import ROOT
from tests.helpers.readmes.markdown import Text, all_texts

OLD_SENTENCES = (
    "for another computer `xladdin wheel` writes a file",
    "asks nothing of anywhere else",
    "No file is written over",
    "start rating and start games only for who comes with them",
    "typed wrong is mended where it stands",
    "A row that cannot be right",
    "Every printed sheet says what it is as of",
    "Only computed columns are ever written",
    "rates on as if the log had never been cut",
    "rates on as if it had never been cut",
    "brings an old workbook with its log to today's template",
    "the last ten stay, and the last",
    "are no player's",
    "left out; a recalculation computes them",
    "Make newcomers of names that are like nobody's",
    "The order of day and month, where both fit",
    "also where something was typed since",
    "report it to whom you have xladdin from",
    "so that it would unpack to no end",
    "Player: where he stands, and how he came there",
    "Far over or under, every further percent counts less",
    "the rating of who comes without one",
    "That are the axes of our own chart",
    "Comment marchent les cotes",
    "Partie au par",
    '"draws": "annule"',
    '"Most games": "Plus de parties"',
    '"Change": "Gain"',
    "Tous les classements",
    "Liste du classement",
    "Histoire des cotes",
    "pas jouée, pas classée",
    "Aucune cote sous",
    "Plus haute cote",
    "Selon les mots de la source",
    '"De nous',
)
"""We said each of these somewhere once, and say it in another way now."""
OUT_OF_USE = re.compile(r"\b(mend|mends|mended|mending|anew|likewise)\b", re.IGNORECASE)
OUT_OF_DOCSTRINGS = re.compile(rf"{OUT_OF_USE.pattern}|\b(whatever|he|him|himself|his)\b", re.IGNORECASE)
"""A player may be a woman or a child, and what "whatever" means is seldom all that there is."""
BARE = re.compile(
    r"\b(?:for|of|by|to) who\b(?! (?:may|is who)\b)|\bstood\b"
    r"|\bstands? (?:there|on|under|beside|below|above|where|at)\b",
    re.IGNORECASE,
)
"""Who is it? And a row is on a sheet. It does not stand there."""
SAID_ALOUD = ("xladdin", "tests")
"""The folders whose docstrings are read aloud."""
OUT_LOUD = {
    "a semicolon": re.compile(";"),
    "a word out of use": re.compile(rf"{OUT_OF_DOCSTRINGS.pattern}|\b(stands?(?!-in)|aside)\b", re.IGNORECASE),
    "a bare relative": re.compile(rf"{BARE.pattern}|\bfrom who\b|\bwhere (left out|given|None)\b", re.IGNORECASE),
}
"""What a docstring has nowhere in its sentences."""
NO_PROSE = re.compile(r"^(?: {4}|>>>).*$", re.MULTILINE)
QUOTED = re.compile(r'`[^`]*`|"[^"]*"')
"""Code, and the words of a source."""
OURS = ("xladdin", "tests", "workbooks", ".ci")
WRITTEN = (".py", ".md", ".js", ".mjs", ".html", ".j2", ".css", ".bas", ".ps1", ".ts", ".applescript", ".toml", ".csv")
NOT_OURS = ("node_modules", "__pycache__")
BETWEEN_HALVES = re.compile(r"[\"']\s*\n\s*f?[\"']|\s*\n\s*(?:# ?)?")
"""Where a long string of Python, or a comment, goes on in the next line."""


def in_one_line(text: str) -> str:
    """A text whose sentences are whole, in small letters."""
    return " ".join(BETWEEN_HALVES.sub(" ", text).split()).casefold()


def texts() -> Iterator[tuple[str, str]]:
    """Every text of the project by its path, except the two that keep the old sentences."""
    paths = [path for folder in OURS for path in (ROOT / folder).rglob("*") if path.suffix in WRITTEN]
    for path in [*paths, *ROOT.glob("*.md"), ROOT / "pyproject.toml"]:
        name = path.relative_to(ROOT).as_posix()
        kept = name == "CHANGELOG.md" or path.samefile(__file__)
        if not kept and not any(part in NOT_OURS for part in path.parts):
            yield name, in_one_line(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "workbooks").rglob("*.xlsx")):
        with zipfile.ZipFile(path) as book:
            parts = [book.read(name).decode() for name in book.namelist() if name.endswith(".xml")]
            yield path.name, in_one_line(" ".join(parts))


def test_no_old_sentence_is_left() -> None:
    old = [in_one_line(sentence) for sentence in OLD_SENTENCES]
    assert [(name, sentence) for name, text in texts() for sentence in old if sentence in text] == []


def test_a_sentence_over_two_lines_is_found() -> None:
    assert "no file is written over" in in_one_line('say("No file is "\n    "written over.")')
    assert "rates on as if it had" in in_one_line("    # It rates on as if\n    # it had")


@pytest.mark.parametrize("text", all_texts(), ids=lambda text: text.name)
def test_no_word_out_of_use_is_in_a_text(text: Text) -> None:
    assert OUT_OF_USE.findall(text.words) == []


def strings(folder: str, words: re.Pattern[str]) -> list[str]:
    """Places of strings and docstrings of a folder that have such words, except those here."""
    return [
        f"{path.relative_to(ROOT)}, line {node.lineno}"
        for path in (ROOT / folder).rglob("*.py")
        if not any(part in NOT_OURS for part in path.parts) and not path.samefile(__file__)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and words.search(node.value)
    ]


def test_no_word_out_of_use_is_in_a_string_or_docstring() -> None:
    assert strings("xladdin", OUT_OF_DOCSTRINGS) == []


@pytest.mark.parametrize("folder", ["xladdin", "tests"])
def test_no_bare_relative_is_in_a_string_or_docstring(folder: str) -> None:
    assert strings(folder, BARE) == []


def test_bare_relatives_are_found() -> None:
    assert all(map(BARE.search, ("the rating of who has none", "as it stood then", "What stands on the pages")))
    assert not any(map(BARE.search, ("who may do what", "finished ahead of whom", "a result stands out")))


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """The line and the text of every docstring of a module, also of those below values."""
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for part in body if isinstance(body, list) else []:
            if (
                isinstance(part, ast.Expr)
                and isinstance(part.value, ast.Constant)
                and isinstance(part.value.value, str)
            ):
                yield part.lineno, part.value.value


def habits(docstring: str) -> list[str]:
    """The habits to drop that the sentences of a docstring have. Its code and its indented examples do not count."""
    prose = QUOTED.sub("", NO_PROSE.sub("", inspect.cleandoc(docstring)))
    return [habit for habit, pattern in OUT_LOUD.items() if pattern.search(prose)]


@pytest.mark.parametrize("folder", SAID_ALOUD)
def test_every_docstring_is_said_as_to_a_friend(folder: str) -> None:
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        if any(part in NOT_OURS for part in path.parts) or path.samefile(__file__):
            continue
        name = path.relative_to(ROOT).as_posix()
        for line, text in docstrings(path.read_text(encoding="utf-8")):
            found += [f"{name}, line {line}: {habit}" for habit in habits(text)]
    assert found == []


@pytest.mark.parametrize(
    ("docstring", "habit"),
    [
        ("The rating of a player; None before a game.", "a semicolon"),
        ("The games.\n\n    row: of the table; names: of both players.\n    ", "a semicolon"),
        ("What stands for a blank.", "a word out of use"),
        ("Rows that are mended.", "a word out of use"),
        ("Gives whatever is there.", "a word out of use"),
        ("The rating that he had.", "a word out of use"),
        ("The rating of who has none.", "a bare relative"),
        ("The clock, this machine's where left out.", "a bare relative"),
    ],
)
def test_a_docstring_with_a_habit_is_found(docstring: str, habit: str) -> None:
    module = f'"""A module."""\n\n\nclass Game:\n    size = 1\n    """{docstring}"""\n'
    assert [habits(text) for _, text in docstrings(module)] == [[], [habit]]


@pytest.mark.parametrize(
    "docstring",
    [
        "The words of a change: `spread 75: 1; change 3`.",
        "A line of a file:\n\n        12 7 0 3 ; 401 388 50 420\n\n    It has two parts.\n    ",
        "Whether this player may play, and who may come tonight.",
    ],
)
def test_code_and_examples_of_a_docstring_are_no_prose(docstring: str) -> None:
    assert habits(docstring) == []
