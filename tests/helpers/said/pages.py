"""Every figure on the pages of a club."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from pathlib import Path

from tests.helpers.programs.chromium import Page
from tests.helpers.said.figures import RECORD_HEADINGS, UNRANKED, Figure, crossed, evening, figure, rating, record
from xladdin.systems.system import RatingSystem


def of_pages(folder: Path, names: Sequence[str], system: RatingSystem) -> Iterator[Figure]:
    """What the pages of a folder say."""
    kind = system.log_schema
    for line in _table(Page.of(folder / "index.html"), "Rating"):
        place, name = "index.html", line["Player"]
        yield from figure(place, name, "rank", line["No."] or UNRANKED)
        yield from rating(place, name, line["Rating"])
        if line["Change"] not in ("▲", "▼"):
            yield from figure(place, name, "change", line["Change"])
        for heading in RECORD_HEADINGS:
            if heading in line:
                yield from record(place, name, "season", line[heading], system)
        for what, heading in (("spread", "Spread"), ("for", "Average"), ("against", "Against")):
            yield from figure(place, name, f"season {what}", line.get(heading))
    table = Page.of(folder / "crosstable.html") if (folder / "crosstable.html").exists() else None
    for line in _table(table, "All") if table else ():
        for other, cell in line.items():
            if other == "All" or other in names:
                spread = re.search(r"[+−][\d,]+$|0$", cell) if kind.has_spread else None
                result = cell[: spread.start()].strip() if spread else cell
                yield from crossed("crosstable.html", line["Player"], other, result, spread and spread[0], system)
    for path in sorted((folder / "player").iterdir()):
        yield from _player_page(Page.of(path), names, system)
    if kind.is_paired and (folder / "evening").exists():  # a new season has no evening of its own yet
        played = 0
        for path in sorted((folder / "evening").iterdir()):
            head = re.search(r": (\d+) players?, (\d+) games?", Page.of(path).text)
            assert head, path
            day = date.fromisoformat(path.stem[:10])
            yield from figure("evening", day, "players there", head[1])
            yield from figure("evening", day, "games there", head[2])
            played += int(head[2])
        yield from figure("evenings", "club", "games of all time", float(played))
        for line in _table(Page.of(folder / "evening.html"), "New"):
            yield from evening("evening.html", line["Player"], line, system)


def _table(page: Page, heading: str) -> Iterator[dict[str, str]]:
    """Lines of the first table with a heading, by heading."""
    for table in page.tables:
        headings = [" ".join(cell.split()) for cell in table[0]]
        if heading in headings:
            for row in table[1:]:
                if len(row) == len(headings):
                    yield dict(zip(headings, (" ".join(cell.split()) for cell in row)))
            return


def _player_page(page: Page, names: Sequence[str], system: RatingSystem) -> Iterator[Figure]:
    name = page.text.partition(" · ")[0].split("\n")[-1].strip()
    place, kind = "page of a player", system.log_schema
    assert name in names
    if shown := re.search(r"\nRating(-?\d[\d./]*|UNR)\n", page.text):
        yield from rating(place, name, shown[1])
    for line in _table(page, "Won"):
        what = {"This season": "season", "In all": "lifetime"}.get(line.get("", ""))
        if what and kind.is_paired:
            tied = line.get("Drawn" if kind.counts_points else "Tied") or 0
            yield Figure(place, name, what, (int(line["Won"]), int(line["Lost"]), int(tied)), None)
            yield from figure(place, name, f"{what} games", line["Games"])
            yield from figure(place, name, f"{what} for", line.get("Average"))
            yield from figure(place, name, f"{what} against", line.get("Against"))
    for line in _table(page, "Opponent"):
        tied = line.get("Drawn" if kind.counts_points else "Tied") or 0
        yield Figure(place, (name, line["Opponent"]), "met", (int(line["Won"]), int(line["Lost"]), int(tied)), None)
        yield from figure(place, (name, line["Opponent"]), "met spread", line.get("Spread"))
    yield from _extremes(page, place, name)
    if found := re.search(r"Most in a row: won (\d+), lost (\d+)", page.text):
        yield from figure(place, name, "won in a row", found[1])
        yield from figure(place, name, "lost in a row", found[2])
    if found := re.search(r"\nRank(–|\d+)", page.text):
        yield from figure(place, name, "rank", found[1].replace("–", UNRANKED))


def _extremes(page: Page, place: str, name: str) -> Iterator[Figure]:
    for what, label in (("best", "Best"), ("lowest", "Lowest")):
        if found := re.search(rf"\n{label}(-?[\d.]+) (\d+ \w+ \d+)", page.text):
            yield from figure(place, name, what, found[1])
            yield from figure(place, name, f"{what} on", datetime.strptime(found[2], "%d %B %Y"))
