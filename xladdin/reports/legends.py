"""The legends of reports: every mark, abbreviation and multiplier, by the club's own Rules.

A legend covers the list above it. A mark that no player has needs no sentence.
"""

import textwrap
from collections.abc import Iterable, Sequence

from xladdin.languages.language import Language
from xladdin.messages import Message, msg
from xladdin.reports.context import ReportContext
from xladdin.reports.standings import key_of_ratings, with_marks
from xladdin.systems.system import RatingSystem

CHANGES = msg("▲ up, ▼ down, = unchanged at the last session.")
CHANGES_OF_EVENT = msg("▲ up, ▼ down, = unchanged at the last event.")
GREY = msg("Grey: was not there.")
MARKS = msg("+ - = before a rating: up, down, unchanged.")
AVERAGES = msg("For, against: mean scores of the season.")
FAVOURITE = msg("Favourite, underdog by n: rated n points above, below the other.")


def list_legend(context: ReportContext, further: Sequence[Message] = (), *, has_changes: bool = True) -> list[Message]:
    """Return the legend of a ratings list, with its `further` sentences before the last.

    Without `has_changes` it shows only their signs.
    """
    system = context.system
    lines = [line for line in context.standings if line.player not in context.left_out]
    signs = CHANGES if system.log_schema.is_paired else CHANGES_OF_EVENT
    sentences = (
        (signs, has_changes and any(line.change is not None for line in lines)),
        (GREY, len({line.last_played for line in lines}) > 1),
        (MARKS, system.mark_beside_rating and any(line.session_mark for line in lines)),
    )
    marks = key_of_ratings(system, map(with_marks, lines))
    return [*(sentence for sentence, is_needed in sentences if is_needed), *marks, *further]


def session_legend(system: RatingSystem, *further: Message) -> list[Message]:
    """Return the legend of a session's games, and of what the list takes of them."""
    favourite = [FAVOURITE] if system.log_schema.is_paired else []
    return [*further, *favourite, *system.session_legend()]


def legend_lines(sentences: Iterable[str], language: Language, longest: int) -> list[str]:
    """Return the sentences of a legend in as few lines as possible, each of at most so many letters."""
    lines = [""]
    for sentence in sentences:
        if not isinstance(sentence, Message):
            lines = [*filter(None, lines), sentence]
            continue
        text = language.render(sentence)
        longer = f"{lines[-1]}   {text}".strip()
        if len(longer) <= longest:
            lines[-1] = longer
            continue
        first, *further = textwrap.wrap(text, longest)
        lines = [*filter(None, lines), first, *further]
    return lines if lines[0] else []
