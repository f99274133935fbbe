"""The day of a tournament whose file tells it once, or not at all."""

from datetime import date

from xladdin.errors import excerpt, printable
from xladdin.importing.dates import IN_WORDS, day_from_words, orders_that_fit, read_day
from xladdin.importing.questions import ONCE, Answers, Question, parse_day
from xladdin.importing.source import Source


def told_day(source: Source, text: str, answers: Answers, kind: str) -> date | None:
    """Return the day that a text of the file means, or that a person says. It is None while the question is open."""
    day = day_from_words(text)
    orders = [] if day is not None else orders_that_fit([text])
    if len(orders) > 1:
        choices = [(order, f"{IN_WORDS[order]}: {read_day(text, order)}") for order in orders]
        asked = f'{source.name}: is the day or the month first in its date "{printable(excerpt(text))}"?'
        order = answers.ask(Question(("source", "dates"), asked, choices), kind)
        found = read_day(text, order) if order else None
        return found if isinstance(found, date) else None
    if day is None and orders:
        found = read_day(text, orders[0])
        return found if isinstance(found, date) else None
    return day if day is not None else asked_day(source, text, answers)


def asked_day(source: Source, text: str, answers: Answers) -> date | None:
    """Ask of which day the games of a file are."""
    why = f'its date "{printable(excerpt(text))}" cannot be read' if text else "it has no date"
    question = Question(
        (ONCE, source.digest, "day"), f"{source.name}: {why}. Of which day are its games?", [], free="date"
    )
    return parse_day(answers.ask(question))
