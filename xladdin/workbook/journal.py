"""Keep a snapshot of a workbook's inputs at each recalculation, and a Journal of the corrections made since.

The hidden sheet Snapshot has a column for each input column, for each column of a table on Rules, and for the settings:
a heading, a formula that counts the cells that have changed, and the cells as they were read. So a typed cell costs
Excel one comparison of its own column, and Start shows "out of date" while somebody types. The Journal compares the
snapshot with the present cells: rows that were changed, moved, removed, or added with a past date.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from itertools import groupby, product, zip_longest
from typing import NamedTuple, TypeVar, cast
from zlib import crc32

from xladdin.cells import (
    LAST_ROW,
    MAX_CELL_LENGTH,
    CellBlock,
    CellTable,
    CellValue,
    ClubWorkbook,
    Memo,
    as_value,
    cell_text,
    column_letters,
    is_blank,
    name_key,
    round_rating,
)
from xladdin.game_log.parsing import read_day
from xladdin.languages import Language, is_bye
from xladdin.messages import Message, format_number, join_sentences, msg, ngettext, pgettext, verbatim
from xladdin.renderers.sheet_layout import RegionValues, list_regions
from xladdin.replay import Replay
from xladdin.reports.report import Column, PageSetup, Report, Section, SheetSection, make_headline
from xladdin.systems.system import PLACINGS, RatingSystem
from xladdin.workbook.differences import COMPARED_AT_ONCE, diff_named_cells, find_differing_rows
from xladdin.workbook.report_sheets.regions import find_region, has_changed_columns
from xladdin.workbook.rules import lay_out_rules
from xladdin.workbook.schema import JOURNAL, REMARK, SNAPSHOT, SNAPSHOT_NAME, SYSTEM_NAME, ColumnType, list_input_tables

# The defined name of the cell with the digest of the inputs at the last recalculation. The sheet Snapshot is read and
# written only if the digest differs.
DIGEST_NAME = "start_read"
# The defined name of the live cell with the state of the inputs: 0 unchanged, 1 changed, 2 never recalculated.
CHANGED_NAME = "start_changed"
FORMULA_ROW, FIRST_ROW = 2, 3
SETTINGS = "Settings"
# The separator between the cells of a row in one text.
CELL_SEPARATOR = " · "
_COPIED_AS_IS = {str, int, bool, date, datetime, type(None)}


Cell = TypeVar("Cell")


class SnapshotColumn(NamedTuple):
    """A column of the sheet Snapshot.

    Attributes:
        heading: Heading of the column.
        cells: References to the original cells, as in a formula: one range, or several single cells.
        kind: Type of the values.
        table: Name of the table of an input column, or "".
    """

    heading: str
    cells: tuple[str, ...]
    kind: ColumnType
    table: str = ""

    def build_formula(self, letters: str) -> str:
        """Return the formula for the number of changed cells, without "=".

        An error value, from a deleted column, counts as unchanged.
        """
        if len(self.cells) > 1:
            pairs = enumerate(self.cells, FIRST_ROW)
            return f"IFERROR(SUM({','.join(f'1-EXACT({cell},${letters}${row})' for row, cell in pairs)}),0)"
        (current,) = self.cells
        stored = f"${letters}${FIRST_ROW}:${letters}${LAST_ROW}"
        former = f"${letters}${FIRST_ROW}:INDEX({stored},ROWS({current}))"
        # Excel compares numbers many times faster than texts.
        changed = f"--({current}<>{former})" if self.kind.is_typed_number else f"1-EXACT({current},{former})"
        return f"IFERROR(SUMPRODUCT({changed})+ABS(COUNTA({current})-COUNTA({stored})),0)"


def list_snapshot_columns(system: RatingSystem) -> list[SnapshotColumn]:
    """Return the columns of the sheet. Those of one table are adjacent."""
    input_columns = [
        SnapshotColumn(
            _make_heading(table.name, column.heading), (f"{table.name}[{column.heading}]",), column.kind, table.name
        )
        for table in list_input_tables(system).values()
        for column in table.columns
        if not column.is_computed and column is not REMARK
    ]
    settings, tables = lay_out_rules(system)
    rules = [SnapshotColumn(name, (name,), ColumnType.DECIMAL) for table in tables for name in table.names()]
    return [
        *input_columns,
        *rules,
        SnapshotColumn(SETTINGS, tuple(setting.name for setting in settings), ColumnType.GAME_KIND),
    ]


def build_changed_formula(system: RatingSystem) -> str:
    """Return the formula of the cell with the state of the inputs, without "=" (see `CHANGED_NAME`)."""
    row = f"{SNAPSHOT}!$A${FORMULA_ROW}:${column_letters(len(list_snapshot_columns(system)))}${FORMULA_ROW}"
    return f'IF({DIGEST_NAME}="",2,IF(SUM({row})=0,0,1))'


@dataclass(eq=False, repr=False)
class Snapshot:
    """The inputs of a workbook at one moment.

    Attributes:
        system: The rating system.
        cells: Cells as they were read, by the heading on the sheet Snapshot.
        counts_from_1904: Whether plain numbers in columns of dates count from 1904.
    """

    system: RatingSystem
    cells: Mapping[str, Sequence[object]]
    counts_from_1904: bool = False

    @cached_property
    def digest(self) -> int:
        """A checksum of all cells. Blank rows at the end of a table do not change it."""
        digest = 0
        for column in list_snapshot_columns(self.system):
            cells = self.cells[column.heading]
            texts = {cell: cell_text(cell) for cell in set(cells)}
            text = "\n".join(["", *map(texts.__getitem__, cells)]).rstrip("\n")
            digest = crc32(f"{text}\n\n".encode("utf-8", "surrogatepass"), digest)
        return digest

    @property
    def is_empty(self) -> bool:
        """Whether the workbook has no snapshot yet. The settings on Rules are never all blank."""
        return all(map(is_blank, self.cells.get(SETTINGS, ())))

    def table(self, name: str, headings: Sequence[str] = ()) -> CellTable:
        """Return an input table with some headings, by default all. A column that the snapshot lacks is blank."""
        known = [
            column.heading.partition(": ")[2] for column in list_snapshot_columns(self.system) if column.table == name
        ]
        columns = [self.cells.get(_make_heading(name, heading), ()) for heading in headings or known]
        rows = max(map(len, columns), default=0)
        padded = tuple(_pad(column, rows) for column in columns)
        return CellTable(name, tuple(headings or known), padded, counts_from_1904=self.counts_from_1904)

    def list_row_texts(self, name: str, headings: Sequence[str]) -> list[str]:
        """Return each row of an input table as one text, or "" for a blank row and for a game not played yet."""
        return self.list_table_texts(self.table(name, headings))

    def list_table_texts(self, table: CellTable) -> list[str]:
        """Return each row of a table of this snapshot as one text, as `list_row_texts` does."""
        name, headings = table.name, table.headings
        kinds = {column.heading: column.kind for column in list_input_tables(self.system)[name].columns}
        texts: list[Sequence[str]] = []
        for heading in headings:
            text_of = Memo(_read_day_text if kinds[heading] is ColumnType.DATE else _read_text)
            texts.append(text_of.column(table.column(heading) or ()))
        rows = list(map(CELL_SEPARATOR.join, zip(*texts)))
        blank = CELL_SEPARATOR.join("" for _ in headings)
        if name == self.system.log_schema.table:
            unplayed = self._find_unplayed_rows(table)
            return ["" if row == blank or number in unplayed else row for number, row in enumerate(rows)]
        return ["" if row == blank else row for row in rows]

    def list_rule_texts(self) -> dict[str, list[str]]:
        """Return the texts of settings and of rows of tables on Rules, by the defined name of the cell.

        A table has the name of its first column.
        """
        settings, tables = lay_out_rules(self.system)
        values = [*self.cells.get(SETTINGS, ()), *[None] * len(settings)]
        texts = {
            setting.name: [cell_text(value)] for setting, value in zip(settings, values) if setting.name != SYSTEM_NAME
        }
        for table in tables:
            columns = [self.cells.get(name, ()) for name in table.names()]
            rows = [CELL_SEPARATOR.join(map(cell_text, row)) for row in zip_longest(*columns)]
            while rows and not rows[-1].replace(CELL_SEPARATOR, ""):
                rows.pop()
            texts[table.names()[0]] = rows
        return texts

    @property
    def last_session(self) -> date | None:
        """The date of the last session with results, or None."""
        schema = self.system.log_schema
        table = self.table(schema.table)
        if schema.is_paired:
            (dates,), results = _read_columns(table, ("Date",)), _read_columns(table, schema.results)
            days_by_cell = {cell: day for cell in set(dates) if (day := read_day(cell)) is not None}
            for cell in sorted(days_by_cell, key=days_by_cell.__getitem__, reverse=True):
                rows = [row for row, date_cell in enumerate(dates) if date_cell == cell]
                if not all(is_blank(column[row]) for column in results for row in rows):
                    return days_by_cell[cell]
            return None
        with_results = {name_key(cell_text(event)) for event in _read_columns(table, (PLACINGS.event,))[0]}
        events = zip(*_read_columns(self.table("Events"), ("Event", "Date")))
        days = [day for event, day in events if name_key(cell_text(event)) in with_results]
        return max(filter(None, map(read_day, set(days))), default=None)

    def diff_digest(self, workbook: ClubWorkbook) -> Iterator[CellBlock]:
        """Yield the block that stores the digest, if the workbook contains that of other inputs."""
        yield from diff_named_cells(workbook, {DIGEST_NAME: self.digest})

    def update(self, workbook: ClubWorkbook, stored: "Snapshot | None") -> Iterator[CellBlock]:
        """Yield blocks that store this snapshot in place of the `stored` one, from `find_outdated_snapshot`."""
        location = workbook.locate_name(SNAPSHOT_NAME)
        if stored is None:
            return
        yield from self.diff_digest(workbook)
        if location is None:  # the sheet has been deleted
            return
        sheet, row, first = location
        columns = enumerate(list_snapshot_columns(self.system), first)
        for _, group in groupby(columns, key=lambda item: item[1].table or item[1].heading):
            numbers, headings = zip(*((number, column.heading) for number, column in group))
            rows = max(len(snapshot.cells[heading]) for snapshot in (stored, self) for heading in headings)
            new = [_pad(_convert_values(self.cells[heading]), rows) for heading in headings]
            old = (_pad(stored.cells[heading], rows) for heading in headings)
            spans = [span for cells, values in zip(old, new) if (span := find_differing_rows(cells, values))]
            if spans:
                start, end = min(span.start for span in spans), max(span.stop for span in spans)
                values = tuple(column[start:end] for column in new)
                yield CellBlock(sheet, row + FIRST_ROW - 1 + start, numbers[0], values)

    def _find_unplayed_rows(self, table: CellTable) -> set[int]:
        """Return the rows of paired games without a result. Entering the result is not a correction."""
        schema = self.system.log_schema
        if not schema.is_paired:
            return set()
        results, players = (zip(*_read_columns(table, headings)) for headings in (schema.results, schema.players))
        return {
            row
            for row, (result, names) in enumerate(zip(results, players))
            if all(map(is_blank, result)) and not any(is_blank(name) or is_bye(cell_text(name)) for name in names)
        }


def take_snapshot(workbook: ClubWorkbook, system: RatingSystem) -> Snapshot:
    """Return a snapshot of the present inputs of a workbook."""
    columns = list_snapshot_columns(system)
    return Snapshot(
        system,
        {column.heading: _read_input_cells(workbook, column) for column in columns},
        any(table.counts_from_1904 for table in workbook.tables.values()),
    )


def read_stored_snapshot(workbook: ClubWorkbook, system: RatingSystem) -> Snapshot:
    """Return the snapshot of the last recalculation, which is empty before the first one."""
    location = workbook.locate_name(SNAPSHOT_NAME)
    rows = workbook.sheet_values(location[0])[location[1] - 1 :] if location is not None else ()
    below = list(zip_longest(*rows[FIRST_ROW - 1 :]))
    stored = {cell_text(heading): column for heading, column in zip(rows[0] if rows else (), below)}
    cells = {
        column.heading: _strip_blank_end(stored.get(column.heading, ())) for column in list_snapshot_columns(system)
    }
    return Snapshot(system, cells, any(table.counts_from_1904 for table in workbook.tables.values()))


def _strip_blank_end(column: Sequence[object]) -> Sequence[object]:
    """Return a column without the blank cells at its end.

    A column with further blank cells is returned whole, since it is as long as the log.
    """
    end = len(column)
    for step in (COMPARED_AT_ONCE, 32, 1):
        while end and column[max(end - step, 0) : end].count("") == min(step, end):
            end = max(end - step, 0)
    return column[:end]


def list_input_headings(system: RatingSystem, table: CellTable) -> list[str]:
    """Return the template's headings of the input columns that a table has, without Remark."""
    input_columns = [
        column
        for column in list_input_tables(system)[table.name].columns
        if not column.is_computed and column != REMARK
    ]
    return [column.heading for column in input_columns if table.column(column.heading) is not None]


def drop_blank_cells(text: str) -> str:
    """Return the text of a row without its blank cells, shortened to what one cell can hold."""
    return CELL_SEPARATOR.join(cell for cell in text.split(CELL_SEPARATOR) if cell)[:MAX_CELL_LENGTH]


def _read_text(cell: object) -> str:
    return cell_text(cell).strip()


def _read_day_text(cell: object) -> str:
    """Return the text of a cell in a column of dates, where a plain number is a date."""
    day = read_day(cell) if type(cell) in (int, float) else None
    return _read_text(cell) if day is None else day.isoformat()


def _pad(column: Sequence[Cell], rows: int) -> list[Cell | None]:
    """Return a column of a number of rows, with blank cells at its end."""
    return [*column, *[None] * (rows - len(column))]


def _make_heading(table: str, heading: str) -> str:
    return f"{table}: {heading}"


def _read_columns(table: CellTable, headings: Sequence[str]) -> list[Sequence[object]]:
    """Return the columns with some headings. One that the table lacks is blank."""
    return [table.column(heading) or [None] * table.rows for heading in headings]


def _read_input_cells(workbook: ClubWorkbook, column: SnapshotColumn) -> Sequence[object]:
    if column.table:
        table = workbook.tables.get(column.table)
        positions = table.matching_positions(column.heading.partition(": ")[2]) if table is not None else ()
        return table.columns[positions[0]] if table is not None and positions else ()
    if len(column.cells) > 1:
        return [workbook.names.get(name) for name in column.cells]
    return [row[0] for row in workbook.range_values(column.cells[0]) or ()]


def _convert_values(column: Sequence[object]) -> Sequence[CellValue]:
    if _COPIED_AS_IS.issuperset(map(type, column)):  # as in most columns
        return cast("Sequence[CellValue]", column)
    return [int(cell) if isinstance(cell, float) and cell.is_integer() else as_value(cell) for cell in column]


# The most lines of the journal.
MAX_LINES = 1000
MAX_NAMED_PLAYERS = 8
_LINE_DATE = "DATE(LEFT({time},4),MID({time},6,2),MID({time},9,2))"
# Formula that is true for a line older than a week. The column When is a text such as 2026-01-31 19:30.
OLDER_THAN_A_WEEK = f'IF({{time}}="",FALSE,{_LINE_DATE}<TODAY()-7)'
NO_CORRECTIONS = msg("Nothing was corrected.")
# The location of a correction, in each language.
LOCATION_FORMATS = ("{} row {}", "{}, ligne {}")
# The prefix of the defined names of rules. Other settings concern the sheets and change no rating.
RULE_PREFIX = "rule_"
# The text for the effect of every correction of a recalculation except the first, which states the effect of all.
EFFECT_ABOVE = msg("see the row above")
# The effect of an edited setting that changes no rating.
NO_RATING_EFFECT = msg("It changes no rating.")


class JournalLine(NamedTuple):
    """A line of the sheet Journal, as its cells are stored there. The Journal is stored nowhere else.

    Attributes:
        time: Time of the recalculation that found the correction.
        row: Sheet and row.
        before: Cells of the row before the correction.
        after: Cells of the row after the correction.
        ratings: Effect on the ratings.
        effective_from: Date from which the correction counts.
    """

    time: CellValue = None
    row: CellValue = None
    before: CellValue = None
    after: CellValue = None
    ratings: CellValue = None
    effective_from: CellValue = None


class Correction(NamedTuple):
    """A correction: a row that was changed, moved, removed, or added with a past date.

    Attributes:
        time: Time of the recalculation that found it.
        location: Sheet and row.
        before: Cells of the row before, as text. Blank for an added row. For a moved row, its former location.
        after: Cells of the row now, as text. Blank for a removed row.
        ratings: The players whose ratings all corrections of one recalculation changed, in the first correction only.
        effective_from: Date from which the row counts, or None.
        is_moved: Whether the row is unchanged at another location.
        is_reordered: Whether several rows have been moved, as `after` describes.
    """

    time: datetime
    location: Message
    before: Message | str
    after: Message | str
    ratings: Message | None
    effective_from: date | None
    is_moved: bool = False
    is_reordered: bool = False

    def __str__(self) -> str:
        return str(self.as_message())

    def as_message(self) -> Message:
        """Return the correction in sentences."""
        sentences = [self._make_sentence()]
        if self.ratings is not None:
            sentences.append(self.ratings)
        if self.effective_from:
            sentences.append(msg("From {day} on.", day=self.effective_from.isoformat()))
        return join_sentences(sentences)

    def _make_sentence(self) -> Message:
        if self.is_reordered:
            return msg("{where}: {now}.", where=self.location, now=self.after)
        if self.is_moved:
            return msg("{where} was in {was}: {now}.", where=self.location, was=self.before, now=self.after)
        if not self.before:
            return msg("{where} was added: {now}.", where=self.location, now=self.after)
        if not self.after:
            return msg("{where} was removed: {was}.", where=self.location, was=self.before)
        return msg("{where} was changed: {was} → {now}.", where=self.location, was=self.before, now=self.after)

    def to_line(self, language: Language) -> JournalLine:
        """Return the line of the sheet Journal."""
        time = self.time.strftime("%Y-%m-%d %H:%M")
        before, after = (
            language.render_text(cells)  # the cells of a row are not translated, since an import reads them here
            for cells in (self.before, self.after)
        )
        ratings = language.render(EFFECT_ABOVE if self.ratings is None else self.ratings)
        return JournalLine(time, language.render(self.location), before, after, ratings, self.effective_from)


def define_journal_report() -> Report:
    """Describe the layout of the sheet Journal. Its lines are stored on the sheet, and never computed again."""
    line = JournalLine
    columns = {
        "time": Column(msg("When"), line.time, ColumnType.TEXT, 17),
        "row": Column(msg("Row"), line.row, ColumnType.TEXT, 18),
        "before": Column(msg("Was"), line.before, ColumnType.TEXT, 46, size=9),
        "after": Column(msg("Is now"), line.after, ColumnType.TEXT, 46, size=9),
        "ratings": Column(pgettext("record", "Ratings"), line.ratings, ColumnType.TEXT, 40, size=9),
        "effective_from": Column(msg("From"), line.effective_from, ColumnType.DATE, 16),
    }
    lines = Section(columns, {"sheet": " ".join(columns)}, sheet=SheetSection(quiet_rows=OLDER_THAN_A_WEEK))
    page = PageSetup(landscape=True, footer=msg("Changes since last week; older ones are paler and in italics"))
    return Report(
        JOURNAL, msg("Journal of corrections, the newest first"), [lines], [make_headline(lambda context: None)], page
    )


def find_outdated_snapshot(workbook: ClubWorkbook, present: Snapshot) -> Snapshot | None:
    """Return the inputs as the last recalculation read them, or None if they are the `present` ones."""
    is_current = workbook.names.get(DIGEST_NAME) == present.digest
    return None if is_current else read_stored_snapshot(workbook, present.system)


def detect_corrections(
    workbook: ClubWorkbook, replay: Replay, stored: Snapshot | None, present: Snapshot, now: datetime
) -> list[Correction]:
    """Return the corrections since the last recalculation. The first one has the effect of all on the ratings.

    `stored` is from `find_outdated_snapshot`, and `present` is the snapshot of the present inputs.
    """
    if stored is None or stored.is_empty or is_blank(workbook.names.get(DIGEST_NAME)):
        return []
    last_session, newest = stored.last_session, present.last_session
    new_from = last_session
    # Since there is a later evening, all games of that evening have been typed.
    if last_session and newest and newest > last_session:
        new_from = last_session + timedelta(days=1)
    corrections = [
        correction
        for name in list_input_tables(present.system)
        if name in workbook.tables
        for correction in _find_corrected_rows(workbook.tables[name], stored, present, new_from, now)
    ]
    corrections.extend(_find_edited_rules(workbook, replay, stored, present, now))
    rating = [correction for correction in corrections if correction.ratings is None]
    with_effect = [correction for correction in corrections if correction.ratings is not None]
    if not rating:
        return with_effect
    effect = _describe_effect(workbook, replay, last_session)
    if len(rating) > 1:
        effect = msg("Together: {effect}", effect=effect)
    return [rating[0]._replace(ratings=effect), *rating[1:], *with_effect]


def render_journal(
    workbook: ClubWorkbook, lines: Sequence[JournalLine], has_new: bool, language: Language
) -> list[RegionValues]:
    """Return the values of the Journal's headline and lines.

    The lines are omitted if neither they nor the columns of the sheet have changed.
    """
    lines_region, headline = list_regions(define_journal_report())
    region = find_region(workbook, define_journal_report())
    is_written = has_new or (region is not None and has_changed_columns(workbook, region))
    values = [RegionValues(lines_region, list_journal_rows(lines))] if is_written else []
    return [*values, RegionValues(headline, [(None if lines else language.render(NO_CORRECTIONS),)])]


def list_journal_rows(lines: Sequence[JournalLine]) -> list[Sequence[CellValue]]:
    """Return the cells of some lines, in the order of the report's columns."""
    columns = list_regions(define_journal_report())[0].columns
    return [tuple(column.value_of(line) for column in columns) for line in lines]


def list_journal_lines(
    workbook: ClubWorkbook, corrections: Sequence[Correction], language: Language
) -> list[JournalLine]:
    """Return the lines of the Journal: those of new corrections first, then the stored ones."""
    return [*(correction.to_line(language) for correction in corrections), *_read_stored_lines(workbook)][:MAX_LINES]


def _read_stored_lines(workbook: ClubWorkbook) -> list[JournalLine]:
    """Return the lines on the sheet, which may have its columns in any order."""
    region = find_region(workbook, define_journal_report())
    if region is None:
        return []
    (section,) = define_journal_report().sections
    positions = {key: region.find_column(section.columns[key].heading) for key in JournalLine._fields}
    rows = (workbook.range_values(region.region.name) or ())[1:]
    return [
        JournalLine(**{key: as_value(row[position]) for key, position in positions.items() if position is not None})
        for row in rows
    ]


def find_removed_rows(workbook: ClubWorkbook, system: RatingSystem) -> Mapping[str, Sequence[CellValue]]:
    """Return the key cells of rows that were removed from the log, as texts by heading, or {} if there are none.

    They are from the Journal, and from the snapshot for rows removed since the last recalculation.
    """
    table = workbook.tables[system.log_schema.table]
    headings = list_input_headings(system, table)
    current_rows, stored_rows = (
        Counter(filter(None, map(drop_blank_cells, snapshot.list_row_texts(table.name, headings))))
        for snapshot in (take_snapshot(workbook, system), read_stored_snapshot(workbook, system))
    )
    rows_of_sheet = tuple(form.format(table.sheet or table.name, "") for form in LOCATION_FORMATS)
    lines = (line for line in _read_stored_lines(workbook) if line.before and str(line.row).startswith(rows_of_sheet))
    texts = [*(str(line.before) for line in lines), *(stored_rows - current_rows).elements()]
    # The required columns come first, and no complete row has a blank cell in them.
    keys = sorted(system.log_schema.required_headings, key=headings.index)
    rows = [cells[: len(keys)] for text in texts if len(cells := text.split(CELL_SEPARATOR)) >= len(keys)]
    return {heading: list(cells) for heading, cells in zip(keys, zip(*rows))} if rows else {}


def _find_corrected_rows(
    table: CellTable, stored: Snapshot, present: Snapshot, new_from: date | None, now: datetime
) -> Iterator[Correction]:
    """Yield the corrections in a table. A row added with a date of `new_from` or later is not a correction."""
    headings = list_input_headings(present.system, table)
    tables = stored.table(table.name, headings), present.table(table.name, headings)
    equal_at_start = _count_equal_rows(*tables)
    tables = tables[0].slice_rows(equal_at_start), tables[1].slice_rows(equal_at_start)
    equal_at_end = _count_equal_rows(*(table.slice_rows(step=-1) for table in tables))
    old, new = (stored.list_table_texts(table.slice_rows(end=table.rows - equal_at_end)) for table in tables)
    day_column = headings.index("Date") if "Date" in headings else None

    def read_row_day(texts: Sequence[str], row: int | None) -> date | None:
        if row is None or day_column is None:
            return None
        return read_day(texts[row].split(CELL_SEPARATOR)[day_column])

    def build_correction(match: RowMatch) -> Correction:
        row = match.before if match.after is None else match.after
        assert row is not None
        if match.is_moved:
            before: Message | str = msg("row {row}", row=table.row_number(equal_at_start + (match.before or 0)))
        else:
            before = "" if match.before is None else drop_blank_cells(old[match.before])
        after = "" if match.after is None else drop_blank_cells(new[match.after])
        days = [day for day in (read_row_day(old, match.before), read_row_day(new, match.after)) if day is not None]
        return Correction(
            now,
            table.row_location(equal_at_start + row),
            before,
            after,
            None,
            min(days, default=None),
            is_moved=match.is_moved,
        )

    matches = match_rows(old, new)
    moved_matches = [match for match in matches if match.is_moved]
    for match in matches:
        if match.before is None:  # a new evening is not a correction, a game of an earlier one is
            day = read_row_day(new, match.after)
            if day is None or new_from is None or day >= new_from:
                continue
        if not match.is_moved:
            yield build_correction(match)
    if len(moved_matches) == 1:
        yield build_correction(moved_matches[0])
    elif moved_matches:
        message = ngettext("{n:,} row is in another order", "{n:,} rows are in another order", len(moved_matches))
        yield Correction(now, verbatim(table.sheet or table.name), "", message, None, None, is_reordered=True)


def _count_equal_rows(old: CellTable, new: CellTable) -> int:
    """Return a number of rows at the start of both tables that are certainly equal. There may be more."""
    rows = min(old.rows, new.rows)
    for column, new_column in zip(old.columns, new.columns):
        for start in range(0, rows, COMPARED_AT_ONCE):
            end = min(start + COMPARED_AT_ONCE, rows)
            cells, new_cells = list(column[start:end]), list(new_column[start:end])
            # True equals 1, but their texts differ.
            if cells == new_cells and [*map(type, cells)] == [*map(type, new_cells)]:
                continue
            if {*cells, *new_cells} <= {None, ""}:
                continue
            is_equal = map(_is_same_cell, cells, new_cells)
            rows = next((row for row, is_same in enumerate(is_equal, start) if not is_same), rows)
    return rows


def _is_same_cell(old: object, new: object) -> bool:
    return (type(old) is type(new) and old == new) or (is_blank(old) and is_blank(new))


def _find_edited_rules(
    workbook: ClubWorkbook, replay: Replay, stored: Snapshot, present: Snapshot, now: datetime
) -> Iterator[Correction]:
    """Yield the edited settings and the edited rows of tables on Rules. A rule counts from the first session on."""
    settings, tables = lay_out_rules(present.system)
    setting_labels = {setting.name: setting.label for setting in settings if setting.name != SYSTEM_NAME}
    labels = setting_labels | {table.names()[0]: table.label for table in tables}
    first_session = min((period.date for period in replay.log.periods), default=None)
    old_texts, new_texts = stored.list_rule_texts(), present.list_rule_texts()
    for name, label in labels.items():
        cell, old_rows, new_rows = workbook.locate_name(name), old_texts[name], new_texts[name]
        if cell is None or old_rows == new_rows:
            continue
        is_rule = name.startswith(RULE_PREFIX)
        for match in [RowMatch(0, 0)] if name in setting_labels else match_rows(old_rows, new_rows):
            row = match.before if match.after is None else match.after
            assert row is not None
            before, after = (
                "" if position is None else _format_rule_cells(rows[position])
                for rows, position in ((old_rows, match.before), (new_rows, match.after))
            )
            if before:
                before = msg("{label}: {cells}", label=label, cells=before)
            else:
                after = msg("{label}: {cells}", label=label, cells=after)
            location = msg("{sheet} row {row}", sheet=cell[0], row=cell[1] + row)
            effect, effective_from = (None, first_session) if is_rule else (NO_RATING_EFFECT, None)
            yield Correction(now, location, before, after, effect, effective_from)


def _format_rule_cells(text: str) -> Message:
    """Return the cells of a row on Rules as a message, so that numbers get the decimal sign of the language."""
    cells = [_parse_number(cell) for cell in drop_blank_cells(text).split(CELL_SEPARATOR)]
    names = [f"cell{number}" for number in range(len(cells))]
    return Message(CELL_SEPARATOR.join(f"{{{name}}}" for name in names), dict(zip(names, cells))) or msg("blank")


def _parse_number(cell: str) -> float | str:
    try:
        number = float(cell)
    except ValueError:
        return cell
    return number if str(number) == cell else cell


def _describe_effect(workbook: ClubWorkbook, replay: Replay, last_session: date | None) -> Message:
    """Describe the rating changes as of the end of the last known session, the largest first."""
    system, log_players = replay.log.system, replay.log.players
    ratings: Sequence[object] = system.player_columns(replay.state)["Rating"]
    closing = next(
        (closing for closing in reversed(replay.closings) if last_session and closing.period.date <= last_session), None
    )
    if closing is not None and closing.period != replay.closings[-1].period:
        ratings = closing.ratings
    stored = workbook.tables["Players"].column("Rating") or []
    changes = []
    for player, row, rating in zip(log_players, replay.log.player_rows, ratings):
        old_rating = stored[row] if row < len(stored) else None
        if (
            isinstance(old_rating, (int, float))
            and isinstance(rating, (int, float))
            and abs(rating - old_rating) > 1e-9
        ):
            changes.append((player.name, rating - old_rating))
    changes.sort(key=lambda line: (-abs(line[1]), name_key(line[0])))
    if not changes:
        return msg("No rating changed.")
    values = {
        f"player{number}": msg("{player} {change}", player=name, change=_format_change(system, change))
        for number, (name, change) in enumerate(changes[:MAX_NAMED_PLAYERS])
    }
    players = Message(", ".join(f"{{{name}}}" for name in values), values)
    if len(changes) > MAX_NAMED_PLAYERS:
        return msg("{players}, and {more} more.", players=players, more=len(changes) - MAX_NAMED_PLAYERS)
    return msg("{players}.", players=players)


def _format_change(system: RatingSystem, change: float) -> Message:
    """Return a rating change with its sign, rounded as the system's ratings are."""
    digits = system.rating_decimals
    form = f".{digits}f" if digits else "g"
    return format_number(round_rating(change, digits), f"+{form}")


# The most pairs of rows that are compared cell by cell. If there are more, rows match only by their position.
MAX_COMPARED = 40_000


class RowMatch(NamedTuple):
    """A changed or moved row, by its positions before and after. None means that it did not exist.

    `is_moved` means that the row is unchanged, but at another position among the others.
    """

    before: int | None
    after: int | None
    is_moved: bool = False


def match_rows(old: Sequence[str], new: Sequence[str]) -> list[RowMatch]:
    """Return the differences between rows before and after, in the order of the rows."""
    first, end = _count_unchanged_ends(old, new)
    equal_rows = _pair_equal_rows(old[first : len(old) - end], new[first : len(new) - end], first)
    unmoved = _find_longest_in_order(equal_rows)
    moved_matches = [RowMatch(before, after, True) for before, after in equal_rows if before not in unmoved]
    old_matched, new_matched = {before for before, _ in equal_rows}, {after for _, after in equal_rows}
    removed_rows = [row for row in range(first, len(old) - end) if old[row] and row not in old_matched]
    added_rows = [row for row in range(first, len(new) - end) if new[row] and row not in new_matched]
    pairs = _pair_similar_rows(removed_rows, added_rows, old, new)
    pairs |= _pair_rows_in_place(
        [row for row in removed_rows if row not in pairs], _find_unpaired(added_rows, pairs), unmoved
    )
    matches = [RowMatch(before, pairs.get(before)) for before in removed_rows]
    matches += [RowMatch(None, after) for after in _find_unpaired(added_rows, pairs)]
    return sorted([*matches, *moved_matches], key=_get_position)


def _get_position(match: RowMatch) -> tuple[int, bool]:
    row = match.before if match.after is None else match.after
    assert row is not None
    return row, match.before is None


def _find_unpaired(added_rows: Sequence[int], pairs: dict[int, int]) -> list[int]:
    paired_rows = set(pairs.values())
    return [row for row in added_rows if row not in paired_rows]


def _count_unchanged_ends(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """Return the numbers of equal rows at the start and at the end. Most games are typed below the others."""
    shorter = min(len(old), len(new))
    head = shorter
    if old[:shorter] != new[:shorter]:
        head = next(number for number, (old_row, new_row) in enumerate(zip(old, new)) if old_row != new_row)
    from_end = zip(reversed(old[head:]), reversed(new[head:]))
    return head, next(
        (number for number, (old_row, new_row) in enumerate(from_end) if old_row != new_row), shorter - head
    )


def _pair_equal_rows(old: Sequence[str], new: Sequence[str], first: int) -> list[tuple[int, int]]:
    """Return the positions before and after of equal rows. Of several equal rows, the first matches the first."""
    rows_of: defaultdict[str, list[int]] = defaultdict(list)
    for row in range(len(new) - 1, -1, -1):
        rows_of[new[row]].append(first + row)
    return [(row, rows_of[text].pop()) for row, text in enumerate(old, first) if text and rows_of[text]]


def _find_longest_in_order(equal_rows: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Return the longest series of equal rows that keeps its order, by the position before.

    All other equal rows count as moved. This is the longest increasing subsequence, found by patience sorting.
    """
    ends: list[int] = []
    last: list[int] = []
    predecessors: list[int | None] = []
    for number, (_, after) in enumerate(equal_rows):
        length = bisect_left(ends, after)
        predecessors.append(last[length - 1] if length else None)
        ends[length : length + 1], last[length : length + 1] = [after], [number]
    unmoved, current = {}, last[-1] if last else None
    while current is not None:
        position, after = equal_rows[current]
        unmoved[position] = after
        current = predecessors[current]
    return unmoved


def _pair_similar_rows(
    removed_rows: Sequence[int], added_rows: Sequence[int], old: Sequence[str], new: Sequence[str]
) -> dict[int, int]:
    """Return the added row for each removed row that has at least half of its cells in common with one.

    Pairs with the most common cells come first, and of these the nearest.
    """
    if not removed_rows or not added_rows or len(removed_rows) * len(added_rows) > MAX_COMPARED:
        return {}
    old_cells = {row: old[row].split(CELL_SEPARATOR) for row in removed_rows}
    new_cells = {row: new[row].split(CELL_SEPARATOR) for row in added_rows}
    candidates = []
    for old_row, new_row in product(old_cells, new_cells):
        shared = sum(cell == new_cell != "" for cell, new_cell in zip(old_cells[old_row], new_cells[new_row]))
        if 2 * shared >= sum(map(bool, old_cells[old_row])):
            candidates.append((-shared, abs(old_row - new_row), old_row, new_row))
    pairs: dict[int, int] = {}
    paired_rows: set[int] = set()
    for _, _, old_row, new_row in sorted(candidates):
        if old_row not in pairs and new_row not in paired_rows:
            pairs[old_row] = new_row
            paired_rows.add(new_row)
    return pairs


def _pair_rows_in_place(
    removed_rows: Sequence[int], added_rows: Sequence[int], unmoved: dict[int, int]
) -> dict[int, int]:
    """Return the added row for each removed row that is equally far below the same unchanged row."""
    old = dict(zip(_locate_rows(removed_rows, sorted(unmoved)), removed_rows))
    new = zip(_locate_rows(added_rows, sorted(unmoved.values())), added_rows)
    return {old[position]: row for position, row in new if position in old}


def _locate_rows(rows: Sequence[int], unmoved: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the number of unchanged rows above each row, and its distance from the last of these."""
    for row in rows:
        rows_above = bisect_left(unmoved, row)
        yield rows_above, row - (unmoved[rows_above - 1] if rows_above else -1)
