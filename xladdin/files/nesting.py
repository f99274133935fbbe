"""How deep the elements of XML are nested. A tree of very many levels takes a browser's whole stack."""

from contextlib import suppress
from xml.parsers import expat

DEEPEST = 200
"""The most levels. The parts of a workbook have a dozen."""
_MANY = 5_000
"""So many nested elements are no danger, and are not counted. Most parts have far fewer with content."""


def is_too_deep(xml: bytes) -> bool:
    """Whether it has more levels than any workbook, even if it is damaged further on: a tree grows until the damage."""
    if xml.count(b"<") - xml.count(b"</") - xml.count(b"/>") < _MANY:
        return False
    depth = deepest = 0

    def begin(name: str, attributes: object) -> None:
        nonlocal depth, deepest
        depth += 1
        deepest = max(deepest, depth)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = begin, end
    with suppress(expat.ExpatError):
        parser.Parse(xml, True)
    return deepest > DEEPEST
