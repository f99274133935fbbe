"""The Standings sheet: the ratings list; for Diplomacy the international list, and the same players by nation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from xladdin.cells import Area
from xladdin.reports.standings import StandingsLine
from xladdin.systems.system import RatingSystem
from xladdin.tables import Number
from xladdin.workbook.report_sheets.layout import ReportBlock, ReportColumn, SheetLayout, one_decimal
from xladdin.workbook.report_sheets.material import Material
from xladdin.workbook.schema import STANDINGS, Kind

SEASON = "This season"


def layout(system: RatingSystem) -> SheetLayout:
    """Columns of a system's list."""
    if system.period == "event":
        first = ReportBlock((*_start(24), _nation(), *_ratings(Kind.DECIMAL, Kind.DECIMAL_CHANGE), *_played("Events")))
        second = ReportBlock(_BY_NATION, first.last_column + 2)
        return SheetLayout(STANDINGS, "International ratings list", (first, second))
    if len(system.scores) == 1:
        columns = (
            *_start(24), ReportColumn("Group", "group", Kind.GROUP, 12), *_ratings(Kind.RATING, Kind.CHANGE),
            *_record(("Won", "Drawn", "Lost"), ("wins", "ties", "losses")), *_played("Games"),
        )  # fmt: skip
        return SheetLayout(STANDINGS, "Ratings list", (ReportBlock(columns),))
    record = (("Won", "Lost"), ("wins", "losses")) if system.tie_counts_as_win else _WON_LOST_TIED
    columns = (
        *_start(22), *_ratings(Kind.RATING, Kind.CHANGE), *_record(*record),
        ReportColumn("Spread", "spread", Kind.CHANGE, 8, SEASON),
        one_decimal("Average for", "average_for", 8, SEASON),
        one_decimal("Average against", "average_against", 8, SEASON), *_played("Games in all"),
    )  # fmt: skip
    return SheetLayout(STANDINGS, "Ratings list", (ReportBlock(columns),))


_WON_LOST_TIED = (("Won", "Lost", "Tied"), ("wins", "losses", "ties"))
_BY_NATION = (
    ReportColumn("In nation", "rank", Kind.COUNT, 8, "By nation"),
    ReportColumn("Nation", "nation", Kind.GROUP, 10, "By nation"),
    ReportColumn("Player", "player", Kind.PLAYER, 24, "By nation"),
    ReportColumn("Rating", "rating", Kind.DECIMAL, 8, "By nation"),
)


def _start(name_width: float) -> tuple[ReportColumn, ...]:
    return (
        ReportColumn("Rank", "rank", Kind.COUNT, 6),
        ReportColumn("", "mark", Kind.YES, 4),
        ReportColumn("Player", "player", Kind.PLAYER, name_width),
    )


def _nation() -> ReportColumn:
    return ReportColumn("Nation", "nation", Kind.GROUP, 10)


def _ratings(rating: Kind, change: Kind) -> tuple[ReportColumn, ...]:
    return (
        ReportColumn("Old", "old", rating, 8),
        ReportColumn("Change", "change", change, 8),
        ReportColumn("New", "new", rating, 9),
    )


def _record(headings: tuple[str, ...], fields: tuple[str, ...]) -> tuple[ReportColumn, ...]:
    return tuple(ReportColumn(h, field, Kind.COUNT, 6, SEASON) for h, field in zip(headings, fields))


def _played(games: str) -> tuple[ReportColumn, ...]:
    return (
        ReportColumn(games, "games", Kind.COUNT, 8),
        ReportColumn("Last played", "last_played", Kind.DATE, 11),
    )


class NationLine(NamedTuple):
    """One player of a nation's list; ties share the rank."""

    rank: int
    nation: str
    player: str
    rating: Number | str


def areas(material: Material) -> Iterator[Area]:
    """The list, and the list by nation."""
    blocks = layout(material.system).blocks
    yield blocks[0].area(STANDINGS, material.standings)
    if len(blocks) > 1:
        yield blocks[1].area(STANDINGS, by_nation(material.standings))


def by_nation(lines: list[StandingsLine]) -> list[NationLine]:
    """Players of each nation, best first, nations in order of name; who has no nation is left out."""
    ranked: list[NationLine] = []
    place = 0
    for line in sorted((line for line in lines if line.nation), key=lambda line: str(line.nation).casefold()):
        nation = str(line.nation)
        begins = not ranked or ranked[-1].nation.casefold() != nation.casefold()
        place = 1 if begins else place + 1
        shared = not begins and ranked[-1].rating == line.new
        ranked.append(NationLine(ranked[-1].rank if shared else place, nation, line.player, line.new))
    return ranked
