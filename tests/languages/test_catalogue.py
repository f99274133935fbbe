"""The catalogues have what the source has, and each translation fits its message."""

from __future__ import annotations

import ast
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po

from tests.helpers.programs.finding import ROOT

FRENCH = ROOT / "xladdin" / "locale" / "fr" / "LC_MESSAGES" / "xladdin.po"
CATALOGUES = sorted((ROOT / "xladdin" / "locale").glob("*/LC_MESSAGES/*.po"))
KEYWORDS = ["-k", "msg", "-k", "ngettext:1,2", "-k", "pgettext:1c,2"]


def read_catalogue(path: Path) -> Catalog:
    """Read a catalogue."""
    with path.open("rb") as stream:
        return read_po(stream)


def fields(text: str) -> list[tuple[str, str | None]]:
    """Return the placeholders of a template with their formats, in order of their names."""
    return sorted((name, spec) for _, name, spec, _ in string.Formatter().parse(text) if name is not None)


def translations(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield each form of an entry with its translation."""
    if isinstance(entry.id, tuple):
        yield from zip(entry.id, entry.string, strict=True)
    else:
        yield entry.id, str(entry.string)


@pytest.fixture(scope="module", params=CATALOGUES, ids=lambda path: path.parts[-3])
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    """Each catalogue."""
    return read_catalogue(request.param)


def test_extraction_and_catalogue_agree(catalogue: Catalog, tmp_path: Path) -> None:
    template = tmp_path / "xladdin.pot"
    command = [sys.executable, "-m", "babel.messages.frontend", "-q", "extract", *KEYWORDS, "-o", template, "xladdin"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    extracted = {(entry.id, entry.context) for entry in read_catalogue(template) if entry.id}
    translated = {(entry.id, entry.context) for entry in catalogue if entry.id}
    assert {"untranslated": extracted - translated, "obsolete": translated - extracted} == {
        "untranslated": set(), "obsolete": set()
    }  # fmt: skip


def test_every_form_is_translated_with_the_same_placeholders(catalogue: Catalog) -> None:
    entries = [pair for entry in catalogue if entry.id for pair in translations(entry)]
    assert entries
    assert [english for english, translation in entries if not translation] == []
    assert [english for english, translation in entries if fields(english) != fields(translation)] == []


def test_french_punctuation_does_not_break() -> None:
    entries = [text for entry in read_catalogue(FRENCH) if entry.id for _, text in translations(entry)]
    assert [text for text in entries if re.search(" [:;!?»%]|« ", text)] == []


def test_no_text_stands_within_an_f_string() -> None:
    """Babel does not look into these, so such a text would never be translated."""
    within = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in sorted((ROOT / "xladdin").rglob("*.py"))
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("msg", "ngettext", "pgettext")
    ]
    assert within == []
