"""The bytes of a VBA project, against the examples of the specifications and two independent readers."""

from __future__ import annotations

import io

import olefile
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vba.macro_books import standard
from tests.vba.vba_reading import decompressed, streams
from xladdin.errors import WorkbookError
from xladdin.files.compound_file import Storage, compound_file
from xladdin.vba.project import compress, encrypted, read_project, vba_project
from xladdin.vba.project import decompressed as decompress

COMPRESSION_EXAMPLES = {
    # [MS-OVBA] 3.2.1 No Compression Example
    b"abcdefghijklmnopqrstuv.": (
        "01 19 B0 00 61 62 63 64 65 66 67 68 00 69 6A 6B 6C 6D 6E 6F 70 00 71 72 73 74 75 76 2E"
    ),
    # [MS-OVBA] 3.2.2 Normal Compression Example
    b"#aaabcdefaaaaghijaaaaaklaaamnopqaaaaaaaaaaaarstuvwxyzaaa": (
        "01 2F B0 00 23 61 61 61 62 63 64 65 82 66 00 70 61 67 68 69 6A 01 38 08 61 6B 6C 00 20 6D 6E 6F 70 06 71 02 "
        "70 04 00 72 73 74 75 76 10 77 78 79 7A 00 2C"
    ),
    # [MS-OVBA] 3.2.3 Maximum Compression Example
    b"a" * 73: "01 03 B0 02 61 45 00",
}


@pytest.mark.parametrize(("text", "compressed"), COMPRESSION_EXAMPLES.items())
def test_compression_gives_the_specifications_examples(text: bytes, compressed: str) -> None:
    assert compress(text) == bytes.fromhex(compressed)


@given(
    st.lists(st.sampled_from([b"a", b"ab", b"Dim ", b"    ", b"\r\n", b"xyzzy" * 9, b"\xe9"]), min_size=1, max_size=900)
)
def test_any_repetitive_text_comes_back(words: list[bytes]) -> None:
    text = b"".join(words)
    assert decompressed(compress(text)) == text


def test_protection_gives_the_specifications_example() -> None:
    # [MS-OVBA] 3.1.6: ID="{917DED54-440B-4FD1-A5C1-74ACF261E600}" CMG="0705D8E3D8EDDBF1DBF1DBF1DBF1"
    # DPB="0E0CD1ECDFF4E7F5E7F5E7" GC="1517CAF1D6F9D7F9D706"
    project = "{917DED54-440B-4FD1-A5C1-74ACF261E600}"
    assert encrypted(bytes(4), project, 0x07, 7) == "0705D8E3D8EDDBF1DBF1DBF1DBF1"
    assert encrypted(b"\x00", project, 0x0E, 7) == "0E0CD1ECDFF4E7F5E7F5E7"
    assert encrypted(b"\xff", project, 0x15, 7) == "1517CAF1D6F9D7F9D706"


SIZES = [0, 1, 63, 64, 65, 511, 512, 513, 4095, 4096, 4097, 9000]


@given(st.dictionaries(st.text("abcXYZ_019", min_size=1, max_size=31), st.sampled_from(SIZES), max_size=40))
def test_any_names_and_sizes_come_back(sizes: dict[str, int]) -> None:
    names = {name.upper(): name for name in sizes}.values()  # names differ in more than case
    content = {name: b"z" * sizes[name] for name in names}
    assert streams(compound_file(content)) == content


def test_the_header_maps_109_sectors_of_the_table_and_no_more() -> None:
    """[MS-CFB] 2.2: the header holds the first 109 places of FAT sectors. A sector maps itself and 127 others."""
    largest = 109 * 127 - 1  # the directory takes one
    content = {"big": b"b" * (largest * 512)}
    assert streams(compound_file(content)) == content
    with pytest.raises(ValueError, match="too many"):
        compound_file({"big": b"b" * (largest * 512 + 1)})


def test_each_sibling_is_found_as_excel_looks_for_it() -> None:
    """[MS-CFB] 2.6.4: siblings form a binary search tree, first by length of name, then by capitals."""
    names = [*"baDC", "PROJECT", "VBA_", "sheet10", "Sheet2", *(f"Module{number}" for number in range(30))]
    with olefile.OleFileIO(io.BytesIO(compound_file(dict.fromkeys(names, b"x")))) as file:
        entries = file.direntries
        for name in names:
            place = entries[0].sid_child
            while entries[place].name != name:
                here, wanted = entries[place].name, name
                smaller = (len(wanted), wanted.upper()) < (len(here), here.upper())
                place = entries[place].sid_left if smaller else entries[place].sid_right
                assert place != olefile.NOSTREAM, f"{name} is not found"


@pytest.mark.parametrize(
    ("content", "message"),
    [({"n" * 32: b""}, "at most 31 characters"), ({"big": bytes(8_000_000)}, "too many")],
    ids=["long name", "large"],
)
def test_what_a_compound_file_cannot_hold_is_refused(content: Storage, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        compound_file(content)


@pytest.mark.parametrize(
    ("container", "text"),
    [
        *((bytes.fromhex(compressed), text) for text, compressed in COMPRESSION_EXAMPLES.items()),
        (b"\x01\xff\x3f" + b"as it is" * 512 + compress(b"a" * 73)[1:], b"as it is" * 512 + b"a" * 73),
        (b"\x00" + compress(b"a" * 73)[1:], None),
        (bytes.fromhex("01 03 B0 02 61 45 10"), None),  # a copy from before the beginning
    ],
)
def test_containers_of_others_are_read(container: bytes, text: bytes | None) -> None:
    """Excel stores as it is what does not compress."""
    if text is None:
        with pytest.raises(ValueError):
            decompress(container)
    else:
        assert decompress(container) == text


PROJECT = vba_project([standard("Macros", "' of the club"), standard("More", "'" * 5000)])


def test_modules_and_forms_are_named() -> None:
    content = streams(PROJECT)
    content["PROJECT"] = b"BaseClass=Box\r\n" + content["PROJECT"]
    sources, forms = read_project(compound_file(_nested(content)))
    assert (set(sources), forms) == ({"Macros", "More"}, ["Box"])
    assert sources["More"].endswith("'" * 5000 + "\r\n")


def _nested(content: dict[str, bytes]) -> Storage:
    inner = {name.removeprefix("VBA/"): data for name, data in content.items() if name.startswith("VBA/")}
    return {**{name: data for name, data in content.items() if not name.startswith("VBA/")}, "VBA": inner}


@pytest.mark.parametrize("end", [0, 600, 3000])
def test_a_project_that_was_cut_off_is_refused(end: int) -> None:
    with pytest.raises(WorkbookError, match="does not know"):
        read_project(PROJECT[:end])
