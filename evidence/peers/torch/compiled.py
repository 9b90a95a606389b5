"""Prints the bytecode that a release writes for functions: what `crates/torchscript/src/bytecode/compile` is compared with.

    python compiled.py FUNCTIONS.py > RECORDED.txt     (in an environment with torch; from a folder that holds no torch/)

Each function becomes a method of a module, which is saved for the lite interpreter. One block each: its name, instructions with the constants,
operators and types that they name, and the number of registers.
"""

import io
import pickle
import re
import sys
import zipfile

import torch


class Unpickler(pickle.Unpickler):
    def find_class(self, module, name):
        if name.startswith("build_"):
            return list
        return lambda *args: f"{module}.{name}"

    def persistent_load(self, pid):
        return "tensor"


def functions(text):
    return [part.rstrip() + "\n" for part in re.split(r"(?m)^(?=def )", text) if part.strip()]


def written(text):
    """The functions as their module's bytecode has them, in the order of the text."""
    module = torch.jit.ScriptModule()
    for source in functions(text):
        module.define(source)
    archive = zipfile.ZipFile(io.BytesIO(module._save_to_buffer_for_lite_interpreter()))
    record = next(x for x in archive.namelist() if x.endswith("/bytecode.pkl"))
    version, *program = Unpickler(io.BytesIO(archive.read(record))).load()
    tables = {function[0].rsplit(".", 1)[1]: dict(function[1]) for function in program}
    names = re.findall(r"(?m)^def (\w+)", text)
    return version, [(name, tables[name]) for name in names]


def main(path):
    with open(path, encoding="utf-8") as file:
        version, program = written(file.read())
    print(f"bytecode {version}")
    for name, code in program:
        print(f"def {name}")
        for opcode, x, n in code["instructions"]:
            line = f"  {opcode} {x} {n}"
            if opcode == "LOADC":
                line = f"  {opcode} {code['constants'][x]!r}"
            if opcode in ("OP", "OPN"):
                called = code["operators"][x]
                line = f"  {opcode} {called[0]}.{called[1]}({called[2]}) {n}"
            if opcode == "LIST_CONSTRUCT":
                line = f"  {opcode} {code['types'][x]} {n}"
            print(line)
        print(f"  registers {code['register_size']}")


if __name__ == "__main__":
    main(sys.argv[1])
