"""The words of the sheet Calculator in French, by their English. No two of them are the same in French."""

from xladdin.languages.french.labels import LABELS
from xladdin.languages.french.reports import FRENCH
from xladdin.languages.french.sheets.start import START_AND_TONIGHT

_SHARED = (
    "Player 1", "Player 2", "Player", "Score", "Rating", "Spread", "Games", "Basic change", "Spread bonus", "Opponent",
    "Against", "Change", "White", "Black", "Result", "Players", "Rounds", "Place",
)  # fmt: skip
"""Words that other sheets have too."""
CALCULATOR = {
    **{english: {**LABELS, **START_AND_TONIGHT, **FRENCH}[english] for english in _SHARED},
    "Calculator: what a result would change": "Calculateur : ce qu’un résultat changerait",
    "Type into the yellow cells": "Tapez dans les cellules jaunes",
    "From the list on Players": "De la liste sur Players",
    "or rating": "ou cote",
    "Counts where no player is chosen": "Compte si aucun joueur n’est choisi",
    "Games before the session": "Parties avant la soirée",
    "Blank: the list's; a guest is no newcomer": "Vide : de la liste ; un invité n’est pas débutant",
    "Blank: the list's; a guest is a veteran": "Vide : de la liste ; un invité est un ancien",
    "Blank: the list's": "Vide : de la liste",
    "Difference": "Différence",
    "The winner takes it from the loser": "Le gagnant la prend au perdant",
    "The winner takes them from the loser": "Le gagnant les prend au perdant",
    "Change of the game": "Variation de la partie",
    "What the list takes": "Ce que la liste retient",
    "Were it the session's only game: newcomers double, experts less": (
        "Si c’était la seule partie : débutants le double, experts moins"
    ),
    "Were it the session's only game: rounded once": "Si c’était la seule partie : arrondi une fois",
    "Were it the session's only game: by games and by rating": (
        "Si c’était la seule partie : selon les parties et la cote"
    ),
    "New rating": "Nouvelle cote",
    "Least spread to gain": "Plus petit écart pour gagner",
    "Against that rating, with any score; below 0 a defeat": (
        "Contre cette cote, à n’importe quelle marque ; sous 0, une défaite"
    ),
    "none": "aucun",
    "Plays two at once": "Joue deux parties à la fois",
    "Yes: a loss of points is halved": "Yes : une perte de points est réduite de moitié",
    "Yes: of a loss the share on Rules counts": "Yes : d’une perte compte la part donnée sur Rules",
    "Points by the table": "Points du tableau",
    "Spread points": "Points d’écart",
    "Never below the floor": "Jamais sous le plancher",
    "Par score": "Marque attendue",
    "Of the same total: with it no rating would change": "Au même total : avec elle, aucune cote ne changerait",
    "Percentage scored": "Pourcentage marqué",
    "Of the points of the game, win boost included": "Des points de la partie, prime de victoire comprise",
    "Percentage expected": "Pourcentage attendu",
    "Scored over expected": "Marqué moins attendu",
    "Full change": "Variation entière",
    "Large surprises count less per percent": "Les grandes surprises comptent moins par pour cent",
    "Rounded; half of it for veterans. Newcomers are rated by all their games together": (
        "La moitié pour les anciens ; les débutants : d’après toutes leurs parties"
    ),
    "Score needed": "Marque qu’il faut",
    "Against the other's score, so that the rating does not fall": (
        "Contre la marque de l’autre, pour que la cote ne baisse pas"
    ),
    "Won, drawn or lost": "Gagnée, nulle ou perdue",
    "+1, 0 or -1": "+1, 0 ou −1",
    "Points for a win, less some for a higher rating": "Points d’une victoire, moins pour une cote plus haute",
    "Year": "Année",
    "World Championship": "Championnat du monde",
    "Percentile": "Centile",
    "Tournament value": "Valeur du tournoi",
    "In percent": "En pour cent",
    "So many percent of the way from the rating to the percentile": (
        "Autant de pour cent du chemin de la cote au centile"
    ),
    "K": "K",
    "Expected score": "Score attendu",
    "K × (score − expected score)": "K × (score − score attendu)",
    "For a win": "Pour une victoire",
    "For a draw": "Pour une partie nulle",
    "For a loss": "Pour une défaite",
}
