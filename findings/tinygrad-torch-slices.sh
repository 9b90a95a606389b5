#!/usr/bin/env bash
# tinygrad's torch_load returns other numbers for a tensor that was saved as a slice: every second element, some columns, a diagonal.
#
# Expected: torch.save keeps a view as the storage and its offset, size and strides; a reader that knows permuted strides only, as the
# assertion "nonpermutable strides" says, refuses the others.
# Is so: with tinygrad 0.13.0, and 0.14.0 (which needs Clang), the assertion is reached only where the strides are not in falling order.
# Falling strides are taken for those of contiguous elements: the elements that lie next in the storage are returned, in the right
# type and shape, without a word.
# Why it matters: weights that were split or taken from a larger tensor and saved as they are load, and are wrong. The archive is written
# here as torch.save writes it; of archives by torch 2.15.0 itself, tinygrad read the same three views wrongly.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -I -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tinygrad==0.13.0
cat >"$folder/write.py" <<'PY'
import collections
import io
import pickle
import struct
import sys
import types
import zipfile

torch, utils = types.ModuleType("torch"), types.ModuleType("torch._utils")
sys.modules.update({"torch": torch, "torch._utils": utils})


class FloatStorage:
    pass


def _rebuild_tensor_v2():
    pass


FloatStorage.__module__, torch.FloatStorage = "torch", FloatStorage
_rebuild_tensor_v2.__module__, utils._rebuild_tensor_v2 = "torch._utils", _rebuild_tensor_v2


class Storage:
    def __init__(self, numbers):
        self.numbers = numbers


class View:
    def __init__(self, numbers, offset, size, stride):
        self.parts = Storage(numbers), offset, size, stride, False, collections.OrderedDict()

    def __reduce__(self):
        return _rebuild_tensor_v2, self.parts


def save(path, views):
    storages = []

    class Pickler(pickle.Pickler):
        def persistent_id(self, value):
            if not isinstance(value, Storage):
                return None
            storages.append(value.numbers)
            return "storage", FloatStorage, str(len(storages) - 1), "cpu", len(value.numbers)

    stream = io.BytesIO()
    Pickler(stream, protocol=2).dump({name: View(*parts) for name, parts in views.items()})
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("views/data.pkl", stream.getvalue())
        archive.writestr("views/byteorder", "little")
        for key, numbers in enumerate(storages):
            archive.writestr(f"views/data/{key}", struct.pack(f"<{len(numbers)}f", *numbers))
        archive.writestr("views/version", "3\n")


twelve = [float(n) for n in range(12)]
save("views.pt", {
    "whole": (twelve, 0, (3, 4), (4, 1)),
    "transposed": (twelve, 0, (4, 3), (1, 4)),
    "offset": (twelve, 4, (4,), (1,)),
    "every second": (twelve, 0, (6,), (2,)),
    "columns": (twelve, 1, (3, 2), (4, 1)),
    "diagonal": (twelve, 0, (3,), (5,)),
})
PY
cat >"$folder/read.py" <<'PY'
from importlib.metadata import version

from tinygrad.nn.state import torch_load

print("tinygrad", version("tinygrad"))
meant = {
    "whole": [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]],
    "transposed": [[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]],
    "offset": [4, 5, 6, 7],
    "every second": [0, 2, 4, 6, 8, 10],
    "columns": [[1, 2], [5, 6], [9, 10]],
    "diagonal": [0, 5, 10],
}
read = {name: tensor.tolist() for name, tensor in torch_load("views.pt").items()}
for name, numbers in meant.items():
    print(f"{name}: {numbers}, {'the same' if read[name] == numbers else f'read as {read[name]}'}")
assert {name for name in meant if read[name] != meant[name]} == {"every second", "columns", "diagonal"}
PY
cd "$folder"
venv/bin/python write.py
XDG_CACHE_HOME=$folder/cache DEV=PYTHON venv/bin/python read.py
