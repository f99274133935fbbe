"""Contract of the readers: a file gives the players and games that it holds, once each, or asks."""

from __future__ import annotations

import re

import pytest

from tests.imports.readers.reading import FILES, read, rows, sample

SWISS = sample("elo: a Swiss table with numbered opponents, Rtg")


@pytest.mark.parametrize("name", FILES)
def test_a_file_holds(name: str) -> None:
    head, text = FILES[name].split("----\n", 1)

    def said(kind: str) -> list[str]:
        return re.findall(f"^{kind}: (.*)", head, re.MULTILINE)

    found = read(text, {"once": {"day": said("day")[0]}} if said("day") else {}, name.partition(":")[0])
    for table, headings, cells in re.findall(r"^([A-Z]\w+): (.*)\n((?:  .*\n)*)", head, re.MULTILINE):
        imported = next(one for one in found.imported_file if table in one.tables)
        held = rows(imported, table, *headings.split(" | "))
        lines = [" | ".join("" if cell is None else str(cell) for cell in row).strip() for row in held]
        assert lines == [line.strip() for line in cells.splitlines()]
    assert list(map(str, found.wrong)) == said("wrong")
    for ratings in said("ratings"):
        assert ratings == "; ".join(f"{player} = {rating}" for player, rating in found.one.ratings.items())
    if said("asks"):
        asked = [f"{question.text} {question.default}".strip() for question in found.questions.values()]
        assert (asked or ["nothing"]) == said("asks")
    for words in said("note"):
        assert any(words in str(note) for note in found.notes)


def test_the_dates_are_asked_once_for_all_rounds_or_each() -> None:
    found = read(SWISS, {}, "elo")
    (question,) = [one for id, one in found.questions.items() if id.startswith("once")]
    assert question.text == "some file: the games have no dates. Of which day are they?"
    assert question.accepts("2026-09-15, 2026-09-22, 2026-09-29") and question.accepts("2026-09-15")
    assert not question.accepts("2026-09-15, 2026-09-22")
    dated = read(SWISS.replace("1.Rd;2.Rd;3.Rd", "2026-09-15;2026-09-22;2026-09-29"), {}, "elo")
    assert not [id for id in dated.questions if id.startswith("once")]


@pytest.mark.parametrize("cells", ["W;L;W", "1;0;½", "1-0;0-1;1-0"])
def test_rounds_without_opponents_are_asked_about(cells: str) -> None:
    text = f"Name;Rating;Rd 1;Rd 2;Rd 3\nAnn;1500;{cells}\nBob;1400;{cells[::-1]}\n"
    question = read(text, {}, "elo").questions["table > some file > odd"]
    assert question.text == "some file: not used: Rd 1, Rd 2, Rd 3. Is that right?"
    assert "table > some file > odd" not in read(text, {"table": {"some file": {"odd": "yes"}}}, "elo").questions


def test_a_usual_list_of_people_is_no_cross_table() -> None:
    text = "Rank;Name;Rating;Games;Won;Lost;Last 1;Points\n1;Ann;1500;12;8;4;3;20\n2;Bob;1400;10;2;8;1;5\n"
    found = read(text, {}, "elo")
    assert not found.one.tables.get("Games")
    assert not [id for id in found.questions if "odd" in id]
