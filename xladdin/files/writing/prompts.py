"""The messages of a workbook file's cells, for a chosen cell and for a refused entry."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from html import escape, unescape

from xladdin.files.package import with_changed
from xladdin.files.reading.club_file import ClubFile

_RULE = re.compile(rb"<(?:[\w.-]+:)?dataValidation\s[^<>]*>")
_SAID = re.compile(rb"""(\s(promptTitle|prompt|errorTitle|error)\s*=\s*)("[^"]*"|'[^']*')""")
_TITLES = (b"promptTitle", b"errorTitle")

Said = Callable[[str, bool], str]
"""Gives a text in the wanted language of the workbook. The second argument says whether it is a title."""


def with_prompts(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], said: Mapping[str, Said], witness: str
) -> dict[str, Iterable[bytes]]:
    """The parts of sheets, with those written again, whose prompts are in another language.

    `said` is by sheet. `witness` is the sheet that shows whether anything needs changing, so that the others need not
    be read. Without that sheet nothing changes.
    """
    own = file.package.read(file.sheets[witness]) if witness in said else b""
    if not own or _in_language(own, said[witness]) == own:
        return dict(written)
    changes = {file.sheets[sheet]: partial(_in_language, say=say) for sheet, say in said.items()}
    return with_changed(file.package, written, changes)


def _in_language(sheet: bytes, say: Said) -> bytes:
    def worded(found: re.Match[bytes]) -> bytes:
        before, name, quoted = found.groups()
        text = unescape(quoted[1:-1].decode())
        said = say(text, name in _TITLES)
        return found[0] if said == text else b'%b"%b"' % (before, escape(said).encode("ascii", "xmlcharrefreplace"))

    return _RULE.sub(lambda rule: _SAID.sub(worded, rule[0]), sheet)
