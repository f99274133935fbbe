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
    "Player": {
        "Player: rating and history": "Joueur : cote et parcours",
        "Pick a player": "Choisissez un joueur",
        "The last ratings": "Les dernières cotes",
        "Rating": "Cote",
        "Rank": "Rang",
        "Best": "Meilleure cote",
        "Lowest": "Plus basse cote",
        "On": "Le",
        "Games counted here": "Parties comptées ici",
        "Season: events": "Saison : tournois",
        "Season: won": "Saison : gagnées",
        "Season: lost": "Saison : perdues",
        "Season: tied": "Saison : égales",
        "Season: drawn": "Saison : nulles",
        "Season: mean percentile": "Saison : centile moyen",
        "Season: average score": "Saison : marque moyenne",
        "Season: average of the opponents": "Saison : moyenne des adversaires",
        "All time: events": "En tout : tournois",
        "All time: won": "En tout : gagnées",
        "All time: lost": "En tout : perdues",
        "All time: tied": "En tout : égales",
        "All time: drawn": "En tout : nulles",
        "All time: mean percentile": "En tout : centile moyen",
        "All time: average score": "En tout : marque moyenne",
        "All time: average of the opponents": "En tout : moyenne des adversaires",
        "Most won in a row": "Plus longue série gagnée",
        "Most lost in a row": "Plus longue série perdue",
        "Opponent": "Adversaire",
        "Won": "Gagn.",
        "Lost": "Perd.",
        "Tied": "Ég.",
        "Drawn": "Nul.",
        "Ahead": "Devant",
        "Behind": "Derrière",
        "Level": "Égal",
        "Spread": "Écart",
        "Percentile": "Centile",
        "Theirs": "La sienne",
        "Score": "Marque",
        "Against": "Contre",
        "Change": "Variation",
        "Then": "Ensuite",
        "In words": "En mots",
        "Event": "Tournoi",
        "Of": "Sur",
    },
}
