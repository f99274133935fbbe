"""The day that a file tells once for all its games, and the question about a date that may be day or month first."""

from datetime import date

from xladdin.errors import excerpt, printable
from xladdin.imports.material import Options, QuestionOpen, day_wanted
from xladdin.imports.tables.dates import IN_WORDS, day_from_words, order_matters, orders_that_fit, read_day


def told_day(file: str, text: str, options: Options, by_hand: str) -> date:
    """The day that a text of the file means. Raises QuestionOpen if it means none, or one of two.

    `by_hand` says how to write it in the file.
    """
    day = day_from_words(text, options.dates)
    if day is not None:
        return day
    if not options.dates and len(orders_that_fit([text])) == len(IN_WORDS) and order_matters(text):
        raise order_wanted(f"{file}, date", text)
    raise day_wanted(f'{file}: its date "{printable(excerpt(text))}" cannot be read.', by_hand)


def order_wanted(where: str, example: str) -> QuestionOpen:
    """The question whether the day or the month comes first, with a date that has both meanings."""
    question = f'{where} "{printable(excerpt(example))}": may be day first or month first.'
    by_hand = "Write the year first, as in 2006-10-01."
    orders = {order: [f"{read_day(example, order)}", words] for order, words in IN_WORDS.items()}
    return QuestionOpen("dates", question, "Say which: --dates dmy or --dates mdy", by_hand, choices=orders)
