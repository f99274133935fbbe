"""Fill the sheet Review with rows that are rated but look unusual. Each is listed until it is answered with `ok`.

A line keeps its number and its answer as long as its key stays the same: the cells that are unusual. The key is in a
hidden column of the table. So it stays with its line if somebody sorts the table, or if the line is carried over to
another workbook. A later recalculation does not know what an imported file contained. So the key of a doubt about an
imported row consists of the cells of that row, by which the row is found wherever it is.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from xladdin.cells import (
    CellBlock,
    CellTable,
    CellValue,
    ClubWorkbook,
    cell_text,
    is_blank,
    name_key,
)
from xladdin.errors import WorkbookError
from xladdin.languages import Language
from xladdin.messages import Message, msg, ngettext, verbatim
from xladdin.model import AFTER_MIDNIGHT, NO_CROSS
from xladdin.renderers.sheet_layout import iter_group_rows
from xladdin.replay import Replay
from xladdin.reports.report import plain_groups
from xladdin.reports.review import (
    ANSWER,
    KEY,
    KEY_SEPARATOR,
    NUMBER,
    OK,
    SIMILAR_NAMES,
    Limits,
    ReviewItem,
    ReviewLine,
    define_review_report,
    find_review_items,
    make_key,
    make_similar_names_item,
    replace_names_in_key,
)
from xladdin.systems.system import RatingSystem, computed_column, input_column
from xladdin.workbook.differences import diff_columns
from xladdin.workbook.schema import (
    ASK_ABOVE,
    ASK_BELOW,
    ASK_CHANGE,
    ASK_EARLIER,
    ASK_SPREAD,
    REVIEW_TABLE,
    Table,
    list_input_tables,
)

RESTORED_GAME, DUPLICATE_ROW = "A game brought back", "The same row twice"
# The title and the reason of each kind of doubt about an imported row.
DOUBTS: Mapping[str, tuple[Message, Message]] = {
    RESTORED_GAME: (
        msg("A game brought back"),
        msg("{cells}: it was removed before, and an import added it again", cells=""),
    ),
    AFTER_MIDNIGHT: (
        msg("Sent after midnight"),
        msg("{cells}: it was sent after midnight and counts for the evening before; is the date right?", cells=""),
    ),
    NO_CROSS: (
        msg("No cross under Active"),
        msg(
            "{cells}: others have a mark, and a blank counts as Yes; type No or Left for children who are absent",
            cells="",
        ),
    ),
    DUPLICATE_ROW: (msg("The same row twice"), msg("{cells}: a file had it more than once, and each counts", cells="")),
}


class DoubtfulRow(NamedTuple):
    """An imported row that should be reviewed.

    Attributes:
        kind: A key of `DOUBTS`, or SIMILAR_NAMES.
        table: Name of the table.
        row: Position of the row in the table, counted from 0.
        similar_name: The similar name of a doubt about a name.
    """

    kind: str
    table: str
    row: int
    similar_name: str = ""


(_SECTION,) = define_review_report().sections
_COLUMNS = _SECTION.columns
TABLE = Table(
    REVIEW_TABLE,
    tuple(
        (input_column if key == ANSWER else computed_column)(str(column.heading), column.kind)
        for key, column in _COLUMNS.items()
    ),
)

HEADINGS = [column.heading for column in TABLE.columns]


def _can_be_read(table: CellTable) -> bool:
    return all(table.column(_COLUMNS[key].heading) is not None for key in (NUMBER, ANSWER, KEY))


def read_lines(table: CellTable) -> list[ReviewLine]:
    """Return the lines of the table in its order, or [] if a column that is needed to read them is missing."""
    if not _can_be_read(table):
        return []
    blank = [None] * table.rows
    columns = [table.column(_COLUMNS[key].heading) or blank for key in ReviewLine._fields]
    lines = []
    for number, title, location, reason, answer, key in zip(*columns):
        if not is_blank(key) and isinstance(number, (int, float)):
            answer_value = answer if isinstance(answer, (str, int, float)) else None
            texts = verbatim(cell_text(title)), verbatim(cell_text(location)), verbatim(cell_text(reason))
            lines.append(ReviewLine(int(number), *texts, answer_value, cell_text(key)))
    return lines


class ReviewOptions(NamedTuple):
    """What a command knows about the rows to review in addition to the workbook.

    Attributes:
        imported_rows: Imported rows that should be reviewed.
        accepted_numbers: Numbers of the lines to settle, or None for all.
        renamed_players: Present names of players by former names that are not among the aliases.
    """

    imported_rows: Sequence[DoubtfulRow] = ()
    accepted_numbers: Collection[int] | None = ()
    renamed_players: Mapping[str, str] = {}


def update_review(
    workbook: ClubWorkbook, replay: Replay, settings: Mapping[str, int], options: ReviewOptions, language: Language
) -> tuple[list[ReviewLine], list[CellBlock]]:
    """Return the open lines, and the blocks that bring the table up to date.

    `settings` are the club's own settings by name.

    Raises:
        WorkbookError: There is no line with an accepted number.
    """
    table = workbook.tables.get(REVIEW_TABLE)
    if table is None or not _can_be_read(table):
        return [], []
    # Replace former names in the keys by the present names. `xladdin rename` adds a former name to the aliases.
    player_keys = {name_key(player.name) for player in replay.log.players}
    aliases = {alias: player for alias, player in replay.log.aliases if name_key(alias) not in player_keys}
    renamed = {**aliases, **options.renamed_players}
    old_lines = [line._replace(key=replace_names_in_key(line.key, renamed)) for line in read_lines(table)]
    items = find_review_items(replay, _read_limits(settings), _find_blank_start_games(workbook, replay))
    imported = _find_imported_items(workbook, replay, options.imported_rows, [line.key for line in old_lines])
    new_items = {item.key: item for item in (*imported, *items)}
    # A line without an item is settled by a correction, or a name in its key has another spelling now.
    if any(line.key not in new_items for line in old_lines):
        keys = {name_key(key): key for key in new_items}
        old_lines = [line._replace(key=keys.get(name_key(line.key), line.key)) for line in old_lines]
    lines = [
        _make_line(workbook, new_items.pop(line.key), line.number, line.answer)
        for line in old_lines
        if line.key in new_items
    ]
    first = max((line.number for line in old_lines), default=0) + 1
    lines += [_make_line(workbook, item, number, None) for number, item in enumerate(new_items.values(), first)]
    lines = _accept_lines(lines, options.accepted_numbers)
    lines.sort(key=lambda line: (line.is_settled, line.number))
    blocks = list(_diff_lines(table, lines, language))
    return [line for line in lines if not line.is_settled], blocks


def describe_open_rows(lines: Sequence[ReviewLine]) -> list[Message]:
    """Return a sentence with the number of rows to review, or [] if there are none."""
    if not lines:
        return []
    return [ngettext("{n:,} row to review (sheet Review).", "{n:,} rows to review (sheet Review).", len(lines))]


def _make_line(workbook: ClubWorkbook, item: ReviewItem, number: int, answer: CellValue) -> ReviewLine:
    table, reason = workbook.tables[item.table], item.reason
    if rows := [table.row_number(row) for row in item.more_rows]:
        if len(rows) == 1:
            location = msg("row {row}", row=rows[0])
        else:
            location = msg("rows {first} to {last}", first=min(rows), last=max(rows))
        reason = Message(reason.template, {**reason.values, "rows": location})
    return ReviewLine(number, item.title, table.row_location(item.row), reason, answer, item.key)


def _accept_lines(lines: Sequence[ReviewLine], accepted_numbers: Collection[int] | None) -> list[ReviewLine]:
    missing = sorted(set(accepted_numbers or ()) - {line.number for line in lines})
    if missing:
        raise WorkbookError(
            msg(
                "Review has no row {missing}. For the rows to review, run xladdin recalc FILE --dry-run.",
                missing=missing[0],
            )
        )
    return [
        line._replace(answer=OK) if accepted_numbers is None or line.number in accepted_numbers else line
        for line in lines
    ]


def _diff_lines(table: CellTable, lines: Sequence[ReviewLine], language: Language) -> Sequence[CellBlock]:
    """Return the blocks that differ. The table grows if needed, and keeps blank rows at its end."""
    rows = max(table.rows, len(lines))
    blank = [None] * (rows - len(lines))
    cells = [row for group in plain_groups(lines) for row in iter_group_rows(_SECTION, group, language)]
    expected = {heading: [*(row[number] for row in cells), *blank] for number, heading in enumerate(HEADINGS)}
    padded = replace(table, columns=tuple([*column, *[None] * (rows - len(column))] for column in table.columns))
    return list(diff_columns(padded, expected, {}))


def _read_limits(settings: Mapping[str, int]) -> Limits:
    limit_settings = (ASK_BELOW, ASK_ABOVE, ASK_SPREAD, ASK_CHANGE, ASK_EARLIER)
    return Limits(*(settings.get(limit.name, limit.default) for limit in limit_settings))


def _find_blank_start_games(workbook: ClubWorkbook, replay: Replay) -> list[int]:
    """Return the players with a start rating but no number of games, if the system counts games."""
    log = replay.log
    if not log.system.uses_start_games:
        return []
    games = workbook.tables["Players"].column("Start games")
    players = zip(log.players, log.player_rows)
    return [
        number
        for number, (player, row) in enumerate(players)
        if player.start_rating is not None and (games is None or is_blank(games[row]))
    ]


def _find_imported_items(
    workbook: ClubWorkbook, replay: Replay, imported: Iterable[DoubtfulRow], old_keys: Iterable[str]
) -> Iterator[ReviewItem]:
    """Yield the doubts about rows that are being imported, and about earlier imported rows that are unchanged."""
    system = replay.log.system
    names = {player.name: row for player, row in zip(replay.log.players, replay.log.player_rows)}
    for row in imported:
        cells = _KeyCells(system, workbook.tables[row.table], row.kind)
        if row.kind == SIMILAR_NAMES:
            yield make_similar_names_item(row.row, cells.read_texts(row.row)[0], row.similar_name)
        else:
            yield cells.make_item(row.row)
    earlier_keys: defaultdict[tuple[str, str], set[tuple[str, ...]]] = defaultdict(set)
    for key in old_keys:
        doubt, *key_parts = key.split(KEY_SEPARATOR)
        if doubt in DOUBTS and key_parts and key_parts[0] in workbook.tables:
            earlier_keys[doubt, key_parts[0]].add(tuple(key_parts[1:]))
        # The doubt is settled once the names have been merged, or one of them has been changed.
        elif doubt == SIMILAR_NAMES and len(set(key_parts)) > 1 and set(key_parts) <= names.keys():
            from xladdin.workbook.name_matching import are_similar  # imported only if there is such a row

            if are_similar(*key_parts):
                yield make_similar_names_item(max(names[name] for name in key_parts), *key_parts)
    for (doubt, table), keys in earlier_keys.items():
        yield from _KeyCells(system, workbook.tables[table], doubt).iter_items(keys)


class _KeyCells:
    """The cells that identify a row of a table."""

    def __init__(self, system: RatingSystem, table: CellTable, doubt: str) -> None:
        schema = system.log_schema
        headings = [
            column.heading for column in list_input_tables(system)[table.name].columns if not column.is_computed
        ]
        if table.name == schema.table:
            headings = [heading for heading in headings if heading in schema.required_headings]
        elif table.name == "Players":
            headings = ["Player", "Active"] if doubt == NO_CROSS else ["Player"]
        self._doubt, self._table = doubt, table
        self._columns = {heading: column for heading in headings if (column := table.column(heading)) is not None}
        self._name = schema.player1 if table.name == schema.table else "Player"

    def read_texts(self, row: int) -> tuple[str, ...]:
        """Return the cells of a row as texts."""
        return tuple(cell_text(column[row]).strip() for column in self._columns.values())

    def make_item(self, row: int) -> ReviewItem:
        """Return the item to review for a row."""
        cells = self.read_texts(row)
        text = " · ".join(filter(None, cells))
        key = make_key(self._doubt, self._table.name, *cells)
        title, reason = DOUBTS[self._doubt]
        return ReviewItem(key, title, self._table.name, row, Message(reason.template, {"cells": text}))

    def iter_items(self, keys: set[tuple[str, ...]]) -> Iterator[ReviewItem]:
        """Yield the item to review for the first row with each of these keys."""
        position = list(self._columns).index(self._name)
        names = {cells[position] for cells in keys if len(cells) == len(self._columns)}
        remaining = set(keys)
        for row, name in enumerate(self._columns[self._name]):
            if (name in names or (is_blank(name) and "" in names)) and (cells := self.read_texts(row)) in remaining:
                remaining.remove(cells)
                yield self.make_item(row)
