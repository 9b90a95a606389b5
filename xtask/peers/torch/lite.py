"""What PyTorch says of files for its lite interpreter: the oracle of what Outlast reads from bytecode.

    python lite.py FILE …         version, operators with their numbers of arguments, and types, of each file
    python lite.py --opcodes      which opcodes the lite interpreter of this release loads

One row per file: file, version of the bytecode, operators as `name=arguments` in the order of their names, types in the order of their names. Of
a file without a version, PyTorch says nothing: `-`.
"""

from __future__ import annotations

import io
import pathlib
import pickle
import sys
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


def main() -> None:
    warnings.simplefilter("ignore")
    if sys.argv[1:] == ["--opcodes"]:
        release = torch.__version__.split("+")[0]
        for opcode in OPCODES:
            print(release, opcode, loads(opcode), sep="\t")
        return
    for name in sys.argv[1:]:
        print(*row(pathlib.Path(name)), sep="\t")


if __name__ == "__main__":
    main()
