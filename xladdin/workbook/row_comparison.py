"""Compare the rows of an imported file with those of a table, and with games that earlier ratings already include."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from xladdin.cells import CellTable, CellValue, cell_text, is_blank, name_key
from xladdin.errors import Diagnostic, XladdinError, count_wrong_rows, list_problems
from xladdin.game_log.parsing import Reading, make_date_reader, read_number, read_score, read_text
from xladdin.game_log.reading import read_last_session
from xladdin.importing.questions import Doubt, ImportedFile, WrongLine, group_errors
from xladdin.languages import BYE, list_bye_keys, to_english_word
from xladdin.messages import BLANK, Message, heading_message, join_sentences, join_values, msg, ngettext, verbatim
from xladdin.model import parse_outcome
from xladdin.systems.system import PLACINGS, LogSchema, RatingSystem
from xladdin.workbook.schema import list_input_tables

# The columns that identify a row of a table in another file. The log of games has its own rule.
IDENTITY_HEADINGS = {
    "Players": ("Player",),
    "Groups": ("Group",),
    "Events": ("Event",),
    "Results": ("Event", "Player"),
    "Adjustments": ("Date", "Player", "Points", "Reason"),
    "Aliases": ("Alias",),
}

# The table in which two equal rows may both be intended.
REPEATABLE_TABLE = "Adjustments"
Columns = Mapping[str, Sequence[CellValue]]
Key = Hashable
NO_SCORE = (None, None)


@dataclass
class Comparison:
    """The rows of a file by their state in a table. All positions count from 0.

    Attributes:
        new: Rows that the table lacks.
        existing: Rows that the table has.
        differing: Rows that differ from a row of the table, with that row's position.
        completed: Games that have no result in the table so far, with that row's position.
        removed: Rows that were removed from the table.
        repeated: Groups of equal new rows.
    """

    new: list[int] = field(default_factory=list)
    existing: list[int] = field(default_factory=list)
    differing: list[tuple[int, int]] = field(default_factory=list)
    completed: list[tuple[int, int]] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)
    repeated: list[list[int]] = field(default_factory=list)


def compare_rows(
    system: RatingSystem, table: CellTable, rows: Columns, removed_rows: Columns, *, as_new: bool
) -> Comparison:
    """Compare the rows of a file, whose names have the workbook's spelling, with those of a table.

    Args:
        system: Rating system of the club.
        table: Table of the workbook.
        rows: Columns of the file by heading.
        removed_rows: Rows that were removed from the log, by heading.
        as_new: Whether removed games, and games that differ only by their scores, count as new.
    """
    if table.name != system.log_schema.table:
        return _compare_by_identity(table, rows, IDENTITY_HEADINGS[table.name])
    if system.log_schema.is_paired:
        comparison = _compare_games(system.log_schema, table, rows, removed_rows)
        if as_new:
            comparison.new = sorted([*comparison.new, *comparison.removed, *(row for row, _ in comparison.differing)])
            comparison.removed, comparison.differing = [], []
        return comparison
    comparison = _compare_by_identity(table, rows, IDENTITY_HEADINGS[table.name])
    keys = system.log_schema.required_headings
    removed_keys = set(zip(*(map(_make_comparable, removed_rows[key]) for key in keys))) if removed_rows else set()
    if removed_keys and not as_new:
        comparison.removed = [
            row for row in comparison.new if tuple(_make_comparable(rows[key][row]) for key in keys) in removed_keys
        ]
        comparison.new = [row for row in comparison.new if row not in set(comparison.removed)]
    return comparison


def _compare_games(schema: LogSchema, table: CellTable, rows: Columns, removed_rows: Columns) -> Comparison:
    """Compare games. Games of one date and pair are equal if they have the same scores, and kind if the file has it.

    Each game of the file matches at most one game of the table, so that two equal games both count.
    """
    source = _Games(schema, rows.get)
    target = _Games(schema, table.column, set(source.days))
    modifiers = [
        (rows[heading], column)
        for heading in schema.modifier_headings
        if heading in rows and (column := table.column(heading)) is not None
    ]

    def has_same_modifiers(row: int, existing: int) -> bool:
        return all(_is_in_agreement(cells[row], table_cells[existing]) for cells, table_cells in modifiers)

    comparison = Comparison()
    rows_by_result: dict[Key, deque[int]] = defaultdict(deque)
    for row in target.rows:
        rows_by_result[target.get_key(row), target.get_result(row)].append(row)
    unmatched: list[int] = []
    for row in source.rows:
        equal_rows = rows_by_result.get((source.get_key(row), source.get_result(row)))
        if not equal_rows:
            unmatched.append(row)
        elif (
            match := next((existing for existing in equal_rows if has_same_modifiers(row, existing)), None)
        ) is not None:
            equal_rows.remove(match)
            comparison.existing.append(row)
        else:
            comparison.differing.append((row, equal_rows.popleft()))
    unplayed: dict[Key, deque[int]] = defaultdict(deque)
    played: dict[Key, deque[int]] = defaultdict(deque)
    for row in sorted(row for rows in rows_by_result.values() for row in rows):
        (unplayed if target.get_result(row) == NO_SCORE else played)[target.get_key(row)].append(row)
    for row in unmatched:
        key = source.get_key(row)
        if unplayed[key]:
            comparison.completed.append((row, unplayed[key].popleft()))
        elif not played[key]:
            comparison.new.append(row)
        elif source.get_result(row) == NO_SCORE:  # the game was not played yet when the file was written
            played[key].popleft()
            comparison.existing.append(row)
        else:
            comparison.differing.append((row, played[key].popleft()))
    if removed_rows:
        _separate_removed(comparison, source, _Games(schema, removed_rows.get))
    rows_by_game: dict[Key, list[int]] = {}
    for row in comparison.new:
        rows_by_game.setdefault((source.get_key(row), source.get_result(row)), []).append(row)
    comparison.repeated = [equal_rows for equal_rows in rows_by_game.values() if len(equal_rows) > 1]
    return comparison


def _separate_removed(comparison: Comparison, source: _Games, removed_games: _Games) -> None:
    """Move new games that were removed from the log to `comparison.removed`, each as often as it was removed."""
    remaining = Counter((removed_games.get_key(row), removed_games.get_result(row)) for row in removed_games.rows)
    new_rows = []
    for row in comparison.new:
        game = source.get_key(row), source.get_result(row)
        if remaining[game] > 0:
            remaining[game] -= 1
            comparison.removed.append(row)
        else:
            new_rows.append(row)
    comparison.new = new_rows


class _Games:
    """The days, pairs and results of some rows of games, regardless of the order of the two players."""

    def __init__(
        self, schema: LogSchema, column: Callable[[str], Sequence[Any] | None], days: set[object] | None = None
    ) -> None:
        """Read the games of a table, or only those of some days. `column` returns the column with a heading."""
        cells = column("Date") or ()
        dates = Reading(make_date_reader(None))
        self.days = [day if day is not None else cell_text(cell) for day, cell in zip(dates.column(cells), cells)]
        self.rows = [row for row, day in enumerate(self.days) if days is None or day in days]
        names: Reading[str] = Reading(_make_opponent_key)
        self._first, self._second = (names.column(column(heading) or ()) for heading in schema.players)
        self._results = self._read_results(schema, column)

    def _read_results(self, schema: LogSchema, column: Callable[[str], Sequence[Any] | None]) -> list[tuple[Any, Any]]:
        scores: Reading[Any] = Reading(_make_reader(read_score if schema.has_scores else parse_outcome))
        columns = [scores.column(column(heading) or ()) for heading in schema.results]
        if len(columns) == 1:
            return [(result, -result if isinstance(result, int) else result) for result in columns[0]]
        return list(zip(*columns))

    def get_key(self, row: int) -> Key:
        first, second = self._first[row] or "", self._second[row] or ""
        return self.days[row], *((first, second) if first <= second else (second, first))

    def get_result(self, row: int) -> tuple[Any, Any]:
        """Return the results of both players, in alphabetical order of their names."""
        first, second = self._results[row]
        return (first, second) if (self._first[row] or "") <= (self._second[row] or "") else (second, first)


def _compare_by_identity(table: CellTable, rows: Columns, identity: Sequence[str]) -> Comparison:
    """Compare rows by the columns that identify them. Other cells differ only if neither is blank.

    Two different rows of the file with one identity are both new, and the check of all rows reports them. Equal
    adjustments each count.
    """
    rows_by_key: dict[Key, list[int]] = defaultdict(list)
    target = [table.column(heading) or [None] * table.rows for heading in identity]
    for row, cells in enumerate(zip(*target)):
        if not all(map(is_blank, cells)):
            rows_by_key[tuple(map(_make_comparable, cells))].append(row)
    count = max(map(len, rows.values()), default=0)
    source = [rows.get(heading) or [None] * count for heading in identity]
    other_headings = [heading for heading in rows if heading not in identity and table.column(heading) is not None]
    comparison = Comparison()
    first_rows: dict[Key, int] = {}
    new_by_key: dict[Key, list[int]] = {}
    for row, cells in enumerate(zip(*source)):
        key = tuple(map(_make_comparable, cells))
        if key not in rows_by_key:
            full_key = (key, *(_make_comparable(rows[heading][row]) for heading in other_headings))
            if table.name == REPEATABLE_TABLE:
                comparison.new.append(row)
                new_by_key.setdefault(key, []).append(row)
                continue
            first = first_rows.setdefault(key, row)
            is_repeated = first != row and all(
                _is_in_agreement(rows[heading][row], rows[heading][first]) for heading in other_headings
            )
            (comparison.existing if is_repeated or full_key in first_rows else comparison.new).append(row)
            first_rows[full_key] = row
            continue
        existing = rows_by_key[key].pop(0) if table.name == REPEATABLE_TABLE else rows_by_key[key][0]
        if not rows_by_key[key]:
            del rows_by_key[key]
        if all(
            _is_in_agreement(rows[heading][row], (table.column(heading) or ())[existing]) for heading in other_headings
        ):
            comparison.existing.append(row)
        else:
            comparison.differing.append((row, existing))
    comparison.repeated = [equal_rows for equal_rows in new_by_key.values() if len(equal_rows) > 1]
    return comparison


def _make_opponent_key(cell: object) -> str:
    key = name_key(cell_text(cell))
    return name_key(BYE) if key in list_bye_keys() else key


def _make_reader(read_cell: Callable[[object], Any]) -> Callable[[object], Any]:
    """Return a reader that falls back to the text of a cell that cannot be read."""

    def convert(cell: object) -> Any:
        try:
            return read_cell(cell)
        except XladdinError:
            return read_text(cell)

    return convert


def _make_comparable(cell: object) -> Key:
    """Return a key that is equal for cells with the same meaning."""
    if is_blank(cell):
        return None
    for read_cell in (read_number, make_date_reader(None)):
        if isinstance(cell, (str, bool)) and read_cell is not read_number:
            break
        try:
            return read_cell(cell)
        except XladdinError:
            continue
    return name_key(cell_text(cell))


def _is_in_agreement(cell: object, table_cell: object) -> bool:
    """Return whether a cell is blank, or has the same meaning as the table's cell, perhaps in another language."""
    return is_blank(cell) or _make_comparable(_translate_to_english(cell)) == _make_comparable(
        _translate_to_english(table_cell)
    )


def _translate_to_english(cell: object) -> object:
    return to_english_word(cell) if isinstance(cell, str) else cell


EVENTS = "Events"


class EarlierSeason:
    """The days whose games the start ratings already include. A web form used for years still contains these games.

    Days and events of the workbook's own log are not among them, since its games are compared one by one. The results
    of an event that is left out are left out with it, even if they are in a later file.
    """

    def __init__(self, system: RatingSystem, tables: Mapping[str, CellTable]) -> None:
        self._system, self._schema = system, system.log_schema
        self._last_rated_day = read_last_session(tables)
        self._dated_table = self._schema.table if self._schema.is_paired else EVENTS
        dates, names = (tables[self._dated_table].column(heading) or () for heading in ("Date", PLACINGS.event))
        days = Reading(make_date_reader(None)).column(dates) if self._last_rated_day else []
        self._own_days: Collection[object] = set(days if self._schema.is_paired else zip(days, _name_keys(names)))
        self._rated_events: set[str] = set()

    def remove_rated_rows(self, imported_file: ImportedFile) -> tuple[ImportedFile, list[Message]]:
        """Return the file without the rows of these days, and descriptions of the rows that were removed."""
        if self._last_rated_day is None:
            return imported_file, []
        tables, texts = dict(imported_file.tables), []
        for name, rated_rows in self._find_rated_rows(imported_file).items():
            rows, headings = tables[name], list_identifying_headings(self._system, name)
            left_out_rows = set(rated_rows)
            tables[name] = rows.select_rows([row for row in range(rows.rows) if row not in left_out_rows])
            texts += [
                msg(
                    "{file} line {line}: {row}",
                    file=imported_file.file,
                    line=rows.lines[row],
                    row=describe_row(headings, rows.columns, row),
                )
                for row in rated_rows
            ]
        return replace(imported_file, tables=tables), texts

    def _find_rated_rows(self, imported_file: ImportedFile) -> dict[str, list[int]]:
        """Return the rows of each table that earlier ratings include."""
        dated = _read_file_column(imported_file, self._dated_table, "Date")
        if self._schema.is_paired:
            rows = {self._dated_table: [row for row, day in enumerate(dated) if self._is_rated(day, day)]}
        else:
            keys = _name_keys(_read_file_column(imported_file, EVENTS, PLACINGS.event))
            rated_rows = [row for row, (day, key) in enumerate(zip(dated, keys)) if self._is_rated(day, (day, key))]
            self._rated_events.update(keys[row] for row in rated_rows)
            results = _name_keys(_read_file_column(imported_file, self._schema.table, PLACINGS.event))
            rows = {
                EVENTS: rated_rows,
                self._schema.table: [n for n, key in enumerate(results) if key in self._rated_events],
            }
        return {name: numbers for name, numbers in rows.items() if numbers}

    def _is_rated(self, day: object, identity: object) -> bool:
        return (
            self._last_rated_day is not None
            and type(day) is date
            and day <= self._last_rated_day
            and identity not in self._own_days
        )


def _read_file_column(imported_file: ImportedFile, table: str, heading: str) -> Sequence[object]:
    return imported_file.tables[table].columns.get(heading) or () if table in imported_file.tables else ()


def _name_keys(cells: Sequence[object]) -> list[str]:
    return [name_key(cell_text(cell)) for cell in cells]


@dataclass
class Preview:
    """The effect of an import.

    Attributes:
        new: Number of new rows by table.
        existing: Number of rows that the workbook already has, by table.
        completed: Number of games that get their result.
        games: Descriptions of the first new rows of the log.
        differing: Descriptions of rows that differ from the workbook's.
        removed: Descriptions of rows that were removed from the workbook.
        already_rated: Descriptions of games that an earlier workbook has rated.
        games_differ: Whether there are games among the differing rows.
        newcomers: Names of new players.
        wrong_lines: Lines that cannot be read.
        lines_left_out: Number of lines that a person left out.
        notes: Messages about the files.
        doubts: Rows that are imported and should be reviewed.
    """

    new: dict[str, int] = field(default_factory=dict)
    existing: dict[str, int] = field(default_factory=dict)
    completed: int = 0
    games: list[Message] = field(default_factory=list)
    differing: list[Message] = field(default_factory=list)
    removed: list[Message] = field(default_factory=list)
    already_rated: list[Message] = field(default_factory=list)
    games_differ: bool = False
    newcomers: list[str] = field(default_factory=list)
    wrong_lines: list[WrongLine] = field(default_factory=list)
    lines_left_out: int = 0
    notes: list[Message] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)

    @property
    def is_valid(self) -> bool:
        """Whether the import can be written."""
        return not self.wrong_lines

    @property
    def left_out(self) -> int:
        """The number of rows of the files that are neither in the workbook nor imported."""
        return len(self.differing) + len(self.removed) + len(self.already_rated) + self.lines_left_out

    @property
    def is_empty(self) -> bool:
        """Whether the files have no rows."""
        return not (self.has_changes or any(self.existing.values()) or self.left_out or self.wrong_lines)

    @property
    def has_changes(self) -> bool:
        """Whether there is anything to write."""
        return bool(self.completed or any(self.new.values()))


# The tables whose new rows the preview lists.
LOG_TABLES = ("Games", "Results")
# The advice how to import games that are left out, for the command line.
AS_NEW = msg("add --as-new")


# For removed rows and for rows of an earlier season: the heading, and what to do if they should be imported.
_LEFT_OUT_TEXTS = (
    (
        msg("Left out, because they were removed from the workbook or corrected there ({number:,}):"),
        msg("If they should be included after all, type them."),
        msg("If they should be included after all, type them, or {how}."),
    ),
    (
        msg("Left out, because the ratings of the previous season already include them ({number:,}):"),
        msg("If they are not counted yet, type them."),
        msg("If they are not counted yet, type them, or {how}."),
    ),
)


def describe_preview(preview: Preview, most: int, as_new: Message = BLANK) -> Iterator[Message]:
    """Yield the lines of the preview: new rows, existing rows, newcomers, and rows that differ.

    At most `most` rows of each kind are listed. `as_new` is the advice how to import games that are left out.
    """
    yield from preview.notes
    new = [_count_rows(table, count) for table, count in preview.new.items() if count]
    existing = [_count_rows(table, count) for table, count in preview.existing.items() if count]
    sentences = [msg("New: {rows}.", rows=join_values(new) if new else msg("nothing"))]
    if preview.completed:
        sentences.append(msg("Results for games that had none: {number:,}.", number=preview.completed))
    if existing:
        sentences.append(msg("Already in the workbook: {rows}.", rows=join_values(existing)))
    yield join_sentences(sentences)
    yield from _limit_lines(preview.games, most, sum(preview.new.get(table, 0) for table in LOG_TABLES))
    if preview.newcomers:
        further_count, names = len(preview.newcomers) - most, join_names(preview.newcomers[:most])
        if further_count > 0:
            yield msg("Newcomers: {names} and {more:,} more.", names=names, more=further_count)
        else:
            yield msg("Newcomers: {names}.", names=names)
    if preview.differing:
        yield msg("Different in the workbook, which stays as it is ({number:,}):", number=len(preview.differing))
        yield from _limit_lines(preview.differing, most)
        sentences = [msg("If the file is right, correct the row in the workbook.")]
        if preview.games_differ:
            advice = as_new or msg("type it in the workbook")
            sentences.append(msg("If it is another game of the same two players, {how}.", how=advice))
        yield join_sentences(sentences)
    for rows, (heading, remedy, remedy_as_new) in zip((preview.removed, preview.already_rated), _LEFT_OUT_TEXTS):
        if rows:
            yield heading.with_values(number=len(rows))
            yield from _limit_lines(rows, most)
            yield remedy_as_new.with_values(how=as_new) if as_new else remedy
    yield from list_doubts(preview, most)


def _count_rows(table: str, number: int) -> Message:
    """Return a number of rows with the noun of their table."""
    return {
        "Adjustments": ngettext("{n:,} adjustment", "{n:,} adjustments", number),
        "Aliases": ngettext("{n:,} alias", "{n:,} aliases", number),
        "Events": ngettext("{n:,} event", "{n:,} events", number),
        "Games": ngettext("{n:,} game", "{n:,} games", number),
        "Groups": ngettext("{n:,} group", "{n:,} groups", number),
        "Players": ngettext("{n:,} player", "{n:,} players", number),
        "Results": ngettext("{n:,} result", "{n:,} results", number),
    }[table]


def join_names(names: Sequence[str]) -> str:
    """Join names so that a reader can tell them apart, even if one contains a comma."""
    return (" · " if any("," in name for name in names) else ", ").join(names)


def list_doubts(preview: Preview, most: int) -> list[Message]:
    """Return the numbered list of rows to review, or [] if there are none."""
    if not preview.doubts:
        return []
    numbered = [
        Message("{number}. {look}", {"number": number, "look": doubt.as_message()})
        for number, doubt in enumerate(preview.doubts, 1)
    ]
    return [msg("To review ({number:,}):", number=len(numbered)), *_limit_lines(numbered, most)]


def describe_obstacles(preview: Preview, workbook_problems: Sequence[Diagnostic], most: int) -> list[Message]:
    """Return the reasons why an import cannot be written, or [] if it can."""
    lines: list[Message] = []
    if preview.wrong_lines:
        number = len({(line.file, line.line) for line in preview.wrong_lines})
        lines.append(msg("Lines to fix ({number:,}):", number=number))
        lines += _limit_lines(group_errors(preview.wrong_lines), most)
    if workbook_problems:
        lines += _limit_lines([line.text for line in list_problems(workbook_problems)], most)
        lines.append(
            ngettext(
                "{n:,} row of the workbook to fix first.",
                "{n:,} rows of the workbook to fix first.",
                count_wrong_rows(workbook_problems),
            )
        )
    return lines


def _limit_lines(lines: Sequence[Message], most: int, number: int | None = None) -> list[Message]:
    """Return the first lines, indented, and a line with the number of further lines, of `number` or of all."""
    shown_lines = list(lines[:most])
    further_count = (len(lines) if number is None else number) - len(shown_lines)
    if further_count > 0:
        shown_lines.append(msg("... and {more:,} more.", more=further_count))
    return [Message("  {line}", {"line": line}) for line in shown_lines]


def list_identifying_headings(system: RatingSystem, name: str) -> Sequence[str]:
    """Return the headings that identify and describe a row of a table."""
    headings = [column.heading for column in list_input_tables(system)[name].columns if not column.is_computed]
    schema = system.log_schema
    return (
        [heading for heading in headings if heading in schema.required_headings] if name == schema.table else headings
    )


def describe_row(headings: Sequence[str], columns: Mapping[str, Sequence[CellValue]], row: int) -> Message:
    """Describe a row of a file by its cells."""
    texts = (cell_text(columns[heading][row]) for heading in headings if heading in columns)
    return verbatim(" · ".join(filter(None, texts)))


def describe_difference(
    headings: Sequence[str], columns: Mapping[str, Sequence[CellValue]], row: int, table: CellTable, existing: int
) -> tuple[Message, Message]:
    """Return the cells of a row of a file, and those of the row of the workbook from which it differs, as texts.

    Cells that are blank in both rows are left out.
    """
    common_headings = [heading for heading in headings if table.position(heading) is not None]
    source = {heading: columns[heading][row] for heading in common_headings if heading in columns}
    target = {heading: (table.column(heading) or ())[existing] for heading in common_headings}
    return _describe_cells(source, target), _describe_cells(target, source)


def _describe_cells(cells: Mapping[str, object], other_cells: Mapping[str, object]) -> Message:
    """Describe cells with their headings, without those that are blank in both rows."""
    return join_values(
        [
            msg("no {column}", column=heading_message(heading))
            if is_blank(cell)
            else Message("{column} {cell}", {"column": heading_message(heading), "cell": cell_text(cell)})
            for heading, cell in cells.items()
            if not (is_blank(cell) and is_blank(other_cells.get(heading)))
        ]
    )
