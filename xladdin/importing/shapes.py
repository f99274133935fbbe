"""Tables with several games in one row, and those of teams and doubles, which are not read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from xladdin.cells.text import is_blank
from xladdin.errors import FileProblem
from xladdin.importing.tables import Column, Table
from xladdin.importing.values import clean, read_scores
from xladdin.importing.words import is_partner, parse_heading

_NUMBER = r"(?:#|no|nr)?\s*([1-9])"
_GAME = re.compile(rf"\b(?:games?|match|partie|spiel|partida)\s*{_NUMBER}\b|\b([1-9])\s*(?:st|nd|rd|th)\s+game\b")
_ORDINALS = {"first": 1, "second": 2, "third": 3, "premiere": 1, "deuxieme": 2, "erste": 1, "zweite": 2}
_IN_WORDS = re.compile(rf"\b({'|'.join(_ORDINALS)})\s+(?:game|match|partie|partida)\b")
_AGAIN = re.compile(r"(.*[^\W\d])\s*([2-9])")
"""A question that is asked again. Microsoft Forms calls it "Winner2"."""
MOST_GAMES = 9
"""The most games in one row."""


def refuse_teams(tables: Sequence[Table]) -> None:
    """Raise FileProblem for a table of doubles: two players a side."""
    for table in tables:
        partners = [one for one in table.columns if is_partner(one.head)]
        if len(partners) < 2:
            partners = [one for one in table.columns if _holds_pairs(one)]
        if len(partners) >= 2:
            named = ", ".join(column.name for column in partners)
            raise FileProblem(
                f"{table.place}: {named}: games of two against two are not read. Enter a row a game of two players."
            )


def _holds_pairs(column: Column) -> bool:
    """Tell whether each cell names two players who change places: "Kim, Lee" and "Lee, Han", but not "Last, First"."""
    parts = [re.split(r"\s*[,&/+]\s*", clean(cell)) for cell in set(column.cells) if not is_blank(cell)]
    if column.words < 0.8 or not parts or not all(len(part) == 2 and all(part) for part in parts):
        return False
    if all(re.search("[&/+]", str(cell)) for cell in column.cells if not is_blank(cell)):
        return True
    return bool({one for one, _ in parts} & {two for _, two in parts})


def unfold_games(table: Table) -> Table:
    """Return the table with a row for each game of a response with several, if its headings number them."""
    numbered = _numbered([column.head for column in table.columns])
    games = max((number for _, number in numbered), default=0)
    if not 2 <= games <= MOST_GAMES:
        return table
    common = [column for column, (_, number) in zip(table.columns, numbered) if not number]
    groups = [{name: column for column, (name, number) in zip(table.columns, numbered) if number == game}
              for game in range(1, games + 1)]  # fmt: skip
    first = groups[0]
    fields = [parse_heading(name) for name in (*(column.head for column in common), *first)]
    names = sum(field == "name" for field, _ in fields)
    outcomes = [field for field, _ in fields if field in ("score", "result")] + [name for name in first if not name]
    in_common = [column for column in common if parse_heading(column.head)[0] in ("score", "result")]
    is_pair = any(column.share(read_scores) for column in first.values())
    by_one = all(parse_heading(name)[0] == "score" for name in first) and not is_pair
    if names < 2 or not outcomes or in_common or by_one or any(set(group) - set(first) for group in groups):
        return table
    order = [(row, group) for row in range(len(table.lines)) for game, group in enumerate(groups)
             if game == 0 or any(not is_blank(column.cells[row]) for column in group.values())]  # fmt: skip
    columns = [Column(one.at, one.name, [one.cells[row] for row, _ in order], one.head) for one in common]
    for name, column in first.items():
        cells = [group[name].cells[row] if name in group else "" for row, group in order]
        columns.append(Column(column.at, column.name, cells, name or "score"))
    lines = [table.lines[row] for row, _ in order]
    return replace(table, columns=columns, lines=lines, notes=[*table.notes, f"up to {games} games in a row"])


def _numbered(heads: Sequence[str]) -> list[tuple[str, int]]:
    """Return each heading without the number of its game, and that number: 0 if it is of all games of a response."""
    found = [_of_game(head) for head in heads]
    if any(number for _, number in found):
        return found
    asked: dict[str, int] = {}
    for at, head in enumerate(heads):
        again = _AGAIN.fullmatch(head)
        if again and again[1].strip() in heads:
            found[at] = again[1].strip(), int(again[2])
        elif head:
            asked[head] = asked.get(head, 0) + 1
            found[at] = head, asked[head]
    repeated = {name for name, number in found if number > 1}
    return [(name, number if name in repeated else 0) for name, number in found]


def _of_game(head: str) -> tuple[str, int]:
    for pattern in (_GAME, _IN_WORDS):
        if found := pattern.search(head):
            said = next(filter(None, found.groups()))
            rest = " ".join(f"{head[: found.start()]} {head[found.end() :]}".split())
            return rest, _ORDINALS.get(said) or int(said)
    return head, 0
