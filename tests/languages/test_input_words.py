"""The words that people type, in the language of a workbook and in any other, and names that are such words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import (
    KEYS,
    NOW,
    ONE_OF_EACH_KIND,
    book_of,
    load_values,
    random_tables,
    read_texts,
    recalc_club,
    renew_in,
    rule_cell,
    sample_book,
    sample_files,
    set_cells,
    set_rule,
)
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.helpers.programs.recalculating import recalculate
from tests.workbook.conftest import TO_REVIEW
from xladdin import Language
from xladdin.federation.register import PERSONS, PERSONS_HEADINGS, UNKNOWN, UNKNOWN_HEADINGS
from xladdin.files.club_file import open_club_file
from xladdin.functions.evaluation import TableRange
from xladdin.functions.ranges import apply_rules
from xladdin.languages import HEADINGS, find_heading_ids, translate_references
from xladdin.model import GameKind
from xladdin.systems import SYSTEMS
from xladdin.workbook.journal import CHANGED_NAME
from xladdin.workbook.new_workbook import create_workbook
from xladdin.workbook.review_sheet import TABLE as REVIEWED
from xladdin.workbook.schema import (
    CARRIED_COLUMNS,
    LANGUAGE_NAME,
    LISTS,
    PAST_SEASONS,
    REVIEW,
    SCOREBOARD,
    SEASON_TABLE,
    START,
    WEB_NAMES,
    list_input_tables,
)
from xladdin.workbook.status import REVIEW_NAME
from xladdin.workbook.web_settings import read_web_settings

FRENCH = Language("fr")


def test_every_column_of_every_system_is_among_the_headings() -> None:
    columns: dict[str, set[str]] = {"Players": set(CARRIED_COLUMNS)}
    for system in SYSTEMS.values():
        for name, table in list_input_tables(system).items():
            columns.setdefault(name, set()).update(column.heading for column in table.columns)
    columns |= {PERSONS: set(PERSONS_HEADINGS), UNKNOWN: set(UNKNOWN_HEADINGS)}
    columns |= {table.name: {column.heading for column in table.columns} for table in (REVIEWED, SEASON_TABLE)}
    assert {name: set(headings) for name, headings in HEADINGS.items()} == columns


@pytest.mark.parametrize("table", HEADINGS)
def test_a_heading_comes_back_from_its_translation(table: str) -> None:
    french = [FRENCH.render(heading) for heading in HEADINGS[table]]
    assert find_heading_ids(table, french) == tuple(HEADINGS[table])
    assert len(set(french)) == len(french)
    assert not [text for text in french if set(text) & set("[]#@'\N{RIGHT SINGLE QUOTATION MARK}")]


def test_columns_of_the_club_keep_their_headings() -> None:
    assert find_heading_ids("Players", ["joueur ", "Ville", "Rating", "Cote"]) == ("Player", "Ville", "Rating", "Cote")
    assert find_heading_ids("Inventory", ["Joueur"]) == ("Joueur",)
    assert translate_references("SUM(Players[Rating],Players[Town],Stock[Rating])", FRENCH) == (
        "SUM(Players[Cote],Players[Town],Stock[Rating])"
    )


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_french_workbook_computes_the_same_numbers(key: str, tmp_path: Path) -> None:
    numbers = []
    for language in ("en", "fr"):
        path = tmp_path / f"{language}.xlsx"
        create_workbook(SYSTEMS[key], path, sample_files(key), NOW, language=language, club_id="club-of-a-test")
        assert not recalc_club(path).problems
        computed = openpyxl.load_workbook(recalculate(path, tmp_path / "computed"), data_only=True)
        assert open_club_file(path).names[CHANGED_NAME] == 0
        numbers.append({
            (sheet.title, cell.coordinate): cell.value
            for sheet in computed
            if sheet.title not in (SCOREBOARD, START)  # with lines of words, some of them longer
            for row in sheet.iter_rows()
            for cell in row
            if isinstance(cell.value, (int, float))
        })  # fmt: skip
    assert numbers[0] == numbers[1]


def test_english_headings_and_rows_are_taken_too(tmp_path: Path) -> None:
    path, more = sample_book("montreal", tmp_path), tmp_path / "more.csv"
    renew_in(path, "fr")
    set_cells(path, ("Games", "B3", "Player 1"))
    more.write_text("Date,Joueur 1,Marque 1,Joueur 2,Marque 2\n2024-12-01,John,400,Spot,300\n", encoding="utf-8")
    before = open_club_file(path).tables["Games"]
    assert before.sheet_headings[:3] == ("Date", "Player 1", "Marque 1") and before.position("Player 1") == 1
    run_cleanly("import", path, more)
    assert sum(cell is not None and cell != "" for cell in open_club_file(path).tables["Games"].columns[1]) == (
        sum(cell is not None and cell != "" for cell in before.columns[1]) + 1
    )


def test_an_import_writes_words_in_the_language_of_the_workbook(tmp_path: Path) -> None:
    path, players, games = (tmp_path / name for name in ("club.xlsx", "players.csv", "games.csv"))
    players.write_text("Player,Group,Active\nAnn,Open,yes\nBob,Open,no\nEve,Open,left\nIan,Open,\n", encoding="utf-8")
    games.write_text(
        "Date,White,Result,Black,Kind\n2025-05-01,Ann,1-0,Ian,forfeit\n2025-05-01,Ian,0-1,Ann,unrated\n",
        encoding="utf-8",
    )
    groups = tmp_path / "groups.csv"
    groups.write_text("Group,Initial rating\nOpen,1000\n", encoding="utf-8")
    run_cleanly("new", "sca", path, groups, players, games, "--language", "fr")
    tables = open_club_file(path).tables
    assert list(tables["Players"].column("Active") or ())[:4] == ["Oui", "Non", "Parti", ""]
    assert list(tables["Games"].column("Kind") or ())[:2] == ["Forfait", "Hors classement"]
    again = run_here("import", path, groups, players, games)
    assert (again.status, again.err) == (0, ""), again.out
    assert "diff" not in again.out


def test_words_in_cells_are_read_in_both_languages(tmp_path: Path) -> None:
    path = sample_book("sca", tmp_path)
    renew_in(path, "fr")
    with_lists = openpyxl.load_workbook(path)
    lists = {rule.formula1 for sheet in with_lists for rule in sheet.data_validations.dataValidation}
    assert {'"Oui,Non,Parti"', '"Hors classement,Forfait"', '"nom,initiales,aucun"'} <= lists
    active = open_club_file(path).tables["Players"].position("Active")
    assert active is not None
    column = "ABCDEFGHIJ"[active]
    set_cells(
        path, *(("Players", f"{column}{row}", word) for row, word in enumerate(("Parti", "left", "oui", "Yes"), 4))
    )
    outcome = recalc_club(path)
    assert [problem.message for problem in outcome.problems] == []
    assert outcome.replay is not None
    assert [player.left for player in outcome.replay.log.players[:4]] == [True, True, False, False]


def test_the_worth_of_a_championship_moves_with_a_french_yes(tmp_path: Path) -> None:
    path = sample_book("dptr", tmp_path)
    renew_in(path, "fr")
    events = open_club_file(path).tables["Events"]
    columns = [events.position("World Championship"), events.position("Value")]
    assert None not in columns
    worlds, value = ("ABCDEFGHIJ"[int(column or 0)] for column in columns)
    values = []
    for word in ("Oui", "Yes", "Non"):
        set_cells(path, ("Events", f"{worlds}4", word))
        computed = openpyxl.load_workbook(recalculate(path, tmp_path / word), data_only=True)
        values.append(computed["Events"][f"{value}4"].value)
    assert values[0] == values[1] != values[2]


def test_no_opponent_is_exempt_or_bye(tmp_path: Path) -> None:
    players, games, path = (tmp_path / name for name in ("players.csv", "games.csv", "club.xlsx"))
    players.write_text("Player\nAnn\nBob\nCyd\n", encoding="utf-8")
    games.write_text(
        "Date,Player 1,Score 1,Player 2,Score 2\n2026-01-06,Ann,400,Bob,300\n2026-01-06,Cyd,,bye,\n"
        "2026-01-13,Exempt,,Ann,\n2026-01-13,Bob,400,Cyd,300\n",
        encoding="utf-8",
    )
    run_cleanly("new", "mississauga", path, players, games, "--language", "fr")
    table = open_club_file(path).tables["Games"]
    assert [table.column(heading)[row] for heading, row in (("Player 2", 1), ("Player 1", 2))] == ["Exempt"] * 2
    assert [str(note) for note in table.column("Note") or ()][1:3] == ["exempt\N{NO-BREAK SPACE}: hors classement"] * 2
    assert load_values(path)[LISTS]["A1"].value == "Exempt"
    again = run_here("import", path, games)
    assert again.status == 0 and "2 new" not in again.out, again.out + again.err
    set_cells(path, ("Games", "D5", "BYE"), ("Games", "B6", "exempt"))
    outcome = recalc_club(path)
    assert not outcome.problems and outcome.replay is not None
    assert [game.kind for game in outcome.replay.log.unrated] == [GameKind.BYE] * 2
    assert not [block for block in run_here("import", path, games).out.splitlines() if "Cyd" in block]
    run_cleanly("pair", path, "--here", "Ann", "--here", "Bob", "--here", "Cyd")
    last = open_club_file(path).tables["Games"]
    assert "Exempt" in {cell for heading in ("Player 1", "Player 2") for cell in (last.column(heading) or ())[4:]}


def test_nobody_may_be_called_exempt(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    renew_in(path, "fr")
    for row, name in ((4, "Exempt"), (5, "Bye")):
        set_cells(path, ("Players", f"A{row}", name))
        problem = next(error for error in recalc_club(path).problems if error.sheet == "Players" and error.row == row)
        assert FRENCH.render(problem.message).startswith("Exempt veut dire sans adversaire")
    renamed = run_here("rename", path, "Lester", "Exempt")
    assert renamed.status == 2 and "Exempt" in renamed.err


def test_a_bye_in_either_language_is_no_half_typed_row(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    renew_in(path, "fr")
    lists = load_values(path)["Games"].data_validations.dataValidation
    styles = {rule.errorStyle for rule in lists if rule.formula1 == "player_choices"}
    assert styles == {"warning"}, "Excel itself refuses neither word"
    rules = [rule for area in load_values(path)["Games"].conditional_formatting for rule in area.rules if rule.formula]
    assert any('="Bye"' in rule.formula[0] and '="Exempt"' in rule.formula[0] for rule in rules)


REVIEW_HEADINGS = {
    "en": ["No", "What", "Where", "Why", "Answer", "Key"],
    "fr": ["N°", "Quoi", "Où", "Pourquoi", "Réponse", "Clé"],
}


def reviewed(path: Path) -> list[tuple[object, ...]]:
    """Return the numbers, answers and keys of Review."""
    rows = openpyxl.load_workbook(path, data_only=True)[REVIEW].iter_rows(min_row=4, values_only=True)
    return [(row[0], row[4], row[5]) for row in rows if row[0]]


def rows_to_review(path: Path, folder: Path) -> str:
    """Return what the live cell on Start says in LibreOffice."""
    sheet, cells = open_club_file(path).ranges[REVIEW_NAME]
    computed = openpyxl.load_workbook(recalculate(path, folder), data_only=True)
    text = str(computed[sheet].cell(cells.first_row, cells.first_column).value or "")
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_review_keeps_its_lines_from_one_language_to_another(tmp_path: Path) -> None:
    """A French Review with English headings is read as before."""
    path = book_of("mississauga", tmp_path, TO_REVIEW)
    assert len(recalc_club(path).to_review) == 3
    set_cells(path, (REVIEW, "E5", "ok"))
    assert len(recalc_club(path).to_review) == 2
    before = reviewed(path)
    for language in ("fr", "en", "fr"):
        renew_in(path, language)
        assert len(recalc_club(path).to_review) == 2
        headings = REVIEW_HEADINGS[language]
        assert [cell.value for cell in load_values(path)[REVIEW][3]][: len(headings)] == headings
        assert open_club_file(path).tables["Review"].headings == tuple(REVIEW_HEADINGS["en"])
        assert reviewed(path) == before
    set_cells(path, *((REVIEW, f"{letter}3", heading) for letter, heading in zip("ABCDEF", REVIEW_HEADINGS["en"])))
    assert len(recalc_club(path).to_review) == 2
    assert " 2 " in rows_to_review(path, tmp_path / "before")
    assert run_here("recalc", path, "--accept", "1").status == 0
    assert [answer for _, answer, _ in reviewed(path)].count("ok") == 2
    assert " 1 " in rows_to_review(path, tmp_path / "accepted")
    assert run_here("undo", path).status == 0
    assert reviewed(path) == before


def test_columns_and_past_seasons_go_on_in_both_languages(tmp_path: Path) -> None:
    path, following = sample_book("lexington", tmp_path), tmp_path / "next.xlsx"
    renew_in(path, "fr")
    assert run_here("rollover", path, following).status == 0
    columns = [cell.value for cell in load_values(following)["Players"][3]]
    assert columns[:3] == ["Joueur", "Cote de départ", "Parties de départ"]
    assert not {"Start rating", "Start results", "Player"} & set(columns)
    headings = [cell.value for cell in load_values(following)[PAST_SEASONS][3]][: len(SEASON_TABLE.columns)]
    assert headings == [
        "Saison", "Parties", "Soirées", "Présence moyenne", "Parties par soirée", "Marque moyenne",
        "Joueurs différents", "Joueurs actifs", "Champions",
    ]  # fmt: skip
    read = open_club_file(following).tables["PastSeasons"]
    english = tuple(column.heading for column in SEASON_TABLE.columns)
    assert read.headings == english and read.rows
    assert read.column("Champions") == ["Meilleure cote\N{NO-BREAK SPACE}: A"]
    set_cells(following, *((PAST_SEASONS, f"{letter}3", heading) for letter, heading in zip("ABCDEFGHI", english)))
    renew_in(following, "en")
    assert [*map(list, open_club_file(following).tables["PastSeasons"].columns)] == [*map(list, read.columns)]


def test_words_on_rules_and_tonight_are_in_the_language_and_read_in_both(tmp_path: Path) -> None:
    path = sample_book("elo", tmp_path)
    renew_in(path, "fr")
    club_file = open_club_file(path)
    areas = {name: club_file.names[name] for name in ("rule_rated_together", "rule_expected_by", "tonight_by")}
    assert areas == {"rule_rated_together": "soirée", "rule_expected_by": "formule", "tonight_by": "cote"}
    ratings = []
    for word in ("formule", "formula", "table", "soirée"):
        set_rule(path, "rule_expected_by", word)
        problems = [FRENCH.render(problem.message) for problem in recalc_club(path).problems]
        ratings.append(problems or open_club_file(path).tables["Players"].column("Rating"))
    assert ratings[0] == ratings[1] != ratings[2]
    assert ratings[3] == ["doit être formule ou table\N{NO-BREAK SPACE}; la valeur imprimée est formule"]
    set_rule(path, "rule_expected_by", "formule")
    assert recalc_club(path).replay is not None
    run_cleanly("publish", path, tmp_path / "page", "--private", "initials")
    assert open_club_file(path).names[WEB_NAMES.name] == "initiales"
    assert read_web_settings(open_club_file(path)).names == "initials"


def texts(path: Path) -> dict[tuple[str, str], object]:
    """Return the value of each cell of the visible sheets, by sheet and address."""
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in load_values(path)
        if sheet.sheet_state == "visible"
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_there_and_back_leaves_what_people_typed(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)

    def typed() -> dict[str, list[list[object]]]:
        tables = open_club_file(path).tables
        return {
            name: [
                list(tables[name].column(column.heading) or ()) for column in table.columns if not column.is_computed
            ]
            for name, table in list_input_tables(SYSTEMS[key]).items()
        }

    before, sheets = typed(), texts(path)
    for code in ("fr", "en"):
        renew_in(path, code)
        assert open_club_file(path).names[LANGUAGE_NAME] == code
        assert typed() == before
    assert texts(path) == sheets


WORDS = ("and", "drawn", "Games", "Level", "lost", "Monday", "nothing", "Player", "Tied", "won")
PLAIN = tuple(f"Qq{letter}" for letter in "abcdefghij")
"""Names in the same order, which mean nothing."""


def renamed(tables: dict[str, Sequence[Sequence[object]]], names: Sequence[str]) -> dict[str, list[list[object]]]:
    """Return the rows of a club whose players have other names, in the same order."""
    players = sorted({str(row[0]) for row in tables["players"][1:]})
    by_name = dict(zip(players, names, strict=True))
    return {table: [[by_name.get(str(cell), cell) for cell in row] for row in rows] for table, rows in tables.items()}


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_name_that_is_a_word_stays_in_every_report(key: str, tmp_path: Path) -> None:
    """Compare a club of such names with another: the same sheets in French, but for the names."""
    tables = random_tables(key, 120, len(WORDS), seed=7)
    sheets = []
    for folder, names in (("words", WORDS), ("plain", PLAIN)):
        path = book_of(key, tmp_path / folder, renamed(tables, names))
        assert not recalc_club(path).problems
        renew_in(path, "fr")
        sheets.append(texts(path))
    translated, plain = sheets
    for address, value in plain.items():
        if isinstance(value, str):  # the digest of all that was read is a number
            for name, word in zip(PLAIN, WORDS, strict=True):
                value = value.replace(name, word)
            assert translated.get(address) == value, address


def test_what_a_director_wrote_stays(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    renew_in(path, "fr")
    row = rule_cell(path, "club_title")[1:]
    typed = {("Rules", f"B{row}"): "Source", ("Rules", f"D{row}"): "Our name in 1983", ("Calculator", "B5"): "Rating"}
    set_cells(path, *((*address, text) for address, text in typed.items()))
    recalc_club(path)
    assert {address: load_values(path)[address[0]][address[1]].value for address in typed} == typed
    assert "Titre du club" in read_texts(path, "Rules") and "Cote" in read_texts(path, "Calculator")


@pytest.mark.parametrize("key", KEYS)
def test_the_functions_find_the_rules_of_a_french_club(key: str, tmp_path: Path) -> None:
    """They know rules by labels and headings, the only words of Rules that anything reads."""
    path = sample_book(key, tmp_path)
    rules = []
    for language in ("en", "fr"):
        renew_in(path, language)
        sheet = list(load_values(path)["Rules"].values)[2:]
        rules.append(apply_rules(SYSTEMS[key], TableRange(tuple(map(tuple, sheet)), len(sheet))))
    assert rules[0] == rules[1]
