"""When a command makes a file again, it replaces only an older file of that kind, and follows no link."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.files.safety.plain_files import OLD, ROOT, names, write
from tests.helpers.clubs import NOW, sample_book
from tests.helpers.programs.command_line import run_here
from xladdin.errors import FileProblem
from xladdin.files.safety.new_file import LONGEST_FILE_NAME, named_beside
from xladdin.files.safety.outputs import OutputKind, safely_put
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.hosts.launcher import write_launcher
from xladdin.hosts.printing import print_book

PDF = OutputKind("PDF", ".pdf", lambda beginning: beginning.startswith(b"%PDF-"))
GOOD, NEWER = b"%PDF-1.7 good", b"%PDF-1.7 newer"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of this kind are POSIX's")


def test_a_newer_one_takes_the_place_of_an_older(tmp_path: Path) -> None:
    for content in (GOOD, NEWER):
        safely_put(tmp_path / "club.PDF", write(content), PDF)
        assert (tmp_path / "club.PDF").read_bytes() == content
    assert names(tmp_path) == ["club.PDF"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("club.xlsx", OLD, r"the name of a PDF must end in \.pdf"),
        ("club", None, r"the name of a PDF must end in \.pdf"),
        ("letter.pdf", b"my own notes", r"is already there and is not a PDF\. Give another name"),
        ("empty.pdf", b"", r"is already there and is not a PDF"),
        ("nowhere/club.pdf", None, r"there is no folder .*nowhere\. Make it first"),
    ],
)
def test_nothing_else_gives_way(name: str, content: bytes | None, said: str, tmp_path: Path) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    before = names(tmp_path)
    with pytest.raises(FileProblem, match=said):
        safely_put(path, write(NEWER), PDF)
    assert names(tmp_path) == before
    assert content is None or path.read_bytes() == content


@POSIX
@pytest.mark.parametrize("target", ["victim.pdf", "nothing.pdf", "folder"])
def test_no_link_is_followed(target: str, tmp_path: Path) -> None:
    (tmp_path / "victim.pdf").write_bytes(GOOD)
    (tmp_path / "folder").mkdir()
    (tmp_path / "club.pdf").symlink_to(target)
    with pytest.raises(FileProblem, match=r"club\.pdf is already there and is a link"):
        safely_put(tmp_path / "club.pdf", write(NEWER), PDF)
    assert (tmp_path / "victim.pdf").read_bytes() == GOOD
    assert names(tmp_path) == ["club.pdf", "folder", "victim.pdf"]


@POSIX
def test_a_second_name_of_a_file_keeps_its_content(tmp_path: Path) -> None:
    (tmp_path / "victim.pdf").write_bytes(GOOD)
    os.link(tmp_path / "victim.pdf", tmp_path / "club.pdf")
    safely_put(tmp_path / "club.pdf", write(NEWER), PDF)
    assert (tmp_path / "victim.pdf").read_bytes() == GOOD


@POSIX
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "club.pdf")
    with pytest.raises(FileProblem, match="is not a PDF"):
        safely_put(tmp_path / "club.pdf", write(NEWER), PDF)


FULL_DISK = """
import resource, sys
from pathlib import Path
from xladdin.errors import FileProblem
from xladdin.files.safety.outputs import OutputKind, safely_put
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    safely_put(Path(sys.argv[1]), lambda target: target.write(b"x" * 50_000), OutputKind("PDF", ".pdf", bool))
except FileProblem as problem:
    print(problem)
"""


@POSIX
def test_a_full_disk_leaves_the_good_one(tmp_path: Path) -> None:
    (tmp_path / "club.pdf").write_bytes(GOOD)
    run = subprocess.run(
        [sys.executable, "-c", FULL_DISK, tmp_path / "club.pdf"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "the disk is full. Make room and try again." in run.stdout
    assert (tmp_path / "club.pdf").read_bytes() == GOOD
    assert names(tmp_path) == ["club.pdf"]


def test_print_writes_over_no_workbook_and_no_letter(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    letter = tmp_path / "letter.pdf"
    letter.write_text("my own notes")
    before = path.read_bytes(), names(tmp_path)
    for output in (path, path.with_suffix(".docx"), letter):
        said = run_here("print", path, "--output", output)
        assert (said.status, said.out) == (2, "")
        assert "must end in .pdf" in said.err or "is not a PDF" in said.err
    assert (path.read_bytes(), names(tmp_path)) == before
    assert letter.read_text() == "my own notes"


def test_what_cannot_be_printed_to_is_said_before_libreoffice_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = sample_book("montreal", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileProblem, match=r"must end in \.pdf"):
        print_book(path, output=path)


def test_recalc_writes_no_workbook_of_another_kind(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    for name in ("club.xlsm", "club.csv", "club", "club.pdf"):
        with pytest.raises(FileProblem, match=r"its name must end in \.xlsx, as that of montreal\.xlsx does"):
            recalculate_file(path, tmp_path / name, NOW)
    with pytest.raises(FileProblem, match="is already there, and xladdin does not overwrite it"):
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
    with pytest.raises(FileProblem, match="does not overwrite it"):
        recalculate_file(path, tmp_path / "new.xlsx", NOW)
    with pytest.raises(FileProblem, match="is a link"):
        print_book(path, output=tmp_path / "new.pdf")
    with pytest.raises(FileProblem, match="is a link"):
        write_launcher(path, "linux")
    assert names(tmp_path) == before
    assert (tmp_path / "victim").read_text() == "# Written by xladdin launcher"


@POSIX
def test_a_launcher_is_for_a_workbook_of_any_name(tmp_path: Path) -> None:
    book = sample_book("montreal", tmp_path, recalculated=False).read_bytes()
    for name in (b"Montr\xe9al.xlsx", b"x" * 230 + b".xlsx", b"x" * 250 + b".xlsx"):
        path = tmp_path / os.fsdecode(name)
        path.write_bytes(book)
        launcher = write_launcher(path, "linux")[0]
        assert name in launcher.read_bytes()
        assert launcher.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("name", ["club.xlsx", "é" * 127, "x" * 255, "é" * 120 + "x" * 15, "\udce9" * 255])
def test_a_companion_has_a_name_that_is_not_too_long(name: str) -> None:
    first, second = (named_beside(Path(name), ".", end) for end in (".new", ".xladdin-lock"))
    assert len(os.fsencode(first.name)) <= LONGEST_FILE_NAME
    assert first.name.endswith(".new") and first.name.startswith("." + name[:50])
    assert second != first
    assert named_beside(Path(name[:-1] + "y"), ".", ".new") != first
