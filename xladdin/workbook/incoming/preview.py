"""A person's decisions about an import, and its effect."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from xladdin.errors import excerpt, printable
from xladdin.imports.material import Look, WrongLine, lines_named

GROUPS_WANTED = "Add a file with the columns Group and Initial rating."
"""A camp whose groups are nowhere yet can have them from another file."""


@dataclass(frozen=True)
class Choices:
    """A person's decisions. With `add_players`, unknown names become players, unless they resemble someone, and with
    `ratings` they have the file's ratings. `group` is the group of newcomers, if a system has groups. `start_games` is
    the number of games behind a rating that comes without one. `spellings` has players by their names in files.
    `newcomers` are names of new players, even if like others. With `as_new`, another game of the same two on a day, one
    that was taken out, and one of an earlier season come in."""

    add_players: bool = False
    ratings: bool = False
    group: str = ""
    start_games: int | None = None
    as_new: bool = False
    spellings: Mapping[str, str] = field(default_factory=dict)
    newcomers: Collection[str] = ()


@dataclass(frozen=True)
class Unknown:
    """An unknown name: its lines, the reason, and the players it may mean.

    `there` is the file's name, if somebody said that it means this one.
    """

    file: str
    name: str
    lines: Sequence[int]
    why: str = "is not a player"
    near: Sequence[str] = ()
    there: str = ""

    def __str__(self) -> str:
        where = lines_named(self.lines)
        meant = " or ".join(f'"{name}"' for name in self.near)
        name, there = (printable(excerpt(name)) for name in (self.name, self.there))
        said = f'"{there}": "{name}"' if there else f'"{name}":'
        return f"{self.file} {where}, {said} {self.why}{f'; did you mean {meant}?' if meant else ''}"


@dataclass
class Preview:
    """The effect of an import. `new`, `there`: rows by table. `filled`: games that were there without a result.

    `differs` are rows that the workbook has otherwise, in words, and `games_differ` says whether games are among them.
    `unknown` are unknown names, and `newcomers` players to add. `ratings_left_out` are files whose ratings stay out,
    with the file's headings of their columns by ours, if they have any.
    `games` are the first new rows of the log, in words. `gone` are rows that the workbook had once, and `rated_earlier`
    games that an earlier workbook has rated, in words. `wrong` are lines that make no sense. `notes` are the report.
    `looks` come in and deserve a person's look.
    """

    new: dict[str, int] = field(default_factory=dict)
    there: dict[str, int] = field(default_factory=dict)
    filled: int = 0
    games: list[str] = field(default_factory=list)
    differs: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    rated_earlier: list[str] = field(default_factory=list)
    games_differ: bool = False
    unknown: list[Unknown] = field(default_factory=list)
    newcomers: list[str] = field(default_factory=list)
    ratings_left_out: list[tuple[str, Mapping[str, str]]] = field(default_factory=list)
    wrong: list[WrongLine] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether nothing prevents writing it."""
        return not self.unknown and not self.wrong

    @property
    def left_out(self) -> int:
        """The number of rows of the files that are not in the workbook, and stay out of it."""
        return len(self.differs) + len(self.gone) + len(self.rated_earlier)

    @property
    def is_empty(self) -> bool:
        """Whether the files have no rows at all."""
        return not (self.changes_anything or any(self.there.values()) or self.left_out or self.unknown or self.wrong)

    @property
    def changes_anything(self) -> bool:
        """Whether there is anything to write."""
        return bool(self.filled or any(self.new.values()))
