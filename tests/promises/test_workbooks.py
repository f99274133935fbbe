"""The folder workbooks: what `python -m tests.build_workbooks` makes of today's code, and its handbook."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.build_workbooks import FOLDER, PAGE_PICTURES, PICTURES, SCREEN_PICTURES, build_workbooks
from tests.helpers.files.raw_workbook import unzip_parts
from xladdin.systems import SYSTEMS

BUILT = [f"{part}/{key}.xlsx" for part in ("templates", "samples") for key in SYSTEMS]


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("workbooks")
    assert sorted(path.relative_to(folder).as_posix() for path in build_workbooks(folder)) == sorted(BUILT)
    return folder


@pytest.mark.parametrize("name", BUILT)
def test_workbook_is_as_generated(name: str, rebuilt: Path) -> None:
    committed, made = unzip_parts(FOLDER / name), unzip_parts(rebuilt / name)
    assert list(committed) == list(made)
    assert [part for part in committed if committed[part] != made[part]] == [], "run python -m tests.build_workbooks"


ALL_PICTURES = (*PICTURES, *SCREEN_PICTURES, *PAGE_PICTURES)


def test_folder_holds_nothing_by_hand_but_its_handbook() -> None:
    by_hand = {"README.md", *(f"handbook/{path.name}" for path in (FOLDER / "handbook").glob("*.md"))}
    present = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    assert present == {*by_hand, *BUILT, *(f"pictures/{picture.name}.png" for picture in ALL_PICTURES)}
