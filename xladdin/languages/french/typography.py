"""No-break spaces as French has them, put in one place. The tables hold plain ones, which are easier to type."""

import re
from collections.abc import Mapping

SPACE = "\N{NO-BREAK SPACE}"
_NEVER_BROKEN = re.compile(r" (?=[:;!?»%])|(?<=«) ")


def typeset(table: Mapping[str, str]) -> dict[str, str]:
    """A table of English and French, with a no-break space before `: ; ! ? %` and inside « »."""
    return {english: _NEVER_BROKEN.sub(SPACE, french) for english, french in table.items()}
