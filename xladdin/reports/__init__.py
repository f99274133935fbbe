"""Describe the reports, each of them once for the sheet, the web and the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from xladdin.reports.crosstable import crosstable_report
from xladdin.reports.player import player_report
from xladdin.reports.rating_history import history_report
from xladdin.reports.ratings_lists import ladder_report, standings_report, weekly_sheet
from xladdin.reports.report import Report
from xladdin.reports.scoreboard import scoreboard_report
from xladdin.reports.season import championship_report, par_scores, records_report, season_report
from xladdin.systems.points import ChampionshipSystem
from xladdin.systems.system import RatingSystem


@lru_cache(maxsize=8)
def list_reports(system: RatingSystem) -> Sequence[Report]:
    """Return the reports of a system, in the order of their sheets."""
    reports = [standings_report(system), scoreboard_report(system)]
    if isinstance(system, ChampionshipSystem):
        reports.append(championship_report(system))
    if system.has_par:
        reports += [weekly_sheet(system), par_scores(system)]
    if system.has_groups:
        reports.append(ladder_report(system))
    reports += [crosstable_report(system), history_report(system), records_report(system)]
    if system.log_schema.has_scores:
        reports.append(season_report(system))
    return [*reports, player_report(system)]
