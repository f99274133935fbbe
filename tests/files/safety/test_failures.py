"""Contract of safe writing: after failing calls, kills and full disks a file is whole, and what is said of it is so."""

from __future__ import annotations

import builtins
import errno
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from tests.files.safety.plain_files import NEW, OLD, POSIX, names, run_python, write
from tests.helpers.clubs import LATER, NOW, sample_book, set_cells
from tests.helpers.programs.command_line import RunResult, run_here
from tests.helpers.suite.length import usual_or_long
from xladdin import WorkbookError
from xladdin.files.club_file import open_club_file
from xladdin.files.safe_write import OutputKind, create_file, replace_with_backup, write_output
from xladdin.hosts.undo import redo, undo

_ASKED = (
    *("access", "chmod", "chown", "close", "fsync", "getxattr", "link", "listdir", "listxattr", "lstat", "mkdir"),
    *("open", "readlink", "remove", "rename", "replace", "rmdir", "scandir", "setxattr", "stat", "truncate"),
    *("unlink", "utime"),
)


@dataclass
class Faults:
    """Counts the calls. Call `number` fails, and then `met` says what failed."""

    number: int
    code: int = errno.EIO
    calls: int = 0
    met: str = ""


@contextmanager
def one_call_failing(folder: Path, number: int, code: int = errno.EIO) -> Iterator[Faults]:
    """Within it, the call of that number fails, counted from 1 among those that concern a file in the folder."""
    faults = Faults(number, code)
    inside = f"{folder.resolve()}{os.sep}"

    def failing(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*arguments: Any, **named: Any) -> Any:
            target = _place(arguments[0]) if arguments else ""
            if target.startswith(inside):
                faults.calls += 1
                if faults.calls == faults.number:
                    faults.met = f"{name} {target}"
                    if name == "access":
                        return False
                    if name == "close":  # a system closes the file even where it says that it failed
                        call(*arguments, **named)
                    raise OSError(code, os.strerror(code), target)
            return call(*arguments, **named)

        return asked

    with ExitStack() as stack:
        for name in _ASKED:
            if hasattr(os, name):
                stack.enter_context(mock.patch.object(os, name, failing(name, getattr(os, name))))
        stack.enter_context(mock.patch.object(builtins, "open", failing("open", builtins.open)))
        yield faults


def _place(target: object) -> str:
    if isinstance(target, int):
        try:
            return readlink(f"/proc/self/fd/{target}")
        except OSError:
            return ""
    return os.path.abspath(os.fsdecode(target)) if isinstance(target, (str, bytes, os.PathLike)) else ""


readlink = os.readlink
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="open files are told by /proc")
ANY = OutputKind("file", ".xlsx", lambda beginning: True)


def _changed_twice(path: Path) -> None:
    path.write_bytes(OLD)
    replace_with_backup(path, write(b"first"), now=NOW)
    replace_with_backup(path, write(b"second"), now=LATER)


def _undone(path: Path) -> None:
    _changed_twice(path)
    undo(path, now=LATER)


def _nothing(path: Path) -> None:
    pass


CHANGES = {
    "a change": (_changed_twice, lambda path: replace_with_backup(path, write(NEW), now=LATER), NEW),
    "notes alone": (_changed_twice, lambda path: replace_with_backup(path, write(NEW), make_backup=False), NEW),
    "undo": (_changed_twice, lambda path: undo(path, now=LATER), b"first"),
    "redo": (_undone, lambda path: redo(path, now=LATER), b"second"),
    "a new file": (_nothing, lambda path: create_file(path, write(NEW)), NEW),
    "an output": (_changed_twice, lambda path: write_output(path, write(NEW), ANY), NEW),
}


@LINUX
@pytest.mark.parametrize(
    ("name", "code"), [*((name, errno.EIO) for name in CHANGES), ("a change", errno.ENOSPC), ("a change", errno.EACCES)]
)
def test_a_failing_call_leaves_the_file_whole_and_is_said(
    name: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda file: None)  # which takes most of the time, and fails all the same
    prepare, change, after = CHANGES[name]
    number, refused = 0, 0
    while True:
        number += 1
        path = tmp_path / str(number) / "Our club.xlsx"
        path.parent.mkdir()
        prepare(path)
        before = path.read_bytes() if path.exists() else None
        with one_call_failing(path.parent, number, code) as faults:
            message = _message_of(change, path)
        if not faults.met:
            break
        content = path.read_bytes() if path.exists() else None
        assert content == (before if message else after), f"{faults.met}: {message}"
        refused += bool(message)
        _still_works(path, content)
    assert not message
    assert number > 10
    assert refused > 4


def _message_of(change: Callable[[Path], object], path: Path) -> str:
    try:
        change(path)
    except (WorkbookError, OSError) as problem:
        return str(problem)
    return ""


def _still_works(path: Path, content: bytes | None) -> None:
    """Check that the next change and its undo work, and that no file of the broken run stays."""
    if content is None:
        create_file(path, write(OLD))
        content = OLD
    replace_with_backup(path, write(b"next"))
    undo(path)
    assert path.read_bytes() == content
    assert [name for name in names(path.parent) if name.endswith((".new", "-lock"))] == []


STRIDE = usual_or_long(61, 1)
"""A long run has each call of a command fail. A usual run takes a few."""
SAYS_UNCHANGED = (
    *("was not changed", "unchanged", "as it was", "Nothing was", "was not created", "cannot be created"),
    "was not saved",
)


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clubs")
    path = sample_book("montreal", folder)
    (folder / "more.csv").write_text("Date,Player 1,Score 1,Player 2,Score 2\n2026-03-10,Sally,400,John,390\n")
    set_cells(path, ("Games", "C4", 470))
    assert run_here("recalc", path).status == 0
    set_cells(path, ("Games", "C5", 480))
    return folder


RECALC, UNDO, PUBLISH = ["recalc"], ["undo", "--anyway"], ["publish", "page"]
COMMANDS: dict[str, tuple[list[list[str]], list[str], str]] = {
    "recalc": ([], [], ""),
    "import": ([], ["more.csv"], ""),
    "rename": ([], ["Sally", "Sal"], ""),
    "undo": ([RECALC], [], ""),
    "redo": ([UNDO], [], ""),
    "lite": ([], [], ""),
    "rollover": ([RECALC], ["made.xlsx"], "made.xlsx"),
    "renew": ([RECALC], ["made.xlsx"], "made.xlsx"),
    "export": ([RECALC], ["--output", "made.csv"], "made.csv"),
    "launcher": ([], [], "Evening – Montreal Scrabble Club.desktop"),
    "publish": ([RECALC, PUBLISH], ["page"], "page/index.html"),
}
"""Commands with what is run before, their further arguments, and the file that they make in place of a change.

The first publication asks what to show and keeps the answer in the workbook.
"""


def run_command(path: Path, command: str, *arguments: str) -> RunResult:
    paths = [str(path.parent / each) if "." in each or each == "page" else each for each in arguments]
    return run_here(command, path, *paths)


@LINUX
@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_command_says_of_its_files_is_so(command: str, clubs: Path, tmp_path: Path) -> None:
    before, arguments, makes = COMMANDS[command]
    ready = tmp_path / "ready"
    shutil.copytree(clubs, ready)
    for name, *paths in before:
        assert run_command(ready / "montreal.xlsx", name, *paths).status == 0
    shutil.rmtree(ready / "page", ignore_errors=True)
    content = (ready / "montreal.xlsx").read_bytes()
    number = 1
    while True:
        path = tmp_path / str(number) / "montreal.xlsx"
        shutil.copytree(ready, path.parent)
        with one_call_failing(path.parent, number) as faults:
            result = run_command(path, command, *arguments)
        context = f"{command}, {faults.met}: {result.status} {result.out} {result.err}"
        assert "bug in xladdin" not in result.err, context
        changed, made = path.read_bytes() != content, path.parent / makes
        assert changed is (result.status == 0 and not makes), context
        assert not (changed and any(word in result.err for word in SAYS_UNCHANGED)), context
        open_club_file(path)
        if makes:
            assert made.exists() or (result.status != 0 and "Created" not in result.out), context
            if made.suffix == ".xlsx" and made.exists():
                open_club_file(made)
        if not faults.met:
            assert result.status == 0, context
            assert makes or faults.calls > 20
            return
        number += STRIDE


KILLS = usual_or_long(50, 250)
KILL_AT_RANDOM = """
import os, random, signal, sys, time
from pathlib import Path
from xladdin.files.safe_write import replace_with_backup

path, kills = Path(sys.argv[1]), int(sys.argv[2])
states = [bytes([65 + state]) * 400_000 for state in range(3)]
path.write_bytes(states[0])


def change(state):
    def write(target):
        for at in range(0, len(state), 20_000):
            target.write(state[at : at + 20_000])
    replace_with_backup(path, write)


def forked_change(state):
    child = os.fork()
    if not child:
        change(state)
        os._exit(0)
    return child


start = time.perf_counter()
for state in states:
    os.waitpid(forked_change(state), 0)
whole = (time.perf_counter() - start) / len(states)
random_ = random.Random(7)
seen = [0, 0]
for number in range(kills):
    old = states.index(path.read_bytes())
    new = (old + 1) % 3
    child = forked_change(states[new])
    time.sleep(random_.uniform(0, 1.5 * whole))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    content = path.read_bytes()
    assert content in (states[old], states[new]), f"after kill {number} the file is neither the old nor the new"
    seen[content == states[new]] += 1
    for copy in (path.parent / "backups").glob("club 20*"):
        assert copy.read_bytes() in states, f"after kill {number} the copy {copy.name} is not whole"
change(states[0])
print(*seen)
"""


@POSIX
def test_a_kill_at_any_moment_leaves_the_old_file_or_the_new(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    old, new = map(int, run_python(KILL_AT_RANDOM, path, KILLS).split())
    assert old + new == KILLS
    assert min(old, new) > KILLS // 12
    assert names(tmp_path) == ["backups", "club.xlsx"]
    assert all(name.startswith("club 20") for name in names(tmp_path / "backups"))


CHANGE = """
import sys
from pathlib import Path
from xladdin.errors import WorkbookError
from xladdin.files.safe_write import replace_with_backup

try:
    replace_with_backup(Path(sys.argv[1]), lambda target: target.write(b"new" * 1000 * int(sys.argv[2])))
except WorkbookError as problem:
    print(problem)
    sys.exit(2)
"""
SMALL_DISK = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"


@POSIX
def test_a_full_disk_leaves_the_old_file(club: Path) -> None:
    result = run_python(SMALL_DISK + CHANGE, club, 100, status=2)
    assert "was not changed: the disk is full. Free some space and try again." in result
    assert (club.read_bytes(), names(club.parent)) == (OLD, ["Our club.xlsx"])
