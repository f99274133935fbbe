"""Headings that mean our columns, in the languages that clubs use, and the match of a file's headings with ours."""

import difflib
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from xladdin.cells.text import name_key
from xladdin.imports.tables.grid import MOST_COLUMNS, ROWS_LOOKED_AT

ALSO_CALLED: Mapping[str, tuple[str, ...]] = {
    "Date": ("day", "played on", "date played", "game date", "date of game", "date of the game", "date of play",
             "match date", "date of match", "club night", "played", "session", "jour", "joue le", "date de la partie",
             "date du match", "datum", "spieldatum", "datum der partie", "gespielt am", "fecha", "fecha de la partida",
             "fecha del juego", "data"),
    "Player 1": ("player a", "player one", "name 1", "player name 1", "winner", "winners name", "winner name", "player",
                 "your name", "home", "home player", "home team",
                 "joueur 1", "joueur a", "gagnant", "vainqueur", "spieler 1", "spieler a", "sieger",
                 "gewinner", "jugador 1", "ganador"),
    "Score 1": ("score a", "points 1", "points a", "winners score", "winner score", "winning score", "your score",
                "home score", "home points",
                "pointage 1", "pointage a", "pointage du gagnant", "score du gagnant", "score gagnant", "punkte 1",
                "punkte a", "punkte sieger", "puntos 1", "puntuacion 1"),
    "Player 2": ("player b", "player two", "name 2", "player name 2", "loser", "losers name", "opponent",
                 "opponents name", "opponent name", "away", "away player", "away team", "visitor",
                 "joueur 2", "joueur b", "adversaire", "perdant", "spieler 2",
                 "spieler b", "gegner", "verlierer", "jugador 2", "oponente", "perdedor"),
    "Score 2": ("score b", "points 2", "points b", "losers score", "loser score", "losing score", "opponents score",
                "opponent score", "away score", "away points", "visitor score",
                "pointage 2", "pointage b", "pointage du perdant", "pointage de ladversaire",
                "score de ladversaire", "score du perdant", "punkte 2", "punkte b", "punkte gegner", "puntos 2",
                "puntuacion 2"),
    "Double": ("plays two", "double game", "partie double"),
    "White": ("white player", "blancs", "blanc", "weiss", "blancas"),
    "Black": ("black player", "noirs", "noir", "schwarz", "negras"),
    "Result": ("outcome", "resultat", "ergebnis", "resultado"),
    "Kind": ("kind of game", "genre"),
    "Remark": ("remarks", "comment", "comments", "notes", "remarque", "bemerkung"),
    "Player": ("name", "player name", "players", "joueur", "nom", "spieler", "jugador", "nombre", "member"),
    "Start rating": ("initial rating", "starting rating", "rating at start", "cote initiale", "cote de depart",
                     "startwertung"),
    "Start games": ("initial games", "games before", "games at start", "parties au depart", "spiele vorher"),
    "Start last played": ("last played before",),
    "Nation": ("country", "nationality", "pays", "land", "pais"),
    "Group": ("groupe", "gruppe", "grupo"),
    "Initial rating": ("initial", "cote initiale"),
    "Active": ("at camp", "actif", "aktiv", "activo"),
    "Points": ("adjustment", "boost"),
    "Reason": ("why", "raison", "grund"),
    "Event": ("tournament", "event name", "tournoi", "turnier", "torneo"),
    "Players": ("number of players", "field", "joueurs"),
    "Rounds": ("number of rounds", "rondes", "runden"),
    "World Championship": ("worlds", "wdc"),
    "Place": ("rank", "position", "placing", "rang", "platz", "lugar"),
    "Alias": ("also known as", "spelling"),
}  # fmt: skip
"""Other names of our columns, as `plain` gives them. Our own headings count by themselves."""
OF_TODAY: Mapping[str, tuple[str, ...]] = {
    "Start permanent": ("permanent", "permanent rating", "rating", "current rating", "elo", "cote", "wertung"),
    "Start rating": ("rating", "current rating", "rating now", "club rating", "elo", "cote", "cote actuelle", "wertung",
                     "clasificacion"),
    "Start games": ("games in all", "games", "games played", "number of games", "rated games", "parties en tout",
                    "parties", "parties jouees", "spiele", "partidas"),
    "Start events": ("events", "events played", "tournaments", "tournois", "turniere"),
    "Start last played": ("last played", "last game", "derniere partie", "zuletzt gespielt"),
}  # fmt: skip
"""A club list's names for the figures of today, by our heading for those that a player comes with."""
MOMENTS = frozenset((
    "submitted on", "timestamp", "completion time", "submission time", "horodateur", "heure de fin", "zeitstempel",
    "fertigstellungszeit", "marca temporal", "hora de finalizacion",
))  # fmt: skip
"""A form's names for the moment of a response, as `plain` gives them. It is the day of the games without a column."""
DAY = "Date"
"""Our heading of the day."""
PLAYERS, SCORES = ("Player 1", "Player 2"), ("Score 1", "Score 2")
"""Our headings of the two players and of their scores."""
ONE_SCORE = frozenset(("score", "pointage", "puntuacion"))
"""The names of a score that do not say whose it is, as `plain` gives them."""
FEWEST_HEADINGS = 2
"""A second row of headings has at least this many of them. A title may say as much as one."""
LONGEST = 60
"""The most characters of a heading to compare."""
LIKE = 0.85
"""How alike two headings must be to count as one. "Oponent" with its slip is, but "Score 1" and 2 are not."""


def plain(heading: str) -> str:
    """A heading without case, accents, signs and doubled blanks: "Winner's Score" -> "winners score"."""
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", heading.casefold().replace("ß", "ss"))
                   if not unicodedata.combining(letter))  # fmt: skip
    return " ".join(re.sub(r"[^\w\s]|_", " ", re.sub(r"['’`]", "", bare)).split())


@dataclass(frozen=True)
class Match:
    """The file's column for each of ours, by our heading: its position, and whether it was only likely."""

    positions: Mapping[str, int]
    likely: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Row:
    """A row of a file as headings, each looked at once. `plain` has all of them. The places are those of headings that
    say anything, in order, by name key and by `plain`."""

    plain: Sequence[str]
    by_key: dict[str, list[int]]
    by_plain: dict[str, list[int]]


@lru_cache(maxsize=2 * ROWS_LOOKED_AT)
def _row_of(headings: tuple[str, ...]) -> _Row:
    row = _Row(tuple(map(plain, headings)), {}, {})
    for position, (heading, bare) in enumerate(zip(headings, row.plain)):
        if bare:
            row.by_key.setdefault(name_key(heading), []).append(position)
            row.by_plain.setdefault(bare, []).append(position)
    return row


def plain_headings(headings: Sequence[str]) -> Sequence[str]:
    """The `plain` form of each heading of a row."""
    return _row_of(tuple(headings)).plain


def look_like_headings(cells: Sequence[str], ours: Collection[str]) -> bool:
    """Whether two cells of a row or more are called as columns of ours, and no other has a figure."""
    known = {plain(name) for heading in ours for name in (heading, *ALSO_CALLED.get(heading, ()))} | ONE_SCORE
    said = list(filter(None, plain_headings(cells)))
    others = [name for name in said if name not in known]
    return len(said) - len(others) >= FEWEST_HEADINGS and not any(map(str.isdigit, "".join(others)))


def match_headings(theirs: Sequence[str], ours: Sequence[str], told: Mapping[str, str]) -> Match:
    """The match of a file's headings with ours: by what was told, by name, by another name, then by likeness.

    `told` has the file's heading by ours. A column of the file is taken once. A heading that is there twice counts at
    its first place, and at its second if it was told twice, or is "Score" with one for each player. If there are more
    columns than are taken, nothing is matched by likeness, nor is one score without the other.
    """
    row = _row_of(tuple(theirs))
    known, free = row.plain, set(chain.from_iterable(row.by_plain.values()))
    positions: dict[str, int] = {}

    def take(heading: str, position: int) -> None:
        positions[heading] = position
        free.discard(position)

    for heading, column in told.items():
        place = next((at for at in row.by_plain.get(plain(column), ()) if at in free), None)
        if heading in ours and place is not None:
            take(heading, place)
    for heading in ours:
        place = next((at for at in row.by_key.get(name_key(heading), ()) if at in free), None)
        if heading not in positions and place is not None:
            take(heading, place)
    for names_of in (lambda heading: (heading,), lambda heading: ALSO_CALLED.get(heading, ())):
        for heading in ours:
            named = (at for name in set(map(plain, names_of(heading))) for at in row.by_plain.get(name, ()))
            place = min((at for at in named if at in free), default=None)
            if heading not in positions and place is not None:
                take(heading, place)
    for heading, position in _scores_in_order(known, free, ours, positions).items():
        take(heading, position)
    likely = set()
    is_guessed = positions and len(known) <= MOST_COLUMNS
    for heading in ours if is_guessed else ():  # a row of which nothing is known by name is none of headings
        likely_names = [plain(name) for name in (heading, *ALSO_CALLED.get(heading, ()))]
        near = [at for at in sorted(free) if any(_alike(known[at], name) for name in likely_names)]
        if heading not in positions and len(near) == 1:
            take(heading, near[0])
            likely.add(heading)
    alone = [score for score in SCORES if score in positions]
    if len(alone) == 1 and alone[0] in likely:  # whose the points are is not clear, so both are asked for
        likely.remove(alone[0])
        free.add(positions.pop(alone[0]))
    moment = min((at for name in MOMENTS for at in row.by_plain.get(name, ()) if at in free), default=None)
    if DAY in ours and DAY not in positions and moment is not None:
        take(DAY, moment)
    return Match(positions, frozenset(likely))


def _scores_in_order(
    known: Sequence[str], free: Collection[int], ours: Collection[str], positions: Mapping[str, int]
) -> dict[str, int]:
    """The columns that are called only "Score", if there is one for each score that is missing.

    They come in the order of the players, as in Winner, Score, Loser, Score.
    """
    if not set(SCORES) <= set(ours) or not set(PLAYERS) <= set(positions):
        return {}
    in_order = sorted(zip(PLAYERS, SCORES), key=lambda pair: positions[pair[0]])
    missing = [score for _, score in in_order if score not in positions]
    columns = [at for at in sorted(free) if known[at] in ONE_SCORE]
    return dict(zip(missing, columns)) if len(columns) == len(missing) else {}


def _alike(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > 4 or len(one) > LONGEST:
        return False
    numbers = [re.findall(r"[0-9]+|\b[a-z]\b", text) for text in (one, other)]
    return numbers[0] == numbers[1] and difflib.SequenceMatcher(None, one, other).ratio() >= LIKE
