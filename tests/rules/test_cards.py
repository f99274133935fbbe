"""The cards of Lexington with expected percentages and with changes, against the rows that its page prints."""

from __future__ import annotations

from dataclasses import replace

from xladdin.reports.par_scores import change_card, expected_card
from xladdin.systems.lexington import Lexington

# "RATING DIFF. | EXPECTED PERCENTAGE", the first number of each row. A row ends where the next begins, the last at 954
EXPECTED_FROM = (
    0, 3, 10, 19, 30, 43, 58, 75, 94, 115, 138, 163, 190, 219, 250, 283, 318, 355, 394, 435, 478, 523, 570, 619, 670,
    723, 778, 835, 894,
)  # fmt: skip
# "PERCENT DIFF. | RATING CHANGE": "0 - 12 same", "13 - 14 | 13", "15 | 14", ... "> 94 | 33"
CHANGES = (
    ("0–12", "same"), ("13–14", 13), ("15", 14), ("16–17", 15), ("18–19", 16), ("20–21", 17), ("22–23", 18),
    ("24–25", 19), ("26–28", 20), ("29–31", 21), ("32–34", 22), ("35–38", 23), ("39–42", 24), ("43–46", 25),
    ("47–51", 26), ("52–57", 27), ("58–63", 28), ("64–70", 29), ("71–77", 30), ("78–85", 31), ("86–94", 32),
    ("> 94", 33),
)  # fmt: skip


def test_expected_percentages_as_the_page_prints_them() -> None:
    lasts = [*(first - 1 for first in EXPECTED_FROM[1:]), 954]
    spans = [f"{first}–{last}" for first, last in zip(EXPECTED_FROM, lasts)]
    assert expected_card(Lexington()) == list(zip(spans, range(50, 79)))


def test_changes_as_the_page_prints_them() -> None:
    assert change_card(Lexington()) == list(CHANGES)


def test_cards_follow_the_clubs_own_rules() -> None:
    edited = replace(Lexington(), expected_base=52.5, log_factor=9)
    assert expected_card(edited)[0] == ("0–2", 55)
    assert change_card(edited)[:2] == [("0–10", "same"), ("11–12", 9)]  # 9 ln 11 - 13 = 8.58, and 9.36 for 12
