"""The preview of an import in words, for the command line and for a message box."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from xladdin.cells.mending import rows_to_mend, told
from xladdin.cells.text import counted
from xladdin.errors import Problem
from xladdin.imports.material import grouped
from xladdin.workbook.incoming.preview import GROUPS_WANTED, Preview, Unknown
from xladdin.workbook.schema import row_word


@dataclass(frozen=True)
class Ways:
    """The ways to have more taken, each a sentence. A blank one means that there is no way but by hand.

    `names` says how to assign a name, with `{there}`, `{name}` and `{player}`. `rows` says how to leave out what is no
    game, and `groups` how to bring groups.
    """

    newcomers: str = ""
    ratings: str = ""
    as_new: str = ""
    names: str = ""
    rows: str = ""
    groups: str = ""


LOGS = ("Games", "Results")
"""The tables whose new rows are listed."""
BY_HAND = Ways()
BY_OPTIONS = Ways(
    "To add unknown names as new players, unless they resemble someone: --add-players.",
    "To use them, add --ratings.",
    "If it is another game of the same two, add --as-new.",
    '--name "{there}={player}" or --new-player "{name}"',
    "To leave out rows that are no games, such as totals: --leave-out TEXT, with a text of theirs.",
)
BY_PRESSING = Ways(
    "Or say below who each of them is.",
    'To use them, tick "New players come with the ratings of the file".',
    'If it is another game of the same two, tick "Also take games that would be left out".',
)


def of_new(ways: Ways) -> Ways:
    """The ways that are left where a workbook is made of files, with all unknown names as new players."""
    newcomers = BY_PRESSING.newcomers if ways is BY_PRESSING else ""
    return Ways(newcomers=newcomers, names=ways.names, rows=ways.rows, groups=GROUPS_WANTED)


def preview_lines(preview: Preview, most: int, ways: Ways) -> Iterator[str]:
    """The report, new and other rows, newcomers, and rows that differ, `most` of each."""
    yield from preview.notes
    for file, columns in preview.ratings_left_out:
        yield ratings_left_out(file, columns, ways)
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
        further = ways.as_new or "If it is another game of the same two, type it in the workbook."
        yield "If the file is right, correct the row in the workbook." + (f" {further}" if preview.games_differ else "")
    if preview.gone:
        yield f"Left out, because they were taken out of the workbook or corrected there ({len(preview.gone):,}):"
        yield from _first(preview.gone, most)
        yield "If they belong in it after all, type them" + (", or take them with --as-new." if ways.names else ".")
    if preview.rated_earlier:
        yield f"Left out, because the ratings of the season before already count them ({len(preview.rated_earlier):,}):"
        yield from _first(preview.rated_earlier, most)
        yield "If they are not counted yet, type them" + (", or take them with --as-new." if ways.names else ".")
    yield from looks(preview, most)


def ratings_left_out(file: str, columns: Mapping[str, str], ways: Ways = BY_HAND) -> str:
    """Says which ratings of a file stay out. `columns` has the file's headings by ours, if they have columns."""
    if not columns:
        return f"{file}: its ratings of new players are left out. {ways.ratings}".strip()
    theirs, ours = (", ".join(headings) for headings in (columns.values(), columns))
    return f"{file}: ignored: {theirs}. {ways.ratings or f'To use them as starting values, head them {ours}.'}"


def names_told(names: Sequence[str]) -> str:
    """Names one after the other, told apart even if one is "Last, First"."""
    return (" · " if any("," in name for name in names) else ", ").join(names)


def looks(preview: Preview, most: int) -> list[str]:
    """The numbered rows that come in and deserve a person's look. It may be empty."""
    numbered = [f"{number}. {look.sentence}" for number, look in enumerate(preview.looks, 1)]
    return [f"To review ({len(numbered):,}):", *_first(numbered, most)] if numbered else []


def standing_against(preview: Preview, own_problems: Sequence[Problem], most: int, ways: Ways) -> list[str]:
    """The reasons for writing nothing. It is empty if all is well."""
    lines = []
    if preview.unknown:
        lines.append(f"{counted(len(preview.unknown), 'name')} not recognised:")
        lines += _first([_with_way(one, ways) for one in preview.unknown], most)
        advice = "Correct the names in the file, add the players on Players, or note the spelling on Aliases."
        lines.append(f"{advice} {ways.newcomers}".strip())
    if preview.wrong:
        lines.append(f"Lines to fix ({len({(one.file, one.line) for one in preview.wrong}):,}):")
        lines += _first(grouped(preview.wrong), most)
    if ways.rows and not preview.is_sound:
        lines.append(ways.rows)
    if own_problems:
        lines += _first([line.text for line in told(own_problems)], most)
        lines.append(f"{rows_to_mend(own_problems)} of the workbook to fix first.")
    if ways.groups and "Group" in {one.column for one in preview.wrong} | {one.column for one in own_problems}:
        lines.append(ways.groups)
    return lines


def _with_way(one: Unknown, ways: Ways) -> str:
    """An unknown name, with the options that say who it is."""
    if not ways.names or not one.name.isprintable():
        return str(one)
    player = one.near[0] if one.near else "PLAYER"
    return f"{one} ({ways.names.format(there=one.there or one.name, name=one.name, player=player)})"


def _first(lines: Sequence[str], most: int, number: int | None = None) -> list[str]:
    """The first lines, and how many more there are of a number of them, or of these."""
    shown = [f"  {line}" for line in lines[:most]]
    more = (len(lines) if number is None else number) - len(shown)
    return [*shown, *([f"  ... and {more:,} more."] if more > 0 else [])]
