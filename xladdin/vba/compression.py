"""The compression of source text in a VBA project: [MS-OVBA] 2.4.1."""

import struct
from collections import defaultdict

CHUNK = 4096
SHORTEST_COPY = 3


def compress(data: bytes) -> bytes:
    """Return a CompressedContainer that holds `data`.

    It compresses every chunk. [MS-OVBA] allows a raw one if compression makes it longer, but Excel loads no source from
    it. That does not happen to program text. Other data raises ValueError.
    """
    return b"\x01" + b"".join(_compressed_chunk(data[at : at + CHUNK]) for at in range(0, len(data), CHUNK))


def _compressed_chunk(chunk: bytes) -> bytes:
    tokens = _tokens(chunk)
    body = bytearray()
    for start in range(0, len(tokens), 8):
        sequence = tokens[start : start + 8]
        body.append(sum(1 << bit for bit, token in enumerate(sequence) if len(token) == 2))
        body += b"".join(sequence)
    if len(body) > CHUNK:
        raise ValueError("data without repetition cannot be stored in a VBA project: only program text can")
    # 2.4.1.1.5: flag 1 (compressed), signature 0b011, and the size of header and body less 3.
    return struct.pack("<H", 0xB000 | len(body) - 1) + body


def _tokens(chunk: bytes) -> list[bytes]:
    """Literal tokens of one byte and copy tokens of two, for a whole chunk."""
    tokens: list[bytes] = []
    seen: defaultdict[bytes, list[int]] = defaultdict(list)
    at = 0
    while at < len(chunk):
        offset_bits = max((at - 1).bit_length(), 4)  # 2.4.1.3.19.1 CopyToken Help
        longest = min((0xFFFF >> offset_bits) + SHORTEST_COPY, len(chunk) - at)
        start, length = _match(chunk, at, seen[chunk[at : at + SHORTEST_COPY]], longest)
        if length >= SHORTEST_COPY:
            tokens.append(struct.pack("<H", at - start - 1 << 16 - offset_bits | length - SHORTEST_COPY))
        else:
            length = 1
            tokens.append(chunk[at : at + 1])
        for passed in range(at, at + length):
            seen[chunk[passed : passed + SHORTEST_COPY]].append(passed)
        at += length
    return tokens


def _match(chunk: bytes, at: int, candidates: list[int], longest: int) -> tuple[int, int]:
    """Return the start and length of the longest repetition, the nearest of equals: 2.4.1.3.19.4 Matching."""
    best, length = 0, 0
    for start in reversed(candidates):
        if length == longest:
            break
        if chunk[start + length] != chunk[at + length]:
            continue
        here = 0
        while here < longest and chunk[start + here] == chunk[at + here]:
            here += 1
        if here > length:
            best, length = start, here
    return best, length


def decompressed(container: bytes) -> bytes:
    """Return the content of a CompressedContainer: 2.4.1.3. Raise ValueError or IndexError if it is damaged."""
    if container[:1] != b"\x01":
        raise ValueError("no compressed container")
    text, at = bytearray(), 1
    while at < len(container):
        (header,) = struct.unpack_from("<H", container, at)
        end, start = min(at + (header & 0xFFF) + 3, len(container)), len(text)
        at += 2
        if not header & 0x8000:
            text += container[at : at + CHUNK]
            at = end
            continue
        while at < end:
            flags = container[at]
            at += 1
            for bit in range(8):
                if at >= end:
                    break
                if not flags >> bit & 1:
                    text.append(container[at])
                    at += 1
                    continue
                (token,) = struct.unpack_from("<H", container, at)
                at += 2
                offset_bits = max((len(text) - start - 1).bit_length(), 4)
                back = (token >> 16 - offset_bits) + 1
                if back > len(text):
                    raise ValueError("a copy of what is not there")
                for _ in range((token & 0xFFFF >> offset_bits) + SHORTEST_COPY):
                    text.append(text[-back])
    return bytes(text)
