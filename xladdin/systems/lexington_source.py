"""What the Lexington club's page says of its rating system, in its own words (lexington.txt)."""

SOURCE_TEXT = (
    "The basic idea of the system is that each player acquires a numerical rating which is an indication of the "
    "player's relative strength in the club. The rating numbers have no intrinsic meaning; they are just meaningful in "
    "how they relate to the other ratings.",
    "Unlike the national rating system, in which only win/loss is important, the Lexington Club Rating System does "
    "take into account game scores. Rather than focussing on point spreads or pure scores, the quantity of importance "
    "is the percentage of total points a player scores. Thus a point spread of 10 points is considered more important "
    "in a low-scoring game than in a high-scoring game. In the computations, the winner's percentage of total points "
    "is boosted by 4% (and the loser's percentage is reduced by 4%) to give a premium to the win. The boost is not "
    "used in a tied game.",
    "When a player first shows up at the club, during the first ten games, the rating a player gets is based on "
    "performance against the other players, who, for the most part, have established ratings.",
    "Each player is remembered in the club data for up to 99 weeks of inactivity. Once that time has passed, a "
    "returning player starts all over in the developing of statistics.",
    "The club operates on a fiscal year which restarts each September. For the year (from September through August) "
    "each player's number of wins, number of losses, and average scores are computed. As the new season begins, these "
    "are restarted afresh, but the ratings are carried across the season boundary.",
    "The idea of the rating system is that any two players in the club can play each other - even the strongest and "
    "the weakest, and the system provides a kind of handicapping mechanism. Based on the difference between the two "
    "players' ratings, there are expected outcomes of the games.",
)
