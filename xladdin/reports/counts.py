"""Numbers with their nouns, as reports and Start have them: 1 game, 2 games."""

from xladdin.messages import Message, ngettext
from xladdin.systems.log_schemas import LogSchema


def count_games(number: int) -> Message:
    """Count games."""
    return ngettext("{n:,} game", "{n:,} games", number)


def count_players(number: int) -> Message:
    """Count players."""
    return ngettext("{n:,} player", "{n:,} players", number)


def count_rounds(number: int) -> Message:
    """Count rounds."""
    return ngettext("{n:,} round", "{n:,} rounds", number)


def count_boards(number: int) -> Message:
    """Count the boards of an event."""
    return ngettext("{n:,} board", "{n:,} boards", number)


def count_tables(number: int) -> Message:
    """Count the tables at which people play."""
    return ngettext("{n:,} table", "{n:,} tables", number)


def count_rows(schema: LogSchema, number: int) -> Message:
    """Count rows of a log: games, or results of events."""
    return count_games(number) if schema.is_paired else ngettext("{n:,} result", "{n:,} results", number)
