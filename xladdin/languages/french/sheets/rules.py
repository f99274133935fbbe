"""The words of the sheet Rules in French that no system brings along, by their English.

They are headings, the club's own settings with their notes, and remarks beside a table. A quotation of a source stays.
"""

RULES = {
    "Every number of the system, with its source. Edit a yellow cell: the ratings follow when they are recalculated.": (
        "Tous les nombres du système, avec leur source. Changez une cellule jaune : les cotes suivent au prochain "
        "calcul."
    ),
    "As printed": "Imprimé",
    "Source": "Source",
    "Rating system (do not change)": "Système de cotes (ne pas changer)",
    "Club's title": "Titre du club",
    "Yours: on every sheet; in the footers when the closed file is recalculated": (
        "À vous : sur chaque feuille ; au bas des pages quand le fichier fermé est recalculé"
    ),
    "Sessions shown on Rating history": "Soirées montrées sur Rating history",
    "Players shown on Crosstable": "Joueurs montrés sur Crosstable",
    "Ours: the most active": "Choix du club : les plus actifs",
    "Language of the sheets": "Langue des feuilles",
    "Yours: English or French, from the next recalculation on; prompts when the closed file is recalculated": (
        "À vous : English ou French, dès le prochain calcul ; les messages de saisie quand le fichier fermé est "
        "recalculé"
    ),
    "Paper": "Papier",
    "Yours: Letter or A4; used when the closed file is recalculated": (
        "À vous : Letter ou A4 ; pris quand le fichier fermé est recalculé"
    ),
    "Print of an evening": "Impression d’une soirée",
    "Yours: sheets, with commas between; print --all prints them all": (
        "À vous : des feuilles, séparées par des virgules ; print --all les imprime toutes"
    ),
    "Names on the web page": "Noms sur la page web",
    "Yours: names, initials or none, for players whose cell Web is blank; asked at the first publication": (
        "À vous : names, initials ou none, pour les joueurs dont la cellule Web est vide ; demandé à la première "
        "publication"
    ),
    "Publish with the evening": "Publier avec la soirée",
    "Yours: yes or no; asked when an evening is finished for the first time": (
        "À vous : yes ou no ; demandé la première fois"
    ),
    "Folder of the web page": "Dossier de la page web",
    "Yours: a plain name beside the workbook; blank: the workbook's name and page": (
        "À vous : un simple nom, à côté du classeur ; vide : le nom du classeur et page"
    ),
    "Earlier seasons on the web": "Saisons passées sur le web",
    "Yours: the address of their page, or ../ and its folder; rollover fills it in": (
        "À vous : l’adresse de leur page, ou ../ et son dossier ; rollover la remplit"
    ),
    "Ask above change": "Demander au-dessus d’une variation de",
    "Ask when dated earlier by": "Demander si daté plus tôt de",
    "Ask below score": "Demander sous une marque de",
    "Ask above score": "Demander au-dessus d’une marque de",
    "Ask above spread": "Demander au-dessus d’un écart de",
    "Ours: Review": "Choix du club : Review",
    "Ours: Review; days": "Choix du club : Review ; jours",
    'Prose: "a basic 10 points"': "Texte : « a basic 10 points »",
    'Prose: "docked 2 points or more"': "Texte : « docked 2 points or more »",
    "Favourite: no example, the sister club's table": "Favori : pas d’exemple, le tableau du club frère",
    "Example: 510 -> 2, -510 -> 12": "Exemple : 510 → 2, −510 → 12",
    "Favourite: no example, the sister club's table; example: -790 -> 14": (
        "Favori : pas d’exemple, le tableau du club frère ; exemple : −790 → 14"
    ),
    'Favourite: no example; prose: "more than 800 points ... actually lose points"': (
        "Favori : pas d’exemple ; texte : « more than 800 points ... actually lose points »"
    ),
    "Example: 1300 -> -2": "Exemple : 1300 → −2",
}
