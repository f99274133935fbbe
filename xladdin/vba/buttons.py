"""Buttons on a sheet that run macros: form controls in the VML drawing that Excel keeps them in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

SHAPES_OF_A_SHEET = 1024
FIRST_SHAPE = 2001
"""Shapes are numbered from here: a sheet's first 1023 numbers begin at 1025, and openpyxl numbers notes from 1026."""


@dataclass(frozen=True)
class Button:
    """A button over a block of cells such as "B8:C9" that runs a macro without arguments of the same workbook."""

    caption: str
    macro: str
    cells: str


def button_drawing(buttons: Sequence[Button], sheet: int = 1) -> bytes:
    """The VML part of a sheet with these buttons, which are not printed.

    sheet: its number among those with drawings, each of which has 1024 numbers of shapes of its own.
    """
    shapes = "".join(_shape(number, button, sheet) for number, button in enumerate(buttons, start=1))
    return f"""\
<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" \
xmlns:x="urn:schemas-microsoft-com:office:excel">
<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="{sheet}"/></o:shapelayout>
<v:shapetype id="_x0000_t201" coordsize="21600,21600" o:spt="201" path="m,l,21600r21600,l21600,xe">
<v:stroke joinstyle="miter"/>
<v:path shadowok="f" o:extrusionok="f" strokeok="f" fillok="f" o:connecttype="rect"/>
<o:lock v:ext="edit" shapetype="t"/>
</v:shapetype>
{shapes}</xml>
""".encode()


def _shape(number: int, button: Button, sheet: int) -> str:
    # Excel places a control by its anchor; the style's measures only have to be there.
    shape = FIRST_SHAPE + number + (sheet - 1) * SHAPES_OF_A_SHEET
    style = f"position:absolute;margin-left:0;margin-top:0;width:96pt;height:24pt;z-index:{number};"
    return f"""\
<v:shape id="_x0000_s{shape}" type="#_x0000_t201" alt={quoteattr(button.caption)} \
style="{style}mso-wrap-style:tight" \
o:button="t" fillcolor="buttonFace [67]" strokecolor="windowText [64]" o:insetmode="auto">
<v:fill color2="buttonFace [67]" o:detectmouseclick="t"/>
<o:lock v:ext="edit" rotation="t"/>
<v:textbox style="mso-direction-alt:auto" o:singleclick="f"><div style="text-align:center">\
<font face="Calibri" size="220" color="#000000">{escape(button.caption)}</font></div></v:textbox>
<x:ClientData ObjectType="Button">
<x:Anchor>{_anchor(button.cells)}</x:Anchor>
<x:PrintObject>False</x:PrintObject>
<x:AutoFill>False</x:AutoFill>
<x:FmlaMacro>[0]!{escape(button.macro)}</x:FmlaMacro>
<x:TextHAlign>Center</x:TextHAlign>
<x:TextVAlign>Center</x:TextVAlign>
</x:ClientData>
</v:shape>
"""


def _anchor(cells: str) -> str:
    """From the upper left corner of the block to its lower right one: column, pixels, row, pixels, twice."""
    from openpyxl.utils.cell import range_boundaries

    left, top, right, bottom = range_boundaries(cells)
    return f"{left - 1}, 0, {top - 1}, 0, {right}, 0, {bottom}, 0"
