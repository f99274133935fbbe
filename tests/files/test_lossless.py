"""What a recalculation does not own comes back byte for byte, from every workbook and from every program."""

from __future__ import annotations

import io
import re
import struct
import zipfile
from pathlib import Path
from unittest import mock
from xml.etree.ElementTree import canonicalize

import pytest

import xladdin
from tests.files.patched_sheet import inside, parsed
from tests.files.stuffed_workbook import STUFFING, stuff
from tests.fuzz.targets import opened
from tests.helpers.clubs import NOW, book_of, random_tables, recalc_club
from tests.helpers.files.raw_workbook import RawSheet, RawWorkbook, table_xml, unzip_parts
from tests.helpers.programs.ooxml import validate_workbook
from xladdin import XladdinError
from xladdin.cells import CellBlock
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.package import Package, parse_tree, serialize_tree
from xladdin.files.workbook_writer import find_chart_part, write_blocks
from xladdin.languages import ENGLISH_LANGUAGE
from xladdin.recalc import recalculate_workbook as computed
from xladdin.reports.rating_history import define_history_report
from xladdin.reports.report import CHAMPIONSHIP, CROSSTABLE, SCOREBOARD, STANDINGS
from xladdin.workbook.report_sheets.rendering import build_live_cells
from xladdin.workbook.schema import PLAYER

SYSTEM = "mississauga"
ENDS = re.compile(rb"<max [^<>]*/>|<min [^<>]*/>|<majorUnit [^<>]*/>")


@pytest.fixture(scope="module")
def stuffed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stuffed")
    plain = book_of(SYSTEM, folder, random_tables(SYSTEM, games=60, players=12, seed=1), suffix=".xlsm")
    return stuff(plain, folder / "stuffed.xlsm")


@pytest.fixture(scope="module")
def recalculated_stuffed(stuffed: Path) -> Path:
    path = stuffed.with_name("recalculated.xlsm")
    path.write_bytes(stuffed.read_bytes())
    assert not recalc_club(path).problems
    return path


def written(file: ClubFile, *blocks: CellBlock) -> ClubFile:
    stream = io.BytesIO()
    write_blocks(file, blocks, stream)
    return ClubFile(file.path, Package(stream.getvalue(), "written"))


def test_every_part_that_is_not_owned_stays(stuffed: Path, recalculated_stuffed: Path) -> None:
    before, after = unzip_parts(stuffed), unzip_parts(recalculated_stuffed)
    assert list(after) == list(before)
    changed = {name for name, old in before.items() if old != after[name]}
    outcome = computed(open_club_file(stuffed), NOW)
    assert outcome.axes is not None
    chart = find_chart_part(open_club_file(stuffed), outcome.axes.sheet, outcome.axes.chart)
    assert chart and ENDS.sub(b"", after[chart]) == before[chart] != after[chart]
    owned = {chart, *(open_club_file(stuffed).sheets[block.sheet] for block in outcome.blocks)}
    assert "xl/worksheets/sheet3.xml" in changed
    assert changed <= owned | {"xl/workbook.xml"}
    stuffing = {path.relative_to(STUFFING).as_posix() for path in STUFFING.rglob("*") if path.is_file()}
    assert len(stuffing) == 22
    assert stuffing | {"xl/vbaProject.bin", "xl/styles.xml"} <= after.keys() - changed
    assert validate_workbook(stuffed) == validate_workbook(recalculated_stuffed) == []


def test_the_workbook_s_part_keeps_all_but_the_order_to_compute_and_what_our_blocks_cover(
    stuffed: Path, recalculated_stuffed: Path
) -> None:
    """It keeps print areas, names, views and extensions. A sheet with its first row is shown."""
    old, new = (unzip_parts(path)["xl/workbook.xml"] for path in (stuffed, recalculated_stuffed))
    assert old.count(b"_xlnm.Print_Area") > 5
    assert b"<extLst>" in old
    assert b"fullCalcOnLoad" not in old
    blocks = re.compile(rb'(<definedName name="report_\w+"[^<>]*>)[^<]*')
    assert blocks.findall(old)
    old = re.sub(rb'(<sheet name="Season report" [^<>]*?) state="hidden"', rb"\1", old)
    titles = re.compile(rb'<definedName name="_xlnm.Print_Titles"[^<>]*>[^<]*</definedName>')
    assert set(titles.findall(new)) < set(titles.findall(old))  # those of lists on a single page go
    old, new = titles.sub(b"", old), titles.sub(b"", new)
    assert blocks.sub(rb"\1", new) == blocks.sub(rb"\1", old).replace(b"<calcPr", b'<calcPr fullCalcOnLoad="1"')


def test_an_owned_sheet_keeps_all_but_its_computed_cells(stuffed: Path, recalculated_stuffed: Path) -> None:
    old, new = unzip_parts(stuffed), unzip_parts(recalculated_stuffed)
    file = open_club_file(stuffed)
    blocks = computed(file, NOW).blocks
    assert len(blocks) > 5
    for sheet in {block.sheet for block in blocks}:
        part = file.sheets[sheet]
        owned = {
            (block.row + down, block.column + right)
            for block in blocks
            if block.sheet == sheet
            for right, values in enumerate(block.columns)
            for down in range(len(values))
        }
        if sheet == "Rating history":
            owned |= {
                cell[:2] for cell in build_live_cells(define_history_report(xladdin.system(SYSTEM)), ENGLISH_LANGUAGE)
            }
        assert around(sheet, new[part]) == around(sheet, old[part])
        before, rows_before = parsed(old[part].decode())
        after, rows_after = parsed(new[part].decode())
        if sheet == PLAYER:  # beside whose look-ups no value of before is left
            owned |= {position for position, cell in before.items() if cell.find("{*}f") is not None}
        for position in (before.keys() | after.keys()) - owned:
            assert inside([after[position]]) == inside([before[position]])
        for number, row in rows_before.items():
            assert rows_after[number].attrib == row.attrib
        for position in owned & before.keys() & after.keys():
            assert after[position].get("s") == before[position].get("s")
            if (formula := before[position].find("{*}f")) is not None:
                assert inside([after[position].find("{*}f")]) == inside([formula])


def around(sheet: str, xml: bytes) -> list[bytes]:
    """Return what stands around the rows of a sheet, without its extent and what we decide of its pages on paper."""
    head, _, rest = xml.partition(b"<sheetData>")
    tail = re.sub(rb"<(row|col)Breaks .*?</\1Breaks>", b"", rest.partition(b"</sheetData>")[2])
    if sheet in (CROSSTABLE, STANDINGS, SCOREBOARD, CHAMPIONSHIP):
        tail = re.sub(rb' (?:scale|orientation|fitTo[A-Za-z]+)="[0-9a-z]+"', b"", tail)
        head = re.sub(rb'(<pageSetUpPr fitToPage=")[^"]*', rb"\1", head)
    return [re.sub(rb'(<dimension ref=")[^"]*', rb"\1", head), tail]


def games(reference: str, rows: str = "", attributes: str = "") -> RawWorkbook:
    table = table_xml("Games", reference, ("Score", "Change"), attributes)
    heading = '<row r="1"><c r="A1" t="str"><v>Score</v></c><c r="B1" t="str"><v>Change</v></c></row>'
    return RawWorkbook({"Games": RawSheet(heading + rows, tables=(table,))})


@pytest.mark.parametrize(
    ("block", "message"),
    [
        (CellBlock("Gmaes", 2, 2, ([1],)), "it has no sheet Gmaes"),
        (CellBlock("Games", 2, 2, ([1],), {}, "Gmaes"), "it has no table Gmaes"),
        (CellBlock("Games", 1_048_576, 2, ([1, 2],)), "no room for B1048576:B1048577"),
        (CellBlock("Games", 2, 2, ([1, 2, 3],), {}, "Games"), "totals row"),
        (CellBlock("Games", 2, 5, (["x" * 32_768],)), "Sheet Games: "),
    ],
)
def test_what_cannot_be_written_is_refused_by_name(block: CellBlock, message: str) -> None:
    with pytest.raises(XladdinError, match=message):
        written(opened(games("A1:B3", attributes=' totalsRowCount="1"').data()), block)


def test_archives_of_every_make_are_copied() -> None:
    """Sizes may follow the content, as from a server, and members may be folders, or stored without compression."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive, mock.patch.object(archive, "_seekable", False):
        for number, (name, content) in enumerate(games("A1:B3").parts().items()):
            info = zipfile.ZipInfo(name, (2026, 1, 7, 19, 30, 0))
            info.compress_type = zipfile.ZIP_STORED if number % 2 else zipfile.ZIP_DEFLATED
            info.comment, info.extra = b"told", b"\xff\xff\x02\x00ab"
            archive.writestr(info, content)
        archive.writestr("xl/", b"")
        archive.writestr("xl/Grüße.txt", b"text of people")
        assert archive.infolist()[-1].flag_bits & 8
    file = opened(stream.getvalue())
    result = written(file, CellBlock("Games", 2, 1, ([1],), {}, "Games"))  # a table grows, but never shrinks
    assert list(result.package.members) == list(file.package.members)
    with zipfile.ZipFile(io.BytesIO(result.package.data)) as archive:
        assert archive.testzip() is None
    changed = {name for name in file.package.members if file.package.read(name) != result.package.read(name)}
    assert changed == {"xl/worksheets/sheet1.xml", "xl/workbook.xml"}
    for name in file.package.members.keys() - changed:
        assert bytes(result.package.read_compressed(name)) == bytes(file.package.read_compressed(name))
    for name, member in result.package.members.items():
        flags, checksum, packed, size = struct.unpack_from("<6xH6xIII", result.package.data, member.header_offset)
        assert not flags & 8
        assert (checksum, packed, size) == (member.CRC, member.compress_size, member.file_size), name


AWKWARD = b"""<?xml version="1.0" encoding="UTF-8"?><!-- before --><x:a xmlns:x="urn:main" xmlns:unused="u"
 xmlns:mc="m" mc:Ignorable="unused" said="two&#10;lines&#9;&quot;&lt;&amp;'"><?run it?><x:b>1 &lt; 2&#13;
</x:b><!-- < --><![CDATA[3 & 4]]><x:c/> tail</x:a><!-- after -->"""


def test_a_part_that_is_edited_as_a_tree_says_the_same_to_the_last_prefix() -> None:
    tree = serialize_tree(parse_tree(AWKWARD))
    for with_comments in (True, False):
        assert canonicalize(tree, with_comments=with_comments) == canonicalize(AWKWARD, with_comments=with_comments)
    for piece in (b'xmlns:unused="u"', b"two&#10;lines&#9;", b"&#13;", b"<![CDATA[3 & 4]]>", b"<x:c/>", b"<?run it?>"):
        assert piece in tree
