"""Programs of TorchScript whose calls were added or removed between releases, written by this one: moved.py OUT

Each with parameters; OUT/NAME.pt for each that the release can write and run. One case for all: OUT/case.npz.
    moved.py --alter IN OUT      the same archive with one element of its first weight altered
"""

import io
import sys
import zipfile

import numpy
import torch


class Program(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.randn(4, 4))


class Qr(Program):
    def forward(self, x):
        q, r = torch.qr(x @ self.w)
        return q @ r, r.abs()


class Symeig(Program):
    def forward(self, x):
        values, vectors = torch.symeig(x + x.t() + self.w + self.w.t(), eigenvectors=True)
        return values


class Attention(Program):
    def forward(self, x):
        q = (x @ self.w).reshape(1, 1, 4, 4)
        return torch.nn.functional.scaled_dot_product_attention(q, q, q)


class Normed(Program):
    def forward(self, x):
        return torch.rms_norm(x @ self.w, [4], None, 1e-5)


class Linspace(Program):
    def forward(self, x):
        return torch.linspace(0.0, 1.0, 4) + x @ self.w


class Gelu(Program):
    def forward(self, x):
        return torch.nn.functional.gelu(x @ self.w, approximate="tanh")


class Upsampled(Program):
    def forward(self, x):
        return torch.nn.functional.interpolate((x @ self.w).reshape(1, 1, 4, 4), scale_factor=2.0, mode="bilinear")


class Stacked(Program):
    def forward(self, x):
        return torch.hstack([x, x @ self.w]).logsumexp(0)


class Layers(Program):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.GELU(), torch.nn.LayerNorm(8), torch.nn.Linear(8, 2))

    def forward(self, x):
        return self.layers(x @ self.w).softmax(-1)


def alter(source, target):
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as new:
        done = False
        for name in old.namelist():
            data = old.read(name)
            if not done and "/data/" in name and len(data) == 64:
                numbers = numpy.frombuffer(data, numpy.float32).copy()
                numbers[5] += 0.5
                data, done = numbers.tobytes(), True
            new.writestr(name, data)
    assert done, "no weight"


def main(out):
    torch.manual_seed(1)
    case = torch.randn(4, 4)
    case = case @ case.t() + torch.eye(4)
    for make in Qr, Symeig, Attention, Normed, Linspace, Gelu, Upsampled, Stacked, Layers:
        try:
            program = make()
            program(case)
            kept = io.BytesIO()
            torch.jit.save(torch.jit.script(program), kept)
        except Exception as error:
            print(f"  {make.__name__.lower()} is not in {torch.__version__}: {str(error).splitlines()[0][:80] if str(error) else error}")
            continue
        with open(f"{out}/{make.__name__.lower()}.pt", "wb") as file:
            file.write(kept.getvalue())
    numpy.savez(f"{out}/case.npz", input_0=case.numpy())


if __name__ == "__main__":
    if sys.argv[1] == "--alter":
        alter(*sys.argv[2:])
    else:
        main(sys.argv[1])
