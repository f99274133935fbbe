"""The messages of a chosen cell, and of a refused entry, in French, by their English.

{} is a number or words to choose from, which stay English because the program reads them.
"""

PROMPTS = {
    "Type a number.": "Tapez un nombre.",
    "Type a number, {} or more.": "Tapez un nombre, {} ou plus.",
    "Type a number from {} to {}.": "Tapez un nombre de {} à {}.",
    "Type a whole number.": "Tapez un nombre entier.",
    "Type a whole number, {} or more.": "Tapez un nombre entier, {} ou plus.",
    "Type a whole number from {} to {}.": "Tapez un nombre entier de {} à {}.",
    "Type a whole score from {} to {}.": "Tapez une marque entière de {} à {}.",
    "Type a date, such as 2006-10-01.": "Tapez une date, comme 2006-10-01.",
    "Add the player on Players first.": "Ajoutez d’abord le joueur sur Players.",
    "Add the group on Groups first.": "Ajoutez d’abord le groupe sur Groups.",
    "Add the event on Events first.": "Ajoutez d’abord le tournoi sur Events.",
    "Choose Yes, No, or Left for a child who went home; blank is Yes.": (
        "Choisissez Yes, No, ou Left pour un enfant rentré chez lui ; vide : Yes."
    ),
    "Choose name, initials, none; blank is the name.": "Choisissez name, initials, none ; vide : le nom.",
    "Choose {} or {}; blank is rated.": "Choisissez {} ou {} ; vide : classée.",
    "Choose {} or {}.": "Choisissez {} ou {}.",
    "Choose {}, {} or {}.": "Choisissez {}, {} ou {}.",
    "Choose {}.": "Choisissez {}.",
    "Choose from the list; blank is the last.": "Choisissez dans la liste ; vide : la dernière.",
    "Choose a player of this sheet.": "Choisissez un joueur de cette feuille.",
    "Blank: the last. Choose, then recalculate.": "Vide : la dernière. Choisissez, puis recalculez.",
    "Mark with x, or leave blank.": "Marquez d’un x, ou laissez vide.",
}
TITLES = {
    "Show session of": "Soirée du",
    "Show season of": "Saison",
    "Show event": "Tournoi",
    "List as of the end of": "Liste à la fin de",
    "Here": "Présent",
    "Player": "Joueur",
}
"""The titles of prompts beside a cell without a heading or label of the same name."""
