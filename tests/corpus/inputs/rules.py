"""Rules that a club has edited, deleted or broken: impossible settings, unordered tables, and missing names."""

from __future__ import annotations

from collections.abc import Callable

from tests.corpus.cases import Accepted, BookCase, Cannot, Outcome, ToMend
from tests.corpus.editing import Formula, Parts, cell_at, set_cell, tag
from tests.corpus.inputs.columns import on_parts
from xladdin.systems import SYSTEMS
from xladdin.workbook.rules import rules_layout

CLUB = "mississauga"
MONTH = "must be a whole number from 1 to 12; the printed value is 1"
GONE = "undo the deletion, or move the rows to a new workbook"
TEXT = "is text; type the number without an apostrophe"


def defined(parts: Parts, name: str):  # type: ignore[no-untyped-def]
    return next(defined for defined in parts.workbook.iter(tag("definedName")) if defined.get("name") == name)


def place_of(parts: Parts, name: str, offset: int = 0) -> tuple[str, str, int]:
    """Sheet, column and row of a cell, counted in rows below the first cell of a defined name."""
    sheet, _, area = defined(parts, name).text.replace("$", "").partition("!")
    first = area.partition(":")[0]
    column = first.rstrip("0123456789")
    return sheet.strip("'"), column, int(first[len(column) :]) + offset


def row(name: str, offset: int = 0, club: str = CLUB) -> str:
    """Where a rule is printed on Rules, for messages. New settings move those below them."""
    settings, tables = rules_layout(SYSTEMS[club])
    rows = {setting.name: setting.row for setting in settings}
    rows.update((column, table.first_band_row) for table in tables for column in table.names())
    return f"Rules row {rows[name] + offset}"


def put(*changes: tuple[str, int, object]) -> Callable[[Parts], None]:
    """Puts values into cells of named ranges. A change is the name, the row below its first cell, and the value."""

    def change(parts: Parts) -> None:
        for name, offset, value in changes:
            sheet, column, row = place_of(parts, name, offset)
            set_cell(cell_at(parts.sheet(sheet), f"{column}{row}"), value)

    return change


def setting(name: str, club: str, rule: str, value: object, outcome: Outcome) -> BookCase:
    return on_parts(f"setting: {name}", put((rule, 0, value)), outcome, club)


def refused(name: str, club: str, rule: str, value: object, why: str) -> BookCase:
    """`why` says the label and value of the setting, and what is wrong with it."""
    return setting(name, club, rule, value, ToMend(f"{row(rule, club=club)}, {why}"))


def month(name: str, value: object, shown: str, why: str = MONTH) -> BookCase:
    line = f"{row('rule_season_month')}, Season's first month: {shown}{why}"
    return setting(f"season's month {name}", CLUB, "rule_season_month", value, ToMend(line))


def delete_name(name: str) -> Callable[[Parts], None]:
    def delete(parts: Parts) -> None:
        defined(parts, name).getparent().remove(defined(parts, name))

    return delete


def to_reference(name: str, reference: str) -> Callable[[Parts], None]:
    def change(parts: Parts) -> None:
        defined(parts, name).text = reference

    return change


def one_bonus_less(parts: Parts) -> None:
    """Leaves columns of a table that differ in length."""
    area = defined(parts, "rule_spread_bonus").text
    start, _, last = area.rpartition("$")
    defined(parts, "rule_spread_bonus").text = f"{start}${int(last) - 1}"


NUMBER = "must be a number; the printed value is 1"

CASES = (
    month("13", 13, '"13" – '),
    month("as text", "9", '"9" – ', f"{TEXT}; the printed value is 1"),
    month("blank", None, "", "is blank; the printed value is 1"),
    month("a formula without a value", Formula("3*3"), "", "is blank; the printed value is 1"),
    refused("a step of 0", "montreal", "rule_spread_step", 0,
            'Spread for one point: "0" – must be a number from 1 to 1,000,000; '
            "the printed value is 50"),
    refused("an unknown way to rate together", "montreal", "rule_rated_together", "weekly",
            'Rated together: session or game: "weekly" – must be session or game; '
            "the printed value is session"),
    refused("a divisor of 0", "dptr", "rule_more_rounds_divisor", 0,
            'Value: players divided by, more rounds: "0" – must be a number from 0.1 to 1,000,000; '
            "the printed value is 3.5"),
    setting("an unknown system", CLUB, "club_system", "glicko",
            Cannot("Rules, the cell named club_system: system glicko: must be one of mississauga, montreal")),
    setting("another club's system", CLUB, "club_system", "sca",
            ToMend(*(row(name, club="sca") + f", {label}: the cell named {name} is gone; {GONE}" for label, name in (
                ("Difference for one point", "rule_difference_step"),
                ("Difference counted up to", "rule_difference_limit"),
                ("Points beyond that difference", "rule_beyond_limit"))))),
    setting("the title like a formula", CLUB, "club_title", '=HYPERLINK("http://127.0.0.1/")', Accepted()),
    on_parts("rules: the system's name deleted", delete_name("club_system"),
             Cannot("This is not a club workbook", "xladdin new SYSTEM FILE")),
    on_parts("rules: a setting's row deleted", to_reference("rule_season_month", "Rules!#REF!"),
             ToMend(row("rule_season_month") +
                    f", Season's first month: the cell named rule_season_month is gone; {GONE}")),
    on_parts("rules: a table's columns of different length", one_bonus_less,
             ToMend(row("rule_spread_bonus") + f", Spread from: its columns differ in length; {GONE}")),
    on_parts("rules: a table's name that means a whole sheet",
             to_reference("rule_spread_from", "Rules!$A$1:$XFD$1048576"),
             Cannot("the name rule_spread_from means A1:XFD1048576, far too many cells", "Name Manager")),
    on_parts("rules: a table that does not ascend", put(("rule_spread_from", 2, 30)),
             ToMend(row("rule_spread_from", 2) +
                    ', Spread from: "30" – must be in ascending order, and 50 is above')),
    on_parts("rules: a blank in a table", put(("rule_spread_bonus", 2, None)),
             ToMend(row("rule_spread_bonus", 2) + ", Bonus: is blank; every row of this table needs all its columns")),
    on_parts("rules: a table left blank",
             put(*((name, offset, None) for name in ("rule_spread_from", "rule_spread_bonus") for offset in range(6))),
             ToMend(row("rule_spread_from") + ", Spread from: the table is blank; copy what is printed beside it")),
    # 6 for 227 apart, and 7 instead of 2 for a spread of 113
    on_parts("rules: a band of the club's own", put(("rule_spread_bonus", 2, 7)),
             Accepted({"Pierre": 1247, "Mackenzie": 994})),
    # without the band from 100 the one from 50 holds: 6 and 1
    on_parts("rules: a row of a table blank", put(("rule_spread_from", 2, None), ("rule_spread_bonus", 2, None)),
             Accepted({"Pierre": 1241, "Mackenzie": 1000})),
    # "Favourite wins 2" for 500 to 599, here 4: 1710 beats 1200 with a point for the spread
    on_parts("rules: a club's own table of points", put(("rule_points_if_favourite_wins", 5, 4)),
             Accepted({"Sally": 1715, "John": 1195}), "montreal"),
)  # fmt: skip
