#!/usr/bin/env python3
"""Writes crates/executorch/data/operator-schemas.txt: what each operator of the runtime's own libraries takes.

    venv/bin/python operator_schemas.py EXECUTORCH_GIT COMMIT > operator-schemas.txt

EXECUTORCH_GIT is a git directory of pytorch/executorch, read at COMMIT; schemas of ATen operators come from the torch of this Python.
"""
import re
import subprocess
import sys

import torch
import yaml

# Read off kernels/prim_ops/*.cpp: their kernels take the stack as it comes, there is no schema to read.
PRIM = """
aten::_local_scalar_dense Tensor Scalar!
aten::sym_numel Tensor int!
aten::sym_size.int Tensor int int!
executorch_prim::add.Scalar Scalar Scalar Scalar!
executorch_prim::ceil.Scalar Scalar Scalar!
executorch_prim::eq.Scalar Scalar Scalar bool!
executorch_prim::et_copy_index.tensor Tensor! Tensor int
executorch_prim::et_view.default Tensor int[] Tensor!
executorch_prim::floordiv.Scalar Scalar Scalar Scalar!
executorch_prim::floordiv.int Scalar Scalar Scalar!
executorch_prim::ge.Scalar Scalar Scalar bool!
executorch_prim::gt.Scalar Scalar Scalar bool!
executorch_prim::le.Scalar Scalar Scalar bool!
executorch_prim::lt.Scalar Scalar Scalar bool!
executorch_prim::mod.Scalar Scalar Scalar Scalar!
executorch_prim::mod.int Scalar Scalar Scalar!
executorch_prim::mul.Scalar Scalar Scalar Scalar!
executorch_prim::neg.Scalar Scalar Scalar!
executorch_prim::round.Scalar Scalar Scalar!
executorch_prim::sub.Scalar Scalar Scalar Scalar!
executorch_prim::sym_float.Scalar Scalar Scalar!
executorch_prim::sym_int.Scalar Scalar Scalar!
executorch_prim::sym_ite.Scalar Scalar Scalar Scalar Scalar!
executorch_prim::sym_max.Scalar Scalar Scalar Scalar!
executorch_prim::sym_min.Scalar Scalar Scalar Scalar!
executorch_prim::sym_not.Scalar bool bool!
executorch_prim::truediv.Scalar Scalar Scalar Scalar!
executorch_prim::trunc.Scalar Scalar Scalar!
"""


def arguments(text):
    """The argument texts of a schema, at the commas outside brackets."""
    depth, part = 0, ""
    for c in text + ",":
        depth += (c in "([") - (c in ")]")
        if c == "," and depth == 0:
            if part.strip() and part.strip() != "*":
                yield part.strip()
            part = ""
        else:
            part += c


def kind(argument):
    words = argument.split("=")[0].strip().rsplit(None, 1)
    text = words[0]
    written = re.search(r"\([a-z]+!\)", text)
    text = re.sub(r"\([^)]*\)", "", text).replace("SymInt", "int")
    text = re.sub(r"\[\d+\]", "[]", text)
    return text + ("!" if written else "")


def row(schema, namespace="aten"):
    name, rest = re.match(r"([\w.:]+)(\(.*)$", schema, re.S).groups()
    depth = end = 0
    while depth or not end:
        depth += (rest[end] == "(") - (rest[end] == ")")
        end += 1
    inner, returns = rest[1 : end - 1], rest[end:].replace("->", "").strip()
    kinds = [kind(a) for a in arguments(inner)]
    # The generated code takes one more: the place of the result. With an out argument nothing is stored there.
    kinds.append("any" if any(k.endswith("!") for k in kinds) or returns == "()" else "result")
    return (name if "::" in name else f"{namespace}::{name}"), kinds


def main():
    git, commit = sys.argv[1:]

    def show(path):
        command = ["git", "-C", git, "show", f"{commit}:{path}"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    rows = {}
    known = dict(row(str(schema)) for schema in torch._C._jit_get_all_schemas() if schema.name.startswith("aten::"))
    for path in ["kernels/portable/functions.yaml", "kernels/portable/custom_ops.yaml", "kernels/quantized/quantized.yaml"]:
        for entry in yaml.load(show(path), Loader=yaml.CSafeLoader) or []:
            if "func" in entry:
                name, kinds = row(entry["func"])
                rows[name] = kinds
            else:
                name = "aten::" + entry["op"]
                rows[name] = known[name]
    for line in PRIM.split("\n"):
        if line:
            name, *kinds = line.split()
            rows[name] = kinds
    print("# Arguments of the operators of ExecuTorch's own kernel libraries, as a KernelCall passes them. `?`: may be none. `!`: written. `any`: not looked at.")
    for name in sorted(rows):
        print(name, *rows[name])


main()
