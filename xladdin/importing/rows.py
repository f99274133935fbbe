"""Convert the rows of a mapped table to rows of the club's input tables.

Every cell that cannot be read is reported with its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date

from xladdin.cells import ERROR_VALUES, MAX_NAME_LENGTH, CellValue, ColumnType, Memo, cell_text, is_blank, name_key
from xladdin.errors import XladdinError
from xladdin.game_log.parsing import read_active, read_game_kind, read_text, read_yes
from xladdin.importing.mapping import (
    EVENTS,
    GAMES,
    KINDS,
    PEOPLE,
    PLACINGS,
    SCORED,
    WON,
    Club,
    TableLayout,
    TableMapping,
)
from xladdin.importing.questions import (
    Answers,
    Doubt,
    ImportedFile,
    ImportedRows,
    Question,
    format_lines,
)
from xladdin.importing.row_dates import (
    TableReading,
    format_day_and_month,
    has_result,
    read_days,
    read_days_of_rows,
)
from xladdin.importing.tables import Column, list_headings
from xladdin.importing.values import (
    CURRENT_WORDS,
    DASHES,
    DAY_FIRST,
    LOSER,
    OPPONENT,
    START_WORDS,
    WINNER,
    append_year,
    clean,
    clean_name,
    find_day,
    fold_heading,
    is_without_year,
    parse_heading,
    read_day,
    read_number,
    read_opponent,
    read_rating,
    read_result,
    read_scores,
)
from xladdin.languages import LEFT
from xladdin.messages import Message, heading_message, join_values, msg, ngettext
from xladdin.model import NO_CROSS
from xladdin.systems.system import YES_WORDS

# The workbook's results, by the points of the first player.
RESULT_TEXTS = {1: "(1-0)", 0.5: "(1/2-1/2)", 0: "(0-1)"}
# The fields whose cells are converted to the kind of value of the workbook's column.
_CONVERTED_FIELDS = ("kind", "double", "active", "last played")
# The names of fields in notes, where the workbook has no heading for them.
_FIELD_NAMES = {
    "first": msg("first name"), "first1": msg("first name"),
    "first2": msg("first name"), "both": msg("both scores"),
    "moment": msg("time"), "winner": msg("the winner"),
    "name1": msg("the first player"), "name2": msg("the second player"),
    "score1": msg("the first player's score"), "score2": msg("the second player's score"),
    "rating1": msg("the first player's rating"), "rating2": msg("the second player's rating"),
}  # fmt: skip
# A number with a point between thousands: 1.512, 1.512,5.
_THOUSANDS_POINT = re.compile(r"\d{1,2}\.\d{3}(?:,\d+)?")
# The answers about rows whose result is unclear.
LEAVE_OUT, NOBODY_CAME, DRAW = "leave out", "nobody came", "draw"
# The most questions about single cells that a spreadsheet program has turned into dates.
MAX_CELL_QUESTIONS = 20


def read_rows(
    mapping: TableMapping, club: Club, answers: Answers, digest: str, order: str, *, has_people: bool = False
) -> ImportedFile | None:
    """Convert the rows of a mapped table. Returns None if the table is left out.

    `order` is the order of day and month. `has_people` tells whether the sources include a list of people.
    """
    layout = club.layout(mapping.kind)
    if layout is None:
        return None
    reading = TableReading(mapping, club, answers, digest, order)
    for row, message in mapping.table.unreadable.items():
        reading.add_wrong(row, "", "", message)
    if mapping.kind in GAMES:
        columns = _read_games(reading, has_people=has_people)
    elif mapping.kind == PEOPLE:
        columns = _read_people(reading)
    else:
        columns = _read_other_tables(reading, layout)
    columns |= _read_club_columns(reading, layout)
    headings = {club.fields[layout.name].get(name, name): column.name for name, column in mapping.columns.items()}
    moment_heading = mapping.columns["moment"].name if reading.has_sending_days else ""
    rows = ImportedRows(columns, mapping.table.lines, headings, moment_heading, tuple(reading.current_headings),
                        reading.as_of, reading.distinguished_by)  # fmt: skip
    if not mapping.table.lines:
        reading.notes.append(msg("{place}: there are headings, but no rows below them.", place=reading.location))
    if reading.excluded_rows:
        rows = rows.select_rows([row for row in range(rows.rows) if row not in reading.excluded_rows])
    tables: dict[str, ImportedRows] = {layout.name: rows}
    if mapping.kind == PLACINGS and "event" in mapping.columns and "date" in mapping.columns:
        tables = _split_events(reading, rows, club, mapping)
    if reading.has_sending_days and mapping.kind in GAMES:
        tables = {layout.name: _sort_responses(reading, tables[layout.name])}
    notes = [*_describe_columns(mapping, club.fields[layout.name], tables.values()), *reading.notes]
    return ImportedFile(
        reading.location, msg("table of {kind}", kind=KINDS[mapping.kind].label), tables, notes, reading.wrong, {},
        reading.ratings, reading.doubts, mapping.table.kind,
    )  # fmt: skip


def _describe_columns(
    mapping: TableMapping, fields: Mapping[str, str], tables: Iterable[ImportedRows]
) -> list[Message]:
    """Return notes on the columns that were renamed or not used, and the notes of the table."""
    table, notes = mapping.table, list[Message]()
    headings = {column.name: fields.get(name, _FIELD_NAMES.get(name, name)) for name, column in mapping.columns.items()}
    renamed = [
        Message("{source} = {club}", {"source": source_heading, "club": heading_message(club_heading)})
        for source_heading, club_heading in headings.items()
        if fold_heading(source_heading) != fold_heading(club_heading)
    ]
    if renamed:
        notes.append(msg("{place}: columns used: {columns}.", place=table.location, columns=join_values(renamed)))
    used = {heading for rows in tables for heading in rows.source_headings.values()}
    if unused := [heading for heading in mapping.unused_headings if heading not in used]:
        columns = list_headings(unused)
        notes.append(msg("{place}: columns not used: {columns}.", place=table.location, columns=columns))
    notes.extend(msg("{place}: {note}.", place=table.location, note=note) for note in table.notes)
    return notes


# Names


def _read_names(reading: TableReading, side: str = "") -> list[CellValue]:
    """Return the names of a side, with the first name before the last name."""
    last_names, first_names = reading.get_cells(f"name{side}") or (), reading.get_cells(f"first{side}")
    names: Memo[str] = Memo(read_opponent if side else clean_name)
    plain_last_names = names.column(last_names)
    column = reading.mapping.columns[f"name{side}"].name
    for name in [name for name in names.values() if name in ERROR_VALUES or len(name) > MAX_NAME_LENGTH]:
        message = (
            msg("is an error value; type the name")
            if name in ERROR_VALUES
            else msg("is longer than {most} characters", most=MAX_NAME_LENGTH)
        )
        for row in [row for row, plain_name in enumerate(plain_last_names) if plain_name == name]:
            reading.add_wrong(row, column, name, message)
    if first_names is None:
        return [name or None for name in plain_last_names]
    return [
        " ".join(filter(None, (first_name, last_name))) or None
        for first_name, last_name in zip(names.column(first_names), plain_last_names)
    ]


# Games


def _read_games(reading: TableReading, *, has_people: bool) -> dict[str, Sequence[CellValue]]:
    club, fields = reading.club, reading.club.fields["Games"]
    first_players, second_players = _read_names(reading, "1"), _read_names(reading, "2")
    days = read_days_of_rows(reading, [first_players, second_players])
    rows_without_players = [
        row
        for row, pair in enumerate(zip(first_players, second_players))
        if pair == (None, None) and row not in reading.excluded_rows
    ]
    reading.excluded_rows.update(rows_without_players)
    dates, scored_rows = reading.get_cells("date"), [row for row in rows_without_players if has_result(reading, row)]
    dated_rows = [row for row in scored_rows if dates is not None and not is_blank(dates[row])]
    for row in dated_rows:
        reading.add_wrong(row, reading.mapping.columns["name1"].name, "", msg("a score without a player"))
    undated_rows = [row for row in scored_rows if dates is None or is_blank(dates[row])]
    reading.leave_out(undated_rows, msg("rows that name nobody are left out"))
    columns: dict[str, Sequence[CellValue]] = {
        "Date": days,
        fields["name1"]: first_players,
        fields["name2"]: second_players,
    }
    kinds: list[CellValue] = [None] * len(days)
    if reading.mapping.kind == SCORED:
        scores = _read_both_columns(reading)
        _check_winners(reading, first_players, scores)
        if club.has_scores:
            columns |= {fields["score1"]: scores[0], fields["score2"]: scores[1]}
        else:
            reading.notes.append(
                msg("{place}: this club records results: the higher score is read as a win.", place=reading.location)
            )
            columns[fields["result"]] = [
                convert_scores_to_result(score, opponent_score) for score, opponent_score in zip(*scores)
            ]
            reading.distinguished_by = list(zip(*scores))
    else:
        columns[fields["result"]] = _read_results(reading, first_players, second_players, kinds)
    if any(kinds):
        columns["Kind"] = kinds
    if club.is_new and not has_people:
        _read_ratings_of_games(reading, first_players, second_players, days)
    return columns


def _read_both_columns(reading: TableReading) -> tuple[list[CellValue], list[CellValue]]:
    """Return the scores of both players. An invalid score is returned unchanged, and the check of rows reports it."""
    both = reading.get_cells("both")
    if both is None:
        number: Memo[CellValue] = Memo(_read_count)
        return number.column(reading.get_cells("score1") or ()), number.column(reading.get_cells("score2") or ())
    scores_meant = _ask_scores(reading, both)

    def split_scores(cell: object) -> tuple[CellValue, CellValue]:
        cell = scores_meant.get(cell, cell)
        return (None, None) if is_blank(cell) else read_scores(cell) or (clean(cell), clean(cell))

    scores = Memo(split_scores).column(both)
    reading.notes.append(
        msg(
            '{place}: "{column}" contains both scores, the first player\'s first.',
            place=reading.location,
            column=reading.mapping.columns["both"].name,
        )
    )
    reading.excluded_rows.update(row for row, cell in enumerate(both) if scores_meant.get(cell) == LEAVE_OUT)
    return [score for score, _ in scores], [opponent_score for _, opponent_score in scores]


def _ask_scores(reading: TableReading, cells: Sequence[object]) -> dict[object, str]:
    """Return the answers about scores that a spreadsheet program has turned into dates, by cell.

    An example is 3-1, which becomes 3 January.
    """
    scores_meant: dict[object, str] = {}
    for cell in dict.fromkeys(cells):
        if isinstance(cell, date) and len(scores_meant) < MAX_CELL_QUESTIONS:
            choices = [
                (f"{cell.month}-{cell.day}",) * 2,
                (f"{cell.day}-{cell.month}",) * 2,
                (LEAVE_OUT, msg("leave the row out")),
            ]
            line = reading.table.lines[list(cells).index(cell)]
            day = f"{cell:%d %B}"
            text = msg("line {line}: the spreadsheet turned a score into the date {date}. What was the score?",
                       line=line, date=day)  # fmt: skip
            scores_meant[cell] = reading.ask_once(f"score {cell:%m-%d}", text, choices, "text")
    return {cell: answer for cell, answer in scores_meant.items() if answer}


def _read_count(cell: object) -> CellValue:
    """Read a count or score. 1,204 and 1.204 are 1204, since neither has decimals."""
    number = read_number(cell)
    if number is None:
        return clean(cell) or None
    if isinstance(cell, str) and not float(number).is_integer() and len(clean(cell).partition(".")[2]) == 3:
        return round(number * 1000)
    return number


def _check_winners(
    reading: TableReading, names: Sequence[CellValue], scores: tuple[list[CellValue], list[CellValue]]
) -> None:
    """Report the rows whose winner has the lower score, since the names or the scores must be swapped."""
    first_words, second_words = (set(reading.mapping.columns[name].head.split()) for name in ("name1", "name2"))
    if not first_words & WINNER or not second_words & (LOSER | OPPONENT):
        return
    column = reading.mapping.columns.get("score1") or reading.mapping.columns["both"]
    for row, (score, opponent_score) in enumerate(zip(*scores)):
        if isinstance(score, (int, float)) and isinstance(opponent_score, (int, float)) and score < opponent_score:
            reading.add_wrong(
                row, column.name, score, msg("the winner {player} has the lower score", player=cell_text(names[row]))
            )


def convert_scores_to_result(score: CellValue, opponent_score: CellValue) -> CellValue:
    """Return the result of a game by its scores. An invalid score is returned unchanged."""
    if isinstance(score, (int, float)) and isinstance(opponent_score, (int, float)):
        return RESULT_TEXTS[1 if score > opponent_score else 0 if score < opponent_score else 0.5]
    return None if score is None and opponent_score is None else f"{cell_text(score)}-{cell_text(opponent_score)}"


def _read_results(
    reading: TableReading, first: Sequence[CellValue], second: Sequence[CellValue], kinds: list[CellValue]
) -> list[CellValue]:
    """Return the results as the workbook writes them.

    An invalid result is returned unchanged, and the check of rows reports it.
    """
    points = reading.get_cells("score1")
    if reading.mapping.kind == WON:
        draws = reading.get_cells("draw") or [None] * len(first)
        return [
            RESULT_TEXTS[1 if clean(draw).casefold() in ("", "0", "no", "n", "false", "-") else 0.5] for draw in draws
        ]
    if points is not None:
        return [
            convert_scores_to_result(*pair)
            for pair in zip(map(read_number, points), map(read_number, reading.get_cells("score2") or ()))
        ]
    winners = reading.get_cells("winner")
    if winners is not None:
        return [_find_result_by_winner(*row) for row in zip(winners, first, second)]
    return _read_result_words(reading, reading.get_cells("result") or [None] * len(first), kinds)


def _read_result_words(reading: TableReading, cells: Sequence[object], kinds: list[CellValue]) -> list[CellValue]:
    meanings: dict[object, tuple[float | None, str] | None] = {cell: read_result(cell) for cell in set(cells)}
    dates_are_draws = _are_dates_draws(reading, cells)
    zeros_are_draws = _are_zero_results_draws(reading, cells, meanings)
    draws = [
        cell
        for cell in meanings
        if (dates_are_draws and _is_half_as_date(cell)) or (zeros_are_draws and _is_zero_result(cell))
    ]
    meanings |= dict.fromkeys(draws, (0.5, ""))
    results: list[CellValue] = []
    unattended_rows = []
    for row, cell in enumerate(cells):
        meaning = meanings[cell]
        if meaning is None or is_blank(cell):
            results.append(None if is_blank(cell) else clean(cell))
            continue
        points, kind = meaning
        if points is None:
            unattended_rows.append(row)
        kinds[row] = kind or None
        results.append(None if points is None else RESULT_TEXTS[points])
    reading.leave_out(unattended_rows, msg("games that neither player attended are left out"))
    return results


def _are_dates_draws(reading: TableReading, cells: Sequence[object]) -> bool:
    """Return whether dates were the result 1/2 before a spreadsheet program converted them, which is asked.

    If they were not, their rows are left out.
    """
    converted_rows = [row for row, cell in enumerate(cells) if _is_half_as_date(cell)]
    if not converted_rows:
        return False
    text = ngettext(
        "{lines}: the spreadsheet turned {n:,} result into a date, {date}. Was it 1/2, a draw?",
        "{lines}: the spreadsheet turned {n:,} results into a date, {date}. Was it 1/2, a draw?",
        len(converted_rows),
        lines=format_lines([reading.table.lines[row] for row in converted_rows]),
        date=format_day_and_month(cells[converted_rows[0]]),
    )
    choices = [(DRAW, msg("yes, a draw")), (LEAVE_OUT, msg("no, leave them out"))]
    if reading.ask_once("results that are dates", text, choices) == DRAW:
        return True
    reading.leave_out(converted_rows, msg("results that are dates are left out"))
    return False


def _are_zero_results_draws(
    reading: TableReading, cells: Sequence[object], meanings: Mapping[object, tuple[float | None, str] | None]
) -> bool:
    """Return whether 0-0 is a draw, which is asked if the table has no other draws."""
    zero_rows = [row for row, cell in enumerate(cells) if _is_zero_result(cell)]
    if not zero_rows or any(meaning is not None and meaning[0] == 0.5 for meaning in meanings.values()):
        return False
    text = ngettext(
        "{lines}: {n:,} game ended 0-0. A draw, or did neither player come?",
        "{lines}: {n:,} games ended 0-0. Draws, or did neither player come?",
        len(zero_rows), lines=format_lines([reading.table.lines[row] for row in zero_rows]),
    )  # fmt: skip
    choices = [(DRAW, msg("a draw")), (NOBODY_CAME, msg("neither came, leave it out"))]
    return reading.ask_once("results 0-0", text, choices) == DRAW


def _is_zero_result(cell: object) -> bool:
    return isinstance(cell, str) and clean(cell).translate(DASHES).replace(" ", "") == "0-0"


def _is_half_as_date(cell: object) -> bool:
    """Return whether a cell is 1 February or 2 January, into which a spreadsheet program converts 1/2."""
    if isinstance(cell, date):
        return (cell.day, cell.month) in ((1, 2), (2, 1))
    return isinstance(cell, str) and is_without_year(cell) and read_day(append_year(cell, 2024), DAY_FIRST) in (
        date(2024, 2, 1), date(2024, 1, 2)) and any(map(str.isalpha, cell))  # fmt: skip


def _find_result_by_winner(winner: object, first: CellValue, second: CellValue) -> CellValue:
    if is_blank(winner):
        return None
    key = name_key(clean_name(winner))
    points = {name_key(cell_text(second)): 0, name_key(cell_text(first)): 1, "2": 0, "1": 1, "0": 0.5}.get(key)
    if points is None:
        meaning = read_result(winner)
        points = meaning[0] if meaning else None
    return clean(winner) if points is None else RESULT_TEXTS[points]


def _read_ratings_of_games(
    reading: TableReading, first: Sequence[CellValue], second: Sequence[CellValue], days: Sequence[CellValue]
) -> None:
    """Ask whether to use the ratings in two columns of a table of games, and collect each player's first rating."""
    mapped_columns = set(map(id, reading.mapping.columns.values()))
    columns = [
        column
        for column in reading.table.columns
        if parse_heading(column.head)[0] == "rating" and id(column) not in mapped_columns
    ]
    columns = [column for column in columns if column.share(read_rating) > 0.6 and column.highest > 10]
    start_columns = [column for column in columns if set(column.head.split()) & START_WORDS]
    columns = start_columns if len(start_columns) == 2 else columns
    if "rating1" in reading.mapping.columns and "rating2" in reading.mapping.columns:
        columns = [reading.mapping.columns["rating1"], reading.mapping.columns["rating2"]]
    if len(columns) != 2:
        return
    text = msg(
        "{place}: {one} and {two} are ratings next to each game. Use each player's first one as the start rating?",
        place=reading.location, one=columns[0].name, two=columns[1].name,
    )  # fmt: skip
    question = Question(
        ("table", reading.table.key, "ratings beside games"), text,
        [("yes", msg("yes")), ("no", msg("no, do not use them"))],
        samples=[column.describe() for column in columns],
    )  # fmt: skip
    if reading.answers.ask(question, reading.table.kind) != "yes":
        return
    if [parse_heading(column.head)[1] for column in columns] == [2, 1]:
        columns.reverse()
    ratings: Memo[tuple[CellValue, int | None] | None] = Memo(read_rating)
    for row in _sort_by_day(days):
        for names, column in zip((first, second), columns):
            rating = ratings[column.cells[row]]
            if names[row] is not None and rating is not None:
                reading.ratings.setdefault(cell_text(names[row]), rating[0])


def _sort_by_day(days: Sequence[CellValue]) -> list[int]:
    """Return the positions of the rows in order of date. The order within a date is that of the file.

    It is reversed if the file's first date is later than its last.
    """
    rows = [row for row, day in enumerate(days) if isinstance(day, date)]
    if rows and str(days[rows[0]]) > str(days[rows[-1]]):
        rows.reverse()
    return sorted(rows, key=lambda row: str(days[row]))


def _sort_responses(reading: TableReading, rows: ImportedRows) -> ImportedRows:
    """Sort the responses of a form by date and round, since players may send them in any order."""
    column = next(
        (column for column in reading.table.columns if column.head in ("round", "runde", "ronde", "ronda")), None
    )
    row_by_line = {line: row for row, line in enumerate(reading.table.lines)}
    days = rows.columns["Date"]

    def key(row: int) -> tuple[date, float]:
        number = None if column is None else read_number(column.cells[row_by_line[rows.lines[row]]])
        day = days[row]
        return day if isinstance(day, date) else date.max, number or 0

    return rows.select_rows(sorted(range(rows.rows), key=key))


# People and all other tables


def _read_people(reading: TableReading) -> dict[str, Sequence[CellValue]]:
    fields = reading.club.fields["Players"]
    names = _read_names(reading)
    columns: dict[str, Sequence[CellValue]] = {fields["name"]: names}
    reading.excluded_rows.update(row for row, name in enumerate(names) if name is None)
    ratings, games = _read_start_ratings(reading, columns, len(names))
    if (cells := reading.get_cells("games")) is not None:
        counts: Memo[CellValue] = Memo(_read_count)
        games = [count if is_blank(cell) else counts[cell] for count, cell in zip(games, cells)]
    if "games" in fields and (any(cell is not None for cell in games) or "games" in reading.mapping.columns):
        columns[fields["games"]] = games
        if reading.current_headings:
            reading.current_headings.append(fields["games"])
    elif any(cell is not None for cell in games) and "games" in reading.mapping.columns:
        unused = reading.mapping.columns["games"].name
        reading.notes.append(
            msg("{place}: {column} is not used; this system has no such number.", place=reading.location, column=unused)
        )
    for name in ("nation", "group"):
        if name in fields and (cells := reading.get_cells(name)) is not None:
            columns[fields[name]] = [clean(cell) or None for cell in cells]
    _ask_about_namesakes(reading, names, ratings)
    return columns


def _read_start_ratings(
    reading: TableReading, columns: dict[str, Sequence[CellValue]], people: int
) -> tuple[Sequence[CellValue], Sequence[CellValue]]:
    """Add the start ratings to the columns of the table Players.

    Returns the ratings, and the numbers of games that the same cells have, as in 1480P12.
    """
    column = reading.mapping.columns.get("rating")
    if column is None:
        return [None] * people, [None] * people
    layout, heading = reading.club.layout(PEOPLE), reading.club.start_column
    cells = _join_thousands(reading, column, layout.columns.get(heading)) if layout else column.cells
    ratings: Memo[tuple[CellValue, int | None] | None] = Memo(read_rating)
    rated_cells = ratings.column(cells)
    columns[heading] = [
        clean(cell) if rated_cell is None else rated_cell[0] for rated_cell, cell in zip(rated_cells, column.cells)
    ]
    heading_words = set(column.head.split())
    if not heading_words & START_WORDS and (not reading.table.cross_part or heading_words & CURRENT_WORDS):
        reading.current_headings.append(heading)
        reading.as_of = next(filter(None, map(find_day, (column.name, reading.table.title))), None)
    return columns[heading], [None if rated_cell is None else rated_cell[1] for rated_cell in rated_cells]


def _join_thousands(reading: TableReading, column: Column, kind: ColumnType | None) -> Sequence[object]:
    """Return a column's cells without points that separate thousands, as in 1.512 or 1.512,5, with a note on one.

    In a column of another kind than ratings, such as the ratings of 0 to 100, 60.019 has decimals.
    """
    if kind is not ColumnType.RATING or not all(isinstance(cell, str) for cell in set(column.cells) - {None}):
        return column.cells
    numbers = [text for text in map(clean, column.cells) if "." in text and not text.strip("0123456789.,")]
    if not numbers or not all(map(_THOUSANDS_POINT.fullmatch, numbers)):
        return column.cells
    values = {"column": column.name, "value": numbers[0], "number": numbers[0].replace(".", "")}
    reading.notes.append(msg("{place}, {column}: {value} is read as {number}.", place=reading.location, **values))
    return [cell.replace(".", "") if isinstance(cell, str) else cell for cell in column.cells]


def _ask_about_namesakes(reading: TableReading, names: list[CellValue], ratings: Sequence[CellValue]) -> None:
    """Ask whether two rows with one name and different ratings are the same person."""
    first_rows: dict[str, int] = {}
    for row, name in enumerate(names):
        if name is None or row in reading.excluded_rows:
            continue
        first_row = first_rows.setdefault(name_key(cell_text(name)), row)
        if first_row == row or ratings[first_row] == ratings[row]:
            continue
        lines = [reading.table.lines[first_row], reading.table.lines[row]]
        first_rating, rating = (cell_text(ratings[index]) or msg("no rating") for index in (first_row, row))
        text = msg("{player} is listed twice, with {one} and {two} ({lines}). Is this one person?",
                   player=cell_text(name), one=first_rating, two=rating, lines=format_lines(lines))  # fmt: skip
        second_name = f"{cell_text(name)} (2)"
        second = msg("two people, rename the second to {player}", player=second_name)
        choices = [("first", msg("one person, use the first line")), ("last", msg("one person, use the last line")),
                   ("two", second)]  # fmt: skip
        answer = reading.ask_once(f"{cell_text(name)} twice", text, choices)
        if answer == "two":
            names[row] = second_name
        elif answer == "last":
            reading.excluded_rows.add(first_row)
            first_rows[name_key(cell_text(name))] = row
        else:
            reading.excluded_rows.add(row)


def _read_other_tables(reading: TableReading, layout: TableLayout) -> dict[str, Sequence[CellValue]]:
    """Read placings, events, adjustments, groups and aliases."""
    columns: dict[str, Sequence[CellValue]] = {}
    for name, heading in reading.club.fields[layout.name].items():
        cells = reading.get_cells(name)
        if name == "name" and cells is not None:
            columns[heading] = _read_names(reading)
        elif name == "date" and cells is not None:
            columns[heading] = read_days(reading, reading.mapping.columns["date"])
        elif cells is not None:
            cells = _join_thousands(reading, reading.mapping.columns[name], layout.columns[heading])
            columns[heading] = Memo(make_converter(layout.columns[heading])).column(cells)
    contents = list(columns.values())
    reading.excluded_rows.update(
        row for row in range(len(reading.table.lines)) if all(column[row] is None for column in contents)
    )
    return columns


def _split_events(
    reading: TableReading, rows: ImportedRows, club: Club, mapping: TableMapping
) -> dict[str, ImportedRows]:
    """Split a list of placings into the table of events and the table of results."""
    layout = club.layout(EVENTS)
    if layout is None:
        return {"Results": rows}
    row_by_line = {line: row for row, line in enumerate(mapping.table.lines)}
    file_rows = [row_by_line[line] for line in rows.lines]
    days = read_days(reading, mapping.columns["date"])
    columns: dict[str, Sequence[CellValue]] = {"Event": rows.columns["Event"], "Date": [days[row] for row in file_rows]}
    headings_by_key = {name_key(heading): heading for heading in layout.columns}
    names = dict(rows.source_headings)
    for column in mapping.table.columns:
        heading = headings_by_key.get(column.own_key) or ("Rounds" if mapping.columns.get("rounds") is column else None)
        if heading and heading not in columns and column is not mapping.columns.get("place"):
            cells = Memo(make_converter(layout.columns[heading])).column(column.cells)
            columns[heading] = [cells[row] for row in file_rows]
            names[heading] = column.name
    row_by_event = {cells: row for row, cells in reversed(list(enumerate(zip(*columns.values()))))}
    events = ImportedRows(columns, rows.lines, names).select_rows(sorted(row_by_event.values()))
    reading.notes.append(msg("{place}: Events and Results in one table.", place=reading.location))
    return {"Events": events, "Results": rows}


def _read_club_columns(reading: TableReading, layout: TableLayout) -> dict[str, Sequence[CellValue]]:
    """Read the columns that are mapped to a heading of the club's input table."""
    columns: dict[str, Sequence[CellValue]] = {}
    fields = reading.club.fields[layout.name]
    for name, column in reading.mapping.columns.items():
        heading = fields.get(name, name)
        kind = layout.columns.get(heading)
        if kind is None or (name in fields and name not in _CONVERTED_FIELDS):
            continue
        if name == "last played" and not set(column.head.split()) & START_WORDS:
            reading.current_headings.append(heading)
        if kind is ColumnType.DATE:
            columns[heading] = read_days(reading, column)
        else:
            columns[heading] = Memo(make_converter(kind)).column(column.cells)
        if kind is ColumnType.ACTIVE:
            reading.doubts += _find_missing_crosses(reading, column, layout.name)
    return columns


def _find_missing_crosses(reading: TableReading, column: Column, table: str) -> list[Doubt]:
    """Return a doubt if a column of Yes and No has only crosses and blanks, since a blank may mean No."""
    named_rows = [row for row, cell in enumerate(reading.get_cells("name") or ()) if not is_blank(cell)]
    entries = {cell_text(column.cells[row]).strip().casefold() for row in named_rows}
    blank_lines = [reading.table.lines[row] for row in named_rows if is_blank(column.cells[row])]
    if not blank_lines or not entries - {""} or entries - {"", *YES_WORDS}:
        return []
    description = msg("{players} without a mark", players=ngettext("{n:,} player", "{n:,} players", len(blank_lines)))
    reason = msg("A blank counts as Yes. Type No or Left for those who are absent.")
    return [Doubt(description, f"{reading.location}, {column.name},", blank_lines, reason, NO_CROSS, table)]


def make_converter(kind: ColumnType) -> Callable[[object], CellValue]:
    """Return a function that converts a cell to a kind of value, or to text if that is impossible."""
    reader = _READERS.get(kind, _read_text)

    def convert(cell: object) -> CellValue:
        if is_blank(cell):
            return None
        try:
            return reader(cell)
        except XladdinError:
            return read_text(cell)

    return convert


def _read_text(cell: object) -> CellValue:
    return clean_name(cell) if isinstance(cell, str) else read_text(cell)


def _read_active_word(cell: object) -> CellValue:
    active, left = read_active(cell)
    return str(LEFT) if left else "Yes" if active else "No"


def _read_number_or_text(cell: object) -> CellValue:
    number = read_number(cell)
    return read_text(cell) if number is None else number


_READERS: Mapping[ColumnType, Callable[[object], CellValue]] = {
    **dict.fromkeys(
        (ColumnType.SCORE, ColumnType.COUNT, ColumnType.RATING, ColumnType.DECIMAL, ColumnType.SIGNED),
        _read_number_or_text,
    ),
    ColumnType.DATE: lambda cell: read_day(cell, DAY_FIRST),
    ColumnType.YES: lambda cell: "Yes" if read_yes(cell) else "No",
    ColumnType.ACTIVE: _read_active_word,
    ColumnType.GAME_KIND: lambda cell: read_game_kind(cell).value.capitalize(),
}
