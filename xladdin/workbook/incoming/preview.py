"""What an import would change, and its words for a terminal and a message box."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from xladdin.cells.table import CellTable, CellValue
from xladdin.cells.text import is_blank, shown
from xladdin.errors import Diagnostic, count_wrong_rows, list_problems
from xladdin.importing.material import Look, WrongLine, grouped
from xladdin.messages import BLANK, Message, join_sentences, msg, ngettext, separate_values, verbatim
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of


@dataclass
class Preview:
    """The effect of an import. `new`, `there`: rows by table. `filled`: games that were there without a result.

    `differs` are rows that the workbook has otherwise, in words, and `games_differ` says whether games are among them.
    `newcomers` are players to add.
    `games` are the first new rows of the log, in words. `gone` are rows that the workbook had once, and `rated_earlier`
    games that an earlier workbook has rated, in words. `wrong` are lines that make no sense. `lines_left_out` are
    as many that a person left out. `notes` are the report.
    `looks` come in and deserve a person's look.
    """

    new: dict[str, int] = field(default_factory=dict)
    there: dict[str, int] = field(default_factory=dict)
    filled: int = 0
    games: list[Message] = field(default_factory=list)
    differs: list[Message] = field(default_factory=list)
    gone: list[Message] = field(default_factory=list)
    rated_earlier: list[Message] = field(default_factory=list)
    games_differ: bool = False
    newcomers: list[str] = field(default_factory=list)
    wrong: list[WrongLine] = field(default_factory=list)
    lines_left_out: int = 0
    notes: list[Message] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether nothing prevents writing it."""
        return not self.wrong

    @property
    def left_out(self) -> int:
        """The number of rows of the files that are not in the workbook, and stay out of it."""
        return len(self.differs) + len(self.gone) + len(self.rated_earlier) + self.lines_left_out

    @property
    def is_empty(self) -> bool:
        """Whether the files have no rows at all."""
        return not (self.changes_anything or any(self.there.values()) or self.left_out or self.wrong)

    @property
    def changes_anything(self) -> bool:
        """Whether there is anything to write."""
        return bool(self.filled or any(self.new.values()))


LOGS = ("Games", "Results")
"""The tables whose new rows are listed."""
AS_NEW = msg("add --as-new")
"""How to have games taken that are left out."""


def preview_lines(preview: Preview, most: int, as_new: Message = BLANK) -> Iterator[Message]:
    """Yield the report, new and other rows, newcomers, and rows that differ, `most` of each."""
    yield from preview.notes
    new = [_count_rows(table, count) for table, count in preview.new.items() if count]
    there = [_count_rows(table, count) for table, count in preview.there.items() if count]
    sentences = [msg("New: {rows}.", rows=separate_values(new) if new else msg("nothing"))]
    if preview.filled:
        sentences.append(msg("Results for games that had none: {number:,}.", number=preview.filled))
    if there:
        sentences.append(msg("There already: {rows}.", rows=separate_values(there)))
    yield join_sentences(sentences)
    yield from _first(preview.games, most, sum(preview.new.get(table, 0) for table in LOGS))
    if preview.newcomers:
        more, names = len(preview.newcomers) - most, names_told(preview.newcomers[:most])
        if more > 0:
            yield msg("Newcomers: {names} and {more:,} more.", names=names, more=more)
        else:
            yield msg("Newcomers: {names}.", names=names)
    if preview.differs:
        yield msg("Different in the workbook, which stays as it is ({number:,}):", number=len(preview.differs))
        yield from _first(preview.differs, most)
        sentences = [msg("If the file is right, correct the row in the workbook.")]
        if preview.games_differ:
            how = as_new or msg("type it in the workbook")
            sentences.append(msg("If it is another game of the same two, {how}.", how=how))
        yield join_sentences(sentences)
    if preview.gone:
        yield msg(
            "Left out, because they were taken out of the workbook or corrected there ({number:,}):",
            number=len(preview.gone),
        )
        yield from _first(preview.gone, most)
        if as_new:
            yield msg("If they belong in it after all, type them, or {how}.", how=as_new)
        else:
            yield msg("If they belong in it after all, type them.")
    if preview.rated_earlier:
        yield msg(
            "Left out, because the ratings of the season before already count them ({number:,}):",
            number=len(preview.rated_earlier),
        )
        yield from _first(preview.rated_earlier, most)
        if as_new:
            yield msg("If they are not counted yet, type them, or {how}.", how=as_new)
        else:
            yield msg("If they are not counted yet, type them.")
    yield from looks(preview, most)


def _count_rows(table: str, number: int) -> Message:
    """Count rows of an input table by the word for them."""
    return {
        "Adjustments": ngettext("{n:,} adjustment", "{n:,} adjustments", number),
        "Aliases": ngettext("{n:,} alias", "{n:,} aliases", number),
        "Events": ngettext("{n:,} event", "{n:,} events", number),
        "Games": ngettext("{n:,} game", "{n:,} games", number),
        "Groups": ngettext("{n:,} group", "{n:,} groups", number),
        "Players": ngettext("{n:,} player", "{n:,} players", number),
        "Results": ngettext("{n:,} result", "{n:,} results", number),
    }[table]


def names_told(names: Sequence[str]) -> str:
    """Return names one after the other, told apart even if one is "Last, First"."""
    return (" · " if any("," in name for name in names) else ", ").join(names)


def looks(preview: Preview, most: int) -> list[Message]:
    """Return the numbered rows that come in and deserve a person's look. It may be empty."""
    if not preview.looks:
        return []
    numbered = [
        Message("{number}. {look}", {"number": number, "look": look.as_message()})
        for number, look in enumerate(preview.looks, 1)
    ]
    return [msg("To review ({number:,}):", number=len(numbered)), *_first(numbered, most)]


def standing_against(preview: Preview, own_problems: Sequence[Diagnostic], most: int) -> list[Message]:
    """Return the reasons for writing nothing, or none if all is well."""
    lines: list[Message] = []
    if preview.wrong:
        number = len({(one.file, one.line) for one in preview.wrong})
        lines.append(msg("Lines to fix ({number:,}):", number=number))
        lines += _first(grouped(preview.wrong), most)
    if own_problems:
        lines += _first([line.text for line in list_problems(own_problems)], most)
        lines.append(
            ngettext(
                "{n:,} row of the workbook to fix first.",
                "{n:,} rows of the workbook to fix first.",
                count_wrong_rows(own_problems),
            )
        )
    return lines


def _first(lines: Sequence[Message], most: int, number: int | None = None) -> list[Message]:
    """Return the first lines, set in, and how many more there are of a number of them, or of these."""
    found = list(lines[:most])
    more = (len(lines) if number is None else number) - len(found)
    if more > 0:
        found.append(msg("... and {more:,} more.", more=more))
    return [Message("  {line}", {"line": line}) for line in found]


def telling_headings(system: RatingSystem, name: str) -> Sequence[str]:
    """Return the headings of a table that tell a row from others, and those of its content."""
    typed = [column.heading for column in tables_of(system)[name].columns if not column.computed]
    kind = system.log_schema
    return [heading for heading in typed if heading in kind.keys] if name == kind.table else typed


def row_in_words(said: Sequence[str], columns: Mapping[str, Sequence[CellValue]], row: int) -> Message:
    """Return a row of a file, by the headings of its words."""
    words = (shown(columns[heading][row]) for heading in said if heading in columns)
    return verbatim(" · ".join(filter(None, words)))


def both_in_words(
    said: Sequence[str], columns: Mapping[str, Sequence[CellValue]], row: int, table: CellTable, there: int
) -> tuple[Message, Message]:
    """Return a row of a file, and the row of the workbook from which it differs."""
    known = [heading for heading in said if table.position(heading) is not None]
    theirs = {heading: columns[heading][row] for heading in known if heading in columns}
    ours = {heading: (table.column(heading) or ())[there] for heading in known}
    return _cells_in_words(theirs, ours), _cells_in_words(ours, theirs)


def _cells_in_words(cells: Mapping[str, object], others: Mapping[str, object]) -> Message:
    """Return cells by their headings, without those that are blank in both."""
    return separate_values(
        [
            msg("no {column}", column=heading) if is_blank(cell) else verbatim(f"{heading} {shown(cell)}")
            for heading, cell in cells.items()
            if not (is_blank(cell) and is_blank(others.get(heading)))
        ]
    )
