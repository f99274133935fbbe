"""The report sheets: what goes where on them, and the live line that says whether they are out of date.

`areas` gives the values of all of them from one replay and imports the standard library alone; `add_report_sheets`
writes what does not depend on values into a new workbook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from xladdin.cells import Area
from xladdin.replay import Replay
from xladdin.systems.system import RatingSystem
from xladdin.workbook import schema
from xladdin.workbook.report_sheets import scoreboard_sheet, standings_sheet
from xladdin.workbook.report_sheets.changes import fingerprint, start_change_formula
from xladdin.workbook.report_sheets.layout import SheetLayout
from xladdin.workbook.report_sheets.material import Material

if TYPE_CHECKING:
    from openpyxl import Workbook

__all__ = ["add_report_sheets", "areas", "fingerprint", "start_change_formula"]

_AREAS: dict[str, Callable[[Material], Iterable[Area]]] = {
    schema.STANDINGS: standings_sheet.areas,
    schema.SCOREBOARD: scoreboard_sheet.areas,
}
_LAYOUTS: dict[str, Callable[[RatingSystem], SheetLayout]] = {
    schema.STANDINGS: standings_sheet.layout,
    schema.SCOREBOARD: scoreboard_sheet.layout,
}


def areas(replay: Replay, settings: Mapping[str, int]) -> list[Area]:
    """Values of all report sheets of the replay's system. settings: the club's own, by `ClubSetting.name`."""
    material = Material(replay, settings)
    sheets = schema.report_sheets_of(replay.log.system)
    return [area for sheet in sheets if sheet in _AREAS for area in _AREAS[sheet](material)]


def add_report_sheets(workbook: Workbook, system: RatingSystem) -> None:
    """Adds the report sheets of a system in their order: titles, headings, formats, charts, print setup."""
    from xladdin.workbook.report_sheets.building import build_sheet

    for sheet in schema.report_sheets_of(system):
        if sheet in _LAYOUTS:
            build_sheet(workbook, _LAYOUTS[sheet](system))
        else:
            workbook.create_sheet(sheet)
