"""Marks of what an earlier run has seen: only digests, in the cache of the user. We throw useless marks away."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from xladdin.files.safety import seen
from xladdin.files.safety.seen import DATABASE, PLACE, cache_folder, is_known, mark_of, remember

MARK = mark_of("recalculated", b"a workbook")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the marks, which does not exist yet."""
    monkeypatch.setenv(PLACE, str(tmp_path / "caches" / "ours"))
    return tmp_path / "caches" / "ours"


def test_a_mark_is_known_to_the_next_run(cache: Path) -> None:
    assert not is_known(MARK)
    assert not cache.exists()
    remember(MARK)
    assert is_known(MARK)
    assert [path.name for path in cache.iterdir()] == [DATABASE]


@pytest.mark.parametrize("parts", [("checked", b"a workbook"), ("recalculated", b"a Workbook"), ("recalculated",)])
def test_of_anything_else_the_mark_is_another(parts: tuple[object, ...]) -> None:
    remember(MARK)
    assert not is_known(mark_of(*parts))


def test_parts_do_not_run_into_each_other() -> None:
    assert mark_of("ab", "c") != mark_of("a", "bc")


def test_a_file_of_xladdin_that_has_changed_makes_another_mark(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    rule = tmp_path / "inner" / "rule.py"
    rule.write_text("K = 20")
    before = list(seen._stamps(tmp_path))
    rule.write_text("K = 32")
    os.utime(rule, (0, 0))
    assert list(seen._stamps(tmp_path)) != before


@pytest.mark.parametrize("said", ["off", "OFF", "", " "])
def test_it_can_be_switched_off(said: str, monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    remember(MARK)
    monkeypatch.setenv(PLACE, said)
    assert cache_folder() is None
    assert not is_known(MARK)
    remember(MARK)


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {"XDG_CACHE_HOME": "/caches"}, "/caches/xladdin"),
        ("linux", {"HOME": "/home/ann"}, "/home/ann/.cache/xladdin"),
        ("darwin", {"HOME": "/Users/ann"}, "/Users/ann/Library/Caches/xladdin"),
        ("win32", {"LOCALAPPDATA": "/Ann/Local"}, "/Ann/Local/xladdin"),
    ],
)
def test_where_each_system_keeps_caches(
    platform: str, variables: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (PLACE, "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
    assert cache_folder() == Path(folder)


@pytest.mark.parametrize("content", [b"no database, but long enough to be taken for one" * 50, b"SQLite format 3\0"])
def test_a_damaged_one_is_thrown_away(content: bytes, cache: Path) -> None:
    remember(MARK)
    (cache / DATABASE).write_bytes(content)
    assert not is_known(MARK)
    assert not (cache / DATABASE).exists()
    remember(MARK)
    assert is_known(MARK)


def test_one_with_damage_in_its_pages_is_thrown_away(cache: Path) -> None:
    for number in range(500):
        remember(mark_of(number))
    content = (cache / DATABASE).read_bytes()
    (cache / DATABASE).write_bytes(content[:5000] + b"\xff" * (len(content) - 5000))
    assert not is_known(mark_of(499))
    assert not (cache / DATABASE).exists()


def test_one_of_another_program_is_thrown_away(cache: Path) -> None:
    cache.mkdir(parents=True)
    with sqlite3.connect(cache / DATABASE) as database:
        database.execute("CREATE TABLE seen (mark BLOB, said TEXT)")
        database.execute("INSERT INTO seen VALUES (?, 'trust me')", (MARK,))
    database.close()
    assert not is_known(MARK)
    assert not (cache / DATABASE).exists()


def test_while_another_run_holds_it_nothing_is_known_and_nothing_lost(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen, "_PATIENCE", 0.01)
    remember(MARK)
    other = sqlite3.connect(cache / DATABASE)
    other.execute("BEGIN EXCLUSIVE")
    assert not is_known(MARK)
    remember(mark_of("another"))
    other.close()
    assert is_known(MARK)


def test_a_place_that_is_no_folder_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "notes.txt"
    place.write_text("mine")
    monkeypatch.setenv(PLACE, str(place))
    remember(MARK)
    assert not is_known(MARK)
    assert place.read_text() == "mine"


def test_the_oldest_marks_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "MOST_MARKS", 3)
    for number in (1, 2, 3, 1, 4, 5):
        remember(mark_of(number))
    assert [number for number in range(1, 6) if is_known(mark_of(number))] == [1, 4, 5]
