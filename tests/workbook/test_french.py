"""Workbooks in French: notes, occasions by their names, what a director wrote, and rules that the functions find."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import KEYS, edited, recalculated, renewed_in, sample_book, stored
from tests.helpers.programs.chromium import published
from xladdin.files.club_file import open_club_file
from xladdin.functions.evaluation import TableRange
from xladdin.functions.ranges import system_with_rules
from xladdin.systems import SYSTEMS
from xladdin.workbook.schema import CALCULATOR, RULES, STANDINGS, START, TITLE_NAME


def test_notes_and_rows_to_mend_are_in_french(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    renewed_in(path, "fr")
    edited(path, ("Games", "A5", "10/09/24"), ("Games", "C5", "4o0"), ("Games", "B4", "Jhon"))
    assert len(recalculated(path).problems) == 3
    assert "! Joueur 1\xa0: vouliez-vous dire John\xa0?" in texts(path, "Games")
    number, day = "doit être un nombre", "doit être une date comme 2006-10-01"
    assert f"! Marque 1\xa0: {number}\xa0; Date\xa0: {day}" in texts(path, "Games")
    where = f"Marque 1\xa0: «\xa04o0\xa0» – {number}\xa0; Date\xa0: «\xa010/09/24\xa0» – {day}"
    assert where in texts(path, START)
    told = "«\xa0Jhon\xa0» ne figure pas sur Players. Vouliez-vous dire «\xa0John\xa0»\xa0?"
    assert any(told in text for text in texts(path, START))
    status = "2\xa0lignes à corriger\xa0: les listes restent telles quelles"
    assert {status, "Games, ligne 4"} <= set(texts(path, START))
    assert "2 à corriger" in texts(path, "Games")


def test_a_wrong_row_turns_red_even_where_the_log_has_a_note_on_it(tmp_path: Path) -> None:
    """The conditional format knows it by the sign at the beginning of the Note."""
    path = sample_book("montreal", tmp_path)
    edited(path, ("Games", "C5", None), ("Games", "E5", None), ("Games", "F5", "Nobody"))
    assert len(recalculated(path).problems) == 1
    assert "! Double: must be one of the two players of the game; not played yet" in texts(path, "Games")


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("sca", {STANDINGS: "inchangé le dernier jour", RULES: "jours manqués"}),
        (
            "dptr",
            {STANDINGS: "inchangé au dernier tournoi", RULES: "Impression d’un tournoi", START: "le bilan du tournoi"},
        ),
    ],
)
def test_a_camp_speaks_of_days_and_a_rating_of_tournaments_of_these(
    key: str, words: dict[str, str], tmp_path: Path
) -> None:
    path = sample_book(key, tmp_path)
    renewed_in(path, "fr")
    recalculated(path)
    sheets = [sheet.title for sheet in stored(path)]
    said = {sheet: " ".join([*texts(path, sheet), *fixed(path, sheet)]) for sheet in sheets}
    said["prompts"] = " ".join(text for (sheet, _), own in prompts(path) if sheet in sheets for text in own)
    assert [sheet for sheet, text in words.items() if text not in said[sheet]] == []
    published(path, tmp_path / "page")
    pages = {page.name: page.read_text(encoding="utf-8") for page in (tmp_path / "page").rglob("*.html")}
    assert {"how.html", "index.html"} <= set(pages)
    assert [name for name, text in {**said, **pages}.items() if re.search("[Ss]oirée|[Ss]éance|[Cc]e soir", text)] == []


def test_what_a_director_wrote_stays(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    renewed_in(path, "fr")
    row = open_club_file(path).place_of(TITLE_NAME)[1]  # type: ignore[index]
    edited(
        path, (RULES, f"B{row}", "Source"), (RULES, "H60", "Ask above change, said Ann"), ("Calculator", "B5", "Rating")
    )
    edited(path, (RULES, f"D{row}", "Our name since 1983"), (CALCULATOR, "B5", "Rating"))
    recalculated(path)
    assert stored(path)[RULES][f"B{row}"].value == "Source"
    assert {"Our name since 1983", "Ask above change, said Ann", "Titre du club"} <= set(texts(path, RULES))
    assert stored(path)[CALCULATOR]["B5"].value == "Rating" and "Cote" in texts(path, CALCULATOR)


@pytest.mark.parametrize("key", KEYS)
def test_the_functions_find_the_rules_of_a_french_club(key: str, tmp_path: Path) -> None:
    """They know rules by labels and headings, the only words of Rules that anything reads."""
    path = sample_book(key, tmp_path)
    rules = []
    for language in ("en", "fr"):
        renewed_in(path, language)
        recalculated(path)
        sheet = open_club_file(path).sheet_values(RULES)[2:]
        rules.append(system_with_rules(SYSTEMS[key], TableRange(tuple(map(tuple, sheet)), len(sheet))))
    assert rules[0] == rules[1]


def texts(path: Path, sheet: str) -> list[str]:
    return [cell for row in stored(path)[sheet].values for cell in row if isinstance(cell, str)]


def prompts(path: Path) -> Iterator[tuple[tuple[str, str], list[str]]]:
    """The prompts on each sheet and its cells: text and title for a chosen cell, and for a value that it refuses."""
    for sheet in openpyxl.load_workbook(path):
        for rule in sheet.data_validations.dataValidation:
            said = [rule.prompt, rule.promptTitle, rule.error, rule.errorTitle]
            yield (sheet.title, str(rule.sqref)), [text or "" for text in said]


def fixed(path: Path, sheet: str) -> list[str]:
    """The texts of a sheet that no formula gives."""
    return [cell for row in openpyxl.load_workbook(path)[sheet].values for cell in row if isinstance(cell, str)]
