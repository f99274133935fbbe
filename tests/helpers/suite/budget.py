"""What the tests of each file cost in processor time, and that it stays within bounds.

It is the time of this process and of all that it has started and waited for. Tests of several files share the fixtures
of the session and the offices that stay open. These have rows of their own.
"""

from __future__ import annotations

import os
import resource
from collections import Counter
from collections.abc import Generator, Iterable
from pathlib import PurePath
from typing import Any

import pytest

from tests.helpers.suite import accounts
from tests.helpers.suite.length import WAY
from tests.helpers.suite.pace import pace, take_time

MOST_OF_A_FILE, MOST_OF_ALL = 60.0, 1200.0
"""Seconds of a quiet day, so that a run does not grow. All take less than 900 then, and nine minutes by the clock.

The rest is for machines whose disk or memory is slower while their pace is as good.
"""
PACE_EVERY = 4.0
"""After so many seconds of processor time we measure the pace of the machine again."""
FIXTURES, START, OFFICES = "fixtures of the session", "start and collection", "offices that stay open"
SHARED_ROWS = (FIXTURES, START, OFFICES)
SHOWN = 12


def seconds(*whose: int) -> float:
    """Processor time so far: ours, that of children that have ended, and of those that live longer than a test."""
    used = [resource.getrusage(who) for who in whose or (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(times.ru_utime + times.ru_stime for times in used) + accounts.spent_elsewhere


class Budget:
    """Adds up in each process that runs tests. In the first it says the sums, and fails a run beyond them."""

    def __init__(self, config: pytest.Config) -> None:
        self._is_worker = hasattr(config, "workerinput")
        self._spent: Counter[str] = Counter()
        self._in_fixtures = 0.0
        self._since_pace = PACE_EVERY

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        before, fixtures = seconds(), self._in_fixtures
        result = yield
        file = PurePath(item.location[0]).as_posix()
        spent = seconds() - before
        self._spent[file] += spent - (self._in_fixtures - fixtures)
        self._since_pace += spent
        if self._since_pace > PACE_EVERY:
            self._since_pace = 0.0
            take_time()
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        before, inner = seconds(), self._in_fixtures
        result = yield
        if fixturedef.scope == "session":
            self._in_fixtures = inner + seconds() - before  # those that it asked for are within
        return result

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Runs after the offices have ended and, in the first process, after the workers have."""
        self._spent[FIXTURES] += self._in_fixtures
        has_workers = session.config.pluginmanager.has_plugin("dsession")  # its children, who account for themselves
        whose = (resource.RUSAGE_SELF,) if has_workers else ()
        self._spent[START] += seconds(*whose) - sum(self._spent.values())
        for row, spent in self._spent.items():
            accounts.note("seconds", f"{row}\t{spent}")
        if not self._is_worker and "CI" in os.environ and WAY != "long" and over_budget(spent_by_row(), pace()):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        spent = spent_by_row()
        terminalreporter.section("processor time")
        rows = [row for row, _ in spent.most_common(SHOWN)]
        for row in dict.fromkeys([*rows, *SHARED_ROWS]):
            terminalreporter.write_line(f"{spent[row]:7.1f} s  {row}")
        terminalreporter.write_line(f"{sum(spent.values()):7.1f} s  in all")
        terminalreporter.write_line(f"{pace():7.2f}    times as long as on a quiet day")
        for words in over_budget(spent, pace()):
            terminalreporter.write_line(words, red=True)


def spent_by_row() -> Counter[str]:
    """Seconds of every file and shared row, of all processes of the run."""
    offices = float(sum(map(float, accounts.noted("offices"))))
    spent: Counter[str] = Counter({OFFICES: offices})  # type: ignore[dict-item]
    for line in accounts.noted("seconds"):
        row, _, figure = line.rpartition("\t")
        spent[row] += float(figure)  # type: ignore[assignment]
    return spent


def over_budget(spent: Counter[str], slower: float = 1.0) -> Iterable[str]:
    """Says in words what costs too much. `slower` is how many times as long as on a quiet day all work took."""
    of_a_file, of_all = MOST_OF_A_FILE * slower, MOST_OF_ALL * slower
    found = [
        f"{row} takes {used:.0f} s of processor time; a file of tests has {of_a_file:.0f} s"
        for row, used in spent.items()
        if used > of_a_file and row not in SHARED_ROWS
    ]
    whole = sum(spent.values())
    if whole > of_all:
        found.append(f"the tests take {whole:.0f} s of processor time; they have {of_all:.0f} s")
    return found
