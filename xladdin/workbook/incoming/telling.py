"""The preview of an import in words, for the command line and for a message box alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xladdin.cells.mending import rows_to_mend, told
from xladdin.cells.text import counted
from xladdin.errors import Problem
from xladdin.imports.material import grouped
from xladdin.workbook.incoming.preview import Preview
from xladdin.workbook.schema import row_word


@dataclass(frozen=True)
class Ways:
    """How the person can have more taken, each a sentence; blank where there is no way but by hand."""

    newcomers: str = ""
    ratings: str = ""


BY_HAND = Ways()
BY_OPTIONS = Ways("--add-players makes newcomers of names that are like nobody's.", "--ratings takes them.")


def preview_lines(preview: Preview, most: int, ways: Ways) -> Iterator[str]:
    """The report, what is new and what is not, newcomers, and rows that differ, `most` of each."""
    yield from preview.notes
    for file in preview.ratings_left_out:
        yield f"{file}: its ratings of newcomers are left out. {ways.ratings}".strip()
    new = [counted(count, row_word(table)) for table, count in preview.new.items() if count]
    there = [counted(count, row_word(table)) for table, count in preview.there.items() if count]
    words = [f"New: {', '.join(new) or 'nothing'}."]
    if preview.filled:
        words.append(f"Results of games that stood there without: {preview.filled:,}.")
    if there:
        words.append(f"There already: {', '.join(there)}.")
    yield " ".join(words)
    if preview.newcomers:
        more = len(preview.newcomers) - most
        yield f"Newcomers: {', '.join(preview.newcomers[:most])}{f' and {more:,} more' if more > 0 else ''}."
    if preview.differs:
        yield f"Differ from the workbook, which stays as it is ({len(preview.differs):,}):"
        yield from _first(preview.differs, most)
        yield "Where the file is right, mend the row there." + (
            " If it is another game of the same two, type it there." if preview.games_differ else ""
        )


def standing_against(preview: Preview, own_problems: Sequence[Problem], most: int, ways: Ways) -> list[str]:
    """Why nothing is written; nothing where all is well."""
    lines = []
    if preview.unknown:
        lines.append(f"Names that are no player's ({len(preview.unknown):,}):")
        lines += _first([str(one) for one in preview.unknown], most)
        advice = "Mend the names in the file, add the players on Players, or note the spelling on Aliases."
        lines.append(f"{advice} {ways.newcomers}".strip())
    if preview.wrong:
        lines.append(f"Lines to mend ({len({(one.file, one.line) for one in preview.wrong}):,}):")
        lines += _first(grouped(preview.wrong), most)
    if own_problems:
        lines += _first([line.text for line in told(own_problems)], most)
        lines.append(f"{rows_to_mend(own_problems)} of the workbook to mend first.")
    return lines


def _first(lines: Sequence[str], most: int) -> list[str]:
    more = len(lines) - most
    return [*(f"  {line}" for line in lines[:most]), *([f"  ... and {more:,} more."] if more > 0 else [])]
