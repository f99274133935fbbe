"""Map the columns of a table to fields, by headings and contents, and ask where that is ambiguous."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from xladdin.cells import ColumnType, is_blank, name_key
from xladdin.errors import WorkbookError, escape_unprintable
from xladdin.importing.questions import NONE, Answers, MappedTable, Question
from xladdin.importing.tables import GAMES_PART, Column, Table, list_headings
from xladdin.importing.values import (
    CURRENT_WORDS,
    HARMLESS,
    LOSER,
    RATING_WORDS,
    STANDINGS,
    TEAM,
    WINNER,
    clean,
    fold_heading,
    is_harmless,
    is_round_heading,
    parse_heading,
    read_number,
    read_rating,
    read_result,
    read_scores,
)
from xladdin.languages import find_heading_ids
from xladdin.messages import BLANK, Message, join_values, msg, pgettext

# The kinds of tables in sources.
PEOPLE, SCORED, RESULTS, WON = "people", "scored", "results", "won"
PLACINGS, EVENTS, ADJUSTMENTS, GROUPS, ALIASES, OTHER = (
    "placings", "events", "adjustments", "groups", "aliases", "other",
)  # fmt: skip
# Tables of games: with two scores, with a result, and with only the winner and the loser.
GAMES = (SCORED, RESULTS, WON)


class TableKind(NamedTuple):
    """A kind of table of a source.

    `table` is the input table for its rows. `fields` are the fields that a user may assign to a column, and `required`
    those that a table must have.
    """

    label: Message
    table: str
    fields: Sequence[str]
    required: Sequence[str]


# The fields of the date and the players of a game.
_PAIR = ("date", "name1", "first1", "name2", "first2")
KINDS: Mapping[str, TableKind] = {
    SCORED: TableKind(
        pgettext("kind of table", "scored"), "Games",
        ("date", "name1", "first1", "score1", "name2", "first2", "score2", "both", "rating1", "rating2"),
        ("name1", "name2", "score1", "score2"),
    ),
    RESULTS: TableKind(
        pgettext("kind of table", "results"), "Games",
        (*_PAIR, "result", "score1", "score2", "winner", "rating1", "rating2"), ("name1", "name2", "result"),
    ),
    WON: TableKind(pgettext("kind of table", "won"), "Games", (*_PAIR, "draw"), ("name1", "name2")),
    PEOPLE: TableKind(
        pgettext("kind of table", "people"), "Players",
        ("name", "first", "rating", "games", "group", "nation", "active", "last played"), ("name",),
    ),
    PLACINGS: TableKind(
        pgettext("kind of table", "placings"), "Results",
        ("date", "event", "name", "first", "place", "rounds"), ("event", "name", "place"),
    ),
    EVENTS: TableKind(pgettext("kind of table", "events"), "Events", ("date", "event", "rounds"), ("date", "event")),
    ADJUSTMENTS: TableKind(
        pgettext("kind of table", "adjustments"), "Adjustments",
        ("date", "name", "adjustment", "reason"), ("date", "name", "adjustment"),
    ),
    GROUPS: TableKind(
        pgettext("kind of table", "groups"), "Groups", ("group", "group rating"), ("group", "group rating")
    ),
    ALIASES: TableKind(pgettext("kind of table", "aliases"), "Aliases", ("alias", "name"), ("alias", "name")),
    OTHER: TableKind(BLANK, "", (), ()),
}  # fmt: skip
# The fields that can replace a required field.
ALTERNATIVES = {"score1": ("both",), "score2": ("both",), "result": ("winner", "score1"), "event": ("date",)}
# The number of rows in the preview of a table on the app's page.
PREVIEW_ROWS = 5
# The name under which the workbook stores a user's mapping of the columns of a kind of table.
COLUMNS = "columns"
Choice = tuple[str, str]
NO_COLUMN, NOT_THIS_TABLE = msg("none, leave this table out"), msg("no, leave this table out")


@dataclass(frozen=True)
class TableLayout:
    """An input table of the workbook.

    `columns` has the kind of value of each input column, `keys` the columns that a row needs, and `computed` those
    that a recalculation fills.
    """

    name: str
    columns: Mapping[str, ColumnType]
    keys: Sequence[str]
    computed: Sequence[str] = ()


@dataclass(frozen=True)
class Club:
    """The properties of a club that an import needs.

    Attributes:
        layouts: The input tables of the workbook.
        fields: The workbook's heading for each field, by table.
        has_scores: Whether games have scores of both players. Otherwise they have a result.
        start_column: The heading of the start rating.
        is_new: Whether the club has no player yet.
    """

    layouts: Sequence[TableLayout]
    fields: Mapping[str, Mapping[str, str]]
    has_scores: bool
    start_column: str
    is_new: bool = False

    def layout(self, kind: str) -> TableLayout | None:
        """Return the table for a kind of table of a source, or None if the club has none."""
        return next((layout for layout in self.layouts if layout.name == KINDS[kind].table), None)

    def has_table_for(self, kind: str) -> bool:
        """Return whether the club has a table for rows of a kind. A club with scores cannot use games without them."""
        return self.layout(kind) is not None and not (self.has_scores and kind in (RESULTS, WON))

    def has_heading(self, kind: str, name: str) -> bool:
        """Return whether the club's table has a column with this heading."""
        layout = self.layout(kind)
        return layout is not None and any(heading.casefold() == name.casefold() for heading in layout.columns)

    def list_mapped_headings(self, layout: TableLayout) -> set[str]:
        """Return the headings of an input table that correspond to a field."""
        return set(self.fields.get(layout.name, {}).values())


@dataclass
class TableMapping:
    """The kind of a table and the column of each field. Headings of the club's input tables are fields as well."""

    table: Table
    kind: str
    columns: dict[str, Column] = field(default_factory=dict)

    @property
    def unused_headings(self) -> list[str]:
        """The headings of the unused columns that have content."""
        used_columns = set(map(id, self.columns.values()))
        return [column.name for column in self.table.columns if id(column) not in used_columns and column.filled]

    def to_mapped_table(self) -> MappedTable:
        """Return the section of the answers file for this mapping, and a preview for the app's page."""
        fields = {id(column): name for name, column in self.columns.items()}
        columns = [column for column in self.table.columns if column.filled]
        rows = [
            [clean(column.cells[row]) for column in columns] for row in range(min(PREVIEW_ROWS, len(self.table.lines)))
        ]
        preview = {
            "key": self.table.key,
            "place": f"{self.table.location} ({cross_part})"
            if (cross_part := self.table.cross_part)
            else self.table.location,
            "kind": self.kind,
            "columns": [column.name for column in columns],
            "fields": [fields.get(id(column), "") for column in columns],
            "rows": rows,
            "allowed": {name: list(kind.fields) for name, kind in KINDS.items()},
        }
        section: dict[str, object] = {}
        if self.kind != OTHER:
            mapped = {name: column.name for name, column in self.columns.items()}
            section = {"kind": self.kind, "columns": mapped, "unused": self.unused_headings}
        return MappedTable(section, preview)


def propose_mapping(table: Table, club: Club, answers: Answers) -> TableMapping:
    """Map the columns of a table to fields, and ask where that is ambiguous."""
    mapping = _restore_answered(table, club, answers)
    if mapping is None and table.cross_part == GAMES_PART:
        mapping = _map_crosstable(table)
    mapping = mapping or _Proposal(table, club, answers).propose()
    _add_own_columns(mapping, club)
    return mapping


def _map_crosstable(table: Table) -> TableMapping:
    """Map the games of a cross table, whose headings `split_crosstable` has set."""
    fields = {"Date": "date", "Player 1": "name1", "Player 2": "name2", "Result": "result", "Score 1": "score1",
              "Score 2": "score2"}  # fmt: skip
    columns = {fields[column.name]: column for column in table.columns if column.name in fields}
    return TableMapping(table, RESULTS if "result" in columns else SCORED, columns)


def _restore_answered(table: Table, club: Club, answers: Answers) -> TableMapping | None:
    """Return the mapping that a user has given for this sheet or for a table with the same headings, or None."""
    answered = answers.get("table")
    sections = dict(answered) if isinstance(answered, dict) else {}
    with suppress(ValueError):
        # Remembered mappings come last: an answer for this sheet has priority.
        sections[""] = json.loads(answers.remembered.get(table.kind, {}).get(COLUMNS, ""))
    by_name = {column.name: column for column in table.columns}
    names = {column.name for column in table.columns if column.filled}
    for key, section in sections.items():
        columns = section.get("columns") if isinstance(section, dict) else None
        if (
            not isinstance(columns, dict)
            or section.get("kind") not in list(KINDS)
            or not set(columns.values()) <= set(by_name)
        ):
            continue
        unused = section.get("unused")
        is_same = isinstance(unused, list) and names <= set(columns.values()) | set(unused)
        if key == table.key or is_same:
            mapping = TableMapping(
                table, section["kind"], {name: by_name[heading] for name, heading in columns.items()}
            )
            _validate_fields(mapping, club)
            _validate_needed(mapping)
            if isinstance(unused, list):
                _ask_about_new(mapping, key, names - set(columns.values()) - set(unused), answers)
                if mapping.kind != OTHER:
                    remembered = json.dumps(
                        {"kind": mapping.kind, "columns": columns, "unused": unused}, ensure_ascii=False
                    )
                    answers.to_remember.setdefault(table.kind, {})[COLUMNS] = remembered
            return mapping
    return None


def _validate_fields(mapping: TableMapping, club: Club) -> None:
    """Raise WorkbookError if a user's mapping has a field that tables of its kind do not have."""
    layout = club.layout(mapping.kind)
    known = [*KINDS[mapping.kind].fields, *(layout.columns if layout else ())]
    # The timestamp of a form's response is recognized automatically. It is the date of rows with a blank date.
    implied = {"moment"} if "date" in known else set()
    unknown = [name for name in mapping.columns if name not in known and name not in implied]
    if unknown:
        raise WorkbookError(
            msg(
                "{place}: {columns}, under columns in the answers, is unknown. Use one of {known}.",
                place=mapping.table.location,
                columns=", ".join(map(escape_unprintable, unknown)),
                known=", ".join(known),
            )
        )


def _validate_needed(mapping: TableMapping) -> None:
    """Raise WorkbookError if a user's mapping lacks a column that tables of its kind need."""
    for name in KINDS[mapping.kind].required:
        if not any(field in mapping.columns for field in (name, *ALTERNATIVES.get(name, ()))):
            raise WorkbookError(
                msg(
                    "{place}: {kind} need a column {column}. Choose it, or leave the table out.",
                    place=mapping.table.location,
                    kind=KINDS[mapping.kind].label,
                    column=name,
                )
            )


def _ask_about_new(mapping: TableMapping, key: str, names: set[str], answers: Answers) -> None:
    """Ask about columns that the stored mapping does not have."""
    table = mapping.table
    for column in (column for column in table.columns if column.name in names and not is_harmless(column.head)):
        choices = [
            (NONE, msg("not used")),
            *((name, name) for name in KINDS[mapping.kind].fields if name not in mapping.columns),
        ]
        text = msg(
            "{place}: the column {column} is new. What does it contain?", place=table.location, column=column.name
        )
        field_name = answers.ask(Question(("table", key, "new", column.name), text, choices, samples=column.samples))
        if field_name not in ("", NONE):
            mapping.columns[field_name] = column


def _add_own_columns(mapping: TableMapping, club: Club) -> None:
    """Map the columns that have a heading of the club's input table."""
    layout = club.layout(mapping.kind)
    if layout is None:
        return
    headings = {
        name_key(heading): heading for heading in layout.columns if heading not in club.list_mapped_headings(layout)
    }
    for column in mapping.table.columns:
        heading = headings.get(column.own_key)
        if heading and all(column is not mapped for mapped in mapping.columns.values()):
            mapping.columns[heading] = column


class _Proposal:
    """Propose the mapping of a table.

    Attributes:
        table: The table.
        club: The club that imports it.
        answers: The user's answers.
        columns: The columns of the table.
        fields: The column of each field, as decided so far.
        winner: The column that names the winner in addition to the two players.
        unconvincing: The columns with a heading of ratings whose contents do not look like ratings.
        tags: The field and side (1, 2, or 0 for none) that each heading suggests, by the index of the column.
    """

    def __init__(self, table: Table, club: Club, answers: Answers) -> None:
        self.table, self.club, self.answers = table, club, answers
        self.columns = list(table.columns)
        self.fields: dict[str, Column] = {}
        self.winner: Column | None = None
        self.unconvincing: list[Column] = []
        self.tags: dict[int, tuple[str, int]] = {}
        computed = self._read_own_headings()
        for column in self.columns:
            self.tags[column.index] = (
                ("computed", 0) if name_key(column.name) in computed else parse_heading(column.head)
            )
        self._find_winner_column()
        for column in self.columns:
            field = self.tags[column.index][0]
            if field and not self._is_convincing(column, field) and not self._is_own(column):
                self.tags[column.index] = "", 0
                if field == "rating":
                    self.unconvincing.append(column)

    # Headings

    def _read_own_headings(self) -> set[str]:
        """Translate the headings into English if the table is an input table of a club workbook in any language.

        Returns the name keys of the headings that a recalculation fills.
        """
        for layout in self.club.layouts:
            headings = find_heading_ids(layout.name, [column.name for column in self.columns])
            names, keys = set(map(name_key, headings)), set(map(name_key, layout.keys))
            optional = names.intersection(map(name_key, layout.columns)) - keys
            if keys <= names and (len(keys) > 2 or optional):
                for column, heading in zip(self.columns, headings, strict=True):
                    if heading != column.name:
                        column.name, column.head = heading, fold_heading(heading)
                return set(map(name_key, layout.computed))
        return set()

    def _is_own(self, column: Column) -> bool:
        """Return whether a heading is one of a club workbook, such as Start rating or Player 1.

        Such a column keeps its field whatever its contents.
        """
        fields = self.club.fields.get("Games", {})
        people = [fields.get(name) for name in ("name1", "name2")] + [self.club.fields.get("Players", {}).get("name")]
        if column.name in people:
            return True
        names = (fields.get(name) for name in ("score1", "score2"))
        return column.name in (self.club.start_column, "Start games", *names) and not column.dates

    def _find_winner_column(self) -> None:
        """Find the column that names the winner in addition to the two players, as in Player 1, Player 2, Winner."""
        for column in self.columns:
            heading_words = set(column.head.split())
            if self.tags[column.index][0] != "name" or not heading_words or not heading_words <= WINNER | {"match"}:
                continue
            sides = {
                self.tags[column.index][1]
                for column in self.columns
                if self.tags[column.index][0] == "name" and not set(column.head.split()) & (WINNER | LOSER)
            }
            if {1, 2} <= sides:
                self.winner, self.tags[column.index] = column, ("winner", 0)

    @staticmethod
    def _is_convincing(column: Column, name: str) -> bool:
        """Return whether the contents of a column agree with its heading."""
        if not column.filled:
            return True
        if name in ("name", "first", "last"):
            return column.texts >= 0.6 or (column.distinct > 1 and column.texts >= 0.3)
        if name in ("date", "moment"):
            return column.numbers <= 0.5 or column.lowest > 20000
        if name == "rating":
            return column.share(read_rating) >= 0.6 and column.dates <= 0.5
        if name in ("score", "games"):
            return column.numbers >= 0.5 or (name == "score" and (column.pairs >= 0.4 or column.dates == 1))
        return True

    def find_columns(self, name: str, side: int | None = None) -> list[Column]:
        """Return the columns whose headings suggest a field, for a side or, with None, for any."""
        return [column for column in self.columns
                if self.tags[column.index][0] == name and side in (None, self.tags[column.index][1])]  # fmt: skip

    def find_first_column(self, name: str, side: int | None = None) -> Column | None:
        """Return the first column that `find_columns` finds, preferably with content, or None."""
        columns = self.find_columns(name, side)
        return next((column for column in columns if column.filled), columns[0] if columns else None)

    def is_unmapped(self, column: Column) -> bool:
        """Return whether a column has no field yet."""
        return all(column is not mapped for mapped in self.fields.values())

    def map_first(self, *names: str) -> None:
        """Map each of these fields to its first column, unless either is mapped already."""
        for name in names:
            column = self.find_first_column(name)
            if column is not None and name not in self.fields and self.is_unmapped(column):
                self.fields[name] = column

    def ask(
        self, about: str, text: Message, choices: Sequence[Choice], default: str = "", samples: Sequence[str] = ()
    ) -> str:
        """Ask a question about the table. The answer is remembered for later tables with the same headings."""
        full_text = msg("{place}: {question}", place=self.table.location, question=text)
        question = Question(("table", self.table.key, about), full_text, choices, default, samples)
        return self.answers.ask(question, self.table.kind)

    def ask_column(
        self, about: str, text: Message, columns: Sequence[Column], alternatives: Sequence[Choice], default: str = ""
    ) -> Column | str:
        """Ask the user to choose a column or an alternative, and return the column or the alternative's key."""
        choices = [*((str(column.name), column.name) for column in columns), *alternatives]
        samples = [column.describe() for column in columns[:6]]
        chosen = self.ask(about, text, choices, default, samples)
        return next((column for column in columns if column.name == chosen), chosen)

    # Kind of table

    def propose(self) -> TableMapping:
        """Decide on the kind of the table and map its columns."""
        kind = self._decide_kind()
        if kind == OTHER:
            return TableMapping(self.table, OTHER)
        if kind not in (PEOPLE, GROUPS, ALIASES):
            self._map_date()
        if kind in GAMES:
            self._ask_about_odd()
        return TableMapping(self.table, kind, self.fields)

    def _decide_kind(self) -> str:
        alias = self.find_first_column("alias")
        name = self.find_first_column("name", 0)
        group = self.find_first_column("group")
        if alias and name and len(self.columns) <= 4:
            self.fields |= {"alias": alias, "name": name}
            return ALIASES
        if (
            group
            and not self.find_columns("name")
            and (initial := self.find_first_column("group rating") or self.find_first_column("rating"))
        ):
            self.fields |= {"group": group, "group rating": initial}
            return GROUPS
        unsided = self.find_columns("name", 0) or ([] if self.find_columns("name") else self.find_columns("last", 0))
        first = self.find_first_column("name", 1) or self.find_first_column("last", 1)
        second = self.find_first_column("name", 2) or self.find_first_column("last", 2)
        if not first and not second and len(unsided) >= 2:
            first, second = unsided[:2]
        elif second and not first:
            first = unsided[0] if unsided else None
        elif first and not second:
            second = next((column for column in unsided if column is not first), None)
        if not (first or second or unsided):
            if self.find_columns("event") and self.find_columns("date"):
                self.map_first("event", "rounds")
                return EVENTS
            unsided = self._ask_names()
            if not unsided:
                return OTHER
        player_column = first or second or unsided[0]
        if not (first and second) and not self.find_columns("place"):
            opponent = self._ask_opponent(player_column, is_side=player_column in (first, second))
            if opponent is NONE:
                return OTHER
            if isinstance(opponent, Column):
                first, second = (opponent, player_column) if player_column is second else (player_column, opponent)
        if first and second:
            return self._map_games(first, second)
        return self._map_people(first or (unsided[0] if unsided else player_column))

    def _ask_names(self) -> list[Column]:
        """Return the columns of players in a table without a known heading for them, which are asked for."""
        texts = [
            column
            for column in self.columns
            if column.texts > 0.8 and (column.distinct > 1 or column.filled == 1) and column.results < 0.8
        ]
        player_texts = [column for column in texts if not is_harmless(column.head)]
        if not any(TEAM & set(column.head.split()) for column in texts):
            texts = player_texts or texts
        if not texts or not any(column.numbers > 0.6 or column.results > 0.8 for column in self.columns):
            return []
        default = texts[0].name if len(texts) == 1 else ""
        text = msg("which column has the players?")
        if not self.table.header:
            text = msg("there are no headings. Which column has the players?")
        chosen = self.ask_column("name", text, texts, [(NONE, NO_COLUMN)], default)
        return [chosen] if isinstance(chosen, Column) else []

    def _ask_opponent(self, player_column: Column, *, is_side: bool) -> Column | str | None:
        """Ask whether a second column with names has the opponents.

        Returns the column, NONE to leave the table out, or None if the table has no such column.
        """
        player_keys = {name_key(clean(cell)) for cell in set(player_column.cells) if not is_blank(cell)}

        def is_same(column: Column) -> bool:
            shared = column.share(lambda cell: name_key(clean(cell)) in player_keys)
            return column.filled > 1 and column.texts > 0.8 and shared * 2 >= 1

        excluded = ("first", "last", "alias", "computed")
        candidates = [
            column
            for column in self.columns
            if column is not player_column and self.tags[column.index][0] not in excluded and is_same(column)
        ]
        if not candidates and is_side:
            candidates = [
                column
                for column in self.columns
                if column is not player_column and column.texts > 0.8 and not self.tags[column.index][0]
            ]
            if not candidates:
                return self.ask(
                    "other player",
                    msg(
                        "{column} has one player of each game, but no column has the other.", column=player_column.name
                    ),
                    [(NONE, msg("leave this table out"))],
                ) or NONE  # fmt: skip
        if not candidates:
            return None
        names = join_values([column.name for column in candidates])
        text = msg(
            "{column} and {others} contain names. Which one is the opponent?",
            column=player_column.name,
            others=names,
        )
        return self.ask_column("other player", text, candidates, [(NONE, NO_COLUMN)]) or NONE

    # Games

    def _map_games(self, first: Column, second: Column) -> str:
        self.fields |= {"name1": first, "name2": second}
        for side, name in ((1, first), (2, second)):
            self._map_first_name(side, name, first, second)
        scores = self._find_scores()
        result = self._find_result()
        by_words = bool(set(first.head.split()) & WINNER) and bool(set(second.head.split()) & LOSER)
        self.map_first("kind", "double")
        if result and result.results >= 0.6 and not _has_two_scores(result):
            self.fields["result"] = result
            return RESULTS
        if scores:
            self.fields |= {"score1": scores[0], "score2": scores[1]}
            return RESULTS if _are_points(*scores) and not self.club.has_scores else SCORED
        if self.winner:
            self.fields["winner"] = self.winner
            return RESULTS
        if result and (_has_two_scores(result) or (result.dates == 1 and self.club.has_scores)):
            self.fields["both"] = result
            return SCORED
        if result:
            self.fields["result"] = result
            return RESULTS
        if by_words and not self.club.has_scores:
            self.map_first("draw")
            return WON
        return self._ask_result()

    def _map_first_name(self, side: int, name: Column, first: Column, second: Column) -> None:
        """Map the column of first names of one side, by its heading or its position next to the last names."""
        next_player_index = second.index if name is first and second.index > name.index else 10**6
        candidates = [column for column in self.find_columns("first") if self.tags[column.index][1] == side
                or (self.tags[column.index][1] == 0 and name.index - 2 < column.index < next_player_index)]  # fmt: skip
        last_names = [column for column in self.find_columns("last", side) if column is not name]
        if candidates and self.is_unmapped(candidates[0]):
            self.fields[f"first{side}"] = candidates[0]
        elif last_names:
            self.fields |= {f"first{side}": name, f"name{side}": last_names[0]}

    def _find_scores(self) -> tuple[Column, Column] | None:
        """Return the columns of the scores of player 1 and player 2, or None.

        They are found by their headings, or in the order of the players' columns.
        """
        by_side = [
            next(
                (column for column in self.find_columns("score", side) if column.numbers >= 0.5 or not column.filled),
                None,
            )
            for side in (1, 2)
        ]
        if by_side[0] and by_side[1]:
            return by_side[0], by_side[1]
        unsided = [
            column
            for column in self.find_columns("score", 0)
            if (column.numbers >= 0.5 and column.pairs < 0.4) or not column.filled
        ]
        if len(unsided) == 1 and any(by_side):
            pair = by_side[0] or unsided[0], by_side[1] or unsided[0]
            return pair if _are_similar(*pair) and self._is_next_to_side(unsided[0], 2 if by_side[0] else 1) else (
                self._ask_scores(*pair))  # fmt: skip
        if len(unsided) != 2 or any(by_side):
            return None
        in_order = self.fields["name1"].index < self.fields["name2"].index
        pair = (unsided[0], unsided[1]) if in_order else (unsided[1], unsided[0])
        return pair if unsided[0].head == unsided[1].head else self._ask_scores(*pair)

    def _is_next_to_side(self, score: Column, side: int) -> bool:
        """Return whether the nearest column of players to the left of a score is that of this side."""
        names = sorted((self.fields[f"name{number}"].index, number) for number in (1, 2))
        sides_to_left = [number for index, number in names if index < score.index]
        columns_between = [
            column for column in self.columns if self.fields[f"name{side}"].index < column.index < score.index
        ]
        return sides_to_left[-1:] == [side] and all(
            self.tags[column.index][0] in ("first", "last", "rating") for column in columns_between
        )

    def _ask_scores(self, first: Column, second: Column) -> tuple[Column, Column] | None:
        """Return two columns if the answer is that they are the scores of both players, or else None."""
        text = msg("are {one} and {two} the scores of the two players?", one=first.name, two=second.name)
        pair_key = f"{first.name}{COLUMN_SEPARATOR}{second.name}"
        samples = [first.describe(), second.describe()]
        choices = [(pair_key, msg("yes")), (NONE, NOT_THIS_TABLE)]
        return (first, second) if self.ask("scores", text, choices, "", samples) == pair_key else None

    def _find_result(self) -> Column | None:
        candidates = [column for column in self.find_columns("score") if column.pairs >= 0.4 or column.dates == 1]
        candidates = [
            *self.find_columns("result"),
            *candidates,
            *(column for column in self.columns if column.pairs >= 0.8 and not column.dates),
        ]
        unmapped = [
            column
            for column in candidates
            if column.filled and self.is_unmapped(column) and self.tags[column.index][0] != "computed"
        ]
        return unmapped[0] if unmapped else next(iter(self.find_columns("result")), None)

    def _ask_result(self) -> str:
        excluded = ("date", "moment", "computed", "rating", "kind", "double", "round")
        unmapped = [
            column
            for column in self.columns
            if self.is_unmapped(column)
            and column.filled
            and self.tags[column.index][0] not in excluded
            and not is_harmless(column.head)
        ]
        if (
            self.club.has_scores
            and len(pair := [column for column in unmapped if column.numbers > 0.6 and not column.counts_up]) == 2
        ):
            scores = self._ask_scores(pair[0], pair[1])
            if scores:
                self.fields |= {"score1": scores[0], "score2": scores[1]}
            return SCORED if scores else OTHER
        alternatives: list[Choice] = [(NONE, NO_COLUMN)]
        if not self.club.has_scores:
            always_won = msg("the player under {column} always won", column=self.fields["name1"].name)
            alternatives.insert(0, ("first", always_won))
        text = msg("which column has the scores?") if self.club.has_scores else msg("which column says who won?")
        chosen = self.ask_column("result", text, unmapped, alternatives)
        if isinstance(chosen, Column):
            is_both = self.club.has_scores or _has_two_scores(chosen)
            self.fields["both" if is_both else "result"] = chosen
            return SCORED if is_both else RESULTS
        return WON if chosen == "first" else OTHER

    def _map_date(self) -> None:
        moment = self.find_first_column("moment")
        dates = [column for column in self.find_columns("date") if column.filled] or self.find_columns("date")[:1]
        if len(dates) > 1:
            text = msg("which column is the day of the game?")
            chosen = self.ask_column("date", text, dates, [], dates[0].name)
            dates = [chosen] if isinstance(chosen, Column) else dates[:1]
        if dates:
            self.fields["date"] = dates[0]
        if moment:
            self.fields["moment"] = moment

    def _ask_about_odd(self) -> None:
        """Ask whether unused columns that look like part of a game may be ignored."""
        fields = ("name", "last", "first", "score", "result", "draw")
        unused = [
            column
            for column in self.columns
            if self.is_unmapped(column)
            and column.filled
            and self.tags[column.index][0] in fields
            and not is_harmless(column.head)
        ]
        unused = [
            column
            for column in unused
            if self.tags[column.index][0] != "result" or column.distinct > 1 or column.results
        ]
        if "result" in self.fields:
            unused = [column for column in unused if self.tags[column.index][0] != "score"]
        self._ask_whether_unused(unused)

    def _ask_about_rounds(self) -> None:
        """Ask whether results of rounds in a list of people may be ignored, since they have no opponents."""
        unused = [column for column in self.columns if self.is_unmapped(column) and column.filled
                and not self.club.has_heading(PEOPLE, column.name)]  # fmt: skip
        unused = [column for column in unused if not STANDINGS & set(column.head.split())]
        people = {name_key(clean(cell)) for cell in self.fields["name"].cells} - {""}
        results = [
            column
            for column in unused
            if is_round_heading(column.head)
            or name_key(column.name) in people
            or (column.results >= 0.8 and column.numbers < 0.5 and not is_harmless(column.head))
            or column.pairs >= 0.8
        ]
        if len(results) > 1 or any(column.pairs >= 0.8 or not column.head.isdigit() for column in results):
            self._ask_whether_unused(results)

    def _ask_whether_unused(self, unused: Sequence[Column]) -> None:
        """Ask whether columns may be ignored. Otherwise the table is left out."""
        if unused:
            samples = [column.describe() for column in unused]
            headings = list_headings([column.name for column in unused])
            text = msg("not used: {columns}. Is that right?", columns=headings)
            choices = [("yes", msg("yes, not used")), ("no", NOT_THIS_TABLE)]
            if self.ask("odd", text, choices, "", samples) == "no":
                self.fields.clear()

    # People

    def _map_people(self, name: Column) -> str:
        self.fields["name"] = name
        first = self.find_first_column("first")
        last = next((column for column in self.find_columns("last") if column is not name), None)
        if first and first is not name:
            self.fields["first"] = first
        elif last:
            self.fields |= {"first": name, "name": last}
        else:
            self._ask_first_name(name)
        if self._is_adjustments():
            self.fields["adjustment"] = next(iter(self.find_columns("adjustment") or self.find_columns("score")))
            self.map_first("reason")
            return ADJUSTMENTS
        if (
            self.find_columns("place")
            and (self.find_columns("event") or self.find_columns("date"))
            and not self.find_columns("rating")
            and self.club.layout(PLACINGS)
        ):
            self.map_first("place", "event", "rounds")
            return PLACINGS
        self._map_rating()
        if "rating" in self.fields:
            self.map_first("games")
        self.map_first("nation", "group", "active", "last played")
        self._ask_about_rounds()
        return PEOPLE if self.fields else OTHER

    def _ask_first_name(self, name: Column) -> None:
        texts = [
            column
            for column in self.columns
            if column is not name
            and column.texts > 0.8
            and column.distinct > 2
            and not self.tags[column.index][0]
            and not is_harmless(column.head)
            and not self.club.has_heading(PEOPLE, column.name)
        ]
        single = name.share(lambda cell: " " not in clean(cell) and "," not in clean(cell))
        if texts and single >= 0.7:
            text = msg("is one of these the first name, next to {column}?", column=name.name)
            chosen = self.ask_column("first name", text, texts, [(NONE, msg("no, none of them"))])
            if isinstance(chosen, Column):
                self.fields["first"] = chosen

    def _is_adjustments(self) -> bool:
        """Return whether the table has the headings Date, Player and Points of the workbook's table Adjustments.

        Lists of standings have similar headings, so synonyms do not count.
        """
        layout = self.club.layout(ADJUSTMENTS)
        if layout is None or not self.find_columns("date") or self.find_columns("place") or self.find_columns("rating"):
            return False
        names = {name_key(column.name) for column in self.columns}
        return bool(self.find_columns("adjustment")) or set(map(name_key, layout.keys)) <= names

    def _map_rating(self) -> None:
        ratings = [
            column for column in [*self.find_columns("rating"), *self.find_columns("group rating")] if column.filled
        ]
        start = self.club.start_column
        start_column = next((column for column in ratings if name_key(column.name) == name_key(start)), None)
        if start_column is not None or len(ratings) == 1:
            self.fields["rating"] = start_column or ratings[0]
            return
        candidates = (
            [] if ratings else [*self.unconvincing, *(column for column in self.columns if self._can_be_rating(column))]
        )
        if not ratings and not candidates:
            return
        default = next((column.name for column in ratings if CURRENT_WORDS & set(column.head.split())), "")
        text = msg("which column is the rating?") if ratings else msg("is one of these the rating?")
        none = (NONE, msg("none, it has no ratings"))
        chosen = self.ask_column("rating", text, [*ratings, *candidates], [none], default)
        if isinstance(chosen, Column):
            self.fields["rating"] = chosen

    def _can_be_rating(self, column: Column) -> bool:
        heading_words = set(column.head.split())
        if not self.is_unmapped(column) or column.numbers <= 0.6 or column.counts_up or is_harmless(column.head):
            return False
        if self.tags[column.index][0] not in ("", "score", "adjustment") or self.club.has_heading(PEOPLE, column.name):
            return False
        return not heading_words & (STANDINGS | HARMLESS) or bool(heading_words & RATING_WORDS)


# The separator in the key of an answer that names two columns.
COLUMN_SEPARATOR = " · "


def _has_two_scores(column: Column) -> bool:
    """Return whether the cells of a column have two scores, such as 412-388, rather than a result, such as 1-0."""
    return column.share(lambda cell: read_result(cell) is not None) < 0.4 and column.share(read_scores) > 0


def _are_similar(first: Column, second: Column) -> bool:
    """Return whether the numbers of two columns are similar enough to be the scores of both players."""
    low, high = sorted((first.highest, second.highest))
    return not first.filled or not second.filled or high <= 3 * low or high <= 12


def _are_points(first: Column, second: Column) -> bool:
    """Return whether two columns have the players' points in games of chess: 1 and 0, or ½ each."""
    if max(first.highest, second.highest) > 1:
        return False
    sums = (
        (points or 0) + (other_points or 0)
        for points, other_points in zip(map(read_number, first.cells), map(read_number, second.cells))
        if points is not None and other_points is not None
    )
    return all(total == 1 for total in sums)
