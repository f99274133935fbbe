"""The words of xladdin.html in French, by their English."""

APP = {
    "A copy of the file as it was goes into the folder backups.":
        "Une copie du fichier tel qu’il était va dans le dossier backups.",
    "A new club": "Un nouveau club",
    "A new player": "Un nouveau joueur",
    "Add unknown names as new players, unless they resemble someone":
        "Ajouter les noms inconnus comme nouveaux joueurs, sauf s’ils ressemblent à quelqu’un",
    "All of them are right": "Tout est juste",
    "Also take games that would be left out":
        "Prendre aussi les parties qui seraient omises",
    "Another player": "Un autre joueur",
    "Another player for {name}": "Un autre joueur pour {name}",
    "As": "Format",
    "Bring back a dated copy": "Reprendre une copie datée",
    "Bring in games": "Importer des parties",
    "Bring them in": "Importer",
    "CSV": "CSV",
    "Cancel": "Annuler",
    "Change a player's name": "Changer le nom d’un joueur",
    "Choose a file with games first.": "Choisissez d’abord un fichier de parties.",
    "Choose a workbook": "Choisir un classeur",
    "Close": "Fermer",
    "Date": "Date",
    "Day of the games for tsh, if not the last one": "Jour des parties pour tsh, si ce n’est pas le dernier",
    "Dated copies": "Copies datées",
    "Do it all the same": "Le faire quand même",
    "Download them as a zip": "Les télécharger (zip)",
    "Drop it here, or choose it. It is read on this computer, and nowhere else.":
        "Déposez-le ici, ou choisissez-le. Il est lu sur cet ordinateur, et nulle part ailleurs.",
    "Elo Club": "Club Elo",
    "English": "Anglais",
    "Export a sheet": "Exporter une feuille",
    "Files with games: a table, a form's responses, .t, .tsh, .TOU, TRF, a pasted page":
        "Fichiers de parties : un tableau, les réponses d’un formulaire, .t, .tsh, .TOU, TRF, une page collée",
    "Fix first ({count})": "À corriger d’abord ({count})",
    "Fix the row in Excel, save and close it there, then press Recalculate here.":
        "Corrigez la ligne dans Excel, enregistrez et fermez, puis appuyez ici sur Recalculer.",
    "For one player alone, choose in the column Web of the sheet Players.":
        "Pour un seul joueur, choisissez dans la colonne Web de la feuille Players.",
    "For the wall": "Pour le mur",
    "For the web": "Pour le web",
    "Forget a player: there is no undo": "Oublier un joueur, sans retour possible",
    "Français": "Français",
    "Games before": "Parties jouées avant",
    "Games are logged by": "Parties saisies par",
    "Group of new players": "Groupe des nouveaux joueurs",
    "How many games has each of them played? 0: they are beginners.":
        "Combien de parties chacun a-t-il jouées ? 0 : ce sont des débutants.",
    "In this browser Save is a download under the same name. In Chrome and Edge it can write into the same file.":
        "Dans ce navigateur, Enregistrer télécharge le fichier sous le même nom. Dans Chrome et Edge, il peut écrire "
        "dans le même fichier.",
    "It is right": "C’est juste",
    "Its number, as Dated copies lists them": "Son numéro, dans la liste des copies datées",
    "JSON": "JSON",
    "Language": "Langue",
    "Loading Python": "Chargement de Python",
    "Look at a page": "Regarder une page",
    "Make the pages": "Créer les pages",
    "Make the workbook": "Créer le classeur",
    "Make two spellings one player": "Réunir deux orthographes d’un joueur",
    "More": "Plus",
    "Name now": "Nom actuel",
    "Name of the new workbook": "Nom du nouveau classeur",
    "New name": "Nouveau nom",
    "New players come with the ratings of the file": "Les nouveaux joueurs gardent les cotes du fichier",
    "Next season or camp week": "Saison ou semaine suivante",
    "No player: leave out these rows": "Aucun joueur : omettre ces lignes",
    "Not saved yet.": "Pas encore enregistré.",
    "Nothing leaves this computer.": "Rien ne quitte cet ordinateur.",
    "Open its folder": "Ouvrir son dossier",
    "Open your club workbook": "Ouvrez le classeur de votre club",
    "Our Own Table": "Notre propre barème",
    "Pair the next round": "Apparier la ronde suivante",
    "Player": "Joueur",
    "Players": "Joueurs",
    "Players and games from files, if you have any": "Joueurs et parties depuis des fichiers, si vous en avez",
    "Players whose cell Web is blank": "Joueurs dont la cellule Web est vide",
    "To review ({count})": "À vérifier ({count})",
    "Press a name to see every game with its arithmetic.":
        "Appuyez sur un nom pour voir chaque partie avec son calcul.",
    "Preview": "Aperçu",
    "Preview shows what would come in. Nothing is written before you say so.":
        "L’aperçu montre ce qui serait importé. Rien n’est écrit avant votre accord.",
    "Print": "Imprimer",
    "Print this page": "Imprimer cette page",
    "Print the score slips": "Imprimer les feuillets de marque",
    "Python does not start in this browser: {why}. Try a recent Firefox, Chrome, Edge or Safari.":
        "Python ne démarre pas dans ce navigateur : {why}. Essayez un Firefox, Chrome, Edge ou Safari récent.",
    "Rating system": "Système de cotes",
    "Ratings for a small club: recalculate its workbook, bring in games, pair a round, make pages for the wall and the "
    "web.":
        "Les cotes d’un petit club : recalculer son classeur, importer des parties, apparier une ronde, créer des "
        "pages pour le mur et le web.",
    "Recalculate": "Recalculer",
    "Redo it": "La rétablir",
    "Rules to begin with": "Règlement de départ",
    "Save": "Enregistrer",
    "Save is a download. Keep the old file until you have looked at the new one.":
        "Enregistrer télécharge le fichier. Gardez l’ancien jusqu’à ce que vous ayez regardé le nouveau.",
    "Sheet": "Feuille",
    "Show a player": "Montrer un joueur",
    "Show large": "Afficher en grand",
    "Something was typed since the last recalculation.": "Quelque chose a été tapé depuis le dernier calcul.",
    "Take this date": "Prendre cette date",
    "Take this player": "Prendre ce joueur",
    "Take this number": "Prendre ce nombre",
    "The club's name": "Le nom du club",
    "The functions for Excel's cells": "Les fonctions pour les cellules d’Excel",
    "The pages": "Les pages",
    "The pages are in the folder {name}, beside the workbook.":
        "Les pages sont dans le dossier {name}, à côté du classeur.",
    "The player it is": "Le joueur dont il s’agit",
    "The spelling that goes": "L’orthographe à retirer",
    "There is no workbook in this folder.": "Il n’y a pas de classeur dans ce dossier.",
    "Tick who is here first.": "Cochez d’abord qui est là.",
    "Tonight": "Ce soir",
    "Undo the last step": "Annuler la dernière étape",
    "Up to date.": "À jour.",
    "Update a workbook made with an older version": "Mettre à jour un classeur d’une version antérieure",
    "Wall and web": "Mur et web",
    "What a recalculation changes": "Ce qu’un calcul change",
    "What changed": "Ce qui a changé",
    "Which column is {wanted}?": "Quelle colonne est {wanted} ?",
    "Who is here?": "Qui est là ?",
    "Who is “{name}”?": "Qui est « {name} » ?",
    "With its folder open, Save writes into the same file and keeps a dated copy. With the file alone, Save is a "
    "download.":
        "Avec son dossier ouvert, Enregistrer écrit dans le même fichier et garde une copie datée. Avec le fichier "
        "seul, Enregistrer est un téléchargement.",
    "Working": "Au travail",
    "Write them into the folder": "Les écrire dans le dossier",
    "a day's games for tsh": "les parties d’un jour pour tsh",
    "as the last time": "comme la dernière fois",
    "by initials": "par initiales",
    "by name": "par nom",
    "left out": "omis",
    "tsh": "tsh",
    "results": "résultats",
    "scores": "scores",
    "workbook": "classeur",
    "{count} more": "{count} de plus",
    "{name} is in your downloads. When you have typed more into it, drop it here.":
        "{name} est dans vos téléchargements. Quand vous y aurez tapé autre chose, déposez-le ici.",
    "{name} is not saved. Close it all the same?": "{name} n’est pas enregistré. Le fermer quand même ?",
    "{name} is open in Excel or LibreOffice. Close it there, then save again.":
        "{name} est ouvert dans Excel ou LibreOffice. Fermez-le là-bas, puis enregistrez encore.",
    "{name} is saved.": "{name} est enregistré.",
    "{name} was changed meanwhile. Nothing was saved: open it again, then recalculate.":
        "{name} a changé entre-temps. Rien n’a été enregistré : ouvrez-le de nouveau, puis recalculez.",
    "{name} was saved in Excel since you opened it. Drop it here again, then press Recalculate.":
        "{name} a été enregistré dans Excel depuis que vous l’avez ouvert. Déposez-le ici de nouveau, puis appuyez sur "
        "Recalculer.",
    "{path} could not be written ({why}). The file is as it was. Make room on the disk, then save again.":
        "{path} n’a pas pu être écrit ({why}). Le fichier est tel qu’il était. Faites de la place sur le disque, puis "
        "enregistrez de nouveau.",
    "player": "joueur",
    "players": "joueurs",
    "row": "ligne",
    "rows": "lignes",
    "{where}:": "{where} :",
    "“{value}”:": "« {value} » :",
    "{sheet}, row {row}, {column}:": "{sheet}, ligne {row}, {column} :",
}  # fmt: skip
"""The French of fixed texts, and of templates whose names in braces stay."""
