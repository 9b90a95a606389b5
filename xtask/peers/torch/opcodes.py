"""Which opcodes of pickles the readers of a PyTorch release know.

    python opcodes.py FILE.pt        one row per opcode: name, `yes` or `no` for the TorchScript reader and for the weights-only reader

FILE.pt is a scripted module: its `constants.pkl` is replaced by pickles that have the opcode, and each is loaded in a child process,
because some of them crash the reader. What counts is whether the reader says that it does not know the opcode.
"""

import io
import os
import pickletools
import struct
import sys
import tempfile
import zipfile

import torch
from torch import _weights_only_unpickler as weights_only

# What stands before the opcode, so that there is something on the stack and in the memo; and arguments.
BEFORE = b"\x80\x02]q\x00]}(NN"
ARGUMENTS = {
    "decimalnl_short": b"0\n", "decimalnl_long": b"0L\n", "stringnl": b"'a'\n", "stringnl_noescape": b"a\n", "stringnl_noescape_pair": b"collections\nOrderedDict\n",
    "unicodestringnl": b"a\n", "floatnl": b"1.0\n", "float8": struct.pack(">d", 1), "uint1": b"\x00", "uint2": b"\x01\x00", "int4": b"\x01\0\0\0", "uint4": b"\0\0\0\0",
    "uint8": bytes(8), "long1": b"\x08" + bytes(8), "long4": b"\x08\0\0\0" + bytes(8), "string1": b"\x01a", "string4": b"\x01\0\0\0a", "bytes1": b"\x01a", "bytes4": b"\x01\0\0\0a",
    "bytes8": b"\x01" + bytes(7) + b"a", "bytearray8": b"\x01" + bytes(7) + b"a", "unicodestring1": b"\x01a", "unicodestring4": b"\x01\0\0\0a", "unicodestring8": b"\x01" + bytes(7) + b"a",
}  # fmt: skip


class Bare(weights_only.Unpickler):
    def persistent_load(self, key):
        return key


def knows(load, says: str) -> bool:
    """Whether loading does not end with the error that an opcode is unknown."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        text = ""
        try:
            load()
        except BaseException as error:
            text = str(error)
        os.write(write, b"unknown" if says in text else b"known")
        os._exit(0)
    os.close(write)
    answer = os.read(read, 16)
    os.close(read)
    os.waitpid(child, 0)
    # A crash comes of an opcode that it knows.
    return answer != b"unknown"


def main() -> None:
    with zipfile.ZipFile(sys.argv[1]) as archive:
        records = {name: archive.read(name) for name in archive.namelist()}
    constants = next(name for name in records if name.endswith("/constants.pkl"))
    for opcode in pickletools.opcodes:
        code = opcode.code.encode("latin-1")
        program = BEFORE + code + (ARGUMENTS[opcode.arg.name] if opcode.arg else b"") + b"."
        if opcode.name == "PROTO":
            program = b"\x80\x02N."
        with tempfile.NamedTemporaryFile(suffix=".pt") as file:
            with zipfile.ZipFile(file, "w") as archive:
                for name, data in records.items():
                    archive.writestr(name, program if name == constants else data)
            file.flush()
            script = knows(lambda name=file.name: torch.jit.load(name), "Unknown opcode for unpickling")
        weights = knows(lambda program=program: Bare(io.BytesIO(program)).load(), "Unsupported operand")
        print(opcode.name, "yes" if script else "no", "yes" if weights else "no", sep="\t", flush=True)


if __name__ == "__main__":
    main()
