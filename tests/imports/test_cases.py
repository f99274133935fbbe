"""Files as directors bring them. Each comes in as what it says, or asks, or is named for what it is."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.corpus.editing import column_of, read_ratings
from tests.helpers.programs.command_line import RunResult, run_here
from tests.imports.hurtful import book_of
from tests.imports.importing import DONE, ROWS_TO_FIX, answers_in


class Club:
    """A new club made of files, in a folder."""

    def __init__(self, folder: Path, system: str) -> None:
        self.folder, self.system, self.path = folder, system, folder / "club.xlsx"

    def new(self, files: Mapping[str, str | bytes], answers: Mapping[str, Any] | None = None) -> RunResult:
        sources = []
        for name, content in files.items():
            sources.append(self.folder / name)
            sources[-1].write_bytes(content.encode() if isinstance(content, str) else content)
        return run_here("new", self.system, self.path, *sources, "--answers", answers_in(self.folder, answers or {}))

    def column(self, heading: str, table: str = "Players") -> list[object]:
        return column_of(self.path, table, heading)

    def ratings(self) -> dict[object, object]:
        assert run_here("recalc", self.path).status == DONE
        return read_ratings(self.path)

    def starts(self) -> dict[object, object]:
        return dict(zip(self.column("Player"), self.column("Start rating")))

    def games(self, *headings: str) -> list[tuple[object, ...]]:
        return list(zip(*(self.column(heading, "Games") for heading in headings)))


@pytest.fixture
def elo(tmp_path: Path) -> Club:
    return Club(tmp_path, "elo")


@pytest.fixture
def scrabble(tmp_path: Path) -> Club:
    return Club(tmp_path, "montreal")


ZERO = "Name,Rating\nAnna Berg,1500\nDora Eller,{}\n"
ONE_GAME = "Date,White,Black,Result\n2026-09-15,Anna Berg,Dora Eller,0-1\n"


@pytest.mark.parametrize("none", ["0", "unr", "", "UNR.", "-", "–", "new"])
def test_a_rating_of_nothing_is_none(none: str, elo: Club) -> None:
    """FIDE 8.3: a new player starts at 1400 to 1500 by the club's own rule, K is 40, so a win of even odds is 20."""
    output = elo.new(
        {"list.csv": ZERO.format(none), "games.csv": ONE_GAME}, {"start": {"ratings": "before", "games": "0"}}
    )
    assert (output.status, output.err) == (DONE, "")
    assert elo.starts() == {"Anna Berg": 1500, "Dora Eller": None}
    assert elo.ratings() == {"Anna Berg": 1480, "Dora Eller": 1520}


def test_both_questions_about_ratings_come_at_once_and_sixty_games_make_start_ratings(elo: Club) -> None:
    files: dict[str, str | bytes] = {"list.csv": ZERO.format(0), "games.csv": ONE_GAME}
    assert "2 questions to answer:" in elo.new(files).err
    assert not elo.path.exists()
    assert elo.new(files, {"start": {"ratings": "before", "games": "60"}}).status == DONE
    assert elo.starts() == {"Anna Berg": 1500, "Dora Eller": None}
    assert elo.column("Start games") == [60, None]
    assert elo.ratings()["Anna Berg"] == 1490  # K is 20 from 30 games on


@pytest.mark.parametrize("heading", ["Rtg", "Rtng", "RATING", "Elo", "DWZ", "Cote", "New Rating", "Rating (live)"])
def test_a_rating_by_another_heading(heading: str, elo: Club) -> None:
    assert elo.new({"list.csv": f"Name,{heading},GP\nAnna Berg,1512,40\nBernd Kohl,1480,12\n"}).status == DONE
    assert elo.starts() == {"Anna Berg": 1512, "Bernd Kohl": 1480}
    assert elo.column("Start games") == [40, 12]


def test_an_unknown_column_of_numbers_beside_people_is_asked_about(elo: Club) -> None:
    text = "Name,Form,GP\nAnna Berg,1512,40\nBernd Kohl,1480,12\n"
    output = elo.new({"list.csv": text})
    assert output.status == ROWS_TO_FIX
    assert "list.csv: is one of these the rating?" in output.err
    assert '"Form": Form' in output.err
    assert elo.new({"list.csv": text}, {"table": {"list.csv": {"rating": "Form"}}}).status == DONE
    assert elo.starts() == {"Anna Berg": 1512, "Bernd Kohl": 1480}


NAMES = "Date;White;Black;Result\n2026-09-15;{};{};1-0\n"


@pytest.mark.parametrize(
    ("encoding", "name", "two"),
    [
        ("cp1250", "Łukasz Żak", "Jiří Dvořák"),
        ("cp1252", "Jürgen Groß", "Peña"),
        ("iso8859_2", "Józef Świątek", "Małgorzata Dąbrowska"),
        ("cp850", "Jürgen Groß", "Jörg Müller"),
        ("cp1254", "Ağaoğlu", "Yıldız"),
        ("mac_roman", "Renée", "Côté"),
        ("utf-16", "Łukasz Żak", "Jiří Dvořák"),
    ],
)
def test_names_in_an_encoding_of_one_byte(encoding: str, name: str, two: str, elo: Club) -> None:
    assert elo.new({"games.csv": NAMES.format(name, two).encode(encoding)}).status == DONE
    assert elo.games("White", "Black") == [(name, two)]


def test_an_encoding_that_is_not_certain_is_asked_about_with_the_names(elo: Club) -> None:
    data = NAMES.format("Иван Петров", "Сергей").encode("cp1251")
    output = elo.new({"games.csv": data})
    assert output.status == ROWS_TO_FIX
    assert "Windows-1251: Иван; Петров; Сергей" in output.err
    assert elo.new({"games.csv": data}, {"source": {"encoding": "cp1251"}}).status == DONE
    assert elo.games("White", "Black") == [("Иван Петров", "Сергей")]
    elo.path.unlink()
    output = elo.new({"twice.csv": NAMES.format("Zoë Côté", "Bob").encode().decode("cp1252").encode()})
    assert '"utf-8 twice": UTF-8 that was encoded twice: Zoë; Côté' in output.err.replace("2026-09-15;", "")


HEADINGS = "Date,Player 1,Score 1,Player 2,Score 2\n"
GAMES = f"{HEADINGS}2024-09-10,Pierre,416,Mackenzie,303\n"


@pytest.mark.parametrize(
    "content",
    [
        GAMES.encode("utf-8-sig"),
        GAMES.encode("utf-16"),
        GAMES.replace(",", "\t"),
        "sep=;\r\n" + GAMES.replace(",", ";").replace("\n", "\r\n"),
        GAMES.replace(",", ";").replace("416", "416,0"),
        GAMES.replace("416", '"416,0"'),
        '"' + GAMES.rstrip("\n").replace(",", '","').replace("\n", '"\n"') + '"',
        GAMES.rstrip("\n"),
        GAMES.replace("\n", "\n\n,,,,\n"),
        GAMES.replace("\n", ",,,\n"),
        GAMES.upper().replace("PIERRE", "Pierre").replace("MACKENZIE", "Mackenzie"),
        "Score 2,Player 2,Score 1,Player 1,Date\n303,Mackenzie,416,Pierre,2024-09-10\n",
        GAMES.replace("Score 2", "Score 2,Round,=cmd").replace("303", "303,1,=1+1"),
        GAMES.replace("Score 2", "Score 2,Change 1").replace("303", "303,99"),
    ],
)
def test_csv_as_spreadsheets_editors_and_accidents_write_it(content: str | bytes, scrabble: Club) -> None:
    output = scrabble.new({"games.csv": content})
    assert (output.status, output.err) == (DONE, "")
    assert scrabble.games("Date", "Player 1", "Score 1", "Player 2", "Score 2") == [
        (45545, "Pierre", 416, "Mackenzie", 303)
    ]


def test_blanks_that_nobody_sees_are_no_other_name(scrabble: Club) -> None:
    text = (
        f"{HEADINGS}2026-09-15,Anna\u00a0Berg,412,Bernd Kohl ,377\n"
        "2026-09-15,Anna  Berg,401,Bernd\u200b Kohl,377\n2026-09-15,ANNA BERG,402,Bernd\tKohl,377\n"
        "2026-09-15,Anna Berg,\u00a0405,Bernd Kohl,377\u00a0\n"
    )
    assert scrabble.new({"g.csv": text}).status == DONE
    assert set(scrabble.games("Player 1", "Player 2")) == {("Anna Berg", "Bernd Kohl")}
    assert [score for (score,) in scrabble.games("Score 1")] == [412, 401, 402, 405]


def test_a_result_that_a_spreadsheet_turned_into_a_date_is_asked_about(elo: Club) -> None:
    played = dt.date(2026, 9, 15)
    data = book_of({"Results": [["Date", "White", "Black", "Result"], [played, "Anna", "Bernd", "1-0"],
                                [played, "Carla", "Anna", dt.date(2026, 2, 1)]]})  # fmt: skip
    output = elo.new({"g.xlsx": data})
    assert output.status == ROWS_TO_FIX
    assert "the spreadsheet turned 1 result into a date, 1 February. Was it 1/2, a draw?" in output.err
    (once,) = [line for line in output.out.splitlines() if line.startswith("[once.")]
    for answer, games in (("leave out", 1), ("draw", 2)):
        answers = {"once": {once[6:-1].strip('"'): {"Results: results that are dates": answer}}}
        elo.path.unlink(missing_ok=True)
        assert elo.new({"g.xlsx": data}, answers).status == DONE
        assert len(elo.games("White")) == games
    assert elo.games("Result")[1] == ("(1/2-1/2)",)


NICKNAMES = (
    "Date,Player 1,Score 1,Player 2,Score 2\n2026-01-06,J-F,412,Claire Levesque,377\n"
    "2026-01-06,JF Côté,401,Paul O’Brien,388\n"
)
OLD = "Name,Old rating\nJean-François Côté,1734\nClaire Lévesque,1109\nPaul O'Brien,1081\n"


def test_a_nickname_is_asked_about_with_the_player_it_fits(scrabble: Club) -> None:
    files: dict[str, str | bytes] = {"games.csv": NICKNAMES, "list.csv": OLD}
    output = scrabble.new(files)
    assert output.status == ROWS_TO_FIX
    for name in ("J-F", "JF Côté"):
        question = output.err.partition(f"Who is {name}?")[2]
        assert question.splitlines()[1].strip() == '"Jean-François Côté": Jean-François Côté'
    assert "Who is Claire" not in output.err
    assert "Who is Paul" not in output.err
    answers = {"names": {"is": dict.fromkeys(("J-F", "JF Côté"), "Jean-François Côté")}, "start": {"games": "50"}}
    assert scrabble.new(files, answers).status == DONE
    assert scrabble.games("Player 1", "Player 2") == [
        ("Jean-François Côté", "Claire Lévesque"), ("Jean-François Côté", "Paul O'Brien"),
    ]  # fmt: skip
    assert column_of(scrabble.path, "Aliases", "Alias") == ["J-F", "JF Côté"]


def test_games_with_other_scores_are_no_repetition_where_results_are_logged(elo: Club) -> None:
    games = "2025-11-03,Ann Lee,{},Bob Roy,{}\n2025-11-03,Ann Lee,{},Bob Roy,{}\n"
    output = elo.new({"games.csv": HEADINGS + games.format(412, 378, 390, 377)})
    assert (output.status, "times. Each" in output.out) == (DONE, False)
    elo.path.unlink()
    output = elo.new({"games.csv": HEADINGS + games.format(401, 300, 401, 300)})
    assert "lines 2, 3: 2025-11-03 · Ann Lee · Bob Roy · (1-0), 2 times. Each of them counts." in output.out
