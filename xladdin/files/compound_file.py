"""Write and read compound files ([MS-CFB]), the format of the VBA project in a workbook."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Union

# The streams (bytes) and storages in a storage, by name. They correspond to files and folders.
Storage = Mapping[str, Union[bytes, "Storage"]]

# The first bytes of every compound file.
MAGIC = bytes.fromhex("D0CF11E0A1B11AE1")
SECTOR = 512
MINI_SECTOR = 64
MINI_STREAM_CUTOFF = 4096
SECTORS_PER_FAT = SECTOR // 4
FATS_IN_HEADER = 109

END_OF_CHAIN, FAT_SECTOR = 0xFFFFFFFE, 0xFFFFFFFD
FREE = b"\xff\xff\xff\xff"

ENTRY = 128
STORAGE, STREAM, ROOT = 1, 2, 5
BLACK = 1
NO_STREAM = 0xFFFFFFFF
EMPTY_ENTRY = struct.pack("<68xIII48x", NO_STREAM, NO_STREAM, NO_STREAM)


def build_compound_file(root: Storage) -> bytes:
    """Build the bytes of a compound file. Equal contents give equal bytes.

    Raises:
        ValueError: A name has more than 31 characters, or the contents have more than 6.8 MB, the most that the header
            can map without DIFAT sectors.
    """
    entries = _build_directory(root)
    mini_stream, mini_fat = _build_mini_stream(entries)
    entries[0].data = mini_stream
    large = [entry for entry in entries if entry.kind == STREAM and not entry.is_small]

    directory_size, mini_fat_size = len(entries) * ENTRY, len(mini_fat) * 4
    sizes = [directory_size, mini_fat_size, len(mini_stream), *(len(entry.data) for entry in large)]
    sectors = sum(-(-size // SECTOR) for size in sizes)
    fats = -(-sectors // (SECTORS_PER_FAT - 1))  # a sector of the FAT maps itself too
    if fats > FATS_IN_HEADER:
        raise ValueError(f"{sectors * SECTOR} bytes are too many for a compound file without DIFAT sectors")

    fat = [FAT_SECTOR] * fats
    starts = []
    for size in sizes:
        starts.append(len(fat) if size else END_OF_CHAIN)
        fat += _build_chain(len(fat), size, SECTOR)
    for entry, start in zip([entries[0], *large], starts[2:], strict=True):
        entry.start = start
    parts = [
        _build_header(fats, starts[0], starts[1], -(-mini_fat_size // SECTOR)),
        _pad(_pack_integers(fat), SECTOR, FREE),
        _pad(b"".join(entry.pack() for entry in entries), SECTOR, EMPTY_ENTRY),
        _pad(_pack_integers(mini_fat), SECTOR, FREE),
        _pad(mini_stream, SECTOR),
        *(_pad(entry.data, SECTOR) for entry in large),
    ]
    return b"".join(parts)


def _build_header(fats: int, directory: int, mini_fat: int, mini_fat_sectors: int) -> bytes:
    """Return the header ([MS-CFB] 2.2).

    `fats` is the number of sectors of the FAT. `directory` and `mini_fat` are the first sectors of these streams.
    """
    fields = struct.pack(
        "<8s16xHHHHH6xIIIIIIIII",
        MAGIC,
        0x003E,  # minor version
        3,  # major version
        0xFFFE,  # little-endian
        9,  # 2**9 bytes a sector
        6,  # 2**6 bytes a mini sector
        0,  # directory sectors, which version 3 does not count
        fats,
        directory,
        0,  # transactions
        MINI_STREAM_CUTOFF,
        mini_fat,
        mini_fat_sectors,
        END_OF_CHAIN,  # the first DIFAT sector: there is none
        0,
    )
    return fields + _pack_integers(range(fats)) + FREE * (FATS_IN_HEADER - fats)


@dataclass
class _Entry:
    """An entry of the directory ([MS-CFB] 2.6): its links in the tree of siblings, and the first sector of its data."""

    name: str
    kind: int
    data: bytes = b""
    start: int = 0
    left: int = NO_STREAM
    right: int = NO_STREAM
    child: int = NO_STREAM

    @property
    def is_small(self) -> bool:
        """Whether a stream is stored in the mini stream."""
        return len(self.data) < MINI_STREAM_CUTOFF

    def pack(self) -> bytes:
        name = self.name.encode("utf-16-le") + b"\0\0"
        if len(name) > 64:
            raise ValueError(f"the name {self.name!r} is too long for a compound file: at most 31 characters")
        # By 2.6.4, any binary tree is a valid red-black tree if all nodes are black. CLSID, state and times are 0.
        fields = (len(name), self.kind, BLACK, self.left, self.right, self.child)
        return struct.pack("<64sHBBIII36xIQ", name, *fields, self.start, len(self.data))


def _build_directory(root: Storage) -> list[_Entry]:
    """Return the directory entries of a tree of storages, the root first."""
    entries = [_Entry("Root Entry", ROOT)]

    def add_storage(storage: Storage) -> int:
        indices = []
        for name, content in sorted(storage.items(), key=lambda item: _make_sibling_key(item[0])):
            indices.append(len(entries))
            if isinstance(content, bytes):
                entries.append(_Entry(name, STREAM, content))
            else:
                entries.append(_Entry(name, STORAGE))
                entries[indices[-1]].child = add_storage(content)
        return balance(indices)

    def balance(indices: Sequence[int]) -> int:
        if not indices:
            return NO_STREAM
        middle = len(indices) // 2
        entry = entries[indices[middle]]
        entry.left, entry.right = balance(indices[:middle]), balance(indices[middle + 1 :])
        return indices[middle]

    entries[0].child = add_storage(root)
    return entries


def _build_mini_stream(entries: Sequence[_Entry]) -> tuple[bytes, list[int]]:
    """Concatenate all small streams, and return the mini stream with the allocation table of its sectors."""
    stream = b""
    table: list[int] = []
    for entry in entries:
        if entry.kind == STREAM and entry.is_small:
            entry.start = len(table) if entry.data else END_OF_CHAIN
            table += _build_chain(len(table), len(entry.data), MINI_SECTOR)
            stream += _pad(entry.data, MINI_SECTOR)
    return stream, table


def _make_sibling_key(name: str) -> tuple[int, str]:
    """Return the key for the order of siblings: by length, then by capital letters ([MS-CFB] 2.6.4)."""
    return len(name), name.upper()


def _build_chain(first: int, size: int, sector: int) -> list[int]:
    """Return the entries of an allocation table for `size` bytes from sector `first` on."""
    count = -(-size // sector)
    return [*range(first + 1, first + count), END_OF_CHAIN] if count else []


def _pack_integers(values: Iterable[int]) -> bytes:
    return b"".join(struct.pack("<I", value) for value in values)


def _pad(data: bytes, size: int, filler: bytes = b"\0") -> bytes:
    return data + filler * (-len(data) % size // len(filler))


class CompoundFile:
    """Reader of a compound file that any program may have written.

    Damaged files, including those with circular chains of sectors, raise ValueError, IndexError or struct.error.
    """

    def __init__(self, data: bytes) -> None:
        if not data.startswith(MAGIC):
            raise ValueError("no compound file")
        self._data = data
        self._sector, self._mini = (1 << power for power in struct.unpack_from("<HH", data, 30))
        first_directory, first_mini_fat = struct.unpack_from("<I", data, 48)[0], struct.unpack_from("<I", data, 60)[0]
        size = len(data) // self._sector + 1
        fats = [number for number in struct.unpack_from(f"<{FATS_IN_HEADER}I", data, 76) if number < size]
        self._fat = [
            entry for number in fats for entry in struct.unpack(f"<{self._sector // 4}I", self._read_sector(number))
        ]
        directory = self._read_chain(first_directory)
        mini_fat = self._read_chain(first_mini_fat)
        self._mini_fat = struct.unpack(f"<{len(mini_fat) // 4}I", mini_fat)
        self._entries = [directory[start : start + ENTRY] for start in range(0, len(directory), ENTRY)]
        self._mini_stream = self._read_chain(struct.unpack_from("<I", self._entries[0], 116)[0])

    def find_stream(self, *names: str) -> bytes | None:
        """Return the first stream with one of these names, in any storage and in any case, or None."""
        keys = [name.lower() for name in names]
        return next((self._read_content(entry) for entry in self._entries
                     if entry[66] == STREAM and _read_entry_name(entry).lower() in keys), None)  # fmt: skip

    def _read_sector(self, number: int) -> bytes:
        return self._data[(number + 1) * self._sector : (number + 2) * self._sector]

    def _read_chain(self, start: int) -> bytes:
        return b"".join(map(self._read_sector, _follow_chain(start, self._fat)))

    def _read_content(self, entry: bytes) -> bytes:
        start, length = struct.unpack_from("<II", entry, 116)
        if not length:
            return b""
        if length >= MINI_STREAM_CUTOFF:
            content = self._read_chain(start)
        else:
            mini, stream = self._mini, self._mini_stream
            content = b"".join(
                stream[index * mini : (index + 1) * mini] for index in _follow_chain(start, self._mini_fat)
            )
        if len(content) < length:
            raise ValueError("it is incomplete")
        return content[:length]


def _read_entry_name(entry: bytes) -> str:
    return entry[: max(struct.unpack_from("<H", entry, 64)[0] - 2, 0)].decode("utf-16-le")


def _follow_chain(start: int, table: Sequence[int]) -> Iterator[int]:
    for _ in range(len(table) + 1):
        if start >= END_OF_CHAIN - 1:
            return
        yield start
        start = table[start]
    raise ValueError("a chain without end")
