"""The names of a source that are nobody's: new players, or questions to the person who imports it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from xladdin.cells.text import can_be_seen, counted, name_key
from xladdin.errors import FileProblem, printable
from xladdin.importing.material import Look, lines_named
from xladdin.importing.questions import NEW, NOBODY, Answers, Question
from xladdin.reports.review_items import NAMES_ALIKE
from xladdin.workbook.incoming.whose_name.alike import LIKE, LikeNames
from xladdin.workbook.incoming.whose_name.known import spoken_key

MOST_SOUGHT = 100_000
"""The most letters of unknown names of a source, some 7,000 names. The search for a player compares each."""
MOST_OFFERED = 4
"""A question offers so many likely players."""
MOST_NAMED = 8
"""A question names so many unknown names."""
ADD, EACH = "add", "each"
"""Answers about unknown names that are like nobody's."""


@dataclass
class Strangers:
    """`newcomers` become players, the rows of `nobody` stay out, and `looks` come in and deserve a person's look."""

    newcomers: list[str] = field(default_factory=list)
    nobody: list[str] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)


def sort_strangers(
    file: str,
    names: Mapping[str, Sequence[int]],
    players: Sequence[str],
    answers: Answers,
    *,
    listed: Collection[str] = (),
    is_roster: bool = False,
) -> Strangers:
    """Decide who unknown names are, each with its lines, by the answers, or ask.

    `players` are in the workbook. `listed` are the keys of names that the source lists as people. They are asked about
    only if they are like a player of the workbook. If the list has numbers, `is_roster`, they are never each other.
    Raises FileProblem if there are too many names.
    """
    if sum(map(len, names)) > MOST_SOUGHT:
        raise FileProblem(
            f"{file}: {counted(len(names), 'name')} are not recognised, too many to compare at once. "
            "Is it this club's file? Then add its players on Players first, or import it in parts."
        )
    found = Strangers()
    told = {name_key(name): player for name, player in answers.names.items()}
    everybody = LikeNames([*players, *names])
    known = set(players)
    accepted = set(players)
    unlike: list[str] = []
    for name in sorted(
        names, key=lambda name: (-len(names[name]), names[name][:1])
    ):  # the rarer spelling is asked about
        lines = names[name]
        answer = told.get(name_key(name), "")
        if answer == NOBODY:
            found.nobody.append(name)
            continue
        nearest = everybody.near(name)
        near = [one.name for one in nearest if one.likeness >= LIKE]
        in_club = [other for other in near if other in known]
        is_listed = spoken_key(name) in listed
        if answer != NEW:
            likely = in_club if is_roster or is_listed else [one for one in near if one in accepted]
            if likely or not can_be_seen(name) or _is_bare(name, players):
                others = [one.name for one in nearest if one.name in known and one.name not in likely]
                _ask(file, name, lines, [*likely, *others], answers, default=likely[0] if len(likely) == 1 else "")
                continue
            accepted.add(name)
            if players and (is_roster or not is_listed):
                unlike.append(name)
                continue
        accepted.add(name)
        found.newcomers.append(name)
        if near and not in_club and is_listed and not is_roster:
            what, why = f'"{name}" is like "{near[0]}"', "two players, or one spelled in two ways?"
            found.looks.append(Look(what, file, lines, why, NAMES_ALIKE, "Players", near[0]))
    unlike = [name for name in names if name in set(unlike)]
    if unlike and _are_new(file, unlike, answers):
        found.newcomers += unlike
    else:
        for name in unlike:
            _ask(file, name, names[name], (), answers)
    there = set(found.newcomers)
    found.newcomers = [name for name in names if name in there]
    return found


def _are_new(file: str, names: Sequence[str], answers: Answers) -> bool:
    """Ask once whether names that are like nobody's are new players. Until it is answered they are."""
    named = ", ".join(map(printable, names[:MOST_NAMED]))
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    text = f"{file}: no player is called {named}{more}. Add {'them' if len(names) > 1 else 'this one'} to Players?"
    choices = [
        (ADD, "yes, as new players" if len(names) > 1 else "yes, as a new player"),
        (EACH, "no: ask about each name"),
    ]
    return answers.ask(Question(("names", "unknown"), text, choices, ADD)) == ADD


def _ask(
    file: str, name: str, lines: Sequence[int], likely: Sequence[str], answers: Answers, default: str = ""
) -> None:
    choices = [*((player, player) for player in likely[:MOST_OFFERED]), (NEW, "a new player"),
               (NOBODY, "nobody: leave these rows out")]  # fmt: skip
    text = f"Who is {printable(name)}? ({file} {lines_named(lines)})"
    answers.ask(Question(("names", "is", name), text, choices, default, free="name"))


def _is_bare(name: str, players: Sequence[str]) -> bool:
    """Tell whether a name is a single word in a club whose players have first and last names."""
    whole = sum(" " in player.strip() for player in players)
    return " " not in name.strip() and whole * 2 > len(players) > 1
