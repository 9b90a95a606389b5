"""Which globals the TorchScript reader of a PyTorch release takes, among those that some reader may.

    python globals.py FILE.pt        one row per global: module, name, `yes` or `no`

FILE.pt is a scripted module: its `constants.pkl` is replaced by a pickle that names the global, and loaded in a child process.
"""

import os
import sys
import tempfile
import zipfile

import torch
from torch import _weights_only_unpickler as weights_only

SCALARS = """Byte Char Short Int Long Half Float Double ComplexHalf ComplexFloat ComplexDouble Bool QInt8 QUInt8 QInt32 BFloat16 QUInt4x2 QUInt2x4
Bits1x8 Bits2x4 Bits4x2 Bits8 Bits16 Float8_e5m2 Float8_e4m3fn Float8_e5m2fnuz Float8_e4m3fnuz Float8_e8m0fnu Float4_e2m1fn_x2 UInt16 UInt32 UInt64
UInt1 UInt2 UInt3 UInt4 UInt5 UInt6 UInt7 Int1 Int2 Int3 Int4 Int5 Int6 Int7 Untyped Typed BComplex32""".split()

CANDIDATES = [
    *(("torch", f"{scalar}Storage") for scalar in SCALARS),
    *(("torch.jit._pickle", name) for name in "build_intlist build_tensorlist build_doublelist build_boollist build_tensor_from_id restore_type_tag build_class".split()),
    *(("__main__", name) for name in ("TensorID", "IntList", "Net")),
    ("torch.distributed.rpc", "rref"), ("builtins", "eval"), ("__builtin__", "complex"), ("collections", "deque"), ("os", "system"), ("importlib", "import_module"),
    ("__torch__.nothing", "Net"), ("torch", "load"), ("torch.serialization", "load"), ("torch.storage", "_load_from_bytes"),
]  # fmt: skip


def takes(records: dict, constants: str, module: str, name: str) -> bool:
    program = b"\x80\x02(c" + f"{module}\n{name}\n".encode() + b"t."
    read, write = os.pipe()
    if os.fork() == 0:
        os.close(read)
        answer = b"no"
        try:
            with tempfile.NamedTemporaryFile(suffix=".pt") as file:
                with zipfile.ZipFile(file, "w") as archive:
                    for record, data in records.items():
                        archive.writestr(record, program if record == constants else data)
                file.flush()
                torch.jit.load(file.name)
            answer = b"yes"
        except BaseException:
            pass
        os.write(write, answer)
        os._exit(0)
    os.close(write)
    answer = os.read(read, 16)
    os.close(read)
    os.wait()
    return answer == b"yes"


def main() -> None:
    with zipfile.ZipFile(sys.argv[1]) as archive:
        records = {name: archive.read(name) for name in archive.namelist()}
    constants = next(name for name in records if name.endswith("/constants.pkl"))
    others = (name.rsplit(".", 1) for name in weights_only._get_allowed_globals())
    for module, name in sorted({*CANDIDATES, *map(tuple, others)}):
        print(module, name, "yes" if takes(records, constants, module, name) else "no", sep="\t", flush=True)


if __name__ == "__main__":
    main()
