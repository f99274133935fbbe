"""The five systems by their printed tables, as the worksheet functions know them."""

from __future__ import annotations

from xladdin.systems.dptr import DipPouch
from xladdin.systems.lexington import Lexington
from xladdin.systems.mississauga import Mississauga
from xladdin.systems.montreal import Montreal
from xladdin.systems.sca import ScaCamp
from xladdin.systems.system import outcome

__all__ = ["DPTR", "LEXINGTON", "MISSISSAUGA", "MONTREAL", "SCA", "outcome"]

MISSISSAUGA, MONTREAL, LEXINGTON, SCA, DPTR = Mississauga(), Montreal(), Lexington(), ScaCamp(), DipPouch()
