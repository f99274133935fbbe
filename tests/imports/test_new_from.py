"""`xladdin new --from` makes a workbook from a file in any format, players and games in one step."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.editing import column_of
from tests.helpers.programs.command_line import run_here
from tests.imports.hurtful.case import CSV
from tests.imports.hurtful.forms import FORM
from tests.imports.hurtful.tournaments import ARCHIVE, DAY, DIVISION, PAGE, TOU
from tests.imports.importing import CANNOT, DONE, ROWS_TO_MEND, ratings
from tests.imports.readers.reading import trf_line, workbook

HEADINGS = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
SHEET = workbook(("2024", [HEADINGS, ["2024-09-14", "Pierre", 400, "Lester", 300]]))
TRF = "\n".join(
    ["012 Camp", "042 2024/09/14", trf_line(1, "Lovelace,Ada", 1500, ["   2 w 1"]),
     trf_line(2, "Byron,Ann", 1400, ["   1 b 0"]), ""]
)  # fmt: skip


@pytest.mark.parametrize(
    ("content", "options"),
    [(CSV, ()), (FORM, ()), (SHEET, ()), (DIVISION, DAY), (ARCHIVE, ()), (TOU, ())],
    ids=["table", "form", "workbook", "tsh division", "tsh archive", "AUPAIR"],
)
def test_as_new_and_an_import_with_newcomers(content: str | bytes, options: tuple[str, ...], tmp_path: Path) -> None:
    source = tmp_path / "games"
    source.write_bytes(content.encode() if isinstance(content, str) else content)
    at_once, after = tmp_path / "once.xlsx", tmp_path / "after.xlsx"
    said = run_here("new", "mississauga", at_once, "--from", source, *options)
    assert (said.status, said.err) == (DONE, "")
    assert "Newcomers: Pierre, " in said.out
    assert run_here("recalc", at_once).status == DONE
    assert run_here("new", "mississauga", after).status == DONE
    assert run_here("import", after, source, "--add-players", "--ratings", *options).status == DONE
    assert ratings(at_once) == ratings(after)
    assert {"Pierre", "Lester"} <= set(ratings(at_once))
    for heading in HEADINGS:
        assert column_of(at_once, "Games", heading) == column_of(after, "Games", heading)


@pytest.mark.parametrize(("system", "content"), [("mississauga", DIVISION), ("elo", TRF)], ids=["tsh", "FIDE"])
def test_a_tournament_asks_how_many_games_are_behind_its_ratings(system: str, content: str, tmp_path: Path) -> None:
    source, asked, told = tmp_path / "games", tmp_path / "asked.xlsx", tmp_path / "told.xlsx"
    source.write_text(content)
    said = run_here("new", system, asked, "--from", source, *DAY)
    assert "players with a rating and no number of games behind it" in said.out
    assert {*column_of(asked, "Players", "Start games")} == {None}
    said = run_here("new", system, told, "--from", source, "--start-games", 40, *DAY)
    assert "To review" not in said.out
    assert {*column_of(told, "Players", "Start games")} == {40}


def test_a_file_to_double_click_lies_beside_it(tmp_path: Path) -> None:
    source, book = tmp_path / "games.csv", tmp_path / "club.xlsx"
    source.write_text(CSV)
    said = run_here("new", "mississauga", book, "--from", source, "--title", "Tuesday Club")
    assert 'Beside it: "Evening – Tuesday Club", to double-click when an evening is typed.' in said.out
    assert [one.stem for one in tmp_path.iterdir() if one not in (source, book)] == ["Evening – Tuesday Club"]


@pytest.mark.parametrize("option", ["--from", "--games"])
def test_a_camp_of_a_fide_report(option: str, tmp_path: Path) -> None:
    source, groups, book = tmp_path / "camp.trf", tmp_path / "groups.csv", tmp_path / "camp.xlsx"
    source.write_text(TRF)
    groups.write_text("Group,Initial rating\nPawns,1000\n")
    said = run_here("new", "sca", book, option, source, "--groups", groups)
    assert (said.status, said.err) == (DONE, "")
    assert column_of(book, "Players", "Player") == ["Lovelace,Ada", "Byron,Ann"]
    assert column_of(book, "Players", "Group") == ["Pawns", "Pawns"]
    assert column_of(book, "Players", "Active") == ["Yes", "Yes"]
    assert column_of(book, "Games", "Result") == ["(1-0)"]
    assert run_here("recalc", book).status == DONE


def test_a_camp_without_groups_is_told_how_to_bring_them(tmp_path: Path) -> None:
    """There is no workbook yet to type them into. The files may come in any order."""
    book, report, groups, players = (tmp_path / name for name in ("camp.xlsx", "week.trf", "groups.csv", "all.csv"))
    report.write_text(TRF)
    groups.write_text("Group,Initial rating\nPawns,800\n")
    players.write_text("Player,Group\nDora,Knights\n")
    wanted = "Add a file with the columns Group and Initial rating."
    for options in ((), ("--group", "Pawns")):
        said = run_here("new", "sca", book, "--from", report, *options)
        assert (said.status, said.err) == (CANNOT, f"Newcomers need a group, and the club has none yet. {wanted}\n")
    said = run_here("new", "sca", book, "--from", report, "--groups", groups, "--group", "Kings")
    assert (said.status, said.err) == (
        CANNOT,
        'No group is called "Kings". Newcomers need a group, one of Pawns: --group NAME\n',
    )
    said = run_here("new", "sca", book, "--from", players)
    assert said.status == ROWS_TO_MEND and wanted in said.err
    assert not book.exists()
    said = run_here("new", "sca", book, "--from", report, "--from", groups)
    assert (said.status, said.err) == (DONE, "")


def test_the_group_of_a_list_without_any_may_be_given(tmp_path: Path) -> None:
    book, groups, players = (tmp_path / name for name in ("camp.xlsx", "groups.csv", "all.csv"))
    groups.write_text("Group,Initial rating\nPawns,800\nKnights,900\n")
    players.write_text("Player,Group,Active\nDora,Knights,Yes\nEmil,,\nKai,,No\n")
    said = run_here("new", "sca", book, "--players", players, "--groups", groups, "--group", "Pawns")
    assert (said.status, said.err) == (DONE, "")
    assert column_of(book, "Players", "Group") == ["Knights", "Pawns", None]


def test_tournaments_of_a_pasted_page(tmp_path: Path) -> None:
    source, book = tmp_path / "page.txt", tmp_path / "dptr.xlsx"
    source.write_text(PAGE)
    said = run_here("new", "dptr", book, "--from", source)
    assert (said.status, said.err) == (DONE, "")
    assert column_of(book, "Players", "Player") == column_of(book, "Results", "Player") == ["Pierre"]
    assert column_of(book, "Events", "Players") == [2]
    assert run_here("recalc", book).status == DONE


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4, 5, 6), (5, 6, 4, 0, 3, 2, 1)], ids=["events first", "players first"])
def test_events_and_their_results_in_one_table(order: tuple[int, ...], tmp_path: Path) -> None:
    rows = (
        ("Event", "Date", "Players", "Rounds", "Player", "Place", "Remark"),
        ("DipCon", "2006-10-01", "20", "3", "Ann", "1", ""),
        ("Origins", "2006-11-04", "12", "1", "Ann", "4", "left early"),
        ("DipCon", "2006-10-01", "20", "3", "Bob", "2", ""),
    )
    source, book = tmp_path / "all.csv", tmp_path / "dptr.xlsx"
    source.write_text("\n".join(",".join(row[at] for at in order) for row in rows))
    said = run_here("new", "dptr", book, "--from", source)
    assert (said.status, said.err) == (DONE, "")
    assert "all.csv: Events and Results in one table.\nNew: 2 players, 2 events, 3 results." in said.out
    assert column_of(book, "Events", "Event") == ["DipCon", "Origins"]
    assert column_of(book, "Events", "Place") == [None, None]
    assert column_of(book, "Results", "Player") == ["Ann", "Ann", "Bob"]
    assert column_of(book, "Results", "Place") == [1, 4, 2]
    assert column_of(book, "Results", "Remark") == [None, "left early", None]
    assert run_here("recalc", book).status == DONE
    again = run_here("import", book, source)
    assert (again.status, "There already: 2 events, 3 results." in again.out) == (DONE, True)


def test_a_tournament_as_the_games_brings_its_players_with_their_ratings(tmp_path: Path) -> None:
    source, book = tmp_path / "a.tsh", tmp_path / "club.xlsx"
    source.write_text(ARCHIVE.replace("#end_file", "Zoe 0;\n#end_file"))
    said = run_here("new", "mississauga", book, "--games", source)
    assert said.status == DONE and "4 players taken from a.tsh." in said.out
    assert column_of(book, "Players", "Player") == ["Pierre", "Lester", "Mackenzie", "Zoe"]
    assert column_of(book, "Players", "Start rating") == [1234, 944, 1007, None]


@pytest.mark.parametrize(("option", "status"), [("--from", ROWS_TO_MEND), ("--games", CANNOT)])
def test_nothing_is_made_of_a_file_that_is_wrong(option: str, status: int, tmp_path: Path) -> None:
    source, book = tmp_path / "games", tmp_path / "club.xlsx"
    source.write_text(ARCHIVE.replace("1234 2", "1234 9"))
    said = run_here("new", "mississauga", book, option, source)
    assert said.status == status
    assert "the list ends at player 3" in said.err
    assert not book.exists()


def test_ratings_beside_games_are_ignored_and_it_says_how_to_begin_with_them(tmp_path: Path) -> None:
    """The ratings of today count these games. `new` has none of the options of `import`."""
    players, games, book = tmp_path / "players.csv", tmp_path / "games.csv", tmp_path / "club.xlsx"
    players.write_text("Name,Rating,Games\nPierre,1200,60\nLester,1300,70\n")
    games.write_text(f"{','.join(HEADINGS)}\n2024-09-14,Pierre,400,Lester,300\n2024-09-14,Lester,300,Pierre,401\n")
    said = run_here("new", "mississauga", book, "--from", players, "--from", games)
    assert "ignored: Rating, Games. To use them as starting values, head them Start rating, Start games." in said.out
    assert "columns taken: Player = Name." in said.out
    assert "Start rating = " not in said.out and "--ratings" not in said.out
    assert column_of(book, "Players", "Start rating") == [None, None]
    book.unlink()
    said = run_here("new", "mississauga", book, "--players", players, "--games", games)
    assert "ignored: Rating, Games. To use them as starting values, head them Start rating, Start games." in said.out
    assert column_of(book, "Players", "Start rating") == [None, None]
    players.write_text(players.read_text().replace("Name,Rating,Games", "Name,Start rating,Start games"))
    book.unlink()
    said = run_here("new", "mississauga", book, "--from", players, "--from", games)
    assert (said.status, "ignored" in said.out) == (DONE, False)
    assert column_of(book, "Players", "Start rating")[:2] == [1200, 1300]


def test_new_names_no_option_that_it_lacks(tmp_path: Path) -> None:
    games, more, book = tmp_path / "games.csv", tmp_path / "more.csv", tmp_path / "club.xlsx"
    games.write_text(f"{','.join(HEADINGS)}\n2024-09-14,Pierre,400,Lester,300\n2024-09-14,Piere,300,Sal,400\n")
    more.write_text(f"{','.join(HEADINGS)}\n2024-09-14,Pierre,400,Lester,301\n")
    said = run_here("new", "mississauga", book, "--from", games)
    assert '"Piere": is not a player, but resembles one' in said.err
    assert "--add-players" not in said.err
    said = run_here("new", "mississauga", book, "--from", games, "--from", more, "--new-player", "Piere")
    assert "Different in the workbook" in said.out
    assert "--as-new" not in said.out
