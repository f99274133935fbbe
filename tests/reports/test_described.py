"""Contract of reports and renderers: the same values on every face, system and language, and lists by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date, timedelta
from html import escape
from pathlib import Path
from typing import Any

import pytest
from lxml.html import fromstring

from tests.helpers.clubs import random_tables
from tests.oracle import engine
from tests.oracle.engine import by_player, replayed, sample
from xladdin import Language, Message
from xladdin.languages import ENGLISH, ENGLISH_LANGUAGE, FRENCH
from xladdin.renderers.sheet import render_report
from xladdin.renderers.sheet_layout import iter_group_rows
from xladdin.renderers.terminal import build_text_table, collect_section_data
from xladdin.renderers.web import DisplayedNames, render_legend, render_section
from xladdin.replay import Replay
from xladdin.reports import list_reports, rating_history
from xladdin.reports.context import ReportContext
from xladdin.reports.ratings_lists import define_ladder_report
from xladdin.reports.report import SHEET, TERMINAL, WEB, Column, Group, Section, Stacked
from xladdin.reports.wording import find_occasion
from xladdin.systems import SYSTEMS


def table_rows(html: str) -> list[list[str]]:
    """Return the texts of the cells of tables row by row, without a group's heading that is for print alone."""
    rows = fromstring(f"<div>{html}</div>").iter("tr")
    return [[str(cell.text_content()) for cell in row.iter("td", "th")] for row in rows
            if "on-paper" not in (row.get("class") or "")]  # fmt: skip


def context_of(replay: Replay, language: str = ENGLISH) -> ReportContext:
    return ReportContext(replay, Language(language, find_occasion(replay.log.system)), crosstable_players=12)


def names_of(context: ReportContext, hidden_names: frozenset[str] = frozenset()) -> DisplayedNames:
    names = [player.name for player in context.replay.log.players]
    visible = {name: "a player" if name in hidden_names else escape(name) for name in names}
    return DisplayedNames({name: f"<a href=x>{text}</a>" for name, text in visible.items()}, visible, hidden_names)


def number_in(text: str, language: Language) -> float | None:
    """Return the number in a text: ▼ 1 234,5 is -1234.5 in French. A text without one is none."""
    plain = re.sub(r"\s", "", text).replace("\N{MINUS SIGN}", "-")
    plain = plain.replace(",", ".") if language.code == FRENCH else plain.replace(",", "")
    match = re.fullmatch(r"([▲▼]?)([+-]?[0-9]+(?:\.[0-9]+)?)", plain)
    return None if match is None else float(match[2]) * (-1 if match[1] == "▼" else 1)


def web_rows(section: Section, context: ReportContext) -> list[list[Any]]:
    """Return the cells of the lines of a section on the web, without headings and sentences."""
    columns = shown_columns(section, WEB, context)
    rows = table_rows(render_section(section, context, names_of(context)))
    return [row for row in rows if len(row) == len(columns) and row != rows[0]]


def terminal_rows(section: Section, context: ReportContext) -> list[list[Any]]:
    """Return the cells of the lines of a section in a terminal."""
    return [list(row) for row in build_text_table(section, context).rows]


def json_rows(section: Section, context: ReportContext) -> list[list[Any]]:
    """Return the values of the lines of a section in JSON."""
    return [list(row.values()) for row in json.loads(json.dumps(collect_section_data(section, context)))]


def sheet_rows(section: Section, context: ReportContext) -> list[list[Any]]:
    """Return the cells of the lines of a section on its sheet."""
    rows = [row for group in section.groups_of(context) for row in group.rows if row.line is not None]
    return [list(next(iter_group_rows(section, Group([row]), context.language))) for row in rows]


FACES: dict[str, tuple[str, Callable[[Section, ReportContext], list[list[Any]]]]] = {
    "sheet": (SHEET, sheet_rows),
    "web": (WEB, web_rows),
    "terminal": (TERMINAL, terminal_rows),
    "json": (TERMINAL, json_rows),
}
"""The face of the columns, and how to read it: for each line of a section a cell for each of `shown_columns`."""


def shown_columns(section: Section, medium: str, context: ReportContext) -> list[Column]:
    """Return the columns that have a cell of their own in the row of a line."""
    columns = section.columns_on(medium)
    if medium != WEB:
        return columns
    in_the_row = [column for column in columns if not (column.web.is_above or column.web.is_below)]
    return [column for column in in_the_row if column.web.condition is None or column.web.condition(context)]


def has_value(cell: Any, value: Any, context: ReportContext) -> bool:
    """Return whether a cell of a face shows the value of a column, as far as the face rounds it."""
    if value is None:
        return cell in (None, "")
    if isinstance(value, date):
        return cell in (value, value.isoformat(), context.language.format_full_date(value))
    if isinstance(value, (int, float)):
        number = cell if isinstance(cell, (int, float)) else 0.0 if cell == "=" else number_in(cell, context.language)
        return number == pytest.approx(value, abs=0.05)
    if isinstance(value, Message):
        return bool(cell)
    return cell == value


@pytest.mark.parametrize("name", FACES)
@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
@pytest.mark.parametrize("key", SYSTEMS)
def test_every_face_shows_the_values_of_the_lines(key: str, language: str, name: str) -> None:
    """The same line has the same figures on each face, so that no two places of a club can disagree."""
    medium, read_rows = FACES[name]
    context = context_of(replayed(key, random_tables(key, 60, 8, 3)), language)
    compared = 0
    for report in list_reports(context.system):
        assert isinstance(render_legend(report, context), str)
        for section in report.sections_on(medium):
            columns = shown_columns(section, medium, context)
            if any(column.repeated for column in columns):
                continue
            lines = [row.line for group in section.groups_of(context) for row in group.rows if row.line is not None]
            if medium == WEB:
                lines = [line for line in lines if any(column.value_of(line) is not None for column in columns)]
            rows = read_rows(section, context)
            assert len(rows) == len(lines), (report.name, section.title)
            for line, row in zip(lines, rows):
                for column, cell in zip(columns, row, strict=True):
                    value = column.value_of(line)
                    small = column.web.small_text if medium == WEB else None
                    if isinstance(value, Stacked) or (small and small.__get__(line)):
                        continue
                    assert has_value(cell, value, context), (report.name, column.heading, cell, value)
                    compared += value is not None
    assert compared > 30


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_hidden_player_is_named_nowhere(key: str) -> None:
    replay = replayed(key, random_tables(key, 60, 8, 3))
    context = context_of(replay)
    hidden = frozenset(player.name for player in replay.log.players[:3])
    named: set[str] = set()
    for report in list_reports(replay.log.system):
        for section in report.sections_on(WEB):
            html = render_section(section, context, names_of(context, hidden))
            cells = {cell for row in table_rows(html) for cell in row}
            assert not [cell for cell in cells for name in hidden if name in cell], (report.name, section.title)
            named |= cells
    assert replay.log.players[4].name in named, "no report names anybody"


def test_a_ladder_keeps_its_places_and_drops_a_group_of_nobody_seen() -> None:
    """The best of the Pawns is left out, and so is the only Rook."""
    tables: dict[str, list[list[object]]] = {
        "groups": [["Group", "Initial rating"], ["Pawns", 1000], ["Rooks", 1200]],
        "players": [["Player", "Group"], ["Ann", "Pawns"], ["Bob", "Pawns"], ["Cyd", "Rooks"]],
        "games": [["Date", "White", "Black", "Result"], ["2026-03-01", "Ann", "Bob", "(1-0)"]],
    }
    context = context_of(replayed("sca", tables))
    (ladder,) = define_ladder_report(context.system).sections
    html = render_section(ladder, context, names_of(context, frozenset({"Ann", "Cyd"})))
    assert [row[:2] for row in table_rows(html)[1:]] == [["2", "Bob"]] and "Rooks" not in html


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_column_reads_its_value_from_a_line_of_its_section(key: str) -> None:
    """A column on no face of this system, too: its attribute would fail only when a club first needs it."""
    context = context_of(sample(key))
    for report in list_reports(context.system):
        for section in report.sections:
            for group in section.groups_of(context):
                for row in group.rows:
                    for column in section.columns.values() if row.line is not None else ():
                        column.value_of(row.line)


GOLDEN = Path(__file__).parents[1] / "golden"
SCORES = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
RESULTS = ["Date", "White", "Black", "Result"]
STARTS = ["Player", "Start rating", "Start games"]


def club(key: str, players: list[list[Any]], games: list[list[Any]], **more: list[list[Any]]) -> engine.Replay:
    """Return the replay of rows. Players without more than a name may be given by it."""
    headings = [["Player", "Group"] if key == "sca" else STARTS[: len(players[0])], *players]
    groups = {"groups": [["Group", "Initial rating"], ["Pawns", 1000], ["Knights", 1200]]} if key == "sca" else {}
    log = [RESULTS if key in ("sca", "elo") else SCORES, *games]
    return replayed(key, {"players": headings, "games": log, **groups, **more})


def lines_of(replay: engine.Replay) -> dict[str, engine.StandingsLine]:
    return by_player(engine.list_standings(engine.Statistics(replay)))


def test_the_last_day_of_camp_is_all_games_of_the_latest_date_wherever_they_stand() -> None:
    replay = club("sca", [[name, "Pawns"] for name in ("Ada", "Bo", "Cy", "Di")], [
        ["2026-07-07", "Ada", "Bo", "1-0"],
        ["2026-07-08", "Bo", "Ada", "1-0"],
        ["2026-07-06", "Cy", "Di", "1-0"],
        ["2026-07-08", "Cy", "Ada", "1-0"],
    ])  # fmt: skip
    games = [(game.player1, game.player2) for game in engine.list_session_games(engine.Statistics(replay))]
    assert games == [("Bo", "Ada"), ("Cy", "Ada")]
    lines = lines_of(replay)
    # Ada, 1016 before the day, loses 17 to Bo, 984, and 16 to Cy, who is at 1016 after the game of the 6th
    assert (lines["Ada"].old, lines["Ada"].change, lines["Ada"].mark) == (1016, -33, "-")
    assert (lines["Bo"].old, lines["Bo"].change, lines["Bo"].new) == (984, 17, 1001)
    assert (lines["Cy"].old, lines["Cy"].change, lines["Cy"].mark) == (1016, 16, "+")
    assert (lines["Di"].old, lines["Di"].change, lines["Di"].mark) == (984, None, None)


def test_a_boost_counts_in_change_and_mark_and_gives_no_mark_to_who_did_not_play() -> None:
    players = [["Ann", 1500], ["Bob", 1600], ["Cem", 1400], ["Dot", 1700]]
    games = [["2024-01-02", "Ann", 400, "Cem", 400], ["2024-01-09", "Ann", 400, "Bob", 400]]
    boost = [["Date", "Player", "Points"], ["2024-01-05", None, 50]]
    lines = lines_of(club("montreal", players, games, adjustments=boost))
    assert (lines["Cem"].old, lines["Cem"].change, lines["Cem"].mark) == (1401, 50, None)
    assert (lines["Bob"].old, lines["Bob"].change, lines["Bob"].new, lines["Bob"].mark) == (1600, 49, 1649, "+")
    assert lines["Dot"].rank is None, "who never played is not ranked"


def test_lexington_prints_newcomers_absent_and_unlisted_as_its_rules_say() -> None:
    """Twelve weekly sessions of Ann and Bob. Others come to some of them."""
    days = [(date(2006, 9, 7) + timedelta(weeks=week)).isoformat() for week in range(12)]
    came = {"New at the last": days[11:], "Twice": days[10:], "Five times": days[7:], "Four ago": days[:8],
            "Ten ago": days[:2]}  # fmt: skip
    games: list[list[object]] = [[days[11], "Came with seven", 300, "Ann", 300]]
    for number, day in enumerate(days):
        games.append([day, "Ann", 400, "Bob", 400 if number == 11 else 350])
        games.extend([day, name, 380, "Bob", 360] for name, dates in came.items() if day in dates)
    players: list[list[object]] = [["Ann", 1500, 60], ["Bob", 1480, 60], ["Came with seven", 1432, 7]]
    players.extend([name, 1400, 60] if name.endswith("ago") else [name, None, None] for name in came)
    lines = lines_of(club("lexington", players, games))
    assert lines["New at the last"].new == "UNR" and lines["Twice"].new == "UNR"
    assert re.fullmatch(r"\d{4}/5", str(lines["Five times"].new))
    assert re.fullmatch(r"\d{4}/8", str(lines["Came with seven"].new))
    for newcomer in ("New at the last", "Twice", "Five times", "Came with seven"):
        assert (lines[newcomer].rank, lines[newcomer].old, lines[newcomer].change) == (None, None, None)
    assert lines["New at the last"].mark is None
    assert (lines["Four ago"].mark, lines["Four ago"].rank) == ("/A", None)  # four sessions missed
    assert "Ten ago" not in lines  # not listed after 10 missed
    assert (lines["Ann"].wins, lines["Ann"].losses, lines["Ann"].ties) == (13, 0, 0)  # two of them ties


def test_lexington_gives_who_starts_over_no_mark_and_start_games_alone_no_rating() -> None:
    games = [
        ["2018-01-01", "Back", 400, "Ann", 350],
        ["2019-12-01", "Ann", 400, "Bob", 400],
        *(["2019-12-02", "Back", 350, "Bob", 400] for _ in range(5)),
    ]
    players = [["Back", 1600, 70], ["Ann", 1500, 60], ["Bob", 1400, 60], ["Half", None, 5]]
    replay = club("lexington", players, games)
    lines = lines_of(replay)
    assert re.fullmatch(r"\d{4}/5", str(lines["Back"].new)) and lines["Back"].mark is None  # away for 100 weeks
    assert lines["Bob"].mark == "+"
    assert lines["Half"].new == "UNR" and lines["Half"].games == 5
    assert replay.log.system.player_columns(replay.state)["Rating"][3] is None
    assert replay.season_start_ratings[3] is None
    new = by_player(engine.list_session_players(engine.Statistics(replay)))["Back"]
    assert (new.old, new.plain_sum, new.change) == (None, None, None)
    (note, *_) = engine.list_session_games(engine.Statistics(replay))[0].notes
    assert note.text.startswith("new, rated by all games so far")


@pytest.mark.parametrize("back", ("2024-10-03", "2023-10-05"))
def test_no_rating_gain_is_counted_across_a_new_start(back: str) -> None:
    """The rules say: "More than 99 weeks since the last game: the player starts over as new"."""
    games = [[day, "Back", 450, "Ann", 350] for day in ("2022-10-06", *[back] * 10)]
    replay = club("lexington", [["Ann", 1500, 60], ["Back", 900, 60]], games)
    assert replay.state.rating[1] > 1000
    gains = [line.player for line in engine.find_gain_records(engine.Statistics(replay))]
    assert gains == ([] if back == "2024-10-03" else ["Back"])


def test_equals_share_the_place_within_their_nation_or_group() -> None:
    players = [["Player", "Nation", "Start rating"], ["Ann", "FRA", 50], ["Bob", "GER", 50], ["Cem", "fra", 50],
               ["Dee", "FRA", 40], ["Eve", "", 60]]  # fmt: skip
    events = [["Event", "Date", "Players", "Rounds"], ["Open", "2006-01-07", 9, 1]]
    results = [["Event", "Player", "Place"], ["Open", "Eve", 1]]
    tour = replayed("dptr", {"players": players, "events": events, "results": results})
    listed = engine.list_standings(engine.Statistics(tour))
    assert [(line.nation, line.rank, line.player) for line in engine.list_by_nation(listed)] == [
        ("FRA", 1, "Ann"), ("fra", 1, "Cem"), ("FRA", 3, "Dee"), ("GER", 1, "Bob")
    ]  # fmt: skip
    campers = [["Ann", "Pawns"], *([name, "pawns"] for name in ("Bob", "Cem", "Dee", "Eve"))]
    played = [("Ann", "Bob", "(1-0)"), ("Cem", "Dee", "(1/2-1/2)"), ("Fay", "Gus", "(1/2-1/2)")]
    camp = club("sca", [*campers, ["Fay", "Knights"], ["Gus", "Knights"]], [["2024-07-01", *game] for game in played])
    knights, pawns = engine.list_ladder_groups(camp, engine.list_standings(engine.Statistics(camp)))
    assert [(rank, line.player) for rank, line in knights.places] == [(1, "Fay"), (1, "Gus")]
    assert [(rank, line.player) for rank, line in pawns.places] == [
        (1, "Ann"), (2, "Cem"), (2, "Dee"), (4, "Bob"), (None, "Eve")
    ]  # fmt: skip


def test_an_event_crosstable_counts_who_finished_ahead() -> None:
    events = [["Event", "Date", "Players", "Rounds"], ["One", "2024-03-01", 4, 3], ["Two", "2024-05-01", 10, 3]]
    places = {"One": (("Ann", 1), ("Bob", 2), ("Cem", 2)), "Two": (("Bob", 1), ("Ann", 6))}
    results = [["Event", "Player", "Place"], *([event, *line] for event, lines in places.items() for line in lines)]
    players = [["Player"], ["Ann"], ["Bob"], ["Cem"]]
    table = engine.build_crosstable(
        engine.Statistics(replayed("dptr", {"players": players, "events": events, "results": results})), 40
    )
    met = {(table.players[first], table.players[other]): (m.wins, m.losses, m.ties, round(m.spread))
           for (first, other), m in table.pair_results.items()}  # fmt: skip
    # percentiles: (4 + 0.5 - place) / 4 and (10 + 0.5 - place) / 10
    assert met["Ann", "Bob"] == (1, 1, 0, -25)
    assert met["Bob", "Cem"] == (0, 0, 1, 0)
    assert met["Cem", "Ann"] == (0, 1, 0, -25)
    everybody = zip(table.players, table.total_results)
    assert {player: (all_.wins, all_.losses, all_.ties, round(all_.spread)) for player, all_ in everybody} == {
        "Ann": (2, 1, 0, 0), "Bob": (1, 1, 1, 25), "Cem": (0, 1, 1, -25)
    }  # fmt: skip


def test_history_is_blank_before_a_player_has_begun() -> None:
    games = [["2024-01-02", "Ann", 400, "Bob", 330], ["2024-01-09", "Ann", 400, "Cem", 330]]
    table = engine.build_history(club("montreal", [["Ann"], ["Bob"], ["Cem"], ["Dee"]], games), 60, 250)
    assert sorted(table.players) == ["Ann", "Bob", "Cem"]  # Dee has not begun
    assert table.ratings[1][list(table.players).index("Cem")] is None


@pytest.mark.parametrize(
    ("picked", "row"), [("A[1]", 1), ("a1", 0), ("b~?", 3), ("B?", 2), ("*]", 1), ("nobody", 0), ("", 0)]
)
def test_the_picked_player_of_the_history_is_whom_excel_finds(picked: str, row: int) -> None:
    """Contract of rating_history: * and ? are patterns unless ~ is before them, and [ is a letter."""
    assert rating_history._match_name(picked, ["A1", "A[1]", "BX", "B?"]) == row


@pytest.mark.parametrize(
    ("second", "named"), [(["Cyd", 390, "Dee", 300], ["Ann", "Bob"]), (["Dee", 300, "Cyd", 401], ["Ann", "Bob", "Cyd"])]
)
def test_all_who_scored_the_high_game_are_named(second: list[Any], named: list[str]) -> None:
    """These are both players of a tied game, and a player who scored as much in another game."""
    games = [["2024-01-02", "Ann", 401, "Bob", 401], ["2024-01-02", *second]]
    replay = club("mississauga", [["Bob"], ["Ann"], ["Cyd"], ["Dee"]], games)
    assert engine.find_high_game(engine.Statistics(replay).session) == (401, named)


@pytest.mark.parametrize(("key", "most"), [("mississauga", 2), ("sca", 3)])
def test_as_many_records_are_shown_as_the_sheet_holds_and_three_of_all_time_on_a_page(key: str, most: int) -> None:
    tables = random_tables(key, 900, 20, len(key))
    context = engine.ReportContext(replayed(key, tables))
    records, _, all_time, _ = engine.define_records_report(context.system).sections
    listed = [row.line for group in records.groups_of(context) for row in group.rows]
    assert listed == [
        line for season, ever in engine.pair_records(context.statistics) for line in (*season[:most], *ever)
    ]
    if key != "sca":
        margins = sorted(abs(row[2] - row[4]) for row in tables["games"][1:])
        lines = [row.line for group in all_time.groups_of(context) for row in group.rows]
        first = next(number for number, line in enumerate(lines) if line.record == "Biggest win")
        best = lines[first : first + 3]
        assert [line.value for line in best] == margins[:-4:-1] and all(line.date for line in best)


def test_the_season_report_says_it_of_the_highest_rating() -> None:
    def figure(key: str) -> str:
        replay = club(key, [["Ann", 1650, 60], ["Bob", 1600, 60]], [["2026-01-06", "Ann", 400, "Bob", 380]])
        honours = engine.list_honours(engine.Statistics(replay), [])
        return next(line.value for line in honours if line.honour == "Highest rating")

    rating = int(figure("lexington")[:4])
    assert figure("lexington") == f"{rating} (1800 {rating - 1800})"
    assert figure("montreal").isdigit()


def test_the_facts_of_canuck_con() -> None:
    """Source: "Date October 1, 2006 Place Vancouver / Number of players 19 Number of rounds 4 Number of boards 10"."""
    facts = engine.describe_event(sample("dptr"), ENGLISH_LANGUAGE)
    assert facts == "Canuck Con 2006 · Vancouver · 1 October 2006 · 19 players · 4 rounds · 10 boards · value 7.43"


def test_the_par_game_follows_the_order_of_the_players() -> None:
    """The source lists "C | 440 | A | 399 | 383-456", the winner first, whoever is typed first."""
    for typed in (["C", 440, "A", 399], ["A", 399, "C", 440]):
        context = engine.ReportContext(club("lexington", [["A", 1824, 60], ["C", 1713, 60]], [["1998-07-23", *typed]]))
        (section, _) = engine.define_scoreboard_report(context.system).sections_on("web")
        (group,) = section.groups_of(context)
        assert [row.line.player for row in group.rows if row.line] == ["C", "A"]
        assert group.rows[-1].notes[-1].text == "Par game: 383–456"


def club_with_all_marks() -> engine.Replay:
    """Return a club with members, one of them absent, a newcomer with a provisional rating, and one without."""
    games: list[list[Any]] = [[f"2026-01-{day:02d}", "Ann", 400, "Bob", 380] for day in range(6, 14)]
    games += [["2026-01-06", "Cid", 400, "Ann", 390], ["2026-01-13", "New", 400, "Ann", 390]]
    games += [[f"2026-01-{day:02d}", "Dan", 400, "Ann", 390] for day in range(6, 13)]
    known = [["Ann", 1500, 60], ["Bob", 1600, 60], ["Cid", 1400, 60]]
    return club("lexington", [*known, ["Dan", None, None], ["New", None, None]], games)


@pytest.mark.parametrize(("language", "first", "last"), [
    (ENGLISH, "Grey: did not attend.", "For, against: season's mean scores."),
    ("fr", "En gris\xa0: absent.", "Pour, contre\xa0: moyennes de la saison."),
])  # fmt: skip
def test_the_weekly_sheet_has_room_for_every_sentence_of_its_legend(language: str, first: str, last: str) -> None:
    replay = club_with_all_marks()
    context = engine.ReportContext(replay, Language(language, engine.find_occasion(replay.log.system)))
    regions = render_report(engine.define_weekly_sheet(context.system), context)
    text = " ".join(str(cell) for region in regions for row in region.rows for cell in row)
    for sentence in (first, "UNR", "/A", "/7", "+ - =", last):
        assert sentence in text


def test_a_given_name_alone_is_one_players_and_a_name_with_a_number_stays_whole() -> None:
    names = ["Zoë Lavoie", "Bob Ng", "Bob Martel", "Cher", "Former player 1", "Guest 2"]
    assert list(engine.find_given_names(names).values()) == ["Zoë", *names[1:]]
