"""The sheets for the wall in the language of the workbook: headings, titles, lines, records, arithmetic."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from tests.helpers.clubs import KEYS, LATER, as_of_name, edited, recalculated, renewed_in, sample_book, stored
from tests.helpers.programs.chromium import published
from tests.helpers.programs.libreoffice import pdf_pictures, pdf_words
from tests.helpers.programs.printing import print_book
from tests.helpers.programs.recalculating import recalculate
from tests.workbook.french_clubs import fixed, prompts, texts
from xladdin.files.club_file import open_club_file
from xladdin.game_log.past import FACT_HEADINGS
from xladdin.languages.language import IN_FRENCH, Language
from xladdin.systems import SYSTEMS
from xladdin.workbook.contents import tables_of
from xladdin.workbook.new_book import make_book
from xladdin.workbook.past_seasons import SEASON_TABLE
from xladdin.workbook.review import TABLE
from xladdin.workbook.schema import (
    CALCULATOR,
    NOT_YET,
    PAST_SEASONS,
    REVIEW,
    REVIEW_TABLE,
    RULES,
    STANDINGS,
    START,
)

ALIKE = {"4 points", "Champion", "Division", "Place", "Points", "Record", "Records", "Table"}
"""Words that French shares."""
TYPED = {"rating", "who sits out", "plays two at once", "sits out", "Yes", "No"}
"""People choose these in a cell, and xladdin reads them by their English word."""
SERIES = {"Second chart"}
"""The name of a column that no page shows."""
READ = {
    RULES: re.compile(
        r"Yes|No|with the next session|session|formula|results|Letter|[a-z]+|Weekly sheet|Standings.*|Ladder"
    ),
    CALCULATOR: re.compile(r"No|=[A-Z]+\(.*\)|[A-Z]+\(.*\)"),
}
"""People type these on the sheets, and xladdin reads the English word: settings, sheets, systems, functions."""
SHORT_MONTHS = {"janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."}
SCALE = 4
"""How many pixels of a picture make a point."""
AS_IT_IS = {
    START: re.compile(r"club-[\w-]+"),
    RULES: re.compile(r'(VBA: )?"[^"]*"|[a-z]+\.txt|Source|FIDE [0-9.]+|FIDE Handbook.*'),
}
"""Quotations of a source and its place, and words that French shares."""
LISTED = ALIKE | TYPED | SERIES


@pytest.fixture(scope="module", params=KEYS)
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A club that has chosen French."""
    path = sample_book(request.param, tmp_path_factory.mktemp("french"))
    renewed_in(path, "fr")
    assert not recalculated(path, LATER).problems
    return request.param, path


def test_the_lines_and_the_arithmetic_are_in_french(book: tuple[str, Path]) -> None:
    key, path = book
    scoreboard = " ".join(texts(path, "Scoreboard"))
    assert re.search(r"Au (\w+di|dimanche) [0-9]|Après .*, (\w+di|dimanche) ", scoreboard)
    assert "calculé le 14 mars 2026 à 15:09" in scoreboard
    assert not re.search("favourite|underdog|wins|loses|spread|scored|expected|change", scoreboard)
    if key != "dptr":
        day = r"(?:Lundi|Mardi|Mercredi|Jeudi|Vendredi|Samedi|Dimanche) "
        assert re.search(day + r"[0-9]+ \w+ [0-9]{4} · [0-9]+\xa0joueurs · [0-9]+\xa0part", scoreboard)


def test_no_word_of_a_sheet_stays_english_unlisted(book: tuple[str, Path], tmp_path: Path) -> None:
    key, path = book
    english = sample_book(key, tmp_path)
    typed = {text for sheet in tables_of(SYSTEMS[key]) for text in texts(english, sheet)}
    names = {text for text in typed if len(text) > 2} | {SYSTEMS[key].title}
    own = [*tables_of(SYSTEMS[key]).values(), TABLE, SEASON_TABLE]
    headings = {table.name: {column.heading for column in table.columns} for table in own}
    headings |= {REVIEW: headings[REVIEW_TABLE], PAST_SEASONS: headings[SEASON_TABLE.name] | {*FACT_HEADINGS}}
    shown = [sheet.title for sheet in stored(path) if sheet.sheet_state == "visible"]
    assert {RULES, CALCULATOR} <= {*shown}
    for sheet in shown:
        both = set(texts(english, sheet)) & set(texts(path, sheet)) - LISTED - headings.get(sheet, set()) - {sheet}
        words = {text for text in both if re.search(r"[^\W\d_]{2}", text) and not any(name in text for name in names)}
        kept = [listed[sheet] for listed in (READ, AS_IT_IS) if sheet in listed]
        assert {text for text in words if not any(way.fullmatch(text) for way in kept)} == set(), sheet


def test_the_journal_and_the_questions_are_in_french(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    renewed_in(path, "fr")
    recalculated(path)
    edited(path, ("Games", "C4", 99), ("Games", "E4", 99))
    assert "A low score" in {look.what for look in recalculated(path).to_review}
    assert {"Marque basse", "Games, ligne 4"} <= set(texts(path, REVIEW))
    assert any(text.endswith("\xa0: 99 est au-dessous de 100") for text in texts(path, REVIEW))
    edited(path, ("Games", "E4", 650))
    recalculated(path)
    told = "\xa0: 99 est au-dessous de 100\xa0; 551 points d’écart, plus de 400"
    assert any(text.endswith(told) for text in texts(path, REVIEW))
    lines = texts(path, "Journal")
    assert {"Games, ligne 4", "Avant", "Maintenant"} <= set(lines)
    before = {sheet: texts(path, sheet) for sheet in ("Player", "Games")}
    renewed_in(path, "en")
    recalculated(path)
    assert "A low score" in texts(path, REVIEW) and "Was" in texts(path, "Journal")
    assert "Pick a player" in texts(path, "Player")
    renewed_in(path, "fr")
    recalculated(path)
    back = {sheet: [text for text in texts(path, sheet) if not text.startswith("‹")] for sheet in before}
    assert back == before


def test_notes_and_rows_to_mend_are_in_french(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    renewed_in(path, "fr")
    edited(path, ("Games", "A5", "10/09/24"), ("Games", "C5", "4o0"), ("Games", "B4", "Jhon"))
    assert len(recalculated(path).problems) == 3
    assert "Player 1: vouliez-vous dire John\xa0?" in texts(path, "Games")
    number, day = "doit être un nombre", "doit être une date comme 2006-10-01"
    assert f"Score 1: {number}\xa0; Date: {day}" in texts(path, "Games")
    where = f"Score 1 «\xa04o0\xa0»\xa0: {number}\xa0; Date «\xa010/09/24\xa0»\xa0: {day}"
    assert where in texts(path, START)
    told = "joueur inconnu (vouliez-vous dire «\xa0John\xa0»\xa0?)\xa0; ajoutez-le d’abord sur Players"
    assert any(told in text for text in texts(path, START))
    assert {"2 lignes à corriger\xa0: les listes restent telles quelles", "Games, ligne 4"} <= set(texts(path, START))
    assert "2 à corriger" in texts(path, "Games")


def test_the_live_lines_show_the_same(book: tuple[str, Path], tmp_path: Path) -> None:
    _, path = book
    live = open_club_file(recalculate(path, tmp_path)).names
    assert live[as_of_name(STANDINGS, book[0])] == open_club_file(path).names[as_of_name(STANDINGS, book[0])]


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


def test_a_french_date_is_on_its_stripe(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    renewed_in(path, "fr")
    recalculated(path)
    pdf = print_book(path, [STANDINGS])
    words = pdf_words(pdf)[0]
    with Image.open(pdf_pictures(pdf, tmp_path, dots_per_inch=72 * SCALE)[0]) as picture:
        paper = picture.convert("RGB")
    ranks = [word for word in words if word.text.isdigit() and word.right < 70]
    colours = set()
    for rank in ranks:
        middle = (rank.top + rank.bottom) / 2
        row = sorted((word for word in words if word.top < middle < word.bottom), key=lambda word: word.left)
        *_, day, month, _ = row
        assert month.text in SHORT_MONTHS
        blank = (rank.left - 4, (day.right + month.left) / 2)
        beside = [paper.getpixel((int(across * SCALE), int(middle * SCALE))) for across in blank]
        assert beside[0] == beside[1], (rank.text, beside)
        colours.add(beside[0])
    assert len(colours) == 2


def test_what_the_club_has_written_over_a_title_stays(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    renewed_in(path, "fr")
    edited(path, ("Standings", "A2", "Scrabble Montréal, le mercredi"))
    recalculated(path)
    assert stored(path)["Standings"]["A2"].value == "Scrabble Montréal, le mercredi"
    assert "Joueur" in texts(path, "Standings")


def test_before_the_first_recalculation_too(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    make_book(SYSTEMS["montreal"], path, {}, LATER, language="fr")
    live = open_club_file(recalculate(path, tmp_path / "computed")).names
    assert live[as_of_name(STANDINGS)] == Language(IN_FRENCH).render(NOT_YET)
