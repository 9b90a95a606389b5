"""Archives made by hand, to see what a release takes: zip records as PyTorch lays them out, pickles of any opcode, bytecode tables."""

import struct
import zlib

# --- pickles -------------------------------------------------------------------------------------------------------------


class Raw:
    """Opcodes as they are."""

    def __init__(self, data):
        self.data = data


class Global(Raw):
    def __init__(self, name):
        module, _, attribute = name.rpartition(".")
        super().__init__(b"c" + module.encode() + b"\n" + attribute.encode() + b"\n")


def reduce(name, *arguments):
    return Raw(Global(name).data + opcodes(tuple(arguments)) + b"R")


def persistent(*parts):
    return Raw(opcodes(tuple(parts)) + b"Q")


def instance(name, state):
    """An object of a class with __setstate__ or attributes."""
    return Raw(Global(name).data + b")\x81" + opcodes(state) + b"b")


def opcodes(value):
    if isinstance(value, Raw):
        return value.data
    if value is None:
        return b"N"
    if value is True or value is False:
        return b"\x88" if value else b"\x89"
    if isinstance(value, int):
        if 0 <= value < 256:
            return b"K" + bytes([value])
        if -(2**31) <= value < 2**31:
            return b"J" + struct.pack("<i", value)
        size = value.bit_length() // 8 + 1
        return b"\x8a" + bytes([size]) + value.to_bytes(size, "little", signed=True)
    if isinstance(value, float):
        return b"G" + struct.pack(">d", value)
    if isinstance(value, str):
        data = value.encode()
        return b"X" + struct.pack("<I", len(data)) + data
    if isinstance(value, tuple):
        return b"(" + b"".join(map(opcodes, value)) + b"t" if value else b")"
    if isinstance(value, list):
        return b"](" + b"".join(map(opcodes, value)) + b"e" if value else b"]"
    if isinstance(value, dict):
        return b"}(" + b"".join(opcodes(k) + opcodes(v) for k, v in value.items()) + b"u" if value else b"}"
    raise TypeError(type(value))


def pickled(value, protocol=2):
    return b"\x80" + bytes([protocol]) + opcodes(value) + b"."


def tensor(storage="FloatStorage", key="0", count=2, shape=(2,), rebuild="torch._utils._rebuild_tensor_v2"):
    """A reference to the record data/<key>."""
    stride = tuple(1 for _ in shape)
    place = persistent("storage", Global("torch." + storage), key, "cpu", count)
    return reduce(rebuild, place, 0, tuple(shape), stride, False, reduce("collections.OrderedDict"))


# --- zip -----------------------------------------------------------------------------------------------------------------


def archive(records, root="probe", compress=(), align=64, method=8):
    """The bytes of an archive of (name, data) pairs; the data begin at multiples of `align` (0: no padding)."""
    out, central = bytearray(), bytearray()
    for name, data in records:
        full = (root + "/" + name if root else name).encode()
        crc, stored = zlib.crc32(data), data
        packed = name in compress
        if packed and method == 8:
            squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
            stored = squeeze.compress(data) + squeeze.flush()
        how = method if packed else 0
        extra = b""
        if align:
            pad = -(len(out) + 30 + len(full) + 4) % align
            extra = b"FB" + struct.pack("<H", pad) + b"Z" * pad
        head = struct.pack("<HHHHHIIIHH", 0, 0, how, 0, 0, crc, len(stored), len(data), len(full), len(extra))
        at = len(out)
        out += b"PK\x03\x04" + head + full + extra + stored
        central += b"PK\x01\x02" + struct.pack("<HHHHHHIIIHHHHHII", 0, 0, 0, how, 0, 0, crc, len(stored), len(data), len(full), 0, 0, 0, 0, 0, at) + full
    start, count = len(out), len(records)
    out += central
    out += b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, count, count, len(central), start, 0)
    return bytes(out)


# --- modules -------------------------------------------------------------------------------------------------------------

FORWARD = "    return x"

# What the release takes where a probe is of something else: the version of archives, the first line of code, the second list of classes
# (`find_own` of probe.py).
OWN = object()
VERSION, HEAD, BUFFERS = [b"3\n"], [""], ["  __buffers__ = []\n"]


def module_source(body=FORWARD, arguments="x: Tensor", returns="Tensor", before="", members=""):
    """`code/__torch__.py` of a module M with one method."""
    head = f"class M(Module):\n  __parameters__ = []\n{BUFFERS[0]}  training : bool\n{members}"
    # Of two heads, the probe's own counts.
    first = "" if before.startswith("op_version_set") else HEAD[0]
    return f"{first}{before}{head}  def forward(self: __torch__.M,\n    {arguments}) -> {returns}:\n{body}\n"


def module_records(source=None, attributes=None, constants=(), version=OWN, data=None, extra=(), drop=()):
    """The records of an archive with that module, in the order in which releases write them."""
    state = {"training": False}
    state.update(attributes or {})
    records = [
        ("data.pkl", data if data is not None else pickled(instance("__torch__.M", state))),
        ("code/__torch__.py", (source if source is not None else module_source()).encode()),
        ("constants.pkl", pickled(tuple(constants))),
    ]
    records += list(extra)
    if version is not None:
        records.append(("version", VERSION[0] if version is OWN else version))
    return [record for record in records if record[0] not in drop]


# --- bytecode ------------------------------------------------------------------------------------------------------------


def method(instructions=(("STOREN", 1, 2), ("DROPR", 1, 0), ("MOVE", 2, 0), ("RET", 0, 0)), operators=(), constants=(), types=(), registers=2, schema=True, name="__torch__.M.forward", arguments=1):
    table = (("instructions", tuple(instructions)), ("operators", tuple(operators)), ("constants", tuple(constants)), ("types", tuple(types)), ("register_size", registers))

    def argument(called, kind):
        return (("name", called), ("type", kind), ("default_value", None))

    if not schema:
        return (name, table)
    return (name, table, (("arguments", (argument("self", "__torch__.M"),) + tuple(argument(f"x{i}", "Tensor") for i in range(arguments))), ("returns", (argument("", "Tensor"),))))


def lite_records(version=4, methods=None, file_version=OWN, **options):
    """The records of an archive for the lite interpreter; `version=None` is the layout before 4, without a number."""
    made = tuple(methods if methods is not None else [method(schema=version is not None)])
    pickle = pickled(made if version is None else (version,) + made)
    return module_records(version=file_version, extra=[("bytecode.pkl", pickle)] + list(options.pop("extra", [])), **options)
