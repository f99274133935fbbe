"""The content of the folder depends only on what it may show. A hidden name leaves no trace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from shutil import rmtree

import pytest

from tests.helpers.clubs import ONE_OF_EACH_KIND, random_tables
from tests.oracle.engine import replayed
from xladdin.reports.wording import INITIALS, NAME, NONE
from xladdin.web_pages.publisher import publish
from xladdin.web_pages.site import Club, WaitingRound

PLAYERS, GAMES = 12, 90
SHOWN = (NAME, INITIALS, NONE, INITIALS)
"""What the page shows of the players, in turn."""
PLAIN = [f"Visible {number}" for number in range(PLAYERS)]
LETTERS = "abcdefghijkl"
HIDDEN = [f"Qann{letter} Nolan" for letter in LETTERS], [f"Quentin{letter} Nguyen" for letter in LETTERS[::-1]]
"""Two sets of names with the same initials. One is in the reverse order of the other."""


def club_of(key: str, names: Sequence[str], choices: Sequence[str], *, sits_out: Sequence[int] = (1,)) -> Club:
    """Return a club with these players, games of which many end alike, and a round that waits for its scores."""
    called = {f"Player {number:03d}": name for number, name in enumerate(names, 1)}
    tables = {name: [[called.get(str(cell), cell) for cell in row] for row in rows]
              for name, rows in random_tables(key, GAMES, PLAYERS, 7).items()}  # fmt: skip
    club = Club("Club", replayed(key, tables), choices, 12)
    assert len(club.replay.log.players) == PLAYERS
    if not club.replay.log.system.log_schema.is_paired:
        return club
    return replace(club, tonight=WaitingRound(date(2026, 3, 17), 2, [(1, 0, 2), (2, 3, 4)], sits_out))


def seen(folder: Path) -> dict[str, bytes]:
    """Everything in a folder, which must hold no hidden name."""
    contents = {str(path): path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}
    everything = b"".join(contents.values()) + " ".join(contents).encode()
    assert [word for word in (b"Qann", b"qann", b"Nolan", b"Quentin", b"Nguyen") if word in everything] == []
    assert not any(b"\0" in page for page in contents.values())
    return contents


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_two_clubs_that_differ_in_hidden_names_have_the_same_page(key: str, tmp_path: Path) -> None:
    """This holds after both were published with all names."""
    choices = [SHOWN[number % 4] for number in range(PLAYERS)]
    pages = []
    for hidden in HIDDEN:
        names = [plain if how == NAME else name for plain, name, how in zip(PLAIN, hidden, choices)]
        folder = tmp_path / "page"
        publish(club_of(key, names, [NAME] * PLAYERS), folder)
        assert hidden[1].encode() in (folder / "index.html").read_bytes()
        publish(club_of(key, names, choices), folder)
        pages.append(seen(folder))
        assert key == "dptr" or b"a player" in (folder / "wall" / "slips.html").read_bytes()
        rmtree(folder)
    page, other = pages
    assert page.keys() == other.keys()
    assert [path for path in page if page[path] != other[path]] == []
