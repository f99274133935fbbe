"""Every figure that the command line says, to a person and with `--json`."""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from tests.helpers.said.figures import UNRANKED, Figure, figure, rating
from xladdin.commands.ratings import show_standings
from xladdin.replay import Replay
from xladdin.systems.system import RatingSystem


def of_player(said: str, system: RatingSystem) -> Iterator[Figure]:
    """What `xladdin player` says of one player."""
    place, kind = "xladdin player", system.log_schema
    head = re.match(r"(.+): (\S+), (?:rank (\d+)|unranked)\n", said)
    assert head, said[:200]
    name = head[1]
    yield from rating(place, name, head[2])
    yield from figure(place, name, "rank", head[3] or UNRANKED)
    if found := re.search(r"^Best (\S+) on (\S+); lowest (\S+) on (\S+)\.$", said, re.MULTILINE):
        for what, value, day in (("best", found[1], found[2]), ("lowest", found[3], found[4])):
            yield from figure(place, name, what, value)
            yield from figure(place, name, f"{what} on", date.fromisoformat(day))
    if found := re.search(r"^This season (.*); in all (.*)\.$", said, re.MULTILINE):
        for what, words in (("season", found[1]), ("lifetime", found[2])):
            if kind.is_paired:
                counts = re.match(r"won (\d+), lost (\d+)(?:, \w+ (\d+))? \((\d+) games? played\)", words)
                assert counts, words
                yield Figure(place, name, what, tuple(int(count or 0) for count in counts.groups()[:3]), None)
                yield from figure(place, name, f"{what} games", counts[4])
            else:
                events = re.match(r"(\d+) events?, (\d+) won(?:, mean percentile (\S+))?", words)
                assert events, words
                for part, value in zip(("events", "won", "mean percentile"), events.groups()):
                    yield from figure(place, name, f"{what} {part}", value)
    if found := re.search(r"^Most in a row: won (\d+), lost (\d+)\.$", said, re.MULTILINE):
        yield from figure(place, name, "won in a row", found[1])
        yield from figure(place, name, "lost in a row", found[2])
    if found := re.search(r"^Average score (\S+), of the opponents (\S+)\.$", said, re.MULTILINE):
        yield from figure(place, name, "lifetime for", found[1])
        yield from figure(place, name, "lifetime against", found[2])


def of_list(book: Path, replayed: Replay) -> Iterator[Figure]:
    """The ratings list in the terminal."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        show_standings(book, replayed)
    for row in re.findall(r"^[│|](.*)[│|]$", said.getvalue(), re.MULTILINE):
        rank, name, new, games = (cell.strip() for cell in re.split("[│|]", row))
        yield from figure("terminal", name, "rank", rank or UNRANKED)
        yield from rating("terminal", name, new)
        yield from figure("terminal", name, "games in all", games)


def of_json(said: str) -> Iterator[Figure]:
    """The ratings that a recalculation or a check tells another program."""
    for change in json.loads(said)["changes"]:
        yield from figure("--json", change["player"], "rating", change["new"])
