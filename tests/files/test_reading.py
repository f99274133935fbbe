"""Contract of the reader of a file: values, tables and names are read alike, from every program."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import pytest
import xlsxwriter

from tests.fuzz.targets import opened
from tests.helpers.files.raw_workbook import RawSheet, RawWorkbook
from tests.helpers.programs.libreoffice import convert
from xladdin.files.club_file import open_club_file

HEADINGS = ("Date", "Player 1", "Score 1")
GAMES = [(date(2026, 1, 7), "Zoé", 401), (date(2026, 1, 14), "=Bye", 388.5)]


def cells(xml: str, **changes: object) -> list[object]:
    sheet = RawSheet(f'<row r="1">{xml}</row>')
    return list(opened(RawWorkbook({"S": sheet}, **changes).data()).sheet_values("S")[0])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("xml", "value"),
    [
        ('<c r="A1"><v>12</v></c>', 12.0),
        ('<c r="A1" t="n"><v>-1.5E3</v></c>', -1500.0),
        ('<c r="A1" t="b"><v>1</v></c>', True),
        ('<c r="A1" t="s"><v>0</v></c>', " Zoé & co "),
        ('<c r="A1" t="s"><v>1</v></c>', "two runs"),
        ('<c r="A1" t="inlineStr"><is><t xml:space="preserve"> a&lt;b </t></is></c>', " a<b "),
        ('<c r="A1" t="inlineStr"><is><r><t>two</t></r><r><t xml:space="preserve"> runs</t></r></is></c>', "two runs"),
        ('<c r="A1" t="inlineStr"><is><t>_x0041__x005F_x0041_</t></is></c>', "A_x0041_"),
        ('<c r="A1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>', "ab"),
        ('<c r="A1" t="str"><f>"#1 &amp; 2"</f><v>#1 &amp; 2</v></c>', "#1 & 2"),
        ('<c r="A1" s="2"><f>200+201</f><v>401</v></c>', 401.0),
        ('<c r="A1" t="e"><v>#N/A</v></c>', "#N/A"),
        ('<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>', "#DIV/0!"),
        ('<c r="A1" s="1" t="e" cm="1"><f t="array" ref="A1">X()</f><v>#NAME?</v></c>', "#NAME?"),
        ('<c r="A1" s="1"><v>46029</v></c>', date(2026, 1, 7)),
        ('<c r="A1" s="5"><v>46029.8125</v></c>', datetime(2026, 1, 7, 19, 30)),
        ('<c r="A1" s="1" t="d"><v>2026-01-07</v></c>', date(2026, 1, 7)),
    ],
)
def test_a_value_is_read_with_its_type(xml: str, value: object) -> None:
    strings = (
        '<t xml:space="preserve"> Zoé &amp; co </t>',
        '<r><t>two</t></r><r><t xml:space="preserve"> runs</t></r>',
    )
    values = cells(xml, strings=strings)
    assert values == [value]
    assert type(values[0]) is type(value)


def test_a_table_has_its_blank_rows_and_those_typed_right_below_it(tmp_path: Path) -> None:
    """These go down to the first blank row."""
    path = tmp_path / "club.xlsx"
    with xlsxwriter.Workbook(str(path)) as workbook:
        sheet = workbook.add_worksheet("Night's games")
        sheet.add_table("B3:D6", {"name": "Games", "columns": [{"header": heading} for heading in HEADINGS]})
        for row, game in ((3, (1, "Ann", 400)), (4, (2, "Bob", 380)), (6, (3, "Cy", 350)), (8, (9, "x", 9))):
            sheet.write_row(row, 1, game)
    table = open_club_file(path).tables["Games"]
    assert (table.name, table.sheet, table.row, table.first_column) == ("Games", "Night's games", 3, 2)
    assert table.headings == HEADINGS
    assert [list(column) for column in table.columns] == [
        [1.0, 2.0, "", 3.0],
        ["Ann", "Bob", "", "Cy"],
        [400.0, 380.0, "", 350.0],
    ]
    assert table.rows == 4


def write_by_xlsxwriter(path: Path, date_1904: bool) -> None:
    with xlsxwriter.Workbook(str(path), {"default_date_format": "yyyy-mm-dd", "date_1904": date_1904}) as workbook:
        sheet = workbook.add_worksheet("Games")
        for row, (day, player, score) in enumerate(GAMES, 1):
            sheet.write_datetime(row, 0, datetime(day.year, day.month, day.day))
            sheet.write_string(row, 1, player)
            sheet.write_number(row, 2, score)
        sheet.add_table("A1:C3", {"name": "Games", "columns": [{"header": heading} for heading in HEADINGS]})
        workbook.define_name("title", "=Games!$B$2")


@pytest.mark.parametrize("date_1904", [False, True])
def test_the_file_of_another_writer_reads_the_same(date_1904: bool, tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    write_by_xlsxwriter(path, date_1904)
    club = open_club_file(convert(path, tmp_path / "office", "xlsx") if date_1904 else path)
    assert list(zip(*club.tables["Games"].columns)) == GAMES
    assert club.names == {"title": "Zoé"}


def test_a_workbook_saved_since_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    values = []
    for value in ("1", "2"):  # of the same length
        path.with_suffix(".new").write_bytes(
            RawWorkbook({"S": RawSheet(f'<row r="1"><c r="A1"><v>{value}</v></c></row>')}).data()
        )
        path.with_suffix(".new").replace(path)
        club = open_club_file(path)
        assert open_club_file(path) is club
        values.append(club.sheet_values("S")[0][0])
    assert values == [1.0, 2.0]
