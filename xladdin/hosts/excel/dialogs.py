"""Messages and questions within Excel, in the language of the open workbook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING

from xladdin.languages import IN_ENGLISH, Language
from xladdin.messages import Message, msg
from xladdin.workbook.schema import LANGUAGE_NAME, SYSTEM_NAME, language_of_names

if TYPE_CHECKING:
    import xlwings as xw

    from xladdin.workbook.recalc_result import ProgressCallback

Ask = Callable[[Message], bool]


class Dialogs:
    """The messages of one button."""

    def __init__(self, book: xw.Book, title: Message) -> None:
        self._book, self._title = book, title

    @cached_property
    def language(self) -> Language:
        """The language of the workbook: English if Excel cannot say."""
        with suppress(Exception):
            # These two alone, because Excel answers for each name by a call to another process.
            names = self._book.names
            return language_of_names({one: names[one].refers_to_range.value for one in (LANGUAGE_NAME, SYSTEM_NAME)})
        return IN_ENGLISH

    def show(self, message: Message, *, failed: bool = False) -> None:
        """Show a message. Office.js shows it once the button is done."""
        text, title = self.language.render(message), self.language.render(self._title)
        self._book.app.alert(text, title, mode="critical" if failed else "info")

    @property
    def ask(self) -> Ask | None:
        """A question with Yes and No. None where Excel is not on this machine: Office.js shows messages afterwards."""
        return self._ask if self._book.app.engine.type == "desktop" else None

    def _ask(self, question: Message) -> bool:
        text, title = self.language.render(question), self.language.render(self._title)
        return bool(self._book.app.alert(text, title, buttons="yes_no", mode="info") == "yes")

    @contextmanager
    def progress(self) -> Iterator[ProgressCallback]:
        """Show each step in Excel's status bar if Excel is on this machine. Excel neither redraws nor computes then.

        Office.js hosts have no status bar, and take all that is written at once.
        """
        app = self._book.app
        if app.engine.type != "desktop":
            yield lambda step: None
            return

        def show(step: Message) -> None:
            app.status_bar = self.language.render(msg("Club ratings: {step} ...", step=step))

        start = self.language.render(msg("Club ratings"))
        with app.properties(status_bar=start, screen_updating=False, calculation="manual"):
            yield show
