"""A file for import of a megabyte is bounded work, and so is the evening of a large club. We count lines."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.helpers.work import lines_run
from tests.promises.test_work_limits import FASTER, MEGABYTE, MOST, SHARE, names
from xladdin.errors import XladdinError
from xladdin.importing.formats import read_sources
from xladdin.importing.material import Incoming
from xladdin.importing.questions import Answers
from xladdin.importing.source import Source
from xladdin.systems import system_named
from xladdin.workbook.club_profile import club_of

HEADINGS = "Date,Player 1,Score 1,Player 2,Score 2\n"


def games_of(found: list[str]) -> str:
    pairs = zip(found[::2], found[1::2])
    return HEADINGS + "".join(f"2024-01-01,{first},400,{second},390\n" for first, second in pairs)


def tou(found: list[str]) -> str:
    lines = "".join(f"{name:<20}2400  {number ^ 1}\n" for number, name in enumerate(found, 1))
    return f"*M14.09.2024 Open\n*All\n{lines}*** END OF FILE ***\n"


def tsh(found: list[str]) -> str:
    return "".join(f"{name} 1000 {number + 1 if number % 2 else number - 1}; 400\n"
                   for number, name in enumerate(found, 1))  # fmt: skip


def trf(found: list[str]) -> str:
    start = "012 Camp\n042 2024/09/14\n"
    return start + "".join(
        f"001 {number:>4} m    {name:<33} 1500 CAN 0000000000  2000/01/01  1.0 {number:>4}  {number ^ 1:>4} w 1\n"
        for number, name in enumerate(found, 1)
    )


def page(found: list[str]) -> str:
    head = "Con\nDate October 1, 2006 Place X\nNumber of players2 Number of rounds1 Number of boards1\n"
    return head + "".join(f"{number}{name}75.00\n" for number, name in enumerate(found, 1))


def form(found: list[str]) -> str:
    head = "Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score\n"
    pairs = zip(found[::2], found[1::2])
    return head + "".join(f"2024-09-14 20:00,1,{first},400,{second},300\n" for first, second in pairs)


HOSTILE: dict[str, Callable[[], str]] = {
    "mississauga, names that are all alike": lambda: games_of(names(44_000, 12)),
    "mississauga, names of many short words": lambda: games_of([" ".join(name) for name in names(18_000, 20)]),
    "mississauga, the same game over and over": lambda: HEADINGS + "2024-01-01,p1,400,p2,390\n" * 40_000,
    "mississauga, columns without end": lambda: HEADINGS.strip() + "".join(f",c{n}" for n in range(15_000)) + "\n"
    + ("2024-01-01,p1,400,p2,390" + "," * 15_000 + "\n") * 55,
    "mississauga, dates of every kind": lambda: HEADINGS
    + "".join(f"{n % 28 + 1}/{n % 12 + 1}/{2000 + n % 20} x,p1,400,p2,390\n" for n in range(30_000)),
    "mississauga, a form": lambda: form(names(40_000, 12)),
    "mississauga, tsh": lambda: tsh(names(35_000, 12)),
    "mississauga, tsh, a line without end among many": lambda: tsh(names(17_000, 12)) + "Ann " + "2 " * 250_000 + ";\n",
    "mississauga, AUPAIR": lambda: tou(names(30_000, 12)),
    "sca, FIDE": lambda: trf(names(9_000, 12)),
    "dptr, a page": lambda: page(names(45_000, 12)),
    "mississauga, quotes": lambda: HEADINGS + '"""",' * 190_000,
    "mississauga, brackets": lambda: "(" * 500_000 + "\n" + ")" * 400_000,
}  # fmt: skip


def incoming(key: str, text: str) -> list[Incoming]:
    source = Source("some file", text.encode())
    answers = Answers({"once": {source.digest: {"day": "2024-09-14"}}})
    return read_sources([source], club_of(system_named(key), {}), answers)


def beginning(text: str, share: float) -> str:
    """That share of a text, in whole lines where it has some."""
    end = round(len(text) * share)
    return text[: text.find("\n", end) + 1 or end]


def taken(run: Callable[[], object]) -> None:
    """Runs it. A refusal must say something."""
    try:
        run()
    except XladdinError as refused:
        assert str(refused)


@pytest.mark.parametrize("case", HOSTILE)
def test_a_file_of_a_megabyte_is_read(case: str) -> None:
    key, text = case.partition(",")[0], HOSTILE[case]()
    assert 0.6 * MEGABYTE < len(text) < 1.5 * MEGABYTE
    texts = [beginning(text, share) for share in (SHARE, SHARE / 4)]
    works = []
    for text in texts:
        works.append(lines_run(lambda text=text: taken(lambda: incoming(key, text)), MOST))  # type: ignore[misc]
    assert works[0] < max(MOST // 2, FASTER * 4 * works[1])  # a quarter may be refused at once
