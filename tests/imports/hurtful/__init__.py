"""Files that hurt, each with its stated outcome. Each module holds one way to fool a reader."""

from tests.imports.hurtful import (
    dates,
    forms,
    merged_dates,
    names_and_scores,
    several_sheets,
    text_files,
    tournaments,
    workbooks,
)

CASES = (
    *text_files.CASES,
    *names_and_scores.CASES,
    *dates.CASES,
    *forms.CASES,
    *tournaments.CASES,
    *workbooks.CASES,
    *merged_dates.CASES,
    *several_sheets.CASES,
)
