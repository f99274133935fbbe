"""An earlier run's finding about a file that is still the same to the byte: there was nothing to change.

The workbook has all that a recalculation would say then: the outcome on Start, the questions on Please look.
"""

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from xladdin.cells.text import shown
from xladdin.errors import FileProblem
from xladdin.files.reading.club_file import ClubFile, open_club_file
from xladdin.files.safety.seen import is_known, mark_of, remember
from xladdin.hosts.file.beside import how_to_finish, private_on_page, with_unsaved
from xladdin.workbook.outcome import Outcome
from xladdin.workbook.questions.looks import lines_of
from xladdin.workbook.schema import HOW_NAME, LANGUAGE, LOOKS, OUTCOME_NAME, TITLE_NAME
from xladdin.workbook.words.chosen import language_of


def nothing_changed(path: Path, now: datetime) -> Outcome | None:
    """The outcome of a recalculation, without the replay, if an earlier run found nothing to change, else None."""
    with suppress(FileProblem):  # said by the recalculation
        file = open_club_file(path)
        if is_known(_mark(file, now)):
            told = _as_told(file)
            return told and with_unsaved(path, told)
    return None


def remember_unchanged(file: ClubFile, outcome: Outcome, now: datetime) -> None:
    """Remembers for the next run that there is nothing to change, if that is so and the workbook tells all of it."""
    if outcome.replay is None or outcome.blocks or outcome.corrections or outcome.changes:
        return
    with suppress(FileProblem):  # it was read, and is not to be remembered
        told = _as_told(file)
        if told is not None and (told.summary, told.looks) == (outcome.summary, outcome.looks):
            remember(_mark(file, now))


def _mark(file: ClubFile, now: datetime) -> bytes:
    private = private_on_page(file.path)
    asked = private if private is None else sorted(private.items())
    return mark_of("recalculated", file.package.fingerprint, now.date(), asked)


def _as_told(whole: ClubFile) -> Outcome | None:
    """The last recalculation in the workbook's words, or None if the files beside it have changed since."""
    places = map(whole.place_of, (OUTCOME_NAME, HOW_NAME, TITLE_NAME, LANGUAGE.name))
    looks_at = [table.sheet for table in whole.table_parts.values() if table.name == LOOKS]
    file = whole.only({*looks_at, *(place[0] for place in places if place is not None)})
    say = language_of(file)
    if shown(file.names.get(HOW_NAME)) != say.message(say.heading(how_to_finish(file))):
        return None
    looks = file.table(LOOKS)
    asked = [look.in_english(say) for look in lines_of(looks) if not look.is_settled] if looks is not None else []
    summary = "\n".join(map(say.in_english, shown(file.names.get(OUTCOME_NAME)).split("\n")))
    return Outcome([], [], [], None, summary, looks=asked)
