#!/usr/bin/env bash
# A function in MLIR bytecode gets the name of the source file when another release reads it, and what reads it says nothing.
#
# Expected: the number of the bytecode's version, 6, is the same on both sides, and where an operation got a new attribute meanwhile
# the reader refuses the module, as it does in most cases ("expected mlir::StringAttr, but got …").
# Is so: the attributes of an operation are written without names, in alphabetical order. func.func got `no_inline` before
# `sym_name`, so for the older reader what follows has moved by one, and the zero of an absent attribute is the index of the name: the
# module's attribute 0, one of those that are used most. Where that is a string, it is the name of the source file, which all locations
# use ("-" for what Python's bindings parse). memref.load likewise loses `nontemporal`, as it got `alignment` before it. The verifier
# passes both.
# Why it matters: whether a module is refused or misread depends on which attribute is used most, not on what is new in it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for release in 0.4.38 0.10.2; do
  python3 -I -m venv "$folder/$release"
  "$folder/$release/bin/pip" install --quiet --disable-pip-version-check --no-deps "jaxlib==$release" numpy==1.26.4 ml_dtypes==0.5.4
done
cat >"$folder/context.py" <<'PY'
from importlib.metadata import version

from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

NAME = f"jaxlib {version('jaxlib')}"


def new_context():
    """A context with func and memref, which jaxlib registers with its own dialects."""
    context, registry = ir.Context(), ir.DialectRegistry()
    name = "_jax_mlir_ext" if version("jaxlib") == "0.10.2" else "register_jax_dialects"
    extension = __import__(f"jaxlib.mlir._mlir_libs.{name}", fromlist=[name])
    if hasattr(extension, "register_dialects"):
        extension.register_dialects(registry)
    context.append_dialect_registry(registry)
    context.load_all_available_dialects()
    stablehlo.register_dialect(context)
    return context
PY
cat >"$folder/write.py" <<'PY'
from context import NAME, new_context
from jaxlib.mlir import ir

SOURCE = """
func.func @load(%from: memref<4xf32>, %at: index) -> f32 {
  %value = memref.load %from[%at] {nontemporal = true} : memref<4xf32>
  return %value : f32
}
"""
with new_context(), open("module.bytecode", "wb") as file:
    module = ir.Module.parse(SOURCE)
    print(f"{NAME} writes, in bytecode of version 6:\n{module}")
    module.operation.write_bytecode(file, desired_version=6)
PY
cat >"$folder/read.py" <<'PY'
from context import NAME, new_context
from jaxlib.mlir import ir

with new_context(), open("module.bytecode", "rb") as file:
    module = ir.Module.parse(file.read())
    print(f"{NAME} reads, and its verifier {'passes' if module.operation.verify() else 'refuses'} it:\n{module}")
PY
cd "$folder"
0.10.2/bin/python write.py | tee written
0.4.38/bin/python read.py | tee read
grep -q 'func.func @load(' written && grep -q 'nontemporal = true' written
grep -q '^jaxlib 0.4.38 reads, and its verifier passes it:' read
grep -q 'func.func @"-"(' read   # "-" is the file of a module that Python's bindings parse
[ "$(grep -c -e '@load' -e nontemporal read)" = 0 ]
