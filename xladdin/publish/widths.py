"""The width of a text in Liberation Sans, as wide as Arial and Helvetica, from the font's own table (hmtx)."""

import unicodedata
from functools import cache
from math import ceil

_REGULAR = {
    191: "'",
    222: "ijlł‘’ιіј",
    260: "|",
    278: " !,./:;I[\\]ftı·ΙІ",
    333: "()-`r“”‹›",
    334: "{}",
    355: '"',
    365: "ºг",
    370: "ª",
    389: "*",
    395: "τ",
    400: "°",
    438: "к",
    441: "ζ",
    446: "ε",
    448: "ξ",
    458: "зт",
    469: "^",
    482: "ς",
    500: "JcksvxyzγκλνЈсухѕ",
    510: "эє",
    521: "чь",
    525: "χ",
    531: "в",
    542: "Гпя",
    547: "υ",
    549: "±",
    551: "Γ",
    552: "нџ",
    556: "#$0123456789?L_abdeghnopquðþŁđ–ηθοаеорђћ",
    557: "δ",
    559: "и",
    569: "ρ",
    573: "бц",
    575: "β",
    576: "μ",
    578: "α",
    583: "Кдл",
    584: "+<=>~×−",
    604: "З",
    611: "FTZßøΖΤТ",
    617: "σ",
    618: "Σ",
    625: "ъ",
    635: "У",
    648: "φ",
    650: "Ξ",
    656: "БЛЬ",
    667: "&ABEKPSVXYÞΑΒΕΚΡΥΧЅАВЕРХЧ",
    668: "ΔΛ",
    669: "ж",
    677: "Д",
    688: "м",
    690: "π",
    713: "ψ",
    719: "ЄЏИПЭы",
    722: "CDHNRUwÐĐΗΝΠНСЯ",
    740: "Ц",
    748: "Ω",
    750: "ю",
    760: "Ф",
    778: "GOQØΘΟО",
    781: "ω",
    792: "Ъ",
    798: "Φ",
    802: "ш",
    812: "њ",
    823: "фщ",
    833: "MmΜМ",
    834: "½¼¾",
    835: "Ψ",
    854: "Ћ",
    865: "Ђ",
    885: "Ы",
    889: "%æ",
    906: "љ",
    917: "Ш",
    923: "Ж",
    938: "Щ",
    944: "Wœ",
    990: "▲▼",
    1000: "ÆŒ—…→",
    1010: "ЊЮ",
    1015: "@",
    1057: "Љ",
    1073: "№",
}
_BOLD = {
    238: "'",
    278: " ,./I\\ijlłı‘’·ΙιІіј",
    280: "|",
    333: "!()-:;[]`ft‹›",
    365: "º",
    370: "ª",
    389: "*r{}",
    400: "°",
    417: "г",
    445: "ξ",
    446: "τ",
    460: "ζ",
    474: '"',
    475: "ε",
    490: "т",
    497: "з",
    500: "z“”к",
    520: "ς",
    541: "θ",
    549: "±",
    552: "эє",
    556: "#$0123456789J_aceksvxy–γλνЈаесухѕ",
    558: "κ",
    567: "Г",
    576: "χ",
    581: "ч",
    582: "υ",
    583: "я",
    584: "+<=>^~×−",
    600: "Σ",
    601: "Γ",
    604: "нпџ",
    606: "δ",
    610: "βК",
    611: "?FLTZbdghnopqußøðþŁđΖΤηοТорђћ",
    612: "μ",
    615: "αвиць",
    618: "б",
    619: "ρ",
    622: "У",
    626: "З",
    635: "дл",
    644: "Ξ",
    667: "EPSVXYÞΕΛΡΥΧЅЕРХ",
    684: "σ",
    702: "Л",
    703: "Ч",
    709: "ж",
    711: "ЄЭ",
    712: "Д",
    715: "φ",
    719: "ΔЏБИПЬЯ",
    722: "&ABCDHKNRUÐĐΑΒΗΚΝΠАВНС",
    729: "ъ",
    730: "Ц",
    740: "м",
    753: "ψ",
    766: "π",
    778: "GOQwØΘΟО",
    802: "Ω",
    809: "Ψ",
    821: "Φ",
    833: "MΜМш",
    834: "½¼¾",
    844: "щ",
    845: "ω",
    854: "Фыю",
    870: "Ъ",
    875: "Ћф",
    885: "Ђ",
    889: "%mæ",
    904: "Ж",
    906: "њ",
    944: "Wœ",
    969: "љ",
    975: "@",
    979: "Ы",
    990: "▲▼",
    1000: "ÆŒ—…→",
    1005: "Ш",
    1019: "Щ",
    1031: "Ю",
    1062: "Њ",
    1094: "Љ",
    1115: "№",
}
"""Letters by width, in thousandths of the type's size. A letter with an accent is as wide as without."""
SHORT_WORDS, LONG_WORDS = 12, 48
"""The classes of words that fit into any box, and of the longest that a style sheet knows."""
_WIDEST = 1000
"""The width of a letter in no table, such as one of Chinese: as wide as high."""
_WIDTHS = [{letter: width for width, letters in table.items() for letter in letters} for table in (_REGULAR, _BOLD)]


@cache
def width(text: str, *, bold: bool = False) -> float:
    """The width of a text, as a multiple of the type's size."""
    widths = _WIDTHS[bold]
    letters = unicodedata.normalize(
        "NFD", text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
    )
    return sum(widths.get(letter, _WIDEST) for letter in letters if not unicodedata.combining(letter)) / 1000


def fitted(text: str, room: float, most: float, least: float) -> float:
    """The largest size, in half points, at which a bold text fits into a room [points], or `least` if none does."""
    size = most
    while size > least and width(text, bold=True) * size > room:
        size -= 0.5
    return size


def longest_word(name: str) -> str:
    """The class of a name by its longest word, whose width it has in half multiples of the type's size.

    The style sheet sets the largest size at which that word fits into its box, as wide as that box may be.
    """
    longest = max((width(word, bold=True) for word in name.replace("-", "- ").split()), default=0)
    return f"w{min(max(ceil(2 * longest), SHORT_WORDS), LONG_WORDS)}"
