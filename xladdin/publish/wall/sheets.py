"""The content of each wall page, as rows for the composer."""

from collections.abc import Iterator, Sequence
from html import escape

from xladdin.publish.site import Site
from xladdin.publish.wall.composer import Cell, Headed, Row, Unit
from xladdin.reports.events import event_lines
from xladdin.reports.ladder import LadderGroup
from xladdin.reports.scoreboard import GameLine, session_games, session_players
from xladdin.reports.standings import StandingsLine, key_of_ratings, with_marks

NUMBER, BOLD_NUMBER, QUIET_NUMBER = "n", "n b", "n q"
AWAY = "away"
"""The look of a row of a player who did not play."""


def cell(text: str, look: str = "") -> Cell:
    """A cell of plain text."""
    return Cell(text, escape(text), look)


def heading(text: str) -> Row:
    """A heading across all columns."""
    return Row([cell(text, "b")], "head")


def ratings_rows(site: Site, lines: Sequence[StandingsLine], *, short: bool = False) -> Headed:
    """The ratings list. With `short`, it leaves out the season's record. Before any game there is no change either."""
    say, kind, day = site.language, site.kind, site.replay.last_date
    with_record = day and kind.is_paired and not short
    units = []
    for line in lines:
        away = day and line.change is None and not line.session_mark
        cells = [
            cell("" if line.rank is None else str(line.rank), QUIET_NUMBER),
            name_cell(site, line.player),
            cell(with_marks(line, site.rating(line.new)), BOLD_NUMBER),
        ]
        if day:
            cells.append(_change(site, line))
        if with_record:
            cells.append(cell(site.record(line), NUMBER))
        units.append([Row(cells, AWAY if away else "")])
    headings = [cell(say.text("No."), "n"), cell(say.text("Player")), cell(say.text("Rating"), "n")]
    if day:
        headings.append(cell(say.heading_of(day) if kind.is_paired else say.text("Change"), "n"))
    if with_record:
        headings.append(cell(say.text("Season"), "n"))
    return Headed(headings, units)


def ladder_rows(site: Site, groups: Sequence[LadderGroup]) -> Headed:
    """The ladder of a camp, group by group."""
    say, day = site.language, site.replay.last_date
    units: list[Unit] = []
    for group in groups:
        units.append([heading(group.name or say.text("Without a group"))])
        for place, line in group.places:
            cells = [
                cell("" if place is None else str(place), QUIET_NUMBER),
                name_cell(site, line.player),
                cell(site.rating(line.new), BOLD_NUMBER),
            ]
            if day:
                cells.append(_change(site, line))
            units.append([Row(cells, AWAY if day and line.change is None else "")])
    return Headed([], units)


def evening_rows(site: Site) -> Headed:
    """The games of the last evening, the two players one below the other, then the result for each player."""
    say = site.language
    if not site.kind.is_paired:
        return _event_rows(site)
    units: list[Unit] = [[heading(say.text("Games"))]]
    units += [_game(site, game) for game in session_games(site.statistics)]
    units.append([heading(site.text("Each player's evening"))])
    for line in session_players(site.statistics):
        if line.player not in site.people.left_out:
            cells = [
                name_cell(site, line.player),
                cell(site.record(line), NUMBER),
                marked(site.change(line.taken)),
            ]
            units.append([Row([*cells, cell(site.rating(line.new), BOLD_NUMBER)])])
    return Headed([], units)


def _event_rows(site: Site) -> Headed:
    say = site.language
    units = [
        [
            Row([
                cell(str(line.place), QUIET_NUMBER), name_cell(site, line.player),
                cell("" if line.percentile is None else say.number(line.percentile, 2), NUMBER),
                marked(site.change(line.change)), cell(site.rating(line.new), BOLD_NUMBER),
            ])
        ]
        for line in event_lines(site.replay)
        if line.player not in site.people.left_out
    ]  # fmt: skip
    names = ("No.", "n"), ("Player", ""), ("Score", "n"), ("Change", "n"), ("New", "n")
    return Headed([cell(say.text(text), look) for text, look in names], units)


def _game(site: Site, game: GameLine) -> Unit:
    sides = [(game.player1, game.score1, game.change1), (game.player2, game.score2, game.change2)]
    is_rated = game.rating1 is not None or game.rating2 is not None
    if site.kind.has_scores and (game.score1 or 0) < (game.score2 or 0):
        sides.reverse()
    rows = []
    for at, (player, score, change) in enumerate(sides):
        change_shown = "" if not is_rated or player is None else site.change_of_game(change)
        name = name_cell(site, player) if player else cell(site.language.text("Bye"))
        points = cell("" if score is None else site.points(score), NUMBER)
        rows.append(Row([name, points, marked(change_shown), cell("")], "second" if at else "first"))
    return rows


def tables_rows(site: Site, tables: Sequence[tuple[int, str, str]]) -> Headed:
    """The pairings: the table's number, and both players."""
    return Headed(
        [],
        [
            [Row([cell(str(number), "n b"), name_cell(site, one), cell("–", "q"), name_cell(site, other)], "table")]
            for number, one, other in tables
        ],
    )


def name_cell(site: Site, name: str) -> Cell:
    """A player, by the name in `seen`."""
    words = site.people.words(name)
    return Cell(words, f"<bdi>{escape(words)}</bdi>", "name")


def _change(site: Site, line: StandingsLine) -> Cell:
    if line.change is None and line.session_mark:
        return marked({"+": "▲", "-": "▼", "=": "="}[line.session_mark])
    return marked(site.change(line.change) or "–")


def marked(change: str) -> Cell:
    """A change with its mark in the mark's colour."""
    if not change or change[0] not in "▲▼":
        return cell(change, NUMBER)
    mark = f'<span class="{"up" if change[0] == "▲" else "down"}">{change[0]}</span>'
    return Cell(change, f"{mark}{escape(change[1:])}", NUMBER)


def marks(site: Site, rows: Headed) -> Iterator[str]:
    """The words of the foot: every mark that is on the page."""
    say, printed = site.language, [row for unit in rows.units for row in unit]
    shown = " ".join(one.text for row in printed for one in row.cells)
    if any(mark in shown for mark in "▲▼="):
        yield say.key("▲ up, ▼ down, = unchanged.")
    if any(row.look == AWAY for row in printed):
        yield say.text("Grey with –: did not play.")
    if say.text("Season") in (one.text for one in rows.headings):
        yield say.text("Season: {record}.", record=site.record_heading.lower())
    ratings = [row.cells[2].text for row in printed if len(row.cells) > 2]
    for sentence, values in key_of_ratings(site.system, ratings):
        yield say.key(sentence, **values)
