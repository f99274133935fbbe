"""Contract of a pool: it rates as one workbook with all games of its clubs, by its own replay and by the oracle."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest

import xladdin
from tests.federation.clubs import persons_typed, pooled, updated
from tests.helpers.clubs import KEYS, NOW, book_of, dates_as_text, random_tables, recalc_club
from tests.oracle.replaying import verify_file
from xladdin import Language
from xladdin.federation.folder import ALL_PERSONS, Federation, read_rows, write_rows
from xladdin.federation.register import make_federation, read_register
from xladdin.federation.updating import PoolJob, combine_tables

TODAY = NOW.date()


def federation_of(folder: Path, key: str, *seeds: int) -> Federation:
    made = make_federation(folder / "federation", xladdin.system(key), "", Language("en"))
    for seed in seeds:
        source = folder / f"own {seed}"
        source.mkdir()
        shutil.copy(book_of(key, source, random_tables(key, 100, 0, seed)), made.folder / "clubs" / f"club{seed}.xlsx")
    return pooled(made.folder)


@pytest.mark.parametrize("key", KEYS)
def test_a_club_alone_in_a_pool_has_its_own_ratings(key: str, tmp_path: Path) -> None:
    federation = federation_of(tmp_path, key, 7)
    done = updated(federation)
    outcomes = (*done.clubs.values(), *done.pools.values())
    assert [outcome for outcome in outcomes if isinstance(outcome, Exception)] == []
    club, pool = (read_rows(federation.data, table, "club7") for table in ("players", "pool_players"))
    columns = ("rating", "games", "highest", "last_played", "rank")
    assert [[row["person"], *(row[column] for column in columns)] for row in pool] == [
        [row["player"], *(row[column] for column in columns)] for row in club
    ]
    for table in ("ratings", "changes"):
        assert read_rows(federation.data, f"pool_{table}", "club7") == read_rows(federation.data, table, "club7")


def test_a_person_begins_as_the_first_club_says_unless_the_register_does(tmp_path: Path) -> None:
    day = date(2025, 12, 2)
    first = {
        "start_rating": 1500, "start_games": 4, "start_last_played": day, "start_missed": 3, "start_corrected": 1480,
        "start_assigned": 1490, "start_results": "1500: 56.4", "start_returned": day,
    }  # fmt: skip
    for club, played in (("a", date(2026, 2, 3)), ("b", date(2026, 1, 6))):
        start = first if club == "b" else {"start_rating": 1300}
        write_rows(tmp_path, "players", club, [{"player": "Ann", **start, "first_played": played}])
    system = xladdin.system("lexington")
    unit = PoolJob("a", {"a": {"Ann": "Ann"}, "b": {"Ann": "Ann"}}, {}, system, tmp_path, TODAY, "")
    for starts, rating, games in (({}, 1500, 4), ({"ann": (1600, None)}, 1600, 4), ({"ann": (None, 9)}, 1500, 9)):
        headings, *rows = combine_tables(unit._replace(starts=starts))[0]
        expected = {"player": "Ann", **first, "start_rating": rating, "start_games": games}
        keys = [str(name).lower().replace(" ", "_") for name in headings]
        assert [dict(zip(keys, row)) for row in rows] == [expected]


def test_an_adjustment_for_everybody_is_for_those_of_the_club_who_had_begun(tmp_path: Path) -> None:
    day, later = date(2026, 1, 6), date(2026, 2, 3)
    clubs = {
        "a": (("Ann", None, day), ("Bob", 1500, None), ("Cyd", None, later), ("Dee", None, None)),
        "b": (("Eve", 1500, day),),
    }
    for club, players in clubs.items():
        columns = ("player", "start_rating", "first_played")
        write_rows(tmp_path, "players", club, [dict(zip(columns, player)) for player in players])
    adjustments = [{"date": later, "player": None, "points": 10}, {"date": day, "player": "Dee", "points": 20}]
    write_rows(tmp_path, "adjustments", "a", adjustments)
    persons = {club: {player: player for player, *_ in players} for club, players in clubs.items()}
    unit = PoolJob("a", persons, {}, xladdin.system("lexington"), tmp_path, TODAY, "")
    changes = combine_tables(unit)[2] or []
    assert changes[1:] == [[day, "Dee", 20], [later, "Ann", 10], [later, "Bob", 10]]
    alone = combine_tables(unit._replace(persons={"a": persons["a"]}))[2] or []
    assert alone[1:] == [[day, "Dee", 20], [later, None, 10]]


@pytest.mark.parametrize(
    ("first", "second", "active"),
    [
        ((True, False), (False, True), "Yes"),
        ((True, True), (False, True), "Left"),
        ((False, False), (False, True), "No"),
    ],
)
def test_who_is_at_one_camp_is_active(
    first: tuple[bool, bool], second: tuple[bool, bool], active: str, tmp_path: Path
) -> None:
    for club, (is_active, has_left) in {"a": first, "b": second}.items():
        write_rows(tmp_path, "players", club, [{"player": "Ann", "active": is_active, "gone": has_left}])
    persons = {"a": {"Ann": "Ann"}, "b": {"Ann": "Ann"}}
    unit = PoolJob("a", persons, {}, xladdin.system("sca"), tmp_path, TODAY, "")
    headings, cells = combine_tables(unit)[0]
    assert cells[headings.index("Active")] == active


@pytest.mark.parametrize("key", KEYS)
def test_a_pool_of_two_clubs_agrees_with_the_second_computation(key: str, tmp_path: Path) -> None:
    federation = federation_of(tmp_path, key, 8, 9)
    answers = [("Ann", "club8", "Ann"), ("Ann", "club9", "Ann"), ("Bobby", "club8", "Bob"), ("Bobby", "club9", "Cyd")]
    persons_typed(federation, *answers)
    done = updated(federation)
    outcomes = (*done.clubs.values(), *done.pools.values())
    assert [outcome for outcome in outcomes if isinstance(outcome, Exception)] == []
    assert list(done.pools) == ["club8"]
    persons: dict[str, dict[str, str]] = {}
    for row in read_rows(federation.data, "persons", ALL_PERSONS):
        persons.setdefault(row["club"], {})[row["player"]] = row["person"]
    starts = read_register(federation)[0].starts
    unit = PoolJob("club8", persons, starts, federation.system, federation.data, TODAY, "")
    players, games, extra = combine_tables(unit)
    names = {"dptr": ("results", "events"), "sca": ("games", "groups")}.get(key, ("games", "adjustments"))
    tables = {"players": players, **dict(zip(names, (games, extra or [])))}
    path = book_of(key, tmp_path, {name: dates_as_text(rows) for name, rows in tables.items()})
    assert recalc_club(path).problems == []
    verdict = verify_file(path, NOW)
    assert verdict.agreeing > 200
    assert verdict.disagreements == []
    workbook = xladdin.open_workbook(path, TODAY)
    headings, *rows = workbook.tables["Players"]
    column = headings.index("Rating" if "Rating" in headings else "Permanent")
    written = {row[0]: row[column] for row in rows}
    pool = {row["person"]: row["rating"] for row in read_rows(federation.data, "pool_players", "club8")}
    rated = {person: rating for person, rating in pool.items() if rating is not None}
    assert len(rated) > 20
    assert {person: written[person] for person in rated} == rated
