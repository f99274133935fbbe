"""The names of a file that are nobody's: new players, or questions to the person who imports it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from xladdin.cells.text import can_be_seen, counted, name_key
from xladdin.errors import FileProblem
from xladdin.imports.material import Look
from xladdin.reports.review_items import NAMES_ALIKE
from xladdin.workbook.incoming.preview import Choices, Unknown
from xladdin.workbook.incoming.whose_name.alike import LIKE, LikeNames
from xladdin.workbook.incoming.whose_name.known import spoken_key

MOST_SOUGHT = 100_000
"""The most letters of unknown names of a file, some 7,000 names. The search for a player compares each."""


@dataclass
class Strangers:
    """`newcomers` become players, and `unknown` are questions. `looks` come in and deserve a person's look."""

    newcomers: list[str] = field(default_factory=list)
    unknown: list[Unknown] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)


def strangers(
    file: str, names: Mapping[str, Sequence[int]], players: Sequence[str], choices: Choices, roster: Collection[str]
) -> Strangers:
    """Who the names of a file may be, each with its lines. Raises FileProblem if there are too many.

    Whoever is like nobody becomes a player, if that is wished. If the file is a list of players, `roster` has the keys
    of their names. They all become players, and two of them who are alike are asked about afterwards.
    """
    if sum(map(len, names)) > MOST_SOUGHT:
        raise FileProblem(
            f"{file}: {counted(len(names), 'name')} are not recognised, too many to compare at once. "
            "Is it this club's file? Then add its players on Players first, or import it in parts."
        )
    found = Strangers()
    everybody, listed, there = LikeNames([*players, *names]), set(players), set(players)
    told = set(map(name_key, choices.newcomers))
    for name, lines in names.items():
        nearest = everybody.near(name)
        near = [one.name for one in nearest if one.likeness >= LIKE]
        if not can_be_seen(name):
            why = "is not a player, and has invisible characters"
            found.unknown.append(Unknown(file, name, lines, why, near[:2]))
        elif name_key(name) in told:
            found.newcomers.append(name)
        elif spoken_key(name) in roster and not listed.intersection(near):
            found.newcomers.append(name)
            if near:
                what, why = f'"{name}" is like "{near[0]}"', "two players, or one spelled in two ways?"
                found.looks.append(Look(what, file, lines, why, NAMES_ALIKE, "Players", near[0]))
        elif choices.add_players and not there.intersection(near):
            found.newcomers.append(name)
            there.add(name)  # a later name that is like it is a question
        else:
            meant = near or [one.name for one in nearest if one.name in listed]
            resembles = ", but resembles one" if choices.add_players or roster else ""
            found.unknown.append(Unknown(file, name, lines, f"is not a player{resembles}", meant[:2]))
    return found
