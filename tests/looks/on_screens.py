"""A state on a phone and on a laptop: what is wrong with it, and pictures to look at.

It is the page of the club, or xladdin.html where there is a row to fix, because no page is written until it is fixed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.app.driving import drive, look, open_book, press
from tests.helpers.programs.chromium import opened, published
from tests.helpers.suite.length import usual_or_long
from tests.looks.states import NOBODY, TO_FIX, State

MOST = usual_or_long(1, 20)
"""How many pages of evenings and of players we look at. The others are alike."""
SCREENS = {"phone": (390, 844), "laptop": (1366, 768)}
"""Width and height in pixels."""
BROKEN_WORDS = """(() => {
  const broken = [], range = document.createRange();
  for (const cell of document.querySelectorAll("td, th, .box, .best b")) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const word of texts.currentNode.data.matchAll(/[^\\s\\p{Pd}]+/gu)) {
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((line) => line.top)).size > 1) { broken.push(word[0]); }
      }
    }
  }
  return broken;
})()"""
"""Words of tables and boxes that begin on one line and end on another. Words with a dash may do that."""
SMALL_ON_CHARTS = """[...document.querySelectorAll("svg text")].filter((text) => text.checkVisibility()).map((text) => {
  const drawing = text.ownerSVGElement, size = parseFloat(getComputedStyle(text).fontSize);
  return [text.textContent, size * drawing.clientWidth / drawing.viewBox.baseVal.width];
}).filter(([, size]) => size < 11)"""
"""Words of drawings that are too small to read, with their size in CSS pixels."""
SMALL_IN_BOXES = """[...document.querySelectorAll(".best b")].map((name) => [
  name.textContent, parseFloat(getComputedStyle(name).fontSize)
]).filter(([, size]) => size < 12)"""
"""Names of the poster that are much smaller than the others, with their size in CSS pixels."""
TOO_WIDE = "document.scrollingElement.scrollWidth - window.innerWidth"
PAGES = ("index.html", "evening.html", "players.html", "records.html", "crosstable.html")
PAGES += ("ladder.html", "wall/slips.html", "player/player-005.html")


def photographed(state: State, book: Path, folder: Path) -> tuple[list[str], list[Path]]:
    """What Chromium finds at both widths, and pictures in a folder."""
    return _in_the_app(state, book, folder) if state.club == TO_FIX else _on_the_page(state, book, folder)


def _in_the_app(state: State, book: Path, folder: Path) -> tuple[list[str], list[Path]]:
    """The row to fix, as xladdin.html names it."""
    said, pictures = [], []
    for screen, (width, _) in SCREENS.items():
        pictures.append(folder / f"{screen} app.png")
        speak = [press("Français")] if state.language == "fr" else []
        asked = [open_book(book), look(BROKEN_WORDS), look(TOO_WIDE), {"picture": str(pictures[-1])}]
        found = drive("chrome", [*speak, *asked], width=width)
        shown, broken, too_wide = found["answers"][-3:]
        said += [f'{screen}: "{word}" is broken inside' for word in broken]
        said += [f"{screen}: {too_wide} pixels wider than its screen"] if too_wide > 0 else []
        said += [f"{screen}: said {words}" for words in found["said"]]
        said += [] if NOBODY in shown else [f"{screen}: the row to fix is not named"]
    return said, pictures


def _on_the_page(state: State, book: Path, folder: Path) -> tuple[list[str], list[Path]]:
    """The pages of the club, and pictures of `PAGES`."""
    page = book.with_name("page")
    published(book, page)
    shots = {
        page / name: [
            {"file": str(folder / f"{screen} {name.replace('/', ' ')}.png"), "width": width, "height": height}
            for screen, (width, height) in SCREENS.items()
        ]
        for name in PAGES
        if (page / name).exists()
    }
    widths = [width for width, _ in SCREENS.values()]
    asked = {path: [BROKEN_WORDS, SMALL_ON_CHARTS, SMALL_IN_BOXES] for path in shots}
    phone_last = widths[::-1]  # what is asked is asked on the last
    found = opened([page], widths=phone_last, scripts=asked, pictures=shots, most=MOST, axe=usual_or_long(False, True))
    said = [f"{Path(one['url']).name}: {problem}" for one in found for problem in _problems(one)]
    return said, [Path(str(shot["file"])) for own in shots.values() for shot in own]


def _problems(found: dict[str, Any]) -> Iterator[str]:
    yield from (f"wider than its screen, {sizes}" for sizes in found["wide"])
    yield from (f"said {words}" for words in found["said"])
    yield from found["violations"]
    for broken, small, names in [found["answers"]] if "answers" in found else []:
        yield from (f'"{word}" is broken inside' for word in broken)
        yield from (f'"{word}" of a drawing has {size:.0f} pixels' for word, size in small)
        yield from (f'"{name}" of the poster has {size:.0f} pixels' for name, size in names)
