"""Reports over many evenings: the season, its championship, attendance, streaks and records."""
