"""Lexington's weekly sheet: what stands above its list, the best of the session and of the season in words."""

from __future__ import annotations

from collections.abc import Sequence

from xladdin.reports.season.records import RecordLine


def highlights(records: Sequence[Sequence[RecordLine]]) -> list[str]:
    """The first of each kind in words: "High game 512: Cyd – Eve 512–267"."""
    lines = []
    for record in records:
        for line in record[:1]:
            opponent = f" – {line.opponent}" if line.opponent else ""
            lines.append(f"{line.record} {line.value:g}: {line.player}{opponent} {line.score or ''}".rstrip())
    return lines
