"""The shell blocks of a text, run as one session in a fresh copy of the project."""

from __future__ import annotations

import os
import re
import shutil
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.helpers.programs.finding import ROOT, find_program, run_program
from tests.promises.markdown import BLOCK

MARK = "@@ next command"
LEFT_OUT = (".git", ".venv", "node_modules", "__pycache__", ".*_cache", ".hypothesis", "xladdin-demo", "*.egg-info")


class Step(NamedTuple):
    """A command, and what the text says that it shows, or None where it says nothing."""

    command: str
    shown: str | None


def steps_of(words: str) -> Iterator[Step]:
    """The commands of a text in their order: lines of ```sh, and lines after "$ " of ```console."""
    for language, block in BLOCK.findall(words):
        if language == "sh":
            yield from (Step(line, None) for line in block.splitlines())
        elif language == "console":
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                yield Step(command, shown)


def fresh_copy(folder: Path) -> Path:
    return Path(shutil.copytree(ROOT, folder / "copy", ignore=shutil.ignore_patterns(*LEFT_OUT)))


def without_network() -> Mapping[str, str]:
    """An environment in which pip installs the project alone. Packages come from the Python of these tests."""
    packages = {"PYTHONPATH": sysconfig.get_path("purelib"), "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    return {**packages, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "COLUMNS": "80"}


def run_session(commands: Sequence[str], folder: Path, environment: Mapping[str, str]) -> list[str]:
    script = "exec 2>&1\n" + "".join(f"{command}\nprintf '%s\\n' '{MARK}'\n" for command in commands)
    path = f"{os.environ['PATH']}"
    shell = [find_program("bash"), "-c", script]
    output = run_program(shell, cwd=folder, env={**environment, "PATH": path}, timeout=600)
    *outputs, rest = output.split(f"{MARK}\n")
    assert not rest and len(outputs) == len(commands), output
    return outputs
