"""One more system, plain Elo, with a worksheet function. It does everything that the others do.

We edit nothing in the package for it. So code that still names a system by its key, or counts systems, fails here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest

from tests.helpers.clubs import column, stored
from tests.helpers.live_cells import NOW, live_headings, recalculated_cells
from tests.helpers.programs.ironcalc import engine_with_names
from tests.helpers.programs.printing import print_book
from tests.helpers.programs.recalculating import recalculate
from xladdin import systems
from xladdin.cells import Number
from xladdin.functions import CATALOGUE, CLUBEXPLAIN
from xladdin.functions.registry import row_function
from xladdin.hosts.file_commands import check_file, recalculate_file
from xladdin.messages import Message, msg
from xladdin.model import Event, Games, Period, Player, RatingState, outcome
from xladdin.systems import formulas
from xladdin.systems.adapter import Calculator, Values, WorkbookAdapter, both, new_ratings
from xladdin.systems.formulas import RATING_OR_START, RULES, Cell, PrintedRules, Read, RuleTerms
from xladdin.systems.system import RESULTS, GameSystem, RatePeriod, setting
from xladdin.workbook.calculator import example_of, lambda_names
from xladdin.workbook.new_book import create_workbook
from xladdin.workbook.schema import CLUB_PLAYERS, FIRST_DATA_ROW, Kind


@dataclass(frozen=True)
class PlainElo(GameSystem[RatingState]):
    """The rule of Elo: K times what the player scored over the expected."""

    key = "plain"
    title = "Plain Elo"
    period = "session"
    source = "elo.txt"
    change_function = "PLAINCHANGE"
    log_schema = RESULTS
    rating_decimals = 2
    adjustable = False

    factor: Number = setting(20, "K", "FIDE 8.56")
    new_rating: Number = setting(1500, "New player's rating", "Ours")

    def change(self, rating1: Number, rating2: Number, result: object) -> Number:
        return self.factor * ((outcome(result) + 1) / 2 - 1 / (1 + 10 ** ((rating2 - rating1) / 400)))

    def initial_state(self, players: Sequence[Player]) -> RatingState:
        return RatingState.at_start(players, self.new_rating)

    def make_period_rater(self, state: RatingState, games: Games, events: Sequence[Event]) -> RatePeriod:
        def rate(period: Period) -> tuple[Sequence[Number | None], ...]:
            rows = []
            for game in range(period.start, period.stop):
                one, other = games.player1[game], games.player2[game]
                before = state.rating[one], state.rating[other]
                change = self.change(*before, games.score1[game])
                state.rating[one] += change
                state.rating[other] -= change
                for player in (one, other):
                    state.games[player] += 1
                    state.last_played[player] = period.date
                rows.append((*before, change, -change))
            return tuple(zip(*rows))

        return rate

    def explain(self, rating1: Number, rating2: Number, result: object) -> Message:
        change = self.change(rating1, rating2, result)
        return msg("K {factor:g}; change {change:.2f}", factor=self.factor, change=change)


ELO = PlainElo()
KIND = ELO.log_schema


def elo_change(rules: RuleTerms, diff: str, result: str) -> str:
    return f"{rules.setting('factor')}*(({result}+1)/2-1/(1+10^(-({diff})/400)))"


def elo_cells(cell: Cell) -> dict[str, str]:
    diff, own = cell(KIND.difference), cell(KIND.change1)
    to_come = formulas.any_blank(diff, or_else="ISERROR(game_outcome)")
    return {
        KIND.change1: formulas.blank_if(to_come, elo_change(RULES, diff, "game_outcome")),
        KIND.change2: formulas.blank_if(formulas.any_blank(own), f"-{own}"),
    }


def elo_lambda(a: Read) -> str:
    return formulas.let(elo_change(PrintedRules(ELO), "_xlpm.diff", a["result"]), diff=f"{a['r1']}-{a['r2']}")


def elo_calculator(calculator: Calculator) -> None:
    _, ratings = calculator.add_players((1600, 1500))
    (result,) = calculator.add_inputs("Result", Kind.RESULT, ("(1-0)",))
    rating = calculator.add_formulas("Rating", Kind.DECIMAL, ratings)
    diff = calculator.add_formulas("Difference", Kind.SIGNED, both(*rating))
    sides = (formulas.outcome(result), f"-{formulas.outcome(result)}")
    changes = [formulas.if_numbers((d,), elo_change(RULES, d, side)) for d, side in zip(diff, sides)]
    new_ratings(
        calculator, rating, calculator.add_formulas("Change", Kind.DECIMAL_CHANGE, changes, result=True), Kind.DECIMAL
    )


def elo_example(system: PlainElo) -> Values:
    change = system.change(1600, 1500, "1-0")
    return {
        "Rating": (1600, 1500),
        "Difference": (100, -100),
        "Change": (change, -change),
        "New rating": (1600 + change, 1500 - change),
    }


PARTS: dict[str, Any] = {
    "system": ELO,
    "players": CLUB_PLAYERS,
    "list_ratings": RATING_OR_START,
    "list_games": "",
    "cells": elo_cells,
    "names": lambda cell: {"game_outcome": formulas.outcome(cell(KIND.result))},
    "lambdas": {"PLAINCHANGE": elo_lambda},
    "calculator": elo_calculator,
    "example": elo_example,
    "evening": ("Standings",),
}


@pytest.fixture
def elo(monkeypatch: pytest.MonkeyPatch) -> Iterator[PlainElo]:
    """Add the system to the others for the time of a test."""

    def PLAINCHANGE(r1: Number, r2: Number, result: object) -> Number:
        return ELO.change(r1, r2, result)

    description = msg("Elo: change of player 1 by a game [rating points].")
    row_function('PLAINCHANGE(1600,1500,"1-0")', 7.2, description)(PLAINCHANGE)
    monkeypatch.setattr(systems, "KEYS", (*systems.KEYS, ELO.key))
    monkeypatch.setitem(
        sys.modules, f"{systems.__name__}.{ELO.key}", SimpleNamespace(SYSTEM=ELO, ADAPTER=WorkbookAdapter(**PARTS))
    )  # type: ignore[misc]
    monkeypatch.setitem(systems.SYSTEMS, ELO.key, ELO)
    yield ELO
    CATALOGUE.pop("PLAINCHANGE", None)


def club(folder: Path) -> Path:
    players, games = folder / "players.csv", folder / "games.csv"
    players.write_text("Player,Start rating,Start games\nAnn,1600,10\nBob,1500,4\nCyd,,\n")
    games.write_text(
        "Date,White,Black,Result\n2006-01-02,Ann,Bob,1-0\n2006-01-02,Cyd,Ann,1/2-1/2\n2006-01-09,Bob,Cyd,0-1\n"
        "2006-01-16,Ann,Cyd,\n"
    )
    made = create_workbook(ELO, folder / "elo.xlsx", {"players": players, "games": games}, NOW)
    assert made.problems == []
    return made.path


def rating_of(path: Path, player: str) -> float:
    sheet = stored(path)["Players"]
    return float(str(dict(zip(column(sheet, "Player"), column(sheet, "Rating")))[player]))


def test_it_makes_a_workbook_and_recalculates_it_once(elo: PlainElo, tmp_path: Path) -> None:
    path = club(tmp_path)
    assert recalculate_file(path, None, NOW).summary.startswith("3 games of 3 players rated.")
    first = 1600 + elo.change(1600, 1500, "1-0")
    assert rating_of(path, "Ann") == pytest.approx(first - elo.change(1500, first, "T"))
    assert not check_file(path, NOW).blocks


def test_libreoffice_and_the_replay_agree_on_its_live_cells(elo: PlainElo, tmp_path: Path) -> None:
    path = club(tmp_path)
    replayed = recalculate_file(path, None, NOW).replay
    assert replayed is not None
    shown = recalculated_cells(path, elo)
    for heading in KIND.changes:
        assert heading in live_headings(elo)["Games"]
        for row, value in enumerate(replayed.by_row(heading)[:3], FIRST_DATA_ROW):
            assert shown["Games", row, heading] == pytest.approx(value)
        assert shown["Games", FIRST_DATA_ROW + 3, heading] is None


def test_its_lambda_and_its_calculator_agree_with_its_function(elo: PlainElo, tmp_path: Path) -> None:
    engine = engine_with_names(lambda_names())
    assert engine.evaluate('=PLAINCHANGE(1600,1500,"1-0")') == pytest.approx(elo.change(1600, 1500, "1-0"))
    workbook = openpyxl.load_workbook(recalculate(club(tmp_path), tmp_path / "shown"), data_only=True)
    lines = {row[0]: row[1:3] for row in workbook["Calculator"].iter_rows(values_only=True)}
    change = elo.change(1600, 1500, "1-0")
    assert lines["Change"] == pytest.approx((change, -change))
    assert lines["New rating"] == pytest.approx((1600 + change, 1500 - change))


def test_it_explains_and_prints(elo: PlainElo, tmp_path: Path) -> None:
    assert CLUBEXPLAIN("plain", 1600, 1500, "1-0") == "K 20; change 7.20"
    path = club(tmp_path)
    recalculate_file(path, None, NOW)
    assert print_book(path).read_bytes().startswith(b"%PDF-")
    sheets = openpyxl.load_workbook(path)
    assert sheets["Crosstable"]["A2"].value == "Crosstable: points for–against"
    headings = [cell.value for cell in sheets["Standings"][5]]
    assert "Group" not in headings and "Won–drawn–lost" in headings


@pytest.mark.parametrize("part", PARTS)
def test_an_adapter_without_a_part_is_refused_with_the_name_of_the_part(part: str) -> None:
    left = {name: value for name, value in PARTS.items() if name != part}
    with pytest.raises(TypeError, match=part):
        WorkbookAdapter(**left)


@pytest.mark.parametrize(
    "needs_function",
    [lambda: CLUBEXPLAIN("plain", 1600, 1500, "1-0"), lambda: example_of(CATALOGUE["CLUBEXPLAIN"], ELO)],
)
def test_a_system_without_its_worksheet_function_is_refused_with_the_name_of_the_function(
    needs_function: Callable[[], object], elo: PlainElo
) -> None:
    del CATALOGUE["PLAINCHANGE"]
    with pytest.raises(TypeError, match=r"PLAINCHANGE is not defined in xladdin/functions/__init__\.py"):
        needs_function()
