"""The French of an import's messages and questions, by their English.

{} is a name, a number or a reason, in the same order in both.
"""

IMPORTS = {
    # an import
    "New: {}.": "Nouveau : {}.",
    "New: {}. There already: {}.": "Nouveau : {}. Déjà là : {}.",
    "New: {}. Results for games that had none: {}.": "Nouveau : {}. Résultats de parties qui n’en avaient pas : {}.",
    "New: {}. Results for games that had none: {}. There already: {}.": (
        "Nouveau : {}. Résultats de parties qui n’en avaient pas : {}. Déjà là : {}."
    ),
    "nothing": "rien",
    "... and {} more.": "... et {} de plus.",
    "Newcomers: {}.": "Nouveaux joueurs : {}.",
    "Newcomers: {} and {} more.": "Nouveaux joueurs : {} et {} de plus.",
    "Different in the workbook, which stays as it is ({}):": "Autrement dans le classeur, qui reste tel quel ({}) :",
    "If the file is right, correct the row in the workbook.": "Si le fichier dit juste, corrigez la ligne du classeur.",
    "If the file is right, correct the row in the workbook. {}": (
        "Si le fichier dit juste, corrigez la ligne du classeur. {}"
    ),
    'If it is another game of the same two, tick "Also take games that would be left out".': (
        "Si c’est une autre partie des deux, cochez « Prendre aussi les parties qui seraient omises »."
    ),
    "Left out, because they were taken out of the workbook or corrected there ({}):": (
        "Omises, car retirées du classeur ou corrigées là ({}) :"
    ),
    "If they belong in it after all, type them.": "Si elles en sont quand même, tapez-les.",
    "Left out, because the ratings of the season before already count them ({}):": (
        "Omises, car les cotes de la saison précédente les comptent déjà ({}) :"
    ),
    "If they are not counted yet, type them.": "Si elles ne sont pas encore comptées, tapez-les.",
    "To review ({}):": "À vérifier ({}) :",
    "Lines to fix ({}):": "Lignes à corriger ({}) :",
    "{} of the workbook to fix first.": "{} du classeur à corriger d’abord.",
    '{} line {}, "{}": {}': "{} ligne {}, « {} » : {}",
    '{} lines {}, "{}": {}': "{} lignes {}, « {} » : {}",
    "{} line {}: {}": "{} ligne {} : {}",
    "{} lines {}: {}": "{} lignes {} : {}",
    "is not a player": "n’est pas un joueur",
    '"{}" is not a player': "« {} » n’est pas un joueur",
    '{}; did you mean "{}"?': "{} ; vouliez-vous dire « {} » ?",
    "fits {} and {}; write the name as Players has it": "convient à {} et {} ; écrivez le nom comme sur Players",
    "{}: rows for {} left out; the workbook has no such table.": (
        "{} : lignes pour {} omises ; le classeur n’a pas ce tableau."
    ),
    "{}: {} left out; the workbook's {} has no such column.": "{} : {} omis ; {} n’a pas cette colonne.",
    "{}: {} are not recognised, too many to compare at once. "
    "Is it this club's file? Then add its players on Players first, or import it in parts.": (
        "{} : {} inconnus, trop pour les comparer. Est-ce le fichier du club ? Ajoutez d’abord ses joueurs sur Players."
    ),
    "{} name": "{} nom",
    "{} names": "{} noms",
    "{}: is a {}; it holds {}, and a workbook of {} keeps {} with {}. Import it where it belongs.": (
        "{} : {} ; il contient {}, et un classeur de {} garde {} avec {}. Importez-le dans le bon classeur."
    ),
    "{} taken from {}.": "{} pris de {}.",
    "{}, {}: {}.": "{}, {} : {}.",
    "{}: {} and {} in one table.": "{} : {} et {} dans un seul tableau.",
    "{}: not read: {}.": "{} : non lu : {}.",
    "{}: is empty. Is it the right file?": "{} : est vide. Est-ce le bon fichier ?",
    "{}: there are headings, and no rows below them.": "{} : il y a des titres, et aucune ligne dessous.",
    "{}: the headings come again and are left out ({}).": "{} : les titres reviennent et sont omis ({}).",
    "{}: {} left out, as you said.": "{} : {} de moins, comme demandé.",
    "text with commas, {}": "texte avec virgules, {}",
    "text with semicolons, {}": "texte avec points-virgules, {}",
    "text with tabs, {}": "texte avec tabulations, {}",
    "{}: tournament of AUPAIR, {}.": "{} : tournoi d’AUPAIR, {}.",
    "{}: tournament report of FIDE, {}.": "{} : rapport de tournoi de la FIDE, {}.",
    "{}: division file of tsh, {}.": "{} : fichier de division de tsh, {}.",
    "{}: page of the World Diplomacy Database, {}.": "{} : page de la World Diplomacy Database, {}.",
    "day first": "jour d’abord",
    "month first": "mois d’abord",
    "{}: neither day first nor month first fits all dates; write all in one order.": (
        "{} : ni jour ni mois d’abord ne convient ; écrivez toutes les dates dans un ordre."
    ),
    # questions
    "Nothing has been written into {} yet.": "Rien n’est encore écrit dans {}.",
    "{} has all of it already; nothing was written.": "{} a déjà tout ; rien n’a été écrit.",
    "{} has all the rest already; nothing was written.": "{} a déjà tout le reste ; rien n’a été écrit.",
    # lines of a file
    '{} row {}, {} "{}": {}': "{}, ligne {}, {} « {} » : {}",
    "{} row {}, {}: {}": "{}, ligne {}, {} : {}",
    "{}, {}": "{}, {}",
    "{}: columns taken: {}.": "{} : colonnes reprises : {}.",
    "{}: its last line, {}, is missing; is the file whole?": (
        "{} : sa dernière ligne, {}, manque ; le fichier est-il entier ?"
    ),
    "{}: lines {} left out: no games in them.": "{} : lignes {} omises ; elles ne contiennent pas de parties.",
    "is not a line of AUPAIR for a player: a name in 20 columns, then score and opponent of each round": (
        "n’est pas une ligne d’AUPAIR : un nom de 20 colonnes, puis marque et adversaire de chaque ronde"
    ),
    "is not a line of tsh for a player: name, rating, opponents; scores": (
        "n’est pas une ligne de tsh : nom, cote, adversaires ; marques"
    ),
    "is not a line of a result: rank, first name, last name, score": (
        "n’est pas une ligne de résultat : rang, prénom, nom, marque"
    ),
    "{} against {}": "{} contre {}",
    "{} has {} against {}": "{} a {} contre {}",
    "the winner {} has the lower score": "le gagnant {} a la marque la plus basse",
    "one of them has no result": "l’un des deux n’a pas de résultat",
    'results "{}" and "{}" are not of one game': "les résultats « {} » et « {} » ne sont pas d’une même partie",
    "both have the same colour": "tous deux ont la même couleur",
    "{} has a result and no opponent": "{} a un résultat et pas d’adversaire",
    "is not an opponent, a colour and a result": "n’est pas adversaire, couleur et résultat",
    "{} played {}, whose line {} says {}": "{} a joué {}, dont la ligne {} dit {}",
    "{} of {} are listed.": "{} sur {} sont nommés.",
    "{} counts as a World Championship.": "{} est pris pour un championnat du monde.",
    "{} without a date takes the one above ({}).": "{} sans date prend celle du dessus ({}).",
    "{} without a date take the one above ({}).": "{} sans date prennent celle du dessus ({}).",
    "{} with a date and no game ({}).": "{} avec une date seule, sans partie ({}).",
    "{} sent after midnight, counted to {}": "{} après minuit, comptées au {}",
    "two players, or one spelled in two ways?": "deux joueurs, ou un seul écrit de deux façons ?",
    '"{}" is like "{}"': "« {} » ressemble à « {} »",
    "{}: {} of another kind than rated left out; the workbook's Games has no column {}.": (
        "{} : {} d’un autre genre omises ; Games n’a pas de colonne {}."
    ),
    "{} has no table {}; its tables are {}.": "{} n’a pas de tableau {} ; ses tableaux : {}.",
    "{} line {}: {}; {} has {}": "{} ligne {} : {} ; {} a {}",
    "{}, no {}": "{}, sans {}",
    "Start games": "Start games",
    "Open on Review then:": "À voir ensuite sur Review :",
    # moving in
    "{}: text with commas, {}.": "{} : texte avec virgules, {}.",
    "{}: text with semicolons, {}.": "{} : texte avec points-virgules, {}.",
    "{}: text with tabs, {}.": "{} : texte avec tabulations, {}.",
    "{}: text with bars, {}.": "{} : texte avec barres, {}.",
    "{}: read as {}.": "{} : lu en {}.",
    "{}: columns not used: {}.": "{} : colonnes non reprises : {}.",
    "{}: dates are day first; month first does not fit all of them.": (
        "{} : jour d’abord ; mois d’abord ne convient pas à toutes les dates."
    ),
    "{}: dates are month first; day first does not fit all of them.": (
        "{} : mois d’abord ; jour d’abord ne convient pas à toutes les dates."
    ),
    "{}: dates are {}, which keeps the rows in order.": "{} : dates : {}, ce qui garde les lignes dans l’ordre.",
    '{}: "{}" holds both scores, that of the first player first.': (
        "{} : « {} » contient les deux marques, celle du premier joueur d’abord."
    ),
    "{}: this club logs results: the higher score is read as a win.": (
        "{} : ce club note des résultats : la marque la plus haute gagne."
    ),
    "{}: rows that name nobody are left out ({}).": "{} : lignes sans nom omises ({}).",
    "{}: results that are dates are left out ({}).": "{} : résultats devenus des dates omis ({}).",
    "{}: games to which neither player came are left out ({}).": "{} : parties où personne n’est venu omises ({}).",
    "{}: left out: {} ({}).": "{} : omis : {} ({}).",
    "{}: {} is not used; this system counts none.": "{} : {} n’est pas repris ; ce système n’en compte pas.",
    "{}, {}: {} is read as {}.": "{}, {} : {} est lu {}.",
    "{}: up to {} games in a row.": "{} : jusqu’à {} parties par ligne.",
    "{}: {} left out, as you said ({}).": "{} : {} de moins, comme demandé ({}).",
    "{} left out, as you said.": "{} de moins, comme demandé.",
    "{}: holds {}, which this club's system does not keep; left out.": (
        "{} : contient {}, que le système de ce club ne garde pas ; omis."
    ),
    "{}: holds {}, which this club's system does not keep; left out. Import it where it belongs.": (
        "{} : contient {}, que le système de ce club ne garde pas ; omis. Importez-le dans le bon classeur."
    ),
    "{}: neither players nor games found. It begins: {}.{} {}": (
        "{} : ni joueurs ni parties. Il commence par : {}.{} {}"
    ),
    "{}: {} Read are tables (.csv, .xlsx, .xls, .ods), .t and .tsh, .TOU, FIDE's TRF, and pages of the World "
    "Diplomacy Database.": (
        "{} : {} Sont lus : tableaux (.csv, .xlsx, .xls, .ods), .t et .tsh, .TOU, le TRF de la FIDE et les "
        "pages de la World Diplomacy Database."
    ),
    "is PGN, which is not read. Save a table: date, White, Black, result.": (
        "c’est du PGN, qui n’est pas lu. Enregistrez un tableau : date, Blancs, Noirs, résultat."
    ),
    "is JSON, which is not read. Save it as CSV.": "c’est du JSON, qui n’est pas lu. Enregistrez-le en CSV.",
    "is a web page or XML, whatever its name says. Open it in Excel or LibreOffice and save it as .xlsx or CSV.": (
        "c’est une page web ou du XML, quel que soit son nom. Ouvrez-le dans Excel ou LibreOffice et "
        "enregistrez-le en .xlsx ou CSV."
    ),
    "{}: has a password. Open it, and save a copy without one.": (
        "{} : a un mot de passe. Ouvrez-le et enregistrez une copie sans."
    ),
    "{}: has no column {}.": "{} : n’a pas de colonne {}.",
    "{}: is not an answers file ({})": "{} : n’est pas un fichier de réponses ({})",
    '{}: the heading "{}" is too long; is a quote missing?': (
        "{} : le titre « {} » est trop long ; manque-t-il un guillemet ?"
    ),
    "has more cells than the {} headings; is there a comma or semicolon within a cell?": (
        "a plus de cellules que les {} titres ; y a-t-il une virgule dans une cellule ?"
    ),
    "a score, and no player has it": "une marque, et aucun joueur ne l’a",
    "is an error value; type the name": "est une valeur d’erreur ; tapez le nom",
    "is longer than {} letters": "a plus de {} lettres",
    "{}: {}: games of two against two are not read. Enter a row a game of two players.": (
        "{} : {} : les parties à deux contre deux ne sont pas lues. Tapez une ligne par partie de deux joueurs."
    ),
    "{}: a cross table: {} of {} under {}.": "{} : un tableau croisé : {} de {} sous {}.",
    "{}: a cross table: {}, of no known rounds under {}.": (
        "{} : un tableau croisé : {}, de rondes inconnues, sous {}."
    ),
    "{}: the ratings of {} are from before the first game, and start ratings.": (
        "{} : les cotes du {} datent d’avant la première partie ; ce sont celles du départ."
    ),
    "{}: the ratings of {} are from after the last game, and not used.": (
        "{} : les cotes du {} datent d’après la dernière partie et ne sont pas reprises."
    ),
    "{} and {} in line {}: {} and {} are not of one game": (
        "{} et {} à la ligne {} : {} et {} ne sont pas d’une même partie"
    ),
    "and {} more": "et {} de plus",
    "Nothing is made yet.": "Rien n’est encore créé.",
    "{}: {} under columns in the answers is unknown. Known are {}.": (
        "{} : {} sous columns dans les réponses est inconnu. Sont connus {}."
    ),
    "{}: {} need a column {}. Choose it, or leave the table out.": (
        "{} : {} demande une colonne {}. Choisissez-la, ou omettez le tableau."
    ),
}
