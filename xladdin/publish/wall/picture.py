"""The poster as a picture of 1200 × 630, which a messenger shows for a link to the page.

Pillow draws it. It also runs in Python for the browser and needs no other program. We make it only if we know the
page's address.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from xladdin.publish.folder import MARK
from xladdin.publish.wall.poster import Card, Poster
from xladdin.workbook.styles.colours import INK, PAPER, QUIET_TEXT, STRIPE, TEXT, WRONG

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

WIDTH, HEIGHT = 1200, 630
"""The pixels that messengers ask for: 1.91 to 1 (Open Graph)."""
_BAND, _SIDE, _GAP, _CARDS = 170, 48, 24, 4
_FONTS = {
    True: ("LiberationSans-Bold.ttf", "arialbd.ttf", "Arial Bold.ttf", "DejaVuSans-Bold.ttf"),
    False: ("LiberationSans-Regular.ttf", "arial.ttf", "Arial.ttf", "DejaVuSans.ttf"),
}
"""The fonts of Linux, Windows and macOS. Pillow has its own if none is installed."""


def picture(title: str, subtitle: str, shown: Poster) -> bytes:
    """The picture as a PNG."""
    from PIL import Image, ImageDraw
    from PIL.PngImagePlugin import PngInfo

    image = Image.new("RGB", (WIDTH, HEIGHT), f"#{PAPER}")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, _BAND), fill=f"#{INK}")
    _text(draw, (_SIDE, 34), title, 56, WIDTH - 2 * _SIDE, PAPER, bold=True)
    _text(draw, (_SIDE, 106), subtitle, 32, WIDTH - 2 * _SIDE, PAPER)
    cards = shown.cards[:_CARDS]
    wide = (WIDTH - 2 * _SIDE + _GAP) // max(len(cards), 1) - _GAP
    for number, card in enumerate(cards):
        _card(draw, _SIDE + number * (wide + _GAP), wide, card)
    top = _BAND + 292
    for number, one in enumerate(shown.climbers):
        y = top + number * 52
        if not number % 2:
            draw.rectangle((_SIDE, y, WIDTH - _SIDE, y + 52), fill=f"#{STRIPE}")
        _text(draw, (_SIDE + 16, y + 11), one.player, 30, 640, TEXT)
        _text(draw, (820, y + 11), one.rating, 30, 160, TEXT, bold=True)
        _change(draw, (1010, y + 11), one.change, 30)
    said = PngInfo()
    said.add_text("Software", MARK.decode())
    written = io.BytesIO()
    image.quantize(64).save(written, "PNG", pnginfo=said, optimize=True)
    return written.getvalue()


def _card(draw: ImageDraw, x: int, wide: int, card: Card) -> None:
    top, room = _BAND + 28, wide - 36
    draw.rounded_rectangle((x, top, x + wide, top + 250), radius=14, outline=f"#{INK}", width=4)
    _text(draw, (x + 18, top + 16), card.title, 24, room, INK, bold=True)
    if card.figure[:1] in "▲▼":
        _change(draw, (x + 18, top + 52), card.figure, 60, bold=True)
    else:
        _text(draw, (x + 18, top + 52), card.figure, 60, room, TEXT, bold=True)
    below = _lines(draw, (x + 18, top + 130), card.player, 26, room, TEXT, bold=True)
    _lines(draw, (x + 18, below + 4), card.plain_words, 19, room, QUIET_TEXT)


def _change(draw: ImageDraw, at: tuple[float, float], change: str, size: int, *, bold: bool = False) -> None:
    """A change with its mark as a drawing, since some fonts lack it."""
    x, y = at
    mark, number = change[:1], change[1:].strip()
    foot, head = y + size * 0.88, y + size * 0.2
    ends = (foot, head) if mark == "▲" else (head, foot)
    half = size * 0.36
    draw.polygon([(x, ends[0]), (x + 2 * half, ends[0]), (x + half, ends[1])], fill=f"#{INK if mark == '▲' else WRONG}")
    _text(draw, (x + 2 * half + size * 0.3, y), number, size, WIDTH, TEXT, bold=bold)


def _text(
    draw: ImageDraw, at: tuple[float, float], text: str, size: int, room: float, colour: str, *, bold: bool = False
) -> None:
    """A text at the size asked, or as large as fits. One that does not fit at all ends in three dots."""
    smallest = size * 2 // 3
    while size > smallest and draw.textlength(text, _font(size, bold)) > room:
        size -= 1
    font = _font(size, bold)
    if draw.textlength(text, font) > room:
        while text and draw.textlength(f"{text}…", font) > room:
            text = text[:-1]
        text = f"{text.rstrip()}…"
    draw.text(at, text, fill=f"#{colour}", font=font)


def _lines(
    draw: ImageDraw, at: tuple[int, int], text: str, size: int, room: float, colour: str, *, bold: bool = False
) -> int:
    """A text in a line or two, and where the next begins."""
    font, words = _font(size, bold), text.split()
    first = 1
    while first < len(words) and draw.textlength(" ".join(words[: first + 1]), font) <= room:
        first += 1
    x, y = at
    for line in filter(None, (" ".join(words[:first]), " ".join(words[first:]))):
        _text(draw, (x, y), line, size, room, colour, bold=bold)
        y += size * 5 // 4
    return y


def _font(size: int, bold: bool) -> FreeTypeFont | ImageFont:
    from PIL import ImageFont

    for name in _FONTS[bold]:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)
