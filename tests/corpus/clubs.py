"""The little clubs that the corpus spoils, with rows and ratings from the examples of the sources."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import xladdin
from tests.helpers.suite.once import make_once
from xladdin.hosts.file_commands import recalculate_file
from xladdin.workbook.new_workbook import create_workbook

NOW = datetime(2024, 10, 1, 20, 15)

CLUBS: Mapping[str, Mapping[str, str]] = {
    "mississauga": {
        "players": "Player,Start rating,Start games\nPierre,1234,120\nMackenzie,1007,85\nLester,944,33\n",
        "games": "Date,Player 1,Score 1,Player 2,Score 2\n2024-09-10,Pierre,416,Mackenzie,303\n",
    },
    "montreal": {
        "players": "Player,Start rating,Start games\nSally,1710,150\nJohn,1200,60\nSpot,2500,300\n",
        "games": "Date,Player 1,Score 1,Player 2,Score 2,Double\n2024-09-11,Sally,425,John,350,\n",
    },
    "lexington": {
        "players": "Player,Start rating,Start games\nA,1824,60\nD,1708,60\nC,1713,60\n",
        "games": "Date,Player 1,Score 1,Player 2,Score 2\n1998-07-23,A,459,D,272\n",
    },
    "sca": {
        "groups": "Group,Initial rating\nKnights,1200\nPawns,1000\n",
        "players": "Player,Group,Active,Start permanent\nAda,Knights,Yes,\nDora,Pawns,Yes,\nHana,Pawns,No,1105\n",
        "games": "Date,White,Black,Result\n2024-07-08,Ada,Dora,(1-0)\n",
    },
    "dptr": {
        "players": "Player,Nation,Start rating\nRiaz,USA,55\nEric,USA,\n",
        "events": "Event,Date,Players,Rounds,World Championship\nOpen 2006,2006-10-01,65,4,No\n",
        "results": "Event,Player,Place\nOpen 2006,Riaz,8\n",
    },
}

RATINGS: Mapping[str, Mapping[str, float | None]] = {
    # "Pierre, rated 1234, beats Mackenzie, rated 1007, by the score of 416-303 ... a total of 8 rating points"
    "mississauga": {"Pierre": 1242, "Mackenzie": 999, "Lester": 944},
    # "She gets 2 rating points for the win, plus 1 for the spread. John accordingly loses 3 rating points."
    "montreal": {"Sally": 1713, "John": 1197, "Spot": 2500},
    # "A beats D 459-272": winner rating change 4
    "lexington": {"A": 1828, "D": 1704, "C": 1713},
    # "16 added to it", less "1/25 of the difference" of 200
    "sca": {"Ada": 1208, "Dora": 992, "Hana": None},
    # the page's 8th of 65: percentile 88.4615, 15% of 33.4615 is 5.0192
    "dptr": {"Riaz": 60.0192, "Eric": 40},
}


def make_clubs(folder: Path) -> dict[str, Path]:
    """Return the recalculated workbook of each club, by its system."""
    shutil.copytree(make_once(("corpus", CLUBS), _make_clubs), folder, dirs_exist_ok=True)
    return {key: folder / f"{key}.xlsx" for key in CLUBS}


def _make_clubs(folder: Path) -> None:
    for key, tables in CLUBS.items():
        files = {}
        for name, text in tables.items():
            files[name] = folder / f"{key} {name}.csv"
            files[name].write_text(text, encoding="utf-8")
        path = folder / f"{key}.xlsx"
        create_workbook(xladdin.system(key), path, files, NOW)
        assert not recalculate_file(path, None, NOW).problems
