"""The Calculator sheet: two players of the list or typed ratings, a score, and what it would change.

Native formulas over the Rules sheet's names, step by step as the rule goes, so that a director can show a player where
the points come from. It needs no add-in and belongs to no game of the log. A new sheet holds an example of the source.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.cells.numbers import Number
from xladdin.systems.system import RatingSystem
from xladdin.workbook.live_cells import RULES, listed
from xladdin.workbook.rules import formulas as rule
from xladdin.workbook.schema import CALCULATOR, TITLE_NAME, Column, Kind
from xladdin.workbook.sheets.input_sheets import entry_rule
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import write, write_formula
from xladdin.workbook.styles.page_setup import set_up_printing

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

HEADING_ROW = 4
LABEL_WIDTH, PLAYER_WIDTH, REMARK_WIDTH = 30, 22, 66
LINE_HEIGHT = 20
"""Points."""

Cells = Sequence[str]
"""Addresses of the players' cells in one line, or their formulas."""


def add_calculator(workbook: Workbook, system: RatingSystem) -> None:
    """Adds the sheet. It needs the names of Rules, the lists of choices, and the names of `live_names`."""
    sheet = workbook.create_sheet(CALCULATOR)
    sheet.sheet_view.showGridLines = False
    write_formula(sheet, 1, 1, TITLE_NAME, styles.TITLE)
    write(sheet, 2, 1, "Calculator: what a result would change", styles.SUBTITLE)
    headings = system.log_kind.players
    for column, heading in enumerate(("Type into the yellow cells", *headings), 1):
        write(sheet, HEADING_ROW, column, heading, styles.HEADING)
    _CARDS[system.key](_Card(sheet, len(headings)))
    widths = (LABEL_WIDTH, *(PLAYER_WIDTH for _ in headings), REMARK_WIDTH)
    for column, width in enumerate(widths, 1):
        sheet.column_dimensions[column_letters(column)].width = width
    set_up_printing(sheet, len(widths), heading_rows=0, landscape=True, pages_high=1)


class _Card:
    """The lines of the sheet, from the first on; each has a cell for every player."""

    def __init__(self, sheet: Worksheet, players: int) -> None:
        self._sheet = sheet
        self._players = players
        self._row = HEADING_ROW

    def entered(self, label: str, kind: Kind, example: Sequence[Number | str], remark: str = "") -> Cells:
        """A line to type into. example: what stands there at first, one value for each cell."""
        cells = self._line(label, remark)[: len(example)]
        for cell, value in zip(cells, example):
            self._sheet[cell].value = None if value == "" else value
            self._sheet[cell].style = styles.INPUT
            validation = entry_rule(Column(label, kind))
            if validation is not None:
                self._sheet.add_data_validation(validation)
                validation.add(cell)
            self._format(cell, kind)
        return cells

    def players(self, ratings: Sequence[Number]) -> tuple[Cells, Cells]:
        """Lines to choose players or type ratings; the cells of the names, and those of the ratings that count."""
        names = self.entered("Player", Kind.PLAYER, [""] * self._players, "From the list on Players")
        typed = self.entered("or rating", Kind.RATING, ratings, "Counts where no player is chosen")
        return names, [
            f'IF({name}="",IF({rating}="","",{rating}),IFERROR({listed(name, "list_ratings")},""))'
            for name, rating in zip(names, typed)
        ]

    def shown(self, label: str, kind: Kind, formulas: Cells, remark: str = "", *, result: bool = False) -> Cells:
        """A line of formulas; a result stands out."""
        cells = self._line(label, remark)
        for cell, formula in zip(cells, formulas):
            self._sheet[cell] = f"={formula}"
            self._sheet[cell].font = styles.cell_font(11, bold=result)
            self._format(cell, kind)
        return cells

    def gap(self) -> None:
        """Leaves a line blank."""
        self._row += 1

    def _line(self, label: str, remark: str) -> Cells:
        self._row += 1
        self._sheet.row_dimensions[self._row].height = LINE_HEIGHT
        write(self._sheet, self._row, 1, label, styles.LABEL)
        if remark:
            write(self._sheet, self._row, 2 + self._players, f"  {remark}", styles.AS_OF)
        return [f"{column_letters(2 + player)}{self._row}" for player in range(self._players)]

    def _format(self, cell: str, kind: Kind) -> None:
        self._sheet[cell].number_format = styles.number_format(kind)
        self._sheet[cell].alignment = styles.alignment(Kind.YES)


def _where(numbers: Sequence[str], formula: str) -> str:
    """The formula, where all these cells are numbers; else blank."""
    return f'IF(COUNT({",".join(numbers)})={len(numbers)},{formula},"")'


def _both(first: str, second: str) -> Cells:
    """First minus second from either side."""
    return [_where((first, second), f"{first}-{second}"), _where((first, second), f"{second}-{first}")]


def _games(names: Cells, typed: Cells, guest: str) -> Cells:
    """Games of each player before the session. guest: what counts where they are not known."""
    return [
        f'IF({games}="",IFERROR({listed(name, "list_games")},{guest}),{games})' for name, games in zip(names, typed)
    ]


def _score_lines(card: _Card, scores: Sequence[Number], ratings: Cells) -> tuple[Cells, Cells, Cells, Cells]:
    """Score to type, then rating, difference and spread of either player."""
    score = card.entered("Score", Kind.SCORE, scores)
    card.gap()
    rating = card.shown("Rating", Kind.RATING, ratings)
    diff = card.shown("Difference", Kind.SIGNED, _both(*rating))
    played = [f'IF({"+".join(score)}=0,"",{spread})' for spread in _both(*score)]
    return score, rating, diff, card.shown("Spread", Kind.SIGNED, played)


def _mississauga(card: _Card) -> None:
    names, ratings = card.players((1234, 1007))
    typed = card.entered("Games before the session", Kind.COUNT, ("", ""), "Blank: the list's; a guest is no newcomer")
    _, rating, diff, spread = _score_lines(card, (416, 303), ratings)
    games = card.shown("Games", Kind.COUNT, _games(names, typed, RULES.setting("newcomer_games")))
    lines = list(zip(diff, spread))
    basic = card.shown(
        "Basic change", Kind.CHANGE, [_where((d, s), rule.mississauga_basic(RULES, d, s)) for d, s in lines]
    )
    bonus = card.shown(
        "Spread bonus",
        Kind.CHANGE,
        [_where((d, s), f"SIGN({s})*{rule.mississauga_spread(RULES, s, d)}") for d, s in lines],
        "The winner takes it from the loser",
    )
    change = card.shown(
        "Change of the game", Kind.CHANGE, [_where(pair, "+".join(pair)) for pair in zip(basic, bonus)], result=True
    )
    taken = [_where((r, c), rule.mississauga_session(RULES, r, g, c)) for r, g, c in zip(rating, games, change)]
    list_change = card.shown(
        "What the list takes", Kind.CHANGE, taken, "Were it the session's only game: newcomers double, experts less"
    )
    _new_ratings(card, rating, list_change)


def _montreal(card: _Card) -> None:
    _, ratings = card.players((1710, 1200))
    double = card.entered("Plays two at once", Kind.YES, ("", ""), "Yes: a loss of points is halved")
    _, rating, diff, spread = _score_lines(card, (400, 325), ratings)
    lines = list(zip(diff, spread))
    basic = card.shown(
        "Points by the table", Kind.CHANGE, [_where((d, s), rule.montreal_basic(RULES, d, s)) for d, s in lines]
    )
    points = card.shown(
        "Spread points",
        Kind.CHANGE,
        [_where((s,), f"SIGN({s})*{rule.montreal_spread(RULES, s)}") for s in spread],
        "The winner takes them from the loser",
    )
    changes = [
        _where((b, p), rule.montreal_halved(RULES, f"({b}+{p})", rule.is_yes(d)))
        for b, p, d in zip(basic, points, double)
    ]
    change = card.shown("Change", Kind.CHANGE, changes, result=True)
    new = [_where(pair, rule.montreal_rating(RULES, "+".join(pair))) for pair in zip(rating, change)]
    card.shown("New rating", Kind.RATING, new, "Never below the floor", result=True)


def _lexington(card: _Card) -> None:
    names, ratings = card.players((1824, 1708))
    typed = card.entered("Games before the session", Kind.COUNT, ("", ""), "Blank: the list's; a guest is a veteran")
    score, rating, diff, spread = _score_lines(card, (459, 272), ratings)
    games = card.shown("Games", Kind.COUNT, _games(names, typed, RULES.setting("full_change_games")))
    total, (first, second) = "+".join(score), score
    card.shown(
        "Par score",
        Kind.SCORE,
        [_where((d, *score), rule.lexington_par(RULES, d, f"({total})")) for d in diff],
        "Of the same total: with it no rating would change",
    )
    percent = card.shown(
        "Percentage scored",
        Kind.DECIMAL,
        [
            _where((s,), rule.lexington_percent(RULES, own, other))
            for s, own, other in zip(spread, (first, second), (second, first))
        ],
        "Of the points of the game, win boost included",
    )
    expected = card.shown(
        "Percentage expected", Kind.DECIMAL, [_where((d,), rule.lexington_expected(RULES, d)) for d in diff]
    )
    over = card.shown(
        "Scored over expected",
        Kind.DECIMAL_CHANGE,
        [_where(pair, "-".join(pair)) for pair in zip(percent, expected)],
    )
    points = card.shown(
        "Full change",
        Kind.DECIMAL_CHANGE,
        [_where((o,), rule.lexington_points(RULES, o)) for o in over],
        "Far over or under, every further percent counts less",
    )
    established = [
        f'IF({g}<{RULES.setting("established_games")},"newcomer",{rule.lexington_change(RULES, p, g)})'
        for p, g in zip(points, games)
    ]
    change = card.shown(
        "Change",
        Kind.CHANGE,
        [_where((p,), formula) for p, formula in zip(points, established)],
        "Rounded; half of it for veterans. Newcomers are rated by all their games together",
        result=True,
    )
    _new_ratings(card, rating, change)


def _sca(card: _Card) -> None:
    _, ratings = card.players((1100, 1000))
    (result,) = card.entered("Result", Kind.RESULT, ("(1-0)",))
    card.gap()
    rating = card.shown("Rating", Kind.RATING, ratings)
    diff = card.shown("Difference", Kind.SIGNED, _both(*rating))
    white = f'IFERROR({rule.outcome(result)},"")'
    won = card.shown("Won, drawn or lost", Kind.SIGNED, [white, f'IFERROR(-{rule.outcome(result)},"")'], "+1, 0 or -1")
    changes = [_where(pair, rule.sca_change(RULES, *pair)) for pair in zip(diff, won)]
    change = card.shown("Change", Kind.CHANGE, changes, "Points for a win, less some for a higher rating", result=True)
    _new_ratings(card, rating, change)


def _dptr(card: _Card) -> None:
    _, ratings = card.players((55,))
    (place,) = card.entered("Place", Kind.COUNT, (8,))
    (players,) = card.entered("Players", Kind.COUNT, (65,))
    (rounds,) = card.entered("Rounds", Kind.COUNT, (4,))
    (year,) = card.entered("Year", Kind.COUNT, (2006,))
    (worlds,) = card.entered("World Championship", Kind.YES, ("No",))
    card.gap()
    (rating,) = card.shown("Rating", Kind.DECIMAL, ratings)
    placed = _where((place, players), f'IF({place}>{players},"",{rule.dptr_percentile(place, players)})')
    (percentile,) = card.shown("Percentile", Kind.DECIMAL, [placed])
    worth = rule.dptr_value(RULES, players, rounds, year, rule.is_yes(worlds))
    (value,) = card.shown("Tournament value", Kind.DECIMAL, [_where((players, rounds, year), worth)], "In percent")
    moved = _where((rating, percentile, value), rule.dptr_change(rating, percentile, value))
    change = card.shown(
        "Change",
        Kind.DECIMAL_CHANGE,
        [moved],
        "So many percent of the way from the rating to the percentile",
        result=True,
    )
    _new_ratings(card, [rating], change, Kind.DECIMAL)


def _new_ratings(card: _Card, rating: Cells, change: Cells, kind: Kind = Kind.RATING) -> None:
    new = [_where(pair, "+".join(pair)) for pair in zip(rating, change)]
    card.shown("New rating", kind, new, result=True)


_CARDS: dict[str, Callable[[_Card], None]] = {
    "mississauga": _mississauga,
    "montreal": _montreal,
    "lexington": _lexington,
    "sca": _sca,
    "dptr": _dptr,
}
