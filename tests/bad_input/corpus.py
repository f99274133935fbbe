"""The whole corpus."""

from __future__ import annotations

from tests.bad_input import dates, events, names, players, scores

BOOK_CASES = (*names.CASES, *dates.CASES, *scores.CASES, *players.CASES, *events.CASES)
CSV_CASES = ()
