"""Every command that writes, while calls of the system fail in turn. What the command says of its files is true.

A long run has each call fail. A usual run takes a few.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.files.safety.faults import one_call_failing
from tests.helpers.clubs import edited, sample_book
from tests.helpers.programs.command_line import Said, run_here
from tests.helpers.suite.length import usual_or_long
from xladdin.files.club_file import open_club_file

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="open files are told by /proc")
STRIDE = usual_or_long(61, 1)
MORE = "Date,Player 1,Score 1,Player 2,Score 2\n2026-03-10,Sally,400,John,390\n"
SAYS_UNCHANGED = ("was not changed", "as it was", "Nothing was", "was not made", "cannot be made")


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a workbook that was changed twice and typed into, and games to import."""
    folder = tmp_path_factory.mktemp("clubs")
    path = sample_book("montreal", folder)
    (folder / "more.csv").write_text(MORE)
    edited(path, ("Games", "C4", 470))
    assert run_here("recalc", path).status == 0
    edited(path, ("Games", "C5", 480))
    return folder


def _undone(path: Path) -> None:
    assert run_here("undo", path, "--anyway").status == 0


def _recalculated(path: Path) -> None:
    assert run_here("recalc", path).status == 0


def _published(path: Path) -> None:
    """Publish once, because the first publication asks what to show and keeps the answer."""
    _recalculated(path)
    assert run_here("publish", path, path.with_name("page")).status == 0
    shutil.rmtree(path.with_name("page"))


def _as_it_is(path: Path) -> None:
    pass


Prepare = Callable[[Path], None]
CHANGES: dict[str, tuple[Prepare, list[str]]] = {
    "recalc": (_as_it_is, []),
    "import": (_as_it_is, ["more.csv"]),
    "rename": (_as_it_is, ["Sally", "Sal"]),
    "undo": (_recalculated, []),
    "redo": (_undone, []),
    "lite": (_as_it_is, []),
}
"""Commands that change the workbook, each with what makes the workbook ready and with its further arguments."""
MAKES: dict[str, tuple[Prepare, list[str], str]] = {
    "rollover": (_recalculated, ["made.xlsx"], "made.xlsx"),
    "renew": (_recalculated, ["made.xlsx"], "made.xlsx"),
    "export": (_recalculated, ["--output", "made.csv"], "made.csv"),
    "launcher": (_as_it_is, [], "Evening – Montreal Scrabble Club.desktop"),
    "publish": (_published, ["page"], "page/index.html"),
}
"""Commands that leave the workbook as it is and make another file."""


class Tried(NamedTuple):
    """One run of a command.

    `before` holds the bytes of the workbook, `words` all that the command said, and `calls` the number of calls of the
    system until one failed.
    """

    path: Path
    before: bytes
    said: Said
    words: str
    calls: int


@pytest.mark.parametrize("command", CHANGES)
def test_what_a_command_says_of_the_workbook_is_so(command: str, clubs: Path, tmp_path: Path) -> None:
    tries = list(_each_call_failing(command, *CHANGES[command], clubs, tmp_path))
    for tried in tries:
        changed = tried.path.read_bytes() != tried.before
        assert changed is (tried.said.status == 0), tried.words
        assert not (changed and any(word in tried.said.err for word in SAYS_UNCHANGED)), tried.words
        open_club_file(tried.path)
    assert tries[-1].calls > 20


@pytest.mark.parametrize("command", MAKES)
def test_what_a_command_says_it_has_made_is_there_whole(command: str, clubs: Path, tmp_path: Path) -> None:
    prepare, arguments, name = MAKES[command]
    for tried in _each_call_failing(command, prepare, arguments, clubs, tmp_path):
        made = tried.path.parent / name
        assert tried.path.read_bytes() == tried.before, tried.words
        assert made.exists() or tried.said.status != 0, tried.words
        assert made.exists() or "Created" not in tried.said.out, tried.words
        if made.suffix == ".xlsx" and made.exists():
            open_club_file(made)


def _each_call_failing(
    command: str, prepare: Prepare, arguments: list[str], clubs: Path, tmp_path: Path
) -> Iterator[Tried]:
    """Run the command with a later call failing each time, in its own folder. In the last run no call fails."""
    number, ready = 1, _ready(clubs, tmp_path, prepare)
    while True:
        path = _copied(ready, tmp_path / str(number))
        before = path.read_bytes()
        with one_call_failing(path.parent, number) as faults:
            said = _run(path, command, arguments)
        words = f"{command}, {faults.met}: {said.status} {said.out} {said.err}"
        assert "fault in xladdin" not in said.err, words
        yield Tried(path, before, said, words, faults.calls)
        if not faults.met:
            assert said.status == 0, words
            return
        number += STRIDE


def _ready(clubs: Path, tmp_path: Path, prepare: Prepare) -> Path:
    shutil.copytree(clubs, tmp_path / "ready")
    prepare(tmp_path / "ready" / "montreal.xlsx")
    return tmp_path / "ready"


def _copied(ready: Path, folder: Path) -> Path:
    shutil.copytree(ready, folder)
    return folder / "montreal.xlsx"


def _run(path: Path, command: str, arguments: list[str]) -> Said:
    own = [str(path.parent / one) if "." in one or one == "page" else one for one in arguments]
    return run_here(command, path, *own)
