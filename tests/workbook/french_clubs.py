"""Clubs that have chosen French, and what their workbooks say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import openpyxl

from tests.helpers.clubs import stored


def texts(path: Path, sheet: str) -> list[str]:
    return [cell for row in stored(path)[sheet].values for cell in row if isinstance(cell, str)]


def prompts(path: Path) -> Iterator[tuple[tuple[str, str], list[str]]]:
    """The prompts on each sheet and its cells: text and title for a chosen cell, and for a value that it refuses."""
    for sheet in openpyxl.load_workbook(path):
        for rule in sheet.data_validations.dataValidation:
            said = [rule.prompt, rule.promptTitle, rule.error, rule.errorTitle]
            yield (sheet.title, str(rule.sqref)), [text or "" for text in said]


def fixed(path: Path, sheet: str) -> list[str]:
    """The texts of a sheet that no formula gives."""
    return [cell for row in openpyxl.load_workbook(path)[sheet].values for cell in row if isinstance(cell, str)]
