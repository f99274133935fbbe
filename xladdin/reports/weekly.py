"""Lexington's weekly sheet: the lines above its list, with the best of the session and of the season in words."""

from collections.abc import Mapping, Sequence

from xladdin.languages.language import Language
from xladdin.reports.season.records import RecordLine
from xladdin.reports.standings import StandingsLine, biggest_gain

MOST_LETTERS = 36
"""The most letters of two names on a line. Longer ones give way to `given_names`, and these to the first one alone."""


def highlights(
    records: Sequence[Sequence[RecordLine]], say: Language, given: Mapping[str, str]
) -> list[tuple[str, str]]:
    """The first of each kind in words, and the player: "High game 512: 512–267", "Cyd – Eve".

    `given` has each player's short name for names too long for a line.
    """
    lines = []
    for record in records:
        for line in record[:1]:
            best = say.text("{record} {value}:", record=say.label(line.record or ""), value=f"{line.value:g}")
            names = [name for name in (line.player, line.opponent) if name]
            whose = " – ".join(names)
            if len(whose) > MOST_LETTERS:
                whose = " – ".join(given.get(name, name) for name in names)
            if len(whose) > MOST_LETTERS:
                whose = line.player
            lines.append((f"{best} {line.score or ''}".rstrip(), whose))
    return lines


def session_gain(lines: Sequence[StandingsLine]) -> list[RecordLine]:
    """The players who gained most rating points at the last session, if anybody gained."""
    best = biggest_gain(lines)
    return [RecordLine("Rating gain", best.change, best.player, score=f"{best.old:g} → {best.new:g}")] if best else []
