"""The worksheet functions by name, as the command line, the workbook's sheet Functions and the README describe them."""

from collections.abc import Mapping

import xladdin.functions  # noqa: F401  (defining them fills DESCRIBED)
from xladdin.functions.described import DESCRIBED, Described
from xladdin.systems import SYSTEMS

CATALOGUE: Mapping[str, Described] = {function.name: function for function in DESCRIBED}
"""Every function, system by system."""

for system in SYSTEMS.values():
    if system.change_function and system.change_function not in CATALOGUE:
        raise TypeError(f"the system {system.key} lacks its worksheet function {system.change_function}")
