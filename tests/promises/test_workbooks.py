"""The folder workbooks: what `python -m tests.build_workbooks` makes of today's code, and its handbook."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.build_workbooks import (
    FOLDER,
    PAGE_PICTURES,
    PICTURES,
    SCREEN_PICTURES,
    Picture,
    build_workbooks,
)
from tests.helpers.files.raw_workbook import unzipped
from tests.helpers.programs.finding import ROOT
from xladdin.systems import SYSTEMS

BUILT = [f"{part}/{key}.xlsx" for part in ("templates", "samples") for key in SYSTEMS]
SMALL = 80_000
"""How many bytes a picture may take, so that a page opens at once."""


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("workbooks")
    assert sorted(path.relative_to(folder).as_posix() for path in build_workbooks(folder)) == sorted(BUILT)
    return folder


@pytest.mark.parametrize("name", BUILT)
def test_workbook_is_as_generated(name: str, rebuilt: Path) -> None:
    kept, made = unzipped(FOLDER / name), unzipped(rebuilt / name)
    assert list(kept) == list(made)
    assert [part for part in kept if kept[part] != made[part]] == [], "run python -m tests.build_workbooks"


ALL_PICTURES = (*PICTURES, *SCREEN_PICTURES, *PAGE_PICTURES)


@pytest.mark.parametrize("picture", ALL_PICTURES, ids=lambda picture: picture.name)
def test_picture_is_small_and_shown(picture: Picture) -> None:
    path = FOLDER / "pictures" / f"{picture.name}.png"
    assert path.read_bytes().startswith(b"\x89PNG")
    assert path.stat().st_size < SMALL
    text = ROOT / picture.text
    assert f"({Path(os.path.relpath(path, text.parent)).as_posix()})" in text.read_text(encoding="utf-8")


def test_folder_holds_nothing_by_hand_but_its_handbook() -> None:
    by_hand = {"README.md", *(f"handbook/{path.name}" for path in (FOLDER / "handbook").glob("*.md"))}
    found = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    assert found == {*by_hand, *BUILT, *(f"pictures/{picture.name}.png" for picture in ALL_PICTURES)}
