"""A Python function run in an interpreter of its own, for hosts that must be set up before any import."""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.helpers.programs.finding import ROOT, run_program

CALL, RESULT = "call.pickle", "result.pickle"


def call_in_child(
    function: str,
    *arguments: object,
    env: Mapping[str, str] | None = None,
    paths: Sequence[Path] = (),
    timeout: float = 300,
) -> Any:
    """Call "package.module:function" in a fresh interpreter and give what it returns.

    `env` is added to the child's environment and `paths` to its module search path. Arguments and result
    travel pickled. Whatever the function raises fails here with the child's own traceback.
    """
    search_path = os.pathsep.join(str(path) for path in (*paths, ROOT))
    with TemporaryDirectory() as folder:
        Path(folder, CALL).write_bytes(pickle.dumps((function, arguments)))
        run_program(
            [sys.executable, "-m", "tests.helpers.programs.child", folder],
            env={**(env or {}), "PYTHONPATH": search_path},
            timeout=timeout,
        )
        return pickle.loads(Path(folder, RESULT).read_bytes())


def main(folder: Path) -> None:
    """The child's side."""
    function, arguments = pickle.loads((folder / CALL).read_bytes())
    module, _, name = function.partition(":")
    with contextlib.redirect_stdout(sys.stderr):
        result = getattr(importlib.import_module(module), name)(*arguments)
    (folder / RESULT).write_bytes(pickle.dumps(result))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
