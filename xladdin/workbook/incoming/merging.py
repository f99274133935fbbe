"""A file's rows merged into the tables of a workbook. It writes nothing, and the preview says what it would write."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from xladdin.cells.table import CellTable, CellValue
from xladdin.cells.text import counted, is_blank, name_key, shown
from xladdin.errors import NotFound, Problem
from xladdin.imports.material import Incoming, IncomingRows, Look, QuestionOpen, WrongLine
from xladdin.log.suggestions import not_a_player
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import name_columns
from xladdin.workbook.incoming.comparing import Comparison, compare
from xladdin.workbook.incoming.earlier_season import EarlierSeason
from xladdin.workbook.incoming.foreign import refuse_foreign
from xladdin.workbook.incoming.grown_book import changed_cells, first_free, grown
from xladdin.workbook.incoming.preview import GROUPS_WANTED, Choices, Preview, Unknown
from xladdin.workbook.incoming.rows_in_words import both_in_words, row_in_words, telling_headings
from xladdin.workbook.incoming.starts import repeated, with_group, with_starts, without_group
from xladdin.workbook.incoming.whose_name.known import FitsTwo, KnownNames, spoken_key, turned
from xladdin.workbook.incoming.whose_name.listed import NamesAsListed
from xladdin.workbook.incoming.whose_name.strangers import strangers
from xladdin.workbook.review import ImportedRow
from xladdin.workbook.schema import ALIASES

KIND = "Kind"
"""A column of Games. If a workbook has none, only plain rated games come in."""
ORDER = ("Groups", "Players", "Events", "Aliases", "Games", "Results", "Adjustments")
"""The order of merging tables. Those that others name come first."""
MOST_LISTED = 100
"""The preview holds this many new rows in words."""


Origin = tuple[str, int, Mapping[str, str]]
"""The file, line, and the file's names of the columns, for a new row."""


class Merging:
    """Files merged one after the other. `tables` has the workbook's tables in their future form. `origins` says where
    new rows there come from, by table and row counted from 0."""

    def __init__(
        self,
        system: RatingSystem,
        tables: Mapping[str, CellTable],
        choices: Choices,
        gone: Mapping[str, Sequence[CellValue]] | None = None,
        *,
        empty: bool = False,
        begins: bool = False,
    ) -> None:
        """`gone` are rows that the log had once, a column a heading. `empty` means that there is no game yet, and
        `begins` that none comes in either. Given spellings go into Aliases first."""
        self._system, self._choices = system, choices
        self._gone, self._empty, self._begins = gone or {}, empty, begins
        self.tables = dict(tables)
        self._earlier = EarlierSeason(system, tables)
        self.preview = Preview()
        self._looks: list[tuple[str, Look]] = []
        self.origins: dict[tuple[str, int], Origin] = {}
        self._told_spellings()

    def _told_spellings(self) -> None:
        known = KnownNames(self.tables)
        told = self._choices.spellings
        new = {alias: _as_listed(player, told, known) for alias, player in told.items() if not known.is_sure(alias)}
        if ALIASES.name in self.tables and new:
            rows: dict[str, Sequence[CellValue]] = {"Alias": list(new), "Player": list(new.values())}
            self.tables[ALIASES.name] = grown(self._system, self.tables[ALIASES.name], rows)
            self.preview.new[ALIASES.name] = len(new)

    def check_spellings(self) -> None:
        """Raises NotFound if a given spelling means nobody, after all files were merged."""
        known = KnownNames(self.tables)
        for player in self._choices.spellings.values():
            if known.player(player) is None:
                raise NotFound(not_a_player(player, known.names))

    def add(self, incoming: Incoming) -> None:
        """Merges a file. Raises FileProblem if it is for another system, and QuestionOpen if it needs an answer."""
        refuse_foreign(self._system, incoming)
        self.preview.notes.extend(incoming.notes)
        self.preview.wrong.extend(incoming.wrong)
        self._look(incoming.file, *incoming.looks)
        if not self._choices.as_new:
            incoming, rated = self._earlier.without(incoming)
            self.preview.rated_earlier.extend(rated)
        known = KnownNames(self.tables)
        names = incoming.tables["Players"].columns.get("Player", ()) if "Players" in incoming.tables else ()
        there = {row for row, name in enumerate(names) if known.is_sure(shown(name))}
        spelled = self._resolve(incoming, known)
        for name in ORDER:
            if name in incoming.tables and name in self.tables:
                self._merge(incoming, name, self._with_starts(incoming, name, there), spelled)
            elif name in incoming.tables:
                self.preview.notes.append(f"{incoming.file}: rows for {name} left out; the workbook has no such table.")

    def _look(self, file: str, *looks: Look) -> None:
        self.preview.looks.extend(looks)
        self._looks.extend((file, look) for look in looks if look.asks)

    def asked(self) -> Iterator[ImportedRow]:
        """The rows that come in with a question for the workbook."""
        new: dict[tuple[str, str, int], list[int]] = {}
        for (table, row), (file, line, _) in self.origins.items() if self._looks else ():
            new.setdefault((file, table, line), []).append(row)
        for file, look in self._looks:
            rows = (row for line in look.lines for row in new.get((file, look.table, line), ()))
            yield from (ImportedRow(look.asks, look.table, row, look.other) for row in rows)

    def _with_starts(self, incoming: Incoming, name: str, there: Collection[int]) -> IncomingRows:
        rows = incoming.tables[name]
        if name != "Players":
            return rows
        wanting = without_group(rows, there) if self._system.key_groups else ()
        if wanting:
            rows = with_group(rows, wanting, self._group())
        taken = self._choices.ratings or self._begins
        if rows.of_today and taken:
            columns = ", ".join(f"{ours} = {theirs}" for ours, theirs in rows.of_today.items())
            self.preview.notes.append(f"{incoming.file}: columns taken: {columns}.")
        elif rows.of_today:
            self.preview.ratings_left_out.append((incoming.file, rows.of_today))
        games = self._choices.start_games
        found, looks = with_starts(self._system, incoming.file, rows, games, of_today=taken, there=there)
        self._look(incoming.file, *looks)
        return found

    def _resolve(self, incoming: Incoming, known: KnownNames) -> Mapping[str, str]:
        """The workbook's spelling of each name of the file. Unknown names go into the preview."""
        lines: dict[str, list[int]] = {}
        for table, rows in incoming.tables.items():
            for heading in name_columns(self._system, table):
                for cell, line in zip(rows.columns.get(heading, ()), rows.lines):
                    if not is_blank(cell):
                        lines.setdefault(shown(cell).strip(), []).append(line)
        lines = {
            name: [incoming.players[name]] if name in incoming.players else sorted(set(places))
            for name, places in lines.items()
        }
        spelled: dict[str, str] = {}
        there: dict[str, str] = {}
        nobody: dict[str, str] = {}
        told = {name_key(alias): player for alias, player in self._choices.spellings.items()}
        for name, places in list(lines.items()):
            meant = told.get(name_key(name), name)
            if meant not in lines:
                lines[meant], there[meant] = places, name
            try:
                player = known.player(meant)
            except FitsTwo as why:
                self.preview.unknown.append(Unknown(incoming.file, name, places, str(why)))
                player = why.players[0]  # for the check of the rest; written is nothing
            if player is None:
                first = nobody.setdefault(spoken_key(meant), meant)
                player = turned(first) if known.turns_names else first
            spelled[name] = player
        if nobody:
            self._welcome({name: lines[name] for name in nobody.values()}, there, incoming, known)
        return spelled

    def _welcome(
        self, names: Mapping[str, Sequence[int]], there: Mapping[str, str], incoming: Incoming, known: KnownNames
    ) -> None:
        """Adds the new players among the names that nobody has. The rest are questions.

        `there` has the file's own name for each that somebody gave in its place.
        """
        listed = incoming.tables["Players"].columns["Player"] if "Players" in incoming.tables else ()
        own = {spoken_key(shown(cell)) for cell in listed}
        roster = own if self._system.log_kind.table not in incoming.tables else set()
        found = strangers(incoming.file, names, known.names, self._choices, roster)
        self.preview.unknown.extend(replace(one, there=there.get(one.name, "")) for one in found.unknown)
        self._look(incoming.file, *found.looks)
        spoken = turned if known.turns_names else str
        self.preview.newcomers.extend(map(spoken, found.newcomers))
        added = [name for name in names if spoken_key(name) not in own]
        rows: dict[str, Sequence[CellValue]] = {"Player": list(map(spoken, added))}
        if self._system.key_groups and added:
            group = self._group()
            rows |= {"Group": [group] * len(added), "Active": ["Yes"] * len(added)}
        if self._choices.ratings or self._empty:
            ratings = {spoken_key(name): rating for name, rating in incoming.ratings.items()}
            rows[self._system.start_column] = [ratings.get(spoken_key(name)) for name in added]
            new = IncomingRows(rows, [names[name][0] for name in added])
            new, looks = with_starts(self._system, incoming.file, new, self._choices.start_games, of_today=True)
            rows = dict(new.columns)
            self._look(incoming.file, *looks)
        elif any(incoming.ratings.get(name) is not None for name in found.newcomers):
            self.preview.ratings_left_out.append((incoming.file, {}))
        self.tables["Players"] = grown(self._system, self.tables["Players"], rows)
        self.preview.new["Players"] = self.preview.new.get("Players", 0) + len(found.newcomers)

    def _group(self) -> str:
        """The group of newcomers. Raises QuestionOpen if nobody has chosen one of several, or there is none."""
        groups = [shown(cell) for cell in self.tables["Groups"].column("Group") or () if not is_blank(cell)]
        chosen = self._choices.group
        if not groups:
            by_hand = "Add one on Groups, with its initial rating."
            raise QuestionOpen("group", "Newcomers need a group, and the club has none yet.", GROUPS_WANTED, by_hand)
        if name_key(chosen) in map(name_key, groups):
            return chosen
        if len(groups) == 1 and not chosen:
            return groups[0]
        unknown = f'No group is called "{chosen}". ' if chosen else ""
        question = f"{unknown}Newcomers need a group, one of {', '.join(groups)}:"
        by_hand = "add them on Players with theirs."
        raise QuestionOpen("group", question, "--group NAME", by_hand, choices=dict.fromkeys(groups, ()))

    def _merge(self, incoming: Incoming, name: str, rows: IncomingRows, spelled: Mapping[str, str]) -> None:
        table = self.tables[name]
        rows = self._of_known_kind(incoming, table, rows)
        columns, lines = dict(rows.columns), rows.lines
        names, who = NamesAsListed(self.tables), name_columns(self._system, name)
        for heading in who:
            if heading in columns:
                columns[heading] = [
                    cell if is_blank(cell) else spelled[shown(cell).strip()] for cell in columns[heading]
                ]
        self._refuse_half_games(incoming, name, columns, lines)
        listed, gone = names.in_table(table, who), names.in_columns(self._gone, who)
        found = compare(self._system, listed, columns, gone, as_new=self._choices.as_new)
        filled: dict[str, dict[int, CellValue]] = {}
        for row, there in found.filled:
            for heading, value in self._as_there(listed, there, columns, row).items():
                filled.setdefault(heading, {})[there] = value
            self.origins[name, there] = incoming.file, lines[row], rows.columns_there
        table = changed_cells(table, filled)
        strange = [heading for heading, column in columns.items()
                   if table.position(heading) is None and any(not is_blank(cell) for cell in column)]  # fmt: skip
        if strange:
            self.preview.notes.append(
                f"{incoming.file}: {', '.join(strange)} left out; the workbook's {name} has no such column."
            )
        new = {heading: [column[row] for row in found.new] for heading, column in columns.items()}
        foot, table = first_free(self._system, table), grown(self._system, table, new)
        self.origins.update(
            ((name, foot + at), (incoming.file, lines[row], rows.columns_there)) for at, row in enumerate(found.new)
        )
        self.tables[name] = table
        self._tell(incoming.file, table, found, columns, lines)

    def _tell(
        self,
        file: str,
        table: CellTable,
        found: Comparison,
        columns: Mapping[str, Sequence[CellValue]],
        lines: Sequence[int],
    ) -> None:
        """Adds to the preview what became of the rows of a file for a table."""
        preview, name, kind = self.preview, table.name, self._system.log_kind
        said = telling_headings(self._system, name)
        how_rated = kind.how_rated if name == kind.table else ()
        if name == kind.table:
            room = MOST_LISTED - len(preview.games)
            preview.games += [row_in_words(said, columns, row) for row in found.new[:room]]
            preview.gone += [f"{file} line {lines[row]}: {row_in_words(said, columns, row)}" for row in found.gone]
        for equal in found.repeated:
            words, times = row_in_words(said, columns, equal[0]), [lines[row] for row in equal]
            by_itself = name == kind.table and kind.is_paired
            self._look(file, repeated(file, "" if by_itself else name, words, times))
        preview.new[name] = preview.new.get(name, 0) + (len(found.new) if name != "Players" else 0)
        preview.there[name] = preview.there.get(name, 0) + len(found.there)
        preview.filled += len(found.filled)
        preview.games_differ |= bool(found.differs) and kind.is_paired and name == kind.table
        for row, there in found.differs:
            theirs, ours = both_in_words((*said, *how_rated), columns, row, table, there)
            preview.differs.append(f"{file} line {lines[row]}: {theirs}; {table.where(there)} has {ours}")

    def _refuse_half_games(
        self, incoming: Incoming, name: str, columns: Mapping[str, Sequence[CellValue]], lines: Sequence[int]
    ) -> None:
        """Names the rows that have one player and nothing else, as in a file that was cut short."""
        kind = self._system.log_kind
        if name != kind.table or not kind.is_paired:
            return
        for row, line in enumerate(lines):
            blank = [heading for heading in kind.players if is_blank(columns[heading][row])]
            if len(blank) == 1 and all(is_blank(columns[heading][row]) for heading in kind.results):
                message = "a game needs two players; is the file cut short?"
                self.preview.wrong.append(WrongLine(incoming.file, line, blank[0], "", message))

    def _of_known_kind(self, incoming: Incoming, table: CellTable, rows: IncomingRows) -> IncomingRows:
        kinds = rows.columns.get(KIND)
        if kinds is None or table.name != "Games" or table.position(KIND) is not None:
            return rows
        kept = [row for row, kind in enumerate(kinds) if is_blank(kind)]
        if len(kept) < rows.rows:
            left_out = counted(rows.rows - len(kept), "game")
            self.preview.notes.append(
                f"{incoming.file}: {left_out} of another kind than rated left out; the workbook's Games has no column "
                f"{KIND}."
            )
        return rows.only(kept)

    def _as_there(
        self, table: CellTable, there: int, columns: Mapping[str, Sequence[CellValue]], row: int
    ) -> dict[str, CellValue]:
        """The results of a file's game under the headings of a row without results, in its order of players.

        With them comes how the game is rated, if the file says so.
        """
        kind = self._system.log_kind
        said = [heading for heading in kind.how_rated if heading in columns and table.position(heading) is not None]
        how_rated = {heading: columns[heading][row] for heading in said if not is_blank(columns[heading][row])}
        first = name_key(shown((table.column(kind.player1) or ())[there]))
        if first == name_key(shown(columns[kind.player1][row])):
            return how_rated | {heading: columns[heading][row] for heading in kind.results}
        if kind.result:
            turned_round = {"(1-0)": "(0-1)", "(0-1)": "(1-0)"}
            result = columns[kind.result][row]
            return how_rated | {kind.result: turned_round.get(shown(result), result)}
        return how_rated | {kind.score1: columns[kind.score2][row], kind.score2: columns[kind.score1][row]}

    def sort_out(self, problems: Sequence[Problem]) -> list[Problem]:
        """Moves the problems of rows from a file to their lines there. The others are the workbook's own."""
        own = []
        for problem in problems:
            table = self.tables.get(problem.table)
            origin = self.origins.get((problem.table, problem.row - table.row - 1)) if table is not None else None
            if origin is None:
                own.append(problem)
                continue
            file, line, names = origin
            column = names.get(problem.column, problem.column)
            self.preview.wrong.append(WrongLine(file, line, column, problem.value, problem.message))
        return own


def _as_listed(player: str, spellings: Mapping[str, str], known: KnownNames) -> str:
    """The name on Players of a player whom somebody named, perhaps by a spelling that was given too."""
    told = {name_key(alias): meant for alias, meant in spellings.items()}
    while not known.is_sure(player) and name_key(player) in told:
        player = told.pop(name_key(player))
    listed = known.player(player) if known.is_sure(player) else None
    return listed or player
