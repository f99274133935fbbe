"""Rows of a sheet as most programs write them (ECMA-376, 18.3.1.73, 18.3.1.4 and 18.3.1.40). One search skips them.

A plain row is well-formed by itself. A usual row also holds nothing that a look through the sheet would note.
"""

import re
from functools import cache
from string import ascii_uppercase


def _optional(**attributes: bytes) -> bytes:
    """The attributes in the order of the standard. Each may be missing."""
    return b"".join(rb'(?: %b="%b")?+' % (name.encode(), value) for name, value in attributes.items())


_WORD, _NUMBER = rb"[a-zA-Z0-9]*+", rb"[0-9.]*+"
_LETTERS = rb"[ -%'-;=?-~\x80-\xee\xf0-\xf4]*+"
TEXT = rb"%b(?:&(?:lt|gt|amp|quot|apos);%b)*+" % (_LETTERS, _LETTERS)
"""Blank to tilde, up to U+EFFF, and beyond U+FFFF: characters everywhere (XML 1.0, 2.2). Marks of XML are left out."""
ROW_TAG = _optional(spans=rb"[0-9: ]*+", s=_NUMBER, customFormat=_WORD, ht=_NUMBER, hidden=_WORD, customHeight=_WORD,
                 outlineLevel=_NUMBER, collapsed=_WORD, thickTop=_WORD, thickBot=_WORD)  # fmt: skip
ROW_TAG += rb'(?: x14ac:dyDescent="[0-9.]*+")?+'
"""The attributes of a row behind its number."""
ROW_ON_SHEET = rb"(?:[0-9]{1,6}|10[0-4][0-9]{4})"
"""The number of a row of a full sheet, or nearly so."""


def _cell(address: bytes, kind: bytes, value: bytes, formula: bytes = b"") -> bytes:
    inline = rb'<is><t(?: xml:space="preserve")?+>%b</t></is>' % TEXT
    start = rb'<c r="%b"%b' % (address, _optional(s=_NUMBER, t=kind))
    return rb"%b(?:/>|>%b(?:<v>%b</v>|%b)?+</c>)" % (start, formula, value, inline)


def _formula(**attributes: bytes) -> bytes:
    return rb"(?:<f%b(?:/>|>%b</f>))?+" % (_optional(**attributes), TEXT)


OWN_FORMULA = _formula(t=_WORD, aca=_WORD, ca=_WORD, si=_NUMBER)
"""The formula of one cell, or nothing. It says no range."""


def without_plain_rows(text: bytes) -> bytes:
    """XML without the rows that are well-formed by themselves."""
    any_formula = _formula(t=_WORD, aca=_WORD, ref=rb"[A-Z0-9:]*+", ca=_WORD, si=_NUMBER)
    return _without(text, _cell(rb"[A-Z]++[0-9]++", _WORD, TEXT, any_formula))


def without_usual_rows(text: bytes, live: bytes) -> bytes:
    """XML without the plain rows whose cells are in columns A to Z, and hold no error and no number far below 0.

    `live` has the letters of the columns that may hold a formula, except one that says a range.
    """
    no_error, no_low_number = rb'(?!e")' + _WORD, rb"(?!-(?:[0-9]{12}|[0-9.]*+[eE]))" + TEXT
    kinds = (live, OWN_FORMULA), (ascii_uppercase.encode().translate(None, live), b"")
    cells = [
        _cell(rb"[%b]%b" % (letters, ROW_ON_SHEET), no_error, no_low_number, formula)
        for letters, formula in kinds
        if letters
    ]
    return _without(text, b"|".join(cells))


def _without(text: bytes, cell: bytes) -> bytes:
    try:
        text.decode()
    except UnicodeDecodeError:
        return text
    return _row_of(cell).sub(b"", text)


@cache
def _row_of(cell: bytes) -> re.Pattern[bytes]:
    row = rb'<row r="[0-9]++"%b>(?:%b)*+</row>' % (ROW_TAG, cell)
    return re.compile(row)
