"""Rating systems of clubs, each in a module that is named after the system's key.

A module defines `SYSTEM`, the rule with its printed tables, and at its end `ADAPTER`, which provides the formulas and
further data for workbooks. The modules are imported on first use, because most commands need one system at most.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from xladdin.messages import msg

if TYPE_CHECKING:
    from xladdin.systems.system import RatingSystem

    SYSTEMS: dict[str, RatingSystem]

# The registry. To add a system, add its key here and its module to this folder.
KEYS = ("mississauga", "montreal", "lexington", "sca", "dptr", "elo", "bands")


def __getattr__(name: str) -> Any:
    """Return `SYSTEMS`, every system by its key, created on first use."""
    if name != "SYSTEMS":
        raise AttributeError(f"module {__name__} has no attribute {name}")
    return globals().setdefault(name, {key: _system(key) for key in KEYS})


def _system(key: str) -> RatingSystem:
    system: RatingSystem = import_module(f"{__name__}.{key}").SYSTEM
    return system


def find_system(key: object) -> RatingSystem:
    """Return the system with a key, in any case. Raises NotFoundError, which lists the valid keys."""
    from xladdin.cells import cell_text
    from xladdin.errors import NotFoundError

    name = cell_text(key).strip().casefold()
    if name not in KEYS:
        raise NotFoundError(msg("system {key}: must be one of {keys}", key=cell_text(key), keys=", ".join(KEYS)))
    return _system(name)
