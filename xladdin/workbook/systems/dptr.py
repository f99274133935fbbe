"""Diplomacy in the workbook."""

from xladdin.messages import msg
from xladdin.systems.dptr import SYSTEM, DipPouch
from xladdin.workbook.schema import NOTE, SCOREBOARD, STANDINGS, WEB, Kind, Table, computed, entered
from xladdin.workbook.systems.cards import Card, Values, new_ratings
from xladdin.workbook.systems.half import SpreadsheetHalf
from xladdin.workbook.systems.terms import (
    RATING_OR_START,
    RULES,
    Cell,
    PrintedRules,
    Read,
    RuleTerms,
    any_blank,
    beside,
    is_yes,
    unless,
    where,
)

KIND = SYSTEM.log_schema


def percentile(place: str, players: str) -> str:
    """Return the percentile of a placing."""
    return f"({players}+0.5-{place})/{players}*100"


def value(rules: RuleTerms, players: str, rounds: str, year: str, worlds: str) -> str:
    """Return the tournament value in percent. `worlds` is a condition."""
    divisor = f"IF({rounds}-1=0,{rules.setting('one_round_divisor')},{rules.setting('more_rounds_divisor')})"
    worth = f"MIN({players}/{divisor}+{rules.setting('value_base')},{rules.setting('value_maximum')})"
    counted = f"IF({year}<{rules.setting('first_counted_year')},0,{worth})"
    return f"IF({worlds},{rules.setting('worlds_value')},{counted})"


def change(rating: str, percentile: str, value: str) -> str:
    """Return the change of the rating by one event."""
    return f"({percentile}-{rating})*{value}/100"


def _cells(cell: Cell) -> dict[str, str]:
    date, players, rounds, worlds = map(cell, ("Date", "Players", "Rounds", "World Championship"))
    worth = value(RULES, players, rounds, f"YEAR({date})", is_yes(worlds))
    event, place, placed, before = map(cell, (KIND.event, KIND.place, KIND.percentile, KIND.rating1))
    within = unless(f"{place}-result_players>0", percentile(place, "result_players"))
    rating = f"IF(ISNUMBER({before}),{before},list_rating)"
    return {
        KIND.value: unless(any_blank(date, players, rounds), worth),
        KIND.percentile: unless(any_blank(event, place), f'IFERROR({within},"")'),
        KIND.change1: f'IFERROR({change(rating, placed, "result_value")},"")',
    }


def _names(cell: Cell) -> dict[str, str]:
    return {
        "result_players": beside(cell(KIND.event), "Events[Event]", "Events[Players]"),
        "result_value": beside(cell(KIND.event), "Events[Event]", "Events[Value]"),
    }


def _percentile(a: Read) -> str:
    return f"IF({a['place']}>{a['players']},#NUM!,{percentile(a['place'], a['players'])})"


def _value(a: Read) -> str:
    return value(PrintedRules(SYSTEM), a["players"], a["rounds"], a["year"], a["worlds"])


def _change(a: Read) -> str:
    return change(a["rating"], _percentile(a), _value(a))


RATING, PLACE, PLAYERS, ROUNDS, YEAR = 55, 8, 65, 4, 2006
"""The source's example of a placing."""


def _example(system: DipPouch) -> Values:
    change = system.change(RATING, PLACE, PLAYERS, ROUNDS, YEAR)
    return {
        msg("Rating"): (RATING,),
        msg("Percentile"): (system.percentile(PLACE, PLAYERS),),
        msg("Tournament value"): (system.value(PLAYERS, ROUNDS, YEAR),),
        msg("Change"): (change,),
        msg("New rating"): (RATING + change,),
    }


def _card(card: Card) -> None:
    _, ratings = card.players((RATING,))
    (place,) = card.entered(msg("Place"), Kind.COUNT, (PLACE,))
    (players,) = card.entered(msg("Players"), Kind.COUNT, (PLAYERS,))
    (rounds,) = card.entered(msg("Rounds"), Kind.COUNT, (ROUNDS,))
    (year,) = card.entered(msg("Year"), Kind.COUNT, (YEAR,))
    (worlds,) = card.entered(msg("World Championship"), Kind.YES, ("No",))
    card.gap()
    (rating,) = card.shown(msg("Rating"), Kind.DECIMAL, ratings)
    placed = where((place, players), f'IF({place}>{players},"",{percentile(place, players)})')
    (reached,) = card.shown(msg("Percentile"), Kind.DECIMAL, [placed])
    worth = where((players, rounds, year), value(RULES, players, rounds, year, is_yes(worlds)))
    (percent,) = card.shown(msg("Tournament value"), Kind.DECIMAL, [worth], msg("In percent"))
    moved = card.shown(
        msg("Change"),
        Kind.DECIMAL_CHANGE,
        [where((rating, reached, percent), change(rating, reached, percent))],
        msg("So many percent of the way from the rating to the percentile"),
        result=True,
    )
    new_ratings(card, [rating], moved, Kind.DECIMAL)


HALF = SpreadsheetHalf(
    system=SYSTEM,
    players=Table(
        "Players",
        (
            entered("Player", Kind.TEXT),
            entered("Nation", Kind.TEXT),
            entered("Start rating", Kind.DECIMAL),
            computed("Rating", Kind.DECIMAL),
            computed("Events", Kind.COUNT),
            NOTE,
            WEB,
        ),
    ),
    list_ratings=RATING_OR_START,
    list_games="",
    cells=_cells,
    names=_names,
    lambdas={
        "DPTRPERCENTILE": _percentile,
        "DPTRVALUE": _value,
        "DPTRCHANGE": _change,
        "DPTRRATING": lambda a: f"{a['rating']}+{_change(a)}",
    },
    card=_card,
    example=_example,
    evening=(STANDINGS, SCOREBOARD),
)
