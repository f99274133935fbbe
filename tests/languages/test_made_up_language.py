"""A language is a catalogue and nothing else, and no text of ours is outside the catalogue.

The made-up language has every text between brackets.
"""

from __future__ import annotations

import csv
import html
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.clubs import NOW, ONE_OF_EACH_KIND, load_values, recalc_club, sample_files, set_cells
from tests.helpers.programs.chromium import publish_page
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.finding import ROOT
from xladdin import Language, languages
from xladdin.app.texts import build_translations
from xladdin.cells import column_letters
from xladdin.commands.federation import federation
from xladdin.commands.main import COMMANDS as COMMANDS_BY_NAME
from xladdin.federation.folder import TABLES
from xladdin.files.club_file import open_club_file
from xladdin.languages import ENGLISH_LANGUAGE
from xladdin.systems import SYSTEMS
from xladdin.workbook.new_workbook import create_workbook
from xladdin.workbook.schema import (
    CALCULATOR,
    JOURNAL,
    PAST_SEASONS,
    REVIEW,
    RULES,
    START,
    WRONG_MARK,
    list_input_tables,
)
from xladdin.workbook.status import _count_to_fix, _count_unfinished, is_status_text

TEXTS = re.compile(r"[^\W\d_½]{2,}")
INVISIBLE = re.compile("<style.*?</style>|<script.*?</script>|<title>.*?</title>|<[^>]*>", re.DOTALL)
QUOTATION = re.compile(r'(VBA: |Prose: )?"[^"]*"|[a-z]+\.txt.*|FIDE.*')
"""The words of a source, and its place."""
FUNCTION = re.compile(r"=?[A-Z]+\(.*\)")
COMMANDS = """
new montreal club.xlsx
new montreal empty.xlsx
recalc club.xlsx
recalc club.xlsx --dry-run
recalc club.xlsx empty.xlsx
recalc club.xlsx --accept 77
import club.xlsx more.csv
import club.xlsx wrong.csv
import club.xlsx nope.csv
player club.xlsx John
player club.xlsx Jhon
rename club.xlsx John Johnny
undo club.xlsx
redo club.xlsx
backups club.xlsx
merge club.xlsx John Spot
publish club.xlsx page
export club.xlsx
export club.xlsx --sheet Nope
rollover club.xlsx next.xlsx
renew club.xlsx renewed.xlsx
launcher club.xlsx
macros next.xlsx
lite club.xlsx
doctor club.xlsx
pair club.xlsx
forget club.xlsx Spot
functions NOPE
recalc nope.xlsx
recalc more.csv
""".strip().splitlines()
NO_TEXTS = {"ok", "Jhon", "import", "rename", "undo", "xlsm", "py", "nope", "result", "table"}


@pytest.fixture(params=ONE_OF_EACH_KIND)
def keyed_path(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """Yield a recalculated workbook in the language."""
    key, path = request.param, tmp_path / "club.xlsx"
    with made_up_language(tmp_path / "locale") as code:
        create_workbook(SYSTEMS[key], path, sample_files(key), NOW, language=code, club_id="club-of-a-test")
        assert not recalc_club(path).problems
        yield key, path


def typed_cells(key: str) -> set[str]:
    """Everything that the club has typed, and what the source of a system says."""
    system = SYSTEMS[key]
    typed = {system.title, system.key, system.source, system.author}
    for path in sample_files(key).values():
        with path.open(encoding="utf-8", newline="") as stream:
            typed |= {cell for row in csv.reader(stream) for cell in row}
    return typed


def club_words(key: str) -> set[str]:
    """Return the words of what the club has typed, the language's code, and the name of its paper."""
    return {word for cell in typed_cells(key) for word in TEXTS.findall(cell or "")} | {"xladdin", "Letter", CODE}


def hidden_columns(sheet: Worksheet) -> set[int]:
    """Return the numbers of the columns that nobody sees, such as the keys of Review."""
    hidden = [dimension for dimension in sheet.column_dimensions.values() if dimension.hidden]
    return {number for dimension in hidden for number in range(dimension.min, dimension.max + 1)}


def words_outside(key: str, path: Path) -> dict[tuple[str, str], set[str]]:
    """Return our words outside the brackets, by sheet and column."""
    workbook = load_values(path)
    names = {sheet.title for sheet in workbook} | {f"‹ {sheet.title}" for sheet in workbook}
    allowed = club_words(key) | {word for name in names for word in TEXTS.findall(name)}
    wrong = {}
    for sheet in workbook:
        is_shown = sheet.sheet_state == "visible" or sheet.title in (
            REVIEW,
            PAST_SEASONS,
            JOURNAL,
        )  # once they hold any
        hidden = hidden_columns(sheet)
        for column in sheet.iter_cols() if is_shown else ():
            if column[0].column in hidden:
                continue
            is_typed = sheet.title == START and column[0].column > 11
            cells = [str(cell.value) for cell in column if isinstance(cell.value, str) and not is_typed]
            if sheet.title in (RULES, CALCULATOR):
                cells = [text for text in cells if not QUOTATION.fullmatch(text) and not FUNCTION.fullmatch(text)]
            # Long lines go on in the cell below.
            untranslated = set(TEXTS.findall(outside_brackets("\n".join(cells)))) - allowed
            if untranslated:
                wrong[sheet.title, column[0].column_letter] = untranslated
        key_to_marks = (sheet.oddFooter.left.text or "").rpartition(" · ")[0]
        if is_shown and (untranslated := set(TEXTS.findall(outside_brackets(key_to_marks))) - allowed):
            wrong[sheet.title, "footer"] = untranslated
    return wrong


def test_no_text_of_a_sheet_is_outside_the_catalogue(keyed_path: tuple[str, Path]) -> None:
    assert words_outside(*keyed_path) == {}


def test_no_text_of_a_rejected_workbook_is_outside_the_catalogue(keyed_path: tuple[str, Path]) -> None:
    """Every cell of the first rows of the log, and of the list, is wrong in some way. Live cells may be #VALUE!."""
    key, path = keyed_path
    wrong = ("Qqxyz", -7, 10**7, "1/2/03 ?", "Qqx" * 90)
    for turn in range(len(wrong)):
        cells = [
            (table.sheet, f"{column_letters(table.column_number(position))}{table.row_number(row)}", wrong[row - turn])
            for table in (open_club_file(path).tables[name] for name in (SYSTEMS[key].log_schema.table, "Players"))
            for position, column in enumerate(list_input_tables(SYSTEMS[key])[table.name].columns)
            if not column.is_computed
            for row in range(min(3, table.rows))
        ]
        set_cells(path, *cells)
        outcome = recalc_club(path)
        assert len(outcome.problems) > 5
        log = open_club_file(path).tables[SYSTEMS[key].log_schema.table]
        wrong_rows = {problem.row - log.row - 1 for problem in outcome.problems if problem.table == log.name}
        assert all(str((log.column("Note") or ())[row]).startswith(f"{WRONG_MARK} ⟦") for row in wrong_rows)
        untranslated = set().union(*words_outside(key, path).values())
        assert {word for word in untranslated if not word.startswith("Qq")} <= {"VALUE"}


def test_no_conditional_format_looks_for_words_of_ours(keyed_path: tuple[str, Path]) -> None:
    formats = [area for sheet in load_values(keyed_path[1]) for area in sheet.conditional_formatting]
    formulas = {str(formula) for area in formats for rule in area.rules for formula in rule.formula}
    assert any(f'="{WRONG_MARK}"' in formula for formula in formulas)
    typed = {formula.replace("⟦Bye⟧", "") for formula in formulas}  # a word that people type
    assert [formula for formula in typed if "⟦" in formula] == []


def test_a_text_above_a_table_is_ours_if_we_would_write_it(tmp_path: Path) -> None:
    with made_up_language(tmp_path) as code:
        for language in (ENGLISH_LANGUAGE, Language(code)):
            assert is_status_text("", language)
            for rows in (1, 2, 1234):
                texts = [language.render(_count_to_fix(rows)), language.render(_count_unfinished(rows))]
                assert all(is_status_text(text, language) for text in (*texts, ", ".join(texts)))
                assert not is_status_text(f"{texts[0]}!", language) and not is_status_text(f"{rows}", language)


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder to work in, where commands speak the language."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XLADDIN_LANGUAGE", CODE)
    with made_up_language(tmp_path / "locale"):
        yield tmp_path


def words_left(text: str, typed: set[str]) -> set[str]:
    """Return the words outside the brackets that nobody has typed."""
    return set(TEXTS.findall(outside_brackets(text))) - typed


def words_left_by(lines: Sequence[str], folder: Path, typed: set[str]) -> dict[str, set[str]]:
    """Run commands in turn, and return the words outside the brackets. Names, paths and commands are no texts."""
    files, wrong = [str(path) for path in sample_files("montreal").values()], {}
    for line in lines:
        more = ["--language", CODE, *(files if "empty" not in line else [])] if line.startswith("new") else []
        output = run_here(*line.split(), *more)
        text = re.sub(r"Parser Error: .*?\^+|\w+[.](toml|xlsx)", " ", f"{output.out}\n{output.err}", flags=re.DOTALL)
        allowed = club_words("montreal") | typed | set(TEXTS.findall(f"{line} {folder} {' '.join(files)}"))
        if untranslated := words_left(text, allowed):
            wrong[line] = untranslated
    return wrong


def test_no_word_of_the_terminal_is_outside_the_catalogue(empty_folder: Path) -> None:
    """The sections of an answers file are no texts."""
    heading = "Date,Player 1,Score 1,Player 2,Score 2\n"
    Path("more.csv").write_text(f"{heading}2024-12-01,John,400,Spot,300\n")
    Path("wrong.csv").write_text(f"{heading}2024-12-01,John,4oo,Spot,300\n")
    assert words_left_by(COMMANDS, empty_folder, NO_TEXTS) == {}


FEDERATION = """
federation update north
federation new north --system montreal --title North
federation update north
federation list north
new montreal north/clubs/east.xlsx
federation update north
federation update north
federation list north
federation list north --format xlsx
federation publish north page
federation sql north SELEKT
federation forget north Nobody --yes
federation forget north John
federation forget north John --yes
""".strip().splitlines()


def test_no_text_of_a_federation_is_outside_the_catalogue(empty_folder: Path) -> None:
    assert words_left_by(FEDERATION, empty_folder, {"North", "east", *TABLES}) == {}
    settings = Path("north", "federation.toml").read_text(encoding="utf-8").splitlines()
    assert [line for line in settings if line.startswith("#") and outside_brackets(line).strip("# ")] == []
    allowed = club_words("montreal") | {"North", "east"}
    sheets = [
        *load_values(Path("north", "register.xlsx")).worksheets[:2],
        load_values(Path("north", "list.xlsx")).active,
    ]
    for sheet in sheets:
        cells = " ".join(cell.value for row in sheet for cell in row if isinstance(cell.value, str))
        assert words_left(cells, allowed | {sheet.title}) == set(), sheet.title
    for page in Path("page").rglob("*.html"):
        assert words_left(INVISIBLE.sub(" ", page.read_text(encoding="utf-8")), allowed) == set(), page.name


WRONG_USAGE = """
recal
recalc
recalc --x
undo club.xlsx --to b
undo club.xlsx --to 0
export club.xlsx --format zip
pair club.xlsx more.csv
new montreal other.xlsx --title
new montreal other.xlsx --dry-run=1
new montreal other.xlsx --title A --title B
""".strip().splitlines()


@pytest.mark.usefixtures("empty_folder")
def test_no_word_of_help_is_outside_the_catalogue() -> None:
    """Names of commands, options, systems and files are no texts. Lines are wrapped, so the help is read as one."""
    helps = [["--help"], *([name, "--help"] for name in COMMANDS_BY_NAME)]
    helps += [["federation", name, "--help"] for name in federation.commands]
    choices = "names initials none own pool csv json xlsx tsh zip OPTIONS xladdin highest latest club more other"
    names = {*COMMANDS_BY_NAME, *federation.commands, *SYSTEMS, *choices.split(), "python", "pytest"}
    for arguments in [*helps, *map(str.split, WRONG_USAGE)]:
        output = run_here(*arguments)
        text = re.sub(r"--?[a-z-]+|'[^']*'", " ", output.out + output.err)
        text = re.sub(r"^  [a-z]+ +⟦[^⟦⟧]*\.$", " ", text, flags=re.MULTILINE)  # a first sentence
        assert words_left(text, names) == set(), arguments


def test_no_text_of_a_page_is_outside_the_catalogue(keyed_path: tuple[str, Path], tmp_path: Path) -> None:
    key, path = keyed_path
    publish_page(path, tmp_path / "page")
    for page in (tmp_path / "page").rglob("*.html"):
        if page.name != "how.html":  # with the words of the source
            text = html.unescape(INVISIBLE.sub(" ", page.read_text(encoding="utf-8")))
            assert words_left(text, club_words(key)) == set(), page.name


def test_the_app_has_its_words(tmp_path: Path) -> None:
    with made_up_language(tmp_path) as code:
        translations = build_translations()
        assert list(translations) == [code]
        texts = translations[code]["words"]
        assert isinstance(texts, dict) and len(texts) > 100
        assert [text for text in texts.values() if outside_brackets(text).strip()] == []
        assert json.loads(json.dumps(translations)) == translations


CODE = "xx"
FRENCH = ROOT / "xladdin" / "locale" / "fr" / "LC_MESSAGES" / "xladdin.po"
AS_THEY_ARE = {"number", "format of Excel"}
"""The contexts of signs within numbers and of formats of cells, which are no texts."""
_INNERMOST = re.compile("⟦[^⟦⟧]*⟧")


def _bracketed(text: str) -> str:
    return f"⟦{text}⟧"


def write_catalogue(folder: Path) -> None:
    """Write the compiled catalogue of the language below a folder of languages."""
    with FRENCH.open("rb") as stream:
        french = read_po(stream)
    made = Catalog(locale="de", fuzzy=False)  # a language of which gettext knows the plural
    for entry in french:
        if entry.id:
            forms = tuple(map(_bracketed, entry.id)) if isinstance(entry.id, tuple) else _bracketed(entry.id)
            made.add(entry.id, entry.id if entry.context in AS_THEY_ARE else forms, context=entry.context)
    path = folder / CODE / "LC_MESSAGES" / "xladdin.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as target:
        write_mo(target, made)


@contextmanager
def made_up_language(folder: Path) -> Iterator[str]:
    """Let xladdin find the catalogue of the language in a folder, and give its code."""
    write_catalogue(folder)
    _forget()
    try:
        with mock.patch.object(languages, "locale_folder", lambda: folder):
            yield CODE
    finally:
        _forget()


def _forget() -> None:
    for cached in vars(languages).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()


def outside_brackets(text: str) -> str:
    """Return what is left of a text without its brackets and all that is between them."""
    while (shorter := _INNERMOST.sub(" ", text)) != text:
        text = shorter
    return text
