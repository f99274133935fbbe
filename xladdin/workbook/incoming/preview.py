"""What an import would change, and its words for a terminal and a message box."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from xladdin.cells.mending import count_wrong_rows, list_problems
from xladdin.cells.table import CellTable, CellValue
from xladdin.cells.text import counted, is_blank, shown
from xladdin.errors import Diagnostic
from xladdin.importing.material import Look, WrongLine, grouped
from xladdin.messages import ngettext
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import row_word


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
    games: list[str] = field(default_factory=list)
    differs: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    rated_earlier: list[str] = field(default_factory=list)
    games_differ: bool = False
    newcomers: list[str] = field(default_factory=list)
    wrong: list[WrongLine] = field(default_factory=list)
    lines_left_out: int = 0
    notes: list[str] = field(default_factory=list)
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
AS_NEW_BY_OPTION, AS_NEW_BY_TICK = "add --as-new", 'tick "Also take games that would be left out"'
"""How to have games taken that are left out."""


def preview_lines(preview: Preview, most: int, as_new: str = "") -> Iterator[str]:
    """The report, new and other rows, newcomers, and rows that differ, `most` of each."""
    yield from preview.notes
    new = [counted(count, row_word(table)) for table, count in preview.new.items() if count]
    there = [counted(count, row_word(table)) for table, count in preview.there.items() if count]
    words = [f"New: {', '.join(new) or 'nothing'}."]
    if preview.filled:
        words.append(f"Results for games that had none: {preview.filled:,}.")
    if there:
        words.append(f"There already: {', '.join(there)}.")
    yield " ".join(words)
    yield from _first(preview.games, most, sum(preview.new.get(table, 0) for table in LOGS))
    if preview.newcomers:
        more = len(preview.newcomers) - most
        yield f"Newcomers: {names_told(preview.newcomers[:most])}{f' and {more:,} more' if more > 0 else ''}."
    if preview.differs:
        yield f"Different in the workbook, which stays as it is ({len(preview.differs):,}):"
        yield from _first(preview.differs, most)
        how = as_new or "type it in the workbook"
        further = f"If it is another game of the same two, {how}."
        yield "If the file is right, correct the row in the workbook." + (f" {further}" if preview.games_differ else "")
    if preview.gone:
        yield f"Left out, because they were taken out of the workbook or corrected there ({len(preview.gone):,}):"
        yield from _first(preview.gone, most)
        yield "If they belong in it after all, type them" + (f", or {as_new}." if as_new else ".")
    if preview.rated_earlier:
        yield f"Left out, because the ratings of the season before already count them ({len(preview.rated_earlier):,}):"
        yield from _first(preview.rated_earlier, most)
        yield "If they are not counted yet, type them" + (f", or {as_new}." if as_new else ".")
    yield from looks(preview, most)


def names_told(names: Sequence[str]) -> str:
    """Names one after the other, told apart even if one is "Last, First"."""
    return (" · " if any("," in name for name in names) else ", ").join(names)


def looks(preview: Preview, most: int) -> list[str]:
    """The numbered rows that come in and deserve a person's look. It may be empty."""
    numbered = [f"{number}. {look.sentence}" for number, look in enumerate(preview.looks, 1)]
    return [f"To review ({len(numbered):,}):", *_first(numbered, most)] if numbered else []


def standing_against(preview: Preview, own_problems: Sequence[Diagnostic], most: int) -> list[str]:
    """Return the reasons for writing nothing, or none if all is well."""
    lines = []
    if preview.wrong:
        lines.append(f"Lines to fix ({len({(one.file, one.line) for one in preview.wrong}):,}):")
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


def _first(lines: Sequence[str], most: int, number: int | None = None) -> list[str]:
    """The first lines, and how many more there are of a number of them, or of these."""
    shown = [f"  {line}" for line in lines[:most]]
    more = (len(lines) if number is None else number) - len(shown)
    return [*shown, *([f"  ... and {more:,} more."] if more > 0 else [])]


def telling_headings(system: RatingSystem, name: str) -> Sequence[str]:
    """The headings of a table that tell a row from others, and those of its content."""
    typed = [column.heading for column in tables_of(system)[name].columns if not column.computed]
    kind = system.log_schema
    return [heading for heading in typed if heading in kind.keys] if name == kind.table else typed


def row_in_words(said: Sequence[str], columns: Mapping[str, Sequence[CellValue]], row: int) -> str:
    """A row of a file, by the headings of its words."""
    words = (shown(columns[heading][row]) for heading in said if heading in columns)
    return " · ".join(filter(None, words))


def both_in_words(
    said: Sequence[str], columns: Mapping[str, Sequence[CellValue]], row: int, table: CellTable, there: int
) -> tuple[str, str]:
    """A row of a file, and the row of the workbook from which it differs."""
    known = [heading for heading in said if table.position(heading) is not None]
    theirs = {heading: columns[heading][row] for heading in known if heading in columns}
    ours = {heading: (table.column(heading) or ())[there] for heading in known}
    return _cells_in_words(theirs, ours), _cells_in_words(ours, theirs)


def _cells_in_words(cells: Mapping[str, object], others: Mapping[str, object]) -> str:
    """Cells by their headings, without those that are blank in both."""
    return ", ".join(
        f"no {heading}" if is_blank(cell) else f"{heading} {shown(cell)}"
        for heading, cell in cells.items()
        if not (is_blank(cell) and is_blank(others.get(heading)))
    )
