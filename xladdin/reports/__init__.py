"""Describe the reports, each of them once for the sheet, the web and the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from xladdin.reports.crosstable import define_crosstable_report
from xladdin.reports.player import define_player_report
from xladdin.reports.rating_history import define_history_report
from xladdin.reports.ratings_lists import define_ladder_report, define_standings_report, define_weekly_sheet
from xladdin.reports.report import Report
from xladdin.reports.scoreboard import define_scoreboard_report
from xladdin.reports.season import (
    define_championship_report,
    define_par_scores,
    define_records_report,
    define_season_report,
)
from xladdin.systems.points import ChampionshipSystem
from xladdin.systems.system import RatingSystem


@lru_cache(maxsize=8)
def list_reports(system: RatingSystem) -> Sequence[Report]:
    """Return the reports of a system, in the order of their sheets."""
    reports = [define_standings_report(system), define_scoreboard_report(system)]
    if isinstance(system, ChampionshipSystem):
        reports.append(define_championship_report(system))
    if system.has_par:
        reports += [define_weekly_sheet(system), define_par_scores(system)]
    if system.has_groups:
        reports.append(define_ladder_report(system))
    reports += [define_crosstable_report(system), define_history_report(system), define_records_report(system)]
    if system.log_schema.has_scores:
        reports.append(define_season_report(system))
    return [*reports, define_player_report(system)]
