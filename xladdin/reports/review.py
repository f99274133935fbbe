"""Find rows that are rated but look unusual, and describe their table on the sheet Review."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from operator import add, gt
from typing import NamedTuple

from xladdin.cells import CellValue, ColumnType, Number, cell_text, name_key, remove_accents
from xladdin.messages import Message, join_messages, list_values, msg, ngettext, pgettext
from xladdin.replay import Replay
from xladdin.reports.report import REVIEW, Column, Report, Section

# The separator between the cells of a key.
KEY_SEPARATOR = " | "
# The number of earlier sessions to compare with, and the least number of them for a comparison.
MAX_EARLIER_SESSIONS, MIN_EARLIER_SESSIONS = 10, 4
# The least median number of games of a session with which a session of one game is unusual, and the least number of ten
# sessions on the same weekday with which another weekday is.
USUAL_GAMES, USUAL_DAYS = 4, 8
# The number of games from which a large change of a rating is unusual.
MIN_GAMES_PLAYED = 50
# The number of repeated games of a day from which one item is about all of them.
MIN_REPEATED_GAMES = 3
# The least letters of names that are compared letter by letter. Shorter names are similar by chance.
MIN_LETTERS = 5
SIMILAR_NAMES = msg("Similar names")
# The most items about games, which are the last ones of the table. In a club with more, the limits are not suitable.
MAX_ITEMS = 300


class ReviewItem(NamedTuple):
    """A row to review.

    Attributes:
        key: Identifies the item by the cells that raised it.
        title: Title of the item.
        table: Name of the table.
        row: Row of the table, from 0.
        reason: Why the row is unusual.
        more_rows: Further rows of the table, for the value `rows` of `reason`.
    """

    key: str
    title: Message
    table: str
    row: int
    reason: Message
    more_rows: Sequence[int] = ()


# The answer that accepts a row.
OK = "ok"


class ReviewLine(NamedTuple):
    """A line of the sheet Review. An item with the same key keeps its number and its answer."""

    number: int
    title: Message
    location: Message
    reason: Message
    answer: CellValue
    key: str

    @property
    def is_settled(self) -> bool:
        """Whether the row has been accepted."""
        return cell_text(self.answer).strip().casefold() == OK

    def as_message(self) -> Message:
        """Return the line as one text."""
        return msg(
            "{number}  {title}, {where}: {reason}",
            number=self.number,
            title=self.title,
            where=self.location,
            reason=self.reason,
        )

    def __str__(self) -> str:
        return str(self.as_message())


class Limits(NamedTuple):
    """The limits beyond which a game is unusual.

    Attributes:
        lowest_score: Lowest usual score.
        highest_score: Highest usual score.
        spread: Largest usual spread.
        change: Largest usual change of a rating by a session.
        days_early: Number of days by which a date precedes those of the neighbouring rows.
    """

    lowest_score: int
    highest_score: int
    spread: int
    change: int
    days_early: int


def find_review_items(replay: Replay, limits: Limits, blank_start_games: Sequence[int]) -> list[ReviewItem]:
    """Return the rows to review, first those of players, and then those of games in the order of the table.

    `blank_start_games` has the players with a start rating but without start games, in a system in which these count.
    """
    items = [
        *_find_missing_start_games(replay, blank_start_games),
        *_find_similar_names(replay),
        *_find_shadowing_aliases(replay),
    ]
    if replay.log.system.log_schema.is_paired:
        review = _GameReview(replay, limits)
        of_games = [
            *review.find_repeated_games(),
            *review.find_unusual_sessions(),
            *review.find_unusual_scores(),
            *review.find_large_changes(),
            *review.find_early_dates(),
        ]
        items += sorted(of_games, key=lambda item: item.row)[-MAX_ITEMS:]
    return items


def make_key(title: str, *cells: object) -> str:
    """Return the key of an item."""
    return KEY_SEPARATOR.join([title, *(cell.isoformat() if isinstance(cell, date) else str(cell) for cell in cells)])


def _find_missing_start_games(replay: Replay, blank: Sequence[int]) -> Iterator[ReviewItem]:
    log = replay.log
    for number in blank:
        player = log.players[number]
        reason = msg(
            "{player} starts with {rating:g}, without start games, and is rated as a beginner; type the start games, "
            "or 0",
            player=player.name,
            rating=player.start_rating,
        )
        title = msg("Start rating without start games")
        yield ReviewItem(
            make_key(title, player.name, player.start_rating), title, "Players", log.player_rows[number], reason
        )


def _find_similar_names(replay: Replay) -> Iterator[ReviewItem]:
    """Yield pairs of names that differ only in accents, or in one letter of a word that is not an initial."""
    log = replay.log
    plain = [remove_accents(name_key(player.name)) for player in log.players]
    players_by_variant: defaultdict[str, list[int]] = defaultdict(list)
    for number, name in enumerate(plain):
        similar: set[int] = set()
        for variant in _list_variants(name):
            similar.update(players_by_variant[variant])
            players_by_variant[variant].append(number)
        for similar_player in sorted(similar):
            if _are_similar(name, plain[similar_player]):
                yield make_similar_names_item(
                    log.player_rows[number], log.players[similar_player].name, log.players[number].name
                )


def _find_shadowing_aliases(replay: Replay) -> Iterator[ReviewItem]:
    """Yield aliases that equal the name of another player, which takes precedence."""
    log = replay.log
    title = msg("A player on Aliases")
    position = {name_key(player.name): number for number, player in enumerate(log.players)}
    for alias, player in log.aliases:
        alias_position, meant = position.get(name_key(alias)), position.get(name_key(player))
        if alias_position is not None and meant is not None and alias_position != meant:
            player_name, other_name = (log.players[number].name for number in (alias_position, meant))
            reason = msg(
                "{player} is on Players, and on Aliases for {other}; merge the two, or delete the alias",
                player=player_name,
                other=other_name,
            )
            yield ReviewItem(
                make_key(title, player_name, other_name), title, "Players", log.player_rows[alias_position], reason
            )


def make_similar_names_item(row: int, *names: str) -> ReviewItem:
    """Return the item about two similar names, on the row of the later one."""
    key = make_key(SIMILAR_NAMES, *sorted(names))
    return ReviewItem(key, SIMILAR_NAMES, "Players", row, msg("{names}: one player, or two?", names=list_values(names)))


def _list_variants(name: str) -> set[str]:
    """Return a name and its variants without one letter. Names that differ in one letter have a variant in common."""
    if len(name) < MIN_LETTERS:
        return {name}
    letters = (index for index, sign in enumerate(name) if sign.isalpha() or sign == " ")
    return {name, *(name[:index] + name[index + 1 :] for index in letters)}


def _are_similar(first: str, second: str) -> bool:
    if first == second:
        return True
    if min(len(first), len(second)) < MIN_LETTERS or abs(len(first) - len(second)) > 1:
        return False
    start = next((n for n, (a, b) in enumerate(zip(first, second)) if a != b), min(len(first), len(second)))
    ends = [name[start + (len(name) >= len(two)) :] for name, two in ((first, second), (second, first))]
    differing_letters = first[start : start + 1] + second[start : start + 1]
    compared_words = [name[name.rfind(" ", 0, start) + 1 :].split(" ")[0].rstrip(".") for name in (first, second)]
    return ends[0] == ends[1] and differing_letters.replace(" ", "").isalpha() and min(map(len, compared_words)) > 2


class _GameReview:
    """Finds unusual rated games of a log. It works on columns for speed."""

    def __init__(self, replay: Replay, limits: Limits) -> None:
        self._replay, self._limits = replay, limits
        self._log, self._games = replay.log, replay.log.games
        self._table = self._log.system.log_schema.table
        self._has_scores = self._log.system.log_schema.has_scores

    def find_repeated_games(self) -> Iterator[ReviewItem]:
        """Yield repeated games, which have the same players, scores and date as an earlier one."""
        games, title = self._games, msg("The same game twice")
        game_keys = zip(games.date, map(add, games.player1, games.player2), map(add, games.score1, games.score2))
        sums = list(map(hash, game_keys))
        # Equal games have equal hashes, so that no others need to be compared.
        if len(times := Counter(sums)) == len(sums):
            return
        first: dict[object, int] = {}
        repeats_by_day: defaultdict[date, list[tuple[int, int]]] = defaultdict(list)
        for number in (number for number, key_hash in enumerate(sums) if times[key_hash] > 1):
            line = self._make_game_key(number)
            first_row = first.setdefault(line, number)
            if first_row != number:
                repeats_by_day[games.date[number]].append((first_row, number))
        for day, repeats in repeats_by_day.items():
            if len(repeats) >= MIN_REPEATED_GAMES:
                cells = [self._list_cells(number) for _, number in repeats]
                reason = msg(
                    "{games} of {day} are already in {rows}",
                    games=ngettext("{n:,} game", "{n:,} games", len(repeats)),
                    day=day.isoformat(),
                    rows="",
                )
                rows = [games.row[first_row] for first_row, _ in repeats]
                yield self._make_item(msg("An evening twice"), repeats[0][1], reason, *sum(cells, ()), more_rows=rows)
                continue
            for count, (first_row, number) in enumerate(repeats, 1):
                key_cells = (*self._list_cells(number), count)
                reason = msg("{game} is also in {rows}", game=self._describe(number), rows="")
                yield self._make_item(title, number, reason, *key_cells, more_rows=[games.row[first_row]])

    def _make_game_key(self, number: int) -> tuple[object, ...]:
        """Return the game in a form that is the same for both orders of the players."""
        games = self._games
        sides = [(games.player1[number], games.score1[number]), (games.player2[number], games.score2[number])]
        return (games.date[number], *(sorted(sides) if self._has_scores else sides))

    def find_unusual_sessions(self) -> Iterator[ReviewItem]:
        """Yield sessions of one game and sessions on another weekday than the sessions before them."""
        counts = Counter(self._games.date)
        days = sorted(counts)
        weekdays = [day.weekday() for day in days]
        for number, day in enumerate(days):
            first = bisect_left(self._games.date, day)
            earlier = slice(max(number - MAX_EARLIER_SESSIONS, 0), number)
            earlier_days, earlier_weekdays = days[earlier], weekdays[earlier]
            if counts[day] == 1 and len(earlier_days) >= MIN_EARLIER_SESSIONS:
                from statistics import median

                usual = median(counts[day] for day in earlier_days)
                if usual >= USUAL_GAMES:
                    reason = msg(
                        "{day} has one game, but earlier sessions usually had {usual:g}; is the date right?",
                        day=day.isoformat(),
                        usual=usual,
                    )
                    yield self._make_item(msg("A session of one game"), first, reason, *self._list_cells(first))
            if len(earlier_days) == MAX_EARLIER_SESSIONS and weekdays[number] not in earlier_weekdays:
                (usual_day, times), *_ = Counter(earlier_weekdays).most_common(1)
                if times >= USUAL_DAYS:
                    reason = msg(
                        "{date} is a {date:%A}; {times} of the ten sessions before were on a {usual:%A}",
                        date=day,
                        times=times,
                        usual=earlier_days[earlier_weekdays.index(usual_day)],
                    )
                    yield self._make_item(msg("Another weekday"), first, reason, day)

    def find_unusual_scores(self) -> Iterator[ReviewItem]:
        """Yield games with unusual scores or spreads."""
        if not self._has_scores:
            return
        games, limits = self._games, self._limits
        lowest, highest, spread = limits.lowest_score, limits.highest_score, limits.spread
        unusual_games = [
            number
            for number, (score1, score2) in enumerate(zip(games.score1, games.score2))
            if not (lowest <= score1 <= highest and lowest <= score2 <= highest and abs(score1 - score2) <= spread)
        ]
        for number in sorted(unusual_games, key=games.row.__getitem__)[-MAX_ITEMS:]:
            less, more = sorted((games.score1[number], games.score2[number]))
            reasons = []
            if less < limits.lowest_score:
                reasons.append(
                    (msg("A low score"), msg("{score:g} is below {limit}", score=less, limit=limits.lowest_score))
                )
            if more > limits.highest_score:
                reasons.append(
                    (msg("A high score"), msg("{score:g} is above {limit}", score=more, limit=limits.highest_score))
                )
            if more - less > limits.spread:
                far = msg("{spread:g} points apart, more than {limit}", spread=more - less, limit=limits.spread)
                reasons.append((msg("A large spread"), far))
            reason = msg(
                "{game}: {reasons}",
                game=self._describe(number),
                reasons=join_messages([reason for _, reason in reasons]),
            )
            yield self._make_item(reasons[0][0], number, reason, *self._list_cells(number))

    def find_large_changes(self) -> Iterator[ReviewItem]:
        """Yield sessions with a large change for a player of many games, among the periods with closing ratings."""
        replay, games = self._replay, self._games
        ratings = [replay.rated_columns[heading] for heading in self._log.system.log_schema.ratings]
        game_counts = list(replay.state.games)
        for closing in reversed(replay.closings):
            period = closing.period
            old_ratings: dict[int, tuple[Number, int]] = {}
            for number in range(period.start, period.stop):
                for players, column in zip(games.players, ratings):
                    player, rating = players[number], column[number]
                    game_counts[player] -= 1
                    if rating is not None:
                        old_ratings.setdefault(player, (rating, number))
            for player, (rating, number) in old_ratings.items():
                new_rating = closing.ratings[player]
                if (
                    game_counts[player] >= MIN_GAMES_PLAYED
                    and new_rating is not None
                    and abs(new_rating - rating) > self._limits.change
                ):
                    name = self._log.players[player].name
                    reason = msg(
                        "{player} moves by {change:+g} on {day}, to {rating:g}",
                        player=name,
                        change=new_rating - rating,
                        day=period.date.isoformat(),
                        rating=new_rating,
                    )
                    cells = name, period.date, rating, new_rating
                    yield self._make_item(msg("A large change"), number, reason, *cells)

    def find_early_dates(self) -> Iterator[ReviewItem]:
        """Yield games whose date is long before those of the rows above and below."""
        rows, days = self._games.row, self._games.date
        if not any(map(gt, rows, rows[1:])):  # the rows are in order of date
            return
        order = sorted(range(len(rows)), key=rows.__getitem__)
        limit = timedelta(self._limits.days_early)
        for index, number in enumerate(order[1:], 1):
            more_rows = [order[index - 1], *order[index + 1 : index + 2]]
            if all(days[number] + limit <= days[neighbour] for neighbour in more_rows):
                days_before = min(days[neighbour] - days[number] for neighbour in more_rows).days
                reason = ngettext(
                    "{game}: {n:,} day before the games next to it; is the year right?",
                    "{game}: {n:,} days before the games next to it; is the year right?",
                    days_before,
                    game=self._describe(number),
                )
                yield self._make_item(msg("An early date"), number, reason, *self._list_cells(number))

    def _make_item(
        self, title: Message, number: int, reason: Message, *cells: object, more_rows: Sequence[int] = ()
    ) -> ReviewItem:
        return ReviewItem(make_key(title, *cells), title, self._table, self._games.row[number], reason, more_rows)

    def _list_cells(self, number: int) -> tuple[object, ...]:
        games, players = self._games, self._log.players
        names = (players[side[number]].name for side in games.players)
        return (games.date[number], next(names), games.score1[number], next(names), games.score2[number])

    def _describe(self, number: int) -> Message:
        day, player, score, opponent, opponent_score = self._list_cells(number)
        if self._has_scores:
            return msg(
                "{player} {score:g}, {other} {other_score:g}",
                player=player,
                score=score,
                other=opponent,
                other_score=opponent_score,
            )
        return msg("{day}, {player} – {other}", day=day, player=player, other=opponent)


def replace_names_in_key(key: str, names: Mapping[str, str]) -> str:
    """Return a key with names of players replaced. `names` has the present name by the former one."""
    return KEY_SEPARATOR.join(names.get(cell, cell) for cell in key.split(KEY_SEPARATOR))


# The keys of the columns that the table must have: the number of a line, its answer, and its key.
NUMBER, ANSWER, KEY = "number", "answer", "key"


def define_review_report() -> Report:
    """Describe the table of the sheet Review.

    Its lines are not those of a context, since they depend on the answers.
    """
    line = ReviewLine
    columns = {
        NUMBER: Column(pgettext("record", "No"), line.number, ColumnType.COUNT, 9),
        "title": Column(msg("What"), line.title, ColumnType.TEXT, 30),
        "location": Column(msg("Where"), line.location, ColumnType.TEXT, 18),
        "reason": Column(msg("Why"), line.reason, ColumnType.TEXT, 70),
        ANSWER: Column(msg("Answer"), line.answer, ColumnType.TEXT, 16),
        KEY: Column(msg("Key"), line.key, ColumnType.TEXT, 20, is_hidden=True),
    }
    title = msg("These rows are rated, but look unusual. Fix the row, or type ok under Answer if it is right.")
    return Report(REVIEW, title, [Section(columns, {"sheet": " ".join(columns)})])
