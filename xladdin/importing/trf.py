"""Read FIDE tournament reports, TRF16 and TRF26, which have one line for each player, in fixed columns.

Source: FIDE Handbook C.04 annex 2, "Agreed general Data-Exchange Format for tournament results" (TRF16). TRF26 keeps
the columns of player lines. Trailing blanks are often cut.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import islice

from xladdin.cells import CellValue
from xladdin.importing.pairings import (
    NOBODY,
    CrosstableRow,
    Entry,
    PairedGame,
    Pairings,
    make_names_distinct,
    make_player_rows,
    read_or_ask_day,
)
from xladdin.importing.questions import ONCE, Answers, ImportedFile, ImportedRows, Question, WrongLine, parse_day
from xladdin.importing.source import Source
from xladdin.importing.values import describe_order
from xladdin.messages import BLANK, Message, msg

# The first letters of each kind of line.
PLAYER, TOURNAMENT, START, ROUND_DATES = "001", "012", "042", "132"
# Columns 5-8, 15-47 and 49-52 of a player's line.
RANK, NAME, RATING = slice(4, 8), slice(14, 47), slice(48, 52)
FIRST_ROUND, ROUND_WIDTH = 91, 10
# Positions within the ten columns of a round. The first round begins at column 92.
OPPONENT, COLOUR, RESULT = slice(0, 4), 5, 7
WHITE, BLACK = "w", "b"

# The kinds of game, as the workbook's column Kind writes them.
RATED, UNRATED, FORFEIT = "", "Unrated", "Forfeit"
# The kind of game and the half points of a result against an opponent.
POINTS = {
    "1": (RATED, 2), "=": (RATED, 1), "0": (RATED, 0),
    "W": (UNRATED, 2), "D": (UNRATED, 1), "L": (UNRATED, 0),
    "+": (FORFEIT, 2), "-": (FORFEIT, 0),
}  # fmt: skip
# Results without an opponent: a full-point or pairing-allocated bye, and a half-point or zero-point bye.
PRESENT, ABSENT = "FU", "HZ"
# The workbook's results, by the half points of White.
RESULTS = {2: "(1-0)", 1: "(1/2-1/2)", 0: "(0-1)"}
# Some programs begin a report with a line that counts the columns.
COMMENT = "###"
# The number of lines from which a file is recognized as a report.
RECOGNIZED_LINES = 50
# A date in the line of round dates, and the orders of day, month and year to try.
_ROUND_DATE = re.compile(r"\d{2,4}[/.-]\d{1,2}[/.-]\d{2,4}")
_ORDERS = ("ymd", "dmy", "mdy")
# The most days between the start of a tournament and a round.
MAX_DAYS_APART = 90
FORMAT = msg("FIDE tournament report")
# The code at the beginning of a line.
_CODED = re.compile(r"[0-9]{3}(?: |\Z)")


def is_report(source: Source) -> bool:
    """Return whether a file is a report: it has a player's or tournament's line, and most lines begin with a code."""
    lines = list(islice(filter(_has_text, source.first_lines), RECOGNIZED_LINES))
    if not any(line.startswith((f"{PLAYER} ", f"{TOURNAMENT} ")) for line in lines):
        return False
    coded = sum(bool(_CODED.match(line)) or line[:2].isalpha() for line in lines)
    return (bool(_CODED.match(lines[0])) or lines[0].startswith("XX")) and coded * 2 > len(lines)


def _has_text(line: str) -> bool:
    return bool(line.strip()) and not line.startswith(COMMENT)


def read_report(source: Source, answers: Answers) -> ImportedFile:
    """Read the players and games of a tournament. Asks for the date of each round without one."""
    wrong: list[WrongLine] = []
    crosstable_rows: list[CrosstableRow] = []
    ratings: list[CellValue] = []
    round_days: dict[int, str] = {}
    start = ""
    unused_codes: Counter[str] = Counter()
    numbers: dict[int, int] = {}
    for number, line in enumerate(source.lines, 1):
        code = line[:3]
        if code == PLAYER:
            line = _align_columns(line)
            crosstable_row = _parse_row(source.name, number, line, wrong)
            rank = line[RANK].strip()
            if not rank.isascii() or not rank.isdigit() or int(rank) in numbers:
                message = msg("the player's starting rank, columns 5-8, must be a number that no other player has")
                wrong.append(WrongLine(source.name, number, msg("starting rank"), rank, message))
            else:
                numbers[int(rank)] = len(crosstable_rows) + 1
            rating = line[RATING].strip()
            ratings.append(int(rating) if rating.isascii() and rating.isdigit() and int(rating) else None)
            crosstable_rows.append(crosstable_row)
        elif code == START:
            start = line[4:].strip()
        elif code == ROUND_DATES:
            for match in _ROUND_DATE.finditer(line):  # some programs begin a column late, or write longer years
                round_days[round((match.start() - FIRST_ROUND) / ROUND_WIDTH) + 1] = match[0]
        elif code != TOURNAMENT and _has_text(line):
            unused_codes[code] += 1
    crosstable_rows = make_names_distinct(crosstable_rows)
    renumbered = [
        crosstable_row._replace(
            rounds=[_renumber_entry(entry, numbers, len(crosstable_rows)) for entry in crosstable_row.rounds]
        )
        for crosstable_row in crosstable_rows
    ]
    pairings = Pairings(source.name, renumbered, _find_disagreement)
    notes = [
        msg("{file}: {format}, {encoding}.", file=source.name, format=FORMAT, encoding=source.encoding),
        *pairings.iter_notes(),
    ]
    if unused_codes:
        notes.append(
            msg(
                "{file}: lines {codes} left out, because they contain no games.",
                file=source.name,
                codes=", ".join(sorted(unused_codes)),
            )
        )
    days = _decide_days(source, sorted({game.round for game in pairings.games}), round_days, start, answers)
    tables = {"Players": make_player_rows(crosstable_rows)}
    if pairings.games:
        tables["Games"] = _make_rows(pairings.games, days)
    line_by_player = {crosstable_row.name: crosstable_row.line for crosstable_row in crosstable_rows}
    rating_by_player = {crosstable_row.name: rating for crosstable_row, rating in zip(crosstable_rows, ratings)}
    return ImportedFile(
        source.name, FORMAT, tables, notes, [*wrong, *pairings.wrong], line_by_player, rating_by_player, kind="TRF"
    )


def _align_columns(line: str) -> str:
    """Return a player's line in columns of characters, if the program has counted the name in bytes of UTF-8."""
    extra = len(line.encode()) - len(line)
    if not extra or _is_in_columns(line):
        return line
    end = NAME.stop - extra
    aligned = line[:end] + " " * extra + line[end:]
    return aligned if _is_in_columns(aligned) else line


def _is_in_columns(line: str) -> bool:
    rating = line[RATING].strip()
    return line[NAME.stop : NAME.stop + 1] in (" ", "") and (not rating or rating.isdigit())


def _decide_days(
    source: Source, rounds: Sequence[int], texts: Mapping[int, str], start: str, answers: Answers
) -> dict[int, date | None]:
    """Return the date of each round.

    The order of day, month and year in dates with two-digit years is the one that is nearest to the tournament's start.
    """
    first = read_or_ask_day(source, start, answers, "TRF") if start else None
    orders = [order for order in _ORDERS if all(_parse_round_day(text, order) for text in texts.values())]
    if (
        len(orders) > 1
        and len({tuple(_parse_round_day(text, order) for text in texts.values()) for order in orders}) > 1
    ):
        near_orders = [order for order in orders if first and all(
            abs((day - first).days) <= MAX_DAYS_APART
            for text in texts.values() if (day := _parse_round_day(text, order)))]  # fmt: skip
        if len(near_orders) == 1:
            orders = near_orders
        else:
            first_three = [*texts.values()][:3]
            choices = [
                (order, describe_order(order, ", ".join(str(_parse_round_day(text, order)) for text in first_three)))
                for order in _ORDERS
                if order in orders
            ]
            text = msg("{file}: how are the dates of the rounds written?", file=source.name)
            order_chosen = answers.ask(Question(("source", "dates of rounds"), text, choices), "TRF")
            orders = [order_chosen] if order_chosen else orders
    days = {number: _parse_round_day(text, orders[0]) if orders else None for number, text in texts.items()}
    day_by_round: dict[int, date | None] = {}
    undated_rounds = [number for number in rounds if days.get(number) is None]
    if not texts and first is not None:
        return dict.fromkeys(rounds, first)  # a tournament of one day
    answer = ""
    if undated_rounds:
        round_list = ", ".join(map(str, undated_rounds))
        choices = [("before", msg("the day of the previous round"))] if texts or first else []
        text = msg("{file}: no date for round {rounds}. When was it?", file=source.name, rounds=round_list)
        answer = answers.ask(Question((ONCE, source.digest, "day of rounds"), text, choices, free_answer="date"))
    previous = first
    for number in rounds:
        previous = day_by_round[number] = days.get(number) or (previous if answer == "before" else parse_day(answer))
    return day_by_round


def _parse_round_day(text: str, order: str) -> date | None:
    parts = re.split("[/.-]", text)
    try:
        if len(parts[0]) == 4:
            return date(int(parts[0]), int(parts[1]), int(parts[2]))
        if len(parts[2]) == 4:
            parts = [parts[2], parts[1], parts[0]] if order != "mdy" else [parts[2], parts[0], parts[1]]
        elif order == "dmy":
            parts.reverse()
        elif order == "mdy":
            return None
        year, month, day = map(int, parts)
        return date(year if year > 99 else 2000 + year, month, day)
    except ValueError:
        return None


def _parse_row(file: str, number: int, line: str, wrong: list[WrongLine]) -> CrosstableRow:
    name = re.sub(r",(?=\S)", ", ", line[NAME].strip())
    rounds: list[Entry | None] = []

    def add_wrong(round_number: int, value: str, message: Message) -> None:
        wrong.append(WrongLine(file, number, msg("round {number}", number=round_number), value, message))

    for round_number, text in enumerate(_split_rounds(line), 1):
        opponent, colour, result = text[OPPONENT].strip(), text[COLOUR : COLOUR + 1], text[RESULT : RESULT + 1].upper()
        if opponent.strip("0") == "":
            rounds.append(Entry(NOBODY, None, raw_result=result) if result in PRESENT and result else None)
            if result.strip() and result not in PRESENT + ABSENT + "-+":
                add_wrong(round_number, result, msg("{player} has a result but no opponent", player=name))
        elif result and result in PRESENT + ABSENT:
            rounds.append(None)  # the game was paired but not played
        elif not opponent.isascii() or not opponent.isdigit() or (result.strip() and result not in POINTS):
            add_wrong(round_number, text.strip(), msg("is not an opponent, a colour and a result"))
            rounds.append(None)
        else:
            first = {WHITE: True, BLACK: False}.get(colour)
            rounds.append(Entry(int(opponent), None, first, result.strip()))
    if not name:
        wrong.append(WrongLine(file, number, msg("name"), "", msg("a player's line has no name in columns 15-47")))
    return CrosstableRow(name, number, rounds)


def _split_rounds(line: str) -> list[str]:
    """Return the ten columns of each round up to the end of the line."""
    line = line.rstrip()
    return [line[start : start + ROUND_WIDTH] for start in range(FIRST_ROUND, len(line), ROUND_WIDTH)]


def _renumber_entry(entry: Entry | None, numbers: dict[int, int], players: int) -> Entry | None:
    """Replace the opponent's starting rank in an entry by the position of the opponent's line."""
    if entry is None or entry.opponent == NOBODY:
        return entry
    return entry._replace(opponent=numbers.get(entry.opponent, players + entry.opponent))


def _find_disagreement(entry: Entry, opponent_entry: Entry) -> Message:
    if not entry.raw_result or not opponent_entry.raw_result:
        return msg("one of them has no result")
    (kind, points), (other_kind, other_points) = POINTS[entry.raw_result], POINTS[opponent_entry.raw_result]
    forfeited_by_both = kind == other_kind == FORFEIT and points == other_points == 0
    if points + other_points != 2 and not forfeited_by_both:
        return msg(
            'results "{result}" and "{other}" do not match',
            result=entry.raw_result,
            other=opponent_entry.raw_result,
        )
    if entry.first is not None and entry.first == opponent_entry.first:
        return msg("both have the same colour")
    return BLANK


def _make_rows(games: Sequence[PairedGame], days: Mapping[int, date | None]) -> ImportedRows:
    columns: dict[str, list[CellValue]] = {heading: [] for heading in ("Date", "White", "Black", "Result", "Kind")}
    lines = []
    for game in games:
        kind, points = POINTS.get(game.entry1.raw_result, (RATED, 0))
        opponent_kind = RATED if game.entry2 is None else POINTS.get(game.entry2.raw_result, (RATED, 0))[0]
        kind = kind or opponent_kind
        if game.entry2 is not None and kind == FORFEIT and game.entry2.raw_result == game.entry1.raw_result:
            continue  # neither player was present
        columns["Date"].append(days.get(game.round))
        columns["White"].append(game.player1)
        columns["Black"].append(game.player2)
        columns["Result"].append(None if game.entry2 is None else RESULTS[points])
        columns["Kind"].append(None if game.entry2 is None else kind or None)
        lines.append(game.line)
    return ImportedRows(columns, lines)
