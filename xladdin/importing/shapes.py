"""Convert form responses and cross tables to tables with one game a row, and reject games of two against two."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from xladdin.cells import is_blank, name_key
from xladdin.errors import WorkbookError
from xladdin.importing.pairings import NOBODY, CrosstableRow, Entry, Pairings, make_names_distinct
from xladdin.importing.tables import GAMES_PART, PEOPLE_PART, Column, Table
from xladdin.importing.values import (
    clean,
    is_date,
    is_partner,
    is_round_heading,
    parse_heading,
    read_number,
    read_result,
    read_scores,
)
from xladdin.messages import BLANK, Message, msg, ngettext

_NUMBER = r"(?:#|no|nr)?\s*([1-9])"
_GAME_NUMBER = re.compile(
    rf"\b(?:games?|match|partie|spiel|partida)\s*{_NUMBER}\b|\b([1-9])\s*(?:st|nd|rd|th)\s+game\b"
)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "premiere": 1, "deuxieme": 2, "erste": 1, "zweite": 2}
_ORDINAL_GAME = re.compile(rf"\b({'|'.join(_ORDINALS)})\s+(?:game|match|partie|partida)\b")
_WORD = re.compile(r"[^\W\d_]{2}")
# A repeated question of a form. Microsoft Forms appends a number, as in "Winner2".
_REPEATED_QUESTION = re.compile(r"(.*[^\W\d])\s*([2-9])")
# The most games in one row.
MAX_GAMES = 9


def validate_no_teams(tables: Sequence[Table]) -> None:
    """Raise WorkbookError for a table of games of two against two."""
    for table in tables:
        partners = [column for column in table.columns if is_partner(column.head)]
        if len(partners) < 2:
            partners = [column for column in table.columns if _has_pairs(column)]
        if len(partners) >= 2:
            names = ", ".join(column.name for column in partners)
            raise WorkbookError(
                msg(
                    "{place}: {columns}: games of two against two cannot be imported. Enter one row per game of two "
                    "players.",
                    place=table.location,
                    columns=names,
                )
            )


def _has_pairs(column: Column) -> bool:
    """Return whether every cell of a column names two players, as in "Kim, Lee" and "Lee, Han".

    "Last, First" names one player. Pairs are recognized by names that are first in one cell and second in another.
    """
    names = [re.split(r"\s*[,&/+]\s*", clean(cell)) for cell in set(column.cells) if not is_blank(cell)]
    if not names or not all(len(pair) == 2 and all(map(_WORD.search, pair)) for pair in names):
        return False
    if all(re.search("[&/+]", str(cell)) for cell in column.cells if not is_blank(cell)):
        return True
    firsts, seconds = {first for first, _ in names}, {second for _, second in names}
    return bool(firsts & seconds) and 2 * len(firsts | seconds) <= 3 * len(names)


def unfold_games(table: Table) -> Table:
    """Convert responses with several games to one row a game.

    A table is returned unchanged if its headings do not number the games, as in "Winner game 1" and "Winner game 2".
    """
    numbered = _split_numbers([column.head for column in table.columns])
    games = max((number for _, number in numbered), default=0)
    if not 2 <= games <= MAX_GAMES:
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
    has_own_score_only = all(parse_heading(name)[0] == "score" for name in first) and not is_pair
    if names < 2 or not outcomes or in_common or has_own_score_only or any(set(group) - set(first) for group in groups):
        return table
    order = [(row, group) for row in range(len(table.lines)) for game, group in enumerate(groups)
             if game == 0 or any(not is_blank(column.cells[row]) for column in group.values())]  # fmt: skip
    columns = [
        Column(column.index, column.name, [column.cells[row] for row, _ in order], column.head) for column in common
    ]
    for name, column in first.items():
        cells = [group[name].cells[row] if name in group else "" for row, group in order]
        columns.append(Column(column.index, column.name, cells, name or "score"))
    lines = [table.lines[row] for row, _ in order]
    return replace(
        table, columns=columns, lines=lines, notes=[*table.notes, msg("up to {games} games in one row", games=games)]
    )


def _split_numbers(heads: Sequence[str]) -> list[tuple[str, int]]:
    """Split each heading into its text and the number of its game, which is 0 if it applies to all games of a row."""
    names = [_split_game_number(head) for head in heads]
    if any(number for _, number in names):
        return names
    counts: dict[str, int] = {}
    for index, head in enumerate(heads):
        match = _REPEATED_QUESTION.fullmatch(head)
        if match and match[1].strip() in heads:
            names[index] = match[1].strip(), int(match[2])
        elif head:
            counts[head] = counts.get(head, 0) + 1
            names[index] = head, counts[head]
    repeated = {name for name, number in names if number > 1}
    return [(name, number if name in repeated else 0) for name, number in names]


def _split_game_number(head: str) -> tuple[str, int]:
    for pattern in (_GAME_NUMBER, _ORDINAL_GAME):
        if match := pattern.search(head):
            ordinal = next(filter(None, match.groups()))
            text = " ".join(f"{head[: match.start()]} {head[match.end() :]}".split())
            return text, _ORDINALS.get(ordinal) or int(ordinal)
    return head, 0


# The most players of a cross table.
MAX_PLAYERS = 1_000
_WIN, _DRAW, _LOSS = "1", "½", "0"
_FORFEIT_WON, _FORFEIT_LOST = "+ -", "- +"
# The result of the opponent for each result.
_OPPOSITE_RESULT = {"1-0": "0-1", "0-1": "1-0", "½-½": "½-½", _FORFEIT_WON: _FORFEIT_LOST, _FORFEIT_LOST: _FORFEIT_WON}
_POINTS = {
    "w": _WIN, "+": _WIN, "1": _WIN, "x": _WIN, "d": _DRAW, "t": _DRAW, "=": _DRAW, "½": _DRAW, "l": _LOSS, "-": _LOSS,
    "0": _LOSS, "f": _LOSS,
}  # fmt: skip
_FORFEITS = ("x", "f")
_OPPOSITE_POINTS = {_WIN: _LOSS, _LOSS: _WIN, _DRAW: _DRAW}
_SCORES = re.compile(r"\s*[\s(]?(\d{1,4})\s?[-:]\s?(\d{1,4})\)?")
# W39, +W12, + 12B: the result before the opponent's number.
_RESULT_FIRST = re.compile(r"([wldtxf+=-])\s*([wbn]?)\s*(\d{1,4})\s*([wbns]?)")
# 12w1, 3b½, 15:W: the opponent's number before the result.
_NUMBER_FIRST = re.compile(r"(\d{1,4})\s*(?:[:/(]\s*)?([wbsn]?)\s*([wldt10½=+-])\)?")
# A round without an opponent: a bye, a half-point bye, an unplayed round, or points without a game.
_NO_OPPONENT = re.compile(
    r"[+=-]?\s?(?:bye?|half.?bye|[bhuxfz]?-*|-:-|\*|exe|exempt|spielfrei|free|frei|forfait|absent|[-+=]?[10½])\.?"
)
# The first words of the headings of columns with the players' numbers, as lists of one word.
_NUMBER_HEADINGS = [["no"], ["nr"], ["#"], ["sno"], ["snr"], ["pair"], ["number"], ["start"]]
# The second line of a player in a cross table of US Chess: state, member number, and ratings before and after.
_SECOND_LINE = re.compile(r".*/\s*R:\s*(\d+|unrated)?(?:P\d+)?\s*->.*", re.IGNORECASE)


class _Cell(NamedTuple):
    """A player's round in a cross table.

    Attributes:
        opponent: The number of the opponent, or 0 in a table of all against all.
        points: The player's points, as a text.
        colour: The letter of the player's colour, or "".
        is_forfeit: Whether the game was not played.
        scores: The scores of the player and the opponent, if the cell has them.
    """

    opponent: int
    points: str
    colour: str = ""
    is_forfeit: bool = False
    scores: tuple[int, int] | None = None

    @property
    def result(self) -> str:
        """The result in the form of a table of games, from the player's view."""
        if self.is_forfeit:
            return _FORFEIT_WON if self.points == _WIN else _FORFEIT_LOST
        return f"{self.points}-{_OPPOSITE_POINTS[self.points]}"


class _Game(NamedTuple):
    line: int
    round: int
    player1: str
    player2: str
    result: str
    scores: tuple[int, int] | None = None
    problem: Message = BLANK


@dataclass(frozen=True)
class _CrosstableGames:
    """The games of a cross table.

    Attributes:
        games: The games, and the errors in place of games.
        columns: The columns with the results.
        names: The column of the players' names.
        people: The distinct names of the players.
        rounds: The number of rounds, or 0 in a table of all against all.
        has_scores: Whether the cells have scores of both players.
    """

    games: Sequence[_Game]
    columns: Sequence[Column]
    names: Column
    people: Sequence[str]
    rounds: int
    has_scores: bool


def split_crosstable(table: Table) -> list[Table]:
    """Split a cross table into a table of people and a table of games. Any other table is returned unchanged."""
    if not 1 < len(table.lines) <= MAX_PLAYERS:
        return [table]
    table = _join_player_lines(table)
    games_read = _find_all_play_all(table) or _find_rounds(table)
    if games_read is None or not games_read.games:
        return [table]
    game_columns = set(map(id, games_read.columns))
    names = Column(games_read.names.index, games_read.names.name, games_read.people, games_read.names.head)
    if parse_heading(names.head) != ("name", 0):
        names = Column(names.index, "Player", games_read.people, "player")
    columns = [
        names if column is games_read.names else column for column in table.columns if id(column) not in game_columns
    ]
    values = {
        "games": ngettext("{n:,} game", "{n:,} games", sum(not game.problem for game in games_read.games)),
        "columns": ", ".join(column.name for column in games_read.columns),
    }
    if games_read.rounds:
        rounds = ngettext("{n:,} round", "{n:,} rounds", games_read.rounds)
        note = msg("a crosstable: {games} of {rounds} under {columns}", **values, rounds=rounds)
    else:
        note = msg("a crosstable: {games} under {columns}, rounds unknown", **values)
    people = replace(table, columns=columns, notes=[*table.notes, note], cross_part=PEOPLE_PART)
    return [people, _make_games_table(table, games_read)]


def _make_games_table(table: Table, games_read: _CrosstableGames) -> Table:
    games = games_read.games
    cells: dict[str, list[object]] = {}
    days = [column.name for column in games_read.columns]
    if games_read.rounds and all(map(is_date, days)):
        cells["Date"] = [days[game.round - 1] for game in games]
    if games_read.rounds:
        cells["Round"] = [game.round for game in games]
    cells |= {"Player 1": [game.player1 for game in games], "Player 2": [game.player2 for game in games]}
    if games_read.has_scores:
        cells["Score 1"] = [game.scores[0] if game.scores else None for game in games]
        cells["Score 2"] = [game.scores[1] if game.scores else None for game in games]
    else:
        cells["Result"] = [game.result for game in games]
    columns = [Column(index, name, column) for index, (name, column) in enumerate(cells.items())]
    wrong = {row: game.problem for row, game in enumerate(games) if game.problem}
    lines = [game.line for game in games]
    return replace(table, columns=columns, lines=lines, notes=[], unreadable=wrong, cross_part=GAMES_PART)


# Rounds with numbered opponents


def _find_rounds(table: Table) -> _CrosstableGames | None:
    """Return the games of a table with a column for each round, whose cells have the opponent's number, or None."""
    names = _find_name_column(table)
    if names is None:
        return None
    all_cells = [cell for column in table.columns for cell in column.cells]
    pattern = max(
        (_RESULT_FIRST, _NUMBER_FIRST),
        key=lambda pattern: sum(_read_cell(cell, pattern) is not None for cell in all_cells),
    )
    columns = [column for column in table.columns if column is not names and _is_round(column, pattern)]
    if not columns or (len(columns) == 1 and not is_round_heading(columns[0].head)):
        return None
    rows = [[_read_cell(cell, pattern) for cell in column.cells] for column in columns]
    numbers = _find_numbers(table, columns, rows)
    if numbers is None:
        return None
    people = [clean(cell) for cell in names.cells]
    colours = {cell.colour for cells in rows for cell in cells if cell is not None}
    white = "b" if "n" in colours else "w"  # in French B is White and N is Black
    crosstable_rows = []
    for row, (name, line) in enumerate(zip(people, table.lines)):
        entries: list[Entry | None] = []
        for column, cells in zip(columns, rows):
            cell = cells[row]
            if cell is None:
                entries.append(None if is_blank(column.cells[row]) else Entry(NOBODY, None))
            else:
                opponent = numbers.get(cell.opponent, len(people) + cell.opponent)
                first = None if not cell.colour else cell.colour == white
                entries.append(Entry(opponent, None, first, cell.result, cell.scores))
        crosstable_rows.append(CrosstableRow(name, line, entries))
    pairings = Pairings(table.location, crosstable_rows, _find_disagreement)
    game_rows = [
        _Game(game.line, game.round, game.player1, game.player2, game.entry1.raw_result, game.entry1.scores)
        for game in pairings.games
        if game.entry2 is not None
    ]
    game_rows += [
        _Game(
            problem.line,
            0,
            "",
            "",
            "",
            None,
            msg("{column}: {problem}", column=problem.column, problem=problem.message),
        )
        for problem in pairings.wrong
    ]
    distinct = [crosstable_row.name for crosstable_row in pairings.crosstable_rows]
    has_scores = any(cell is not None and cell.scores for cells in rows for cell in cells)
    return _CrosstableGames(game_rows, columns, names, distinct, len(columns), has_scores)


def _is_round(column: Column, pattern: re.Pattern[str]) -> bool:
    """Return whether at least 80 % of a column's cells are rounds, and 30 % have an opponent."""
    field = parse_heading(column.head)[0]
    if field in ("name", "first", "last", "rating", "date", "games", "nation", "group") or not column.filled:
        return False
    if column.numbers == 1 and not is_round_heading(column.head):
        return False
    fits = column.share(lambda cell: _read_cell(cell, pattern) is not None)
    without_opponent = column.share(lambda cell: _NO_OPPONENT.fullmatch(_normalize_signs(cell)))
    return fits >= 0.3 and fits + without_opponent >= 0.8


def _normalize_signs(cell: object) -> str:
    text = clean(cell).casefold().translate(str.maketrans("‐‑‒–—―−", "-------"))
    return re.sub(r"1/2|0[.,]5|(?<!\d)[.,]5", "½", text)


def _read_cell(cell: object, pattern: re.Pattern[str]) -> _Cell | None:
    """Parse a round with an opponent (12w1, W39, +W12, W 12 412-388). Returns None for any other cell."""
    if not isinstance(cell, str) or not 1 < len(cell) <= 30:
        return None
    text = _normalize_signs(cell)
    match = pattern.match(text)
    if match is None:
        return None
    scores = _SCORES.fullmatch(text, match.end()) if match.end() < len(text) else None
    if match.end() < len(text) and scores is None:
        return None
    if pattern is _RESULT_FIRST:
        sign, colour, number = match[1], match[2] or match[4], int(match[3])
        is_forfeit = sign in _FORFEITS
    else:
        number, colour, sign = int(match[1]), match[2], match[3]
        is_forfeit = sign in "+-" and bool(colour)
    if not number:
        return None
    return _Cell(number, _POINTS[sign], colour, is_forfeit, (int(scores[1]), int(scores[2])) if scores else None)


def _find_numbers(
    table: Table, columns: Sequence[Column], rows: Sequence[Sequence[_Cell | None]]
) -> dict[int, int] | None:
    """Return the position of each player by number, or None if no numbering fits.

    The numbers are those of a column, or the positions from 1. They fit if both players' rounds agree in at least half
    of the games.
    """
    likely: list[list[int]] = []
    unlikely = [list(range(1, len(table.lines) + 1))]
    for column in table.columns:
        numbers = [number for cell in column.cells if (number := _read_whole_number(cell)) is not None]
        if column not in columns and len(set(numbers)) == len(table.lines):
            (likely if column.head.split()[:1] in _NUMBER_HEADINGS else unlikely).append(numbers)
    best: tuple[float, dict[int, int]] = (0.0, {})
    for numbers in (*likely, *unlikely):
        row_by_number = {number: row for row, number in enumerate(numbers)}
        agree = total = 0
        for cells in rows:
            for row, cell in enumerate(cells):
                if cell is not None:
                    total += 1
                    opponent_cell = cells[row_by_number[cell.opponent]] if cell.opponent in row_by_number else None
                    agree += (
                        opponent_cell is not None
                        and opponent_cell.opponent == numbers[row]
                        and _are_one_game(cell, opponent_cell)
                    )
        if total and agree / total > best[0]:
            best = agree / total, {number: row + 1 for number, row in row_by_number.items()}
    return best[1] if best[0] >= 0.5 else None


def _are_one_game(cell: _Cell, opponent_cell: _Cell) -> bool:
    """Return whether the results and colours of two players agree, so that they can be of one game."""
    if cell is opponent_cell or (cell.colour and cell.colour == opponent_cell.colour):
        return False
    return cell.points == _OPPOSITE_POINTS[opponent_cell.points] or (cell.is_forfeit and opponent_cell.is_forfeit)


def _read_whole_number(cell: object) -> int | None:
    number = read_number(clean(cell).rstrip(".)"))
    return int(number) if number is not None and float(number).is_integer() else None


def _find_disagreement(entry: Entry, opponent_entry: Entry) -> Message:
    if entry.raw_result == opponent_entry.raw_result == _FORFEIT_LOST:
        return BLANK
    swapped_scores = opponent_entry.scores and opponent_entry.scores[::-1]
    if entry.raw_result != _OPPOSITE_RESULT[opponent_entry.raw_result] or entry.scores != swapped_scores:
        result, other_result = (
            f"{crosstable_row.raw_result} {crosstable_row.scores[0]}-{crosstable_row.scores[1]}"
            if crosstable_row.scores
            else crosstable_row.raw_result
            for crosstable_row in (entry, opponent_entry)
        )
        return msg('results "{result}" and "{other}" do not match', result=result, other=other_result)
    if entry.first is not None and entry.first == opponent_entry.first:
        return msg("both have the same colour")
    return BLANK


# Cross tables of all against all


def _find_all_play_all(table: Table) -> _CrosstableGames | None:
    """Return the games of a table with a column for each player, headed by a name or number, or None."""
    size = len(table.lines)
    for names in (column for column in table.columns if column.texts > 0.8 and column.distinct > 1):
        keys = [name_key(clean(cell)) for cell in names.cells]
        by_name = {key: row for row, key in enumerate(keys)}
        columns = {by_name[key]: column for column in table.columns
                   if column is not names and (key := name_key(column.name)) in by_name}  # fmt: skip
        if len(columns) < max(2, 0.8 * size):
            columns = {
                number - 1: column
                for column in table.columns
                if (number := _read_whole_number(column.name)) is not None
            }
            if sorted(columns) != list(range(size)) or size < 3:
                continue
        if not all(_is_results_against(column, row) for row, column in columns.items()):
            continue
        people = [
            crosstable_row.name
            for crosstable_row in make_names_distinct([CrosstableRow(clean(cell), 0, ()) for cell in names.cells])
        ]
        games = list(_pair_results(table, people, columns))
        if games:
            has_scores = any(result.scores for column in columns.values() for cell in column.cells
                             for result in _read_results(cell))  # fmt: skip
            return _CrosstableGames(games, list(columns.values()), names, people, 0, has_scores)
    return None


def _is_results_against(column: Column, player: int) -> bool:
    """Return whether a column has the results of all other players against this player."""
    return not _read_results(column.cells[player]) and all(
        row == player or _read_results(cell) or is_blank(cell) or _NO_OPPONENT.fullmatch(_normalize_signs(cell))
        for row, cell in enumerate(column.cells)
    )


def _read_results(cell: object) -> list[_Cell]:
    """Return the results in a cell for one or more games against an opponent: 1, ½, 1 0, 01, 3:1."""
    if is_blank(cell) or (not isinstance(cell, str) and read_number(cell) is None):
        return []
    text = _normalize_signs(cell)
    if scores := read_scores(cell):
        points = _WIN if scores[0] > scores[1] else _LOSS if scores[0] < scores[1] else _DRAW
        return [] if re.fullmatch(r"[01½]-[01½]", text) else [_Cell(0, points, scores=scores)]
    signs = re.findall(r"[10½=+]|(?<!\d)-(?!\d)", text)
    if not signs or re.sub(r"[\s10½=+;,/-]|\.0\b", "", text) or text in ("-", "--", "---"):
        result = read_result(cell)
        return [] if result is None or result[0] is None or text in ("x", "-", "*") else [
            _Cell(0, {1: _WIN, 0: _LOSS, 0.5: _DRAW}[result[0]], is_forfeit=bool(result[1]))]  # fmt: skip
    return [_Cell(0, _POINTS[sign], is_forfeit=sign in "+-") for sign in signs]


def _pair_results(table: Table, people: Sequence[str], columns: Mapping[int, Column]) -> Iterator[_Game]:
    for first in range(len(people)):
        for second in range(first + 1, len(people)):
            results = _read_results(columns[second].cells[first]) if second in columns else []
            opponent_results = _read_results(columns[first].cells[second]) if first in columns else []
            swapped = [_swap_players(cell) for cell in opponent_results]
            if results and swapped and results != swapped:
                texts = " and ".join(" ".join(cell.result for cell in cells) for cells in (results, opponent_results))
                message = msg(
                    "{player} and {opponent} in line {line}: {results} do not match",
                    player=people[first],
                    opponent=people[second],
                    line=table.lines[second],
                    results=texts,
                )
                yield _Game(table.lines[first], 0, "", "", "", None, message)
            else:
                yield from (_Game(table.lines[first], 0, people[first], people[second], cell.result, cell.scores)
                            for cell in results or swapped)  # fmt: skip


def _swap_players(cell: _Cell) -> _Cell:
    scores = (cell.scores[1], cell.scores[0]) if cell.scores else None
    return cell._replace(points=_OPPOSITE_POINTS[cell.points], scores=scores)


# The players


def _find_name_column(table: Table) -> Column | None:
    fields: Sequence[Callable[[Column], bool]] = (
        lambda column: parse_heading(column.head) == ("name", 0),
        lambda column: parse_heading(column.head)[0] in ("name", "last"),
        lambda column: column.texts > 0.8 and column.distinct > 1 and not parse_heading(column.head)[0],
    )
    for fits in fields:
        if likely := next((column for column in table.columns if column.texts >= 0.6 and fits(column)), None):
            return likely
    return None


def _join_player_lines(table: Table) -> Table:
    """Join the two lines of each player in a cross table of US Chess, and add a column of the ratings."""
    two_line_columns = [
        column for column in table.columns if column.share(lambda cell: _SECOND_LINE.match(str(cell))) >= 0.4
    ]
    if len(two_line_columns) != 1:
        return table
    player_column = two_line_columns[0]
    rows = [
        row
        for row in range(len(table.lines) - 1)
        if _SECOND_LINE.match(str(player_column.cells[row + 1]))
        and not _SECOND_LINE.match(str(player_column.cells[row]))
    ]
    ratings = [_SECOND_LINE.match(str(player_column.cells[row + 1])) for row in rows]
    names = Column(player_column.index, "Player", [player_column.cells[row] for row in rows], "player")
    columns = [
        names if column is player_column else Column(column.index, column.name, [column.cells[row] for row in rows])
        for column in table.columns
    ]
    for column, original in zip(columns, table.columns):
        if column is not names:
            # US Chess prints the colour on a player's second line.
            colours = [clean(original.cells[row + 1]).casefold() for row in rows]
            column.cells = [
                f"{clean(cell)}{colour}"
                if colour in ("w", "b") and _RESULT_FIRST.fullmatch(_normalize_signs(cell))
                else cell
                for cell, colour in zip(column.cells, colours)
            ]
    columns.append(
        Column(
            max(rating.index for rating in columns) + 1,
            "Rating before",
            [rating[1] if rating else None for rating in ratings],
        )
    )
    return replace(table, columns=columns, lines=[table.lines[row] for row in rows])
