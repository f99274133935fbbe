"""Who is who: the person behind each name in each club, as the register says. A name alone joins nobody."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from xladdin.cells.text import name_key
from xladdin.federation.register import Register, Unknown
from xladdin.game_log.suggestions import Suggestions

Names = Mapping[str, Sequence[str]]
"""The players of each club by the club's name."""


class Persons(NamedTuple):
    """`of` is the person of each name, by club and name. `known` has the clubs and names in the register, as keys."""

    of: Mapping[str, Mapping[str, str]]
    known: frozenset[tuple[str, str]]


def persons_of(register: Register, names: Names) -> Persons:
    """Return the person of every name. An unknown name is a separate person, even if others share it."""
    said = register.persons
    taken = {name_key(person) for person in said.values()}
    alone = Counter(
        name_key(name) for club, own in names.items() for name in own if (name_key(club), name_key(name)) not in said
    )
    found: dict[str, dict[str, str]] = {}
    for club, own in names.items():
        found[club] = {}
        for name in own:
            person = said.get((name_key(club), name_key(name)))
            if person is None:
                person = name
                if alone[name_key(name)] > 1 or name_key(name) in taken:
                    person = f"{name} ({club})"
                while name_key(person) in taken:
                    person = f"{person}*"
                taken.add(name_key(person))
            found[club][name] = person
    return Persons(found, frozenset(said) | register.new)


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
                likest = by_key[key]
            elif others:
                likest = _with_club(others[0], clubs_of[key][others[0]])
            else:
                likest = suggestions.nearest(key) or ""
            asked.append(Unknown(name, club, likest))
    return asked


def waiting_names(register: Register, names: Names, persons: Persons) -> int:
    """Return the number of names that the register has asked about and that still have no answer."""
    places = {(name_key(club), name_key(name)) for club, own in names.items() for name in own}
    return len((places & register.asked) - persons.known)


def _with_club(club: str, name: str) -> str:
    """Return a player of a club as an answer means that one: "Ann Lee (east)"."""
    return f"{name} ({club})"
