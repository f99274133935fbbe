"""Contract of the readers: a file gives the players and games that it holds, once each, or asks."""

from __future__ import annotations

import re

import pytest

from tests.imports.readers.reading import FILES, read, rows, sample

SWISS = sample("elo: a Swiss table with numbered opponents, Rtg")


@pytest.mark.parametrize("name", FILES)
def test_a_file_holds(name: str) -> None:
    head, text = FILES[name].split("----\n", 1)

    def lines_of(kind: str) -> list[str]:
        return re.findall(f"^{kind}: (.*)", head, re.MULTILINE)

    contents = read(text, {"once": {"day": lines_of("day")[0]}} if lines_of("day") else {}, name.partition(":")[0])
    for table, headings, cells in re.findall(r"^([A-Z]\w+): (.*)\n((?:  .*\n)*)", head, re.MULTILINE):
        imported = next(file for file in contents.imported_file if table in file.tables)
        listed = rows(imported, table, *headings.split(" | "))
        lines = [" | ".join("" if cell is None else str(cell) for cell in row).strip() for row in listed]
        assert lines == [line.strip() for line in cells.splitlines()]
    assert list(map(str, contents.wrong)) == lines_of("wrong")
    for ratings in lines_of("ratings"):
        assert ratings == "; ".join(f"{player} = {rating}" for player, rating in contents.only_file.ratings.items())
    if lines_of("asks"):
        asked = [f"{question.text} {question.default}".strip() for question in contents.questions.values()]
        assert (asked or ["nothing"]) == lines_of("asks")
    for message in lines_of("note"):
        assert any(message in str(note) for note in contents.notes)


def test_the_dates_are_asked_once_for_all_rounds_or_each() -> None:
    contents = read(SWISS, {}, "elo")
    (question,) = [value for id, value in contents.questions.items() if id.startswith("once")]
    assert question.text == "some file: the games have no dates. On which day were they played?"
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
    contents = read(text, {}, "elo")
    assert not contents.only_file.tables.get("Games")
    assert not [id for id in contents.questions if "odd" in id]
