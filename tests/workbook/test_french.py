"""Workbooks in French: what a director wrote stays, and the functions find the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.clubs import KEYS, load_values, read_texts, recalc_club, renew_in, rule_cell, sample_book, set_cells
from xladdin.functions.evaluation import TableRange
from xladdin.functions.ranges import apply_rules
from xladdin.systems import SYSTEMS


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
