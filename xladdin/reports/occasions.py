"""The names for a day of play. A club has an evening a week, and a camp plays every day."""

from __future__ import annotations

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
}
"""A camp's texts, by a club's."""


def called(system: RatingSystem, english: str) -> str:
    """Our text in the words of the system's players, in English."""
    return AT_CAMP.get(english, english) if system.key_groups else english
