"""Fixed words of sheets that a recalculation reads, in French, by the sheet and by their English.

On one sheet no two of them are the same in French, so that each finds its way back.
"""

from collections.abc import Mapping

SHEETS: Mapping[str, Mapping[str, str]] = {
    "Players": {
        "Type a row for each player. If a player already has a rating, enter it in the start columns.": (
            "Tapez une ligne par joueur. Si un joueur a déjà une cote, mettez-la sous Start rating."
        ),
    },
    "Games": {
        "Type a row for each game into the yellow cells; the grey ones compute themselves. "
        "A wrong row turns red, and its Note says why.": (
            "Tapez une ligne par partie dans les cellules jaunes ; les grises se calculent seules. "
            "Une ligne fausse rougit : Note dit pourquoi."
        ),
    },
    "Adjustments": {
        "Points that you give by hand; without a player everyone gets them.": (
            "Points donnés à la main ; sans joueur, tous les reçoivent."
        ),
    },
    "Aliases": {
        "Other spellings of a name, and the player each one means.": (
            "Autres façons d’écrire un nom, et le joueur désigné."
        ),
    },
    "Groups": {
        "The groups of the camp, and the rating that a new player of each begins with.": (
            "Les groupes du camp, et la cote initiale d’un nouveau joueur."
        ),
    },
    "Events": {
        "Type a row for each tournament, then its places on Results; the grey cells compute themselves.": (
            "Tapez une ligne par tournoi, puis les places sur Results ; le gris se calcule seul."
        ),
    },
    "Results": {
        "Type a row for each placing into the yellow cells; the grey ones compute themselves.": (
            "Tapez une ligne par place dans les cellules jaunes ; le gris se calcule seul."
        ),
    },
    "Review": {
        "These rows are rated, and look unusual. Fix the row, or type ok under Answer if it is right.": (
            "Ces lignes sont classées, mais étonnent. Corrigez la ligne, ou tapez ok sous Answer si elle est juste."
        ),
    },
    "Past seasons": {
        "The seasons of earlier workbooks, as the last one left them.": (
            "Le bilan des saisons des classeurs précédents, repris à la création de celui-ci."
        ),
    },
}
