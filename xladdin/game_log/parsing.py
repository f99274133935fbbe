"""Parse and validate cells of the input tables: values of each type, names of players, and settings."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any, Generic, TypeVar

from xladdin.cells import (
    EARLIEST_DATE,
    ERROR_VALUES,
    HIGHEST_SCORE,
    LOWEST_SCORE,
    MAX_NAME_LENGTH,
    MAX_NUMBER,
    SERIAL_DAY_ZERO,
    CellTable,
    Number,
    alphabetical_key,
    cell_text,
    int_if_whole,
    is_blank,
    name_key,
    remove_accents,
)
from xladdin.errors import (
    Diagnostic,
    InvalidRowsError,
    InvalidTypeError,
    NotFoundError,
    OutOfRangeError,
    XladdinError,
    escape_unprintable,
    excerpt,
)
from xladdin.languages import BYE, FORFEIT, LEFT, UNRATED, find_choice_message, list_bye_keys, to_english_word
from xladdin.messages import BLANK, Message, heading_message, join_messages, join_sentences, list_values, msg, ngettext
from xladdin.model import Adjustment, GameKind, Player, parse_results
from xladdin.systems.system import NO_WORDS, YES_WORDS, RatingSystem, is_whole

T = TypeVar("T")


_ISO_DATE = re.compile("([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]+)?)?)?")
# The kinds of games by the English words for them, in lower case.
GAME_KINDS = {kind.value: kind for kind in (GameKind.UNRATED, GameKind.FORFEIT)}


class DateError(InvalidTypeError):
    """A cell is not a date, or an ambiguous one."""

    bulk_remedy = msg(
        "To correct a whole column: in Excel, choose Data > Text to Columns > Next > Next > Date, DMY or MDY; in a "
        "CSV file, write the year first."
    )


class Reading(dict[object, "T | None"], Generic[T]):
    """A cache of the parsed values of the distinct cells of a column. A blank or invalid cell has the value None.

    Attributes:
        errors: The errors of invalid cells, by cell.
    """

    def __init__(self, read: Callable[[object], T]) -> None:
        super().__init__()
        self._read = read
        self.errors: dict[object, XladdinError] = {}

    def __missing__(self, cell: object) -> T | None:
        if isinstance(cell, bool):
            return self[str(cell).upper()]  # cached as text, because True and 1 are equal as keys
        value = None
        if not is_blank(cell):
            try:
                value = self._read(cell)
            except XladdinError as problem:
                self.errors[cell] = problem.with_traceback(None)
        self[cell] = value
        return value

    def column(self, cells: Sequence[object]) -> list[T | None]:
        """Return the parsed value of each cell of a column."""
        values = list(map(self.__getitem__, cells))
        if (0 in self or 1 in self) and bool in set(map(type, cells)):
            return [self.__missing__(cell) if isinstance(cell, bool) else self[cell] for cell in cells]
        return values

    @property
    def has_gaps(self) -> bool:
        """Whether any cell so far is blank or invalid."""
        return None in self.values()


def read_text(cell: object) -> str:
    """Return the text of a cell without outer blanks."""
    return cell_text(cell).strip()


def read_name(cell: object) -> str:
    """Return the name in a cell, or "" for a blank cell.

    Raises:
        InvalidTypeError: The cell has an error value.
        OutOfRangeError: The text is longer than `MAX_NAME_LENGTH`.
    """
    name = read_text(cell)
    if name in ERROR_VALUES:
        raise InvalidTypeError(msg("is an error value; type the name"))
    if len(name) > MAX_NAME_LENGTH:
        raise OutOfRangeError(
            msg(
                "is {length:,} characters long; a name has at most {most}",
                length=len(name),
                most=MAX_NAME_LENGTH,
            )
        )
    return name


def read_number(cell: object) -> Number:
    """Return the number in a cell, which may also be typed as text.

    Raises:
        InvalidTypeError: The cell has TRUE, FALSE, another text or infinity.
        OutOfRangeError: The number is too large for a float.
    """
    if isinstance(cell, (int, float)) and not isinstance(cell, bool):
        number: float = cell
    else:
        try:
            if not isinstance(cell, str) or "_" in cell:
                raise ValueError
            number = float(cell)
        except ValueError:
            raise InvalidTypeError(msg("must be a number")) from None
    try:
        if not math.isfinite(number):
            raise InvalidTypeError(msg("must be a number"))
    except OverflowError:
        raise OutOfRangeError(msg("is too large")) from None
    return int_if_whole(number)


def read_rating(cell: object) -> Number:
    """Return a rating, or points to add to one. Raises OutOfRangeError beyond `MAX_NUMBER`."""
    number = read_number(cell)
    if abs(number) > MAX_NUMBER:
        raise OutOfRangeError(
            msg(
                "must be a number from {least:,} to {most:,}",
                least=-MAX_NUMBER,
                most=MAX_NUMBER,
            )
        )
    return number


def read_count(cell: object) -> int:
    """Return a whole number of 0 or more."""
    return _read_whole(cell, 0, MAX_NUMBER, _NOT_A_COUNT)


def read_positive_count(cell: object) -> int:
    """Return a whole number of 1 or more."""
    return _read_whole(cell, 1, MAX_NUMBER, _NOT_POSITIVE)


def read_score(cell: object) -> int:
    """Return the score of a game of Scrabble, a whole number from `LOWEST_SCORE` to `HIGHEST_SCORE`."""
    return _read_whole(cell, LOWEST_SCORE, HIGHEST_SCORE, _NOT_A_SCORE)


_NOT_A_COUNT, _NOT_POSITIVE = (
    msg("must be a whole number from {least} to {most}", least=least, most=MAX_NUMBER) for least in (0, 1)
)
_NOT_A_SCORE = msg("must be a whole score from {least} to {most}", least=LOWEST_SCORE, most=HIGHEST_SCORE)


def _read_whole(cell: object, least: int, most: int, otherwise: Message) -> int:
    number = read_number(cell)
    if not isinstance(number, int) or not least <= number <= most:
        raise OutOfRangeError(otherwise)
    return number


def make_date_reader(today: date | None) -> Callable[[object], date]:
    """Return a function that parses a date, its serial number, or its ISO text.

    It raises DateError for other cells, and OutOfRangeError for dates before `EARLIEST_DATE` or after `today`, if that
    is given.
    """

    def read_date(cell: object) -> date:
        day = _as_date(cell)
        if not day >= EARLIEST_DATE:
            raise OutOfRangeError(
                msg("is the date {day}, too early; type a date such as 2006-10-01", day=day.isoformat())
            )
        if today is not None and day > today:
            raise OutOfRangeError(
                msg(
                    "is in the future (today is {today}); is the year wrong, or are day and month swapped?",
                    today=today.isoformat(),
                )
            )
        return day

    return read_date


def read_day(cell: object) -> date | None:
    """Return the date in a cell, or None if it has none."""
    try:
        return make_date_reader(None)(cell)
    except XladdinError:
        return None


def _as_date(cell: object) -> date:
    if isinstance(cell, datetime):
        return cell.date()
    if isinstance(cell, date):
        return cell
    try:
        if isinstance(cell, str) and (text := _ISO_DATE.fullmatch(cell.strip())):
            return date.fromisoformat(text[1])
        if isinstance(cell, (int, float)) and not isinstance(cell, bool) and math.isfinite(cell):
            return SERIAL_DAY_ZERO + timedelta(days=math.floor(cell))
    except (ValueError, OverflowError):
        pass
    raise DateError(msg("must be a date such as 2006-10-01"))


def read_active(cell: object) -> tuple[bool, bool]:
    """Return whether a camper takes part, and whether the camper has left, from a cell with Yes, No or Left.

    Games of a camper who has left stay rated.
    """
    if to_english_word(cell_text(cell)) == LEFT.casefold():
        return True, True
    try:
        return read_yes(cell), False
    except InvalidTypeError:
        raise InvalidTypeError(msg("must be Yes, No or Left")) from None


def read_game_kind(cell: object) -> GameKind:
    """Return the kind of a game that is not an ordinary rated one. Raises InvalidTypeError for other words."""
    try:
        return GAME_KINDS[to_english_word(cell_text(cell))]
    except KeyError:
        choices = list_values([UNRATED, FORFEIT], alternative=True)
        raise InvalidTypeError(msg("must be {words}, or blank for a rated game", words=choices)) from None


def read_yes(cell: object) -> bool:
    """Return whether a cell has a word for yes.

    Raises InvalidTypeError unless it is a word for yes or no, such as x or 0.
    """
    answer = cell_text(cell).strip().casefold()
    for word in (answer, to_english_word(answer)):
        if word in YES_WORDS:
            return True
        if word in NO_WORDS:
            return False
    raise InvalidTypeError(msg("must be Yes or No"))


# The required headings of the tables. Those of a log are in its schema.
KEY_COLUMNS = {
    "Players": ("Player",),
    "Groups": ("Group", "Initial rating"),
    "Events": ("Event", "Date", "Players", "Rounds"),
    "Adjustments": ("Date", "Points"),
    "Aliases": ("Alias", "Player"),
}
MISSING_COLUMN = msg("this column is missing from the table; undo its deletion, or restore its heading")


def list_key_columns(system: RatingSystem, table: str) -> Sequence[str]:
    """Return the required headings of a table of a system."""
    return system.log_schema.required_headings if table == system.log_schema.table else KEY_COLUMNS[table]


def make_missing_table_error(name: str) -> NotFoundError:
    """Return the error for a table that is missing from a workbook."""
    return NotFoundError(
        msg(
            "the table {name} is missing; undo what removed it, or select its rows with their headings, "
            "press Ctrl+T, and under Table Design name the table {name}",
            name=name,
        )
    )


class TableValidator:
    """Provides the columns of a table, and collects errors in its cells.

    Attributes:
        table: The table.
        problems: The errors so far.

    Raises:
        NotFoundError: The table is missing.
        InvalidRowsError: A required heading is missing.
    """

    def __init__(self, tables: Mapping[str, CellTable], name: str, key_columns: Sequence[str]) -> None:
        if name not in tables:
            raise make_missing_table_error(name)
        self.table = tables[name]
        self.problems: list[Diagnostic] = []
        self._columns: dict[str, Sequence[object]] = {}
        missing = [heading for heading in key_columns if self.table.position(heading) is None]
        if missing:
            raise InvalidRowsError(
                [self._diagnose(0, heading, None, MISSING_COLUMN, NotFoundError) for heading in missing]
            )

    @property
    def rows(self) -> int:
        """The number of rows below the headings."""
        return self.table.rows

    def cells(self, heading: str) -> Sequence[object]:
        """Return the raw cells of a column. A missing column counts as blank."""
        if heading not in self._columns:
            cells = self.table.column(heading)
            self._columns[heading] = [None] * self.rows if cells is None else cells
        return self._columns[heading]

    def is_empty(self, heading: str) -> bool:
        """Return whether the column is missing or blank from top to bottom."""
        return all(map(is_blank, set(self.cells(heading))))

    def add_error(
        self, row: int, heading: str, message: Message, error_class: type[XladdinError] = InvalidTypeError
    ) -> None:
        """Add an error in a cell. `row` counts from 0 below the headings."""
        self.problems.append(self._diagnose(row + 1, heading, self.cells(heading)[row], message, error_class))

    def add_parse_error(
        self, row: int, heading: str, reading: Reading[Any], error_class: type[XladdinError] = XladdinError
    ) -> bool:
        """Add the error of a cell that could not be parsed, and return whether there is one.

        Errors of other classes than `error_class` are ignored.
        """
        if not reading.errors:
            return False
        cell = self.cells(heading)[row]
        reason = reading.errors.get(str(cell).upper() if isinstance(cell, bool) else cell)
        if not isinstance(reason, error_class):
            return False
        self.add_error(row, heading, reason.message, type(reason))
        return True

    def add_parse_errors(self, row: int, readings: Mapping[str, Reading[Any]]) -> bool:
        """Add the errors of a row in several columns, and return whether there are any. `readings` are by heading."""
        has_errors = [self.add_parse_error(row, heading, reading) for heading, reading in readings.items()]
        return any(has_errors)

    def _diagnose(
        self, offset: int, heading: str, cell: object, message: Message, error_class: type[XladdinError]
    ) -> Diagnostic:
        table = self.table
        return Diagnostic(
            table.name,
            table.sheet,
            table.row + offset,
            heading,
            cell_text(cell),
            message,
            error_class.excel_error,
            error_class.bulk_remedy,
        )


# The least similarity, from 0 to 1, at which a heading may be a misspelt one. It is our own choice. That of
# "Initial rating" and "Start rating" is 0.69.
HEADING_SIMILARITY = 0.65
# The most distinct cells of a column to parse in order to recognize its content.
MAX_CELLS = 50
# Headings of computed columns, and of columns that a rollover fills, in addition to those of the log.
_OTHER_HEADINGS = {
    "Players": (
        *("Rating", "Assigned", "Games", "K", "Last played", "Status", "Permanent", "Events"),
        *("Start missed", "Start corrected", "Start assigned", "Start results", "Start returned"),
    ),
    "Events": ("Value",),
}
_COMMON_HEADINGS = ("Note", "Remark", "Web")

# The parser of the cells of a column, which raises XladdinError for an invalid cell.
CellParser = Callable[[object], object]


def list_optional_columns(system: RatingSystem, table: str) -> Mapping[str, CellParser]:
    """Return the optional headings of a table that have an effect on ratings, each with the parser of its cells."""
    schema = system.log_schema
    if table == schema.table:
        return dict.fromkeys(schema.modifier_headings, read_text)
    if table == "Players" and system.has_groups:
        return {"Group": read_text, "Active": read_text, system.start_column: read_rating}
    if table == "Players":
        date_columns = {"Start last played": make_date_reader(None)} if schema.bases else {}
        return {system.start_column: read_rating, schema.start_count: read_count, **date_columns}
    if table == "Events":
        return {"World Championship": read_yes}
    return {"Player": read_text} if table == "Adjustments" else {}


def find_misspelt_headings(system: RatingSystem, table: CellTable) -> list[Diagnostic]:
    """Return errors for columns of the club whose headings are similar to a missing heading and whose cells fit it.

    Without this check, a misspelt heading would silently change the ratings.
    """
    readers = list_optional_columns(system, table.name)
    roles = [column.heading for table in system.log_schema.tables for column in table.columns]
    known_keys = {
        name_key(heading) for heading in (*readers, *roles, *_OTHER_HEADINGS.get(table.name, ()), *_COMMON_HEADINGS)
    }
    club_columns = {
        key: position
        for position, heading in enumerate(table.headings)
        if (key := name_key(heading)) and key not in known_keys and not all(map(is_blank, set(table.columns[position])))
    }
    missing = {heading: read for heading, read in readers.items() if not table.matching_positions(heading)}
    problems: list[Diagnostic] = []
    if not missing or not club_columns:
        return problems
    import difflib

    for heading, read in missing.items():
        for key in difflib.get_close_matches(name_key(heading), club_columns, n=3, cutoff=HEADING_SIMILARITY):
            if _is_readable(table.columns[club_columns[key]], read):
                club_heading = table.headings[club_columns.pop(key)]
                message = msg(
                    'did you mean "{heading}"? If not, add an empty column "{heading}"',
                    heading=heading_message(heading),
                )
                problems.append(
                    Diagnostic(table.name, table.sheet, table.row, club_heading, "", message, NotFoundError.excel_error)
                )
                break
    return problems


def _is_readable(cells: Sequence[object], parse: CellParser) -> bool:
    """Return whether any cell of a column can be parsed."""
    for cell in list(dict.fromkeys(cell for cell in cells if not is_blank(cell)))[:MAX_CELLS]:
        try:
            parse(cell)
        except XladdinError:
            continue
        return True
    return False


def read_setting(field: dataclasses.Field[object], printed: Number | str, cell: object) -> Number | str:
    """Return the value of a setting from its cell. Raises XladdinError, with the printed value in the message."""
    limits = field.metadata
    if isinstance(printed, str) and not limits["choices"]:
        return read_text(cell)
    try:
        if is_blank(cell):
            raise InvalidTypeError(msg("is blank"))
        if isinstance(printed, str):
            return read_choice(cell, limits["choices"])
        return read_limited(cell, limits["least"], limits["most"], whole=is_whole(field))
    except XladdinError as error:
        printed_value = msg(
            "the printed value is {printed}",
            printed=find_choice_message(printed) if isinstance(printed, str) else printed,
        )
        raise type(error)(join_messages([error.message, printed_value])) from None


def read_limited(cell: object, least: Number, most: Number, *, whole: bool) -> Number:
    """Return a number within limits. A number typed as text is invalid, because formulas could not use it."""
    number = read_number(cell)
    if isinstance(cell, str):
        raise InvalidTypeError(msg("is text; type the number without an apostrophe"))
    if not least <= number <= most or (whole and not isinstance(number, int)):
        if whole:
            message = msg("must be a whole number from {least:,} to {most:,}", least=least, most=most)
        else:
            message = msg("must be a number from {least:,} to {most:,}", least=least, most=most)
        raise OutOfRangeError(message)
    return number


def read_choice(cell: object, choices: Sequence[str]) -> str:
    """Return the choice that a cell has, in any case and language. Raises InvalidTypeError for other text."""
    word = remove_accents(name_key(to_english_word(read_text(cell))))
    for choice in choices:
        if word == remove_accents(name_key(choice)):
            return choice
    listed_choices = list_values([*map(find_choice_message, choices)], alternative=True)
    raise InvalidTypeError(msg("must be {choices}", choices=listed_choices))


def read_band(cell: object, least: Number = -MAX_NUMBER) -> Number:
    """Return a number of a table of bands. Raises XladdinError for a blank cell or a number below `least`."""
    if is_blank(cell):
        raise InvalidTypeError(msg("is blank; every row of this table needs all its columns"))
    return read_limited(cell, least, MAX_NUMBER, whole=False)


# The least similarity of a suggested name, as the share of letters that match in order.
NAME_SIMILARITY = 0.6
# The most letters of a name that is compared.
MAX_COMPARED_LENGTH = 60
# The most comparisons of letters for all names of a table, enough for a hundred misspelt names in a club of 500. A
# table full of unknown names has another fault, and searching for suggestions would take very long.
MAX_COMPARED = 3_000_000
# The most players that a message about an unknown name lists.
MAX_NAMES_LISTED = 20


def _sort_words(key: str) -> list[str]:
    return sorted(key.replace(",", " ").split())


class NameSuggester:
    """Suggests the most similar of some names for an unknown name. `names` are by their `name_key`."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self._room = MAX_COMPARED

    def suggest(self, key: str) -> Message:
        """Return the question whether the most similar name was meant, or a blank message if no name is similar."""
        suggestion = self.find_nearest(key)
        return BLANK if suggestion is None else msg('Did you mean "{name}"?', name=suggestion)

    def describe_unknown_name(self, name: str, sheet: str) -> Message:
        """Return the message that a name is not on a sheet, with the most similar name if there is one."""
        value, suggestion = escape_unprintable(excerpt(name)), self.find_nearest(name_key(name))
        if suggestion is not None:
            return msg(
                '"{value}" is not on {sheet}. Did you mean "{suggestion}"?',
                value=value,
                sheet=sheet,
                suggestion=suggestion,
            )
        return ngettext(
            '"{value}" is not on {sheet}. Add it there, or correct the name.',
            "{value} are not on {sheet}. Add them there, or correct the names.",
            1,
            value=value,
            sheet=sheet,
        )

    def find_nearest(self, key: str) -> str | None:
        """Return the most similar name to a key, apart from that with the same key, or None if no name is similar."""
        if len(key) > MAX_COMPARED_LENGTH:
            return None
        from difflib import SequenceMatcher  # imported where a name is not known

        matcher = SequenceMatcher(None, "", key)
        nearest, best = None, NAME_SIMILARITY
        for candidate in self._names:
            total_length = len(candidate) + len(key)
            self._room -= 1
            if self._room < 0:
                return None
            if abs(len(candidate) - len(key)) == 1 and _sort_words(candidate) == _sort_words(key):
                return self._names[candidate]  # "lee, bruce" for "bruce lee", and the other way round
            if (
                candidate == key
                or 2 * min(len(candidate), len(key)) < best * total_length
                or len(candidate) > MAX_COMPARED_LENGTH
            ):
                continue
            self._room -= total_length
            matcher.set_seq1(candidate)
            if matcher.quick_ratio() < best:
                continue
            self._room -= len(candidate) * len(key)
            likeness = matcher.ratio()
            if likeness > best or (nearest is None and likeness >= best):
                nearest, best = candidate, likeness
        return None if nearest is None else self._names[nearest]


def describe_unknown_player(name: str, names: Sequence[str]) -> Message:
    """Return the message that a name is not a player, with the most similar name, or else the names of all players."""
    suggestions = NameSuggester({name_key(name): name for name in names})
    last, _, first = name.partition(",")
    hint = suggestions.suggest(name_key(name)) or suggestions.suggest(name_key(f"{first} {last}"))
    if not hint and len(names) > MAX_NAMES_LISTED:
        players = ngettext("{n:,} player", "{n:,} players", len(names))
        hint = msg("The sheet Players lists all {players}.", players=players)
    elif not hint and names:
        player_names = ", ".join(sorted(names, key=alphabetical_key))
        hint = msg("The players are {players}.", players=player_names)
    return join_sentences([msg('"{name}" is not a player.', name=name), hint])


# Words that people type as the player of an adjustment for everyone, where the cell must be blank. Our own choice.
EVERYBODY_WORDS = {"all", "all players", "everybody", "everyone", "tous", "toutes", "tout le monde"}
# The position that stands for a bye in place of a player.
BYE_POSITION = -1


# Pairs of another spelling and the name of its player.
Aliases = Sequence[tuple[str, str]]


def read_aliases(tables: Mapping[str, CellTable]) -> Aliases:
    """Return the filled rows of the table Aliases, or () without such a table."""
    table = tables.get("Aliases")
    spellings, players = (table.column("Alias"), table.column("Player")) if table is not None else (None, None)
    if spellings is None or players is None:
        return ()
    pairs = ((cell_text(spelling).strip(), cell_text(player).strip()) for spelling, player in zip(spellings, players))
    return [(spelling, player) for spelling, player in pairs if spelling and player]


def read_player_names(tables: Mapping[str, CellTable]) -> list[str]:
    """Return the names in the table Players, in order."""
    return [name for cell in tables["Players"].column("Player") or () if (name := cell_text(cell).strip())]


class NameReading(Reading[int]):
    """A cache of the positions of players by the names in cells, or `BYE_POSITION` for a bye.

    A name is first compared with the names of players, then with aliases, and then with both without accents, if only
    one player matches. The error for an unknown name suggests a similar one.
    """

    def __init__(self, names: Sequence[str], aliases: Aliases = ()) -> None:
        super().__init__(self._position)
        by_key = {name_key(name): name for name in names}
        self.names = list(by_key.values())
        self._suggestions = NameSuggester(by_key)
        self._positions = {key: position for position, key in enumerate(by_key)}
        self._positions |= dict.fromkeys(list_bye_keys(), BYE_POSITION)
        self._aliases = aliases

    @cached_property
    def _plain_names(self) -> dict[str, set[int]]:
        """Positions by the keys of names without accents."""
        plain: dict[str, set[int]] = {}
        for key, position in self._positions.items():
            plain.setdefault(remove_accents(key), set()).add(position)
        return plain

    @cached_property
    def _alternative_spellings(self) -> tuple[dict[str, set[int]], dict[str, set[int]]]:
        """Positions by the keys of aliases, and by those of names and aliases without accents."""
        aliases: dict[str, set[int]] = {}
        for alias, player in self._aliases:
            position = self._positions.get(name_key(player))
            players = self._plain_names.get(remove_accents(name_key(player)), set()) if position is None else {position}
            if len(players) == 1:
                aliases.setdefault(name_key(alias), set()).update(players)
        plain = {key: set(players) for key, players in self._plain_names.items()}
        for key, players in aliases.items():
            plain.setdefault(remove_accents(key), set()).update(players)
        return aliases, plain

    def find_player(self, name: str) -> int | None:
        """Return the position of the only player who matches a name, or None."""
        key = name_key(name)
        if key in self._positions:
            return self._positions[key]
        aliases, plain = self._alternative_spellings
        positions = aliases.get(key) or plain.get(remove_accents(key)) or set()
        return next(iter(positions)) if len(positions) == 1 else None

    def require_player(self, name: str) -> int:
        """Return the position of the player with a name. Raises NotFoundError for other names."""
        position = self.find_player(name)
        if position is None or position == BYE_POSITION:
            raise NotFoundError(describe_unknown_player(name, self.names))
        return position

    def adjusted_player(self, cell: object) -> int:
        """Return the position of the player in a cell of the table Adjustments.

        Raises NotFoundError for other names.
        """
        name = read_text(cell)
        if self.find_player(name) is None and remove_accents(name_key(name)) in EVERYBODY_WORDS:
            raise NotFoundError(msg('"{value}" is not on Players. Leave the cell blank for everyone.', value=name))
        return self._position(cell)

    def _position(self, cell: object) -> int:
        position = self.find_player(name := read_name(cell))
        if position is None:
            key = name_key(name)
            if any(name_key(alias) == key for alias, _ in self._aliases):
                raise NotFoundError(
                    msg(
                        '"{value}" on Aliases belongs to no player on Players, or to two. Correct it there.',
                        value=name,
                    )
                )
            raise NotFoundError(self._suggestions.describe_unknown_name(name, "Players"))
        return position


# The most changes of ratings by adjustments for everyone. No club comes near this number, and more would take too long.
MAX_ADJUSTED = 2_000_000


def read_players(
    system: RatingSystem, tables: Mapping[str, CellTable], today: date | None
) -> tuple[list[Player], list[int], list[Diagnostic]]:
    """Return the players in the order of their table, the row of each below the headings, and the errors."""
    check = TableValidator(tables, "Players", KEY_COLUMNS["Players"])
    groups = _read_groups(tables, check.problems) if system.has_groups else {}
    ratings, counts = Reading(read_rating), Reading(read_count)
    dates, answers = Reading(make_date_reader(today)), Reading(read_active)
    start_column, start_games = system.start_column, system.log_schema.start_count
    columns: dict[str, Reading[Any]] = {
        start_column: ratings,
        start_games: counts,
        "Start last played": dates,
        "Start missed": counts,
        "Start corrected": ratings,
        "Start assigned": ratings,
        "Start results": Reading(lambda cell: parse_results(read_text(cell))),
        "Start returned": dates,
        "Active": answers,
    }
    read = {heading: reading.column(check.cells(heading)) for heading, reading in columns.items()}
    names = Reading(read_name)
    nations = list(map(read_text, check.cells("Nation")))
    group_names = Reading(read_name)
    group_cells = [name or "" for name in group_names.column(check.cells("Group"))]
    suggestions = NameSuggester({key: group_name for key, (group_name, _) in groups.items()})
    players: list[Player] = []
    player_rows: list[int] = []
    rows_by_key: dict[str, int] = {}
    for row, name in enumerate(names.column(check.cells("Player"))):
        if check.add_parse_error(row, "Player", names):
            continue
        if not name:
            if any(not is_blank(check.cells(heading)[row]) for heading in columns):
                check.add_error(row, "Player", msg("a player needs a name"))
            continue
        key = name_key(name)
        if key in list_bye_keys():
            check.add_error(row, "Player", msg("{bye} means no opponent; choose another name", bye=BYE))
        elif key in rows_by_key:
            first_row = check.table.row_number(rows_by_key[key])
            check.add_error(row, "Player", msg("the same player is also in row {row}; keep one of them", row=first_row))
        rows_by_key.setdefault(key, row)
        for heading, reading in columns.items():
            check.add_parse_error(row, heading, reading)
        active, left = read["Active"][row] or (True, False)
        group = name_key(group_cells[row])
        _, initial_rating = groups.get(group, ("", None))
        needs_group = system.has_groups and initial_rating is None and active
        if needs_group and not check.add_parse_error(row, "Group", group_names):
            if group:
                check.add_error(
                    row, "Group", suggestions.describe_unknown_name(group_cells[row], "Groups"), NotFoundError
                )
            else:
                check.add_error(
                    row, "Group", msg("an active player needs a group; choose one that is on Groups"), NotFoundError
                )
        player = Player(
            name=name,
            start_rating=read[start_column][row],
            start_games=read[start_games][row] or 0,
            start_last_played=read["Start last played"][row],
            start_missed=read["Start missed"][row] or 0,
            start_corrected=read["Start corrected"][row],
            start_assigned=read["Start assigned"][row],
            start_results=read["Start results"][row] or (),
            start_returned=read["Start returned"][row],
            nation=nations[row],
            group=group_cells[row],
            active=active,
            left=left,
            initial_rating=initial_rating,
        )
        wrong = system.find_player_error(player)
        if wrong:
            check.add_error(row, start_column, wrong, OutOfRangeError)
        players.append(player)
        player_rows.append(row)
    return players, player_rows, check.problems


def _read_groups(tables: Mapping[str, CellTable], problems: list[Diagnostic]) -> dict[str, tuple[str, Number]]:
    """Return the name and the initial rating of each group, by the key of its name.

    An invalid rating is replaced by 0, so that players of the group do not get an error too.
    """
    check = TableValidator(tables, "Groups", KEY_COLUMNS["Groups"])
    readings: dict[str, Reading[Any]] = {"Group": Reading(read_name), "Initial rating": Reading(read_rating)}
    groups: dict[str, tuple[str, Number]] = {}
    columns = [reading.column(check.cells(heading)) for heading, reading in readings.items()]
    for row, (name, rating) in enumerate(zip(*columns)):
        is_refused = check.add_parse_errors(row, readings)
        if not name:
            if rating is not None and not is_refused:
                check.add_error(row, "Group", msg("a group needs a name"))
        elif name_key(name) in groups:
            check.add_error(row, "Group", msg("this group is listed twice; keep one of the rows"))
        else:
            groups[name_key(name)] = name, rating or 0
            if rating is None and not is_refused:
                check.add_error(row, "Initial rating", msg("a group needs an initial rating"))
    problems.extend(check.problems)
    return groups


def read_adjustments(tables: Mapping[str, CellTable], names: NameReading) -> tuple[list[Adjustment], list[Diagnostic]]:
    """Return the adjustments in the order of their rows, and the errors. The table may be missing."""
    if "Adjustments" not in tables:
        return [], []
    check = TableValidator(tables, "Adjustments", KEY_COLUMNS["Adjustments"])
    readings: dict[str, Reading[Any]] = {
        "Date": Reading(make_date_reader(None)),
        "Player": Reading(names.adjusted_player),
        "Points": Reading(read_rating),
    }
    columns = [reading.column(check.cells(heading)) for heading, reading in readings.items()]
    adjustments: list[Adjustment] = []
    room = MAX_ADJUSTED
    for row, (day, player, change) in enumerate(zip(*columns)):
        if check.add_parse_errors(row, readings) or all(is_blank(check.cells(heading)[row]) for heading in readings):
            continue
        if player == BYE_POSITION:
            check.add_error(row, "Player", msg("{bye} has no rating; leave the cell blank to adjust everyone", bye=BYE))
        elif day is None:
            check.add_error(row, "Date", msg("an adjustment needs the date from which it counts"))
        elif change is None:
            check.add_error(row, "Points", msg("an adjustment needs its points"))
        else:
            adjustments.append(Adjustment(day, player, change, row))
            room -= len(names.names) if player is None else 0
            if room < 0:
                message = msg(
                    "there are too many adjustments for everyone for a list of {players:,} players; name the players "
                    "instead",
                    players=len(names.names),
                )
                check.add_error(row, "Player", message, OutOfRangeError)
                break
    return adjustments, check.problems
