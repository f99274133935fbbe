"""The Player sheet where events are rated: a player's events, and whom he finished ahead of, as live native formulas.

A hidden sheet finds the rows of his results, puts them in order of time, and finds everybody else's in the same events.
All figures on the sheet are read or counted there. The figures are those of `reports.player`. Percentiles are worked
out from the places: of Results' own, live formulas too, a program works out those alone that are asked for, and slowly.
"""

from __future__ import annotations

from collections.abc import Mapping
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
from xladdin.workbook.systems.dptr import percentile
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
            "change", "after", "sought", "stepped", "sorted",
        ),
        1,
    )
}  # fmt: skip
_MEETING_COLUMNS = {
    name: column_letters(number)
    for number, name in enumerate(
        (
            "found", "line", "listed", "other", "sign", "more", "met", "count", "step", "step's event", "step's row",
            "in order",
        ),
        len(_EVENT_COLUMNS) + 2,
    )
}  # fmt: skip
_OTHERS_COLUMNS = {
    name: column_letters(number)
    for number, name in enumerate(("first met", "ahead", "behind", "level", "in all"), len(_EVENT_COLUMNS) + 18)
}
_NOBODY = 10**6
"""Line of the first meeting with nobody: beyond those of all that are met."""
EVENT_OF_STEP, ROW_OF_STEP = "step's event", "step's row"
_CHECK = column_letters(len(_EVENT_COLUMNS) + len(_MEETING_COLUMNS) + 3)
"""Column of the name that is sought, and of whether stepping finds all results of his, and of others."""


def _all(name: str) -> str:
    """A whole column of the hidden sheet."""
    letter, rows = _column(name)
    return f"'{PLAYER_GAMES}'!${letter}$2:${letter}${rows + 1}"


def _at(name: str, line: int) -> str:
    """The cell of one line, counted from 1."""
    return f"'{PLAYER_GAMES}'!${_column(name)[0]}${line + 1}"


def _column(name: str) -> tuple[str, int]:
    """Letter and number of lines of a column."""
    groups = ((_EVENT_COLUMNS, EVENTS), (_MEETING_COLUMNS, MEETINGS), (_OTHERS_COLUMNS, SHOWN_OPPONENTS))
    return next((columns[name], lines) for columns, lines in groups if name in columns)


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
            write_formula(sheet, row, GAMES_COLUMN + offset, f'IF({cell}="","",{cell})', value="")
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
    for number in range(1, SHOWN_OPPONENTS + 1):
        row = HEADING_ROW + number
        first = _at("first met", number)
        figures = [f"INDEX({_all('other')},{first})", *(_at(name, number) for name in list(_OTHERS_COLUMNS)[1:])]
        for offset, figure in enumerate(figures):
            write_formula(sheet, row, OPPONENTS_COLUMN + offset, f'IF({first}={_NOBODY},"",{figure})', value="")
        format_row(sheet, row, block)


def add_player_events(workbook: Workbook) -> None:
    """The hidden sheet: to the left a line for each event, the latest first; to the right one for each meeting."""
    sheet = workbook.create_sheet(PLAYER_GAMES)
    sheet.sheet_state = "hidden"
    for name, letter in (*_EVENT_COLUMNS.items(), *_MEETING_COLUMNS.items(), *_OTHERS_COLUMNS.items()):
        sheet[f"{letter}1"] = name.capitalize()
    _add_events(sheet)
    _add_meetings(sheet)
    _add_sums(sheet)


def _array(sheet: Worksheet, letter: str, lines: int, formula: str) -> None:
    from openpyxl.worksheet.formula import ArrayFormula

    cells = f"{letter}2:{letter}{lines + 1}" if lines > 1 else f"{letter}"
    sheet[cells.partition(":")[0]] = ArrayFormula(cells, f"={formula}")


_ABOVE = "ROW(Results[[#Headers],[Event]])"
_ABOVE_EVENTS = "ROW(Events[[#Headers],[Event]])"
_RATED = "ISNUMBER(Results[Rating before])"


def _below(row: str, column: str) -> str:
    """The cells of a column of Results below a row of it."""
    return f"INDEX({column},{row}+1):INDEX({column},ROWS({column}))"


def _add_events(sheet: Worksheet) -> None:
    """His results as the table has them, then the same in order of time by the key of each.

    Each is found from the row below the one before; only where a name has blanks around it is the table sorted.
    """
    of, last = _EVENT_COLUMNS, EVENTS + 1
    name, found_all = f"${_CHECK}$2", f"${_CHECK}$3"
    sheet[name.replace("$", "")] = f"={literally(PICK)}"
    is_his = f"(TRIM(Results[Player])=TRIM({PICK}))*{_RATED}"
    _array(sheet, found_all.replace("$", ""), 1, f"SUM({is_his})=COUNT(${of['stepped']}$2:${of['stepped']}${last})")
    slow = f'IFERROR(SMALL(IF({is_his},ROW(Results[Player])-{_ABOVE}),ROW($A$2:$A${last})-1),"")'
    _array(sheet, of["sorted"], EVENTS, f'IF(OR({PICK}="",{found_all}),"",{slow})')
    rows, keys = (f"${of[name]}$2:${of[name]}${last}" for name in ("row", "key"))
    for line in range(2, last + 1):
        at = {name: f"${letter}{line}" for name, letter in of.items()}
        above = f"${of['stepped']}{line - 1}"
        if line == 2:
            step = f'IF({PICK}="","",IFERROR(MATCH({name},Results[Player],0),""))'
        else:
            there = _below(above, "Results[Player]")
            step = f'IF({above}="","",IFERROR({above}+MATCH({name},{there},0),""))'
        sheet[f"{of['stepped']}{line}"] = f"={step}"
        sheet[f"{of['row']}{line}"] = f"=IF({found_all},{at['stepped']},{at['sorted']})"
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
            "percentile": percentile(at["place"], at["players"]),
            "before": f"INDEX(Results[Rating before],{at['nth']})",
            "after": f"INDEX(Results[Rating after],{at['nth']})",
            "change": f"{at['after']}-{at['before']}",
            "sought": literally(at["event"]),
        }
        for heading, formula in formulas.items():
            sheet[f"{of[heading]}{line}"] = f'=IF({at["row"]}="","",{formula})'


def _add_meetings(sheet: Worksheet) -> None:
    """Everybody's results in his events, the latest event first.

    Each is found by the name of the event; only where a name has blanks around it, or is a number, the table is sorted.
    """
    of, last = _MEETING_COLUMNS, MEETINGS + 1
    found_all = f"${_CHECK}$4"
    events = f"${_EVENT_COLUMNS['event']}$2:${_EVENT_COLUMNS['event']}${EVENTS + 1}"
    line_of = f"MATCH({literally('Results[Event]')},{events},0)"
    others = f'(TRIM(Results[Player])<>TRIM({PICK}))*(TRIM(Results[Event])<>"")*{_RATED}'
    blanks_around = "SUM((TRIM(Results[Event])<>Results[Event])*1)"
    _array(sheet, found_all.replace("$", ""), 1, f'IF({PICK}="",TRUE,{blanks_around}=0)')
    found = f'IF({others},IFERROR({line_of}*{ROW_BITS}+ROW(Results[Player])-{_ABOVE},""))'
    slow = f'IFERROR(SMALL({found},ROW($A$2:$A${last})-1),"")'
    _array(sheet, of["in order"], MEETINGS, f'IF({found_all},"",{slow})')
    places = f"${of['listed']}$2:${of['listed']}${last}"
    for line in range(2, last + 1):
        at = {name: f"${letter}{line}" for name, letter in of.items()}
        _add_step(sheet, line, at)
        his = f"TRIM(INDEX(Results[Player],{at['found']}))=TRIM({PICK})"
        rated = f"ISNUMBER(INDEX(Results[Rating before],{at['found']}))"
        met = f"INDEX(Results[Player],{at['found']})"
        beside_name = beside(met, "Players[Player]", "ROW(Players[Player])-ROW(Players[[#Headers],[Player]])")
        listed = f"IFERROR(MATCH({literally(met)},Players[Player],0),{beside_name})"
        place = f"INDEX(Results[Place],{at['found']})"

        def own(name: str, number: str = at["line"]) -> str:
            letter = _EVENT_COLUMNS[name]
            return f"INDEX(${letter}$2:${letter}${EVENTS + 1},{number})"

        def chosen(stepped: str, ordered: str, order: str = at["in order"]) -> str:
            return f'IF({found_all},{stepped},IF({order}="","",{ordered}))'

        formulas = {
            "line": chosen(at["step's event"], f"INT({at['in order']}/{ROW_BITS})"),
            "found": chosen(at["step's row"], f"MOD({at['in order']},{ROW_BITS})"),
            "listed": f'IF({at["found"]}="","",IF({his},"",IF({rated},{listed},"")))',
            "other": f"TRIM(INDEX(Players[Player],{at['listed']}))",
            "sign": f"SIGN({place}-{own('place')})",
            "more": f"{own('percentile')}-{percentile(place, own('players'))}",
            "met": f"MATCH({at['listed']},{places},0)",  # a number is found sooner than a name
            "count": f'N(${of["count"]}{line - 1})+IF({at["listed"]}="",0,({at["met"]}={line - 1}))',
        }
        for name, formula in formulas.items():
            blank = "" if name in ("line", "found", "listed", "count") else f'IF({at["listed"]}="","",'
            sheet[f"{of[name]}{line}"] = f"={blank}{formula}{')' if blank else ''}"


def _add_sums(sheet: Worksheet) -> None:
    """What came of the meetings with each of the others, by the line of the first: many times sooner than COUNTIFS."""
    first, met, sign, more = (_all(name) for name in ("first met", "met", "sign", "more"))
    for number in range(1, SHOWN_OPPONENTS + 1):
        letter = _OTHERS_COLUMNS["first met"]
        sheet[f"{letter}{number + 1}"] = f"=IFERROR(MATCH({number},{_all('count')},0),{_NOBODY})"
    for name, result in (("ahead", 1), ("behind", -1), ("level", 0)):
        counts = f"FREQUENCY(IF({sign}={result},{met},{_NOBODY + 1}),{first})"
        _array(sheet, _OTHERS_COLUMNS[name], SHOWN_OPPONENTS, counts)
    meetings = f'({first}=TRANSPOSE(IF({met}="",0,{met})))*1'
    _array(sheet, _OTHERS_COLUMNS["in all"], SHOWN_OPPONENTS, f'MMULT({meetings},IF({more}="",0,{more}))')


def _add_step(sheet: Worksheet, line: int, at: Mapping[str, str]) -> None:
    """The next result of the same event, or the first of the next one."""
    of = _MEETING_COLUMNS
    sought, dates = (f"${_EVENT_COLUMNS[name]}$2:${_EVENT_COLUMNS[name]}${EVENTS + 1}" for name in ("sought", "date"))
    first = f'IFERROR(MATCH(INDEX({sought},{at[EVENT_OF_STEP]}),Results[Event],0),"")'
    if line == 2:
        sheet[f"{of[EVENT_OF_STEP]}{line}"] = f'=IF(COUNT({dates})=0,"",1)'
        sheet[f"{of[ROW_OF_STEP]}{line}"] = f'=IF({at[EVENT_OF_STEP]}="","",{first})'
    else:
        event, row = (f"${of[name]}{line - 1}" for name in (EVENT_OF_STEP, ROW_OF_STEP))
        further = f"IFERROR({row}+MATCH(INDEX({sought},{event}),{_below(row, 'Results[Event]')},0),0)"
        same = f"INDEX(Results[Event],{row}+({row}<ROWS(Results[Event])))=INDEX(Results[Event],{row})"
        next_row = f"IF(({row}<ROWS(Results[Event]))*({same}),{row}+1,{further})"
        sheet[f"{of['step']}{line}"] = f'=IF({row}="","",{next_row})'
        next_event = f'IF({event}<COUNT({dates}),{event}+1,"")'
        sheet[f"{of[EVENT_OF_STEP]}{line}"] = f'=IF({at["step"]}="","",IF({at["step"]}>0,{event},{next_event}))'
        sheet[f"{of[ROW_OF_STEP]}{line}"] = f'=IF({at[EVENT_OF_STEP]}="","",IF({at["step"]}>0,{at["step"]},{first}))'
