"""Buttons on a sheet that run macros. Excel keeps these form controls in the VML drawing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

SHAPES_OF_A_SHEET = 1024
GAP = 4
"""The pixels between a button and the left edge of its cells."""
FIRST_SHAPE = 2001
"""Shapes have numbers from here. A sheet's first 1023 numbers begin at 1025, and openpyxl numbers notes from 1026."""

_SHAPE_TYPE = """\
<v:shapetype id="_x0000_t201" coordsize="21600,21600" o:spt="201" path="m,l,21600r21600,l21600,xe">
<v:stroke joinstyle="miter"/>
<v:path shadowok="f" o:extrusionok="f" strokeok="f" fillok="f" o:connecttype="rect"/>
<o:lock v:ext="edit" shapetype="t"/>
</v:shapetype>
"""
_NUMBER = re.compile(rb"""(?:id|spid)=["']_x0000_s([0-9]+)["']""")
_MACRO = re.compile(rb"<(?:[\w.-]+:)?FmlaMacro>\s*\[0\]!(?:ClubMacros\.)?(\w+)\s*</")
_PREFIXES = {
    b"v": b"urn:schemas-microsoft-com:vml",
    b"o": b"urn:schemas-microsoft-com:office:office",
    b"x": b"urn:schemas-microsoft-com:office:excel",
}
"""The namespaces of our shapes. Another program may write the same ones with other prefixes."""


@dataclass(frozen=True)
class Button:
    """A button over a block of cells such as "B8:C9" that runs a macro without arguments of the same workbook."""

    caption: str
    macro: str
    cells: str


def button_drawing(buttons: Sequence[Button], sheet: int = 1) -> bytes:
    """Return the VML part of a sheet with these buttons, which are not printed.

    `sheet` is its number among those with drawings. Each has 1024 numbers of shapes of its own.
    """
    first = FIRST_SHAPE + (sheet - 1) * SHAPES_OF_A_SHEET
    return f"""\
<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" \
xmlns:x="urn:schemas-microsoft-com:office:excel">
<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="{sheet}"/></o:shapelayout>
{_SHAPE_TYPE}{_shapes(buttons, first)}</xml>
""".encode()


def with_buttons(drawing: bytes, buttons: Sequence[Button]) -> bytes:
    """Return a sheet's VML part, which may hold notes and other controls, with these buttons too.

    Raises ValueError for a part of unknown form.
    """
    end = drawing.rfind(b"</xml>")
    numbers = [int(number) for number in _NUMBER.findall(drawing)]
    if end < 0 or not numbers:
        raise ValueError("a drawing without a shape")
    kind = b"" if b'id="_x0000_t201"' in drawing else _SHAPE_TYPE.encode()
    with_ours = drawing[:end] + kind + _shapes(buttons, max(numbers)).encode() + drawing[end:]
    missing = [item for item in _PREFIXES.items() if b"xmlns:%b=" % item[0] not in drawing]
    return with_ours.replace(b"<xml", b"<xml" + b"".join(b' xmlns:%b="%b"' % item for item in missing), 1)


def macros_of(drawing: bytes) -> set[str]:
    """Return the macros that the buttons of a VML part run."""
    return {macro.decode() for macro in _MACRO.findall(drawing)}


def _shapes(buttons: Sequence[Button], before: int) -> str:
    return "".join(_shape(before + number, number, button) for number, button in enumerate(buttons, start=1))


def _shape(shape: int, number: int, button: Button) -> str:
    # Excel places a control by its anchor. The style's measures only have to be there.
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
    """Return the anchor from the upper left corner of the block to its lower right: column, pixels, row, pixels, twice.

    It begins a few pixels in, so that two buttons side by side do not look like one.
    """
    from openpyxl.utils.cell import range_boundaries

    left, top, right, bottom = range_boundaries(cells)
    return f"{left - 1}, {GAP}, {top - 1}, 0, {right}, 0, {bottom}, 0"
