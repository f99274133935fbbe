"""The five rating systems, one file each, and the plain list of them."""

from __future__ import annotations

from xladdin.cells.text import shown
from xladdin.errors import NotFound
from xladdin.systems.dptr import DipPouch
from xladdin.systems.lexington import Lexington
from xladdin.systems.mississauga import Mississauga
from xladdin.systems.montreal import Montreal
from xladdin.systems.sca import ScaCamp
from xladdin.systems.system import RatingSystem

SYSTEMS: dict[str, RatingSystem] = {
    system.key: system for system in (Mississauga(), Montreal(), Lexington(), ScaCamp(), DipPouch())
}
"""The systems with their printed tables, by key."""


def system_named(key: object) -> RatingSystem:
    """The system of a key, in any case. Raises NotFound with the keys there are."""
    try:
        return SYSTEMS[shown(key).strip().casefold()]
    except KeyError:
        raise NotFound(f"system {shown(key)}: must be one of {', '.join(SYSTEMS)}") from None
