"""Forget a player: replace the name in the workbook, and delete its backups, PDFs, exports and web pages.

This is the only command that loses data, on request. A text that the director has typed is never changed. It is listed
with its cell, so that she can change it.
"""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import count
from pathlib import Path

from xladdin.cells import CellBlock, cell_text, column_letters, is_blank, name_key, remove_accents
from xladdin.errors import InvalidRowsError, NotFoundError, OutOfRangeError, WorkbookError, XladdinError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.locks import file_lock
from xladdin.files.package import SUFFIXES, Package, open_package, write_package
from xladdin.files.safe_write import (
    BACKUP_FOLDER,
    delete_files,
    find_all_backups,
    find_leftovers,
    read_workbook_stem,
    replace_with_backup,
    validate_writable,
)
from xladdin.files.sanitizing import clean_parts, iter_texts_outside_cells, read_formulas
from xladdin.files.workbook_writer import fill_workbook
from xladdin.game_log.parsing import BYE_POSITION, NameReading, describe_unknown_player, read_aliases, read_player_names
from xladdin.hosts.launcher import make_finish_hint
from xladdin.hosts.publishing import get_record_path
from xladdin.hosts.workbook_file import write_workbook
from xladdin.languages import Language
from xladdin.messages import join_sentences, msg
from xladdin.recalc import recalculate_workbook
from xladdin.reports.report import CLUB_NEWS
from xladdin.systems.system import RatingSystem
from xladdin.web_pages.page_folder import find_club_files, has_page, is_of_club
from xladdin.workbook.differences import diff_named_cells
from xladdin.workbook.journal import CELL_SEPARATOR, DIGEST_NAME, take_snapshot
from xladdin.workbook.name_matching import validate_new_name
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.report_sheets.rendering import map_sheets_by_report
from xladdin.workbook.review_sheet import ReviewOptions
from xladdin.workbook.rules import read_club_id, read_system
from xladdin.workbook.schema import (
    CALCULATOR,
    EVENING_PRINT,
    IMPORT_PROFILE,
    JOURNAL,
    LISTS,
    PAST_SEASONS,
    PROFILE_SHEET,
    REVIEW,
    REVIEW_TABLE,
    RULES,
    SNAPSHOT,
    SYSTEM_NAME,
    TITLE_NAME,
    TONIGHT,
    ColumnType,
    list_input_tables,
    read_language,
)
from xladdin.workbook.sheets import list_sheets
from xladdin.workbook.template import build_template

# The default new name.
FORMER = msg("Former player {number}")
# The first bytes of a PDF.
PDF = b"%PDF"
# The suffix that `xladdin print --all` appends to the name of the workbook. Other prints append the names of sheets.
ALL_SHEETS = "all"
# The suffixes of exports, and of other files that are searched for the name.
_EXPORTS = (".csv", ".json", ".xlsx")
_TEXTS = (".html", ".htm", ".csv", ".tsv", ".json", ".txt", ".toml", ".tsh", ".t", ".tou", ".trf")
# Our sheets with players' names within sentences, or within a text that joins several cells.
_SHEETS_WITH_SENTENCES = (JOURNAL, REVIEW, SNAPSHOT)
# Our other sheets, besides tables and reports, with players' names in separate cells.
_SHEETS_WITH_NAMES = (TONIGHT, PAST_SEASONS, PROFILE_SHEET, LISTS, CALCULATOR)
# The names of cells with texts of the director.
_DIRECTOR_TEXTS = (TITLE_NAME, CLUB_NEWS, EVENING_PRINT.name)
# The creation time of the template, whose texts do not depend on it.
_DAY = datetime(2000, 1, 1)


class NameReplacer:
    """Replace the spellings of one player by a new name.

    A longer name of another player that contains a spelling, such as "Ann Leeds" for "Ann Lee", is not changed.
    """

    def __init__(self, spellings: Collection[str], other_players: Collection[str], new_name: str) -> None:
        self.new_name = new_name
        self._keys = set(map(name_key, spellings))
        longest_first = sorted({*spellings, *other_players}, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)

    def replace_in_cell(self, text: str) -> str:
        """Return the new text of a cell, which changes only if the whole cell is a spelling."""
        return self.new_name if name_key(text) in self._keys else text

    def replace_in_sentence(self, text: str) -> str:
        """Return a sentence with every spelling replaced by the new name."""
        return self._pattern.sub(lambda match: self.new_name if name_key(match[0]) in self._keys else match[0], text)

    def occurs_in(self, text: str) -> bool:
        """Return whether a text contains a spelling of the player."""
        return any(name_key(match[0]) in self._keys for match in self._pattern.finditer(text))


@dataclass(frozen=True)
class Traces:
    """The files that were made from a workbook.

    Attributes:
        files: Backups, PDFs, exports and single pages to delete.
        pages: The files of the club's web page to delete, by folder.
        other_workbooks: Workbooks with the same club ID under other names, which are not changed.
    """

    files: Sequence[Path] = ()
    pages: Mapping[Path, Sequence[Path]] = field(default_factory=dict)
    other_workbooks: Sequence[Path] = ()

    @property
    def all_files(self) -> list[Path]:
        """Every file that is to be deleted."""
        return [*self.files, *(path for page in self.pages.values() for path in page)]


@dataclass(frozen=True)
class ForgetPlan:
    """The changes that `forget` will make.

    Attributes:
        name: The name on the sheet Players.
        new_name: The new name.
        other_players: The names of the other players.
        spellings: The other known spellings, each with its source (a sheet or a file), or "".
        traces: The files to delete.
        texts: Text files next to the workbook that contain the name, and are not deleted.
        other_clubs: Other club workbooks next to the workbook with the player, which are not changed.
    """

    name: str
    new_name: str
    other_players: Sequence[str]
    spellings: Mapping[str, str]
    traces: Traces
    texts: Sequence[Path] = ()
    other_clubs: Sequence[Path] = ()


@dataclass(frozen=True)
class ForgetResult:
    """The new name, and the director's texts that still contain a spelling, with their cells."""

    new_name: str
    remaining_texts: Sequence[str]


def plan_forgetting(path: Path, name: str, new_name: str, page: Path | None) -> ForgetPlan:
    """Return what `forget` will change and delete, without changing anything.

    A blank `new_name` stands for "Former player 1" and so on, in the language of the workbook. `page` is the folder of
    the web page if it is elsewhere. Raises NotFoundError for an unknown name, OutOfRangeError if another player has the
    name `new_name`, and WorkbookError.
    """
    file = open_club_file(path)
    system = read_system(file)
    players = read_player_names(file.tables)
    player, spellings = _find_spellings(file, system, name, players)
    traces = _find_traces(path, file, page)
    for copy in traces.files:
        if copy.suffix.lower() in SUFFIXES:
            with suppress(XladdinError):
                spellings = {**_find_earlier_names(open_club_file(copy), file, player, copy.name), **spellings}
    other_players = [listed_player for listed_player in players if listed_player != player]
    spellings.pop(player, None)
    names_in_use = set(map(name_key, other_players))
    known_spellings = {
        spelling: source for spelling, source in spellings.items() if name_key(spelling) not in names_in_use
    }
    new_name = _choose_new_name(new_name, players, read_language(file))
    replacer = NameReplacer([player, *known_spellings], other_players, "")
    remaining_files = [
        file for file in _list_files(path.resolve().parent) if file not in traces.all_files and file != path.resolve()
    ]
    text_files = [
        file for file in remaining_files if file.suffix.lower() in _TEXTS and file != get_record_path(path.resolve())
    ]
    clubs = [file for file in remaining_files if file.suffix.lower() in SUFFIXES and file not in traces.other_workbooks]
    return ForgetPlan(
        player,
        new_name,
        other_players,
        known_spellings,
        traces,
        [file for file in text_files if _contains_name(file, replacer)],
        [file for file in clubs if _has_player(file, replacer)],
    )


def forget(path: Path, plan: ForgetPlan, now: datetime, progress: ProgressCallback = lambda step: None) -> ForgetResult:
    """Delete the files of a plan, and replace the player's name in the workbook.

    All ratings are unchanged. The workbook is written last, so that an interrupted run can be repeated. Raises
    WorkbookError, and InvalidRowsError if the workbook has wrong rows; then nothing was deleted.
    """
    open_package(path)
    with file_lock(path):
        validate_writable(path)
        progress(msg("Reading {name}", name=path.name))
        file = open_club_file(path)
        system = read_system(file)
        replacer = NameReplacer([plan.name, *plan.spellings], plan.other_players, plan.new_name)
        old_ratings = _read_ratings(file)
        renamed_file = fill_workbook(
            file, [*_make_blocks(file, system, replacer), *diff_named_cells(file, {DIGEST_NAME: None})]
        )
        rename = dict.fromkeys([plan.name, *plan.spellings], plan.new_name)
        outcome = recalculate_workbook(
            renamed_file, now, progress, ReviewOptions(renamed_players=rename), make_finish_hint(renamed_file)
        )
        if outcome.problems:
            raise InvalidRowsError(outcome.problems)
        is_current = file.names.get(DIGEST_NAME) == take_snapshot(file, system).digest
        if (
            not is_current
            or outcome.changes
            or list(_read_ratings(renamed_file).values()) != list(old_ratings.values())
        ):
            raise WorkbookError(msg("{name} is not up to date. Recalculate it first, then forget.", name=path.name))
        content, record = _clean_workbook(renamed_file, outcome, replacer), _rename_in_record(path, replacer)
        progress(msg("Deleting the copies"))
        delete_files(plan.traces.all_files, path)
        progress(msg("Writing {name}", name=path.name))
        if record is not None:
            replace_with_backup(get_record_path(path), lambda target: target.write(record), make_backup=False)
        replace_with_backup(path, lambda target: target.write(content), file.package.data, make_backup=False)
    written_file = ClubFile(path, Package(content, path.name))
    return ForgetResult(plan.new_name, list(_find_remaining_texts(written_file, system, replacer)))


def _clean_workbook(file: ClubFile, outcome: RecalcResult, replacer: NameReplacer) -> bytes:
    """Return the content of the recalculated workbook without spellings in its metadata, comments and caches."""
    written = io.BytesIO()
    write_workbook(file, outcome.blocks, written, outcome)
    package = Package(written.getvalue(), file.path.name)
    clean = io.BytesIO()
    write_package(package, clean_parts(package, replacer.replace_in_cell, replacer.occurs_in), clean)
    return clean.getvalue()


def _rename_in_record(path: Path, replacer: NameReplacer) -> bytes | None:
    """Return the record of the page, which earlier versions wrote next to the workbook, with the new name, or None."""
    try:
        content = json.loads(get_record_path(path).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None

    def replace_names(value: object) -> object:
        if isinstance(value, str):
            return replacer.replace_in_cell(value)
        if isinstance(value, list):
            return list(map(replace_names, value))
        return (
            {replacer.replace_in_cell(key): replace_names(item) for key, item in value.items()}
            if isinstance(value, dict)
            else value
        )

    return json.dumps(replace_names(content), ensure_ascii=False).encode("utf-8", "surrogatepass")


def _make_blocks(file: ClubFile, system: RatingSystem, replacer: NameReplacer) -> Iterator[CellBlock]:
    """Yield the cells of xladdin's tables and sheets that contain a spelling, with the new name."""
    texts: dict[tuple[str, int, int], str] = {}
    headings = set(
        map(name_key, (*system.log_schema.players, system.log_schema.double or "", "Player", "Opponent", "Alias"))
    )
    addin_tables = {*list_input_tables(system), REVIEW_TABLE, IMPORT_PROFILE.name}
    for table in file.tables.values():
        for position, heading in enumerate(table.headings):
            if table.name in addin_tables and name_key(heading) in headings:
                for number, cell in enumerate(table.columns[position]):
                    if isinstance(cell, str) and replacer.replace_in_cell(cell) != cell:
                        texts[table.sheet, table.row_number(number), table.column_number(position)] = replacer.new_name
    for sheets, new_text in (
        (_SHEETS_WITH_SENTENCES, replacer.replace_in_sentence),
        (_SHEETS_WITH_NAMES, replacer.replace_in_cell),
    ):
        for sheet in filter(None, map(file.sheet_name, sheets)):
            for (row, column), cell in _iter_texts(file, sheet):
                if (text := new_text(cell)) != cell:
                    texts[sheet, row, column] = text
    for name, (sheet, area) in file.ranges.items():
        if area.is_one_cell and name not in _DIRECTOR_TEXTS:
            cell = file.names[name]
            if isinstance(cell, str) and replacer.replace_in_cell(cell) != cell:
                texts[sheet, area.first_row, area.first_column] = replacer.new_name
    for (sheet, row, column), text in texts.items():
        yield CellBlock(sheet, row, column, ((text,),))


def _iter_texts(file: ClubFile, sheet: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the texts of a sheet with their rows and columns."""
    for row_number, row in enumerate(file.sheet_values(sheet), start=1):
        for column, cell in enumerate(row, start=1):
            if isinstance(cell, str) and cell:
                yield (row_number, column), cell


class _Template:
    """The texts of an empty workbook, so that a word of them is not mistaken for the player's name."""

    def __init__(self, system: RatingSystem, language: str) -> None:
        content = build_template(system, "", _DAY, language=language)
        template = ClubFile(Path("template.xlsx"), Package(content, "template"))
        self.sheets = frozenset((*list_sheets(system), *template.sheets))
        self.texts = {(sheet, *cell): text for sheet in template.sheets for cell, text in _iter_texts(template, sheet)}
        self.names = frozenset(template.ranges)


def _find_remaining_texts(file: ClubFile, system: RatingSystem, replacer: NameReplacer) -> Iterator[str]:
    """Yield the director's cells and other texts that still contain a spelling."""
    template = _Template(system, read_language(file).code)
    visible_sheets = set(file.visible_sheets)
    reports = template.sheets - {*list_input_tables(system), RULES}
    is_in_our_texts = any(map(replacer.occurs_in, template.texts.values()))
    for sheet, part in file.sheets.items():
        is_ours = sheet in template.sheets
        if not is_ours and replacer.occurs_in(sheet):
            yield msg("the sheet {sheet}, by its name", sheet=sheet)
        if sheet in (LISTS, SNAPSHOT) or (
            is_ours and (sheet not in visible_sheets or (is_in_our_texts and sheet in reports))
        ):
            continue
        formulas = read_formulas(file.package, part)
        for address, formula in formulas.items():
            if replacer.occurs_in(formula):
                yield f"{sheet}!{address}  ={formula}"
        for (row, column), text in _iter_texts(file, sheet):
            address = f"{column_letters(column)}{row}"
            if (
                replacer.occurs_in(text)
                and address not in formulas
                and template.texts.get((sheet, row, column)) != text
            ):
                yield f"{sheet}!{address}  {text}"
    for name, (sheet, area) in file.ranges.items():
        if name not in template.names and replacer.occurs_in(name.replace("_", " ")):
            yield msg("the name {name} of {area}", name=name, area=f"{sheet}!{area}")
    for outside_text in iter_texts_outside_cells(file.package):
        if replacer.occurs_in(outside_text.text):
            values = {"part": outside_text.part, "text": outside_text.text.strip()}
            if outside_text.cell:
                yield msg("a comment on {cell} ({part})  {text}", cell=outside_text.cell, **values)
            else:
                yield msg("a text box, chart or person ({part})  {text}", **values)


def _find_traces(path: Path, file: ClubFile, page: Path | None) -> Traces:
    """Return the files made from a workbook, under any of its names.

    Raises WorkbookError if the folder `page` has no page of this club.
    """
    path = path.resolve()
    folder, club_id = path.parent, read_club_id(file)
    copies = find_all_backups(path)
    copies += [
        copy
        for copy in _find_dated_copies(folder / BACKUP_FOLDER)
        if copy not in copies and _has_club_id(copy, club_id)
    ]
    names = {path.name, *(f"{read_workbook_stem(copy)}{copy.suffix}" for copy in copies)}
    stems = {Path(name).stem for name in names}
    club_workbooks = [
        workbook for workbook in _list_files(folder) if workbook.suffix.lower() in SUFFIXES and workbook != path
    ]
    club_workbooks = [workbook for workbook in club_workbooks if _has_club_id(workbook, club_id)]
    same_stem = [workbook for workbook in club_workbooks if workbook.stem == path.stem]
    pdfs = [pdf for stem in sorted(stems) if _is_pdf(pdf := folder / f"{stem}.pdf")]
    output_files = _find_outputs(folder, stems, {path, *club_workbooks}, _collect_sheet_names(file, copies))
    names |= {workbook.name for workbook in same_stem}
    leftovers = [
        leftover
        for subfolder in (folder, folder / BACKUP_FOLDER)
        if subfolder.is_dir()
        for leftover in find_leftovers(subfolder, names)
    ]
    single_pages = [
        file for file in _list_files(folder) if file.suffix.lower() == ".html" and is_of_club(file, club_id)
    ]
    subfolders = [
        subfolder
        for subfolder in sorted(folder.iterdir())
        if subfolder.is_dir() and not subfolder.is_symlink() and subfolder.name != BACKUP_FOLDER
    ]
    pages = {subfolder: files for subfolder in subfolders if (files := _find_page_files(subfolder, club_id))}
    if page is not None:
        if not (page_files := _find_page_files(page, club_id)):
            raise WorkbookError(
                msg("{page} contains no page of this club. Nothing has been changed yet. Check the folder.", page=page)
            )
        pages[page] = page_files
    return Traces(
        [
            *copies,
            *same_stem,
            *pdfs,
            *output_files,
            *(leftover for leftover in leftovers if leftover.is_file()),
            *single_pages,
        ],
        pages,
        [workbook for workbook in club_workbooks if workbook not in same_stem],
    )


def _collect_sheet_names(file: ClubFile, copies: Iterable[Path]) -> set[str]:
    """Return the name keys of all sheets in the workbook, in its backups and in a template."""
    system = read_system(file)
    names = {*file.sheets, *list_sheets(system), *list_input_tables(system), *map_sheets_by_report(file, system)}
    for copy in copies:
        with suppress(XladdinError, OSError):
            names.update(open_club_file(copy).sheets)
    return set(map(name_key, names))


def _find_outputs(folder: Path, stems: Iterable[str], clubs: Collection[Path], sheets: set[str]) -> list[Path]:
    """Return the PDFs of single sheets, and the exports, under the names that `print` and `export` choose."""
    return [
        file
        for file in _list_files(folder)
        if file not in clubs
        and any(
            _is_output(file, file.stem.removeprefix(f"{stem} "), sheets) for stem in stems if f"{stem} " in file.stem
        )
        # With a workbook of that name, it may belong to another club.
        and not any(_is_club_workbook(file.with_suffix(suffix)) for suffix in SUFFIXES)
    ]


def _is_output(path: Path, suffix_of_name: str, sheets: set[str]) -> bool:
    """Return whether a file's name, after that of the workbook, is one that xladdin chooses for its format."""
    suffix, key = path.suffix.lower(), name_key(suffix_of_name)
    if suffix_of_name == path.stem:
        return False
    if suffix == ".pdf":
        sheet_names = set(map(name_key, suffix_of_name.split(", ")))
        return (key == ALL_SHEETS or key in sheets or sheet_names <= sheets) and _is_pdf(path)
    if suffix == ".tsh":
        with suppress(ValueError):
            return bool(date.fromisoformat(suffix_of_name))
    return suffix in _EXPORTS and key in sheets


def _is_club_workbook(path: Path) -> bool:
    with suppress(XladdinError, OSError):
        return SYSTEM_NAME in open_club_file(path).names
    return False


def _contains_name(path: Path, replacer: NameReplacer) -> bool:
    with suppress(OSError):
        return replacer.occurs_in(html.unescape(path.read_text("utf-8", "replace")))
    return False


def _has_player(path: Path, replacer: NameReplacer) -> bool:
    """Return whether a file is a club workbook with the player, such as that of the next season."""
    with suppress(XladdinError, OSError):
        file = open_club_file(path)
        return SYSTEM_NAME in file.names and any(map(replacer.occurs_in, read_player_names(file.tables)))
    return False


def _list_files(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.iterdir()) if file.is_file() and not file.is_symlink()]


def _find_dated_copies(folder: Path) -> Iterable[Path]:
    if folder.is_symlink() or not folder.is_dir():
        return ()
    return [file for file in _list_files(folder) if file.suffix.lower() in SUFFIXES and read_workbook_stem(file)]


def _has_club_id(path: Path, club_id: str) -> bool:
    with suppress(XladdinError, OSError):
        return bool(club_id) and read_club_id(open_club_file(path)) == club_id
    return False


def _find_page_files(folder: Path, club_id: str) -> list[Path]:
    """Return the files of the club's page in a folder, or an empty list if it has no page of this club."""
    return [folder / name for name in sorted(find_club_files(folder, club_id))] if has_page(folder, club_id) else []


def _is_pdf(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.read(len(PDF)) == PDF


def _find_spellings(
    file: ClubFile, system: RatingSystem, name: str, players: Sequence[str]
) -> tuple[str, dict[str, str]]:
    """Return the player's name on Players, and every known spelling of it with its source."""
    listed = next((player for player in players if name_key(player) == name_key(name)), None)
    aliases = read_aliases(file.tables)
    reading = NameReading(players, aliases)
    if listed is None:  # an approximate match is not enough, because there is no undo
        suggestion = reading.find_player(name)
        if suggestion is None or suggestion == BYE_POSITION:
            raise NotFoundError(describe_unknown_player(name, players))
        raise NotFoundError(
            join_sentences(
                [msg('"{name}" is not a player.', name=name), msg('Did you mean "{name}"?', name=players[suggestion])]
            )
        )
    position, plain_key = reading.find_player(listed), remove_accents(name_key(listed))
    spellings = {listed: ""}
    if reading.find_player(plain_key) == position:
        spellings[plain_key] = ""
    for table, template in list_input_tables(system).items():
        name_headings = {name_key(column.heading) for column in template.columns if column.kind is ColumnType.PLAYER}
        input_table = file.tables.get(table)
        for heading, column in zip(input_table.headings, input_table.columns) if input_table is not None else ():
            if name_key(heading) in name_headings:
                texts = {cell_text(cell).strip() for cell in column if not is_blank(cell)}
                spellings |= dict.fromkeys((text for text in texts if reading.find_player(text) == position), "")
    spellings |= {alias: "Aliases" for alias, player in aliases if reading.find_player(player) == position}
    return listed, {**_find_names_in_journal(file, listed), **spellings}


def _find_names_in_journal(file: ClubFile, name: str) -> dict[str, str]:
    """Return the earlier names of the player according to the Journal."""
    known_keys = {name_key(name)}
    spellings = {}
    for row in file.sheet_values(JOURNAL):  # the newest line comes first
        texts = [cell_text(cell) for cell in row[1:4]]
        if len(texts) == 3 and texts[0].startswith("Players"):
            old_name, new_name = (text.partition(CELL_SEPARATOR)[0].strip() for text in texts[1:])
            if old_name and name_key(new_name) in known_keys and name_key(old_name) not in known_keys:
                known_keys.add(name_key(old_name))
                spellings[old_name] = JOURNAL
    return spellings


def _find_earlier_names(copy: ClubFile, file: ClubFile, name: str, source: str) -> dict[str, str]:
    """Return the name in the player's row of Players in a backup, and its aliases there, with their source."""
    copy_players, players = copy.tables.get("Players"), file.tables["Players"]
    copy_names, names = (
        list(map(cell_text, (table and table.column("Player")) or ())) for table in (copy_players, players)
    )
    row = next(number for number, player in enumerate(names) if name_key(player) == name_key(name))
    spellings = {name: ""}
    current_keys, copy_keys = set(map(name_key, names)), set(map(name_key, copy_names))
    if (
        name_key(name) not in copy_keys
        and row < len(copy_names)
        and name_key(copy_names[row]) not in current_keys
        and copy_names[row].strip()
    ):
        spellings[copy_names[row].strip()] = source
    reading = NameReading(list(filter(None, copy_names)), read_aliases(copy.tables))
    positions = {reading.find_player(spelling) for spelling in spellings} - {None, BYE_POSITION}
    spellings |= {
        alias: source for alias, player in read_aliases(copy.tables) if reading.find_player(player) in positions
    }
    return spellings


def _choose_new_name(new_name: str, players: Sequence[str], language: Language) -> str:
    names_in_use = {name_key(player) for player in players}
    new_name = " ".join(new_name.split())
    if not new_name:
        names = (language.render(FORMER.with_values(number=number)) for number in count(1))
        return next(name for name in names if name_key(name) not in names_in_use)
    validate_new_name(new_name)
    if name_key(new_name) in names_in_use:
        raise OutOfRangeError(msg('"{new}" is the name of another player. Choose another name.', new=new_name))
    return new_name


def _read_ratings(file: ClubFile) -> dict[str, object]:
    players = file.tables["Players"]
    names, ratings = players.column("Player") or (), players.column("Rating") or ()
    return {cell_text(name): rating for name, rating in zip(names, ratings)}
