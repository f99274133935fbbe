"""A person forgotten by a federation: another name in the register, and what was made with the old one deleted."""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

from xladdin.cells import CellBlock, CellTable, cell_text, name_key
from xladdin.errors import NotFoundError, OutOfRangeError
from xladdin.federation.folder import Federation
from xladdin.federation.register import (
    ANSWER,
    CLUB,
    LIKEST,
    NAME,
    PERSON,
    PERSONS,
    UNKNOWN,
    UNKNOWN_CLUB,
    UNKNOWN_NAME,
    read_register,
)
from xladdin.federation.store import TABLES, folder_of, keys_of
from xladdin.messages import msg

FORMER = "Former player {number}"
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
        new = next(one for number in count(1) if name_key(one := FORMER.format(number=number)) not in names_in_use)
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
    from xladdin.files.sanitizing import cleaned_parts
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
        unwanted = cleaned_parts(
            package, lambda text: text, lambda text: name_key(text.partition(" (")[0]) in spellings
        )
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
