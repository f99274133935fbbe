"""Define the Dip Pouch Tournament Rating, for Diplomacy.

A placing is converted to a percentile, and the rating moves towards it by the tournament's value in percent. Everybody
starts at 40. The value increases with the number of players, half as fast for a single round, to at most 15. It is 20
for a World Championship. Source: the Dip Pouch page and its report of Canuck Con 2006 (dptr.txt).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xladdin.cells import ColumnType, Number
from xladdin.errors import OutOfRangeError
from xladdin.messages import Message, format_decimals, msg
from xladdin.model import Absence, Event, Period, Placings, Player, RatingState
from xladdin.systems import formulas
from xladdin.systems.adapter import Calculator, Values, WorkbookAdapter, add_new_ratings
from xladdin.systems.formulas import RATING_OR_START, RULES, ArgumentFormulas, Cell, PrintedRules, RuleTerms
from xladdin.systems.system import (
    NEVER,
    PLACINGS,
    UNRANKED,
    BaseSystem,
    RatePeriod,
    computed_column,
    input_column,
    is_reached,
    players_table,
    setting,
    with_change,
)


@dataclass(frozen=True)
class DipPouch(BaseSystem[RatingState, Placings]):
    """The Dip Pouch system. Ratings and percentiles are 0-100, and values are in percent."""

    key = "dptr"
    title = "Dip Pouch Tournament Rating"
    period = "event"
    source = "dptr.txt"
    paper = "A4"
    change_function = "DPTRCHANGE"
    source_text = (
        "Each player begins with an initial rating of 40 before their first tournament. After each event, a player's "
        "final placement (e.g. 1st, 2nd, 3rd, etc.) is converted to a percentile score. The formula used is: (([Number "
        "of Players in the event]+0.5-[Placement])/[Number of Players in the event])*100",
        "If the event was the World Championship, the tournament value is 20. Otherwise, if the tournament has only "
        "one round, the tournament value is equal to the number of players in the event divided by 7, plus 2. If the "
        "event has more than one round, the tournament value is equal to the number of players in the event divided by "
        "3.5, plus two. […] However, the maximum tournament value for any non-world championship event is 15.",
        "Events before 2001, with the exception of World Championships, have a tournament value of zero, meaning they "
        "have no effect on ratings.",
        "As an example of calculating new ratings, suppose a player enters an event with a rating of 55. Suppose also "
        "that they finish in 8th place out of 65 players. The player's percentile score is (65 + 0.5 - 8)/65 * 100 = "
        "88.46. A 65 player event would have a tournament value of (65/3.5) +2 = 20.57. However, since the maximum "
        "tournament value is 15, that will be the value for this event. Therefore, this player's rating will move 15% "
        "of the distance from 55 to 88.46. The difference between 88.46 and 55 is 33.46. 15% of 33.46 is 5.019.",
    )
    log_schema = PLACINGS
    rating_decimals = 2
    has_adjustments = False

    absent_sessions: int = setting(0, msg("Absent (/A) from missed events"), UNRANKED, later=True)
    dropped_sessions: int = setting(0, msg("Not listed after missed events"), NEVER, later=True)
    dropped_games: int = setting(0, msg("Not listed when absent with fewer events than"), NEVER, later=True)
    absent_years: int = setting(0, msg("Absent (/A) from years without an event"), NEVER, later=True)
    dropped_years: int = setting(0, msg("Not listed after years without an event"), NEVER, later=True)
    new_rating: Number = setting(40, msg("Rating before the first event"), '"an initial rating of 40"')
    value_base: Number = setting(2, msg("Value: added to all"), '"plus two"')
    one_round_divisor: Number = setting(
        7, msg("Value: players divided by, one round"), '"divided by 7, plus 2"', least=0.1
    )
    more_rounds_divisor: Number = setting(
        3.5, msg("Value: players divided by, more rounds"), '"divided by 3.5, plus two"', least=0.1
    )
    value_maximum: Number = setting(15, msg("Value at most"), '"the maximum tournament value ... is 15"', most=100)
    worlds_value: Number = setting(20, msg("Value of a World Championship"), '"the tournament value is 20"', most=100)
    first_counted_year: int = setting(2001, msg("First counted year"), '"Events before 2001 ... value of zero"')

    def percentile(self, place: Number, players: Number) -> Number:
        """Return the percentile of a placing [0-100].

        Source: "([Number of Players]+0.5-[Placement])", 8 of 65 -> 88.46.
        """
        if place > players:
            raise OutOfRangeError(
                msg("place {place:g}: must be at most the number of players, {players:g}", place=place, players=players)
            )
        return (players + 0.5 - place) / players * 100

    def value(self, players: Number, rounds: Number, year: Number, worlds: bool = False) -> Number:
        """Return the tournament value [percent].

        Source: "Canuck Con 2006", 19 players, 4 rounds -> 7.43, 65 players -> 15.
        """
        if worlds:
            return self.worlds_value
        if year < self.first_counted_year:
            return 0
        divisor = self.one_round_divisor if rounds == 1 else self.more_rounds_divisor
        return min(players / divisor + self.value_base, self.value_maximum)

    def change(
        self,
        rating: Number,
        place: Number,
        players: Number,
        rounds: Number,
        year: Number,
        worlds: bool = False,
    ) -> Number:
        """Return the change of the rating by one event. Source: 55, 8th of 65 -> 5.019."""
        return self._change(rating, self.percentile(place, players), self.value(players, rounds, year, worlds))

    @staticmethod
    def _change(rating: Number, percentile: Number, value: Number) -> Number:
        return (percentile - rating) * value / 100 + 0.0  # adding 0 turns -0.0 into 0.0

    def compute_event_value(self, event: Event) -> Number:
        """Return the tournament value of an event of the log [percent]."""
        return self.value(event.players, event.rounds, event.date.year, event.world_championship)

    def find_player_error(self, player: Player) -> Message | None:
        """Return an error for a start rating outside of 0 to 100, or None."""
        rating = player.start_rating
        if rating is None or 0 <= rating <= 100:
            return None
        return msg("must be a number from {least:,} to {most:,}", least=0, most=100)

    def create_initial_state(self, players: Sequence[Player]) -> RatingState:
        """Return the state before the first event, with start ratings or else 40. `games` counts events."""
        return RatingState.at_start(players, self.new_rating)

    def make_period_rater(self, state: RatingState, games: Placings, events: Sequence[Event]) -> RatePeriod:
        """Return a function that rates an event."""

        def rate(period: Period) -> tuple[Sequence[Number], ...]:
            span = slice(period.start, period.stop)
            event = events[games.event[period.start]]
            value = self.compute_event_value(event)
            players = games.player[span]
            percentiles = [self.percentile(place, event.players) for place in games.place[span]]
            old_ratings = [state.rating[player] for player in players]
            changes = [self._change(rating, percentile, value) for rating, percentile in zip(old_ratings, percentiles)]
            new_ratings = [rating + change for rating, change in zip(old_ratings, changes)]
            for player, rating in zip(players, new_ratings):
                state.rating[player] = rating
                state.games[player] += 1
                state.last_played[player] = event.date
            return percentiles, [value] * len(players), old_ratings, changes, new_ratings

        return rate

    def is_absent(self, absence: Absence) -> bool:
        """Return whether the player has missed enough events, or been absent for enough years, to count as absent."""
        return super().is_absent(absence) or is_reached(absence.years, self.absent_years)

    def is_listed(self, state: RatingState, player: int, absence: Absence) -> bool:
        """Return whether the printed lists include a player, who is also removed after years without an event."""
        return super().is_listed(state, player, absence) and not is_reached(absence.years, self.dropped_years)

    def legend(self) -> dict[str, Message]:
        """Return the meaning of the marks, with that of absence: by missed events, by years, or by either."""
        message = msg("{mark}: not ranked; missed events: {events} or more.")
        if self.absent_years:
            message = msg("{mark}: not ranked; years without an event: {years} or more.")
        if self.absent_years and self.absent_sessions:
            message = msg(
                "{mark}: not ranked; missed events: {events} or more, or years without an event: {years} or more."
            )
        message = message.with_values(mark="/A", events=self.absent_sessions, years=self.absent_years)
        return super().legend() | {"/A": message}

    def event_columns(self, events: Sequence[Event]) -> Mapping[str, Sequence[object]]:
        """Return the tournament values."""
        return {"Value": [self.compute_event_value(event) for event in events]}

    def export_start_columns(self, state: RatingState, players: Sequence[Player]) -> Mapping[str, Sequence[object]]:
        """Return the start columns of a log that continues this one, with "Start events" for "Start games"."""
        columns = dict(super().export_start_columns(state, players))
        columns[self.log_schema.start_count] = columns.pop("Start games")
        return columns

    def player_columns(self, state: RatingState) -> Mapping[str, Sequence[object]]:
        """Return the ratings and the numbers of events."""
        return {"Rating": state.rating, "Events": state.games}

    def session_legend(self) -> Sequence[Message]:
        """Return sentences about the percentile, and about how it changes the rating."""
        return [
            msg("Score: percentile, 100 × (players + ½ − place) ÷ players."),
            msg("Change: the event's value in percent of the way from the old rating to the score."),
        ]

    def explain(
        self,
        rating: Number,
        place: Number,
        players: Number,
        rounds: Number,
        year: Number,
        worlds: bool = False,
    ) -> Message:
        """Explain the change by an event.

        55, 8th of 65 -> `place 8 of 65: percentile 88.46; value 15.00%: 15.00% of 33.46; change 5.02`.
        """
        percentile, value = self.percentile(place, players), self.value(players, rounds, year, worlds)
        message = msg(
            "place {place:g} of {players:g}: percentile {percentile:.2f}; value {value:.2f}%: {value:.2f}% of "
            "{distance}",
            place=place,
            players=players,
            percentile=percentile,
            value=value,
            distance=format_decimals(percentile - rating, 2),
        )
        return with_change(message, format_decimals(self._change(rating, percentile, value), 2))


# The system with its printed tables.
SYSTEM = DipPouch()

# The same rule as formulas of a workbook.
SCHEMA = SYSTEM.log_schema


def build_percentile_formula(place: str, players: str) -> str:
    """Return the formula of a placing's percentile."""
    return f"({players}+0.5-{place})/{players}*100"


def build_value_formula(rules: RuleTerms, players: str, rounds: str, year: str, worlds: str) -> str:
    """Return the formula of a tournament's value [percent]. `worlds` is the condition for a World Championship."""
    divisor = f"IF({rounds}-1=0,{rules.setting('one_round_divisor')},{rules.setting('more_rounds_divisor')})"
    limited_value = f"MIN({players}/{divisor}+{rules.setting('value_base')},{rules.setting('value_maximum')})"
    value = f"IF({year}<{rules.setting('first_counted_year')},0,{limited_value})"
    return f"IF({worlds},{rules.setting('worlds_value')},{value})"


def build_change_formula(rating: str, percentile: str, value: str) -> str:
    """Return the formula of the change by one event."""
    return f"({percentile}-{rating})*{value}/100"


def _build_live_formulas(cell: Cell) -> dict[str, str]:
    date, players, rounds, worlds = map(cell, ("Date", "Players", "Rounds", "World Championship"))
    value = build_value_formula(RULES, players, rounds, f"YEAR({date})", formulas.yes_condition(worlds))
    event, place, percentile, old_rating = map(cell, (SCHEMA.event, SCHEMA.place, SCHEMA.percentile, SCHEMA.rating1))
    valid_percentile = formulas.blank_if(f"{place}-result_players>0", build_percentile_formula(place, "result_players"))
    rating = f"IF(ISNUMBER({old_rating}),{old_rating},list_rating)"
    return {
        SCHEMA.value: formulas.blank_if(formulas.blank_condition(date, players, rounds), value),
        SCHEMA.percentile: formulas.blank_if(formulas.blank_condition(event, place), f'IFERROR({valid_percentile},"")'),
        SCHEMA.change1: f'IFERROR({build_change_formula(rating, percentile, "result_value")},"")',
    }


def _build_name_formulas(cell: Cell) -> dict[str, str]:
    return {
        "result_players": formulas.lookup(cell(SCHEMA.event), "Events[Event]", "Events[Players]"),
        "result_value": formulas.lookup(cell(SCHEMA.event), "Events[Event]", "Events[Value]"),
    }


def _percentile(args: ArgumentFormulas) -> str:
    return f"IF({args['place']}>{args['players']},#NUM!,{build_percentile_formula(args['place'], args['players'])})"


def _value(args: ArgumentFormulas) -> str:
    return build_value_formula(PrintedRules(SYSTEM), args["players"], args["rounds"], args["year"], args["worlds"])


def _change(args: ArgumentFormulas) -> str:
    return build_change_formula(args["rating"], _percentile(args), _value(args))


# The source's example of a placing.
RATING, PLACE, PLAYERS, ROUNDS, YEAR = 55, 8, 65, 4, 2006


def _build_example(system: DipPouch) -> Values:
    change = system.change(RATING, PLACE, PLAYERS, ROUNDS, YEAR)
    return {
        msg("Rating"): (RATING,),
        msg("Percentile"): (system.percentile(PLACE, PLAYERS),),
        msg("Tournament value"): (system.value(PLAYERS, ROUNDS, YEAR),),
        msg("Change"): (change,),
        msg("New rating"): (RATING + change,),
    }


def _fill_calculator(calculator: Calculator) -> None:
    _, ratings = calculator.add_players((RATING,))
    (place,) = calculator.add_inputs(msg("Place"), ColumnType.COUNT, (PLACE,))
    (players,) = calculator.add_inputs(msg("Players"), ColumnType.COUNT, (PLAYERS,))
    (rounds,) = calculator.add_inputs(msg("Rounds"), ColumnType.COUNT, (ROUNDS,))
    (year,) = calculator.add_inputs(msg("Year"), ColumnType.COUNT, (YEAR,))
    (worlds,) = calculator.add_inputs(msg("World Championship"), ColumnType.YES, ("No",))
    calculator.add_gap()
    (rating,) = calculator.add_formulas(msg("Rating"), ColumnType.DECIMAL, ratings)
    percentile_cell = formulas.if_numbers(
        (place, players), f'IF({place}>{players},"",{build_percentile_formula(place, players)})'
    )
    (percentile,) = calculator.add_formulas(msg("Percentile"), ColumnType.DECIMAL, [percentile_cell])
    value = formulas.if_numbers(
        (players, rounds, year), build_value_formula(RULES, players, rounds, year, formulas.yes_condition(worlds))
    )
    (percent,) = calculator.add_formulas(msg("Tournament value"), ColumnType.DECIMAL, [value], msg("In percent"))
    changes = calculator.add_formulas(
        msg("Change"),
        ColumnType.DECIMAL_CHANGE,
        [formulas.if_numbers((rating, percentile, percent), build_change_formula(rating, percentile, percent))],
        msg("This percentage of the way from the rating to the percentile"),
        result=True,
    )
    add_new_ratings(calculator, [rating], changes, ColumnType.DECIMAL)


ADAPTER = WorkbookAdapter(
    system=SYSTEM,
    players=players_table(
        input_column("Nation", ColumnType.TEXT),
        input_column("Start rating", ColumnType.DECIMAL),
        computed_column("Rating", ColumnType.DECIMAL),
        computed_column("Events", ColumnType.COUNT),
    ),
    list_ratings=RATING_OR_START,
    list_games="",
    live_formulas=_build_live_formulas,
    name_formulas=_build_name_formulas,
    lambdas={
        "DPTRPERCENTILE": _percentile,
        "DPTRVALUE": _value,
        "DPTRCHANGE": _change,
        "DPTRRATING": lambda args: f"{args['rating']}+{_change(args)}",
    },
    calculator=_fill_calculator,
    example=_build_example,
    evening_sheets=("Standings", "Scoreboard"),
)
