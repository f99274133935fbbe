"""The buttons: a recalculation of the workbook that is open in Excel, in every host of xlwings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import xlwings as xw

from xladdin.errors import XladdinError
from xladdin.hosts.xlwings_book import OpenBook
from xladdin.recalc import Outcome, Progress
from xladdin.recalc import recalculate as recalculate_club_book

TITLE = "Recalculate"
CHANGES_NAMED = 10
"""How many changed ratings the message names; all of them stand in the workbook."""


def recalc() -> None:
    """What the Recalculate button of a macro workbook calls: recalculates the workbook that the call came from."""
    recalculate(xw.Book.caller())


def recalculate(book: xw.Book, now: datetime | None = None) -> None:
    """Recalculates a club workbook and tells the user what came of it.

    book: of any engine of xlwings. now: the clock, this machine's where left out. Where rows are to be mended only
    Notes and Start are written and the message names the first of them.
    """
    try:
        with _progress(book.app) as progress:
            progress("Reading the workbook")
            club = OpenBook(book)
            outcome = recalculate_club_book(club, now or datetime.now(), progress)
            progress("Writing what has changed")
            club.write(outcome.blocks)
    except XladdinError as error:
        book.app.alert(f"Nothing was changed. {error}", TITLE, mode="critical")
        return
    book.app.alert(told(outcome), TITLE, mode="critical" if outcome.problems else "info")


def told(outcome: Outcome) -> str:
    """What came of a recalculation, in a few lines for a message."""
    if outcome.problems:
        return outcome.summary
    lines = [outcome.summary]
    if not outcome.blocks:
        lines.append("Nothing has changed since the last recalculation.")
    for change in outcome.changes[:CHANGES_NAMED]:
        ratings = [f"{round(rating, 2):g}" for rating in (change.old, change.new) if rating is not None]
        lines.append(f"{change.player}: {' → '.join(ratings) or 'no rating'}")
    if len(outcome.changes) > CHANGES_NAMED:
        lines.append(f"... and {len(outcome.changes) - CHANGES_NAMED:,} more ratings.")
    return "\n".join(lines)


@contextmanager
def _progress(app: xw.App) -> Iterator[Progress]:
    """Tells each step in Excel's status bar while Excel neither redraws nor computes, where Excel is on this machine.

    Office.js hosts have no status bar, and take all that is written at once.
    """
    if app.engine.type != "desktop":
        yield lambda step: None
        return

    def show(step: str) -> None:
        app.status_bar = f"Club ratings: {step} ..."

    with app.properties(status_bar="Club ratings", screen_updating=False, calculation="manual"):
        yield show
