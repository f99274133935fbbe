"""Format texts that reports share: numbers with nouns, records, legends, names, and texts for camps and tournaments."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from xladdin.cells import Number
from xladdin.languages import DAY, EVENING, EVENT, Language
from xladdin.messages import Message, format_number, msg, ngettext, pgettext
from xladdin.systems.system import LogSchema, RatingSystem

if TYPE_CHECKING:
    from xladdin.replay import Replay


def count_games(number: int) -> Message:
    """Return a number of games with its noun."""
    return ngettext("{n:,} game", "{n:,} games", number)


def count_players(number: int) -> Message:
    """Return a number of players with its noun."""
    return ngettext("{n:,} player", "{n:,} players", number)


def count_rounds(number: int) -> Message:
    """Return a number of rounds with its noun."""
    return ngettext("{n:,} round", "{n:,} rounds", number)


def count_boards(number: int) -> Message:
    """Return a number of boards of an event with its noun."""
    return ngettext("{n:,} board", "{n:,} boards", number)


def count_tables(number: int) -> Message:
    """Return a number of tables at which people play with its noun."""
    return ngettext("{n:,} table", "{n:,} tables", number)


def count_rows(schema: LogSchema, number: int) -> Message:
    """Return a number of rows of a log with its noun: games, or results of events."""
    return count_games(number) if schema.is_paired else ngettext("{n:,} result", "{n:,} results", number)


def rating_message(system: RatingSystem, rating: Number, signed: bool = False) -> Message:
    """Return a rating or a change with the decimals of the system, as part of a message."""
    digits = system.rating_decimals or 9
    spec = f".{digits}f" if system.rating_decimals else "g"
    return format_number(round(rating, digits) + 0, f"{'+' if signed else ''}{spec}")  # adding 0 turns -0.0 into 0.0


def rating_text(system: RatingSystem, rating: Number, signed: bool = False) -> str:
    """Return a rating or a change with the decimals of the system, as a text."""
    return str(rating_message(system, rating, signed))


# The texts for a camp by those for a club.
AT_CAMP: Mapping[str, Message] = {
    msg("Last evening"): msg("Last day"),
    msg("Last evening: {day}"): msg("Last day: {day}"),
    msg("All evenings"): msg("All days"),
    msg("Evening"): msg("Day"),
    msg("Each player's evening"): msg("Each player's day"),
    msg("Rating after each evening"): msg("Rating after each day"),
    msg("Tonight's tables"): msg("Today's tables"),
    msg("Type tonight's games"): msg("Type today's games"),
    msg("Next: type tonight's games"): msg("Next: type today's games"),
}
# Texts that other languages translate differently for a camp and for tournaments, while English has one text. For such
# a club, `Language.render` looks them up first. They are repeated here only to be extracted into the catalogues.
_OCCASION_MESSAGES = (
    pgettext("day", "Absent (/A) from missed sessions"),
    pgettext("day", "Attended in a row"),
    pgettext("day", "Each player's session"),
    pgettext("day", "Games a session"),
    pgettext("day", "No repeats within sessions"),
    pgettext("day", "Not listed after missed sessions"),
    pgettext("day", "Print of an evening"),
    pgettext("day", "Print the scoreboard"),
    pgettext("day", "Publish with the evening"),
    pgettext("day", "Save, close, and finish the evening"),
    pgettext("day", "Scoreboard"),
    pgettext("day", "See the scoreboard"),
    pgettext("day", "Session"),
    pgettext("day", "Session of {day}"),
    pgettext("day", "Sessions"),
    pgettext("day", "Sessions shown on Rating history"),
    pgettext("day", "Sessions won in a row"),
    pgettext("day", "Show session of"),
    pgettext("day", "Show session of (blank: the last)"),
    pgettext("day", "Tonight: who plays whom"),
    pgettext("day", "{mark}: absent for {sessions} sessions or more, not ranked."),
    pgettext("day", "{mark}: absent from the last session, not ranked."),
    pgettext("day", "▲ up, ▼ down, = unchanged at the last session."),
    pgettext("event", "Games a session"),
    pgettext("event", "Last played"),
    pgettext("event", "Print of an evening"),
    pgettext("event", "Print the scoreboard"),
    pgettext("event", "Publish with the evening"),
    pgettext("event", "Save, close, and finish the evening"),
    pgettext("event", "See the scoreboard"),
    pgettext("event", "Sessions"),
    pgettext("event", "Sessions shown on Rating history"),
)


def find_occasion(system: RatingSystem) -> str:
    """Return the occasion on which a system's players meet."""
    if system.has_groups:
        return DAY
    return EVENING if system.log_schema.is_paired else EVENT


def adapt_to_occasion(system: RatingSystem, message: Message) -> Message:
    """Return a text in the words for the occasion of the system, in English: a camp has days instead of evenings."""
    return AT_CAMP.get(message, message) if find_occasion(system) == DAY else message


# The most letters of a name in one line of the Crosstable. A longer name would be shrunk too much.
_LETTERS = 20


def find_given_names(players: Iterable[str]) -> dict[str, str]:
    """Return the given name of each player by the full name, or the full name if several share the given name.

    Names with a number, such as "Former player 1", have no given name.
    """
    names = list(players)
    counts = Counter(name.split()[0] for name in names)
    return {
        name: name if counts[name.split()[0]] > 1 or name.split()[-1].isdecimal() else name.split()[0] for name in names
    }


def split_name(name: str) -> tuple[str, str | None]:
    """Return a long name in two parts, split after the space or hyphen that makes the longer part shortest."""
    parts = re.split("(?<=[ -])", name)
    if len(name) <= _LETTERS or len(parts) == 1:
        return name, None
    halves = (("".join(parts[:number]).rstrip(), "".join(parts[number:])) for number in range(1, len(parts)))
    return min(halves, key=lambda two: max(map(len, two)))


def format_record(wins: int | None, losses: int | None, ties: int | None) -> str | None:
    """Return wins, losses, and ties if there are any: "21–12", "21–12–1".

    The result is None for a player without a record.
    """
    if wins is None or losses is None:
        return None
    return f"{wins}–{losses}–{ties}" if ties else f"{wins}–{losses}"


def format_chess_record(wins: int | None, draws: int | None, losses: int | None) -> str | None:
    """Return wins, draws and losses in the order usual in chess: "21–1–12".

    The result is None for a player without a record.
    """
    return None if wins is None or losses is None else f"{wins}–{draws or 0}–{losses}"


def wrap_legend(sentences: Iterable[str], language: Language, longest: int) -> list[str]:
    """Return the sentences of a legend in as few lines as possible, each of at most `longest` letters."""
    lines = [""]
    for sentence in sentences:
        if not isinstance(sentence, Message):
            lines = [*filter(None, lines), sentence]
            continue
        text = language.render(sentence)
        longer = f"{lines[-1]}   {text}".strip()
        if len(longer) <= longest:
            lines[-1] = longer
        elif len(text) <= longest:
            lines = [*filter(None, lines), text]
        else:
            import textwrap

            lines = [*filter(None, lines), *textwrap.wrap(text, longest)]
    return lines if lines[0] else []


# The English words in the column Web for what a page displays of a player.
NAME, INITIALS, NONE = "name", "initials", "none"
VISIBILITIES = (NAME, INITIALS, NONE)
# The name in place of that of a person who is not on Players any more.
UNKNOWN_PLAYER = "\0"
# The name of a hidden player, by row. It is never displayed.
_HIDDEN = "\0{:07d}"


def resolve_visibility(web: Sequence[str], default: str) -> list[str]:
    """Return what a page displays of each player: the word of the column Web, or the default for a blank cell."""
    return [word or default for word in web]


def display_names(names: Sequence[str], choices: Sequence[str]) -> list[str]:
    """Return the displayed name of each player. Equal initials are numbered by row: A. N. 1 and A. N. 2.

    A hidden player has a unique name that is never displayed.
    """
    short = [abbreviate_name(name) if visibility == INITIALS else "" for name, visibility in zip(names, choices)]
    full = {name for name, visibility in zip(names, choices) if visibility == NAME}
    shared = {short_name for short_name, number in Counter(short).items() if number > 1} | full
    used_numbers: Counter[str] = Counter()
    displayed = []
    for position, (name, visibility, short_name) in enumerate(zip(names, choices, short)):
        if visibility == INITIALS and short_name in shared:
            used_numbers[short_name] += 1
            while f"{short_name} {used_numbers[short_name]}" in full:
                used_numbers[short_name] += 1
            short_name = f"{short_name} {used_numbers[short_name]}"
        displayed.append(
            name if visibility == NAME else short_name if visibility == INITIALS else _HIDDEN.format(position)
        )
    return displayed


def replace_names(replay: Replay, names: Sequence[str]) -> Replay:
    """Return a replay with other names of the players, also in records of earlier logs."""
    log = replay.log
    players = [player._replace(name=name) for player, name in zip(log.players, names)]
    displayed = {player.name: name for player, name in zip(log.players, names)}

    def name_of(player: str) -> str:
        return displayed.get(player, UNKNOWN_PLAYER)

    records = [
        record._replace(player=name_of(record.player), opponent=record.opponent and name_of(record.opponent))
        for record in log.past.records
    ]
    return replace(replay, log=replace(log, players=players, past=replace(log.past, records=records)))


def abbreviate_name(name: str) -> str:
    """Return the first letter of each word: Jean-François L'Été is J. F. L."""
    name_words = "".join(
        letter if letter.isalnum() else " " for letter in name.replace("'", "").replace("’", "")
    ).split()
    return " ".join(f"{word[0].upper()}." for word in name_words) or "?"
