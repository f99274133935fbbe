"""The messages of the code, from the catalogue that extraction keeps equal to it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from babel.messages.pofile import read_po

from tests.helpers.programs.finding import ROOT

CATALOGUE = ROOT / "xladdin" / "locale" / "fr" / "LC_MESSAGES" / "xladdin.po"
ELSEWHERE = ("functions", "federation", "app", "vba", "commands/federation.py", "commands/programs.py")
"""Messages that no director of a club meets: of a worksheet function, a federation, or the building of xladdin.html."""


def templates() -> dict[str, str]:
    """Return every template by its place in the code."""
    with CATALOGUE.open("rb") as stream:
        entries = [entry for entry in read_po(stream) if entry.id]
    found = {}
    for entry in entries:
        places = [path.removeprefix("xladdin/") for path, _ in entry.locations]
        for place in (place for place in places if not place.startswith(ELSEWHERE)):
            for template in entry.id if isinstance(entry.id, tuple) else (entry.id,):
                found[template] = place
    return found


def messages() -> set[str]:
    """Return every template with "…" in place of its values."""
    return {re.sub(r"\{[^{}]*\}", "…", template) for template in templates()} | set(_texts_of_imports())


def _texts_of_imports() -> Iterator[str]:
    for folder in ("importing", "workbook/incoming"):
        for path in (ROOT / "xladdin" / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value
                elif isinstance(node, ast.JoinedStr):
                    parts = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
                    yield "".join(map(str, parts))


def is_meant(row: str, template: str) -> bool:
    """Return whether a row of the page is about the message: it has the pieces between "…" in their order."""
    place = 0
    for piece in filter(None, (piece.strip() for piece in row.split("…"))):
        place = template.find(piece, place)
        if place < 0:
            return False
        place += len(piece)
    return True
