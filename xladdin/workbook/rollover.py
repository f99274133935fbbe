"""Build the workbook of the next season or camp week, or move a workbook to the present template.

The players get start columns, as many as the rating system needs. Ratings continue exactly as if all games were still
in one file. The sheet Past seasons of the new workbook has the records and figures of the log that is left behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path, PurePosixPath

from xladdin.cells import (
    CellBlock,
    CellRange,
    CellTable,
    CellValue,
    ClubWorkbook,
    as_value,
    cell_text,
    column_letters,
    is_blank,
    name_key,
)
from xladdin.errors import WorkbookError, excerpt
from xladdin.files.club_file import ClubFile
from xladdin.files.workbook_writer import fill_workbook, set_name_ranges
from xladdin.game_log import (
    BEST,
    FACT_HEADINGS,
    FACTS,
    LAST,
    LOWEST,
    MEETING,
    PAIR,
    PLAYER,
    RECORD,
    SEASON_FIGURES,
    SEASONS,
)
from xladdin.game_log.reading import NOT_PLAYED
from xladdin.languages import Language, list_translations, translate_choice
from xladdin.messages import BLANK, Message, heading_message, join_values, msg, ngettext
from xladdin.renderers.sheet_layout import list_regions, list_title_regions
from xladdin.replay import Replay, find_season, replay_as_of
from xladdin.reports.records import list_all_time_records
from xladdin.reports.season import MOST_IMPROVED, list_honours, list_past_figures, rank_active_players
from xladdin.statistics import EventRecord, Statistics
from xladdin.systems.system import RatingSystem
from xladdin.workbook.input_sheets import INSTRUCTIONS
from xladdin.workbook.journal import define_journal_report
from xladdin.workbook.new_workbook import fill_template
from xladdin.workbook.report_selection import find_season_end
from xladdin.workbook.report_sheets.rendering import list_sheet_reports
from xladdin.workbook.report_sheets.tonight import PAIRED_NAME, UNLISTED_COUNT_NAME
from xladdin.workbook.review_sheet import HEADINGS as REVIEW_HEADINGS
from xladdin.workbook.rules import has_current_version, read_club_id, read_club_paper
from xladdin.workbook.schema import (
    CLUB_ID_NAME,
    FACT_TABLE,
    FORMAT_VERSION_NAME,
    IMPORT_PROFILE,
    JOURNAL,
    LANGUAGE_NAME,
    LISTS,
    PROFILE_SHEET,
    REVIEW_TABLE,
    RULES,
    SEASON_TABLE,
    SNAPSHOT,
    START,
    START_PREFIX,
    SYSTEM_NAME,
    TITLE_NAME,
    WEB_EARLIER,
    WEB_EVENING,
    WEB_FOLDER,
    WEB_NAMES,
    Table,
    list_input_tables,
    name_start_cell,
    read_language,
    read_language_code,
)
from xladdin.workbook.sheets import list_sheets
from xladdin.workbook.status import is_status_text, list_texts_above, make_status_name

# Tables that belong to the log in addition to its main table.
LOG_TABLES = ("Adjustments", "Events")
CLUB_SETTING_PREFIXES = ("club_", "tonight_")
# The prefixes of the defined names whose values are not copied. The rules are those of the system.
EXCLUDED_NAMES = (
    START_PREFIX,
    "report_",
    "rule_",
    SYSTEM_NAME,
    FORMAT_VERSION_NAME,
    CLUB_ID_NAME,
    LANGUAGE_NAME,
    TITLE_NAME,
    "tonight_date",
    PAIRED_NAME,
    UNLISTED_COUNT_NAME,
)
# Tables by their present name, and their names in earlier format versions, which were never released. From a workbook
# of such a version only what people typed is carried over.
FORMER_TABLES = {REVIEW_TABLE: "Looks"}
# Computed columns of Games in earlier format versions, which are not custom columns.
FORMER_COLUMNS = ("Games 1", "Games 2")
INTERNAL_SHEETS = (LISTS, "xlwings.conf", SNAPSHOT, PROFILE_SHEET)
PROFILE_HEADINGS = [column.heading for column in IMPORT_PROFILE.columns]


@dataclass(frozen=True)
class Successor:
    """A new workbook in memory. `notes` name what stays behind in the old one."""

    file: ClubFile
    notes: Sequence[Message]


def build_successor(
    workbook: ClubWorkbook,
    replay: Replay,
    sheets: Sequence[str],
    path: Path,
    now: datetime,
    *,
    keep_log: bool,
    journal: Sequence[Sequence[CellValue]],
    language: str,
) -> Successor:
    """Build the workbook that follows a workbook, not recalculated yet.

    Args:
        workbook: The old workbook.
        replay: The replay of its valid log.
        sheets: Names of its visible sheets.
        path: Path of the new workbook.
        now: Time of creation, stored in the new workbook.
        keep_log: Whether to copy the whole log, instead of the players' results from it.
        journal: Lines of the sheet Journal to copy.
        language: Code of the language of the new workbook, by default that of the old one.
    """
    system = replay.log.system
    tables = read_input_tables(workbook, replay) if keep_log else build_start_tables(workbook, replay)
    title = cell_text(workbook.names.get(TITLE_NAME))
    paper = read_club_paper(workbook, system)
    club_id = (read_club_id(workbook) or None) if keep_log else None
    file, blocks = fill_template(
        system,
        path,
        title,
        tables,
        now,
        paper=paper,
        club_id=club_id,
        language=language or read_language_code(workbook.names),
    )
    excluded = () if keep_log else (WEB_FOLDER.name, WEB_EARLIER.name)  # each season's page has its own folder
    blocks = [*blocks, *_copy_settings(workbook, file, CLUB_SETTING_PREFIXES if not keep_log else ("",), excluded)]
    text_blocks, unmoved_texts = _copy_texts_above(workbook, file, tables) if keep_log else ([], [])
    blocks += text_blocks
    unmoved_texts = [*unmoved_texts, *(_describe_replaced_titles(workbook, system) if keep_log else ())]
    for name, headings in ((REVIEW_TABLE, REVIEW_HEADINGS), (IMPORT_PROFILE.name, PROFILE_HEADINGS)):
        blocks += _copy_table(workbook, file, name, headings)
    blocks += copy_season_blocks(workbook, file) if keep_log else build_season_blocks(file, Statistics(replay))
    ranges: dict[str, CellRange] = {}
    if journal:
        (lines_region, *_) = list_regions(define_journal_report())
        blocks.append(CellBlock(JOURNAL, lines_region.row + 1, lines_region.column, tuple(zip(*journal))))
        ranges[lines_region.name] = CellRange(
            lines_region.row, lines_region.column, lines_region.row + len(journal), lines_region.last_column
        )
    known_sheets = {table.sheet for name, table in workbook.tables.items() if name in file.tables}
    known_sheets |= {location[0] for name in file.ranges if (location := workbook.locate_name(name)) is not None}
    club_sheets = [sheet for sheet in sheets if sheet not in {*known_sheets, *list_sheets(system), *INTERNAL_SHEETS}]
    successor = fill_workbook(file, blocks, lambda parts: set_name_ranges(file, parts, ranges))
    return Successor(successor, [*_list_unmoved(replay, club_sheets, keep_log), *unmoved_texts])


def _copy_table(workbook: ClubWorkbook, file: ClubFile, name: str, headings: Sequence[str]) -> Iterator[CellBlock]:
    """Yield a block with the rows of a table that is copied unchanged.

    The answers on Review are copied, except those about games that are left behind.
    """
    old, new = workbook.tables.get(name) or workbook.tables.get(FORMER_TABLES.get(name, "")), file.tables.get(name)
    if old is not None and new is not None and old.rows:
        columns = (old.column(heading) or [None] * old.rows for heading in headings)
        cells = tuple([None if is_blank(cell) else _convert_value(cell) for cell in column] for column in columns)
        yield CellBlock(new.sheet, new.row + 1, new.first_column, cells, {}, name)


def read_input_tables(workbook: ClubWorkbook, replay: Replay) -> dict[str, CellTable]:
    """Return the input columns of the input tables, including custom columns."""
    return {
        name: _drop_computed_columns(
            workbook.tables[name], table, () if has_current_version(workbook) else FORMER_COLUMNS
        )
        for name, table in list_input_tables(replay.log.system).items()
        if name in workbook.tables
    }


def build_start_tables(workbook: ClubWorkbook, replay: Replay) -> dict[str, CellTable]:
    """Return the input tables of a log that continues this one. Adjustments that are still due are included."""
    system = replay.log.system
    tables = read_input_tables(workbook, replay)
    adjustments = tables.pop("Adjustments", None)
    for name in (*LOG_TABLES, system.log_schema.table):
        tables.pop(name, None)
    tables["Players"] = _build_players(tables["Players"], replay)
    waiting = sorted(adjustment.row for adjustment in replay.pending_adjustments)
    if adjustments is not None and waiting:
        columns = tuple([column[row] for row in waiting] for column in adjustments.columns)
        tables["Adjustments"] = CellTable(adjustments.name, adjustments.headings, columns, adjustments.sheet)
    return tables


def _drop_computed_columns(table: CellTable, template: Table, former_headings: Sequence[str]) -> CellTable:
    """Return a table without its computed columns and without trailing blank rows.

    `former_headings` are those of columns that an earlier version of the template computed. Known headings get the
    template's spelling. Plain numbers for dates count from 1900, as in the new workbook.
    """
    template_columns = {table.position(column.heading): column for column in template.columns}
    headings, columns = [], []
    for position, (heading_on_sheet, raw_cells) in enumerate(zip(table.headings, table.columns)):
        column = template_columns.get(position)
        if column is None:
            heading, cells, is_computed = heading_on_sheet, raw_cells, heading_on_sheet in former_headings
        else:
            heading, is_computed = column.heading, column.is_computed
            cells = table.column(heading) or raw_cells
        if not is_computed:
            headings.append(heading)
            columns.append([None if cell == "" else cell for cell in cells])
    filled_rows = (
        max((row for cells in columns for row, cell in enumerate(cells) if not is_blank(cell)), default=-1) + 1
    )
    return CellTable(template.name, tuple(headings), tuple(cells[:filled_rows] for cells in columns), template.name)


def _build_players(players: CellTable, replay: Replay) -> CellTable:
    """Return Players with the start columns that follow from the log, without columns that are all blank."""
    log = replay.log
    start_columns: dict[str, Sequence[object]] = dict(log.system.export_start_columns(replay.state, log.players))
    start_columns["Start missed"] = [replay.absence(player).sessions or None for player in range(len(log.players))]
    headings, columns = list(players.headings), list(players.columns)
    keys = [name_key(heading) for heading in headings]
    for heading, values in start_columns.items():
        column: list[object] = [None] * players.rows
        for row, value in zip(log.player_rows, values):
            column[row] = value
        if name_key(heading) in keys:
            columns[keys.index(name_key(heading))] = column
        elif not all(map(is_blank, column)):
            headings.append(heading)
            columns.append(column)
    return CellTable(players.name, tuple(headings), tuple(columns), players.sheet)


def _copy_settings(
    workbook: ClubWorkbook, file: ClubFile, prefixes: tuple[str, ...], excluded: tuple[str, ...]
) -> Iterator[CellBlock]:
    """Yield blocks for the named cells that both workbooks have and whose names begin with one of the prefixes.

    `excluded` are names that are not copied.
    """
    language = read_language(file)
    for name in file.names:
        value = workbook.names.get(name)
        if name.startswith(prefixes) and not name.startswith((*EXCLUDED_NAMES, *excluded)) and not is_blank(value):
            location = file.locate_name(name)
            assert location is not None
            sheet, row, column = location
            value = _convert_value(value)
            if name.startswith("tonight_") or name in (WEB_NAMES.name, WEB_EVENING.name):
                value = translate_choice(value, language)
            yield CellBlock(sheet, row, column, ([value],))


def _describe_replaced_titles(workbook: ClubWorkbook, system: RatingSystem) -> Iterator[Message]:
    """Yield a sentence for each title on Start or on a report sheet that a director has replaced."""
    for name in (
        name_start_cell("title"),
        *(list_title_regions(report)[0][0] for report in list_sheet_reports(system)),
    ):
        title, location = workbook.names.get(name), workbook.locate_name(name)
        if location and not is_blank(title) and title != workbook.names.get(TITLE_NAME):
            address = f"{column_letters(location[2])}{location[1]}"
            yield _describe_unmoved_text(title, location[0], address)


def _copy_texts_above(
    workbook: ClubWorkbook, file: ClubFile, tables: Iterable[str]
) -> tuple[list[CellBlock], list[Message]]:
    """Return blocks for the director's texts above the input tables, and sentences about texts that are not copied.

    A text keeps its cell, and replaces the template's text there, but not a formula.
    """
    blocks, unmoved_texts, language = [], [], read_language(workbook)
    for name in tables:
        new, sheet = file.tables[name], workbook.tables[name].sheet
        template_texts = {address: value for _, _, address, value in list_texts_above(file, new)}
        formula_cells = {file.locate_name(make_status_name(name)), (new.sheet, 1, 1)}
        for row, column, address, value in list_texts_above(workbook, workbook.tables[name]):
            if value in (template_texts.get(address), *list_translations(INSTRUCTIONS[name])) or is_status_text(
                cell_text(value), language
            ):
                continue
            if row < new.row and (new.sheet, row, column) not in formula_cells:
                blocks.append(CellBlock(new.sheet, row, column, ([_convert_value(value)],)))
            else:
                unmoved_texts.append(_describe_unmoved_text(value, sheet, address))
        unmoved_texts += _describe_texts_beside(workbook, workbook.tables[name])
    return blocks, unmoved_texts


def _describe_texts_beside(workbook: ClubWorkbook, table: CellTable) -> Iterator[Message]:
    """Yield a sentence about the director's texts next to a table or below it."""
    first, last = table.first_column, table.column_number(len(table.headings) - 1)
    tables = [other_table for other_table in workbook.tables.values() if other_table.sheet == table.sheet]
    texts = []
    for row, cells in enumerate(workbook.sheet_values(table.sheet)[table.row :], table.row + 1):
        last_inside = last if row <= table.row + table.rows else first - 1
        for column, value in (*enumerate(cells[: first - 1], 1), *enumerate(cells[last_inside:], last_inside + 1)):
            if not is_blank(value) and not any(_is_within(other_table, row, column) for other_table in tables):
                texts.append((row, column, value))
    yield from _describe_first_text(texts, table.sheet)


def _describe_first_text(texts: Sequence[tuple[int, int, object]], sheet: str) -> Iterator[Message]:
    """Yield a sentence that quotes the first of some texts, each with its row and column, and counts the others."""
    if texts:
        row, column, value = texts[0]
        address = f"{column_letters(column)}{row}"
        if len(texts) == 1:
            yield _describe_unmoved_text(value, sheet, address)
        else:
            yield ngettext(
                '"{text}" in {sheet}, {address}, and {n:,} more cell there stay in the old workbook.',
                '"{text}" in {sheet}, {address}, and {n:,} more cells there stay in the old workbook.',
                len(texts) - 1,
                text=excerpt(cell_text(value)),
                sheet=sheet,
                address=address,
            )


def _describe_unmoved_text(value: object, sheet: str, address: str) -> Message:
    return msg(
        '"{text}" in {sheet}, {address}, stays in the old workbook.',
        text=excerpt(cell_text(value)),
        sheet=sheet,
        address=address,
    )


def _is_within(table: CellTable, row: int, column: int) -> bool:
    return 0 <= row - table.row <= table.rows and 0 <= column - table.first_column < len(table.headings)


def _convert_value(value: object) -> CellValue:
    return value if isinstance(value, (str, int, float, bool)) else cell_text(value)


def _list_unmoved(replay: Replay, club_sheets: Sequence[str], keep_log: bool) -> Iterator[Message]:
    if club_sheets:
        yield msg("Your own sheets stay in the old workbook: {sheets}.", sheets=", ".join(club_sheets))
    unplayed = sum(note == NOT_PLAYED for note in replay.log.row_notes.values())
    if unplayed and not keep_log:
        yield ngettext(
            "{n:,} game not played yet stays in the old workbook.",
            "{n:,} games not played yet stay in the old workbook.",
            unplayed,
        )


def validate_same_ratings(old_replay: Replay, new_replay: Replay) -> None:
    """Raise WorkbookError if a player's figures differ between the old and the new workbook."""
    keys = {name_key(player.name): number for number, player in enumerate(new_replay.log.players)}
    columns = [
        replay.log.system.export_start_columns(replay.state, replay.log.players) for replay in (old_replay, new_replay)
    ]
    for heading, values in columns[0].items():
        for player, old_value in zip(old_replay.log.players, values):
            new_value = columns[1][heading][keys[name_key(player.name)]]
            if new_value != old_value:
                raise WorkbookError(
                    msg(
                        "{name} would get {new} instead of {old} ({heading}) in the new workbook, so it was not "
                        "created. Please report this.",
                        name=player.name,
                        new=cell_text(new_value) or msg("nothing"),
                        old=cell_text(old_value) or msg("nothing"),
                        heading=heading_message(heading),
                    )
                )


# Parts of a workbook file by the pattern of their names, with a label for messages.
_PART_LABELS = (
    (re.compile(r"xl/(comments|threadedComments)"), msg("comments")),
    (re.compile(r"xl/(connections\.xml|queryTables/)"), msg("data connections")),
    (re.compile(r"customXml/"), msg("custom XML")),
    (re.compile(r"docProps/custom\.xml"), msg("custom properties")),
    (re.compile(r"docMetadata/"), msg("a sensitivity label")),
    (re.compile(r"xl/(media|embeddings|activeX|ctrlProps|diagrams)/"), msg("pictures and other objects")),
    (re.compile(r"xl/(pivotTables|pivotCache)/"), msg("pivot tables")),
    (re.compile(r"xl/(slicers|slicerCaches|timelines|timelineCaches)/"), msg("slicers")),
    (re.compile(r"xl/externalLinks/"), msg("links to other workbooks")),
    (re.compile(r"xl/vbaProject\.bin"), msg("macros")),
    (re.compile(r"xl/webextensions/"), msg("the task pane of an add-in")),
)
_SPARKLINES, _SHAPES = b"sparklineGroup", re.compile(rb"<(?:\w+:)?(?:sp|pic|cxnSp|grpSp)[ >]")


def describe_unmoved_parts(old: ClubFile, new: ClubFile, empty: ClubFile | None) -> Iterator[Message]:
    """Yield sentences about the parts that only the old file has, and about texts typed on Start and Rules.

    `empty` is an empty workbook in the language of the old one, if the two languages differ.
    """
    parts = {kind for kind, _ in _PART_LABELS if any(kind.match(part) for part in old.package.members)}
    copied_parts = {kind for kind in parts if any(kind.match(part) for part in new.package.members)}
    labels = [label for kind, label in _PART_LABELS if kind in parts - copied_parts]
    if any(_SPARKLINES in old.package.read(part) for part in _list_parts(old, "worksheets")):
        labels.append(msg("sparklines"))
    if any(_SHAPES.search(old.package.read(part)) for part in _list_parts(old, "drawings")):
        labels.append(msg("shapes and text boxes"))
    if len(_list_parts(old, "charts")) > len(_list_parts(new, "charts")):
        labels.append(msg("charts of your own"))
    if labels:
        yield msg("These stay in the old workbook: {parts}.", parts=join_values(labels))
    for sheet in (START, RULES):
        yield from _describe_extra_texts(sheet, old, new, empty)


def _list_parts(file: ClubFile, folder: str) -> list[str]:
    return [
        part
        for part in file.package.members
        if PurePosixPath(part).parent.as_posix() == f"xl/{folder}" and part.endswith(".xml")
    ]


def _describe_extra_texts(sheet: str, old: ClubFile, new: ClubFile, empty: ClubFile | None) -> Iterator[Message]:
    """Yield a sentence about texts of the old sheet in cells that are blank on the new one.

    On Start only texts outside of the template's area count, since a recalculation fills blank cells within it.
    """
    template = new.sheet_values(sheet)
    width, height = max(map(len, template), default=0), len(template)
    start_names = (name for name in old.ranges if name.startswith(START_PREFIX))
    # These cells are copied, or each workbook has its own value.
    named_cells = {old.locate_name(name) for name in (*new.ranges, *start_names)}
    template_texts = {cell_text(value) for cells in template for value in cells}
    if empty is not None:
        template_texts |= {cell_text(value) for cells in empty.sheet_values(sheet) for value in cells}

    def is_template_text(row: int, column: int) -> bool:
        if sheet == START:  # a recalculation fills its blank cells
            return row < height and column < width
        return row < height and column < len(template[row]) and not is_blank(template[row][column])

    texts = [
        (row + 1, column + 1, value)
        for row, cells in enumerate(old.sheet_values(sheet))
        for column, value in enumerate(cells)
        if isinstance(value, str) and not is_blank(value) and not is_template_text(row, column)
        if (sheet, row + 1, column + 1) not in named_cells and value not in template_texts
    ]
    yield from _describe_first_text(texts, sheet)


# The number of last sessions whose pairs are copied, since a club can forbid players to meet again so soon.
SESSIONS_KEPT = 12
Line = Sequence[CellValue]


def build_season_blocks(new: ClubWorkbook, statistics: Statistics) -> Iterator[CellBlock]:
    """Yield the blocks of the tables of past seasons. `statistics` are those of the log that is left behind."""
    yield from _build_block(new.tables.get(SEASONS), list(_list_seasons(statistics, read_language(new))))
    lines = [
        *_list_records(statistics),
        *_list_players(statistics),
        *_list_pairs(statistics),
        *_list_opponents(statistics),
        *_list_last_day(statistics),
    ]
    yield from _build_block(new.tables.get(FACTS), lines)


def copy_season_blocks(old: ClubWorkbook, new: ClubWorkbook) -> Iterator[CellBlock]:
    """Yield blocks with the tables of past seasons unchanged, for a workbook that keeps its log."""
    for table in (SEASON_TABLE, FACT_TABLE):
        stored = old.tables.get(table.name)
        if stored is not None and stored.rows:
            columns = [stored.column(column.heading) or [None] * stored.rows for column in table.columns]
            yield from _build_block(new.tables.get(table.name), [tuple(map(as_value, line)) for line in zip(*columns)])


def _build_block(table: CellTable | None, lines: Sequence[Line]) -> Iterator[CellBlock]:
    if table is not None and lines:
        yield CellBlock(table.sheet, table.row + 1, table.first_column, tuple(zip(*lines)), {}, table.name)


def _list_seasons(statistics: Statistics, language: Language) -> Iterator[Line]:
    """Yield a line for each season, the latest first. A season with games in both logs has those of the later log."""
    log, month = statistics.replay.log, statistics.system.season_month
    log_seasons = {find_season(day, month) for day in log.sessions}
    for season in sorted({*log_seasons, *log.past.seasons}, reverse=True):
        if season not in log_seasons:
            past = log.past.seasons[season]
            yield (season, *(past[heading] for heading in SEASON_FIGURES), log.past.champions.get(season))
            continue
        is_last = season == statistics.replay.season
        season_statistics = (
            statistics if is_last else Statistics(replay_as_of(statistics.replay, find_season_end(season, month)))
        )
        # Only systems with a season report have this setting.
        least_games = getattr(statistics.system, "active_games", 1)
        yield (
            season,
            *list_past_figures(season_statistics.season, least_games),
            _describe_champions(season_statistics, least_games, language),
        )


def _describe_champions(statistics: Statistics, least: int, language: Language) -> str | None:
    """Return the honours of a season and their players, except the most improved, as one text."""
    if not statistics.system.log_schema.has_scores:
        return None
    honour, texts = BLANK, []
    for line in list_honours(statistics, rank_active_players(statistics, least)):
        honour = line.honour or honour
        if honour != MOST_IMPROVED:
            texts.append(f"{language.render(honour)}{language.colon}{line.player}")
    return "; ".join(texts) or None


def _make_fact(
    kind: str,
    player: str,
    opponent: str | None = None,
    day: date | None = None,
    texts: Sequence[str | None] = (None, None, None),
    numbers: Sequence[CellValue] = (),
) -> Line:
    """Return a line of the facts table. `texts` has the columns What, Score and Event."""
    cells = (kind, player, opponent, day, *texts, *numbers)
    return (*cells, *[None] * (len(FACT_HEADINGS) - len(cells)))


def _list_records(statistics: Statistics) -> Iterator[Line]:
    """Yield the all-time records that have a date. All others are computed from the totals of the players."""
    for lines in list_all_time_records(statistics):
        for line in lines:
            if line.date is not None:
                texts = (lines[0].record, line.score, line.event)
                yield _make_fact(RECORD, line.player, line.opponent, line.date, texts, [line.value])


def _list_players(statistics: Statistics) -> Iterator[Line]:
    """Yield the totals of each player, including byes, and the highest and lowest rating."""
    log, lifetime = statistics.replay.log, statistics.lifetime
    for number, player in enumerate(log.players):
        record, past = lifetime.record(number), log.past.players.get(number)
        played = lifetime.game_counts.get(number, 0)
        if isinstance(record, EventRecord):
            percentiles = (record.average or 0) * record.events
            counts: list[CellValue] = [record.events, record.won, None, None, percentiles]
        else:
            totals = lifetime.totals
            points = [totals.points_for[number], totals.points_against[number]]
            further_counts = [totals.byes[number], log.games.count_doubles(number), log.games.player1.count(number)]
            if past is not None:
                points = [points[0] + past.points_for, points[1] + past.points_against]
                further_counts = [
                    count + past_count
                    for count, past_count in zip(further_counts, (past.byes, past.doubles, past.firsts))
                ]
            counts = [played, *record[:3], *points, *further_counts]
        if any(counts):
            yield _make_fact(PLAYER, player.name, numbers=counts)
        for kind, extreme in (
            (BEST, statistics.rating_ranges.best[number]),
            (LOWEST, statistics.rating_ranges.lowest[number]),
        ):
            if extreme is not None:
                yield _make_fact(kind, player.name, day=extreme.date, numbers=[extreme.rating])


def _list_pairs(statistics: Statistics) -> Iterator[Line]:
    """Yield the results of each pair of players against each other."""
    players = statistics.replay.log.players
    for number, player in enumerate(players):
        for opponent, results in statistics.lifetime.results_against(number).items():
            if number < opponent:
                reverse = statistics.lifetime.results_against(opponent)[number]
                numbers = [results.wins, results.losses, results.ties, results.spread, reverse.wins, reverse.losses]
                yield _make_fact(PAIR, player.name, players[opponent].name, numbers=numbers)


def _list_opponents(statistics: Statistics) -> Iterator[Line]:
    """Yield the pairs of players who met in the last sessions."""
    log = statistics.replay.log
    games = log.games
    meetings = [*log.past.meetings, *zip(games.date, games.player1, games.player2)]
    days = set(sorted({day for day, _, _ in meetings})[-SESSIONS_KEPT:])
    for day, player, opponent in meetings:
        if day in days:
            yield _make_fact(MEETING, log.players[player].name, log.players[opponent].name, day)


def _list_last_day(statistics: Statistics) -> Iterator[Line]:
    """Yield the day of the last session or event, so that an import does not add its games again."""
    log = statistics.replay.log
    days = [period.date for period in log.periods]
    if log.past.last_session is not None:
        days.append(log.past.last_session)
    if days:
        yield _make_fact(LAST, "", day=max(days))
