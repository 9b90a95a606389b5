#!/usr/bin/env bash
# MLIR's text of a large boolean constant cannot be exchanged between releases, in either direction, while its bytecode can.
#
# Expected: bytecode is what changes from release to release, and text is the way out: the text of a module with builtin types only is
# read by the next release and by the one before.
# Is so: constants of more than 100 elements are printed as the bytes in memory. Up to MLIR 22 (jaxlib 0.9.0) these are eight booleans in
# a byte; in MLIR 23 (jaxlib 0.10.2) one in each byte. The text of either is refused by the other: "elements hex data size is
# invalid for provided type". In bytecode both write eight in a byte, and each reads the other's file, of the same version 6.
# Why it matters: who keeps modules as text to be safe loses those with a mask of more than 100 elements.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for release in 0.9.0 0.10.2; do
  python3 -I -m venv "$folder/$release"
  "$folder/$release/bin/pip" install --quiet --disable-pip-version-check --no-deps "jaxlib==$release" numpy==1.26.4 ml_dtypes==0.5.4
done
cat >"$folder/write.py" <<'PY'
import sys

from jaxlib.mlir import ir

name, count = sys.argv[1], int(sys.argv[2])
elements = ", ".join("true" if i % 3 == 0 else "false" for i in range(count))
context = ir.Context()
context.allow_unregistered_dialects = True
with context:
    module = ir.Module.parse(f'"test.op"() {{mask = dense<[{elements}]> : tensor<{count}xi1>}} : () -> ()')
    with open(f"{name}.text", "w") as file:
        file.write(module.operation.get_asm(print_generic_op_form=True))
    with open(f"{name}.bytecode", "wb") as file:
        module.operation.write_bytecode(file, desired_version=6)
with open(f"{name}.bytecode", "rb") as file:
    print(f"{name}: {file.read()[5:].split(bytes(1))[0].decode()}")
PY
cat >"$folder/read.py" <<'PY'
import sys
from importlib.metadata import version

from jaxlib.mlir import ir

context = ir.Context()
context.allow_unregistered_dialects = True
for path in sys.argv[1:]:
    with context, open(path, "rb") as file:
        data = file.read()
        try:
            module = ir.Module.parse(data if path.endswith("bytecode") else data.decode())
            mask = module.body.operations[0].attributes["mask"]
            right = all(mask[i] == (i % 3 == 0) for i in range(len(mask)))
            said = f"{len(mask)} elements, {'all' if right else 'not all'} right"
        except ir.MLIRError as error:
            said = str(error).splitlines()[-1].split("error: ")[-1]
    print(f"{path} read by jaxlib {version('jaxlib')}: {said}")
PY
cd "$folder"
for release in 0.9.0 0.10.2; do
  for count in 100 101; do "$release/bin/python" write.py "$release-$count" $count; done
done
for release in 0.9.0 0.10.2; do "$release/bin/python" read.py ./*.text ./*.bytecode; done | sed 's,^\./,,' | tee said
refused='elements hex data size is invalid'
[ "$(grep -c 'elements, all right$' said)" = 14 ]
[ "$(grep -c "$refused" said)" = 2 ]
grep -q "^0.9.0-101.text read by jaxlib 0.10.2: .*$refused" said
grep -q "^0.10.2-101.text read by jaxlib 0.9.0: .*$refused" said
