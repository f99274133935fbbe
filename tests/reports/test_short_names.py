"""The names of players where there is little room."""

from __future__ import annotations

from xladdin.reports.wording import given_names


def test_a_given_name_alone_is_one_players() -> None:
    names = ["Zoë Lavoie", "Bob Ng", "Bob Martel", "Cher"]
    assert list(given_names(names).values()) == ["Zoë", "Bob Ng", "Bob Martel", "Cher"]


def test_a_name_with_a_number_stays_whole() -> None:
    names = ["Former player 1", "Guest 2", "Zoë Lavoie"]
    assert list(given_names(names).values()) == ["Former player 1", "Guest 2", "Zoë"]
