"""Moving in as an interview, at a real terminal and without one. It does not ask again what somebody answered once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from click.testing import CliRunner

from tests.corpus.editing import column_of, type_cells
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.finding import ROOT
from tests.imports.importing import CANNOT, DONE, ROWS_TO_MEND, games
from xladdin.commands.exchange import interview
from xladdin.errors import FileProblem
from xladdin.hosts.file import beginning
from xladdin.hosts.file.prepared_import import Import
from xladdin.imports.material import Look, Options, QuestionOpen, WrongLine, day_wanted
from xladdin.workbook.incoming.preview import Choices, Preview, Unknown
from xladdin.workbook.incoming.starts import NO_GAMES

HEADINGS = "Timestamp,Winner,Pts,Loser,Loser score\n"
FORM = HEADINGS + "3/4/2026 20:00:00,John Smith,401,Ann Lee,388\n3/4/2026 21:00:00,Jon Smith,420,Bo Roy,300\n"
LATER = HEADINGS + "5/6/2026 20:00:00,Jon Smith,350,Bo Roy,340\n"
GAMES = [("John Smith", 401, "Ann Lee", 388), ("John Smith", 420, "Bo Roy", 300)]


def filled(folder: Path) -> list[Path]:
    """The path of the new workbook, a form, and the same form a month later."""
    form, later = folder / "form.csv", folder / "later.csv"
    form.write_text(FORM)
    later.write_text(LATER)
    return [folder / "club.xlsx", form, later]


@pytest.mark.skipif(sys.platform == "win32", reason="pexpect needs a terminal of Unix")
def test_at_a_terminal_one_question_at_a_time(tmp_path: Path) -> None:
    import pexpect

    book, form, later = filled(tmp_path)
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}

    def spawned(*arguments: object) -> pexpect.spawn[str]:
        command = ["-m", "xladdin", *map(str, arguments)]
        return pexpect.spawn(sys.executable, command, env=env, encoding="utf-8", timeout=60, dimensions=(50, 200))

    child = spawned("new", "mississauga", book, "--from", form)
    child.expect("missing: Score 1")
    child.expect(r"1\. Pts   \(401 · 420\)")
    child.expect("Which column is Score 1")
    child.sendline("1")
    child.expect("may be day first or month first")
    child.expect(r"2\. mdy   \(2026-03-04 · month first\)")
    child.sendline("2")
    child.expect(r"Jon Smith → John Smith\? \[Y/n/new player\]")
    child.sendline("")
    child.expect("Created")
    child.expect(pexpect.EOF)
    assert games(book) == GAMES
    assert column_of(book, "Aliases", "Alias")[:1] == ["Jon Smith"]

    child = spawned("import", book, later)
    child.expect("1 game of 3 players|3 games of 3 players")
    child.expect(pexpect.EOF)
    assert "?" not in child.before
    assert column_of(book, "Games", "Date")[2] - column_of(book, "Games", "Date")[0] == 63  # 2026-03-04 to 05-06


def test_without_a_terminal_each_open_question_names_its_option(tmp_path: Path) -> None:
    book, form, later = filled(tmp_path)
    told: list[str] = []
    for status, words, *option in (
        (CANNOT, '--column "Score 1=its name"', "--column", "Score 1=Pts"),
        (CANNOT, "Say which: --dates dmy or --dates mdy", "--dates", "mdy"),
        (ROWS_TO_MEND, '(--name "Jon Smith=John Smith" or --new-player "Jon Smith")', "--name", "Jon Smith=John Smith"),
    ):
        said = run_here("new", "mississauga", book, "--from", form, *told)
        assert said.status == status
        assert words in said.err
        assert not book.exists()
        told += option
    assert run_here("new", "mississauga", book, "--from", form, *told).status == DONE
    assert games(book) == GAMES
    assert run_here("import", book, later).status == DONE


def test_a_name_that_is_like_another_may_be_a_new_player(tmp_path: Path) -> None:
    book, form, _ = filled(tmp_path)
    told = ["--column", "Score 1=Pts", "--dates", "mdy", "--new-player", "Jon Smith", "--new-player", "John Smith"]
    assert run_here("new", "mississauga", book, "--from", form, *told).status == DONE
    assert games(book)[1] == ("Jon Smith", 420, "Bo Roy", 300)
    said = run_here("import", book, form, "--name", "Joan=Nobody")
    assert said.status == CANNOT
    assert '"Nobody" is not a player' in said.err


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    book, form, _ = filled(tmp_path_factory.mktemp("told"))
    options = ["--column", "Score 1=Pts", "--dates", "mdy", "--name", "Jon Smith=John Smith"]
    assert run_here("new", "mississauga", book, "--from", form, *options).status == DONE
    return book


@pytest.mark.parametrize("change", ["recalc", "rename", "rollover", "renew", "undo"])
def test_the_answers_survive(change: str, told: Path, tmp_path: Path) -> None:
    book, _, later = filled(tmp_path)
    book.write_bytes(told.read_bytes())
    if change == "recalc":
        assert run_here("recalc", book).status == DONE
    elif change == "rename":
        assert run_here("rename", book, "John Smith", "Johnny Smith").status == DONE
    elif change == "undo":
        assert run_here("rename", book, "Bo Roy", "Beau Roy").status == DONE
        assert run_here("undo", book).status == DONE
    else:
        new = tmp_path / "new.xlsx"
        assert run_here(change, book, new).status == DONE
        book = new
    said = run_here("import", book, later)
    assert (said.status, said.err) == (DONE, "")
    assert games(book)[-1][1::2] == (350, 340)


def test_a_year_of_forms_asks_once(told: Path, tmp_path: Path) -> None:
    book = tmp_path / "club.xlsx"
    book.write_bytes(told.read_bytes())
    for month in range(5, 13):
        source = tmp_path / f"Responses {month}.csv"
        source.write_text(f"{HEADINGS}{month}/2/2025 20:00:00,Jon Smith,{400 + month},Bo Roy,340\n")
    said = run_here("import", book, *sorted(tmp_path.glob("Responses*.csv")))
    assert (said.status, said.err) == (DONE, "")
    assert "New: 8 games." in said.out


def test_an_answer_can_be_replaced(told: Path, tmp_path: Path) -> None:
    book, _, later = filled(tmp_path)
    book.write_bytes(told.read_bytes())
    assert run_here("import", book, later, "--dates", "dmy").status == DONE
    later.write_text(LATER.replace("5/6/2026", "7/8/2026"))
    assert run_here("import", book, later).status == DONE
    days = column_of(book, "Games", "Date")
    assert days[3] - days[2] == 63  # 2026-06-05 and 2026-08-07
    assert [value for value in column_of(book, "ImportProfile", "Value") if value] == ["Pts", "dmy"]


@pytest.mark.parametrize(
    ("setting", "value"),
    [("Dates", "ymd"), ("Sheet", "2019"), ("Column Nothing", "x"), ("Column Score 1", "gone"), ("", "")],
)
def test_a_spoilt_answer_counts_for_nothing(setting: str, value: str, told: Path, tmp_path: Path) -> None:
    book, _, later = filled(tmp_path)
    book.write_bytes(told.read_bytes())
    type_cells(book, {"Import profile!B2": setting, "Import profile!C2": value, "Import profile!C3": value or None})
    before = book.read_bytes()
    said = run_here("import", book, later)
    assert said.status == CANNOT
    assert "missing: Score 1" in said.err or "Say which: --dates" in said.err
    assert book.read_bytes() == before


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "players.csv").write_text("Name,Start rating,Start games\nAnn Lee,1500,80\nBo Roy,1400,90\n")
    (folder / "games.csv").write_text("Date,Player 1,Score 1,Player 2,Score 2\n2026-03-04,Ann Lee,400,Bo Roy,380\n")
    (folder / ".hidden").write_text("nothing\n")
    book = tmp_path / "club.xlsx"
    said = run_here("new", "mississauga", book, "--from", folder)
    assert (said.status, said.err) == (DONE, "")
    assert games(book) == [("Ann Lee", 400, "Bo Roy", 380)]
    assert column_of(book, "Players", "Start rating")[:2] == [1500, 1400]


@pytest.mark.parametrize("count", [0, 2, 3])
def test_a_folder_stands_for_neither_none_nor_too_many(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beginning, "MOST_FILES", 2)
    for number in range(count):
        (tmp_path / f"{number}.csv").touch()
    with pytest.raises(FileProblem, match=f"is a folder with {count} files") if count != 2 else nullcontext():
        beginning.files_of([tmp_path])


@pytest.mark.parametrize(
    ("names", "asked"),
    [
        (["Zoe"], "No player is called Zoe. Add as a new player?"),
        (["Zoe", "Yan"], "No player is called Zoe, Yan. Add as new players?"),
        (["Lee, Zoe", "Yan"], "No player is called Lee, Zoe · Yan. Add as new players?"),
    ],
)
def test_one_stranger_is_a_new_player(names: list[str], asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("click.confirm", lambda question, default: said.append(question) or default)
    choices = interview._names([Unknown("form.csv", name, [2]) for name in names], Choices())
    assert (said, list(choices.newcomers)) == ([asked], names)


def open_question(about: str, *choices: str) -> QuestionOpen:
    return QuestionOpen(about, "Which?", "", "", choices=dict.fromkeys(choices, ()))


@contextmanager
def typed(*lines: str) -> Iterator[Callable[[], str]]:
    """While it lasts, somebody types these lines, and nothing more. What they saw by then is given."""
    with CliRunner().isolation("".join(f"{line}\n" for line in lines)) as (_, _, output):
        yield lambda: output.getvalue().decode()
        assert not sys.stdin.read()


@pytest.mark.parametrize(
    ("question", "lines", "given", "chosen"),
    [
        (day_wanted("When?", ""), ["Tuesday", "5/6/2026"], Options(dates="dmy", day=date(2026, 6, 5)), Choices()),
        (open_question("sheet", "2025", "2026"), ["3", "2"], Options(dates="dmy", sheet="2026"), Choices()),
        (open_question("group", "Red", "Blue"), ["1"], Options(dates="dmy"), Choices(group="Red")),
        (open_question("group"), [], None, Choices()),
        (open_question("sheet", "2025", "2026"), ["0"], None, Choices()),
    ],
)
def test_an_answer_goes_where_it_was_asked_for(
    question: QuestionOpen, lines: list[str], given: Options | None, chosen: Choices
) -> None:
    with typed(*lines) as seen:
        if given is None:
            with pytest.raises(QuestionOpen):
                interview._answer(question, Options(dates="dmy"), Choices())
        else:
            assert interview._answer(question, Options(dates="dmy"), Choices()) == (given, chosen)
        assert seen().startswith(question.question)


@pytest.mark.parametrize(
    ("unknown", "lines", "spellings", "newcomers"),
    [
        (Unknown("form.csv", "Jon", [2], near=["John", "Joan"]), [" YES"], {"Jon": "John"}, ()),
        (Unknown("form.csv", "Jon", [2], near=["John", "Joan"]), ["New"], {}, ("Jon",)),
        (Unknown("form.csv", "Jon", [2], near=["John", "Joan"]), ["n", " Joan "], {"Jon": "Joan"}, ()),
        (Unknown("form.csv", "Jon", [2], near=["John", "Joan"]), ["n", ""], {}, ()),
        (Unknown("form.csv", "Jo", [2], "fits John and Joan"), ["Joan"], {"Jo": "Joan"}, ()),
        (Unknown("form.csv", "Jo", [2]), ["n"], {}, ()),
    ],
)
def test_a_name_is_whose_somebody_says(
    unknown: Unknown, lines: list[str], spellings: dict[str, str], newcomers: tuple[str, ...]
) -> None:
    with typed(*lines):
        assert interview._names([unknown], Choices()) == Choices(spellings=spellings, newcomers=newcomers)


@pytest.mark.parametrize("known", [None, 0])
def test_ratings_without_games_are_asked_about_once(known: int | None) -> None:
    looks = [Look("1 game", "form.csv", [2], "is it?"), Look("1 player", "form.csv", [3], NO_GAMES)]
    found = cast("Import", SimpleNamespace(preview=Preview(looks=looks)))
    with typed(*([] if known == 0 else ["-1", "40"])) as seen:
        assert interview._start_games(found, Choices(start_games=known)).start_games == (40 if known is None else 0)
        assert known == 0 or seen().startswith("form.csv line 3: 1 player. How many games")


@pytest.mark.parametrize("meant", ["Emile Roy", "Roy, Émile", "Milo"])
def test_a_spelling_is_kept_with_the_name_on_players(meant: str, tmp_path: Path) -> None:
    book, form, later = tmp_path / "club.xlsx", tmp_path / "form.csv", tmp_path / "later.csv"
    form.write_text("Date,Player 1,Score 1,Player 2,Score 2\n2026-03-04,Émile Roy,401,Ann Lee,388\n")
    assert run_here("new", "mississauga", book, "--from", form, "--name", "Milo=Émile Roy").status == DONE
    for source, day in ((form, "03-11"), (later, "03-18")):
        source.write_text(f"Date,Player 1,Score 1,Player 2,Score 2\n2026-{day},Zed,402,Ann Lee,389\n")
    assert run_here("import", book, form, "--name", f"Zed={meant}").status == DONE
    assert run_here("import", book, later).status == DONE
    assert [player for player in column_of(book, "Aliases", "Player") if player] == ["Émile Roy", "Émile Roy"]


TOTALS = "Week,Winner,Winner score,Loser,Loser score\n4 March 2026,Ann Lee,401,Bo Roy,388\nTOTAL,,401,,388\n"


@pytest.mark.parametrize("told", ["Total", " total "])
def test_rows_to_leave_out_are_told_once(told: str, tmp_path: Path) -> None:
    book, sheet, later = tmp_path / "club.xlsx", tmp_path / "sheet.csv", tmp_path / "later.csv"
    sheet.write_text(TOTALS)
    later.write_text(TOTALS.replace("4 March", "11 March"))
    asked = ("--column", "Date=Week", "--leave-out", told)
    said = run_here("new", "mississauga", book, "--from", sheet, *asked)
    assert (said.status, said.err) == (DONE, "") and "sheet.csv: 1 row left out, as you said." in said.out
    assert run_here("import", book, later).status == DONE
    assert games(book) == [("Ann Lee", 401, "Bo Roy", 388)] * 2
    assert f"Leave out {told.strip()}" in column_of(book, "ImportProfile", "Setting")


def test_a_row_that_is_no_game_comes_with_the_way_to_leave_it_out(tmp_path: Path) -> None:
    book, sheet = tmp_path / "club.xlsx", tmp_path / "sheet.csv"
    sheet.write_text(TOTALS)
    said = run_here("new", "mississauga", book, "--from", sheet, "--column", "Date=Week")
    assert said.status == ROWS_TO_MEND and "such as totals: --leave-out TEXT" in said.err
    assert not book.exists()


@pytest.mark.parametrize("answer", [True, False])
def test_rows_of_a_word_that_is_no_player_and_no_figure_may_be_left_out(
    answer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr("click.confirm", lambda question, default: said.append(question) or answer)
    unknown = [Unknown("sheet.csv", name, [4]) for name in ("Total", "Zoe")]
    wrong = [
        WrongLine("sheet.csv", line, "Date", value, "no date") for line, value in ((5, "Sum"), (6, "4/4/26"), (7, ""))
    ]
    options = interview._rows_left_out(Preview(unknown=unknown, wrong=wrong), Choices(newcomers=["Zoe"]), Options())
    assert said == [f'Leave out the rows that say "{text}"?' for text in ("Total", "Sum")]
    assert list(options.leave_out) == (["Total", "Sum"] if answer else [])
