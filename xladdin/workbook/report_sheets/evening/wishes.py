"""The director's wishes for the evening: the players marked as here on Tonight, and how to pair them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from xladdin.cells.table import ClubBook
from xladdin.cells.text import is_blank, shown
from xladdin.errors import NotFound, Problem, RowsToMend, XladdinError
from xladdin.log.readings import date_reader, read_count, read_name, read_positive_count, read_text, read_yes
from xladdin.renderers.sheet import HEADLINE_ROW
from xladdin.replay import Replay
from xladdin.workbook.report_sheets.evening.tonight import DATE, ROUNDS, SIT_OUT, EveningSetting, evening_settings
from xladdin.workbook.report_sheets.evening.who_is_here import may_come, rows_of_list
from xladdin.workbook.schema import TONIGHT


@dataclass(frozen=True)
class TonightWishes:
    """The wishes on the sheet. `here` has the division of each marked player, by position, in order of the list."""

    here: Mapping[int, str]
    day: date | None
    rounds: int
    by: str
    sessions: int
    first: str
    odd: str


def read_wishes(book: ClubBook, replayed: Replay) -> TonightWishes:
    """The director's marks and settings. Raises RowsToMend with every cell that makes no sense."""
    problems: list[Problem] = []
    asked = evening_settings(replayed.log.system)
    day, rounds, by, sessions, first, *odd = (_setting(book, setting, problems) for setting in asked)
    names = replayed.log.name_reading()
    here: dict[int, str] = {}
    for one in rows_of_list(book, replayed.log.system):
        try:
            if not is_blank(one.mark) and read_yes(one.mark):
                if is_blank(one.name):
                    raise NotFound("a mark without a name")
                position = names[read_name(one.name)]
                if position is None:
                    raise names.refused[read_name(one.name)]
                if position >= 0 and not may_come(replayed.log.players[position]):
                    raise NotFound("is not at camp: Active on Players says No or Left; set it to Yes")
                here[position] = shown(one.division).strip()
        except XladdinError as error:
            value = shown(one.name)
            problems.append(Problem(TONIGHT, TONIGHT, one.row, "Here", value, str(error), error.excel_error))
    if problems:
        raise RowsToMend(problems)
    return TonightWishes(here, day, rounds, by, sessions, first, *(odd or [SIT_OUT]))


def _setting(book: ClubBook, setting: EveningSetting, problems: list[Problem]) -> Any:
    cell = book.names.get(setting.name)
    if is_blank(cell):
        return None if setting is DATE else setting.default
    try:
        if setting.words:
            word = read_text(cell).casefold()
            if word not in setting.words:
                raise NotFound(f"must be {' or '.join(setting.words)}")
            return word
        if setting is DATE:
            return date_reader(None)(cell)
        return (read_positive_count if setting is ROUNDS else read_count)(cell)
    except XladdinError as error:
        _, row, _ = book.place_of(setting.name) or (TONIGHT, HEADLINE_ROW, 1)
        problems.append(Problem(TONIGHT, TONIGHT, row, setting.label, shown(cell), str(error), error.excel_error))
        return setting.default
