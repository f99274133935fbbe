"""The workflows hold no logic of their own, pin what they use, and `tests/release` works as they call it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import xladdin
from tests.helpers.programs.finding import ROOT, run_program


def test_zizmor_has_no_finding() -> None:
    """Unpinned actions, wide permissions, kept credentials and template injection are findings."""
    run_program([Path(sys.executable).parent / "zizmor", "--offline", "--persona", "pedantic", ROOT / ".github"])


def clone(folder: Path) -> Path:
    """Clone the committed state into a folder, with the environment of this checkout."""
    run_program(["git", "clone", "-q", "--no-hardlinks", ROOT, folder])
    (folder / ".venv").symlink_to(ROOT / ".venv")
    return folder


@pytest.mark.parametrize(
    ("old", "new", "arguments", "reason"),
    [
        ('__version__ = "', '__version__ = "one.', [], "must be three numbers"),
        ("", "", ["--tag", "v0.0.9"], "the tag is v0.0.9, but the version"),
        ('__version__ = "', '__version__ = "9', [], "CHANGELOG.md must begin with 9"),
        ('"""Club', '"""Clubs', [], "commit everything first"),
    ],
)
def test_a_release_that_is_not_ready_is_refused(
    old: str, new: str, arguments: list[str], reason: str, tmp_path: Path
) -> None:
    checkout = clone(tmp_path / "xladdin")
    package = checkout / "xladdin" / "__init__.py"
    package.write_text(package.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    result = subprocess.run(["tests/release", "--quick", *arguments], cwd=checkout, capture_output=True, text=True)
    assert result.returncode == 1
    assert reason in result.stderr


def test_a_release_is_built_and_tried(tmp_path: Path) -> None:
    checkout = clone(tmp_path / "xladdin")
    printed = run_program(["tests/release", "--quick", "--tag", f"v{xladdin.__version__}"], cwd=checkout, timeout=600)
    assert "The wheel works on" in printed
    names = {path.name for path in (checkout / "dist").iterdir()}
    stem = f"xladdin-{xladdin.__version__}"
    assert names == {f"{stem}-py3-none-any.whl", f"{stem}.tar.gz", f"{stem}.html", "SHA256SUMS", "NOTES.md"}
    run_program(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=checkout / "dist")
    assert (checkout / "dist" / "NOTES.md").read_text(encoding="utf-8").strip()
