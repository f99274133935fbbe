"""`xladdin lite`: what to paste into xlwings Lite, which runs Python inside Excel for Windows, Mac and the web."""

from __future__ import annotations

REQUIREMENTS = "xladdin\n"
"""For the tab requirements.txt; Lite itself keeps the version that it installed."""

MAIN = '''import xlwings as xw
from xlwings import script
from xladdin import macros
from xladdin.functions import *


@script(name="Recalculate")
def recalculate(book: xw.Book):
    """Every rating, from the first game on."""
    macros.recalculate(book)


@script(name="Pair tonight")
def pair_tonight(book: xw.Book):
    """The next round of who is marked on the sheet Tonight."""
    macros.pair_tonight(book)
'''
"""For the tab main.py. The scripts stand there in full: Lite lists the scripts of that very file."""

GUIDE = f"""xlwings Lite is free; install it in Excel from Home, Add-ins. Use a workbook made with --no-names:
its functions are those of the add-in. Open the workbook, then the xlwings Lite pane.

Into the tab requirements.txt, below what stands there:

{REQUIREMENTS}
Into the tab main.py, instead of what stands there:

{MAIN}
Restart xlwings Lite from its menu, and press Run Recalculate. Formulas such as =LEXCHANGE(1824,1708,459,272,60) work
in any cell."""
