"""A made-up language: a catalogue in which every text is between brackets, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tests.helpers.programs.finding import ROOT
from xladdin import languages

CODE = "xx"
FRENCH = ROOT / "xladdin" / "locale" / "fr" / "LC_MESSAGES" / "xladdin.po"
AS_THEY_ARE = {"number", "format of Excel"}
"""The contexts of signs within numbers and of formats of cells, which are no texts."""
_INNERMOST = re.compile("⟦[^⟦⟧]*⟧")


def _bracketed(text: str) -> str:
    return f"⟦{text}⟧"


def write_catalogue(folder: Path) -> None:
    """Write the compiled catalogue of the language below a folder of languages."""
    with FRENCH.open("rb") as stream:
        french = read_po(stream)
    made = Catalog(locale="de", fuzzy=False)  # a language of which gettext knows the plural
    for entry in french:
        if entry.id:
            forms = tuple(map(_bracketed, entry.id)) if isinstance(entry.id, tuple) else _bracketed(entry.id)
            made.add(entry.id, entry.id if entry.context in AS_THEY_ARE else forms, context=entry.context)
    path = folder / CODE / "LC_MESSAGES" / "xladdin.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as target:
        write_mo(target, made)


@contextmanager
def made_up_language(folder: Path) -> Iterator[str]:
    """Let xladdin find the catalogue of the language in a folder, and give its code."""
    write_catalogue(folder)
    _forget()
    try:
        with mock.patch.object(languages, "locale_folder", lambda: folder):
            yield CODE
    finally:
        _forget()


def _forget() -> None:
    for cached in vars(languages).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()


def outside_brackets(text: str) -> str:
    """Return what is left of a text without its brackets and all that is between them."""
    while (shorter := _INNERMOST.sub(" ", text)) != text:
        text = shorter
    return text
