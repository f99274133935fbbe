"""The keys at the foot of the sheets for the wall: every mark, abbreviation and multiplier, by the club's own Rules.

A key covers the list above it. A mark that no player has needs no words.
"""

import textwrap
from collections.abc import Iterable, Sequence

from xladdin.languages.language import Language
from xladdin.reports.standings import key_of_ratings, with_marks
from xladdin.systems.system import KeyWords, RatingSystem
from xladdin.workbook.report_sheets.blocks.material import Material

LONGEST = 100
"""The characters of a line on a page of Letter in print of 10 points."""
SIDEWAYS = 130
"""The same on its side."""
LETTERS = 1.2
"""The characters of such a line for each of a column's width."""
CHANGES = KeyWords("▲ up, ▼ down, = unchanged at the last session.")
CHANGES_OF_EVENT = KeyWords("▲ up, ▼ down, = unchanged at the last event.")
GREY = KeyWords("Grey: was not there.")
MARKS = KeyWords("+ - = before a rating: up, down, unchanged.")
AVERAGES = KeyWords("For, against: mean scores of the season.")
FAVOURITE = KeyWords("Favourite, underdog by n: rated n points above, below the other.")


def key_of_list(
    material: Material, further: Sequence[KeyWords] = (), *, changes: bool = True, longest: int = LONGEST
) -> list[str]:
    """The key of a ratings list. `further`: sentences of its own. `changes`: it shows more than their signs."""
    system, lines = material.system, material.standings
    signs = CHANGES if system.log_kind.is_paired else CHANGES_OF_EVENT
    shown = (
        (signs, changes and any(line.change is not None for line in lines)),
        (GREY, len({line.last_played for line in lines}) > 1),
        (MARKS, system.mark_beside_rating and any(line.session_mark for line in lines)),
    )
    return in_lines(
        [
            *(words for words, is_there in shown if is_there),
            *key_of_ratings(system, map(with_marks, lines)),
            *further,
        ],
        material.say,
        longest,
    )


def key_of_session(system: RatingSystem, say: Language, *further: KeyWords, width: float) -> list[str]:
    """The key of a session's games and of the list's use of them. The columns above have this `width`."""
    longest = min(SIDEWAYS, int(width * LETTERS))
    favourite = [FAVOURITE] if system.log_kind.is_paired else []
    return in_lines([*further, *favourite, *system.session_key()], say, longest)


def in_lines(sentences: Iterable[KeyWords], say: Language, longest: int = LONGEST) -> list[str]:
    """The sentences of a key in as few lines as possible."""
    lines = [""]
    for sentence, values in sentences:
        said = say.key(sentence, **values)
        longer = f"{lines[-1]}   {said}".strip()
        if len(longer) <= longest:
            lines[-1] = longer
            continue
        first, *others = textwrap.wrap(said, longest)
        lines = [*filter(None, lines), first, *others]
    return lines if lines[0] else []
