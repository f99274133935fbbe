"""The page as we build it: one file that fetches nothing, comes out the same each time, and also speaks French."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

import xladdin
from tests.app.driving import app, sources
from tests.helpers.clubs import sample_book
from tests.helpers.programs.finding import ROOT
from tests.helpers.suite.length import WAY
from xladdin import WorkbookError
from xladdin.app import building
from xladdin.app.bridge import run_command
from xladdin.app.building import PAGE, SCRIPTS, render_page
from xladdin.app.texts import TEXTS
from xladdin.systems import SYSTEMS

MAX_PAGE_BYTES = 16_000_000
SCRIPT = "\n".join((PAGE / name).read_text(encoding="utf-8") for name in SCRIPTS)
MARKUP = (PAGE / "page.html").read_text(encoding="utf-8")
NO_WORDS = {"AbortError", "English", "DOMContentLoaded", "Enter", "NotFoundError", "UTC"}
"""These literals begin as words do, but are no words."""
OFFERED = {"Our Own Table", "Elo Club", *(word for system in SYSTEMS.values() for word in system.log_kinds)}
"""What the page says of systems, without the names of clubs."""


def texts_of_the_page() -> set[str]:
    """Return every literal of the script that begins as a sentence does, and what the page itself says."""
    script = re.sub(r"(?m)^\s*//.*$|(?<=[;{)]) // .*$", "", SCRIPT)
    literals = set(re.findall(r'"([A-Z{][^"\n]*)"', script))
    choices = {
        label
        for listed in re.findall(r"choices: (\[\[.*?\]\])", script)
        for label in re.findall(r'\["\w*", "([^"]+)"\]', listed)
    }
    return (literals | choices | OFFERED | set(re.findall(r'data-text="([^"]+)"', MARKUP))) - NO_WORDS


def test_the_words_that_are_declared_are_those_of_the_page() -> None:
    texts, page = texts_of_the_page(), SCRIPT + MARKUP
    assert len(texts) > 70
    assert sorted(texts - {*map(str, TEXTS)}) == []
    assert [english for english in map(str, TEXTS) if f'"{english}"' not in page and english not in OFFERED] == []


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("recalc", "Undone: Recalculate. Redo restores it."),
        ("button", "is back to its state before the last change. Redo restores the change."),
    ],
)
def test_undo_names_the_button_where_the_page_has_it(command: str, message: str, tmp_path: Path) -> None:
    """The copy of a command that is no button here comes from the macros of Excel."""
    path = sample_book("montreal", tmp_path)
    (copy,) = (tmp_path / "backups").iterdir()
    copy.rename(copy.with_name(f"montreal 2026-03-14 150900 {command}.xlsx"))
    assert message in run_command(json.dumps(["undo", str(path)]))


def test_the_same_sources_give_the_same_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long run compiles everything a second time in the browser's Python. The next test compiles a little in ours."""
    page = app().read_bytes()
    if WAY != "long":
        monkeypatch.setattr(
            building, "compile_packages", lambda sources: (piece(page, "library"), piece(page, "packages"))
        )
    assert render_page(sources()) == page


def piece(page: bytes, name: str) -> bytes:
    (packed,) = re.findall(rb'id="piece-%s">([^<]*)<' % name.encode(), page)
    return gzip.decompress(base64.b64decode(packed))


def test_it_is_one_file_that_fetches_nothing_and_names_its_version() -> None:
    page = app().read_text(encoding="utf-8")
    assert f'<meta name="generator" content="xladdin {xladdin.__version__}">' in page
    assert len(page) < MAX_PAGE_BYTES
    before, _, _ = page.partition('<script type="text/plain"')
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', before)
    (script,) = re.findall(r"<script>(.*?)</script>", before, re.DOTALL)
    (style,) = re.findall(r"<style>(.*?)</style>", before, re.DOTALL)
    for text in (script, style):
        assert f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" in policy
    assert "default-src 'none'" in policy and "connect-src 'none'" in policy
    assert "http" not in re.sub(r"https://here/", "", before.replace("http-equiv", ""))
    assert not re.search(r"\son\w+=|\sstyle=|<link|<img|src=", before.replace(script, ""))


def linked_folder(folder: Path, files: Iterable[Path]) -> Path:
    folder.mkdir()
    for file in files:
        (folder / file.name).symlink_to(file)
    return folder


@pytest.mark.parametrize(
    "name", ["pyodide.asm.wasm", "pyodide.mjs", building.READER_WHEEL, "click-8.5.1-py3-none-any.whl"]
)
@pytest.mark.parametrize("fault", ["missing", "changed"])
def test_a_source_that_is_missing_or_not_the_pinned_one_is_refused(name: str, fault: str, tmp_path: Path) -> None:
    pyodide = linked_folder(tmp_path / "pyodide", map(sources().pyodide_folder.joinpath, building.PYODIDE_HASHES))
    wheels = linked_folder(tmp_path / "wheels", map(sources().wheels_folder.joinpath, building.WHEEL_HASHES))
    folder = pyodide if name in building.PYODIDE_HASHES else wheels
    content = (folder / name).read_bytes()
    (folder / name).unlink()
    if fault == "changed":
        (folder / name).write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    message = "is not the expected file" if fault == "changed" else "does not exist. Give the folder of"
    with pytest.raises(WorkbookError, match=f"{re.escape(name)} {message}"):
        building.fetch_sources(tmp_path, pyodide, wheels)


def test_pinned_versions_are_those_that_the_package_allows() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    allowed = {canonicalize_name(need.name): need for need in map(Requirement, project["dependencies"])}
    pinned = [parse_wheel_filename(name)[:2] for name in building.WHEEL_HASHES]
    assert {"click", "jinja2", "networkx", "openpyxl", "python-calamine"} <= {name for name, _ in pinned}
    assert [f"{name} {version}" for name, version in pinned
            if name in allowed and version not in allowed[name].specifier] == []  # fmt: skip
    tests = json.loads((ROOT / "tests" / "package.json").read_text(encoding="utf-8"))
    assert tests["dependencies"]["pyodide"] == building.PYODIDE
