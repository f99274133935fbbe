"""Text from people never becomes a formula. We run nothing of a workbook or CSV file, and fetch nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import pytest

import xladdin
from tests.corpus.clubs import CLUBS
from tests.corpus.editing import Parts, column_of
from tests.helpers.clubs import ONE_OF_EACH_KIND
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.helpers.programs.finding import find_program, run_program
from tests.hosts.baited_workbook import bait
from tests.vba.vba_reading import module_sources
from xladdin.workbook.new_workbook import create_workbook

EVIL = (
    "=1+1", "+1+1", "-1+1", "@SUM(1)", "\t=2+2", "=cmd|' /C calc'!A0", '=HYPERLINK("http://127.0.0.1:9/","x")',
    '=WEBSERVICE("http://127.0.0.1:9/")', "=DDE(\"cmd\",\"/C calc\",\"x\")", "{=1+1}", "''=1+1", "|calc", "%0A=1+1",
)  # fmt: skip
"""A spreadsheet, or a program that reads one, might take these for a formula or a command."""
HARMLESS = tuple(f"Name {number}" for number in range(len(EVIL)))
PROJECT = "xl/vbaProject.bin"

WATCH = """
import sys
WATCHED = ("socket.", "subprocess.", "os.system", "os.exec", "os.spawn", "os.posix_spawn", "os.startfile", "pty.",
           "webbrowser.", "urllib.", "http.", "ftplib.", "smtplib.", "pickle.")
def hook(event, arguments):
    if event.startswith(WATCHED) and event != "socket.gethostname":
        sys.__stderr__.write(f"AUDIT {event} {arguments}\\n")
    if event == "open" and isinstance(arguments[0], str):
        written = isinstance(arguments[2], int) and arguments[2] & 3
        sys.__stderr__.write(f"OPEN {'w' if written else 'r'} {arguments[0]}\\n")
sys.addaudithook(hook)
"""
COMMAND_LINE = "sys.argv = ['xladdin', *sys.argv[1:]]\nfrom xladdin.commands.main import main\nmain()\n"


def audited(program: str, *arguments: object, temporary: Path) -> tuple[int, list[str], list[str]]:
    """Return the exit status of a Python program in a child, what it ran or connected to, and the files it wrote."""
    command = [sys.executable, "-B", "-c", WATCH + program, *map(str, arguments)]
    environment = {**os.environ, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary))}
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    events = [line for line in result.stderr.splitlines() if line.startswith("AUDIT ")]
    return result.returncode, events, re.findall(r"^OPEN w (.*)$", result.stderr, re.MULTILINE)


def csv_of(rows: list[list[str]], path: Path) -> Path:
    quoted = (",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows)
    path.write_text("\n".join(quoted), encoding="utf-8")
    return path


def tables_with(key: str, names: tuple[str, ...]) -> dict[str, list[list[str]]]:
    """Return a log in which every text that people type is one of the names."""
    board = ["Board", names[0]]
    pairs = list(zip(names[::2], names[1::2]))
    if key == "dptr":
        events = [[name, "2006-10-01", "65", "4", "No"] for name in names]
        return {
            "players": [["Player", "Nation", *board], *([name, name, name, name] for name in names)],
            "events": [["Event", "Date", "Players", "Rounds", "World Championship"], *events],
            "results": [["Event", "Player", "Place", "Remark"], *([name, name, "8", name] for name in names)],
        }
    if key == "sca":
        games = [["2024-07-08", first, second, "(1-0)", first] for first, second in pairs]
        return {
            "groups": [["Group", "Initial rating"], *([name, "1200"] for name in names)],
            "players": [["Player", "Group", "Active", *board], *([name, name, "Yes", name, name] for name in names)],
            "games": [["Date", "White", "Black", "Result", "Remark"], *games],
        }
    played = [["2024-09-10", first, "416", second, "303", first, second, first] for first, second in pairs]
    return {
        "players": [["Player", *board], *([name, name, name] for name in names)],
        "games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2", "Remark", *board], *played],
        "adjustments": [["Date", "Player", "Points", "Reason"], *(["2024-09-10", name, "5", name] for name in names)],
    }


def book_with(key: str, names: tuple[str, ...], folder: Path, suffix: str = ".xlsx") -> Path:
    folder.mkdir()
    path = folder / f"club{suffix}"
    files = {table: csv_of(rows, folder / f"{table}.csv") for table, rows in tables_with(key, names).items()}
    create_workbook(xladdin.system(key), path, files, datetime.now(), title=names[6])
    run_cleanly("recalc", path)
    return path


def formulas(path: Path) -> Mapping[str, list[str]]:
    by_cell = {}
    for name, content in Parts(path).members.items():
        if name.endswith((".xml", ".rels", ".vml")):
            texts = re.findall(
                rb"<(?:\w+:)?(?:f|formula|formula1|formula2|definedName|calculatedColumnFormula|hyperlink|oleLink|ddeLink|"
                rb"externalReference|FmlaMacro|oddHeader|webPublishItem)\b[^>]*>[^<]*|TargetMode=\"External\"[^>]*",
                content,
            )
            by_cell[name] = [
                re.sub(r' (r|s|ref|si)="[^"]*"', "", text.decode())
                for text in texts
                if not text.startswith(b'<definedName name="report_')  # the size of a report follows its rows
            ]
    return by_cell


@pytest.mark.parametrize("key", [key for key in CLUBS if key in ONE_OF_EACH_KIND])
def test_text_from_people_is_no_formula_anywhere(key: str, tmp_path: Path) -> None:
    evil, harmless = book_with(key, EVIL, tmp_path / "evil"), book_with(key, HARMLESS, tmp_path / "harmless")
    assert formulas(evil) == formulas(harmless)
    assert column_of(evil, "Players", "Player") == [name.strip() for name in EVIL]
    assert set(column_of(evil, "Players", EVIL[0])) >= {"@SUM(1)"}


def test_the_pdf_of_a_hurtful_club_is_only_text(tmp_path: Path) -> None:
    path = book_with("mississauga", EVIL, tmp_path / "evil")
    assert run_here("print", path, "--sheet", "Standings").status == 0
    pdf = path.with_name(f"{path.stem} Standings.pdf")
    result = run_program([find_program("pdfinfo"), pdf])
    assert re.search(r"^Title: +=HYPERLINK", result, re.MULTILINE)
    assert re.search(r"^JavaScript: +no$", result, re.MULTILINE)
    for action in (b"/JavaScript", b"/Launch", b"/URI", b"/SubmitForm", b"/EmbeddedFile"):
        assert action not in pdf.read_bytes()


def test_macros_are_ours_alone(tmp_path: Path) -> None:
    evil, harmless = (book_with("sca", names, tmp_path / names[2], ".xlsm") for names in (EVIL, HARMLESS))
    project = Parts(evil).members[PROJECT]
    assert project == Parts(harmless).members[PROJECT]
    for source in module_sources(evil).values():
        assert not any(name.encode() in source for name in EVIL if len(name) > 8)
    assert [name for name in Parts(evil).members if name.endswith(".bin")] == [PROJECT]


def test_nothing_is_run_or_fetched(tmp_path: Path) -> None:
    """We make, check, recalculate and undo hurtful names and files, and Python's own audit of events watches."""
    path = book_with("mississauga", EVIL, tmp_path / "club", ".xlsm")
    bait(path, "http://127.0.0.1:9", tmp_path / "none.png")
    games = path.with_name("games.csv")
    for arguments in (["new", "mississauga", path.with_name("new.xlsx")], ["import", path, games, "--dry-run"],
                      ["recalc", path, "--dry-run"], ["recalc", path], ["recalc", path],
                      ["undo", path, "--anyway"]):  # fmt: skip
        status, events, written = audited(COMMAND_LINE, *arguments, temporary=path.parent)
        assert (status < 2, events) == (True, [])
        assert [file for file in written if not Path(file).is_relative_to(path.parent)] == []


def test_export_alone_writes_csv() -> None:
    """Excel takes a cell of a CSV file that begins with = for a formula, so export puts an apostrophe before it."""
    sources = Path(__file__).parents[2].joinpath("xladdin").rglob("*.py")
    writers = [path.name for path in sources if re.search(r"csv\.(writer|DictWriter)|to_csv", path.read_text("utf-8"))]
    assert writers == ["exporting.py"]
