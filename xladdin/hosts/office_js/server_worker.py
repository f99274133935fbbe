"""A process that computes what the served functions are asked, one request at a time, and ends itself when time is up.

It answers with the same application that the server runs: a line of JSON for a request in, one for its answer out.
"""

from __future__ import annotations

import asyncio
import faulthandler
import json
import logging
import os
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, BinaryIO

Said = Sequence[dict[str, Any]]
"""What an application sends, message by message, with texts in the place of bytes."""

_FAILED: list[dict[str, Any]] = [
    {"type": "http.response.start", "status": 500, "headers": []},
    {"type": "http.response.body", "body": ""},
]
_KEPT = ("type", "http_version", "method", "scheme", "path", "root_path", "client", "server", "asgi")


def written_request(scope: Any, body: bytes) -> bytes:
    """A request as a line; every byte is a character of Latin-1."""
    kept = {key: scope[key] for key in _KEPT if key in scope}
    kept |= {key: scope[key].decode("latin-1") for key in ("raw_path", "query_string") if scope.get(key) is not None}
    headers = [[name.decode("latin-1"), value.decode("latin-1")] for name, value in scope["headers"]]
    return json.dumps([kept, headers, body.decode("latin-1")]).encode() + b"\n"


def read_answer(line: bytes) -> Said:
    """The messages of an answer, as an application sends them."""
    messages = json.loads(line)
    for message in messages:
        if "body" in message:
            message["body"] = message["body"].encode("latin-1")
        if "headers" in message:
            message["headers"] = _in_bytes(message["headers"])
    return messages  # type: ignore[no-any-return]


def _in_bytes(headers: Sequence[Sequence[str]]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]


def answer(app: Callable[..., Coroutine[Any, Any, None]], line: bytes) -> bytes:
    """The answer of an application to a request, as a line."""
    scope, headers, body = json.loads(line)
    for key in ("raw_path", "query_string"):
        if key in scope:
            scope[key] = scope[key].encode("latin-1")
    scope["headers"] = _in_bytes(headers)
    whole = [{"type": "http.request", "body": body.encode("latin-1"), "more_body": False}]
    said: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return whole.pop() if whole else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        plain = dict(message)
        if "body" in plain:
            plain["body"] = bytes(plain["body"]).decode("latin-1")
        if "headers" in plain:
            plain["headers"] = [[bytes(part).decode("latin-1") for part in header] for header in plain["headers"]]
        said.append(plain)

    try:
        asyncio.run(app(scope, receive, send))
    except Exception:  # Starlette answers first, then raises once more for the log
        logging.getLogger(__name__).exception("A request failed")
        said = said or _FAILED
    return json.dumps(said).encode() + b"\n"


def serve(app: Callable[..., Coroutine[Any, Any, None]], asked: BinaryIO, told: BinaryIO, seconds: float) -> None:
    """Answers until nothing more is asked. A request that takes longer ends the process, whatever it is at."""
    with open(os.devnull, "w") as nowhere:
        for line in asked:
            faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
            said = answer(app, line)
            faulthandler.cancel_dump_traceback_later()
            told.write(said)
            told.flush()


def main() -> None:
    """What the server starts, in its own folder, with the seconds that a request may take."""
    told = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anything prints must not stand between the answers
    from xladdin.hosts.office_js import server_limits

    server_limits.IS_WORKER = True
    from xlwings_server.main import app  # type: ignore[import-untyped, unused-ignore]

    serve(app, sys.stdin.buffer, told, float(sys.argv[1]))


if __name__ == "__main__":
    main()
