"""The tests of xladdin."""

from __future__ import annotations

import os

os.environ.setdefault("OPENPYXL_LXML", "False")
"""The tests bring lxml along, which openpyxl would write with. An installed xladdin has none."""
