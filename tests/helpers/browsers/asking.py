"""Chromium and Firefox, each started once for all tests of a process."""

from __future__ import annotations

import atexit
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.helpers.programs.finding import ProgramError, find_program
from tests.helpers.programs.kept_open import KeptOpen

PROGRAMS = {"chrome": "chromium", "firefox": "firefox-esr"}


def ask(kind: str, browser: str, timeout: float, **asked: object) -> Any:
    """Return what a browser gives: the steps of an `app`, or what it finds on `pages`. `timeout` is in seconds."""
    line = {"kind": kind, "browser": browser, "program": find_program(PROGRAMS[browser]), **asked}
    line_of_answer = _browsers().ask(json.dumps(line), timeout)
    if not line_of_answer:
        raise ProgramError(f"{browser} did not answer within {timeout:g} s, or ended")
    answer = json.loads(line_of_answer)
    if "failed" in answer:
        raise ProgramError(f"{browser}: {answer['failed']}")
    return answer["gave"]


class Browsers(KeptOpen):
    """The program that holds the browsers. Each of them leads a group of its own."""

    _browsers: Sequence[int] = ()

    def ask(self, line: str, timeout: float) -> str:
        answer = super().ask(line, timeout)
        if answer:
            self._browsers = json.loads(answer)["groups"]
        return answer

    def _groups(self) -> Sequence[int]:
        return [*super()._groups(), *self._browsers]


def end() -> None:
    """End the browsers, if any are open."""
    _browsers().end()


@cache
def _browsers() -> Browsers:
    browsers = Browsers([find_program("node"), Path(__file__).with_name("browsers.mjs")])
    atexit.register(browsers.end)
    return browsers
