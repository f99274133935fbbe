"""The command line in this process, with the same entry as the installed script, in a hundredth of its time."""

from __future__ import annotations

import contextlib
import io
import sys
from dataclasses import dataclass
from unittest import mock

from xladdin.__main__ import main
from xladdin.commands.output import set_arguments


@dataclass(frozen=True)
class Said:
    """Exit status and output of one run."""

    status: int
    out: str
    err: str


def run_here(*arguments: object) -> Said:
    """Run `xladdin ARGUMENTS`. If an exception gets out, which no user may see, this raises it too."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["xladdin", *map(str, arguments)]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        finally:
            set_arguments(())  # the next test may look at the commands in English
    return Said(status, out.getvalue(), err.getvalue())
