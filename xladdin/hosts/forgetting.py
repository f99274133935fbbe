"""Forget a player: put another name into the workbook, and delete every copy, PDF, export and page made of it.

It is the one exception to our promises about files: data are lost here, on request. A text that the director typed is
never changed; it is listed with its cell, for her to decide.
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
    replace_with_backup,
    validate_writable,
    workbook_stem,
)
from xladdin.files.sanitizing import clean_parts, read_formulas, texts_outside_cells
from xladdin.files.workbook_writer import fill_workbook
from xladdin.game_log.parsing import BYE_POSITION, NameReading, describe_unknown_player, read_aliases, read_player_names
from xladdin.hosts.launcher import how_to_finish
from xladdin.hosts.publishing import record_path
from xladdin.hosts.workbook_file import write_workbook
from xladdin.languages import Language
from xladdin.messages import join_sentences, msg
from xladdin.recalc import recalculate_workbook
from xladdin.reports.report import CLUB_NEWS
from xladdin.systems.system import RatingSystem
from xladdin.web_pages.page_folder import files_of_club, has_page, is_of_club
from xladdin.workbook.differences import diff_named_cells
from xladdin.workbook.journal import CELL_SEPARATOR, DIGEST_NAME, take_snapshot
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.report_sheets.rendering import sheets_by_report
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
    input_tables,
    read_language,
)
from xladdin.workbook.sheets import list_sheets
from xladdin.workbook.template import build_template

FORMER = msg("Former player {number}")
PDF = b"%PDF"
# What `xladdin print --all` appends to the name of the workbook, where other prints have the names of sheets.
ALL_SHEETS = "all"
_EXPORTS = (".csv", ".json", ".xlsx")
_TEXTS = (".html", ".htm", ".csv", ".tsv", ".json", ".txt", ".tsh")
# Our sheets that name players within sentences, or in one text that joins several cells.
_TOLD = (JOURNAL, REVIEW, SNAPSHOT)
# Our other sheets, besides tables and reports, that name a player in a cell of their own.
_NAMING = (TONIGHT, PAST_SEASONS, PROFILE_SHEET, LISTS, CALCULATOR)
_WORDS_OF_DIRECTOR = (TITLE_NAME, CLUB_NEWS, EVENING_PRINT.name)
_DAY = datetime(2000, 1, 1)


class Spelled:
    """The spellings of one player, and the new name. A longer name of somebody else stays."""

    def __init__(self, spellings: Collection[str], others: Collection[str], new: str) -> None:
        self.new = new
        self._own = set(map(name_key, spellings))
        known = sorted({*spellings, *others}, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, known))})(?!\w)", re.IGNORECASE)

    def cell(self, text: str) -> str:
        """Return the new text of a cell. It changes only if the whole cell is a spelling."""
        return self.new if name_key(text) in self._own else text

    def sentence(self, text: str) -> str:
        """Return a sentence of ours with the new name in it."""
        return self._pattern.sub(lambda match: self.new if name_key(match[0]) in self._own else match[0], text)

    def is_in(self, text: str) -> bool:
        """Return whether a text names the player."""
        return any(name_key(match[0]) in self._own for match in self._pattern.finditer(text))


@dataclass(frozen=True)
class Traces:
    """The files made of a workbook that are deleted, and those that stay and are only named.

    `pages` are the files of the club's page by its folder. `other_workbooks` have the same identity under other names.
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
    """What `forget` will do: the player as listed, the new name, other known spellings, and the files to delete.

    `others` are the other players' names. `spellings` have where each is known from. `texts` are files next to the
    workbook that contain the name and may or may not be ours. `other_clubs` are club workbooks there with the player.
    """

    name: str
    new: str
    others: Sequence[str]
    spellings: Mapping[str, str]
    traces: Traces
    texts: Sequence[Path] = ()
    other_clubs: Sequence[Path] = ()


@dataclass(frozen=True)
class Forgotten:
    """The result. `left` are texts of the director's that still name the player, with their cells."""

    new: str
    left: Sequence[str]


def plan_forgetting(path: Path, name: str, new: str = "", page: Path | None = None) -> ForgetPlan:
    """Return what `forget` will change and delete, without changing anything.

    `new` is by default "Former player 1" and so on, in the language of the workbook. `page` is the folder of the page
    if that lies elsewhere. Raises NotFoundError for an unknown name, OutOfRangeError if `new` is another player's, and
    WorkbookError.
    """
    file = open_club_file(path)
    system = read_system(file)
    players = read_player_names(file.tables)
    player, spellings = _spellings(file, system, name, players)
    traces = _find_traces(path, file, page)
    for copy in traces.files:
        if copy.suffix.lower() in SUFFIXES:
            with suppress(XladdinError):
                spellings = {**_earlier_names(open_club_file(copy), file, player, copy.name), **spellings}
    others = [other for other in players if other != player]
    spellings.pop(player, None)
    used = set(map(name_key, others))
    known = {spelling: where for spelling, where in spellings.items() if name_key(spelling) not in used}
    new, spelled = _new_name(new, players, read_language(file)), Spelled([player, *known], others, "")
    rest = [file for file in _files(path.resolve().parent) if file not in traces.all_files and file != path.resolve()]
    texts = [file for file in rest if file.suffix.lower() in _TEXTS and file != record_path(path.resolve())]
    clubs = [file for file in rest if file.suffix.lower() in SUFFIXES and file not in traces.other_workbooks]
    return ForgetPlan(
        player,
        new,
        others,
        known,
        traces,
        [file for file in texts if _names_player(file, spelled)],
        [file for file in clubs if _has_player(file, spelled)],
    )


def forget(path: Path, plan: ForgetPlan, now: datetime, progress: ProgressCallback = lambda step: None) -> Forgotten:
    """Delete what the plan lists, and replace the player's name in the workbook.

    All ratings stay. The workbook comes last, so that a run that was cut off can simply be run again. Raises
    WorkbookError, and InvalidRowsError if the workbook has wrong rows; then nothing was deleted.
    """
    open_package(path)
    with file_lock(path):
        validate_writable(path)
        progress(msg("Reading {name}", name=path.name))
        file = open_club_file(path)
        system = read_system(file)
        spelled = Spelled([plan.name, *plan.spellings], plan.others, plan.new)
        before = _ratings(file)
        made = fill_workbook(file, [*_blocks(file, system, spelled), *diff_named_cells(file, {DIGEST_NAME: None})])
        rename = dict.fromkeys([plan.name, *plan.spellings], plan.new)
        outcome = recalculate_workbook(made, now, progress, ReviewOptions(renamed=rename), how_to_finish(made))
        if outcome.problems:
            raise InvalidRowsError(outcome.problems)
        is_current = file.names.get(DIGEST_NAME) == take_snapshot(file, system).digest
        if not is_current or outcome.changes or list(_ratings(made).values()) != list(before.values()):
            raise WorkbookError(msg("{name} is not up to date. Recalculate it first, then forget.", name=path.name))
        content, record = _clean_workbook(made, outcome, spelled), _record_without(path, spelled)
        progress(msg("Deleting the copies"))
        delete_files(plan.traces.all_files, path)
        progress(msg("Writing {name}", name=path.name))
        if record is not None:
            replace_with_backup(record_path(path), lambda target: target.write(record), make_backup=False)
        replace_with_backup(path, lambda target: target.write(content), file.package.data, make_backup=False)
    whole = ClubFile(path, Package(content, path.name))
    return Forgotten(plan.new, list(_texts_left(whole, system, spelled)))


def _clean_workbook(made: ClubFile, outcome: RecalcResult, spelled: Spelled) -> bytes:
    """Return the file of the recalculated workbook without traces of the name."""
    written = io.BytesIO()
    write_workbook(made, outcome.blocks, written, outcome)
    package = Package(written.getvalue(), made.path.name)
    clean = io.BytesIO()
    write_package(package, clean_parts(package, spelled.cell, spelled.is_in), clean)
    return clean.getvalue()


def _record_without(path: Path, spelled: Spelled) -> bytes | None:
    """Return the record of the page, which earlier versions left next to the workbook, with the new name in it."""
    try:
        content = json.loads(record_path(path).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None

    def replace_names(value: object) -> object:
        if isinstance(value, str):
            return spelled.cell(value)
        if isinstance(value, list):
            return list(map(replace_names, value))
        return (
            {spelled.cell(key): replace_names(item) for key, item in value.items()}
            if isinstance(value, dict)
            else value
        )

    return json.dumps(replace_names(content), ensure_ascii=False).encode("utf-8", "surrogatepass")


def _blocks(file: ClubFile, system: RatingSystem, spelled: Spelled) -> Iterator[CellBlock]:
    """Yield our cells that name the player, with the new name."""
    texts: dict[tuple[str, int, int], str] = {}
    headings = set(
        map(name_key, (*system.log_schema.players, system.log_schema.double or "", "Player", "Opponent", "Alias"))
    )
    our_tables = {*input_tables(system), REVIEW_TABLE, IMPORT_PROFILE.name}
    for table in file.tables.values():
        for position, heading in enumerate(table.headings):
            if table.name in our_tables and name_key(heading) in headings:
                for number, cell in enumerate(table.columns[position]):
                    if isinstance(cell, str) and spelled.cell(cell) != cell:
                        texts[table.sheet, table.row_number(number), table.column_number(position)] = spelled.new
    for sheets, new_text in ((_TOLD, spelled.sentence), (_NAMING, spelled.cell)):
        for sheet in filter(None, map(file.sheet_name, sheets)):
            for (row, column), cell in _texts_of(file, sheet):
                if (text := new_text(cell)) != cell:
                    texts[sheet, row, column] = text
    for name, (sheet, area) in file.ranges.items():
        if area.is_one_cell and name not in _WORDS_OF_DIRECTOR:
            cell = file.names[name]
            if isinstance(cell, str) and spelled.cell(cell) != cell:
                texts[sheet, area.first_row, area.first_column] = spelled.new
    for (sheet, row, column), text in texts.items():
        yield CellBlock(sheet, row, column, ((text,),))


def _texts_of(file: ClubFile, sheet: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the texts of a sheet with their rows and columns."""
    for row_number, row in enumerate(file.sheet_values(sheet), start=1):
        for column, cell in enumerate(row, start=1):
            if isinstance(cell, str) and cell:
                yield (row_number, column), cell


class _Template:
    """What xladdin itself writes on its sheets, so that a word of it is not mistaken for a name."""

    def __init__(self, system: RatingSystem, language: str) -> None:
        content = build_template(system, "", _DAY, language=language)
        template = ClubFile(Path("template.xlsx"), Package(content, "template"))
        self.sheets = frozenset((*list_sheets(system), *template.sheets))
        self.texts = {(sheet, *place): text for sheet in template.sheets for place, text in _texts_of(template, sheet)}
        self.names = frozenset(template.ranges)


def _texts_left(file: ClubFile, system: RatingSystem, spelled: Spelled) -> Iterator[str]:
    """Yield the cells and texts of the director's that still name the player."""
    template = _Template(system, read_language(file).code)
    visible_sheets = set(file.visible_sheets)
    reports = template.sheets - {*input_tables(system), RULES}
    is_word_of_ours = any(map(spelled.is_in, template.texts.values()))
    for sheet, part in file.sheets.items():
        is_ours = sheet in template.sheets
        if not is_ours and spelled.is_in(sheet):
            yield msg("the sheet {sheet}, by its name", sheet=sheet)
        if sheet in (LISTS, SNAPSHOT) or (
            is_ours and (sheet not in visible_sheets or (is_word_of_ours and sheet in reports))
        ):
            continue
        formulas = read_formulas(file.package, part)
        for address, formula in formulas.items():
            if spelled.is_in(formula):
                yield f"{sheet}!{address}  ={formula}"
        for (row, column), text in _texts_of(file, sheet):
            address = f"{column_letters(column)}{row}"
            if spelled.is_in(text) and address not in formulas and template.texts.get((sheet, row, column)) != text:
                yield f"{sheet}!{address}  {text}"
    for name, (sheet, area) in file.ranges.items():
        if name not in template.names and spelled.is_in(name.replace("_", " ")):
            yield msg("the name {name} of {area}", name=name, area=f"{sheet}!{area}")
    for beside_cells in texts_outside_cells(file.package):
        if spelled.is_in(beside_cells.text):
            values = {"part": beside_cells.part, "text": beside_cells.text.strip()}
            if beside_cells.cell:
                yield msg("a comment on {cell} ({part})  {text}", cell=beside_cells.cell, **values)
            else:
                yield msg("a text box, chart or person ({part})  {text}", **values)


def _find_traces(path: Path, file: ClubFile, page: Path | None) -> Traces:
    """Return the files made of a workbook, under any of its names. Raises WorkbookError if `page` is not its page."""
    path = path.resolve()
    folder, club_id = path.parent, read_club_id(file)
    copies = find_all_backups(path)
    copies += [
        copy for copy in _dated_copies(folder / BACKUP_FOLDER) if copy not in copies and _has_club_id(copy, club_id)
    ]
    names = {path.name, *(f"{workbook_stem(copy)}{copy.suffix}" for copy in copies)}
    stems = {Path(name).stem for name in names}
    same = [other for other in _files(folder) if other.suffix.lower() in SUFFIXES and other != path]
    same = [other for other in same if _has_club_id(other, club_id)]
    beside_it = [other for other in same if other.stem == path.stem]
    pdfs = [pdf for stem in sorted(stems) if _is_pdf(pdf := folder / f"{stem}.pdf")]
    outputs = _named_outputs(folder, stems, {path, *same}, _sheet_names(file, copies))
    names |= {other.name for other in beside_it}
    left = [
        leftover
        for place in (folder, folder / BACKUP_FOLDER)
        if place.is_dir()
        for leftover in find_leftovers(place, names)
    ]
    loose = [file for file in _files(folder) if file.suffix.lower() == ".html" and is_of_club(file, club_id)]
    places = [
        subfolder
        for subfolder in sorted(folder.iterdir())
        if subfolder.is_dir() and not subfolder.is_symlink() and subfolder.name != BACKUP_FOLDER
    ]
    pages = {place: files for place in places if (files := _page_files(place, club_id))}
    if page is not None:
        if not (elsewhere := _page_files(page, club_id)):
            raise WorkbookError(
                msg("{page} contains no page of this club. Nothing has been changed yet. Check the folder.", page=page)
            )
        pages[page] = elsewhere
    return Traces(
        [*copies, *beside_it, *pdfs, *outputs, *(leftover for leftover in left if leftover.is_file()), *loose],
        pages,
        [other for other in same if other not in beside_it],
    )


def _sheet_names(file: ClubFile, copies: Iterable[Path]) -> set[str]:
    """Return the name keys of the present and former names of sheets, ours and the club's."""
    system = read_system(file)
    names = {*file.sheets, *list_sheets(system), *input_tables(system), *sheets_by_report(file, system)}
    for copy in copies:
        with suppress(XladdinError, OSError):
            names.update(open_club_file(copy).sheets)
    return set(map(name_key, names))


def _named_outputs(folder: Path, stems: Iterable[str], clubs: Collection[Path], sheets: set[str]) -> list[Path]:
    """Return the prints of some sheets, and the exports, under the names that `print` and `export` choose."""
    return [
        file
        for file in _files(folder)
        if file not in clubs
        and any(
            _is_output(file, file.stem.removeprefix(f"{stem} "), sheets) for stem in stems if f"{stem} " in file.stem
        )
        and not any(_is_club(file.with_suffix(suffix)) for suffix in SUFFIXES)  # it may belong to a club of that name
    ]


def _is_output(path: Path, rest: str, sheets: set[str]) -> bool:
    """Return whether the rest of a file's name, after that of the workbook, is one that we choose for its kind."""
    suffix, key = path.suffix.lower(), name_key(rest)
    if rest == path.stem:
        return False
    if suffix == ".pdf":
        parts = set(map(name_key, rest.split(", ")))
        return (key == ALL_SHEETS or key in sheets or parts <= sheets) and _is_pdf(path)
    if suffix == ".tsh":
        with suppress(ValueError):
            return bool(date.fromisoformat(rest))
    return suffix in _EXPORTS and key in sheets


def _is_club(path: Path) -> bool:
    with suppress(XladdinError, OSError):
        return SYSTEM_NAME in open_club_file(path).names
    return False


def _names_player(path: Path, spelled: Spelled) -> bool:
    with suppress(OSError):
        return spelled.is_in(html.unescape(path.read_text("utf-8", "replace")))
    return False


def _has_player(path: Path, spelled: Spelled) -> bool:
    """Return whether a file is a club workbook with the player, such as that of the next season."""
    with suppress(XladdinError, OSError):
        file = open_club_file(path)
        return SYSTEM_NAME in file.names and any(map(spelled.is_in, read_player_names(file.tables)))
    return False


def _files(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.iterdir()) if file.is_file() and not file.is_symlink()]


def _dated_copies(folder: Path) -> Iterable[Path]:
    if folder.is_symlink() or not folder.is_dir():
        return ()
    return [file for file in _files(folder) if file.suffix.lower() in SUFFIXES and workbook_stem(file)]


def _has_club_id(path: Path, club_id: str) -> bool:
    with suppress(XladdinError, OSError):
        return bool(club_id) and read_club_id(open_club_file(path)) == club_id
    return False


def _page_files(folder: Path, club_id: str) -> list[Path]:
    """Return the files of the club's page in a folder, or nothing if it has no page of this club."""
    return [folder / name for name in sorted(files_of_club(folder, club_id))] if has_page(folder, club_id) else []


def _is_pdf(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.read(len(PDF)) == PDF


def _spellings(file: ClubFile, system: RatingSystem, name: str, players: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Return the player's name as listed, and every spelling of it with where it is known from."""
    listed = next((player for player in players if name_key(player) == name_key(name)), None)
    aliases = read_aliases(file.tables)
    reading = NameReading(players, aliases)
    if listed is None:  # the name must be exact, since there is no undo
        place = reading.find_player(name)
        if place is None or place == BYE_POSITION:
            raise NotFoundError(describe_unknown_player(name, players))
        raise NotFoundError(
            join_sentences(
                [msg('"{name}" is not a player.', name=name), msg('Did you mean "{name}"?', name=players[place])]
            )
        )
    position, plain = reading.find_player(listed), remove_accents(name_key(listed))
    spellings = {listed: ""}
    if reading.find_player(plain) == position:
        spellings[plain] = ""
    for table, template in input_tables(system).items():
        kinds = {name_key(column.heading) for column in template.columns if column.kind is ColumnType.PLAYER}
        read = file.tables.get(table)
        for heading, column in zip(read.headings, read.columns) if read is not None else ():
            if name_key(heading) in kinds:
                texts = {cell_text(cell).strip() for cell in column if not is_blank(cell)}
                spellings |= dict.fromkeys((text for text in texts if reading.find_player(text) == position), "")
    spellings |= {alias: "Aliases" for alias, player in aliases if reading.find_player(player) == position}
    return listed, {**_names_in_journal(file, listed), **spellings}


def _names_in_journal(file: ClubFile, name: str) -> dict[str, str]:
    """Return the names that the player's row on Players had, according to the Journal."""
    earlier = {name_key(name)}
    spellings = {}
    for row in file.sheet_values(JOURNAL):  # the newest line comes first
        texts = [cell_text(cell) for cell in row[1:4]]
        if len(texts) == 3 and texts[0].startswith("Players"):
            was, now = (text.partition(CELL_SEPARATOR)[0].strip() for text in texts[1:])
            if was and name_key(now) in earlier and name_key(was) not in earlier:
                earlier.add(name_key(was))
                spellings[was] = JOURNAL
    return spellings


def _earlier_names(copy: ClubFile, file: ClubFile, name: str, where: str) -> dict[str, str]:
    """Return the names that a copy has in the player's row of Players, and their aliases there."""
    before, now = copy.tables.get("Players"), file.tables["Players"]
    old, new = (list(map(cell_text, (table and table.column("Player")) or ())) for table in (before, now))
    row = next(number for number, player in enumerate(new) if name_key(player) == name_key(name))
    spellings = {name: ""}
    present, known = set(map(name_key, new)), set(map(name_key, old))
    if name_key(name) not in known and row < len(old) and name_key(old[row]) not in present and old[row].strip():
        spellings[old[row].strip()] = where
    reading = NameReading(list(filter(None, old)), read_aliases(copy.tables))
    meant = {reading.find_player(spelling) for spelling in spellings} - {None, BYE_POSITION}
    spellings |= {alias: where for alias, player in read_aliases(copy.tables) if reading.find_player(player) in meant}
    return spellings


def _new_name(new: str, players: Sequence[str], language: Language) -> str:
    used = {name_key(player) for player in players}
    new = " ".join(new.split())
    if not new:
        names = (language.render(FORMER.with_values(number=number)) for number in count(1))
        return next(name for name in names if name_key(name) not in used)
    if name_key(new) in used:
        raise OutOfRangeError(msg('"{new}" is the name of another player. Choose another name.', new=new))
    return new


def _ratings(file: ClubFile) -> dict[str, object]:
    players = file.tables["Players"]
    names, ratings = players.column("Player") or (), players.column("Rating") or ()
    return {cell_text(name): rating for name, rating in zip(names, ratings)}
