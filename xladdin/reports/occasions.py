"""What a day of play is called: a club has an evening a week, a camp plays every day."""

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
"""Texts of ours by what a club calls them."""


def called(system: RatingSystem, english: str) -> str:
    """A text of ours as the system's players would say it, in English."""
    return AT_CAMP.get(english, english) if system.key_groups else english
