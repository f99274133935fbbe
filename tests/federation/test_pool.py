"""Contract of a pool: it rates as one workbook with all games of its clubs, by its own replay and by the oracle."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest

from tests.federation.clubs import persons_typed, pooled
from tests.helpers.clubs import KEYS, NOW, Rows, book_of
from tests.helpers.random_clubs import random_club
from tests.oracle.verify import verify_file
from xladdin.federation.folder import ALL, Federation, put_rows, read_federation, rows_of
from xladdin.federation.register import make_federation, read_register
from xladdin.federation.updating import PoolUnit, pooled_tables, update
from xladdin.files.club_file import open_club_file
from xladdin.files.workbook_writer import write_blocks
from xladdin.hosts.file_commands import recalculate_file
from xladdin.systems import system_named
from xladdin.workbook.new_workbook import fill_template


def awkward(key: str, seed: int, rows: int) -> dict[str, Rows]:
    """The rows of an awkward club, headings first: byes, ties, double games, forfeits, adjustments for everybody."""
    return {
        name.lower(): [
            list(table.headings),
            *([cell.isoformat() if isinstance(cell, date) else cell for cell in row] for row in table.rows),
        ]
        for name, table in random_club(system_named(key), seed, rows).items()
    }


def federation_of(folder: Path, key: str, *seeds: int) -> Federation:
    made = make_federation(folder / "federation", system_named(key), "")
    for seed in seeds:
        own = folder / f"own {seed}"
        own.mkdir()
        shutil.copy(book_of(key, own, awkward(key, seed, 100)), made.folder / "clubs" / f"club{seed}.xlsx")
    return pooled(made.folder)


@pytest.mark.parametrize("key", KEYS)
def test_a_club_alone_in_a_pool_has_its_own_ratings(key: str, tmp_path: Path) -> None:
    found = federation_of(tmp_path, key, 7)
    done = update(found, NOW)
    assert [came for came in (*done.clubs.values(), *done.pools.values()) if isinstance(came, Exception)] == []
    own, pool = (rows_of(found.data, table, "club7") for table in ("players", "pool_players"))
    assert pool["person"] == own["player"]
    for column in ("rating", "games", "highest", "last_played", "rank"):
        assert pool[column] == own[column], column
    for table in ("ratings", "changes"):
        assert rows_of(found.data, f"pool_{table}", "club7") == rows_of(found.data, table, "club7")


def test_a_person_begins_as_the_first_club_says_unless_the_register_does(tmp_path: Path) -> None:
    day = date(2025, 12, 2)
    first = {
        "start_rating": 1500, "start_games": 4, "start_last_played": day, "start_missed": 3, "start_corrected": 1480,
        "start_assigned": 1490, "start_results": "1500: 56.4", "start_returned": day,
    }  # fmt: skip
    for club, played in (("a", date(2026, 2, 3)), ("b", date(2026, 1, 6))):
        own = first if club == "b" else {**dict.fromkeys(first), "start_rating": 1300}
        row = {"player": "Ann", **own, "first_played": played}
        put_rows(tmp_path, "players", club, {name: [cell] for name, cell in row.items()})
    unit = PoolUnit("a", {"a": {"Ann": "Ann"}, "b": {"Ann": "Ann"}}, {}, system_named("lexington"), tmp_path, NOW, "")
    for starts, rating, games in (({}, 1500, 4), ({"ann": (1600, None)}, 1600, 4), ({"ann": (None, 9)}, 1500, 9)):
        players = pooled_tables(unit._replace(starts=starts))["Players"]
        told = {"player": "Ann", **first, "start_rating": rating, "start_games": games}
        held = {name.lower().replace(" ", "_"): players.column(name) for name in players.headings}
        assert held == {name: [cell] for name, cell in told.items()}


def test_an_adjustment_for_everybody_is_for_those_of_the_club_who_had_begun(tmp_path: Path) -> None:
    day, later = date(2026, 1, 6), date(2026, 2, 3)
    clubs = {
        "a": (("Ann", None, day), ("Bob", 1500, None), ("Cyd", None, later), ("Dee", None, None)),
        "b": (("Eve", 1500, day),),
    }
    for club, players in clubs.items():
        rows = zip(*players)
        put_rows(tmp_path, "players", club, dict(zip(("player", "start_rating", "first_played"), map(list, rows))))
    put_rows(tmp_path, "adjustments", "a", {"date": [later, day], "player": [None, "Dee"], "points": [10, 20]})
    persons = {club: {player: player for player, *_ in players} for club, players in clubs.items()}
    unit = PoolUnit("a", persons, {}, system_named("lexington"), tmp_path, NOW, "")
    told = pooled_tables(unit)["Adjustments"]
    assert [*zip(*told.columns)] == [(day, "Dee", 20), (later, "Ann", 10), (later, "Bob", 10)]
    alone = pooled_tables(unit._replace(persons={"a": persons["a"]}))["Adjustments"]
    assert [*zip(*alone.columns)] == [(day, "Dee", 20), (later, None, 10)]


@pytest.mark.parametrize(
    ("one", "other", "active"),
    [
        ((True, False), (False, True), "Yes"),
        ((True, True), (False, True), "Left"),
        ((False, False), (False, True), "No"),
    ],
)
def test_who_is_at_one_camp_is_active(
    one: tuple[bool, bool], other: tuple[bool, bool], active: str, tmp_path: Path
) -> None:
    for club, (is_active, has_left) in {"a": one, "b": other}.items():
        put_rows(tmp_path, "players", club, {"player": ["Ann"], "active": [is_active], "gone": [has_left]})
    unit = PoolUnit("a", {"a": {"Ann": "Ann"}, "b": {"Ann": "Ann"}}, {}, system_named("sca"), tmp_path, NOW, "")
    assert pooled_tables(unit)["Players"].column("Active") == [active]


@pytest.mark.parametrize("key", KEYS)
def test_a_pool_of_two_clubs_agrees_with_the_second_computation(key: str, tmp_path: Path) -> None:
    found = federation_of(tmp_path, key, 8, 9)
    answers = [("Ann", "club8", "Ann"), ("Ann", "club9", "Ann"), ("Bobby", "club8", "Bob"), ("Bobby", "club9", "Cyd")]
    persons_typed(found, *answers)
    done = update(found, NOW)
    assert [came for came in (*done.clubs.values(), *done.pools.values()) if isinstance(came, Exception)] == []
    assert list(done.pools) == ["club8"]
    listed = rows_of(found.data, "persons", ALL)
    persons: dict[str, dict[str, str]] = {}
    for person, club, name in zip(listed["person"], listed["club"], listed["player"]):
        persons.setdefault(club, {})[name] = person
    register, _ = read_register(found.register)
    unit = PoolUnit("club8", persons, register.starts, found.system, found.data, NOW, "")
    path = tmp_path / "one.xlsx"
    file, blocks = fill_template(found.system, path, "", pooled_tables(unit), NOW, lambda_names=False)
    with path.open("wb") as target:
        write_blocks(file, blocks, target)
    assert recalculate_file(path, None, NOW).problems == []
    book = open_club_file(path)
    verdict = verify_file(path, NOW)
    assert verdict.agreeing > 200
    assert verdict.disagreements == []
    pool = rows_of(found.data, "pool_players", "club8")
    players = book.tables["Players"]
    held = dict(zip(players.column("Player") or (), players.column("Rating") or players.column("Permanent") or ()))
    begun = {person: rating for person, rating in zip(pool["person"], pool["rating"]) if rating is not None}
    assert len(begun) > 20
    assert {person: held[person] for person in begun} == begun
    assert read_federation(found.folder).rating == "pool"
