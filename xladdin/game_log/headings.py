"""Headings that a table may lack. It asks about a column that is nearly one, since without it ratings change."""

import difflib
from collections.abc import Callable, Mapping, Sequence

from xladdin.cells.table import CellTable
from xladdin.cells.text import is_blank, name_key
from xladdin.errors import Diagnostic, NotFoundError, XladdinError
from xladdin.game_log.readings import date_reader, read_count, read_rating, read_text, read_yes
from xladdin.messages import msg
from xladdin.systems.system import RatingSystem

NEAR = 0.65
"""Ours: how alike two headings are that may be one ("Initial rating" and "Start rating": 0.69), from 0 to 1."""
MOST_CELLS = 50
"""The number of different cells of a column to try."""
_NEVER_MEANT = {
    "Players": (
        *("Rating", "Assigned", "Games", "K", "Last played", "Status", "Permanent", "Events"),
        *("Start missed", "Start corrected", "Start assigned", "Start results", "Start returned"),
    ),
    "Events": ("Value",),
}
"""Headings that we compute, or carry over from a season before. Those of the log's kind come on top."""
_EVERYWHERE = ("Note", "Remark", "Web")

Read = Callable[[object], object]


def optional_columns(system: RatingSystem, table: str) -> Mapping[str, Read]:
    """Return the headings that a table may lack and that matter for ratings, each with the reader of its cells."""
    kind = system.log_schema
    if table == kind.table:
        return {heading: read_text for heading in (kind.double, kind.kind_of_game) if heading}
    if table == "Players" and system.key_groups:
        return {"Group": read_text, "Active": read_text, system.start_column: read_rating}
    if table == "Players":
        dated = {"Start last played": date_reader(None)} if kind.basis1 else {}
        return {system.start_column: read_rating, kind.start_count: read_count, **dated}
    if table == "Events":
        return {"World Championship": read_yes}
    return {"Player": read_text} if table == "Adjustments" else {}


def near_misses(system: RatingSystem, table: CellTable) -> list[Diagnostic]:
    """Return the club's columns whose heading is nearly a missing one of ours, and whose cells would do there."""
    wanted = optional_columns(system, table.name)
    roles = [value for value in system.log_schema if isinstance(value, str)]
    ours = {name_key(heading) for heading in (*wanted, *roles, *_NEVER_MEANT.get(table.name, ()), *_EVERYWHERE)}
    others = {
        key: position
        for position, heading in enumerate(table.headings)
        if (key := name_key(heading)) and key not in ours and not all(map(is_blank, set(table.columns[position])))
    }
    problems = []
    for heading, read in wanted.items():
        if table.alike(heading):
            continue
        for key in difflib.get_close_matches(name_key(heading), others, n=3, cutoff=NEAR):
            if _would_do(table.columns[others[key]], read):
                found = table.headings[others.pop(key)]
                message = msg('did you mean "{heading}"? If not, add an empty column "{heading}"', heading=heading)
                problems.append(
                    Diagnostic(table.name, table.sheet, table.row, found, "", message, NotFoundError.excel_error)
                )
                break
    return problems


def _would_do(cells: Sequence[object], read: Read) -> bool:
    """Return whether any of a column's cells makes sense under a heading."""
    for cell in list(dict.fromkeys(cell for cell in cells if not is_blank(cell)))[:MOST_CELLS]:
        try:
            read(cell)
        except XladdinError:
            continue
        return True
    return False
