"""A note of a doctor about one thing, and the machine that it examines."""

import sys
from dataclasses import dataclass, field
from pathlib import Path

from xladdin.workbook.macros.settings import INTERPRETER_KEYS

NOTHING = "Nothing."


@dataclass(frozen=True)
class Finding:
    """One thing that was examined: what was found, what it means, and what to do about it."""

    subject: str
    found: str
    meaning: str
    remedy: str = NOTHING
    is_well: bool = True

    def __str__(self) -> str:
        mark = "ok" if self.is_well else "! "
        line = f"{mark}  {self.subject}: {self.found}. {self.meaning}"
        return line if self.remedy == NOTHING else f"{line}\n    What to do: {self.remedy}"


@dataclass(frozen=True)
class Machine:
    """The machine to examine: this one."""

    platform: str = sys.platform
    home: Path = field(default_factory=Path.home)
    python: str = sys.executable

    @property
    def has_excel(self) -> bool:
        """Whether Excel runs on such a system at all."""
        return self.platform in INTERPRETER_KEYS
