"""The workbook of the next season and a renewed one, and a year by command: what comes along and goes on."""

from __future__ import annotations

import datetime as dt
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.worksheet.table import Table

from tests.corpus.editing import renamed_sheets
from tests.helpers.clubs import (
    LATER,
    NOW,
    ONE_OF_EACH_KIND,
    book_of,
    column,
    load_values,
    random_tables,
    recalc_club,
    rule_cell,
    sample_book,
    set_cells,
)
from tests.helpers.evenings import edit, mark
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.helpers.suite.length import examples
from tests.oracle import engine
from tests.oracle.engine import cell_tables, replayed
from tests.oracle.log import Adjustment, Entry, ScoreGame, camp_tables, camps, club_tables, clubs, tours
from tests.oracle.replaying import verify_file
from tests.workbook.conftest import add_column
from xladdin import RatingSystem
from xladdin.cells import CellTable
from xladdin.files.club_file import open_club_file
from xladdin.hosts.file_commands import rollover_file
from xladdin.pairing import read_evening
from xladdin.systems import SYSTEMS
from xladdin.systems.montreal import Montreal
from xladdin.systems.system import WHEN_DUE
from xladdin.workbook.rollover import build_start_tables
from xladdin.workbook.schema import FIRST_DATA_ROW, FORMAT_VERSION, FORMAT_VERSION_NAME, HEADINGS_ROW


def players_of(path: Path) -> dict[str, dict[str, object]]:
    sheet = openpyxl.load_workbook(path, data_only=True)["Players"]
    headings, *rows = sheet.iter_rows(HEADINGS_ROW, values_only=True)
    return {row[0]: dict(zip(headings, row)) for row in rows if row[0]}


@pytest.mark.parametrize("command", ["rollover", "renew"])
@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_the_ratings_come_along_and_the_log_into_a_renewed_workbook_alone(
    key: str, command: str, tmp_path: Path
) -> None:
    old, new = sample_book(key, tmp_path), tmp_path / "new.xlsm"
    before = old.read_bytes()
    assert f"Created {new}." in run_cleanly(command, old, new)
    assert old.read_bytes() == before
    was, now = players_of(old), players_of(new)
    if command == "renew":
        assert now == was
        for sheet in ("Standings", "Scoreboard", "Crosstable"):
            rows = [[*load_values(path)[sheet].iter_rows(min_row=5, values_only=True)] for path in (old, new)]
            assert rows[0] == rows[1]
    else:
        heading = "Permanent" if key == "sca" else "Rating"
        assert {name: row[heading] for name, row in now.items()} == {name: row[heading] for name, row in was.items()}
        log = openpyxl.load_workbook(new)["Results" if key == "dptr" else "Games"]
        assert [cell.value for cell in log["A"]][HEADINGS_ROW:] == [None]
    assert recalc_club(new).blocks == []


def test_what_is_the_clubs_own_comes_along(tmp_path: Path) -> None:
    """Title, an edited rule, a setting, a band and a column of Players come along. The club's own sheet is named."""
    old, new = book_of("mississauga", tmp_path, random_tables("mississauga", 120, 10, 5)), tmp_path / "next.xlsx"
    settings: dict[str, object] = {"club_title": "Club du Lac", "rule_newcomer_games": 30, "club_history_periods": 12}
    set_cells(old, *(("Rules", rule_cell(old, name), value) for name, value in settings.items()))
    workbook = openpyxl.load_workbook(old)
    rules = workbook["Rules"]
    first, last = re.findall(r"\d+", workbook.defined_names["rule_expert_from"].attr_text)
    band = int(last) + 1
    rules[f"A{band}"], rules[f"B{band}"] = 2200, 0.4
    for name, letter in (("rule_expert_from", "A"), ("rule_expert_multiplier", "B")):
        workbook.defined_names[name].attr_text = f"Rules!${letter}${first}:${letter}${band}"
    workbook.create_sheet("Minutes")["A1"] = "of the last meeting"
    workbook.save(old)
    add_column(old, "Players", "Telephone", "555-0001")
    renamed_sheets(old, {"Games": "Parties", "Standings": "Classement", "Calculator": "Outils"})
    recalc_club(old)
    result = run_cleanly("rollover", old, new)
    assert "Your own sheets stay in the old workbook: Minutes." in result
    made = openpyxl.load_workbook(new)["Rules"]
    assert {name: made[rule_cell(new, name)].value for name in settings} == settings
    bands = [cell for cell in made["A"] if cell.value == 2200]
    assert [made.cell(cell.row, 2).value for cell in bands] == [0.4]
    assert [row["Telephone"] for row in players_of(new).values()] == ["555-0001"] * 10


def rows_of(path: Path, sheet: str, *headings: str) -> list[tuple[object, ...]]:
    columns = [column(load_values(path)[sheet], heading) for heading in headings]
    return [row for row in zip(*columns) if row[0] is not None]


@pytest.mark.parametrize("command", [["rollover"], ["rollover", "--keep-log"], ["renew"]])
def test_groups_aliases_and_permanent_ratings_come_along(command: list[str], tmp_path: Path) -> None:
    tables = {
        "groups": [["Group", "Initial rating"], ["Knights", 1200], ["Pawns", 1000]],
        "players": [["Player", "Group", "Active", "Start permanent", "Web"],
                    ["Ann", "Knights", "Yes", 1300, "initials"], ["Bob", "Pawns", "Left", "", "none"],
                    ["Cyd", "Pawns", "No", "", ""]],
        "aliases": [["Alias", "Player"], ["Annie", "Ann"], ["Robert", "Bob"]],
        "games": [["Date", "White", "Black", "Result"], ["2025-07-07", "Ann", "Bob", "(0-1)"],
                  ["2025-07-08", "Bob", "Ann", "(1/2-1/2)"]],
    }  # fmt: skip
    old, new = book_of("sca", tmp_path, tables), tmp_path / "next.xlsx"
    recalc_club(old)
    run_cleanly(*command, old, new)
    headings = ("Player", "Permanent", "Group", "Active", "Web")
    assert rows_of(new, "Players", *headings) == rows_of(old, "Players", *headings)
    assert rows_of(new, "Groups", "Group", "Initial rating") == [("Knights", 1200), ("Pawns", 1000)]
    assert rows_of(new, "Aliases", "Alias", "Player") == [("Annie", "Ann"), ("Robert", "Bob")]
    games = [("Ann", "(0-1)"), ("Bob", "(1/2-1/2)")]
    assert rows_of(new, "Games", "White", "Result") == ([] if command == ["rollover"] else games)
    if command == ["rollover"]:
        assert rows_of(new, "Players", "Player", "Rating") == [("Ann", 1200), ("Bob", 1000), ("Cyd", None)]


@pytest.mark.parametrize("command", ["rollover", "renew"])
def test_an_adjustment_that_is_due_is_in_the_ratings_that_come_along(command: str, tmp_path: Path) -> None:
    """Pierre won 8 points at 1234, as the page says, and the 25 took effect after the last session."""
    old, new = sample_book("mississauga", tmp_path), tmp_path / "next.xlsx"
    when = rule_cell(old, "rule_adjustments_take_effect")
    set_cells(old, ("Adjustments", "A4", date(2024, 9, 20)), ("Adjustments", "C4", 25), ("Rules", when, WHEN_DUE))
    run_cleanly(command, old, new)
    assert players_of(new)["Pierre"]["Rating"] == 1234 + 8 + 25
    waiting = openpyxl.load_workbook(new)["Adjustments"]["C4"].value
    assert waiting == (None if command == "rollover" else 25)


@pytest.mark.parametrize("command", ["rollover {} {}.new.xlsx", "renew {} {}.new.xlsx"])
def test_a_game_below_its_table_is_not_left_behind(command: str, tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    below = (("A10", "2024-09-17"), ("B10", "Pierre"), ("C10", 400), ("D10", "Kim"), ("E10", 300))
    set_cells(path, *(("Games", address, value) for address, value in below))
    result = run_here(*(argument.format(path) for argument in command.split()))
    assert result.status == 1
    assert 'Games row 10, Date: "2024-09-17" – is below the table Games, after a blank row' in result.err
    assert [*tmp_path.glob("*.new.xlsx")] == []


def of_another_form(key: str, folder: Path) -> Path:
    """Make the sample of the system in an unknown form: without its number."""
    path = sample_book(key, folder, recalculated=False)
    set_cells(path, ("Start", str(open_club_file(path).ranges[FORMAT_VERSION_NAME][1]), None))
    return path


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_workbook_of_another_form_is_refused_and_renewed(key: str, tmp_path: Path) -> None:
    path = of_another_form(key, tmp_path)
    before = path.read_bytes()
    for command in (["recalc"], ["pair"], ["lite"], ["doctor"], ["rollover", "new.xlsx"], ["print"]):
        result = run_here(command[0], path, *(tmp_path / name for name in command[1:]))
        refused = " ".join((result.err + result.out).split())
        assert result.status != 0
        assert re.search(r"should contain 3, but contains no number\b.* xladdin renew OLD NEW", refused), command
    assert path.read_bytes() == before
    made = tmp_path / "new.xlsx"
    assert run_here("renew", path, made).status == 0
    sample = sample_book(key, tmp_path / "sample")
    assert rows_of(made, "Players", "Player", "Rating") == rows_of(sample, "Players", "Player", "Rating")
    assert not recalc_club(made, LATER).blocks


LEFT_BEHIND = {
    "customXml/item1.xml": ("<x/>", "custom XML"),
    "xl/connections.xml": ("<x/>", "data connections"),
    "docMetadata/LabelInfo.xml": ("<x/>", "a sensitivity label"),
    "xl/media/image1.png": ("<x/>", "pictures and other objects"),
    "xl/pivotTables/pivotTable1.xml": ("<x/>", "pivot tables"),
    "xl/drawings/drawing99.xml": ('<xdr:sp macro=""/>', "shapes and text boxes"),
    "xl/worksheets/sheet99.xml": ("<x14:sparklineGroup/>", "sparklines"),
    "xl/charts/chart99.xml": ("<c:chartSpace/>", "charts of your own"),
}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return sample_book("montreal", tmp_path)


def renewed(old: Path) -> str:
    result = run_cleanly("renew", old, old.with_name("new.xlsx"))
    return result


def test_every_part_that_is_left_behind_is_named(old: Path) -> None:
    assert "old workbook" not in renewed(old)
    old.with_name("new.xlsx").unlink()
    with zipfile.ZipFile(old, "a") as archive:
        for part, (content, _) in LEFT_BEHIND.items():
            archive.writestr(part, content)
    (line,) = (line for line in renewed(old).splitlines() if "These stay in the old workbook: " in line)
    names = line.partition(": ")[2].removesuffix(".").split(", ")
    assert sorted(names) == sorted(name for _, name in LEFT_BEHIND.values())


def test_words_typed_beside_what_is_ours_are_named_but_no_cell_of_another_table(old: Path) -> None:
    workbook = openpyxl.load_workbook(old)
    workbook["Start"]["C60"], workbook["Players"]["T5"] = "Key of the club room: Ann", "Own"
    workbook["Rules"]["M3"], workbook["Rules"]["M4"] = "agreed in May", "and in June"
    games = workbook["Games"]
    games["T6"], games["T7"] = "Cup", "Silver"
    games.add_table(Table(displayName="Cups", ref="T6:T7"))
    games["T10"], games["B200"] = "ask Ann", "below"
    workbook.save(old)
    result = renewed(old)
    assert '"Key of the club room: Ann" in Start, C60, stays in the old workbook.' in result
    assert '"Own" in Players, T5, stays in the old workbook.' in result
    assert '"agreed in May" in Rules, M3, and 1 more cell there stay in the old workbook.' in result
    assert '"ask Ann" in Games, T10, and 1 more cell there stay in the old workbook.' in result


CellTables = dict[str, CellTable]


def chosen(table: CellTable, rows: list[int]) -> CellTable:
    return CellTable(table.name, table.headings, tuple([column[row] for row in rows] for column in table.columns))


def rated(system: RatingSystem, tables: CellTables) -> engine.Replay:
    return engine.replay_log(engine.read_log(system, tables).require_valid())


def rolled(system: RatingSystem, tables: CellTables, parts: int, part_of: Callable[[str, int], int]) -> engine.Replay:
    """Return the last of the logs into which the rows are parted. Each begins where the one before ended."""
    logs = [name for name in ("Games", "Events", "Results") if name in tables]
    carried = {name: table for name, table in tables.items() if name not in logs}
    for part in range(parts):
        rows = {name: [row for row in range(tables[name].rows) if part_of(name, row) == part] for name in logs}
        log = {name: chosen(tables[name], rows[name]) for name in logs}
        replayed = rated(system, carried | log)
        if part + 1 < parts:
            club_file: Any = SimpleNamespace(tables=carried | log, names={FORMAT_VERSION_NAME: FORMAT_VERSION})
            starts = build_start_tables(club_file, replayed)
            carried = {name: table for name, table in starts.items() if name not in logs}
    return replayed


def standing(replayed: engine.Replay) -> dict[str, dict[str, Any]]:
    """Everything that the Players table says of each player, and what decides on the lists."""
    system, state = replayed.log.system, replayed.state
    absences = [replayed.absence(player) for player in range(len(replayed.log.players))]
    columns = {**system.player_columns(state), "Missed": [absence.sessions for absence in absences]}
    columns["Unranked"] = [system.is_unranked(state, player, absence) for player, absence in enumerate(absences)]
    return {
        player.name: {heading: values[number] for heading, values in columns.items()}
        for number, player in enumerate(replayed.log.players)
    }


@pytest.mark.parametrize(
    "system", [*(SYSTEMS[key] for key in ("mississauga", "montreal", "lexington", "sca", "dptr")),
               Montreal(rated_together="game")],
)  # fmt: skip
@settings(max_examples=examples(30))
@given(data=st.data())
def test_a_log_that_is_cut_anywhere_rates_as_the_whole(system: RatingSystem, data: st.DataObject) -> None:
    if system.key == "sca":
        tables = cell_tables(camp_tables(*data.draw(camps())))
        cut = data.draw(st.integers(0, tables["Games"].rows))
        week, whole = rolled(system, tables, 2, lambda _, row: row >= cut), rated(system, tables)
        assert week.state.permanent == whole.state.permanent  # type: ignore[attr-defined]
        starts = [player.initial_rating or 0 for player in week.log.players]
        assert system.create_initial_state(week.log.players).rating == starts, "the week starts again"
        return
    if system.key == "dptr":
        tables = cell_tables(data.draw(tours()))
        day_of = dict(zip(*tables["Events"].columns[:2]))
        days: dict[str, Sequence[Any]] = {name: [day_of[event] for event in tables[name].columns[0]]
                                          for name in ("Events", "Results")}  # fmt: skip
    else:
        tables = cell_tables(club_tables(*data.draw(clubs(double=system.key == "montreal"))))
        days = {"Games": tables["Games"].columns[0]}
    every = sorted({day for column in days.values() for day in column})
    cuts = sorted(data.draw(st.sets(st.sampled_from(every), max_size=2))) if every else []
    last = rolled(system, tables, len(cuts) + 1, lambda name, row: sum(days[name][row] > cut for cut in cuts))
    assert standing(last) == standing(rated(system, tables))


def test_a_correction_of_a_player_who_has_not_begun_goes_on() -> None:
    days = date(2026, 1, 6), date(2026, 1, 13)
    games = [ScoreGame(days[0], "Ann", 400, "Bob", 380), ScoreGame(days[1], "New", 400, "Ann", 380)]
    players = {"Ann": Entry(1500, 60), "Bob": Entry(1500, 60), "New": Entry()}
    tables = cell_tables(club_tables(players, games, [Adjustment(days[0], "New", 50)]))
    system = SYSTEMS["mississauga"]
    assert standing(rolled(system, tables, 2, lambda _, row: row)) == standing(rated(system, tables))


@pytest.mark.parametrize("key", ["mississauga", "montreal", "lexington", "sca", "dptr"])
def test_records_opponents_and_who_met_go_on_in_the_workbook_of_the_next_season(key: str, tmp_path: Path) -> None:
    """All records go on but runs, which a new log begins again. At camp the week begins at the group's rating."""
    tables = random_tables(key, 60 if key == "dptr" else 900, 20, len(key))
    whole = engine.Statistics(replayed(key, tables))
    rows = whole.replay.log.games.date
    dates = whole.season.games.date
    begins = str(dates[len(dates) // 2] if key == "sca" else dates[0]) if rows else ""
    headings, *games = tables.get("games", [[]])
    season = [row for row in games if str(row[0]) >= begins]
    before = {"games": [headings, *(row for row in games if row not in season)]} if season else {}
    old, new = book_of(key, tmp_path, {**tables, **before}), tmp_path / "new.xlsx"
    rollover_file(old, new, LATER, keep_log=False)
    rest = dict(open_club_file(new).tables) | (cell_tables({"games": [headings, *season]}) if season else {})
    after = engine.Statistics(rated(SYSTEMS[key], rest))
    for player, _ in enumerate(whole.replay.log.players):
        assert after.lifetime.record(player) == pytest.approx(whole.lifetime.record(player))
        met, known = (
            {other: (r.wins, r.losses, r.ties) for other, r in statistics.lifetime.results_against(player).items()}
            for statistics in (after, whole)
        )
        assert met == known
        assert after.lifetime.game_counts.get(player, 0) == whole.lifetime.game_counts.get(player, 0)
    if key == "dptr":
        return
    if key != "sca":
        assert after.rating_ranges.best == whole.rating_ranges.best
        assert after.rating_ranges.lowest == whole.rating_ranges.lowest
        assert engine.compare_seasons(after, 20) == engine.compare_seasons(whole, 20)
        assert any(line.last_season is not None for line in engine.compare_seasons(after, 20))
    records, going_on = (
        {lines[0].record: [line.value for line in lines] for lines in engine.list_all_time_records(statistics)}
        for statistics in (whole, after)
    )
    assert records.keys() == going_on.keys()
    for name, values in records.items():
        if not str(name).endswith("in a row") and (key, name) != ("sca", "Biggest upset"):
            assert going_on[name] == values, name

    log, first = after.replay.log, after.replay.log.sessions[0]
    schema = log.system.log_schema
    evening = read_evening(
        log,
        CellTable(schema.table, tuple(schema.required_headings), tuple([] for _ in schema.required_headings)),
        first,
        4,
    )
    played = whole.replay.log.games
    days = sorted({day for day in played.date if day < first})[-4:]
    pairs = zip(played.date, played.player1, played.player2)
    assert evening is not None
    met = Counter((min(pair), max(pair)) for day, *pair in pairs if day in days)
    assert evening.meeting_costs == met
    byes, later = whole.lifetime.totals.byes, after.lifetime.totals.byes
    assert [evening.byes[player] + later[player] for player, _ in enumerate(byes)] == byes


MISSPELT, RIGHT = "Player 1b", "Player 001"


def run(path: Path, command: str, *arguments: object, agreeing: int = 1000) -> str:
    """Run a command, and compare every figure of the workbook that it leaves with the second computation."""
    output = run_cleanly(command, *arguments)
    verdict = verify_file(path, NOW)
    assert verdict.disagreements == [] and verdict.agreeing > agreeing
    return output


def ratings(path: Path) -> dict[object, object]:
    players = load_values(path)["Players"]
    return {name: rating for name, rating in zip(column(players, "Player"), column(players, "Rating")) if name}


def test_a_year_by_command_is_rated_as_the_oracle_does(tmp_path: Path) -> None:
    """Of thirty players eight come without a rating, and one is there twice, misspelt on one evening."""
    tables = random_tables("lexington", 300, 30, seed=7)
    headings, *games = tables["games"]
    people = [*tables["players"][:-8], *([name, *[""] * len(rest)] for name, *rest in tables["players"][-8:])]
    day = next(row[0] for row in games[100:] if RIGHT in row)
    spelt = [[MISSPELT if row[0] == day and cell == RIGHT else cell for cell in row] for row in games]
    newcomer = [MISSPELT, *[""] * (len(people[0]) - 1)]
    misspelt = {**tables, "players": [*people, newcomer], "games": [headings, *spelt]}
    club, following = book_of("lexington", tmp_path, misspelt), tmp_path / "next.xlsx"
    run(club, "recalc", club)

    corrected = [("Games", f"{letter}{FIRST_DATA_ROW}", score) for letter, score in (("C", 555), ("E", 111))]
    boost = [("Adjustments", "A4", dt.date.fromisoformat(str(day))), ("Adjustments", "C4", 12)]
    set_cells(club, *corrected, *boost)
    assert f"Games row {FIRST_DATA_ROW} was changed:" in run(club, "recalc", club)

    run(club, "merge", club, MISSPELT, RIGHT, "--yes")
    (tmp_path / "right").mkdir()
    right = book_of("lexington", tmp_path / "right", {**tables, "players": people})
    set_cells(right, *corrected, *boost)
    run(right, "recalc", right)
    assert ratings(club) == ratings(right)

    tonight = dt.date.fromisoformat(max(str(row[0]) for row in games)) + dt.timedelta(7)
    mark(club)
    edit(club, tonight_date=tonight, tonight_rounds=1)
    assert "round 1: 15 tables paired." in run(club, "pair", club)
    result = run(following, "rollover", club, following, agreeing=100)
    assert "15 games not played yet stay in the old workbook." in result
    assert ratings(following) == ratings(right)

    evening = [(tonight, f"Player {n:03d}", 400, f"Player {n + 15:03d}", 390) for n in range(1, 16)]
    set_cells(following, *(("Games", f"{letter}{row}", cell) for row, cells in enumerate(evening, FIRST_DATA_ROW)
                        for letter, cell in zip("ABCDE", cells)))  # fmt: skip
    run(following, "recalc", following, agreeing=100)
    report = run(following, "player", following, RIGHT, agreeing=100)
    assert report.startswith(f"{RIGHT}: {ratings(following)[RIGHT]}, ")
