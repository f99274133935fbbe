"""The sentences of the keys at the foot of the sheets for the wall in French, by what they are in English."""

from __future__ import annotations

KEYS = {
    "▲ up, ▼ down, = unchanged at the last session.": "▲ en hausse, ▼ en baisse, = inchangé à la dernière séance.",
    "▲ up, ▼ down, = unchanged.": "▲ en hausse, ▼ en baisse, = inchangé.",
    "Grey: was not there.": "En gris : absent.",
    "Check code of this list: {code}.": "Code de contrôle de cette liste : {code}.",
    "All: the whole season.": "Tous : toute la saison.",
    "+ - = before a rating: up, down, unchanged.": "+ - = avant une cote : hausse, baisse, inchangée.",
    "Favourite, underdog by n: rated n points above, below the other.":
        "Favori, négligé de n : coté n points de plus, de moins que l’autre.",
    "For, against: mean scores of the season.": "Pour, contre : scores moyens de la saison.",
    "Change: the winner's; the loser's is its opposite.": "Gain : celui du gagnant, l'inverse pour le perdant.",
    "{mark}: absent for {sessions} sessions or more, not ranked.":
        "{mark} : absent depuis {sessions} séances ou plus, non classé.",
    "n: newcomer, changes count {times} times until {games} games.":
        "n : nouveau, ses changements comptent {times} fois jusqu’à {games} parties.",
    "A newcomer of fewer than {games} games takes {times} times the sum of the session.":
        "Un nouveau de moins de {games} parties prend {times} fois la somme de la séance.",
    "From {rating} up {share} of it.": "À partir de {rating}, {share} de celle-ci.",
    "p: provisional until {games} games.": "p : provisoire jusqu’à {games} parties.",
    "From {rating} K is {k}, for new players {new}.":
        "À partir de {rating}, K vaut {k}, et {new} pour les nouveaux.",
    "Change of a game: K × (score − expected score), rounded once a session.":
        "Changement d’une partie : K × (points − points attendus), arrondi une fois par séance.",
    "In a double game {share} of a loss counts.": "Dans une partie double, une perte compte pour {share}.",
    "No rating falls below {floor}.": "Aucune cote ne descend sous {floor}.",
    "{rating}: provisional after {played} games, ranked from {games} on.":
        "{rating} : provisoire après {played} parties, classé à partir de {games}.",
    "{mark}: unrated, fewer than {games} games.": "{mark} : sans cote, moins de {games} parties.",
    "From {games} games on {share} of a change counts.":
        "À partir de {games} parties, un changement compte pour {share}.",
    "Score: percentile, 100 × (players + ½ − place) ÷ players.":
        "Score : centile, 100 × (joueurs + ½ − rang) ÷ joueurs.",
    "Change: the event's value in percent of the way from the old rating to the score.":
        "Changement : la valeur de l’événement, en pour cent du chemin de l’ancienne cote au score.",
    "{win} points for a win, {tie} for a tie, {loss} for a loss.":
        "{win} points par victoire, {tie} par partie nulle, {loss} par défaite.",
    "{bye} for a bye.": "{bye} par exemption.",
    "2½–1½: 2½ points to 1½.": "2½–1½ : 2½ points à 1½.",
    "3–1: won 3, lost 1; a third figure: tied.": "3–1 : 3 gagnées, 1 perdue; un troisième chiffre : nulles.",
    "Below: the sum of the spreads.": "Au-dessous : la somme des écarts.",
    "Below: the sum of the differences in percent.": "Au-dessous : la somme des différences en pour cent.",
    "Biggest upset: by how many rating points the winner was the lower.":
        "Plus grande surprise : de combien de points de cote le gagnant était le moins fort.",
    "Rating gain: since the season began.": "Gain de cote : depuis le début de la saison.",
    "The rating orders each group.": "La cote ordonne chaque groupe.",
}  # fmt: skip
