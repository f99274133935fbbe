"""Contract of names: whose it is in a workbook, an imported file and a command; `xladdin rename` and `merge`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.editing import column_of, read_ratings
from tests.helpers.clubs import book_of, set_cells
from tests.helpers.programs.command_line import run_cleanly, run_here, run_refused
from tests.helpers.random_clubs import random_club
from tests.helpers.suite.length import examples
from tests.imports.importing import (
    CANNOT,
    DONE,
    answers_in,
    club_with_a_false_newcomer,
    copied,
    import_text,
    who,
)
from tests.oracle.engine import cell_tables
from xladdin import RatingSystem
from xladdin.cells import CellTable, cell_text, name_key
from xladdin.files.club_file import open_club_file
from xladdin.game_log.reading import read_log
from xladdin.replay import replay_log
from xladdin.systems import SYSTEMS
from xladdin.workbook.name_matching import MIN_SIMILARITY, AmbiguousNameError, NameIndex, PlayerLookup, merge_players
from xladdin.workbook.schema import REVIEW_TABLE

HEADINGS = "Date,Player 1,Score 1,Player 2,Score 2\n"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return club_with_a_false_newcomer(tmp_path)


def known(aliases: dict[str, str]) -> PlayerLookup:
    players = CellTable("Players", ("Player",), (["Ann Lee", "Roy, Tom", "Élise", "Zoë", "Bob"],))
    names = CellTable("Aliases", ("Alias", "Player"), (list(aliases), list(aliases.values())))
    return PlayerLookup({"Players": players, "Aliases": names})


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("Ann Lee", "Ann Lee"), (" ann  LEE ", "Ann Lee"), ("Lee, Ann", "Ann Lee"), ("Lee,Ann", "Ann Lee"),
        ("Tom Roy", "Roy, Tom"), ("Annie", "Ann Lee"), ("ANNIE", "Ann Lee"), ("Roy, T.", "Roy, Tom"),
        ("T. Roy", "Roy, Tom"), ("Ann", None), ("Anne Lee", None), ("bye", "Bye"),
        ("Léa", "Élise"), ("lea", "Élise"), ("LÉA", "Élise"), ("elise", "Élise"), ("Zoë", "Zoë"), ("Zoé", "Bob"),
    ],
)  # fmt: skip
def test_a_name_is_exact_or_an_alias_or_turned_round(name: str, player: str | None) -> None:
    """Without accents too, unless it then fits two."""
    names = known({"Annie": "Ann Lee", "Roy, T.": "tom roy", "Léa": "elise", "Zoé": "Bob"})
    assert names.find_player(name) == player
    with pytest.raises(AmbiguousNameError):
        names.find_player("Zoe")


def test_a_name_that_fits_two_is_asked_about_on_import(club: Path) -> None:
    for old, new in (("Piere", "Zoé"), ("Lester", "Zoë")):
        assert run_here("rename", club, old, new).status == DONE
    source = club.with_name("more.csv")
    source.write_text(f"{HEADINGS}2024-09-24,Zoe,400,Pierre,300\n")
    assert "It could be Zoé and Zoë." in run_here("import", club, source).err
    answers = answers_in(club.parent, who(Nix="Zed"))
    assert 'The answers say that "Nix" is "Zed". ' in run_refused("import", club, source, "--answers", answers)
    run_cleanly("import", club, source, "--answers", answers_in(club.parent, who(Zoe="Timo", Timo="Zoë")))
    assert column_of(club, "Games", "Player 1")[-1] == "Zoë"
    assert {"Zoe", "Timo"} <= set(column_of(club, "Aliases", "Alias")), "a name may be given by one that is given too"


@pytest.mark.parametrize("command", ["player", "rename", "merge", "forget"])
def test_a_name_of_nobody_ends_in_who_there_is(command: str, club: Path) -> None:
    def message_about(name: str) -> str:
        arguments = {"rename": ["X"], "merge": ["Pierre"], "forget": ["--yes"]}.get(command, [])
        return run_here(command, club, name, *arguments).err

    assert message_about("Nobody") == '"Nobody" is not a player. The players are Lester, Mackenzie, Piere, Pierre.\n'
    assert message_about("Lestre") == '"Lestre" is not a player. Did you mean "Lester"?\n'
    run_cleanly("rename", club, "Mackenzie", "Roy, Tom")
    assert message_about("Tom Roy") == '"Tom Roy" is not a player. Did you mean "Roy, Tom"?\n'


def test_a_row_typed_by_an_alias_or_without_accents_is_there_already(tmp_path: Path) -> None:
    """Games, placings and adjustments were taken a second time, and a result came to the wrong player."""
    tables = {
        "players": [["Player", "Start rating", "Start games"], ["Ann Lee", 1500, 100], ["Zoë", 1300, 60]],
        "aliases": [["Alias", "Player"], ["Annie", "Ann Lee"]],
        "games": [
            ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
            ["2025-01-06", "Ann Lee", 400, "Zoë", 410],
            ["2025-01-13", "Ann Lee", "", "Zoë", ""],
        ],
        "adjustments": [["Date", "Player", "Points"], ["2025-01-06", "Annie", 10]],
    }
    club = book_of("montreal", tmp_path, tables)
    typed_names = {"B4": "annie", "D4": "Zoe", "B5": "Annie", "D5": "ZOE"}
    set_cells(club, *(("Games", cell, name) for cell, name in typed_names.items()))
    assert run_here("recalc", club).status == DONE
    source = tmp_path / "more.csv"
    source.write_text("Date,Player,Points\n2025-01-06,Ann Lee,10\n")
    assert "New: nothing. Already in the workbook: 1 adjustment." in run_here("import", club, source).out
    source.write_text(f"{HEADINGS}2025-01-06,Annie,400,Zoe,410\n2025-01-13,Ann Lee,420,Zoë,350\n")
    output = run_cleanly("import", club, source)
    assert "New: nothing. Results for games that had none: 1. Already in the workbook: 1 game." in output
    columns = [column_of(club, "Games", heading)[1] for heading in ("Player 1", "Score 1", "Score 2")]
    assert columns == ["Annie", 420, 350]
    set_cells(club, *(("Games", f"{letter}4", None) for letter in "ABCDE"))
    output = run_here("import", club, source)
    assert "Left out, because they were removed from the workbook" in output.out


def test_two_names_that_are_alike_are_one_question(club: Path) -> None:
    assert import_text(club, "Player\nAdam Bell\nAdam Bells\n", "--dry-run").out.count("similar to") == 1
    run_cleanly("rename", club, "Piere", "Zoltan Quirk")
    assert "Similar names" not in column_of(club, REVIEW_TABLE, "What")


def like(name: str, others: Sequence[str]) -> list[str]:
    return [near.name for near in NameIndex(others).find_similar(name) if near.similarity >= MIN_SIMILARITY]


@pytest.mark.parametrize(
    ("name", "other"),
    [("Pierre", "Piere"), ("Ann Lee", "Lee, Anne"), ("J Smith", "John Smith"), ("John", "John Smith"),
     ("Zoë Ray", "Zoe Ray"), ("Jonathan Smyth", "Jonathon Smith"), ("O'Neil", "ONeil"), ("Mary Ann", "Maryann"),
     ("Jhon", "John"), ("P24", "P024"), ("Smith, John", "john smith jr."), ("Zoë", "Zoe"), ("Łiz", "Liz"),
     ("Bob Smith", "Robert Smith"), ("Peggy", "Margaret"), ("Bill", "William")],
)  # fmt: skip
def test_names_that_are_alike_suggest_each_other(name: str, other: str) -> None:
    assert like(name, [other]) == [other]
    assert like(other, [name]) == [name]


@pytest.mark.parametrize(
    ("name", "other"),
    [("P024", "P025"), ("Guest 1", "Guest 2"), ("Jon", "Joe"), ("Bob", "Rob"), ("Ann Lee", "Bob Lee"), ("Kim", "Kay"),
     ("Player E", "Player A"), ("John B", "John C"), ("ARAGON GUZMAN EMILIANO", "ARAGON GUZMAN SEBASTIAN"),
     ("Rafael Montgomery", "Vincent Montgomery")],
)  # fmt: skip
def test_names_that_are_not_alike_suggest_nothing(name: str, other: str) -> None:
    assert not like(name, [other])


FIRST = ["Christopher", "Maria", "Jean-Pierre", "Ludmila", "Oluwaseun", "Bartholomew", "Jo", "Xiuying", "Player"]
LAST = ["Robertson", "Wu", "van der Berg", "O'Sullivan", "Papadopoulos", "Nguyen", "Featherstonehaugh", "Ng"]
CROWD = [f"{first} {last}" for first in FIRST for last in LAST]


@st.composite
def slips(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a name of eight letters or more, and the same with a letter left out, doubled, exchanged or swapped."""
    name = draw(st.sampled_from([name for name in CROWD if len(name) >= 8]))
    index = draw(st.integers(1, len(name) - 2))
    start, letter, end = name[:index], name[index], name[index + 1 :]
    return name, start + draw(st.sampled_from([end, letter * 2 + end, "a" + end, "q" + end, end[0] + letter + end[1:]]))


@given(slips())
def test_one_slip_in_a_crowd_is_seen(names: tuple[str, str]) -> None:
    name, slipped = names
    assert name_key(slipped) == name_key(name) or name in like(slipped, CROWD)


def test_rename_changes_a_name_everywhere(club: Path) -> None:
    before = club.read_bytes()
    assert '"lester" is now "Lester Roy".' in run_cleanly("rename", club, "lester", "Lester  Roy")
    assert column_of(club, "Players", "Player") == ["Pierre", "Piere", "Mackenzie", "Lester Roy"]
    assert column_of(club, "Games", "Player 2") == ["Mackenzie", "Lester Roy"]
    assert column_of(club, "Aliases", "Alias") == ["Lester"]
    assert "Nothing has changed" in run_here("recalc", club).out
    assert run_here("undo", club).status == DONE
    assert club.read_bytes() == before


def test_rename_may_leave_the_old_name_in_the_journal_alone(club: Path) -> None:
    set_cells(club, ("Games", "C5", 300), ("Games", "E5", 300))
    assert run_here("recalc", club).status == DONE
    assert run_here("recalc", "--accept", "all", club).status == DONE
    output = run_here("rename", club, "lester", "Tom  Roy", "--no-alias")
    assert (output.status, "question" in output.out) == (DONE, False)  # what is settled stays so
    assert set(column_of(club, "Aliases", "Alias")) <= {None}
    club_file = open_club_file(club)
    assert {sheet for sheet in club_file.sheets if "Lester" in str(club_file.sheet_values(sheet))} == {"Journal"}


def test_rename_and_merge_know_a_name_without_its_accents(club: Path) -> None:
    """A name that Aliases gives to a player stays there."""
    assert run_here("rename", club, "Lester", "Élise").status == DONE
    set_cells(club, ("Games", "D5", "ELISE"))
    assert run_here("rename", club, "élise", "Léa").status == DONE
    assert column_of(club, "Games", "Player 2") == ["Mackenzie", "Léa"]
    assert sorted(map(str, column_of(club, "Aliases", "Alias"))) == ["Lester", "Élise"]
    set_cells(club, ("Games", "B5", "Píere"), ("Games", "D5", "lester"))
    assert "have played each other: Games row 5." in run_here("merge", club, "Piere", "Léa", "--yes").err
    assert run_here("merge", club, "Piere", "Pierre", "--yes").status == DONE
    assert column_of(club, "Games", "Player 1") == ["Pierre", "Pierre"]


@pytest.mark.parametrize(
    ("command", "names", "phrase"),
    [
        ("rename", ("Lester", "pierre"), "is already a player. If they are the same person: xladdin merge"),
        ("rename", ("Lester", "  "), "cannot be the name of a player"),
        ("rename", ("Lester", "Bye"), '"Bye" means no opponent; choose another name.'),
        ("merge", ("Pierre", "pierre", "--yes"), ""),
        ("merge", ("piere", "Pierre"), 'To merge "Piere" and "Pierre", add --yes.'),
        ("merge", ("Mackenzie", "Pierre", "--yes"), '"Pierre" have played each other: Games row 4. They are two pl'),
    ],
)
def test_what_cannot_be_is_refused(command: str, names: tuple[str, ...], phrase: str, club: Path) -> None:
    before = club.read_bytes()
    output = run_here(command, club, *names)
    assert output.status == CANNOT
    assert phrase in output.err
    assert club.read_bytes() == before
    if "--yes" not in names and command == "merge":
        rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in output.out.splitlines() if "│" in line]
        rated = read_ratings(club)
        assert rows == [["Piere", "1", f"{rated['Piere']:.0f}"], ["Pierre", "121", f"{rated['Pierre']:.0f}"]]


def test_merge_makes_two_spellings_one_player(club: Path) -> None:
    before = club.read_bytes()
    assert "Similar names" in column_of(club, REVIEW_TABLE, "What")
    output = run_cleanly("merge", club, "Piere", "Pierre", "--yes")
    assert column_of(club, "Players", "Player")[:3] == ["Pierre", "Mackenzie", "Lester"]
    assert column_of(club, "Games", "Player 1") == ["Pierre", "Pierre"]
    assert column_of(club, "Adjustments", "Player") == ["Pierre"]
    assert (column_of(club, "Aliases", "Alias"), column_of(club, "Aliases", "Player")) == (["Piere"], ["Pierre"])
    assert "Similar names" not in column_of(club, REVIEW_TABLE, "What")
    # "200-299 | 6 | ...": the favourite by 227 and by 298, each with a spread of 100 to 149
    assert column_of(club, "Games", "Change 1")[0] == 8
    assert "Was" in output
    assert "Nothing has changed" in run_here("recalc", club).out
    for command, names in (("merge", ["piére", "Lester", "--yes"]), ("rename", ["Piere", "Lester"])):
        assert f'"{names[0]}" is another spelling of "Pierre". Use the name' in run_refused(command, club, *names)
    more = "Date,Player 1,Score 1,Player 2,Score 2\n2024-09-24,Piere,400,Lester,300\n"
    assert import_text(club, more).status == DONE
    assert column_of(club, "Games", "Player 1") == ["Pierre"] * 3
    assert run_here("undo", club).status == run_here("undo", club).status == DONE
    assert club.read_bytes() == before


def test_merge_refuses_two_of_one_event(made: dict[str, Path], tmp_path: Path) -> None:
    club = copied(made, "dptr", tmp_path)
    assert import_text(club, "Event,Player,Place\nOpen 2006,Eric,9\n").status == DONE
    message = run_refused("merge", club, "riaz", "Eric", "--yes")
    assert message == '"Riaz" and "Eric" are both in Open 2006. They are two players.\n'


def test_merge_knows_the_seasons_before(club: Path) -> None:
    """Two who met then are two players. Others become one, with the totals of both."""
    following = club.with_name("next.xlsx")
    assert run_here("rollover", club, following).status == DONE
    output = run_here("merge", following, "Mackenzie", "Pierre", "--yes")
    assert output.status == CANNOT
    assert '"Mackenzie" and "Pierre" have played each other in an earlier season.' in output.err
    assert run_here("merge", following, "Piere", "Pierre", "--yes").status == DONE
    after = run_here("player", following, "Pierre").out
    assert "all time won 2, lost 0 (2 games played)" in after
    assert "Best 1242 on 2024-09-10; lowest" in after
    assert "Mackenzie" in after and "Lester" in after


@pytest.mark.parametrize(("name", "into"), [("Anne", "Ann"), ("Ann", "Anne")])
def test_a_merge_after_a_rollover_keeps_when_the_player_was_there_last(name: str, into: str, tmp_path: Path) -> None:
    """Ann was there on the last evening, and Anne four evenings before. Anne's results as a newcomer go with her."""
    games = [["2025-01-06", "Bob", 410, "Anne", 290], *([f"2025-01-{day}", "Ann", 400, "Bob", 310] for day in (13, 20))]
    tables = {
        "players": [["Player", "Start rating", "Start games"], ["Ann", 1400, 60], ["Bob", 1200, 60], ["Anne", "", ""]],
        "games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], *games],
    }
    following = tmp_path / "next.xlsx"
    assert run_here("rollover", book_of("lexington", tmp_path, tables), following).status == DONE
    before = read_ratings(following)
    run_cleanly("merge", following, name, into, "--yes")
    row = column_of(following, "Players", "Player").index(into)
    last, missed, rating, results = (
        (column_of(following, "Players", f"Start {heading}") or [None] * 3)[row]
        for heading in ("last played", "missed", "rating", "results")
    )
    assert (last, missed) == (45677, None), "20 January 2025"
    assert (results is None) == (rating is not None) == (into == "Ann")
    assert read_ratings(following)[into] == before[into]


OTHER = "Another Spelling"


def rated(system: RatingSystem, tables: Mapping[str, CellTable]) -> tuple[dict[str, Any], Mapping[str, Any]]:
    replayed = replay_log(read_log(system, tables).require_valid())
    return {
        player.name: rating for player, rating in zip(replayed.log.players, replayed.state.rating)
    }, replayed.rated_columns


def split(system: RatingSystem, tables: Mapping[str, CellTable], name: str, chance: Random) -> dict[str, CellTable]:
    """Write some rows of a player in another spelling, which has a row on Players too."""
    schema = system.log_schema
    named = {schema.table: [*schema.players, schema.double], "Adjustments": ["Player"]}
    parted = dict(tables)
    for table in (tables[key] for key in named.keys() & tables.keys()):
        other = [chance.random() < 0.5 for _ in table.columns[0]]
        parted[table.name] = replace(table, columns=tuple(
            [OTHER if swap and heading in named[table.name] and name_key(cell_text(cell)) == name_key(name) else cell
             for swap, cell in zip(other, column)]
            for heading, column in zip(table.headings, table.columns)
        ))  # fmt: skip
    players = tables["Players"]
    row = [name_key(cell_text(cell)) for cell in players.column("Player") or []].index(name_key(name))
    columns = dict(zip(players.headings, players.columns))
    rows = [[*cells, OTHER if heading == "Player" else cells[row]] for heading, cells in columns.items()]
    return {**parted, "Players": replace(players, columns=tuple(rows))}


@pytest.mark.parametrize("key", SYSTEMS)
@settings(max_examples=examples(10))
@given(seed=st.integers(0, 10_000))
def test_merge_players_rates_two_spellings_as_one_player_from_the_start(key: str, seed: int) -> None:
    """Whichever rows have the other one."""
    system, chance = SYSTEMS[key], Random(seed)
    whole = cell_tables(random_club(system, seed, rows=80))
    played = {
        name_key(cell_text(cell)) for cell in whole[system.log_schema.table].column(system.log_schema.player1) or ()
    }
    names = [player.name for player in read_log(system, whole).players if name_key(player.name) in played]
    name = chance.choice(names)
    joined, _ = merge_players(system, split(system, whole, name, chance), OTHER, name)
    assert rated(system, joined) == rated(system, whole)
