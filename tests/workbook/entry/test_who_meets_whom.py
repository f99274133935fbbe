"""Whom an evening pairs: byes in turn, double games, colours, standing, divisions, repeats, and changes by hand."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from tests.helpers.clubs import NOW, book_of, edited, recalculated, stored
from tests.helpers.evenings import FIRST_ROW, TONIGHT_DATE, club, edit, games_of, mark, plain, score, sides, typed_rows
from xladdin.cells.addresses import column_letters
from xladdin.files.club_file import open_club_file
from xladdin.hosts.file.club_file import pair_file
from xladdin.next_round import pair_next_round
from xladdin.workbook.report_sheets.tonight import LIST_COLUMN
from xladdin.workbook.schema import FIRST_DATA_ROW, TONIGHT


def headline_of(path: Path) -> object:
    return stored(path)[TONIGHT]["A4"].value


def test_the_odd_one_sits_out_in_turn(tmp_path: Path) -> None:
    path = club("lexington", tmp_path, players=5)
    mark(path)
    edit(path, tonight_rounds=5, tonight_sessions=0)
    sat_out = []
    for _ in range(5):
        paired = pair_file(path, NOW)
        (said,) = [line for line in paired.said if "sits out" in line]
        sat_out.append(said)
    assert len(set(sat_out)) == 5
    assert len([row for row in games_of(path) if "Bye" in sides(row)]) == 5
    met = [frozenset(sides(row)) for row in games_of(path) if "Bye" not in sides(row)]
    assert len(set(met)) == len(met) == 10, "five rounds of five: everybody against everybody, once"


def test_in_montreal_one_plays_two_at_once_and_each_in_turn(tmp_path: Path) -> None:
    players = [["Player", "Start rating"], *([name, 1100 + 50 * n] for n, name in enumerate("ABCDE"))]
    path = book_of("montreal", tmp_path, {"players": players})
    recalculated(path)
    mark(path)
    edit(path, tonight_rounds=5)
    doubles = []
    for number in range(1, 6):
        assert pair_file(path, NOW).round == number
        rows = games_of(path)[-3:]
        double = [row["Double"] for row in rows if row["Double"]]
        assert len(double) == 2 and len(set(double)) == 1
        assert all(double[0] in sides(row) for row in rows if row["Double"])
        doubles.append(double[0])
    assert len(set(doubles)) == 5


def test_in_montreal_one_may_sit_out_instead(tmp_path: Path) -> None:
    path = club("montreal", tmp_path, players=5)
    mark(path)
    edit(path, tonight_odd="sits out")
    assert any("sits out" in line for line in pair_file(path, NOW).said)
    assert not any(row["Double"] for row in games_of(path))


def test_by_standing_winners_meet_winners(tmp_path: Path) -> None:
    path = club("mississauga", tmp_path, players=8)
    mark(path)
    edit(path, tonight_by="standing", tonight_sessions=0)
    pair_file(path, NOW)
    score(path)
    winners = {sides(row)[0] for row in games_of(path)}
    pair_file(path, NOW)
    for row in games_of(path)[-4:]:
        assert (sides(row)[0] in winners) == (sides(row)[1] in winners)


def test_a_repeat_that_cannot_be_helped_is_said(tmp_path: Path) -> None:
    path = club("mississauga", tmp_path, players=2)
    mark(path)
    assert any("meet again: there is no pairing without a repeat" in line for line in pair_file(path, NOW).said)
    edit(path, tonight_sessions=0, tonight_date=date(2026, 3, 13))
    assert not any("meet again" in line for line in pair_file(path, NOW).said)


def test_white_goes_to_who_has_had_it_less(tmp_path: Path) -> None:
    tables = {
        "groups": [["Group", "Initial rating"], ["A", 1000]],
        "players": [["Player", "Group", "Active"], ["Ann", "A", "Yes"], ["Bob", "A", "Yes"]],
        "games": [["Date", "White", "Black", "Result"], ["2026-03-01", "Ann", "Bob", "(1-0)"]],
    }
    path = book_of("sca", tmp_path, tables)
    recalculated(path)
    mark(path)
    for _ in range(3):
        pair_file(path, NOW)
    whites = [sides(row)[0] for row in games_of(path)]
    assert whites == ["Bob", "Bob", "Ann"], "at first Ann has had it once, then both once, then Bob twice"


def test_who_sat_out_least_is_why_two_meet_again_unless_repeats_come_first(tmp_path: Path) -> None:
    """A and B have both met C, and have never sat out. C has sat out once.

    So A or B sits out, and the other meets C again. If repeats come first, C sits out, and A and B meet.
    """
    games = [
        ["2026-03-07", "A", 400, "C", 300],
        ["2026-03-07", "B", 400, "C", 300],
        ["2026-03-07", "C", None, "Bye", None],
    ]
    path = plain(tmp_path, "ABC", games)
    mark(path)
    edit(path, tonight_date=TONIGHT_DATE)
    before = path.read_bytes()
    said = pair_file(path, NOW).said
    (odd,) = [line.split(" sits")[0] for line in said if line.endswith("sits out.")]
    other = {"A": "B", "B": "A"}[odd]
    assert any(line.startswith(f"{odd} sat out least, so ") and {other, "C"} < set(line) for line in said)
    assert odd in str(headline_of(path)) and str(headline_of(path)).endswith(f"1 table to play · {odd} sits out")
    path.write_bytes(before)
    edit(path, tonight_first="no repeats")
    said = pair_file(path, NOW).said
    assert said == ["It is not C's turn to sit out, but this way nobody meets again.", "C sits out."]


def test_fewer_repeats_with_another_player_are_counted(tmp_path: Path) -> None:
    """As above, but C met the others twice, and they met once."""
    games = [["2026-03-07", *two] for two in (("A", 400, "C", 300), ("B", 400, "C", 300)) * 2]
    games += [["2026-03-07", "A", 400, "B", 300], ["2026-03-07", "C", None, "Bye", None]]
    path = plain(tmp_path, "ABC", games)
    mark(path)
    said = pair_next_round(open_club_file(path), NOW).said
    assert any(" sat out least, so " in line for line in said)
    assert "With another player there would be 1 repeat." in said


def test_divisions_are_paired_apart_and_each_has_its_bye(tmp_path: Path) -> None:
    path = plain(tmp_path, "ABCDEF", [])
    mark(path)
    letter = column_letters(LIST_COLUMN + 3)
    edited(path, *((TONIGHT, f"{letter}{row}", division) for row, division in enumerate("121212", FIRST_ROW)))
    tables = pair_file(path, NOW).tables
    assert all(len({"ACE".find(name) < 0 for name in table if name != "Bye"}) == 1 for table in tables)
    assert len([table for table in tables if "Bye" in table]) == 2
    recalculated(path)
    sheet = stored(path)[TONIGHT]
    assert [sheet.cell(row, LIST_COLUMN + 3).value for row in range(FIRST_ROW, FIRST_ROW + 6)] == list("121212")


def test_a_pairing_changed_by_hand_is_kept_and_further_games_make_no_round(tmp_path: Path) -> None:
    """Somebody changes round 2 so that A and B meet again after round 1. Then they play three more games."""
    path = plain(tmp_path, "ABCD", [])
    mark(path)
    edit(path, tonight_date=TONIGHT_DATE)
    pair_file(path, NOW)
    score(path)
    pair_file(path, NOW)
    first = games_of(path)[0]
    one, two = sides(first)
    three, four = sorted({*"ABCD"} - {one, two})
    row = FIRST_DATA_ROW + 2
    typed_rows(path, {row: [TONIGHT_DATE, one, None, two], row + 1: [TONIGHT_DATE, three, None, four]})
    recalculated(path)
    assert str(headline_of(path)).endswith("round 2 · 2 tables to play")
    sheet = stored(path)[TONIGHT]
    assert [(sheet[f"B{row}"].value, sheet[f"D{row}"].value) for row in (6, 7)] == [(one, two), (three, four)]
    score(path)
    more = {row + n: [TONIGHT_DATE, one, 400, two, 350] for n in (2, 3, 4)}
    typed_rows(path, more)
    assert pair_file(path, NOW).round == 3


def test_three_games_typed_by_hand_are_no_rounds(tmp_path: Path) -> None:
    path = plain(tmp_path, "ABCD", [[TONIGHT_DATE.isoformat(), "A", 400, "B", 300 + n] for n in range(4)])
    mark(path)
    edit(path, tonight_date=TONIGHT_DATE)
    assert pair_file(path, NOW).round == 1
