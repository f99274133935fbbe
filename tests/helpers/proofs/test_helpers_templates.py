"""An empty workbook that we wrote before is the one that we would write again."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

from xladdin.systems import system_named
from xladdin.workbook import template

SAVED_AT = re.compile(rb"20[0-9-]{8}T[0-9:]+Z")


def test_a_template_taken_again_is_what_would_be_written() -> None:
    system = system_named("montreal")
    of_two: tuple[Any, ...] = system, "Two players", True, False, {"Players": ["Phone"]}, "A4", 62
    taken, parts, values = template.as_saved(*of_two)
    assert template.as_saved(*of_two) == (taken, parts, values)
    fresh, parts_of_it, values_of_it = template.as_saved.__wrapped__(*of_two)  # type: ignore[attr-defined]
    assert members(fresh) == members(taken)
    assert parts_of_it == parts
    assert repr(values_of_it) == repr(values)


def test_another_request_is_written_for_itself() -> None:
    empty: tuple[Any, ...] = True, False, {}, "A4", 60
    system = system_named("montreal")
    titled = [members(template.as_saved(system, title, *empty)[0])["docProps/core.xml"] for title in ("One", "Two")]
    assert b"One" in titled[0] and b"Two" in titled[1]


def members(workbook: bytes) -> dict[str, bytes]:
    """All parts without the time of saving."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as archive:
        return {name: SAVED_AT.sub(b"", archive.read(name)) for name in archive.namelist()}
