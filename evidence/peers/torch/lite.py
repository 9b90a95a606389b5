"""What PyTorch says of files for its lite interpreter: the oracle of what Outlast reads from bytecode.

    python lite.py FILE …         version, operators with their numbers of arguments, and types, of each file
    python lite.py --opcodes      which opcodes the lite interpreter of this release loads
    python lite.py --damage FILE OUT_DIR   writes damaged copies of corpus/torch/2.15.0/flat_attributes.ff
    python lite.py --outcomes FILE …       what the lite interpreter does with each of them
    python lite.py --operators FILE        which operators of this release its lite interpreter does not have; FILE is an archive that it loads

One row per file: file, version of the bytecode, operators as `name=arguments` in the order of their names, types in the order of their names. Of
a file without a version, PyTorch says nothing: `-`.
"""

from __future__ import annotations

import io
import json
import os
import pathlib
import pickle
import re
import struct
import sys
import tempfile
import warnings
import zipfile

import torch

OPCODES = """OP OPN LOAD MOVE STOREN STORE DROP DROPR LOADC JF JMP LOOP RET WAIT CALL GUARD TYPECHECK FAIL_GUARD PROFILE_OP TAIL_CALL INTERFACE_CALL
GET_ATTR SET_ATTR LIST_UNPACK TUPLE_CONSTRUCT NAMED_TUPLE_CONSTRUCT LIST_CONSTRUCT DICT_CONSTRUCT CREATE_OBJECT ISINSTANCE TUPLE_SLICE TUPLE_INDEX
RAISE_EXCEPTION DICT_INDEX UNCHECKED_CAST __IS__ UN_INITIALIZED __ISNOT__ FORMAT DEVICE DTYPE DIM __NOT__ TO_LIST NUM_TO_TENSOR IS_CUDA FORK WARN
ENTER EXIT AWAITABLE""".split()


def operators(found: dict[str, object]) -> str:
    return ",".join(f"{name}={found[name]}" for name in sorted(found)) or "-"


def row(path: pathlib.Path) -> list[str]:
    data = path.read_bytes()
    name = "/".join(path.parts[-2:])
    if data[4:8] == b"PTMF":
        info = torch._C._get_module_info_from_flatbuffer(data)
        counts = dict(info["opname_to_num_args"])
        return [name, str(info["bytecode_version"]), operators(counts), ",".join(sorted(info["type_names"])) or "-"]
    from torch.jit import mobile

    try:
        version = str(mobile._get_model_bytecode_version(str(path)))
        counts = {op: info.num_schema_args for op, info in mobile._get_model_ops_and_info(str(path)).items()}
        types = ",".join(sorted(mobile._get_mobile_model_contained_types(str(path)))) or "-"
    except RuntimeError:
        return [name, "-", "-", "-"]
    return [name, version, operators(counts), types]


class Plain(torch.nn.Module):
    def forward(self, x):
        # An operator, since readers look up upgraders for what they take for `OP`.
        return x.relu()


def loads(opcode: str) -> str:
    """Whether the lite interpreter loads a program with this opcode."""
    buffer = io.BytesIO(torch.jit.script(Plain())._save_to_buffer_for_lite_interpreter())
    changed = io.BytesIO()
    with zipfile.ZipFile(buffer) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.endswith("/mobile_debug_handles.pkl"):
                continue
            if name.endswith("/bytecode.pkl"):
                content = pickle.dumps(replaced(pickle.loads(content), opcode), protocol=2)
            new.writestr(name, content)
    changed.seek(0)
    from torch.jit.mobile import _load_for_lite_interpreter

    try:
        _load_for_lite_interpreter(changed)
    except RuntimeError as error:
        return "no" if "is not supported in mobile module" in str(error) else f"error: {str(error).splitlines()[0]}"
    return "yes"


def replaced(program: tuple, opcode: str) -> tuple:
    """The program with the opcode in place of the first instruction of each function."""
    head = [entry for entry in program if isinstance(entry, int)]
    functions = []
    for name, code, *rest in (entry for entry in program if not isinstance(entry, int)):
        (title, instructions), *tables = code
        functions.append((name, ((title, ((opcode, 0, 0), *instructions[1:])), *tables), *rest))
    return (*head, *functions)


def damaged(data: bytes):
    """Copies of the file with one thing changed: what, and the bytes."""

    def put(at: int, raw: bytes) -> bytes:
        return data[:at] + raw + data[at + len(raw) :]

    # The list of six tensors, which is value 17 of 53.
    items = data.index(struct.pack("<7I", 6, 11, 12, 13, 14, 15, 16)) + 4
    for value in (17, 20, 60):
        yield f"value {value} in the list of value 17", put(items, struct.pack("<I", value))
    # OP 1, and LOADC behind it.
    code = data.index(bytes([0, 0, 0, 0, 1, 0, 0, 0, 8]))
    cases = [("opcode 77", 77, 0, 0), ("WAIT", 13, 0, 0), ("UNCHECKED_CAST", 34, 0, 0), ("LOADC 99", 8, 0, 99)]
    cases += [("LIST_CONSTRUCT 99 1", 26, 1, 99), ("LOAD 99", 2, 0, 99), ("DROP", 6, 0, 0)]
    cases += [("JMP 9999", 10, 0, 9999), ("JMP -999", 10, 0, -999)]
    for what, opcode, n, x in cases:
        yield what, put(code, struct.pack("<BxHi", opcode, n, x))
    yield "its last 300 bytes cut off", data[:-300]


def outcome(data: bytes) -> str:
    """What the lite interpreter does with a file, in a child process."""
    from torch.jit.mobile import _load_for_lite_interpreter

    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        stage = "load"
        try:
            module = _load_for_lite_interpreter(io.BytesIO(data))
            stage = "run"
            module.forward(torch.ones(2), "a")
            text = "runs"
        except BaseException as error:  # noqa: B036 (whatever a file makes this release do)
            first = (str(error).splitlines() or [""])[0][:80]
            # The tag is what stands in other memory.
            text = f"{stage}: {re.sub('InvalidTag.*', 'InvalidTag', first)}"
        os.write(into, text.encode())
        os._exit(0)
    os.close(into)
    status = os.waitpid(child, 0)[1]
    text = os.read(out, 1000).decode()
    os.close(out)
    return f"signal {status & 127}" if status & 127 else text


class Values(pickle.Unpickler):
    """The plain values of a `bytecode.pkl`: what is in the operator table stands beside tensors and types."""

    def find_class(self, module: str, name: str) -> tuple[str, str]:
        return module, name

    def persistent_load(self, key: object) -> object:
        return key


def missing_operators(path: str):
    """The operators of this release that a program for its lite interpreter cannot name, asked 15 at a time: messages are cut."""
    import calls

    load = calls.lite_loader()
    with zipfile.ZipFile(path) as archive:
        records = {name: archive.read(name) for name in archive.namelist()}
    (name,) = (name for name in records if name.endswith("/bytecode.pkl"))
    program = Values(io.BytesIO(records[name])).load()
    schemas = torch._C._jit_get_all_schemas()
    operators = sorted({(schema.name, schema.overload_name) for schema in schemas})

    def with_operators(entry: object, chunk: list) -> object:
        if isinstance(entry, int):
            return entry
        title, code, *_ = entry
        # Nothing is called: version 6 and later say how many arguments a call gives.
        code = tuple((key, tuple(chunk) if key == "operators" else (("RET", 0, 0),) if key == "instructions" else ()) if key != "register_size" else (key, 1) for key, value in code)
        schema = (("arguments", ()), ("returns", ()))
        return (title, code, schema) if isinstance(program[0], int) else (title, code)

    for start in range(0, len(operators), 15):
        chunk = operators[start : start + 15]
        changed = tuple(with_operators(entry, chunk) for entry in program[:2])
        with tempfile.NamedTemporaryFile(suffix=".ptl") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as out:
                for record, content in records.items():
                    if not record.endswith("/mobile_debug_handles.pkl"):
                        out.writestr(record, pickle.dumps(changed, protocol=2) if record == name else content)
            file.flush()
            try:
                load(file.name)
            except RuntimeError as error:
                listed = re.search(r"found: ?[{\[](.*?)[}\]]", str(error), re.S)
                if listed is None:
                    raise
                yield from (text.strip().rstrip(".") for text in listed[1].split(",") if text.strip())


def main() -> None:
    warnings.simplefilter("ignore")
    if sys.argv[1:] == ["--opcodes"]:
        release = torch.__version__.split("+")[0]
        for opcode in OPCODES:
            print(release, opcode, loads(opcode), sep="\t")
        return
    if sys.argv[1:2] == ["--damage"]:
        source, out = pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
        out.mkdir(parents=True, exist_ok=True)
        models = {}
        for what, data in damaged(source.read_bytes()):
            name = re.sub(r"[^a-z0-9]+", "_", what.lower().replace("-", "minus "))
            (out / f"{name}.ff").write_bytes(data)
            models[name] = {"exercises": f"a program with {what}", "files": [f"{name}.ff"]}
        (out / "index.json").write_text(json.dumps({"models": models}, indent=1) + "\n")
        return
    if sys.argv[1:2] == ["--outcomes"]:
        release = torch.__version__.split("+")[0]
        for name in sys.argv[2:]:
            print(release, pathlib.Path(name).name, outcome(pathlib.Path(name).read_bytes()), sep="\t")
        return
    if sys.argv[1:2] == ["--operators"]:
        release = torch.__version__.split("+")[0]
        for operator in sorted(missing_operators(sys.argv[2])):
            print(release, operator, sep="\t")
        return
    for name in sys.argv[1:]:
        print(*row(pathlib.Path(name)), sep="\t")


if __name__ == "__main__":
    main()
