"""The French of the texts of imports, and of names, that are no messages yet, by their English.

{} is a name, a number or a reason, in the same order in both.
"""

FILES = {
    '"{}" means no opponent; choose another name.': "« {} » veut dire sans adversaire ; choisissez un autre nom.",
    '"{}" cannot be the name of a player: it needs 1 to {} visible characters.': (
        "« {} » n’est pas un nom de joueur : 1 à {} caractères visibles."
    ),
    '"{}" is a player too. To make one player of both: {}': (
        "« {} » est aussi un joueur. Pour n’en faire qu’un : Réunir deux orthographes d’un joueur."
    ),
    '"{}" and "{}" are one player already.': "« {} » et « {} » sont déjà un seul joueur.",
    '"{}" is another spelling of "{}". Give the name on Players.': (
        "« {} » est une autre orthographe de « {} ». Donnez le nom de Players."
    ),
    '"{}" and "{}" have played each other in an earlier season. They are two players.': (
        "« {} » et « {} » ont joué l’un contre l’autre une saison passée. Ce sont deux joueurs."
    ),
    '"{}" and "{}" have played each other: {}. They are two players.': (
        "« {} » et « {} » ont joué l’un contre l’autre : {}. Ce sont deux joueurs."
    ),
    '"{}" and "{}" are both in {}. They are two players.': ("« {} » et « {} » sont tous deux dans {} : deux joueurs."),
    "{}: {} stays; {} is dropped.": "{} : {} reste ; {} disparaît.",
    "{}: {} is dropped.": "{} : {} disparaît.",
    'This workbook has no table {}; "{}" is not kept as a spelling of "{}".': (
        "Ce classeur n’a pas de tableau {} ; « {} » n’est pas retenu pour « {} »."
    ),
    "{} of {} files": "{} sur {} fichiers",
    "{}: is not a text file": "{} : n’est pas un fichier de texte",
    "{}: is {}. Save what it shows as plain text or as CSV.": (
        "{} : c’est {}. Enregistrez ce qu’il montre en texte ou en CSV."
    ),
    "a document of a word processor": "un document de traitement de texte",
    "a PDF": "un PDF",
    "{}: is not a file but a folder or a device": "{} : n’est pas un fichier mais un dossier ou un appareil",
    "{}: is larger than {} MiB, more than files of games are": "{} : plus de {} Mio, trop pour un fichier de parties",
    "{}: cannot be read ({})": "{} : illisible ({})",
    "{}: is protected by a password. Open it, and save it without.": (
        "{} : protégé par un mot de passe. Ouvrez-le, et enregistrez sans."
    ),
    ("{}: begins as a workbook does, but is damaged ({}). Open it in Excel or LibreOffice and save it again."): (
        "{} : un classeur abîmé ({}). Ouvrez-le dans Excel ou LibreOffice et enregistrez-le de nouveau."
    ),
    "{}: is not read: {}. Copy the games into a new workbook, and import that.": (
        "{} : n’est pas lu, car {}. Copiez les parties dans un nouveau classeur, et importez-le."
    ),
    "its part {} is packed in an unusual way": "la partie {} est compressée d’une façon inhabituelle",
    "its part {} is packed suspiciously small": "la partie {} est compressée de façon suspecte",
    "the list of its parts is not where it should be": "la liste de ses parties n’est pas à sa place",
    "it unpacks to more than {} {}": "il représente plus de {} {}",
    "bytes when it is unpacked": "octets décompressés",
    "cells, blank ones between them counted": "cellules, vides comprises",
    "characters in its cells": "caractères dans ses cellules",
    "cells that repeat others": "cellules qui en répètent d’autres",
    "a sheet of it reaches over {} and {}": "une feuille s’étend sur {} et {}",
    "{}: is not a CSV file that can be read ({})": "{} : n’est pas un CSV lisible ({})",
    "{}: a cell is longer than {} characters; is a quote missing?": (
        "{} : une cellule dépasse {} caractères ; manque-t-il un guillemet ?"
    ),
    "{}: has {} cells, far more than the other lines": "{} : {} cellules, bien plus que les autres lignes",
    "{}: a row is longer than {} characters; is a quote missing?": (
        "{} : une ligne dépasse {} caractères ; manque-t-il un guillemet ?"
    ),
    "it is larger than any workbook of that format that xladdin reads": (
        "il est trop long pour un classeur de ce format"
    ),
    "its sheets overlap": "ses feuilles se chevauchent",
    "{}: names {} columns; {} are the most that xladdin reads": "{} : {} colonnes ; {} au plus",
    "{}: the column {} is there twice; rename or delete one of the two": (
        "{} : la colonne {} est là deux fois ; renommez ou supprimez l’une des deux"
    ),
    'a cell of it is at "{}"': "une de ses cellules est en « {} »",
    "a cell of it holds another table": "une de ses cellules contient un autre tableau",
    "a cell of it holds more than {} characters": "une de ses cellules a plus de {} caractères",
    'a part of it is repeated "{}" times': "une de ses parties est répétée « {} » fois",
    "its XML is not encoded in UTF-8": "son XML n’est pas en UTF-8",
    "its XML declares a document type, which no spreadsheet does": "son XML déclare un type de document",
    "its XML is nested deeper than that of a sheet": "son XML est imbriqué trop profondément",
    "{}: is a binary workbook (.xlsb). Save it in Excel as .xlsx.": (
        "{} : un classeur binaire (.xlsb). Enregistrez-le en .xlsx dans Excel."
    ),
    "{}: ends within a division, without its line #end_file; is it cut short?": (
        "{} : finit dans une division, sans sa ligne #end_file ; est-il coupé ?"
    ),
    "{}: its division {}, {}, is not there. Import that file by itself.": (
        "{} : sa division {}, {}, manque. Importez ce fichier seul."
    ),
    "must be {} or {}": "doit être {} ou {}",
    "must be {}, {} or {}": "doit être {}, {} ou {}",
    "Sent after midnight": "Envoyée après minuit",
    "No cross under Active": "Pas de croix sous Active",
    "{} rows": "{} lignes",
    "{} days": "{} jours",
    "{} row": "{} ligne",
    "{} day": "{} jour",
    "{} game": "{} partie",
    "{} games": "{} parties",
    "{} file": "{} fichier",
    "{} files": "{} fichiers",
    "{} player": "{} joueur",
    "{} players": "{} joueurs",
    "{} result": "{} résultat",
    "{} results": "{} résultats",
    "{} or {}": "{} ou {}",
    "{} row {}": "{}, ligne {}",
    "rows {} to {}": "lignes {} à {}",
    "row {}": "ligne {}",
}
