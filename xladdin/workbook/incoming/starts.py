"""What new players come with: ratings before or after the games, the games behind them, and a group."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date

from xladdin.cells.table import CellValue
from xladdin.cells.text import is_blank, name_key, shown
from xladdin.importing.material import IncomingRows, Look, lines_named
from xladdin.importing.questions import Answers, Question
from xladdin.messages import Message, msg, ngettext
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of
from xladdin.workbook.review import TWICE

BEFORE, AFTER = "before", "after"
COUNTED = {"Games": msg("games"), "Events": msg("events")}
"""What stands behind a rating, by the heading of its number."""


def with_starts(
    system: RatingSystem,
    file: str,
    kind: str,
    rows: IncomingRows,
    answers: Answers,
    notes: list[Message],
    there: Collection[int] = (),
    *,
    played: tuple[date, date] | None = None,
) -> IncomingRows:
    """Return rows of Players with what new players start with. Asks what the file leaves open, and adds to the notes.

    `there` are rows of players who are in the workbook already. Figures that may be those of today are not theirs.
    `played` are the first and last day of games that come along, so that the ratings may be those after them.
    """
    columns = dict(rows.columns)
    start = system.start_column
    for heading in rows.of_today if there else ():
        columns[heading] = [None if row in there else cell for row, cell in enumerate(columns[heading])]
    rated = [row for row, cell in enumerate(columns.get(start) or ()) if not is_blank(cell) and row not in there]
    if rated and played and start in rows.of_today:
        day = rows.as_of
        if day is not None and day < played[0]:
            notes.append(
                msg(
                    "{file}: the ratings of {day} are from before the first game, and start ratings.",
                    file=file,
                    day=shown(day),
                )
            )
            is_after = False
        elif day is not None and day >= played[1] and day > played[0]:
            notes.append(
                msg(
                    "{file}: the ratings of {day} are from after the last game, and not used.",
                    file=file,
                    day=shown(day),
                )
            )
            is_after = True
        else:
            samples = [f"{shown(columns['Player'][row])}: {shown(columns[start][row])}" for row in rated[:3]]
            text = msg("{file}: are the ratings those before the games that come in, or after them?", file=file)
            choices = [(BEFORE, msg("before the games: everybody starts with them")),
                       (AFTER, msg("after them: do not use them"))]  # fmt: skip
            is_after = answers.ask(Question(("start", "ratings"), text, choices, samples=samples), kind) == AFTER
        if is_after:
            for heading in rows.of_today:
                columns[heading] = [None] * rows.rows
            rated = []
    games = system.log_schema.start_count
    if not rated or games not in {column.heading for column in tables_of(system)["Players"].columns}:
        return replace(rows, columns=columns)
    counts: Sequence[CellValue] = columns.get(games) or [None] * rows.rows
    without = {row for row in rated if is_blank(counts[row])}
    if without:
        number = asked_games(
            answers, file, kind, [rows.lines[row] for row in sorted(without)], system.log_schema.counted
        )
        columns[games] = [number if row in without else cell for row, cell in enumerate(counts)]
    return replace(rows, columns=columns)


def asked_games(answers: Answers, file: str, kind: str, lines: Sequence[int], counted_as: str) -> int | None:
    """Ask how many games are behind ratings that come without the number."""
    text = ngettext(
        "{file}: {n:,} rating comes without the number of {counted} behind it ({lines}). How many, about?",
        "{file}: {n:,} ratings come without the number of {counted} behind them ({lines}). How many, about?",
        len(lines), file=file, counted=COUNTED.get(counted_as, counted_as.lower()), lines=lines_named(lines),
    )  # fmt: skip
    choices = [("0", msg("0: they are beginners")), ("50", msg("50 or more: they are established"))]
    answer = answers.ask(Question(("start", "games"), text, choices, free="number"), kind)
    return int(answer) if answer.isdigit() else None


def asked_group(answers: Answers, groups: Sequence[str]) -> str:
    """Return the group of new players: the only one, or the one that a person says."""
    if len(groups) == 1:
        return groups[0]
    text = msg("New players need a group. Which is theirs?")
    if not groups:
        text = msg(
            "New players need a group, and the club has none yet. Add a file with columns Group and Initial rating."
        )
    answer = answers.ask(
        Question(("start", "group"), text, [(group, group) for group in groups], free="" if groups else "text"),
        "groups",
    )
    return next((group for group in groups if name_key(group) == name_key(answer)), answer)


def without_group(rows: IncomingRows, there: Collection[int] = ()) -> list[int]:
    """Return the rows of Players that need a group. Nobody does who is not active, or `there` already."""
    nothing: Sequence[CellValue] = [None] * rows.rows
    groups, active = rows.columns.get("Group", nothing), rows.columns.get("Active", nothing)
    return [row for row in range(rows.rows) if is_blank(groups[row]) and active[row] != "No" and row not in there]


def with_group(rows: IncomingRows, wanting: Sequence[int], group: str) -> IncomingRows:
    """Return the rows of Players with that group where it is wanting."""
    groups = list(rows.columns.get("Group") or [None] * rows.rows)
    for row in wanting:
        groups[row] = group
    return replace(rows, columns={**rows.columns, "Group": groups})


def repeated(file: str, table: str, row: str, lines: Sequence[int]) -> Look:
    """Return the look at a row that a file has more than once. `table` is blank if the workbook asks by itself."""
    why = msg("each counts. If it is one, take out the rest")
    return Look(msg("{row}, {n:,} times", row=row, n=len(lines)), file, lines, why, TWICE if table else "", table)
