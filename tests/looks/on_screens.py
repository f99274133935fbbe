"""The page of a state on a phone and on a laptop: what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.helpers.programs.chromium import opened, published
from tests.helpers.suite.length import usual_or_long

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
PAGES = ("index.html", "evening.html", "players.html", "records.html", "crosstable.html")
PAGES += ("ladder.html", "wall/slips.html", "player/player-005.html")


def problems_on_screens(path: Path) -> list[str]:
    """Return what Chromium finds at both widths on the page of a club."""
    page = path.with_name("page")
    published(path, page)
    phone_last = [width for width, _ in SCREENS.values()][::-1]  # what is asked is asked on the last
    asked = {page / name: [BROKEN_WORDS, SMALL_ON_CHARTS, SMALL_IN_BOXES] for name in PAGES if (page / name).exists()}
    assert len(asked) > 3
    reports = opened([page], widths=phone_last, scripts=asked, most=MOST, axe=usual_or_long(False, True))
    return [f"{Path(report['url']).name}: {problem}" for report in reports for problem in _problems(report)]


def _problems(report: dict[str, Any]) -> Iterator[str]:
    yield from (f"wider than its screen, {sizes}" for sizes in report["wide"])
    yield from (f"said {message}" for message in report["said"])
    yield from report["violations"]
    for broken, small, names in [report["answers"]] if "answers" in report else []:
        yield from (f'"{word}" is broken inside' for word in broken)
        yield from (f'"{word}" of a drawing has {size:.0f} pixels' for word, size in small)
        yield from (f'"{name}" of the poster has {size:.0f} pixels' for name, size in names)
