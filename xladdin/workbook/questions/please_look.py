"""The table Looks: rows that deserve a look. A recalculation keeps it, and `ok` under Answer settles a line.

A question keeps its number and its answer as long as its key holds: the cells that raised it. The key is in a hidden
column of the table. So it stays with its line if somebody sorts the table, or if it goes to another workbook or back.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from xladdin.cells.table import CellBlock, CellTable, ClubBook
from xladdin.cells.text import counted, is_blank, name_key
from xladdin.errors import FileProblem
from xladdin.languages.language import Language
from xladdin.replay import Replay
from xladdin.reports.questions import Limits, Question, names_replaced, questions
from xladdin.workbook.changes.differences import differing_columns
from xladdin.workbook.questions.asked_by_imports import Asked, import_questions
from xladdin.workbook.questions.looks import HEADINGS, OK, Look, lines_of
from xladdin.workbook.schema import ASK_ABOVE, ASK_BELOW, ASK_CHANGE, ASK_EARLIER, ASK_SPREAD, LOOKS, PLEASE_LOOK


class Wishes(NamedTuple):
    """The wishes of a command.

    `asked` are rows of an import with questions. `accepted` are numbers to settle, or None for all. `renamed` are names
    of players by former ones that no alias holds.
    """

    asked: Sequence[Asked] = ()
    accepted: Collection[int] | None = ()
    renamed: Mapping[str, str] = {}


def looked_over(
    book: ClubBook, replay: Replay, settings: Mapping[str, int], wishes: Wishes, say: Language
) -> tuple[list[Look], list[CellBlock]]:
    """The open questions, and the blocks that bring the table up to date.

    `settings` are the club's own, by name. `say` is the language of the table. Raises FileProblem for an accepted
    number that no question has.
    """
    table = book.tables.get(LOOKS)
    if table is None or any(table.column(heading) is None for heading in HEADINGS):
        return [], []
    held = _held(table, {**_renamed(replay), **wishes.renamed})
    found = questions(replay, _limits(settings), _blank_start_games(book, replay))
    of_imports = import_questions(book, replay, wishes.asked, [line.key for line in held])
    asked = {one.key: one for one in (*of_imports, *found)}
    if any(line.key not in asked for line in held):  # gone, or a player's name is written in other letters now
        keys = {name_key(key): key for key in asked}
        held = [line._replace(key=keys.get(name_key(line.key), line.key)) for line in held]
    lines = [_kept(line, asked.pop(line.key), book) for line in held if line.key in asked]
    first = max((line.number for line in held), default=0) + 1
    lines += [
        Look(number, one.what, _where(book, one), _why(book, one), None, one.key)
        for number, one in enumerate(asked.values(), first)
    ]
    lines = _accepted(lines, wishes.accepted)
    lines.sort(key=lambda line: (line.is_settled, line.number))
    blocks = list(_blocks(table, lines, say))
    return [line for line in lines if not line.is_settled], blocks


def told(looks: Sequence[Look]) -> str:
    """The number of open questions in a sentence, or nothing if there is none."""
    return f"{counted(len(looks), 'question')}: see {PLEASE_LOOK}." if looks else ""


def _held(table: CellTable, renamed: Mapping[str, str]) -> list[Look]:
    """The lines of the table. Their keys have the present names of the players."""
    lines = lines_of(table)
    return [line._replace(key=names_replaced(line.key, renamed)) for line in lines] if renamed else lines


def _renamed(replay: Replay) -> dict[str, str]:
    """The players' names by their former names, which `xladdin rename` leaves among the aliases."""
    now = {name_key(player.name) for player in replay.log.players}
    return {alias: player for alias, player in replay.log.aliases if name_key(alias) not in now}


def _kept(line: Look, question: Question, book: ClubBook) -> Look:
    return line._replace(key=question.key, what=question.what, where=_where(book, question), why=_why(book, question))


def _where(book: ClubBook, question: Question) -> str:
    return book.tables[question.table].where(question.row)


def _why(book: ClubBook, question: Question) -> str:
    rows = [book.tables[question.table].row_number(row) for row in question.beside]
    if not rows:
        return question.why
    return f"{question.why} {f'row {rows[0]}' if len(rows) == 1 else f'rows {min(rows)} to {max(rows)}'}"


def _accepted(lines: Sequence[Look], accepted: Collection[int] | None) -> list[Look]:
    missing = sorted(set(accepted or ()) - {line.number for line in lines})
    if missing:
        raise FileProblem(
            f"{PLEASE_LOOK} has no question {missing[0]}. xladdin recalc FILE --dry-run lists those that are open."
        )
    return [line._replace(answer=OK) if accepted is None or line.number in accepted else line for line in lines]


def _blocks(table: CellTable, lines: Sequence[Look], say: Language) -> Sequence[CellBlock]:
    """The blocks of differences. The table grows, and keeps blank rows if it held more."""
    rows = max(table.rows, len(lines))
    blank = [None] * (rows - len(lines))
    cells = zip(*(line.told(say).cells for line in lines))
    wanted = {heading: [*column, *blank] for heading, column in zip(HEADINGS, cells)}
    if not lines:
        wanted = {heading: list(blank) for heading in HEADINGS}
    padded = replace(table, columns=tuple([*column, *[None] * (rows - len(column))] for column in table.columns))
    return list(differing_columns(padded, wanted, {}))


def _limits(settings: Mapping[str, int]) -> Limits:
    asked = (ASK_BELOW, ASK_ABOVE, ASK_SPREAD, ASK_CHANGE, ASK_EARLIER)
    return Limits(*(settings.get(one.name, one.default) for one in asked))


def _blank_start_games(book: ClubBook, replay: Replay) -> list[int]:
    """The players with a start rating and a blank cell under Start games, if games count."""
    log = replay.log
    if not log.system.start_games_count:
        return []
    games = book.tables["Players"].column("Start games")
    players = zip(log.players, log.player_rows)
    return [
        number
        for number, (player, row) in enumerate(players)
        if player.start_rating is not None and (games is None or is_blank(games[row]))
    ]
