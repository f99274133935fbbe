"""Describe the Crosstable with the results of each player against each opponent in the season."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from xladdin.cells import MAX_CROSSTABLE_PLAYERS, ColumnType
from xladdin.messages import BLANK, Message, msg
from xladdin.reports.context import ReportContext
from xladdin.reports.report import (
    CROSSTABLE,
    NOTE,
    Column,
    Group,
    HtmlColumn,
    Lines,
    PageSetup,
    Repeated,
    Report,
    Row,
    Section,
    SheetSection,
    Stacked,
)
from xladdin.reports.wording import format_record, split_name
from xladdin.statistics import HeadToHead, Statistics
from xladdin.systems.system import LogSchema, RatingSystem

# The text in the cell of a player against the same player.
OWN_CELL = "×"
_NUMBER_WIDTH, _NAME_WIDTH = 2.7, 19.4
_SIGNED = "+0;-0;0"
# The heights of a row and of the headings [points], which are whole numbers of pixels. 30 players fill a page.
_ROW_HEIGHT, _HEADING_HEIGHT = 10.5, 14.25
# The heights of the rows of the titles and of the headline: one line, two lines, four lines, and a row that is not used
# [points].
_TITLE_HEIGHTS = (21, 14.25, 45.75, 0.75)
# The opponents' columns that the legend covers, next to the date. A page that has another one to its right has as many.
_LEGEND_ROW, _LEGEND_COLUMNS = 3, 9


class CrosstableLine(NamedTuple):
    """A row of the crosstable.

    Attributes:
        number: Number of the player, from 1.
        name: Name in one or two lines.
        player: Name of the player.
        total: Results against all opponents.
        results: Results against each opponent of the table.
    """

    number: int
    name: Stacked | str
    player: str
    total: Stacked | str | None
    results: Sequence[Stacked | str | None]


def _get_column_widths(schema: LogSchema) -> tuple[float, float]:
    """Return the widths of the column of totals and of the column of an opponent [characters].

    They fit a result such as 2½–1½, or 3–1–1 above +123.
    """
    return (8.8, 6.35) if schema.counts_points else (7.5, 5.3)


def define_crosstable_report(system: RatingSystem) -> Report:
    """Describe the crosstable. A player has one row, or two if there are spreads or long names."""
    schema, line = system.log_schema, CrosstableLine
    all_width, width = _get_column_widths(schema)
    opponents = Repeated(_list_players, MAX_CROSSTABLE_PLAYERS, is_numbered=True)
    columns = {
        "number": Column(
            BLANK, line.number, ColumnType.COUNT, _NUMBER_WIDTH, is_left_aligned=True, web=HtmlColumn("n rank")
        ),
        "player": Column(msg("Player"), line.player, ColumnType.PLAYER),
        "name": Column(msg("Player"), line.name, ColumnType.PLAYER, _NAME_WIDTH, indent=1, shrinks=True),
        "all": Column(
            msg("All"), line.total, ColumnType.YES, all_width, _SIGNED, shrinks=True, web=HtmlColumn("n strong")
        ),
        "met": Column(
            BLANK, line.results, ColumnType.YES, width, _SIGNED, shrinks=True, web=HtmlColumn("n"), repeated=opponents
        ),
    }
    keys = "number name all met"
    name_columns = len(keys.split()) - 1  # the columns that every page repeats
    section = Section(
        columns,
        {"sheet": keys, "web": "number player all met", "terminal": "number player all met"},
        lambda context: group_crosstable_rows(_build_table(context), schema),
        msg("Crosstable"),
        lambda context: list_crosstable_legend(schema) if _list_players(context) else [],
        css="",
        sheet=SheetSection(
            has_legend=False,
            quiet_rows='AND({number}="",COLUMN()<>2)',
            opening_rows='AND({number}<>"",{name}<>"")',
        ),
    )
    page = PageSetup(
        landscape=True,
        row_height=_ROW_HEIGHT,
        heading_height=_HEADING_HEIGHT,
        frozen_columns=name_columns,
        repeated_columns=name_columns,
        last_column=None,
        spreads=True,
        title_columns=name_columns,
        title_heights=_TITLE_HEIGHTS,
    )
    legend = Lines(
        lambda context: [(_render_legend(context),)],
        _LEGEND_ROW,
        name_columns + 1,
        styles=[NOTE],
        merged_columns=_LEGEND_COLUMNS,
    )
    return Report(CROSSTABLE, schema.crosstable_title, [section], [legend], page)


def _build_table(context: ReportContext) -> "Crosstable":
    return build_crosstable(context.statistics, context.crosstable_players)


def _list_players(context: ReportContext) -> list[str]:
    """Return the names of the players of the crosstable, without counting their results."""
    players = context.replay.log.players
    return [players[number].name for number in _find_most_active(context.statistics, context.crosstable_players)]


def _render_legend(context: ReportContext) -> str | None:
    if not _list_players(context):
        return None
    language = context.language
    return "   ".join(map(language.render, list_crosstable_legend(context.system.log_schema)))


def group_crosstable_rows(table: "Crosstable", schema: LogSchema) -> Iterator[Group]:
    """Yield the rows of each player as a group. A long name continues in the second line of its cell."""
    names = [split_name(player) for player in table.players]
    has_two = schema.has_spread or any(rest for _, rest in names)

    def format_cell(head_to_head: HeadToHead | None) -> Stacked | str | None:
        if head_to_head is None:
            return None
        score = format_result(head_to_head, schema.counts_points)
        return Stacked(score, round(head_to_head.spread)) if schema.has_spread else score

    for number, player in enumerate(table.players):
        results = [format_cell(table.pair_results.get((number, opponent))) for opponent in range(len(table.players))]
        results[number] = OWN_CELL
        name = Stacked(*names[number]) if has_two else player
        yield Group([Row(CrosstableLine(number + 1, name, player, format_cell(table.total_results[number]), results))])


class Crosstable(NamedTuple):
    """The data of a crosstable. Players are positions in `players`.

    Attributes:
        players: Names, the best player first.
        pair_results: Results of each pair of players who met, from the first player's point of view.
        total_results: All results of each player in the season, even those against players outside of the table.
    """

    players: Sequence[str]
    pair_results: Mapping[tuple[int, int], HeadToHead]
    total_results: Sequence[HeadToHead]


def build_crosstable(statistics: Statistics, size: int) -> Crosstable:
    """Return the results of the season between the `size` most active players.

    At events, a player wins against an opponent by finishing ahead.
    """
    players, season = statistics.replay.log.players, statistics.season
    active = _find_most_active(statistics, size)
    position = {player: number for number, player in enumerate(active)}
    results = [season.results_against(player) for player in active]
    pair_results = {
        (player, position[opponent]): head_to_head
        for player, opponents in enumerate(results)
        for opponent, head_to_head in opponents.items()
        if opponent in position
    }
    names = [players[player].name for player in active]
    return Crosstable(names, pair_results, [season.total_results(player) for player in active])


def _find_most_active(statistics: Statistics, size: int) -> list[int]:
    """Return the players with most games or events, in order of the ranking, which also decides between equals."""
    game_counts = statistics.season.game_counts
    ranking = [line.player for line in statistics.replay.ranking() if line.player in game_counts]
    active = set(sorted(ranking, key=lambda player: -game_counts[player])[:size])
    return [player for player in ranking if player in active]


def format_result(results: HeadToHead, in_points: bool) -> str:
    """Return wins, losses and ties as a text (3–1), or with `in_points` the points for and against (2½–1½)."""
    if in_points:
        sides = (2 * results.wins + results.ties, 2 * results.losses + results.ties)
        return "–".join("½" if halves == 1 else f"{halves // 2}{'½' if halves % 2 else ''}" for halves in sides)
    return format_record(results.wins, results.losses, results.ties) or ""


def list_crosstable_legend(schema: LogSchema) -> list[Message]:
    """Return the sentences of the legend."""
    spread_sentence = None
    if schema.counts_points:
        result_sentence = msg("2½–1½: 2½ points to 1½.")
    elif schema.is_paired:
        result_sentence = msg("3–1: won 3, lost 1, then the ties.")
        spread_sentence = msg("Below: the sum of the spreads.")
    else:
        result_sentence = msg("3–1: 3 ahead, 1 behind, then level.")
        spread_sentence = msg("Below: the differences in percentile.")
    return [*filter(None, (result_sentence, spread_sentence)), msg("All: the whole season.")]
