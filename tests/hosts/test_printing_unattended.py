"""Printing a workbook asks nothing of network or disk, ends what it started, and says what failed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from tests.files.safety.plain_files import POSIX, ROOT, names
from tests.helpers.clubs import sample_book, set_cells
from tests.helpers.programs.finding import find_program, run_program
from tests.helpers.programs.libreoffice import convert
from tests.helpers.suite.length import usual_or_long
from tests.hosts.baited_workbook import bait
from xladdin.files.package import open_package
from xladdin.hosts.printing import isolate_sheets, print_workbook

PICTURE = ROOT / "tests" / "stuffing" / "xl" / "media" / "image90.png"
"""A picture on this machine, such as the sender of a workbook would like to see in the PDF."""


def baited(folder: Path, address: str) -> Path:
    path = sample_book("montreal", folder)
    bait(path, address, PICTURE)
    return path


def pictures(pdf: Path) -> int:
    return len(run_program([find_program("pdfimages"), "-list", pdf]).splitlines()) - 2


def test_the_bait_is_taken_where_nothing_is_done_about_it(visits: tuple[str, list[str]], tmp_path: Path) -> None:
    address, asked = visits
    made = convert(baited(tmp_path, address), tmp_path / "made", "pdf")
    assert {"/picture.png", "/fill.png"} <= set(asked)
    assert pictures(made) == 1


def test_a_print_fetches_nothing_from_the_network_or_the_disk(visits: tuple[str, list[str]], tmp_path: Path) -> None:
    address, asked = visits
    pdf = print_workbook(baited(tmp_path, address), ["Standings"])
    assert asked == []
    assert pictures(pdf) == 0
    assert address.encode() not in pdf.read_bytes()


def test_the_copy_to_print_has_no_formula_that_fetches(tmp_path: Path) -> None:
    """LibreOffice computes what has no value, as after openpyxl has saved."""
    path = baited(tmp_path, "http://127.0.0.1:9")
    set_cells(path)
    copy = openpyxl.load_workbook(BytesIO(isolate_sheets(open_package(path), ["Standings"])))
    assert {cell.value for cell in copy["Standings"]["Z"][:6]} == {None}


SLOW_OFFICE = """#!/bin/sh
sleep 600 &
echo $! > "{folder}/child"
wait
"""


@POSIX
@pytest.mark.parametrize("number", usual_or_long([signal.SIGTERM], [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]))
def test_an_interrupted_print_ends_what_it_started(number: int, tmp_path: Path) -> None:
    """The program of LibreOffice itself is a child of the one that we start, and would go on for ever."""
    path = sample_book("montreal", tmp_path)
    before = names(tmp_path)
    programs, temporary = tmp_path / "programs", tmp_path / "temporary"
    programs.mkdir()
    temporary.mkdir()
    (programs / "soffice").write_text(SLOW_OFFICE.format(folder=programs))
    (programs / "soffice").chmod(0o755)
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "TMPDIR": str(temporary)}
    run = subprocess.Popen(
        [sys.executable, "-m", "xladdin", "print", path],
        cwd=ROOT,
        env=environment,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # a job in the background ignores some
    )
    child = programs / "child"
    while not (child.exists() and child.read_text()):
        time.sleep(0.05)
    run.send_signal(number)
    assert run.wait(30) != 0
    for _ in range(100):
        if not Path(f"/proc/{int(child.read_text())}").exists():
            break
        time.sleep(0.05)
    else:
        pytest.fail("what LibreOffice has started goes on")
    assert names(temporary) == []
    assert names(tmp_path) == sorted([*before, "programs", "temporary"])


@POSIX
def test_a_print_under_nohup_goes_on_when_its_window_closes(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    (tmp_path / "soffice").write_text("#!/bin/sh\nkill -HUP $PPID\nsleep 0.2\necho The office went on.\n")
    (tmp_path / "soffice").chmod(0o755)
    command = ["sh", "-c", 'exec nohup "$@" 2>&1', "sh", sys.executable, "-m", "xladdin", "print", path]
    output = run_program(command, env={"PATH": f"{tmp_path}:{os.environ['PATH']}"}, statuses=(2,))
    assert "LibreOffice created no PDF: The office went on." in output


@POSIX
@pytest.mark.parametrize(
    ("arguments", "nothing", "lxml"),
    [
        (["print", "montreal.xlsx"], "No PDF was created", "False"),
        (["new", "sca", "camp.xlsx"], "No workbook was created", "False"),
        (["new", "sca", "camp.xlsx"], "No workbook was created", "True"),
    ],
    ids=["print", "new", "new, with lxml"],
)
def test_a_full_disk_for_temporary_files_is_said(arguments: list[str], nothing: str, lxml: str, tmp_path: Path) -> None:
    sample_book("montreal", tmp_path)
    before = names(tmp_path)
    program = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000)); import xladdin.__main__"
    room = tmp_path / "temporary"
    room.mkdir()
    variables = {"TMPDIR": str(room), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "OPENPYXL_LXML": lxml}
    command = [sys.executable, "-c", f"{program}; xladdin.__main__.main()", *arguments]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=os.environ | variables, check=False)
    assert run.returncode == 2
    reason = f"In the folder for temporary files, {room}, the disk is full. Free some space and try again."
    assert run.stderr == f"{nothing}. {reason}\n"
    assert names(room) == []
    assert names(tmp_path) == sorted([*before, room.name])
