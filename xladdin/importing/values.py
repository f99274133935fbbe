"""Read headings, names, numbers, results, scores and dates as people and programs write them."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from xladdin.cells import SERIAL_DAY_ZERO, CellValue, remove_accents
from xladdin.errors import XladdinError
from xladdin.game_log.parsing import make_date_reader
from xladdin.languages import BYE, is_bye
from xladdin.messages import Message, msg

# The orders of day, month and year in dates, with their names in messages.
DAY_FIRST, MONTH_FIRST = "dmy", "mdy"
ORDER_NAMES = {DAY_FIRST: msg("day first"), MONTH_FIRST: msg("month first"), "ymd": msg("year first")}
ORDERS = (DAY_FIRST, MONTH_FIRST)

# The beginnings of the months' names in the languages of clubs, without accents.
_MONTHS = (
    ("jan", "ene", "gen"), ("feb", "fev"), ("mar", "mrz", "maerz", "maart"), ("apr", "avr", "abr"),
    ("may", "mai", "mei", "mag"), ("jun", "juin", "giu"), ("jul", "juil", "lug"), ("aug", "aout", "ago"),
    ("sep", "set"), ("oct", "okt", "ott", "out"), ("nov",), ("dec", "dez", "dic"),
)  # fmt: skip
# The zone of a timestamp: EST, GMT-4, UTC−4, +0200 (Central European Summer Time), Mitteleuropäische Sommerzeit.
_ZONE = r"(?:\s?(?:[A-Z]{2,5}|Z))?(?:\s?[+−-][0-9:]{1,5})?(?:\s\([^()]*\))?(?:\s[^\W\d]{3,}){0,4}"
# A time of day: 21:14:05, 9.14 p.m., at 21:14, 21 h 14 or 21 h 14 min 5 s as in Quebec.
_TIME = (
    r"(?:[T,]?\s?(?:(?:at|à|um)\s)?(?P<hour>[0-9]{1,2})(?:[:.][0-9]{2}|\s?h(?:\s?[0-9]{1,2})?)"
    r"(?:(?:[:.]|\s?min\s?)[0-9]{1,2}(?:[.,][0-9]+)?(?:\s?s)?)?"
    rf"(?:\s?(?P<half>[AaPp])\.?\s?[Mm]\.?)?{_ZONE})?"
)
# The weekday or article that may precede a date: Tue, mardi, le, mardi le, Dienstag.
_WEEKDAY = (
    r"(?i:(?:le\s)?(?:(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|die|mit|don|fre|son|"
    r"mi[eé]|jue|vie|s[aá]b|dom|gio|mo|di|mi|do|fr|sa|so)[a-zéíá]*\.?,?\s)?(?:le\s)?)"
)
# A date in numbers with the year last: 3/4/2026, Tue 3.4.26.
_NUMBERS = re.compile(
    rf"{_WEEKDAY}([0-9]{{1,2}})\s?([/.-])\s?([0-9]{{1,2}})\s?\2\s?([0-9]{{2}}|[0-9]{{4}})\.?\s?{_TIME}"
)
# A date in numbers with the year first: 2026-04-03.
_YEAR_FIRST = re.compile(rf"{_WEEKDAY}([0-9]{{4}})\s?[/.-]\s?([0-9]{{1,2}})\s?[/.-]\s?([0-9]{{1,2}})\.?\s?{_TIME}")
# A date without separators: 20260403.
_COMPACT = re.compile(r"(19|20)[0-9]{6}")
# The number by which spreadsheet programs count days: 46115 or, with a time, 46115.88.
_SERIAL = re.compile(r"[0-9]{5}(?:[.,][0-9]+)?")
# The day of the month, and the end of a span of days after it: 3rd, –5.
_DAY, _SPAN = r"([0-9]{1,2})(?:st|nd|rd|th|er|\.)?", r"(?:\s?[-–]\s?(?:[^\W\d]+\.?\s)?[0-9]{1,2}\.?)?"
# April 3, 2026.
_MONTH_DAY = re.compile(rf"([^\W\d]+)\.?\s{_DAY}{_SPAN},?\s([0-9]{{4}})\s?{_TIME}")
# 3 April 2026, 3-Apr-26, 3 de abril de 2026.
_DAY_MONTH = re.compile(
    rf"{_DAY}{_SPAN}[\s/.-]\s?(?:de\s)?([^\W\d]+)\.?,?[\s/.-]\s?(?:de\s)?([0-9]{{2}}|[0-9]{{4}})\s?{_TIME}"
)
# The most characters of a date.
MAX_DATE_LENGTH = 80
# A date and time in the form of generated file names: 2026-10-26_22-24-26.
_PROGRAM_TIMESTAMP = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[_T ]([0-9]{2})-([0-9]{2})-([0-9]{2})")
# A time before this hour belongs to the evening of the day before.
NIGHT_ENDS = 5
# The last two-digit year of this century. Higher ones are of the century before (POSIX, strptime %y).
_LAST_YEAR_OF_THIS_CENTURY = 68


def parse_unambiguous_day(text: str) -> date | None:
    """Return the date of a text with a single meaning, the first day of a span of days, or None."""
    text = _normalize(text)
    day = _parse_certain_day(text)
    if day is not None:
        return day
    days = {fitting for order in ORDERS if (fitting := _parse_in_order(text, order)) is not None}
    return days.pop() if len(days) == 1 else None


# The forms of dates that are recognized within a title.
_DATE_IN_TEXT = re.compile(
    r"[0-9]{4}[/.-][0-9]{1,2}[/.-][0-9]{1,2}|[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{2,4}"
    r"|[0-9]{1,2}(?:st|nd|rd|th|er|\.)?\s(?:de\s)?[^\W\d]+\.?,?\s(?:de\s)?[0-9]{4}|[^\W\d]+\.?\s[0-9]{1,2}(?:st|nd|rd|th)?,?\s[0-9]{4}"
)


def find_day(text: str) -> date | None:
    """Return the date within a longer text, such as a title, or None if it has no date or several."""
    days = {
        day
        for match in _DATE_IN_TEXT.findall(_replace_date_characters(text[:300]))
        if (day := parse_unambiguous_day(match)) is not None
    }
    return days.pop() if len(days) == 1 else None


def is_date(cell: object) -> bool:
    """Return whether a cell is a date in any order of day, month and year. A plain number does not count."""
    if isinstance(cell, date):
        return True
    if not isinstance(cell, str) or len(cell) > MAX_DATE_LENGTH or not any(map(str.isdigit, cell)) or cell.isdigit():
        return isinstance(cell, str) and bool(_COMPACT.fullmatch(cell.strip()))
    text = _normalize(cell)
    return not _SERIAL.fullmatch(text) and (_parse_certain_day(text) is not None or bool(find_valid_orders([text])))


def describe_order(order: str, days: str) -> Message:
    """Return the label of an answer: an order of day, month and year in words, with sample dates read in it."""
    return msg("{order}: {days}", order=ORDER_NAMES[order], days=days)


def is_without_year(cell: object) -> bool:
    """Return whether a cell is a day and a month without a year: 15 Sept, 15.9."""
    return isinstance(cell, str) and len(cell) < 20 and not is_date(cell) and is_date(append_year(cell, 2024))


def append_year(text: str, year: int) -> str:
    """Append a year to a day and a month."""
    text = _normalize(text).rstrip(".,")
    if re.fullmatch(r"\d{1,2}\s?[./-]\s?\d{1,2}", text):
        return f"{text}{next(sign for sign in text if sign in './-')}{year}"
    return f"{text} {year}" if re.search(r"[^\W\d]{3}", text) else text


def is_dotted(text: str) -> bool:
    """Return whether a numeric date is written with dots. In such dates the day comes first."""
    match = _NUMBERS.fullmatch(_normalize(text))
    return match is not None and match[2] == "."


def find_valid_orders(dates: Iterable[str]) -> list[str]:
    """Return the orders of day and month in which all dates in numbers are valid: both, one or none of them."""
    texts = list(map(_normalize, dates))
    return [order for order in ORDERS if all(_parse_in_order(text, order) is not None for text in texts)]


def read_day(cell: object, order: str) -> CellValue:
    """Return the date of a cell in an order of day and month. Any other cell is returned unchanged."""
    if not isinstance(cell, str):
        try:
            return make_date_reader(None)(cell)
        except XladdinError:
            return cell  # type: ignore[return-value]
    text = _normalize(cell)
    day = _parse_certain_day(text) or (_parse_in_order(text, order) if order else None)
    return cell.strip() if day is None else day


def read_evening_day(cell: object, order: str) -> tuple[CellValue, bool]:
    """Return the day of the club evening of a date and time, and whether it is the day before that date.

    A time from midnight to 5 a.m. belongs to the evening of the day before. A cell without a date is returned
    unchanged.
    """
    day, hour = read_day(cell, order), _parse_hour(cell)
    if isinstance(day, date) and hour is not None and hour < NIGHT_ENDS:
        return day - timedelta(days=1), True
    return day, False


def _parse_hour(cell: object) -> int | None:
    """Return the hour of a cell with a date and time, or None if it has no time."""
    if isinstance(cell, datetime):
        return cell.hour if cell.time() != time() else None
    if isinstance(cell, str):
        text = _normalize(cell)
        if not _SERIAL.fullmatch(text):
            return _parse_hour_of_text(text)
        cell = float(text.replace(",", "."))
    if isinstance(cell, float) and cell != math.floor(cell):
        return math.floor((cell - math.floor(cell)) * 24)
    return None


def _parse_hour_of_text(text: str) -> int | None:
    for candidate in (text, re.sub(rf"\A{_WEEKDAY}", "", text)):
        for pattern in (_NUMBERS, _YEAR_FIRST, _MONTH_DAY, _DAY_MONTH):
            match = pattern.fullmatch(candidate)
            if match and match["hour"]:
                half_of_day = (match["half"] or "").casefold()
                return (
                    int(match["hour"]) % 12 + (12 if half_of_day == "p" else 0) if half_of_day else int(match["hour"])
                )
    return None


def _normalize(text: str) -> str:
    """Return the text with single blanks, or "" if it is too long for a date."""
    if len(text) > MAX_DATE_LENGTH:
        return ""
    return _replace_date_characters(text)


def _replace_date_characters(text: str) -> str:
    text = _PROGRAM_TIMESTAMP.sub(r"\1 \2:\3:\4", " ".join(text.split()))
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
        text = re.sub(r"\s?[年月]\s?", "-", text).replace("日", "")
    return text


def _parse_certain_day(text: str) -> date | None:
    if match := _YEAR_FIRST.fullmatch(text):
        return _make_day(match[1], match[2], match[3])
    if _COMPACT.fullmatch(text):
        return _make_day(text[:4], text[4:6], text[6:])
    if _SERIAL.fullmatch(text):
        return SERIAL_DAY_ZERO + timedelta(math.floor(float(text.replace(",", "."))))
    for candidate in (text, re.sub(rf"\A{_WEEKDAY}", "", text)):  # in French both a Tuesday and March are "mar."
        if (match := _MONTH_DAY.fullmatch(candidate)) and (month := _parse_month(match[1])):
            return _make_day(match[3], month, match[2])
        if (match := _DAY_MONTH.fullmatch(candidate)) and (month := _parse_month(match[2])):
            return _make_day(match[3], month, match[1])
    return None


def _parse_in_order(text: str, order: str) -> date | None:
    match = _NUMBERS.fullmatch(text)
    if match is None:
        return None
    first, second, year = match[1], match[3], match[4]
    return _make_day(year, second, first) if order == DAY_FIRST else _make_day(year, first, second)


def _make_day(year: str, month: str | int, day: str) -> date | None:
    if len(year) == 2:
        year = f"{20 if int(year) <= _LAST_YEAR_OF_THIS_CENTURY else 19}{year}"
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _parse_month(name: str) -> int:
    """Return the number of a month by its name or abbreviation, or 0 for any other text."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return next((n for n, names in enumerate(_MONTHS, 1) if any(plain.startswith(beginning) for beginning in names)), 0)


def make_word_set(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


# The words of headings that refer to the first or second player of a game, by side.
SIDES = {
    1: "1 a one white weiss weisse blancs blanc blancas bianco winner winners winning won gewinner sieger gagnant "
       "vainqueur ganador home heim your my blue for pour",
    2: "2 b two black schwarz schwarze noirs noir negras nero loser losers losing lost def defeated verlierer perdant "
       "perdedor away gast visitor opponent opponents gegner adversaire oponente red against contre",
}  # fmt: skip
WINNER = make_word_set("winner winners winning won gewinner sieger gagnant vainqueur ganador")
LOSER = make_word_set("loser losers losing lost def defeated verlierer perdant perdedor")
OPPONENT = make_word_set("opponent opponents gegner adversaire oponente")
# The headings of each field, as phrases separated by bars.
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
    "last played": "last played|start last played|last game|derniere partie|zuletzt gespielt",
    "alias": "alias|also known as|spelling",
    "round": "round|rd|runde|ronde|ronda",
}  # fmt: skip
# Words in the headings of ratings, of start ratings and of current ratings.
RATING_WORDS = make_word_set("rating ratings rtg rtng elo dwz cote ecf uscf wertung wertungszahl rat nwz rated")
START_WORDS = make_word_set("start starting initial old before depart initiale alt vorher")
CURRENT_WORDS = make_word_set("new current now neu actuelle")
# Headings of columns that are left unused without a question.
HARMLESS = make_word_set(
    "# no nr nr. n id phone tel telephone telefon mobile email mail adresse address courriel club "
    "ecole school verein team city ville note notes remark remarks comment comments title titel sex "
    "gender geschlecht birth born bdate age board bo table tisch rd stage tier time heure uhrzeit tie "
    "break tb performance perf tpr streak wrote writer scorer url image lan raw photo memo bemerkung "
    "remarque start"
)
# Headings in lists of standings. A rating or adjustment in such a list is only read after a question.
STANDINGS = make_word_set(
    "points pts rank rang platz played won lost drawn wins losses draws tie break performance spread "
    "total tot avg average pct"
)
# The first words of rows with totals, and words in headings of teams.
TOTALS = make_word_set("total totals sum summe somme gesamt subtotal totaux")
TEAM = make_word_set("team teams mannschaft equipe equipo club 팀")

# Words that may be added to the heading of a field.
_FILLERS = make_word_set("s of the player match final total p who id's question du de la des le l der")
# Words by which a heading of ratings is something else, such as a change or a performance.
_RATING_NOISE = make_word_set("change diff difference performance date perf avg average mean aro tpr")


def fold_heading(text: str) -> str:
    """Return a heading without case, accents and signs, so that "Player_1", "player1" and "Player 1 :" become equal."""
    text = re.sub(r"(?<=[a-z])(?=[A-Z][a-z])", " ", " ".join(text.split()))
    bare = re.sub(r"['’`´]", "", remove_accents(text.casefold().replace("ß", "ss")))
    bare = re.sub(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])", " ", bare)
    return " ".join(re.sub(r"[^\w\s#]|_", " ", bare).split())


# The field of each folded heading, and the side of each word.
_FIELD_OF = {fold_heading(phrase): field for field, phrases in FIELDS.items() for phrase in phrases.split("|")}
_SIDE_OF = {word: side for side, words in SIDES.items() for word in words.split()}


@lru_cache(maxsize=4096)
def parse_heading(head: str) -> tuple[str, int]:
    """Return the field and side of a folded heading: ("score", 1) for "winners score", or ("", 0) if it is unknown."""
    if head in _FIELD_OF:
        return _FIELD_OF[head], 0
    tokens = head.split()
    if "player" in tokens and any(t in _SIDE_OF for t in tokens) and sum(t not in _SIDE_OF for t in tokens) > 1:
        tokens = [token for token in tokens if token != "player"]
    side_tokens = [token for token in tokens if token in _SIDE_OF and not (token == "a" and len(tokens) > 3)]
    field = " ".join(token for token in tokens if token not in side_tokens[:1] and token not in _FILLERS)
    is_harmless = any(token in HARMLESS for token in tokens)
    if side_tokens and not field and (len(side_tokens[0]) > 1 or tokens[0] == "p" or "player" in head.split()):
        return "name", _SIDE_OF[side_tokens[0]]
    if side_tokens and field in _FIELD_OF and not is_harmless:
        return _FIELD_OF[field], _SIDE_OF[side_tokens[0]]
    if RATING_WORDS.intersection(tokens):
        if _RATING_NOISE.intersection(tokens):
            return "", 0
        is_side = side_tokens and (len(side_tokens[0]) > 1 or "player" in head.split())
        return "rating", _SIDE_OF[side_tokens[0]] if is_side else 0
    return (_FIELD_OF.get(field, ""), 0) if field and not side_tokens and not is_harmless else ("", 0)


# The headings of rounds: R1, 1st round, Runde 2, 3.
_ROUND = r"(?:r|rd|rnd|round|runde|rde|ronde|ronda|tour|rp|week|game)"
_ROUND_HEADING = re.compile(rf"{_ROUND} ?\d{{1,2}}|\d{{1,2}} ?{_ROUND}|\d{{1,2}}")


def is_round_heading(head: str) -> bool:
    """Return whether a folded heading is a round: "rd 1", "1 rd", "round 1" or "1"."""
    return bool(_ROUND_HEADING.fullmatch(head))


def is_known_heading(head: str) -> bool:
    """Return whether a folded heading is known: a field, a column that imports do not use, or a partner."""
    return bool(parse_heading(head)[0]) or head in HARMLESS or is_partner(head)


# The headings of partners in games of two against two: Team 1 player 2, Player 1b.
_PARTNER = re.compile(
    r"(?:team|side|pair|winner|loser)s? ?[12ab]? (?:player|name|p) ?[12ab]|(?:player|spieler|joueur|p) ?[ab] ?[12]"
    r"|(?:player|spieler|joueur|p) ?[12] ?[ab]"
)


def is_partner(head: str) -> bool:
    """Return whether a folded heading is a partner, as in games of two against two."""
    return "partner" in head.split() or bool(_PARTNER.fullmatch(head))


def is_harmless(head: str) -> bool:
    """Return whether a column may be left unused without a question."""
    return bool(HARMLESS.intersection(head.split()))


# Translates all kinds of dashes, and the colon between scores, to a hyphen.
DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−:", "-"))
# A number with blanks or commas between thousands: 1 234, 1,204, 1,204.5.
_THOUSANDS = re.compile(r"([+-]?\d{1,3})((?:[ ,]\d{3})+)(?:[.](\d+))?")
_DECIMAL = re.compile(r"[+-]?\d*[.,]?\d+|[+-]?\d+[.,]")
# A provisional rating with its number of games: 1432/7, 1480P12.
_RATING_WITH_GAMES = re.compile(r"(\d{1,4})\s?[/p]\s?(\d{1,4})")
_NO_RATING = {"", *make_word_set("0 - unr unrated none nr n/a ur new neu nouveau nouvelle nan null undefined")}
# The words for a bye.
_BYE = re.compile(
    r"(?:(?:pairing.allocated|full.point|half.point|zero.point|full|half) )?bye|exempte?|spielfrei|freilos", re.I
)
# The parts of a result that mark a forfeit.
_FORFEIT = re.compile(r"\(|\)|\bff?\b|(?<=\d)f\b|forfeit|forf\b|forfait|kampflos")
# The results of a game, as the words and signs of many programs.
DRAWS = make_word_set("½-½ ½ = =-= draw drawn remis tie nul nulle tablas patta d t x unentschieden")
FIRST_WON = make_word_set("1-0 1 w + white whitewon whitewins won win weiss weiß blancs gewonnen gagne gagné")
SECOND_WON = make_word_set("0-1 0 l 2 black blackwon blackwins lost loss schwarz noirs verloren perdu")
# Forfeits in which only the first player, only the second player, or nobody was present.
_FIRST_ATTENDED, _SECOND_ATTENDED = {"+-", "+--", "+-0", "1--"}, {"-+", "--+", "0-+"}
_NOBODY_ATTENDED = {"--", "---", "0-0"}


def clean(cell: object) -> str:
    """Return the visible text of a cell, with single blanks and without zero-width characters.

    Zero-width joiners are kept within words of scripts that need them.
    """
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    text = " ".join(str("" if cell is None else cell).split())
    if text.isascii():
        return text
    visible = "".join(
        sign
        for previous, sign in zip(" " + text, text)
        if unicodedata.category(sign) != "Cf"
        or (sign in "\u200c\u200d" and previous.isalpha() and not previous.isascii())
    )
    return unicodedata.normalize("NFC", " ".join(visible.split()))


def read_number(cell: object) -> float | None:
    """Return the number of a cell, or None. It may have a decimal comma, and blanks or commas between thousands."""
    if isinstance(cell, (bool, date)) or cell is None:
        return None
    if isinstance(cell, (int, float)):
        return cell
    text = str(cell)
    if not text.isascii() or text[:1] in "'=" or text != text.strip():
        text = unicodedata.normalize("NFKC", clean(text)).lstrip("'=").replace("−", "-")
    text = text.strip()
    if thousands := _THOUSANDS.fullmatch(text):
        whole = thousands[1] + re.sub("[ ,]", "", thousands[2])
        text = f"{whole}.{thousands[3]}" if thousands[3] else whole
    if len(text) > 20 or not _DECIMAL.fullmatch(text):
        return None
    number = float(text.replace(",", "."))
    return int(number) if number.is_integer() else number


def read_rating(cell: object) -> tuple[CellValue, int | None] | None:
    """Return the rating and the number of games of a cell, or None for any other content.

    "1480P12" and "1432/7" have a number of games. "0", "unr" and a dash mean that the player has no rating.
    """
    text = clean(cell).casefold().rstrip(".").translate(DASHES)
    if text in _NO_RATING:
        return None, None
    if match := _RATING_WITH_GAMES.fullmatch(text):
        return int(match[1]) or None, int(match[2])
    number = read_number(re.sub(r"(?<=\d)(?:\+\d+|[p*?])$", "", text) if isinstance(cell, str) else cell)
    return None if number is None else (number or None, None)


def read_result(cell: object) -> tuple[float | None, str] | None:
    """Return the points of the first player, 1, 0.5 or 0, and the kind of game, "" or "Forfeit".

    The points are None if neither player was present.
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
    if text in _FIRST_ATTENDED:
        return 1, "Forfeit"
    if text in _SECOND_ATTENDED:
        return 0, "Forfeit"
    if text in _NOBODY_ATTENDED:
        return None, "Forfeit"
    for points, result_words in ((0.5, DRAWS), (1, FIRST_WON), (0, SECOND_WON)):
        if text in result_words:
            return points, kind
    return None


def read_scores(cell: object) -> tuple[int, int] | None:
    """Return the two scores of a cell such as "412 - 388"."""
    if isinstance(cell, date):
        return None
    text = clean(cell).casefold().replace(" to ", "-").replace(" vs ", "-").translate(DASHES).replace("/", "-")
    match = re.fullmatch(r"(-?\d{1,4}) ?- ?(-?\d{1,4})", text)
    return (int(match[1]), int(match[2])) if match else None


def clean_name(cell: object) -> str:
    """Return a name with single blanks.

    The apostrophe that exports put before a text beginning with =, +, - or @, so that Excel takes it for no formula,
    is removed.
    """
    text = clean(cell)
    return text[1:] if text[:1] == "'" and text[1:2] in tuple("=+-@") else text


def read_opponent(cell: object) -> str:
    """Return the name of an opponent. Any word for a bye becomes the workbook's `BYE`."""
    name = clean_name(cell)
    return BYE if _BYE.fullmatch(name) or is_bye(name) else name
