"""The contents of a system's workbook: its input tables and its sheets, in their order."""

from xladdin.reports.catalogue import reports_of
from xladdin.systems.adapter import adapter_of
from xladdin.systems.system import RatingSystem
from xladdin.workbook.schema import (
    ADJUSTMENTS,
    ALIASES,
    CALCULATOR,
    GROUPS,
    JOURNAL,
    PAST_SEASONS,
    PLAYER,
    REVIEW,
    RULES,
    START,
    TONIGHT,
    Kind,
    Table,
)


def tables_of(system: RatingSystem) -> dict[str, Table]:
    """Return the input tables of a system's workbook by name, in the order of their sheets."""
    tables = [adapter_of(system).players]
    if system.key_groups:
        tables.append(GROUPS)
    tables.extend(system.log_schema.tables)
    if system.adjustable:
        tables.append(ADJUSTMENTS)
    tables.append(ALIASES)
    return {table.name: table for table in tables}


def name_columns(system: RatingSystem, table: str) -> list[str]:
    """Return the headings of an input table whose cells name players. Another table has none."""
    known = tables_of(system).get(table)
    columns = known.columns if known else ()
    return [column.heading for column in columns if column.kind is Kind.PLAYER or column.heading == "Player"]


def report_sheets_of(system: RatingSystem) -> tuple[str, ...]:
    """Return the sheets that a recalculation fills and a director prints, in their order."""
    return tuple(report.name for report in reports_of(system) if report.name != PLAYER)


def sheets_of(system: RatingSystem) -> tuple[str, ...]:
    """Return all sheets of a system's workbook in the order of their use: type, look, set up.

    Of those, the ones that hold nothing are hidden.
    """
    seldom_typed = [name for name in tables_of(system) if name in (ADJUSTMENTS.name, ALIASES.name)]
    typed = [name for name in tables_of(system) if name not in seldom_typed]
    evening = (TONIGHT,) if system.log_schema.is_paired else ()
    return (
        START,
        *typed,
        *evening,
        REVIEW,
        *report_sheets_of(system),
        PAST_SEASONS,
        PLAYER,
        CALCULATOR,
        RULES,
        *seldom_typed,
        JOURNAL,
    )
