"""Headings that mean our columns, in the languages that clubs write them in, and the match of a file's with ours."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xladdin.cells.text import name_key

ALSO_CALLED: Mapping[str, tuple[str, ...]] = {
    "Date": ("day", "played on", "date played", "game date", "played", "session", "submitted on", "timestamp",
             "completion time", "jour", "joue le", "horodateur", "datum", "gespielt am", "zeitstempel", "fecha",
             "data"),
    "Player 1": ("player a", "player one", "name 1", "player name 1", "winner", "winners name", "winner name", "player",
                 "your name", "joueur 1", "joueur a", "gagnant", "vainqueur", "spieler 1", "spieler a", "sieger",
                 "gewinner", "jugador 1", "ganador"),
    "Score 1": ("score a", "points 1", "points a", "winners score", "winner score", "winning score", "your score",
                "pointage 1", "pointage a", "pointage du gagnant", "score du gagnant", "score gagnant", "punkte 1",
                "punkte a", "punkte sieger", "puntos 1", "puntuacion 1"),
    "Player 2": ("player b", "player two", "name 2", "player name 2", "loser", "losers name", "opponent",
                 "opponents name", "opponent name", "joueur 2", "joueur b", "adversaire", "perdant", "spieler 2",
                 "spieler b", "gegner", "verlierer", "jugador 2", "oponente", "perdedor"),
    "Score 2": ("score b", "points 2", "points b", "losers score", "loser score", "losing score", "opponents score",
                "opponent score", "pointage 2", "pointage b", "pointage du perdant", "pointage de ladversaire",
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
"""What our columns are also called, as `plain` gives it; our own headings count by themselves."""
LONGEST = 60
"""Characters of a heading that is compared."""
LIKE = 0.85
"""How alike two headings must be for one to be taken for the other; a slip in "Oponent" is, "Score 1" and 2 are not."""


def plain(heading: str) -> str:
    """A heading without case, accents, signs and doubled blanks: "Winner's  Score" -> "winners score"."""
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", heading.casefold().replace("ß", "ss"))
                   if not unicodedata.combining(letter))  # fmt: skip
    return " ".join(re.sub(r"[^\w\s]|_", " ", re.sub(r"['’`]", "", bare)).split())


@dataclass(frozen=True)
class Match:
    """Which column of a file each of ours is, by our heading: its position, and whether it only was likely."""

    positions: Mapping[str, int]
    likely: frozenset[str] = frozenset()


def match_headings(theirs: Sequence[str], ours: Sequence[str], told: Mapping[str, str]) -> Match:
    """The match of a file's headings with ours: by what was told, by name, by another name, then by likeness.

    told: the file's heading by ours. A column of the file is taken once; a heading that stands there twice counts at
    its first place.
    """
    known = [plain(heading) for heading in theirs]
    free = {position for position, heading in enumerate(known) if heading}
    positions: dict[str, int] = {}

    def take(heading: str, position: int) -> None:
        positions[heading] = position
        free.discard(position)

    for heading, column in told.items():
        place = next((at for at, name in enumerate(known) if name == plain(column)), None)
        if place is not None:
            take(heading, place)
    for heading in ours:
        place = next((at for at in sorted(free) if name_key(theirs[at]) == name_key(heading)), None)
        if heading not in positions and place is not None:
            take(heading, place)
    for names_of in (lambda heading: (heading,), lambda heading: ALSO_CALLED.get(heading, ())):
        for heading in ours:
            names = {plain(name) for name in names_of(heading)}
            place = next((at for at in sorted(free) if known[at] in names), None)
            if heading not in positions and place is not None:
                take(heading, place)
    likely = set()
    for heading in ours if positions else ():  # a row of which nothing is known by name is none of headings
        likely_names = [plain(name) for name in (heading, *ALSO_CALLED.get(heading, ()))]
        near = [at for at in sorted(free) if any(_alike(known[at], name) for name in likely_names)]
        if heading not in positions and len(near) == 1:
            take(heading, near[0])
            likely.add(heading)
    return Match(positions, frozenset(likely))


def _alike(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > 4 or len(one) > LONGEST:
        return False
    numbers = [re.findall(r"[0-9]+|\b[a-z]\b", text) for text in (one, other)]
    return numbers[0] == numbers[1] and difflib.SequenceMatcher(None, one, other).ratio() >= LIKE
