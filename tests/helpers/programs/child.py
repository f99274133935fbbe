"""Runs a Python function in an interpreter of its own, for hosts that need their setup before any import.

One parent of each kind of host imports what the calls need, once, and forks for each call.
"""

from __future__ import annotations

import atexit
import importlib
import os
import pickle
import sys
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.helpers.programs.finding import ROOT, ProgramError
from tests.helpers.programs.kept_open import KeptOpen

CALL, RESULT, SAID, SECONDS = "call.pickle", "result.pickle", "said.txt", 300


def call_in_child(
    function: str,
    *arguments: object,
    prepared_by: str = "",
    env: Mapping[str, str] | None = None,
    paths: Sequence[Path] = (),
) -> Any:
    """Call "package.module:function" in an interpreter of its own, and return what it returns.

    `prepared_by` is a function of the same form that the parent calls before it forks. It does slow work that is the
    same for every call. `env` goes into the environment and `paths` into the module search path. Arguments and result
    travel pickled. If the function raises, this fails with the traceback of the child.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / CALL).write_bytes(pickle.dumps((function, arguments, [*map(str, paths)], os.getcwd())))
        environment = {name: text for name, text in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
        parent = _parent(prepared_by, tuple(sorted({**environment, **(env or {}), "PYTHONPATH": str(ROOT)}.items())))
        status = parent.ask(str(folder), SECONDS)  # "" where it took too long
        if status != "0":
            answer = (folder / SAID).read_text(encoding="utf-8", errors="replace") if (folder / SAID).exists() else ""
            raise ProgramError(f"{function} in a child ended with status {status or 'none'}\n{answer}")
        return pickle.loads((folder / RESULT).read_bytes())


@cache
def _parent(prepared_by: str, env: tuple[tuple[str, str], ...]) -> KeptOpen:
    parent = KeptOpen([sys.executable, "-m", __name__, prepared_by], dict(env))
    atexit.register(parent.end)
    return parent


def _called(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function)


def _serve(prepared_by: str) -> None:
    """Serve as the parent. In comes a line with a folder, out goes the status of the child."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    if prepared_by:
        _called(prepared_by)()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _answer(Path(line.removesuffix("\n")))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), file=answers, flush=True)


def _answer(folder: Path) -> None:
    """Answer as the child, which ends here, and runs nothing of its parent twice."""
    status = 1
    try:
        output = os.open(folder / SAID, os.O_WRONLY | os.O_CREAT)
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        function, arguments, paths, caller_folder = pickle.loads((folder / CALL).read_bytes())
        os.chdir(caller_folder)
        sys.path[:0] = paths
        result = _called(function)(*arguments)
        (folder / RESULT).write_bytes(pickle.dumps(result))
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    _serve(sys.argv[1])
