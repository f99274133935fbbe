"""The French of messages about a row, by their English: Notes, rows to fix on Start, Review, Journal.

{} is a name, a number or a reason, in the same order in both.
"""

from xladdin.cells.days import DAYS
from xladdin.languages.french.calendar import FRENCH_DAYS

MESSAGES = {
    # notes of rows that are right and not rated, and of adjustments
    "not played yet": "pas encore jouée",
    "no effect: the player's rating follows from the games alone so far, or is at the floor": (
        "sans effet : la cote du joueur vient encore des seules parties, ou elle est au plancher"
    ),
    "waits for the next session": "attend la prochaine soirée",
    "waits for its date": "attend sa date",
    "{} or {}": "{} ou {}",
    "Save, close, double-click {}": "Enregistrer, fermer, double-cliquer sur {}",
    "bye: not rated": "exempt : hors classement",
    "no opponent: not rated": "sans adversaire : hors classement",
    "unrated: on the Scoreboard and in attendance, nowhere else": (
        "hors classement : au tableau de la soirée et dans les présences, nulle part ailleurs"
    ),
    "forfeit: counts in won and lost alone, not rated": "forfait : compte en gagnées et perdues, non classée",
    "no place yet: not rated": "pas encore de place : hors classement",
    # who
    ' (did you mean "{}"?)': " (vouliez-vous dire « {} » ?)",
    "did you mean {}?": "vouliez-vous dire {} ?",
    "no such player{}; add the player on Players first": "joueur inconnu{} ; ajoutez-le d’abord sur Players",
    **{
        f"keep the row on Players: {{}} {names} this player. {english} takes a player off the lists": (
            f"gardez la ligne de Players : {{}} {nomment} ce joueur. {french} retire un joueur des listes"
        )
        for names, nomment in (("names", "nomme"), ("name", "nomment"))
        for english, french in (
            ("Left under Active", "Left sous Active"),
            (
                '"Not listed after missed sessions" on Rules',
                "« Hors de la liste après tant de soirées manquées » sur Rules",
            ),
            (
                '"Not listed after missed events" on Rules',
                "« Hors de la liste après tant de tournois manqués » sur Rules",
            ),
        )
    },
    "is on Aliases for nobody on Players, or for two of them; correct it there": (
        "alias qui n’est celui d’aucun joueur de Players, ou celui de deux ; corrigez-le sur Aliases"
    ),
    "no such event{}; add it on Events first": "tournoi inconnu{} ; ajoutez-le d’abord sur Events",
    "no such group{}; add it on Groups first": "groupe inconnu{} ; ajoutez-le d’abord sur Groups",
    "an active player needs a group; give one that is on Groups": (
        "un joueur actif a besoin d’un groupe ; donnez-en un qui est sur Groups"
    ),
    "a player needs a name": "il manque le nom du joueur",
    "Bye means no opponent; choose another name": "Bye veut dire sans adversaire ; choisissez un autre nom",
    "the same player is also in row {}; keep one of them": (
        "le même joueur est à la ligne {} ; gardez une seule des deux lignes"
    ),
    "is an error value; type the name": "valeur d’erreur ; tapez le nom",
    "has {} characters; {} are the most for a name": "{} caractères ; un nom en a {} au plus",
    "both players are the same": "deux fois le même joueur",
    "Active is No on Players: set it to Left for a child who went home, or to Yes": (
        "Active est No sur Players : mettez Left pour un enfant rentré chez lui, sinon Yes"
    ),
    # a game
    "a game needs the date it was played": "il manque la date de la partie",
    "a score without an opponent: name the player, or Bye": "une marque sans adversaire : nommez le joueur, ou Bye",
    "the other score is missing: type both, or none": "il manque l’autre marque : tapez les deux, ou aucune",
    "a forfeit needs a winner: give the winner the higher score, 1 and 0 will do": (
        "un forfait a un gagnant : donnez-lui la marque la plus haute, par exemple 1 et 0"
    ),
    "nobody scored; if it was not played, leave both scores blank": (
        "aucune marque ; si la partie n’a pas été jouée, laissez les deux marques vides"
    ),
    "scores {} and {}: {}": "marques {} et {} : {}",
    "must be one of the two players of the game": "doit être l’un des deux joueurs de la partie",
    "must be {}, or blank for a rated game": "doit être {}, ou vide pour une partie classée",
    "must be W, L or T (or 1-0, 0-1, 1/2-1/2)": "doit être W, L ou T (ou 1-0, 0-1, 1/2-1/2)",
    # a value
    "must be a number": "doit être un nombre",
    "must be a number from {} to {}": "doit être un nombre de {} à {}",
    "must be a whole number from {} to {}": "doit être un nombre entier de {} à {}",
    "must be a whole {} from {} to {}": "doit être un nombre entier de {1} à {2}",
    "must be Yes, No or Left": "doit être Yes, No ou Left",
    "must be Yes or No": "doit être Yes ou No",
    "is too large": "trop grand",
    "must be a date such as 2006-10-01": "doit être une date comme 2006-10-01",
    "is the date {}, too early; type a date such as 2006-10-01": (
        "la date {} est trop ancienne ; tapez une date comme 2006-10-01"
    ),
    "is in the future (today is {}); is the year wrong, or are day and month swapped?": (
        "dans l’avenir (nous sommes le {}) ; l’année est-elle fausse, ou le jour et le mois inversés ?"
    ),
    # groups, adjustments, tournaments
    "a group needs a name": "il manque le nom du groupe",
    "a group needs an initial rating": "il manque la cote initiale du groupe",
    "this group is here twice; keep one of them": "ce groupe est ici deux fois ; gardez une seule ligne",
    "an adjustment needs the date from which it counts": "il manque la date à partir de laquelle l’ajustement compte",
    "an adjustment needs its points": "il manque les points de l’ajustement",
    "no such player; leave it blank for everyone": "joueur inconnu ; laissez vide pour tout le monde",
    "Bye has no rating; leave it blank for everyone": "Bye n’a pas de cote ; laissez vide pour tout le monde",
    "an event needs a name": "il manque le nom du tournoi",
    "an event needs its {}": "il manque une donnée du tournoi : {}",
    "this event is here twice; tell them apart by the year, say": (
        "ce tournoi est ici deux fois ; distinguez-les, par l’année par exemple"
    ),
    "a result needs its {}": "il manque une donnée du résultat : {}",
    "nobody can be placed": "personne ne peut être classé ici",
    "this player is in this event twice": "ce joueur est deux fois dans ce tournoi",
    "must be at most the event's number of players, {}": "au plus le nombre de joueurs du tournoi, {}",
    "place {}: must be at most the number of players, {}": "place {} : au plus le nombre de joueurs, {}",
    "{} share this place, which leaves too few of {} places; fix the places, or the event's number of players": (
        "{} joueurs à cette place, trop pour {} places ; corrigez les places ou le nombre de joueurs du tournoi"
    ),
    "the event has {} but only {}; fix one of them": "{} pour {} ; corrigez l’un des deux",
    'must be games such as "1500: 56.4; 1432: 61": opponent\'s rating, percentage scored': (
        "doit être des parties comme « 1500: 56.4; 1432: 61 » : cote de l’adversaire, pourcentage marqué"
    ),
    "has an impossible rating or percentage": "contient une cote ou un pourcentage impossible",
    # columns and rows
    "this column is missing from the table; undo its deletion, or give it its name again": (
        "cette colonne manque ; annulez sa suppression, ou redonnez-lui son nom"
    ),
    'has gone with all that was typed in it; undo that, or else add an empty column "{}"': (
        "a disparu avec tout ce qui y était tapé ; annulez cela, ou ajoutez une colonne vide « {} »"
    ),
    'did you mean "{}"? If not, add an empty column "{}"': (
        "vouliez-vous dire « {} » ? Sinon, ajoutez une colonne vide « {} »"
    ),
    "{} both read as this heading; give the one that is the club's own another": (
        "{} ont toutes deux ce titre ; donnez un autre titre à celle du club"
    ),
    "is below the table {} with a blank row between, and is not part of it; move it up, or away": (
        "sous le tableau {}, après une ligne vide : n’en fait pas partie ; remontez la ligne, ou déplacez-la"
    ),
    # Rules
    "must be {} or {}": "doit être {} ou {}",
    "must be {}, {} or {}": "doit être {}, {} ou {}",
    "is blank": "vide",
    "is blank; every row of this table needs all its columns": "vide ; chaque ligne de ce tableau est complète",
    "is text; type the number without an apostrophe": "du texte ; tapez le nombre sans apostrophe",
    "the cell named {} is gone; undo the deletion, or move the rows to a new workbook": (
        "la cellule {} n’existe plus ; annulez la suppression, ou passez à un nouveau classeur"
    ),
    "the range named {} is gone; undo the deletion, or move the rows to a new workbook": (
        "la plage {} n’existe plus ; annulez la suppression, ou passez à un nouveau classeur"
    ),
    "its columns differ in length; undo the deletion, or move the rows to a new workbook": (
        "ses colonnes n’ont pas la même longueur ; annulez la suppression, ou passez à un nouveau classeur"
    ),
    "the table is blank; copy what is printed beside it": "tableau vide ; copiez ce qui est imprimé à côté",
    "a row is missing here; move the rows below it up": "une ligne manque ici ; remontez celles du dessous",
    "must ascend from row to row, and {} is above": "doit croître de ligne en ligne, et {} est au-dessus",
    "must be at least {} with {} under the root, so that equals are expected to score half the points": (
        "doit être au moins {} avec {} sous la racine, pour que la moitié des points soit attendue à cotes égales"
    ),
    'the column "{}" must ascend from row to row': "la colonne « {} » doit croître de ligne en ligne",
    "a table needs at least one row": "un tableau a au moins une ligne",
    "there was no session on that day; choose one from the list, or leave it blank for the last": (
        "aucune soirée ce jour-là ; choisissez dans la liste, ou laissez vide pour la dernière"
    ),
    "no such event with results; choose one from the list, or leave it blank for the last": (
        "aucun tournoi de ce nom avec des résultats ; choisissez dans la liste, ou laissez vide pour le dernier"
    ),
    "nothing was played then; choose from the list, or leave it blank for the last": (
        "rien n’a été joué alors ; choisissez dans la liste, ou laissez vide pour la dernière"
    ),
    # Review: what
    "Start rating without start games": "Cote de départ sans parties de départ",
    "Names alike": "Noms semblables",
    "A player on Aliases": "Un joueur sur Aliases",
    "The same game twice": "Deux fois la même partie",
    "An evening twice": "Deux fois la même soirée",
    "A session of one game": "Une soirée d’une partie",
    "Another weekday": "Un autre jour de la semaine",
    "A low score": "Marque basse",
    "A high score": "Marque haute",
    "A large spread": "Grand écart",
    "A large change": "Grande variation",
    "An early date": "Date trop ancienne",
    "A game brought back": "Une partie revenue",
    "The same row twice": "Deux fois la même ligne",
    "Sent after midnight": "Envoyée après minuit",
    "No cross under Active": "Pas de croix sous Active",
    # Review: where and why
    "{} row {}": "{}, ligne {}",
    "row {}": "ligne {}",
    "rows {} to {}": "lignes {} à {}",
    "{} comes with {} and is rated as a beginner; type the games, or 0": (
        "{} arrive avec {} et est coté comme un débutant ; tapez ses parties, ou 0"
    ),
    "{} and {}: one player, or two?": "{} et {} : un joueur, ou deux ?",
    "{} is on Players, and on Aliases for {}; merge the two, or delete the alias": (
        "{} est sur Players, et sur Aliases pour {} ; fusionnez les deux, ou supprimez l’alias"
    ),
    "{} is also in {}": "{} est aussi à la {}",
    "{} of {} are there already, in {}": "{} du {} y sont déjà, {}",
    "{} has one game, the sessions before mostly {}; is the date right?": (
        "le {} a une partie, les soirées d’avant le plus souvent {} ; la date est-elle juste ?"
    ),
    "{} is a {}; {} of the ten sessions before were on a {}": (
        "le {} est un {} ; sur les dix soirées d’avant, {} étaient un {}"
    ),
    "{}: {} is below {}": "{} : {} est au-dessous de {}",
    "{}: {} is below {}; {}": "{} : {} est au-dessous de {} ; {}",
    "{}: {} is above {}": "{} : {} est au-dessus de {}",
    "{}: {} is above {}; {}": "{} : {} est au-dessus de {} ; {}",
    "{} is below {}": "{} est au-dessous de {}",
    "{} is below {}; {}": "{} est au-dessous de {} ; {}",
    "{} is above {}": "{} est au-dessus de {}",
    "{} is above {}; {}": "{} est au-dessus de {} ; {}",
    "{}: {} points apart, more than {}": "{} : {} points d’écart, plus de {}",
    "{} points apart, more than {}": "{} points d’écart, plus de {}",
    "{} moves by {} on {}, to {}": "{} varie de {} le {}, à {}",
    "{}: {} before the games beside it; is the year right?": (
        "{} : {} avant les parties voisines ; l’année est-elle juste ?"
    ),
    "{}: it was taken out before, and an import brought it back": (
        "{} : elle avait été retirée, et une importation l’a ramenée"
    ),
    "{}: it was sent in the night and counts for the evening before; is the date right?": (
        "{} : envoyée dans la nuit, elle compte pour la veille ; la date est-elle juste ?"
    ),
    "{}: others had a cross, and a blank counts as Yes; type No or Left for children who are not there": (
        "{} : d’autres avaient une croix, et le vide vaut Yes ; tapez No ou Left pour un absent"
    ),
    "{}: a file had it more than once, and each counts": ("{} : un fichier l’avait plus d’une fois, et chacune compte"),
    **dict(zip(DAYS, FRENCH_DAYS)),
    # Journal
    "told above": "voir ci-dessus",
    "No rating changed.": "Aucune cote n’a changé.",
    "Together: {}": "Ensemble : {}",
    "{}, and {} more.": "{}, et {} de plus.",
    "{} are in another order": "{} dans un autre ordre",
    "{}: {} are in another order.": "{} : {} dans un autre ordre.",
    "{} was in {}: {}.": "{} était à la {} : {}.",
    "{} was added: {}.": "{} est ajoutée : {}.",
    "{} was taken out: {}.": "{} est retirée : {}.",
    "{} was changed: {} → {}.": "{} est changée : {} → {}.",
    "From {} on.": "À partir du {}.",
    # what a recalculation says of itself, a sentence each
    "{} of {} rated.": "Pris en compte : {}, {}.",
    "{} not rated, see the Notes.": "{} hors classement, voir les Notes.",
    "{} to fix; nothing was rated.": "{} à corriger ; rien n’a été calculé.",
    "{} to fix: the lists stay as they are": "{} à corriger : les listes restent telles quelles",
    "{} to review (sheet Review).": "{} à vérifier (feuille Review).",
    # nouns with their numbers
    "{} row": "{} ligne",
    "{} rows": "{} lignes",
    "{} game": "{} partie",
    "{} games": "{} parties",
    "{} player": "{} joueur",
    "{} players": "{} joueurs",
    "{} result": "{} résultat",
    "{} results": "{} résultats",
    "{} day": "{} jour",
    "{} days": "{} jours",
}
