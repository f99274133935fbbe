"""The French of messages about a file that cannot be read, written or brought back, by their English.

{} is a name, a number or a reason, in the same order in both.
"""

FILES = {
    "{} is not there. Check the name and the folder.": "{} n’existe pas. Vérifiez le nom et le dossier.",
    "{} cannot be used: {}": "{} n’est pas utilisable : {}",
    "{} is not a file but a device. Give the workbook of the club.": (
        "{} n’est pas un fichier mais un appareil. Donnez le classeur du club."
    ),
    "{} cannot be used: it is larger than {} MiB.": "{} n’est pas utilisable : plus de {} Mio.",
    "{} is a folder. Give the workbook within it.": "{} est un dossier. Donnez le classeur qu’il contient.",
    "{} may not be read ({}). "
    "If it is open in another program, close it there; otherwise ask its owner for permission to read it.": (
        "{} n’est pas lisible ({}). S’il est ouvert ailleurs, fermez-le ; sinon, demandez le droit de le lire."
    ),
    "{} cannot be read ({}).": "{} est illisible ({}).",
    "it is protected by a password. Remove the password in Excel (File, Info), and save.": (
        "un mot de passe le protège. Retirez-le dans Excel (Fichier, Informations), et enregistrez."
    ),
    "it has {} parts, more than any club's workbook.": "{} parties, plus que n’en a un classeur de club.",
    "{} Open a copy from the folder backups beside it, or ask the sender for the file again.": (
        "{} Ouvrez une copie du dossier backups à côté, ou redemandez le fichier."
    ),
    "{} Open it in Excel or LibreOffice, save it as an .xlsx workbook, and try again.": (
        "{} Ouvrez-le dans Excel ou LibreOffice, enregistrez-le en .xlsx, et recommencez."
    ),
    "{}. Give an .xlsx or .xlsm file; `xladdin new` reads a CSV file.": (
        "{}. Donnez un fichier .xlsx ou .xlsm ; un CSV s’importe."
    ),
    "it is empty": "il est vide",
    "it is not a workbook": "ce n’est pas un classeur",
    "it is not a workbook, although its name says so": "ce n’est pas un classeur, malgré son nom",
    "it is damaged or only a part of a file.": "il est abîmé ou incomplet.",
    "this file is damaged or unsafe and cannot be opened: {}": "ce fichier est abîmé ou dangereux : {}",
    "its parts overlap.": "ses parties se chevauchent.",
    "its part {} is damaged.": "la partie {} est abîmée.",
    "its part {} is damaged (nested too deep).": "la partie {} est abîmée (imbriquée trop profondément).",
    "its part {} is damaged ({}).": "la partie {} est abîmée ({}).",
    "its part {} is not encoded in UTF-8.": "la partie {} n’est pas en UTF-8.",
    "its part {} declares a document type, which no spreadsheet does.": "la partie {} déclare un type de document.",
    "its part {} is encrypted or packed in an unusual way.": "la partie {} est chiffrée, ou compressée autrement.",
    "its part {} has a name that no spreadsheet gives.": "la partie {} a un nom qu’aucun tableur ne donne.",
    "its tables and lists of parts are larger than any club's workbook.": "ses tableaux sont trop grands pour un club.",
    "it has two parts named {}.": "deux parties s’appellent {}.",
    "it is an OpenDocument file.": "c’est un fichier OpenDocument.",
    "it is a binary workbook (.xlsb).": "c’est un classeur binaire (.xlsb).",
    "it is a workbook of the old format (.xls).": "c’est un classeur de l’ancien format (.xls).",
    "it is a zip archive but holds no workbook. Give the .xlsx or .xlsm file of the club.": (
        "c’est une archive zip sans classeur. Donnez le fichier .xlsx ou .xlsm du club."
    ),
    "its parts have unusual names. Save it again in Excel or LibreOffice.": (
        "ses parties ont des noms inhabituels. Enregistrez-le de nouveau dans Excel ou LibreOffice."
    ),
    "{} ({}). Save it again in Excel or LibreOffice.": "{} ({}). Enregistrez-le de nouveau dans Excel ou LibreOffice.",
    "it is damaged": "il est abîmé",
    "the name {} means {}, far too many cells. Fix it (Formulas, Name Manager), and save.": (
        "le nom {} désigne {}, beaucoup trop. Corrigez-le (Formules, Gestionnaire de noms), et enregistrez."
    ),
    "it has two sheets named {}. Rename one of them, and save.": (
        "deux feuilles s’appellent {}. Renommez l’une d’elles, et enregistrez."
    ),
    "the number {} in cell {} of its sheet {} is impossibly small. Correct it, and save.": (
        "le nombre {} de la cellule {} de la feuille {} est impossible. Corrigez-le, et enregistrez."
    ),
    "its sheet {} has a cell with no address. Save it again in Excel.": (
        "une cellule de la feuille {} n’a pas d’adresse. Enregistrez encore dans Excel."
    ),
    "with its sheet {} its cells show more than {} MiB of text. Delete the long texts, and save.": (
        "avec la feuille {}, plus de {} Mio de texte. Supprimez les longs textes, et enregistrez."
    ),
    "its part {} holds a text longer than any cell does.": "la partie {} contient un texte trop long pour une cellule.",
    "{} has no copy {}. xladdin backups {} lists those that are there.": (
        "{} n’a pas de copie {}. Les copies datées donnent celles qui existent."
    ),
    "{} was not changed: {} is {}. "
    "Choose a copy from xladdin backups {}, and bring it back: xladdin undo {} --to NUMBER": (
        "{} n’a pas changé : {} est {}. Choisissez une autre des copies datées."
    ),
    "{} was passed over: it is {}.": "{} est laissé de côté : c’est {}.",
    "damaged": "un classeur abîmé",
    "no club workbook": "un classeur sans club",
    "another club's workbook": "le classeur d’un autre club",
    "{} has changed since xladdin last wrote it, and you would lose that: {} from {}. To do it anyway: {}": (
        "{} a changé depuis xladdin, et cela serait perdu : {} de {}. Pour continuer, appuyez sur Le faire quand même."
    ),
    "{} row differs": "{} ligne diffère",
    "{} rows differ": "{} lignes diffèrent",
    "{} has no earlier copy in the folder {} to bring back.": "{} n’a pas de copie antérieure dans le dossier {}.",
    "{}: nothing was undone since its last change, so there is nothing to redo.": (
        "{} : rien n’a été annulé depuis la dernière modification, donc rien à rétablir."
    ),
    "{} is again as it was before its change of {} at {}. What it held until now is kept as {}; "
    "xladdin redo brings it back.": (
        "{} est de nouveau comme avant la modification du {} à {}. L’état d’avant est gardé : {} ; "
        "La rétablir le ramène."
    ),
    "{} is again as it was before its change of {} at {}. What it held until now is kept as {}; "
    "xladdin undo brings it back.": (
        "{} est de nouveau comme avant la modification du {} à {}. L’état d’avant est gardé : {} ; "
        "Annuler la dernière étape le ramène."
    ),
    "{} is again as it was before it was undone. What it held until now is kept as {}.": (
        "{} est de nouveau comme avant l’annulation. L’état d’avant est gardé : {}."
    ),
    "{} was not changed: its folder may not be written to ({}). Copy the workbook into a folder of your own.": (
        "{} n’a pas changé : son dossier est protégé ({}). Copiez le classeur dans un dossier à vous."
    ),
    "{} was not changed: {} beside it is no plain file, or leads elsewhere. Delete it.": (
        "{} n’a pas changé : {} à côté n’est pas un simple fichier, ou mène ailleurs. Supprimez-le."
    ),
    "{} is open in {}. Close it there and try again; if it is not open any more, delete the file {} beside it.": (
        "{} est ouvert dans {}. Fermez-le et recommencez ; s’il ne l’est plus, supprimez le fichier {} à côté."
    ),
    "{} is open in {}. What is not saved there does not count yet; save and close it.": (
        "{} est ouvert dans {}. Ce qui n’y est pas enregistré ne compte pas encore ; enregistrez-le et fermez-le."
    ),
    "{} is being changed by another run of xladdin{}. Try again later.": (
        "{} est en train de changer{}. Recommencez ensuite."
    ),
    "{} was not written: the name of a {} must end in {}.": "{} n’est pas écrit : le nom de {} finit par {}.",
    "{} was not written: its name must end in {}, as that of {} does.": (
        "{} n’est pas écrit : son nom finit par {}, comme celui de {}."
    ),
    "{} cannot be made ({}). Give another name.": "{} ne peut être créé ({}). Donnez un autre nom.",
    "{} cannot be made ({}). Name a folder of your own.": "{} ne peut être créé ({}). Donnez un dossier à vous.",
    "{} cannot be made: there is no folder {}. Make it first.": (
        "{} ne peut être créé : le dossier {} manque. Créez-le d’abord."
    ),
    "{} is already there and {}. Give another name.": "{} existe déjà ({}). Donnez un autre nom.",
    "{} is already there, and xladdin does not overwrite it. Give another name, or move it away.": (
        "{} existe déjà et n’est pas écrasé. Donnez un autre nom, ou déplacez-le."
    ),
    "{} is already there and is not a folder. Give another name.": (
        "{} existe déjà et n’est pas un dossier. Donnez un autre nom."
    ),
    "{} was not changed: another program changed it meanwhile. Try again.": (
        "{} n’a pas changé : un autre programme l’a modifié depuis sa lecture, et il reste ainsi. Recommencez."
    ),
    "{} was not changed: the system does not permit it ({}). "
    "If it is open in another program, close it there; otherwise copy it into a folder of your own.": (
        "{} n’a pas changé : le système l’interdit ({}). S’il est ouvert ailleurs, fermez-le ; sinon, copiez-le."
    ),
    "{} was not changed: {}.": "{} n’a pas changé : {}.",
    "its part {} would grow too large. Begin a new workbook.": (
        "la partie {} deviendrait trop grande. Commencez un nouveau classeur."
    ),
    "the formula in cell {} of its sheet {} is where a recalculation writes. Delete it, save, and try again.": (
        "la formule de la cellule {} de la feuille {} gêne le calcul. Supprimez-la, enregistrez, recommencez."
    ),
    "the table {} on sheet {} cannot grow, because its totals row is below it. "
    "Switch it off (Table Design, Total Row), and save.": (
        "le tableau {} de la feuille {} ne peut grandir : il a une ligne des totaux. Retirez-la, et enregistrez."
    ),
    "it has no sheet {}. Make a new workbook and paste your tables into it.": (
        "la feuille {} manque. Créez un nouveau classeur et collez-y vos tableaux."
    ),
    "There is no {}. Make a new workbook and paste your tables into it.": (
        "{} manque. Créez un nouveau classeur et collez-y vos tableaux."
    ),
    "it has no table {} on sheet {}.": "le tableau {} manque sur la feuille {}.",
    "sheet {} has no room for {}: it ends at row {}.": "la feuille {} n’a pas la place pour {} : fin à la ligne {}.",
    "{} is not a number that a cell can hold.": "{} n’est pas un nombre qu’une cellule peut contenir.",
    'A text of {} characters fits no cell: "{}"': "Un texte de {} caractères ne tient dans aucune cellule : « {} »",
    "The date {} is before the first that a sheet can hold.": (
        "La date {} est avant la première qu’une feuille peut contenir."
    ),
    "it carries the task pane of another add-in. Remove that one in Excel, and save.": (
        "il porte le volet d’un autre complément. Retirez-le dans Excel, et enregistrez."
    ),
    "{}: is a folder with {}. Name the files with players and games.": (
        "{} : un dossier de {}. Nommez ceux des joueurs et des parties."
    ),
    "{}: is not a text file": "{} : n’est pas un fichier de texte",
    "{}: is {}. Save what it shows as plain text or as CSV.": (
        "{} : c’est {}. Enregistrez ce qu’il montre en texte ou en CSV."
    ),
    "a document of a word processor": "un document de traitement de texte",
    "a PDF": "un PDF",
    "{}: is not a file but a folder or a device": "{} : n’est pas un fichier mais un dossier ou un appareil",
    "{}: is larger than {} MiB, more than files of games are": ("{} : plus de {} Mio, trop pour un fichier de parties"),
    "{}: cannot be read ({})": "{} : illisible ({})",
    "{}: is protected by a password. Open it, and save it without.": (
        "{} : protégé par un mot de passe. Ouvrez-le, et enregistrez sans."
    ),
    "{}: begins as a workbook does, but is damaged ({}). Open it in Excel or LibreOffice and save it again.": (
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
    '{}: the heading "{}" must be at most {} characters, all of them visible; is a quote missing?': (
        "{} : le titre « {} » a {} caractères visibles au plus ; manque-t-il un guillemet ?"
    ),
    "{}: has {}, but the headings name {}; column {} has no heading": (
        "{} : {}, mais les titres en nomment {} ; la colonne {} n’a pas de titre"
    ),
    "{}: column {} has no heading; give it a name": "{} : la colonne {} n’a pas de titre ; donnez-lui un nom",
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
    "{}: has no sheet {}; its sheets are {}.": "{} : pas de feuille {} ; ses feuilles : {}.",
    "{} has no sheet {}; its sheets are {}.": "{} : pas de feuille {} ; ses feuilles : {}.",
    "{}: ends within a division, without its line #end_file; is it cut short?": (
        "{} : finit dans une division, sans sa ligne #end_file ; est-il coupé ?"
    ),
    "{}: its division {}, {}, is not there. Import that file by itself.": (
        "{} : sa division {}, {}, manque. Importez ce fichier seul."
    ),
    "The system failed on the way: {}. The workbook is as it was, or written whole.": (
        "Le système a échoué en chemin : {}. Le classeur est tel qu’il était, ou écrit en entier."
    ),
    "There is too little memory for this file. Close other programs, and try again.": (
        "Pas assez de mémoire pour ce fichier. Fermez d’autres programmes, et recommencez."
    ),
    "This is a fault in xladdin itself, not in your file ({}). {}": (
        "C’est une faute de xladdin, non de votre fichier ({}). Le classeur est tel qu’il était, ou écrit en entier. "
        "Signalez-la à la personne qui vous a donné xladdin."
    ),
}
