"""The names for a day of play. A club has an evening a week, a camp plays every day, and others meet at events."""

from collections.abc import Mapping

from xladdin.languages.language import DAY, EVENING, EVENT
from xladdin.messages import Message, msg
from xladdin.systems.system import RatingSystem

AT_CAMP: Mapping[str, Message] = {
    msg("Last evening"): msg("Last day"),
    msg("Last evening: {day}"): msg("Last day: {day}"),
    msg("All evenings"): msg("All days"),
    msg("Evening"): msg("Day"),
    msg("Each player's evening"): msg("Each player's day"),
    msg("Rating after each evening"): msg("Rating after each day"),
    msg("Tonight's tables"): msg("Today's tables"),
    msg("Type tonight's games"): msg("Type today's games"),
    msg("Next: type tonight's games"): msg("Next: type today's games"),
}
"""A camp's texts, by a club's."""


def occasion_of(system: RatingSystem) -> str:
    """Return the occasion on which a system's players meet."""
    if system.key_groups:
        return DAY
    return EVENING if system.log_schema.is_paired else EVENT


def called(system: RatingSystem, message: Message) -> Message:
    """Our text in the words of the system's players, in English."""
    return AT_CAMP.get(message, message) if occasion_of(system) == DAY else message
