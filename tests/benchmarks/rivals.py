"""Rating packages from PyPI on the same games, each by its fastest documented way.

Every side begins with columns of names, dates and scores, and ends with a rating of every player, the change of every
game and the players in order.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Any

from tests.benchmarks.club_games import ClubGames
from tests.benchmarks.measuring import Side

PACKAGES = ("riix", "skelo", "elote", "glicko2", "openskill")


def installed_rivals(games: ClubGames) -> dict[str, Side]:
    """The installed rivals. `missing_rivals` names the others."""
    sides: dict[str, Side] = {
        "riix": lambda: riix(games),
        "skelo": lambda: skelo(games),
        "elote": lambda: elote(games),
        "glicko2": lambda: glicko2(games),
        "openskill": lambda: openskill(games),
    }
    missing = missing_rivals()
    return {name: side for name, side in sides.items() if name not in missing}


def missing_rivals() -> list[str]:
    """Packages that we cannot measure because they are not installed."""
    return [name for name in PACKAGES if importlib.util.find_spec(name) is None]


def riix_dataset(games: ClubGames) -> Any:
    """The games as the arrays of riix, with a period for each date."""
    import polars
    from riix.utils.data_utils import MatchupDataset

    frame = polars.DataFrame(
        {"date": games.dates, "first": games.first, "second": games.second, "outcome": games.outcomes}
    )
    return MatchupDataset(frame, ["first", "second"], "outcome", datetime_col="date", rating_period="1D", verbose=False)


def riix_fit(dataset: Any) -> Any:
    """The bare fit of riix on arrays that are ready, batched, for the ratings alone."""
    from riix.models.elo import Elo

    model = Elo(dataset.competitors, update_method="batched")
    model.fit_dataset(dataset)
    return model.ratings


def riix(games: ClubGames) -> Any:
    """Makes arrays of the names, then fits batched Elo. The probabilities before each game give its change."""
    import numpy
    from riix.models.elo import Elo

    dataset = riix_dataset(games)
    model = Elo(dataset.competitors, update_method="batched")
    probabilities, _ = model.fit_dataset(dataset, return_pre_match_probs=True, return_pre_match_ratings=True)
    return model.ratings, model.k * (dataset.outcomes - probabilities), numpy.argsort(-model.ratings)


def numpy_by_session(games: ClubGames) -> Any:
    """What twenty lines of numpy make of the games: Elo by session, with the rules of no club."""
    import numpy

    position = {name: number for number, name in enumerate(games.players)}
    first, second = (
        numpy.fromiter(map(position.__getitem__, names), int, len(names)) for names in (games.first, games.second)
    )
    days = numpy.fromiter((day.toordinal() for day in games.dates), int, len(games.dates))
    own, other = numpy.array(games.score1), numpy.array(games.score2)
    outcomes = (own > other) + 0.5 * (own == other)
    bounds = [*numpy.flatnonzero(numpy.diff(days, prepend=-1)), len(days)]
    ratings, changes = numpy.full(len(position), 1000.0), numpy.empty(len(days))
    for start, stop in pairwise(bounds):
        players, opponents = first[start:stop], second[start:stop]
        expected = 1 / (1 + 10 ** ((ratings[opponents] - ratings[players]) / 400))
        change = changes[start:stop] = 32 * (outcomes[start:stop] - expected)
        ratings += numpy.bincount(players, change, len(ratings)) - numpy.bincount(opponents, change, len(ratings))
    return ratings, changes, numpy.argsort(-ratings)


def openskill_events(results: Sequence[tuple[str, str, int]]) -> Any:
    """The quickest model of openskill, with one rate call for each event. A result is an event, a player, a place."""
    from openskill.models import BradleyTerryPart

    model = BradleyTerryPart()
    players = {name: model.rating(name=name) for _, name, _ in results}
    changes = []
    for _, event in groupby(results, key=lambda result: result[0]):
        names, places = zip(*((name, place) for _, name, place in event))
        rated = model.rate([[players[name]] for name in names], ranks=list(places))
        changes.extend(new.mu - players[name].mu for name, (new,) in zip(names, rated))
        players.update((name, new) for name, (new,) in zip(names, rated))
    return changes, sorted(players, key=lambda name: -players[name].ordinal())


def skelo(games: ClubGames) -> Any:
    """The estimator of skelo, fitted on rows of two names and a time. It keeps every rating of a player."""
    import numpy
    from skelo.model.elo import EloEstimator

    rows = numpy.array(list(zip(games.first, games.second, (day.toordinal() for day in games.dates))), dtype=object)
    fitted = EloEstimator().fit(rows, numpy.array(games.outcomes))
    ratings = fitted.rating_model.ratings
    changes = {name: numpy.diff([entry["rating"] for entry in kept]) for name, kept in ratings.items()}
    return changes, sorted(ratings, key=lambda name: -ratings[name][-1]["rating"])


def elote(games: ClubGames) -> Any:
    """elote, whose competitors learn of each game."""
    from elote import EloCompetitor

    players = {name: EloCompetitor(initial_rating=1000) for name in games.players}
    changes = []
    for first, second, outcome in zip(games.first, games.second, games.outcomes):
        player, opponent = players[first], players[second]
        before = player.rating
        if outcome == 1:
            player.beat(opponent)
        elif outcome == 0:
            opponent.beat(player)
        else:
            player.tied(opponent)
        changes.append(player.rating - before)
    return changes, sorted(players, key=lambda name: -players[name].rating)


def glicko2(games: ClubGames) -> Any:
    """glicko2, which updates each player once a session with lists of opponents, as its documentation shows."""
    from glicko2 import Player

    players = {name: Player() for name in games.players}
    changes = {}
    for day, session in groupby(zip(games.dates, games.first, games.second, games.outcomes), key=lambda game: game[0]):
        played: dict[str, tuple[list[float], list[float], list[float]]] = {}
        for _, first, second, outcome in session:
            for own, other, result in ((first, second, outcome), (second, first, 1 - outcome)):
                ratings, deviations, outcomes = played.setdefault(own, ([], [], []))
                ratings.append(players[other].rating)
                deviations.append(players[other].rd)
                outcomes.append(result)
        before = {name: players[name].rating for name in played}
        for name, results in played.items():
            players[name].update_player(*results)
        changes[day] = {name: players[name].rating - rating for name, rating in before.items()}
    return changes, sorted(players, key=lambda name: -players[name].rating)


def openskill(games: ClubGames) -> Any:
    """The quickest model of openskill, with one rate call for each game."""
    from openskill.models import BradleyTerryPart

    model = BradleyTerryPart()
    players = {name: model.rating(name=name) for name in games.players}
    changes = []
    for first, second, outcome in zip(games.first, games.second, games.outcomes):
        before = players[first].mu
        scores = [outcome, 1 - outcome]
        (player,), (opponent,) = model.rate([[players[first]], [players[second]]], scores=scores)
        players[first], players[second] = player, opponent
        changes.append(player.mu - before)
    assert all(map(math.isfinite, changes))
    return changes, sorted(players, key=lambda name: -players[name].ordinal())
