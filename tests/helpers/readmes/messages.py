"""The messages of the code, as templates. "…" replaces each name, number or reason in them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.helpers.programs.finding import ROOT

RAISED = (
    *("InvalidTypeError", "NoDate", "OutOfRangeError", "NotFoundError", "FileProblem", "AnotherForm", "OutOfDate"),
    *("add_error", "problem", "refused", "Diagnostic"),
)
"""The code calls these with a message: the errors that a person can fix, and what notes or words one."""
ELSEWHERE = (
    "functions",
    "federation",
    "app",
    "vba",
    "commands/federation.py",
    "commands/programs.py",
)
"""Messages that no director of a club meets: of a worksheet function, a federation, or the building of xladdin.html."""
LEAST = 3
"""How many words a template has. With fewer it is a heading, or says nothing by itself."""


def messages() -> dict[str, str]:
    """Every template, by its place in the code."""
    found = {}
    for path in sorted((ROOT / "xladdin").rglob("*.py")):
        name = path.relative_to(ROOT / "xladdin").as_posix()
        if not name.startswith(ELSEWHERE):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            constants = dict(_constants(tree))
            for line, template in _templates(tree, constants):
                if len(re.findall(r"[A-Za-z]{2,}", template)) >= LEAST:
                    found[template] = f"{name}, line {line}"
    return found


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            words = _words(node.value, {})
            if words:
                yield node.targets[0].id, words


def _templates(tree: ast.Module, constants: dict[str, str]) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if called in RAISED:
                for argument in node.args:
                    for words in _either(argument, constants):
                        yield node.lineno, " ".join(words.split())


def _either(node: ast.expr, constants: dict[str, str]) -> Iterator[str]:
    """The words of an argument, or both where it is one or the other."""
    if isinstance(node, ast.IfExp):
        yield from _either(node.body, constants)
        yield from _either(node.orelse, constants)
    else:
        yield _words(node, constants)


def _words(node: ast.expr, constants: dict[str, str]) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_words(part, constants) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return _words(node.value, constants) or "…"
    if isinstance(node, ast.BinOp):
        return f"{_words(node.left, constants) or '…'}{_words(node.right, constants) or '…'}"
    return constants.get(node.id, "") if isinstance(node, ast.Name) else ""


def is_meant(row: str, template: str) -> bool:
    """Whether a row of the page is about the message: it has the pieces between "…" in their order."""
    place = 0
    for piece in filter(None, (piece.strip() for piece in row.split("…"))):
        place = template.find(piece, place)
        if place < 0:
            return False
        place += len(piece)
    return True
