"""The palette, said once. The workbook, its charts and the club's page draw on it. Colours are RRGGBB.

Text has a contrast to its ground of at least 4.5 to 1 and a line of 3 to 1 (WCAG 2.1, 1.4.3 and 1.4.11), and all of it
can be told apart in black and white.
"""

from __future__ import annotations

TEXT, QUIET_TEXT, PAPER = "000000", "595959", "FFFFFF"
INK = "1F4E5F"
"""Deep blue-green: bands, headings, links, the lines under headings."""
GROUP_HEAD, STRIPE = "D5E3E8", "EAF1F3"
"""Behind headings of columns and groups, and behind every other row."""
HAIRLINE = "6E8F9B"
TYPE_HERE, COMPUTED_GROUND = "FFF6CC", "EFEFEF"
"""Behind cells to type into, and behind cells that compute themselves."""
WRONG, WRONG_GROUND = "B3261E", "FBE4E2"
"""Wrong values, and the ground behind them."""
TAB_TYPE, TAB_LOOK, TAB_SET_UP = "C9A400", INK, "6B6B6B"
"""The colours of the tabs: type here, look here, set up."""
LINES = (
    (INK, "solid", 2.25),
    ("B35900", "dash", 2.0),
    ("6A3D9A", "sysDot", 2.25),
    ("2E7D32", "lgDash", 2.0),
    ("404040", "dashDot", 1.5),
)
"""The lines of a chart, with different colours and dashes: colour, dash, width [points]."""
GRID = "DCE6EA"

DARK_TEXT, DARK_QUIET_TEXT, DARK_PAPER, DARK_STRIPE = "EDF2F4", "A9B9C0", "10191D", "18262C"
DARK_INK, DARK_BAND, DARK_GROUP_HEAD, DARK_HAIRLINE, DARK_GRID = "9CCBDB", INK, "24404B", "6E8F9B", "2A3C43"
"""The club page's colours on a reader's dark screen."""
DARK_WRONG = "FF8A80"
DARK_LINES = ("E8A35C", "BFA2E8", "86CB8A", "D0D0D0")
"""The colours of errors, and of the lines of a chart after the first, on a dark page."""
