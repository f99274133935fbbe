"""Keep a message as an English template and its values until it is rendered in a language.

`msg`, `ngettext` and `pgettext` build messages and mark their templates for extraction into the catalogues under
`locale/`. They do not translate: `Language.render` is the one function that does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Message(str):
    """A message. As a string it is its English text, so it compares, sorts and prints as one.

    Attributes:
        template: English template, which is the message id of the catalogues.
        values: Values by the names of their placeholders. A value that is a Message is rendered with it; any other
            value, such as the name of a player, is never translated.
        plural: English template for numbers other than 1, or None for a message without a count.
        number: Number that chooses between template and plural.
        context: Distinguishes two meanings of one English text, or None if it has one meaning.

    Joining a message with other text gives a plain str, which `Language.render` does not take: mypy reports it.
    """

    template: str
    values: Mapping[str, object]
    plural: str | None
    number: int
    context: str | None

    def __new__(
        cls,
        template: str,
        values: Mapping[str, object] | None = None,
        plural: str | None = None,
        number: int = 1,
        context: str | None = None,
    ) -> Message:
        """Build a message and its English text. Raises KeyError when a placeholder has no value."""
        values = values or {}
        english = template if plural is None or number == 1 else plural
        self = super().__new__(cls, english.format_map(values) if values else english)
        self.template, self.values, self.plural, self.number, self.context = template, values, plural, number, context
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle all parts, because worker processes hand messages on."""
        return Message, (self.template, self.values, self.plural, self.number, self.context)

    def with_values(self, **values: object) -> Message:
        """Return a copy of the message with more values."""
        return Message(self.template, {**self.values, **values}, self.plural, self.number, self.context)

    def as_data(self) -> dict[str, object]:
        """Return the id, values and English text as JSON-compatible data, for output to programs."""
        values = {name: value.as_data() if isinstance(value, Message) else value for name, value in self.values.items()}
        return {"id": self.template, "values": values, "text": str(self)}


def msg(template: str, /, **values: object) -> Message:
    """Build a message. Placeholders are named: `msg("{player} has no rating", player=name)`.

    Write `{number:,}` for a number in the format of the language. Without values, the template is used literally, so
    braces are not doubled.
    """
    return Message(template, values)


def ngettext(singular: str, plural: str, n: int, /, **values: object) -> Message:
    """Build a message with a singular and a plural, of which the number `n` selects one.

    Example: `ngettext("{n:,} row", "{n:,} rows", len(rows))`.
    """
    return Message(singular, {"n": n, **values}, plural, n)


def pgettext(context: str, template: str, /, **values: object) -> Message:
    """Build a message whose English text needs different translations, by `context`."""
    return Message(template, values, context=context)


def format_number(number: float, spec: str) -> Message:
    """Return a message with a number in a Python format, such as ".2f", whose signs are those of the language."""
    return Message(f"{{number:{spec}}}", {"number": number})


def format_decimals(number: float, digits: int) -> Message:
    """Return a message with a number rounded to `digits` decimals. A number that rounds to 0 has no sign."""
    return format_number(round(number, digits) + 0, f".{digits}f")


def verbatim(text: str) -> Message:
    """Return a message with a text from a user or another program, which is the same in every language."""
    return Message("{text}", {"text": text})


def as_message(text: str) -> Message:
    """Return a message unchanged, and any other text as a verbatim message."""
    return text if isinstance(text, Message) else verbatim(text)


def heading_message(heading: str) -> Message:
    """Return a heading of an input table as a message. Headings of columns that a club added are not translated."""
    return heading if isinstance(heading, Message) else Message(heading, context="heading")


# The empty message.
BLANK = Message("")


def join_messages(messages: Sequence[Message]) -> Message:
    """Join messages with semicolons. Raises ValueError for an empty sequence."""
    if not messages:
        raise ValueError("no messages to join")
    first, *later = messages
    return msg("{first}; {rest}", first=first, rest=join_messages(later)) if later else first


def join_lines(messages: Sequence[Message]) -> Message:
    """Join messages with line breaks."""
    lines = {f"line{number}": message for number, message in enumerate(messages)}
    return Message("\n".join(f"{{{name}}}" for name in lines), lines)


def join_sentences(messages: Sequence[Message]) -> Message:
    """Join whole sentences with spaces, without empty messages."""
    sentences = {f"sentence{number}": message for number, message in enumerate(filter(None, messages))}
    return Message(" ".join(f"{{{name}}}" for name in sentences), sentences)


def join_values(values: Sequence[object]) -> Message:
    """Join values with commas: `A5, C5, D5`."""
    names = [f"value{index}" for index in range(len(values))]
    return Message(", ".join(f"{{{name}}}" for name in names), dict(zip(names, values)))


def list_values(values: Sequence[object], *, alternative: bool = False) -> Message:
    """Join values as in a sentence: `A5, C5 and D5`, or with `alternative`: `A5, C5 or D5`."""
    if len(values) < 2:
        return Message("{only}", {"only": values[0] if values else ""})
    *first, last = values
    template = "{first} or {last}" if alternative else "{first} and {last}"
    return Message(template, {"first": join_values(first), "last": last})


# The templates of list_values, repeated here so that they are extracted into the catalogues.
_LISTS = msg("{first} and {last}", first="", last=""), msg("{first} or {last}", first="", last="")
