"""Tournaments: places beyond the field, ties that leave too few places, gaps, and events that are missing."""

from __future__ import annotations

from tests.corpus.cases import Accepted, BookCase, ToMend, typed

CLUB = "dptr"
WHOLE = "must be a whole number from 1 to 1000000"
TIE = "share this place, which leaves too few of 65 places; fix the places, or the event's number of players"


def place(name: str, cell: object, shown: str, why: str = WHOLE) -> BookCase:
    return typed(f"place: {name}", CLUB, {"Results!C4": cell}, ToMend(f'Results row 4, Place: "{shown}" – {why}'))


def event(name: str, column: str, cell: object, message: str) -> BookCase:
    return typed(f"event: {name}", CLUB, {f"Events!{column}4": cell}, ToMend(f"Events row 4, {message}"))


def second_result(player: object, place: object, event_name: object = "Open 2006") -> dict[str, object]:
    return {"Results!A5": event_name, "Results!B5": player, "Results!C5": place}


CASES = (
    place("beyond the field", 66, "66", "must be at most the event's number of players, 65"),
    typed("place: not yet", CLUB, {"Results!C4": None},
          Accepted({"Riaz": 55}, {"Results!2": "no place yet: not rated"})),
    # shared best place: 88.4615 for both, and 15% of 48.4615 from 40
    typed("place: shared", CLUB, second_result("Eric", 8), Accepted({"Eric": 47.2692})),
    # the last of 65: percentile 0.7692, and 15% of -39.2308 from 40
    typed("place: shared beyond the field", CLUB, {"Results!C4": 65, **second_result("Eric", 65)},
          ToMend(f'Results row 4, Place: "65" – 2 {TIE}', f'Results row 5, Place: "65" – 2 {TIE}')),
    typed("result: a player twice in an event", CLUB, second_result("riaz", 9),
          ToMend('Results row 5, Player: "riaz" – this player is in this event twice')),
    typed("result: of nobody", CLUB, second_result("Bye", 9),
          ToMend('Results row 5, Player: "Bye" – nobody can be placed')),
    typed("result: without a player", CLUB, second_result(None, 9),
          ToMend("Results row 5, Player: a result needs a value in this column")),
    typed("result: of an event that is not there", CLUB, second_result("Eric", 9, "Open 206"),
          ToMend('Results row 5, Event: "Open 206" is not on Events. Did you mean "Open 2006"?')),
    event("no players", "C", 0, f'Players: "0" – {WHOLE}'),
    event("players blank", "C", None, "Players: an event needs a value in this column"),
    event("a world championship, perhaps", "E", "perhaps", 'World Championship: "perhaps" – must be Yes or No'),
    typed(
        "event: without a name",
        CLUB,
        {"Events!A4": None},
        ToMend(
            "Events row 4, Event: an event needs a name",
            'Results row 4, Event: "Open 2006" is not on Events. Add it there, or correct the name.',
        ),
    ),
    typed("event: twice", CLUB, {"Events!A5": "open 2006", "Events!B5": 38991, "Events!C5": 65, "Events!D5": 4},
          ToMend('Events row 5, Event: "open 2006" – this event is here twice; tell them apart by the year, say')),
    # "the first counted year": before 2001 the value is 0
    typed("event: of the year 2000", CLUB, {"Events!B4": 36800}, Accepted({"Riaz": 55})),
    # "the tournament value is 20": 20% of 33.4615
    typed("event: a world championship by an x", CLUB, {"Events!E4": "x"}, Accepted({"Riaz": 61.6923})),
    typed("player: only listed by a result's name", CLUB, {"Players!A4": None, "Players!B4": None, "Players!C4": None},
          ToMend('Results row 4, Player: "Riaz" – keep the row on Players: 1 result names this player. '
                 '"Not listed after missed events" on Rules takes a player off the lists')),
    typed("player: of a rating beyond the scale", CLUB, {"Players!C4": 1500},
          ToMend('Players row 4, Start rating: "1500" – must be a number from 0 to 100')),
)  # fmt: skip
