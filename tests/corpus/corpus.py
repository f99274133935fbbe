"""The whole corpus."""

from __future__ import annotations

from tests.corpus.inputs import columns, dates, events, files, names, players, rules, scores, sheets

BOOK_CASES = (
    *names.CASES, *dates.CASES, *scores.CASES, *players.CASES, *events.CASES,
    *columns.CASES, *rules.CASES, *sheets.CASES, *files.CASES,
)  # fmt: skip
