"""The words of the pages, dates and numbers in each language, and no English is left in the French."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers.clubs import sample_book
from tests.helpers.programs.chromium import Page, published_in_french
from xladdin.languages.language import ENGLISH, IN_FRENCH, Language
from xladdin.systems import SYSTEMS
from xladdin.web_pages.site import TEMPLATES, TEXTS

IN_TEMPLATE = re.compile(r"""\bt\(\s*(?:"([^"]+)"|'([^']+)')""")
FRENCH_, ENGLISH_ = Language(IN_FRENCH), Language(ENGLISH)


def test_every_text_of_the_templates_is_declared_and_no_other() -> None:
    """Extraction finds a text where it is declared, so that the catalogues have it."""
    found = {one or other for path in TEMPLATES.rglob("*.j2") for one, other in IN_TEMPLATE.findall(path.read_text())}
    assert found == set(TEXTS)


def test_arithmetic_in_french() -> None:
    words = SYSTEMS["mississauga"].explain(1234, 1007, 416, 303)
    assert ENGLISH_.render(words) == "favourite by 227 wins: 6; spread 113: 2; change 8"
    assert FRENCH_.render(words) == "favori de 227 gagne\xa0: 6\xa0; écart 113\xa0: 2\xa0; variation 8"
    words = SYSTEMS["lexington"].explain(1824, 1708, 459, 272, 60)
    assert FRENCH_.render(words) == (
        "favori de 116 gagne\xa0: 66,79\xa0% marqués, 58,56\xa0% attendus\xa0; 8,23 de plus\xa0; la moitié\xa0: 4,12"
        "\xa0; variation 4"
    )


@pytest.mark.parametrize("key", ["montreal", "sca", "dptr"])
def test_a_french_page_has_a_blank_before_each_colon(key: str, tmp_path: Path) -> None:
    book = sample_book(key, tmp_path)
    published_in_french(book, tmp_path / "page")
    pages = [page for page in (tmp_path / "page").rglob("*.html") if page.name not in ("how.html", "slips.html")]
    assert len(pages) > 6
    assert {page.name: found for page in pages if (found := re.findall(r"\S+\w: \S+", Page.of(page).text))} == {}
