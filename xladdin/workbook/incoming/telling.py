"""The preview of an import in words, for the command line and for a message box alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xladdin.cells.mending import rows_to_mend, told
from xladdin.cells.text import counted
from xladdin.errors import Problem
from xladdin.imports.material import grouped
from xladdin.workbook.incoming.merging import Preview
from xladdin.workbook.schema import row_word


def preview_lines(preview: Preview, most: int) -> Iterator[str]:
    """The report, what is new and what is not, newcomers, and rows that differ, `most` of each."""
    yield from preview.notes
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


def standing_against(preview: Preview, own_problems: Sequence[Problem], most: int = 20) -> list[str]:
    """Why nothing is written; nothing where all is well."""
    lines = []
    if preview.unknown:
        lines.append(f"Names that are no player's ({len(preview.unknown):,}):")
        lines += _first([str(one) for one in preview.unknown], most)
        lines.append(
            "Mend the names in the file, add the players on Players, or note the spelling on Aliases; "
            "--add-players makes newcomers of names that are like nobody's."
        )
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
