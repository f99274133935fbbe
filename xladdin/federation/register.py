"""Read and edit register.xlsx, which identifies the persons of a federation by their names in its clubs.

Players of two clubs with the same name are separate persons unless the register identifies them as one.
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
    REGISTER,
    SETTINGS,
    SETTINGS_TEMPLATE,
    TABLES,
    Federation,
    get_partition_column,
    get_table_path,
    list_keys,
    read_federation,
)

if TYPE_CHECKING:
    from openpyxl import Workbook as NewWorkbook

# The sheets and tables of the register, and their headings.
PERSONS, UNKNOWN = "Persons", "Unknown"
PERSON, CLUB, NAME, RATING, GAMES, NOTE = PERSONS_HEADINGS = (
    pgettext("heading", "Person"), pgettext("heading", "Club"), pgettext("heading", "Name in that club"),
    pgettext("heading", "Start rating"), pgettext("heading", "Start games"), pgettext("heading", "Note"),
)  # fmt: skip
UNKNOWN_NAME, UNKNOWN_CLUB, BEST_MATCH, ANSWER = UNKNOWN_HEADINGS = (
    pgettext("heading", "Name"), pgettext("heading", "Club"), pgettext("heading", "Likest"),
    pgettext("heading", "Answer"),
)  # fmt: skip
# The answer on Unknown for a name of a new person.
NEW_PERSON = pgettext("typed", "new")
INSTRUCTIONS = {
    PERSONS: msg(
        "One row for each name of a person in a club. If the start columns are blank, those of the earliest workbook "
        "count."
    ),
    UNKNOWN: msg("Names still to be identified. Answer: the person's name, or {new} for a new person.", new=NEW_PERSON),
}
# The opponent of a player who sat out. It is reserved, so a person cannot have this name.
BYE = pgettext("typed", "Bye")
# The least similarity of two names (the ratio of difflib), and the most pairs of names to compare in one update.
# Names after that limit are listed on Unknown without a suggestion.
MIN_SIMILARITY, MAX_COMPARED = 0.6, 1_000_000
MAX_NUMBER = 1_000_000
_HEADINGS_ROW = 3


# The key of a player's name in a club: the name keys of the club and of the player.
PlayerKey = tuple[str, str]


def make_player_key(club: str, name: str) -> PlayerKey:
    """Return the key of a player's name in a club."""
    return name_key(club), name_key(name)


@dataclass(frozen=True)
class Register:
    """The content of the register.

    Attributes:
        persons: The person of each registered player.
        starts: The start rating and the number of games of each person, by the person's name key.
        new_players: The players for whom the answer on Unknown is "new".
        listed_players: All players on Unknown, with or without an answer.
        clubs: The spelling of each club, by its name key.
    """

    persons: Mapping[PlayerKey, str] = field(default_factory=dict)
    starts: Mapping[str, tuple[float | None, float | None]] = field(default_factory=dict)
    new_players: frozenset[PlayerKey] = frozenset()
    listed_players: frozenset[PlayerKey] = frozenset()
    clubs: Mapping[str, str] = field(default_factory=dict)


class UnknownName(NamedTuple):
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
    text = "".join(
        f"# {language.render(line)}\n" if isinstance(line, Message) else f"{line.format_map(values)}\n"
        for line in SETTINGS_TEMPLATE
    )
    for path in (settings, register):
        if os.path.lexists(path):
            raise WorkbookError(
                msg(
                    "{path} already exists, and xladdin does not overwrite it. Choose another name, or move the file.",
                    path=path,
                )
            )
    for path in (folder, folder / CLUBS):
        path.mkdir(exist_ok=True)
    create_file(register, build_register(title, language).save)
    create_file(settings, lambda target: target.write(text.encode()))
    return read_federation(folder)


def build_register(title: str, language: Language) -> NewWorkbook:
    """Return an empty register workbook with the sheets Persons and Unknown."""
    from openpyxl import Workbook as NewWorkbook
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.table import Table, TableStyleInfo

    new_workbook = NewWorkbook()
    new_workbook.properties.title = title
    new_workbook.remove(new_workbook.worksheets[0])
    for name, headings in ((PERSONS, PERSONS_HEADINGS), (UNKNOWN, UNKNOWN_HEADINGS)):
        sheet = new_workbook.create_sheet(name)
        for row in ([name], [language.render(INSTRUCTIONS[name])], list(map(language.render, headings))):
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
    return new_workbook


def read_register(federation: Federation) -> tuple[Register, Workbook]:
    """Read the register, and return it with its open workbook.

    Raises WorkbookError if the workbook cannot be read, and InvalidRowsError if it has wrong rows.
    """
    workbook = xladdin.open_workbook(federation.register)
    reading = _RegisterReader(workbook, federation.language)
    reading.persons()
    reading.answers()
    if reading.problems:
        raise InvalidRowsError(reading.problems)
    return reading.register(), workbook


def add_unknown_names(workbook: Workbook, unknown: Sequence[UnknownName]) -> None:
    """Add names to the table Unknown, below its rows. Raises WorkbookError if the register cannot be written."""
    headings = UNKNOWN_NAME, UNKNOWN_CLUB, BEST_MATCH
    present = [[row[heading] for heading in headings] for _, row in _read_rows(workbook, UNKNOWN, headings)]
    workbook.write_tables({UNKNOWN: [headings, *present, *unknown]})


def _read_rows(workbook: Workbook, name: str, headings: Sequence[str]) -> list[tuple[int, dict[str, object]]]:
    """Return each row of a table as its row number on the sheet and its cells by heading.

    Raises WorkbookError if the table or a column is missing.
    """
    table = workbook.tables.get(name)
    if table is None:
        raise WorkbookError(
            msg("{path} has no table {name}. Restore a copy: xladdin undo {path}", path=workbook.path, name=name)
        )
    for heading in headings:
        if heading not in table[0]:
            raise WorkbookError(
                msg(
                    "{path}, table {name}: the column {heading} is missing. Put it back.",
                    path=workbook.path,
                    name=name,
                    heading=heading,
                )
            )
    _, headings_row = workbook.locations[name]
    return [(row, dict(zip(map(str, table[0]), cells))) for row, cells in enumerate(table[1:], headings_row + 1)]


def _clean_text(cell: object) -> str:
    return "" if cell is None else " ".join(str(cell).split())


class _RegisterReader:
    """Read the tables of the register and collect the wrong rows in `problems`."""

    def __init__(self, workbook: Workbook, language: Language) -> None:
        self._workbook = workbook
        self._new_answers, self._byes = (
            {name_key(language_typed.render(word)) for language_typed in (Language("en"), language)}
            for word in (NEW_PERSON, BYE)
        )
        self.problems: list[Diagnostic] = []
        self._persons: dict[PlayerKey, tuple[str, int]] = {}
        self._starts: dict[str, tuple[float | None, float | None]] = {}
        self._clubs: dict[str, str] = {}
        self._answers: dict[PlayerKey, str] = {}
        self._listed: dict[PlayerKey, None] = {}

    def register(self) -> Register:
        """Return the register after both tables have been read."""
        new_names = {player_key for player_key, answer in self._answers.items() if name_key(answer) == NEW_PERSON}
        persons = {player_key: person for player_key, (person, _) in self._persons.items()}
        spelling = {name_key(person): person for person in persons.values()}
        for player_key, answer in self._resolve_answers().items():
            if name_key(answer) != NEW_PERSON:
                persons.setdefault(player_key, spelling.setdefault(name_key(answer), answer))
        persons = {player_key: spelling[name_key(person)] for player_key, person in persons.items()}
        return Register(persons, self._starts, frozenset(new_names), frozenset(self._listed), self._clubs)

    def _resolve_answers(self) -> dict[PlayerKey, str]:
        """Return the person, or NEW_PERSON, for each answered player on Unknown.

        An answer may be the name of another player, alone or with the club as the column Likest writes it: "Ann Lee
        (east)". Both players are then the same person. If the other player is a new person or has no answer yet, the
        person is named as in the answer. Players that refer to each other in a circle are one person, named as in the
        first of these answers.
        """
        registered = {player_key: person for player_key, (person, _) in self._persons.items()}
        answers = dict.fromkeys(self._listed, NEW_PERSON) | self._answers | registered
        persons = set(map(name_key, registered.values()))
        names_with_club = {name_key(_append_club(club, name)): (club, name) for club, name in answers}
        player_keys = {name: (club, name) for club, name in reversed(self._answers)} | names_with_club
        references = {
            player_key: player_keys[key]
            for player_key, answer in self._answers.items()
            if (key := name_key(answer)) in player_keys
            and key not in {NEW_PERSON, *persons}
            and player_keys[key] != player_key
        }
        rows = {player_key: row for row, player_key in enumerate(self._answers)}
        resolved = dict(self._answers)
        names: dict[PlayerKey, str] = {}
        for player_key in references:
            chain = [player_key]
            while chain[-1] in references and references[chain[-1]] not in chain:
                chain.append(references[chain[-1]])
            if chain[-1] in references:
                circle = chain[chain.index(references[chain[-1]]) :]
                resolved[player_key] = self._answers[min(circle, key=rows.__getitem__)]
                continue
            end = next(
                index
                for index, link in enumerate(chain)
                if name_key(answers[link]) not in names_with_club or link not in references
            )
            resolved[player_key] = answers[chain[end]]
            if name_key(resolved[player_key]) == NEW_PERSON:
                resolved[player_key] = resolved[chain[end]] = names.setdefault(
                    chain[end], self._answers[chain[end - 1]]
                )
        return resolved

    def persons(self) -> None:
        """Read the rows of Persons."""
        first_rows: dict[str, int] = {}
        for row, cells in _read_rows(self._workbook, PERSONS, PERSONS_HEADINGS[:-1]):
            person, club, name, rating, games = (_clean_text(cells[heading]) for heading in PERSONS_HEADINGS[:-1])
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
            player_key = make_player_key(club, name)
            self._clubs.setdefault(player_key[0], club)
            first_person, first_row = self._persons.setdefault(player_key, (person, row))
            if first_row != row:
                if name_key(first_person) == name_key(person):
                    message = msg(
                        "row {row} also has {name} of {club}; keep one of them", row=first_row, name=name, club=club
                    )
                else:
                    message = msg(
                        "row {row} also has {name} of {club}, once as {other} and once as {person}; keep one of them",
                        row=first_row,
                        name=name,
                        club=club,
                        other=first_person,
                        person=person,
                    )
                self._add_error(PERSONS, row, NAME, name, message)
            self._read_start(row, person, cells, first_rows)

    def _read_start(self, row: int, person: str, cells: Mapping[str, object], first_rows: dict[str, int]) -> None:
        start: list[float | None] = []
        for heading, least, is_whole in ((RATING, -MAX_NUMBER, False), (GAMES, 0, True)):
            text = _clean_text(cells[heading])
            try:
                number = float(text or 0)
            except ValueError:
                number = nan
            if not least <= number <= MAX_NUMBER or (is_whole and number % 1):
                limits = {"least": least, "most": MAX_NUMBER}
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
        existing = self._starts.setdefault(name_key(person), start_values)
        first_row = first_rows.setdefault(name_key(person), row)
        if existing != start_values:
            message = msg(
                "row {row} has a different start for {person}; keep one of them", row=first_row, person=person
            )
            self._add_error(PERSONS, row, RATING, _clean_text(cells[RATING]), message)

    def answers(self) -> None:
        """Read the rows of Unknown."""
        rows: dict[PlayerKey, int] = {}
        for row, cells in _read_rows(self._workbook, UNKNOWN, UNKNOWN_HEADINGS):
            name, club, answer = (_clean_text(cells[heading]) for heading in (UNKNOWN_NAME, UNKNOWN_CLUB, ANSWER))
            if name_key(answer) in self._new_answers:
                answer = str(NEW_PERSON)
            player_key = make_player_key(club, name)
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
            self._listed[player_key] = None
            if not answer:
                continue
            self._clubs.setdefault(player_key[0], club)
            first_row = rows.setdefault(player_key, row)
            if name_key(self._answers.setdefault(player_key, answer)) != name_key(answer):
                message = msg(
                    "row {row} answers {answer} for {name} of {club}; keep one of the two answers",
                    row=first_row,
                    answer=self._answers[player_key],
                    name=name,
                    club=club,
                )
                self._add_error(UNKNOWN, row, ANSWER, answer, message)
            registered = self._persons.get(player_key)
            if registered and name_key(registered[0]) != name_key(answer):
                message = msg(
                    "in row {row} of Persons, {name} of {club} is {person}; keep one of them",
                    row=str(registered[1]),
                    name=name,
                    club=club,
                    person=registered[0],
                )
                self._add_error(UNKNOWN, row, ANSWER, answer, message)

    def _add_error(self, table: str, row: int, heading: str, value: str, message: Message) -> None:
        self.problems.append(Diagnostic(table, self._workbook.locations[table][0], row, heading, value, message))


# The players of each club, by the club's name.
PlayerNames = Mapping[str, Sequence[str]]


class PersonIndex(NamedTuple):
    """The person of each player.

    `by_club` has the persons by club and then by the player's name. `registered` has the keys of the players whom the
    register identifies.
    """

    by_club: Mapping[str, Mapping[str, str]]
    registered: frozenset[PlayerKey]


def identify_persons(register: Register, names: PlayerNames) -> PersonIndex:
    """Return the person of every player of every club.

    A player whom the register does not identify is a separate person. If another person has the same name, the club
    is appended to it: "Ann Lee (east)".
    """
    registered = register.persons
    in_use = {name_key(person) for person in registered.values()}
    unknown = Counter(
        name_key(name)
        for club, players in names.items()
        for name in players
        if make_player_key(club, name) not in registered
    )
    result: dict[str, dict[str, str]] = {}
    for club, players in names.items():
        result[club] = {}
        for name in players:
            person = registered.get(make_player_key(club, name))
            if person is None:
                is_shared = unknown[name_key(name)] > 1 or name_key(name) in in_use
                person = _append_club(club, name) if is_shared else name
                while name_key(person) in in_use:
                    person = f"{person}*"
                in_use.add(name_key(person))
            result[club][name] = person
    return PersonIndex(result, frozenset(registered) | register.new_players)


def find_unknown_names(register: Register, names: PlayerNames, persons: PersonIndex) -> list[UnknownName]:
    """Return the names to add to Unknown, in the order of the clubs, without those that it already has."""
    clubs_by_name: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for club, players in names.items():
        for name in players:
            clubs_by_name[name_key(name)][club] = _append_club(club, name)
    registered = {name_key(person): person for person in register.persons.values()}
    candidates = {key: next(iter(clubs.values())) for key, clubs in clubs_by_name.items()} | registered
    comparisons_left = MAX_COMPARED
    unknown = []
    for club, players in names.items():
        for name in players:
            player_key = make_player_key(club, name)
            if player_key in persons.registered or player_key in register.listed_players:
                continue
            key = name_key(name)
            namesakes = [player for other_club, player in clubs_by_name[key].items() if other_club != club]
            if key in registered:
                best_match = registered[key]
            elif namesakes:
                best_match = namesakes[0]
            else:
                comparisons_left -= len(candidates)
                matches = get_close_matches(key, candidates, 2, MIN_SIMILARITY) if comparisons_left >= 0 else []
                best_match = next((candidates[match] for match in matches if match != key), "")
            unknown.append(UnknownName(name, club, best_match))
    return unknown


def _append_club(club: str, name: str) -> str:
    """Return a player's name with the club, as an answer on Unknown refers to that player: "Ann Lee (east)"."""
    return f"{name} ({club})"


FORMER = msg("Former player {number}")
# The default files of the command `federation list`.
LIST_FILES = ("list.csv", "list.json", "list.xlsx")
# The pattern of the paths of the register's dated backups.
BACKUPS = f"backups/{Path(REGISTER).stem} ????-??-?? ??????*"


class ForgetPlan(NamedTuple):
    """The changes that `forget_person` will make.

    Attributes:
        person: The person to forget.
        new_name: The name that replaces every name of the person.
        names: The club and the name of each entry of the person.
        files: The files to delete.
        tables: The cells of the register's tables with the new name.
        workbook: The register's workbook.
    """

    person: str
    new_name: str
    names: Sequence[tuple[str, str]]
    files: Sequence[Path]
    tables: Mapping[str, Sequence[Sequence[object]]]
    workbook: Workbook


def plan_forgetting(federation: Federation, name: str, new_name: str) -> ForgetPlan:
    """Return the changes that `forget_person` will make, for the user to confirm.

    Args:
        federation: The federation.
        name: The person, or one of the person's names in a club.
        new_name: The name to use instead. Blank: the first free "Former player 1", "Former player 2" and so on.

    Raises:
        XladdinError: If no person or several persons have the name, or if another person has the new name.
        WorkbookError: If the register cannot be read.
        InvalidRowsError: If the register has wrong rows.
    """
    register, workbook = read_register(federation)
    names_in_use = {name_key(person) for person in register.persons.values()}
    persons = {person for person in register.persons.values() if name_key(person) == name_key(name)}
    persons = persons or {person for (_, player), person in register.persons.items() if player == name_key(name)}
    if not persons:
        raise XladdinError(msg('"{name}" is not in {name2}.', name=name, name2=federation.register.name))
    if len(persons) > 1:
        person_list = ", ".join(sorted(persons))
        raise XladdinError(
            msg('"{name}" could be {both}. Use a name from the column Person.', name=name, both=person_list)
        )
    (person,) = persons
    new_name = " ".join(new_name.split())
    if not new_name:
        formers = (federation.language.render(FORMER.with_values(number=number)) for number in count(1))
        new_name = next(former for former in formers if name_key(former) not in names_in_use)
    elif name_key(new_name) in names_in_use:
        raise XladdinError(msg('"{new}" is the name of another person. Choose another name.', new=new_name))
    player_keys = {
        player_key
        for player_key, person_named in register.persons.items()
        if name_key(person_named) == name_key(person)
    }
    names, tables = _rename(workbook, person, player_keys, new_name)
    clubs = {club for club, _ in player_keys}
    files = [
        *sorted(federation.folder.glob(BACKUPS)),
        *(
            get_table_path(federation.data, table, key)
            for table in TABLES
            for key in list_keys(federation.data, table)
            if get_partition_column(table) != "club" or name_key(key) in clubs
        ),
        *(path for file in LIST_FILES if (path := federation.folder / file).exists()),
    ]
    return ForgetPlan(person, new_name, names, files, tables, workbook)


def forget_person(plan: ForgetPlan) -> None:
    """Delete the files of a plan and replace the person's names in the register.

    The register is written last, so that an interrupted run can be repeated. Raises WorkbookError if a file cannot be
    deleted or the register cannot be written.
    """
    plan.workbook.write_tables({})  # fails before any file is deleted if the register is open in another program
    delete_files(plan.files, plan.workbook.path)
    plan.workbook.write_tables(plan.tables, erase=True)


def _rename(
    workbook: Workbook, person: str, player_keys: Collection[PlayerKey], new_name: str
) -> tuple[list[tuple[str, str]], dict[str, list[list[object]]]]:
    """Return the club and name of each entry of a person, and the register's tables with the new name in their place.

    A cell refers to the person by the name in a club, by the person's name on Persons, or by "name (club)".
    """
    person_keys = {name_key(person), *(name_key(_append_club(club, name)) for club, name in player_keys)}
    names: dict[PlayerKey, tuple[str, str]] = {}
    tables: dict[str, list[list[object]]] = {}
    for table, club_heading, name_heading, person_headings in (
        (PERSONS, CLUB, NAME, (PERSON,)),
        (UNKNOWN, UNKNOWN_CLUB, UNKNOWN_NAME, (BEST_MATCH, ANSWER)),
    ):
        headings = name_heading, *person_headings
        tables[table] = [list(headings)]
        for _, cells in _read_rows(workbook, table, (club_heading, *headings)):
            club, name = _clean_text(cells[club_heading]), _clean_text(cells[name_heading])
            player_key = make_player_key(club, name)
            if player_key in player_keys:
                names.setdefault(player_key, (club, name))
            is_named = [
                player_key in player_keys,
                *(name_key(_clean_text(cells[heading])) in person_keys for heading in person_headings),
            ]
            tables[table].append([new_name if named else cells[heading] for heading, named in zip(headings, is_named)])
    return list(names.values()), tables
