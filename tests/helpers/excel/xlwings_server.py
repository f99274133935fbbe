"""A real xlwings Server on the loopback interface, serving a project folder in its development mode."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from tests.helpers.excel.officejs import officejs_request, officejs_result
from tests.helpers.programs.finding import ROOT, ProgramFailed

SECONDS_TO_START = 60
SECONDS_TO_STOP = 10


class Refused(AssertionError):
    """An answer with an error status; `status` is the number, the message what the client would show."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"{status}: {message}")
        self.status = status


class Server:
    """A running server, and the id of its process."""

    def __init__(self, address: str, process: int) -> None:
        self.address, self.process = address, process

    def get(self, path: str) -> Any:
        """The JSON below an address such as "xlwings/custom-functions-meta"."""
        return self._ask(urllib.request.Request(f"{self.address}/{path}"))

    def call_function(self, name: str, arguments: Sequence[object]) -> list[list[object]]:
        """The matrix that a formula spills; arguments and result as in officejs_calls. Raises Refused."""
        return officejs_result(self._post("xlwings/custom-functions-call", officejs_request(name, arguments))["result"])

    def run_script(self, script: str, payload: dict[str, Any]) -> list[Any]:
        """The actions that a script gives for the payload of a RemoteBook. Raises Refused."""
        return self._post(f"xlwings/custom-scripts-call/{script}", payload)["actions"]

    def _post(self, path: str, body: object) -> Any:
        headers = {"Content-Type": "application/json"}
        data = json.dumps(body).encode()
        return self._ask(urllib.request.Request(f"{self.address}/{path}", data, headers))

    def _ask(self, request: urllib.request.Request) -> Any:
        try:
            with urllib.request.urlopen(request, timeout=SECONDS_TO_START) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refused(error.code, error.read().decode()) from None


@contextmanager
def running_server(project: Path) -> Iterator[Server]:
    """Serve a project folder (custom_functions/, custom_scripts/, ...) while the block lasts, on a free port."""
    environment = {
        "XLWINGS_PROJECT_DIR": str(project),
        "XLWINGS_LICENSE_KEY": "noncommercial",
        "XLWINGS_ENVIRONMENT": "dev",
        "PYTHONPATH": str(ROOT),
    }
    with socket.socket() as listener, TemporaryFile() as log:
        listener.bind(("127.0.0.1", 0))
        command = ["-m", "uvicorn", "xlwings_server.main:main_app", "--fd", str(listener.fileno())]
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=project,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            pass_fds=[listener.fileno()],
        )
        server = Server(f"http://127.0.0.1:{listener.getsockname()[1]}", process.pid)
        try:
            _wait_until_ready(server, process)
            yield server
        except ProgramFailed as failure:
            log.seek(0)
            raise ProgramFailed(f"{failure}\n{log.read().decode()}") from None
        finally:
            process.terminate()
            try:
                process.wait(SECONDS_TO_STOP)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_until_ready(server: Server, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < end:
        if process.poll() is not None:
            raise ProgramFailed(f"the server ended with status {process.returncode}")
        try:
            if server.get("")["status"] == "ok":
                return
        except urllib.error.URLError:
            time.sleep(0.1)
    raise ProgramFailed(f"the server did not answer within {SECONDS_TO_START} s")
