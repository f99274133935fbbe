"""Limits of what the served functions take: bytes of a request, and seconds. Plain ASGI, without a library."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from xladdin.hosts.office_js.server import LARGEST_BODY, SECONDS

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


class Limits:
    """Answers 413 to a request that is too large, 408 to one that does not arrive, 503 where the answer takes long.

    A function that is just being computed is not cut off: the work that a request of this size can make is bounded.
    """

    def __init__(self, app: App, largest: int = LARGEST_BODY, seconds: float = SECONDS) -> None:
        self._app, self._largest, self._seconds = app, largest, seconds

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """One connection; only requests are looked at."""
        if scope["type"] != "http":
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
                await _answer(send, 503, "The answer took too long. Give smaller ranges, or try again.")

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
