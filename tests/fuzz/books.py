"""The little workbooks that the fuzzer damages, types into and recalculates, as bytes in memory."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from pathlib import Path

import xladdin
from xladdin.cells import CellBlock
from xladdin.files.club_file import ClubFile
from xladdin.files.package import Package
from xladdin.files.workbook_writer import write_blocks
from xladdin.hosts.workbook_file import write_workbook
from xladdin.workbook.new_workbook import create_workbook
from xladdin.workbook.recalc_result import RecalcResult

NOW = datetime(2024, 10, 1, 20, 15)


@cache
def blank_book(key: str) -> bytes:
    """The file of an empty club workbook."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "club.xlsx")
        create_workbook(xladdin.system(key), path, {}, NOW)
        return path.read_bytes()


@cache
def played_book(key: str) -> bytes:
    """A workbook with a few rows, recalculated. The fuzzer mutates its bytes."""
    from tests.corpus.clubs import make_clubs

    with tempfile.TemporaryDirectory() as folder:
        return make_clubs(Path(folder))[key].read_bytes()


def opened(data: bytes) -> ClubFile:
    return ClubFile(Path("club.xlsx"), Package(data, "club.xlsx"))


def rewritten(file: ClubFile, blocks: Sequence[CellBlock]) -> bytes:
    target = io.BytesIO()
    write_blocks(file, blocks, target)
    return target.getvalue()


def as_recalculated(file: ClubFile, outcome: RecalcResult) -> bytes:
    """The file as the command line writes it."""
    target = io.BytesIO()
    write_workbook(file, outcome.blocks, target, outcome)
    return target.getvalue()
