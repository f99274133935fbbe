"""FIDE tournament reports, TRF16 and TRF26: a line a player, in fixed columns.

Source: FIDE Handbook C.04 annex 2, "Agreed general Data-Exchange Format for tournament results" (TRF16). TRF26 keeps
the columns of player lines. Trailing blanks are often cut.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from itertools import islice

from xladdin.cells.table import CellValue
from xladdin.imports.days import told_day
from xladdin.imports.material import Incoming, IncomingRows, Options, WrongLine, day_wanted
from xladdin.imports.pairings import NOBODY, Entry, PairedGame, Pairings, PlayerCard
from xladdin.imports.source import Source

PLAYER, TOURNAMENT, START, ROUND_DATES = "001", "012", "042", "132"
"""The first letters of each kind of line."""
RANK, NAME, RATING = slice(4, 8), slice(14, 47), slice(48, 52)
"""Columns 5-8, 15-47 and 49-52 of a player's line."""
FIRST_ROUND, ROUND_WIDTH = 91, 10
OPPONENT, COLOUR, RESULT, ROUND_DATE = slice(0, 4), 5, 7, slice(0, 8)
"""Places within the ten columns of a round. The first round begins at column 92."""
WHITE, BLACK = "w", "b"

RATED, UNRATED, FORFEIT = "", "Unrated", "Forfeit"
"""The kinds of game, in the words of the column Kind of a workbook."""
POINTS = {
    "1": (RATED, 2), "=": (RATED, 1), "0": (RATED, 0),
    "W": (UNRATED, 2), "D": (UNRATED, 1), "L": (UNRATED, 0),
    "+": (FORFEIT, 2), "-": (FORFEIT, 0),
}  # fmt: skip
"""The kind of game and the half points of a result against an opponent."""
PRESENT, ABSENT = "FU", "HZ"
"""Results without an opponent: a full-point or allocated bye, and a half-point bye or none at all."""
RESULTS = {2: "(1-0)", 1: "(1/2-1/2)", 0: "(0-1)"}
"""Our results, by the half points of White."""
COMMENT = "###"
"""Some programs begin a report with a line that counts the columns."""
WRITE_DATE = "Write one into the file, as in the line 042 2006/10/01."
LOOKED_AT = 50
"""The number of lines that show a report."""
DayOf = Callable[[PairedGame], date]
_CODED = re.compile(r"[0-9]{3}(?: |\Z)")


def is_report(source: Source) -> bool:
    """Whether the file has lines of players, or begins with the name of a tournament, and all lines bear a code."""
    lines = list(islice(filter(_says_something, source.first_lines), LOOKED_AT))
    if not any(line.startswith((f"{PLAYER} ", f"{TOURNAMENT} ")) for line in lines):
        return False
    coded = sum(bool(_CODED.match(line)) or line[:2].isalpha() for line in lines)
    return bool(_CODED.match(lines[0])) and coded * 2 > len(lines)


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.startswith(COMMENT)


def read_report(source: Source, options: Options) -> Incoming:
    """The players and games of a tournament. Raises QuestionOpen if the file tells no date of a round."""
    wrong: list[WrongLine] = []
    cards: list[PlayerCard] = []
    ratings: dict[str, CellValue] = {}
    days: list[date | None] = []
    start = ""
    others: Counter[str] = Counter()
    numbers: dict[int, int] = {}
    for number, line in enumerate(source.lines, 1):
        code = line[:3]
        if code == PLAYER:
            card = _card(source.name, number, line, wrong)
            rank = line[RANK].strip()
            if not rank.isascii() or not rank.isdigit() or int(rank) in numbers:
                message = "the player's starting rank, columns 5-8, must be a number that no other player has"
                wrong.append(WrongLine(source.name, number, "starting rank", rank, message))
            else:
                numbers[int(rank)] = len(cards) + 1
            rating = line[RATING].strip()
            ratings[card.name] = int(rating) if rating.isascii() and rating.isdigit() and int(rating) else None
            cards.append(card)
        elif code == START:
            start = line[4:].strip()
        elif code == ROUND_DATES:
            days = [_short_date(text[ROUND_DATE].strip()) for text in _rounds(line)]
        elif code != TOURNAMENT and _says_something(line):
            others[code] += 1
    placed = [
        card._replace(rounds=[_by_position(entry, numbers, len(cards)) for entry in card.rounds]) for card in cards
    ]
    pairings = Pairings(source.name, placed, _disagreement)
    notes = [f"{source.name}: tournament report of FIDE, {source.encoding}.", *pairings.notes()]
    if others:
        notes.append(f"{source.name}: lines {', '.join(sorted(others))} left out: no games in them.")

    def day_of(game: PairedGame) -> date:
        told = days[game.round - 1] if game.round <= len(days) else None
        day = options.day or told
        if day is None and not start:
            question = f"{source.name}: has no date for round {game.round} (lines 132 and 042)."
            raise day_wanted(question, WRITE_DATE)
        return day or told_day(source.name, start, options, WRITE_DATE)

    return Incoming(
        source.name,
        "tournament report of FIDE",
        {"Games": _rows(pairings.games, day_of)},
        notes,
        [*wrong, *pairings.wrong],
        {card.name: card.line for card in cards},
        ratings,
    )


def _card(file: str, number: int, line: str, wrong: list[WrongLine]) -> PlayerCard:
    name = line[NAME].strip()
    rounds: list[Entry | None] = []
    for at, text in enumerate(_rounds(line), 1):
        opponent, colour, result = text[OPPONENT].strip(), text[COLOUR : COLOUR + 1], text[RESULT : RESULT + 1].upper()
        if opponent.strip("0") == "":
            rounds.append(Entry(NOBODY, None, said=result) if result in PRESENT and result else None)
            if result.strip() and result not in PRESENT + ABSENT + "-+":
                wrong.append(WrongLine(file, number, f"round {at}", result, f"{name} has a result and no opponent"))
        elif not opponent.isascii() or not opponent.isdigit() or (result.strip() and result not in POINTS):
            wrong.append(
                WrongLine(file, number, f"round {at}", text.strip(), "is not an opponent, a colour and a result")
            )
            rounds.append(None)
        else:
            first = {WHITE: True, BLACK: False}.get(colour)
            rounds.append(Entry(int(opponent), None, first, result.strip()))
    if not name:
        wrong.append(WrongLine(file, number, "name", "", "a player's line has no name in columns 15-47"))
    return PlayerCard(name, number, rounds)


def _rounds(line: str) -> list[str]:
    """The ten columns of each round, as far as the line reaches."""
    line = line.rstrip()
    return [line[at : at + ROUND_WIDTH] for at in range(FIRST_ROUND, len(line), ROUND_WIDTH)]


def _by_position(entry: Entry | None, numbers: dict[int, int], players: int) -> Entry | None:
    """The entry with the opponent's position among the lines instead of the starting rank."""
    if entry is None or entry.opponent == NOBODY:
        return entry
    return entry._replace(opponent=numbers.get(entry.opponent, players + entry.opponent))


def _disagreement(entry: Entry, other: Entry) -> str:
    if not entry.said or not other.said:
        return "one of them has no result"
    (kind, points), (other_kind, other_points) = POINTS[entry.said], POINTS[other.said]
    forfeited_by_both = kind == other_kind == FORFEIT and points == other_points == 0
    if kind != other_kind or (points + other_points != 2 and not forfeited_by_both):
        return f'results "{entry.said}" and "{other.said}" are not of one game'
    if entry.first is not None and entry.first == other.first:
        return "both have the same colour"
    return ""


def _rows(games: Sequence[PairedGame], day_of: DayOf) -> IncomingRows:
    columns: dict[str, list[CellValue]] = {heading: [] for heading in ("Date", "White", "Black", "Result", "Kind")}
    lines = []
    for game in games:
        kind, points = POINTS.get(game.entry1.said, (RATED, 0))
        if game.entry2 is not None and kind == FORFEIT and game.entry2.said == game.entry1.said:
            continue  # neither came
        columns["Date"].append(day_of(game))
        columns["White"].append(game.player1)
        columns["Black"].append(game.player2)
        columns["Result"].append(None if game.entry2 is None else RESULTS[points])
        columns["Kind"].append(None if game.entry2 is None else kind or None)
        lines.append(game.line)
    return IncomingRows(columns, lines)


def _short_date(text: str) -> date | None:
    """A date as in line 132, YY/MM/DD."""
    found = re.fullmatch(r"([0-9]{2})/([0-9]{2})/([0-9]{2})", text)
    try:
        return date(2000 + int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None
