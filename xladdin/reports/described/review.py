"""Review: rows that are rated, and look unusual. On its sheet they are a table, which people sort and answer in."""

from __future__ import annotations

from xladdin.cells.table import Kind
from xladdin.messages import msg, pgettext
from xladdin.reports.names import REVIEW
from xladdin.reports.report import Column, Report, Section
from xladdin.reports.review_items import ReviewLine

NUMBER, ANSWER, KEY = "number", "answer", "key"
"""The keys of columns without which the table cannot be read: the number of a row, its answer, and what raised it."""


def review_report() -> Report:
    """Describe the table, whose lines depend on what is typed there. Answers only follow their rows."""
    line = ReviewLine
    columns = {
        NUMBER: Column(pgettext("record", "No"), line.number, Kind.COUNT, 9),
        "what": Column(msg("What"), line.what, Kind.TEXT, 30),
        "where": Column(msg("Where"), line.where, Kind.TEXT, 18),
        "why": Column(msg("Why"), line.why, Kind.TEXT, 70),
        ANSWER: Column(msg("Answer"), line.answer, Kind.TEXT, 16),
        KEY: Column(msg("Key"), line.key, Kind.TEXT, 20, is_hidden=True),
    }
    title = msg("These rows are rated, and look unusual. Fix the row, or type ok under Answer if it is right.")
    return Report(REVIEW, title, [Section(columns, {"sheet": " ".join(columns)})])
