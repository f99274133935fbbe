"""The fast look through a sheet proves that its XML is well-formed as a parser of the whole sheet would."""

from __future__ import annotations

from xml.parsers import expat

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.helpers.files.raw_workbook import RawSheet, RawWorkbook
from tests.helpers.suite.length import examples
from xladdin.errors import WorkbookError
from xladdin.files.package import Package
from xladdin.files.sheet_reader import WellFormednessChecker

ROWS = """<row r="4" spans="1:13" s="3" customFormat="1" ht="15.75" x14ac:dyDescent="0.25">
<c r="A4" s="38"><v>12799</v></c><c r="B4" t="s"><v>7</v></c><c r="C4"/></row><row r="5" collapsed="false">
<c r="A5" s="1" t="n"><f aca="false">1-2</f><v>-1</v></c><c r="B5" t="str"><f>A4&amp;"é"</f><v>Zoë €</v></c></row>
<row r="6"><c r="B6" s="9" t="inlineStr"><is><t xml:space="preserve"> Łucja &lt;3 </t></is></c>
<c r="J6"><f t="shared" ref="J6:J9" si="0">IF(H6&gt;I6,1,0)</f><v>0</v></c></row><row r="8"></row>"""
SHEET = f'<?xml version="1.0"?>\n<worksheet xmlns="m"><sheetData>{ROWS}</sheetData></worksheet>'.encode()
PACKAGE = Package(RawWorkbook({"Games": RawSheet("")}).data(), "club.xlsx")
PIECES = st.sampled_from(
    (b"<", b">", b"&", b'"', b"'", b"/", b"</row>", b"<row>", b"<c>", b"</c>", b"</v>", b"<v>", b"<!--", b"-->",
     b"]]>", b"<![CDATA[", b"\x00", b"\x01", b"\t", b"\n", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbf\xbf", b"&#1;",
     b"&#10;", b"&amp", b' r="4"', b' s="1"', b' ="', b"<?a?>", b"<a:b/>", "ë".encode(), b"<?xml?>")
)  # fmt: skip
DAMAGE = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), PIECES), max_size=3)


def is_sound(xml: bytes) -> bool:
    parser = expat.ParserCreate()
    try:
        parser.Parse(xml, True)
    except expat.ExpatError:
        return False
    return True


def is_proven(xml: bytes, cuts: int) -> bool:
    size = max(len(xml) // cuts, 1)
    proof = WellFormednessChecker()
    for start in range(0, len(xml), size):
        proof.feed(xml[start : start + size])
    try:
        proof.validate(PACKAGE, "Games")
    except WorkbookError:
        return False
    return True


@settings(max_examples=examples(100))
@given(damage=DAMAGE, cuts=st.integers(1, 9))
@example(damage=[], cuts=1)
@example(damage=[(0.5, 0, b"\xff")], cuts=1)
def test_the_proof_agrees_with_a_parser_of_the_whole(damage: list[tuple[float, int, bytes]], cuts: int) -> None:
    xml = SHEET
    opening, closing = SHEET.index(b"<sheetData>"), len(b"</worksheet>")
    for place, taken, piece in damage:
        at = opening + int(place * (len(xml) - opening - closing))
        xml = xml[:at] + piece + xml[min(at + taken, len(xml) - closing) :]
    assert is_proven(xml, cuts) == is_sound(xml)
