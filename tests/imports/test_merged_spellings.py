"""Two merged spellings rate as one player from the start, whichever rows had the other one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.random_clubs import cell_tables, random_club
from tests.helpers.suite.length import examples
from xladdin.cells.table import CellTable
from xladdin.cells.text import name_key, shown
from xladdin.game_log import read_log
from xladdin.replay import replay
from xladdin.systems import SYSTEMS
from xladdin.systems.system import RatingSystem
from xladdin.workbook.renaming import merged

OTHER = "Another Spelling"


def rated(system: RatingSystem, tables: Mapping[str, CellTable]) -> tuple[dict[str, Any], Mapping[str, Any]]:
    """Ratings by player, and what each row of the log is rated from and gives."""
    found = replay(read_log(system, tables).sound())
    return {player.name: rating for player, rating in zip(found.log.players, found.state.rating)}, found.rated


def split(system: RatingSystem, tables: Mapping[str, CellTable], name: str, chance: Random) -> dict[str, CellTable]:
    """Writes some rows of a player in another spelling, which has a row on Players too."""
    kind = system.log_schema
    headings = {kind.table: (*kind.players, *((kind.double,) if kind.double else ())), "Adjustments": ("Player",)}
    parted = dict(tables)
    for table_name in headings.keys() & tables.keys():
        table = tables[table_name]
        columns = [list(column) for column in table.columns]
        places = [place for heading in headings[table_name] if (place := table.position(heading)) is not None]
        for row in range(len(columns[0])):
            if chance.random() < 0.5:
                for place in places:
                    if name_key(shown(columns[place][row])) == name_key(name):
                        columns[place][row] = OTHER
        parted[table_name] = replace(table, columns=tuple(columns))
    players = tables["Players"]
    names = players.column("Player") or []
    own = next(row for row, cell in enumerate(names) if name_key(shown(cell)) == name_key(name))
    rows = [
        [*column, OTHER if heading == "Player" else column[own]]
        for heading, column in zip(players.headings, players.columns)
    ]
    parted["Players"] = replace(players, columns=tuple(rows))
    return parted


@pytest.mark.parametrize("key", SYSTEMS)
@settings(max_examples=examples(10))
@given(seed=st.integers(0, 10_000))
def test_a_merge_of_two_spellings_rates_as_one_player_from_the_start(key: str, seed: int) -> None:
    system, chance = SYSTEMS[key], Random(seed)
    whole = cell_tables(random_club(system, seed, rows=80))
    log = read_log(system, whole)
    played = sorted(
        {shown(cell).strip() for cell in whole[system.log_schema.table].column(system.log_schema.player1) or ()}
    )
    listed = {name_key(player.name): player.name for player in log.players}
    name = chance.choice([listed[name_key(one)] for one in played if name_key(one) in listed])
    joined, _ = merged(system, split(system, whole, name, chance), OTHER, name)
    assert rated(system, joined) == rated(system, whole)
