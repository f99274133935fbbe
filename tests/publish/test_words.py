"""The words of the pages, dates and numbers in each language, and no English is left in the French."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from tests.helpers.clubs import sample_book
from tests.helpers.programs.chromium import Page, published_in_french
from xladdin.languages.language import ENGLISH, IN_FRENCH, Language
from xladdin.messages import msg
from xladdin.publish.site import TEMPLATES
from xladdin.publish.texts import TEXTS
from xladdin.reports.counts import count_games
from xladdin.systems import SYSTEMS

IN_TEMPLATE = re.compile(r"""\bt\(\s*(?:"([^"]+)"|'([^']+)')""")
FRENCH_, ENGLISH_ = Language(IN_FRENCH), Language(ENGLISH)


def test_every_text_of_the_templates_is_declared_and_no_other() -> None:
    """Extraction finds a text where it is declared, so that the catalogues have it."""
    found = {one or other for path in TEMPLATES.rglob("*.j2") for one, other in IN_TEMPLATE.findall(path.read_text())}
    assert found == set(TEXTS)


def test_decimals_of_a_legend_are_parted_as_the_language_parts_them() -> None:
    words = msg("From {rating} up {share} of it.", rating=1800, share=0.8)
    assert ENGLISH_.render(words) == "From 1800 up 0.8 of it."
    assert FRENCH_.render(words) == "À partir de 1800, 0,8 de cette somme."


def test_arithmetic_in_french() -> None:
    words = SYSTEMS["mississauga"].explain(1234, 1007, 416, 303)
    assert ENGLISH_.render(words) == "favourite by 227 wins: 6; spread 113: 2; change 8"
    assert FRENCH_.render(words) == "favori de 227 gagne\xa0: 6\xa0; écart 113\xa0: 2\xa0; variation 8"
    words = SYSTEMS["lexington"].explain(1824, 1708, 459, 272, 60)
    assert FRENCH_.render(words) == (
        "favori de 116 gagne\xa0: 66,79\xa0% marqués, 58,56\xa0% attendus\xa0; 8,23 de plus\xa0; la moitié\xa0: 4,12"
        "\xa0; variation 4"
    )


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
    french = [FRENCH_.render(count_games(number)) for number in (0, 1, 2)]
    assert french == ["0\xa0partie", "1\xa0partie", "2\xa0parties"]
    assert ENGLISH_.render(count_games(2)) == "2 games"


@pytest.mark.parametrize("key", ["montreal", "sca", "dptr"])
def test_a_french_page_has_a_blank_before_each_colon(key: str, tmp_path: Path) -> None:
    book = sample_book(key, tmp_path)
    published_in_french(book, tmp_path / "page")
    pages = [page for page in (tmp_path / "page").rglob("*.html") if page.name not in ("how.html", "slips.html")]
    assert len(pages) > 6
    assert {page.name: found for page in pages if (found := re.findall(r"\S+\w: \S+", Page.of(page).text))} == {}
