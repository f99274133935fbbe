"""The words about functions on the sheet Calculator in French, by their English.

The names of functions and arguments stay English, since people type them.
"""

FUNCTIONS = {
    "Functions to type into a cell": "Fonctions à taper dans une cellule",
    "Copy an example into any cell, then press F2 and Enter there. [An argument in brackets] may be left out.": (
        "Copiez un exemple dans une cellule, puis tapez F2 et Entrée. [Un argument entre crochets] peut manquer."
    ),
    "With a LAMBDA name: works in this file in Excel 2024, Microsoft 365 and the web, nothing to install, one value an "
    "argument. An .xlsm, and a file made with --no-names, has no such names.": (
        "Avec un nom LAMBDA : marche dans ce fichier avec Excel 2024, Microsoft 365 et sur le web, sans rien "
        "installer, une valeur par argument. Un .xlsm, ou un fichier fait avec --no-names, n’a pas ces noms."
    ),
    "All of them: in Excel on Windows with Python and xlwings; on a Mac and in the web through xlwings Lite.": (
        "Toutes : dans Excel sous Windows avec Python et xlwings ; sur Mac et sur le web par xlwings Lite."
    ),
    "All follow the printed tables of the sources; the change cells and the Calculator follow the Rules sheet.": (
        "Toutes suivent les tableaux imprimés des sources ; les cellules de variation et Calculator suivent Rules."
    ),
    "Function": "Fonction",
    "What it returns": "Ce qu’elle donne",
    "Example": "Exemple",
    "gives": "donne",
    "LAMBDA name": "Nom LAMBDA",
    "yes": "oui",
    # what a function gives
    "Mississauga: basic change of the player by the ratings difference, without spread bonus [rating points].": (
        "Mississauga : variation de base du joueur selon la différence de cote, sans prime d’écart [points de cote]."
    ),
    "Mississauga: spread bonus of the winner, 0 to 5, but 0 if the ratings are more than 400 apart [rating points].": (
        "Mississauga : prime d’écart du gagnant, de 0 à 5, mais 0 si les cotes diffèrent de plus de 400 [points "
        "de cote]."
    ),
    "Mississauga: change of player 1 by a game, before newcomer and expert multipliers [rating points].": (
        "Mississauga : variation du joueur 1 par une partie, avant les multiplicateurs du débutant et de l’expert "
        "[points de cote]."
    ),
    "Mississauga: change by a whole session: doubled below 50 games, cushioned from 1800 [rating points].": (
        "Mississauga : variation d’une soirée entière : doublée sous 50 parties, amortie dès 1800 [points de cote]."
    ),
    "Mississauga: championship points of a season: 2 for a win, 1.5 for a tie, 1 for a loss.": (
        "Mississauga : points de championnat d’une saison : 2 par victoire, 1,5 par égalité, 1 par défaite."
    ),
    "Mississauga: least spread of player 1 with which the rating rises, 0 for a tie [points of the game]. #N/A where "
    "no win is worth anything.": (
        "Mississauga : plus petit écart du joueur 1 avec lequel sa cote monte, 0 pour une égalité [points de la "
        "partie]. #N/A si aucune victoire ne vaut rien."
    ),
    "Replays a whole log and spills the ratings list: Rank, Player, Rating, Games, best first, the unranked last.": (
        "Rejoue toutes les parties et donne le classement : Rank, Player, Rating, Games, le meilleur d’abord, les sans "
        "rang à la fin."
    ),
    "Rank, Player, Rating, Games: a heading, then a row a player": (
        "Rank, Player, Rating, Games : un titre, puis une ligne par joueur"
    ),
    "Replays a whole log and spills, one row a game without heading, both ratings before it and both changes. Of "
    "placings: Percentile, Value, Rating before, Change.": (
        "Rejoue toutes les parties et donne, une ligne par partie et sans titre, les deux cotes d’avant et les deux "
        "variations. Pour des places : Percentile, Value, Rating before, Change."
    ),
    "Rating 1, Rating 2, Change 1, Change 2: a row a game": (
        "Rating 1, Rating 2, Change 1, Change 2 : une ligne par partie"
    ),
    "The arithmetic of a change in words, for the same arguments as the system's CHANGE function.": (
        "Le calcul d’une variation en mots, pour les mêmes arguments que la fonction CHANGE du système."
    ),
    "Spills the keys and titles of the rating systems.": "Donne les clés et les titres des systèmes de cotes.",
    "Key and title of each system": "Clé et titre de chaque système",
    "Montreal: table points of the player by the ratings difference, without spread [rating points]. A result that is "
    "left out, or blank, counts as a win.": (
        "Montréal : points du tableau selon la différence de cote, sans l’écart [points de cote]. Un résultat qui "
        "manque compte comme une victoire."
    ),
    "Montreal: spread points of the winner, one for each full 50, at most 4 [rating points].": (
        "Montréal : points d’écart du gagnant, un par tranche de 50, au plus 4 [points de cote]."
    ),
    "Montreal: change of player 1 by a game. A player of two games at once loses half [rating points].": (
        "Montréal : variation du joueur 1 par une partie. Qui joue deux parties à la fois perd la moitié [points de "
        "cote]."
    ),
    "Montreal: new rating after a session, never below 1000 [rating points].": (
        "Montréal : nouvelle cote après une soirée, jamais sous 1000 [points de cote]."
    ),
    "Montreal: least spread of player 1 with which the rating rises, or the worst defeat [points of the game]. "
    "#N/A where no spread is enough.": (
        "Montréal : plus petit écart du joueur 1 avec lequel sa cote monte, ou la pire défaite [points de "
        "la partie]. #N/A si aucun écart ne suffit."
    ),
    "Lexington: change of player 1 by a game, full below 50 games before the session, else half [rating points].": (
        "Lexington : variation du joueur 1 par une partie, entière sous 50 parties avant la soirée, sinon la moitié "
        "[points de cote]."
    ),
    "Lexington: player 1's percentage of the points of a game, with 4 more for a win and 4 less for a loss.": (
        "Lexington : pourcentage des points d’une partie du joueur 1, avec 4 de plus pour une victoire et 4 de moins "
        "pour une défaite."
    ),
    "Lexington: percentage of the points that the player should score, win boost included [percent].": (
        "Lexington : pourcentage des points que le joueur devrait marquer, prime de victoire comprise [pour cent]."
    ),
    "Lexington: full change for so many percent above or below the expected, before rounding [rating points].": (
        "Lexington : variation entière pour tant de pour cent de plus ou de moins qu’attendu, avant l’arrondi [points "
        "de cote]."
    ),
    "Lexington: par score of the player in a game of that total: with it no rating changes [points of the game].": (
        "Lexington : marque attendue du joueur pour ce total : avec elle, aucune cote ne change [points de la partie]."
    ),
    "Lexington: performance rating, at which the expected percentages against the opponents sum to those scored.": (
        "Lexington : cote de performance, où la somme des pourcentages attendus égale celle des pourcentages marqués."
    ),
    "Lexington: least score of player 1 with which the rating does not fall, against s2 [points of the game]. #N/A "
    "where no score holds it.": (
        "Lexington : plus petite marque du joueur 1 avec laquelle sa cote ne baisse pas, contre s2 [points de la "
        "partie]. #N/A si aucune marque ne suffit."
    ),
    "SCA camp ladder: change of player 1 by a game of chess [rating points].": (
        "Échelle du camp SCA : variation du joueur 1 par une partie d’échecs [points de cote]."
    ),
    "Dip Pouch: percentile of a place in a tournament [0 to 100].": (
        "Dip Pouch : centile d’une place dans un tournoi [0 à 100]."
    ),
    "Dip Pouch: value of a tournament, 20 for a World Championship, else 0 before 2001 and at most 15 [percent].": (
        "Dip Pouch : valeur d’un tournoi, 20 pour un championnat du monde, sinon 0 avant 2001 et au plus 15 [pour "
        "cent]."
    ),
    "Dip Pouch: change of the rating by a tournament: the value in percent of percentile minus rating.": (
        "Dip Pouch : variation de la cote par un tournoi : la valeur, en pour cent du centile moins la cote."
    ),
    "Dip Pouch: new rating after a tournament [0 to 100, full precision].": (
        "Dip Pouch : nouvelle cote après un tournoi [0 à 100, sans arrondi]."
    ),
    "Elo: change of player 1 by a game, not rounded, by the formula or by FIDE's table [rating points].": (
        "Elo : variation du joueur 1 par une partie, sans arrondi, par la formule ou la table de la FIDE [points de "
        "cote]."
    ),
    "Elo: score that the player is expected to make, by the formula or by FIDE's table [percent].": (
        "Elo : score attendu du joueur, par la formule ou la table de la FIDE [pour cent]."
    ),
    "Elo: performance rating, at which the expected scores add up to those made. It is 800 off for a clean score.": (
        "Elo : cote de performance, où les scores attendus font ceux obtenus. Elle est à 800 points si tout est "
        "gagné ou perdu."
    ),
}
