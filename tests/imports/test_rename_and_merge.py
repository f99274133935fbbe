"""`xladdin rename` and `xladdin merge`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.editing import column_of
from tests.helpers.clubs import book_of, edited
from tests.helpers.programs.command_line import run_here
from tests.imports.importing import CANNOT, DONE, club_with_a_false_newcomer, copied, ratings
from xladdin.files.club_file import open_club_file
from xladdin.workbook.schema import REVIEW_TABLE


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return club_with_a_false_newcomer(tmp_path)


def test_rename_changes_a_name_everywhere(book: Path) -> None:
    before = book.read_bytes()
    said = run_here("rename", book, "lester", "Lester  Roy")
    assert (said.status, said.err) == (DONE, "")
    assert column_of(book, "Players", "Player") == ["Pierre", "Piere", "Mackenzie", "Lester Roy"]
    assert column_of(book, "Games", "Player 2") == ["Mackenzie", "Lester Roy"]
    assert "Nothing has changed" in run_here("recalc", book).out
    assert run_here("undo", book).status == DONE
    assert book.read_bytes() == before


def test_rename_may_leave_the_old_name_in_the_journal_alone(book: Path) -> None:
    edited(book, ("Games", "C5", 300), ("Games", "E5", 300))
    assert run_here("recalc", book).status == DONE
    assert run_here("recalc", "--accept", "all", book).status == DONE
    said = run_here("rename", book, "lester", "Tom  Roy", "--no-alias")
    assert (said.status, "question" in said.out) == (DONE, False)  # what is settled stays so
    assert set(column_of(book, "Aliases", "Alias")) <= {None}
    held = open_club_file(book)
    assert {sheet for sheet in held.sheets if "Lester" in str(held.sheet_values(sheet))} == {"Journal"}


def test_rename_and_merge_know_a_name_without_its_accents(book: Path) -> None:
    """A name that Aliases gives to a player stays there."""
    assert run_here("rename", book, "Lester", "Élise").status == DONE
    edited(book, ("Games", "D5", "ELISE"))
    assert run_here("recalc", book).status == DONE
    assert run_here("rename", book, "élise", "Léa").status == DONE
    assert column_of(book, "Games", "Player 2") == ["Mackenzie", "Léa"]
    assert sorted(map(str, column_of(book, "Aliases", "Alias"))) == ["Lester", "Élise"]
    edited(book, ("Games", "B5", "Píere"), ("Games", "D5", "lester"))
    assert run_here("recalc", book).status == DONE
    assert run_here("merge", book, "Piere", "Pierre", "--yes").status == DONE
    assert column_of(book, "Games", "Player 1") == ["Pierre", "Pierre"]
    assert column_of(book, "Games", "Player 2") == ["Mackenzie", "lester"]


def test_rename_refuses_what_cannot_be(book: Path) -> None:
    before = book.read_bytes()
    for old, new, words in (
        ("Lestre", "X", '"Lestre" is not a player (did you mean "Lester"?)'),
        ("Lester", "pierre", "is a player too. To make one player of both: xladdin merge"),
        ("Lester", "  ", "cannot be the name of a player"),
        ("Lester", "Bye", '"Bye" means no opponent; choose another name.'),
    ):
        said = run_here("rename", book, old, new)
        assert said.status == CANNOT
        assert words in said.err
    assert book.read_bytes() == before


@pytest.mark.parametrize("name", ["Piere", "piére"])
def test_an_alias_is_told_with_its_player(name: str, book: Path) -> None:
    assert run_here("merge", book, "Piere", "Pierre", "--yes").status == DONE
    before = book.read_bytes()
    for names in ((name, "Lester"), ("Lester", name)):
        for command in ("merge", "rename") if names[0] == name else ("merge",):
            said = run_here(command, book, *names, *(["--yes"] if command == "merge" else []))
            assert said.status == CANNOT
            assert f'"{name}" is another spelling of "Pierre". Give the name on Players.' in said.err
    assert book.read_bytes() == before


def test_merge_makes_two_spellings_one_player(book: Path) -> None:
    before = book.read_bytes()
    said = run_here("merge", book, "Piere", "Pierre", "--yes")
    assert (said.status, said.err) == (DONE, "")
    assert column_of(book, "Players", "Player")[:3] == ["Pierre", "Mackenzie", "Lester"]
    assert column_of(book, "Games", "Player 1") == ["Pierre", "Pierre"]
    assert column_of(book, "Adjustments", "Player") == ["Pierre"]
    assert (column_of(book, "Aliases", "Alias"), column_of(book, "Aliases", "Player")) == (["Piere"], ["Pierre"])
    # "200-299 | 6 | ...": the favourite by 227 and by 298, each with a spread of 100 to 149
    assert column_of(book, "Games", "Change 1")[0] == 8
    assert "Was" in said.out
    assert "Nothing has changed" in run_here("recalc", book).out
    source = book.with_name("more.csv")
    source.write_text("Date,Player 1,Score 1,Player 2,Score 2\n2024-09-24,Piere,400,Lester,300\n")
    assert run_here("import", book, source).status == DONE
    assert column_of(book, "Games", "Player 1") == ["Pierre"] * 3
    assert run_here("undo", book).status == run_here("undo", book).status == DONE
    assert book.read_bytes() == before


def test_merge_where_nobody_can_be_asked_shows_both_and_changes_nothing(book: Path) -> None:
    before = book.read_bytes()
    said = run_here("merge", book, "piere", "Pierre")
    assert said.status == CANNOT
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in said.out.splitlines() if "│" in line]
    held = ratings(book)
    assert rows == [["Piere", "1", f"{held['Piere']:.0f}"], ["Pierre", "121", f"{held['Pierre']:.0f}"]]
    assert 'Nothing was changed yet. To make "Piere" and "Pierre" one player, add --yes.' in said.err
    assert book.read_bytes() == before


@pytest.mark.parametrize("answer", [True, False])
def test_merge_asks_at_a_terminal(answer: bool, book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("xladdin.commands.players.can_ask", lambda: True)
    monkeypatch.setattr("click.confirm", lambda question, **_: bool(asked.append(question)) or answer)
    before = book.read_bytes()
    said = run_here("merge", book, "Piere", "Pierre")
    assert asked == ['Make "Piere" and "Pierre" one player?']
    assert (said.status, book.read_bytes() == before) == (DONE, not answer)
    assert ("Nothing was changed." in said.out) is not answer


def test_a_merge_of_names_alike_answers_the_question_about_them(book: Path) -> None:
    assert "Names alike" in column_of(book, REVIEW_TABLE, "What")
    assert run_here("merge", book, "Piere", "Pierre", "--yes").status == DONE
    assert "Names alike" not in column_of(book, REVIEW_TABLE, "What")


def test_merge_refuses_two_who_have_played_each_other(book: Path) -> None:
    before = book.read_bytes()
    said = run_here("merge", book, "Mackenzie", "Pierre", "--yes")
    assert said.status == CANNOT
    assert '"Mackenzie" and "Pierre" have played each other: Games row 4. They are two players.' in said.err
    assert run_here("merge", book, "Pierre", "pierre", "--yes").status == CANNOT
    assert book.read_bytes() == before


def test_merge_refuses_two_of_one_event(made: dict[str, Path], tmp_path: Path) -> None:
    book = copied(made, "dptr", tmp_path)
    page = "Event,Player,Place\nHome Con,Riaz,1\nHome Con,Eric,2\n"
    events = book.with_name("events.csv")
    events.write_text("Event,Date,Players,Rounds\nHome Con,2006-10-08,2,2\n")
    results = book.with_name("results.csv")
    results.write_text(page)
    assert run_here("import", book, events, results).status == DONE
    said = run_here("merge", book, "riaz", "Eric", "--yes")
    assert (said.status, said.err) == (CANNOT, '"Riaz" and "Eric" are both in Home Con. They are two players.\n')


def test_merge_knows_the_seasons_before(book: Path) -> None:
    """Two who met then are two players. Others become one, with the totals of both."""
    following = book.with_name("next.xlsx")
    assert run_here("rollover", book, following).status == DONE
    said = run_here("merge", following, "Mackenzie", "Pierre", "--yes")
    assert said.status == CANNOT
    assert '"Mackenzie" and "Pierre" have played each other in an earlier season.' in said.err
    before = [run_here("player", following, name).out for name in ("Piere", "Pierre")]
    assert all("in all won 1, lost 0 (1 game played)." in text for text in before)
    assert run_here("merge", following, "Piere", "Pierre", "--yes").status == DONE
    after = run_here("player", following, "Pierre").out
    assert "in all won 2, lost 0 (2 games played)" in after
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
    before = ratings(following)
    said = run_here("merge", following, name, into, "--yes")
    assert (said.status, said.err) == (DONE, "")
    row = column_of(following, "Players", "Player").index(into)
    held = {
        heading: (column_of(following, "Players", heading) or [None] * 3)[row]
        for heading in ("Start last played", "Start missed", "Start rating", "Start results")
    }
    assert held["Start last played"] == 45677, "20 January 2025"
    assert held["Start missed"] is None
    assert (held["Start results"] is None) == (held["Start rating"] is not None) == (into == "Ann")
    assert ratings(following)[into] == before[into]


def test_merge_refuses_two_who_have_played_each_other_in_another_spelling(book: Path) -> None:
    assert run_here("rename", book, "Lester", "Zoë").status == DONE
    edited(book, ("Games", "B5", "Piere"), ("Games", "D5", "lester"))
    assert run_here("recalc", book).status == DONE
    said = run_here("merge", book, "Piere", "Zoë", "--yes")
    assert (said.status, said.err) == (
        CANNOT, '"Piere" and "Zoë" have played each other: Games row 5. They are two players.\n',
    )  # fmt: skip
