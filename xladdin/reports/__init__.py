"""Describe the reports, each of them once for the sheet, the web and the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from xladdin.reports.report import (
    CHAMPIONSHIP,
    CROSSTABLE,
    HISTORY,
    LADDER,
    PAR_SCORES,
    PLAYER,
    RECORDS,
    SCOREBOARD,
    SEASON_REPORT,
    STANDINGS,
    WEEKLY_SHEET,
    Report,
)
from xladdin.systems.system import RatingSystem


def list_report_names(system: RatingSystem) -> Sequence[str]:
    """Return the names of the reports of a system, in the order of their sheets."""
    from xladdin.systems.points import ChampionshipSystem

    names = [STANDINGS, SCOREBOARD]
    if isinstance(system, ChampionshipSystem):
        names.append(CHAMPIONSHIP)
    if system.has_par:
        names += [WEEKLY_SHEET, PAR_SCORES]
    if system.has_groups:
        names.append(LADDER)
    names += [CROSSTABLE, HISTORY, RECORDS]
    if system.log_schema.has_scores:
        names.append(SEASON_REPORT)
    return [*names, PLAYER]


@lru_cache(maxsize=8)
def list_reports(system: RatingSystem) -> Sequence[Report]:
    """Return the reports of a system, in the order of their sheets."""
    # Imported here, because these modules take 8 ms, and a dry run needs none of them.
    from xladdin.reports.crosstable import define_crosstable_report
    from xladdin.reports.player import define_player_report
    from xladdin.reports.rating_history import define_history_report
    from xladdin.reports.ratings_lists import define_ladder_report, define_standings_report, define_weekly_sheet
    from xladdin.reports.scoreboard import define_scoreboard_report
    from xladdin.reports.season import (
        define_championship_report,
        define_par_scores,
        define_records_report,
        define_season_report,
    )

    definitions = {
        STANDINGS: define_standings_report,
        SCOREBOARD: define_scoreboard_report,
        CHAMPIONSHIP: define_championship_report,
        WEEKLY_SHEET: define_weekly_sheet,
        PAR_SCORES: define_par_scores,
        LADDER: define_ladder_report,
        CROSSTABLE: define_crosstable_report,
        HISTORY: define_history_report,
        RECORDS: define_records_report,
        SEASON_REPORT: define_season_report,
        PLAYER: define_player_report,
    }
    return [definitions[name](system) for name in list_report_names(system)]
