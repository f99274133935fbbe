"""Lexington's weekly sheet: the lines above its list, with the best of the session and of the season in words."""

from collections.abc import Mapping, Sequence
from operator import itemgetter

from xladdin.languages.language import Language
from xladdin.messages import msg
from xladdin.reports.scoreboard import NOT_RATED_WORDS, GameLine
from xladdin.reports.season.records import RATING_GAIN, RecordLine
from xladdin.reports.standings import StandingsLine, biggest_gain

MOST_LETTERS = 36
"""The most letters of two names on a line. Longer ones give way to `given_names`, and these to the first one alone."""

LONGEST_GAME = 60
"""The most letters of a line of games."""
_NOT_RATED = {*NOT_RATED_WORDS.values()}


def highlights(
    records: Sequence[Sequence[RecordLine]], say: Language, given: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Return the first of each kind in words, and the player: "High game 512: 512–267", "Cyd – Eve".

    `given` has each player's short name for names too long for a line.
    """
    lines = []
    for record in records:
        for line in record[:1]:
            best = say.render(msg("{record} {value:g}:", record=line.record or "", value=line.value))
            names = [name for name in (line.player, line.opponent) if name]
            whose = " – ".join(names)
            if len(whose) > MOST_LETTERS:
                whose = " – ".join(given.get(name, name) for name in names)
            if len(whose) > MOST_LETTERS:
                whose = line.player
            lines.append((f"{best} {say.render_text(line.score or '')}".rstrip(), whose))
    return lines


def games_in_lines(games: Sequence[GameLine], given: Mapping[str, str], most: int) -> list[str]:
    """Return the rated games of a session, winner first: "Cyd 401, Eve 335".

    Names are whole, or short as in `given`, or short with two games on a line: the first way that needs at most so
    many lines and fits them. If no way does, there are none.
    """
    sides = [
        sorted(((game.score1, game.player1), (game.score2, game.player2)), key=itemgetter(0), reverse=True)
        for game in games
        if game.score1 is not None
        and game.score2 is not None
        and game.player2
        and not {note.text for note in game.words} & _NOT_RATED
    ]
    whole, short = (
        [", ".join(f"{names.get(name, name)} {score:g}" for score, name in two) for two in sides]
        for names in ({}, given)
    )
    shared = [" · ".join(short[start : start + 2]) for start in range(0, len(short), 2)]
    fitting = (
        lines
        for lines in (whole, short, shared)
        if len(lines) <= most and all(len(line) <= LONGEST_GAME for line in lines)
    )
    return next(fitting, [])


def session_gain(lines: Sequence[StandingsLine]) -> list[RecordLine]:
    """Return the players who gained most rating points at the last session, if anybody gained."""
    best = biggest_gain(lines)
    return (
        [
            RecordLine(
                RATING_GAIN,
                best.change,
                best.player,
                score=msg("{before:g} → {after:g}", before=best.old, after=best.new),
            )
        ]
        if best
        else []
    )
