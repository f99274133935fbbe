"""The sheet Player: its content, and the hidden sheets of values where it looks a picked player up.

A recalculation writes the hidden sheets from one pass over the replay. One has a line a player with every fact, and the
beginning and number of that player's lines on the two others. These have a line for each opponent of each player, and
for each of everybody's last games or events. The formulas of the sheet look lines up by their number and count nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from xladdin.cells.addresses import CellRange, column_letters
from xladdin.cells.table import Area, CellValue, ClubBook
from xladdin.languages.language import Language
from xladdin.renderers.sheet import FIRST_ROW, HEADING_ROW, HEADLINE_ROW
from xladdin.reports.facts import Facts
from xladdin.reports.own_games.placed import PlacedEvent
from xladdin.reports.own_games.played import PlayedGame
from xladdin.reports.player import LAST_SHOWN, OPPONENTS_SHOWN, OpponentLine, PlayerReport
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import TOLD, ReportBlock, ReportColumn, SheetLayout
from xladdin.workbook.schema import PLAYER, PLAYER_FACTS, PLAYER_GAMES, PLAYER_OPPONENTS, Kind, change_kind, hidden_name

FACTS_COLUMN, OPPONENTS_COLUMN, GAMES_COLUMN = 1, 5, 11
"""The first columns of the three blocks of the sheet."""
CHART_COLUMN = GAMES_COLUMN + 10
"""The first of two hidden columns that the chart reads."""
INDEX_COLUMN = CHART_COLUMN + 2
"""The first of three hidden columns. It has the line of the picked player and what follows from it, and the others have
the lines of the two lists."""
LOOK_UPS = CellRange(HEADLINE_ROW, 1, HEADING_ROW + max(LAST_SHOWN, OPPONENTS_SHOWN) + 2, INDEX_COLUMN + 2)
"""All cells of the sheet with look-ups, and the room around the chart's points below them."""
INDEX = ("", "First game", "Games", "First opponent", "Opponents", "More opponents")
"""The headings of the hidden facts before the facts themselves. Below the first are the names.

It is blank, since a player may have the name of a heading.
"""


class Fact(NamedTuple):
    """A line to the left of the sheet. `figure` is its value, of a report. `when` is its date, if it has one."""

    label: str
    figure: Callable[[PlayerReport], CellValue]
    kind: Kind
    when: Callable[[PlayerReport], CellValue] | None = None


def fact_lines(system: RatingSystem) -> list[Fact]:
    """The lines about a player."""
    kind = system.log_kind
    rating = Kind.RATING if kind.is_paired else Kind.DECIMAL
    lines = [
        Fact("Rating", attrgetter("number"), rating),
        Fact("Rank", attrgetter("rank"), Kind.COUNT),
        *(
            Fact(label, _part(field, "rating"), rating, _part(field, "date"))
            for label, field in (("Best", "best"), ("Lowest", "lowest"))
        ),
    ]
    if kind.is_paired:
        lines.append(Fact("Games counted here", attrgetter("played"), Kind.COUNT))
    for label, field in (("Season", "season"), ("All time", "lifetime")):
        lines.extend(Fact(f"{label}: {what}", _part(field, part), form) for what, part, form in _record(system))
    if kind.is_paired:
        lines.append(Fact("Most won in a row", attrgetter("won_in_a_row"), Kind.COUNT))
        lines.append(Fact("Most lost in a row", attrgetter("lost_in_a_row"), Kind.COUNT))
    return lines


def _record(system: RatingSystem) -> list[tuple[str, str, Kind]]:
    """The label, field and kind of each figure of a record."""
    kind = system.log_kind
    if not kind.is_paired:
        return [
            ("events", "events", Kind.COUNT),
            ("won", "won", Kind.COUNT),
            ("mean percentile", "average", Kind.DECIMAL),
        ]
    counts = [
        ("won", "wins", Kind.COUNT),
        ("lost", "losses", Kind.COUNT),
        *([] if system.tie_counts_as_win else [(kind.tie_word.lower(), "ties", Kind.COUNT)]),
    ]
    if not kind.has_scores:
        return counts
    return [
        *counts,
        ("average score", "average", Kind.DECIMAL),
        ("average of the opponents", "opponents_average", Kind.DECIMAL),
    ]


def _part(field: str, part: str) -> Callable[[PlayerReport], CellValue]:
    def figure(report: PlayerReport) -> CellValue:
        whole = getattr(report, field)
        value: CellValue = None if whole is None else getattr(whole, part)
        return value

    return figure


def layout(system: RatingSystem) -> SheetLayout:
    """Facts to the left, opponents in the middle, the last games or events to the right.

    It prints as many rows as there are games, since rows of formulas that show nothing would fill further pages.
    """
    left = tuple(ReportColumn(heading, None, Kind.TEXT, width) for heading, width in (("", 30), ("", 22), ("On", 16)))
    blocks = (
        ReportBlock(left, FACTS_COLUMN),
        _list(_opponents(system), OPPONENTS_COLUMN),
        _list(_games(system) if system.log_kind.is_paired else _EVENTS, GAMES_COLUMN),
    )
    last_row = HEADING_ROW + LAST_SHOWN
    return SheetLayout(PLAYER, "Player: rating and history", blocks, landscape=True, pages_high=1, last_row=last_row)


def _list(columns: tuple[ReportColumn, ...], column: int) -> ReportBlock:
    """A block of formulas. Each of its rows may show something or not."""
    return ReportBlock(columns, column, opening_rows=f'${column_letters(column)}{FIRST_ROW}<>""')


def _opponents(system: RatingSystem) -> tuple[ReportColumn, ...]:
    kind, line = system.log_kind, OpponentLine
    name = ReportColumn("Opponent", line.opponent, Kind.PLAYER, 26)
    headings, width = (("Won", "Lost", kind.tie_word), 7) if kind.is_paired else (("Ahead", "Behind", "Level"), 8)
    counts = list(zip(headings, (line.wins, line.losses, line.ties)))[: 2 if system.tie_counts_as_win else 3]
    columns = [name, *(ReportColumn(heading, figure, Kind.COUNT, width) for heading, figure in counts)]
    if kind.has_scores:
        columns.append(ReportColumn("Spread", line.spread, Kind.SIGNED, 9))
    elif not kind.is_paired:
        columns.append(ReportColumn("Percentile", line.spread, Kind.DECIMAL, 11))
    return tuple(columns)


def _games(system: RatingSystem) -> tuple[ReportColumn, ...]:
    game, has_scores = PlayedGame, system.log_kind.has_scores
    score = Kind.COUNT if has_scores else Kind.YES
    return (
        ReportColumn("Date", game.date, Kind.DATE, 16),
        ReportColumn("Opponent", game.opponent, Kind.PLAYER, 26),
        ReportColumn("Rating", game.rating, Kind.RATING, 8),
        ReportColumn("Theirs", game.opponent_rating, Kind.RATING, 8),
        ReportColumn("Score" if has_scores else "Points", game.score, score, 9),
        ReportColumn("Against", game.opponent_score, score, 9),
        ReportColumn("Change", game.change, change_kind(system.log_kind), 9),
        ReportColumn("Then", game.running, Kind.RATING, 8),
        ReportColumn("In words", game.words, Kind.TEXT, 64, size=8, said=TOLD),
    )


_EVENTS = (
    ReportColumn("Date", PlacedEvent.date, Kind.DATE, 16),
    ReportColumn("Event", PlacedEvent.event, Kind.EVENT, 30),
    ReportColumn("Place", PlacedEvent.place, Kind.COUNT, 8),
    ReportColumn("Of", PlacedEvent.players, Kind.COUNT, 8),
    ReportColumn("Percentile", PlacedEvent.percentile, Kind.DECIMAL, 11),
    ReportColumn("Rating", PlacedEvent.rating, Kind.DECIMAL, 9),
    ReportColumn("Change", PlacedEvent.change, Kind.DECIMAL_CHANGE, 10),
    ReportColumn("Then", PlacedEvent.running, Kind.DECIMAL, 9),
)


def hidden_columns(system: RatingSystem) -> dict[str, list[tuple[str, Kind]]]:
    """The headings of the hidden sheets, and the kind below each, by the sheet's name."""
    told = [
        (heading, kind)
        for fact in fact_lines(system)
        for heading, kind in ((fact.label, fact.kind), (f"{fact.label}: on", Kind.DATE))
        if kind is not Kind.DATE or fact.when
    ]
    _, opponents, games = layout(system).blocks
    return {
        PLAYER_FACTS: [(INDEX[0], Kind.PLAYER), *((heading, Kind.COUNT) for heading in INDEX[1:]), *told],
        PLAYER_OPPONENTS: [(column.heading, column.kind) for column in opponents.columns],
        PLAYER_GAMES: [(column.heading, column.kind) for column in games.columns],
    }


def areas(book: ClubBook, facts: Facts, say: Language) -> Iterator[Area]:
    """The values of the hidden sheets, below their headings. A missing sheet has none."""
    columns = hidden_columns(facts.system)
    places = {name: place for name in columns if (place := book.place_of(hidden_name(name))) is not None}
    lines = _lines(facts, say) if places else {}
    for name, (sheet, row, column) in places.items():
        yield Area(sheet, row + 1, column, len(columns[name]), lines[name])


def _lines(facts: Facts, say: Language) -> dict[str, list[Sequence[CellValue]]]:
    """The lines of each hidden sheet by its name. The first is in the sheet's second row."""
    _, opponents, games = layout(facts.system).blocks
    told = fact_lines(facts.system)
    lines: dict[str, list[Sequence[CellValue]]] = {PLAYER_FACTS: [], PLAYER_OPPONENTS: [], PLAYER_GAMES: []}
    for player in range(len(facts.replay.log.players)):
        report = PlayerReport(facts, player)
        first_game, first_opponent = (len(lines[sheet]) + 2 for sheet in (PLAYER_GAMES, PLAYER_OPPONENTS))
        last, met = report.last, report.most_met
        lines[PLAYER_GAMES].extend(_cells(games, last, say))
        lines[PLAYER_OPPONENTS].extend(_cells(opponents, met, say))
        counts = first_game, len(last), first_opponent, len(met), len(report.opponents) - len(met)
        figures = (figure(report) for fact in told for figure in (fact.figure, fact.when) if figure)
        lines[PLAYER_FACTS].append((report.name, *counts, *figures))
    return lines


def _cells(block: ReportBlock, lines: Sequence[object], say: Language) -> Iterator[Sequence[CellValue]]:
    columns = ((map(column.figure.__get__, lines), column.said == TOLD) for column in block.columns)
    return zip(*(map(say.told, figures) if is_told else figures for figures, is_told in columns))
