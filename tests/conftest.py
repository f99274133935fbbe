"""How the tests run: quick, usual or long, as `tests/run` says. Here is also what many tests begin with.

In a usual run hypothesis tries the same thirty examples every time. In a long run it tries hundreds at random.
"""

from __future__ import annotations

import gc
import http.server
import os
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.helpers.programs.office import end_offices
from tests.helpers.suite import once
from tests.helpers.suite.length import WAY
from tests.helpers.suite.templates import write_each_once
from xladdin.commands.output import LANGUAGE_VARIABLES
from xladdin.locale.build_catalogues import compile_catalogues

BEGUN = time.monotonic()
AIM = {"quick": "30 s", "usual": "5 minutes on two cores, 500 s of processor time", "long": "an hour"}

settings.register_profile("quick", deadline=None, derandomize=True, database=None, max_examples=10)
settings.register_profile("usual", deadline=None, derandomize=True, database=None, print_blob=True, max_examples=30)
settings.register_profile("long", deadline=None, print_blob=True, max_examples=300)
settings.load_profile(WAY)
for variable in LANGUAGE_VARIABLES:  # the tests read English, whoever runs them
    os.environ.pop(variable, None)
os.environ["LC_ALL"] = "C.UTF-8"
write_each_once()
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    sys.dont_write_bytecode = False  # else every program that a test starts would compile all its modules again


def pytest_configure(config: pytest.Config) -> None:
    """Make the folder that the workers of this run share. The process that made it removes it.

    Catalogues are compiled first: a test that builds the wheel would otherwise change them in the middle of the run,
    and pages note a digest of all that they are made from.
    """
    if once.begin():
        config.add_cleanup(once.end)
        compile_catalogues()


def pytest_collection_finish() -> None:
    """Look for garbage only in new objects. To look at the others too took a sixth of the time."""
    gc.freeze()


def pytest_sessionfinish() -> None:
    """End the offices of this worker."""
    end_offices()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
    """Report the time beside the aim, which never fails a run, and what to do after a failure."""
    used = os.times()
    clock, processor = time.monotonic() - BEGUN, used.user + used.system + used.children_user + used.children_system
    terminalreporter.write_line(f"{clock:.0f} s, {processor:.0f} s of processor time. The aim of a run is {AIM[WAY]}.")
    if exitstatus:
        terminalreporter.write_line("To run the first failing test alone: tests/run --lf -x -n 0")
        terminalreporter.write_line("If a program is missing, tests/setup installs it or names what to install.")


def pytest_runtest_teardown() -> None:
    """Remove the mark that xlwings Server leaves on its process. With it, later programs would ask for its licence."""
    os.environ.pop("XLWINGS_ON_SERVER", None)


@pytest.fixture
def visits() -> Iterator[tuple[str, list[str]]]:
    """Return the address of a server on this machine, and the list of what programs ask it for."""
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        do_HEAD = do_OPTIONS = do_PROPFIND = do_GET  # noqa: N815 - the names that http.server asks for

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()
