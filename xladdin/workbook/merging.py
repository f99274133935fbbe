"""Merge rows of imported files into the tables of a workbook, and store the answers about these files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from xladdin.cells import CellTable, CellValue, cell_text, is_blank, name_key
from xladdin.errors import Diagnostic, NotFoundError, WorkbookError, escape_unprintable
from xladdin.game_log.parsing import KEY_COLUMNS, describe_unknown_player, list_key_columns
from xladdin.importing.mapping import Club, TableLayout
from xladdin.importing.questions import (
    NEW,
    NOBODY,
    Answers,
    Doubt,
    ImportedFile,
    ImportedRows,
    Question,
    WrongLine,
    format_lines,
)
from xladdin.languages import YES, Language, translate_word
from xladdin.messages import Message, heading_message, join_sentences, join_values, list_values, msg, ngettext
from xladdin.systems.system import GameSchema, PlacingSchema, RatingSystem, ResultSchema, ScoreSchema
from xladdin.workbook.differences import append_rows, find_first_free_row, replace_cells
from xladdin.workbook.name_matching import (
    NO_PLAYER_CHOICE,
    AmbiguousNameError,
    NameNormalizer,
    PlayerLookup,
    make_name_key,
    put_first_name_first,
    resolve_unknown_names,
)
from xladdin.workbook.review_sheet import DUPLICATE_ROW, DoubtfulRow
from xladdin.workbook.row_comparison import (
    Comparison,
    EarlierSeason,
    Preview,
    compare_rows,
    describe_difference,
    describe_row,
    list_identifying_headings,
)
from xladdin.workbook.schema import ALIASES, IMPORT_PROFILE, ColumnType, Table, list_input_tables, list_name_columns


def build_club(system: RatingSystem, tables: Mapping[str, CellTable]) -> Club:
    """Describe a club's workbook for the readers of imported files.

    Its tables may have custom columns.
    """
    schema = system.log_schema
    fields = {
        "Players": {"name": "Player", "rating": system.start_column, "games": schema.start_count,
                    "nation": "Nation", "group": "Group", "active": "Active", "last played": "Start last played"},
        "Games": {"date": "Date", **dict(zip(("name1", "name2"), schema.players)), "score1": ScoreSchema.score1,
                  "score2": ScoreSchema.score2, "result": ResultSchema.result, "kind": GameSchema.kind_of_game,
                  "double": schema.double or ""},
        "Results": {"event": PlacingSchema.event, "name": "Player", "place": PlacingSchema.place},
        "Events": {"event": "Event", "date": "Date", "rounds": "Rounds"},
        "Adjustments": {"date": "Date", "name": "Player", "adjustment": "Points", "reason": "Reason"},
        "Groups": {"group": "Group", "group rating": "Initial rating"},
        "Aliases": {"alias": "Alias", "name": "Player"},
    }  # fmt: skip
    layouts = [_build_layout(system, table, tables.get(table.name)) for table in list_input_tables(system).values()]
    known_headings = {layout.name: set(layout.columns) for layout in layouts}
    columns = {name: {field: heading for field, heading in table_fields.items() if heading in known_headings[name]}
            for name, table_fields in fields.items() if name in known_headings}  # fmt: skip
    players = tables["Players"].column("Player") if "Players" in tables else ()
    is_new = all(map(is_blank, players or ()))
    return Club(layouts, columns, schema.has_scores, system.start_column, is_new)


def _build_layout(system: RatingSystem, table: Table, cells: CellTable | None) -> TableLayout:
    columns = {column.heading: column.kind for column in table.columns if not column.is_computed}
    computed = [column.heading for column in table.columns if column.is_computed]
    known_keys = set(map(name_key, (*columns, *computed)))
    for heading in cells.headings if cells is not None else ():
        if name_key(cell_text(heading)) not in known_keys:
            columns[cell_text(heading)] = ColumnType.TEXT
    return TableLayout(table.name, columns, list_key_columns(system, table.name), computed)


SOURCE, SETTING, VALUE = (column.heading for column in IMPORT_PROFILE.columns)


def read_stored_answers(tables: Mapping[str, CellTable]) -> dict[str, dict[str, str]]:
    """Return the stored answers by the kind of source and the question, or {} for a workbook without the table."""
    answers: dict[str, dict[str, str]] = {}
    for _, source, setting, value in _read_answer_rows(tables):
        answers.setdefault(source, {})[setting] = value
    return answers


def store_answers(
    system: RatingSystem, tables: Mapping[str, CellTable], answers: Mapping[str, Mapping[str, str]]
) -> dict[str, CellTable]:
    """Return the tables with new answers by the kind of source. They replace earlier answers to the same questions."""
    table = tables.get(IMPORT_PROFILE.name)
    if table is None:
        return dict(tables)
    stored_answers = {(kind, setting): (row, value) for row, kind, setting, value in _read_answer_rows(tables)}
    new_answers = {(kind, setting): value for kind, settings in answers.items() for setting, value in settings.items()}
    changed_answers = {
        key: value
        for key, value in new_answers.items()
        if stored_answers.get(key, (0, ""))[1] != value and all((*key, value))
    }
    changed_rows = {stored_answers[key][0]: value for key, value in changed_answers.items() if key in stored_answers}
    added_answers = {key: value for key, value in changed_answers.items() if key not in stored_answers}
    if changed_rows:
        table = replace_cells(table, {VALUE: changed_rows})
    if added_answers:
        rows: dict[str, Sequence[CellValue]] = {
            SOURCE: [kind for kind, _ in added_answers],
            SETTING: [setting for _, setting in added_answers],
            VALUE: list(added_answers.values()),
        }
        table = append_rows(system, table, rows)
    return {**tables, IMPORT_PROFILE.name: table}


def _read_answer_rows(tables: Mapping[str, CellTable]) -> list[tuple[int, str, str, str]]:
    table = tables.get(IMPORT_PROFILE.name)
    columns = [table.column(heading) or () for heading in (SOURCE, SETTING, VALUE)] if table is not None else []
    return [(row, *map(cell_text, cells)) for row, cells in enumerate(zip(*columns)) if not any(map(is_blank, cells))]  # type: ignore[misc]


# The types of columns whose cells have one of some choices.
CHOICE_TYPES = {ColumnType.YES, ColumnType.ACTIVE, ColumnType.GAME_KIND}
# The column of Games with the kind of a game. If the workbook lacks it, only rated games are imported.
KIND_HEADING = "Kind"
# The order in which tables are merged. Tables to which others refer come first.
MERGE_ORDER = ("Groups", "Players", "Events", "Aliases", "Games", "Results", "Adjustments")
# The preview describes up to this many new rows.
MAX_LISTED = 100


# The origin of a new row: the file, the line, and the file's headings by the workbook's.
Origin = tuple[str, int, Mapping[str, str]]


class TableMerger:
    """A merge of imported files into the tables of a workbook, one file after the other.

    Attributes:
        tables: The tables of the workbook after the import.
        preview: The effect of the import.
        origins: Where each new row comes from, by table and row counted from 0.
    """

    def __init__(
        self,
        system: RatingSystem,
        tables: Mapping[str, CellTable],
        answers: Answers,
        removed_rows: Mapping[str, Sequence[CellValue]],
        language: Language,
        *,
        as_new: bool,
        game_days: tuple[date, date] | None,
    ) -> None:
        """Start with the tables of a workbook.

        Args:
            system: Rating system of the club.
            tables: Tables of the workbook.
            answers: The director's answers. Names in them are added to the table Aliases.
            removed_rows: Rows that were removed from the log, by heading.
            language: Language of the workbook, in which cells have choices such as Yes.
            as_new: Whether to import games that are left out otherwise: a further game of two players on a day, a
                removed one, and one that an earlier season has rated.
            game_days: First and last day of the imported games, or None without games.
        """
        self._system, self._answers, self._language, self._accepts_duplicates = system, answers, language, as_new
        self._removed, self._game_days = removed_rows, game_days
        self.tables, self._workbook_tables = dict(tables), tables
        self._earlier_season = EarlierSeason(system, tables)
        self.preview = Preview()
        self._doubts: list[tuple[str, Doubt]] = []
        self.origins: dict[tuple[str, int], Origin] = {}
        self._spellings = {
            name: player for name, player in answers.names.items() if player not in (NEW, NOBODY, "?", "")
        }
        self._add_aliases()

    def _add_aliases(self) -> None:
        lookup = PlayerLookup(self.tables)
        new_aliases = {
            alias: _find_listed_name(player, self._spellings, lookup)
            for alias, player in self._spellings.items()
            if not lookup.is_known(alias)
        }
        if ALIASES.name in self.tables and new_aliases:
            rows: dict[str, Sequence[CellValue]] = {"Alias": list(new_aliases), "Player": list(new_aliases.values())}
            self.tables[ALIASES.name] = append_rows(self._system, self.tables[ALIASES.name], rows)
            self.preview.new[ALIASES.name] = len(new_aliases)

    def validate_spellings(self) -> None:
        """Raise NotFoundError if an answer names a player who does not exist after all files have been merged."""
        lookup = PlayerLookup(self.tables)
        for name, player in self._spellings.items():
            if lookup.find_player(player) is None:
                answer = msg('The answers say that "{name}" is "{player}".', name=name, player=player)
                raise NotFoundError(join_sentences([answer, describe_unknown_player(player, lookup.names)]))

    def merge_file(self, imported_file: ImportedFile) -> None:
        """Merge a file. Raises WorkbookError if it is for another rating system."""
        self._validate_system(imported_file)
        self.preview.notes.extend(imported_file.notes)
        self.preview.wrong_lines.extend(imported_file.wrong)
        self._add_doubts(imported_file.file, *imported_file.doubts)
        if not self._accepts_duplicates:
            imported_file, rated_rows = self._earlier_season.remove_rated_rows(imported_file)
            self.preview.already_rated.extend(rated_rows)
        lookup = PlayerLookup(self.tables)
        names = imported_file.tables["Players"].columns.get("Player", ()) if "Players" in imported_file.tables else ()
        existing = {row for row, name in enumerate(names) if lookup.is_known(cell_text(name))}
        player_names = self._resolve_names(imported_file, lookup)
        for name in MERGE_ORDER:
            if name in imported_file.tables and name in self.tables:
                self._merge_table(
                    imported_file, name, self._add_start_values(imported_file, name, existing), player_names
                )
            elif name in imported_file.tables:
                self.preview.notes.append(
                    msg(
                        "{file}: rows for {table} left out; the workbook has no such table.",
                        file=imported_file.file,
                        table=name,
                    )
                )

    def _validate_system(self, imported_file: ImportedFile) -> None:
        """Raise WorkbookError for a file with games of another form."""
        schema = self._system.log_schema
        log = imported_file.tables.get(schema.table)
        keys = () if log is None else log.columns
        if set(imported_file.tables) & set(list_input_tables(self._system)) and (
            log is None or set(schema.required_headings) <= set(keys)
        ):
            return
        contents = list_values([*imported_file.tables])
        if keys:
            contents = msg("{tables} with {columns}", tables=contents, columns=_list_headings(keys))
        raise WorkbookError(
            msg(
                "{file} ({format}) contains {columns}, but a workbook of {club} has {table} with {keys}. Import it "
                "into the right workbook.",
                file=imported_file.file,
                format=imported_file.format,
                columns=contents,
                club=self._system.title,
                table=schema.table,
                keys=_list_headings(schema.required_headings),
            )
        )

    def _add_doubts(self, file: str, *doubts: Doubt) -> None:
        self.preview.doubts.extend(doubts)
        self._doubts.extend((file, doubt) for doubt in doubts if doubt.question_kind)

    def list_rows_to_review(self) -> Iterator[DoubtfulRow]:
        """Yield the imported rows that are to be listed on the sheet Review."""
        new: dict[tuple[str, str, int], list[int]] = {}
        for (table, row), (file, line, _) in self.origins.items() if self._doubts else ():
            new.setdefault((file, table, line), []).append(row)
        for file, doubt in self._doubts:
            rows = (row for line in doubt.lines for row in new.get((file, doubt.table, line), ()))
            yield from (DoubtfulRow(doubt.question_kind, doubt.table, row, doubt.similar_name) for row in rows)

    def _add_start_values(self, imported_file: ImportedFile, name: str, existing: Collection[int]) -> ImportedRows:
        rows = imported_file.tables[name]
        if name != "Players":
            return rows
        if self._system.start_column not in rows.columns and imported_file.ratings:
            ratings = [imported_file.ratings.get(cell_text(player)) for player in rows.columns["Player"]]
            start = self._system.start_column
            rows = replace(rows, columns={**rows.columns, start: ratings}, current_headings=[start])
        if self._system.has_groups:
            rows = self._add_groups(rows, existing)
        game_days = None if imported_file.players else self._game_days  # a tournament's file has the ratings before it
        return apply_start_values(
            self._system,
            imported_file.file,
            imported_file.kind,
            rows,
            self._answers,
            self.preview.notes,
            existing,
            game_days,
        )

    def _resolve_names(self, imported_file: ImportedFile, lookup: PlayerLookup) -> Mapping[str, str | None]:
        """Return the workbook's spelling of each name in a file, or None for a name whose rows are left out."""
        lines: dict[str, list[int]] = {}
        for table, rows in imported_file.tables.items():
            for heading in list_name_columns(self._system, table):
                for cell, line in zip(rows.columns.get(heading, ()), rows.lines):
                    if not is_blank(cell):
                        lines.setdefault(cell_text(cell).strip(), []).append(line)
        lines = {
            name: [imported_file.players[name]] if name in imported_file.players else sorted(set(numbers))
            for name, numbers in lines.items()
        }
        player_names: dict[str, str | None] = {}
        unknown_names: dict[str, str] = {}
        spellings = {name_key(alias): player for alias, player in self._spellings.items()}
        for name in lines:
            target_name = spellings.get(name_key(name), name)
            try:
                player = lookup.find_player(target_name)
            except AmbiguousNameError as error:
                self._ask_ambiguous_name(imported_file.file, name, lines[name], error)
                player = error.players[0]  # to check the other rows; nothing is written
            if player is None:
                first = unknown_names.setdefault(make_name_key(target_name), target_name)
                player = put_first_name_first(first) if lookup.has_first_names_first else first
            player_names[name] = self._language.render_text(player)
        if unknown_names:
            unknown = {target_name: lines.get(target_name, []) for target_name in unknown_names.values()}
            left_out = self._add_new_players(unknown, imported_file, lookup)
            player_names = {name: None if name in left_out else player for name, player in player_names.items()}
        return player_names

    def _ask_ambiguous_name(self, file: str, name: str, lines: Sequence[int], error: AmbiguousNameError) -> None:
        choices = [*((player, player) for player in error.players), NO_PLAYER_CHOICE]
        text = msg("Who is {name}? ({file} {lines}) It could be {players}.", name=escape_unprintable(name), file=file,
                   lines=format_lines(lines), players=list_values(error.players))  # fmt: skip
        self._answers.ask(Question(("names", "is", name), text, choices))

    def _add_new_players(
        self, names: Mapping[str, Sequence[int]], imported_file: ImportedFile, lookup: PlayerLookup
    ) -> Collection[str]:
        """Add those unknown names that are new players, and ask about the others. Return the names to leave out."""
        listed_names = imported_file.tables["Players"].columns["Player"] if "Players" in imported_file.tables else ()
        listed_keys = {make_name_key(cell_text(cell)) for cell in listed_names}
        resolved = resolve_unknown_names(
            imported_file.file,
            names,
            lookup.names,
            self._answers,
            listed_keys=listed_keys,
            is_roster=bool(imported_file.players),
        )
        self._add_doubts(imported_file.file, *resolved.doubts)
        order_name = put_first_name_first if lookup.has_first_names_first else str
        self.preview.newcomers.extend(map(order_name, resolved.newcomers))
        new_names = [name for name in resolved.newcomers if make_name_key(name) not in listed_keys]
        rows: dict[str, Sequence[CellValue]] = {"Player": list(map(order_name, new_names))}
        if self._system.has_groups and new_names:
            group = self._choose_group()
            rows |= {"Group": [group] * len(new_names), "Active": [self._language.render(YES)] * len(new_names)}
        ratings = {make_name_key(name): rating for name, rating in imported_file.ratings.items()}
        start_ratings = [ratings.get(make_name_key(name)) for name in new_names]
        rated_positions = [position for position, rating in enumerate(start_ratings) if not is_blank(rating)]
        if rated_positions:
            rows[self._system.start_column] = start_ratings
            games = self._system.log_schema.start_count
            if any(column.heading == games for column in list_input_tables(self._system)["Players"].columns):
                lines = [(names[new_names[position]] or [0])[0] for position in rated_positions]
                number = ask_number_of_games(
                    self._answers, imported_file.file, imported_file.kind, lines, self._system.log_schema.count_heading
                )
                rows[games] = [
                    number if position in set(rated_positions) else None for position in range(len(new_names))
                ]
        self.tables["Players"] = append_rows(self._system, self.tables["Players"], rows)
        self.preview.new["Players"] = self.preview.new.get("Players", 0) + len(resolved.newcomers)
        return resolved.ignored

    def _add_groups(self, rows: ImportedRows, existing: Collection[int]) -> ImportedRows:
        """Add a group to each active player without one, except the `existing` rows."""
        nothing: Sequence[CellValue] = [None] * rows.rows
        groups, active = (list(rows.columns.get(heading, nothing)) for heading in ("Group", "Active"))
        lacking = [
            row for row in range(rows.rows) if is_blank(groups[row]) and active[row] != "No" and row not in existing
        ]
        if not lacking:
            return rows
        group = self._choose_group()
        for row in lacking:
            groups[row] = group
        return replace(rows, columns={**rows.columns, "Group": groups})

    def _choose_group(self) -> str:
        return ask_group(self._answers, _list_names(self.tables["Groups"], "Group"))

    def _merge_table(
        self, imported_file: ImportedFile, name: str, rows: ImportedRows, player_names: Mapping[str, str | None]
    ) -> None:
        """Merge a file's rows of a table, and add the result to the preview."""
        table = self.tables[name]
        rows = self._drop_unrated_games(imported_file, table, rows)
        rows = self._replace_names(imported_file, name, self._translate_choices(name, rows), player_names)
        columns, lines = rows.columns, rows.lines
        self._reject_half_games(imported_file, name, columns, lines)
        names, name_headings = NameNormalizer(self.tables), list_name_columns(self._system, name)
        normalized = names.normalize_table(table, name_headings)
        removed_rows = names.normalize_columns(self._removed, name_headings)
        comparison = compare_rows(self._system, normalized, columns, removed_rows, as_new=self._accepts_duplicates)
        results: dict[str, dict[int, CellValue]] = {}
        for row, existing in comparison.completed:
            for heading, value in self._orient_result(normalized, existing, columns, row).items():
                results.setdefault(heading, {})[existing] = value
            self.origins[name, existing] = imported_file.file, lines[row], rows.source_headings
        table = replace_cells(table, results)
        first_new = find_first_free_row(self._system, table)
        for position, row in enumerate(comparison.new, first_new):
            self.origins[name, position] = imported_file.file, lines[row], rows.source_headings
        new = {heading: [column[row] for row in comparison.new] for heading, column in columns.items()}
        self.tables[name] = append_rows(self._system, table, new)
        self._report_unknown_columns(imported_file.file, table, columns)
        self._report_comparison(imported_file.file, self.tables[name], comparison, rows)

    def _translate_choices(self, name: str, rows: ImportedRows) -> ImportedRows:
        columns = dict(rows.columns)
        for column in list_input_tables(self._system)[name].columns:
            if column.kind in CHOICE_TYPES and column.heading in columns:
                columns[column.heading] = [translate_word(cell, self._language) for cell in columns[column.heading]]
        return replace(rows, columns=columns)

    def _replace_names(
        self, imported_file: ImportedFile, name: str, rows: ImportedRows, player_names: Mapping[str, str | None]
    ) -> ImportedRows:
        """Replace names by the workbook's spelling. Rows with ignored names are dropped, and a note says so."""

        def spelling(cell: CellValue) -> CellValue:
            return cell if is_blank(cell) else player_names[cell_text(cell).strip()]

        columns = dict(rows.columns)
        left_out_rows: set[int] = set()
        for heading in list_name_columns(self._system, name):
            if heading in columns:
                cells = columns[heading]
                columns[heading] = list(map(spelling, cells))
                left_out_rows |= {
                    row for row, cell in enumerate(cells) if not is_blank(cell) and spelling(cell) is None
                }
        rows = replace(rows, columns=columns)
        if not left_out_rows:
            return rows
        self.preview.notes.append(
            msg(
                "{file}: {rows} left out, as you chose ({lines}).",
                file=imported_file.file,
                rows=ngettext("{n:,} row", "{n:,} rows", len(left_out_rows)),
                lines=format_lines([rows.lines[row] for row in sorted(left_out_rows)]),
            )
        )
        return rows.select_rows([row for row in range(rows.rows) if row not in left_out_rows])

    def _report_unknown_columns(self, file: str, table: CellTable, columns: Mapping[str, Sequence[CellValue]]) -> None:
        unknown = [
            heading
            for heading, column in columns.items()
            if table.position(heading) is None and not all(map(is_blank, column))
        ]
        if unknown:
            self.preview.notes.append(
                msg(
                    "{file}: {columns} left out; the workbook's {table} has no such column.",
                    file=file,
                    columns=_list_headings(unknown),
                    table=table.name,
                )
            )

    def _report_comparison(self, file: str, table: CellTable, comparison: Comparison, rows: ImportedRows) -> None:
        """Add the comparison of a file's rows with a table to the preview."""
        columns, lines = rows.columns, rows.lines
        preview, name, schema = self.preview, table.name, self._system.log_schema
        headings = list_identifying_headings(self._system, name)
        modifiers = schema.modifier_headings if name == schema.table else ()
        if name == schema.table:
            room = MAX_LISTED - len(preview.games)
            preview.games += [describe_row(headings, columns, row) for row in comparison.new[:room]]
            preview.removed += [
                msg("{file} line {line}: {row}", file=file, line=lines[row], row=describe_row(headings, columns, row))
                for row in comparison.removed
            ]
        for equal_lines in (
            lines_of_group for equal_rows in comparison.repeated for lines_of_group in rows.group_repeated(equal_rows)
        ):
            text = msg("{row}, {n:,} times", row=describe_row(headings, columns, equal_lines[0]), n=len(equal_lines))
            reason = msg("Each of them counts. If they are the same, delete all but one.")
            # A recalculation reviews equal games anyway.
            asks, table_name = ("", "") if name == schema.table and schema.is_paired else (DUPLICATE_ROW, name)
            self._add_doubts(file, Doubt(text, file, [lines[row] for row in equal_lines], reason, asks, table_name))
        preview.new[name] = preview.new.get(name, 0) + (len(comparison.new) if name != "Players" else 0)
        preview.existing[name] = preview.existing.get(name, 0) + len(comparison.existing)
        preview.completed += len(comparison.completed)
        preview.games_differ |= bool(comparison.differing) and schema.is_paired and name == schema.table
        for row, existing in comparison.differing:
            source_row, table_row = describe_difference((*headings, *modifiers), columns, row, table, existing)
            preview.differing.append(
                msg(
                    "{file} line {line}: {row}; {place} has {own_row}",
                    file=file,
                    line=lines[row],
                    row=source_row,
                    place=table.row_location(existing),
                    own_row=table_row,
                )
            )

    def _reject_half_games(
        self, imported_file: ImportedFile, name: str, columns: Mapping[str, Sequence[CellValue]], lines: Sequence[int]
    ) -> None:
        """Report rows that have one player and no result, as at the end of a file that was cut short."""
        schema = self._system.log_schema
        if name != schema.table or not schema.is_paired:
            return
        for row, line in enumerate(lines):
            blank = [heading for heading in schema.players if is_blank(columns[heading][row])]
            if len(blank) == 1 and all(is_blank(columns[heading][row]) for heading in schema.results):
                message = msg("a game needs two players; is the file incomplete?")
                self.preview.wrong_lines.append(WrongLine(imported_file.file, line, blank[0], "", message))

    def _drop_unrated_games(self, imported_file: ImportedFile, table: CellTable, rows: ImportedRows) -> ImportedRows:
        kinds = rows.columns.get(KIND_HEADING)
        if kinds is None or table.name != "Games" or table.position(KIND_HEADING) is not None:
            return rows
        rated_rows = [row for row, kind in enumerate(kinds) if is_blank(kind)]
        if len(rated_rows) < rows.rows:
            left_out = ngettext("{n:,} game", "{n:,} games", rows.rows - len(rated_rows))
            self.preview.notes.append(
                msg(
                    "{file}: {games} left out (byes, forfeits or unrated), because the workbook's Games has no "
                    "column {column}.",
                    file=imported_file.file,
                    games=left_out,
                    column=heading_message(KIND_HEADING),
                )
            )
        return rows.select_rows(rated_rows)

    def _orient_result(
        self, table: CellTable, existing: int, columns: Mapping[str, Sequence[CellValue]], row: int
    ) -> dict[str, CellValue]:
        """Return the result of a game in a file, in the order of the players in a row of the workbook without a result.

        The keys are headings. The kind of the game is included if the file has it.
        """
        schema = self._system.log_schema
        headings = [
            heading
            for heading in schema.modifier_headings
            if heading in columns and table.position(heading) is not None
        ]
        modifiers = {heading: columns[heading][row] for heading in headings if not is_blank(columns[heading][row])}
        first = name_key(cell_text((table.column(schema.player1) or ())[existing]))
        if first == name_key(cell_text(columns[schema.player1][row])):
            return modifiers | {heading: columns[heading][row] for heading in schema.results}
        if schema.has_scores:
            return modifiers | {
                heading: columns[opposite][row] for heading, opposite in zip(schema.results, schema.results[::-1])
            }
        (heading,) = schema.results
        result = columns[heading][row]
        return modifiers | {heading: {"(1-0)": "(0-1)", "(0-1)": "(1-0)"}.get(cell_text(result), result)}

    def assign_problems(self, problems: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Add the problems of imported rows to the preview, by file and line. Return the workbook's own problems."""
        workbook_problems = []
        for problem in problems:
            table = self.tables.get(problem.table)
            origin = self.origins.get((problem.table, problem.row - table.row - 1)) if table is not None else None
            if origin is None:
                workbook_problems.append(problem)
                continue
            file, line, names = origin
            column = names.get(problem.column, problem.heading)
            message = self._describe_problem(problem)
            self.preview.wrong_lines.append(WrongLine(file, line, column, problem.unnamed_value, message))
        return workbook_problems

    def _describe_problem(self, problem: Diagnostic) -> Message:
        """Return what is wrong in a row of a file. To a new workbook, missing groups and events come from a file."""
        kinds = {column.heading: column.kind for column in list_input_tables(self._system)[problem.table].columns}
        listed_on = {ColumnType.GROUP: "Groups", ColumnType.EVENT: "Events"}.get(kinds[problem.column])
        is_unknown = problem.excel_error == NotFoundError.excel_error and "suggestion" not in problem.message.values
        if (
            listed_on is None
            or not is_unknown
            or any(_list_names(self._workbook_tables[listed_on], KEY_COLUMNS[listed_on][0]))
        ):
            return problem.message
        return ngettext(
            '"{value}" is not on {sheet}. Import a file with columns {columns} as well, or correct the name.',
            "{value} are not on {sheet}. Import a file with columns {columns} as well, or correct the names.",
            1,
            value=problem.message.values["value"],
            sheet=listed_on,
            columns=_list_headings(list_key_columns(self._system, listed_on)),
        )


def _list_names(table: CellTable, heading: str) -> list[str]:
    return [cell_text(cell) for cell in table.column(heading) or () if not is_blank(cell)]


def _list_headings(headings: Iterable[str]) -> Message:
    return join_values([*map(heading_message, headings)])


def _find_listed_name(player: str, spellings: Mapping[str, str], lookup: PlayerLookup) -> str:
    """Return the name on Players that an answer means. The answer may refer to a name in another answer."""
    remaining = {name_key(alias): name for alias, name in spellings.items()}
    while not lookup.is_known(player) and name_key(player) in remaining:
        player = remaining.pop(name_key(player))
    return (lookup.find_player(player) if lookup.is_known(player) else None) or player


BEFORE, AFTER = "before", "after"
# The noun for what a rating is based on, by the heading of the column with the number.
COUNT_NOUNS = {"Games": msg("games"), "Events": msg("events")}


def apply_start_values(
    system: RatingSystem,
    file: str,
    kind: str,
    rows: ImportedRows,
    answers: Answers,
    notes: list[Message],
    existing: Collection[int],
    game_days: tuple[date, date] | None,
) -> ImportedRows:
    """Add the start values of new players to rows of Players. Ask what the file leaves open.

    Args:
        system: Rating system of the club.
        file: Name of the file, for messages.
        kind: Kind of the source, under which answers are stored.
        rows: Rows of Players.
        answers: The director's answers. Open questions are added.
        notes: Messages, to which notes are added.
        existing: Rows of players who are already in the workbook. They keep their values.
        game_days: First and last day of the games imported at the same time, if the ratings of the file may be those
            after the games.
    """
    columns = dict(rows.columns)
    start = system.start_column
    for heading in rows.current_headings if existing else ():
        columns[heading] = [None if row in existing else cell for row, cell in enumerate(columns[heading])]
    rated_rows = [
        row for row, cell in enumerate(columns.get(start) or ()) if not is_blank(cell) and row not in existing
    ]
    if rated_rows and game_days and start in rows.current_headings:
        day = rows.as_of
        if day is not None and day < game_days[0]:
            notes.append(
                msg(
                    "{file}: the ratings of {day} are from before the first game, and are used as start ratings.",
                    file=file,
                    day=cell_text(day),
                )
            )
            is_after = False
        elif day is not None and day >= game_days[1] and day > game_days[0]:
            notes.append(
                msg(
                    "{file}: the ratings of {day} are from after the last game, and are not used.",
                    file=file,
                    day=cell_text(day),
                )
            )
            is_after = True
        else:
            samples = [
                f"{cell_text(columns['Player'][row])}: {cell_text(columns[start][row])}" for row in rated_rows[:3]
            ]
            text = msg("{file}: are the ratings from before or after the imported games?", file=file)
            choices = [(BEFORE, msg("before the games, use them as start ratings")),
                       (AFTER, msg("after the games, do not use them"))]  # fmt: skip
            is_after = answers.ask(Question(("start", "ratings"), text, choices, samples=samples), kind) == AFTER
        if is_after:
            for heading in rows.current_headings:
                columns[heading] = [None] * rows.rows
            rated_rows = []
    games = system.log_schema.start_count
    if not rated_rows or games not in {column.heading for column in list_input_tables(system)["Players"].columns}:
        return replace(rows, columns=columns)
    counts: Sequence[CellValue] = columns.get(games) or [None] * rows.rows
    rows_without_count = {row for row in rated_rows if is_blank(counts[row])}
    if rows_without_count:
        number = ask_number_of_games(
            answers,
            file,
            kind,
            [rows.lines[row] for row in sorted(rows_without_count)],
            system.log_schema.count_heading,
        )
        columns[games] = [number if row in rows_without_count else cell for row, cell in enumerate(counts)]
    return replace(rows, columns=columns)


def ask_number_of_games(answers: Answers, file: str, kind: str, lines: Sequence[int], counted_as: str) -> int | None:
    """Return the answer on how many games ratings are based, or None while it is open."""
    text = ngettext(
        "{file}: {n:,} rating has no number of {counted} ({lines}). About how many?",
        "{file}: {n:,} ratings have no number of {counted} ({lines}). About how many?",
        len(lines), file=file, counted=COUNT_NOUNS.get(counted_as, counted_as.lower()), lines=format_lines(lines),
    )  # fmt: skip
    choices = [("0", msg("0: they are beginners")), ("50", msg("50 or more: they are established"))]
    answer = answers.ask(Question(("start", "games"), text, choices, free_answer="number"), kind)
    return int(answer) if answer.isdigit() else None


def ask_group(answers: Answers, groups: Sequence[str]) -> str:
    """Return the group of new players: the only one, or the director's answer.

    Raises:
        WorkbookError: There is no group.
    """
    if not groups:
        raise WorkbookError(
            msg(
                "New players need a group, and the club has none yet. Import a file with columns {columns} as well.",
                columns=_list_headings(KEY_COLUMNS["Groups"]),
            )
        )
    if len(groups) == 1:
        return groups[0]
    text = msg("New players need a group. Which one?")
    answer = answers.ask(Question(("start", "group"), text, [(group, group) for group in groups]), "groups")
    return next((group for group in groups if name_key(group) == name_key(answer)), answer)
