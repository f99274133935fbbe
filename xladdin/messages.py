"""Keep a message as an English template and its values until it is rendered in a language.

`msg`, `ngettext` and `pgettext` build messages and mark their templates for extraction into the catalogues under
`locale/`. They do not translate: `Language.render` is the one function that does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Message(str):
    """A message. As a string it is its English text, so it compares, sorts and prints as one.

    Attributes:
        template: the English template, which is the message id of the catalogues.
        values: the values by the names of their placeholders. A value that is a Message is rendered with it; any
            other value, such as the name of a player, is never translated.
        plural: the English template for other numbers than 1; None for a message that counts nothing.
        number: the number that chooses between template and plural.
        context: tells apart two meanings of one English text; None where there is one meaning.

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
        """Return the message with more values. Its other parts stay."""
        return Message(self.template, {**self.values, **values}, self.plural, self.number, self.context)

    def as_data(self) -> dict[str, object]:
        """Return id, values and English text for programs."""
        values = {name: value.as_data() if isinstance(value, Message) else value for name, value in self.values.items()}
        return {"id": self.template, "values": values, "text": str(self)}


def msg(template: str, /, **values: object) -> Message:
    """Build a message. Placeholders are named: `msg("{player} has no rating", player=name)`.

    Write `{number:,}` where a number is formatted as the language does. A template without values is taken as it is,
    so braces need no doubling there.
    """
    return Message(template, values)


def ngettext(one: str, many: str, n: int, /, **values: object) -> Message:
    """Build a message that counts. Its number is the value `n`: `ngettext("{n:,} row", "{n:,} rows", len(rows))`."""
    return Message(one, {"n": n, **values}, many, n)


def pgettext(context: str, template: str, /, **values: object) -> Message:
    """Build a message whose English has another meaning elsewhere."""
    return Message(template, values, context=context)


def format_number(number: float, spec: str) -> Message:
    """Return a number in a format of Python's, such as ".2f", with the signs of the language."""
    return Message(f"{{number:{spec}}}", {"number": number})


def with_decimals(number: float, places: int) -> Message:
    """Return a number with so many decimals. A number that rounds to nothing has no minus."""
    return format_number(round(number, places) + 0, f".{places}f")


def verbatim(text: str) -> Message:
    """Return a text that people typed or another program gave. It stays as it is in every language."""
    return Message("{text}", {"text": text})


def as_message(text: str) -> Message:
    """Return a message as it is, and any other text verbatim."""
    return text if isinstance(text, Message) else verbatim(text)


def heading_message(heading: str) -> Message:
    """Return a heading of an input table as a message. The heading of a column of the club's own stays as it is."""
    return heading if isinstance(heading, Message) else Message(heading, context="heading")


# No text, where there could be a message.
BLANK = Message("")


def join_messages(messages: Sequence[Message]) -> Message:
    """Join messages about one thing with semicolons. Raises ValueError without messages."""
    if not messages:
        raise ValueError("no messages to join")
    first, *rest = messages
    return msg("{first}; {rest}", first=first, rest=join_messages(rest)) if rest else first


def join_lines(messages: Sequence[Message]) -> Message:
    """Put messages below one another."""
    lines = {f"line{number}": message for number, message in enumerate(messages)}
    return Message("\n".join(f"{{{name}}}" for name in lines), lines)


def join_sentences(messages: Sequence[Message]) -> Message:
    """Put whole sentences behind one another, without blank ones."""
    sentences = {f"sentence{number}": message for number, message in enumerate(filter(None, messages))}
    return Message(" ".join(f"{{{name}}}" for name in sentences), sentences)


def separate_values(values: Sequence[object]) -> Message:
    """List values with commas alone: `A5, C5, D5`."""
    names = [f"value{index}" for index in range(len(values))]
    return Message(", ".join(f"{{{name}}}" for name in names), dict(zip(names, values)))


def list_values(values: Sequence[object], *, alternative: bool = False) -> Message:
    """List values as in a sentence: `A5, C5 and D5`, or with `alternative`: `A5, C5 or D5`."""
    if len(values) < 2:
        return Message("{only}", {"only": values[0] if values else ""})
    *rest, last = values
    template = "{first} or {last}" if alternative else "{first} and {last}"
    return Message(template, {"first": separate_values(rest), "last": last})


# Extraction finds the templates of list_values here.
_LISTS = msg("{first} and {last}", first="", last=""), msg("{first} or {last}", first="", last="")
