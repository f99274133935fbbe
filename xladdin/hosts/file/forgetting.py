"""A person leaves the club's records. Another name takes the place of theirs in the file, its copies and its page.

It is the one exception to our promises about files. Here something of the director's is lost, on request.
"""

import io
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from xml.sax.saxutils import escape

from xladdin.cells.table import CellBlock
from xladdin.cells.text import is_blank, name_key, shown, without_accents
from xladdin.errors import FileProblem, ImpossibleValue, NotFound, RowsToMend
from xladdin.files.package import Package, open_package
from xladdin.files.reading.club_file import ClubFile, open_club_file
from xladdin.files.safety.locks import only_one
from xladdin.files.safety.rewriting import rewrite_copies
from xladdin.files.safety.safekeeping import safely_replace
from xladdin.files.writing.blocks import filled, write_package
from xladdin.hosts.file.beside import how_to_finish
from xladdin.hosts.file.dressed import write_dressed
from xladdin.log.roster import NOBODY, NameReading, listed_names, read_aliases
from xladdin.log.suggestions import not_a_player
from xladdin.publish.evening_report import as_json, from_json
from xladdin.publish.record import read_record, record_path, write_record
from xladdin.recalc import recalculate
from xladdin.reports.short_names import in_two
from xladdin.systems.log_kinds import LogKind
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.differences import cells
from xladdin.workbook.changes.snapshot import READ_NAME
from xladdin.workbook.contents import tables_of
from xladdin.workbook.recalc_result import Progress
from xladdin.workbook.rules.as_edited import system_of
from xladdin.workbook.schema import Kind
from xladdin.workbook.template import build_template

FORMER = "Former player {number}"
_TEXTS = re.compile(rb"(<(?:\w+:)?(t|v|author|text)(?: [^<>]*)?>)([^<]*)(?=</)")
"""The texts of a workbook's parts: of cells, charts and comments, without formulas and names."""
_REFERENCE = re.compile("&(?:#(?:x([0-9A-Fa-f]{1,5})|([0-9]{1,6}))|(lt|gt|amp|quot|apos));")
_LETTERS = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_DAY = datetime(2000, 1, 1)


@dataclass(frozen=True)
class Forgotten:
    """The outcome. `name` is the new one, and `copies` are those that were written again.

    `common` are the spellings that were changed only in cells that name players.
    """

    name: str
    copies: Sequence[Path]
    common: Sequence[str]


class Renaming:
    """One person's spellings, and their replacement. Names of other people that contain one stay as they are.

    `common` spellings are replaced in cells that name players alone: a letter, and words of the sheets themselves.
    """

    def __init__(self, spellings: Collection[str], others: Collection[str], new: str, common: Collection[str]) -> None:
        self._own, self._new = {spelling.casefold() for spelling in spellings}, new
        self._common = set(map(name_key, common))
        known = sorted({*spellings, *others}, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, known))})(?!\w)", re.IGNORECASE)

    def text(self, text: str) -> str:
        """A text with the new name."""
        return self._pattern.sub(lambda found: self._new if found[0].casefold() in self._own else found[0], text)

    def name(self, text: str) -> str:
        """A text that may be a name and nothing else, with the new name."""
        return self._new if name_key(text) in self._common else self.text(text)

    def anything(self, value: object) -> object:
        """A value of JSON with the new name in all its texts. Its keys are no texts."""
        if isinstance(value, str):
            return self.name(value)
        if isinstance(value, list):
            return [self.anything(one) for one in value]
        return {key: self.anything(one) for key, one in value.items()} if isinstance(value, dict) else value

    def package(self, package: Package) -> bytes | None:
        """A workbook's file with the new name in every text, or None if the person is nowhere in it."""
        parts = {}
        for part in package.members:
            if part.endswith(".xml"):
                content = package.read(part)
                changed = _TEXTS.sub(self._in_part, content)
                if changed != content:
                    parts[part] = [changed]
        if not parts:
            return None
        written = io.BytesIO()
        write_package(package, parts, written)
        return written.getvalue()

    def file(self, file: ClubFile, system: RatingSystem) -> ClubFile | None:
        """A club workbook with the new name, whose remembered rows have it too, or None as `package`."""
        content = self.package(file.package)
        made = file if content is None else ClubFile(file.path, Package(content, file.path.name))
        named = list(self._cells(made, system.log_kind))
        if named:
            made = filled(made, named)
        if made is file:
            return None
        return filled(made, list(cells(made, {READ_NAME: None})))  # else the Journal would tell the change of name

    def _cells(self, file: ClubFile, kind: LogKind) -> Iterator[CellBlock]:
        """The cells that name the player by a common spelling."""
        headings = set(map(name_key, (*kind.players, kind.double, "Player", "Opponent", "Alias")))
        for table in file.tables.values() if self._common else ():
            for position, heading in enumerate(table.headings):
                for row, cell in enumerate(table.columns[position] if name_key(heading) in headings else ()):
                    if isinstance(cell, str) and name_key(cell) in self._common:
                        place = table.row + 1 + row, table.column_number(position)
                        yield CellBlock(table.sheet, *place, ([self._new],), table=table.name)

    def copy(self, path: Path, system: RatingSystem) -> bytes | None:
        """The content of a dated copy with the new name, or None as `package`."""
        package = open_package(path)
        try:
            made = self.file(ClubFile(path, package), system)
        except FileProblem:  # no club workbook, such as one whose formulas were never computed, remembers its rows
            return self.package(package)
        return None if made is None else made.package.data

    def _in_part(self, found: re.Match[bytes]) -> bytes:
        text = _plain(found[3])
        changed = self.text(text)
        if changed == text:
            return found[0]
        return found[1] + escape(changed, {"\r": "&#13;"}).encode("utf-8", "surrogatepass")


def forget_in_file(
    path: Path, name: str, now: datetime, new: str = "", progress: Progress = lambda step: None
) -> Forgotten:
    """Puts another name in the place of a player's in the file, its dated copies, and the record of its page.

    If `new` is blank, it is "Former player 1" and so on. The ratings of all stay. The workbook is changed last, so that
    a run that was cut off can run again. It keeps no copy of the old state. Raises NotFound, ImpossibleValue or
    FileProblem, and RowsToMend if the workbook has some.
    """
    open_package(path)
    with only_one(path):
        progress(f"Reading {path.name}")
        file = open_club_file(path)
        system = system_of(file)
        players = listed_names(file.tables)
        spellings = _spellings(file, system, name, players)
        new = _new_name(new, players)
        others = [player for player in players if player not in spellings]
        template = Package(build_template(system, "", _DAY), "template")
        common = {spelling for spelling in spellings if len(spelling) == 1 or _is_in(template, {spelling})}
        renaming = Renaming(spellings - common, others, new, common)
        rare = {part for part in _parts(spellings, others) if not _is_in(template, {part})}
        in_copies = Renaming((spellings | rare) - common, others, new, common)
        before = _ratings(file)
        made = renaming.file(file, system)
        assert made is not None
        record = read_record(path)
        record.private = {renaming.name(who): how for who, how in record.private.items()}
        record.past = [from_json(renaming.anything(as_json(report))) for report in record.past]  # type: ignore[arg-type]
        outcome = recalculate(made, now, progress, finish_hint=how_to_finish(made))
        if outcome.problems:
            raise RowsToMend(outcome.problems)
        if outcome.changes or list(_ratings(made).values()) != list(before.values()):
            raise FileProblem(f"{path.name} is not up to date. Recalculate it first, then forget.")
        progress("Writing the copies")
        copies = rewrite_copies(path, lambda copy: in_copies.copy(copy, system))
        if record_path(path).exists():
            write_record(path, record)
        progress(f"Writing {path.name}")
        safely_replace(
            path,
            lambda target: write_dressed(made, outcome.blocks, target, outcome),
            read_as=file.package.fingerprint,
            keep_copy=False,
        )
    return Forgotten(
        new, copies, list({name_key(spelling): spelling for spelling in sorted(common, reverse=True)}.values())
    )


def _plain(content: bytes) -> str:
    """A text of XML as people read it. Other programs write an apostrophe or an accent as a reference."""

    def letter(found: re.Match[str]) -> str:
        hexadecimal, decimal, name = found.groups()
        return _LETTERS[name] if name else chr(int(hexadecimal, 16) if hexadecimal else int(decimal))

    return _REFERENCE.sub(letter, content.decode("utf-8", "surrogatepass"))


def _spellings(file: ClubFile, system: RatingSystem, name: str, players: Sequence[str]) -> set[str]:
    """All that names the player: the name as each cell spells it, with its accents or without, and the aliases."""
    found = next((player for player in players if name_key(player) == name_key(name)), None)
    aliases = read_aliases(file.tables)
    reading = NameReading(players, aliases)
    if found is None:  # another spelling of a player is not taken for him, since there is no undo
        place = reading.meant(name)
        if place is None or place == NOBODY:
            raise NotFound(not_a_player(name, players))
        raise NotFound(f'"{name}" is not a player (did you mean "{players[place]}"?).')
    own, plain = reading.meant(found), without_accents(name_key(found))
    spellings = {found, *(alias for alias, player in aliases if reading.meant(player) == own)}
    if reading.meant(plain) == own:
        spellings.add(plain)
    for table, template in tables_of(system).items():
        kinds = {name_key(column.heading) for column in template.columns if column.kind in (Kind.PLAYER, Kind.TEXT)}
        read = file.tables.get(table)
        for heading, column in zip(read.headings, read.columns) if read is not None else ():
            if name_key(heading) in kinds:
                texts = {shown(cell).strip() for cell in column if not is_blank(cell)}
                spellings |= {text for text in texts if reading.meant(text) == own}
    return spellings


def _new_name(new: str, players: Sequence[str]) -> str:
    taken = {name_key(player) for player in players}
    new = " ".join(new.split())
    if not new:
        return next(name for number in count(1) if name_key(name := FORMER.format(number=number)) not in taken)
    if name_key(new) in taken:
        raise ImpossibleValue(f'"{new}" is the name of another player. Give a name that nobody has.')
    return new


def _parts(spellings: Collection[str], others: Collection[str]) -> set[str]:
    """The given name and the halves of a long one, which some sheets have alone, if nobody else has them."""

    def parts(name: str) -> set[str]:
        given, *more = name.split()
        return {part for part in (given, *in_two(name)) if more and part and len(part) > 1} - {name}

    taken = {name_key(word) for other in others for word in (*other.split(), *parts(other))}
    return {part for spelling in spellings for part in parts(spelling) if name_key(part) not in taken}


def _is_in(template: Package, spellings: Collection[str]) -> bool:
    """Whether one of these is a word of the workbook's own texts, since those would change, too."""
    return bool(spellings) and Renaming(spellings, (), "", ()).package(template) is not None


def _ratings(file: ClubFile) -> dict[str, object]:
    players = file.tables["Players"]
    names, ratings = players.column("Player") or (), players.column("Rating") or ()
    return {shown(name): rating for name, rating in zip(names, ratings)}
