"""Every hurtful input of the corpus through the command line: it ends as stated, and hurts nothing."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest

from tests.corpus.cases import GONE, TODAY, Accepted, BookCase, Cannot, CannotWrite, ToMend
from tests.corpus.clubs import RATINGS, make_clubs
from tests.corpus.corpus import BOOK_CASES
from tests.corpus.editing import column_of, read_ratings
from tests.helpers.programs.command_line import RunResult, run_here
from tests.helpers.suite.length import usual_or_long

DONE, ROWS_TO_FIX, FAILED = 0, 1, 2
OURS = "a bug in xladdin itself"
CLOSELY = {case.name for case in BOOK_CASES[:: usual_or_long(6, 1)]}
"""Each of these workbooks is also checked before it is recalculated, and a sound one is recalculated twice."""


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return make_clubs(tmp_path_factory.mktemp("clubs"))


def content(path: Path) -> bytes | None:
    """Return the bytes of a file, or None where there is something else or nothing."""
    return path.read_bytes() if path.is_file() else None


@pytest.mark.parametrize("case", BOOK_CASES, ids=[case.name for case in BOOK_CASES])
def test_a_spoilt_workbook_has_its_expected_outcome(case: BookCase, clubs: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    shutil.copy(clubs[case.club], path)
    case.spoil(path)
    before = content(path)
    checked = run_here("recalc", "--dry-run", path) if case.name in CLOSELY else None
    assert content(path) == before
    ratings_before = column_of(path, "Players", "Rating") if isinstance(case.outcome, ToMend) else []
    result = run_here("recalc", path)
    if isinstance(case.outcome, Cannot):
        if checked and not isinstance(case.outcome, CannotWrite):
            assert_refused(checked, case.outcome)
        assert_refused(result, case.outcome)
        assert content(path) == before
        assert {entry.name for entry in tmp_path.iterdir()} <= {path.name}
    elif isinstance(case.outcome, ToMend):
        if checked:
            assert_to_mend(checked, case.outcome)
        assert_to_mend(result, case.outcome)
        assert column_of(path, "Players", "Rating") == ratings_before
    else:
        if checked:
            assert (checked.status, checked.err) == (DONE, "")
        assert_rated(result, path, case, case.outcome)


def assert_refused(result: RunResult, outcome: Cannot) -> None:
    assert result.status == FAILED
    assert OURS not in result.err
    assert result.err.count("\n") == 1
    for phrase in outcome.phrases:
        assert phrase in result.err


def assert_to_mend(result: RunResult, outcome: ToMend) -> None:
    *lines, count = result.err.splitlines()
    assert lines == [line.replace(TODAY, date.today().isoformat()) for line in outcome.lines]
    rows = len({line.partition(",")[0] for line in lines})  # as in: Games row 5, Player 1: "Piere" is not on Players
    assert count.startswith(f"{rows} row{'' if rows == 1 else 's'} to fix.")
    assert result.status == ROWS_TO_FIX


def assert_rated(result: RunResult, path: Path, case: BookCase, outcome: Accepted) -> None:
    assert (result.status, result.err) == (DONE, "")
    expected = {**RATINGS[case.club], **outcome.ratings}
    rated = {name: rating for name, rating in read_ratings(path).items() if name}
    assert rated == {name: pytest.approx(rating, abs=1e-4) for name, rating in expected.items() if rating is not GONE}
    for address, note in outcome.notes.items():
        sheet, _, row = address.partition("!")
        assert column_of(path, sheet, "Note")[int(row) - 2] == note
    if case.name in CLOSELY:
        before = path.read_bytes()
        assert "Nothing has changed since the last recalculation." in run_here("recalc", path).out
        assert path.read_bytes() == before
