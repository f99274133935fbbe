"""The effect of an import."""

from dataclasses import dataclass, field

from xladdin.importing.material import Look, WrongLine


@dataclass
class Preview:
    """The effect of an import. `new`, `there`: rows by table. `filled`: games that were there without a result.

    `differs` are rows that the workbook has otherwise, in words, and `games_differ` says whether games are among them.
    `newcomers` are players to add.
    `games` are the first new rows of the log, in words. `gone` are rows that the workbook had once, and `rated_earlier`
    games that an earlier workbook has rated, in words. `wrong` are lines that make no sense. `lines_left_out` are
    as many that a person left out. `notes` are the report.
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
    newcomers: list[str] = field(default_factory=list)
    wrong: list[WrongLine] = field(default_factory=list)
    lines_left_out: int = 0
    notes: list[str] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether nothing prevents writing it."""
        return not self.wrong

    @property
    def left_out(self) -> int:
        """The number of rows of the files that are not in the workbook, and stay out of it."""
        return len(self.differs) + len(self.gone) + len(self.rated_earlier) + self.lines_left_out

    @property
    def is_empty(self) -> bool:
        """Whether the files have no rows at all."""
        return not (self.changes_anything or any(self.there.values()) or self.left_out or self.wrong)

    @property
    def changes_anything(self) -> bool:
        """Whether there is anything to write."""
        return bool(self.filled or any(self.new.values()))
