"""LibreOffice on a screen that nobody sees, so that a picture shows what a director sees.

It needs xvfb, xdotool and imagemagick, as Debian names them. Only the pictures of the handbooks come from here.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.helpers.programs.finding import ProgramError, find_program, run_program

PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Layout/Line"><prop oor:name="PageBreak" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion" oor:op="fuse"><value>99.9</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="LastTimeGetInvolvedShown" oor:op="fuse"><value>9999999999</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="LastTimeDonateShown" oor:op="fuse"><value>9999999999</value></prop></item>
</oor:items>
"""  # noqa: E501 - an item a line, as LibreOffice writes them
ABOVE, BESIDE, BELOW = 107, 36, 22
"""Pixels that menus and tool bars take above the cells, the side bar to their right, and the status bar below."""
COLOURS = 64
"""With so few colours the picture stays small. Flat areas and letters need no more."""
SECONDS = 40.0
SETTLED = 4.0


def photograph(workbook: Path, sheet: str, picture: Path, width: int, height: int) -> None:
    """Open a workbook on a sheet, and photograph its cells and tabs without the menus. Sizes are in pixels."""
    across, down = width + BESIDE, ABOVE + height + BELOW
    crop = ["-crop", f"{width}x{height}+0+{ABOVE}", "+repage", "+dither", "-colors", str(COLOURS)]
    with tempfile.TemporaryDirectory() as scratch, _screen(across, down) as screen:
        opened = _opened_on(sheet, workbook, Path(scratch, workbook.name))
        settings = Path(scratch, "profile", "user", "registrymodifications.xcu")
        settings.parent.mkdir(parents=True)
        settings.write_text(PROFILE, encoding="utf-8")
        own_profile = f"-env:UserInstallation={Path(scratch, 'profile').as_uri()}"
        with _running([find_program("soffice"), own_profile, "--norestore", "--nologo", str(opened)], screen):
            window = _window_of(opened.name, screen)
            for change in (["windowmove", window, "0", "0"], ["windowsize", window, str(across), str(down)]):
                run_program([find_program("xdotool"), *change], env=screen)
            time.sleep(SETTLED)
            run_program([find_program("import"), "-window", "root", *crop, f"PNG8:{picture}"], env=screen)


@contextmanager
def _screen(width: int, height: int) -> Iterator[dict[str, str]]:
    """Yield a screen of that size, as the environment variable that leads a program to it."""
    command = [find_program("Xvfb"), "-displayfd", "1", "-noreset", "-screen", "0", f"{width}x{height}x24"]
    with _running(command, {}) as process:
        assert process.stdout
        yield {"DISPLAY": f":{int(process.stdout.readline())}"}


def _opened_on(sheet: str, workbook: Path, copy: Path) -> Path:
    """Return a copy of the workbook that opens on a sheet."""
    with zipfile.ZipFile(workbook) as source, zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as target:
        names = re.findall(r'<sheet [^>]*?name="([^"]*)"', source.read("xl/workbook.xml").decode())
        position = names.index(sheet)
        for name in source.namelist():
            content = source.read(name)
            if name == "xl/workbook.xml":
                content = re.sub(rb' activeTab="\d+"', b"", content)
                content = content.replace(b"<workbookView ", b'<workbookView activeTab="%d" ' % position, 1)
            elif name.startswith("xl/worksheets/sheet"):
                content = content.replace(b' tabSelected="1"', b"")
            target.writestr(name, content)
    return copy


@contextmanager
def _running(command: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Run a program until the block ends."""
    process = subprocess.Popen(
        command,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate()


def _window_of(name: str, screen: dict[str, str]) -> str:
    """Return the window whose title begins with the name of a file, as soon as there is one."""
    searching = [find_program("xdotool"), "search", "--onlyvisible", "--name", re.escape(name)]
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        if windows := run_program(searching, env=screen, statuses=(0, 1)).split():
            return windows[-1]
        time.sleep(0.5)
    raise ProgramError(f"LibreOffice showed no window of {name} within {SECONDS:g} s")
