"""When a command makes a file again, it replaces only an older file of that kind, and follows no link."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.files.safety.plain_files import POSIX, names
from tests.helpers.clubs import NOW, sample_book
from tests.helpers.programs.command_line import run_here
from xladdin import WorkbookError
from xladdin.hosts.file_commands import recalculate_file
from xladdin.hosts.launcher import write_launcher
from xladdin.hosts.printing import print_workbook


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("montreal.xlsx", "the name of a PDF must end in .pdf"),
        ("new", "the name of a PDF must end in .pdf"),
        ("letter.pdf", "already exists and is not a PDF. Choose another name"),
        ("empty.pdf", "already exists and is not a PDF"),
        pytest.param("pipe.pdf", "is not a PDF", marks=POSIX),
        ("nowhere/club.pdf", "Create it first"),
    ],
)
def test_print_writes_over_no_workbook_and_no_letter(output: str, message: str, tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    (tmp_path / "letter.pdf").write_text("my own notes")
    (tmp_path / "empty.pdf").touch()
    if output == "pipe.pdf":
        os.mkfifo(tmp_path / output)
    before = path.read_bytes(), names(tmp_path)
    result = run_here("print", path, "--output", tmp_path / output)
    assert (result.status, result.out) == (2, "")
    assert message in result.err
    assert (path.read_bytes(), names(tmp_path)) == before
    assert ((tmp_path / "letter.pdf").read_text(), (tmp_path / "empty.pdf").read_bytes()) == ("my own notes", b"")


def test_recalc_writes_no_workbook_of_another_kind(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    for name in ("club.xlsm", "club.csv", "club", "club.pdf"):
        with pytest.raises(WorkbookError, match=r"its name must end in \.xlsx, like that of montreal\.xlsx"):
            recalculate_file(path, tmp_path / name, NOW)
    with pytest.raises(WorkbookError, match="already exists, and xladdin does not overwrite it"):
        recalculate_file(path, path, NOW)
    assert names(tmp_path) == ["montreal.xlsx"]
    recalculate_file(path, tmp_path / "new.XLSX", NOW)
    assert names(tmp_path) == ["montreal.xlsx", "new.XLSX"]


@POSIX
@pytest.mark.parametrize("target", ["victim", "nothing"])
def test_no_output_goes_through_a_link(target: str, tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    (tmp_path / "victim").write_text("# Written by xladdin launcher")
    launcher = write_launcher(path, "linux")[0]
    launcher.unlink()
    for name in ("new.xlsx", "new.pdf", launcher.name):
        (tmp_path / name).symlink_to(target)
    before = names(tmp_path)
    with pytest.raises(WorkbookError, match="does not overwrite it"):
        recalculate_file(path, tmp_path / "new.xlsx", NOW)
    with pytest.raises(WorkbookError, match="is a link"):
        print_workbook(path, output=tmp_path / "new.pdf")
    with pytest.raises(WorkbookError, match="is a link"):
        write_launcher(path, "linux")
    assert names(tmp_path) == before
    assert (tmp_path / "victim").read_text() == "# Written by xladdin launcher"
