"""The club's page of a state on a phone and on a laptop: what is against it, and pictures to be looked at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.helpers.programs.chromium import opened, published
from tests.looks.states import State
from xladdin.languages.language import NAMED
from xladdin.publish.club import Wishes

SCREENS = {"phone": (390, 844), "laptop": (1366, 768)}
"""Width and height in pixels."""
BROKEN_WORDS = """(() => {
  const broken = [], range = document.createRange();
  for (const cell of document.querySelectorAll("td, th")) {
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
"""Words of tables that begin on one line and end on another, but for those with a dash, which may."""
PAGES = ("index.html", "evening.html", "players.html", "records.html", "crosstable.html", "wall/list.html")


def photographed(state: State, book: Path, folder: Path) -> tuple[list[str], list[Path]]:
    """What Chromium finds on every page of the club at both widths, and pictures of `PAGES` in a folder."""
    page = book.with_name("page")
    published(book, page, Wishes(NAMED[state.language]))
    shots = {
        page / name: [
            {"file": str(folder / f"{screen} {name.replace('/', ' ')}.png"), "width": width, "height": height}
            for screen, (width, height) in SCREENS.items()
        ]
        for name in PAGES
        if (page / name).exists()
    }
    widths = [width for width, _ in SCREENS.values()]
    asked = {path: [BROKEN_WORDS] for path in shots}
    found = opened([page], widths=widths[::-1], scripts=asked, pictures=shots)  # what is asked is asked on the phone
    said = [f"{Path(one['url']).name}: {problem}" for one in found for problem in _problems(one)]
    return said, [Path(str(shot["file"])) for own in shots.values() for shot in own]


def _problems(found: dict[str, Any]) -> Iterator[str]:
    yield from (f"wider than its screen, {sizes}" for sizes in found["wide"])
    yield from (f"said {words}" for words in found["said"])
    yield from found["violations"]
    for (broken,) in [found["answers"]] if "answers" in found else []:
        yield from (f'"{word}" is broken inside' for word in broken)
