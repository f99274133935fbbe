"""The names for a day of play. A club has an evening a week, a camp plays every day, and others meet at events."""

from xladdin.languages.language import DAY, EVENING, EVENT
from xladdin.systems.system import RatingSystem

AT_CAMP = {
    "Last evening": "Last day",
    "Last evening: {day}": "Last day: {day}",
    "All evenings": "All days",
    "Evening": "Day",
    "Each player's evening": "Each player's day",
    "Rating after each evening": "Rating after each day",
    "Tonight's tables": "Today's tables",
    "Type tonight's games": "Type today's games",
    "Next: type tonight's games": "Next: type today's games",
}
"""A camp's texts, by a club's."""


def occasion_of(system: RatingSystem) -> str:
    """The occasion on which a system's players meet."""
    if system.key_groups:
        return DAY
    return EVENING if system.log_schema.is_paired else EVENT


def called(system: RatingSystem, english: str) -> str:
    """Our text in the words of the system's players, in English."""
    return AT_CAMP.get(english, english) if occasion_of(system) == DAY else english
