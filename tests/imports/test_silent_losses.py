"""An import once lost or doubled these without a word. Now each comes in as it is meant, or xladdin names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.editing import column_of, type_cells
from tests.helpers.programs.command_line import run_here
from tests.imports.importing import DONE, FORM, ROWS_TO_MEND, copied, games, import_text, ratings

HEADINGS = "Date,Player 1,Score 1,Player 2,Score 2\n"
LIST = "Name,Rating,Games\nAnn Lee,1720,300\nBo Roy,1200,80\n"
GAME = f"{HEADINGS}2024-09-14,Ann Lee,400,Bo Roy,380\n"


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    book = tmp_path / "empty.xlsx"
    assert run_here("new", "mississauga", book).status == DONE
    return book


def test_a_list_with_rating_and_games_is_what_an_empty_club_begins_with(empty: Path) -> None:
    said = import_text(empty, LIST)
    assert (said.status, said.err) == (DONE, "")
    assert "Newcomers: Ann Lee, Bo Roy." in said.out
    assert "left out" not in said.out
    assert column_of(empty, "Players", "Start rating")[:2] == [1720, 1200]
    assert column_of(empty, "Players", "Start games")[:2] == [300, 80]
    # "500-599 | 2 | 15 | 5 |": the favourite by 520 loses 15. Both have 50 games behind them, so nothing is doubled
    import_text(empty, GAME.replace("400", "300"))
    assert ratings(empty) == {"Ann Lee": 1720 - 15, "Bo Roy": 1200 + 15}


def test_games_whose_second_score_is_not_found_are_no_adjustments(book: Path) -> None:
    """Date and points alone would be an adjustment of everybody, of 412 points each, without a word."""
    before = ratings(book)
    said = import_text(book, "Date,Home,Points,Away,Points against\n2024-09-14,Sally,412,John,378\n")
    assert "must name the columns of Games; missing: Score 1, Score 2" in said.err
    assert ratings(book) == before


def test_games_whose_scores_are_not_found_are_no_list_of_players(book: Path) -> None:
    said = import_text(book, "Date,Player,Mine,Opponent,Theirs\n2024-09-14,Sally,412,John,378\n", "--add-players")
    assert "must name the columns of Games; missing: Score 1, Score 2" in said.err


def test_start_rating_wins_over_rating(empty: Path) -> None:
    assert import_text(empty, "Player,Rating,Start rating,Start games\nAnn Lee,9,1720,300\n").status == DONE
    assert column_of(empty, "Players", "Start rating")[:1] == [1720]


def test_a_forfeit_of_a_pairing_that_waits_is_no_rated_game(book: Path) -> None:
    waiting = "2024-09-14,Pierre,,Lester,\n2024-09-14,Mackenzie,,Pierre,\n"
    assert import_text(book, HEADINGS + waiting).status == DONE
    before = ratings(book)
    text = (
        f"{HEADINGS.strip()},Kind\n2024-09-14,Lester,1,Pierre,0,Forfeit\n2024-09-14,Mackenzie,400,Pierre,300,unrated\n"
    )
    said = import_text(book, text)
    assert "Results for games that had none: 2." in said.out
    assert column_of(book, "Games", "Kind")[-2:] == ["Forfeit", "Unrated"]
    assert ratings(book) == before


def test_a_double_game_comes_in_as_one_and_differs_from_a_plain_one(made: dict[str, Path], tmp_path: Path) -> None:
    """Sally, 516 above John, loses 12 to "500-599" and 1 for the spread. Playing two at once, she loses half."""
    book = copied(made, "montreal", tmp_path)
    assert import_text(book, f"{HEADINGS}2024-09-14,Sally,,John,\n").status == DONE
    text = f"{HEADINGS.strip()},Double\n2024-09-14,John,425,Sally,350,sally\n"
    assert "Results for games that had none: 1." in import_text(book, text).out
    assert column_of(book, "Games", "Double")[-1] == "Sally"
    assert ratings(book) == {"Sally": 1713 - 7, "John": 1197 + 13, "Spot": 2500}
    assert "There already: 1 game." in import_text(book, text).out
    assert "Double John; Games row 5 has" in import_text(book, text.replace("sally", "John")).out


def test_a_game_of_another_kind_differs(book: Path) -> None:
    assert import_text(book, f"{HEADINGS}2024-09-14,Pierre,400,Lester,300\n").status == DONE
    text = f"{HEADINGS.strip()},Kind\n2024-09-14,Lester,300,Pierre,400,Unrated\n"
    said = import_text(book, text)
    assert said.status == ROWS_TO_MEND
    assert "Score 2 400, Kind Unrated; Games row 5 has" in said.out
    assert "Score 2 300, no Kind\n" in said.out
    assert "There already: 1 game." in import_text(book, text.replace(",Unrated", ",")).out


def test_a_list_as_a_club_prints_it_is_what_it_begins_with(empty: Path) -> None:
    """Lexington prints UNR below 4 games, and then 1432/7, a rating with the games behind it."""
    said = import_text(empty, "Player,Rating\nAnn Lee,1432/7\nBo Roy,UNR\nCy Day,1720/A\nDi Orr,1500\n")
    assert "1. games.csv line 5: 1 player with a rating and no number of games behind it; " in said.out
    assert 'Lines to fix (1):\n  games.csv line 4, Rating "1720/A": must be a number\n' in said.err
    said = import_text(empty, "Player,Rating\nAnn Lee,1432/7\nBo Roy,UNR\nDi Orr,1500\n", "--start-games", 40)
    assert (said.status, said.err) == (DONE, "")
    assert column_of(empty, "Players", "Start rating")[:3] == [1432, None, 1500]
    assert column_of(empty, "Players", "Start games")[:3] == [7, None, 40]


def test_ratings_without_a_number_of_games_are_asked_about(empty: Path) -> None:
    said = import_text(empty, "Name,Cote\nAnn Lee,1720\nBo Roy,1200\n")
    assert said.status == DONE
    assert "To review (1):" in said.out
    assert "1. games.csv lines 2, 3: 2 players with a rating and no number of games behind it; " in said.out


def test_ratings_of_players_who_are_there_already_are_not_asked_about(empty: Path) -> None:
    import_text(empty, LIST)
    said = import_text(empty, "Name,Rating\nLee,1300\nAnn Lee,1720\n", "--new-player", "Lee")
    assert "1. games.csv line 2: 1 player with a rating and no number of games behind it; " in said.out


def test_the_number_of_games_is_told(empty: Path) -> None:
    said = import_text(empty, "Name,Cote,Games\nAnn Lee,1720,\nBo Roy,1200,7\n", "--start-games", 60)
    assert "To review" not in said.out
    assert column_of(empty, "Players", "Start games")[:2] == [60, 7]


def test_in_a_club_with_games_ratings_of_today_are_taken_where_that_is_said(book: Path) -> None:
    said = import_text(book, LIST)
    assert "games.csv: ignored: Rating, Games. To use them, add --ratings." in said.out
    assert column_of(book, "Players", "Start rating")[3:] == [None, None]
    assert run_here("undo", book).status == DONE
    assert import_text(book, LIST, "--ratings").status == DONE
    assert column_of(book, "Players", "Start rating")[3:] == [1720, 1200]


def test_a_list_of_today_beside_its_games_is_no_start(empty: Path) -> None:
    players, log = empty.with_name("players.csv"), empty.with_name("log.csv")
    players.write_text(LIST)
    log.write_text(GAME)
    assert run_here("import", empty, players, log).status == DONE
    assert column_of(empty, "Players", "Start rating")[:2] == [None, None]


def test_a_roster_comes_in_without_a_flag_and_two_alike_are_asked_about(book: Path) -> None:
    said = import_text(book, "Player\nAnna Roy\nAnne Roy\nPierre\n")
    assert said.status == DONE
    assert "Newcomers: Anna Roy, Anne Roy." in said.out
    assert 'line 2: "Anna Roy" is like "Anne Roy"; two players, or one spelled in two ways?\n' in said.out
    said = import_text(book, "Player\nPiere\n")
    assert said.status == ROWS_TO_MEND
    assert '"Piere": is not a player, but resembles one; did you mean "Pierre"?' in said.err


def test_a_nickname_makes_no_new_player(empty: Path) -> None:
    import_text(empty, "Player\nRobert Smith\nAnn Lee\n")
    said = import_text(empty, GAME.replace("Bo Roy", "Bob Smith"), "--add-players")
    assert said.status == ROWS_TO_MEND
    assert '"Bob Smith": is not a player, but resembles one; did you mean "Robert Smith"?' in said.err


def test_the_preview_lists_the_games(book: Path) -> None:
    said = import_text(book, FORM, "--dry-run")
    assert "New: 2 games.\n  2024-09-14 · Pierre · 401 · Mackenzie · 388\n" in said.out


def test_the_preview_tells_what_will_be_asked(book: Path) -> None:
    slip = f"{HEADINGS}2024-09-14,Pierre,401,Mackenzie,38\n"
    before = book.read_bytes()
    asked = "A low score, Games row 5: Pierre 401, Mackenzie 38: 38 is below 100"
    said = import_text(book, slip, "--dry-run")
    assert (said.status, book.read_bytes()) == (DONE, before)
    assert said.out.partition("Open on Review then:")[2].count(asked) == 1
    written = import_text(book, slip).out
    assert asked in written
    assert "Open on Review then:" not in written


def test_a_further_game_of_a_day_in_another_file(book: Path) -> None:
    import_text(book, FORM)
    second = f"{HEADINGS}2024-09-14,Pierre,350,Mackenzie,340\n"
    said = import_text(book, second)
    assert said.status == ROWS_TO_MEND
    assert "Different in the workbook, which stays as it is (1):" in said.out
    assert len(games(book)) == 3
    said = import_text(book, second, "--as-new")
    assert (said.status, said.err) == (DONE, "")
    assert games(book)[3] == ("Pierre", 350, "Mackenzie", 340)
    assert import_text(book, second, "--as-new").status == DONE
    assert len(games(book)) == 4


def test_a_row_repeated_within_a_file_comes_in_and_is_asked_about(book: Path) -> None:
    said = import_text(book, HEADINGS + "2024-09-14,Pierre,401,Lester,388\n2024-09-14,lester,388,PIERRE,401\n")
    assert said.status == DONE
    assert "New: 2 games." in said.out
    assert "games.csv lines 2, 3: 2024-09-14 · Pierre · 401 · Lester · 388, 2 times; each counts." in said.out
    said = import_text(book, "Date,Player,Points,Reason\n2024-09-15,Pierre,5,X\n2024-09-15,Pierre,5,X\n")
    assert "New: 2 adjustments." in said.out
    assert "2 times" in said.out
    again = import_text(book, "Date,Player,Points,Reason\n2024-09-15,Pierre,5,X\n" * 1)
    assert "There already: 1 adjustment." in again.out


@pytest.mark.parametrize("recalculated", [True, False])
def test_a_deleted_game_does_not_come_back_by_itself(recalculated: bool, book: Path) -> None:
    import_text(book, FORM)
    type_cells(book, dict.fromkeys(("Games!A6", "Games!B6", "Games!C6", "Games!D6", "Games!E6")))
    if recalculated:
        assert run_here("recalc", book).status == DONE
    said = import_text(book, FORM)
    assert said.status == ROWS_TO_MEND
    assert "Left out, because they were taken out of the workbook or corrected there (1):" in said.out
    assert "games.csv line 2: 2024-09-14 · Lester · 402 · Pierre · 380" in said.out
    assert "There already: 1 game." in said.out
    said = import_text(book, FORM, "--as-new")
    assert said.status == DONE
    assert "New: 1 game." in said.out
    assert import_text(book, FORM).status == DONE


def test_a_game_whose_player_was_corrected_does_not_come_back(book: Path) -> None:
    import_text(book, FORM)
    type_cells(book, {"Games!B6": "Mackenzie"})
    assert run_here("recalc", book).status == DONE
    said = import_text(book, FORM)
    assert said.status == ROWS_TO_MEND
    assert len([game for game in games(book) if any(game)]) == 3


def test_a_renamed_player_is_known_by_the_old_name_too(book: Path) -> None:
    assert run_here("rename", book, "Lester", "Lester Young").status == DONE
    assert import_text(book, FORM).status == DONE
    assert games(book)[-1][0] == "Lester Young"
    assert column_of(book, "Aliases", "Alias")[:1] == ["Lester"]
    assert run_here("rename", book, "Lester Young", "Lester").status == DONE
    pairs = zip(column_of(book, "Aliases", "Alias"), column_of(book, "Aliases", "Player"))
    assert [pair for pair in pairs if any(pair)] == [("Lester Young", "Lester")]


def test_aliases_count_for_typed_rows(book: Path) -> None:
    assert import_text(book, "Alias,Player\nThe Champion,Pierre\n").status == DONE
    before = ratings(book)
    type_cells(book, {"Games!B4": "the champion"})
    said = run_here("recalc", book)
    assert (said.status, said.err) == (DONE, "")
    assert ratings(book) == before


def test_a_name_without_its_accents_is_that_of_the_one_player(book: Path) -> None:
    assert import_text(book, "Player\nZoë\n").status == DONE
    type_cells(book, {"Games!B4": "zoe"})
    assert run_here("recalc", book).status == DONE
    assert import_text(book, "Player\nZoe\n").status == DONE
    players = [name for name in column_of(book, "Players", "Player") if name]
    assert players == ["Pierre", "Mackenzie", "Lester", "Zoë"]


def test_one_child_set_to_no_leaves_the_others_active(made: dict[str, Path], tmp_path: Path) -> None:
    book = copied(made, "sca", tmp_path)
    type_cells(book, {"Players!C4": None, "Players!C5": None, "Players!C6": "No"})
    said = run_here("recalc", book)
    assert (said.status, said.err) == (DONE, "")


def test_a_column_of_crosses_and_blanks_is_asked_about(made: dict[str, Path], tmp_path: Path) -> None:
    book = copied(made, "sca", tmp_path)
    said = import_text(book, "Player,Group,Active\nEve Oak,Pawns,x\nUma Fir,Pawns,\nSol Elm,Pawns,x\n")
    assert "1. games.csv, Active, line 3: 1 player without a cross; blank counts as Yes." in said.out
    assert "To review (" not in import_text(book, "Player,Group,Active\nIvo Ash,Pawns,x\nPia Yew,Pawns,No\n").out


def test_a_form_that_runs_on_brings_no_game_of_the_season_before(book: Path, tmp_path: Path) -> None:
    import_text(book, FORM)
    following = tmp_path / "next.xlsx"
    assert run_here("rollover", book, following).status == DONE
    before = ratings(following)
    longer = f"{FORM}10/5/2024 20:00:00,1,Lester,410,Pierre,390\n"
    said = import_text(following, longer)
    assert said.status == ROWS_TO_MEND
    assert "New: 1 game." in said.out
    assert "Left out, because the ratings of the season before already count them (2):" in said.out
    assert "games.csv line 2: 2024-09-14 · Lester · 402 · Pierre · 380" in said.out
    assert [row for row in games(following) if row[0]] == [("Lester", 410, "Pierre", 390)]
    assert ratings(following) != before
    assert "There already: 1 game." in import_text(following, longer).out
    said = import_text(following, longer, "--as-new")
    assert (said.status, "New: 2 games." in said.out) == (DONE, True)
    assert import_text(following, longer).status == DONE


def test_an_unknown_name_of_the_season_before_stops_nothing(book: Path, tmp_path: Path) -> None:
    following = tmp_path / "next.xlsx"
    assert run_here("rollover", book, following).status == DONE
    said = import_text(
        following, HEADINGS + "2024-09-01,Somebody Gone,401,Pierre,388\n2024-10-05,Lester,410,Pierre,390\n"
    )
    assert "not recognised" not in said.err
    assert "New: 1 game." in said.out


def dip_page(title: str, day: str, *results: tuple[int, str]) -> str:
    """A page of the World Diplomacy Database of an event with as many players as results."""
    field = len(results)
    lines = [f"{place}{name}{(field + 0.5 - place) / field * 100:.2f}" for place, name in results]
    size = f"Number of players{field} Number of rounds2 Number of boards1"
    head = [title, f"Date {day} Place Hamilton", size, "Rank FirstName LastName Loc. Nat. Score"]
    return "\n".join([*head, *lines, ""])


def test_a_deleted_result_does_not_come_back_by_itself(tmp_path: Path) -> None:
    book, page = tmp_path / "dip.xlsx", dip_page("Fall Con", "October 1, 2006", (1, "Ann Lee"), (2, "Bo Roy"))
    assert run_here("new", "dptr", book).status == DONE
    assert import_text(book, page, "--add-players").status == DONE
    type_cells(book, dict.fromkeys(("Results!A4", "Results!B4", "Results!C4")))
    said = import_text(book, page)
    assert said.status == ROWS_TO_MEND
    assert "taken out of the workbook or corrected there (1):\n  games.csv line 5: Fall Con · Ann Lee · 1" in said.out
    assert "There already: 1 event, 1 result." in said.out
    assert "New: 1 result. There already: 1 event, 1 result." in import_text(book, page, "--as-new").out


def test_an_event_of_the_season_before_is_not_rated_again(tmp_path: Path) -> None:
    book, following = tmp_path / "dip.xlsx", tmp_path / "next.xlsx"
    old = dip_page("Fall Con", "October 1, 2006", (1, "Ann Lee"), (2, "Bo Roy"), (3, "Cy Orr"))
    assert run_here("new", "dptr", book).status == DONE
    assert import_text(book, old, "--add-players").status == DONE
    assert run_here("rollover", book, following).status == DONE
    assert run_here("rollover", following, tmp_path / "third.xlsx").status == DONE
    before = ratings(following)
    for empty in (following, tmp_path / "third.xlsx"):  # the second had no event of its own
        said = import_text(empty, old)
        assert said.status == ROWS_TO_MEND
        assert "Left out, because the ratings of the season before already count them (4):" in said.out
        assert "games.csv line 3: Fall Con · 2006-10-01" in said.out
        assert "games.csv line 5: Fall Con · Ann Lee · 1" in said.out
        assert ratings(empty) == before
    new = dip_page("Spring Con", "March 3, 2007", (1, "Bo Roy"), (2, "Ann Lee"))
    assert import_text(following, new).status == DONE
    assert "There already: 1 event, 2 results." in import_text(following, new).out
    # a single placing of an event of its own still comes in
    said = import_text(following, new.replace("players2", "players3") + "3Cy Orr16.67\n")
    assert "Left out" not in said.out
    assert "New: 1 event, 3 results." in import_text(following, old, "--as-new").out


def test_results_named_before_their_events_are_of_the_season_before_too(tmp_path: Path) -> None:
    book, following = tmp_path / "dip.xlsx", tmp_path / "next.xlsx"
    events, results = tmp_path / "events.csv", tmp_path / "results.csv"
    events.write_text("Event,Date,Players,Rounds\nFall Con,2006-10-01,2,2\n")
    results.write_text("Event,Player,Place\nFall Con,Ann Lee,1\nFall Con,Bo Roy,2\n")
    assert run_here("new", "dptr", book, "--from", results, "--from", events).status == DONE
    assert run_here("rollover", book, following).status == DONE
    said = run_here("import", following, results, events)
    assert (said.status, said.err) == (ROWS_TO_MEND, "")
    assert "results.csv line 2: Fall Con · Ann Lee · 1" in said.out
