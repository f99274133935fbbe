"""Tournament reports of FIDE, which we wrote by hand from the specification."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.imports.readers.reading import Read, day, read, rows, trf_line
from tests.imports.readers.tournaments import (
    Card,
    Spoilt,
    assert_mutual_or_named,
    games_met,
    spoilt_tournaments,
    tournaments,
)
from xladdin.importing.pairings import Entry

TRF = "\n".join(
    [
        "012 Pawns and Knights",
        "042 2024/07/08",
        "132" + " " * 88 + "24/07/08  24/07/09",
        trf_line(1, "Lovelace,Ada", 1500, ["   2 w 1", "   3 b =", "   4 w W", "0000 - U"]),
        trf_line(2, "Byron, Ann", 1400, ["   1 b 0", "   4 w -", "0000 - H"]),
        trf_line(3, "King, Billy", 0, ["   4 w 0", "   1 w =", "0000 - Z"]),
        trf_line(4, "Babbage, Charles", 1300, ["   3 b 1", "   2 b +", "   1 b L", "0000 - F"]),
        "",
    ]
)


def camp(text: str | bytes) -> list[tuple[object, ...]]:
    return rows(read(text, system="sca"))


def of_camp(text: str | bytes) -> Read:
    return read(text, system="sca")


def test_a_fide_report() -> None:
    incoming = of_camp(TRF)
    assert [str(wrong) for wrong in incoming.wrong] == []
    first, second = day("2024-07-08"), day("2024-07-09")
    assert rows(incoming) == [
        (first, "Lovelace, Ada", "Byron, Ann", "(1-0)", None),
        (first, "King, Billy", "Babbage, Charles", "(0-1)", None),
        (second, "King, Billy", "Lovelace, Ada", "(1/2-1/2)", None),
        (second, "Byron, Ann", "Babbage, Charles", "(0-1)", "Forfeit"),
        (None, "Lovelace, Ada", "Babbage, Charles", "(1-0)", "Unrated"),  # no date of round 3: it is asked about
        (None, "Lovelace, Ada", "Bye", None, None),
        (None, "Babbage, Charles", "Bye", None, None),
    ]
    assert incoming.one.ratings["King, Billy"] is None
    assert incoming.one.ratings["Lovelace, Ada"] == 1500


@pytest.mark.parametrize("date", ["28. 07. 2005", "2005/07/28", "28.07.2005", "2005-07-28", "28 July 2005"])
def test_the_date_of_a_fide_report(date: str) -> None:
    text = TRF.replace("2024/07/08", date).replace("132", "122")
    assert camp(text)[0][0] == day("2005-07-28")


def test_rounds_without_a_date_are_asked_about() -> None:
    (question,) = of_camp(TRF).questions.values()
    assert question.text == "some file: no date for round 3, 4. When was it?"
    assert [value for value, _ in question.choices] == ["before"]
    (question,) = of_camp(TRF.replace("042", "052").replace("132", "122")).questions.values()
    assert (question.text, question.choices) == ("some file: no date for round 1, 2, 3, 4. When was it?", [])


@pytest.mark.parametrize(
    ("first", "second"), [("24/07/08", "24/07/09"), ("08/07/24", "09/07/24"), ("2024-07-08", "2024-07-09")]
)
def test_dates_of_rounds_in_the_order_that_is_near_the_start(first: str, second: str) -> None:
    text = TRF.replace("24/07/08  24/07/09", f"{first}  {second}").replace("042 2024/07/08", "042 2024/07/08")
    assert {row[0] for row in camp(text)} == {day("2024-07-08"), day("2024-07-09"), None}


def test_two_players_of_one_name_are_never_one() -> None:
    incoming = of_camp(TRF.replace("King, Billy ", "Lovelace,Ada"))
    assert list(incoming.one.players) == ["Lovelace, Ada", "Byron, Ann", "Lovelace, Ada (3)", "Babbage, Charles"]


def test_columns_that_were_counted_in_bytes() -> None:
    line = trf_line(1, "Müller,Jürgen", 1500, ["   2 w 1"]).replace("Jürgen  ", "Jürgen")
    text = "\n".join(["012 Open", "042 2024/07/08", line, trf_line(2, "Byron,Ann", 1400, ["   1 b 0"])])
    incoming = of_camp(text)
    assert incoming.one.ratings == {"Müller, Jürgen": 1500, "Byron, Ann": 1400}
    assert len(rows(incoming)) == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("   2 w 1", "   9 w 1", "round 1: opponent"),
        ("   2 w 1", "   2 b 1", "both have the same colour"),
        ("   2 w 1", "   2 w 0", 'results "0" and "0" are not of one game'),
        ("   2 w 1", "   2 w =", 'results "=" and "0" are not of one game'),
        ("   2 w 1", "   2 w x", "is not an opponent, a colour and a result"),
        ("   2 w 1", "   3 w 1", "Lovelace, Ada played King, Billy, whose line 6 says Babbage, Charles"),
        ("   1 b 0", "   1 b  ", "one of them has no result"),
        ("0000 - U", "0000 - X", 'round 4 "X": Lovelace, Ada has a result and no opponent'),
        ("001    2", "001    1", "must be a number that no other player has"),
    ],
)
def test_fide_reports_that_are_wrong(old: str, new: str, said: str) -> None:
    incoming = of_camp(TRF.replace(old, new, 1))
    assert any(said in str(wrong) for wrong in incoming.wrong), [str(wrong) for wrong in incoming.wrong]


def test_a_game_to_which_neither_came_is_none() -> None:
    incoming = of_camp(TRF.replace("2 b +", "2 b -"))
    assert not incoming.wrong
    assert rows(incoming) == [row for row in camp(TRF) if "Forfeit" not in row]


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
    incoming = of_camp(report_of(cards))
    assert not incoming.wrong
    assert sum(row[1] != "Bye" for row in rows(incoming, "Games", "White", "Black")) == games_met(cards)


@given(spoilt_tournaments())
def test_every_pairing_is_mutual_or_named(spoilt: Spoilt) -> None:
    incoming = of_camp(report_of(spoilt.cards))
    assert_mutual_or_named(incoming, spoilt, "White", "Black")
