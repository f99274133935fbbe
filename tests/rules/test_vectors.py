"""The golden vectors: what the reference gives, and what the engine gives, figure by figure."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.replays import replay_of
from tests.oracle.vectors import FOLDER, RULES, SCRABBLE, lines, typed_cell
from xladdin.cells.table import CellTable
from xladdin.reports.standings import standings
from xladdin.statistics import Statistics
from xladdin.workbook.computed import computed_columns

DIFFERENCE = ("Games", "Difference")
"""For an unplayed game it is the difference of the current ratings."""
VECTORS = [
    pytest.param(path.stem, json.loads(line), id=f"{path.stem} {json.loads(line)['log']}")
    for path in sorted(FOLDER.glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


def typed(tables: dict[str, Any]) -> dict[str, Any]:
    """Dates as a workbook holds them."""
    return {
        table: [
            rows[0],
            *(
                [typed_cell(cell) if isinstance(cell, str) and cell[:2].isdigit() else cell for cell in row]
                for row in rows[1:]
            ),
        ]
        for table, rows in tables.items()
    }


def test_there_are_vectors_of_every_system() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == RULES.keys()
    assert len(VECTORS) >= 4 * len(RULES)


@pytest.mark.parametrize("system", RULES)
def test_the_reference_gives_them(system: str) -> None:
    assert list(lines(system)) == Path(FOLDER, f"{system}.jsonl").read_text(encoding="utf-8").splitlines()


def written(cell: object) -> object:
    """A cell as the vectors have it."""
    return cell.isoformat() if isinstance(cell, date) else None if cell == "" else cell


@pytest.mark.parametrize(("system", "vector"), VECTORS)
def test_the_engine_gives_them(system: str, vector: dict[str, Any]) -> None:
    rows = typed(vector["tables"])
    found = replay_of(system, {table.lower(): cells for table, cells in rows.items()})
    tables = {
        name: CellTable(name, tuple(cells[0]), tuple(map(list, zip(*cells[1:]))))
        for name, cells in rows.items()
        if len(cells) > 1
    }
    compared = 0
    for table, columns in vector["figures"].items():
        computed, _ = computed_columns(found.log.system, found, tables, table)
        for heading in columns.keys() & computed.keys():
            for row, (held, wanted) in enumerate(zip(computed[heading], columns[heading], strict=True)):
                compared += 1
                if wanted is not None or (table, heading) != DIFFERENCE:
                    exact = pytest.approx(wanted, rel=1e-11) if isinstance(wanted, (int, float)) else wanted
                    assert written(held) == exact, (table, heading, row)
    assert compared >= len(rows[found.log.system.log_schema.table]) * 3
    assert {found.log.players[line.player].name: line.rank for line in found.ranking()} == vector["ranks"]
    if system in SCRABBLE:
        listed = {line.player: line for line in standings(Statistics(found)) if line.wins is not None}
        records = {who: (line.wins, line.losses, line.ties or 0, line.spread or 0) for who, line in listed.items()}
        assert records == {who: tuple(vector["season"][who]) for who in records}
        assert [who for who, record in vector["season"].items() if any(record) and who not in records] == []
