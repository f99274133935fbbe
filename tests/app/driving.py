"""The app built from this checkout, and a director's steps in a real browser."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.helpers.browsers.asking import PROGRAMS, ask
from tests.helpers.programs.finding import TESTS, node_module
from tests.helpers.suite.length import usual_or_long
from tests.helpers.suite.once import make_once
from xladdin.app.building import Sources, build_app, fetch_wheels

BROWSERS = [*PROGRAMS]
ONE, OTHER = usual_or_long((["chrome"], ["firefox"]), (BROWSERS, BROWSERS))
"""The browser of a test, where one is enough in a usual run."""
WHEELS = TESTS / ".wheels"
Step = dict[str, Any]


@cache
def sources() -> Sources:
    """Return Pyodide as tests/setup installed it, and the pinned wheels, which are fetched once."""
    WHEELS.mkdir(exist_ok=True)
    return Sources(node_module("pyodide"), fetch_wheels(WHEELS))


@cache
def app() -> Path:
    """Build xladdin.html of this checkout."""
    return make_once(("app",), lambda folder: build_app(folder / "xladdin.html", sources())) / "xladdin.html"


def drive(browser: str, steps: Sequence[Step], url: str = "", *, newly: bool = False, **how: object) -> dict[str, Any]:
    """Return what each step gave, what the page said on its console, and which addresses it asked for.

    A page stays open, as if it had just been loaded for each who asks. Who wants it `newly` has it loaded. `how` holds
    the `width` of the window in pixels, and `dark`.
    """
    address = url or app().as_uri()
    outcome: dict[str, Any] = ask("app", browser, 420, url=address, newly=newly, steps=steps, **how)
    return outcome


def look(expression: str) -> Step:
    return {"evaluate": expression}


def open_book(path: Path) -> Step:
    """Open a workbook as if a person had chosen it. Return what the page then says of it."""
    return {"open": path.name, "content": base64.b64encode(path.read_bytes()).decode()}


def press(text: str) -> Step:
    return {"press": text}


def fill(**values: str) -> Step:
    return {"fill": values}


def choose(field: str, *paths: Path) -> Step:
    return {"choose": field, "files": {path.name: base64.b64encode(path.read_bytes()).decode() for path in paths}}


def upload(path: Path) -> Step:
    """Choose a workbook on the disk, as a person does in the dialog of the browser. Return what the page then says."""
    return {"upload": str(path)}


def write(path: Path, content: bytes) -> Step:
    """Write a file on the disk while the page is open, as Excel would."""
    return {"write": str(path), "bytes": base64.b64encode(content).decode()}


def reach(text: str) -> Step:
    """Go to a button by Tab and press Enter. Return what the page then says."""
    return {"reach": text}


def keys(selector: str, *pressed: str) -> Step:
    """Go to the first control that a selector finds, and press keys there. Return what the page then says."""
    return {"keys": pressed, "at": selector}


def tab(number: int) -> Step:
    """Go on in a tab of the same browser, and open the tab the first time. Tab 0 is the one at the start."""
    return {"tab": number}


def file_of(name: str) -> Step:
    """Return the bytes of a file that the app holds, as base64, or nothing where it holds none."""
    return {"file": name}
