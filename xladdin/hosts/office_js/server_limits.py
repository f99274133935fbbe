"""Limits of what the served functions take: bytes of a request, and seconds. Plain ASGI, without a library.

What computes does so in a process of its own, which ends with the time: nothing else ends Python that is just at work.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from xladdin.hosts.office_js.server import AT_ONCE, LARGEST_BODY, SECONDS
from xladdin.hosts.office_js.server_worker import read_answer, written_request

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

IS_WORKER = False
"""Whether this is a process that computes: there the application answers at once."""
COMPUTING = ("/custom-functions-call", "/custom-scripts-call/")
"""In the paths of requests that compute: a formula, a button."""
WORKERS = max(2, min(os.cpu_count() or 2, AT_ONCE))
"""How many requests are computed at once; further ones wait."""
_NO_TIME = "The answer took too long, and was not computed to its end. Give smaller ranges."
_LARGEST_ANSWER = 64 << 20
"""Bytes."""


class Worker(Protocol):
    """What computes: gives the answer to a request, nothing where its time was up."""

    def ask(self, question: bytes) -> bytes:
        """The answer, a line."""

    @property
    def is_alive(self) -> bool:
        """Whether it may be asked."""

    def end(self) -> None:
        """Ends it, whatever it is at."""


class WorkerProcess:
    """A process of `server_worker`, in the folder of the server."""

    def __init__(self, seconds: float) -> None:
        command = [sys.executable, "-m", "xladdin.hosts.office_js.server_worker", str(seconds)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, question: bytes) -> bytes:
        """The answer; waits for it, and gives nothing where the process has ended."""
        asked, told = self._process.stdin, self._process.stdout
        assert asked is not None
        assert told is not None
        with suppress(OSError):
            asked.write(question)
            asked.flush()
            line = told.readline(_LARGEST_ANSWER)
            if line.endswith(b"\n"):
                return line
        return b""

    @property
    def is_alive(self) -> bool:
        """Whether it may be asked."""
        return self._process.poll() is None

    def end(self) -> None:
        """Ends the process."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                assert pipe is not None
                pipe.close()
        self._process.wait()


class Limits:
    """Answers 413 to a request that is too large, or too much to compute, 408 to one that does not arrive.

    503 is for a server that is busy: Excel tries such a formula again, but not one that would take as long once more.
    """

    def __init__(
        self,
        app: App,
        largest: int = LARGEST_BODY,
        seconds: float = SECONDS,
        start: Callable[[float], Worker] = WorkerProcess,
    ) -> None:
        self._app, self._largest, self._seconds, self._start = app, largest, seconds, start
        self._free: SimpleQueue[Worker] = SimpleQueue()
        self._places = asyncio.Semaphore(WORKERS)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """One connection; only requests are looked at."""
        if scope["type"] != "http" or IS_WORKER:
            await self._app(scope, receive, send)
            return
        try:
            body = await asyncio.wait_for(self._body(receive), self._seconds)
        except asyncio.TimeoutError:
            await _answer(send, 408, "The request took too long to arrive.")
            return
        if body is None:
            await _answer(send, 413, f"A request may have {self._largest:,} bytes. Give smaller ranges.")
            return
        if scope.get("method") == "POST" and any(part in scope["path"] for part in COMPUTING):
            await self._compute(written_request(scope, body), send)
            return
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        begun = False

        async def at_once() -> Message:
            return whole.pop() if whole else await receive()

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await asyncio.wait_for(self._app(scope, at_once, sending), self._seconds)
        except asyncio.TimeoutError:
            if not begun:
                await _answer(send, 503, "The answer took too long. Try again.")

    async def _compute(self, question: bytes, send: Send) -> None:
        """The answer of a process that ends with the time."""
        try:
            await asyncio.wait_for(self._places.acquire(), self._seconds)
        except asyncio.TimeoutError:
            await _answer(send, 503, "Too much is being computed at the moment. Try again.")
            return
        try:
            messages = await asyncio.to_thread(self._answered, question)
        finally:
            self._places.release()
        if not messages:
            await _answer(send, 413, _NO_TIME)
        for message in messages:
            await send(message)

    def _answered(self, question: bytes) -> Sequence[Message]:
        worker = self._next_worker()
        line = b""
        try:
            line = worker.ask(question)
        finally:
            if line:
                self._free.put(worker)
            else:
                worker.end()
        return read_answer(line) if line else ()

    def _next_worker(self) -> Worker:
        with suppress(Empty):
            while True:
                worker = self._free.get_nowait()
                if worker.is_alive:
                    return worker
                worker.end()
        return self._start(self._seconds)

    async def _body(self, receive: Receive) -> bytes | None:
        """The whole body; None where it is too large."""
        body = b""
        while True:
            message = await receive()
            body += bytes(message.get("body", b""))
            if len(body) > self._largest:
                return None
            if not message.get("more_body"):
                return body


async def _answer(send: Send, status: int, text: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})
