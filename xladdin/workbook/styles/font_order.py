"""The order of a font's children in styles.xml, which openpyxl gets wrong.

Excel's schema (CT_Font of the Open XML SDK) has a sequence. openpyxl 3.1 writes another one, which Excel forgives and
Microsoft's validator does not. openpyxl says its order in one place, so we correct it there while a workbook is being
saved.
"""

from collections.abc import Iterator
from contextlib import contextmanager

SCHEMA_ORDER = (
    *("b", "i", "strike", "condense", "extend", "outline", "shadow", "u"),
    *("vertAlign", "sz", "color", "name", "family", "charset", "scheme"),
)


@contextmanager
def fonts_in_schema_order() -> Iterator[None]:
    """Within this block `workbook.save(...)` of openpyxl writes fonts as Excel itself does."""
    from openpyxl.styles import Font

    given = Font.__elements__
    Font.__elements__ = SCHEMA_ORDER
    try:
        yield
    finally:
        Font.__elements__ = given
