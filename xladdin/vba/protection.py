"""The data encryption of the protection lines in a PROJECT stream: [MS-OVBA] 2.4.3.

It keeps no secret: a project without a password still has to state its protection in this form.
"""

VERSION = 2


def encrypted(data: bytes, project_id: str, seed: int, ignored: int) -> str:
    """`data` as the hexadecimal digits of an Encrypted Data Structure (2.4.3.1).

    `project_id` is the CLSID of the project with its braces. `seed` and `ignored` may be any bytes. `ignored` fills the
    bytes that a reader skips.
    """
    key = sum(project_id.encode("ascii")) & 0xFF
    result = [seed, seed ^ VERSION, seed ^ key]
    last_plain = key
    skipped = bytes([ignored] * ((seed & 6) // 2))
    for plain in skipped + len(data).to_bytes(4, "little") + data:
        result.append(plain ^ (result[-2] + last_plain & 0xFF))
        last_plain = plain
    return bytes(result).hex().upper()
