"""The Standings sheet: the ratings list; for Diplomacy the international list, and the same players by nation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from xladdin.cells.numbers import Number
from xladdin.cells.ranks import shared_ranks
from xladdin.cells.table import Area
from xladdin.reports.standings import StandingsLine
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import (
    NAME_WIDTH,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    one_decimal,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import STANDINGS, Kind
from xladdin.workbook.shown import SHOW_YEAR

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet


class NationLine(NamedTuple):
    """One player of a nation's list; equal ratings share the rank."""

    rank: int
    nation: str
    player: str
    rating: Number | str


SEASON = "This season"
MARKS = "+ up, - down, = unchanged at the last session; /A absent. ▲ gained, ▼ lost."
"""The key to the marks of a list."""
BY_NATION = "By nation"
_SHOW = "List as of the end of (blank: today)"

_START = (
    ReportColumn("Rank", StandingsLine.rank, Kind.COUNT, 5.5),
    ReportColumn("", StandingsLine.mark, Kind.YES, 3.5),
    ReportColumn("Player", StandingsLine.player, Kind.PLAYER, NAME_WIDTH),
)
_RANK, _MARK, _PLAYER = _START
_SESSION_MARK = ReportColumn("", StandingsLine.session_mark, Kind.YES, 3)
_ABSENCE_MARK = ReportColumn("", StandingsLine.absence_mark, Kind.YES, 4)
_LIST_MARK = ReportColumn("", StandingsLine.list_mark, Kind.YES, 3)
_RATINGS = (
    ReportColumn("Old", StandingsLine.old, Kind.RATING, 7),
    ReportColumn("Change", StandingsLine.change, Kind.CHANGE, 8),
    ReportColumn("New", StandingsLine.new, Kind.RATING, 8),
)
_DECIMAL_RATINGS = (
    ReportColumn("Old", StandingsLine.old, Kind.DECIMAL, 8),
    ReportColumn("Change", StandingsLine.change, Kind.DECIMAL_CHANGE, 8),
    ReportColumn("New", StandingsLine.new, Kind.DECIMAL, 8),
)
_SCORES = (
    ReportColumn("Spread", StandingsLine.spread, Kind.SIGNED, 8, SEASON),
    one_decimal("Average for", StandingsLine.average_for, 8, SEASON),
    one_decimal("Average against", StandingsLine.average_against, 8, SEASON),
)
_WON = ReportColumn("Won", StandingsLine.wins, Kind.COUNT, 6, SEASON)
_LOST = ReportColumn("Lost", StandingsLine.losses, Kind.COUNT, 6, SEASON)
_TIED = ReportColumn("Tied", StandingsLine.ties, Kind.COUNT, 6, SEASON)
_DRAWN = ReportColumn("Drawn", StandingsLine.ties, Kind.COUNT, 7, SEASON)
_LAST_PLAYED = ReportColumn("Last played", StandingsLine.last_played, Kind.DATE, 17)
_NATIONS = (
    ReportColumn("Rank", NationLine.rank, Kind.COUNT, 6, BY_NATION),
    ReportColumn("Nation", NationLine.nation, Kind.GROUP, 10, BY_NATION),
    ReportColumn("Player", NationLine.player, Kind.PLAYER, NAME_WIDTH, BY_NATION),
    ReportColumn("Rating", NationLine.rating, Kind.DECIMAL, 8, BY_NATION),
)


def layout(system: RatingSystem) -> SheetLayout:
    """Columns of a system's list."""
    columns: tuple[ReportColumn, ...]
    start: tuple[ReportColumn, ...]
    kind = system.log_kind
    if not kind.is_paired:
        nation = ReportColumn("Nation", StandingsLine.nation, Kind.GROUP, 10)
        columns = (
            *_START,
            nation,
            *_DECIMAL_RATINGS,
            ReportColumn("Events", StandingsLine.games, Kind.COUNT, 8),
            _LAST_PLAYED,
        )
        blocks = (ReportBlock(columns), ReportBlock(_NATIONS, len(columns) + 2, heads_only_values=True))
        return SheetLayout(
            STANDINGS, "International ratings list", blocks, landscape=True, lines=((1, 1),), key=MARKS, labels=(_SHOW,)
        )
    if not kind.has_scores:
        group = (ReportColumn("Group", StandingsLine.group, Kind.GROUP, 14),) if system.key_groups else ()
        games = ReportColumn("Games", StandingsLine.games, Kind.COUNT, 8)
        columns = (*_START, *group, *_RATINGS, games, _WON, _DRAWN, _LOST, _LAST_PLAYED)
    else:
        record = (_WON, _LOST) if system.tie_counts_as_win else (_WON, _LOST, _TIED)
        games = ReportColumn("Games in all", StandingsLine.games, Kind.COUNT, 8)
        if system.mark_beside_rating:
            old, change, new = _RATINGS
            start = (_RANK, _PLAYER, old, change, _SESSION_MARK, new, _ABSENCE_MARK)
        else:
            start = (*_START, *_RATINGS, *((_LIST_MARK,) if system.has_list_marks else ()))
        columns = (*start, games, *record, *_SCORES, _LAST_PLAYED)
    return SheetLayout(STANDINGS, "Ratings list", (ReportBlock(columns),), key=MARKS)


def areas(material: Material, system: RatingSystem) -> Iterator[Area]:
    """The list, and the list by nation."""
    sheet = layout(system)
    if sheet.lines:
        ended = material.say.text("As of the end of {season}", season=material.replay.season)
        yield sheet.words(ended if material.is_chosen else None)
    yield sheet.area(material.standings)
    if len(sheet.blocks) > 1:
        yield sheet.area(by_nation(material.standings), 1)


def by_nation(lines: Sequence[StandingsLine]) -> list[NationLine]:
    """Players of each nation, best first, nations in order of name; who has no nation is left out."""
    nations: dict[str, list[StandingsLine]] = {}
    for line in lines:
        if line.nation:
            nations.setdefault(str(line.nation).casefold(), []).append(line)
    return [
        NationLine(rank, str(line.nation), line.player, line.new)
        for _, own in sorted(nations.items())
        for rank, line in zip(shared_ranks(line.new for line in own), own)
    ]


def _finish(sheet: Worksheet, system: RatingSystem) -> None:
    """A cell to choose an earlier list in, where ratings run over decades."""
    from xladdin.workbook.report_sheets.blocks.choice_cells import SEASON_CHOICES, add_choice

    if not system.log_kind.is_paired:
        add_choice(sheet, 5, _SHOW, SHOW_YEAR, SEASON_CHOICES)


SHEET = ReportSheet(STANDINGS, layout, areas, finish=_finish, shows="list")
