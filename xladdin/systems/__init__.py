"""The rating systems of clubs, one module each, by the name of its key.

A module has `SYSTEM`, the rule with its printed tables, and ends in `ADAPTER`, what a workbook needs of it besides.
Nothing is imported before it is asked for. The help of a function needs the keys alone, and has them at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from xladdin.messages import msg

if TYPE_CHECKING:
    from xladdin.systems.system import RatingSystem

    SYSTEMS: dict[str, RatingSystem]

# The registry. A new system has its key here, and its module in this folder.
KEYS = ("mississauga", "montreal", "lexington", "sca", "dptr", "elo", "bands")


def __getattr__(name: str) -> Any:
    """Return `SYSTEMS`, every system by its key, when it is first asked for."""
    if name != "SYSTEMS":
        raise AttributeError(f"module {__name__} has no attribute {name}")
    return globals().setdefault(name, {key: _system(key) for key in KEYS})


def _system(key: str) -> RatingSystem:
    system: RatingSystem = import_module(f"{__name__}.{key}").SYSTEM
    return system


def system_named(key: object) -> RatingSystem:
    """Return the system of a key, in any case. Raises NotFoundError, and names the known keys."""
    from xladdin.cells import cell_text
    from xladdin.errors import NotFoundError

    name = cell_text(key).strip().casefold()
    if name not in KEYS:
        raise NotFoundError(msg("system {key}: must be one of {keys}", key=cell_text(key), keys=", ".join(KEYS)))
    return _system(name)
