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
    "{}: its ratings of new players are left out. {}": "{} : ses cotes de nouveaux joueurs sont omises. {}",
    "Different in the workbook, which stays as it is ({}):": "Autrement dans le classeur, qui reste tel quel ({}) :",
    "If the file is right, correct the row in the workbook.": "Si le fichier dit juste, corrigez la ligne du classeur.",
    "If the file is right, correct the row in the workbook. {}": (
        "Si le fichier dit juste, corrigez la ligne du classeur. {}"
    ),
    'If it is another game of the same two, tick "Also take games that would be left out".': (
        "Si c’est une autre partie des deux, cochez « Prendre aussi les parties qui seraient omises »."
    ),
    'To use them, tick "New players come with the ratings of the file".': (
        "Pour les prendre, cochez « Les nouveaux joueurs gardent les cotes du fichier »."
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
    "{} name not recognised:": "{} nom inconnu :",
    "{} names not recognised:": "{} noms inconnus :",
    "Correct the names in the file, add the players on Players, or note the spelling on Aliases. {}": (
        "Corrigez les noms dans le fichier, ajoutez les joueurs sur Players, ou notez l’orthographe sur Aliases. {}"
    ),
    "Or say below who each of them is.": "Ou dites plus bas de qui il s’agit.",
    "Lines to fix ({}):": "Lignes à corriger ({}) :",
    "{} of the workbook to fix first.": "{} du classeur à corriger d’abord.",
    '{} line {}, "{}": {}': "{} ligne {}, « {} » : {}",
    '{} lines {}, "{}": {}': "{} lignes {}, « {} » : {}",
    "{} line {}: {}": "{} ligne {} : {}",
    "{} lines {}: {}": "{} lignes {} : {}",
    "is not a player": "n’est pas un joueur",
    "is not a player, but resembles one": "n’est pas un joueur, mais ressemble à l’un d’eux",
    '"{}" is not a player': "« {} » n’est pas un joueur",
    '"{}" is not a player, but resembles one': "« {} » n’est pas un joueur, mais ressemble à l’un d’eux",
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
    "{}: ignored: {}. To use them as starting values, head them {}.": (
        "{} : ignoré : {}. Pour les prendre comme valeurs de départ, donnez les titres {}."
    ),
    "{}: ignored: {}. {}": "{} : ignoré : {}. {}",
    "{}: {} kept as the club's own.": "{} : {} gardé comme colonne du club.",
    "{} taken from {}.": "{} pris de {}.",
    "{}, {}: {}.": "{}, {} : {}.",
    "{}: {} and {} in one table.": "{} : {} et {} dans un seul tableau.",
    "{}: not read: {}.": "{} : non lu : {}.",
    "{}: is empty. Is it the right file?": "{} : est vide. Est-ce le bon fichier ?",
    "{}: there are headings, and no rows below them.": "{} : il y a des titres, et aucune ligne dessous.",
    "{}: the headings come again and are left out ({}).": "{} : les titres reviennent et sont omis ({}).",
    "{}: {} left out, as you said.": "{} : {} de moins, comme demandé.",
    "{}: table, {}.": "{} : tableau, {}.",
    "{}: table, sheet {}.": "{} : tableau, feuille {}.",
    "text with commas, {}": "texte avec virgules, {}",
    "text with semicolons, {}": "texte avec points-virgules, {}",
    "text with tabs, {}": "texte avec tabulations, {}",
    "{}: tournament of AUPAIR, {}.": "{} : tournoi d’AUPAIR, {}.",
    "{}: tournament report of FIDE, {}.": "{} : rapport de tournoi de la FIDE, {}.",
    "{}: division file of tsh, {}.": "{} : fichier de division de tsh, {}.",
    "{}: page of the World Diplomacy Database, {}.": "{} : page de la World Diplomacy Database, {}.",
    "{}: dates are {}, the only order that fits all of them.": "{} : dates : {}, seul ordre qui convienne.",
    "day first": "jour d’abord",
    "month first": "mois d’abord",
    "{}: neither day first nor month first fits all dates; write all in one order.": (
        "{} : ni jour ni mois d’abord ne convient ; écrivez toutes les dates dans un ordre."
    ),
    "{} with a rating and no number of games behind it": "{} avec une cote sans nombre de parties",
    "they are rated as beginners. If they are not, give the number: --start-games N, or Start games on Players": (
        "cotés comme débutants. Sinon, donnez le nombre de parties, ici ou sous Start games sur Players"
    ),
    "{}: {} with a rating and no number of games behind it": "{} : {} avec une cote sans nombre de parties",
    # questions
    '{} "{}": may be day first or month first.': "{} « {} » : jour d’abord ou mois d’abord ?",
    "Newcomers need a group, one of {}:": "Les nouveaux joueurs ont besoin d’un groupe parmi {} :",
    'No group is called "{}". {}': "Aucun groupe ne s’appelle « {} ». {}",
    "Newcomers need a group, and the club has none yet.": (
        "Les nouveaux joueurs ont besoin d’un groupe, et le club n’en a pas encore."
    ),
    "Add one on Groups, with its initial rating.": "Ajoutez-en un sur Groups, avec sa cote initiale.",
    "Add a file with the columns Group and Initial rating.": (
        "Ajoutez un fichier avec les colonnes Group et Initial rating."
    ),
    "{}: a division file of tsh has no date.": "{} : un fichier de division de tsh n’a pas de date.",
    "{}: the tournament has no date.": "{} : le tournoi n’a pas de date.",
    "{}: has no date for round {} (lines 132 and 042).": "{} : pas de date pour la ronde {} (lignes 132 et 042).",
    "Nothing has been written into {} yet.": "Rien n’est encore écrit dans {}.",
    "{} has all of it already; nothing was written.": "{} a déjà tout ; rien n’a été écrit.",
    "{} has all the rest already; nothing was written.": "{} a déjà tout le reste ; rien n’a été écrit.",
    # lines of a file
    '{} row {}, {} "{}": {}': "{}, ligne {}, {} « {} » : {}",
    "{} row {}, {}: {}": "{}, ligne {}, {} : {}",
    "{}, {}": "{}, {}",
    "{}: the first line must name the columns of {}; missing: {}. It says: {}.": (
        "{} : la première ligne doit nommer les colonnes de {} ; manquent : {}. Elle dit : {}."
    ),
    "{}: is not a file that import knows, and for a table the first line must name the columns of {}; missing: {}. "
    "It says: {}.": (
        "{} : fichier inconnu ; sa première ligne doit nommer les colonnes de {} ; manquent : {}. Elle dit : {}."
    ),
    "Where a column is there by another name, give it ours.": "Si une colonne a un autre nom, donnez-lui le nôtre.",
    '--column "{}={}": there is no column {} in {}. Write it as the file has it.': (
        "--column « {}={} » : il n’y a pas de colonne {} dans {}. Écrivez-la comme dans le fichier."
    ),
    '--column "{}={}": xladdin has no column {}{}. To bring in a column of your own, change its heading in the file.': (
        "--column « {}={} » : xladdin n’a pas de colonne {}{}. Pour une colonne à vous, changez son titre."
    ),
    "{} lines {} and {}: both are headings. Make one line of them, such as {}.": (
        "{} lignes {} et {} : toutes deux sont des titres. Faites-en une seule, par exemple {}."
    ),
    "{}: {} all look like {}.": "{} : {} ressemblent toutes à {}.",
    "{}: columns taken: {}.": "{} : colonnes reprises : {}.",
    "{}: its date {} is not a date.": "{} : sa date {} n’en est pas une.",
    '{}: its date "{}" cannot be read.': "{} : sa date « {} » est illisible.",
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
}
