"""Evenings of earlier seasons stay on the page after a rollover, and show no more than they may show now."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.clubs import LATER, ONE_OF_EACH_KIND, book_of, edited, random_tables, recalculated, stored
from tests.helpers.french_clubs import texts
from tests.helpers.programs.chromium import Page, content, published
from tests.helpers.programs.command_line import run_here
from xladdin.hosts.file.club_file import rollover_file
from xladdin.publish.club import Wishes
from xladdin.publish.record import record_path
from xladdin.workbook.schema import FIRST_DATA_ROW


def rolled_over(key: str, folder: Path) -> Path:
    """The workbook for the next season of a club whose page is in the folder `page`."""
    old = book_of(key, folder, random_tables(key, 60, 8, 3))
    assert not recalculated(old).problems
    published(old, folder / "page")
    new = folder / f"{key} next.xlsx"
    rollover_file(old, new, LATER, keep_log=False)
    return new


def evenings(folder: Path) -> dict[str, str]:
    """The pages of the evenings by path, without the menu, which names what this season has."""
    return {
        path: page.decode().partition("<main")[2]
        for path, page in content(folder).items()
        if path.startswith("evening/")
    }


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_new_season_s_page_keeps_the_evenings_of_the_last(key: str, tmp_path: Path) -> None:
    new = rolled_over(key, tmp_path)
    before = evenings(tmp_path / "page")
    published(new, None)
    after = evenings(tmp_path / "page")
    assert len(before) > 1
    assert after.keys() == before.keys()
    assert sum(after[path] == before[path] for path in before) > len(before) / 2, "but for the order of equals"
    listed = Page.of(tmp_path / "page" / "evenings.html").links
    listed += [link for page in (tmp_path / "page" / "evenings").glob("*.html") for link in Page.of(page).links]
    assert {link.removeprefix("../") for link in listed if "evening/" in link} == before.keys()


def test_seasons_are_listed_by_year(tmp_path: Path) -> None:
    new = rolled_over("mississauga", tmp_path)
    a_game_of_this_season(new)
    published(new, None)
    page = Page.of(tmp_path / "page" / "evenings.html")
    assert [row[0] for row in page.tables[0][1:]] == ["Tuesday 3 February"]
    assert "Earlier seasons" in page.text
    years = sorted(link for link in page.links if link.startswith("evenings/"))
    assert years
    for year in years:
        assert Page.of(tmp_path / "page" / year).tables[0][1:]


def a_game_of_this_season(book: Path) -> None:
    cells = "2026-02-03", first_player(book, 0), 400, first_player(book, 1), 380
    edited(book, *(("Games", f"{letter}{FIRST_DATA_ROW}", cell) for letter, cell in zip("ABCDE", cells)))
    assert not recalculated(book).problems


def an_event_of_this_season(book: Path) -> None:
    """Its page is called after it, and not after the day."""
    typed = {"Events": ("A Con", "2026-02-03", 7, 3), "Results": ("A Con", first_player(book, 0), 2)}
    edited(
        book,
        *(
            (sheet, f"{letter}{FIRST_DATA_ROW}", cell)
            for sheet, row in typed.items()
            for letter, cell in zip("ABCD", row)
        ),
    )
    assert not recalculated(book).problems


def test_records_of_earlier_seasons_have_the_names_of_today(tmp_path: Path) -> None:
    """A holder may be shown by initials, have another name by now, or be on Players no more."""
    new = rolled_over("mississauga", tmp_path)
    a_game_of_this_season(new)
    names = [str(first_player(new, number)) for number in range(6)]
    holders = {name for name in names if name in texts(new, "Records")}
    assert len(holders) > 2
    published(new, None, Wishes(blank="initials"))
    page = Page.of(tmp_path / "page" / "records.html").text
    assert [name for name in holders if name in page] == []
    for number, name in enumerate(names):
        assert run_here("rename", new, name, f"Zoë {'IVXLCM'[number]}").status == 0
    published(new, None, Wishes(blank="name"))
    page = Page.of(tmp_path / "page" / "records.html").text
    assert "Zoë" in page and [name for name in holders if name in page] == []
    assert holders.isdisjoint(texts(new, "Records"))
    rows = range(FIRST_DATA_ROW + 2, FIRST_DATA_ROW + 6)
    edited(new, *(("Players", f"{letter}{row}", None) for row in rows for letter in "ABCDEFGHIJ"))
    assert not recalculated(new).problems
    published(new, None)
    assert "a player" in Page.of(tmp_path / "page" / "records.html").text


def first_player(book: Path, number: int) -> object:
    return stored(book)["Players"].cell(FIRST_DATA_ROW + number, 1).value


@pytest.mark.parametrize("key", ["mississauga", "dptr"])
def test_the_workbook_of_an_earlier_season_leaves_a_later_page_alone(key: str, tmp_path: Path) -> None:
    """Somebody double-clicks the old file of the two. The page may show less than it did then."""
    new = rolled_over(key, tmp_path)
    old = tmp_path / f"{key}.xlsx"
    published(new, None)
    published(old, None)
    if key == "dptr":
        an_event_of_this_season(new)
    else:
        a_game_of_this_season(new)
    published(new, None, Wishes(blank="initials"))
    before = content(tmp_path / "page")
    for folder in ((), (tmp_path / "page",)):
        said = run_here("publish", old, *folder)
        told = f"{tmp_path / 'page'} goes up to 2026-02-03, which is not in {key}.xlsx. "
        assert (said.status, said.err) == (2, f"{told}Publish the later workbook, or give another folder.\n")
    assert content(tmp_path / "page") == before
    assert run_here("publish", old, tmp_path / "other").status == 0


def test_earlier_evenings_show_no_more_than_may_be_shown_now(tmp_path: Path) -> None:
    new = rolled_over("mississauga", tmp_path)
    names = [str(first_player(new, number)) for number in range(3)]
    published(new, None)
    everything = b"".join(content(tmp_path / "page").values()).decode()
    assert all(name in everything for name in names)
    assert names[0] in record_path(new).read_text()
    published(new, None, Wishes(players={names[0]: "none", names[1]: "initials"}))
    everything = b"".join(content(tmp_path / "page").values()).decode()
    assert [name in everything for name in names] == [False, False, True]
    edited(new, ("Players", f"A{FIRST_DATA_ROW + 2}", "Somebody Else"))
    assert not recalculated(new).problems
    published(new, None)
    everything = b"".join(content(tmp_path / "page").values()).decode()
    assert names[2] not in everything, "who is not on Players is not shown"
    assert b"a player" in content(tmp_path / "page")["evening.html"]
    assert not any("Somebody Else" in text for text in evenings(tmp_path / "page").values())
    edited(new, ("Aliases", f"A{FIRST_DATA_ROW}", names[2]), ("Aliases", f"B{FIRST_DATA_ROW}", "Somebody Else"))
    assert not recalculated(new).problems
    published(new, None)
    assert any("Somebody Else" in text for text in evenings(tmp_path / "page").values()), (
        "another spelling is the same player"
    )


def test_without_a_record_evenings_stay_where_everybody_is_named(tmp_path: Path) -> None:
    new = rolled_over("mississauga", tmp_path)
    before = evenings(tmp_path / "page")
    record_path(new).unlink()
    published(new, tmp_path / "page")
    assert evenings(tmp_path / "page").keys() == before.keys()
    record_path(new).unlink()
    said = run_here("publish", new, tmp_path / "page", "--private", "initials")
    assert "removed" in said.out
    assert evenings(tmp_path / "page") == {}
