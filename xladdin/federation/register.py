"""Read and edit register.xlsx, which identifies the persons of a federation by their names in its clubs.

Two clubs' players with the same name are separate persons until the register says otherwise.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import count
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import xladdin
from xladdin import (
    Diagnostic,
    InvalidRowsError,
    Language,
    Message,
    RatingSystem,
    Workbook,
    WorkbookError,
    XladdinError,
    create_file,
    delete_files,
    msg,
    name_key,
    pgettext,
)
from xladdin.federation.folder import (
    CLUBS,
    NEW,
    REGISTER,
    SETTINGS,
    TABLES,
    Federation,
    keys_of,
    partition_of,
    path_of,
    read_federation,
)

if TYPE_CHECKING:
    from openpyxl import Workbook as NewWorkbook

PERSONS, UNKNOWN = "Persons", "Unknown"
PERSON, CLUB, NAME, RATING, GAMES, NOTE = PERSONS_HEADINGS = (
    pgettext("heading", "Person"), pgettext("heading", "Club"), pgettext("heading", "Name in that club"),
    pgettext("heading", "Start rating"), pgettext("heading", "Start games"), pgettext("heading", "Note"),
)  # fmt: skip
UNKNOWN_NAME, UNKNOWN_CLUB, LIKEST, ANSWER = UNKNOWN_HEADINGS = (
    pgettext("heading", "Name"), pgettext("heading", "Club"), pgettext("heading", "Likest"),
    pgettext("heading", "Answer"),
)  # fmt: skip
# The answer on Unknown for a name of a new person.
NEW_PERSON = pgettext("typed", "new")
HOW = {
    PERSONS: msg(
        "One row for each name that a person has in a club. If the start is blank, that of the "
        "earliest workbook counts."
    ),
    UNKNOWN: msg("Names still to be identified. Answer: the person's name, or {new} for a new person.", new=NEW_PERSON),
}
# The opponent of a player who sat out. It is reserved, so a person cannot have this name.
BYE = pgettext("typed", "Bye")
# The least similarity of two names (the ratio of difflib), and the most pairs of names to compare in one update.
# Names after that limit are listed on Unknown without a suggestion.
LIKENESS, MOST_COMPARED = 0.6, 1_000_000
LARGEST_NUMBER = 1_000_000
_HEADINGS_ROW = 3


# A name in a club: the name keys of the club and of the player.
Place = tuple[str, str]


def place_of(club: str, name: str) -> Place:
    """Return the name keys of a club and of a player in it."""
    return name_key(club), name_key(name)


@dataclass(frozen=True)
class Register:
    """The content of the register.

    Attributes:
        persons: The person of each name in a club.
        starts: The start rating and the number of games of each person, by the person's name key.
        new: The names in a club that are answered with "new".
        asked: All names in a club that are on Unknown.
        clubs: The spelling of each club, by its name key.
    """

    persons: Mapping[Place, str] = field(default_factory=dict)
    starts: Mapping[str, tuple[float | None, float | None]] = field(default_factory=dict)
    new: frozenset[Place] = frozenset()
    asked: frozenset[Place] = frozenset()
    clubs: Mapping[str, str] = field(default_factory=dict)


class Unknown(NamedTuple):
    """A name that the register does not identify.

    `best_match` is the person, or the player of another club, with the most similar name.
    """

    name: str
    club: str
    best_match: str


def make_federation(folder: Path, system: RatingSystem, title: str, language: Language) -> Federation:
    """Create the folder of a new federation, with federation.toml, an empty register and a folder for workbooks.

    Raises WorkbookError if federation.toml or the register exists, and OSError if a file cannot be written.
    """
    settings, register, title = folder / SETTINGS, folder / REGISTER, " ".join(title.split()) or folder.resolve().name
    values = {
        "title": json.dumps(title, ensure_ascii=False), "system": json.dumps(system.key), "clubs": CLUBS,
        "language": language.code,
    }  # fmt: skip
    made = "".join(
        f"# {language.render(line)}\n" if isinstance(line, Message) else f"{line.format_map(values)}\n" for line in NEW
    )
    for path in (settings, register):
        if os.path.lexists(path):
            raise WorkbookError(
                msg(
                    "{path} already exists, and xladdin does not overwrite it. Choose another name, or move it away.",
                    path=path,
                )
            )
    for path in (folder, folder / CLUBS):
        path.mkdir(exist_ok=True)
    create_file(register, new_register(title, language).save)
    create_file(settings, lambda target: target.write(made.encode()))
    return read_federation(folder)


def new_register(title: str, language: Language) -> NewWorkbook:
    """Return an empty register workbook with the sheets Persons and Unknown."""
    from openpyxl import Workbook as NewWorkbook
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.table import Table, TableStyleInfo

    workbook = NewWorkbook()
    workbook.properties.title = title
    workbook.remove(workbook.worksheets[0])
    for name, headings in ((PERSONS, PERSONS_HEADINGS), (UNKNOWN, UNKNOWN_HEADINGS)):
        sheet = workbook.create_sheet(name)
        for row in ([name], [language.render(HOW[name])], list(map(language.render, headings))):
            sheet.append(row)
        sheet["A1"].style, sheet["A2"].style = "Headline 4", "Explanatory Text"
        area = f"A{_HEADINGS_ROW}:{get_column_letter(len(headings))}{_HEADINGS_ROW + 1}"
        table = Table(name=name, displayName=name, ref=area)
        table.tableStyleInfo = TableStyleInfo(name="TableStyleMedium2", showRowStripes=True)
        sheet.add_table(table)
        for number in range(1, len(headings) + 1):
            sheet.cell(_HEADINGS_ROW, number).style = "Accent1"
            sheet.column_dimensions[get_column_letter(number)].width = 24
        sheet.freeze_panes = f"A{_HEADINGS_ROW + 1}"
        sheet.sheet_view.showGridLines = False
        sheet.print_title_rows = f"{_HEADINGS_ROW}:{_HEADINGS_ROW}"
        sheet.page_setup.orientation = "landscape"
        sheet.page_setup.fitToHeight, sheet.sheet_properties.pageSetUpPr.fitToPage = 0, True
    return workbook


def read_register(federation: Federation) -> tuple[Register, Workbook]:
    """Read the register, and return it with its open workbook.

    Raises WorkbookError if the workbook cannot be read, and InvalidRowsError if it has wrong rows.
    """
    book = xladdin.open_workbook(federation.register)
    reading = _Reading(book, federation.language)
    reading.persons()
    reading.answers()
    if reading.problems:
        raise InvalidRowsError(reading.problems)
    return reading.register(), book


def ask(book: Workbook, unknown: Sequence[Unknown]) -> None:
    """Add names to the table Unknown, below its rows. Raises WorkbookError if the register cannot be written."""
    headings = UNKNOWN_NAME, UNKNOWN_CLUB, LIKEST
    present = [[row[heading] for heading in headings] for _, row in _rows(book, UNKNOWN, headings)]
    book.write_tables({UNKNOWN: [headings, *present, *unknown]})


def _rows(book: Workbook, name: str, headings: Sequence[str]) -> list[tuple[int, dict[str, object]]]:
    """Return each row of a table as its row number on the sheet and its cells by heading.

    Raises WorkbookError if the table or a column is missing.
    """
    table = book.tables.get(name)
    if table is None:
        raise WorkbookError(
            msg("{path} has no table {name}. Restore a copy: xladdin undo {path}", path=book.path, name=name)
        )
    for heading in headings:
        if heading not in table[0]:
            raise WorkbookError(
                msg(
                    "{path}, table {name}: the column {heading} is missing. Put it back.",
                    path=book.path,
                    name=name,
                    heading=heading,
                )
            )
    _, first = book.places[name]
    return [(row, dict(zip(map(str, table[0]), cells))) for row, cells in enumerate(table[1:], first + 1)]


def _text(cell: object) -> str:
    return "" if cell is None else " ".join(str(cell).split())


class _Reading:
    """Read the register's tables and collect the wrong rows in `problems`."""

    def __init__(self, book: Workbook, language: Language) -> None:
        self._book = book
        self._new, self._byes = (
            {name_key(typed_in.render(word)) for typed_in in (Language("en"), language)} for word in (NEW_PERSON, BYE)
        )
        self.problems: list[Diagnostic] = []
        self._persons: dict[Place, tuple[str, int]] = {}
        self._starts: dict[str, tuple[float | None, float | None]] = {}
        self._clubs: dict[str, str] = {}
        self._answers: dict[Place, str] = {}
        self._asked: dict[Place, None] = {}

    def register(self) -> Register:
        """Return the register after both tables have been read."""
        new = {place for place, answer in self._answers.items() if name_key(answer) == NEW_PERSON}
        persons = {place: person for place, (person, _) in self._persons.items()}
        spelling = {name_key(person): person for person in persons.values()}
        for place, answer in self._resolve_answers().items():
            if name_key(answer) != NEW_PERSON:
                persons.setdefault(place, spelling.setdefault(name_key(answer), answer))
        persons = {place: spelling[name_key(person)] for place, person in persons.items()}
        return Register(persons, self._starts, frozenset(new), frozenset(self._asked), self._clubs)

    def _resolve_answers(self) -> dict[Place, str]:
        """Return the person, or NEW_PERSON, for each answered name on Unknown.

        An answer may be the name of another player, alone or with the club as the column Likest writes it: "Ann Lee
        (east)". The two names are then the same person. If that player is a new person or is still unanswered, the
        person gets the name that the answer has. Names that refer to each other in a circle are one person, who gets
        the name in the first of these answers.
        """
        known = {place: person for place, (person, _) in self._persons.items()}
        answers = dict.fromkeys(self._asked, NEW_PERSON) | self._answers | known
        persons = set(map(name_key, known.values()))
        with_club = {name_key(_with_club(club, name)): (club, name) for club, name in answers}
        places = {name: (club, name) for club, name in reversed(self._answers)} | with_club
        referred = {
            place: places[key]
            for place, answer in self._answers.items()
            if (key := name_key(answer)) in places and key not in {NEW_PERSON, *persons} and places[key] != place
        }
        rows = {place: row for row, place in enumerate(self._answers)}
        resolved = dict(self._answers)
        names: dict[Place, str] = {}
        for place in referred:
            chain = [place]
            while chain[-1] in referred and referred[chain[-1]] not in chain:
                chain.append(referred[chain[-1]])
            if chain[-1] in referred:
                circle = chain[chain.index(referred[chain[-1]]) :]
                resolved[place] = self._answers[min(circle, key=rows.__getitem__)]
                continue
            end = next(
                index
                for index, link in enumerate(chain)
                if name_key(answers[link]) not in with_club or link not in referred
            )
            resolved[place] = answers[chain[end]]
            if name_key(resolved[place]) == NEW_PERSON:
                resolved[place] = resolved[chain[end]] = names.setdefault(chain[end], self._answers[chain[end - 1]])
        return resolved

    def persons(self) -> None:
        """Read the rows of Persons."""
        first: dict[str, int] = {}
        for row, cells in _rows(self._book, PERSONS, PERSONS_HEADINGS[:-1]):
            person, club, name, rating, games = (_text(cells[heading]) for heading in PERSONS_HEADINGS[:-1])
            missing = [heading for heading, text in ((PERSON, person), (CLUB, club), (NAME, name)) if not text]
            if missing:
                for heading in missing if any((person, club, name, rating, games)) else ():
                    self._add_error(
                        PERSONS,
                        row,
                        heading,
                        "",
                        msg("is blank; a row needs the person, the club, and the name in that club"),
                    )
                continue
            if name_key(person) in self._byes:
                self._add_error(
                    PERSONS, row, PERSON, person, msg("{bye} means no opponent; choose another name", bye=BYE)
                )
            place = place_of(club, name)
            self._clubs.setdefault(place[0], club)
            first_person, first_row = self._persons.setdefault(place, (person, row))
            if first_row != row:
                if name_key(first_person) == name_key(person):
                    message = msg(
                        "row {row} has {name} of {club} too; keep one of them", row=first_row, name=name, club=club
                    )
                else:
                    message = msg(
                        "row {row} has {name} of {club} too, as {other} and as {person}; keep one of them",
                        row=first_row,
                        name=name,
                        club=club,
                        other=first_person,
                        person=person,
                    )
                self._add_error(PERSONS, row, NAME, name, message)
            self._read_start(row, person, cells, first)

    def _read_start(self, row: int, person: str, cells: Mapping[str, object], first: dict[str, int]) -> None:
        start: list[float | None] = []
        for heading, least, is_whole in ((RATING, -LARGEST_NUMBER, False), (GAMES, 0, True)):
            text = _text(cells[heading])
            try:
                number = float(text or 0)
            except ValueError:
                number = nan
            if not least <= number <= LARGEST_NUMBER or (is_whole and number % 1):
                limits = {"least": least, "most": LARGEST_NUMBER}
                message = (
                    msg("must be a whole number from {least:,} to {most:,}", **limits)
                    if is_whole
                    else msg("must be a number from {least:,} to {most:,}", **limits)
                )
                self._add_error(PERSONS, row, heading, text, message)
                text, number = "", 0
            start.append((number if number % 1 else int(number)) if text else None)
        if start == [None, None]:
            return
        start_values = start[0], start[1]
        known = self._starts.setdefault(name_key(person), start_values)
        first_row = first.setdefault(name_key(person), row)
        if known != start_values:
            message = msg("row {row} has another start for {person}; keep one of them", row=first_row, person=person)
            self._add_error(PERSONS, row, RATING, _text(cells[RATING]), message)

    def answers(self) -> None:
        """Read the rows of Unknown."""
        rows: dict[Place, int] = {}
        for row, cells in _rows(self._book, UNKNOWN, UNKNOWN_HEADINGS):
            name, club, answer = (_text(cells[heading]) for heading in (UNKNOWN_NAME, UNKNOWN_CLUB, ANSWER))
            if name_key(answer) in self._new:
                answer = str(NEW_PERSON)
            place = place_of(club, name)
            if not name or not club:
                if answer:
                    self._add_error(
                        UNKNOWN,
                        row,
                        ANSWER,
                        answer,
                        msg("has no name next to it; clear it, or enter the name and the club"),
                    )
                continue
            self._asked[place] = None
            if not answer:
                continue
            self._clubs.setdefault(place[0], club)
            first_row = rows.setdefault(place, row)
            if name_key(self._answers.setdefault(place, answer)) != name_key(answer):
                message = msg(
                    "row {row} answers {answer} for {name} of {club}; keep one of the two answers",
                    row=first_row,
                    answer=self._answers[place],
                    name=name,
                    club=club,
                )
                self._add_error(UNKNOWN, row, ANSWER, answer, message)
            known = self._persons.get(place)
            if known and name_key(known[0]) != name_key(answer):
                message = msg(
                    "Persons row {row} says that {name} of {club} is {person}; keep one of them",
                    row=str(known[1]),
                    name=name,
                    club=club,
                    person=known[0],
                )
                self._add_error(UNKNOWN, row, ANSWER, answer, message)

    def _add_error(self, table: str, row: int, heading: str, value: str, message: Message) -> None:
        self.problems.append(Diagnostic(table, self._book.places[table][0], row, heading, value, message))


# The players of each club, by the club's name.
Names = Mapping[str, Sequence[str]]


class Persons(NamedTuple):
    """The person of each name. `of` is by club and name. `known` has the names that the register identifies."""

    of: Mapping[str, Mapping[str, str]]
    known: frozenset[Place]


def persons_of(register: Register, names: Names) -> Persons:
    """Return the person of every name in every club.

    A name that the register does not identify is a separate person. If another person has the same name, the club is
    added to it: "Ann Lee (east)".
    """
    known = register.persons
    in_use = {name_key(person) for person in known.values()}
    unknown = Counter(
        name_key(name) for club, players in names.items() for name in players if place_of(club, name) not in known
    )
    result: dict[str, dict[str, str]] = {}
    for club, players in names.items():
        result[club] = {}
        for name in players:
            person = known.get(place_of(club, name))
            if person is None:
                is_shared = unknown[name_key(name)] > 1 or name_key(name) in in_use
                person = _with_club(club, name) if is_shared else name
                while name_key(person) in in_use:
                    person = f"{person}*"
                in_use.add(name_key(person))
            result[club][name] = person
    return Persons(result, frozenset(known) | register.new)


def unknown_names(register: Register, names: Names, persons: Persons) -> list[Unknown]:
    """Return the names to add to Unknown, in the order of the clubs, without those that are already on it."""
    clubs_by_name: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for club, players in names.items():
        for name in players:
            clubs_by_name[name_key(name)][club] = _with_club(club, name)
    registered = {name_key(person): person for person in register.persons.values()}
    candidates = {key: next(iter(clubs.values())) for key, clubs in clubs_by_name.items()} | registered
    room = MOST_COMPARED
    unknown = []
    for club, players in names.items():
        for name in players:
            place = place_of(club, name)
            if place in persons.known or place in register.asked:
                continue
            key = name_key(name)
            namesakes = [player for other_club, player in clubs_by_name[key].items() if other_club != club]
            if key in registered:
                best_match = registered[key]
            elif namesakes:
                best_match = namesakes[0]
            else:
                room -= len(candidates)
                alike = get_close_matches(key, candidates, 2, LIKENESS) if room >= 0 else []
                best_match = next((candidates[match] for match in alike if match != key), "")
            unknown.append(Unknown(name, club, best_match))
    return unknown


def _with_club(club: str, name: str) -> str:
    """Return a player's name with the club, as an answer on Unknown refers to that player: "Ann Lee (east)"."""
    return f"{name} ({club})"


FORMER = msg("Former player {number}")
# The default files of the command `federation list`.
LISTS = ("list.csv", "list.json", "list.xlsx")
# The pattern of the register's dated backups.
COPIES = f"backups/{Path(REGISTER).stem} ????-??-?? ??????*"


class ForgetPlan(NamedTuple):
    """The changes that `forget_person` will make.

    Attributes:
        person: The person to forget.
        new: The name that replaces every name of the person.
        names: The club and the name of each entry of the person.
        files: The files to delete.
        tables: The cells of the register's tables with the new name.
        book: The register's workbook.
    """

    person: str
    new: str
    names: Sequence[tuple[str, str]]
    files: Sequence[Path]
    tables: Mapping[str, Sequence[Sequence[object]]]
    book: Workbook


def plan_forgetting(federation: Federation, name: str, new: str) -> ForgetPlan:
    """Return the changes that `forget_person` will make, for the user to confirm.

    Args:
        federation: The federation.
        name: The person, or one of the person's names in a club.
        new: The name to use instead. Blank: the first free "Former player 1", "Former player 2" and so on.

    Raises:
        XladdinError: If nobody or more than one person has the name, or if another person has the new name.
        WorkbookError: If the register cannot be read.
        InvalidRowsError: If the register has wrong rows.
    """
    register, book = read_register(federation)
    names_in_use = {name_key(person) for person in register.persons.values()}
    persons = {person for person in register.persons.values() if name_key(person) == name_key(name)}
    persons = persons or {person for (_, known), person in register.persons.items() if known == name_key(name)}
    if not persons:
        raise XladdinError(msg('"{name}" is on neither sheet of {name2}.', name=name, name2=federation.register.name))
    if len(persons) > 1:
        both = ", ".join(sorted(persons))
        raise XladdinError(
            msg('"{name}" is a name of {both}. Give the name in the column Person.', name=name, both=both)
        )
    (person,) = persons
    new = " ".join(new.split())
    if not new:
        formers = (federation.language.render(FORMER.with_values(number=number)) for number in count(1))
        new = next(former for former in formers if name_key(former) not in names_in_use)
    elif name_key(new) in names_in_use:
        raise XladdinError(msg('"{new}" is the name of another person. Choose a name that nobody has.', new=new))
    places = {place for place, named in register.persons.items() if name_key(named) == name_key(person)}
    names, tables = _rename(book, person, places, new)
    clubs = {club for club, _ in places}
    files = [
        *sorted(federation.folder.glob(COPIES)),
        *(
            path_of(federation.data, table, key)
            for table in TABLES
            for key in keys_of(federation.data, table)
            if partition_of(table) != "club" or name_key(key) in clubs
        ),
        *(path for file in LISTS if (path := federation.folder / file).exists()),
    ]
    return ForgetPlan(person, new, names, files, tables, book)


def forget_person(plan: ForgetPlan) -> None:
    """Delete the files of a plan and replace the person's names in the register.

    The register is written last, so that an interrupted run can be repeated. Raises WorkbookError if a file cannot be
    deleted or the register cannot be written.
    """
    plan.book.write_tables({})  # fails before any file is deleted if the register is open in another program
    delete_files(plan.files, plan.book.path)
    plan.book.write_tables(plan.tables, erase=True)


def _rename(
    book: Workbook, person: str, places: Collection[Place], new: str
) -> tuple[list[tuple[str, str]], dict[str, list[list[object]]]]:
    """Return the clubs and names of a person's entries, and the register's tables with the new name instead.

    A cell refers to the person by the name in a club, by the person's name on Persons, or by "name (club)".
    """
    person_keys = {name_key(person), *(name_key(_with_club(club, name)) for club, name in places)}
    names: dict[Place, tuple[str, str]] = {}
    tables: dict[str, list[list[object]]] = {}
    for table, club_heading, name_heading, person_headings in (
        (PERSONS, CLUB, NAME, (PERSON,)),
        (UNKNOWN, UNKNOWN_CLUB, UNKNOWN_NAME, (LIKEST, ANSWER)),
    ):
        headings = name_heading, *person_headings
        tables[table] = [list(headings)]
        for _, cells in _rows(book, table, (club_heading, *headings)):
            club, name = _text(cells[club_heading]), _text(cells[name_heading])
            place = place_of(club, name)
            if place in places:
                names.setdefault(place, (club, name))
            is_named = [
                place in places,
                *(name_key(_text(cells[heading])) in person_keys for heading in person_headings),
            ]
            tables[table].append([new if named else cells[heading] for heading, named in zip(headings, is_named)])
    return list(names.values()), tables
