"""The states in which we print a workbook: systems, sizes of clubs, languages, and papers."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import NamedTuple

from tests.helpers.clubs import KEYS, book_of, random_tables, recalc_club, renew_in, set_cells
from xladdin.systems import SYSTEMS

TO_FIX, NO_GAMES = "to fix", "no games"
CLUBS = {"0": 0, "6": 6, "30": 30, "45": 45, "200": 200, "long names": 30, TO_FIX: 30, NO_GAMES: 30}
"""How many players each club has, by what we call it here."""
LANGUAGES, PAPERS = ("en", "fr"), ("Letter", "A4")
GAMES_EACH = 18
LONG_NAMES = (
    "Bartholomew Brzęczyszczykiewicz", "Zoë Lavoie", "Jean-François Beauséjour-Lachance", "Bob Ng", "Łucja Wójcik",
    "Uma Krishnamurthy-Subramaniam", "Christopher Featherstonehaugh", "Margaret O'Sullivan-Ramanathan", "Hugo Martel",
    "Tadhg Ó Briain", "Maximilienne Villeneuve", "Élise Gagnon",
)  # fmt: skip
"""The first players of a club with long names have these. Up to 33 letters keep nine tenths of their size."""
NOBODY = "Nobody of that name"
"""We type this into the row to fix."""
_PAPER = "B9"
"""Its cell on Rules."""


class State(NamedTuple):
    """One of the states. `club` is a key of `CLUBS`."""

    key: str
    club: str
    language: str
    paper: str

    @property
    def players(self) -> int:
        """How many players the club has."""
        return CLUBS[self.club]

    def __str__(self) -> str:
        return ", ".join(self)


STATES = tuple(State(*state) for state in product(KEYS, CLUBS, LANGUAGES, PAPERS))
SOME = tuple(state for number, state in enumerate(STATES) if number % 37 == 6)
"""A part of them for the usual run, with every system."""
ON_SCREENS = tuple(state for state in STATES if state.paper == PAPERS[0] and state.club != TO_FIX)
"""The paper makes no difference on a screen, and no page is written until a row is fixed."""
SOME_ON_SCREENS = (State("mississauga", "long names", "fr", PAPERS[0]),)


def make(state: State, folder: Path) -> Path:
    """Make the workbook in that state, recalculated. A row to fix is typed after that."""
    key, players = state.key, state.players
    games = 0 if state.club == NO_GAMES else GAMES_EACH * players
    tables = random_tables(key, games, players, seed=21) if players else {}
    if state.club == "long names":
        listed = sorted({str(row[0]) for row in tables["players"][1:]})
        names = dict(zip(listed, LONG_NAMES, strict=False))
        tables = {
            table: [[names.get(str(cell), cell) for cell in row] for row in rows] for table, rows in tables.items()
        }
    path = book_of(key, folder, tables)
    if state.language != "en":
        renew_in(path, state.language)
    set_cells(path, ("Rules", _PAPER, state.paper))
    assert not recalc_club(path).problems
    if state.club == TO_FIX:
        set_cells(path, (SYSTEMS[key].log_schema.table, "B4", NOBODY))
        assert recalc_club(path).problems
    return path
