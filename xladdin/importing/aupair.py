"""Read tournament files of AUPAIR, `.TOU`.

    *M01.10.2006 Title                          date dd.mm.yyyy
    *Section
     200 Word                                   high word, begins with a blank
    Mark Nyman           2488  16 2458  +4      name in 20 columns, then score and opponent of each round
    *** END OF FILE ***

A score has three digits behind the outcome, 2 for a win, 1 for a tie and a blank for a loss, and is modulo 1000. The
opponent's number is right-justified in 3 columns, in 4 above 99 players, with + if the player began. Players who are
their own opponent have a bye. Real files put single blanks between the fields, and some do not fill up the names with
blanks. Source: imports of .tou files by the federations' rating programs, and their files.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from xladdin.importing.pairings import (
    NOBODY,
    CrosstableRow,
    Division,
    Entry,
    ask_tournament_day,
    make_names_distinct,
    read_divisions,
)
from xladdin.importing.questions import Answers, ImportedFile, WrongLine
from xladdin.importing.source import Source
from xladdin.messages import BLANK, Message, msg

TITLE = re.compile(r"\*M(?P<day>[0-9]{1,2})\.(?P<month>[0-9]{1,2})\.(?P<year>[0-9]{4})\b(?P<title>.*)")
SECTION, HIGH_WORD, END = "*", " ", "*** END OF FILE ***"
NAME_WIDTH = 20
_SCORE = r"(?:(?P<outcome>[012])(?P<score>[0-9]{3})|"
# A round with blanks between the fields.
SPACED = re.compile(_SCORE + r"(?P<lost>[0-9]{1,3}))\s+(?P<opponent>\+?\s?[0-9]{1,3})(?=\s|\Z)")
# A round without blanks between the fields.
NARROW, WIDE = (re.compile(f"{_SCORE} (?P<lost>[ 0-9]{{3}}))(?P<opponent>[+ 0-9]{{{width}}})") for width in (3, 4))
# Score and opponent are right-justified in their columns. AUPAIR writes numbers without blanks.
_OPPONENT, _LOST_SCORE = re.compile(r"[+\s]*[0-9]+"), re.compile(" *[0-9]*")
_BLANKS_BEFORE_NUMBER = re.compile(r"\s+(?=[0-9])")
# With up to this many players, an opponent's number takes three columns.
MAX_NARROW_ROUNDS = 99
WIN, TIE, LOSS = "2", "1", "0"
OUTCOMES = {WIN: 1, TIE: 0, LOSS: -1}
OUTCOME_NAMES = {WIN: msg("win"), TIE: msg("tie"), LOSS: msg("loss")}
NOT_A_PLAYER_LINE = msg(
    "is not an AUPAIR player line (a name in 20 columns, then the score and opponent of each round)"
)


def is_tournament(source: Source) -> bool:
    """Return whether the first line is an AUPAIR title."""
    return TITLE.match(next(filter(None, source.first_lines), "")) is not None


def read_tournament(source: Source, answers: Answers) -> ImportedFile:
    """Read all sections of a tournament. Asks for its date if the file's date is invalid."""
    lines = list(enumerate(source.lines, 1))
    start = next(index for index, (_, line) in enumerate(lines) if line)
    day = _read_day(source, lines[start][1], answers)
    sections: list[list[tuple[int, str]]] = []
    has_end = False
    for number, line in lines[start + 1 :]:
        if line.strip() == END:
            has_end = True
            break
        if line.startswith(SECTION):
            sections.append([])
        elif line.strip() and not line.startswith(HIGH_WORD):
            sections = sections or [[]]
            sections[-1].append((number, line))
    divisions = []
    for section in sections:
        wrong: list[WrongLine] = []
        crosstable_rows = [
            _parse_row(source.name, number, line, position, len(section), wrong)
            for position, (number, line) in enumerate(section, 1)
        ]
        divisions.append(Division(make_names_distinct(crosstable_rows), wrong))
    imported_file = read_divisions(source, msg("AUPAIR tournament"), "AUPAIR", divisions, day, _find_disagreement)
    if not has_end:
        message = msg("{file}: the last line, {end}, is missing. Is the file complete?", file=source.name, end=END)
        imported_file = replace(imported_file, notes=[*imported_file.notes, message])
    return imported_file


def _read_day(source: Source, title: str, answers: Answers) -> date | None:
    match = TITLE.match(title)
    assert match is not None
    try:
        return date(int(match["year"]), int(match["month"]), int(match["day"]))
    except ValueError:
        return ask_tournament_day(source, title.partition(" ")[0][2:], answers)


def _parse_row(file: str, number: int, line: str, position: int, players: int, wrong: list[WrongLine]) -> CrosstableRow:
    name, text = line[:NAME_WIDTH].strip(), line[NAME_WIDTH:].rstrip()
    tight = NARROW if players <= MAX_NARROW_ROUNDS else WIDE
    fields = _match_rounds(text, SPACED, blanks=True) or _match_rounds(text, tight)
    if not fields or any(map(str.isdigit, name)):
        name, fields = next(_parse_unpadded(line, tight), (name, fields))
    if not name or (text and not fields):
        wrong.append(WrongLine(file, number, "", line.strip(), NOT_A_PLAYER_LINE))
    return CrosstableRow(name, number, [_read_entry(field, position) for field in fields])


def _parse_unpadded(line: str, tight: re.Pattern[str]) -> Iterator[tuple[str, list[re.Match[str]]]]:
    """Yield the possible names and rounds of a line whose name is not padded with blanks to 20 columns."""
    for blank in _BLANKS_BEFORE_NUMBER.finditer(line):
        name = line[: blank.start()].strip()
        text = line[blank.end() :].rstrip()
        fields = (
            _match_rounds(text, SPACED, blanks=True) or _match_rounds(text, tight) or _match_rounds(f" {text}", tight)
        )
        if name and fields and "  " not in name:
            yield name, fields


def _match_rounds(text: str, pattern: re.Pattern[str], *, blanks: bool = False) -> list[re.Match[str]]:
    """Return a match for each round, or an empty list if the text contains anything else."""
    fields = []
    offset = 0
    while offset < len(text):
        if blanks and text[offset].isspace():
            offset += 1
            continue
        field = pattern.match(text, offset)
        if (
            field is None
            or not _OPPONENT.fullmatch(field["opponent"])
            or not _LOST_SCORE.fullmatch(field["lost"] or "")
        ):
            return []
        fields.append(field)
        offset = field.end()
    return fields


def _read_entry(field: re.Match[str], position: int) -> Entry | None:
    outcome = field["outcome"] or LOSS
    opponent = int(re.sub("[+ ]", "", field["opponent"]))
    score = int((field["score"] or field["lost"]).strip() or 0)
    if opponent in (position, NOBODY):
        # A win without an opponent is a bye, and any other outcome an absence.
        return Entry(NOBODY, score, raw_result=WIN) if outcome == WIN else None
    return Entry(opponent, score, True if "+" in field["opponent"] else None, outcome)


def _find_disagreement(entry: Entry, opponent_entry: Entry) -> Message:
    assert entry.score is not None and opponent_entry.score is not None
    won = (entry.score > opponent_entry.score) - (entry.score < opponent_entry.score)
    if OUTCOMES[entry.raw_result] == won and OUTCOMES[opponent_entry.raw_result] == -won:
        return BLANK
    return msg(
        "scores {score} and {other_score} do not match {result} and {other_result}",
        score=entry.score,
        other_score=opponent_entry.score,
        result=OUTCOME_NAMES[entry.raw_result],
        other_result=OUTCOME_NAMES[opponent_entry.raw_result],
    )
