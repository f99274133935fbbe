"""The French of a camp, which plays by day, and of a rating of tournaments, for what a club says of its evening.

If the English text is about an evening itself, `reports/occasions.py` gives the camp a text of its own.
"""

AT_CAMP = {
    "{mark}: absent for {sessions} sessions or more, not ranked.": (
        "{mark} : absent depuis {sessions} jours ou plus, sans rang."
    ),
    "{mark}: absent from the last session, not ranked.": "{mark} : absent le dernier jour, sans rang.",
    "▲ up, ▼ down, = unchanged at the last session.": "▲ en hausse, ▼ en baisse, = inchangé le dernier jour.",
    "Absent (/A) from missed sessions": "Absent (/A) à partir de tant de jours manqués",
    "Attended in a row": "Jours de suite",
    "Each player's session": "La journée de chacun",
    "Games a session": "Parties par jour",
    "No repeats within sessions": "Pas deux fois en tant de jours",
    "Not listed after missed sessions": "Hors de la liste après tant de jours manqués",
    "Print of an evening": "Impression d’une journée",
    "Print the scoreboard": "Imprimer le tableau de la journée",
    "Publish with the evening": "Publier avec la journée",
    "Save, close, and finish the evening": "Enregistrer, fermer, terminer la journée",
    "Scoreboard": "Tableau de la journée",
    "See the scoreboard": "Voir le tableau de la journée",
    "Session": "Jour",
    "Session of {day}": "Journée du {day}",
    "Sessions": "Jours",
    "Sessions shown on Rating history": "Jours montrés sur Rating history",
    "Sessions won in a row": "Jours gagnés de suite",
    "Show session of": "Journée du",
    "Show session of (blank: the last)": "Journée du (vide : la dernière)",
    "Tonight: who plays whom": "Aujourd’hui : qui joue contre qui",
}
AT_EVENTS = {
    "Last played": "Dernier tournoi",
    "No games yet": "Aucun tournoi encore",
    "Print of an evening": "Impression d’un tournoi",
    "Print the scoreboard": "Imprimer le bilan du tournoi",
    "Publish with the evening": "Publier avec le tournoi",
    "Save, close, and finish the evening": "Enregistrer, fermer, terminer le tournoi",
    "See the scoreboard": "Voir le bilan du tournoi",
    "Sessions shown on Rating history": "Tournois montrés sur Rating history",
}
