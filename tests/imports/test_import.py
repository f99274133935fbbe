"""`xladdin import` shows a preview, takes all or nothing, ignores a repeat, keeps a copy, can be undone, and rates."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.corpus.editing import column_of, rename_heading, type_cells
from tests.helpers.programs.command_line import run_here
from tests.imports.hurtful.case import CSV
from tests.imports.hurtful.tournaments import DAY
from tests.imports.importing import CANNOT, DONE, FORM, ROWS_TO_MEND, copied, games, import_text, ratings
from tests.imports.readers.reading import trf_line


def test_new_games_come_in_and_are_rated(book: Path) -> None:
    said = import_text(book, FORM)
    assert (said.status, said.err) == (DONE, "")
    assert "New: 2 games." in said.out
    assert games(book) == [
        ("Pierre", 416, "Mackenzie", 303),
        ("Pierre", 401, "Mackenzie", 388),
        ("Lester", 402, "Pierre", 380),
    ]
    # "200-299 | 6 | 12 | 2 |": Pierre, 1242, wins by 243 as the favourite, and loses by 298 to Lester, 944,
    # whose change is doubled: fewer than 50 games.
    assert column_of(book, "Games", "Change 1") == [8, 6, 12]
    assert ratings(book) == {"Pierre": 1242 + 6 - 12, "Mackenzie": 999 - 6, "Lester": 944 + 24}
    assert "Nothing has changed since the last recalculation." in run_here("recalc", book).out


def test_twice_is_once(book: Path) -> None:
    import_text(book, FORM)
    before = book.read_bytes()
    said = import_text(book, FORM)
    assert (said.status, said.err) == (DONE, "")
    assert "New: nothing. There already: 2 games." in said.out
    assert "has all of it already; nothing was written" in said.out
    assert book.read_bytes() == before


def test_a_sheet_is_told_of_workbooks_alone(book: Path) -> None:
    """A folder of old files may hold both kinds."""
    assert "New: 2 games." in import_text(book, FORM, "--source-sheet", "2024").out


def test_the_same_two_players_twice_in_an_evening(book: Path) -> None:
    second = FORM + "9/14/2024 22:02:11,3,Pierre,401,Mackenzie,388\n9/14/2024 22:32:11,4,Pierre,410,Mackenzie,388\n"
    import_text(book, FORM)
    said = import_text(book, second)
    assert "New: 2 games. There already: 2 games." in said.out
    assert len(games(book)) == 5


def test_a_dry_run_writes_nothing(book: Path) -> None:
    before = book.read_bytes()
    said = import_text(book, FORM, "--dry-run")
    assert said.status == DONE
    assert "New: 2 games." in said.out
    assert "Nothing was written" in said.out
    assert book.read_bytes() == before
    assert {entry.name for entry in book.parent.iterdir()} == {"club.xlsx", "games.csv"}


def test_it_can_be_undone(book: Path) -> None:
    before = book.read_bytes()
    import_text(book, FORM)
    assert run_here("undo", book).status == DONE
    assert book.read_bytes() == before


def test_other_scores_are_named_and_never_overwritten(book: Path) -> None:
    said = import_text(book, FORM + "9/10/2024 20:00:00,1,Mackenzie,400,Pierre,303\n")
    assert said.status == ROWS_TO_MEND  # which was left out, and the rest came in
    assert "Different in the workbook, which stays as it is (1):" in said.out
    assert (
        "games.csv line 4: Date 2024-09-10, Player 1 Mackenzie, Score 1 400, Player 2 Pierre, Score 2 303; "
        "Games row 4 has Date 2024-09-10, Player 1 Pierre, Score 1 416, Player 2 Mackenzie, Score 2 303"
    ) in said.out
    assert games(book)[0] == ("Pierre", 416, "Mackenzie", 303)


def test_the_day_of_games_without_one(book: Path) -> None:
    text = "Player 1,Score 1,Player 2,Score 2\nPierre,401,Lester,350\n"
    said = import_text(book, text)
    assert said.status == CANNOT
    assert "missing: Date." in said.err
    assert "Give the date of its games: --date 2006-10-01" in said.err
    assert "New: 1 game." in import_text(book, text, "--date", "2024-09-14").out
    dated = "Date,Player 1,Score 1,Player 2,Score 2\n,Pierre,402,Mackenzie,350\n2024-09-15,Pierre,403,Lester,350\n"
    assert "New: 2 games." in import_text(book, dated, "--date", "2024-09-14").out
    assert column_of(book, "Games", "Date")[1:] == [45549, 45549, 45550]  # 2024-09-14 and the day after


def test_many_games_of_the_same_two_on_a_day_are_counted_one_by_one(book: Path) -> None:
    """Thousands of equal rows in any order take no longer than others."""
    headings = "Date,Player 1,Score 1,Player 2,Score 2\n"
    lines = [f"2024-09-14,Pierre,{400 + n % 200},Lester,{300 + n // 200}\n" for n in range(2000)]
    assert "New: 2,000 games." in import_text(book, headings + "".join(lines)).out
    assert "New: nothing. There already: 2,000 games." in import_text(book, headings + "".join(reversed(lines))).out


def test_a_game_paired_before_takes_its_scores(book: Path) -> None:
    pairing = "Date,Player 1,Score 1,Player 2,Score 2\n2024-09-14,Pierre,,Lester,\n"
    assert import_text(book, pairing).status == DONE
    said = import_text(book, FORM)
    assert "New: 1 game. Results for games that had none: 1." in said.out
    assert games(book)[1:] == [("Pierre", 380, "Lester", 402), ("Pierre", 401, "Mackenzie", 388)]
    said = import_text(book, f"{pairing}2024-09-14,Lester,,Pierre,\n", "--dry-run")
    assert "New: 1 game. There already: 1 game." in said.out


def test_a_game_paired_with_the_other_colours_takes_the_result_turned_round(
    made: dict[str, Path], tmp_path: Path
) -> None:
    book = copied(made, "sca", tmp_path)
    game = "Date,White,Black,Result\n2024-09-14,{},{},{}\n"
    assert import_text(book, game.format("Ada", "Dora", "")).status == DONE
    assert import_text(book, game.format("Dora", "Ada", "(1-0)")).status == DONE
    assert column_of(book, "Games", "Result")[-1] == "(0-1)"


def test_games_that_are_not_rated_stay_out_of_a_log_that_cannot_say_so(made: dict[str, Path], tmp_path: Path) -> None:
    book = copied(made, "sca", tmp_path)
    rename_heading(book, "Games", "Kind", "Sort")
    said = import_text(book, TRF.replace("Lovelace,Dora", "Dora         "))
    assert "1 game of another kind than rated left out; the workbook's Games has no column Kind." in said.out
    assert "New: 2 games." in said.out


def test_columns_and_ratings_that_stay_out_are_named(book: Path) -> None:
    said = import_text(book, CSV.replace("Date", "Board,Date").replace("2024", "7,2024"))
    assert "games.csv: Board left out; the workbook's Games has no such column." in said.out
    division = "Pierre 1300 2; 400\nZoe 1500 1; 350\n"
    said = import_text(book, division, "--add-players", "--date", "2024-09-20")
    assert "games.csv: its ratings of new players are left out. To use them, add --ratings." in said.out
    assert "ratings" not in import_text(book, division.replace("Zoe 1500", "Yan 0"), "--add-players", *DAY).out


def test_an_unknown_name_is_a_question(book: Path) -> None:
    before = book.read_bytes()
    said = import_text(book, FORM.replace("Lester", "Leter"))
    assert said.status == ROWS_TO_MEND
    assert 'games.csv line 2, "Leter": is not a player; did you mean "Lester"?' in said.err
    assert "Nothing was imported; club.xlsx is as it was." in said.err
    assert book.read_bytes() == before


def test_a_name_like_a_players_makes_no_newcomer(book: Path) -> None:
    text = FORM.replace("Lester", "Leter").replace(" mackenzie ", "Zoë Ångström")
    said = import_text(book, text, "--add-players")
    assert said.status == ROWS_TO_MEND
    assert '"Leter": is not a player, but resembles one; did you mean "Lester"?' in said.err
    assert "Ångström" not in said.err
    said = import_text(book, text.replace("Leter", "Lester"), "--add-players")
    assert (said.status, said.err) == (DONE, "")
    assert "New: 1 player, 2 games." in said.out
    assert "Newcomers: Zoë Ångström." in said.out
    assert list(ratings(book)) == ["Pierre", "Mackenzie", "Lester", "Zoë Ångström"]


def test_two_new_spellings_of_one_name_are_a_question(book: Path) -> None:
    text = FORM.replace("Lester", "Catherine Low").replace("PIERRE", "Katherine Low")
    said = import_text(book, text, "--add-players")
    assert said.status == ROWS_TO_MEND
    assert 'did you mean "Katherine Low"?' in said.err
    numbered = FORM.replace("Lester", "Guest 1").replace("PIERRE", "Guest 2")
    assert import_text(book, numbered, "--add-players").status == DONE


def test_players_of_a_tournament_are_told_with_their_own_lines(book: Path, tmp_path: Path) -> None:
    division = "Fortin, Al 1500 2 3; 400 380\nRoy, Bo 1400 1 0; 350 50\nYoung, Cy 1300 0 1; 50 410\n"
    said = import_text(book, division, "--date", "2024-09-14")
    for line, name in enumerate(("Fortin, Al", "Roy, Bo", "Young, Cy"), 1):
        assert f'games.csv line {line}, "{name}": is not a player' in said.err
    said = run_here("new", "mississauga", tmp_path / "new.xlsx", "--from", book.with_name("games.csv"), "--date",
                    "2024-09-14")  # fmt: skip
    assert "games.csv lines 1, 2, 3: 3 players with a rating" in said.out
    assert "Newcomers: Fortin, Al · Young, Cy · Roy, Bo." in said.out


def test_last_first_is_the_same_person(book: Path) -> None:
    named = {"Players!A4": "Pierre Roy", "Games!B4": "Pierre Roy"}
    type_cells(book, named)
    said = import_text(book, FORM.replace("PIERRE", '"ROY,Pierre"').replace(",Pierre,", ',"Roy, Pierre",'))
    assert (said.status, said.err) == (DONE, "")
    assert games(book)[1][0] == "Pierre Roy"


def test_wrong_rows_are_named_in_their_file_and_nothing_is_written(book: Path) -> None:
    before = book.read_bytes()
    header, *rest = FORM.splitlines(keepends=True)
    text = "".join([header, *rest, "9/14/2024,3,Pierre,abc,Lester,300\n", "9/14/2024,3,Pierre,400,Lester,\n"])
    said = import_text(book, text)
    assert said.status == ROWS_TO_MEND
    assert 'games.csv line 4, Winners Score "abc": must be a number' in said.err
    assert "games.csv line 5, Opponents Score: the other score is missing: type both, or none" in said.err
    assert book.read_bytes() == before


def test_equal_problems_are_one_line(book: Path) -> None:
    rows = "".join(f"2024-13-{day:02},Pierre,400,Lester,300\n" for day in range(1, 31))
    said = import_text(book, f"Date,Player 1,Score 1,Player 2,Score 2\n{rows}")
    assert said.err.count("must be a date such as") == 1
    assert "(30 lines)" in said.err


def test_several_files_at_once_are_all_or_nothing(book: Path) -> None:
    first, second = book.with_name("a.csv"), book.with_name("b.csv")
    first.write_text(FORM)
    second.write_text(FORM.replace("Lester", "Nobody at all"))
    before = book.read_bytes()
    assert run_here("import", book, first, second).status == ROWS_TO_MEND
    assert book.read_bytes() == before
    second.write_text(FORM.replace("14/2024", "21/2024"))
    assert "New: 4 games." in run_here("import", book, first, second).out


def test_text_like_a_formula_stays_text(book: Path) -> None:
    said = import_text(book, FORM.replace("Lester", "=1+1"), "--add-players")
    assert said.status == DONE
    assert "=1+1" in ratings(book)


@pytest.mark.skipif(os.name == "nt", reason="the name is for a terminal")
def test_a_terminal_is_not_fooled(book: Path) -> None:
    said = import_text(book, FORM.replace("Lester", "\x1b[2J\x1b]0;x\x07Zed"))
    assert "\x1b" not in said.out + said.err


TRF = "\n".join(
    [
        "012 Camp",
        "042 2024/07/09",
        trf_line(1, "Ada", 1500, ["   2 w 1", "0000 - U", "   2 b W"]),
        trf_line(2, "Lovelace,Dora", 1400, ["   1 b 0", "0000 - H", "   1 w L"]),
        "",
    ]
)


def test_a_fide_report_into_the_camp(made: dict[str, Path], tmp_path: Path) -> None:
    book = copied(made, "sca", tmp_path)
    said = import_text(book, TRF.replace("Lovelace,Dora", "Dora         "))
    assert (said.status, said.err) == (DONE, "")
    assert column_of(book, "Games", "White")[:2] == ["Ada", "Ada"]
    assert column_of(book, "Games", "Result")[1] == "(1-0)"
    said = import_text(copied(made, "sca", tmp_path), TRF, "--add-players")
    assert said.status == CANNOT
    assert "Newcomers need a group, one of Knights, Pawns: --group NAME" in said.err
    said = import_text(copied(made, "sca", tmp_path), TRF, "--add-players", "--group", "Pawns")
    assert said.status == ROWS_TO_MEND  # Dora is there by her first name alone
    assert 'did you mean "Dora"?' in said.err


def test_a_list_of_campers_without_groups_takes_the_one_that_is_given(made: dict[str, Path], tmp_path: Path) -> None:
    """Who is on the list already keeps the group, and who is not active needs none."""
    book = copied(made, "sca", tmp_path)
    campers = "Player,Group,Active\nAda,,\nIda,knights,\nJon,,x\nKai,,No\n"
    said = import_text(book, campers)
    assert (said.status, said.err) == (CANNOT, "Newcomers need a group, one of Knights, Pawns: --group NAME\n")
    said = import_text(book, campers, "--group", "Pawns")
    assert (said.status, said.err) == (DONE, "")
    groups = dict(zip(column_of(book, "Players", "Player"), column_of(book, "Players", "Group")))
    assert [groups[name] for name in ("Ada", "Ida", "Jon", "Kai")] == ["Knights", "knights", "Pawns", None]
    assert import_text(book, "Player\nLou\n", "--group", "Knights").status == DONE
    assert column_of(book, "Players", "Group")[-1] == "Knights"


PAGE = """\
Home Con
Date October 8, 2006 Place Vancouver
Number of players3 Number of rounds2 Number of boards1

1Riaz83.33
2Eric50.00
3Nobody ELSE16.67
"""


def test_a_page_into_dip_pouch(made: dict[str, Path], tmp_path: Path) -> None:
    book = copied(made, "dptr", tmp_path)
    said = import_text(book, PAGE, "--add-players")
    assert (said.status, said.err) == (DONE, "")
    assert "New: 1 player, 1 event, 3 results." in said.out
    assert column_of(book, "Results", "Player") == ["Riaz", "Riaz", "Eric", "Nobody ELSE"]
    before = book.read_bytes()
    assert "New: nothing. There already: 1 event, 3 results." in import_text(book, PAGE).out
    said = import_text(book, PAGE.replace("Number of rounds2", "Number of rounds3"))
    assert "Different in the workbook" in said.out
    assert book.read_bytes() == before


@pytest.mark.parametrize(("ours", "near"), [("Datee", ' (did you mean "Date"?)'), ("Division", "")])
def test_a_column_that_no_table_has_is_named(ours: str, near: str, book: Path) -> None:
    said = import_text(book, CSV, "--column", f"{ours}=Date")
    told = f'--column "{ours}=Date": xladdin has no column {ours}{near}. '
    assert (said.status, said.err) == (
        CANNOT, f"{told}To bring in a column of your own, change its heading in the file.\n",
    )  # fmt: skip


def test_a_column_that_no_file_has_is_named(tmp_path: Path, book: Path) -> None:
    """The column that is called so would be taken in its place, as a form's timestamp is for the day."""
    said = import_text(book, CSV, "--column", "Date=Playd on")
    told = '--column "Date=Playd on": there is no column Playd on in games.csv. Write it as the file has it.\n'
    assert (said.status, said.err) == (CANNOT, told)
    roster = tmp_path / "roster.csv"
    roster.write_text("Member,Since\nPierre,2020\n")
    said = run_here("import", book, roster, tmp_path / "games.csv", "--column", "Player=Member")
    assert (said.status, said.err) == (DONE, "")


def test_a_column_of_another_table_is_none_of_this_one(book: Path) -> None:
    """Points is a column of Adjustments. The case of its heading does not matter."""
    said = import_text(book, CSV.replace("Date", "Played"), "--column", "points=Played", "--column", "date=Played")
    assert said.status == DONE
    assert "columns taken: Date = Played." in said.out


@pytest.mark.parametrize(
    ("first", "second", "lines"),
    [
        (",Player 1,,Player 2,", "Date,Name,Score,Name,Score", "1 and 2"),
        ("Date,Winner,,Loser,", ",Name,Points,Name,Points", "1 and 2"),
        ("Tuesday club\nDate,Player 1,Score 1,Player 2,Score 2", "(dd/mm),name,pts,name,pts", "2 and 3"),
        ("Date,Player,Score,Opponent,Score", "Date,Joueur,Points,Adversaire,Points", "1 and 2"),
    ],
)
def test_headings_in_two_lines_are_told_as_such(first: str, second: str, lines: str, book: Path) -> None:
    said = import_text(book, f"{first}\n{second}\n2024-09-14,Pierre,400,Lester,300\n")
    make = "Make one line of them, such as Date, Player 1, Score 1, Player 2, Score 2."
    assert (said.status, said.err) == (CANNOT, f"games.csv lines {lines}: both are headings. {make}\n")
