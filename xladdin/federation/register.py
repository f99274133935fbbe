"""The register of a federation, register.xlsx: who is who, unknown names, and the Rules of a pool.

A name alone joins nobody.
"""

from __future__ import annotations

import io
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from xladdin.cells import CellBlock, CellTable, Number, cell_text, filled_rows, is_blank, name_key
from xladdin.errors import Diagnostic, InvalidRowsError, NotFoundError, OutOfRangeError, WorkbookError, XladdinError
from xladdin.federation.folder import (
    CLUBS,
    NEW,
    REGISTER,
    SETTINGS,
    TABLES,
    Federation,
    folder_of,
    keys_of,
    read_federation,
)
from xladdin.game_log.parsing import Suggestions, date_reader, read_count, read_rating
from xladdin.languages import BYE, IN_ENGLISH, Language, is_bye, translations
from xladdin.messages import Message, heading_message, msg, pgettext
from xladdin.systems.system import RatingSystem
from xladdin.workbook.schema import Kind

if TYPE_CHECKING:
    from openpyxl import Workbook

    from xladdin.files.club_file import ClubFile

PERSONS, UNKNOWN = "Persons", "Unknown"
PERSON, CLUB, NAME, RATING, GAMES, SINCE, NOTE = PERSONS_HEADINGS = (
    "Person", "Club", "Name in that club", "Start rating", "Start games", "Since", "Note",
)  # fmt: skip
UNKNOWN_NAME, UNKNOWN_CLUB, LIKEST, ANSWER = UNKNOWN_HEADINGS = ("Name", "Club", "Likest", "Answer")
NEW_PERSON = pgettext("typed", "new")
"""The answer for a name of a new person."""
HOW = {
    PERSONS: msg("One row for each name that a person has in a club. A blank start: that of the earliest workbook."),
    UNKNOWN: msg(
        "Names that nobody has answered for. Answer: the person's name, or {new} for somebody else.", new=NEW_PERSON
    ),
}
KINDS = {RATING: Kind.RATING, GAMES: Kind.COUNT, SINCE: Kind.DATE}
"""The kinds of the columns that hold no text."""
ROWS_AT_FIRST = 1
_HEADINGS_ROW = 3


@dataclass(frozen=True)
class Register:
    """The content of the register. `persons`: by club and name, as keys. `starts`: by the persons' keys.

    `new` has names of other people, `asked` all names in Unknown, and `clubs` by key the first row that names each.
    """

    persons: Mapping[tuple[str, str], str] = field(default_factory=dict)
    starts: Mapping[str, tuple[Number | None, int | None]] = field(default_factory=dict)
    new: frozenset[tuple[str, str]] = frozenset()
    asked: frozenset[tuple[str, str]] = frozenset()
    clubs: Mapping[str, str] = field(default_factory=dict)


class Unknown(NamedTuple):
    """A name that the register does not know. `likest` is the person or other club's player most like it."""

    name: str
    club: str
    best_match: str


def make_federation(folder: Path, system: RatingSystem, title: str, language: Language = IN_ENGLISH) -> Federation:
    """Make the folder of a new federation, never over an existing one. Raises WorkbookError."""
    import json

    from xladdin.files.safe_write import friendly_os_errors, safely_create, validate_as_folder

    settings, title = folder / SETTINGS, " ".join(title.split()) or folder.resolve().name
    for path in (settings, folder / REGISTER):
        if os.path.lexists(path):
            raise WorkbookError(
                msg("{path} is already there, and xladdin does not overwrite it. Name another folder.", path=path)
            )
    validate_as_folder(folder)
    values = {
        "title": json.dumps(title, ensure_ascii=False), "system": json.dumps(system.key), "clubs": CLUBS,
        "language": language.code,
    }  # fmt: skip
    made = "".join(
        f"# {language.render(line)}\n" if isinstance(line, Message) else f"{line.format_map(values)}\n" for line in NEW
    )
    with friendly_os_errors(folder):
        for path in (folder, folder / CLUBS):
            path.mkdir(exist_ok=True)
    register = new_register(system, title, language)
    safely_create(folder / REGISTER, lambda target: target.write(register))
    safely_create(settings, lambda target: target.write(made.encode()))
    return read_federation(folder)


def new_register(system: RatingSystem, title: str, language: Language = IN_ENGLISH) -> bytes:
    """Return the file of an empty register, with the printed Rules of the system."""
    from openpyxl import Workbook

    from xladdin.files.safe_write import workbook_bytes
    from xladdin.workbook.rules_sheet import add_rules_sheet
    from xladdin.workbook.styles import register, set_language

    workbook = Workbook()
    set_language(workbook, language)
    workbook.remove(workbook.worksheets[0])
    workbook.properties.title = title
    register(workbook)
    _add_table(workbook, PERSONS, PERSONS_HEADINGS)
    _add_table(workbook, UNKNOWN, UNKNOWN_HEADINGS)
    add_rules_sheet(workbook, system, title, way_back=False)
    return workbook_bytes(workbook)


def _add_table(workbook: Workbook, name: str, headings: Sequence[str]) -> None:
    from openpyxl.worksheet.table import Table, TableStyleInfo

    from xladdin.cells import column_letters
    from xladdin.workbook import styles
    from xladdin.workbook.styles import language_of_sheet, set_up_printing, write

    sheet = workbook.create_sheet(name)
    styles.add_band(sheet, *styles.BAND_HEIGHTS)
    write(sheet, 1, 1, name, styles.TITLE)
    write(sheet, 2, 1, HOW[name], styles.SUBTITLE)
    language = language_of_sheet(sheet)
    for column, heading in enumerate(headings, 1):
        translated = language.render(heading_message(heading))
        write(sheet, _HEADINGS_ROW, column, translated, styles.HEADING)
        kind = KINDS.get(heading, Kind.TEXT)
        styles.format_column(sheet, column, kind, computed=name == UNKNOWN and heading != ANSWER, heading=translated)
    last = _HEADINGS_ROW + ROWS_AT_FIRST
    table = Table(name=name, displayName=name, ref=f"A{_HEADINGS_ROW}:{column_letters(len(headings))}{last}")
    table.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=True)
    sheet.add_table(table)
    sheet.freeze_panes = f"A{_HEADINGS_ROW + 1}"
    sheet.sheet_view.showGridLines = False
    set_up_printing(sheet, len(headings), heading_rows=_HEADINGS_ROW, landscape=True)


def read_register(path: Path) -> tuple[Register, ClubFile]:
    """Return the register and its file.

    Raises WorkbookError if it cannot be read, and InvalidRowsError for wrong rows.
    """
    from xladdin.files.club_file import open_club_file

    book = open_club_file(path)
    reading = _Reading(book)
    reading.persons()
    reading.answers()
    if reading.problems:
        raise InvalidRowsError(reading.problems)
    return reading.register(), book


def rules_of(book: ClubFile, system: RatingSystem) -> RatingSystem:
    """Return the system with the register's Rules.

    Raises WorkbookError for Rules of another system, and InvalidRowsError.
    """
    from xladdin.workbook.rules import system_of_any_form

    edited = system_of_any_form(book)
    if edited.key != system.key:
        raise WorkbookError(
            msg(
                "{path}: its sheet Rules is of {key}, and federation.toml says {key2}. Make them one.",
                path=book.path,
                key=edited.key,
                key2=system.key,
            )
        )
    return edited


def ask(book: ClubFile, unknown: Sequence[Unknown]) -> None:
    """List names in the table Unknown, below those already there. Raises WorkbookError if it cannot write there."""
    from xladdin.files.safe_write import safely_replace
    from xladdin.files.workbook_writer import write_blocks

    table = book.tables[UNKNOWN]
    row = table.row_number(len(filled_rows(table.columns)))
    values = zip(*((one.name, one.club, one.best_match) for one in unknown))
    blocks = []
    for heading, column in zip((UNKNOWN_NAME, UNKNOWN_CLUB, LIKEST), values):
        position = table.position(heading)
        assert position is not None
        blocks.append(CellBlock(table.sheet, row, table.column_number(position), (list(column),), table=UNKNOWN))
    safely_replace(book.path, lambda target: write_blocks(book, blocks, target), read_as=book.package.fingerprint)


class _Reading:
    """Reads the register's tables, and collects everything wrong in `problems`."""

    def __init__(self, book: ClubFile) -> None:
        self._book = book
        self.problems: list[Diagnostic] = []
        self._persons: dict[tuple[str, str], tuple[str, str]] = {}
        self._starts: dict[str, tuple[Number | None, int | None]] = {}
        self._clubs: dict[str, str] = {}
        self._answers: dict[tuple[str, str], str] = {}
        self._asked: dict[tuple[str, str], None] = {}

    def register(self) -> Register:
        """Return the register as read."""
        new = {place for place, answer in self._answers.items() if name_key(answer) == NEW_PERSON}
        persons = {place: person for place, (person, _) in self._persons.items()}
        spelt = {name_key(person): person for person in persons.values()}
        for place, answer in self._resolve_answers().items():
            if name_key(answer) != NEW_PERSON:
                persons.setdefault(place, spelt.setdefault(name_key(answer), answer))
        persons = {place: spelt[name_key(person)] for place, person in persons.items()}
        return Register(persons, self._starts, frozenset(new), frozenset(self._asked), self._clubs)

    def _resolve_answers(self) -> dict[tuple[str, str], str]:
        """Return the answers. One that is a name and its club, as Likest has it, is whoever that name is.

        That name may be a new person, or have no answer of its own.

        Names that are answered with each other are one person: the first answer's. Otherwise two spellings of a person
        would only change places.
        """
        known = {place: person for place, (person, _) in self._persons.items()}
        answers = dict.fromkeys(self._asked, NEW_PERSON) | self._answers | known
        persons = set(map(name_key, known.values()))
        with_club = {f"{name} ({club})": (club, name) for club, name in answers}
        named = {name: (club, name) for club, name in reversed(self._answers)} | with_club
        meant = {
            place: named[key]
            for place, answer in self._answers.items()
            if (key := name_key(answer)) in named and key not in {NEW_PERSON, *persons} and named[key] != place
        }
        order = {place: row for row, place in enumerate(self._answers)}
        resolved = dict(self._answers)
        spelt: dict[tuple[str, str], str] = {}
        for place in meant:
            rating_history = {place: 0}
            after = meant.get(place)
            while after is not None and after not in rating_history:
                rating_history[after] = len(rating_history)
                after = meant.get(after)
            names = [*rating_history]
            if after is not None:
                resolved[place] = self._answers[min(names[rating_history[after] :], key=order.__getitem__)]
                continue
            end = next(
                at for at, name in enumerate(names) if name_key(answers[name]) not in with_club or name not in meant
            )
            resolved[place] = answers[names[end]]
            if name_key(resolved[place]) == NEW_PERSON:
                resolved[place] = resolved[names[end]] = spelt.setdefault(names[end], self._answers[names[end - 1]])
        return resolved

    def persons(self) -> None:
        """Read the rows of Persons."""
        table = self._table(PERSONS, PERSONS_HEADINGS)
        first: dict[str, int] = {}
        for row, cells in _rows(table, PERSONS_HEADINGS):
            person, club, name = (" ".join(cell_text(cells[heading]).split()) for heading in (PERSON, CLUB, NAME))
            missing = [heading for heading, text in ((PERSON, person), (CLUB, club), (NAME, name)) if not text]
            for heading in missing:
                self._add_error(
                    table, row, heading, "", msg("is blank; a row needs the person, the club and the name there")
                )
            if missing:
                continue
            if is_bye(person):
                self._add_error(
                    table, row, PERSON, person, msg("{bye} means no opponent; choose another name", bye=BYE)
                )
            place = name_key(club), name_key(name)
            self._clubs.setdefault(place[0], club)
            other, where = self._persons.setdefault(place, (person, str(table.row + row)))
            if where != str(table.row + row):
                if name_key(other) == name_key(person):
                    message = msg(
                        "row {row} has {name} of {club} too; keep one of them", row=where, name=name, club=club
                    )
                else:
                    message = msg(
                        "row {row} has {name} of {club} too, as {other} and as {person}; keep one of them",
                        row=where,
                        name=name,
                        club=club,
                        other=other,
                        person=person,
                    )
                self._add_error(table, row, NAME, name, message)
            self._read_start(table, row, person, cells, first)

    def _read_start(
        self, table: CellTable, row: int, person: str, cells: Mapping[str, object], first: dict[str, int]
    ) -> None:
        rating = self._read(table, row, RATING, cells[RATING], read_rating)
        games = self._read(table, row, GAMES, cells[GAMES], read_count)
        self._read(table, row, SINCE, cells[SINCE], date_reader(None))
        if rating is None and games is None:
            return
        known = self._starts.setdefault(name_key(person), (rating, games))
        other_row = first.setdefault(name_key(person), table.row + row)
        if known != (rating, games):
            self._add_error(
                table,
                row,
                RATING,
                cell_text(cells[RATING]),
                msg(
                    "row {row} has another start for {person}; keep one of them",
                    row=other_row,
                    person=person,
                ),
            )

    def answers(self) -> None:
        """Read the rows of Unknown."""
        table = self._table(UNKNOWN, UNKNOWN_HEADINGS)
        rows: dict[tuple[str, str], int] = {}
        for row, cells in _rows(table, UNKNOWN_HEADINGS):
            name, club, answer = (
                " ".join(cell_text(cells[heading]).split()) for heading in (UNKNOWN_NAME, UNKNOWN_CLUB, ANSWER)
            )
            if name_key(answer) in map(name_key, translations(NEW_PERSON)):
                answer = str(NEW_PERSON)
            place = name_key(club), name_key(name)
            if not name or not club:
                if answer:
                    self._add_error(
                        table, row, ANSWER, answer, msg("is beside no name; clear it, or give name and club")
                    )
                continue
            self._asked[place] = None
            if not answer:
                continue
            self._clubs.setdefault(place[0], club)
            other_row = rows.setdefault(place, table.row + row)
            if name_key(self._answers.setdefault(place, answer)) != name_key(answer):
                message = msg(
                    "row {row} answers {answer} for {name} of {club}; keep one of the two answers",
                    row=other_row,
                    answer=self._answers[place],
                    name=name,
                    club=club,
                )
                self._add_error(table, row, ANSWER, answer, message)
            known = self._persons.get(place)
            if known and name_key(known[0]) != name_key(answer):
                message = msg(
                    "Persons row {row} says that {name} of {club} is {person}; keep one of them",
                    row=known[1],
                    name=name,
                    club=club,
                    person=known[0],
                )
                self._add_error(table, row, ANSWER, answer, message)

    def _table(self, name: str, headings: Sequence[str]) -> CellTable:
        table = self._book.tables.get(name)
        if table is None:
            raise WorkbookError(
                msg(
                    "{path} has no table {name}. Bring back a copy: xladdin undo {path}",
                    path=self._book.path,
                    name=name,
                )
            )
        for heading in headings:
            if table.column(heading) is None:
                raise WorkbookError(
                    msg(
                        "{path}, table {name}: the column {heading} is gone. Put it back.",
                        path=self._book.path,
                        name=name,
                        heading=heading,
                    )
                )
        return table

    def _read(self, table: CellTable, row: int, heading: str, cell: object, read: Callable[[object], Any]) -> Any:
        if is_blank(cell):
            return None
        try:
            return read(cell)
        except XladdinError as error:
            self._add_error(table, row, heading, cell_text(cell), error.message)
            return None

    def _add_error(self, table: CellTable, row: int, heading: str, value: str, message: Message) -> None:
        self.problems.append(Diagnostic(table.name, table.sheet, table.row + row, heading, value, message))


def _rows(table: CellTable, headings: Sequence[str]) -> list[tuple[int, dict[str, object]]]:
    """Return the rows that are not blank, by heading, numbered from 1."""
    columns = {heading: table.column(heading) or [] for heading in headings}
    rows = enumerate(zip(*columns.values()), 1)
    return [(row, dict(zip(columns, cells))) for row, cells in rows if not all(map(is_blank, cells))]


Names = Mapping[str, Sequence[str]]
"""The players of each club by the club's name."""


class Persons(NamedTuple):
    """`of` is the person of each name, by club and name. `known` has the clubs and names in the register, as keys."""

    of: Mapping[str, Mapping[str, str]]
    known: frozenset[tuple[str, str]]


def persons_of(register: Register, names: Names) -> Persons:
    """Return the person of every name. An unknown name is a separate person, even if others share it."""
    known = register.persons
    in_use = {name_key(person) for person in known.values()}
    alone = Counter(
        name_key(name) for club, own in names.items() for name in own if (name_key(club), name_key(name)) not in known
    )
    result: dict[str, dict[str, str]] = {}
    for club, own in names.items():
        result[club] = {}
        for name in own:
            person = known.get((name_key(club), name_key(name)))
            if person is None:
                person = name
                if alone[name_key(name)] > 1 or name_key(name) in in_use:
                    person = f"{name} ({club})"
                while name_key(person) in in_use:
                    person = f"{person}*"
                in_use.add(name_key(person))
            result[club][name] = person
    return Persons(result, frozenset(known) | register.new)


def unknown_names(register: Register, names: Names, persons: Persons) -> list[Unknown]:
    """Return the names to ask about, in the order of their clubs. Names on the register's list are left out."""
    clubs_of: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for club, own in names.items():
        for name in own:
            clubs_of[name_key(name)][club] = name
    by_key = {name_key(person): person for person in register.persons.values()}
    elsewhere = {key: _with_club(*next(iter(own.items()))) for key, own in clubs_of.items()}
    suggestions = Suggestions(elsewhere | by_key)
    asked = []
    for club, own in names.items():
        for name in own:
            key = name_key(name)
            place = name_key(club), key
            if place in persons.known or place in register.asked:
                continue
            others = [other for other in clubs_of[key] if other != club]
            if key in by_key:
                best_match = by_key[key]
            elif others:
                best_match = _with_club(others[0], clubs_of[key][others[0]])
            else:
                best_match = suggestions.nearest(key) or ""
            asked.append(Unknown(name, club, best_match))
    return asked


def waiting_names(register: Register, names: Names, persons: Persons) -> int:
    """Return the number of names that the register has asked about and that still have no answer."""
    places = {(name_key(club), name_key(name)) for club, own in names.items() for name in own}
    return len((places & register.asked) - persons.known)


def _with_club(club: str, name: str) -> str:
    """Return a player of a club as an answer means that one: "Ann Lee (east)"."""
    return f"{name} ({club})"


FORMER = msg("Former player {number}")
LISTS = ("list.csv", "list.json", "list.xlsx")
"""The files that `federation list` writes unless another is named."""


class ForgetPlan(NamedTuple):
    """What is to be done. `names` are clubs' keys with a name of the person there, and `files` what is deleted."""

    person: str
    new: str
    names: Sequence[tuple[str, str]]
    files: Sequence[Path]


def plan_forgetting(federation: Federation, name: str, new: str = "") -> ForgetPlan:
    """Return what `forget_person` will change and delete. It changes nothing.

    `name` is a person's on Persons, or one of a person's names. Raises NotFoundError, OutOfRangeError for the name
    of another person, and as `read_register`.
    """
    from xladdin.files.safe_write import all_backups

    register, book = read_register(federation.register)
    names_in_use = {name_key(person) for person in register.persons.values()}
    persons = {person for person in register.persons.values() if name_key(person) == name_key(name)}
    persons = persons or {person for (_, known), person in register.persons.items() if known == name_key(name)}
    if not persons:
        raise NotFoundError(msg('"{name}" is on neither sheet of {name2}.', name=name, name2=federation.register.name))
    if len(persons) > 1:
        both = ", ".join(sorted(persons))
        raise OutOfRangeError(
            msg('"{name}" is a name of {both}. Give the name that the column Person has.', name=name, both=both)
        )
    (person,) = persons
    spelled = _spellings(book.tables)
    names = [
        (place[0], spelled.get(place, person))
        for place, one in register.persons.items()
        if name_key(one) == name_key(person)
    ]
    new = " ".join(new.split())
    if not new:
        language = Language(federation.language)
        formers = (language.render(FORMER.with_values(number=number)) for number in count(1))
        new = next(one for one in formers if name_key(one) not in names_in_use)
    elif name_key(new) in names_in_use:
        raise OutOfRangeError(msg('"{new}" is the name of another person. Give a name that nobody has.', new=new))
    lists = [federation.folder / one for one in LISTS]
    files = [
        *all_backups(federation.register),
        *_data_files(federation, {club for club, _ in names}),
        *(one for one in lists if one.exists()),
    ]
    return ForgetPlan(person, new, names, files)


def forget_person(federation: Federation, plan: ForgetPlan) -> None:
    """Delete what the plan lists, and put the new name in the place of the person's in the register.

    The register comes last, so that a run that was cut off can simply be run again. Raises WorkbookError.
    """
    from xladdin.files.locks import file_lock
    from xladdin.files.package import Package, write_package
    from xladdin.files.safe_write import delete_files, safely_replace, validate_writable
    from xladdin.files.sanitizing import clean_parts
    from xladdin.files.workbook_writer import write_blocks

    path = federation.register
    with file_lock(path):
        validate_writable(path)
        _, book = read_register(path)
        places = {(club, name_key(name)) for club, name in plan.names}
        spellings = {name_key(name) for name in (plan.person, *(name for _, name in plan.names))}
        written, clean = io.BytesIO(), io.BytesIO()
        write_blocks(book, list(_blocks(book.tables, plan, places)), written)
        package = Package(written.getvalue(), path.name)
        unwanted = clean_parts(package, lambda text: text, lambda text: name_key(text.partition(" (")[0]) in spellings)
        write_package(package, unwanted, clean)
        delete_files(plan.files, path)
        safely_replace(
            path, lambda target: target.write(clean.getvalue()), read_as=book.package.fingerprint, keep_copy=False
        )


def _blocks(
    tables: Mapping[str, CellTable], plan: ForgetPlan, places: Collection[tuple[str, str]]
) -> Iterator[CellBlock]:
    """Yield the cells that name the person: by a name in a club, by the person's own, or by "name (club)"."""
    with_club = {name_key(f"{name} ({club})") for club, name in places}
    own = {name_key(plan.person), *with_club}
    for table, club, name, others in (
        (tables[PERSONS], CLUB, NAME, (PERSON,)),
        (tables[UNKNOWN], UNKNOWN_CLUB, UNKNOWN_NAME, (LIKEST, ANSWER)),
    ):
        columns = {heading: table.column(heading) or () for heading in (club, name, *others)}
        for row, cells in enumerate(zip(*columns.values())):
            club_key, name_cell, *_ = (name_key(cell_text(cell)) for cell in cells)
            for heading, cell in zip(columns, cells):
                is_own = (club_key, name_cell) in places if heading == name else name_key(cell_text(cell)) in own
                if heading != club and is_own:
                    position = table.position(heading)
                    assert position is not None
                    place = table.row_number(row), table.column_number(position)
                    yield CellBlock(table.sheet, *place, ([plan.new],))


def _spellings(tables: Mapping[str, CellTable]) -> dict[tuple[str, str], str]:
    """Return the names as they are typed, by the keys of club and name."""
    spelled: dict[tuple[str, str], str] = {}
    for table, club, name in ((PERSONS, CLUB, NAME), (UNKNOWN, UNKNOWN_CLUB, UNKNOWN_NAME)):
        for cells in zip(*(tables[table].column(heading) or () for heading in (club, name))):
            club_text, name_text = (" ".join(cell_text(cell).split()) for cell in cells)
            spelled.setdefault((name_key(club_text), name_key(name_text)), name_text)
    return spelled


def _data_files(federation: Federation, clubs: Collection[str]) -> Iterator[Path]:
    """Yield the Parquet files of the person's clubs, and those of all pools. The next update makes them again."""
    for table, of_table in TABLES.items():
        for key in keys_of(federation.data, table):
            if of_table.by != "club" or name_key(key) in clubs:
                yield folder_of(federation.data, table, key) / f"{table}.parquet"
