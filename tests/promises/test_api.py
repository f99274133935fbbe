"""`import xladdin`: what it offers is documented, and rates as the workbooks do."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from pickle import dumps, loads
from shutil import copy
from typing import get_origin

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.table import Table

import xladdin
from tests.helpers.files.raw_workbook import unzip_parts
from tests.helpers.programs.finding import ROOT

SAMPLES = sorted((ROOT / "workbooks" / "samples").glob("*.xlsx"))
EXTRA = {"dptr": "Events", "sca": "Groups"}


def test_every_name_is_on_the_page_of_the_api() -> None:
    page = (ROOT / "xladdin" / "API.md").read_text(encoding="utf-8")
    assert [name for name in xladdin.__all__ if name not in page] == []
    offered = {name: getattr(xladdin, name) for name in xladdin.__all__}
    assert [name for name, offer in offered.items() if not (get_origin(offer) or offer).__doc__] == []


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_plain_rows_are_rated_as_the_workbook_is(path: Path) -> None:
    workbook = xladdin.open_workbook(path)
    tables, key, ratings = workbook.tables, workbook.system.key, workbook.ratings
    games, extra = tables["Results" if key == "dptr" else "Games"], tables[EXTRA.get(key, "Adjustments")]
    rules = [list(row) for row in load_workbook(path)["Rules"].iter_rows(min_row=3, max_col=4, values_only=True)]
    for system, own_rules in ((key, rules), (workbook.system, None)):
        rated = xladdin.rate(system, tables["Players"], games, extra, own_rules)
        assert (rated.standings, rated.changes) == (ratings.standings, ratings.changes)
        assert (rated.history, rated.explanations) == (ratings.history, ratings.explanations)
        assert rated.last_date == ratings.last_date
    assert loads(dumps(workbook.system)) == workbook.system


def test_a_wrong_row_is_named() -> None:
    players, games = [["Player"], ["Ann"]], [["Date", "Player 1", "Score 1", "Player 2", "Score 2"]]
    with pytest.raises(xladdin.XladdinError, match='In the range of Games, row 2, Player 2: "Bbo"') as error:
        xladdin.rate("montreal", players, [*games, ["2026-05-19", "Ann", 400, "Bbo", 300]])
    french = xladdin.Language("fr").render(error.value.message)
    assert french.startswith("Dans la plage de Games, ligne 2, Joueur 2")
    with pytest.raises(xladdin.XladdinError, match="system chess: must be one of mississauga"):
        xladdin.system("chess")


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return Path(copy(ROOT / "workbooks" / "samples" / "montreal.xlsx", tmp_path / "club.xlsx"))


def test_a_recalculation_saves_and_a_dry_run_does_not(club: Path) -> None:
    before = club.read_bytes()
    assert xladdin.recalculate(club, dry_run=True).problems == []
    assert club.read_bytes() == before


def test_rows_are_written_and_the_rest_of_the_file_stays(club: Path) -> None:
    before, workbook = unzip_parts(club), xladdin.open_workbook(club)
    rows = [list(row) for row in workbook.tables["Games"]]
    rows[1][2] = 430
    rows.append([date(2024, 9, 18), "Sally", 400, "John", 380])
    workbook.write_tables({"Games": rows})
    workbook = xladdin.open_workbook(club)
    assert [row[:5] for row in workbook.tables["Games"]] == [row[:5] for row in rows]
    assert workbook.ratings.last_date == date(2024, 9, 18)
    changed = {name for name, content in unzip_parts(club).items() if before[name] != content}
    assert changed == {"xl/worksheets/sheet3.xml", "xl/tables/table2.xml"} | changed & {"xl/workbook.xml"}
    assert len(list((club.parent / "backups").iterdir())) == 1
    for tables, message in (({"Gmes": rows}, "no table Gmes"), ({"Games": [["Home"]]}, "there is no column Home")):
        with pytest.raises(xladdin.WorkbookError, match=message):
            workbook.write_tables(tables)


def test_a_table_of_any_workbook_is_read_and_written(tmp_path: Path) -> None:
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    for row in (["Stock"], ["What", "Number"], ["Chairs", 40]):
        sheet.append(row)
    sheet.add_table(Table(name="Stock", displayName="Stock", ref="A2:B3"))
    workbook.save(tmp_path / "stock.xlsx")
    stock = xladdin.open_workbook(tmp_path / "stock.xlsx")
    assert (stock.tables, stock.locations) == ({"Stock": [["What", "Number"], ["Chairs", 40]]}, {"Stock": ("Sheet", 2)})
    with pytest.raises(xladdin.WorkbookError):
        print(stock.ratings)
    stock.write_tables({"Stock": [["What"], ["Stools"]]}, erase=True)
    assert xladdin.open_workbook(stock.path).tables["Stock"] == [["What", "Number"], ["Stools", 40]]
    assert b"Chairs" not in b"".join(unzip_parts(stock.path).values())
    assert not (tmp_path / "backups").exists()
