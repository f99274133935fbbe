"""The texts beside the code, read as Markdown: sections, tables, code blocks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from tests.helpers.programs.finding import ROOT

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLACES = (".", "workbooks", "xladdin", "xladdin/systems", "xladdin/federation", "tests", "tests/golden")
"""The folders that have a README."""
OTHERS = ("CONTRIBUTING.md", "tests/SECURITY.md", "xladdin/API.md")
PAGES = ROOT / "workbooks" / "handbook"
"""The pages of the handbook, beside its README."""


class Text(NamedTuple):
    path: Path
    content: str

    @property
    def name(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @property
    def prose(self) -> str:
        return BLOCK.sub("", self.content)

    def section(self, title: str) -> str:
        return self.content.split(f"\n## {title}\n")[1].split("\n## ")[0]

    def blocks(self, *languages: str) -> list[str]:
        return [text for language, text in BLOCK.findall(self.content) if language in languages]


def read_text(name: str) -> Text:
    return Text(ROOT / name, (ROOT / name).read_text(encoding="utf-8"))


def all_texts() -> list[Text]:
    """Return every README, the pages of the handbook, and the pages for who changes or attacks it."""
    pages = [path.relative_to(ROOT).as_posix() for path in sorted(PAGES.glob("*.md"))]
    return [read_text(name) for name in (*(f"{folder}/README.md" for folder in PLACES), *pages, *OTHERS)]


def table(text: str) -> list[list[str]]:
    lines = text[text.index("\n|---") + 1 :].split("\n\n")[0].splitlines()[1:]
    return [[cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")] for line in lines]


def anchors(text: Text) -> set[str]:
    """Return what a link may name after its #: the headings, spelled as web pages of Markdown spell them."""
    headings = re.findall(r"^#+ (.*)$", text.prose, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
