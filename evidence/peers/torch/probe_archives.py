"""Crafted archives: version records, missing and additional records, the zip itself, pickles and their globals, storages, debug records, `.pt2`."""

import io
import json
import os
import struct
import zipfile

import craft
import torch
from probe_source import ONE, Probe

STORAGES = """
FloatStorage DoubleStorage HalfStorage LongStorage IntStorage ShortStorage CharStorage ByteStorage BoolStorage BFloat16Storage ComplexFloatStorage ComplexDoubleStorage
ComplexHalfStorage QInt8Storage QUInt8Storage QInt32Storage QUInt4x2Storage QUInt2x4Storage Bits8Storage Float8_e5m2Storage Float8_e4m3fnStorage Float8_e4m3fnuzStorage
UInt16Storage UInt32Storage UInt64Storage Int4Storage UntypedStorage TypedStorage NosuchStorage
""".split()

TYPE_TAGS = """
List[int]|list List[float]|list List[bool]|list List[Tensor]|list List[str]|list List[complex]|list List[Any]|list List[Optional[int]]|list List[NoneType]|list List[Nosuch]|list
Dict[str,int]|dict Dict[int,Tensor]|dict Dict[str,Any]|dict Dict[complex,int]|dict List[Union[int,str]]|list List[Device]|list List[number]|list List[Tuple[int,str]]|list
List[__torch__.M]|list List[Dict[str,int]]|list Optional[int]|list int|list List[Future[int]]|list List[torch.device]|list List[Generator]|list List[Stream]|list
""".split()


def with_attribute(feature, kind, value, extra=(), version=craft.OWN, constants=(), run=True):
    """A module with an attribute `k` of a type and a pickled value, which `forward` returns."""

    def data():
        source = craft.module_source("    return self.k", members=f"  k : {kind}\n", returns=kind)
        return craft.archive(craft.module_records(source, attributes={"k": value}, extra=extra, version=version, constants=constants))

    return Probe(feature, data, inputs=ONE if run else None)


def plain(feature, mode="script", inputs=ONE, archive=None, **options):
    return Probe(feature, lambda: craft.archive(craft.module_records(**options), **(archive or {})), mode=mode, inputs=inputs)


def versions():
    for where in ("version", ".data/version"):
        for number in list(range(13)) + [20, 2**31, 2**63 - 1, 2**64]:
            record = (where, b"%d\n" % number)
            yield plain(f"file-version/{where}={number}", version=None, extra=[record])
    for name, data in {
        "empty": b"", "no-newline": b"3", "spaces": b" 3 \n", "text": b"three\n", "negative": b"-1\n", "float": b"3.0\n", "hex": b"0x3\n", "trailing": b"3x\n", "crlf": b"3\r\n",
        "leading-zeros": b"0003\n", "plus": b"+3\n", "nul": b"3\0\n", "utf8": "３\n".encode(),
    }.items():
        yield plain("file-version/form/" + name, version=data)
    yield plain("file-version/none", version=None)
    yield plain("file-version/both-same", extra=[(".data/version", b"3\n")])
    yield plain("file-version/both-plain-3-data-10", extra=[(".data/version", b"10\n")])
    yield plain("file-version/both-plain-10-data-3", version=b"10\n", extra=[(".data/version", b"3\n")])
    yield plain("file-version/both-plain-3-data-99", extra=[(".data/version", b"99\n")])
    yield plain("file-version/both-plain-99-data-3", version=b"99\n", extra=[(".data/version", b"3\n")])


def records():
    for name in ("data.pkl", "code/__torch__.py", "constants.pkl", "version"):
        yield plain("record/missing/" + name, drop=(name,))
    for name, data in {
        "byteorder=little": ("byteorder", b"little"), "byteorder=big": ("byteorder", b"big"), "byteorder=other": ("byteorder", b"middle"), "byteorder=newline": ("byteorder", b"little\n"),
        "serialization_id": (".data/serialization_id", b"0" * 40), "format_version": (".format_version", b"1"), "storage_alignment": (".storage_alignment", b"64"),
        "storage_alignment=odd": (".storage_alignment", b"7"), "unknown": ("nosuch", b"text"), "extra": ("extra/note.txt", b"text"), "attributes.pkl": ("attributes.pkl", craft.pickled(())),
        "model.json": ("model.json", b"{}"), "traced_inputs.pkl": ("traced_inputs.pkl", craft.pickled({})), "unused-code": ("code/__torch__/other.py", b"def f(x: Tensor) -> Tensor:\n  return x\n"),
        "unused-code-broken": ("code/__torch__/other.py", b"def f(x"), "debug_pkl-empty": ("code/__torch__.py.debug_pkl", b""), "debug_pkl-garbage": ("code/__torch__.py.debug_pkl", b"\x80\x02garbage"),
        "debug_pkl-tuple": ("code/__torch__.py.debug_pkl", ranges_debug(False)),
        "debug_pkl-table": ("code/__torch__.py.debug_pkl", table_debug()),
        "archive_version": ("archive_version", b"0"), "archive_format": ("archive_format", b"pt2"), "version-twice": ("version", b"3\n"),
        "bytecode-garbage": ("bytecode.pkl", b"garbage"), "mobile_debug_handles": ("mobile_debug_handles.pkl", craft.pickled(())), "data-unused": ("data/0", bytes(64)),
    }.items():
        yield plain("record/with/" + name, extra=[data])
    # A debug record is read when an error is formatted: these archives have an error to report.
    for name, data in {
        "none": None, "empty": b"", "garbage": b"\x80\x02garbage", "ranges": ranges_debug(False), "ranges-tag": ranges_debug(True), "tuple-of-numbers": craft.pickled(((0, 5),)),
        "table": table_debug(), "table-wrong": craft.pickled(("FORMAT_WITH_STRING_TABLE", ("a",), 3)),
        "number": craft.pickled(3), "empty-tuple": craft.pickled(()), "truncated": table_debug()[:-5], "offset-text": craft.pickled((("zero", ("source", "file.py", 1), 5),)),
    }.items():
        for where, body in {"load": "    return torch.nosuch(x)", "run": "    _0 = ops.prim.RaiseException(\"text\")\n    return x", "run-op": "    return torch.mm(x, x)"}.items():
            extra = [("code/__torch__.py.debug_pkl", data)] if data is not None else []
            yield plain(f"debug_pkl/error-at-{where}/{name}", source=craft.module_source(body), extra=extra)


def ranges_debug(tag):
    """A debug record as releases before 1.12 write it; the later of them with a tag for each range."""
    rows = ((0, (("", "", 0), 0, 0)), (150, (("    return x\n", "file.py", 10), 4, 12)))
    return craft.pickled(tuple(row + (n,) for n, row in enumerate(rows)) if tag else rows)


def table_debug():
    """A debug record with a table of strings, as 1.12 and later write it."""
    lines = lambda *at: craft.reduce("torch.jit._pickle.build_intlist", list(at))
    return craft.pickled(("FORMAT_WITH_STRING_TABLE", ("", "    return x\n", "file.py"), ((0, ((lines(), 0, 0), 0, 0), 0), (150, ((lines(1), 2, 10), 4, 12), 1))))


def zips():
    for name, archive in {
        "unaligned": {"align": 0}, "aligned-16": {"align": 16}, "aligned-4096": {"align": 4096}, "no-root": {"root": ""}, "deep-root": {"root": "a/b"}, "dot-root": {"root": "."},
        "root-unicode": {"root": "é"}, "root-space": {"root": "a b"}, "root-long": {"root": "r" * 200}, "root-archive": {"root": "archive"}, "root-other-than-file": {"root": "other"},
        "compressed-code": {"compress": ("code/__torch__.py",)}, "compressed-data": {"compress": ("data.pkl", "constants.pkl")}, "compressed-version": {"compress": ("version",)},
        "unknown-method": {"compress": ("data.pkl",), "method": 12},
    }.items():
        yield plain("zip/" + name, archive=archive)
    base = lambda: craft.archive(craft.module_records())
    good = craft.module_records()
    other = {
        "two-roots": lambda: craft.archive([("a/" + n, d) for n, d in good[:2]] + [("b/" + n, d) for n, d in good[2:]], root=""),
        "duplicate-record": lambda: craft.archive(good + [good[1]]),
        "duplicate-record-different": lambda: craft.archive(good + [("code/__torch__.py", craft.module_source("    return torch.neg(x)").encode())]),
        "comment": lambda: base()[:-2] + struct.pack("<H", 4) + b"text",
        "trailing-bytes": lambda: base() + b"text",
        "leading-bytes": lambda: b"text" + base(),
        "truncated": lambda: base()[:-30],
        "crc-wrong": lambda: base().replace(craft.pickled(()), b"\x80\x02N.", 1),
        "directory-entry": lambda: craft.archive([("", b"")] + good),
        "order-version-first": lambda: craft.archive([good[-1]] + good[:-1]),
        "backslash": lambda: craft.archive([(n.replace("/", "\\"), d) for n, d in good]),
        "python-zipfile": lambda: rezipped(base()),
        "magic-PYTORCH1": lambda: b"PYTORCH1" + base()[8:],
        "empty-file": lambda: b"",
        "not-a-zip": lambda: b"text" * 100,
        "pickle-legacy": legacy,
    }
    for name, data in other.items():
        for mode in ("script", "lite", "load"):
            yield Probe(f"zip/{mode}/{name}", data, mode=mode, inputs=ONE if mode == "script" else None)


def rezipped(data):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            new.writestr(info.filename, old.read(info.filename))
    return out.getvalue()


def legacy():
    out = io.BytesIO()
    try:
        torch.save({"a": torch.ones(2)}, out, _use_new_zipfile_serialization=False)
    except TypeError:
        torch.save({"a": torch.ones(2)}, out)
    return out.getvalue()


def pickles():
    for kind in STORAGES:
        yield with_attribute("storage/" + kind, "Tensor", craft.tensor(kind), extra=[("data/0", bytes(16))])
    hooks = craft.reduce("collections.OrderedDict")
    place = craft.persistent("storage", craft.Global("torch.FloatStorage"), "0", "cpu", 4)
    byte = craft.persistent("storage", craft.Global("torch.QUInt8Storage"), "0", "cpu", 4)
    scheme = (craft.Global("torch.per_tensor_affine"), 0.5, 3)
    dense = craft.tensor()
    values = {
        "torch._utils._rebuild_tensor_v2": ("Tensor", dense), "torch._utils._rebuild_tensor": ("Tensor", craft.reduce("torch._utils._rebuild_tensor", place, 0, (2,), (1,))),
        "torch._utils._rebuild_tensor_v3": ("Tensor", craft.reduce("torch._utils._rebuild_tensor_v3", place, 0, (2,), (1,), False, hooks, craft.Global("torch.float32"))),
        "torch._utils._rebuild_tensor_v2-metadata": ("Tensor", craft.reduce("torch._utils._rebuild_tensor_v2", place, 0, (2,), (1,), False, hooks, {"conj": True})),
        "torch._utils._rebuild_parameter": ("Tensor", craft.reduce("torch._utils._rebuild_parameter", dense, True, hooks)),
        "torch._utils._rebuild_parameter_with_state": ("Tensor", craft.reduce("torch._utils._rebuild_parameter_with_state", dense, True, hooks, {})),
        "torch._utils._rebuild_qtensor": ("Tensor", craft.reduce("torch._utils._rebuild_qtensor", byte, 0, (2,), (1,), scheme, False, hooks)),
        "torch._utils._rebuild_sparse_tensor": ("Tensor", craft.reduce("torch._utils._rebuild_sparse_tensor", craft.Global("torch.sparse_coo"), (dense, dense, (2,)))),
        "torch._utils._rebuild_nested_tensor": ("Tensor", craft.reduce("torch._utils._rebuild_nested_tensor", dense, dense, dense, dense)),
        "torch._utils._rebuild_meta_tensor_no_storage": ("Tensor", craft.reduce("torch._utils._rebuild_meta_tensor_no_storage", craft.Global("torch.float32"), (2,), (1,), False)),
        "torch._utils._rebuild_device_tensor_from_numpy": ("Tensor", craft.reduce("torch._utils._rebuild_device_tensor_from_numpy", dense, "cpu")),
        "torch._tensor._rebuild_from_type_v2": ("Tensor", craft.reduce("torch._tensor._rebuild_from_type_v2", craft.Global("torch._utils._rebuild_tensor_v2"), craft.Global("torch.Tensor"), (), {})),
        "torch.jit._pickle.build_intlist": ("List[int]", craft.reduce("torch.jit._pickle.build_intlist", [1, 2])),
        "torch.jit._pickle.build_doublelist": ("List[float]", craft.reduce("torch.jit._pickle.build_doublelist", [1.0, 2.0])),
        "torch.jit._pickle.build_boollist": ("List[bool]", craft.reduce("torch.jit._pickle.build_boollist", [True])),
        "torch.jit._pickle.build_tensorlist": ("List[Tensor]", craft.reduce("torch.jit._pickle.build_tensorlist", [dense])),
        "torch.jit._pickle.build_tensor_from_id": ("Tensor", craft.reduce("torch.jit._pickle.build_tensor_from_id", 0)),
        "torch.jit._pickle.build_complexlist": ("List[complex]", craft.reduce("torch.jit._pickle.build_complexlist", [])),
        "torch.jit._pickle.nosuch": ("Any", craft.reduce("torch.jit._pickle.nosuch", [])),
        "collections.OrderedDict": ("Dict[str, int]", hooks), "torch.device": ("Device", craft.reduce("torch.device", "cpu")), "torch.device-index": ("Device", craft.reduce("torch.device", "cuda:1")),
        "torch.device-unknown": ("Device", craft.reduce("torch.device", "nosuch")), "builtins.complex": ("complex", craft.reduce("builtins.complex", 1.0, 2.0)),
        "__builtin__.complex": ("complex", craft.reduce("__builtin__.complex", 1.0, 2.0)), "torch.per_tensor_affine": ("Any", craft.Global("torch.per_tensor_affine")),
        "torch.per_channel_affine": ("Any", craft.Global("torch.per_channel_affine")), "torch.float32": ("Any", craft.Global("torch.float32")), "torch.Size": ("Any", craft.reduce("torch.Size", (1, 2))),
        "builtins.set": ("Any", craft.reduce("builtins.set", [1])), "os.system": ("Any", craft.reduce("os.system", "true")), "builtins.eval": ("Any", craft.reduce("builtins.eval", "1")),
        "torch.distributed.rpc.rref": ("Any", craft.reduce("torch.distributed.rpc.rref", 1)), "numpy.core.multiarray.scalar": ("Any", craft.reduce("numpy.core.multiarray.scalar", 1)),
        "torch._C.ScriptModule": ("Any", craft.Global("torch._C.ScriptModule")), "torch.FloatStorage": ("Any", craft.Global("torch.FloatStorage")),
        "torch.jit.ScriptModule": ("Any", craft.reduce("torch.jit.ScriptModule")), "torch.Generator": ("Generator", craft.reduce("torch.Generator", "cpu", 0)),
        "__torch__.nosuch": ("Any", craft.instance("__torch__.nosuch", {})), "torch.torch_version.TorchVersion": ("Any", craft.reduce("torch.torch_version.TorchVersion", "1")),
        "class-of-module": ("Any", craft.Global("__torch__.M")),
    }
    for name, (kind, value) in values.items():
        yield with_attribute("global/" + name, kind, value, extra=[("data/0", bytes(16)), ("constants/0", bytes(16))], constants=(dense,))
    for pair in TYPE_TAGS:
        kind, _, shape = pair.partition("|")
        kind = kind.replace(",", ", ")
        value = craft.reduce("torch.jit._pickle.restore_type_tag", [] if shape == "list" else {}, kind)
        yield with_attribute("type-tag/" + kind, kind, value)
    for name, (kind, value) in {
        "int": ("int", 3), "int-255": ("int", 255), "int-64": ("int", 2**63 - 1), "int-65": ("int", 2**64), "float": ("float", 1.5), "inf": ("float", float("inf")), "text": ("str", "é"), "none": ("NoneType", None),
        "list-untagged": ("List[int]", [1, 2]), "dict-untagged": ("Dict[str, int]", {"a": 1}), "tuple": ("Tuple[int, str]", (1, "a")), "int-as-float": ("float", 3), "float-as-int": ("int", 1.5), "bool-as-int": ("int", True),
        "none-as-tensor": ("Tensor", None), "list-of-mixed": ("List[Any]", [1, "a"]), "optional": ("Optional[int]", None),
        "opcode-INT": ("int", craft.Raw(b"I3\n")), "opcode-LONG": ("int", craft.Raw(b"L3L\n")), "opcode-LONG4": ("int", craft.Raw(b"\x8b\x01\0\0\0\x03")), "opcode-FLOAT": ("float", craft.Raw(b"F1.5\n")),
        "opcode-BININT2": ("int", craft.Raw(b"M\x01\x01")), "opcode-LONG1-empty": ("int", craft.Raw(b"\x8a\x00")), "opcode-LONG1-9": ("int", craft.Raw(b"\x8a\x09" + bytes(8) + b"\x01")), "opcode-STRING": ("str", craft.Raw(b"S'a'\n")),
        "opcode-BINSTRING": ("str", craft.Raw(b"T\x01\0\0\0a")), "opcode-SHORT_BINSTRING": ("str", craft.Raw(b"U\x01a")), "opcode-UNICODE": ("str", craft.Raw(b"Va\n")),
        "opcode-SHORT_BINUNICODE": ("str", craft.Raw(b"\x8c\x01a")), "opcode-BINUNICODE8": ("str", craft.Raw(b"\x8d\x01" + bytes(7) + b"a")), "opcode-BINBYTES": ("str", craft.Raw(b"B\x01\0\0\0a")),
        "opcode-SHORT_BINBYTES": ("str", craft.Raw(b"C\x01a")), "opcode-LIST": ("List[int]", craft.Raw(b"(K\x01l")), "opcode-APPEND": ("List[int]", craft.Raw(b"]K\x01a")), "opcode-DICT": ("Dict[str, int]", craft.Raw(b"(d")),
        "opcode-SETITEM": ("Dict[str, int]", craft.Raw(b"}X\x01\0\0\0aK\x01s")), "opcode-TUPLE1": ("Tuple[int]", craft.Raw(b"K\x01\x85")), "opcode-DUP": ("int", craft.Raw(b"K\x0120")), "opcode-POP": ("int", craft.Raw(b"K\x01K\x020")),
        "opcode-POP_MARK": ("int", craft.Raw(b"K\x01(K\x021")), "opcode-PUT": ("int", craft.Raw(b"K\x01p0\n")), "opcode-GET": ("int", craft.Raw(b"K\x01q\x000g0\n")), "opcode-BINGET": ("int", craft.Raw(b"K\x01q\x050h\x05")),
        "opcode-LONG_BINPUT": ("int", craft.Raw(b"K\x01r\x05\0\0\0")), "opcode-MEMOIZE": ("int", craft.Raw(b"K\x01\x94")), "opcode-FRAME": ("int", craft.Raw(b"\x95\x02" + bytes(7) + b"K\x01")), "opcode-BUILD-none": ("int", craft.Raw(b"K\x01Nb")),
        "opcode-EMPTY_SET": ("Any", craft.Raw(b"\x8f")), "opcode-FROZENSET": ("Any", craft.Raw(b"(\x91")), "opcode-STACK_GLOBAL": ("Any", craft.Raw(b"\x8c\x05torch\x8c\x04Size\x93")), "opcode-INST": ("Any", craft.Raw(b"(itorch\nSize\n")),
        "opcode-OBJ": ("Any", craft.Raw(b"(ctorch\nSize\no")), "opcode-EXT1": ("Any", craft.Raw(b"\x82\x01")), "opcode-NEWOBJ_EX": ("Any", craft.Raw(b"ctorch\nSize\n)}\x92")), "opcode-PERSID": ("Any", craft.Raw(b"P0\n")),
        "opcode-BYTEARRAY8": ("Any", craft.Raw(b"\x96\x01" + bytes(7) + b"a")), "opcode-unknown": ("Any", craft.Raw(b"\xff")),
    }.items():
        yield with_attribute("pickle/" + name, kind, value)
    for protocol in range(7):
        yield plain(f"pickle/protocol={protocol}", data=craft.pickled(craft.instance("__torch__.M", {"training": False}), protocol))
    for name, data in {"empty": b"", "no-proto": craft.pickled(craft.instance("__torch__.M", {"training": False}))[2:], "no-stop": craft.pickled(None)[:-1], "none": craft.pickled(None), "number": craft.pickled(3), "trailing": craft.pickled(craft.instance("__torch__.M", {"training": False})) + b"text"}.items():
        yield plain("pickle/file/" + name, data=data)
    for name, extra in {"short-storage": [("data/0", bytes(3))], "long-storage": [("data/0", bytes(4000))], "unaligned-storage": [("data/0", bytes(8))]}.items():
        yield with_attribute("storage-record/" + name, "Tensor", dense, extra=extra)
    for name, data in {
        "strides-too-far": craft.reduce("torch._utils._rebuild_tensor_v2", place, 0, (2,), (1000,), False, hooks),
        "negative-size": craft.reduce("torch._utils._rebuild_tensor_v2", place, 0, (-2,), (1,), False, hooks), "device-cuda": craft.reduce("torch._utils._rebuild_tensor_v2", craft.persistent("storage", craft.Global("torch.FloatStorage"), "0", "cuda:0", 2), 0, (2,), (1,), False, hooks),
        "device-meta": craft.reduce("torch._utils._rebuild_tensor_v2", craft.persistent("storage", craft.Global("torch.FloatStorage"), "0", "meta", 2), 0, (2,), (1,), False, hooks),
        "device-unknown": craft.reduce("torch._utils._rebuild_tensor_v2", craft.persistent("storage", craft.Global("torch.FloatStorage"), "0", "nosuch", 2), 0, (2,), (1,), False, hooks),
        "requires-grad": craft.reduce("torch._utils._rebuild_tensor_v2", place, 0, (2,), (1,), True, hooks), "key-text": craft.reduce("torch._utils._rebuild_tensor_v2", craft.persistent("storage", craft.Global("torch.FloatStorage"), "data_0", "cpu", 2), 0, (2,), (1,), False, hooks),
        "persistent-view": craft.reduce("torch._utils._rebuild_tensor_v2", craft.persistent("storage", craft.Global("torch.FloatStorage"), "0", "cpu", 2, None), 0, (2,), (1,), False, hooks),
    }.items():
        yield with_attribute("tensor/" + name, "Tensor", data, extra=[("data/0", bytes(16)), ("data/data_0", bytes(16))])


def exported(folder):
    """This release's own .pt2 with parts of its model.json changed."""
    if not (hasattr(torch, "export") and hasattr(torch.export, "save")):
        return

    class Add(torch.nn.Module):
        def forward(self, x):
            return torch.relu(x) + 1

    path = os.path.join(folder, "own.pt2")
    torch.export.save(torch.export.export(Add(), ONE()), path)
    with zipfile.ZipFile(path) as archive:
        contents = [(info.filename, archive.read(info.filename)) for info in archive.infolist()]
    names = [name for name, _ in contents]
    model = next(name for name in names if name.endswith((".json",)) and ("model.json" in name or "exported_program.json" in name))
    root = contents[0][0].split("/")[0] if all("/" in name for name in names) else ""
    base = json.loads(dict(contents)[model])

    def changed(change):
        def data():
            document = json.loads(json.dumps(base))
            document = change(document) or document
            return craft.archive([(name[len(root) + 1:] if root else name, json.dumps(document).encode() if name == model else body) for name, body in contents], root=root)

        return data

    def setting(*keys):
        *path, last, value = keys

        def change(document):
            for key in path:
                document = document[key]
            document[last] = value

        return change

    yield Probe("pt2/own", changed(lambda d: None), mode="export", inputs=ONE)
    now = base.get("schema_version")
    for major in range(0, 12):
        if isinstance(now, dict):
            for minor in sorted({0, now["minor"], now["minor"] + 1, 99}):
                yield Probe(f"pt2/schema_version={major}.{minor}", changed(setting("schema_version", {"major": major, "minor": minor})), mode="export", inputs=ONE)
        else:
            yield Probe(f"pt2/schema_version={major}", changed(setting("schema_version", major)), mode="export", inputs=ONE)
    for version in (0, 3, 9, 11, 99):
        yield Probe(f"pt2/opset_version={version}", changed(setting("opset_version", {"aten": version})), mode="export", inputs=ONE)
    yield Probe("pt2/opset_version-none", changed(setting("opset_version", {})), mode="export", inputs=ONE)
    yield Probe("pt2/opset_version-other", changed(setting("opset_version", {"aten": 10, "nosuch": 1})), mode="export", inputs=ONE)
    yield Probe("pt2/torch_version=9.9.9", changed(setting("torch_version", "9.9.9")), mode="export", inputs=ONE)
    yield Probe("pt2/unknown-field", changed(setting("nosuch", 1)), mode="export", inputs=ONE)
    for key in base:
        yield Probe("pt2/missing-field/" + key, changed(lambda d, key=key: d.pop(key) and None), mode="export", inputs=ONE)
    text = json.dumps(base)
    for name, (old, new) in {
        "unknown-operator": ("aten.relu.default", "aten.nosuch.default"), "unknown-overload": ("aten.relu.default", "aten.relu.nosuch"), "unknown-namespace": ("aten.relu.default", "nosuch.relu.default"),
        "removed-operator": ("aten.relu.default", "aten.cholesky.default"),
    }.items():
        yield Probe("pt2/" + name, changed(lambda d, old=old, new=new: json.loads(text.replace(old, new))), mode="export", inputs=ONE)
    for name in names:
        short = name[len(root) + 1:] if root else name
        left = [(n[len(root) + 1:] if root else n, body) for n, body in contents if n != name]
        yield Probe("pt2/missing-record/" + short, lambda left=left: craft.archive(left, root=root), mode="export", inputs=ONE)
        if short in ("version", "archive_version", "archive_format", ".data/version", "byteorder"):
            for value in (b"0", b"1", b"2", b"3", b"99", b"5.1", b"8.2", b"text", b""):
                body = [(n[len(root) + 1:] if root else n, value if n == name else data) for n, data in contents]
                yield Probe(f"pt2/{short}={value.decode() or 'empty'}", lambda body=body: craft.archive(body, root=root), mode="export", inputs=ONE)


def probes(folder):
    for make in (versions, records, zips, pickles):
        yield from make()
    yield from exported(folder)
