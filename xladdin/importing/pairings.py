"""Combine the rows of a crosstable into games, and read the day of a tournament."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from xladdin.cells import CellValue, name_key
from xladdin.errors import escape_unprintable, excerpt
from xladdin.importing.questions import ONCE, Answers, ImportedFile, ImportedRows, Question, WrongLine, parse_day
from xladdin.importing.source import Source
from xladdin.importing.values import describe_order, find_valid_orders, parse_unambiguous_day, read_day
from xladdin.languages import BYE
from xladdin.messages import BLANK, Message, msg, ngettext, verbatim


def read_or_ask_day(source: Source, text: str, answers: Answers, kind: str) -> date | None:
    """Return the date in a text of the file, or ask for it. It is None until the question is answered."""
    day = parse_unambiguous_day(text)
    orders = [] if day is not None else find_valid_orders([text])
    if len(orders) > 1:
        choices = [(order, describe_order(order, str(read_day(text, order)))) for order in orders]
        question = msg(
            '{file}: is the day or the month first in its date "{date}"?',
            file=source.name, date=escape_unprintable(excerpt(text)),
        )  # fmt: skip
        order = answers.ask(Question(("source", "dates"), question, choices), kind)
        parsed = read_day(text, order) if order else None
        return parsed if isinstance(parsed, date) else None
    if day is None and orders:
        parsed = read_day(text, orders[0])
        return parsed if isinstance(parsed, date) else None
    return day if day is not None else ask_tournament_day(source, text, answers)


def ask_tournament_day(source: Source, text: str, answers: Answers) -> date | None:
    """Return the answer on which day the games of a file were played, or None while it is open."""
    question = msg("{file} has no date. On which day were its games played?", file=source.name)
    if text:
        question = msg(
            '{file}: its date "{date}" cannot be read. On which day were its games played?',
            file=source.name, date=escape_unprintable(excerpt(text)),
        )  # fmt: skip
    return parse_day(answers.ask(Question((ONCE, source.digest, "day"), question, [], free_answer="date")))


# The opponent's number in a round with a bye.
NOBODY = 0
# The workbook's headings of a game with scores.
GAME = ("Date", "Player 1", "Score 1", "Player 2", "Score 2")


class Entry(NamedTuple):
    """A round in a player's row of a crosstable.

    Attributes:
        opponent: The opponent's number from 1, or NOBODY.
        score: The player's score, or None if it is missing.
        first: Whether the player began, or None if it is unknown.
        raw_result: The result as written in the file.
        scores: The scores of both players, if the row has them.
    """

    opponent: int
    score: int | None
    first: bool | None = None
    raw_result: str = ""
    scores: tuple[int, int] | None = None


class CrosstableRow(NamedTuple):
    """A player's row of a crosstable, or line of a file. A round without opponent or bye is None."""

    name: str
    line: int
    rounds: Sequence[Entry | None]


class PairedGame(NamedTuple):
    """A game from the rows of its two players. `player1` began, if that is known. A bye has no second player."""

    round: int
    line: int
    player1: str
    entry1: Entry
    player2: str
    entry2: Entry | None


def make_names_distinct(crosstable_rows: Sequence[CrosstableRow]) -> list[CrosstableRow]:
    """Append the number of the row to names that an earlier row has, since each row is a different player."""
    names: set[str] = set()
    unique = []
    for number, crosstable_row in enumerate(crosstable_rows, 1):
        if name_key(crosstable_row.name) in names:
            crosstable_row = crosstable_row._replace(name=f"{crosstable_row.name} ({number})")
        names.add(name_key(crosstable_row.name))
        unique.append(crosstable_row)
    return unique


# A function that returns what is wrong with a game between two entries, or a blank message if they agree.
Disagree = Callable[[Entry, Entry], Message]


@dataclass
class Pairings:
    """The games of a crosstable in the order of rounds, the wrong lines, and the games left out."""

    file: str
    crosstable_rows: Sequence[CrosstableRow]
    disagree: Disagree
    games: list[PairedGame] = field(default_factory=list)
    wrong: list[WrongLine] = field(default_factory=list)
    # The number of paired games without scores in each round.
    unplayed: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.crosstable_rows = make_names_distinct(self.crosstable_rows)
        number, playing = 0, list(enumerate(self.crosstable_rows, 1))
        while playing := [
            (position, crosstable_row) for position, crosstable_row in playing if number < len(crosstable_row.rounds)
        ]:
            for position, crosstable_row in playing:
                entry = crosstable_row.rounds[number]
                if entry is not None:
                    self._add_entry(number, position, crosstable_row, entry)
            number += 1

    def _add_entry(self, number: int, position: int, crosstable_row: CrosstableRow, entry: Entry) -> None:
        """Add the game of an entry, or report an error. The game is added once for both players."""
        if entry.opponent == NOBODY:
            self.games.append(PairedGame(number + 1, crosstable_row.line, crosstable_row.name, entry, BYE, None))
            return
        opponent = self.crosstable_rows[entry.opponent - 1] if entry.opponent <= len(self.crosstable_rows) else None
        if opponent is None or entry.opponent == position:
            message = msg("{player} plays against {player}", player=crosstable_row.name)
            if opponent is None:
                players = len(self.crosstable_rows)
                message = msg(
                    "opponent {opponent}: the list ends at player {last}", opponent=entry.opponent, last=players
                )
            self._add_error(number, crosstable_row, message)
            return
        opponent_entry = opponent.rounds[number] if number < len(opponent.rounds) else None
        names = {"player": crosstable_row.name, "opponent": opponent.name, "line": opponent.line}
        if opponent_entry is None or opponent_entry.opponent != position:
            other_opponent = (
                msg("nobody")
                if opponent_entry is None or opponent_entry.opponent == NOBODY
                else self._name_of_player(opponent_entry.opponent)
            )
            message = msg("{player} played {opponent}, whose line {line} says {named}", **names, named=other_opponent)
            self._add_error(number, crosstable_row, message)
        elif position > entry.opponent:
            pass  # added with the opponent's row
        elif (
            entry.score is None
            and opponent_entry.score is None
            and not entry.raw_result
            and not opponent_entry.raw_result
        ):
            self.unplayed[number + 1] = self.unplayed.get(number + 1, 0) + 1
        elif (entry.score is None) != (opponent_entry.score is None):
            card_without_score, card_with_score = (
                (crosstable_row, opponent) if entry.score is None else (opponent, crosstable_row)
            )
            names = {"player": card_without_score.name, "opponent": card_with_score.name, "line": card_with_score.line}
            message = msg("{player} has no score, but {opponent} in line {line} has one", **names)
            self._add_error(number, card_without_score, message)
        elif objection := self.disagree(entry, opponent_entry):
            message = msg("{player} and {opponent} in line {line}: {problem}", **names, problem=objection)
            self._add_error(number, crosstable_row, message)
        elif (opponent_entry.first or entry.first is False) and not entry.first:
            self.games.append(
                PairedGame(number + 1, opponent.line, opponent.name, opponent_entry, crosstable_row.name, entry)
            )
        else:
            self.games.append(
                PairedGame(number + 1, crosstable_row.line, crosstable_row.name, entry, opponent.name, opponent_entry)
            )

    def _name_of_player(self, number: int) -> Message:
        if number > len(self.crosstable_rows):
            return msg("player {number}, who is not in the list", number=number)
        return verbatim(self.crosstable_rows[number - 1].name)

    def _add_error(self, number: int, crosstable_row: CrosstableRow, message: Message) -> None:
        self.wrong.append(
            WrongLine(self.file, crosstable_row.line, msg("round {number}", number=number + 1), "", message)
        )

    def iter_notes(self) -> Iterator[Message]:
        """Yield messages about the games that were left out."""
        rounds_played = {game.round for game in self.games if game.entry2 is not None}
        for number, games in self.unplayed.items():
            values = {"file": self.file, "number": number, "games": ngettext("{n:,} game", "{n:,} games", games)}
            if number in rounds_played:
                yield msg("{file}: round {number} is incomplete; {games} without scores left out.", **values)
            else:
                yield msg("{file}: round {number} is paired but not played; {games} without scores left out.", **values)


def make_player_rows(crosstable_rows: Sequence[CrosstableRow]) -> ImportedRows:
    """Return rows of the table Players for all rows of a crosstable, including those without games."""
    named_cards = [crosstable_row for crosstable_row in crosstable_rows if crosstable_row.name]
    return ImportedRows(
        {"Player": [crosstable_row.name for crosstable_row in named_cards]},
        [crosstable_row.line for crosstable_row in named_cards],
    )


def make_score_rows(games: Sequence[PairedGame], day_of: Callable[[PairedGame], CellValue]) -> ImportedRows:
    """Return rows of the table Games for games with scores. The scores of a bye are blank."""
    columns: dict[str, list[CellValue]] = {heading: [] for heading in GAME}
    for game in games:
        columns["Date"].append(day_of(game))
        columns["Player 1"].append(game.player1)
        columns["Score 1"].append(None if game.entry2 is None else game.entry1.score)
        columns["Player 2"].append(game.player2)
        columns["Score 2"].append(None if game.entry2 is None else game.entry2.score)
    return ImportedRows(columns, [game.line for game in games])


@dataclass(frozen=True)
class Division:
    """A division of a tournament: its crosstable, the players' ratings by name, and the wrong lines.

    Players meet only opponents of the same division.
    """

    crosstable_rows: Sequence[CrosstableRow]
    wrong: Sequence[WrongLine] = ()
    ratings: Mapping[str, CellValue] = field(default_factory=dict)


def read_divisions(
    source: Source,
    format: Message,
    kind: str,
    divisions: Sequence[Division],
    day: date | None,
    disagree: Disagree = lambda entry, opponent_entry: BLANK,
) -> ImportedFile:
    """Return the players and the games with scores of all divisions of a tournament on one day."""
    games: list[PairedGame] = []
    wrong: list[WrongLine] = []
    notes = [msg("{file}: {format}, {encoding}.", file=source.name, format=format, encoding=source.encoding)]
    for division in divisions:
        pairings = Pairings(source.name, division.crosstable_rows, disagree)
        games += pairings.games
        wrong += [*division.wrong, *pairings.wrong]
        notes.extend(pairings.iter_notes())
    crosstable_rows = [crosstable_row for division in divisions for crosstable_row in division.crosstable_rows]
    tables = {"Players": make_player_rows(crosstable_rows), "Games": make_score_rows(games, lambda game: day)}
    ratings = {name: rating for division in divisions for name, rating in division.ratings.items()}
    return ImportedFile(
        source.name,
        format,
        tables,
        notes,
        wrong,
        {crosstable_row.name: crosstable_row.line for crosstable_row in crosstable_rows},
        ratings,
        kind=kind,
    )
