"""The sentences of the keys at the foot of the sheets for the wall in French, by their English."""

KEYS = {
    "▲ up, ▼ down, = unchanged at the last session.": "▲ en hausse, ▼ en baisse, = inchangé à la dernière soirée.",
    "▲ up, ▼ down, = unchanged at the last event.": "▲ en hausse, ▼ en baisse, = inchangé au dernier tournoi.",
    "▲ up, ▼ down, = unchanged.": "▲ en hausse, ▼ en baisse, = inchangé.",
    "Grey: was not there.": "En gris : absent.",
    "All: the whole season.": "Tous : toute la saison.",
    "+ - = before a rating: up, down, unchanged.": "+ - = avant une cote : hausse, baisse, inchangée.",
    "Favourite, underdog by n: rated n points above, below the other.":
        "Favori, négligé de n : coté n points de plus, de moins que l’autre.",
    "For, against: mean scores of the season.": "Pour, contre : marques moyennes de la saison.",
    "Change: the winner's; the loser's is its opposite.": "Variation : celle du gagnant ; le perdant a l’inverse.",
    "{mark}: absent for {sessions} sessions or more, not ranked.":
        "{mark} : absent depuis {sessions} soirées ou plus, sans rang.",
    "{mark}: absent from the last session, not ranked.": "{mark} : absent à la dernière soirée, sans rang.",
    "{mark}: not ranked; missed events: {events} or more.": "{mark} : sans rang ; tournois manqués : {events} ou plus.",
    "{mark}: not ranked; years without an event: {years} or more.":
        "{mark} : sans rang ; années sans tournoi : {years} ou plus.",
    "{mark}: not ranked; missed events: {events} or more, or years without an event: {years} or more.":
        "{mark} : sans rang ; tournois manqués : {events} ou plus, ou années sans tournoi : {years} ou plus.",
    "n: newcomer, changes count {times} times until {games} games.":
        "n : débutant, ses variations comptent {times} fois jusqu’à {games} parties.",
    "A newcomer of fewer than {games} games takes {times} times the sum of the session.":
        "Un débutant de moins de {games} parties prend {times} fois la somme de la soirée.",
    "From {rating} up {share} of it.": "À partir de {rating}, {share} de cette somme.",
    "p: provisional until {games} games.": "p : provisoire jusqu’à {games} parties.",
    "From {rating} K is {k}, for new players {new}.":
        "À partir de {rating}, K vaut {k}, et {new} pour les nouveaux.",
    "Change of a game: K × (score − expected score), rounded once a session.":
        "Variation d’une partie : K × (score − score attendu), arrondie une fois par soirée.",
    "In a double game {share} of a loss counts.": "Dans une partie double, une perte compte pour {share}.",
    "No rating falls below {floor}.": "Aucune cote ne descend sous {floor}.",
    "{rating}: provisional after {played} games, ranked from {games} on.":
        "{rating} : provisoire après {played} parties, classé à partir de {games}.",
    "{mark}: unrated, fewer than {games} games.": "{mark} : sans cote, moins de {games} parties.",
    "From {games} games on {share} of a change counts.":
        "À partir de {games} parties, une variation compte pour {share}.",
    "Score: percentile, 100 × (players + ½ − place) ÷ players.":
        "Marque : centile, 100 × (joueurs + ½ − place) ÷ joueurs.",
    "Change: the event's value in percent of the way from the old rating to the score.":
        "Variation : la valeur du tournoi, en pour cent du chemin de l’ancienne cote à la marque.",
    "{win} points for a win, {tie} for a tie, {loss} for a loss.":
        "{win} points par victoire, {tie} par partie nulle, {loss} par défaite.",
    "{forfeit} for forfeiting.": "{forfeit} pour un forfait.",
    "{bye} for a bye.": "{bye} par exemption.",
    "2½–1½: 2½ points to 1½.": "2½–1½ : 2½ points à 1½.",
    "3–1: won 3, lost 1, then the ties.": "3–1 : 3 gagnées, 1 perdue, nulles.",
    "Below: the sum of the spreads.": "Au-dessous : la somme des écarts.",
    "3–1: 3 ahead, 1 behind, then level.":
        "3–1 : 3 devant, 1 derrière, égalités.",
    "Below: the differences in percentile.": "Au-dessous : les écarts de centile.",
    "Biggest upset: by how many rating points the winner was the lower.":
        "Plus grande surprise : de combien de points de cote le gagnant était le moins fort.",
    "Rating gain: since the season began.": "Gain de cote : depuis le début de la saison.",
    "All time: the record is of an earlier season.": "De tous les temps : le record est d’une saison passée.",
    "The rating orders each group.": "La cote ordonne chaque groupe.",
}  # fmt: skip
