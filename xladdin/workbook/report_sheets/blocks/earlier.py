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
from xladdin.reports.standings import StandingsLine
from xladdin.workbook.report_sheets.blocks.layout import (
    HEADING_ROW,
    HEADLINE_ROW,
    NUMBERED,
    Anchor,
    ReportBlock,
    SheetLayout,
)
from xladdin.workbook.schema import PAR_SCORES, RECORDS, SCOREBOARD, STANDINGS, WEEKLY_SHEET

Heading = Union[str, "tuple[Any, ...]"]
"""A heading that stands today, too; or an earlier one, then today's columns that it holds, by heading or figure."""


class EarlierBlock(NamedTuple):
    """Columns side by side as they stood on a sheet, from `column` on. now: the number of today's block."""

    headings: Sequence[Heading]
    column: int = 1
    now: int = 0


class EarlierSheet(NamedTuple):
    """A sheet as an earlier version made it. lines: the column of each group of lines of words."""

    sheet: str
    blocks: tuple[EarlierBlock, ...]
    heading_row: int = HEADING_ROW
    lines: tuple[int, ...] = ()


_RATED = ("Rank", "", "Player", "Old", "Change", "New")
_MARKED: tuple[Heading, ...] = ("Rank", ("", StandingsLine.session_mark, StandingsLine.absence_mark), "Player")
_MARKED_LIST: tuple[Heading, ...] = (*_MARKED, "Old", "Change", "New")
_WON = ("Won", "Lost", "Tied")
_MEANS = ("Spread", "Average for", "Average against")
_CAMPERS = ("Rank", "", "Player", "Group", "Old", "Change", "New")
_RECORD = ("Record", "", "Player")
_GAME = ("Player 1", "Score 1", "Player 2", "Score 2", "Rating 1", "Rating 2", "Change 1", "Change 2")
_CHESS_GAME = ("White", "Result", "Black", "White rating", "Black rating", "White change", "Black change")
_SESSION = ("Spread", "Old", "Plain sum", "List takes", "New")
_CHESS_SESSION = ("Player", "Won", "Drawn", "Lost", "Old", "List takes", "New")


def _with_words(first: str) -> tuple[str, ...]:
    """The first player's column of a time when the words below a game began in it."""
    return (first, "", first)


def _halves(headings: Sequence[Heading], second: int) -> tuple[EarlierBlock, ...]:
    return EarlierBlock(headings), EarlierBlock(headings, second, 1)


def _scoreboards(game: Sequence[str], session: Sequence[Heading]) -> Iterator[EarlierSheet]:
    """With a column of their own for the words, and without, both before the par game and before the words `How`."""
    first, *others = game
    forms: tuple[tuple[Heading, ...], ...] = (("", *game), (_with_words(first), *others))
    for games in forms:
        second = EarlierBlock(session, len(games) + 2, 1)
        yield EarlierSheet(SCOREBOARD, (EarlierBlock(games), second), lines=(1,))


EARLIER: tuple[EarlierSheet, ...] = (
    EarlierSheet(STANDINGS, (EarlierBlock((*_RATED, *_WON, *_MEANS, "Games in all", "Last played")),)),
    EarlierSheet(STANDINGS, (EarlierBlock((*_RATED, "Games in all", *_WON, *_MEANS, "Last played")),)),
    EarlierSheet(STANDINGS, (EarlierBlock((*_MARKED_LIST, "Won", "Lost", *_MEANS, "Games in all", "Last played")),)),
    EarlierSheet(STANDINGS, (EarlierBlock((*_MARKED_LIST, "Games in all", "Won", "Lost", *_MEANS, "Last played")),)),
    EarlierSheet(STANDINGS, (EarlierBlock((*_CAMPERS, "Won", "Drawn", "Lost", "Games", "Last played")),)),
    EarlierSheet(
        STANDINGS,
        (
            EarlierBlock(("Rank", "", "Player", "Nation", "Old", "Change", "New", "Events", "Last played")),
            EarlierBlock((("In nation", "Rank"), "Nation", "Player", "Rating"), 11, 1),
        ),
        lines=(1,),
    ),
    *_scoreboards(_GAME, ("Player", *_WON, *_SESSION)),
    *_scoreboards(_GAME, ("Player", *_WON[:2], *_SESSION)),
    *_scoreboards(_CHESS_GAME, _CHESS_SESSION),
    EarlierSheet(
        SCOREBOARD,
        (
            EarlierBlock(
                (
                    ("Place", "Rank"), "Player", "Nation", ("Percentile", "Score"), "Old", "Change", "New",
                    "Change in words",
                )
            ),
        ),
        lines=(1,),
    ),
    EarlierSheet(
        WEEKLY_SHEET,
        _halves((*_MARKED, "Rating", "Won", "Lost", "For", "Against"), 10),
        heading_row=12,
        lines=(1, 10),
    ),
    EarlierSheet(PAR_SCORES, (EarlierBlock(("Rating difference", *map(str, range(450, 901, 50)))),)),
    *(
        EarlierSheet(RECORDS, (EarlierBlock((*_RECORD, *record, "Date")), EarlierBlock(sessions, 8, 2)), lines=(1,))
        for record, sessions in (
            (("Opponent", "Score"), ("Session", "Players", "Games", "Mean score")),
            (("Opponent", "Ratings"), ("Session", "Players", "Games")),
            (("Event", "Ratings"), ("Event", "Date", "Players")),
        )
    ),
)  # fmt: skip
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
    yield Form(layout.anchors, areas, {})
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
    by_heading = [column.heading for column in today.columns]
    if name in by_heading:
        return by_heading.index(name)
    figures = [column.figure for column in today.columns]
    return figures.index(name) if name in figures else -1


def _form(
    layout: SheetLayout, earlier: EarlierSheet, columns: Sequence[list[list[int]]], areas: Sequence[Area]
) -> Form:
    anchors, moved, renamed = [], [], {}
    for number, (block, positions) in enumerate(zip(earlier.blocks, columns)):
        today, name = layout.blocks[block.now], layout.name_of(number)
        headings = tuple(heading if isinstance(heading, str) else heading[0] for heading in block.headings)
        new = [today.columns[own[0]].heading if len(own) == 1 else old for own, old in zip(positions, headings)]
        numbered = all(today.columns[position].kind in NUMBERED for position in positions[0])
        anchors.append(Anchor(name, layout.sheet, earlier.heading_row, block.column, headings, numbered, today.gaps))
        renamed[name] = {place: text for place, (old, text) in enumerate(zip(headings, new)) if old and old != text}
        for area in areas:
            if area.anchor == layout.name_of(block.now) and area.row == layout.first_row:
                rows = [tuple(_joined([row[p] for p in own if p < len(row)]) for own in positions) for row in area.rows]
                moved.append(
                    replace(
                        area, row=earlier.heading_row + 1, column=block.column, width=len(headings), rows=rows,
                        anchor=name,
                    )
                )  # fmt: skip
    for number, column in enumerate(earlier.lines[: len(layout.lines)]):
        name = layout.name_of(number, "_line")
        anchors.append(Anchor(name, layout.sheet, HEADLINE_ROW, column))
        moved.extend(replace(area, column=column) for area in areas if area.anchor == name)
    return Form(anchors, moved, renamed)


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
