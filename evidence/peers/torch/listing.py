"""What Python's own pickletools says of the pickles in PyTorch files: the oracle of the lexer.

    python listing.py FILE …            one row per pickle: file, member, offset, opcodes, CRC-32 of the listing
    python listing.py --print FILE …    the listings: offset, opcode, argument

Arguments: integers in decimal, floating-point numbers as the hexadecimal digits of their bits, texts and bytes in hexadecimal (texts in
UTF-8, with lone surrogates in three bytes), `GLOBAL` and `INST` with a space between module and name.
"""

from __future__ import annotations

import io
import pathlib
import pickletools
import struct
import sys
import tarfile
import zipfile
import zlib


def shown(arg: object) -> str:
    if arg is None:
        return ""
    if isinstance(arg, float):
        return " " + struct.pack(">d", arg).hex()
    if isinstance(arg, (bytes, bytearray)):
        return " " + bytes(arg).hex()
    if isinstance(arg, str):
        return " " + arg.encode("utf-8", "surrogatepass").hex()
    return f" {int(arg)}"


def listing(stream: io.BytesIO) -> list[str]:
    base = stream.tell()
    rows = []
    for opcode, arg, at in pickletools.genops(stream):
        # Byte strings of Python 2 are shown as Latin-1, and mean bytes.
        if opcode.name in ("BINSTRING", "SHORT_BINSTRING", "STRING"):
            arg = arg.encode("latin-1")
        rows.append(f"{at - base} {opcode.name}{shown(arg)}")
    return rows


def pickles(path: pathlib.Path):
    """The pickles of a file: member, offset, stream at that offset."""
    data = path.read_bytes()
    if data.startswith(b"PK"):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name.endswith(("pkl", ".pickle")):
                    with archive.open(name) as member:
                        # `torch.save` can leave checksums out, and PyTorch compares none.
                        member._expected_crc = None
                        yield name.split("/", 1)[-1], 0, io.BytesIO(member.read())
    elif data[257:262] == b"ustar":
        with tarfile.open(path) as archive:
            for name in ("pickle", "sys_info"):
                yield name, 0, io.BytesIO(archive.extractfile(name).read())
    elif path.suffix == ".pkl":
        yield "", 0, io.BytesIO(data)
    else:
        # The format before 1.6: five pickles one after the other.
        stream = io.BytesIO(data)
        for _ in range(5):
            at = stream.tell()
            yield "", at, stream


def main() -> None:
    full = sys.argv[1] == "--print"
    for name in sys.argv[2 if full else 1 :]:
        path = pathlib.Path(name)
        for member, at, stream in pickles(path):
            rows = listing(stream)
            if full:
                print(*rows, sep="\n")
                continue
            crc = zlib.crc32("".join(row + "\n" for row in rows).encode())
            print(path.name, member, at, len(rows), f"{crc:08x}", sep="\t")


if __name__ == "__main__":
    main()
