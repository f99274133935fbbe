"""Headings that report sheets had in earlier versions, so that a sheet of ours is known for ours whatever its age.

A recalculation writes values alone, and a column keeps the format that it was made with. So an earlier sheet keeps its
columns: each takes what today's column of the same figures holds, and today's heading where only the word is another.
Columns that have come since are on today's template, to which `xladdin renew` brings a workbook.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Union

from xladdin.cells.table import Area, CellValue
from xladdin.cells.text import is_blank, shown
from xladdin.reports.season.records import RecordLine
from xladdin.reports.standings import StandingsLine
from xladdin.workbook.report_sheets.blocks.layout import (
    HEADING_ROW,
    HEADLINE_ROW,
    NUMBERED,
    Anchor,
    ReportBlock,
    SheetLayout,
)
from xladdin.workbook.schema import CHAMPIONSHIP, LADDER, PAR_SCORES, RECORDS, SCOREBOARD, STANDINGS, WEEKLY_SHEET

Heading = Union[str, "tuple[Any, ...]"]
"""A heading that stands today, too; or an earlier one, then today's columns that it holds, by heading or figure."""


class EarlierBlock(NamedTuple):
    """Columns side by side as they stood on a sheet, from `column` on.

    now: the number of today's block; half: 1 or 2 where its list was in two halves; below: the column of today, by its
    heading, whose words stood below the row.
    """

    headings: Sequence[Heading]
    column: int = 1
    now: int = 0
    half: int = 0
    below: str = ""


class EarlierSheet(NamedTuple):
    """A sheet as an earlier version made it.

    lines: the column of each group of lines of words; lines_high: how many there are in each, as today where 0.
    """

    sheet: str
    blocks: tuple[EarlierBlock, ...]
    heading_row: int = HEADING_ROW
    lines: tuple[int, ...] = ()
    lines_high: int = 0


LEAST_HALF = 30
"""Lines that the left half of a list took before the right one was begun."""
_HOW = "How the change comes about"
_MARK: Heading = ("", StandingsLine.mark)
_MARKS: Heading = ("", StandingsLine.session_mark, StandingsLine.absence_mark)
_SESSION_MARK, _ABSENCE_MARK = ("", StandingsLine.session_mark), ("", StandingsLine.absence_mark)
_RATED: tuple[Heading, ...] = ("Rank", _MARK, "Player", "Old", "Change", "New")
_MARKED: tuple[Heading, ...] = ("Rank", _MARKS, "Player")
_MARKED_LIST: tuple[Heading, ...] = (*_MARKED, "Old", "Change", "New")
_WON = ("Won", "Lost", "Tied")
_MEANS = ("Spread", "Average for", "Average against")
_SEASON = (*_MEANS, "Last played")
_CAMPERS: tuple[Heading, ...] = ("Rank", _MARK, "Player", "Group", "Old", "Change", "New")
_WORLD: tuple[Heading, ...] = (
    "Rank", _MARK, "Player", "Nation", "Old", "Change", "New", "Events", "Last played",
)  # fmt: skip
_NATIONS = ("Nation", "Player", "Rating")
_RECORD: tuple[Heading, ...] = ("Record", ("", RecordLine.value), "Player")
_SCORES = ("Player 1", "Score 1", "Player 2", "Score 2")
_FIGURES = ("Rating 1", "Rating 2", "Change 1", "Change 2")
_GAME = (*_SCORES, *_FIGURES)
_CHESS_GAME = ("White", "Result", "Black", "White rating", "Black rating", "White change", "Black change")
_SESSION = ("Spread", "Old", "Plain sum", "List takes", "New")
_CHESS_SESSION = ("Player", "Won", "Drawn", "Lost", "Old", "List takes", "New")
_HALF: tuple[Heading, ...] = (
    "Rank", "Player", _SESSION_MARK, "Rating", _ABSENCE_MARK, "Won", "Lost", "For", "Against",
)  # fmt: skip


def _with_words(first: str) -> tuple[str, ...]:
    """The first player's column of a time when the words below a game began in it."""
    return (first, "", first)


def _halves(headings: Sequence[Heading], second: int) -> tuple[EarlierBlock, ...]:
    return EarlierBlock(headings, half=1), EarlierBlock(headings, second, half=2)


def _scoreboards(game: Sequence[str], session: Sequence[Heading]) -> Iterator[EarlierSheet]:
    """With a column of their own for the words, and without, both before the par game and before the words `How`."""
    first, *others = game
    forms: tuple[tuple[Heading, ...], ...] = (("", *game), (_with_words(first), *others))
    for games in forms:
        second = EarlierBlock(session, len(games) + 2, 1)
        yield EarlierSheet(SCOREBOARD, (EarlierBlock(games, below=_HOW), second), lines=(1,))


EARLIER: tuple[EarlierSheet, ...] = (
    EarlierSheet(STANDINGS, (EarlierBlock((*_RATED, *_WON, *_MEANS, "Games in all", "Last played")),)),
    EarlierSheet(STANDINGS, (EarlierBlock((*_RATED, "Games in all", *_WON, *_SEASON)),)),
    EarlierSheet(STANDINGS, (EarlierBlock((*_RATED, ("", StandingsLine.list_mark), "Games in all", *_WON, *_SEASON)),)),
    EarlierSheet(STANDINGS, (EarlierBlock((*_MARKED_LIST, "Won", "Lost", *_MEANS, "Games in all", "Last played")),)),
    EarlierSheet(STANDINGS, (EarlierBlock((*_MARKED_LIST, "Games in all", "Won", "Lost", *_SEASON)),)),
    EarlierSheet(
        STANDINGS,
        (
            EarlierBlock(
                (
                    "Rank",
                    "Player",
                    "Old",
                    "Change",
                    _SESSION_MARK,
                    "New",
                    _ABSENCE_MARK,
                    "Games in all",
                    "Won",
                    "Lost",
                    *_SEASON,
                )
            ),
        ),
    ),
    EarlierSheet(STANDINGS, (EarlierBlock((*_CAMPERS, "Won", "Drawn", "Lost", "Games", "Last played")),)),
    EarlierSheet(STANDINGS, (EarlierBlock((*_CAMPERS, "Games", "Won", "Drawn", "Lost", "Last played")),)),
    *(
        EarlierSheet(STANDINGS, (EarlierBlock(_WORLD), EarlierBlock((rank, *_NATIONS), 11, 1)), lines=(1,))
        for rank in (("In nation", "Rank"), "Rank")
    ),
    *_scoreboards(_GAME, ("Player", *_WON, *_SESSION, "How")),
    *_scoreboards(_GAME, ("Player", *_WON, *_SESSION)),
    *_scoreboards(_GAME, ("Player", *_WON[:2], *_SESSION)),
    *_scoreboards((*_SCORES, "Par game", *_FIGURES), ("Player", *_WON[:2], *_SESSION)),
    *_scoreboards(_CHESS_GAME, _CHESS_SESSION),
    *(
        EarlierSheet(
            SCOREBOARD,
            (EarlierBlock((place, "Player", "Nation", score, "Old", "Change", "New", "Change in words")),),
            lines=(1,),
        )
        for place, score in ((("Place", "Rank"), ("Percentile", "Score")), ("Rank", "Score"))
    ),
    EarlierSheet(CHAMPIONSHIP, (EarlierBlock(("Rank", "Player", "Points", "Games", *_WON, "Spread")),), lines=(1,)),
    EarlierSheet(
        LADDER,
        (EarlierBlock(("Place", ("", "Mark"), "Player", "Rating", "Change", "Won", "Drawn", "Lost")),),
        lines=(1,),
    ),
    EarlierSheet(
        WEEKLY_SHEET,
        _halves((*_MARKED, "Rating", "Won", "Lost", "For", "Against"), 10),
        heading_row=12,
        lines=(1, 10),
        lines_high=7,
    ),
    EarlierSheet(WEEKLY_SHEET, _halves(_HALF, 11), heading_row=18, lines=(1, 11), lines_high=7),
    EarlierSheet(PAR_SCORES, (EarlierBlock(("Rating difference", *map(str, range(450, 901, 50)))),)),
    *(
        EarlierSheet(RECORDS, (EarlierBlock((*_RECORD, *record, "Date")), EarlierBlock(sessions, 8, 2)), lines=(1,))
        for record, sessions in (
            (("Opponent", "Score"), ("Session", "Players", "Games", "Mean score")),
            (("Opponent", "Ratings"), ("Session", "Players", "Games")),
            (("Event", "Ratings"), ("Event", "Date", "Players")),
        )
    ),
    *(
        EarlierSheet(
            RECORDS,
            (EarlierBlock(record), EarlierBlock(record, 8, 1), EarlierBlock(sessions, 15, 2)),
            heading_row=HEADING_ROW + 1,
            lines=(1,),
        )
        for record, sessions in (
            ((*_RECORD, "Opponent", "Score", "Date"), ("Session", "Players", "Games", "Mean score")),
            ((*_RECORD, "Opponent", "Ratings", "Date"), ("Session", "Players", "Games")),
            ((*_RECORD, "Event", "Ratings", "Date"), ("Event", "Date", "Players")),
        )
    ),
)
"""All of them, each from a workbook that was given to a club."""


@dataclass(frozen=True)
class Form:
    """A way in which a report sheet may stand in a workbook.

    anchors: its blocks and lines; areas: what belongs there; renamed: by the name of a block, headings that are
    written anew, by their place in it.
    """

    anchors: Sequence[Anchor]
    areas: Sequence[Area]
    renamed: dict[str, dict[int, str]]


def forms(layout: SheetLayout, areas: Sequence[Area]) -> Iterator[Form]:
    """Today's form of a sheet, then the earlier ones that this system's sheet may have."""
    yield Form(layout.anchors, [replace(area, rows=[row[: area.width] for row in area.rows]) for area in areas], {})
    for earlier in EARLIER:
        if earlier.sheet == layout.sheet:
            columns = [_columns_of(block, layout) for block in earlier.blocks]
            known = [found for found in columns if found is not None]
            if len(known) == len(columns):
                form = _form(layout, earlier, known, areas)
                yield form
                if any(form.renamed.values()):
                    yield _as_renamed(form)


def _columns_of(block: EarlierBlock, layout: SheetLayout) -> list[list[int]] | None:
    """For each earlier column the positions of today's columns; None where this system's sheet has no such."""
    if block.now >= len(layout.blocks):
        return None
    today = layout.blocks[block.now]
    found = [[_position(today, name) for name in _sources(heading)] for heading in block.headings]
    return None if any(-1 in positions for positions in found) else found


def _sources(heading: Heading) -> tuple[Any, ...]:
    return (heading,) if isinstance(heading, str) else heading[1:]


def _position(today: ReportBlock, name: Any) -> int:
    """Position of a column by its heading, else by its figure; -1 where there is none."""
    columns = (*today.former, *today.columns)
    by_heading = [column.heading for column in columns]
    figures = [column.figure for column in columns]
    among = by_heading if isinstance(name, str) else figures
    if name not in among:
        return -1
    number = among.index(name)
    return number + len(today.columns) if number < len(today.former) else number - len(today.former)


def _form(
    layout: SheetLayout, earlier: EarlierSheet, columns: Sequence[list[list[int]]], areas: Sequence[Area]
) -> Form:
    anchors, moved, renamed = [], [], {}
    for number, (block, positions) in enumerate(zip(earlier.blocks, columns)):
        today, name = layout.blocks[block.now], layout.name_of(number)
        headings = tuple(heading if isinstance(heading, str) else heading[0] for heading in block.headings)
        columns_of_today = (*today.columns, *today.former)
        new = [columns_of_today[own[0]].heading if len(own) == 1 else old for own, old in zip(positions, headings)]
        numbered = all(columns_of_today[position].kind in NUMBERED for position in positions[0])
        anchors.append(Anchor(name, layout.sheet, earlier.heading_row, block.column, headings, numbered, today.gaps))
        renamed[name] = {place: text for place, (old, text) in enumerate(zip(headings, new)) if old and old != text}
        for area in areas:
            if area.anchor == layout.name_of(block.now) and area.row == layout.first_row:
                values = area.rows[: len(area.rows) - area.foot]
                rows = list(_mapped(_half(values, block.half), positions, _words_position(today, block.below)))
                moved.append(
                    replace(
                        area, row=earlier.heading_row + 1, column=block.column, width=len(headings), rows=rows,
                        anchor=name, foot=0,
                    )
                )  # fmt: skip
    for number, column in enumerate(earlier.lines[: len(layout.lines)]):
        name = layout.name_of(number, "_line")
        anchors.append(Anchor(name, layout.sheet, HEADLINE_ROW, column))
        moved.extend(_words(area, column, earlier.lines_high) for area in areas if area.anchor == name)
    return Form(anchors, moved, renamed)


def _half(rows: Sequence[Sequence[CellValue]], half: int) -> Sequence[Sequence[CellValue]]:
    """The left or the right half of a list that went on to the right once the left one was full."""
    left = max(LEAST_HALF, (len(rows) + 1) // 2)
    return rows if not half else rows[:left] if half == 1 else rows[left:]


def _words_position(today: ReportBlock, heading: str) -> int:
    headings = [column.heading for column in today.columns]
    return headings.index(heading) if heading and heading in headings else -1


def _mapped(
    rows: Sequence[Sequence[CellValue]], columns: Sequence[list[int]], words: int
) -> Iterator[Sequence[CellValue]]:
    """Rows in the columns of an earlier sheet, and below each its words where they stood there."""
    for row in rows:
        yield tuple(_joined([row[position] for position in own if position < len(row)]) for own in columns)
        if 0 <= words < len(row) and row[words]:
            yield (row[words],)


def _words(area: Area, column: int, high: int) -> Area:
    """Lines of words where they stood: a headline, then one for what stands over two today."""
    if not high:
        return replace(area, row=HEADLINE_ROW, column=column)
    lines = [row[0] for row in area.rows]
    told = [(lines[0],), *((f"{what} {how}",) for what, how in zip(lines[1::2], lines[2::2]))] if lines else []
    return replace(area, row=HEADLINE_ROW, column=column, rows=told[:high], rows_owned=high)


def _as_renamed(form: Form) -> Form:
    """The same once its headings are written anew."""
    anchors = []
    for anchor in form.anchors:
        new = form.renamed.get(anchor.name, {})
        headings = tuple(new.get(place, heading or "") for place, heading in enumerate(anchor.headings))
        anchors.append(replace(anchor, headings=headings))
    return Form(anchors, form.areas, {})


def _joined(cells: Sequence[CellValue]) -> CellValue:
    """One cell of several: the one that holds something, or the texts side by side."""
    filled = [cell for cell in cells if not is_blank(cell)]
    return " ".join(map(shown, filled)) if len(filled) > 1 else next(iter(filled), None)
