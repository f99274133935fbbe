"""Tournament reports of FIDE, which we wrote by hand from the specification."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.imports.readers.reading import CAMP_GAMES, CAMPERS, day, read, rows, trf_line
from tests.imports.readers.tournaments import (
    Card,
    Spoilt,
    assert_mutual_or_named,
    games_met,
    spoilt_tournaments,
    tournaments,
)
from xladdin.imports.material import QuestionOpen
from xladdin.imports.pairings import Entry

TRF = "\n".join(
    [
        "012 Pawns and Knights",
        "042 2024/07/08",
        "132" + " " * 88 + "24/07/08  24/07/09",
        trf_line(1, "Lovelace,Ada", 1500, ["   2 w 1", "   3 b =", "   4 w W", "0000 - U"]),
        trf_line(2, "Byron,Ann", 1400, ["   1 b 0", "   4 w -", "0000 - H"]),
        trf_line(3, "King,Billy", 0, ["   4 w 0", "   1 w =", "0000 - Z"]),
        trf_line(4, "Babbage,Charles", 1300, ["   3 b 1", "   2 b +", "   1 b L", "0000 - F"]),
        "",
    ]
)


def camp(text: str | bytes) -> list[tuple[object, ...]]:
    return rows(read(text, layouts=(CAMPERS, CAMP_GAMES)))


def test_a_fide_report() -> None:
    incoming = read(TRF, name="camp.txt", layouts=(CAMPERS, CAMP_GAMES))
    assert [str(wrong) for wrong in incoming.wrong] == []
    first, second = day("2024-07-08"), day("2024-07-09")
    assert rows(incoming) == [
        (first, "Lovelace,Ada", "Byron,Ann", "(1-0)", None),
        (first, "King,Billy", "Babbage,Charles", "(0-1)", None),
        (second, "King,Billy", "Lovelace,Ada", "(1/2-1/2)", None),
        (second, "Byron,Ann", "Babbage,Charles", "(0-1)", "Forfeit"),
        (first, "Lovelace,Ada", "Babbage,Charles", "(1-0)", "Unrated"),  # no date of round 3: that of the start
        (first, "Lovelace,Ada", "Bye", None, None),
        (first, "Babbage,Charles", "Bye", None, None),
    ]
    assert incoming.ratings["King,Billy"] is None
    assert incoming.ratings["Lovelace,Ada"] == 1500


@pytest.mark.parametrize("date", ["28. 07. 2005", "2005/07/28", "28.07.2005", "2005-07-28", "28 July 2005"])
def test_the_date_of_a_fide_report(date: str) -> None:
    text = TRF.replace("2024/07/08", date).replace("132", "122")
    assert camp(text)[0][0] == day("2005-07-28")


def test_a_fide_report_without_a_date_asks() -> None:
    with pytest.raises(QuestionOpen, match=r"has no date for round 1 \(lines 132 and 042\)"):
        camp(TRF.replace("042", "052").replace("132", "122"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("   2 w 1", "   9 w 1", "round 1: opponent"),
        ("   2 w 1", "   2 b 1", "both have the same colour"),
        ("   2 w 1", "   2 w 0", 'results "0" and "0" are not of one game'),
        ("   2 w 1", "   2 w =", 'results "=" and "0" are not of one game'),
        ("   2 w 1", "   2 w x", "is not an opponent, a colour and a result"),
        ("   4 w W", "   4 w 1", 'results "1" and "L" are not of one game'),
        ("   2 w 1", "   3 w 1", "Lovelace,Ada played King,Billy, whose line 6 says Babbage,Charles"),
        ("   1 b 0", "   1 b  ", "one of them has no result"),
        ("0000 - U", "0000 - X", 'round 4 "X": Lovelace,Ada has a result and no opponent'),
        ("001    2", "001    1", "must be a number that no other player has"),
    ],
)
def test_fide_reports_that_are_wrong(old: str, new: str, said: str) -> None:
    incoming = read(TRF.replace(old, new, 1), layouts=(CAMPERS, CAMP_GAMES))
    assert any(said in str(wrong) for wrong in incoming.wrong), [str(wrong) for wrong in incoming.wrong]


def test_a_game_to_which_neither_came_is_none() -> None:
    incoming = read(TRF.replace("2 b +", "2 b -"), layouts=(CAMPERS, CAMP_GAMES))
    assert not incoming.wrong
    assert rows(incoming) == [row for row in camp(TRF) if "Forfeit" not in row]


def test_a_round_on_a_day_that_never_was_has_the_day_of_the_start() -> None:
    assert {row[0] for row in camp(TRF.replace("24/07/09", "24/13/09"))} == {day("2024-07-08")}


def report_of(cards: list[Card]) -> str:
    """The cards as a report. The lower number has White, and the scores tell the results."""

    def field(number: int, at: int, entry: Entry | None) -> str:
        if entry is None or entry.opponent == 0:
            return "0000 - Z" if entry is None else "0000 - U"
        theirs = cards[entry.opponent - 1].rounds[at : at + 1] if entry.opponent <= len(cards) else []
        other = theirs[0].score if theirs and theirs[0] else 0
        assert entry.score is not None and other is not None
        result = "0=1"[(entry.score > other) - (entry.score < other) + 1]
        return f"{entry.opponent:>4} {'w' if number < entry.opponent else 'b'} {result}"

    lines = [
        trf_line(number, card.name, card.rating, [field(number, at, entry) for at, entry in enumerate(card.rounds)])
        for number, card in enumerate(cards, 1)
    ]
    return "\n".join(["012 Random", "042 2006/10/01", *(line.rstrip() for line in lines), ""])


@given(tournaments())
def test_a_sound_report_comes_in_whole(cards: list[Card]) -> None:
    incoming = read(report_of(cards), layouts=(CAMPERS, CAMP_GAMES))
    assert not incoming.wrong
    assert sum(row[1] != "Bye" for row in rows(incoming, "Games", "White", "Black")) == games_met(cards)


@given(spoilt_tournaments())
def test_every_pairing_is_mutual_or_named(spoilt: Spoilt) -> None:
    incoming = read(report_of(spoilt.cards), layouts=(CAMPERS, CAMP_GAMES))
    assert_mutual_or_named(incoming, spoilt, "White", "Black")
