"""Compares PyTorch's own upgraders with ours: files of old format versions, as the release upgrades them when it loads them, and with our functions.

    python format_upgraders.py OUTLAST DIR     (in an environment with torch 1.12 or later; from a folder that holds no torch/)

For each of PyTorch's entries, a module with one call of the operator as it was is written with the version below the entry's, in each way in which it could be
called, and converted by `outlast convert --step torch-format`. Both files are loaded and called with the same inputs: values, element types and what is raised
must be the same. Prints one line for each case that differs, and how many there are; exit status 1 if any does.
"""

import os
import subprocess
import sys
import zipfile

import torch

# The version below the entry's; parameters; the call; what the names of the inputs stand for.
INTS, FLOATS = torch.tensor([-7, 5, 8, -1]), torch.tensor([-7.5, 5.0, 8.0, -1.0])
PAIRS = [(INTS, torch.tensor([2, 2, 3, 3])), (FLOATS, torch.tensor([2, 2, 3, 3])), (INTS, torch.tensor([2.0, 2, 3, 3])), (INTS.int(), torch.tensor([2, 2, 3, 3]))]
TWO, NUMBER = "a: Tensor, b: Tensor", "a: Tensor, b: {}"
OUT = "torch.zeros([4], dtype={}, layout=None, device=None, pin_memory=None)"
SEQUENCE = [(0, 5), (-3, 3)]
CASES = [
    (3, TWO, "torch.div(a, b)", PAIRS),
    (3, TWO, "torch.div_(a, b)", PAIRS),
    (3, NUMBER.format("int"), "torch.div(a, b)", [(INTS, 2), (FLOATS, 2)]),
    (3, NUMBER.format("float"), "torch.div(a, b)", [(INTS, 2.0), (FLOATS, 2.5)]),
    (3, NUMBER.format("int"), "torch.div_(a, b)", [(INTS, 2), (FLOATS, 2)]),
    (3, NUMBER.format("float"), "torch.div_(a, b)", [(INTS, 2.0), (FLOATS, 2.5)]),
    *[(3, TWO, f"torch.div(a, b, out={OUT.format(kind)})", PAIRS) for kind in (3, 4, 6, 7)],
    *[(3, TWO, f"torch.div(a, b, rounding_mode={mode})", PAIRS) for mode in ('"trunc"', '"floor"', "None")],
    *[(3, TWO, f"torch.div_(a, b, rounding_mode={mode})", PAIRS) for mode in ('"trunc"', '"floor"')],
    *[(3, NUMBER.format(kind), f'torch.div(a, b, rounding_mode="{mode}")', [(INTS, 2), (FLOATS, 2)]) for kind in ("int", "float") for mode in ("trunc", "floor")],
    *[(3, NUMBER.format("int"), f'torch.div_(a, b, rounding_mode="{mode}")', [(INTS, 2), (FLOATS, 2)]) for mode in ("trunc", "floor")],
    *[(3, TWO, f'torch.div(a, b, rounding_mode="{mode}", out={OUT.format(kind)})', PAIRS) for mode in ("trunc", "floor") for kind in (4, 6)],
    *[(4, f"n: int, v: {kind}", f"torch.full([n, 2], v, dtype={dtype})", [(2, value)]) for kind, value in (("int", 3), ("float", 2.5)) for dtype in ("None", 3, 6)],
    (4, "n: int, v: int", f"torch.full([4], v, out={OUT.format(6)})", [(4, 3)]),
    (4, "n: int, v: int", f"torch.full([4], v, out={OUT.format(4)})", [(4, 3)]),
    *[(7, "a: int, b: int", f"torch.linspace(a, b{steps}, dtype={dtype}, layout=None, device=None, pin_memory=None)", SEQUENCE) for steps in ("", ", None", ", 7") for dtype in ("None", 4, 7)],
    *[(7, "a: int, b: int", f"torch.linspace(a, b{steps}, out=torch.zeros([0]))", SEQUENCE) for steps in ("", ", 7")],
    *[(8, "a: int, b: int", f"torch.logspace(a, b{steps}, dtype={dtype}, layout=None, device=None, pin_memory=None)", SEQUENCE) for steps in ("", ", None", ", 7", ", 7, 2.") for dtype in ("None", 7)],
    *[(8, "a: int, b: int", f"torch.logspace(a, b{steps}, out=torch.zeros([0]))", SEQUENCE) for steps in ("", ", 7", ", 7, 3.")],
    (9, "a: Tensor", "torch.gelu(a)", [(FLOATS,)]),
    (9, "a: Tensor", "torch.gelu(a, out=torch.zeros([0]))", [(FLOATS,)]),
]
CODE = """class M(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool
  def forward(self: __torch__.M,
    {}) -> Tensor:
    return {}
"""


class M(torch.nn.Module):
    def forward(self, a):
        return a


def write(template, path, version, parameters, call):
    """The module that was saved, with other code and of another version."""
    with zipfile.ZipFile(template) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            leaf = name.split("/", 1)[1]
            if leaf == "code/__torch__.py":
                target.writestr(name, CODE.format(parameters.replace(", ", ",\n    "), call))
            elif leaf not in ("code/__torch__.py.debug_pkl", "version", ".data/version"):
                target.writestr(name, source.read(name))
        target.writestr(name.split("/", 1)[0] + ("/version" if version < 6 else "/.data/version"), f"{version}\n")


def outcome(path, inputs):
    """What a file gives."""
    try:
        out = torch.jit.load(path)(*[value.clone() if isinstance(value, torch.Tensor) else value for value in inputs])
    except Exception as error:  # noqa: BLE001 (whatever the release says)
        return "raises", str(error).strip().splitlines()[-1]
    return str(out.dtype), out.tolist()


def main(outlast, folder):
    torch.set_num_threads(1)
    os.makedirs(folder, exist_ok=True)
    template = os.path.join(folder, "template.pt")
    torch.jit.save(torch.jit.script(M()), template)
    different = count = raised = 0
    for at, (version, parameters, call, inputs) in enumerate(CASES):
        path, out = (os.path.join(folder, f"{at}{kind}.pt") for kind in ("", "-upgraded"))
        write(template, path, version, parameters, call)
        if os.path.exists(out):
            os.remove(out)
        run = subprocess.run([outlast, "convert", path, "--step", "torch-format", "-o", out], capture_output=True, text=True, check=False)
        for values in inputs:
            count += 1
            theirs = outcome(path, values)
            ours = outcome(out, values) if run.returncode == 0 else ("refused", run.stdout + run.stderr)
            raised += theirs[0] == ours[0] == "raises"
            if ours[0] != theirs[0] or theirs[0] != "raises" and ours != theirs:
                different += 1
                print(f"version {version}, {call}: {str(theirs)[:200]} by PyTorch, {str(ours)[:300]} by us")
    print(f"torch {torch.__version__}: {len(CASES)} files, {count} calls, {different} of them differ, {raised} raise in both")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]) if len(sys.argv) == 3 else __doc__)
