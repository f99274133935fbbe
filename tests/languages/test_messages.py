"""A message keeps its values apart from its words, so that no value is translated."""

from __future__ import annotations

import pickle

import pytest

from xladdin import Language, Message, join_messages, msg, ngettext
from xladdin.messages import list_values

FRENCH, ENGLISH = Language("fr"), Language("en")


def test_a_message_is_its_english_text() -> None:
    message = msg("{player} has {rating:,}", player="Ann", rating=1234)
    assert message == "Ann has 1,234"
    assert ENGLISH.render(message) == "Ann has 1,234"
    assert message.as_data() == {
        "id": "{player} has {rating:,}", "values": {"player": "Ann", "rating": 1234}, "text": "Ann has 1,234"
    }  # fmt: skip


@pytest.mark.parametrize("name", ["and", "Monday", "{first}", "{0}", "%s"])
def test_a_value_that_is_a_word_is_never_translated(name: str) -> None:
    assert FRENCH.render(list_values([name, "or"])) == f"{name} et or"


def test_nested_messages_are_rendered_with_the_message() -> None:
    inner = list_values(["A5", "B5", "C5"], alternative=True)
    assert inner == "A5, B5 or C5"
    assert FRENCH.render(join_messages([inner, inner])) == "A5, B5 ou C5\N{NO-BREAK SPACE}; A5, B5 ou C5"


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
