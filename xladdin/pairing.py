"""Pair the players of an evening by a perfect matching of least cost, which networkx computes.

The first two criteria are that those who have done so least often sit out (or play two games at once), and that as few
players as possible meet again. The club chooses which of them comes first. Then follows the sum of the rating
differences, and then the sum of their squares, so that no pair is far apart. The result is deterministic.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from itertools import combinations, compress
from typing import Any, NamedTuple, Self

from xladdin.cells import CellTable, Number, sign
from xladdin.errors import WorkbookError
from xladdin.game_log import GameLog
from xladdin.game_log.parsing import BYE_POSITION, Reading, TableValidator, make_date_reader, read_score
from xladdin.game_log.reading import make_name_reading
from xladdin.messages import msg
from xladdin.model import parse_outcome

# The position that stands for the opponent of a player who sits out.
SITS_OUT = -1
# The integer steps of a rating point in which differences are counted, so that their sums are exact.
STEPS_A_POINT = 1000

Seats = tuple[int, int]


def order_pair(player: int, opponent: int) -> Seats:
    """Return the positions of two players, the lower first."""
    return (player, opponent) if player <= opponent else (opponent, player)


class Pairing(NamedTuple):
    """The pairing of a round.

    Attributes:
        tables: Two players per table, in order of strength. The last table may have one player, who sits out.
        repeats: Tables at which two players meet again.
        repeat_cost: Sum of the costs of the repeats.
        odd_player: Player who sits out or plays two opponents at once, or None for an even number of players.
    """

    tables: Sequence[Seats]
    repeats: Sequence[Seats]
    repeat_cost: int
    odd_player: int | None


def pair_round(
    strengths: Sequence[Number],
    repeat_costs: Mapping[Seats, int],
    turns: Sequence[int],
    *,
    two_at_once: bool = False,
    repeats_first: bool = False,
) -> Pairing:
    """Pair the players of a round.

    Args:
        strengths: Strength of each player, the strongest first. Players are positions in this sequence.
        repeat_costs: Cost of pairing two players again, the lower position first.
        turns: How often each player has sat out, or with `two_at_once` has played against two opponents at once.
        two_at_once: Whether one player plays against two opponents if the number is odd, so that nobody sits out.
        repeats_first: Whether avoiding repeats is more important than turns.

    Raises:
        WorkbookError: networkx is not installed.
    """
    players = range(len(strengths))
    costs = {
        pair: _Cost(0, repeat_costs.get(pair, 0), _count_steps(strengths[pair[0]] - strengths[pair[1]]))
        for pair in combinations(players, 2)
    }
    sums = _Sums([*costs.values(), *(_Cost(turn, 0, 0) for turn in turns)], len(players) + 1, repeats_first)
    total = {pair: sums.total(cost) for pair, cost in costs.items()}
    opponent_of_odd: dict[int, int] = {}
    if len(players) % 2:
        odd_one = len(players)
        for player in players:
            if two_at_once and len(players) > 1:
                candidates = (
                    (sums.total(costs[order_pair(player, opponent)]._replace(turn=turns[opponent])), opponent)
                    for opponent in players
                    if opponent != player
                )
                total[player, odd_one], opponent_of_odd[player] = min(candidates)
            else:
                total[player, odd_one] = sums.total(_Cost(turns[player], 0, 0))
    pairs = [order_pair(*seats) for seats in _find_matching(total)]
    alone = next((first for first, second in pairs if second == len(players)), None)
    tables = sorted(table for table in pairs if table[1] < len(players))
    odd = alone
    if alone is not None and alone in opponent_of_odd:
        odd = opponent_of_odd[alone]
        tables = sorted([*tables, order_pair(alone, odd)])
    paired_tables = list(tables)
    if alone is not None and alone not in opponent_of_odd:
        tables.append((alone, SITS_OUT))
    return Pairing(
        tables,
        [table for table in paired_tables if repeat_costs.get(table)],
        sum(repeat_costs.get(table, 0) for table in paired_tables),
        odd,
    )


class _Cost(NamedTuple):
    """The cost of a table: how often the player has sat out, the cost of a repeat, and the rating gap [steps]."""

    turn: int
    repeats: int
    gap: int


class _Sums:
    """Converts costs to integers such that each criterion outweighs any sum of the later ones."""

    def __init__(self, costs: Sequence[_Cost], most: int, repeats_first: bool) -> None:
        self._repeats_first = repeats_first
        levels = zip(*map(self._levels, costs))
        self._factors = [most * max(level) + 1 for level in levels]

    def total(self, cost: _Cost) -> int:
        """Return a cost as one integer."""
        total = 0
        for factor, level in zip(self._factors, self._levels(cost)):
            total = total * factor + level
        return total

    def _levels(self, cost: _Cost) -> tuple[int, ...]:
        first = (cost.repeats, cost.turn) if self._repeats_first else (cost.turn, cost.repeats)
        return (*first, cost.gap, cost.gap * cost.gap)


def _count_steps(difference: Number) -> int:
    return round(abs(difference) * STEPS_A_POINT)


def _find_matching(costs: Mapping[Seats, int]) -> set[Seats]:
    try:
        import networkx
    except ImportError:
        raise WorkbookError(
            msg(
                "Pairing needs the package networkx, which is not installed. Run pip install networkx, or in xlwings "
                "Lite add networkx to requirements.txt."
            )
        ) from None
    graph = networkx.Graph()
    graph.add_weighted_edges_from((first, second, -cost) for (first, second), cost in costs.items())
    matching: set[Seats] = networkx.max_weight_matching(graph, maxcardinality=True)
    return matching


# The cost of meeting again on the same evening, where that of a meeting in an earlier session is 1.
TONIGHT_REPEAT_COST = 1000


class PairedTable(NamedTuple):
    """A row of the table Games of one evening.

    Attributes:
        round: Number of the round, from 1.
        player1: Position of the first player, or `BYE_POSITION`.
        player2: Position of the second player, or `BYE_POSITION`.
        outcome: 1, 0 or -1 from the first player's point of view, or None before there is a score.
        spread: Score of the first player minus that of the second, or 0 if the log has results instead of scores.
    """

    round: int
    player1: int
    player2: int
    outcome: int | None
    spread: Number

    @property
    def is_bye(self) -> bool:
        """Whether the row is a bye."""
        return BYE_POSITION in (self.player1, self.player2)


_LAST_PAIRED = r"([0-9]{4}-[0-9]{2}-[0-9]{2}) · round ([0-9]+) · from game ([0-9]+) on"


class LastPaired(NamedTuple):
    """The last paired round. `games_before` is the number of games of its evening that precede it in the log."""

    date: date
    round: int
    games_before: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Parse the text of the last pairing. Return None for any other text."""
        match = re.fullmatch(_LAST_PAIRED, text)
        try:
            return None if match is None else cls(date.fromisoformat(match[1]), int(match[2]), int(match[3]) - 1)
        except ValueError:
            return None

    def __str__(self) -> str:
        return f"{self.date.isoformat()} · round {self.round} · from game {self.games_before + 1} on"


class Evening(NamedTuple):
    """The games of an evening so far.

    Attributes:
        date: Date of the evening.
        tables: Rows of the evening in the table Games.
        meeting_costs: Cost of pairing two players again, by their positions, the lower first.
        byes: How often each player has sat out.
        doubles: How many games each player has played against two opponents at once.
        firsts: How often each player has played first, which is White in chess.
        last_paired: The last paired round of any evening, or None.
        present_players: Positions of the players who are present, even if they have not played yet.
    """

    date: date
    tables: Sequence[PairedTable]
    meeting_costs: Mapping[Seats, int]
    byes: Counter[int]
    doubles: Counter[int]
    firsts: Counter[int]
    last_paired: LastPaired | None = None
    present_players: Collection[int] = ()

    @property
    def round(self) -> int:
        """The number of the last paired round, or 0.

        Without a pairing, it is the last round that more than half of the players have reached.
        """
        if self.last_paired is not None and self.last_paired.date == self.date:
            return self.last_paired.round if self._is_entered(self.last_paired) else self.last_paired.round - 1
        rounds_by_player = dict.fromkeys(self.present_players, 0)
        for table in self.tables:
            for player in (table.player1, table.player2):
                if player != BYE_POSITION:
                    rounds_by_player[player] = max(rounds_by_player.get(player, 0), table.round)
        rounds = sorted(rounds_by_player.values(), reverse=True)
        return rounds[len(rounds) // 2] if rounds else 0

    @property
    def last_round(self) -> Sequence[PairedTable]:
        """The tables of the last round, including tables that were added by hand."""
        if self.last_paired is not None and self.last_paired.date == self.date and self._is_entered(self.last_paired):
            return self.tables[self.last_paired.games_before :]
        return [
            table for table in self.tables if table.round >= self.round or (table.outcome is None and not table.is_bye)
        ]

    @property
    def waiting_tables(self) -> dict[int, PairedTable]:
        """The tables of the last round that await their score, by table number. Byes are left out."""
        numbered_tables = enumerate((table for table in self.last_round if not table.is_bye), 1)
        return {number: table for number, table in numbered_tables if table.outcome is None}

    @property
    def players_sitting_out(self) -> Sequence[int]:
        """The players who sit out in the last round."""
        byes = [table for table in self.last_round if table.is_bye]
        return [table.player2 if table.player1 == BYE_POSITION else table.player1 for table in byes]

    def _is_entered(self, paired: LastPaired) -> bool:
        return len(self.tables) > paired.games_before

    @property
    def open_games(self) -> int:
        """The number of games of the evening without a score."""
        return sum(table.outcome is None and not table.is_bye for table in self.tables)

    def standing(self, player: int) -> tuple[Number, Number]:
        """Return the wins of a player on the evening, with a tie as half a win, and the spread. Higher is better."""
        wins: Number = 0
        spread: Number = 0
        for table in self.tables:
            side = 1 if table.player1 == player else -1 if table.player2 == player else 0
            if side and table.outcome is not None:
                wins += (1 + side * table.outcome) / 2
                spread += side * table.spread
        return wins, spread


def read_evening(
    log: GameLog,
    games: CellTable,
    day: date | None,
    sessions: int,
    last_paired: LastPaired | None = None,
    present_players: Collection[int] = (),
) -> Evening | None:
    """Return the evening of a date, or None if the table has no games.

    Args:
        log: Valid log of the same table.
        games: The table Games.
        day: The date, or None for the latest date of the table.
        sessions: Number of earlier sessions in which players count as having met.
        last_paired: The last paired round, or None.
        present_players: Positions of the players who are present.
    """
    rows = _Rows(log, games)
    days = sorted({game_day for game_day in rows.days if game_day is not None and (day is None or game_day <= day)})
    if day is None:
        if not days:
            return None
        day = days[-1]
    earlier = sorted(
        {game_day for game_day in days if game_day < day} | {meeting_costs for meeting_costs, _, _ in log.past.meetings}
    )
    window = set(earlier[len(earlier) - sessions :] if sessions else [])
    meeting_costs: Counter[Seats] = Counter()
    for pair in rows.pairs(window):
        meeting_costs[pair] += 1
    for meeting_day, first, second in log.past.meetings:
        if meeting_day in window:
            meeting_costs[order_pair(first, second)] += 1
    for pair in rows.pairs({day}):
        meeting_costs[pair] += TONIGHT_REPEAT_COST
    byes, doubles, firsts = rows.byes(), rows.doubles(), rows.firsts()
    for player, past in log.past.players.items():
        byes[player] += past.byes
        doubles[player] += past.doubles
        firsts[player] += past.firsts
    return Evening(day, rows.tables(day), meeting_costs, byes, doubles, firsts, last_paired, present_players)


class _Rows:
    """The columns of a valid table Games: dates, positions of players, and results."""

    def __init__(self, log: GameLog, games: CellTable) -> None:
        schema = log.system.log_schema
        check = TableValidator({games.name: games}, games.name, schema.required_headings)
        names = make_name_reading(log)
        self.days = Reading(make_date_reader(None)).column(check.cells("Date"))
        self.first, self.second = (names.column(check.cells(heading)) for heading in schema.players)
        self.double = names.column(check.cells(schema.double)) if schema.double else [None] * games.rows
        results: Reading[Any] = Reading(read_score if schema.has_scores else parse_outcome)
        self._scores: list[list[Any]] = [results.column(check.cells(heading)) for heading in schema.results]

    def tables(self, day: date) -> list[PairedTable]:
        """Return the rows of a date. Each is in the first round in which both players are free."""
        last_round: Counter[int] = Counter()
        tables = []
        for row in compress(range(len(self.days)), (game_day == day for game_day in self.days)):
            first, second, double = self.first[row], self.second[row], self.double[row]
            if first is None or second is None:
                continue
            players = [player for player in (first, second) if player != BYE_POSITION]
            in_turn = [player for player in players if player != double] or players
            number = 1 + max((last_round[player] for player in in_turn), default=0)
            for player in players:
                last_round[player] = max(last_round[player], number)
            won, spread = self._result(row)
            tables.append(PairedTable(number, first, second, won, spread))
        return tables

    def pairs(self, days: set[date]) -> list[Seats]:
        """Return the players of each game on some dates, as positions, the lower first."""
        return [
            order_pair(first, second)
            for day, first, second in zip(self.days, self.first, self.second)
            if day in days and first is not None and second is not None and BYE_POSITION not in (first, second)
        ]

    def byes(self) -> Counter[int]:
        """Return how often each player has sat out."""
        return Counter(
            second if first == BYE_POSITION else first
            for first, second in zip(self.first, self.second)
            if BYE_POSITION in (first, second) and first is not None and second is not None
        )

    def doubles(self) -> Counter[int]:
        """Return how many games each player has played against two opponents at once."""
        return Counter(player for player in self.double if player is not None)

    def firsts(self) -> Counter[int]:
        """Return how often each player has played first."""
        return Counter(player for player in self.first if player is not None)

    def _result(self, row: int) -> tuple[int | None, Number]:
        cells = [column[row] for column in self._scores]
        if any(cell is None for cell in cells):
            return None, 0
        spread = cells[0] - cells[1] if len(cells) == 2 else 0
        return (sign(spread) if len(cells) == 2 else cells[0]), spread
