"""How people write headings, names, numbers, ratings, results and scores."""

import re
import unicodedata
from datetime import date
from functools import lru_cache

from xladdin.cells import CellValue, without_accents
from xladdin.game_log.parsing import BYE


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


SIDES = {
    1: "1 a one white weiss weisse blancs blanc blancas bianco winner winners winning won gewinner sieger gagnant "
       "vainqueur ganador home heim your my blue for pour",
    2: "2 b two black schwarz schwarze noirs noir negras nero loser losers losing lost def defeated verlierer perdant "
       "perdedor away gast visitor opponent opponents gegner adversaire oponente red against contre",
}  # fmt: skip
WINNER = words_of("winner winners winning won gewinner sieger gagnant vainqueur ganador")
LOSER = words_of("loser losers losing lost def defeated verlierer perdant perdedor")
OPPONENT = words_of("opponent opponents gegner adversaire oponente")
FIELDS = {
    "last": "last name|lastname|last|surname|nachname|familienname|family name|nom de famille|apellido|apellidos|"
            "cognome|achternaam",
    "first": "first name|firstname|first|given name|given names|given|forename|vorname|prenom|prenoms|nombres|nome|"
             "voornaam",
    "name": "name|names|full name|player|players|players name|player name|spieler|spielername|joueur|joueuse|jugador|"
            "jugadora|member|username|user|nom|nombre|nom complet|nom du joueur|speler|giocatore|プレーヤー|プレイヤー|"
            "選手|氏名|名前|姓名",
    "score": "score|scores|marque|marques|points|pts|pt|pointage|punkte|puntos|puntuacion|final score|得点",
    "rating": "rating|ratings|rtg|rtng|rtg old|elo|dwz|cote|ecf|uscf|wertung|wertungszahl|classement|clasificacion|rat|"
              "new rating|old rating|current rating|start rating|start permanent|permanent|permanent rating|rating now|"
              "starting rating|rating at start|cote initiale|cote de depart|startwertung|cote actuelle|"
              "club rating|nwz|レーティング",
    "games": "games|gp|games played|no of games|number of games|games in all|parties|parties jouees|parties en tout|"
             "spiele|partidas|rated games|start games|initial games|games before|games at start|parties au depart|"
             "spiele vorher|gms|lifetime games|start events|events played",
    "date": "date|day|datum|tag|jour|fecha|data|date played|played on|game date|match date|date of match|date of game|"
            "date of the game|date of play|session|date de la partie|date du match|spieldatum|datum der partie|"
            "gespielt am|fecha de la partida|日付|when|club night|played|joue le|spieltag",
    "moment": "timestamp|horodateur|zeitstempel|marca temporal|completion time|submission time|submitted|submitted on|"
              "created|heure de fin|fertigstellungszeit|hora de finalizacion",
    "result": "result|results|resultat|ergebnis|resultado|outcome|game|res|結果",
    "draw": "draw|drawn|remis|nul|tie|tied",
    "place": "place|placing|rank|rang|platz|pos|position|lugar",
    "event": "event|tournament|event name|turnier|tournoi|torneo|competition",
    "rounds": "rounds|number of rounds|rondes|runden",
    "nation": "nation|country|nationality|fed|pays|land|pais",
    "group": "group|groupe|gruppe|grupo|division|class",
    "group rating": "initial rating|initial",
    "active": "active|at camp|actif|aktiv|activo",
    "adjustment": "adjustment|boost|bonus|rating adjustment",
    "reason": "reason|why|grund|raison",
    "kind": "kind|type|game type|kind of game|genre",
    "double": "double|plays two|double game|partie double",
    "last played": "last played|last game|derniere partie|zuletzt gespielt",
    "alias": "alias|also known as|spelling",
    "round": "round|rd|runde|ronde|ronda",
}  # fmt: skip
RATING_WORDS = words_of("rating ratings rtg rtng elo dwz cote ecf uscf wertung wertungszahl rat nwz rated")
START_WORDS = words_of("start starting initial old before depart initiale alt vorher")
CURRENT_WORDS = words_of("new current now neu actuelle")
HARMLESS = words_of(
    "# no nr nr. n id phone tel telephone telefon mobile email mail adresse address courriel club "
    "ecole school verein team city ville note notes remark remarks comment comments title titel sex "
    "gender geschlecht birth born bdate age board bo table tisch rd stage tier time heure uhrzeit tie "
    "break tb performance perf tpr streak wrote writer scorer url image lan raw photo memo bemerkung "
    "remarque start"
)
"""Words of columns that are listed as not used without a question."""
STANDINGS = words_of(
    "points pts rank rang platz played won lost drawn wins losses draws tie break performance spread "
    "total tot avg average pct"
)
"""Words of a list of standings. None of them is a rating or an adjustment without an answer."""
TOTALS = words_of("total totals sum summe somme gesamt subtotal totaux")
TEAM = words_of("team teams mannschaft equipe equipo club 팀")

_FILLERS = words_of("s of the player match final total p who id's question du de la des le l der")
_RATING_NOISE = words_of("change diff difference performance date perf avg average mean aro tpr")


def fold_heading(text: str) -> str:
    """Return a heading without case, accents and signs: "Player_1", "player1" and "Player 1 :" end alike."""
    text = re.sub(r"(?<=[a-z])(?=[A-Z][a-z])", " ", " ".join(text.split()))
    bare = re.sub(r"['’`´]", "", without_accents(text.casefold().replace("ß", "ss")))
    bare = re.sub(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])", " ", bare)
    return " ".join(re.sub(r"[^\w\s#]|_", " ", bare).split())


_FIELD_OF = {fold_heading(phrase): field for field, phrases in FIELDS.items() for phrase in phrases.split("|")}
_SIDE_OF = {word: side for side, words in SIDES.items() for word in words.split()}


@lru_cache(maxsize=4096)
def parse_heading(head: str) -> tuple[str, int]:
    """Return field and side of a folded heading: ("score", 1) for "winners score", ("", 0) for an unknown one."""
    if head in _FIELD_OF:
        return _FIELD_OF[head], 0
    tokens = head.split()
    if "player" in tokens and any(t in _SIDE_OF for t in tokens) and sum(t not in _SIDE_OF for t in tokens) > 1:
        tokens = [token for token in tokens if token != "player"]
    sides = [token for token in tokens if token in _SIDE_OF and not (token == "a" and len(tokens) > 3)]
    rest = " ".join(token for token in tokens if token not in sides[:1] and token not in _FILLERS)
    is_harmless = any(token in HARMLESS for token in tokens)
    if sides and not rest and (len(sides[0]) > 1 or tokens[0] == "p" or "player" in head.split()):
        return "name", _SIDE_OF[sides[0]]
    if sides and rest in _FIELD_OF and not is_harmless:
        return _FIELD_OF[rest], _SIDE_OF[sides[0]]
    if RATING_WORDS.intersection(tokens):
        if _RATING_NOISE.intersection(tokens):
            return "", 0
        is_side = sides and (len(sides[0]) > 1 or "player" in head.split())
        return "rating", _SIDE_OF[sides[0]] if is_side else 0
    return (_FIELD_OF.get(rest, ""), 0) if rest and not sides and not is_harmless else ("", 0)


_ROUND = r"(?:r|rd|rnd|round|runde|rde|ronde|ronda|tour|rp|week|game)"
_ROUND_HEADING = re.compile(rf"{_ROUND} ?\d{{1,2}}|\d{{1,2}} ?{_ROUND}|\d{{1,2}}")


def is_round_heading(head: str) -> bool:
    """Tell whether a folded heading is that of a round: "rd 1", "1 rd", "round 1", "1"."""
    return bool(_ROUND_HEADING.fullmatch(head))


def is_known_heading(head: str) -> bool:
    """Tell whether a folded heading is a field's, one of a column that is never used, or that of a partner."""
    return bool(parse_heading(head)[0]) or head in HARMLESS or is_partner(head)


_PARTNER = re.compile(
    r"(?:team|side|pair|winner|loser)s? ?[12ab]? (?:player|name|p) ?[12ab]|(?:player|spieler|joueur|p) ?[ab] ?[12]"
    r"|(?:player|spieler|joueur|p) ?[12] ?[ab]"
)


def is_partner(head: str) -> bool:
    """Tell whether a folded heading is that of one of two players of a side, as in games of two against two."""
    return "partner" in head.split() or bool(_PARTNER.fullmatch(head))


def is_harmless(head: str) -> bool:
    """Tell whether a column may be left unused without a question."""
    return bool(HARMLESS.intersection(head.split()))


DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−:", "-"))
_GROUPED = re.compile(r"([+-]?\d{1,3})((?:[ ,]\d{3})+)(?:[.](\d+))?")
"""A number with blanks or commas between thousands: 1 234, 1,204, 1,204.5."""
_DECIMAL = re.compile(r"[+-]?\d*[.,]?\d+|[+-]?\d+[.,]")
_RATING_WITH_GAMES = re.compile(r"(\d{1,4})\s?[/p]\s?(\d{1,4})")
_NO_RATING = {
    "",
    "0",
    "-",
    "unr",
    "unrated",
    "none",
    "nr",
    "n/a",
    "ur",
    "new",
    "neu",
    "nouveau",
    "nouvelle",
    "nan",
    "null",
    "undefined",
}
_BYE = re.compile(
    r"(?:(?:pairing.allocated|full.point|half.point|zero.point|full|half) )?bye|exempte?|spielfrei|freilos", re.I
)
_FORFEIT = re.compile(r"\(|\)|\bff?\b|(?<=\d)f\b|forfeit|forf\b|forfait|kampflos")
DRAWS = words_of("½-½ ½ = =-= draw drawn remis tie nul nulle tablas patta d t x unentschieden")
FIRST_WON = words_of("1-0 1 w + white whitewon whitewins won win weiss weiß blancs gewonnen gagne gagné")
SECOND_WON = words_of("0-1 0 l 2 black blackwon blackwins lost loss schwarz noirs verloren perdu")
_FIRST_CAME, _SECOND_CAME = {"+-", "+--", "+-0", "1--"}, {"-+", "--+", "0-+"}
NOBODY_CAME = {"--", "---", "0-0"}


def clean(cell: object) -> str:
    """Return a cell as people see it: each kind of blank is one blank, and signs without width are gone."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    text = " ".join(str("" if cell is None else cell).split())
    if text.isascii():
        return text
    visible = "".join(
        sign for before, sign in zip(" " + text, text)
        if unicodedata.category(sign) != "Cf" or (sign in "\u200c\u200d" and before.isalpha() and not before.isascii())
    )  # fmt: skip
    return unicodedata.normalize("NFC", " ".join(visible.split()))


def read_number(cell: object) -> float | None:
    """Return a number, also one with a decimal comma or with blanks or commas between thousands."""
    if isinstance(cell, (bool, date)) or cell is None:
        return None
    if isinstance(cell, (int, float)):
        return cell
    text = str(cell)
    if not text.isascii() or text[:1] in "'=" or text != text.strip():
        text = unicodedata.normalize("NFKC", clean(text)).lstrip("'=").replace("−", "-")
    text = text.strip()
    if grouped := _GROUPED.fullmatch(text):
        whole = grouped[1] + re.sub("[ ,]", "", grouped[2])
        text = f"{whole}.{grouped[3]}" if grouped[3] else whole
    if len(text) > 20 or not _DECIMAL.fullmatch(text):
        return None
    number = float(text.replace(",", "."))
    return int(number) if number.is_integer() else number


def read_rating(cell: object) -> tuple[CellValue, int | None] | None:
    """Return rating and number of games of a cell. 0, "unr" and a dash are none; "1480P12" and "1432/7" have games."""
    text = clean(cell).casefold().rstrip(".").translate(DASHES)
    if text in _NO_RATING:
        return None, None
    if match := _RATING_WITH_GAMES.fullmatch(text):
        return int(match[1]) or None, int(match[2])
    number = read_number(re.sub(r"(?<=\d)(?:\+\d+|[p*?])$", "", text) if isinstance(cell, str) else cell)
    return None if number is None else (number or None, None)


def read_result(cell: object) -> tuple[float | None, str] | None:
    """Return the points of the first player, 1, 0.5 or 0, and the kind of game, "" or "Forfeit".

    The points are None if neither player came.
    """
    if isinstance(cell, date) or (isinstance(cell, float) and cell not in (0, 0.5, 1)):
        return None
    text = clean(cell).casefold().translate(DASHES)
    if len(text) > 24:
        return None
    text = re.sub(r"1/2|0[.,]5|(?<!\d)[.,]5", "½", text).replace("½.0", "½")
    text = re.sub(r"\b([01])[.,]0\b", r"\1", text)
    is_forfeit = bool(re.search(r"\+|\bff?\b|(?<=\d)f\b|forf|kampflos", text))
    text = re.sub(r"\s*-\s*", "-", _FORFEIT.sub("", text).strip()).replace(" ", "")
    kind = "Forfeit" if is_forfeit else ""
    if text in _FIRST_CAME:
        return 1, "Forfeit"
    if text in _SECOND_CAME:
        return 0, "Forfeit"
    if text in NOBODY_CAME:
        return None, "Forfeit"
    for points, words in ((0.5, DRAWS), (1, FIRST_WON), (0, SECOND_WON)):
        if text in words:
            return points, kind
    return None


def read_scores(cell: object) -> tuple[int, int] | None:
    """Return the two scores of a cell such as "412 - 388"."""
    if isinstance(cell, date):
        return None
    text = clean(cell).casefold().replace(" to ", "-").replace(" vs ", "-").translate(DASHES).replace("/", "-")
    match = re.fullmatch(r"(-?\d{1,4}) ?- ?(-?\d{1,4})", text)
    return (int(match[1]), int(match[2])) if match else None


def read_name(cell: object) -> str:
    """Return a name with single blanks and without the apostrophe that an export puts before a formula."""
    text = clean(cell)
    return text[1:] if text[:1] == "'" and text[1:2] in tuple("=+-@") else text


def read_opponent(cell: object) -> str:
    """Return a name of a game. A bye by any of its names is ours."""
    name = read_name(cell)
    return BYE if _BYE.fullmatch(name) else name
