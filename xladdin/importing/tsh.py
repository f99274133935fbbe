"""Read files of tsh, John Chew's program for Scrabble tournaments: a division (.t), or a whole tournament in one text.

Each player has a line: name, rating, the opponents' numbers, then the scores after a semicolon.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from xladdin.cells import CellValue
from xladdin.errors import WorkbookError
from xladdin.importing.pairings import (
    NOBODY,
    CrosstableRow,
    Division,
    Entry,
    make_names_distinct,
    read_divisions,
    read_or_ask_day,
)
from xladdin.importing.questions import Answers, ImportedFile, WrongLine
from xladdin.importing.source import Source, open_source
from xladdin.messages import msg, ngettext

# The last blank before the first number.
NAME_END = re.compile(r"\s(?=[0-9])")
RATING = re.compile(r"([0-9]{1,6})(?:\+[0-9]{1,6})*")
OPPONENT = re.compile("[0-9]{1,4}")
SCORE = re.compile("-?[0-9]{1,4}")
COMMENT = "#"
# The opponent of a round that is not paired yet.
UNPAIRED = "00"
ENCODING = "latin-1"

NOT_A_PLAYER_LINE = msg("is not a tsh player line (name, rating, opponents; scores)")
CONFIG = re.compile(
    r"(?:#\s*)?config\s+(?P<key>event_date|event_name)\s*=\s*(?P<quote>[\"'])(?P<value>.*)(?P=quote)\s*;?\s*"
)
# The kind of source, under which answers are remembered.
KIND = "tsh"


class TshLine(NamedTuple):
    """The parts of a player's line. Opponents and scores are texts, as written in the file."""

    name: str
    rating: int
    opponents: Sequence[str]
    scores: Sequence[str]


def parse_line(line: str) -> TshLine | None:
    """Return the parts of a player's line, or None for any other line."""
    head, _, fields = line.partition(";")
    name_end = NAME_END.search(head)
    if name_end is None or not head[: name_end.start()].strip():
        return None
    rating, *opponents = head[name_end.end() :].split()
    scores = fields.partition(";")[0].split()
    rating_match = RATING.fullmatch(rating)
    if rating_match is None or not all(map(OPPONENT.fullmatch, opponents)) or not all(map(SCORE.fullmatch, scores)):
        return None
    return TshLine(head[: name_end.start()].strip(), int(rating_match[1]), opponents, scores)


def is_division(source: Source) -> bool:
    """Return whether the first line after the comments is a player's line of tsh."""
    lines = (line for line in source.first_lines if line.strip() and not line.startswith(COMMENT))
    first = next(lines, "")
    return ";" in first and parse_line(first) is not None


def read_division(source: Source, answers: Answers) -> ImportedFile:
    """Read a single `.t` file. Asks for its date if no comment at the top has one."""
    division = parse_division(source.name, enumerate(source.lines, 1))
    has_games = any(crosstable_row.rounds for crosstable_row in division.crosstable_rows)
    day = read_or_ask_day(source, _find_event_date(source), answers, KIND) if has_games else None
    return read_divisions(source, msg("tsh division file"), KIND, [division], day)


def _find_event_date(source: Source) -> str:
    """Return the date of a comment at the top of the file, or ""."""
    matches = (CONFIG.fullmatch(line) for line in takewhile(lambda line: line.startswith(COMMENT), source.first_lines))
    return next((match["value"] for match in matches if match and match["key"] == "event_date"), "")


def parse_division(file: str, lines: Iterable[tuple[int, str]]) -> Division:
    """Return the players of a division, from its lines and their line numbers in the file."""
    crosstable_rows: list[CrosstableRow] = []
    ratings: list[CellValue] = []
    wrong = []
    for number, line in lines:
        if not line.strip() or line.startswith(COMMENT):
            continue
        player = parse_line(line)
        if player is None:
            wrong.append(WrongLine(file, number, "", line.strip(), NOT_A_PLAYER_LINE))
            # Opponents' numbers count this line too, so it needs a row.
            crosstable_rows.append(CrosstableRow(line.partition(";")[0].strip(), number, ()))
            ratings.append(None)
            continue
        ratings.append(player.rating or None)
        if len(player.scores) > len(player.opponents):
            scores = ngettext("{n:,} score", "{n:,} scores", len(player.scores))
            opponents = ngettext("{n:,} opponent", "{n:,} opponents", len(player.opponents))
            message = msg(
                "{player} has {scores} against {opponents}", player=player.name, scores=scores, opponents=opponents
            )
            wrong.append(WrongLine(file, number, "", "", message))
        points: list[str | None] = [*player.scores, *[None] * len(player.opponents)]
        crosstable_rows.append(CrosstableRow(player.name, number, list(map(_read_entry, player.opponents, points))))
    crosstable_rows = make_names_distinct(crosstable_rows)
    return Division(
        crosstable_rows,
        wrong,
        {crosstable_row.name: rating for crosstable_row, rating in zip(crosstable_rows, ratings)},
    )


def _read_entry(opponent: str, score: str | None) -> Entry | None:
    points = None if score is None else int(score)
    if opponent == UNPAIRED or (int(opponent) == NOBODY and (points is None or points <= 0)):
        return None  # the round is unpaired, or the player is absent
    return Entry(int(opponent), points)


def format_division(players: Sequence[tuple[str, CellValue, Sequence[Entry | None]]]) -> str:
    """Return the text of a division from the name, rating and rounds of each player.

    The number of a player is the position in `players`, from 1. Raises WorkbookError for a name that tsh would read
    in another way.
    """
    lines = []
    for name, rating, rounds in players:
        line = f"{name} {round(rating) if isinstance(rating, (int, float)) else 0}"
        parsed = parse_line(line)
        if parsed is None or parsed.name != name or name.startswith(COMMENT):
            raise WorkbookError(
                msg('The name "{name}" cannot be exported to tsh, where a number or ";" ends a name.', name=name)
            )
        opponents = " ".join("0" if entry is None else str(entry.opponent) for entry in rounds)
        scores = " ".join("0" if entry is None else str(entry.score) for entry in rounds)
        lines.append(f"{line} {opponents}; {scores}\n")
    return "".join(lines)


DIVISION = re.compile(r"division\s+(?P<name>\S+)\s+(?P<file>\S.*?)\s*", re.IGNORECASE)
BEGIN, END = re.compile(r"#\s*begin_file\s+name=(?P<file>\S.*?)\s*"), re.compile(r"#\s*end_file\b.*")
# The number of lines within which a configuration names its first division.
CONFIGURATION_LINES = 400
# The most characters of a line. Lines that xladdin exports are shorter.
MAX_LINE_LENGTH = 2000


def is_tournament(source: Source) -> bool:
    """Return whether the file is a configuration of tsh: it refers to a division's file, or includes a division."""
    return any(
        DIVISION.fullmatch(line) or BEGIN.fullmatch(line)
        for line in source.first_lines[:CONFIGURATION_LINES]
        if len(line) <= MAX_LINE_LENGTH
    )


def read_tournament(source: Source, answers: Answers) -> ImportedFile:
    """Read all divisions of a tournament. Asks for the date if it is missing.

    Raises WorkbookError if the file of a division is missing.
    """
    settings: dict[str, str] = {}
    division_by_file: dict[str, str] = {}
    included_lines: dict[str, list[tuple[int, str]]] = {}
    open_lines: list[tuple[int, str]] | None = None
    for number, line in enumerate(source.lines, 1):
        if len(line) > MAX_LINE_LENGTH and open_lines is None:
            continue
        if open_lines is not None:
            if END.fullmatch(line):
                open_lines = None
            else:
                open_lines.append((number, line))
        elif match := BEGIN.fullmatch(line):
            open_lines = included_lines.setdefault(match["file"], [])
        elif match := DIVISION.fullmatch(line):
            division_by_file[match["file"]] = match["name"]
        elif match := CONFIG.fullmatch(line):
            settings[match["key"]] = match["value"]
    if open_lines is not None:
        raise WorkbookError(
            msg("{file} ends within a division, without the line #end_file. Is it incomplete?", file=source.name)
        )
    day = read_or_ask_day(source, settings.get("event_date", ""), answers, KIND)
    files = division_by_file or dict.fromkeys(included_lines, "")
    divisions = [
        parse_division(source.name, included_lines[file])
        if file in included_lines
        else _read_companion_division(source, file, name)
        for file, name in files.items()
    ]
    name = settings.get("event_name", "")
    format = msg("tsh tournament {name}", name=name) if name else msg("tsh tournament")
    return read_divisions(source, format, KIND, divisions, day)


def _read_companion_division(source: Source, file: str, name: str) -> Division:
    """Return a division in another file of the same folder.

    Raises WorkbookError for a link and for a file of another folder, which could be any file of the computer.
    """
    is_elsewhere = any(sign in file for sign in "/\\:") or file.startswith(".")
    if source.folder is None or is_elsewhere or (source.folder / file).is_symlink():
        raise WorkbookError(
            msg(
                "{file}: the file of its division {division}, {name}, is missing. Import that file by itself.",
                file=source.name,
                division=name,
                name=file,
            )
        )
    companion = open_source(source.folder / file)
    return parse_division(companion.name, enumerate(companion.lines, 1))
