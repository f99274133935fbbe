"""The functions as one web page, with a place for each. Excel's link "More help" opens it in Office.js hosts."""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from xladdin.cells.text import counted
from xladdin.files.safety.safekeeping import safely_create
from xladdin.functions.catalogue import CATALOGUE
from xladdin.functions.described import Described

_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Club ratings: functions</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:45rem;margin:2rem auto;padding:0 1rem;color:#1d2b30}
h2{margin:2rem 0 0;font-size:1.1rem}dt{font-weight:600}dd{margin:0 0 .3rem 1rem}code{background:#eef2f3}</style>
</head><body><h1>Club ratings: functions</h1>
"""


def page() -> str:
    """The page, in one file."""
    return "".join([_HEAD, *(line for function in CATALOGUE.values() for line in _entry(function)), "</body></html>\n"])


def write_page(path: Path) -> str:
    """Writes the page, and says so. Raises FileProblem if there is a file of that name."""
    safely_create(path, lambda target: target.write(page().encode()))
    return f"Created {path}: help for {counted(len(CATALOGUE), 'function')}."


def _entry(function: Described) -> Iterator[str]:
    yield f'<h2 id="{function.name}">{escape(function.syntax)}</h2>\n<p>{escape(function.description)}</p>\n<dl>'
    for name, argument in function.arguments.items():
        yield f"<dt>{name}</dt><dd>{escape(argument.help)}</dd>\n"
    yield f"</dl><p><code>={escape(function.example)}</code> gives {escape(str(function.gives))}</p>\n"
