#!/usr/bin/env bash
# torch.export.save and safetensors write a conjugate view, or a negated one, without its conjugation or sign, and say nothing.
#
# Expected: x.conj() is a tensor like any other to who uses it, and a writer that takes the bytes of its storage has to resolve the view
# first, as torch.save does, which keeps a note of it, and torch.jit.save.
# Is so: with torch 2.15.0 and safetensors 0.8.0 the bytes are those of the tensor that is viewed. torch.export.load and
# safetensors.torch.load return tensors of the right type and shape with the imaginary parts, or all of the numbers, of the other sign.
# Why it matters: such views are what spectral code keeps as weights (torch.fft, .conj(), .imag of a conjugate), they print as what
# they stand for, and a delivered program computes other results than the one that was exported.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
bash "$here/../evidence/peers/torch/venv.sh" 2.15.0 "$folder/torch"
"$folder/torch/bin/pip" install --quiet --disable-pip-version-check --no-deps safetensors==0.8.0
cat >"$folder/ask.py" <<'PY'
import io
from importlib.metadata import version

import torch
from safetensors.torch import load, save

print("torch", torch.__version__, "safetensors", version("safetensors"))
views = {"conjugate": torch.tensor([1 + 2j, 3 - 4j]).conj(), "negative": torch.tensor([1 + 2j]).conj().imag}
assert views["conjugate"].is_conj() and views["negative"].is_neg()


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        for name, view in views.items():
            self.register_buffer(name, view)

    def forward(self, x):
        return x + self.conjugate, x + self.negative


def buffered(write, read):
    buffer = io.BytesIO()
    write(buffer)
    buffer.seek(0)
    return read(buffer)


model, x = Model(), torch.zeros(1)
exported = torch.export.export(model, (x,))
read = {
    "torch.save": buffered(lambda b: torch.save(views, b), torch.load),
    "torch.jit.save": dict(buffered(lambda b: torch.jit.save(torch.jit.trace(model, (x,)), b), torch.jit.load).named_buffers()),
    "torch.export.save": buffered(lambda b: torch.export.save(exported, b), torch.export.load).state_dict,
    "safetensors": load(save(views)),
}
same = {}
for writer, tensors in read.items():
    for name, view in views.items():
        got = tensors[name]
        assert got.dtype == view.dtype and got.shape == view.shape
        same[writer, name] = torch.equal(got, view)
        print(f"{writer}: {name} view {view.tolist()} is read as {got.tolist()}")
before, after = exported.module()(x), buffered(lambda b: torch.export.save(exported, b), torch.export.load).module()(x)
print("the exported program returns", [y.tolist() for y in before], "and, saved and loaded,", [y.tolist() for y in after])
assert {writer for (writer, _), right in same.items() if not right} == {"torch.export.save", "safetensors"}
assert not any(same[writer, name] for writer in ("torch.export.save", "safetensors") for name in views)
assert not any(torch.equal(a, b) for a, b in zip(before, after))
PY
cd "$folder"
LD_LIBRARY_PATH=$folder/torch/stubs torch/bin/python -W ignore ask.py
