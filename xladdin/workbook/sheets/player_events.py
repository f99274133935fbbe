"""The Player sheet where events are rated: a player's events, and whom he finished ahead of, as live native formulas.

A hidden sheet finds the rows of his results, puts them in order of time, and finds everybody else's in the same events.
All figures on the sheet are read or counted there. The figures are those of `reports.player`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import HEADING_ROW, ReportBlock, ReportColumn, SheetLayout
from xladdin.workbook.schema import PLAYER, PLAYER_GAMES, Kind
from xladdin.workbook.sheets.player_page import (
    FACTS_COLUMN,
    GAMES_COLUMN,
    OPPONENTS_COLUMN,
    PICK,
    ROW_BITS,
    SHOWN_GAMES,
    SHOWN_OPPONENTS,
    Fact,
    add_player_chart,
    begin_player_sheet,
    filled,
    format_row,
    listed_rank,
    listed_rating,
    literally,
    write_facts,
)
from xladdin.workbook.styles.cell_writing import write_formula
from xladdin.workbook.systems.terms import beside

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

EVENTS, MEETINGS = 400, 4000
"""Events of one player that are counted, and results of others in them."""
_EVENT_COLUMNS = {
    name: column_letters(number)
    for number, name in enumerate(
        (
            "row", "of event", "key", "next key", "nth", "event", "date", "place", "players", "percentile", "before",
            "change", "after",
        ),
        1,
    )
}  # fmt: skip
_MEETING_COLUMNS = {
    name: column_letters(number)
    for number, name in enumerate(("found", "line", "other", "sign", "more", "met", "count"), len(_EVENT_COLUMNS) + 2)
}


def _all(name: str) -> str:
    """A whole column of the hidden sheet."""
    letter, rows = _column(name)
    return f"'{PLAYER_GAMES}'!${letter}$2:${letter}${rows + 1}"


def _at(name: str, line: int) -> str:
    """The cell of one line, counted from 1."""
    return f"'{PLAYER_GAMES}'!${_column(name)[0]}${line + 1}"


def _column(name: str) -> tuple[str, int]:
    """Letter and number of lines of a column."""
    return (_EVENT_COLUMNS[name], EVENTS) if name in _EVENT_COLUMNS else (_MEETING_COLUMNS[name], MEETINGS)


def layout(system: RatingSystem) -> SheetLayout:
    """Facts to the left, the others in the middle, the last events to the right."""
    facts = tuple(ReportColumn(heading, "", Kind.TEXT, width) for heading, width in (("", 30), ("", 26), ("On", 16)))
    others = (
        ReportColumn("Opponent", "", Kind.PLAYER, 26),
        *(ReportColumn(heading, "", Kind.COUNT, 8) for heading in ("Ahead", "Behind", "Level")),
        ReportColumn("Percentile", "", Kind.DECIMAL, 11),
    )
    events = (
        ReportColumn("Date", "", Kind.DATE, 16),
        ReportColumn("Event", "", Kind.EVENT, 30),
        ReportColumn("Place", "", Kind.COUNT, 8),
        ReportColumn("Of", "", Kind.COUNT, 8),
        ReportColumn("Percentile", "", Kind.DECIMAL, 11),
        ReportColumn("Rating", "", Kind.DECIMAL, 9),
        ReportColumn("Change", "", Kind.DECIMAL_CHANGE, 10),
        ReportColumn("Then", "", Kind.DECIMAL, 9),
    )
    blocks = (
        ReportBlock(facts, FACTS_COLUMN),
        ReportBlock(others, OPPONENTS_COLUMN, opening_rows=filled(OPPONENTS_COLUMN)),
        ReportBlock(events, GAMES_COLUMN, opening_rows=filled(GAMES_COLUMN)),
    )
    return SheetLayout(PLAYER, "Player: where he stands, and how he came there", blocks, landscape=True)


def add_player_sheet(workbook: Workbook, system: RatingSystem) -> None:
    """Adds the sheet; `add_player_events` adds the hidden one behind it."""
    shape = layout(system)
    sheet = begin_player_sheet(workbook, shape)
    write_facts(sheet, _facts(system))
    _add_others(sheet, shape.blocks[1])
    for number in range(1, SHOWN_GAMES + 1):
        row = HEADING_ROW + number
        names = ("date", "event", "place", "players", "percentile", "before", "change", "after")
        for offset, name in enumerate(names):
            cell = _at(name, number)
            write_formula(sheet, row, GAMES_COLUMN + offset, f'IF({cell}="","",{cell})')
        format_row(sheet, row, shape.blocks[2])
    add_player_chart(sheet, lambda number: (_at("date", number), _at("after", number)), Kind.DECIMAL)


def _facts(system: RatingSystem) -> list[Fact]:
    last, month = _at("date", 1), "rule_season_month"
    since = f"DATE(YEAR({last})-(MONTH({last})<{month}),{month},1)"
    in_season = f'{_all("date")},">="&{since}'
    ratings, dates, percentiles = _all("after"), _all("date"), _all("percentile")

    def extreme(label: str, function: str) -> Fact:
        # the first time that he stood there is the last of the lines
        when = f"LOOKUP(2,1/({ratings}={function}({ratings})),{dates})"
        value = f'IF(COUNT({ratings})=0,"",{function}({ratings}))'
        return label, value, when, Kind.DECIMAL

    return [
        ("Rating", listed_rating(), "", Kind.DECIMAL),
        ("Rank", listed_rank(system), "", Kind.COUNT),
        extreme("Best", "MAX"),
        extreme("Lowest", "MIN"),
        ("Season: events", f"COUNTIFS({in_season})", "", Kind.COUNT),
        ("Season: won", f"COUNTIFS({_all('place')},1,{in_season})", "", Kind.COUNT),
        ("Season: mean percentile", f"AVERAGEIFS({percentiles},{in_season})", "", Kind.DECIMAL),
        ("All time: events", f"COUNT({dates})", "", Kind.COUNT),
        ("All time: won", f"COUNTIFS({_all('place')},1)", "", Kind.COUNT),
        ("All time: mean percentile", f"AVERAGE({percentiles})", "", Kind.DECIMAL),
    ]


def _add_others(sheet: Worksheet, block: ReportBlock) -> None:
    opponent = column_letters(OPPONENTS_COLUMN)
    for number in range(1, SHOWN_OPPONENTS + 1):
        row = HEADING_ROW + number
        line = f"MATCH({number},{_all('count')},0)"
        met = f"{_all('met')},{line}"  # by number: a name may read as a pattern or a comparison
        write_formula(sheet, row, OPPONENTS_COLUMN, f'IFERROR(INDEX({_all("other")},{line}),"")')
        figures = [f'COUNTIFS({met},{_all("sign")},"{result}")' for result in (">0", "<0", "0")]
        figures.append(f"SUMIFS({_all('more')},{met})")
        for offset, figure in enumerate(figures, 1):
            write_formula(sheet, row, OPPONENTS_COLUMN + offset, f'IF(${opponent}{row}="","",{figure})')
        format_row(sheet, row, block)


def add_player_events(workbook: Workbook) -> None:
    """The hidden sheet: to the left a line for each event, the latest first; to the right one for each meeting."""
    sheet = workbook.create_sheet(PLAYER_GAMES)
    sheet.sheet_state = "hidden"
    for name, letter in (*_EVENT_COLUMNS.items(), *_MEETING_COLUMNS.items()):
        sheet[f"{letter}1"] = name.capitalize()
    _add_events(sheet)
    _add_meetings(sheet)


def _array(sheet: Worksheet, letter: str, lines: int, formula: str) -> None:
    from openpyxl.worksheet.formula import ArrayFormula

    cells = f"{letter}2:{letter}{lines + 1}"
    sheet[f"{letter}2"] = ArrayFormula(cells, f'=IF({PICK}="","",IFERROR({formula},""))')


_ABOVE = "ROW(Results[[#Headers],[Event]])"
_ABOVE_EVENTS = "ROW(Events[[#Headers],[Event]])"


def _add_events(sheet: Worksheet) -> None:
    """His results as the table has them, then the same in order of time by the key of each."""
    of = _EVENT_COLUMNS
    mine = f"IF(TRIM(Results[Player])=TRIM({PICK}),IF(ISNUMBER(Results[Rating before]),ROW(Results[Player])-{_ABOVE}))"
    _array(sheet, of["row"], EVENTS, f"SMALL({mine},ROW($A$2:$A${EVENTS + 1})-1)")
    rows, keys = (f"${of[name]}$2:${of[name]}${EVENTS + 1}" for name in ("row", "key"))
    for line in range(2, EVENTS + 2):
        at = {name: f"${letter}{line}" for name, letter in of.items()}
        typed = f"INDEX(Results[Event],{at['row']})"
        event = f"MOD({at['next key']},{ROW_BITS})"
        formulas = {
            "of event": beside(typed, "Events[Event]", f"ROW(Events[Event])-{_ABOVE_EVENTS}"),
            "key": f"INDEX(Events[Date],{at['of event']})*{ROW_BITS}+{at['of event']}",
            "next key": f"LARGE({keys},{line - 1})",
            "nth": f"INDEX({rows},MATCH({at['next key']},{keys},0))",
            "event": f"TRIM(INDEX(Events[Event],{event}))",
            "date": f"INT({at['next key']}/{ROW_BITS})",
            "place": f"INDEX(Results[Place],{at['nth']})",
            "players": f"INDEX(Events[Players],{event})",
            "percentile": f"INDEX(Results[Percentile],{at['nth']})",
            "before": f"INDEX(Results[Rating before],{at['nth']})",
            "change": f"INDEX(Results[Change],{at['nth']})",
            "after": f"INDEX(Results[Rating after],{at['nth']})",
        }
        for name, formula in formulas.items():
            sheet[f"{of[name]}{line}"] = f'=IF({at["row"]}="","",{formula})'


def _add_meetings(sheet: Worksheet) -> None:
    """Everybody's results in his events, the latest event first."""
    of = _MEETING_COLUMNS
    events = f"${_EVENT_COLUMNS['event']}$2:${_EVENT_COLUMNS['event']}${EVENTS + 1}"
    line_of = f"MATCH({literally('Results[Event]')},{events},0)"
    others = f'(TRIM(Results[Player])<>TRIM({PICK}))*(TRIM(Results[Event])<>"")*ISNUMBER(Results[Rating before])'
    found = f'IF({others},IFERROR({line_of}*{ROW_BITS}+ROW(Results[Player])-{_ABOVE},""))'
    _array(sheet, of["found"], MEETINGS, f"SMALL({found},ROW($A$2:$A${MEETINGS + 1})-1)")
    names = f"${of['other']}$2:${of['other']}${MEETINGS + 1}"
    for line in range(2, MEETINGS + 2):
        at = {name: f"${letter}{line}" for name, letter in of.items()}
        row = f"MOD({at['found']},{ROW_BITS})"
        met = f"INDEX(Results[Player],{row})"

        def own(name: str, number: str = at["line"]) -> str:
            letter = _EVENT_COLUMNS[name]
            return f"INDEX(${letter}$2:${letter}${EVENTS + 1},{number})"

        formulas = {
            "line": f"INT({at['found']}/{ROW_BITS})",
            "other": f"IFERROR(INDEX(Players[Player],MATCH({literally(met)},Players[Player],0)),TRIM({met}))",
            "sign": f"SIGN(INDEX(Results[Place],{row})-{own('place')})",
            "more": f"{own('percentile')}-INDEX(Results[Percentile],{row})",
            "met": f"MATCH({literally(at['other'])},{names},0)",
            "count": f"N(${of['count']}{line - 1})+({at['met']}={line - 1})",
        }
        for name, formula in formulas.items():
            sheet[f"{of[name]}{line}"] = f'=IF({at["found"]}="","",{formula})'
