"""CSV, TSV and sheets: columns by their headings in any order and language, and dates in the one order that fits."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.programs.libreoffice import convert
from tests.imports.readers.reading import LAYOUTS, day, read, rows, workbook
from xladdin.errors import FileProblem
from xladdin.imports.formats import read_source
from xladdin.imports.material import Options, QuestionOpen, WrongLine, grouped
from xladdin.imports.source import LARGEST_FILE, Source, open_source
from xladdin.imports.tables.dates import (
    DAY_FIRST,
    MONTH_FIRST,
    day_from_words,
    day_of_evening,
    orders_that_fit,
    read_day,
)
from xladdin.imports.tables.headings import match_headings, plain

GAME = (day("2024-09-14"), "Ann", 401, "Bob", 388)
LINE = "2024-09-14,Ann,401,Bob,388"
HEADINGS = "Date,Player 1,Score 1,Player 2,Score 2"
CSV = f"{HEADINGS}\n{LINE}\n"
KEYS = tuple(HEADINGS.split(","))


@pytest.mark.parametrize(
    "text",
    [
        CSV,
        CSV.replace(",", ";"),
        CSV.replace(",", "\t"),
        CSV.replace(",", "|"),
        CSV.replace("\n", "\r\n"),
        CSV.replace("\n", "\r"),
        CSV.rstrip("\n"),
        "sep=;\r\n" + CSV.replace(",", ";"),
        CSV.replace("Ann", '"Ann"'),
        f"Games of the club,,,,\n\n{CSV}",
        f"Score 2,Player 2,Score 1,Player 1,Date\n{','.join(reversed(LINE.split(',')))}\n",
        CSV.replace(HEADINGS, HEADINGS.upper()),
        CSV.replace(HEADINGS, "Played on,Player A,Points A,Player B,Points B"),
        CSV.replace(HEADINGS, "Joué le,Gagnant,Pointage du gagnant,Adversaire,Pointage de l’adversaire"),
        CSV.replace(HEADINGS, "Datum,Spieler 1,Punkte 1,Spieler 2,Punkte 2"),
        CSV.replace(HEADINGS, "Date,Player1,Score1,Player2,Score2"),
        CSV.replace(HEADINGS, "Date,Winner,Winner's score,Oponent,Opponents' score"),
    ],
)  # fmt: skip
def test_a_table_is_found_by_its_headings(text: str) -> None:
    assert rows(read(text), "Games", *KEYS) == [GAME]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
def test_encodings(encoding: str) -> None:
    incoming = read(CSV.replace("Ann", "Zoë").encode(encoding))
    assert rows(incoming, "Games", "Player 1") == [("Zoë",)]
    assert ("Windows-1252" if encoding in ("cp1252", "latin-1") else encoding[:3].upper()) in incoming.format


def test_a_column_can_be_told() -> None:
    text = "Date,A,B,C,D\n2024-09-14,Ann,401,Bob,388\n"
    told = {"Player 1": "A", "Score 1": "B", "Player 2": "C", "Score 2": "D"}
    incoming = read(text, Options(columns=told))
    assert rows(incoming, "Games", *KEYS) == [GAME]
    assert any("Player 1 = A" in note for note in incoming.notes)
    with pytest.raises(FileProblem, match=r"missing: Player 1, Score 1, Player 2, Score 2\.") as said:
        read(text)
    assert '--column "Player 1=its name"' in str(said.value)


def test_the_match_is_shown() -> None:
    incoming = read(CSV.replace("Player 2", "Oponent"))
    assert incoming.notes[-1] == "some file: columns taken: Player 2 = Oponent (likely)."


def test_scores_are_not_taken_for_one_another_by_likeness() -> None:
    with pytest.raises(FileProblem, match="missing: Score 2"):
        read(CSV.replace("Score 2", "Score 3"))


def test_no_score_is_likely_without_the_other() -> None:
    """Taken for Score 1, "Her points" would leave the winner's for Score 2."""
    with pytest.raises(QuestionOpen) as asked:
        read(CSV.replace(HEADINGS, "Date,Winner,His points,Loser,Her points"))
    assert (asked.value.wanted, dict(asked.value.choices)) == (
        "Score 1",
        {"His points": ["401"], "Her points": ["388"]},
    )


def test_a_heading_that_is_there_twice_may_be_told_twice() -> None:
    text = CSV.replace(HEADINGS, "Date,Winner,Total,Loser,Total")
    told = {"Score 1": "Total"}
    for options, offered in ((Options(), "401"), (Options(columns=told), "388")):
        with pytest.raises(QuestionOpen) as asked:
            read(text, options)
        assert asked.value.choices == {"Total": [offered]}
    assert rows(read(text, Options(columns={**told, "Score 2": "Total"})), "Games", *KEYS) == [GAME]


@pytest.mark.parametrize(
    ("dates", "wanted"),
    [
        (("9/14/2024", "10/1/2024"), ("2024-09-14", "2024-10-01")),
        (("14/9/2024", "1/10/2024"), ("2024-09-14", "2024-10-01")),
        (("14.9.24", "1.10.24"), ("2024-09-14", "2024-10-01")),
        (("9/14/2024 19:32:10", "10/1/2024 7:05 PM"), ("2024-09-14", "2024-10-01")),
        (("2024/9/14", "20241001"), ("2024-09-14", "2024-10-01")),
        (("45549", "45566.8134"), ("2024-09-14", "2024-10-01")),
        (("September 14, 2024", "1 Oct 2024"), ("2024-09-14", "2024-10-01")),
        (("Sat 14 sept. 2024", "1er octobre 2024"), ("2024-09-14", "2024-10-01")),
        (("5/5/2024", "6/6/2024"), ("2024-05-05", "2024-06-06")),
        (("2024-09-14T19:30:00Z", "2024-10-01 19:30"), ("2024-09-14", "2024-10-01")),
    ],
)
def test_one_order_for_a_column_where_only_one_fits(dates: tuple[str, str], wanted: tuple[str, str]) -> None:
    text = HEADINGS + "".join(f'\n"{written}",Ann,401,Bob,388' for written in dates)
    assert rows(read(text), "Games", "Date") == [(day(one),) for one in wanted]


def test_it_asks_where_day_and_month_could_be_either() -> None:
    text = CSV.replace("2024-09-14", "3/4/2024")
    with pytest.raises(QuestionOpen) as asked:
        read(text)
    assert str(asked.value) == (
        'some file, Date "3/4/2024": may be day first or month first. Say which: --dates dmy or --dates mdy'
    )
    assert rows(read(text, Options(dates="mdy")), "Games", "Date") == [(day("2024-03-04"),)]
    assert rows(read(text, Options(dates="dmy")), "Games", "Date") == [(day("2024-04-03"),)]


def test_dates_that_no_order_fits_stay_as_they_are() -> None:
    incoming = read(f"{HEADINGS}\n14/9/2024,Ann,401,Bob,388\n9/14/2024,Ann,401,Bob,388\n")
    assert rows(incoming, "Games", "Date") == [("14/9/2024",), ("9/14/2024",)]
    assert "neither day first nor month first fits all dates" in incoming.notes[1]


def test_a_text_among_dates_does_not_spoil_the_order() -> None:
    incoming = read(f"{HEADINGS}\n9/14/2024,Ann,401,Bob,388\nlater,Ann,401,Bob,388\n")
    assert rows(incoming, "Games", "Date") == [(day("2024-09-14"),), ("later",)]


@given(st.dates(dt.date(1970, 1, 1), dt.date(2068, 12, 31)), st.sampled_from("/.-"), st.booleans())
def test_a_date_comes_back_in_the_order_it_was_written(written: dt.date, sign: str, short: bool) -> None:
    year = f"{written:%y}" if short else f"{written.year}"
    for order, text in (
        (DAY_FIRST, f"{written.day}{sign}{written.month}{sign}{year}"),
        (MONTH_FIRST, f"{written.month:02}{sign}{written.day:02}{sign}{year}"),
    ):
        assert order in orders_that_fit([text])
        assert read_day(text, order) == written
    assert day_from_words(f"{written:%B} {written.day}, {written.year}") == written
    assert day_from_words(f"{written.day} {written:%b} {written.year}") == written


@pytest.mark.parametrize(
    ("moment", "came"),
    [
        ("45549.2", (day("2024-09-13"), True)),
        ("45549,21", (day("2024-09-14"), False)),
        ("45549", (day("2024-09-14"), False)),
        (45549, (day("2024-09-14"), False)),
        (-1.5, (-1.5, False)),
    ],
)
def test_the_evening_of_a_moment_in_numbers(moment: object, came: tuple[object, bool]) -> None:
    """0.2 of a day is 4:48, which belongs to the evening before, and 0.21 is 5:02."""
    assert day_of_evening(moment, DAY_FIRST) == came


def test_decimal_commas_where_semicolons_part_the_cells() -> None:
    incoming = read("Player;Start rating\nAnn;944,5\nBob;1000\n")
    assert rows(incoming, "Players", "Player", "Start rating") == [("Ann", 944.5), ("Bob", 1000)]
    with pytest.raises(FileProblem, match=r'some file line 2, Start rating "1\.944": may have a decimal point'):
        read("Player;Start rating\nAnn;1.944\n")


def test_places_are_kept() -> None:
    table = read(f"a title,,,,\n{HEADINGS.replace('Score 1', 'Points 1')}\n,,,,\n{LINE}\n").tables["Games"]
    assert list(table.lines) == [4]
    assert table.columns_there["Score 1"] == "Points 1"


def test_computed_columns_are_left_out_and_own_ones_kept() -> None:
    incoming = read(f"{HEADINGS},Change 1,Board\n{LINE},99,7\n")
    assert "some file: ignored: Change 1. xladdin computes them." in incoming.notes
    assert incoming.tables["Games"].columns["Board"] == ["7"]
    assert "Change 1" not in incoming.tables["Games"].columns


GAME_CELLS: list[list[object]] = [[*KEYS], [dt.date(2024, 9, 14), "Ann", 401, "Bob", 388]]


def test_sheets_of_a_workbook() -> None:
    data = workbook(("Remarks", [["nothing"]]), ("2024", [["The club"], [], *GAME_CELLS]))
    incoming = read(data)
    assert rows(incoming, "Games", *KEYS) == [GAME]
    assert list(incoming.tables["Games"].lines) == [4]
    assert "sheet 2024" in incoming.format
    aside = workbook(("2024", [[None, None, *row] for row in GAME_CELLS]))
    assert rows(read(aside), "Games", *KEYS) == [GAME]


BAND: list[list[object]] = [["‹ Start", "Players"], ["", "Type a row a player."]]


def test_a_title_that_is_also_a_heading_is_none_where_better_ones_stand_below() -> None:
    players = [["Player", "Start rating"], ["Ann", 1200]]
    for above in (BAND, [["Players"]], [["Players of the club"], ["Players"], []]):
        incoming = read(workbook(("Players", [*above, *players])))
        assert rows(incoming, "Players", "Player", "Start rating") == [("Ann", 1200)]
    text = "‹ Start,Players,\n,Type a row a player.,\nPlayer,Rating,Games\nAnn,1200,3\n"
    assert rows(read(text), "Players", "Player") == [("Ann",)]
    assert rows(read("Players\nAnn\nBob\n"), "Players", "Player") == [("Ann",), ("Bob",)]


def test_what_is_missing_is_said_of_the_headings_and_not_of_a_title() -> None:
    cells: list[list[object]] = [["‹ Start", "Games"], ["Type the games."], [*KEYS[:4], "Other"], ["", "Ann", 4, "Bob"]]
    with pytest.raises(QuestionOpen, match=r"missing: Score 2\. It says: Date, Player 1, Score 1, Player 2, Other\."):
        read(workbook(("Games", cells)))


def test_two_sheets_that_look_alike_are_asked_for() -> None:
    data = workbook(("2023", GAME_CELLS), ("2024", GAME_CELLS))
    with pytest.raises(QuestionOpen, match=r"2023, 2024 all look like Games\. Name one: --source-sheet NAME"):
        read(data)
    assert rows(read(data, Options(sheet="2024")), "Games", *KEYS) == [GAME]
    with pytest.raises(FileProblem, match="has no sheet 2025; its sheets are 2023, 2024"):
        read(data, Options(sheet="2025"))


@pytest.mark.parametrize("ending", ["ods", "xls"])
def test_other_programs_workbooks(ending: str, tmp_path: Path) -> None:
    source = tmp_path / "games.xlsx"
    source.write_bytes(workbook(("Games", GAME_CELLS), ("Players", [["Player"], ["Ann"], ["Bob"]])))
    incoming = read(convert(source, tmp_path / "out", ending).read_bytes())
    assert rows(incoming, "Games", *KEYS) == [GAME]
    assert rows(incoming, "Players") == [("Ann",), ("Bob",)]


def test_equal_problems_are_one_line_with_their_count() -> None:
    wrong = [WrongLine("a.csv", line, "Date", f"{line}/{line}", "must be a date") for line in range(2, 482)]
    other = WrongLine("a.csv", 9, "Score 1", "x", "must be a number")
    assert grouped([*wrong, other]) == [
        'a.csv lines 2 "2/2", 3 "3/3", 4 "4/4" ..., Date: must be a date (480 lines)',
        'a.csv line 9, Score 1 "x": must be a number',
    ]
    assert grouped(wrong[:3]) == ['a.csv lines 2 "2/2", 3 "3/3", 4 "4/4", Date: must be a date (3 lines)']
    assert len(grouped(wrong[:2])) == 2


@given(st.permutations(KEYS), st.lists(st.sampled_from(["", "Round", "Venue"]), max_size=3))
def test_our_own_headings_match_in_any_order(headings: list[str], others: list[str]) -> None:
    there = [*others, *headings]
    positions = match_headings(there, list(LAYOUTS[1].columns), {}).positions
    assert {heading: there[at] for heading, at in positions.items()} == {heading: heading for heading in KEYS}


def test_plain_headings() -> None:
    assert plain(" Winner’s  Score ") == "winners score"
    assert plain("Pointage_de l'ADVERSAIRE") == "pointage de ladversaire"


def test_one_line_far_wider_than_the_others_is_named() -> None:
    wide, narrow = f"{LINE}{',x' * 1000}\n", f"{LINE},\n"
    with pytest.raises(FileProblem, match="some file line 3: has 1,005 cells, far more than the other lines"):
        read(CSV + wide + narrow * 2000)


@pytest.mark.parametrize(
    ("name", "said"),
    [("folder", "is not a file but a folder"), ("large", "is larger than"), ("a\0b", "cannot be read")],
)
def test_what_cannot_be_a_source(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with (tmp_path / "large").open("wb") as stream:
        stream.truncate(LARGEST_FILE + 1)
    with pytest.raises(FileProblem, match=said):
        open_source(tmp_path / name)


def test_a_file_that_is_none_of_them() -> None:
    with pytest.raises(FileProblem, match="the first line must name the columns"):
        read("Dear all,\nhere are the games of tonight.\n")
    with pytest.raises(FileProblem, match="is a document of a word processor"):
        read(b"{\\rtf1 games}")
    with pytest.raises(FileProblem, match="is not a text file"):
        read_source(Source("photo.jpg", b"\xff\xd8\xff\xe0" + bytes(100)), (), Options())


@pytest.mark.parametrize(("own", "is_taken"), [("x" * 255, True), ("x" * 256, False), ("a\u202eb", False)])
def test_a_heading_of_the_club_is_short_and_can_be_seen(own: str, is_taken: bool) -> None:
    """Either fault alone counts. A missing quote makes a heading of what should be rows."""
    text = f"{HEADINGS},{own}\n{LINE},mine\n"
    if is_taken:
        assert rows(read(text), "Games", own) == [("mine",)]
    else:
        with pytest.raises(FileProblem, match="must be at most 255 characters, all of them visible"):
            read(text)
