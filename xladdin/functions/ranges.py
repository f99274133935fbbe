"""Implement the worksheet functions of whole ranges: of a log, of rules, and of the games for a performance rating."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from itertools import chain, takewhile
from typing import Any, TypeVar

from xladdin.cells import CellTable, Number, cell_text, int_if_whole, is_blank, name_key
from xladdin.errors import Diagnostic, InvalidRowsError, InvalidTypeError, NotFoundError, OutOfRangeError, XladdinError
from xladdin.functions.evaluation import KINDS, TableRange, format_cell, is_error, to_plain_cell, to_plain_lookup_column
from xladdin.game_log.parsing import MISSING_COLUMN, read_band, read_setting
from xladdin.game_log.reading import read_log
from xladdin.languages import find_heading_ids, list_languages, list_translations
from xladdin.messages import msg
from xladdin.replay import Replay, replay_log
from xladdin.systems import SYSTEMS
from xladdin.systems.elo import Elo
from xladdin.systems.lexington import Lexington
from xladdin.systems.system import BandTable, RatingSystem

Rows = list[list[object]]

# The types of the cells in the columns of games, by the name of the argument.
_IN_COLUMNS = {"opponents": "number", "scores": "score", "opponent_scores": "score", "results": "result"}
NO_HEADING = msg("there is no such heading; give the whole table with its headings, such as Games[#All]")
RATINGS_HEADINGS = ["Rank", "Player", "Rating", "Games"]


def list_ratings(
    system: RatingSystem, players: TableRange, games: TableRange, extra: TableRange | None
) -> list[list[object]]:
    """Return the ratings list with its heading row, best first."""
    replay = replay_ranges(system, players, games, extra)
    names = [player.name for player in replay.log.players]
    lines: Rows = [["" if r.rank is None else r.rank, names[r.player], r.rating, r.games] for r in replay.ranking()]
    return [list(RATINGS_HEADINGS), *lines]


def list_changes(
    system: RatingSystem, players: TableRange, games: TableRange, extra: TableRange | None
) -> list[list[object]]:
    """Return the ratings and changes of each game. They are blank for a row that is not rated."""
    replay = replay_ranges(system, players, games, extra)
    columns = [replay.column_by_row(heading) for heading in system.log_schema.spilled_headings]
    cells = (
        column if _has_no_blank(column) else ["" if value is None else value for value in column] for column in columns
    )
    rows = [*map(list, zip(*cells))]
    rows.extend([""] * len(columns) for _ in range(games.height - 1 - len(rows)))
    return rows


def _has_no_blank(column: Sequence[Number | None]) -> bool:
    """Return whether a column has no None.

    The sum of a column fails if it has None, and is faster than a search for it.
    """
    try:
        sum(column)  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def replay_ranges(
    system: RatingSystem, players: TableRange, games: TableRange, extra: TableRange | None, today: date | None = None
) -> Replay:
    """Rate a log from ranges.

    Args:
        system: The rating system.
        players: The table Players.
        games: The table Games or Results.
        extra: A further table (see `find_extra_table`), or None.
        today: The latest valid date of a game. By default it is that of the clock.

    Raises:
        XladdinError: A row is wrong. The message is about the first one.
    """
    tables = {"Players": players, system.log_schema.table: games}
    extra_name = find_extra_table(system)
    if extra is not None:
        tables[extra_name] = extra
    elif extra_name != "Adjustments":
        raise InvalidTypeError(
            msg("extra (blank): must be the range of {table} with its heading row", table=extra_name)
        )
    cells = {name: _cell_table(name, table.rows) for name, table in tables.items()}
    try:
        today = today or date.today()
        return replay_log(read_log(system, cells, today).require_valid(), today=today)
    except InvalidRowsError as rows:
        raise _first_error(rows.problems) from None


def find_extra_table(system: RatingSystem) -> str:
    """Return the name of the table that a system needs, or accepts, in addition to players and games."""
    if not system.log_schema.is_paired:
        return "Events"
    return "Groups" if system.has_groups else "Adjustments"


def _cell_table(name: str, rows: Sequence[Sequence[object]]) -> CellTable:
    headings, cells = rows[0], list(chain.from_iterable(rows))
    width = len(headings)
    columns = [to_plain_lookup_column(cells[width + number :: width]) for number in range(width)]
    sheet_headings = [cell_text(to_plain_cell(heading)) for heading in headings]
    return CellTable(
        name, find_heading_ids(name, sheet_headings), tuple(columns), localized_headings=tuple(sheet_headings)
    )


def _first_error(problems: Sequence[Diagnostic]) -> XladdinError:
    """Return the first error of the first table with errors as an exception. Its row is that of the range."""
    table = [problem for problem in problems if problem.table == problems[0].table]
    problem = min(table, key=lambda problem: problem.row)
    kinds: tuple[type[XladdinError], ...] = (OutOfRangeError, NotFoundError)
    kind = next((kind for kind in kinds if kind.excel_error == problem.excel_error), InvalidTypeError)
    message = NO_HEADING if problem.message == MISSING_COLUMN else problem.message
    cell = problem._replace(message=message).cell_message()
    return kind(msg("In the range of {table}, row {row}, {cell}", table=problem.table, row=problem.row, cell=cell))


def list_systems() -> list[list[object]]:
    """Return the key and title of each system."""
    return [[system.key, system.title] for system in SYSTEMS.values()]


def compute_performance(
    system: Lexington, opponents: Sequence[object], scores: Sequence[object], opponent_scores: Sequence[object]
) -> float | str:
    """Return the performance rating from columns of games, without blank rows.

    An error value in a cell is returned unchanged.
    """
    games = _games(opponents=opponents, scores=scores, opponent_scores=opponent_scores)
    if isinstance(games, str):
        return games
    percents = [_percent(system, row, score, opponent_score) for row, (_, score, opponent_score) in games]
    return int_if_whole(system.performance([rating for _, (rating, *_) in games], percents))


def compute_elo_performance(system: Elo, opponents: Sequence[object], results: Sequence[object]) -> float | str:
    """Return the performance rating by Elo from columns of ratings and results, as `compute_performance`."""
    games = _games(opponents=opponents, results=results)
    if isinstance(games, str):
        return games
    ratings, scored = zip(*(game for _, game in games))
    return int_if_whole(system.performance(ratings, scored))


def _games(**columns: Sequence[object]) -> str | list[tuple[int, list[Any]]]:
    """Return the row and the cells of each game in columns of the same length.

    It is a str if a cell has an error value, which is returned, or "" if there is no game.
    """
    if len(set(map(len, columns.values()))) > 1:
        sizes = ", ".join(f"{name} {len(column)}" for name, column in columns.items())
        raise InvalidTypeError(msg("ranges of different lengths: {sizes}; they must be the same", sizes=sizes))
    error = next(filter(is_error, chain.from_iterable(columns.values())), None)
    if error is not None:
        return str(error)
    games = [
        (row, [_read_game_cell(_IN_COLUMNS[name], name, row, cell) for name, cell in zip(columns, cells)])
        for row, cells in enumerate(zip(*columns.values()), 1)
        if not all(map(is_blank, cells))
    ]
    return games or ""


def _percent(system: Lexington, row: int, score: float, opponent_score: float) -> float:
    try:
        return system.percent(score, opponent_score)
    except XladdinError as wrong:
        raise type(wrong)(msg("row {row}, {problem}", row=row, problem=wrong.message)) from None


def _read_game_cell(kind: str, name: str, row: int, cell: object) -> Any:
    try:
        return KINDS[kind].read(cell)
    except XladdinError as wrong:
        location = f"{name} row {row}, {format_cell(cell)}"
        raise type(wrong)(msg("{place}: {problem}", place=location, problem=wrong.message)) from None


Value = TypeVar("Value")
Cells = Sequence[object]


def apply_rules(system: RatingSystem, rules: TableRange | None) -> RatingSystem:
    """Return the system with the rules of a club.

    Raises:
        NotFoundError: There are no rules, and the system has no printed ones.
    """
    if rules is None:
        if not system.change_function:
            raise NotFoundError(
                msg(
                    "rules (blank): {key} has no printed rules; give the sheet Rules, such as Rules!A3:D99",
                    key=system.key,
                )
            )
        return system
    result = _cached_system(system, rules)
    if isinstance(result, XladdinError):
        raise type(result)(result.message)
    return result


@lru_cache(maxsize=1)
def _cached_system(system: RatingSystem, rules: TableRange) -> RatingSystem | XladdinError:
    """Return the system with some rules, or the error in them.

    The result is cached, since a formula is evaluated with the same rules for many rows.
    """
    try:
        return _read_system(system, rules)
    except XladdinError as wrong:
        return wrong


def _read_system(system: RatingSystem, rules: TableRange) -> RatingSystem:
    rows = [tuple(map(to_plain_cell, row)) for row in rules.rows]
    values: dict[str, Any] = {
        field.name: (_read_table if isinstance(printed, BandTable) else _read_setting)(field, printed, rows)
        for field in dataclasses.fields(system)
        for printed in [getattr(system, field.name)]
    }
    customized: RatingSystem = dataclasses.replace(system, **values)
    for name, wrong in customized.find_setting_errors().items():
        label = next(field.metadata["label"] for field in dataclasses.fields(system) if field.name == name)
        raise OutOfRangeError(msg("rules, {label} {values}: {wrong}", label=label, values=values[name], wrong=wrong))
    return customized


def _read_setting(field: dataclasses.Field[object], printed: Number | str, rows: Sequence[Cells]) -> Number | str:
    """Return the value of a setting, which is in the cell to the right of its label."""
    label = field.metadata["label"]
    labels = set(map(name_key, list_translations(label)))
    for number, row in enumerate(rows, 1):
        if len(row) > 1 and name_key(cell_text(row[0])) in labels:
            return _read_rule_cell(lambda cell: read_setting(field, printed, cell), number, label, row[1])
    if field.metadata["later"]:
        return printed
    raise NotFoundError(msg('rules: no row "{label}"; give the sheet Rules from its heading row down', label=label))


def _read_table(field: dataclasses.Field[object], printed: BandTable, rows: Sequence[Cells]) -> BandTable:
    """Return the rows below the headings of a table down to the first blank row."""
    heading_keys = [
        [name_key(language.render_text(heading)) for heading in printed.columns] for language in list_languages()
    ]
    width = len(printed.columns)
    for heading_row, row in enumerate(rows, 1):
        if [name_key(cell_text(cell)) for cell in row[:width]] in heading_keys:
            bands = list(takewhile(_has_content, (next_row[:width] for next_row in rows[heading_row:])))
            end = heading_row + len(bands)
            next_row = next(filter(_has_content, (row[:width] for row in rows[end:])), ("",))
            if not isinstance(next_row[0], str):  # a number, so that it is not the title of the next table
                raise InvalidTypeError(
                    msg("rules row {end}, {columns}: a row is missing here", end=end + 1, columns=printed.columns[0])
                )
            return _read_bands(printed.columns, heading_row + 1, bands, field.metadata["least"])
    raise NotFoundError(
        msg(
            'rules: no table "{metadata}"; give the sheet Rules from its heading row down',
            metadata=field.metadata["label"],
        )
    )


def _has_content(cells: Cells) -> bool:
    return not all(map(is_blank, cells))


def _read_bands(columns: tuple[str, ...], first: int, bands: Sequence[Cells], least: Number) -> BandTable:
    readers = [read_band, *[lambda cell: read_band(cell, least)] * (len(columns) - 1)]
    rows = [
        tuple(_read_rule_cell(read, number, heading, cell) for read, heading, cell in zip(readers, columns, band))
        for number, band in enumerate(bands, first)
    ]
    try:
        return BandTable(columns, tuple(rows))
    except XladdinError as wrong:
        raise type(wrong)(msg("rules row {row}: {problem}", row=first, problem=wrong.message)) from None


def _read_rule_cell(read: Callable[[object], Value], row: int, label: str, cell: object) -> Value:
    try:
        return read(cell)
    except XladdinError as wrong:
        raise type(wrong)(
            msg(
                "rules row {row}, {label} {cell}: {problem}",
                row=row,
                label=label,
                cell=format_cell(cell),
                problem=wrong.message,
            )
        ) from None
