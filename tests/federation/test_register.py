"""The register of a federation says who is who, and in words what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.federation.clubs import persons_typed
from xladdin.errors import InvalidRowsError, WorkbookError
from xladdin.federation.folder import Federation, make_federation
from xladdin.federation.register import Register, persons_of, read_register, unknown_names
from xladdin.systems import system_named

NAMES = {"club01": ["Ann", "Bob"], "club02": ["Cyd"]}


@pytest.fixture
def federation(tmp_path: Path) -> Federation:
    return make_federation(tmp_path / "federation", system_named("sca"), "")


def answers_typed(federation: Federation, *rows: tuple[str, str, str], answer: str = "Answer") -> None:
    """Types rows on Unknown: names, clubs and answers."""
    workbook = openpyxl.load_workbook(federation.register)
    sheet = workbook["Unknown"]
    sheet["D3"] = answer
    for number, row in enumerate(rows, 4):
        for letter, text in zip("ABD", row):
            sheet[f"{letter}{number}"] = text or None
    sheet.tables["Unknown"].ref = f"A3:D{3 + max(len(rows), 1)}"
    if answer != "Answer":
        sheet.tables["Unknown"].tableColumns[3].name = answer
    workbook.save(federation.register)


@pytest.mark.parametrize(
    ("person", "answers", "persons"),
    [
        ((), ("Cyd (club02)", "", "Ann Lee"), ("Ann Lee", "Bob", "Ann Lee")),
        ((), ("Bob (club01)", "Cyd (CLUB02)", "new"), ("Cyd (CLUB02)",) * 3),
        ((), ("Cyd (club02)", "", ""), ("Cyd (club02)", "Bob", "Cyd (club02)")),
        ((), ("Dee (club02)", "", ""), ("Dee (club02)", "Bob", "Cyd")),
        ((), ("Cyd", "", "new"), ("Cyd", "Bob", "Cyd (club02)")),
        ((), ("Cyd", "", "Ann Lee"), ("Cyd", "Bob", "Ann Lee")),
        (("Ann Lee", "club02", "Cyd"), ("Cyd (club02)", "", ""), ("Ann Lee", "Bob", "Ann Lee")),
    ],
)
def test_an_answer_with_a_name_and_its_club_is_whoever_that_is(
    federation: Federation, person: tuple[str, ...], answers: tuple[str, ...], persons: tuple[str, ...]
) -> None:
    """The column Likest has another club's name so, to copy. That one needs no answer of its own then.

    A name alone may be a person of that name.
    """
    if person:
        persons_typed(federation, person)
    places = [(name, club) for club, own in NAMES.items() for name in own]
    answers_typed(federation, *((*place, answer) for place, answer in zip(places, answers)))
    of = persons_of(read_register(federation.register)[0], NAMES).of
    assert tuple(of[club][name] for name, club in places) == persons


def test_a_person_without_an_answer_has_a_name_alone() -> None:
    register = Register({("c", "x"): "Ann (a)", ("c", "y"): "Bob"})
    names = {"a": ["Ann", "bob", "Roberta"], "b": ["Ann", "Robertta"]}
    persons = persons_of(register, names)
    assert persons.of == {
        "a": {"Ann": "Ann (a)*", "bob": "bob (a)", "Roberta": "Roberta"},
        "b": {"Ann": "Ann (b)", "Robertta": "Robertta"},
    }
    likest = [(one.name, one.club, one.likest) for one in unknown_names(register, names, persons)]
    assert likest == [
        ("Ann", "a", "Ann (b)"),
        ("bob", "a", "Bob"),
        ("Roberta", "a", "Robertta (b)"),
        ("Ann", "b", "Ann (a)"),
        ("Robertta", "b", "Roberta (a)"),
    ]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            [("Ann", "club01", "Ann Lee"), ("ann", "club01", "Bob")],
            'Unknown row 5, Answer "Bob": row 4 answers Ann Lee for ann of club01; keep',
        ),
        ([("", "club01", "Ann"), ("Ann", "", "Ann")], 'Unknown row 4, Answer "Ann": is beside no name; clear it'),
        ([("", "club01", ""), ("Ann", "", "Ann")], 'Unknown row 5, Answer "Ann": is beside no name; clear it'),
        ([("Cyd", "club02", "Ann")], "Persons row 4 says that Cyd of club02 is Bob; keep one of them"),
    ],
)
def test_a_bad_answer_is_named(federation: Federation, rows: list[tuple[str, str, str]], words: str) -> None:
    persons_typed(federation, ("Bob", "CLUB02", "cyd"))
    answers_typed(federation, *rows)
    with pytest.raises(InvalidRowsError) as wrong:
        read_register(federation.register)
    assert words in str(wrong.value)


def test_a_register_without_a_table_or_a_column(federation: Federation) -> None:
    answers_typed(federation, answer="Reply")
    with pytest.raises(WorkbookError, match=r"table Unknown: the column Answer is gone\. Put it back\."):
        read_register(federation.register)
    workbook = openpyxl.load_workbook(federation.register)
    del workbook["Unknown"].tables["Unknown"]
    workbook.save(federation.register)
    with pytest.raises(WorkbookError, match=r"has no table Unknown\. Bring back a copy: xladdin undo"):
        read_register(federation.register)
