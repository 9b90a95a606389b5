"""Pickles that PyTorch does not write: every opcode, every protocol, and hostile ones.

    python pickles.py OUT_DIR        writes OUT_DIR/sound/*.pkl and OUT_DIR/hostile/*.pkl, and an index.json beside each
"""

from __future__ import annotations

import io
import json
import pathlib
import pickle
import struct
import sys
import tarfile
import zipfile
import zlib

VALUE = {
    "none": None, "true": True, "false": False, "ints": [0, 1, -1, 255, 256, 65535, 65536, -(2**31), 2**31, 2**63 - 1, -(2**63), 2**63, 2**80, -(2**80)],
    "huge": 2**3000, "floats": [0.0, -0.0, 1.5, float("inf"), 1e300], "text": "a\u00e9\u4e2d\U0001f600\n\\u0041\\", "long": "x" * 300,
    "bytes": b"\x00\xff" * 3, "more": b"y" * 300, "array": bytearray(b"abc"), "tuples": [(), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4)], "set": {1}, "frozen": frozenset([2]),
    "complex": 1 + 2j, "lone": "\ud83d", "type": dict,
}  # fmt: skip
VALUE["self"] = [VALUE["ints"], VALUE["ints"]]

P2, P4 = b"\x80\x02", b"\x80\x04"


def short(text: bytes) -> bytes:
    return b"\x8c" + bytes([len(text)]) + text


def carried(pickle: bytes, levels: int) -> bytes:
    """A pickle as the text of one, that as the text of another, and so on."""
    return pickle if levels == 0 else b"X" + struct.pack("<I", len(inner := carried(pickle, levels - 1))) + inner + b"."


# Every opcode, in an order that a machine can run.
ALL = b"".join([
    b"\x80\x05\x95" + struct.pack("<Q", 0), b"(", b"I12\nI01\nL-5L\nJ\xfe\xff\xff\xffK\x07M\x01\x02\x8a\x02\xff\x7f\x8b" + struct.pack("<i", 9) + bytes(8) + b"\x01",
    b"S'a\\x41'\nT" + struct.pack("<i", 2) + b"\xff\x00U\x01zB" + struct.pack("<I", 1) + b"bC\x01c\x8e" + struct.pack("<Q", 1) + b"d\x96" + struct.pack("<Q", 2) + b"ef",
    b"\x97\x98N\x88\x89V\\u00e9\xe9\n\x8c\x01gX" + struct.pack("<I", 1) + b"h\x8d" + struct.pack("<Q", 1) + b"iF-1.5\nG" + struct.pack(">d", 2.5),
    b"]K\x01a(K\x02K\x03e(l)(t)\x85NN\x86NNN\x87}(K\x01K\x02d(dK\x01K\x02s(K\x03K\x04u0\x8f(K\x01\x90(K\x02\x91",
    b"N0N2(N1p0\ng0\nq\x01h\x01r" + struct.pack("<I", 2) + b"j" + struct.pack("<I", 2) + b"\x94",
    b"\x82\x01\x83\x01\x01\x84" + struct.pack("<i", 70000), b"cmod\nname\n\x8c\x03mod\x8c\x04name\x93", b")R}b(imod\nname\n(cmod\nname\no",
    b"cmod\nname\n)\x81cmod\nname\n)}\x92", b"Pid\nK\x01Q", b"t.",
])  # fmt: skip

SOUND = {f"protocol_{n}": (pickle.dumps(VALUE, n), f"many values, protocol {n}, by Python") for n in range(6)}
SOUND["every_opcode"] = (ALL, "each of the 68 opcodes")

# What is called is harmless, wherever it is: it says in which folder the process is.
EVIL = b"cposix\ngetcwd\n)R"
TEXT = b"cposix\ngetcwd\n(tR"
BOMB = P2 + b"]" + b"".join(b"q" + bytes([n]) + b"h" + bytes([n]) + b"\x86" for n in range(60)) + b"."
BIG = b"(" + b"".join(b"(N" + b"2" * 1000 + b"t" for _ in range(20)) + b"t"

HOSTILE = {
    "text": (TEXT + b".", "posix.getcwd() in protocol 0"),
    "text_before_error": (TEXT + b"\xff" * 9, "posix.getcwd() in protocol 0, then bytes that are no opcodes"),
    "before_junk": (P2 + EVIL + b"." + bytes(46), "posix.getcwd(), and zero bytes behind STOP"),
    "import_module": (P2 + b"cimportlib\nimport_module\n(X\x02\x00\x00\x00ostR.", "importlib.import_module('os')"),
    "reduce": (P2 + EVIL + b".", "posix.getcwd()"),
    "after_stop": (P2 + b"N." + P2 + EVIL + b".", "a second pickle behind the end of the first"),
    "before_error": (P2 + EVIL + b"\xff", "posix.getcwd(), then a byte that is no opcode: it runs before the reader fails"),
    "no_stop": (P2 + EVIL, "posix.getcwd(), and no STOP"),
    "stack_global": (P4 + short(b"posix") + b"\x94" + short(b"getcwd") + b"\x940" + b"0" + b"h\x00h\x01\x93)R.", "names from the memo"),
    "stack_global_swapped": (P4 + short(b"getcwd") + b"\x940" + short(b"posix") + b"\x94h\x00\x93)R.", "a name that was pushed before its module"),
    "nested": (P2 + b"c_pickle\nloads\n(T" + struct.pack("<i", len(EVIL) + 1) + EVIL + b".tR.", "a pickle in the bytes that are given to pickle.loads"),
    "nested_text": (P2 + b"ctorch._utils\n_rebuild_tensor_v2\nX" + struct.pack("<I", len(EVIL) + 1) + EVIL + b".\x86.", "a pickle in text, next to a name that is data"),
    "nested_deep": (P2 + carried(EVIL + b".", 5), "a pickle of posix.getcwd() in the text of a pickle, five deep"),
    "reconstructor": (P2 + b"ccopy_reg\n_reconstructor\n(cfractions\nFraction\nc__builtin__\nobject\nNtR.", "copyreg._reconstructor of fractions.Fraction"),
    "dotted": (P4 + short(b"torch.serialization") + short(b"os.getcwd") + b"\x93)R.", "a dotted name in a module of torch"),
    "joined": (P2 + b"ctorch\n_utils._rebuild_tensor_v2\n.", "a name that is data only if module and name are joined by a dot"),
    "chain": (P2 + b"c__builtin__\ngetattr\n(c__builtin__\n__import__\n(X\x05\x00\x00\x00posixtRX\x06\x00\x00\x00getcwdtR)R.", "getattr(__import__('posix'), 'getcwd')()"),
    "inst": (b"(iposix\ngetcwd\n.", "INST"),
    "obj": (b"(cposix\ngetcwd\no.", "OBJ"),
    "newobj_ex": (P4 + b"cfractions\nFraction\n)}\x92.", "NEWOBJ_EX"),
    "ext": (P2 + b"\x82\x05)R.", "a global of the registry of extensions"),
    "named_only": (P2 + b"ccalendar\nmonth\n0N.", "a global that is imported and dropped: the import runs the module"),
    "build_on_module": (P2 + b"ctorch._utils\n_rebuild_tensor_v2\n}X\x08\x00\x00\x00__code__Nsb.", "BUILD on a function that is data: it changes the reader"),
    "computed_of_data": (P2 + b"ccollections\nOrderedDict\n)R)R.", "a call of what a call of data returned"),
    "torchscript_class": (P2 + b"c__torch__.posix\ngetcwd\n)\x81}b.", "a class of TorchScript in a file that Python reads"),
    "persid": (b"P../../etc/passwd\n.", "a persistent id in text"),
    "memo_far": (P2 + b"]rq\x11\x01\x00.", "the memo is asked for the number 70,001, for which PyTorch's C++ reader makes as many entries"),
    "memo_bomb": (BOMB, "a value of 2^60 elements through the memo"),
    "wide": (P2 + BIG + b".", "20 tuples of 1,000 elements"),
    "deep": (P2 + b"(" * 20000 + b"t" * 20000 + b".", "20,000 tuples in each other"),
    "recursive": (P2 + b"]q\x00h\x00a.", "a list in itself"),
    "long_length": (P2 + b"\x8b\xff\xff\xff\xff.", "LONG4 with a negative length"),
    "big_length": (P4 + b"\x8d" + b"\xff" * 8 + b".", "BINUNICODE8 of 2^64 - 1 bytes"),
    "frame_length": (b"\x80\x04\x95" + b"\xff" * 8 + b"N.", "a frame of 2^64 - 1 bytes"),
    "huge_long": (P2 + b"L" + b"9" * 5000 + b"L\n.", "an integer of 5,000 digits, which Python refuses to convert"),
    "underflow": (P2 + b"K\x01(\x85.", "a tuple of more than there is above the mark"),
    "two_values": (P2 + b"K\x01K\x02.", "two values on the stack at the end"),
    "compressed": (P2 + b"czlib\ndecompress\nB" + struct.pack("<I", len(zlib.compress(EVIL))) + zlib.compress(EVIL) + b"\x85R.", "a pickle in compressed bytes"),
    "protocol_9": (b"\x80\x09N.", "protocol 9"),
}  # fmt: skip


def tar(hidden: bytes = b"") -> bytes:
    """What `torch.save` wrote before 0.1.10: two tensors, one a view of the other's storage."""
    name = lambda text: b"ctorch\n" + text + b"\n"
    pickled = lambda value: pickle.dumps(value, 2)
    storage = P2 + b"(K\x07X\x03\x00\x00\x00cpu" + name(b"FloatStorage") + b"t."
    storages = pickled(1) + storage + struct.pack("<q6f", 6, *range(6)) + pickled([])
    tensor = lambda key, sizes, strides, offset: (
        P2 + b"(K" + bytes([key]) + b"K\x07" + name(b"FloatTensor") + b"t." + struct.pack(f"<ii{len(sizes)}q{len(strides)}qq", len(sizes), 0, *sizes, *strides, offset)
    )
    tensors = pickled(2) + tensor(1, [2, 3], [3, 1], 0) + hidden + tensor(2, [3], [1], 3)
    persistent = lambda key: b"X\x01\x00\x00\x00" + str(key).encode() + b"Q"
    value = P2 + b"}(X\x01\x00\x00\x00a" + persistent(1) + b"X\x01\x00\x00\x00b" + persistent(2) + b"u."
    system = pickled({"protocol_version": 1000, "little_endian": True, "type_sizes": {"short": 2, "int": 4, "long": 4}})
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for member, data in (("sys_info", system), ("pickle", value), ("tensors", tensors), ("storages", storages)):
            header = tarfile.TarInfo(member)
            header.size = len(data)
            archive.addfile(header, io.BytesIO(data))
    return out.getvalue()[:7168]


def archive(records: dict[str, bytes], deflate: bool = False) -> bytes:
    """A zip archive with the folder `m`; Python's writer does not align."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED if deflate else zipfile.ZIP_STORED) as writer:
        for name, data in records.items():
            writer.writestr(zipfile.ZipInfo(f"m/{name}"), data, zipfile.ZIP_DEFLATED if deflate else zipfile.ZIP_STORED)
    return out.getvalue()


def packed(inner: bytes, levels: int) -> bytes:
    """An archive in an archive, and so on."""
    return inner if levels == 0 else archive({**SAVED, "inner": packed(inner, levels - 1)})


SAVED = {"data.pkl": P2 + b"}.", "byteorder": b"little", "version": b"3\n"}
CALLED = {**SAVED, "data.pkl": P2 + EVIL + b"."}

ARCHIVES = {
    "called.pth": (archive(CALLED), "posix.getcwd() in an archive of torch.save"),
    "called_in_debug.pt": (
        archive({**SAVED, "constants.pkl": P2 + b").", "code/m.py.debug_pkl": P2 + EVIL + b"."}),
        "posix.getcwd() in the debug information of a module",
    ),
    "called_without_name.pt": (
        archive({**SAVED, "constants.pkl": P2 + b").", "extra/picture.png": P2 + EVIL + b"."}),
        "a pickle of posix.getcwd() under a name that is not of a pickle",
    ),
    "called_inside.pt2": (
        archive({"archive_format": b"pt2", "archive_version": b"0", "models/model.json": b"{}", "data/sample_inputs/model.pt": archive(CALLED), "version": b"6\n"}),
        "posix.getcwd() in the sample inputs of an exported program",
    ),
    "bomb.pt": (archive({**SAVED, "constants.pkl": P2 + b").", "code/m.py": bytes(4 << 20)}, True), "4 MiB of zeros in 4 KiB"),
    "case_pickle.pth": (archive({**SAVED, "DATA.PKL": EVIL + b"."}), "posix.getcwd() in a second `data.pkl` for readers that do not regard case"),
    "upper_case.pth": (archive({name.upper(): data for name, data in CALLED.items()}), "posix.getcwd() in an archive whose names are in upper case"),
    "text_in_package.pt": (
        archive({".data/extern_modules": b"", ".data/version": b"6\n", "model/weights.bin": TEXT + b"."}),
        "posix.getcwd() in protocol 0, in a torch.package, under a name that is not of a pickle",
    ),
    "text_with_more.pth": (archive({**SAVED, "extra/notes.txt": TEXT + b"."}), "posix.getcwd() in protocol 0, in an archive of torch.save, under a name that is not of a pickle"),
    "in_front.pth": (P2 + EVIL + b"." + archive(SAVED), "posix.getcwd() in a pickle in front of an archive"),
    "archives_deep.pth": (packed(archive(CALLED), 4), "posix.getcwd() in an archive in four archives"),
    "hidden_in_tar.tar": (tar(P2 + EVIL + b"."), "posix.getcwd() between the tensors of a tar file"),
}  # fmt: skip


def main() -> None:
    for folder, cases in (("sound", SOUND), ("hostile", HOSTILE)):
        out = pathlib.Path(sys.argv[1]) / folder
        out.mkdir(parents=True, exist_ok=True)
        for name, (data, _) in cases.items():
            (out / f"{name}.pkl").write_bytes(data)
        others = ARCHIVES if folder == "hostile" else {"before_0_1_10.tar": (tar(), "a file of torch.save before 0.1.10")}
        for name, (data, _) in others.items():
            (out / name).write_bytes(data)
        index = {name: {"exercises": what, "files": [f"{name}.pkl"]} for name, (_, what) in cases.items()}
        index.update({name.split(".")[0]: {"exercises": what, "files": [name]} for name, (_, what) in others.items()})
        (out / "index.json").write_text(json.dumps({"models": index}, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
