"""The one table of words has all of ours and nothing else, and no English is left in the French."""

from __future__ import annotations

import dataclasses
import re
from datetime import date
from itertools import product
from pathlib import Path

import pytest

from tests.helpers.clubs import KEYS, NOW, recalculated, sample_book
from tests.helpers.programs.chromium import Page, published_in_french
from tests.helpers.random_clubs import csv_files, random_club
from xladdin.languages.french.arithmetic import ARITHMETIC
from xladdin.languages.french.keys import KEYS as FRENCH_KEYS
from xladdin.languages.french.labels import LABELS
from xladdin.languages.french.occasions import AT_CAMP as CAMPS_FRENCH
from xladdin.languages.french.occasions import AT_EVENTS
from xladdin.languages.french.reports import FRENCH
from xladdin.languages.french.sheets.calculator import CALCULATOR
from xladdin.languages.french.sheets.start import START_AND_TONIGHT
from xladdin.languages.language import ENGLISH, IN_FRENCH, TEXTS, Language
from xladdin.publish.pages.players import CHESS_RESULTS, RESULTS
from xladdin.publish.site import TEMPLATES
from xladdin.reports.described import reports_of
from xladdin.reports.described.player import player_facts
from xladdin.reports.described.rating_history import CHART_TEXTS
from xladdin.reports.occasions import AT_CAMP
from xladdin.systems import SYSTEMS
from xladdin.systems.shared.tables import BandTable
from xladdin.workbook.new_book import make_book
from xladdin.workbook.report_sheets.all_sheets import layouts
from xladdin.workbook.report_sheets.blocks.layout import SheetLayout
from xladdin.workbook.schema import NOT_YET
from xladdin.workbook.start.status import NOT_UPDATED, OUT_OF_DATE

PUBLISH = TEMPLATES.parent
PACKAGE = PUBLISH.parent
WORKBOOK, REPORTS, RECALC = PACKAGE / "workbook", PACKAGE / "reports", PACKAGE / "recalc.py"
RENDERERS = PACKAGE / "renderers"
LANGUAGE = PACKAGE / "languages" / "language.py"
IN_TEMPLATE = re.compile(r"""\bt\(\s*(?:"([^"]+)"|'([^']+)')""")
IN_CODE = re.compile(r"""(?:Entry\((?:\w+|f"[^"]+"), |\.text\()"([^"]+)\"""")
UNSEEN = "Mark"
"""This names a figure of a column that never had a heading."""
IN_SHEETS = re.compile(r"""\b(?:(?:say|self|language)\.text|Label)\(\s*(?:"([^"]+)"|'([^']+)')""")
FRENCH_, ENGLISH_ = Language(IN_FRENCH), Language(ENGLISH)


def of_the_sheets() -> set[str]:
    """Every text of ours on the sheets for the wall, without labels of a system."""
    own = (WORKBOOK.rglob("*.py"), REPORTS.rglob("*.py"), RENDERERS.rglob("*.py"), [RECALC, LANGUAGE])
    code = (path.read_text() for paths in own for path in paths)
    found = {one or other for source in code for one, other in IN_SHEETS.findall(source)}
    fixed = {text for system in SYSTEMS.values() for layout in layouts(system) for text in fixed_texts(layout)}
    statistics = {fact.label for system in SYSTEMS.values() for fact in player_facts(system)}
    statistics |= {*CHART_TEXTS.values()}
    described = (report for system in SYSTEMS.values() for report in reports_of(system))
    columns = [column for report in described for section in report.sections for column in section.columns.values()]
    statistics |= {column.web.heading for column in columns if column.web.heading and column.web.heading not in LABELS}
    as_of = {NOT_YET, NOT_UPDATED, OUT_OF_DATE, "the last"}
    return found | as_of | statistics | {text for text in fixed if text not in LABELS}


def fixed_texts(layout: SheetLayout) -> set[str]:
    """Titles, labels and headings. The key comes from Rules, and numbers are the same, so both are left out."""
    headings = {column.heading for block in layout.blocks for column in block.columns}
    fixed = layout.fixed | {*layout.report.panel_labels} | headings
    return {text for text in fixed if text and not text.isdigit()} - {UNSEEN}


def texts() -> set[str]:
    """Every text of ours that a page may hold."""
    found = {one or other for path in TEMPLATES.rglob("*.j2") for one, other in IN_TEMPLATE.findall(path.read_text())}
    code = (path.read_text() for path in PUBLISH.rglob("*.py"))
    found |= {text for source in code for text in IN_CODE.findall(source)}
    return found | of_the_sheets() | {*RESULTS.values(), *CHESS_RESULTS.values(), *AT_CAMP.values()}


def test_every_text_is_in_the_table_and_no_other() -> None:
    of_calculator = CALCULATOR.keys() - FRENCH.keys()
    assert texts() - of_calculator - set(START_AND_TONIGHT) == set(FRENCH)


def test_every_text_of_start_and_tonight_is_in_its_table_and_no_other() -> None:
    code = "".join(
        path.read_text()
        for folder in (WORKBOOK, PACKAGE / "systems", PACKAGE / "reports", PUBLISH)
        for path in folder.rglob("*.*")
        if path.suffix in (".py", ".j2")
    )
    assert {text for text in START_AND_TONIGHT if f'"{text}"' not in code} <= set(AT_CAMP.values())


def test_every_sentence_of_a_key_is_in_its_table_and_no_other() -> None:
    code = "".join(
        path.read_text()
        for folder in (WORKBOOK, PACKAGE / "systems", PACKAGE / "reports")
        for path in folder.rglob("*.py")
    )
    assert set(FRENCH_KEYS) == {sentence for sentence in FRENCH_KEYS if f'"{sentence}"' in code}
    assert set(re.findall(r'LegendEntry\(\s*"([^"]+)"', code)) <= set(FRENCH_KEYS)
    places = re.compile(r"\{\w+\}")
    for english, french in FRENCH_KEYS.items():
        assert sorted(places.findall(english)) == sorted(places.findall(french)), english


@pytest.mark.parametrize("own", [CAMPS_FRENCH, AT_EVENTS])
def test_a_camp_or_an_event_says_nothing_but_what_clubs_say_too(own: dict[str, str]) -> None:
    assert set(own) <= {*TEXTS, *FRENCH_KEYS, *LABELS}


def test_places_for_values_are_the_same_in_both() -> None:
    places = re.compile(r"\{\w+\}")
    for english, french in [*FRENCH.items(), *CAMPS_FRENCH.items(), *AT_EVENTS.items()]:
        assert sorted(places.findall(english)) == sorted(places.findall(french)), english


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_label_of_a_system_is_in_the_table(key: str) -> None:
    """Quotations of the source are not in it, because they stay as they are."""
    quotation = re.compile(r'(VBA: |Prose: )?"[^"]*"')
    for field in dataclasses.fields(SYSTEMS[key]):
        value = getattr(SYSTEMS[key], field.name)
        columns = value.columns if isinstance(value, BandTable) else ()
        words = [value] if value and isinstance(value, str) else []
        source = field.metadata["source"]
        labels = [field.metadata["label"], *columns, *words, *([] if quotation.fullmatch(source) else [source])]
        assert [label for label in labels if label not in LABELS] == []


def test_decimals_of_a_key_are_parted_as_the_language_parts_them() -> None:
    english = "From {rating} up {share} of it."
    values = {"rating": "1800", "share": "0.8"}
    assert ENGLISH_.key(english, **values) == "From 1800 up 0.8 of it."
    assert FRENCH_.key(english, **values) == "À partir de 1800, 0,8 de cette somme."


def test_arithmetic_in_french() -> None:
    assert FRENCH_.told("favourite by 227 wins: 6; spread 113: 2; change 8") == (
        "favori de 227 gagne\xa0: 6\xa0; écart 113\xa0: 2\xa0; variation 8"
    )
    assert FRENCH_.told("favourite by 116 wins: 66.79% scored, 58.56% expected; 8.23 over; half: 4.12; change 4") == (
        "favori de 116 gagne\xa0: 66,79\xa0% marqués, 58,56\xa0% attendus\xa0; 8,23 de plus\xa0; la moitié\xa0: 4,12"
        "\xa0; variation 4"
    )
    assert ENGLISH_.told("favourite by 227 wins: 6") == "favourite by 227 wins: 6"


def test_what_the_list_takes_of_a_session_is_told_in_french() -> None:
    """The cases are newcomers, experts, halves of a point, and ratings that the lowest rating holds."""
    known = {word for text in ARITHMETIC.values() for word in re.findall(r"[^\W\d_]+", text)}
    cases = product(SYSTEMS.values(), (100, 104, 1000, 1003, 1500, 2100), (0, 9, 40), (-33, -8.5, 7, 8.5))
    told = {FRENCH_.told(words) for system, *case in cases if (words := system.describe_session(*case))}
    assert len(told) > 10
    assert [words for words in told if not {*re.findall(r"[^\W\d_]+", words)} <= known] == []


@pytest.mark.parametrize("key", KEYS)
def test_no_word_of_arithmetic_is_left_in_english(key: str, tmp_path: Path) -> None:
    book = tmp_path / f"{key}.xlsx"
    make_book(SYSTEMS[key], book, csv_files(random_club(SYSTEMS[key], 8, 120), tmp_path), NOW)
    assert not recalculated(book).problems
    published_in_french(book, tmp_path / "page")
    known = {word for text in ARITHMETIC.values() for word in re.findall(r"[^\W\d_]+", text)}
    told = 0
    for path in (tmp_path / "page" / "player").glob("*.html"):
        for table in Page.of(path).tables:
            if [cell.strip() for cell in table[0]] == ["Résultat", "Contre", "Cote", "Variation"]:
                for row in table[1:]:
                    words = set(re.findall(r"[^\W\d_]+", row[0])) if len(row) == 1 else set()
                    assert words <= known, row
                    told += bool(words)
    assert told > 100


@pytest.mark.parametrize(
    ("day", "english", "french"),
    [
        (date(2026, 5, 19), "Tuesday 19 May 2026", "mardi 19 mai 2026"),
        (date(2026, 2, 1), "Sunday 1 February 2026", "dimanche 1er février 2026"),
    ],
)
def test_days(day: date, english: str, french: str) -> None:
    assert (ENGLISH_.day(day), FRENCH_.day(day)) == (english, french)
    titles = [english, french[0].upper() + french[1:]]
    assert [say.title_of(day) for say in (ENGLISH_, FRENCH_)] == titles
    assert [say.heading_of(day) for say in (ENGLISH_, FRENCH_)] == [title.split()[0] for title in titles]


@pytest.mark.parametrize(
    ("value", "places", "english", "french"),
    [
        (2331, 0, "2,331", "2\u202f331"),
        (417.44, 1, "417.4", "417,4"),
        (85.7, 0, "85.7", "85,7"),
        (0, 0, "0", "0"),
        (-0.001, 2, "0.00", "0,00"),
        (-1, 0, "−1", "−1"),
        (-1.5, 1, "−1.5", "−1,5"),
    ],
)
def test_numbers(value: float, places: int, english: str, french: str) -> None:
    assert (ENGLISH_.number(value, places), FRENCH_.number(value, places)) == (english, french)


def test_signs_and_nouns() -> None:
    assert (ENGLISH_.rating(-1.5, 2), FRENCH_.rating(-1.5, 2)) == ("−1.50", "−1,50")
    assert [ENGLISH_.signed(value) for value in (2331, -18, 0)] == ["+2,331", "−18", "0"]
    assert [FRENCH_.count(number, "game") for number in (0, 1, 2)] == ["0\xa0partie", "1\xa0partie", "2\xa0parties"]
    assert ENGLISH_.count(2, "game") == "2 games"


@pytest.mark.parametrize("key", ["montreal", "sca", "dptr"])
def test_a_french_page_has_a_blank_before_each_colon(key: str, tmp_path: Path) -> None:
    book = sample_book(key, tmp_path)
    published_in_french(book, tmp_path / "page")
    pages = [page for page in (tmp_path / "page").rglob("*.html") if page.name not in ("how.html", "slips.html")]
    assert len(pages) > 6
    assert {page.name: found for page in pages if (found := re.findall(r"\S+\w: \S+", Page.of(page).text))} == {}
