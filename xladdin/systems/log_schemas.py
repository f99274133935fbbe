"""The kinds of log that a club keeps: games with scores, games with a result, placings in events.

A kind names the columns of its log by role. So nothing else asks what period a system has or counts its headings. It is
here, below the log, since each system names its own.
"""

from typing import NamedTuple

from xladdin.messages import Message, msg


class LogSchema(NamedTuple):
    """A row of a log, and the heading of each of its columns by role. A role that it lacks is blank.

    `table` is the log's name in the workbook, and `row_word` the word for a row. A placing has one player and no second
    side. Ratings are those before the row counts. `basis1` and `basis2`
    are what a change also depends on: how many games each player had played by then, or the K that follows from it.
    `crosstable` says in words what a crosstable of such rows shows.
    """

    table: str
    row_word: str
    player1: str
    rating1: str
    change1: str
    crosstable: Message
    player2: str = ""
    rating2: str = ""
    change2: str = ""
    difference: str = ""
    score1: str = ""
    score2: str = ""
    result: str = ""
    double: str = ""
    """The player who plays two opponents at once."""
    kind_of_game: str = ""
    """The column that says that a game is not a plain rated one."""
    basis1: str = ""
    basis2: str = ""
    event: str = ""
    place: str = ""
    percentile: str = ""
    value: str = ""
    new_rating: str = ""
    has_spread: bool = False
    """Whether two results of the same kind can differ in size: by points scored, or by percentile."""
    counts_points: bool = False
    """Whether results add up to points (a draw is half of one), instead of a record won, lost and tied."""
    decimal_changes: bool = False
    """Whether a game's change may have decimals."""
    tie_word: Message = msg("Tied")
    counted: str = "Games"
    """The heading of the number of games, or events, behind a rating."""

    @property
    def is_paired(self) -> bool:
        """Whether a row is a game of two players. Otherwise it is one player's placing in an event."""
        return bool(self.player2)

    @property
    def has_scores(self) -> bool:
        """Whether people type the scores of both sides, and not the result alone."""
        return bool(self.score1)

    @property
    def start_count(self) -> str:
        """The heading of the number of games or events that a player comes with."""
        return f"Start {self.counted.lower()}"

    @property
    def players(self) -> tuple[str, ...]:
        """The headings of the players of a row."""
        return _filled(self.player1, self.player2)

    @property
    def results(self) -> tuple[str, ...]:
        """The headings of the results of a row's players: both scores, the one result, or the place."""
        return _filled(self.score1, self.score2, self.result, self.place)

    @property
    def how_rated(self) -> tuple[str, ...]:
        """The headings that say how a game is rated, if not as a plain one."""
        return _filled(self.double, self.kind_of_game)

    @property
    def keys(self) -> tuple[str, ...]:
        """The headings that the log must have."""
        return (*_filled(self.event or "Date"), *self.players, *self.results)

    @property
    def ratings(self) -> tuple[str, ...]:
        """The headings of the ratings before the row."""
        return _filled(self.rating1, self.rating2)

    @property
    def changes(self) -> tuple[str, ...]:
        """The headings of the changes."""
        return _filled(self.change1, self.change2)

    @property
    def spilled(self) -> tuple[str, ...]:
        """The headings of the figures that CLUBCHANGES gives for each row."""
        return (*_filled(self.percentile, self.value), *self.ratings, *self.changes)

    @property
    def rated(self) -> tuple[str, ...]:
        """The headings of all figures that a replay gives for each row, in the order of a system's rule."""
        return (*self.spilled, *_filled(self.basis1, self.basis2, self.new_rating))


def _filled(*headings: str) -> tuple[str, ...]:
    return tuple(filter(None, headings))


SCORES = LogSchema(
    table="Games",
    row_word="game",
    player1="Player 1",
    player2="Player 2",
    score1="Score 1",
    score2="Score 2",
    kind_of_game="Kind",
    rating1="Rating 1",
    rating2="Rating 2",
    difference="Difference",
    change1="Change 1",
    change2="Change 2",
    has_spread=True,
    crosstable=msg("Crosstable: won–lost"),
)
"""Games of Scrabble: the score of each player."""

RESULTS = LogSchema(
    table="Games",
    row_word="game",
    player1="White",
    player2="Black",
    result="Result",
    kind_of_game="Kind",
    rating1="White rating",
    rating2="Black rating",
    difference="Difference",
    change1="White change",
    change2="Black change",
    counts_points=True,
    tie_word=msg("Drawn"),
    crosstable=msg("Crosstable: points for–against"),
)
"""Games of chess: one result from White's side."""

PLACINGS = LogSchema(
    table="Results",
    row_word="result",
    event="Event",
    player1="Player",
    place="Place",
    percentile="Percentile",
    value="Value",
    rating1="Rating before",
    change1="Change",
    new_rating="Rating after",
    counted="Events",
    has_spread=True,
    crosstable=msg("Crosstable: finished ahead–behind"),
)
"""Events of Diplomacy: the place of each player in each."""

_HEADINGS = {
    str(heading): heading
    for heading in (
        msg("White"), msg("Black"), msg("Result"), msg("Games"), msg("Events"), msg("Player 1"), msg("Player 2"),
        msg("Change 1"), msg("Change 2"), msg("White change"), msg("Black change"), msg("Player"), msg("Change"),
    )
}  # fmt: skip


def as_heading(column: str) -> Message:
    """Return the heading of a report for a column of a log, whose own heading is not translated."""
    return _HEADINGS[column]
