"""A page published again is what a publication into a new folder gives, whatever has changed in between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.helpers.programs.chromium import content
from tests.helpers.random_clubs import Tables, random_club
from tests.oracle.engine import cell_tables
from xladdin import RatingSystem
from xladdin.game_log.reading import read_log
from xladdin.replay import replay_log
from xladdin.reports.wording import INITIALS, NAME, NONE
from xladdin.systems import SYSTEMS
from xladdin.web_pages import publisher, site
from xladdin.web_pages.publisher import publish
from xladdin.web_pages.site import Club, WaitingRound


def club_of(system: RatingSystem, tables: Tables) -> Club:
    log = read_log(system, cell_tables(tables)).require_valid()
    return Club("Club", replay_log(log), [NAME] * len(log.players), 12)


def later_states(system: RatingSystem, tables: Tables) -> Iterator[tuple[str, Club]]:
    table = system.log_schema.table.lower()
    headings, *rows = tables[table]
    yield "fewer games", club_of(system, {**tables, table: [headings, *rows[: len(rows) * 3 // 4]]})
    club = club_of(system, tables)
    yield "more games", club
    if system.log_schema.has_scores:
        index = headings.index("Score 1")
        game = next(n for n, row in enumerate(rows) if n > len(rows) // 2 and isinstance(row[index], int))
        row = (*rows[game][:index], int(str(rows[game][index])) + 1, *rows[game][index + 1 :])
        tables = {**tables, table: [headings, *rows[:game], row, *rows[game + 1 :]]}
        yield "a corrected score", club_of(system, tables)
    tables = {name: [
        ["Somebody Else" if str(cell).strip().casefold() == "ann" else cell for cell in row] for row in every
    ] for name, every in tables.items()}  # fmt: skip
    yield "another name", (club := club_of(system, tables))
    yield "another title", (club := replace(club, title="Another club"))
    yield "a link", (club := replace(club, earlier="../before"))
    yield "initials", (club := replace(club, visibility=[INITIALS, *club.visibility[1:]]))
    yield "nobody", (club := replace(club, visibility=[NONE, *club.visibility[1:]]))
    yield "another language", (club := replace(club, language="fr"))
    yield "another paper", (club := replace(club, paper="A4"))
    if system.log_schema.is_paired:
        waiting = WaitingRound(date(2030, 1, 8), 1, [(1, 0, 1)], ())
        yield "a round that waits", (club := replace(club, tonight=waiting))
    changed = replace(system, season_month=system.season_month % 12 + 1)
    yield "another setting", replace(club, replay=club_of(changed, tables).replay)


@pytest.mark.parametrize("key", SYSTEMS)
def test_it_is_what_a_new_folder_gets(key: str, tmp_path: Path) -> None:
    system = SYSTEMS[key]
    for number, (change, club) in enumerate(later_states(system, random_club(system, 5, rows=60))):
        publish(club, tmp_path / "page")
        publish(club, tmp_path / str(number))
        assert content(tmp_path / "page") == content(tmp_path / str(number)), change


def test_pages_that_stay_are_not_drawn_but_by_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    class Watched(site.Site):
        def rendered(self, path: str, template: str, **values: object) -> tuple[str, bytes]:
            drawn.append(path)
            return super().rendered(path, template, **values)

    monkeypatch.setattr(publisher, "Site", Watched)
    club = club_of(SYSTEMS["mississauga"], random_club(SYSTEMS["mississauga"], 5, rows=60, plain_players=12))
    publish(club, tmp_path / "page")
    assert [path for path in drawn if path.startswith("evening/")]
    drawn.clear()
    publish(club, tmp_path / "page")
    assert not [path for path in drawn if "/" in path]
    monkeypatch.setattr(site, "source_digest", lambda: "another version")
    publish(club, tmp_path / "page")
    assert [path for path in drawn if path.startswith("evening/")]
