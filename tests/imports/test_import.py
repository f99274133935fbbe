"""`xladdin import` shows a preview, takes all or nothing, ignores a repeat, keeps a copy, can be undone, and rates."""

from __future__ import annotations

from pathlib import Path

from tests.corpus.editing import column_of
from tests.helpers.programs.command_line import run_here
from tests.imports.importing import ADDED, DONE, FORM, ROWS_TO_FIX, copied, games, import_text, ratings
from xladdin.importing.source import Source


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
    assert "New: nothing. Already there: 2 games." in said.out
    assert "already has all of this; nothing was saved" in said.out
    assert book.read_bytes() == before


def test_a_dry_run_writes_nothing(book: Path) -> None:
    before = book.read_bytes()
    said = import_text(book, FORM, "--dry-run")
    assert said.status == DONE
    assert "New: 2 games." in said.out
    assert "Dry run: nothing was saved" in said.out
    assert book.read_bytes() == before
    assert {entry.name for entry in book.parent.iterdir()} == {"club.xlsx", "games.csv"}


def test_it_can_be_undone(book: Path) -> None:
    before = book.read_bytes()
    import_text(book, FORM)
    assert run_here("undo", book).status == DONE
    assert book.read_bytes() == before


def test_other_scores_are_named_and_never_overwritten(book: Path) -> None:
    said = import_text(book, FORM + "9/10/2024 20:00:00,1,Mackenzie,400,Pierre,303\n")
    assert said.status == ROWS_TO_FIX  # which was left out, and the rest came in
    assert "Different in the workbook, which stays as it is (1):" in said.out
    assert (
        "games.csv line 4: Date 2024-09-10, Player 1 Mackenzie, Score 1 400, Player 2 Pierre, Score 2 303; "
        "Games row 4 has Date 2024-09-10, Player 1 Pierre, Score 1 416, Player 2 Mackenzie, Score 2 303"
    ) in said.out
    assert games(book)[0] == ("Pierre", 416, "Mackenzie", 303)


def test_many_games_of_the_same_two_on_a_day_are_counted_one_by_one(book: Path) -> None:
    """Thousands of equal rows in any order take no longer than others."""
    headings = "Date,Player 1,Score 1,Player 2,Score 2\n"
    lines = [f"2024-09-14,Pierre,{400 + n % 200},Lester,{300 + n // 200}\n" for n in range(2000)]
    assert "New: 2,000 games." in import_text(book, headings + "".join(lines)).out
    assert "New: nothing. Already there: 2,000 games." in import_text(book, headings + "".join(reversed(lines))).out


def test_a_game_paired_before_takes_its_scores(book: Path) -> None:
    pairing = "Date,Player 1,Score 1,Player 2,Score 2\n2024-09-14,Pierre,,Lester,\n"
    assert import_text(book, pairing).status == DONE
    said = import_text(book, FORM)
    assert "New: 1 game. Results for games that had none: 1." in said.out
    assert games(book)[1:] == [("Pierre", 380, "Lester", 402), ("Pierre", 401, "Mackenzie", 388)]
    said = import_text(book, f"{pairing}2024-09-14,Lester,,Pierre,\n", "--dry-run")
    assert "New: 1 game. Already there: 1 game." in said.out


def test_a_game_paired_with_the_other_colours_takes_the_result_turned_round(
    made: dict[str, Path], tmp_path: Path
) -> None:
    book = copied(made, "sca", tmp_path)
    game = "Date,White,Black,Result\n2024-09-14,{},{},{}\n"
    assert import_text(book, game.format("Ada", "Dora", "")).status == DONE
    assert import_text(book, game.format("Dora", "Ada", "(1-0)")).status == DONE
    assert column_of(book, "Games", "Result")[-1] == "(0-1)"


def test_several_files_at_once_are_all_or_nothing(book: Path) -> None:
    first, second = book.with_name("a.csv"), book.with_name("b.csv")
    first.write_text(FORM)
    second.write_text(FORM.replace("Lester", "Nobody at all"))
    before = book.read_bytes()
    assert run_here("import", book, first, second).status == ROWS_TO_FIX
    assert book.read_bytes() == before
    second.write_text(FORM.replace("14/2024", "21/2024"))
    assert "New: 4 games." in run_here("import", book, first, second).out


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
    said = import_text(book, PAGE, answers=ADDED)
    assert (said.status, said.err) == (DONE, "")
    assert "New: 1 player, 1 event, 3 results." in said.out
    assert column_of(book, "Results", "Player") == ["Riaz", "Riaz", "Eric", "Nobody ELSE"]
    before = book.read_bytes()
    assert "New: nothing. Already there: 1 event, 3 results." in import_text(book, PAGE).out
    said = import_text(book, PAGE.replace("Number of rounds2", "Number of rounds3"))
    assert "Different in the workbook" in said.out
    assert book.read_bytes() == before


def test_names_that_are_nobodys_are_one_question(book: Path) -> None:
    before = book.read_bytes()
    text = FORM.replace("Lester", "Zoë Ångström").replace("PIERRE", "Ada Byron")
    said = import_text(book, text)
    assert said.status == ROWS_TO_FIX
    assert "1 question to answer:" in said.err
    assert "games.csv: no player is called Ada Byron, Zoë Ångström. Add them to Players?" in said.err
    assert book.read_bytes() == before
    said = import_text(book, text, answers=ADDED)
    assert (said.status, said.err) == (DONE, "")
    assert "Newcomers: Ada Byron, Zoë Ångström." in said.out
    assert list(ratings(book)) == ["Pierre", "Mackenzie", "Lester", "Ada Byron", "Zoë Ångström"]


def test_a_name_like_a_players_is_a_question_by_itself(book: Path) -> None:
    text = FORM.replace("Lester", "Leter")
    said = import_text(book, text, answers=ADDED)
    assert said.status == ROWS_TO_FIX
    assert "Who is Leter? (games.csv line 2)" in said.err
    said = import_text(book, text, answers={"names": {"is": {"Leter": "nobody"}}})
    assert "games.csv: 1 row left out, as you chose (line 2)." in said.out
    assert len(games(book)) == 2
    said = import_text(book, text, answers={"names": {"is": {"Leter": "Lester"}}})
    assert (said.status, said.err) == (DONE, "")
    assert games(book)[-1] == ("Lester", 402, "Pierre", 380)
    assert "New: nothing." in import_text(book, text).out  # Aliases knows it now


def test_lines_that_cannot_be_taken_in_may_be_left_out(book: Path) -> None:
    text = FORM + "9/14/2024 22:00:00,3,Pierre,abc,Lester,300\n"
    digest = Source("games.csv", text.encode()).digest
    said = import_text(book, text, answers={"once": {digest: {"lines to fix": "leave out"}}})
    assert (said.status, said.err) == (ROWS_TO_FIX, "")
    assert "1 line left out, as you chose." in said.out
    assert "New: 2 games." in said.out
    said = import_text(book, text, answers={"once": {digest: {"lines to fix": "leave out"}}})
    assert said.status == ROWS_TO_FIX
    assert "1 line left out, as you chose." in said.out
    assert "already has all the others; nothing was saved" in said.out


def test_the_group_of_new_players_is_asked(made: dict[str, Path], tmp_path: Path) -> None:
    """Who is on the list already keeps the group, and who is not active needs none."""
    book = copied(made, "sca", tmp_path)
    campers = "Player,Group,Active\nAda,,\nIda,knights,\nJon,,x\nKai,,No\n"
    said = import_text(book, campers)
    assert said.status == ROWS_TO_FIX
    assert "New players need a group. Which one?" in said.err
    said = import_text(book, campers, answers={"start": {"group": "Pawns"}})
    assert (said.status, said.err) == (DONE, "")
    groups = dict(zip(column_of(book, "Players", "Player"), column_of(book, "Players", "Group")))
    assert [groups[name] for name in ("Ada", "Ida", "Jon", "Kai")] == ["Knights", "knights", "Pawns", None]
