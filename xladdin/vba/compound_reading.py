"""A compound file of any program read back: [MS-CFB]. Damaged ones raise ValueError, IndexError or struct.error. It
follows no chain of sectors in a circle."""

import struct
from collections.abc import Iterator, Sequence

from xladdin.vba.compound import END_OF_CHAIN, ENTRY, FATS_IN_HEADER, MAGIC, MINI_STREAM_CUTOFF, STORAGE, STREAM


class CompoundFile:
    """The streams of a compound file."""

    def __init__(self, data: bytes) -> None:
        if not data.startswith(MAGIC):
            raise ValueError("no compound file")
        self._data = data
        self._sector, self._mini = (1 << power for power in struct.unpack_from("<HH", data, 30))
        first_directory, first_mini_fat = struct.unpack_from("<I", data, 48)[0], struct.unpack_from("<I", data, 60)[0]
        size = len(data) // self._sector + 1
        fats = [number for number in struct.unpack_from(f"<{FATS_IN_HEADER}I", data, 76) if number < size]
        self._fat = [entry for number in fats for entry in struct.unpack(f"<{self._sector // 4}I", self._at(number))]
        directory = self._chained(first_directory)
        mini_fat = self._chained(first_mini_fat)
        self._mini_fat = struct.unpack(f"<{len(mini_fat) // 4}I", mini_fat)
        self._entries = [directory[start : start + ENTRY] for start in range(0, len(directory), ENTRY)]
        self._mini_stream = self._chained(struct.unpack_from("<I", self._entries[0], 116)[0])

    def streams(self) -> Iterator[tuple[str, bytes]]:
        """Yield every stream by its path, with "/" between storages."""
        yield from self._walk(struct.unpack_from("<I", self._entries[0], 76)[0], "", set())

    def stream(self, *names: str) -> bytes | None:
        """Return the first stream of one of these names, in any storage and case, or None if there is none."""
        wanted = [name.lower() for name in names]
        return next((self._content(entry) for entry in self._entries
                     if entry[66] == STREAM and _name(entry).lower() in wanted), None)  # fmt: skip

    def _at(self, number: int) -> bytes:
        return self._data[(number + 1) * self._sector : (number + 2) * self._sector]

    def _chained(self, start: int) -> bytes:
        return b"".join(map(self._at, _chain(start, self._fat)))

    def _content(self, entry: bytes) -> bytes:
        start, length = struct.unpack_from("<II", entry, 116)
        if not length:
            return b""
        if length >= MINI_STREAM_CUTOFF:
            content = self._chained(start)
        else:
            mini, stream = self._mini, self._mini_stream
            content = b"".join(stream[at * mini : (at + 1) * mini] for at in _chain(start, self._mini_fat))
        if len(content) < length:
            raise ValueError("it is cut short")
        return content[:length]

    def _walk(self, number: int, path: str, seen: set[int]) -> Iterator[tuple[str, bytes]]:
        if number >= len(self._entries) or number in seen:
            return
        seen.add(number)
        entry = self._entries[number]
        name = _name(entry)
        left, right, child = struct.unpack_from("<III", entry, 68)
        if entry[66] == STREAM:
            yield path + name, self._content(entry)
        elif entry[66] == STORAGE:
            yield from self._walk(child, f"{path}{name}/", seen)
        yield from self._walk(left, path, seen)
        yield from self._walk(right, path, seen)


def _name(entry: bytes) -> str:
    return entry[: max(struct.unpack_from("<H", entry, 64)[0] - 2, 0)].decode("utf-16-le")


def _chain(start: int, table: Sequence[int]) -> Iterator[int]:
    for _ in range(len(table) + 1):
        if start >= END_OF_CHAIN - 1:
            return
        yield start
        start = table[start]
    raise ValueError("a chain without end")
