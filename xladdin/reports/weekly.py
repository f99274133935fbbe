"""Lexington's weekly sheet: what stands above its list, the best of the session and of the season in words."""

from __future__ import annotations

from collections.abc import Sequence

from xladdin.languages.language import Language
from xladdin.reports.season.records import RecordLine


def highlights(records: Sequence[Sequence[RecordLine]], say: Language) -> list[str]:
    """The first of each kind in words: "High game 512: Cyd – Eve 512–267"."""
    lines = []
    for record in records:
        for line in record[:1]:
            opponent = f" – {line.opponent}" if line.opponent else ""
            best = say.text("{record} {value}:", record=say.label(line.record or ""), value=f"{line.value:g}")
            lines.append(f"{best} {line.player}{opponent} {line.score or ''}".rstrip())
    return lines
