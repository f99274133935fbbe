"""A call that another thread makes while this one goes on.

It only helps if the call releases Python meanwhile, as the reader of values and zlib do.
"""

from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Meanwhile(Generic[Result]):
    """A call that is under way. A host without threads, such as a browser, makes it at once."""

    def __init__(self, call: Callable[[], Result]) -> None:
        self._call = call
        self._given: list[Result] = []
        self._error: BaseException | None = None
        self._thread: Thread | None = Thread(target=self._run)
        try:
            self._thread.start()
        except RuntimeError:
            self._thread = None
            self._run()

    def wait(self) -> None:
        """Comes back when the call has ended, even if it failed."""
        if self._thread is not None:
            self._thread.join()

    def result(self) -> Result:
        """The result of the call, once. Raises what it raised."""
        self.wait()
        if self._error is not None:
            raise self._error
        return self._given.pop()

    def _run(self) -> None:
        try:
            self._given.append(self._call())
        except BaseException as error:  # a panic of the reader of values, in Rust, is no Exception
            self._error = error
