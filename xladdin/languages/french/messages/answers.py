"""The French of the commands' answers, by their English: work done, names, evenings, players.

{} is a name, a number or a reason, in the same order in both.
"""

ANSWERS = {
    # steps
    "Reading {}": "Lecture de {}",
    "Writing {}": "Écriture de {}",
    "Making {}": "Création de {}",
    "Writing the pages": "Écriture des pages",
    "Deleting the copies": "Suppression des copies",
    "Reading who is here": "Lecture des présents",
    "Pairing": "Appariement",
    "Recalculating": "Calcul",
    "Checking every row": "Contrôle de chaque ligne",
    "Replaying from the first game": "Calcul depuis la première partie",
    "Comparing with the workbook": "Comparaison avec le classeur",
    # what follows from rows to fix
    "Nothing was rated.": "Rien n’a été calculé.",
    "Nothing was written.": "Rien n’a été écrit.",
    "Nothing was rated; Start and the Notes say why.": "Rien n’a été calculé ; Start et les Notes disent pourquoi.",
    "Nothing was paired.": "Rien n’a été apparié.",
    "Nothing was published.": "Rien n’a été publié.",
    "Nothing was verified.": "Rien n’a été vérifié.",
    "{} was not made.": "{} n’a pas été créé.",
    "Nothing was imported; {} is as it was.": "Rien n’a été importé ; {} est tel qu’il était.",
    "Fix it in the workbook, then recalculate it.": "Corrigez-la dans le classeur, puis recalculez.",
    "Fix them in the workbook, then recalculate it.": "Corrigez-les dans le classeur, puis recalculez.",
    # done
    "Created {}.": "{} est créé.",
    "Created {}: {}.": "{} est créé : {}.",
    "Created {}. {}": "{} est créé. {}",
    "Created {}. {} of {} rated.": "{} est créé. Pris en compte : {}, {}.",
    "Created {}. {} of {} rated. {} not rated, see the Notes.": (
        "{} est créé. Pris en compte : {}, {}. {} hors classement, voir les Notes."
    ),
    "{} of {} rated. {} not rated, see the Notes.": "Pris en compte : {}, {}. {} hors classement, voir les Notes.",
    '"{}" is "{}" now. {}': "« {} » s’appelle « {} ». {}",
    '"{}" and "{}" are one player now. {}': "« {} » et « {} » sont un seul joueur. {}",
    "To be deleted: {}": "À supprimer : {}",
    "the page in {} ({})": "la page dans {} ({})",
    'Also known as "{}" ({}).': "Autre nom connu : « {} » ({}).",
    "{} is a workbook of the same club and was not changed. Run forget on it, too, or delete it.": (
        "{} est un classeur du même club et n’a pas changé. Oubliez-y aussi le joueur, ou supprimez-le."
    ),
    "PDFs and workbooks under names of your own may hold it, too: they are yours to delete.": (
        "Des PDF et classeurs sous d’autres noms peuvent l’avoir aussi : à vous de les supprimer."
    ),
    "{} is another club workbook with the name and was not changed. Run forget on it, too.": (
        "{} est un autre classeur de club qui a ce nom et n’a pas changé. Oubliez-y aussi le joueur."
    ),
    "These files beside {} have the name and are yours to change or delete:": (
        "Ces fichiers à côté de {} ont le nom ; à vous de les changer ou supprimer :"
    ),
    "The page is deleted. Take it from the web, too. The next publication makes it again, without the name.": (
        "La page est supprimée. Retirez-la aussi du web. La prochaine publication la refait, sans le nom."
    ),
    "Your own texts still have the name. They were not changed:": (
        "Vos textes ont encore le nom. Ils n’ont pas changé :"
    ),
    "{} holds no page of this club, so nothing was changed yet. Check the folder.": (
        "{} n’a pas de page de ce club, donc rien n’a changé. Vérifiez le dossier."
    ),
    "Page: {}": "Page : {}",
    '"{}" is in {} now. Copies of the file that lie elsewhere still hold the old name.': (
        "« {} » figure dans {}. Les copies rangées ailleurs gardent l’ancien nom."
    ),
    "{} has no dated copies yet. Every change makes one.": "{} n’a pas encore de copies datées.",
    "To bring one back: xladdin undo {} --to NUMBER": (
        "Pour en reprendre une, donnez son numéro sous Reprendre une copie datée."
    ),
    "Two independent computations agree on {} figures.": "Deux calculs indépendants concordent sur {} chiffres.",
    "{} of {} figures disagree. If something was typed since the last recalculation, recalculate and verify again.": (
        "{} chiffres sur {} diffèrent. Si quelque chose a été tapé depuis le calcul, recalculez et vérifiez encore."
    ),
    "{}, row {}, {}: the workbook holds {}, computed {}": "{}, ligne {}, {} : le classeur a {}, calculé {}",
    "{}: {}. Nothing has changed since the last time.": "{} : {}. Rien n’a changé depuis la dernière fois.",
    "{}: {}, {} written. Open index.html there.": "{} : {}, écrits : {}. Ouvrez-y index.html.",
    "{}: {}, {} written, {} removed. Open index.html there.": (
        "{} : {}, écrits : {}, retirés : {}. Ouvrez-y index.html."
    ),
    "{} file": "{} fichier",
    "{} files": "{} fichiers",
    "These stay in the old workbook: {}.": "Restent dans l’ancien classeur : {}.",
    "Your own sheets stay in the old workbook: {}.": "Vos propres feuilles restent dans l’ancien classeur : {}.",
    '"{}" in {}, stays in the old workbook.': "« {} » en {}, reste dans l’ancien classeur.",
    '"{}" in {}, {}, stays in the old workbook.': "« {} » en {}, {}, reste dans l’ancien classeur.",
    '"{}" in {}, and {} there stay in the old workbook.': "« {} » en {}, et {} restent dans l’ancien classeur.",
    '"{}" in {}, and {} beside the table stay in the old workbook.': (
        "« {} » en {}, et {} restent dans l’ancien classeur."
    ),
    "{} not played yet stays in the old workbook.": "{} non jouée reste dans l’ancien classeur.",
    "{} not played yet stay in the old workbook.": "{} non jouées restent dans l’ancien classeur.",
    "{} more cell": "{} autre cellule",
    "{} more cells": "{} autres cellules",
    "{} would come to {} instead of {} ({}) in the new workbook, so it was not made. Please report it.": (
        "{} aurait {} au lieu de {} ({}) dans le nouveau classeur, qui n’est donc pas créé. Merci de le signaler."
    ),
    'Double-click "{}" next to the workbook after entering the evening\'s games.': (
        "À côté : « {} », à double-cliquer quand une soirée est tapée."
    ),
    "No file to double-click was made: {}": "Pas de fichier à double-cliquer : {}",
    # names
    '"{}" means no opponent; choose another name.': "« {} » veut dire sans adversaire ; choisissez un autre nom.",
    '"{}" cannot be the name of a player: it needs 1 to {} visible characters.': (
        "« {} » n’est pas un nom de joueur : 1 à {} caractères visibles."
    ),
    '"{}" is a player too. To make one player of both: {}': (
        "« {} » est aussi un joueur. Pour n’en faire qu’un : Réunir deux orthographes d’un joueur."
    ),
    '"{}" and "{}" are one player already.': "« {} » et « {} » sont déjà un seul joueur.",
    '"{}" is not a player{}.': "« {} » n’est pas un joueur{}.",
    '"{}" is not a player. The players are {}.': "« {} » n’est pas un joueur. Les joueurs sont {}.",
    '"{}" is not a player. The sheet Players lists all {}.': "« {} » n’est pas un joueur. Players a les {}.",
    '"{}" is another spelling of "{}". Give the name on Players.': (
        "« {} » est une autre orthographe de « {} ». Donnez le nom de Players."
    ),
    '"{}": {}.': "« {} » : {}.",
    '"{}" and "{}" have played each other in an earlier season. They are two players.': (
        "« {} » et « {} » ont joué l’un contre l’autre une saison passée. Ce sont deux joueurs."
    ),
    '"{}" and "{}" have played each other: {}. They are two players.': (
        "« {} » et « {} » ont joué l’un contre l’autre : {}. Ce sont deux joueurs."
    ),
    '"{}" and "{}" are both in {}. They are two players.': "« {} » et « {} » sont tous deux dans {} : deux joueurs.",
    "{}: {} stays; {} is dropped.": "{} : {} reste ; {} disparaît.",
    "{}: {} is dropped.": "{} : {} disparaît.",
    'This workbook has no table {}; "{}" is not kept as a spelling of "{}".': (
        "Ce classeur n’a pas de tableau {} ; « {} » n’est pas retenu pour « {} »."
    ),
    "{} is not up to date. Recalculate it first, then forget.": "{} n’est pas à jour. Recalculez, puis oubliez.",
    '"{}" is the name of another player. Give a name that nobody has.': (
        "« {} » est le nom d’un autre joueur. Donnez un nom libre."
    ),
    'Nothing was changed yet. To make "{}" and "{}" one player, add --yes.': (
        "Rien n’a changé. Pour faire un seul joueur de « {} » et « {} », confirmez."
    ),
    "Nothing was changed.": "Rien n’a changé.",
    'There is no undo, so nothing was changed yet. To forget "{}", add --yes.': (
        "Rien n’a changé : c’est sans retour. Pour oublier « {} », confirmez."
    ),
    'The title "{}" must be at most {} characters, all of them visible.': (
        "Le titre « {} » dépasse {} caractères visibles."
    ),
    "{}: a club workbook's name ends in {}.": "{} : le nom d’un classeur de club finit par {}.",
    # an evening
    "{}, round {}: {} paired.": "{}, ronde {} : {}.",
    "{} table": "{} table",
    "{} tables": "{} tables",
    "{} sits out.": "{} au repos.",
    "{} plays two at once.": "{} joue deux parties à la fois.",
    "{} of the evening had no score yet.": "{} de la soirée sans marque encore.",
    "{} and {} meet again: there is no pairing without a repeat.": (
        "{} et {} se retrouvent : sans cela, pas d’appariement."
    ),
    "{} sat out least, so {} and {} meet again.": "{} s’est le moins reposé, donc {} et {} se retrouvent.",
    "{} played two at once least, so {} and {} meet again.": "{} a le moins joué double, donc {} et {} se retrouvent.",
    "With another player there would be {}.": "Avec un autre joueur il y aurait {}.",
    "{} repeat": "{} répétition",
    "{} repeats": "{} répétitions",
    "It is not {}'s turn to {}, but this way {}.": "Ce n’est pas le tour de {}, mais ainsi moins de répétitions.",
    "{} rates placings of tournaments; there is no evening to pair.": (
        "{} cote des places de tournois ; il n’y a pas de soirée à apparier."
    ),
    "All {} of {} are paired. For another one raise the number of rounds on {}.": (
        "{} du {} : tout est apparié. Pour une de plus, augmentez le nombre de rondes sur {}."
    ),
    "{} round": "{} ronde",
    "{} rounds": "{} rondes",
    "Nobody is marked as here. Mark who is here on the sheet {}, and save.": (
        "Personne n’est marqué présent. Marquez les présents, puis appariez."
    ),
    "Only one player is marked as here. Mark who is here on the sheet {}, and save.": (
        "Un seul joueur est marqué présent. Marquez les présents, puis appariez."
    ),
    "{} are marked as here; at most {} are paired at once. Take marks away on the sheet {}, and pair in divisions.": (
        "{} présents ; {} au plus sont appariés à la fois. Retirez des marques, et appariez par divisions."
    ),
    "{} is not published: {}. Recalculate it first.": "{} n’est pas publié : {}. Recalculez d’abord.",
    "something was typed since it was recalculated": "quelque chose a été tapé depuis le calcul",
    "it has not been recalculated yet": "il n’a pas encore été calculé",
    "it is out of date, the rating of {} would change": "il est périmé, la cote de {} changerait",
    "it is out of date, the rating of {} and of {} would change": "il est périmé, la cote de {} et de {} changerait",
    "{} other player": "{} autre joueur",
    "{} other players": "{} autres joueurs",
    "{} was not updated: {}.": "{} n’a pas été mis à jour : {}.",
    "its name {} is gone; xladdin renew OLD NEW makes a workbook that has all again": (
        "son nom {} manque ; Mettre à jour un classeur, sous Plus, le ramène"
    ),
    '"{}" in {} is no heading of this report; move its column out of the report, or '
    "xladdin renew OLD NEW makes a workbook that has all again": (
        "« {} » en {} n’est pas un en-tête de ce rapport ; déplacez sa colonne hors du rapport, "
        "ou Mettre à jour un classeur, sous Plus, le refait"
    ),
    "it has more columns by now, and no room for them; xladdin renew OLD NEW makes a workbook that has all again": (
        "il a désormais plus de colonnes, et pas la place ; Mettre à jour un classeur, sous Plus, le refait"
    ),
    "its headings ({}) are not all there, side by side; put them back, or "
    "xladdin renew OLD NEW makes a workbook that has all again": (
        "ses en-têtes ({}) ne sont pas tous là, côte à côte ; remettez-les, "
        "ou Mettre à jour un classeur, sous Plus, les ramène"
    ),
    # a player
    "{}: {}, unranked": "{} : {}, sans rang",
    "{}: {}, rank {}": "{} : {}, rang {}",
    "Best {} on {}; lowest {} on {}.": "Meilleure cote {} le {} ; plus basse {} le {}.",
    "This season {}; in all {}.": "Cette saison, {} ; en tout, {}.",
    "This season {}; in all {}, {} won, mean percentile {}.": (
        "Cette saison, {} ; en tout, {}, gagnés : {}, centile moyen {}."
    ),
    "won {}, lost {} ({} played)": "gagnées : {}, perdues : {} (jouées : {})",
    "won {}, lost {}, tied {} ({} played)": "gagnées : {}, perdues : {}, égales : {} (jouées : {})",
    "won {}, lost {}, drawn {} ({} played)": "gagnées : {}, perdues : {}, nulles : {} (jouées : {})",
    "{} event": "{} tournoi",
    "{} events": "{} tournois",
    "{}, {} won": "{}, gagnés : {}",
    "{}, {} won, mean percentile {}": "{}, gagnés : {}, centile moyen {}",
    "Most in a row: won {}, lost {}.": "Plus longues séries, gagnées : {}, perdues : {}.",
    "Average score {}, of the opponents {}.": "Marque moyenne {}, celle des adversaires {}.",
    # what a command cannot do with the workbook
    "Review has no row {}. xladdin recalc FILE --dry-run lists those that are open.": (
        "Review n’a pas de ligne {}. Recalculez pour voir celles qui sont ouvertes."
    ),
    "{}: tsh keeps games with scores, and {} has none.": "{} : tsh garde des parties à marques, que {} n’a pas.",
    "{} has no rated games{}.": "{} n’a pas de parties classées{}.",
    "{} and {} have the same name, and so would their pages. Publish one of them by itself.": (
        "{} et {} ont le même nom, et leurs pages aussi. Publiez-en un à part."
    ),
    (
        "the table {} is missing; undo what removed it, or select its rows with their headings, press Ctrl+T, and "
        "under Table Design name the table {}"
    ): (
        "le tableau {} manque ; annulez ce qui l’a enlevé, ou sélectionnez ses lignes avec leurs titres, choisissez "
        "Insertion > Tableau et nommez-le {} sous Création de tableau"
    ),
    "This workbook has no sheet {}. Update the workbook: xladdin renew OLD NEW.": (
        "Ce classeur n’a pas de feuille {}. Mettez-le à jour, sous Plus."
    ),
    "The list of players is gone from {}. {}": (
        "La liste des joueurs manque sur {}. Mettez le classeur à jour, sous Plus."
    ),
    "The table {} has no column {}. {}": "Le tableau {} n’a pas de colonne {}. Mettez le classeur à jour, sous Plus.",
    "{} cannot be read: {}.": "{} est illisible : {}.",
    '"{}" is not on the list of {}. Add a new player on Players, and recalculate.': (
        "« {} » n’est pas sur la liste de {}. Ajoutez un nouveau joueur sur Players, puis recalculez."
    ),
    "{} of {} files": "{} sur {} fichiers",
    '{} holds the page of another club or season, "{}". '
    "Give another folder; or, if that page is no longer wanted, empty that one first.": (
        "{} contient la page d’un autre club ou d’une autre saison, « {} ». Donnez un autre dossier, ou videz celui-ci."
    ),
    "{} is a link to another place. Give that place itself as the folder.": (
        "{} est un lien vers un autre endroit. Donnez ce dossier lui-même."
    ),
    "{} has changed while you were asked. Try again.": "{} a changé pendant la question. Recommencez.",
    "Players are shown by initials, because nobody has chosen yet: choose on Rules, Names on the web page.": (
        "Les joueurs figurent par initiales, car personne n’a encore choisi : choisissez sur Rules."
    ),
    "The page does not show {} by name so far, and Players has no column {} that says so. "
    "Add that column, and publish again.": (
        "La page ne nomme pas {}, et Players n’a pas de colonne {} qui le dise. Ajoutez-la, et recommencez."
    ),
    "This workbook has no cell named {}, which keeps what its web page shows. "
    "Run xladdin renew OLD NEW to update it.": (
        "Ce classeur n’a pas de cellule {}, qui dit ce que la page montre. Mettez-le à jour avec le bouton."
    ),
    "{} goes up to {}, which is not in {}. Publish the later workbook, or give another folder.": (
        "{} va jusqu’au {}, qui n’est pas dans {}. Publiez le suivant, ou donnez un autre dossier."
    ),
    "{} holds something else ({}) and no earlier page of this club. Give a new or an empty folder.": (
        "{} contient autre chose ({}). Donnez un dossier nouveau ou vide."
    ),
    "{} is there and is not a folder. Move it away first.": "{} n’est pas un dossier. Déplacez-le d’abord.",
    "{} is there and was not made by xladdin publish. Move it away first.": (
        "{} n’a pas été écrit par xladdin. Déplacez-le d’abord."
    ),
    "{} cannot be read. An earlier version noted there who is not shown by name: "
    "say it in the cells Web on Players, and move the file away.": (
        "{} est illisible. Il disait qui n’est pas nommé : dites-le dans les cellules Web de Players, et déplacez-le."
    ),
    "system {}: must be one of {}": "système {} : doit être parmi {}",
    "like {}: must be {}": "règlement {} : doit être {}",
    "log {}: must be {}": "saisie {} : doit être {}",
    "log {}: {} has only one kind of log; leave it out": "saisie {} : {} n’en a qu’une sorte ; laissez vide",
    "like {}: {} has only one set of rules; leave it out": "règlement {} : {} n’en a qu’un ; laissez vide",
    "This club workbook is of another form: its cell named {} holds {} instead of {}. "
    "Run xladdin renew OLD NEW to update it.": (
        "Ce classeur est d’une autre forme : sa cellule {} contient {} et non {}. Mettez-le à jour avec le bouton."
    ),
    "This is not a club workbook: it has no cell named {} (Numbers drops names and tables when it exports). "
    "Make one with `xladdin new SYSTEM FILE`.": (
        "Ce n’est pas un classeur de club : la cellule {} manque (Numbers les perd à l’exportation). Créez-en un."
    ),
    "{}, the cell named {}: {}. Fix it, and save.": "{}, la cellule {} : {}. Corrigez-la, et enregistrez.",
    # headings of tables
    "Is": "Maintenant",
    "Ahead": "Devant",
    "Behind": "Derrière",
    "Level": "Égal",
    "Tied": "Égales",
    "Drawn": "Nulles",
    "Percentile": "Centile",
    "No": "Nº",
    "Saved": "Gardé",
    "Before": "Avant",
    "Rows": "Lignes",
    "State": "État",
    "sound": "sain",
}
