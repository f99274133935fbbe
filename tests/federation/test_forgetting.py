"""A person leaves a federation: the register has another name, and what was made with the old one is gone."""

from __future__ import annotations

import zipfile
from pathlib import Path

import openpyxl

from tests.federation.clubs import persons_typed
from tests.helpers.clubs import LATER
from tests.helpers.programs.command_line import run_here
from xladdin.federation.folder import Federation
from xladdin.federation.updating import update
from xladdin.files.safe_write import all_backups


def cells_of(register: Path, sheet: str) -> list[tuple[object, ...]]:
    return [row[:4] for row in openpyxl.load_workbook(register)[sheet].iter_rows(min_row=4, values_only=True)]


def test_the_register_has_another_name_and_its_copies_are_gone(federation: Federation) -> None:
    persons_typed(
        federation,
        ("Ann Lee", "club01", "Player 001"),
        ("Ann Lee", "club02", "Annie"),
        ("Ann Leeds", "club03", "Player 001"),
    )
    workbook = openpyxl.load_workbook(federation.register)
    workbook["Unknown"]["A4"], workbook["Unknown"]["B4"] = "Player 002", "club04"
    workbook["Unknown"]["C4"], workbook["Unknown"]["D4"] = "Player 001 (club01)", "Ann Lee"
    workbook["Persons"]["I4"] = "Ask Ann Lee's sister"
    workbook.save(federation.register)
    update(federation, LATER)
    assert all_backups(federation.register)
    result = run_here("federation", "forget", federation.folder, "Ann Lee", "--yes")
    assert (result.status, result.err) == (0, "")
    assert all_backups(federation.register) == []
    assert cells_of(federation.register, "Persons")[:3] == [
        ("Former player 1", "club01", "Former player 1", None),
        ("Former player 1", "club02", "Former player 1", None),
        ("Ann Leeds", "club03", "Player 001", None),
    ]
    assert cells_of(federation.register, "Unknown")[0] == (
        "Former player 1", "club04", "Former player 1", "Former player 1",
    )  # fmt: skip
    assert openpyxl.load_workbook(federation.register)["Persons"]["I4"].value == "Ask Ann Lee's sister"
    with zipfile.ZipFile(federation.register) as archive:
        parts = "".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())
    assert "Annie" not in parts and ">Ann Lee<" not in parts
    assert 'In the workbook of club01, forget "Player 001" as "Former player 1", too.' in result.out
    left = {path.parent.name for path in (federation.data / "players").rglob("*.parquet")}
    assert left == {f"club=club{number:02d}" for number in range(1, 13)} - {"club=club01", "club=club02", "club=club04"}
    done = update(federation, LATER)
    assert sorted(done.clubs) == ["club01", "club02", "club04"]


def test_it_asks_and_names_a_stranger(federation: Federation) -> None:
    persons_typed(federation, ("Ann Lee", "club01", "Ann"), ("Ann Lim", "club02", "Ann"))
    before = federation.register.read_bytes()
    for arguments, words in (
        (["Ann Lee"], "add --yes"),
        (["Nobody", "--yes"], '"Nobody" is on neither sheet of register.xlsx.'),
        (["Ann", "--yes"], '"Ann" is a name of Ann Lee, Ann Lim. Give the name that the column Person has.'),
        (["Ann Lee", "--as", "ann lim", "--yes"], "is the name of another person"),
    ):
        result = run_here("federation", "forget", federation.folder, *arguments)
        assert (result.status, words in result.err) == (2, True), result.err
    assert federation.register.read_bytes() == before
