"""The words of the director's own sheets in French, by their English."""

START_AND_TONIGHT = {
    # Start: what to do
    "What to do next": "À faire",
    "Add new players": "Ajouter les nouveaux joueurs",
    "Fix the rows below": "Corriger les lignes ci-dessous",
    "Type tonight's games": "Taper les parties du soir",
    "Type today's games": "Taper les parties du jour",
    "Type the event's results": "Taper les résultats du tournoi",
    "Look up a change": "Calculer une variation",
    "Print the ratings list": "Imprimer le classement",
    "Print the scoreboard": "Imprimer le tableau de la soirée",
    "See the scoreboard": "Voir le tableau de la soirée",
    "See the whole list": "Voir tout le classement",
    "Top five": "Les cinq premiers",
    "Press Finish the evening below": "Cliquer sur Finish the evening ci-dessous",
    "Press Recalculate in the pane of xlwings Lite": "Cliquer sur Recalculate dans xlwings Lite",
    "Save, close, and finish the evening": "Enregistrer, fermer, terminer la soirée",
    "Type in yellow cells; grey ones compute themselves.": ("Tapez dans le jaune ; le gris se calcule seul."),
    "Rules are edited: cells and lists follow them, functions do not.": (
        "Le club a changé Rules : cellules et listes suivent, les fonctions non."
    ),
    # Start: the state of the lists
    "Typed since then: recalculate": "Modifié depuis : à recalculer",
    "Rows to fix: click one to go there": "Lignes à corriger : cliquez pour y aller",
    "and {} more: see the Notes": "et {} de plus : voir les Notes",
    "Add your players, type the games, recalculate": "Ajoutez vos joueurs, tapez les parties, recalculez",
    "Next: type tonight's games": "Ensuite : taper les parties du soir",
    "Next: type today's games": "Ensuite : taper les parties du jour",
    "Next: type the event's results": "Ensuite : taper les résultats du tournoi",
    "Up to date. ": "À jour. ",
    "Rows to review: ": "Lignes à vérifier : ",
    "Recalculated on ": "Calculé le ",
    "Hidden while empty: {sheets}. To show one, right-click any tab and choose Unhide.": (
        "Masquées tant qu’elles sont vides : {sheets}. Pour en afficher une : clic droit sur un onglet, Afficher."
    ),
    "{tables} paired: type the scores": "{tables} à jouer : tapez les marques",
    "{tables} paired: type the score": "{tables} appariée : tapez les marques",
    "{sheet}, row {row}": "{sheet}, ligne {row}",
    # Start: the club and its last evening
    "Club ratings · {players}": "Cotes du club · {players}",
    "Club ratings · {players}, {rows} since {day}": "Cotes du club · {players}, {rows} depuis le {day}",
    "{line} · highest rating {words}": "{line} · meilleure cote {words}",
    "Last evening: {day}": "Dernière soirée : {day}",
    "Last day: {day}": "Dernière journée : {day}",
    "{games}, by {players}": "{games}, par {players}",
    "{names} and {number} more": "{names} et {number} de plus",
    "{player} by {value} over {opponent}": "{player} de {value} contre {opponent}",
    "{player} beat {opponent} ({value} up)": "{player} bat {opponent} ({value} de plus)",
    "{player} ▲ {change}, to {rating}": "{player} ▲ {change}, à {rating}",
    # Tonight
    "Tonight: who plays whom": "Ce soir : qui joue contre qui",
    "Player 1": "Joueur 1",
    "Player 2": "Joueur 2",
    "Here": "Présent",
    "Division": "Division",
    "Listed": "Inscrit",
    "Table": "Table",
    "Who is here": "Qui est là",
    "How to pair": "Comment apparier",
    "Date (blank: today)": "Date (vide : aujourd’hui)",
    "Rounds": "Rondes",
    "Paired by": "Apparier selon",
    "No repeats within sessions": "Pas deux fois en tant de soirées",
    "The odd player": "Le joueur en trop",
    "What comes first": "Ce qui passe d’abord",
    "1  Mark who is here with x.": "1  Marquez d’un x qui est là.",
    "2  Click Pair tonight.": "2  Cliquez sur Pair tonight.",
    "2  Save, close, and pair the round.": "2  Enregistrez, fermez, appariez la ronde.",
    "3  Type the scores on Games, pair again.": "3  Tapez les marques sur Games, appariez de nouveau.",
    "round {number}": "ronde {number}",
    "{tables} to play": "{tables} à jouer",
    "{name} sits out": "{name} au repos",
    # Slips
    "Date ..................   Round .........   Table .........": (
        "Date ..................   Ronde .........   Table ........."
    ),
    "Signed ........................  ........................": (
        "Signé ........................  ........................"
    ),
    # Journal
    "Journal of corrections, the newest first": "Journal des corrections, la dernière en premier",
    "Since last week; what is older is paler, and slanted": ("Depuis une semaine ; le reste est plus pâle, et penché"),
    "When": "Quand",
    "Row": "Ligne",
    "Was": "Avant",
    "Is now": "Maintenant",
    "From": "Depuis",
    "Nothing was corrected.": "Rien n’a été corrigé.",
}
