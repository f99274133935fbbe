"""XML whose elements lie too deep in one another is refused before it becomes a tree."""

from __future__ import annotations

import pytest

from tests.files.test_package import refusal, workbook
from tests.helpers.files.raw_workbook import zipped
from xladdin.files.package import DEEPEST, is_too_deep


def nested(levels: int, beside: int = 0, before: int = 0) -> bytes:
    return b"<x>" + b"<b></b>" * before + b"<a>" * levels + b"</a>" * levels + b"<b></b>" * beside + b"</x>"


@pytest.mark.parametrize("part", ["xl/workbook.xml", "_rels/.rels", "xl/_rels/workbook.xml.rels"])
def test_a_part_nested_deep_is_refused(part: str) -> None:
    assert f"its part {part} is damaged (nested too deep)" in refusal(
        zipped({**workbook().parts(), part: nested(100_000)})
    )


def test_many_elements_side_by_side_are_not_deep() -> None:
    for beside, before in ((20_000, 0), (0, 20_000)):
        assert not is_too_deep(nested(DEEPEST - 1, beside, before))
        assert is_too_deep(nested(DEEPEST + 1, beside, before))


@pytest.mark.parametrize("damaged", [nested(100_000)[:-4], b"<x>" + b"<a>" * 100_000])
def test_xml_that_is_cut_off_is_as_deep_as_it_goes(damaged: bytes) -> None:
    assert is_too_deep(damaged)
    assert not is_too_deep(nested(DEEPEST - 1, beside=20_000)[:-4])
