"""The preview of an import in words, for the command line and for a message box."""

from collections.abc import Iterator, Sequence

from xladdin.cells.mending import rows_to_mend, told
from xladdin.cells.text import counted
from xladdin.errors import Diagnostic
from xladdin.importing.material import grouped
from xladdin.workbook.incoming.preview import Preview
from xladdin.workbook.schema import row_word

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
        lines += _first([line.text for line in told(own_problems)], most)
        lines.append(f"{rows_to_mend(own_problems)} of the workbook to fix first.")
    return lines


def _first(lines: Sequence[str], most: int, number: int | None = None) -> list[str]:
    """The first lines, and how many more there are of a number of them, or of these."""
    shown = [f"  {line}" for line in lines[:most]]
    more = (len(lines) if number is None else number) - len(shown)
    return [*shown, *([f"  ... and {more:,} more."] if more > 0 else [])]
