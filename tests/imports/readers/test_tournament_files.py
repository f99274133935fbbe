"""Contract of the readers of tournament files, by hand from their specifications: FIDE, tsh, AUPAIR, Diplomacy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.imports.readers.reading import DAY, GAME, ON_THE_DAY, day, read, rows, sample
from tests.imports.readers.tournaments import trf_line
from xladdin import WorkbookError
from xladdin.importing.questions import Answers
from xladdin.importing.source import open_source
from xladdin.importing.tsh import format_division, read_tournament

TRF = sample("sca: a report of FIDE")
DIVISION = sample("mississauga: a division of tsh")
ARCHIVE = sample("mississauga: an archive of tsh")
TOU = sample("mississauga: a tournament of AUPAIR")
PAGE = sample("dptr: a page of the World Diplomacy Database")


@pytest.mark.parametrize("date", ["28. 07. 2005", "2005/07/28", "28.07.2005", "2005-07-28", "28 July 2005"])
def test_the_date_of_a_fide_report(date: str) -> None:
    text = TRF.replace("2024/07/08", date).replace("132", "122")
    assert rows(read(text, system="sca"))[0][0] == day("2005-07-28")


@pytest.mark.parametrize("dates", ["08/07/24  09/07/24", "2024-07-08  2024-07-09"])
def test_dates_of_rounds_in_the_order_that_is_near_the_start(dates: str) -> None:
    games = rows(read(TRF.replace("24/07/08  24/07/09", dates), system="sca"))
    assert {row[0] for row in games} == {day("2024-07-08"), day("2024-07-09"), None}
    neither_came = read(TRF.replace("2 b +", "2 b -"), system="sca")
    assert (neither_came.wrong, len(rows(neither_came))) == ([], 6)


def test_players_of_a_fide_report_of_one_name_and_with_columns_counted_in_bytes() -> None:
    imported_file = read(TRF.replace("King, Billy ", "Lovelace,Ada"), system="sca")
    assert list(imported_file.only_file.players) == [
        "Lovelace, Ada",
        "Byron, Ann",
        "Lovelace, Ada (3)",
        "Babbage, Charles",
    ]
    line = trf_line(1, "Müller,Jürgen", 1500, ["   2 w 1"]).replace("Jürgen  ", "Jürgen")
    text = "\n".join(["012 Open", "042 2024/07/08", line, trf_line(2, "Byron,Ann", 1400, ["   1 b 0"])])
    assert read(text, system="sca").only_file.ratings == {"Müller, Jürgen": 1500, "Byron, Ann": 1400}


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        (TRF, "   2 w 1", "   9 w 1", "round 1: opponent"),
        (TRF, "   2 w 1", "   2 b 1", "both have the same colour"),
        (TRF, "   2 w 1", "   2 w 0", 'results "0" and "0" do not match'),
        (TRF, "   2 w 1", "   2 w =", 'results "=" and "0" do not match'),
        (TRF, "   2 w 1", "   2 w x", "is not an opponent, a colour and a result"),
        (TRF, "   2 w 1", "   3 w 1", "Lovelace, Ada played King, Billy, whose line 6 says Babbage, Charles"),
        (TRF, "   1 b 0", "   1 b  ", "one of them has no result"),
        (TRF, "0000 - U", "0000 - X", 'round 4: "X" – Lovelace, Ada has a result and no opponent'),
        (TRF, "001    2", "001    1", "must be a number that no other player has"),
        (TOU, " 350  1", " 350  2", "line 4, round 2: Mark Nyman played Zoë O'Neil, whose line 6 says Sandy Lipton"),
        (DIVISION, "0  4 1 2;", "0  4 1 9;", "round 3: opponent 9: the list ends at player 4"),
        (DIVISION, "350 402 377", "350 402 377 5", "Nyman, Mark has 4 scores against 3 opponents"),
        (PAGE, "92.11", "93.11", "Score: David NORMAN: place 2 of 19 is a percentile of 92.11, not 93.11"),
        (PAGE, "Canuck Con 2006", "", "some file line 2: the event's name is missing above its date"),
    ],
)
def test_a_line_that_is_wrong_is_named(text: str, old: str, new: str, message: str) -> None:
    assert old in text
    system = {TRF: "sca", PAGE: "dptr"}.get(text, "mississauga")
    imported_file = read(text.replace(old, new, 1), ON_THE_DAY, system)
    assert any(message in str(wrong) for wrong in imported_file.wrong), [str(wrong) for wrong in imported_file.wrong]


def test_an_archive_of_tsh() -> None:
    text = f"division B {'x' * 2000}\n{ARCHIVE}"  # a long line is none of its own
    assert rows(read(text)) == [(DAY, "Ann", 401, "Bob", 350)]
    with pytest.raises(WorkbookError, match="Is it incomplete"):
        read(ARCHIVE[: ARCHIVE.index("Bob")])


@pytest.mark.parametrize("name", ["R2 2", "a;b", "#Ann"])
def test_a_name_that_tsh_would_read_in_another_way(name: str) -> None:
    with pytest.raises(WorkbookError, match=f'The name "{name}" cannot be exported to tsh'):
        format_division([("Bob", 1400, []), (name, 1500, [])])


@pytest.mark.parametrize("file", ["a.t", "link.t", "../a.t", "/etc/passwd", "sub/a.t", "..\\a.t", ".hidden"])
def test_a_configuration_of_tsh_reads_files_beside_it_alone(file: str, tmp_path: Path) -> None:
    folder, secret = tmp_path / "event", tmp_path / "secret.txt"
    folder.mkdir()
    secret.write_text("the password of the club\n")
    (folder / "link.t").symlink_to(secret)
    (folder / "a.t").write_text("Ann 1500 2; 401\nBob 1400 1; 350\n")
    (folder / "config.tsh").write_text(f'division A {file}\nconfig event_date = "October 1, 2006"\n')
    if file == "a.t":
        imported_file = read_tournament(open_source(folder / "config.tsh"), Answers())
        assert rows(imported_file) == [(DAY, "Ann", 401, "Bob", 350)]
        return
    with pytest.raises(WorkbookError, match=r"is missing\. Import that file by itself") as error:
        read_tournament(open_source(folder / "config.tsh"), Answers())
    assert "password" not in str(error.value)


def test_aupair_above_99_players() -> None:
    names = [f"Player {'ABCDEFGHIJ'[n // 10]}{'abcdefghij'[n % 10]}" for n in range(100)]
    lines = [
        f"{name:20}{'2' if n % 2 == 0 else ' '}{400 - n % 2:03}{n + 2 if n % 2 == 0 else n:>4}"
        for n, name in enumerate(names)
    ]
    imported_file = read("\n".join(["*M01.10.2006 Large", "*All", *lines, "*** END OF FILE ***", ""]))
    assert not imported_file.wrong
    assert rows(imported_file, "Games", *GAME)[-1] == (names[98], 400, names[99], 399)


@pytest.mark.parametrize("title", ["World Diplomacy Championship", "WDC 2006", "World DipCon XVI"])
def test_a_world_championship_is_known_by_its_title(title: str) -> None:
    imported_file = read(PAGE.replace("Canuck Con 2006", title), system="dptr")
    assert imported_file.only_file.tables["Events"].columns["World Championship"] == ["Yes"]
