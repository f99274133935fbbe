"""The Standings sheet: the ratings list. For Diplomacy it is the international list, and then the list by nation."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.cells.ranks import shared_ranks
from xladdin.cells.table import Area
from xladdin.reports.standings import StandingsLine
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.keys import key_of_list
from xladdin.workbook.report_sheets.blocks.layout import (
    CHOICE_COLUMNS,
    LEAD,
    LIST_ROWS,
    NAME_WIDTH,
    WALL_NAME_WIDTH,
    WALL_ROW,
    Choice,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    absent_since,
    one_decimal,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import STANDINGS, Kind
from xladdin.workbook.shown import SEASON_CHOICES, SHOW_YEAR


class NationLine(NamedTuple):
    """One player of a nation's list. Equal ratings share the rank."""

    rank: int
    nation: str
    player: str
    rating: Number | str


SEASON = "This season"
BY_NATION = "By nation"
_EARLIER = Choice("List as of the end of (blank: today)", SHOW_YEAR, SEASON_CHOICES)
"""The ratings of tournaments run over decades."""
WALL_DAY = "d mmm yy"
_HEADINGS = 42
"""The height of the headings [points]. In French won, lost and tied are one below the other."""

_RANK = ReportColumn("Rank", StandingsLine.rank, Kind.COUNT, 5)
_PLAYER = ReportColumn("Player", StandingsLine.player, Kind.PLAYER, NAME_WIDTH)
_RATING = ReportColumn("Rating", StandingsLine.new, Kind.RATING, 7, bold=True)
_CHANGE = ReportColumn("Change", StandingsLine.change, Kind.CHANGE, 8.5)
_SESSION_MARK = ReportColumn("", StandingsLine.session_mark, Kind.YES, 2)
_ABSENCE_MARK = ReportColumn("", StandingsLine.absence_mark, Kind.YES, 2.5)
_LIST_MARK = ReportColumn("", StandingsLine.beside_rating, Kind.YES, 2.5)
_SCORES = (
    ReportColumn("Spread", StandingsLine.spread, Kind.SIGNED, 7, SEASON),
    one_decimal("Average for", StandingsLine.average_for, 7.5, SEASON),
    one_decimal("Average against", StandingsLine.average_against, 7.5, SEASON),
)
_WON_LOST = ReportColumn("Won–lost", StandingsLine.record, Kind.RESULT, 7.5, SEASON)
_WON_LOST_TIED = ReportColumn("Won–lost–tied", StandingsLine.record, Kind.RESULT, 9, SEASON)
_WON_DRAWN_LOST = ReportColumn("Won–drawn–lost", StandingsLine.chess_record, Kind.RESULT, 14, SEASON)
_LAST_PLAYED = ReportColumn("Last played", StandingsLine.last_played, Kind.DATE, 9.5, number_format=WALL_DAY)
_NATIONS = (
    ReportColumn("Rank", NationLine.rank, Kind.COUNT, 6),
    ReportColumn("Nation", NationLine.nation, Kind.GROUP, 17),
    ReportColumn("Player", NationLine.player, Kind.PLAYER, WALL_NAME_WIDTH),
    ReportColumn("Rating", NationLine.rating, Kind.DECIMAL, 8),
)


def layout(system: RatingSystem) -> SheetLayout:
    """The columns of a system's list."""
    kind = system.log_kind
    if not kind.is_paired:
        columns: tuple[ReportColumn, ...] = (
            LEAD,
            _RANK,
            _PLAYER._replace(width=WALL_NAME_WIDTH),
            ReportColumn("Nation", StandingsLine.nation, Kind.GROUP, 17),
            _RATING._replace(kind=Kind.DECIMAL),
            _ABSENCE_MARK,
            _CHANGE._replace(kind=Kind.DECIMAL_CHANGE),
            ReportColumn("Events", StandingsLine.games, Kind.COUNT, 8.5),
            _LAST_PLAYED._replace(width=15),
        )
        nations = ReportBlock(_NATIONS, len(columns) + CHOICE_COLUMNS + 1, heads_only_values=True, page=BY_NATION)
        blocks = (_listed(columns), nations)
        return SheetLayout(
            STANDINGS,
            "International ratings list",
            blocks,
            row_height=WALL_ROW,
            lines=((1, 1),),
            page_rows=LIST_ROWS,
            evenly=True,
            choice=_EARLIER,
        )
    if not kind.has_scores:
        group = (ReportColumn("Group", StandingsLine.group, Kind.GROUP, 14),) if system.key_groups else ()
        games = ReportColumn("Games", StandingsLine.games, Kind.COUNT, 8)
        columns = (LEAD, _RANK, _PLAYER, *group, _RATING, _ABSENCE_MARK, _CHANGE, games, _WON_DRAWN_LOST, _LAST_PLAYED)
    else:
        games = ReportColumn("Games in all", StandingsLine.games, Kind.COUNT, 7)
        record = _WON_LOST if system.tie_counts_as_win else _WON_LOST_TIED
        ratings: tuple[ReportColumn, ...] = (_RATING, _LIST_MARK if system.has_list_marks else _ABSENCE_MARK, _CHANGE)
        if system.mark_beside_rating:
            ratings = (_SESSION_MARK, _RATING, _ABSENCE_MARK, _CHANGE)
        name = _PLAYER._replace(width=WALL_NAME_WIDTH)
        columns = (LEAD, _RANK, name, *ratings, record, *_SCORES, games, _LAST_PLAYED)
    return SheetLayout(
        STANDINGS,
        "Ratings list",
        (_listed(columns),),
        heading_height=_HEADINGS,
        row_height=WALL_ROW,
        page_rows=LIST_ROWS,
        evenly=True,
    )


def _listed(columns: tuple[ReportColumn, ...]) -> ReportBlock:
    """The list, with players in grey who did not play on the last day."""
    return ReportBlock(columns, absent_rows=absent_since(columns), has_foot=True)


def areas(material: Material, system: RatingSystem) -> Iterator[Area]:
    """The list, and the list by nation."""
    sheet = layout(system)
    if sheet.lines:
        ended = material.say.text("As of the end of {season}", season=material.replay.season)
        yield sheet.words(ended if material.is_chosen else None)
    yield sheet.area(material.standings, foot=key_of_list(material))
    if len(sheet.blocks) > 1:
        yield sheet.area(by_nation(material.standings), 1)


def by_nation(lines: Sequence[StandingsLine]) -> list[NationLine]:
    """Players of each nation, best first, nations in order of name. Players without a nation are left out."""
    nations: dict[str, list[StandingsLine]] = {}
    for line in lines:
        if line.nation:
            nations.setdefault(str(line.nation).casefold(), []).append(line)
    return [
        NationLine(rank, str(line.nation), line.player, line.new)
        for _, own in sorted(nations.items())
        for rank, line in zip(shared_ranks(line.new for line in own), own)
    ]


SHEET = ReportSheet(STANDINGS, layout, areas, shows="list")
