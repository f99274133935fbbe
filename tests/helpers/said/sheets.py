"""Every figure on the sheets of a workbook."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from python_calamine import CalamineWorkbook

from tests.helpers.said.figures import RECORD_HEADINGS, UNRANKED, Figure, crossed, evening, figure, rating, record
from xladdin.systems.system import RatingSystem

Rows = Sequence[Sequence[Any]]


def sheets_of(book: Path) -> dict[str, Rows]:
    """The values of every sheet by its name."""
    workbook = CalamineWorkbook.from_path(book)
    return {name: workbook.get_sheet_by_name(name).to_python(skip_empty_area=False) for name in workbook.sheet_names}


def block(rows: Rows, first: str, *, after: str = "") -> Iterator[dict[str, Any]]:
    """Lines below a row of headings, by heading, to the end of the sheet.

    Of equal headings the first one from `first` on counts. Nothing counts to the left of the heading `after`.
    """
    top = next(number for number, row in enumerate(rows) if first in row and (not after or after in row))
    headings = list(rows[top])
    start = max(at for at, heading in enumerate(headings[: headings.index(first) + 1]) if heading == after or not at)
    for row in rows[top + 1 :]:
        line: dict[str, Any] = {}
        for heading, cell in list(zip(headings, row))[start:]:
            line.setdefault(str(heading), cell)
        yield line


def names_on(sheets: dict[str, Rows]) -> list[str]:
    """The players of the workbook."""
    return [str(row[0]) for row in sheets["Players"][3:] if row[0]]


def of_sheets(sheets: dict[str, Rows], names: Sequence[str], system: RatingSystem) -> Iterator[Figure]:
    """What the sheets of a recalculated workbook say."""
    yield from _lists(sheets, names, system)
    yield from _season(sheets, names, system)


def _lists(sheets: dict[str, Rows], names: Sequence[str], system: RatingSystem) -> Iterator[Figure]:
    for line in block(sheets["Players"], "Rating"):
        if line["Player"]:
            yield from figure("Players", line["Player"], "rating", line["Rating"])
            yield from figure("Players", line["Player"], "games in all", line.get("Games", line.get("Events")))
    for sheet in ("Standings", "Weekly sheet", "Ladder", "Championship"):
        for line in block(sheets[sheet], "Player") if sheet in sheets else ():
            name = line["Player"]
            if name not in names or line.get("Rating") == "":
                continue
            if "Rating" in line:
                yield from rating(sheet, name, line["Rating"])
            if sheet != "Championship" and "Rank" in line:
                yield from figure(sheet, name, "rank", line["Rank"] or UNRANKED)
            yield from figure(sheet, name, "change", line.get("Change"))
            for heading in RECORD_HEADINGS:
                if heading in line:
                    yield from record(sheet, name, "season", line[heading], system)
            yield from figure(sheet, name, "season spread", line.get("Spread"))
            yield from figure(sheet, name, "season for", line.get("Average for", line.get("For")))
            yield from figure(sheet, name, "season against", line.get("Average against", line.get("Against")))
            if sheet == "Standings":
                games = next(line[heading] for heading in ("Games in all", "Games", "Events") if heading in line)
                yield from figure(sheet, name, "games in all", games)
                yield from figure(sheet, name, "last played", line["Last played"])
    headings, *rows = [
        row for row in sheets["Rating history"] if "Date" in row or any(isinstance(c, date) for c in row)
    ]
    first = list(headings).index("Date")
    for number, row in enumerate(rows):
        for name, cell in list(zip(headings, row))[first + 1 :]:
            if name in names and system.log_schema.is_paired:
                yield from figure("Rating history", (name, row[first]), "rating then", cell)
            if name in names and number == 0 and _is_up_to_date(sheets, name, row[first]):
                yield from figure("Rating history", name, "rating", cell)


def _is_up_to_date(sheets: dict[str, Rows], name: str, day: date) -> bool:
    """Whether the player was there on the last day of the history, so that no adjustment came since then."""
    lines = (line for line in block(sheets["Standings"], "Player") if line["Player"] == name)
    return any(line["Last played"] == day for line in lines)


def _of_all_time(records: Rows, heading: str) -> Any:
    """The best of all time of a kind: below the season's if there is one, else the season's first."""
    lines = [(row[1], row[2]) for row in records if (len(row) > 2 and row[2] != "") or heading in row]
    begin = next((number for number, line in enumerate(lines) if line[0] == heading), None)
    if begin is None:
        return ""
    end = next((n for n in range(begin + 1, len(lines)) if lines[n][0] not in ("", "All time")), len(lines))
    best = dict(reversed(lines[begin:end]))
    return best.get("All time", best[heading])


def _season(sheets: dict[str, Rows], names: Sequence[str], system: RatingSystem) -> Iterator[Figure]:
    kind = system.log_schema
    rows = [row for row in sheets["Crosstable"] if any(cell != "" for cell in row)]
    headings = next(row for row in rows if "All" in row)
    players = {row[0]: row[1] for row in rows if row[1] in names}
    for row, below in zip(rows, [*rows[1:], ()]):
        if row[1] in names:
            for heading, cell, spread in list(zip(headings, row, below or row))[2:]:
                other = players.get(heading, heading)
                yield from crossed("Crosstable", row[1], other, cell, spread if kind.has_spread else "", system)
    day = "Session" if kind.is_paired else "Event"
    sessions = [line for line in block(sheets["Records"], "Players", after=day) if line[day] != ""]
    for line in sessions:
        yield from figure("Records", line[day], "players there", line["Players"])
        yield from figure("Records", line[day], "games there", line.get("Games"))
    if kind.is_paired:
        yield from figure("Records", "club", "sessions of the season", float(len(sessions)))
        yield from figure("Records", "club", "games of the season", float(sum(line["Games"] for line in sessions)))
        text = "\n".join(map(_text, (sheets.get(name, ()) for name in ("Start", "Scoreboard", "Ladder"))))
        for players, games in re.findall(r"(\d+) players · (\d+) games?$", text, re.MULTILINE):
            yield from figure("Scoreboard", sessions[0][day], "players there", players)
            yield from figure("Scoreboard", sessions[0][day], "games there", games)
        for games, players in re.findall(r"^(\d+), by (\d+) players?$", text, re.MULTILINE):
            yield from figure("Start", sessions[0][day], "players there", players)
            yield from figure("Start", sessions[0][day], "games there", games)
    for sheet in ("Weekly sheet", "Championship"):
        text = _text(sheets.get(sheet, ()))
        for games in re.findall(r"^(?:This s|S)eason.* · (\d+) games?$", text, re.MULTILINE):
            yield from figure(sheet, "club", "games of the season", games)
    said = _text((*sheets["Standings"], *sheets["Start"]))
    for games in re.findall(r"· (\d+) \w+ · recalculated|^Club ratings .*, (\d+) \w+ since", said, re.MULTILINE):
        yield from figure(f"Standings and Start {games}", "club", "games of all time", "".join(games))
    for heading, what in (("Games won in a row", "longest won in a row"), ("Most games", "most games")):
        yield from figure("Records", "club", what, _of_all_time(sheets["Records"], heading))
    report = {row[0]: row[1] for row in sheets.get("Season report", ())}
    yield from figure("Season report", "club", "games of the season", report.get("Games"))
    yield from figure("Season report", "club", "sessions of the season", report.get("Sessions"))
    (top,) = [number for number, row in enumerate(sheets["Start"]) if "Top five" in row]
    column = list(sheets["Start"][top]).index("Top five")
    for rank, name, new in (row[column : column + 3] for row in sheets["Start"][top + 1 : top + 6]):
        if name != "":
            yield from figure("Start", name, "rank", rank)
            yield from rating("Start", name, new)
    for line in block(sheets["Scoreboard"], "Player", after="Player"):
        if line["Player"] in names:
            yield from evening("Scoreboard", line["Player"], line, system)
            yield from figure("Scoreboard", line["Player"], "evening spread", line.get("Spread"))


def _text(rows: Rows) -> str:
    return "\n".join(str(cell) for row in rows for cell in row)
