"""The sheets of the director in French and back: Rules, Calculator, Player, Journal, and every prompt."""

from __future__ import annotations

import re
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.helpers.clubs import KEYS, LATER, edited, recalculated, renewed_in, sample_book, stored
from tests.workbook.french_clubs import prompts, texts
from xladdin.files.club_file import open_club_file
from xladdin.functions.hostcells import TableRange
from xladdin.functions.rules_range import ruled
from xladdin.systems import SYSTEMS
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import (
    CALCULATOR,
    CARRIED_COLUMNS,
    JOURNAL,
    RULES,
    TITLE_NAME,
    TONIGHT,
)

TAKEN_OVER = {"Second chart", "Place"}
"""The name of a column of History that no page shows, and a word that French shares."""


@pytest.mark.parametrize("key", KEYS)
def test_no_prompt_stays_english_unlisted(key: str, tmp_path: Path) -> None:
    """The list has headings of typed tables, names of sheets, and the column of History that bears its name."""
    path = sample_book(key, tmp_path)
    english = dict(prompts(path))
    renewed_in(path, "fr")
    recalculated(path, LATER)
    french = dict(prompts(path))
    assert english.keys() == french.keys()
    assert len(english) > 20
    titles = {column.heading for table in tables_of(SYSTEMS[key]).values() for column in table.columns}
    titles |= {RULES, TONIGHT, *CARRIED_COLUMNS, *TAKEN_OVER, ""}
    same = {text for place, texts in french.items() for text in texts if text in english[place]}
    assert {text for text in same if text not in titles} == set()
    assert all(
        len(text) <= (32 if number % 2 else 255) for texts in french.values() for number, text in enumerate(texts)
    )


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


def test_decimals_of_the_journal_are_parted_by_a_comma(tmp_path: Path) -> None:
    path = sample_book("dptr", tmp_path)
    renewed_in(path, "fr")
    recalculated(path)
    (row,) = [cell.row for cell in stored(path)[RULES]["A"] if cell.value == "Cote avant le premier tournoi"]
    edited(path, (RULES, f"B{row}", 41.5))
    recalculated(path, LATER)
    lines = stored(path)[JOURNAL].iter_rows(min_col=2, max_col=5, values_only=True)
    rules, was, now, ratings = next(line for line in lines if str(line[2]).startswith("Cote"))
    assert (rules, was, now) == (
        f"Rules, ligne {row}",
        "Cote avant le premier tournoi\xa0: 40",
        "Cote avant le premier tournoi\xa0: 41,5",
    )
    assert re.search(r" [+−][0-9]+,[0-9]{2}", ratings) and not re.search(r"[0-9]\.[0-9]", ratings), ratings


@pytest.mark.parametrize("key", KEYS)
def test_the_functions_find_the_rules_of_a_french_club(key: str, tmp_path: Path) -> None:
    """They know rules by labels and headings, the only words of Rules that anything reads."""
    path = sample_book(key, tmp_path)
    rules = []
    for language in ("en", "fr"):
        renewed_in(path, language)
        recalculated(path)
        sheet = open_club_file(path).sheet_values(RULES)[2:]
        rules.append(ruled(SYSTEMS[key], TableRange(tuple(map(tuple, sheet)), len(sheet))))
    assert rules[0] == rules[1]


def test_charts_describe_themselves_in_the_language_of_the_club(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)

    def descriptions() -> str:
        with ZipFile(path) as package:
            drawings = [package.read(name).decode() for name in package.namelist() if "drawings/drawing" in name]
        return " ".join(re.findall('descr="([^"]*)"', "".join(drawings)))

    assert "Line chart of the ratings of the player picked above" in descriptions()
    renewed_in(path, "fr")
    recalculated(path, LATER)
    assert "Line chart" not in descriptions() and descriptions().count("Courbe") == 3
    renewed_in(path, "en")
    recalculated(path, LATER)
    assert "Courbe" not in descriptions() and descriptions().count("Line chart") == 3
