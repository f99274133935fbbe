"""The names of the reports, and of the cells in which a director chooses what they show."""

STANDINGS, SCOREBOARD, CROSSTABLE, RECORDS = "Standings", "Scoreboard", "Crosstable", "Records"
CHAMPIONSHIP, SEASON_REPORT, PLAYER = "Championship", "Season report", "Player"
HISTORY, JOURNAL, TONIGHT, REVIEW = "Rating history", "Journal", "Tonight", "Review"
WEEKLY_SHEET, PAR_SCORES, LADDER = "Weekly sheet", "Par scores", "Ladder"

SHOW_SESSION, SHOW_SEASON, SHOW_YEAR, SHOW_PLAYER = "show_session", "show_season", "show_year", "player_picked"
"""The defined names of the cells: on Scoreboard, on Records, on the Standings of Diplomacy, and on Player."""
SESSION_CHOICES, SEASON_CHOICES, EVENT_CHOICES = "session_choices", "season_choices", "event_choices"
"""The defined names of the lists of choices."""
