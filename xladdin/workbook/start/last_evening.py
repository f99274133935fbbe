"""The last evening in a few lines, the club in one, and the top of the list."""

from collections.abc import Iterator, Mapping

from xladdin.languages.language import Language
from xladdin.replay import Replay
from xladdin.reports.context import ReportContext
from xladdin.reports.facts import Facts
from xladdin.reports.occasions import called
from xladdin.reports.season.records import RecordLine, game_records, high_game
from xladdin.reports.season.season_report import highest_in_words
from xladdin.reports.standings import biggest_gain

HIGHEST_NAMED = 3
"""The most players with the high game that a line of Start has room for."""


def in_a_line(facts: Facts, say: Language) -> str:
    """The club in a line: its players, and what was played since when."""
    log = facts.replay.log
    players = say.count(len(log.players), "player")
    if not log.sessions:
        return say.text("Club ratings · {players}", players=players)
    rows = say.count(facts.lifetime.games_played, log.system.log_kind.row_word)
    day = say.full_day(min(log.sessions))
    line = say.text("Club ratings · {players}, {rows} since {day}", players=players, rows=rows, day=day)
    top = next((line.rating for line in facts.replay.ranking() if line.rank is not None), None)
    if top is None or log.system.top_rating is None:
        return line
    return say.text("{line} · highest rating {words}", line=line, words=say.told(highest_in_words(log.system, top)))


def evening_title(replay: Replay, say: Language) -> str:
    """The title above its lines."""
    session, day = replay.last_session, replay.last_date
    if day is None:
        return say.text(called(replay.log.system, "Last evening"))
    if session and session[0].event:
        return session[0].event
    return say.text(called(replay.log.system, "Last evening: {day}"), day=say.day(day))


def lines_of_evening(context: ReportContext) -> Iterator[tuple[str, str]]:
    """The last session in five lines at the most, each a label and its words."""
    replay, session, say = context.replay, context.statistics.session, context.language
    if replay.last_date is None:
        return
    if not context.system.log_kind.is_paired:
        first = replay.last_session[0]
        yield "Results", say.count(first.stop - first.start, "result")
    else:
        players = say.count(len(session.players), "player")
        yield "Games", say.text("{games}, by {players}", games=say.number(session.games_played), players=players)
        best = {lines[0].record: lines[0] for lines in game_records(session, shown=1) if lines}
        if "High game" in best:
            score, scorers = high_game(session)
            named, more = ", ".join(scorers[:HIGHEST_NAMED]), len(scorers) - HIGHEST_NAMED
            told = say.text("{names} and {number} more", names=named, number=more) if more > 0 else named
            yield "High game", f"{told} {score:g}"
        yield from _told("Biggest win", best, "{player} by {value} over {opponent}", say)
        yield from _told("Biggest upset", best, "{player} beat {opponent} ({value} up)", say)
    if line := biggest_gain(context.standings):
        change, rating = (say.rating(round(value, 2), 0) for value in (line.change or 0, float(line.new)))
        words = say.text("{player} ▲ {change}, to {rating}", player=line.player, change=change, rating=rating)
        yield "Biggest gain", words


def _told(record: str, best: Mapping[str | None, RecordLine], words: str, say: Language) -> Iterator[tuple[str, str]]:
    if record in best:
        line = best[record]
        yield record, say.text(words, player=line.player, value=f"{line.value:g}", opponent=line.opponent)
