"""`import xladdin`: what it offers is documented, and rates as the workbooks do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from openpyxl import load_workbook

import xladdin
from tests.helpers.programs.finding import ROOT

SAMPLES = sorted((ROOT / "workbooks" / "samples").glob("*.xlsx"))
EXTRA = {"dptr": "Events", "sca": "Groups"}


def test_every_name_is_on_the_page_of_the_api() -> None:
    page = (ROOT / "xladdin" / "API.md").read_text(encoding="utf-8")
    assert [name for name in xladdin.__all__ if name not in page] == []
    assert [name for name in xladdin.__all__ if not getattr(xladdin, name).__doc__] == []


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_plain_rows_are_rated_as_the_workbook_is(path: Path) -> None:
    workbook = xladdin.open_workbook(path)
    tables, key = workbook.tables, workbook.system.key
    games, extra = tables["Results" if key == "dptr" else "Games"], tables[EXTRA.get(key, "Adjustments")]
    rules = [list(row) for row in load_workbook(path)["Rules"].iter_rows(min_row=3, max_col=4, values_only=True)]
    assert xladdin.rate(key, tables["Players"], games, extra, rules) == workbook.ratings


def test_a_wrong_row_is_named() -> None:
    players, games = [["Player"], ["Ann"]], [["Date", "Player 1", "Score 1", "Player 2", "Score 2"]]
    with pytest.raises(xladdin.XladdinError, match='In the range of Games, row 2, Player 2: "Bbo"'):
        xladdin.rate("montreal", players, [*games, ["2026-05-19", "Ann", 400, "Bbo", 300]])
    with pytest.raises(xladdin.XladdinError, match="system chess: must be one of mississauga"):
        xladdin.system("chess")


def test_a_recalculation_saves_and_a_dry_run_does_not(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    path.write_bytes((ROOT / "workbooks" / "samples" / "montreal.xlsx").read_bytes())
    before = path.read_bytes()
    assert xladdin.recalculate(path, dry_run=True).problems == []
    assert path.read_bytes() == before


def test_the_package_is_imported_without_the_api() -> None:
    code = "import sys, xladdin; sys.exit('xladdin.api' in sys.modules or 'xladdin.workbook' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
