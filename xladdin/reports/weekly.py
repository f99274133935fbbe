"""Lexington's weekly sheet: what stands above its list, the best of the session and of the season in words."""

from __future__ import annotations

from collections.abc import Sequence

from xladdin.languages.language import Language
from xladdin.reports.season.records import RecordLine
from xladdin.reports.standings import StandingsLine


def highlights(records: Sequence[Sequence[RecordLine]], say: Language) -> list[tuple[str, str]]:
    """The first of each kind in words, and whose it is: "High game 512: 512–267", "Cyd – Eve"."""
    lines = []
    for record in records:
        for line in record[:1]:
            opponent = f" – {line.opponent}" if line.opponent else ""
            best = say.text("{record} {value}:", record=say.label(line.record or ""), value=f"{line.value:g}")
            lines.append((f"{best} {line.score or ''}".rstrip(), f"{line.player}{opponent}"))
    return lines


def session_gain(lines: Sequence[StandingsLine]) -> list[RecordLine]:
    """Who gained most rating points at the last session, the best on the list of equals; nobody where nobody gained."""
    gained = [line for line in lines if line.change is not None and line.change > 0 and not isinstance(line.new, str)]
    if not gained:
        return []
    best = max(gained, key=lambda line: line.change or 0)
    return [RecordLine("Rating gain", best.change, best.player, score=f"{best.old:g}–{best.new:g}")]
