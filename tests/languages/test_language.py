"""Contract of a language: its dates, numbers and nouns. A message keeps its values apart from its words."""

from __future__ import annotations

import pickle
from datetime import date

import pytest

from xladdin import Language, Message, join_messages, msg, ngettext, pgettext
from xladdin.languages import ENGLISH, FRENCH
from xladdin.messages import list_values
from xladdin.reports.wording import count_games
from xladdin.systems import SYSTEMS

FRENCH_, ENGLISH_ = Language(FRENCH), Language(ENGLISH)


def test_decimals_of_a_legend_are_parted_as_the_language_parts_them() -> None:
    legend = msg("From {rating} up, {share} of it.", rating=1800, share=0.8)
    assert ENGLISH_.render(legend) == "From 1800 up, 0.8 of it."
    assert FRENCH_.render(legend) == "À partir de 1800, 0,8 de cette somme."


@pytest.mark.parametrize(
    ("day", "english", "french"),
    [
        (date(2026, 5, 19), "Tuesday 19 May 2026", "mardi 19 mai 2026"),
        (date(2026, 2, 1), "Sunday 1 February 2026", "dimanche 1er février 2026"),
    ],
)
def test_days_are_written_as_the_language_writes_them(day: date, english: str, french: str) -> None:
    assert (ENGLISH_.format_day(day), FRENCH_.format_day(day)) == (english, french)
    titles = [english, french[0].upper() + french[1:]]
    assert [language.format_title(day) for language in (ENGLISH_, FRENCH_)] == titles


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
def test_numbers_are_written_as_the_language_writes_them(value: float, places: int, english: str, french: str) -> None:
    assert (ENGLISH_.format_number(value, places), FRENCH_.format_number(value, places)) == (english, french)


def test_signs_and_nouns_follow_the_language() -> None:
    assert (ENGLISH_.format_rating(-1.5, 2), FRENCH_.format_rating(-1.5, 2)) == ("−1.50", "−1,50")
    assert [ENGLISH_.format_signed(value) for value in (2331, -18, 0)] == ["+2,331", "−18", "0"]
    french = [FRENCH_.render(count_games(number)) for number in (0, 1, 2)]
    assert french == ["0\xa0partie", "1\xa0partie", "2\xa0parties"]
    assert ENGLISH_.render(count_games(2)) == "2 games"


def test_a_heading_is_not_a_step_of_the_same_english() -> None:
    """A federation rates, which takes a while; a list has the rating of each player."""
    assert FRENCH_.render(msg("Rating")) == "Cote"
    assert FRENCH_.render(pgettext("step", "Rating")) == "Calcul des cotes"


def test_the_arithmetic_of_a_change_is_explained_in_french() -> None:
    explanation = SYSTEMS["mississauga"].explain(1234, 1007, 416, 303)
    assert ENGLISH_.render(explanation) == "favourite by 227 wins: 6; spread 113: 2; change 8"
    assert FRENCH_.render(explanation) == "favori de 227 gagne\xa0: 6\xa0; écart 113\xa0: 2\xa0; variation 8"
    explanation = SYSTEMS["lexington"].explain(1824, 1708, 459, 272, 60)
    assert FRENCH_.render(explanation) == (
        "favori de 116 gagne\xa0: 62,79\xa0% + 4 = 66,79\xa0% marqués\xa0; "
        "58,56\xa0% attendus\xa0; 8,23 de plus\xa0; la moitié\xa0: 4,12\xa0; variation 4"
    )


def test_a_message_is_its_english_text() -> None:
    message = msg("{player} has {rating:,}", player="Ann", rating=1234)
    assert message == "Ann has 1,234"
    assert ENGLISH_.render(message) == "Ann has 1,234"
    assert message.as_data() == {
        "id": "{player} has {rating:,}", "values": {"player": "Ann", "rating": 1234}, "text": "Ann has 1,234"
    }  # fmt: skip


@pytest.mark.parametrize("name", ["and", "Monday", "{first}", "{0}", "%s"])
def test_a_value_that_is_a_word_is_never_translated(name: str) -> None:
    assert FRENCH_.render(list_values([name, "or"])) == f"{name} et or"


def test_nested_messages_are_rendered_with_the_message() -> None:
    inner = list_values(["A5", "B5", "C5"], alternative=True)
    assert inner == "A5, B5 or C5"
    assert FRENCH_.render(join_messages([inner, inner])) == "A5, B5 ou C5\N{NO-BREAK SPACE}; A5, B5 ou C5"


@pytest.mark.parametrize(("number", "english"), [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (1000, "1,000 rows")])
def test_a_number_chooses_the_form(number: int, english: str) -> None:
    assert ngettext("{n:,} row", "{n:,} rows", number) == english


def test_a_message_survives_pickling_with_all_its_parts() -> None:
    message = ngettext("{n:,} row of {sheet}", "{n:,} rows of {sheet}", 2, sheet=msg("Games"))
    copy = pickle.loads(pickle.dumps(message))
    assert isinstance(copy, Message)
    assert (copy, copy.template, copy.plural, copy.number, copy.values) == (
        message, message.template, message.plural, 2, message.values
    )  # fmt: skip


def test_a_missing_value_is_an_error_where_the_message_is_built() -> None:
    with pytest.raises(KeyError, match="player"):
        msg("{player} has {rating}", rating=5)
