"""Crafted files for the lite interpreter: bytecode versions, opcodes, operator tables, type names, FlatBuffers."""

import os
import struct

import calls as running
import child
import craft
import torch
from probe_source import CUSTOM, ONE, TYPES, Probe

OPCODES = """
OP OPN LOAD MOVE STOREN STORE DROP DROPR LOADC JF JMP LOOP RET WAIT CALL GUARD TYPECHECK FAIL_GUARD PROFILE_OP TAIL_CALL INTERFACE_CALL GET_ATTR SET_ATTR LIST_UNPACK TUPLE_CONSTRUCT
NAMED_TUPLE_CONSTRUCT LIST_CONSTRUCT DICT_CONSTRUCT CREATE_OBJECT ISINSTANCE TUPLE_SLICE TUPLE_INDEX RAISE_EXCEPTION DICT_INDEX UNCHECKED_CAST __IS__ UN_INITIALIZED __ISNOT__ FORMAT DEVICE
DTYPE DIM __NOT__ TO_LIST NUM_TO_TENSOR IS_CUDA FORK WARN ENTER EXIT AWAITABLE AWAITABLE_NOWAIT AWAITABLE_WAIT NOSUCH op
""".split()

# Operators by name, overload, arguments pushed, number of specified arguments: what the table must hold to run.
OPERATORS = [
    ("relu", "aten::relu", "", 1), ("add", "aten::add", "Tensor", 2), ("unknown", "aten::nosuch", "", 1), ("unknown-overload", "aten::relu", "nosuch", 1), ("unknown-namespace", "nosuch::relu", "", 1),
    ("unknown-prim", "prim::nosuch", "", 1), ("prim-raise", "prim::RaiseException", "", 1), ("prim-is_cuda", "prim::is_cuda", "", 1), ("prim-device", "prim::device", "", 1), ("prim-dtype", "prim::dtype", "", 1),
    ("prim-layout", "prim::layout", "", 1), ("prim-shape", "prim::shape", "", 1), ("prim-unchecked_cast", "prim::unchecked_cast", "", 1), ("prim-NumToTensor", "prim::NumToTensor", "Scalar", 1),
    ("prim-TupleIndex", "prim::TupleIndex", "", 2), ("prim-Uninitialized", "prim::Uninitialized", "", 0), ("prim-tolist", "prim::tolist", "", 3), ("aten-is", "aten::__is__", "", 2), ("aten-isnot", "aten::__isnot__", "", 2),
    ("aten-not", "aten::__not__", "", 1), ("aten-dim", "aten::dim", "", 1), ("aten-format", "aten::format", "", -1), ("aten-len", "aten::len", "t", 1), ("aten-warn", "aten::warn", "", 2), ("prim-Print", "prim::Print", "", -1),
    ("aten-getitem", "aten::__getitem__", "Dict_str", 2), ("removed-cholesky", "aten::cholesky", "", 1), ("removed-symeig", "aten::symeig", "", 1), ("prim-ListConstruct", "prim::ListConstruct", "", 1), ("fork", "prim::fork", "", 1),
    ("quantized", "quantized::linear_dynamic", "", 2), ("prepacked", "prepacked::linear_clamp_run", "", 2), ("caffe2", "_caffe2::BBoxTransform", "", 2), ("rngprim", "rngprims::philox_rand", "", 2),
]


# The layout of the bytecode where a probe is of something else: 4, or none for releases before there was a number (`find_layout`).
LAYOUT = [4]


def lite(feature, inputs=ONE, **options):
    def data():
        options.setdefault("version", LAYOUT[0])
        if options["version"] is None and "methods" in options:
            options["methods"] = [made[:2] for made in options["methods"]]
        return craft.archive(craft.lite_records(**options))

    return Probe(feature, data, mode="lite", inputs=inputs)


def numbers():
    """The versions of the bytecode that operator tables are tried with."""
    return (None,) if LAYOUT[0] is None else (4, 5, 6, 7, 8, 9)


def find_layout(folder):
    path = os.path.join(folder, "layout.ptl")
    for version in (4, None):
        with open(path, "wb") as file:
            file.write(craft.archive(craft.lite_records(version=version)))

        def attempt():
            running.LOADERS["lite"](path)

        said = child.run(attempt)
        if said["status"] == "done":
            LAYOUT[0] = version
            return


def unreachable(instruction, **options):
    """A method that returns its argument, with an instruction after the return."""
    return [craft.method(instructions=(("STOREN", 1, 2), ("DROPR", 1, 0), ("MOVE", 2, 0), ("RET", 0, 0), instruction), **options)]


def calling(name, overload, count, given, tail=()):
    """A method that pushes its tensor `given` times and calls an operator."""
    entry = (name, overload) if count is None else (name, overload, count)
    code = (("STOREN", 1, 2), ("DROPR", 1, 0)) + (("LOAD", 2, 0),) * given + tuple(tail) + (("OP", 0, 0), ("RET", 0, 0))
    return [craft.method(instructions=code, operators=(entry,))]


def versions():
    yield lite("bytecode/version=none-layout-of-3", version=None)
    for number in range(14):
        yield lite(f"bytecode/version={number}", version=number)
    for number in (100, -1, 2**33):
        yield lite(f"bytecode/version={number}", version=number)
    yield lite("bytecode/version-text", version="8")
    yield lite("bytecode/no-schema", methods=[craft.method(schema=False)])
    yield lite("bytecode/no-methods", methods=[], inputs=None)
    yield lite("bytecode/missing", drop=("bytecode.pkl",))
    yield lite("bytecode/without-code", drop=("code/__torch__.py",))
    yield lite("bytecode/without-constants", drop=("constants.pkl",))
    yield lite("bytecode/without-data", drop=("data.pkl",))
    yield lite("bytecode/without-version", drop=("version",))
    yield lite("bytecode/with-debug", extra=[("bytecode.pkl.debug", b"")])
    yield lite("bytecode/method-of-other-class", methods=[craft.method(name="__torch__.Other.forward")])
    yield lite("bytecode/two-methods", methods=[craft.method(), craft.method(name="__torch__.M.other")])
    yield lite("bytecode/class-torch-mangle", methods=[craft.method(name="__torch__.___torch_mangle_1.M.forward")])
    for number in list(range(13)) + [99]:
        yield lite(f"bytecode/file-version={number}", file_version=b"%d\n" % number)
    yield lite("bytecode/registers=huge", methods=[craft.method(registers=2**31 - 1)])
    yield lite("bytecode/registers=negative", methods=[craft.method(registers=-1)])


def instructions():
    for name in OPCODES:
        yield lite("opcode/" + name, methods=unreachable((name, 0, 0), operators=(("aten::relu", ""),), constants=(1,), types=("List[int]",)))
    yield lite("opcode-index/register-out-of-range", methods=[craft.method(instructions=(("STOREN", 1, 2), ("MOVE", 900, 0), ("RET", 0, 0)))])
    yield lite("opcode-index/operand-large", methods=unreachable(("LOAD", 2**31, 2**20)))
    for name, arguments, operands in (("CALL", 0, 0), ("INTERFACE_CALL", 0, 1), ("GET_ATTR", 0, 0)):
        yield lite("opcode-run/" + name, methods=[craft.method(instructions=(("STOREN", 1, 2), ("LOAD", 1, 0), (name, arguments, operands), ("RET", 0, 0)), constants=("training",))])
    yield lite("opcode-run/LIST_CONSTRUCT", methods=[craft.method(instructions=(("STOREN", 1, 2), ("LOAD", 2, 0), ("LIST_CONSTRUCT", 0, 1), ("RET", 0, 0)), types=("List[Tensor]",))])
    yield lite("opcode-run/DICT_CONSTRUCT", methods=[craft.method(instructions=(("STOREN", 1, 2), ("LOADC", 0, 0), ("LOAD", 2, 0), ("DICT_CONSTRUCT", 0, 2), ("RET", 0, 0)), constants=("a",), types=("Dict[str, Tensor]",))])
    yield lite("opcode-run/TUPLE_CONSTRUCT", methods=[craft.method(instructions=(("STOREN", 1, 2), ("LOAD", 2, 0), ("TUPLE_CONSTRUCT", 1, 0), ("RET", 0, 0)))])
    yield lite("opcode-run/ISINSTANCE", methods=[craft.method(instructions=(("STOREN", 1, 2), ("LOAD", 2, 0), ("ISINSTANCE", 0, 1), ("RET", 0, 0)), types=("Tensor",))])
    yield lite("opcode-run/WARN", methods=[craft.method(instructions=(("STOREN", 1, 2), ("LOADC", 0, 0), ("LOADC", 1, 0), ("WARN", 0, 0), ("LOAD", 2, 0), ("RET", 0, 0)), constants=("text", 1))])


def operators():
    for version in numbers():
        for name, full, overload, count in OPERATORS:
            known = count if (version or 0) >= 6 else None
            yield lite(f"operator/{name}/bytecode={version}", version=version, methods=calling(full, overload, known, max(count, 1)))
        for specified in (None, -1, 0, 1, 2, 3, 9):
            for given in (1, 2):
                label = "none" if specified is None else specified
                yield lite(f"operator-arguments/relu-specified={label}-given={given}/bytecode={version}", version=version, methods=calling("aten::relu", "", specified, given))
                yield lite(f"operator-arguments/softmax-specified={label}-given={given}/bytecode={version}", version=version, methods=calling("aten::softmax", "int", specified, given))
    for version in numbers():
        for file_version in (1, 3, 4, 7, 8, 9, 10):
            for name, operator, overload, pushed, specified in UPGRADED:
                yield upgraded(f"lite-upgrader/{name}-specified={specified}/file={file_version}/bytecode={version}", version, file_version, operator, overload, pushed, specified)


# What the lite interpreter's upgraders are for: operator, overload, what is pushed (X, Y: tensors of integers, F: of floats), number of specified arguments.
X, Y, F = object(), object(), object()
UPGRADED = [
    ("div.Tensor", "aten::div", "Tensor", (X, Y), 2), ("div.Tensor-float", "aten::div", "Tensor", (F, F), 2), ("div.Tensor-unsaid", "aten::div", "Tensor", (X, Y), None),
    ("div.Scalar", "aten::div", "Scalar", (X, 2), 2), ("div.out", "aten::div", "out", (F, F, F), 2), ("div.out-3", "aten::div", "out", (F, F, F), 3), ("div_.Tensor", "aten::div_", "Tensor", (F, F), 2),
    ("div_.Scalar", "aten::div_", "Scalar", (F, 2), 2), ("div.Tensor_mode", "aten::div", "Tensor_mode", (X, Y, "floor"), 3), ("div.Scalar_mode", "aten::div", "Scalar_mode", (X, 2, "trunc"), 3),
    ("div_.Tensor_mode", "aten::div_", "Tensor_mode", (F, F, "floor"), 3), ("linspace", "aten::linspace", "", (0.0, 1.0, 3), 3), ("linspace-default", "aten::linspace", "", (0.0, 1.0), 2),
    ("linspace-all", "aten::linspace", "", (0.0, 1.0, 3, None, None, None, None), 7), ("linspace-all-none", "aten::linspace", "", (0.0, 1.0, None, None, None, None, None), 7),
    ("linspace-all-unsaid", "aten::linspace", "", (0.0, 1.0, 3, None, None, None, None), None), ("linspace.out", "aten::linspace", "out", (0.0, 1.0, 3, F), 3), ("linspace.out-all", "aten::linspace", "out", (0.0, 1.0, 3, F), 4),
    ("logspace", "aten::logspace", "", (0.0, 1.0, 3), 3), ("logspace-base", "aten::logspace", "", (0.0, 1.0, 3, 2.0), 4), ("logspace-all", "aten::logspace", "", (0.0, 1.0, 3, 2.0, None, None, None, None), 8),
    ("logspace.out-all", "aten::logspace", "out", (0.0, 1.0, 3, 2.0, F), 5), ("gelu", "aten::gelu", "", (F,), 1), ("gelu-unsaid", "aten::gelu", "", (F,), None), ("gelu-all", "aten::gelu", "", (F, "none"), 2),
    ("gelu.out", "aten::gelu", "out", (F, F), 1), ("gelu.out-all", "aten::gelu", "out", (F, F), 2), ("full-int", "aten::full", "", ((2,), 3), 2), ("full-all", "aten::full", "", ((2,), 3, None, None, None, None), 6),
    ("floor_divide", "aten::floor_divide", "", (X, Y), 2), ("floor_divide.Scalar", "aten::floor_divide", "Scalar", (X, 2), 2),
]


def upgraded(feature, version, file_version, operator, overload, pushed, specified):
    code, constants, registers = [("STOREN", 1, 4), ("DROPR", 1, 0)], [], {X: 2, Y: 3, F: 4}
    for value in pushed:
        if type(value) is object:
            code.append(("LOAD", registers[value], 0))
        else:
            code.append(("LOADC", len(constants), 0))
            constants.append(craft.reduce("torch.jit._pickle.build_intlist", list(value)) if isinstance(value, tuple) else value)
    entry = (operator, overload) if (version or 0) < 6 or specified is None else (operator, overload, specified)
    made = [craft.method(instructions=code + [("OP", 0, 0), ("RET", 0, 0)], operators=(entry,), constants=constants, registers=4, arguments=3)]
    return lite(feature, version=version, file_version=b"%d\n" % file_version, methods=made, inputs=lambda: (torch.tensor([7, -7]), torch.tensor([2, 2]), torch.tensor([3.5, -3.5])))


def types():
    named = ["__torch__.P[NamedTuple, [[a, Tensor],[b, int]]]", "__torch__.P[NamedTuple, []]", "__torch__.P", "__torch__.C[Enum, int]", "Enum<__torch__.C>", "List[__torch__.P[NamedTuple, [[a, Tensor]]]]"]
    for kind in TYPES + named + ["__torch__.torch.classes." + name for name in CUSTOM[:6]]:
        kind = kind if "[NamedTuple" in kind else kind.replace(",", ", ")
        yield lite("lite-type/" + kind, methods=[craft.method(types=(kind,))])
    for kind in ("Tensor", "int", "NoneType", "Union[int, str]", "complex", "Nosuch", "__torch__.P[NamedTuple, [[a, Tensor]]]"):
        schema = (("arguments", ((("name", "self"), ("type", "__torch__.M"), ("default_value", None)), (("name", "x"), ("type", kind), ("default_value", None)))), ("returns", ((("name", ""), ("type", "Tensor"), ("default_value", None)),)))
        made = craft.method()
        yield lite("lite-schema/argument-type/" + kind, methods=[(made[0], made[1], schema)])
    for name, value in {"int": 3, "float": 1.5, "text": "a", "none": None, "list": [1], "dict": {"a": 1}, "tuple": (1,), "device": craft.reduce("torch.device", "cpu"), "complex": craft.reduce("builtins.complex", 1.0, 2.0), "tensor-id": craft.reduce("torch.jit._pickle.build_tensor_from_id", 0), "type-tag": craft.reduce("torch.jit._pickle.restore_type_tag", [1], "List[int]")}.items():
        yield lite("lite-constant/" + name, methods=[craft.method(constants=(value,))])
    for name, value in {"enum": craft.reduce("__torch__.C", 2), "object": craft.instance("__torch__.K", {}), "int": 3, "device": craft.reduce("torch.device", "cpu"), "nosuch": craft.reduce("nosuch.thing", 1)}.items():
        state = {"training": False, "k": value}
        yield lite("lite-attribute/" + name, data=craft.pickled(craft.instance("__torch__.M", state)))


def flatbuffers(folder):
    """This release's own FlatBuffers file with other versions in its root table."""

    class Net(torch.nn.Module):
        def forward(self, x):
            return torch.relu(x)

    path = os.path.join(folder, "own.ff.ptl")
    try:
        torch.jit.script(Net())._save_for_lite_interpreter(path, _use_flatbuffer=True)
    except Exception:  # noqa: BLE001 (a release without it)
        return
    with open(path, "rb") as file:
        base = file.read()
    root = struct.unpack_from("<I", base, 0)[0]
    table = root - struct.unpack_from("<i", base, root)[0]

    def field(index):
        offset = struct.unpack_from("<H", base, table + 4 + 2 * index)[0]
        return root + offset if offset else None

    def patched(at, value):
        return base[:at] + struct.pack("<I", value) + base[at + 4:]

    yield Probe("flatbuffer/own", lambda: base, mode="lite", inputs=ONE)
    yield Probe("flatbuffer/own-by-full-jit", lambda: base, mode="script", inputs=ONE)
    for name, index in (("bytecode_version", 0), ("operator_version", 9)):
        at = field(index)
        if at is None:
            continue
        for value in list(range(13)) + [99]:
            yield Probe(f"flatbuffer/{name}={value}", lambda at=at, value=value: patched(at, value), mode="lite", inputs=ONE)
    yield Probe("flatbuffer/file-id", lambda: base[:4] + b"XXXX" + base[8:], mode="lite", inputs=ONE)
    yield Probe("flatbuffer/trailing", lambda: base + bytes(64), mode="lite", inputs=ONE)


def probes(folder):
    find_layout(folder)
    for make in (versions, instructions, operators, types):
        yield from make()
    yield from flatbuffers(folder)
