"""xlwings Server, started and called over HTTP as an Office.js client calls it."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.helpers.excel.remote_book import RemoteBook
from tests.helpers.excel.xlwings_server import Refused, running_server
from tests.helpers.programs.finding import ProgramFailed
from tests.helpers.values import ExcelError

FUNCTIONS = """
import xlwings as xw

@xw.func
def ADDED(first, second=100):
    if first < 0:
        raise ValueError("first -1: must be 0 or more")
    return [[first + second, "#N/A"]]
"""
SCRIPTS = """
import xlwings as xw

@xw.script
def fill(book: xw.Book):
    book.sheets[0]["A1"].value = book.sheets[0]["A1"].value * 2
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project folder with one function and one script."""
    for package, source in (("custom_functions", FUNCTIONS), ("custom_scripts", SCRIPTS)):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text(source)
    return tmp_path


def test_server_serves_functions_and_scripts(project: Path) -> None:
    workbook = openpyxl.Workbook()
    workbook.active["A1"] = 21
    workbook.save(project / "book.xlsx")
    book = RemoteBook(project / "book.xlsx")
    with running_server(project) as server:
        (function,) = server.get("xlwings/custom-functions-meta")["functions"]
        assert function["name"] == "ADDED"
        ((total, error),) = server.call_function("ADDED", [[[1]], [[2]]])
        assert (total, error, isinstance(error, ExcelError)) == (3, "#N/A", True)
        with pytest.raises(Refused, match=r"500: .*first -1: must be 0 or more"):
            server.call_function("ADDED", [-1])
        book.apply(server.run_script("fill", book.payload()))
        address = server.address
    assert book.workbook.active["A1"].value == 42
    with pytest.raises(OSError):
        type(server)(address, server.process).get("")


def test_server_that_cannot_start_says_why(project: Path) -> None:
    (project / "custom_functions" / "__init__.py").write_text("1 / 0")
    with pytest.raises(ProgramFailed, match="division by zero"), running_server(project):
        pass
