#!/usr/bin/env bash
# torch.load(mmap=True) of an archive whose members are compressed returns other numbers, and no error.
#
# Expected: PyTorch's reader of zip archives expands members that are compressed (torch.load and torch.jit.load do), so a file that went
# through a tool that packs archives anew is read, or, where it cannot be mapped into memory, refused.
# Is so: with mmap=True the place of each storage in the file is taken, whatever the method of the member: the compressed bytes, and
# what follows them, become the elements. Nothing is printed. The tensors have the right types and shapes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
bash "$here/../evidence/peers/torch/venv.sh" 2.15.0 "$folder/torch"
cat >"$folder/ask.py" <<'PY'
import zipfile

import torch

print("torch", torch.__version__)
weights = {"weight": torch.arange(6.0).reshape(2, 3)}
torch.save(weights, "saved.pt")
for name, method in ("stored", zipfile.ZIP_STORED), ("deflated", zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile("saved.pt") as saved, zipfile.ZipFile(f"{name}.pt", "w", method) as packed:
        for member in saved.infolist():
            packed.writestr(member.filename, saved.read(member))

same = {}
for name in "saved", "stored", "deflated":
    for mmap in False, True:
        read = torch.load(f"{name}.pt", mmap=mmap)["weight"]
        assert read.dtype == torch.float32 and read.shape == (2, 3)
        same[name, mmap] = torch.equal(read, weights["weight"])
        print(f"{name}.pt, mmap={mmap}: {'the same' if same[name, mmap] else 'other'} values")
assert [key for key, value in same.items() if not value] == [("deflated", True)]
PY
cd "$folder"
LD_LIBRARY_PATH=$folder/torch/stubs torch/bin/python -W ignore ask.py
