"""Judges every state and draws its contact sheet: `python -m tests.looks FOLDER [WORD ...]`.

The pictures go into FOLDER. With WORD it judges only states whose names have them all, as in `sca fr`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.looks.contact_sheet import draw, side_by_side
from tests.looks.judging import findings, printed
from tests.looks.on_screens import photographed
from tests.looks.states import ON_SCREENS, STATES, make


def main(folder: Path, *wanted: str) -> int:
    """Gives the number of findings."""
    folder.mkdir(parents=True, exist_ok=True)
    number = 0
    for state in STATES:
        if not all(word in state for word in wanted):
            continue
        with tempfile.TemporaryDirectory() as scratch:
            book = make(state, Path(scratch))
            found = printed(state, book)
            said = findings(state, found)
            draw(found.pdf, folder / f"{state}.png")
            if state in ON_SCREENS:
                problems, pictures = photographed(state, book, Path(scratch))
                said += problems
                side_by_side(pictures, folder / f"{state}, on screens.png")
        number += len(said)
        pages = sum(map(len, found.pages.values()))
        print("\n   ".join([f"{state}: {pages} pages", *said]), flush=True)
    return number


if __name__ == "__main__":
    sys.exit(min(main(Path(sys.argv[1]), *sys.argv[2:]), 1))
