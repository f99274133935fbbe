"""`xladdin import` shows a preview, takes all or nothing, ignores a repeat, keeps a copy, can be undone, and rates."""

from __future__ import annotations

from pathlib import Path

from tests.corpus.editing import column_of, read_ratings
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.imports.importing import ADDED, DONE, FORM, ROWS_TO_FIX, copied, games, import_text
from xladdin.importing.source import Source


def test_new_games_come_in_once_after_a_dry_run_and_are_rated(club: Path) -> None:
    before = club.read_bytes()
    output = import_text(club, FORM, "--dry-run")
    assert (output.status, club.read_bytes()) == (DONE, before)
    assert "New: 2 games." in output.out
    assert "Dry run: nothing was saved" in output.out
    assert {entry.name for entry in club.parent.iterdir()} == {"club.xlsx", "games.csv"}
    output = import_text(club, FORM)
    assert (output.status, output.err) == (DONE, "")
    assert "New: 2 games." in output.out
    assert games(club) == [
        ("Pierre", 416, "Mackenzie", 303),
        ("Pierre", 401, "Mackenzie", 388),
        ("Lester", 402, "Pierre", 380),
    ]
    # "200-299 | 6 | 12 | 2 |": Pierre, 1242, wins by 243 as the favourite, and loses by 298 to Lester, 944,
    # whose change is doubled: fewer than 50 games.
    assert column_of(club, "Games", "Change 1") == [8, 6, 12]
    assert read_ratings(club) == {"Pierre": 1242 + 6 - 12, "Mackenzie": 999 - 6, "Lester": 944 + 24}
    assert "Nothing has changed since the last recalculation." in run_here("recalc", club).out
    before = club.read_bytes()
    output = import_text(club, FORM)
    assert (output.status, output.err) == (DONE, "")
    assert "New: nothing. Already in the workbook: 2 games." in output.out
    assert "already contains all of this. Nothing was saved" in output.out
    assert club.read_bytes() == before


def test_other_scores_are_named_and_never_overwritten(club: Path) -> None:
    output = import_text(club, FORM + "9/10/2024 20:00:00,1,Mackenzie,400,Pierre,303\n")
    assert output.status == ROWS_TO_FIX  # which was left out, and the rest came in
    assert "Different in the workbook, which stays as it is (1):" in output.out
    assert (
        "games.csv line 4: Date 2024-09-10, Player 1 Mackenzie, Score 1 400, Player 2 Pierre, Score 2 303; "
        "Games row 4 has Date 2024-09-10, Player 1 Pierre, Score 1 416, Player 2 Mackenzie, Score 2 303"
    ) in output.out
    assert games(club)[0] == ("Pierre", 416, "Mackenzie", 303)


def test_many_games_of_the_same_two_on_a_day_are_counted_one_by_one(club: Path) -> None:
    """Thousands of equal rows in any order take no longer than others."""
    headings = "Date,Player 1,Score 1,Player 2,Score 2\n"
    lines = [f"2024-09-14,Pierre,{400 + n % 200},Lester,{300 + n // 200}\n" for n in range(2000)]
    assert "New: 2,000 games." in import_text(club, headings + "".join(lines)).out
    assert (
        "New: nothing. Already in the workbook: 2,000 games."
        in import_text(club, headings + "".join(reversed(lines))).out
    )


def test_a_game_paired_before_takes_its_scores(club: Path) -> None:
    pairing = "Date,Player 1,Score 1,Player 2,Score 2\n2024-09-14,Pierre,,Lester,\n"
    assert import_text(club, pairing).status == DONE
    output = import_text(club, FORM)
    assert "New: 1 game. Results for games that had none: 1." in output.out
    assert games(club)[1:] == [("Pierre", 380, "Lester", 402), ("Pierre", 401, "Mackenzie", 388)]
    output = import_text(club, f"{pairing}2024-09-14,Lester,,Pierre,\n", "--dry-run")
    assert "New: 1 game. Already in the workbook: 1 game." in output.out


def test_a_game_paired_with_the_other_colours_takes_the_result_turned_round(
    made: dict[str, Path], tmp_path: Path
) -> None:
    club = copied(made, "sca", tmp_path)
    game = "Date,White,Black,Result\n2024-09-14,{},{},{}\n"
    assert import_text(club, game.format("Ada", "Dora", "")).status == DONE
    assert import_text(club, game.format("Dora", "Ada", "(1-0)")).status == DONE
    assert column_of(club, "Games", "Result")[-1] == "(0-1)"


def test_several_files_at_once_are_all_or_nothing(club: Path) -> None:
    first, second = club.with_name("a.csv"), club.with_name("b.csv")
    first.write_text(FORM)
    second.write_text(FORM.replace("Lester", "Nobody at all"))
    before = club.read_bytes()
    assert run_here("import", club, first, second).status == ROWS_TO_FIX
    assert club.read_bytes() == before
    second.write_text(FORM.replace("14/2024", "21/2024"))
    assert "New: 4 games." in run_here("import", club, first, second).out


PAGE = """\
Home Con
Date October 8, 2006 Place Vancouver
Number of players3 Number of rounds2 Number of boards1

1Riaz83.33
2Eric50.00
3Nobody ELSE16.67
"""


def test_a_page_into_dip_pouch(made: dict[str, Path], tmp_path: Path) -> None:
    club = copied(made, "dptr", tmp_path)
    output = import_text(club, PAGE, answers=ADDED)
    assert (output.status, output.err) == (DONE, "")
    assert "New: 1 player, 1 event, 3 results." in output.out
    assert column_of(club, "Results", "Player") == ["Riaz", "Riaz", "Eric", "Nobody ELSE"]
    before = club.read_bytes()
    assert "New: nothing. Already in the workbook: 1 event, 3 results." in import_text(club, PAGE).out
    output = import_text(club, PAGE.replace("Number of rounds2", "Number of rounds3"))
    assert "Different in the workbook" in output.out
    assert club.read_bytes() == before


def test_names_that_are_nobodys_are_one_question(club: Path) -> None:
    before = club.read_bytes()
    text = FORM.replace("Lester", "Zoë Ångström").replace("PIERRE", "Ada Byron")
    output = import_text(club, text)
    assert output.status == ROWS_TO_FIX
    assert "1 question to answer:" in output.err
    assert "games.csv: no player is called Ada Byron, Zoë Ångström. Add them to Players?" in output.err
    assert club.read_bytes() == before
    output = import_text(club, text, answers=ADDED)
    assert (output.status, output.err) == (DONE, "")
    assert "Newcomers: Ada Byron, Zoë Ångström." in output.out
    assert list(read_ratings(club)) == ["Pierre", "Mackenzie", "Lester", "Ada Byron", "Zoë Ångström"]


def test_a_name_like_a_players_is_a_question_by_itself(club: Path) -> None:
    text = FORM.replace("Lester", "Leter")
    output = import_text(club, text, answers=ADDED)
    assert output.status == ROWS_TO_FIX
    assert "Who is Leter? (games.csv line 2)" in output.err
    output = import_text(club, text, answers={"names": {"is": {"Leter": "nobody"}}})
    assert "games.csv: 1 row left out, as you chose (line 2)." in output.out
    assert len(games(club)) == 2
    output = import_text(club, text, answers={"names": {"is": {"Leter": "Lester"}}})
    assert (output.status, output.err) == (DONE, "")
    assert games(club)[-1] == ("Lester", 402, "Pierre", 380)
    assert "New: nothing." in import_text(club, text).out  # Aliases knows it now


def test_lines_that_cannot_be_taken_in_may_be_left_out(club: Path) -> None:
    text = FORM + "9/14/2024 22:00:00,3,Pierre,abc,Lester,300\n"
    digest = Source("games.csv", text.encode()).digest
    assert "New: 2 games." in import_text(club, text).out
    output = import_text(club, text, answers={"once": {digest: {"lines to fix": "leave out"}}})
    assert (output.status, output.err) == (ROWS_TO_FIX, "")
    assert "1 line left out, as you chose." in output.out
    assert "New: 2 games." in output.out
    output = import_text(club, text, answers={"once": {digest: {"lines to fix": "leave out"}}})
    assert output.status == ROWS_TO_FIX
    assert "already contains all the rest. Nothing was saved" in output.out


def test_a_new_workbook_takes_its_events_and_groups_from_a_file(tmp_path: Path) -> None:
    source = tmp_path / "games.csv"
    source.write_text("Event,Player,Place\nOpen,Ann,1\n")
    refused = run_here("new", "dptr", tmp_path / "club.xlsx", source).err
    assert '"Open" is not on Events. Import a file with columns Event, Date, Players, Rounds as well' in refused
    for columns, cells, note in (("", "", "New: 1 event."), (",Player,Place,Score", ",Ann,1,9", "not used: Score.\n")):
        source.write_text(f"Event,Date,Number of players,Rounds{columns}\nOpen,2024-01-01,19,4{cells}\n")
        assert note in run_cleanly("new", "dptr", tmp_path / "club.xlsx", source, "--dry-run")
    source.write_text("Date,White,Black,Result\n2024-01-01,Ann,Bob,1\n")
    refused = run_here("new", "sca", tmp_path / "club.xlsx", source).err
    assert "Import a file with columns Group, Initial rating as well." in refused


def test_the_group_of_new_players_is_asked(made: dict[str, Path], tmp_path: Path) -> None:
    """Who is on the list already keeps the group, and who is not active needs none."""
    club = copied(made, "sca", tmp_path)
    campers = "Player,Group,Active\nAda,,\nIda,knights,\nJon,,x\nKai,,No\n"
    output = import_text(club, campers)
    assert output.status == ROWS_TO_FIX
    assert "New players need a group. Which one?" in output.err
    output = import_text(club, campers, answers={"start": {"group": "Pawns"}})
    assert (output.status, output.err) == (DONE, "")
    groups = dict(zip(column_of(club, "Players", "Player"), column_of(club, "Players", "Group")))
    assert [groups[name] for name in ("Ada", "Ida", "Jon", "Kai")] == ["Knights", "knights", "Pawns", None]
