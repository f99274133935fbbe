"""Tables with games in other shapes than a row a game: both scores in one cell, two games in one response.

They get our shape before anything is read: Score 1 and Score 2 are two columns, and each game has its row.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from xladdin.cells.text import counted, is_blank
from xladdin.imports.tables.grid import ROWS_LOOKED_AT, Grid, headings_in
from xladdin.imports.tables.headings import DAY, ONE_SCORE, SCORES, match_headings, plain_headings
from xladdin.imports.tables.layout import TableLayout

BOTH_SCORES = {
    "", "score", "scores", "final score", "result", "results", "pointage", "pointages", "resultat", "ergebnis",
    "punkte", "resultado", "puntuacion",
}  # fmt: skip
"""The names of a column with both scores, as `plain` gives them. Without its number, "Game 1" is blank."""
_PAIR = re.compile(r"\s*(-?[0-9]{1,4})\s*(?:[-–—:/]|to)\s*(-?[0-9]{1,4})\s*")
_NUMBER = r"(?:#|no|nr)?\s*([1-9])"
_GAME = re.compile(rf"\b(?:games?|match|partie|spiel|partida)\s*{_NUMBER}\b|\b([1-9])\s*(?:st|nd|rd|th)\s+game\b")
_ORDINALS = {"first": 1, "second": 2, "third": 3, "premiere": 1, "deuxieme": 2, "erste": 1, "zweite": 2}
_IN_WORDS = re.compile(rf"\b({'|'.join(_ORDINALS)})\s+(?:game|match|partie|partida)\b")
_AGAIN = re.compile(r"(.*[^\W\d])\s*([2-9])")
"""A question that is asked again. Microsoft Forms calls it "Winner2"."""
MOST_GAMES = 9
"""The most games in one row."""


def game_by_game(grid: Grid, layouts: Sequence[TableLayout], told: Mapping[str, str]) -> Grid:
    """The grid with a row a game and a column for each score. Any other grid stays as it is."""
    games = [layout for layout in layouts if set(SCORES) <= set(layout.columns)]
    for layout in games:
        for row in range(min(grid.rows, ROWS_LOOKED_AT)):
            unfolded = _unfolded(grid, row, layout, told)
            split = _split(unfolded or grid, row, layout, told)
            if split is not None or unfolded is not None:
                return split or unfolded or grid
    return grid


def _split(grid: Grid, row: int, layout: TableLayout, told: Mapping[str, str]) -> Grid | None:
    """The grid with a column "412-378" in two, if it has one and no other scores."""
    headings = headings_in(grid, row)
    candidates = [at for at, heading in enumerate(plain_headings(headings)) if heading in BOTH_SCORES]
    if not candidates or _has_scores(headings, layout, told):
        return None
    for at in candidates:
        cells = grid.columns[at][row + 1 :]
        pairs = [_PAIR.fullmatch(cell) if isinstance(cell, str) else None for cell in cells]
        wholly = all(pair is not None or is_blank(cell) for pair, cell in zip(pairs, cells))
        if not any(pairs) or not wholly:
            continue
        new = [[*grid.columns[at][:row], score, *("" if pair is None else int(pair[part]) for pair in pairs)]
               for part, score in enumerate(SCORES, 1)]  # fmt: skip
        columns = [*grid.columns[:at], *new, *grid.columns[at + 1 :]]
        note = f'"{headings[at]}" holds both scores, that of the first player first.'
        places = [grid.place(column) for column in (*range(at + 1), *range(at, len(grid.columns)))]
        return replace(grid, columns=columns, notes=(*grid.notes, note), places=places)
    return None


def _unfolded(grid: Grid, row: int, layout: TableLayout, told: Mapping[str, str]) -> Grid | None:
    """The grid with a row for each game of a response with several, if its headings number them."""
    headings = headings_in(grid, row)
    numbered = _numbered(plain_headings(headings))
    games = max(number for _, number in numbered) if numbered else 0
    if not 2 <= games <= MOST_GAMES:
        return None
    common = [at for at, (_, number) in enumerate(numbered) if not number]
    first = {name: at for at, (name, number) in enumerate(numbered) if number == 1}
    if set(first) <= ONE_SCORE and not any(_has_pair(grid, at) for at in first.values()):
        return None  # Winner, Score, Loser, Score: each has one
    groups = [{name: at for at, (name, number) in enumerate(numbered) if number == game}
              for game in range(1, games + 1)]  # fmt: skip
    names = [headings[at] for at in common] + [_bare(name) for name in first]
    ours = match_headings(names, list(layout.columns), told).positions
    players = all(key in ours for key in layout.keys if key not in (*SCORES, DAY))
    scores = all(score in ours for score in SCORES) or BOTH_SCORES & set(first)
    strange = any(set(group) - set(first) for group in groups)
    if not players or not scores or strange or _has_scores([headings[at] for at in common], layout, told):
        return None
    rows = range(row + 1, grid.rows)
    order = [(at, group) for at in rows for game, group in enumerate(groups)
             if game == 0 or any(not is_blank(grid.columns[place][at]) for place in group.values())]  # fmt: skip
    columns = [[*grid.columns[at][: row + 1], *(grid.columns[at][line] for line, _ in order)] for at in common]
    columns += [
        [*[""] * row, _bare(name), *(grid.columns[group[name]][line] if name in group else "" for line, group in order)]
        for name in first
    ]
    note = f"up to {counted(games, 'game')} in a row."
    return replace(grid, columns=columns, lines=[*grid.lines[: row + 1], *(grid.lines[at] for at, _ in order)],
                   notes=(*grid.notes, note), places=[grid.place(at) for at in (*common, *first.values())])  # fmt: skip


def _has_pair(grid: Grid, column: int) -> bool:
    return any(isinstance(cell, str) and _PAIR.fullmatch(cell) for cell in grid.columns[column])


def _has_scores(headings: Sequence[str], layout: TableLayout, told: Mapping[str, str]) -> bool:
    positions = match_headings(headings, list(layout.columns), told).positions
    return any(score in positions for score in SCORES)


def _numbered(headings: Sequence[str]) -> list[tuple[str, int]]:
    """Each heading without the number of its game, and that number: 0 if it is of all games of a response.

    A question that is asked again belongs to the next game.
    """
    found = [_of_game(heading) for heading in headings]
    if any(number for _, number in found):
        return found
    asked: dict[str, int] = {}
    there = set(headings)
    for at, heading in enumerate(headings):
        again = _AGAIN.fullmatch(heading)
        if again and again[1].strip() in there:
            found[at] = again[1].strip(), int(again[2])
        elif heading:
            asked[heading] = asked.get(heading, 0) + 1
            found[at] = heading, asked[heading]
    again_asked = {name for name, number in found if number > 1}
    return [(name, number if name in again_asked else 0) for name, number in found]


def _of_game(heading: str) -> tuple[str, int]:
    for pattern in (_GAME, _IN_WORDS):
        if found := pattern.search(heading):
            said = next(filter(None, found.groups()))
            rest = " ".join(f"{heading[: found.start()]} {heading[found.end() :]}".split())
            return rest, _ORDINALS.get(said) or int(said)
    return heading, 0


def _bare(name: str) -> str:
    return name or "score"
