"""Read a tournament's page of the World Diplomacy Database, pasted as text.

    Canuck Con 2006
    Date October 1, 2006 Place Vancouver
    Number of players19 Number of rounds4 Number of boards10
    Rank FirstName LastName Loc. Nat. Score
    1Micah KRABILL97.37

Cells are separated by tabs, or by nothing. The score is the percentile, (players + 0.5 - place) / players * 100, to two
decimals. Source: the page as sources of the Dip Pouch rating print it.
"""

import re

from xladdin.cells import CellValue
from xladdin.importing.pairings import read_or_ask_day
from xladdin.importing.questions import Answers, ImportedFile, ImportedRows, WrongLine
from xladdin.importing.source import Source
from xladdin.messages import msg, ngettext

# The lines with the date and place of an event, and with its numbers of players, rounds and boards.
DATE_AND_PLACE = re.compile(r"\s*Date\s*:?\s*(?P<date>.+?)\s*Place\s*:?\s*(?P<place>.*?)\s*")
SIZE = re.compile(
    r"\s*Number of players\s*:?\s*(?P<players>[0-9]{1,5})\s*Number of rounds\s*:?\s*(?P<rounds>[0-9]{1,3})"
    r"(?:\s*Number of boards\s*:?\s*(?P<boards>[0-9]{1,5}|-))?.*"
)
HEADINGS = re.compile(r"\s*Rank\s*First\s?Name\s*Last\s?Name.*Score\s*", re.IGNORECASE)
_SCORE = r"[0-9]{1,3}(?:[.,][0-9]{1,2})?"
RUN_TOGETHER = re.compile(rf"\s*(?P<place>[0-9]{{1,5}})\s*(?P<name>[^0-9\t].*?)\s*(?P<score>{_SCORE})\s*")
PLACE_CELL, SCORE_CELL = re.compile("[0-9]{1,5}"), re.compile(_SCORE)
# The most characters of a line. The lines of the page are shorter.
MAX_LINE_LENGTH = 500
FORMAT = msg("World Diplomacy Database page")
SOURCE_KIND = str(FORMAT)
# The words by which the title of a World Championship is recognized.
WORLDS = re.compile(r"\bWorld\b.*\bChampionship\b|\bWDC\b|\bWorld DipCon\b", re.IGNORECASE)
# The largest difference of a printed percentile from the one computed from the place, both rounded to two decimals.
PERCENTILE_TOLERANCE = 0.0051
NOT_A_RESULT_LINE = msg("is not a result line (rank, first name, last name, score)")


def is_page(source: Source) -> bool:
    """Return whether the page's two lines on date and size are near the top."""
    lines = [line[:MAX_LINE_LENGTH] for line in source.first_lines[:60]]
    return any(DATE_AND_PLACE.fullmatch(line) for line in lines) and any(SIZE.fullmatch(line) for line in lines)


def read_page(source: Source, answers: Answers) -> ImportedFile:
    """Read an event and its results. Asks for the date of the event if it cannot be read."""
    lines = [line[:MAX_LINE_LENGTH] for line in source.lines]
    date_line = next(number for number, line in enumerate(lines) if DATE_AND_PLACE.fullmatch(line))
    date_match = DATE_AND_PLACE.fullmatch(lines[date_line])
    size_line, size = next((n, match) for n, line in enumerate(lines) if (match := SIZE.fullmatch(line)))
    assert date_match is not None
    titles = [line.strip() for line in lines[:date_line] if line.strip()]
    title = titles[-1] if titles else ""
    day = read_or_ask_day(source, date_match["date"], answers, SOURCE_KIND)
    players = int(size["players"])
    wrong: list[WrongLine] = []
    if not title:
        wrong.append(WrongLine(source.name, date_line + 1, "", "", msg("the event's name is missing above its date")))
    results: dict[str, list[CellValue]] = {"Event": [], "Player": [], "Place": []}
    numbers = []
    for number, line in enumerate(lines[size_line + 1 :], size_line + 2):
        if not line.strip() or HEADINGS.fullmatch(line) or not line.strip()[0].isdigit():
            continue
        result = _parse_result(line)
        if result is None:
            wrong.append(WrongLine(source.name, number, "", line.strip(), NOT_A_RESULT_LINE))
            continue
        place, name, score = result
        percentile = (players + 0.5 - place) / players * 100 if players else 0
        if abs(score - percentile) > PERCENTILE_TOLERANCE:
            message = msg(
                "{player}: place {place} of {players} is a percentile of {percentile:.2f}, not {score:.2f}",
                player=name,
                place=place,
                players=players,
                percentile=percentile,
                score=score,
            )
            wrong.append(WrongLine(source.name, number, msg("Score"), "", message))
        for heading, cell in (("Event", title), ("Player", name), ("Place", place)):
            results[heading].append(cell)
        numbers.append(number)
    worlds = bool(WORLDS.search(title))
    boards = size["boards"]
    event: dict[str, list[CellValue]] = {
        "Event": [title],
        "Date": [day],
        "Players": [players],
        "Rounds": [int(size["rounds"])],
        "World Championship": ["Yes" if worlds else None],
        "Place": [date_match["place"] or None],
        "Boards": [int(boards) if boards and boards.isdigit() else None],
    }
    notes = [msg("{file}: {format}, {encoding}.", file=source.name, format=FORMAT, encoding=source.encoding)]
    if worlds:
        notes.append(msg("{event} counts as a World Championship.", event=title))
    if len(numbers) < players:
        notes.append(
            msg(
                "{event}: {n} of {players} listed.",
                event=title,
                n=len(numbers),
                players=ngettext("{n:,} player", "{n:,} players", players),
            )
        )
    names = {str(name): number for name, number in zip(results["Player"], numbers)}
    tables = {
        "Events": ImportedRows(event, [size_line + 1]),
        "Results": ImportedRows(results, numbers),
    }
    return ImportedFile(source.name, FORMAT, tables, notes, wrong, names, kind=SOURCE_KIND)


def _parse_result(line: str) -> tuple[int, str, float] | None:
    """Return the place, name and score of a line."""
    cells = [cell.strip() for cell in line.strip().split("\t")]
    if len(cells) >= 4 and PLACE_CELL.fullmatch(cells[0]) and SCORE_CELL.fullmatch(cells[-1]):
        return int(cells[0]), " ".join(f"{cells[1]} {cells[2]}".split()), float(cells[-1].replace(",", "."))
    match = RUN_TOGETHER.fullmatch(line.replace("\t", " "))
    if match is None:
        return None
    return int(match["place"]), " ".join(match["name"].split()), float(match["score"].replace(",", "."))
