"""A LibreOffice that stays open. It takes what a second call on its profile hands over, and needs no start for it."""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from tests.helpers.programs.finding import ProgramError, find_program, run_program

PIPES = Path("/tmp")
"""Where LibreOffice puts the pipe on which it listens, with any folder for temporary files."""
START, STILL, PATIENCE, MAX_SECONDS = 60.0, 0.3, 60.0, 300.0
"""Seconds until it must listen, without work until it counts as ready, and for a document, warm and cold."""
UNTIL_ITS_READER_ENDS = '"$@" </dev/null & read -r _; kill -KILL 0'
"""Shell: a program that lives no longer than the process at the other end of its standard input, however that ends."""
SHEET_BY_SHEET = {"SC_IMPORT_THREADS": "0"}
"""Environment: LibreOffice reads sheets one after the other.

With threads that read them, it takes the next call in the middle of the first, and both wait for each other for ever.
"""


class Office:
    """An office of some settings. It starts when somebody first needs it, and again after it had to end."""

    def __init__(self, settings: str) -> None:
        self._settings = settings
        self._folder: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def convert(self, document: Path, into: Path, target: str) -> str:
        """Save a document as `target` in a folder, and return what it said. If it hangs, a cold start repeats it."""
        try:
            self._listen()
            output = run_program(self._command(document, into, target), timeout=PATIENCE)
            if self._is_listening():
                return output
            self.end()
        except ProgramError:
            self.end()
        return self.cold(document, into, target)

    def cold(self, document: Path, into: Path, target: str) -> str:
        with tempfile.TemporaryDirectory(prefix="xladdin-cold-office-", ignore_cleanup_errors=True) as folder:
            self._write_profile(Path(folder))
            command = self._command(document, into, target, Path(folder))
            return run_program(command, timeout=MAX_SECONDS, env=SHEET_BY_SHEET)

    def end(self) -> None:
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()
            self._process = None
        if self._folder is not None:
            for pipe in self._pipes():
                pipe.unlink(missing_ok=True)
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def _pipes(self) -> list[Path]:
        """Return the two pipes on which it listens: ours, and that for calls on its profile, named after its path."""
        assert self._folder
        digest = hashlib.md5((self._folder / "profile").as_uri().encode("utf-16-le"), usedforsecurity=False).digest()
        calls = "SingleOfficeIPC_" + "".join(f"{byte:x}" for byte in digest)
        return [PIPES / f"OSL_PIPE_{os.getuid()}_{name}" for name in (self._folder.name, calls)]

    def _is_listening(self) -> bool:
        """Return whether it takes calls. When it ends, its pipes go, while the shell that watches over it lives on."""
        return self._process is not None and all(pipe.exists() for pipe in self._pipes())

    def _listen(self) -> None:
        """Start it with a workbook open, unless it runs. Without a workbook it ends after the next document.

        An office without a window opens no workbook that it is handed, so the workbook comes with the start. What comes
        while it opens may wait for ever. It locks the workbook first, and then has nothing more to do.
        """
        if self._is_listening():
            return
        import openpyxl

        self.end()
        self._folder = Path(tempfile.mkdtemp(prefix="xladdin-office-"))
        self._write_profile(self._folder)
        held_open, lock = self._folder / "held open.xlsx", self._folder / ".~lock.held open.xlsx#"
        openpyxl.Workbook().save(held_open)
        accept = f"--accept=pipe,name={self._folder.name};urp"
        office = [find_program("soffice", "libreoffice"), *self._options(self._folder), accept, held_open]
        self._process = subprocess.Popen(
            ["sh", "-c", UNTIL_ITS_READER_ENDS, "office", *office],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **SHEET_BY_SHEET, "TMPDIR": str(self._folder)},
            start_new_session=True,
        )
        until = time.monotonic() + START
        while not (self._is_listening() and lock.exists()):
            if time.monotonic() > until:
                raise ProgramError(f"LibreOffice did not listen within {START:g} s")
            time.sleep(0.02)
        before = -1.0
        while before != (before := _processor_time(self._process.pid)):
            time.sleep(STILL)

    def _write_profile(self, folder: Path) -> None:
        settings = folder / "profile" / "user" / "registrymodifications.xcu"
        settings.parent.mkdir(parents=True)
        settings.write_text(self._settings, encoding="utf-8")

    @staticmethod
    def _options(folder: Path) -> list[str]:
        return [f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless", "--norestore", "--nologo"]

    def _command(self, document: Path, into: Path, target: str, folder: Path | None = None) -> list[str | Path]:
        profile = folder or self._folder
        assert profile
        program = find_program("soffice", "libreoffice")
        return [program, *self._options(profile), "--convert-to", target, "--outdir", into, document]


def _processor_time(group: int) -> float:
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            fields = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15])) if int(fields[2]) == group else 0
    return ticks


OFFICES: list[Office] = []


@cache
def office_with(settings: str) -> Office:
    """Return the one office of these settings in this process. It ends with the process, or before."""
    office = Office(settings)
    OFFICES.append(office)
    return office


@atexit.register
def end_offices() -> None:
    """End every office that was started."""
    for office in OFFICES:
        office.end()
