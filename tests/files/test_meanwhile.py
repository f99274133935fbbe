"""Another thread does some work. The result is the same, and a fault in it is reported where somebody needs it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from threading import Thread, current_thread

import pytest

from tests.helpers.clubs import sample_book
from tests.helpers.files.raw_workbook import RawSheet, RawWorkbook, zipped
from xladdin.errors import FileProblem
from xladdin.files.meanwhile import Meanwhile
from xladdin.files.package import Package
from xladdin.files.reading import sheet_values
from xladdin.files.reading.club_file import ClubFile, open_club_file
from xladdin.files.writing.blocks import write_package
from xladdin.hosts.file.club_file import check_file

SOUND = '<row r="1"><c r="A1"><v>1</v></c></row>'
FAR = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
NOW = datetime(2026, 11, 22)


@pytest.fixture(params=["threads", "no threads"])
def host(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A desktop, and a browser, which can start no thread."""
    if request.param == "no threads":

        def refuse(thread: Thread) -> None:
            raise RuntimeError("can't start new thread")

        monkeypatch.setattr(Thread, "start", refuse)
    return str(request.param)


def file_with(**sheets: str) -> ClubFile:
    data = RawWorkbook({name: RawSheet(rows) for name, rows in sheets.items()}).data()
    return ClubFile(Path("club.xlsx"), Package(data, "club.xlsx"))


def test_what_a_call_gives_comes_from_another_thread(host: str) -> None:
    ours, given = current_thread(), Meanwhile(current_thread).result()
    assert (given is ours) == (host == "no threads")


def test_what_a_call_raises_is_raised_when_its_result_is_asked_for(host: str) -> None:
    call = Meanwhile(lambda: 1 // 0)
    call.wait()
    with pytest.raises(ZeroDivisionError):
        call.result()


def test_sheets_read_ahead_are_the_same(host: str, tmp_path: Path) -> None:
    path = sample_book("lexington", tmp_path)
    plain, ahead = open_club_file(path), open_club_file(path)
    ahead.read_ahead([*ahead.sheets_with_tables(), "no such sheet"])
    assert ahead.sheets_with_tables()[0] == "Games"
    for sheet in reversed([*plain.sheets]):
        assert ahead.sheet_values(sheet) == plain.sheet_values(sheet)
        assert ahead.scan(sheet) == plain.scan(sheet)


def test_one_sheet_at_a_time_is_read_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[object] = []

    class Noted(Meanwhile[object]):
        def __init__(self, call: Callable[[], object]) -> None:
            begun.append(call)
            super().__init__(call)

    monkeypatch.setattr(sheet_values, "Meanwhile", Noted)
    file = file_with(Players=SOUND, Games=SOUND, Rules=SOUND)
    file.read_ahead(["Games", "Players"])
    assert len(begun) == 1
    assert file.sheet_values("Rules") == [[1.0]]
    assert len(begun) == 1
    assert file.sheet_values("Games") == [[1.0]]
    assert len(begun) == 2


@pytest.mark.parametrize(("rows", "what"), [(FAR, "stray cells far away"), ("<row>", "its sheet Games is damaged")])
def test_what_is_wrong_with_a_sheet_read_ahead_is_said_when_it_is_needed(host: str, rows: str, what: str) -> None:
    file = file_with(Players=SOUND, Games=rows, Rules=SOUND)
    file.read_ahead(["Players", "Games", "Rules"])
    assert file.sheet_values("Rules") == file.sheet_values("Players") == [[1.0]]
    for _ in range(2):
        with pytest.raises(FileProblem, match=what):
            file.sheet_values("Games")


@pytest.mark.parametrize(
    ("part", "what"),
    [
        ("xl/tables/table2.xml", "its part xl/tables/table2.xml is damaged"),
        ("xl/worksheets/sheet3.xml", "its sheet Games is damaged"),
    ],
)
def test_a_check_says_what_is_damaged(host: str, part: str, what: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(sample_book("lexington", tmp_path)) as sound:
        parts = {name: sound.read(name) for name in sound.namelist()}
    damaged = tmp_path / "damaged.xlsx"
    damaged.write_bytes(zipped({**parts, part: parts[part][:-50]}))
    with pytest.raises(FileProblem, match=what):
        check_file(damaged, NOW)


def test_a_part_is_the_same_however_its_pieces_are_cut(host: str) -> None:
    """The part has several mebibytes, because only such a part is packed elsewhere."""
    package, written = Package(RawWorkbook({"Players": RawSheet(SOUND)}).data(), "club.xlsx"), set()
    content = b"".join(b"%d " % number for number in range(600_000))
    for cut in (997, 1 << 18, 1 << 20, len(content)):
        target = io.BytesIO()
        pieces = (content[at : at + cut] for at in range(0, len(content), cut))
        write_package(package, {"xl/worksheets/sheet1.xml": pieces}, target)
        written.add(b"".join(Package(target.getvalue(), "club.xlsx").pieces("xl/worksheets/sheet1.xml")))
    assert written == {content}


def test_a_piece_that_cannot_be_made_ends_the_writing(host: str) -> None:
    def pieces() -> Iterator[bytes]:
        yield b" " * (3 << 20)
        raise FileProblem("its sheet Players is written in a way that xladdin does not know.")

    package = Package(RawWorkbook({"Players": RawSheet(SOUND)}).data(), "club.xlsx")
    with pytest.raises(FileProblem, match="that xladdin does not know"):
        write_package(package, {"xl/worksheets/sheet1.xml": pieces()}, io.BytesIO())


class FullDisk(io.BytesIO):
    """A file that refuses bytes once, so that only the one who wrote them hears of it."""

    has_refused = False

    def write(self, data: object) -> int:
        if self.tell() > 1000 and not self.has_refused:
            self.has_refused = True
            raise OSError(28, "No space left on device")
        return super().write(bytes(data))  # type: ignore[call-overload]


def test_a_full_disk_ends_the_writing(host: str) -> None:
    noise = b"".join(b"%x" % (number * 7919 % 1_000_003) for number in range(1_000_000))
    package = Package(RawWorkbook({"Players": RawSheet(SOUND)}).data(), "club.xlsx")
    with pytest.raises(OSError, match="No space left"):
        write_package(package, {"xl/worksheets/sheet1.xml": iter([noise] * 3)}, FullDisk())
