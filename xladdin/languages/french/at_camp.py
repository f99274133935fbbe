"""A camp's French for a session, which a club calls an evening, since it plays by day.

If the English text is about an evening itself, `reports/occasions.py` gives the camp a text of its own.
"""

AT_CAMP = {
    "▲ up, ▼ down, = unchanged at the last session.": "▲ en hausse, ▼ en baisse, = inchangé le dernier jour.",
    "Attended in a row": "Jours de suite",
    "Each player's session": "La journée de chacun",
    "Games a session": "Parties par jour",
    "No repeats within sessions": "Pas deux fois en tant de jours",
    "Scoreboard": "Tableau de la journée",
    "Session": "Jour",
    "Session of {day}": "Journée du {day}",
    "Sessions": "Jours",
    "Sessions won in a row": "Jours gagnés de suite",
    "Show session of (blank: the last)": "Journée du (vide : la dernière)",
    "Tonight: who plays whom": "Aujourd’hui : qui joue contre qui",
}
