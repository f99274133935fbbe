"""Every figure that a club's workbook, page and terminal say, by what it is of: to find one that is said otherwise."""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from python_calamine import CalamineWorkbook

from tests.helpers.programs.chromium import Page, published
from tests.helpers.programs.command_line import run_here
from xladdin.commands.ratings import show_standings
from xladdin.replay import Replay
from xladdin.systems.system import RatingSystem

NUMBER = re.compile(r"([▲▼+-]?)\s*(\d+(?:\.(\d+))?)$")
UNRANKED = "unranked"
RECORD_HEADINGS = ("Won–lost–tied", "Won–lost", "Won–drawn–lost")
Rows = Sequence[Sequence[Any]]


class Figure(NamedTuple):
    """One figure as one place says it. of: a player, a pair, a session or the club; decimals: those shown."""

    place: str
    of: object
    what: str
    value: Any
    decimals: int | None


def disagreements(figures: Iterable[Figure]) -> list[tuple[object, str, dict[str, Any]]]:
    """What is said in two ways: of what, which figure, and the values by place."""
    said: defaultdict[tuple[object, str], list[Figure]] = defaultdict(list)
    for figure in figures:
        said[figure.of, figure.what].append(figure)
    return [(*key, {one.place: one.value for one in own}) for key, own in said.items() if not _agree(own)]


def _agree(own: Sequence[Figure]) -> bool:
    first = max(own, key=lambda one: 99 if one.decimals is None else one.decimals)
    return all(_same(first.value, one.value, one.decimals) for one in own)


def _same(exact: Any, value: Any, decimals: int | None) -> bool:
    if isinstance(exact, float) and isinstance(value, float):
        return abs(exact - value) <= (1e-6 if decimals is None else 0.5 * 10**-decimals + 1e-9)
    return bool(exact == value)


def figure(place: str, of: object, what: str, cell: Any) -> Iterator[Figure]:
    """A cell's figure; nothing where the cell is blank."""
    decimals = None
    if isinstance(cell, str):
        cell = " ".join(cell.replace("−", "-").replace("\N{NO-BREAK SPACE}", " ").replace(",", "").split())
        if cell == "=":
            cell = "0"
        if number := NUMBER.match(cell):
            sign, digits, places = number.groups()
            cell, decimals = float(digits) * (-1 if sign in ("▼", "-") else 1), len(places or "")
    if isinstance(cell, datetime):
        cell = cell.date()
    if cell not in (None, ""):
        yield Figure(place, of, what, float(cell) if isinstance(cell, (int, float)) else cell, decimals)


def record(place: str, of: object, what: str, cell: Any, system: RatingSystem) -> Iterator[Figure]:
    """Won, lost and tied of a cell like 3–1–0; a blank one is of nothing played."""
    counts = [int(part) for part in str(cell or "0–0–0").split("–")]
    won, lost, tied = counts if len(counts) == 3 else (*counts, 0)
    if system.log_kind.counts_points:
        lost, tied = tied, lost
    yield Figure(place, of, what, (won, lost, tied), None)


def of_the_club(book: Path, folder: Path, system: RatingSystem, in_terminal: Sequence[str]) -> Iterator[Figure]:
    """All that a recalculated workbook, its page and the terminal say. in_terminal: players to ask it for."""
    sheets = dict(_sheets(book))
    names = [str(row[0]) for row in sheets["Players"][3:] if row[0]]
    yield from _lists(sheets, names, system)
    yield from _player_sheet(sheets, system)
    yield from _season(sheets, names, system)
    published(book, folder)
    yield from _pages(folder, names, system)
    for name in in_terminal:
        yield from _terminal(run_here("player", book, name).out, system)


def _sheets(book: Path) -> Iterator[tuple[str, Rows]]:
    workbook = CalamineWorkbook.from_path(book)
    for name in workbook.sheet_names:
        yield name, workbook.get_sheet_by_name(name).to_python(skip_empty_area=False)


def block(rows: Rows, first: str, *, after: str = "") -> Iterator[dict[str, Any]]:
    """Lines below a row of headings, by heading, as far as the sheet goes; of equal headings the first from `first` on.

    after: a heading left of which nothing counts.
    """
    top = next(number for number, row in enumerate(rows) if first in row and (not after or after in row))
    headings = list(rows[top])
    start = max(at for at, heading in enumerate(headings[: headings.index(first) + 1]) if heading == after or not at)
    for row in rows[top + 1 :]:
        line: dict[str, Any] = {}
        for heading, cell in list(zip(headings, row))[start:]:
            line.setdefault(str(heading), cell)
        yield line


def _lists(sheets: dict[str, Rows], names: Sequence[str], system: RatingSystem) -> Iterator[Figure]:
    for line in block(sheets["Players"], "Rating"):
        if line["Player"]:
            yield from figure("Players", line["Player"], "rating", line["Rating"])
            yield from figure("Players", line["Player"], "games in all", line.get("Games", line.get("Events")))
    for sheet in ("Standings", "Weekly sheet", "Ladder", "Championship"):
        for line in block(sheets[sheet], "Player") if sheet in sheets else ():
            name = line["Player"]
            if name not in names or line.get("Rating") == "":
                continue
            if "Rating" in line:
                yield from rating(sheet, name, line["Rating"])
            if sheet != "Championship" and "Rank" in line:
                yield from figure(sheet, name, "rank", line["Rank"] or UNRANKED)
            yield from figure(sheet, name, "change", line.get("Change"))
            for heading in RECORD_HEADINGS:
                if heading in line:
                    yield from record(sheet, name, "season", line[heading], system)
            yield from figure(sheet, name, "season spread", line.get("Spread"))
            yield from figure(sheet, name, "season for", line.get("Average for", line.get("For")))
            yield from figure(sheet, name, "season against", line.get("Average against", line.get("Against")))
            if sheet == "Standings":
                games = next(line[heading] for heading in ("Games in all", "Games", "Events") if heading in line)
                yield from figure(sheet, name, "games in all", games)
                yield from figure(sheet, name, "last played", line["Last played"])
    headings, *rows = [row for row in sheets["History"] if "Date" in row or any(isinstance(c, date) for c in row)]
    first = list(headings).index("Date")
    for number, row in enumerate(rows):
        for name, cell in list(zip(headings, row))[first + 1 :]:
            if name in names and system.log_kind.is_paired:
                yield from figure("History", (name, row[first]), "rating then", cell)
            if name in names and number == 0 and _is_up_to_date(sheets, name, row[first]):
                yield from figure("History", name, "rating", cell)


def _is_up_to_date(sheets: dict[str, Rows], name: str, day: date) -> bool:
    """Whether the player was there on the last day of the history: no adjustment was made since then."""
    lines = (line for line in block(sheets["Standings"], "Player") if line["Player"] == name)
    return any(line["Last played"] == day for line in lines)


def rating(place: str, of: object, cell: Any) -> Iterator[Figure]:
    """A rating as a list prints it, and the number in it."""
    text = re.sub(r"(\d)\s*(/A)?( n)?$", r"\1", str(cell)) if isinstance(cell, str) else cell
    if text != "UNR":
        yield from figure(place, of, "rating", text.partition("/")[0] if isinstance(text, str) else text)
    yield from figure(place, of, "printed rating", text)


def _player_sheet(sheets: dict[str, Rows], system: RatingSystem) -> Iterator[Figure]:
    place, kind = "Player", system.log_kind
    games, opponents = list(block(sheets["Player games"], "Date")), list(block(sheets["Player opponents"], "Opponent"))
    players = [line for line in block(sheets["Player facts"], "Rank") if line[""] != ""]
    if kind.is_paired and any(line["Most won in a row"] > 1 for line in players):
        longest, most = (max(line[of] for line in players) for of in ("Most won in a row", "Games counted here"))
        yield from figure(place, "club", "longest won in a row", longest)
        yield from figure(place, "club", "most games", most)
    for line in players:
        name = line[""]
        yield from figure(place, name, "rating", line["Rating"])
        yield from figure(place, name, "rank", line["Rank"] or UNRANKED)
        for what, heading in (("best", "Best"), ("lowest", "Lowest")):
            yield from figure(place, name, what, line[heading])
            yield from figure(place, name, f"{what} on", line[f"{heading}: on"])
        for what, heading in (("season", "Season"), ("lifetime", "All time")):
            if kind.is_paired:
                won, lost = int(line[f"{heading}: won"]), int(line[f"{heading}: lost"])
                tied = int(line.get(f"{heading}: {kind.tie_word.lower()}") or 0)
                yield Figure(place, name, what, (won, lost, tied), None)
                yield from figure(place, name, f"{what} for", line.get(f"{heading}: average score"))
                yield from figure(place, name, f"{what} against", line.get(f"{heading}: average of the opponents"))
            else:
                for part in ("events", "won", "mean percentile"):
                    yield from figure(place, name, f"{what} {part}", line[f"{heading}: {part}"])
        if kind.is_paired:
            yield from figure(place, name, "won in a row", line["Most won in a row"])
            yield from figure(place, name, "lost in a row", line["Most lost in a row"])
        for game in _those(games, line, "First game", "Games"):
            if kind.is_paired:
                yield from figure(place, (name, game["Date"]), "rating then", game["Then"])
        for met in _those(opponents, line, "First opponent", "Opponents"):
            headings = ("Won", "Lost", kind.tie_word) if kind.is_paired else ("Ahead", "Behind", "Level")
            result = tuple(int(met.get(heading) or 0) for heading in headings)
            yield Figure(place, (name, met["Opponent"]), "met", result, None)
            yield from figure(place, (name, met["Opponent"]), "met spread", met.get("Spread", met.get("Percentile")))


def _those(lines: Sequence[dict[str, Any]], of: dict[str, Any], first: str, count: str) -> Sequence[dict[str, Any]]:
    start = int(of[first]) - 2
    return lines[start : start + int(of[count])]


def _season(sheets: dict[str, Rows], names: Sequence[str], system: RatingSystem) -> Iterator[Figure]:
    kind = system.log_kind
    rows = [row for row in sheets["Crosstable"] if any(cell != "" for cell in row)]
    headings = next(row for row in rows if "All" in row)
    for row, below in zip(rows, [*rows[1:], ()]):
        if row[1] in names:
            for other, cell, spread in list(zip(headings, row, below or row))[2:]:
                yield from _crossed("Crosstable", row[1], other, cell, spread if kind.has_spread else "", system)
    day = "Session" if kind.is_paired else "Event"
    sessions = [line for line in block(sheets["Records"], "Players", after=day) if line[day] != ""]
    for line in sessions:
        yield from figure("Records", line[day], "players there", line["Players"])
        yield from figure("Records", line[day], "games there", line.get("Games"))
    if kind.is_paired:
        yield from figure("Records", "club", "sessions of the season", float(len(sessions)))
        yield from figure("Records", "club", "games of the season", float(sum(line["Games"] for line in sessions)))
        text = "\n".join(map(_text, (sheets.get(name, ()) for name in ("Start", "Scoreboard", "Ladder"))))
        for players, games in re.findall(r"(\d+) players · (\d+) games?$", text, re.MULTILINE):
            yield from figure("Scoreboard", sessions[0][day], "players there", players)
            yield from figure("Scoreboard", sessions[0][day], "games there", games)
        for games, players in re.findall(r"^(\d+), by (\d+) players?$", text, re.MULTILINE):
            yield from figure("Start", sessions[0][day], "players there", players)
            yield from figure("Start", sessions[0][day], "games there", games)
    for sheet in ("Weekly sheet", "Championship"):
        text = _text(sheets.get(sheet, ()))
        for games in re.findall(r"^(?:This s|S)eason.* · (\d+) games?$", text, re.MULTILINE):
            yield from figure(sheet, "club", "games of the season", games)
    said = _text((*sheets["Standings"], *sheets["Start"]))
    for games in re.findall(r"· (\d+) \w+ · recalculated|^Club ratings .*, (\d+) \w+ since", said, re.MULTILINE):
        yield from figure(f"Standings and Start {games}", "club", "games of all time", "".join(games))
    for heading, what in (("Games won in a row", "longest won in a row"), ("Most games", "most games")):
        for row in sheets["Records"]:
            if heading in row[8:]:
                yield from figure("Records", "club", what, row[list(row).index(heading, 8) + 1])
    report = {row[0]: row[1] for row in sheets.get("Season report", ())}
    yield from figure("Season report", "club", "games of the season", report.get("Games"))
    yield from figure("Season report", "club", "sessions of the season", report.get("Sessions"))
    (top,) = [number for number, row in enumerate(sheets["Start"]) if "Top five" in row]
    column = list(sheets["Start"][top]).index("Top five")
    for rank, name, new in (row[column : column + 3] for row in sheets["Start"][top + 1 : top + 6]):
        if name != "":
            yield from figure("Start", name, "rank", rank)
            yield from rating("Start", name, new)
    for line in block(sheets["Scoreboard"], "Player", after="Player"):
        if line["Player"] in names:
            yield from _evening("Scoreboard", line["Player"], line, system)
            yield from figure("Scoreboard", line["Player"], "evening spread", line.get("Spread"))


def _text(rows: Rows) -> str:
    return "\n".join(str(cell) for row in rows for cell in row)


def _evening(place: str, name: str, line: dict[str, Any], system: RatingSystem) -> Iterator[Figure]:
    for what, heading in (("old", "Old"), ("change", "Change")):
        yield from figure(place, name, f"evening {what}", line.get(heading))
    yield from figure(place, name, "evening new", line["New"])
    for heading in RECORD_HEADINGS:
        if heading in line:
            yield from record(place, name, "evening", line[heading], system)


def _crossed(place: str, name: Any, other: Any, cell: Any, spread: Any, system: RatingSystem) -> Iterator[Figure]:
    """A cell of the crosstable: of a pair, or of a player against everybody."""
    if cell in ("", "×", None):
        return
    what, of = ("season", name) if other == "All" else ("met this season", (name, other))
    if system.log_kind.counts_points:
        yield Figure(place, of, f"{what} in points", cell, None)
    else:
        yield from record(place, of, what if system.log_kind.is_paired else f"{what} ahead", cell, system)
    yield from figure(place, of, f"{what} spread", str(round(spread)) if isinstance(spread, float) else spread)


def _pages(folder: Path, names: Sequence[str], system: RatingSystem) -> Iterator[Figure]:
    kind = system.log_kind
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
    crossed = Page.of(folder / "crosstable.html") if (folder / "crosstable.html").exists() else None
    for line in _table(crossed, "All") if crossed else ():
        for other, cell in line.items():
            if other == "All" or other in names:
                spread = re.search(r"[+−][\d,]+$|0$", cell) if kind.has_spread else None
                result = cell[: spread.start()].strip() if spread else cell
                yield from _crossed("crosstable.html", line["Player"], other, result, spread and spread[0], system)
    for path in sorted((folder / "player").iterdir()):
        yield from _player_page(Page.of(path), names, system)
    if kind.is_paired:
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
            yield from _evening("evening.html", line["Player"], line, system)


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
    place, kind = "page of a player", system.log_kind
    assert name in names
    if shown := re.search(r"\nRating(-?\d[\d./]*|UNR)\n", page.text):
        yield from rating(place, name, shown[1])
    for line in _table(page, "Won"):
        what = {"This season": "season", "In all": "lifetime"}.get(line.get("", ""))
        if what and kind.is_paired:
            tied = line.get("Drawn" if kind.counts_points else "Tied") or 0
            yield Figure(place, name, what, (int(line["Won"]), int(line["Lost"]), int(tied)), None)
            yield from figure(place, name, f"{what} for", line.get("Average"))
            yield from figure(place, name, f"{what} against", line.get("Against"))
    for line in _table(page, "Opponent"):
        tied = line.get("Drawn" if kind.counts_points else "Tied") or 0
        yield Figure(place, (name, line["Opponent"]), "met", (int(line["Won"]), int(line["Lost"]), int(tied)), None)
        yield from figure(place, (name, line["Opponent"]), "met spread", line.get("Spread"))
    for what, label in (("best", "Best"), ("lowest", "Lowest")):
        if found := re.search(rf"\n{label}(-?[\d.]+) (\d+ \w+ \d+)", page.text):
            yield from figure(place, name, what, found[1])
            yield from figure(place, name, f"{what} on", datetime.strptime(found[2], "%d %B %Y"))
    if found := re.search(r"Most in a row: won (\d+), lost (\d+)", page.text):
        yield from figure(place, name, "won in a row", found[1])
        yield from figure(place, name, "lost in a row", found[2])
    if found := re.search(r"\nRank(–|\d+)", page.text):
        yield from figure(place, name, "rank", found[1].replace("–", UNRANKED))


def _terminal(said: str, system: RatingSystem) -> Iterator[Figure]:
    place, kind = "xladdin player", system.log_kind
    head = re.match(r"(.+): (\S+), (?:rank (\d+)|unranked)\n", said)
    assert head, said[:200]
    name = head[1]
    yield from rating(place, name, head[2])
    yield from figure(place, name, "rank", head[3] or UNRANKED)
    if found := re.search(r"^Best (\S+) on (\S+); lowest (\S+) on (\S+)\.$", said, re.MULTILINE):
        for what, value, day in (("best", found[1], found[2]), ("lowest", found[3], found[4])):
            yield from figure(place, name, what, value)
            yield from figure(place, name, f"{what} on", date.fromisoformat(day))
    if found := re.search(r"^This season (.*); in all (.*)\.$", said, re.MULTILINE):
        for what, words in (("season", found[1]), ("lifetime", found[2])):
            if kind.is_paired:
                counts = re.match(r"won (\d+), lost (\d+)(?:, \w+ (\d+))? of (\d+) games?", words)
                assert counts, words
                yield Figure(place, name, what, tuple(int(count or 0) for count in counts.groups()[:3]), None)
            else:
                events = re.match(r"(\d+) events?, (\d+) won(?:, mean percentile (\S+))?", words)
                assert events, words
                for part, value in zip(("events", "won", "mean percentile"), events.groups()):
                    yield from figure(place, name, f"{what} {part}", value)
    if found := re.search(r"^Most in a row: won (\d+), lost (\d+)\.$", said, re.MULTILINE):
        yield from figure(place, name, "won in a row", found[1])
        yield from figure(place, name, "lost in a row", found[2])
    if found := re.search(r"^Average score (\S+), of the opponents (\S+)\.$", said, re.MULTILINE):
        yield from figure(place, name, "lifetime for", found[1])
        yield from figure(place, name, "lifetime against", found[2])


def of_list(book: Path, replayed: Replay) -> Iterator[Figure]:
    """The ratings list in the terminal."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        show_standings(book, replayed)
    for row in re.findall(r"^[│|](.*)[│|]$", said.getvalue(), re.MULTILINE):
        rank, name, new, games = (cell.strip() for cell in re.split("[│|]", row))
        yield from figure("terminal", name, "rank", rank or UNRANKED)
        yield from rating("terminal", name, new)
        yield from figure("terminal", name, "games in all", games)


def of_json(said: str) -> Iterator[Figure]:
    """The ratings that a recalculation, or a check, says to another program."""
    for change in json.loads(said)["changes"]:
        yield from figure("--json", change["player"], "rating", change["new"])
