"""Programs of torch.export that call operators which changed between releases: written with one, converted, and run in another.

    python3 changed.py make OUT_DIR              with the release that runs it: programs, their inputs and results; those that it cannot export are named
    python3 changed.py run MADE_DIR CONVERTED    runs the programs of CONVERTED on the inputs of MADE_DIR: how many give the results that were recorded

No rule was made from these programs when they were written. Exit status of `run`: 1 if a program gives another result or is refused.
"""

import pathlib
import sys

import torch
from torch import nn
from torch.nn import functional as F

PROGRAMS = {}


def program(*inputs, sizes=None, decomposed=False):
    """A function of a module with a weight `w` and of tensors; `sizes` are those that are not fixed, of each input."""
    def add(function):
        class Program(nn.Module):
            def __init__(self):
                super().__init__()
                self.w = nn.Parameter(torch.linspace(-1, 1, 8))

            def forward(self, *tensors):
                return function(self, *tensors)

        PROGRAMS[function.__name__] = (Program(), inputs, sizes, decomposed)
        return function
    return add


class Counting(nn.Module):
    """A buffer that the program changes."""

    def __init__(self):
        super().__init__()
        self.register_buffer("seen", torch.zeros(8))

    def forward(self, x):
        self.seen.add_(F.rms_norm(x, (8,)).sum(0))
        return self.seen * 2


class Block(nn.Module):
    """A block of a language model: normalisation, attention in groups, and a layer with a gate."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.RMSNorm(16), nn.RMSNorm(16, eps=1e-6)
        self.query, self.key = nn.Linear(16, 16), nn.Linear(16, 8)
        self.up, self.down = nn.Linear(16, 32), nn.Linear(32, 16)

    def forward(self, x):
        rows, length, _ = x.shape
        normal = self.first(x)
        query = self.query(normal).view(rows, length, 4, 4).transpose(1, 2)
        key = self.key(normal).view(rows, length, 2, 4).transpose(1, 2)
        mixed = F.scaled_dot_product_attention(query, key, key, is_causal=True, enable_gqa=True)
        x = x + mixed.transpose(1, 2).reshape(rows, length, 16)
        return x + self.down(F.silu(self.up(self.second(x))))


def newer():
    """What 2.15 has and 2.1 does not."""
    def dim(name):
        return torch.export.Dim(name, min=2, max=16)

    torch.manual_seed(0)
    r = torch.randn
    attention = [r(2, 4, 5, 8) for _ in range(3)]
    groups = [r(2, 4, 5, 8), r(2, 2, 5, 8), r(2, 2, 5, 8)]
    masked = torch.arange(5)[:, None] < 2

    for name, x in {"float": r(3, 8), "half": r(3, 8).half(), "small_half": (r(3, 8) * .01).half(), "double": r(3, 8).double()}.items():
        def normal(self, x):
            return F.rms_norm(x, (8,))

        def weighted(self, x):
            return F.rms_norm(x, (8,), self.w.to(x.dtype), 1e-3)

        for function in (normal, weighted):
            function.__name__ = f"{function.__name__}_{name}"
            program(x)(function)

    @program(r(3, 4, 8), sizes=[{0: dim("rows")}])
    def normal_rows(self, x):
        return F.rms_norm(x, (4, 8)).sum(-1)

    @program(r(3, 8), decomposed=True)
    def normal_decomposed(self, x):
        return F.rms_norm(x, (8,), self.w, 1e-5)

    @program(r(2, 3, 4))
    def dimensions(self, x):
        return torch.any(x > 0, (0, 2)), torch.any(x, (0, 2), True), torch.all(x < 2, (1, 2))

    @program((r(2, 3, 4) > 1).to(torch.uint8))
    def dimensions_bytes(self, x):
        return torch.any(x, (0, 2)), torch.all(x, (0, 1), True)

    @program(r(4, 3, 4) > .5, sizes=[{0: dim("rows")}])
    def dimensions_rows(self, x):
        return torch.all(x, (0, 2), True)

    @program(*groups)
    def groups_of_queries(self, q, k, v):
        return F.scaled_dot_product_attention(q, k, v, enable_gqa=True)

    @program(*groups, sizes=[{0: dim("rows")}] * 3)
    def groups_of_queries_rows(self, q, k, v):
        return F.scaled_dot_product_attention(q, k, v, enable_gqa=True, scale=.3)

    @program(*attention, ~masked.expand(5, 5))
    def masked_truths(self, q, k, v, mask):
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)

    @program(*groups, torch.zeros(5, 5).masked_fill(masked, -torch.inf))
    def masked_numbers(self, q, k, v, mask):
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=True)

    @program(*attention, ~masked.expand(5, 5), decomposed=True)
    def masked_decomposed(self, q, k, v, mask):
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)

    @program(r(3, 2), r(5, 2))
    def padded(self, a, b):
        pad = nn.utils.rnn.pad_sequence
        return pad([a, b], batch_first=True, padding_side="left"), pad([b, a], padding_value=2., padding_side="left")

    @program(r(4, 4), decomposed=True)
    def eigenvalues(self, x):
        return torch.ops.aten._linalg_eigvals.default(x).abs().sum()

    @program(r(2, 400))
    def transform(self, x):
        return torch.view_as_real(torch.stft(x, 64, return_complex=True, center=False, align_to_window=False))

    @program(r(6))
    def found(self, x):
        where = torch.nonzero(x > 0)
        return where.float().sum(0) + where.shape[0]

    @program(torch.tensor(3), r(8))
    def checked(self, i, x):
        n = i.item()
        torch._check_is_size(n)
        torch._check(n < 8)
        return x[:n].sum()

    @program(r(3, 3))
    def moved(self, x):
        return x.to(torch.float64).to("cpu") + x.to(torch.bfloat16).contiguous() * 2

    @program(r(1, 2, 6, 6))
    def resized(self, x):
        return torch.ops.aten._upsample_lanczos2d_aa.vec(x, [4, 9], False, None), torch.ops.aten._upsample_lanczos2d_aa.default(x, [4, 9], False)

    PROGRAMS["counting"] = (Counting(), (r(3, 8),), None, False)
    PROGRAMS["counting_decomposed"] = (Counting(), (r(3, 8),), None, True)
    PROGRAMS["block"] = (Block().eval(), (r(2, 5, 16),), None, False)
    PROGRAMS["block_decomposed"] = (Block().eval(), (r(2, 5, 16),), None, True)
    PROGRAMS["block_rows"] = (Block().eval(), (r(2, 5, 16),), [{0: dim("rows"), 1: dim("length")}], False)

    @program(r(3, 8))
    def several(self, x):
        """Of the corpus."""
        y = F.rms_norm(x, (8,), self.w, 1e-5)
        return y, torch.any(y > 1, (0, 1)), torch.nonzero(y > 0)


def older():
    """What 2.1 has and 2.15 does not."""
    torch.manual_seed(0)

    def definite(*sizes):
        root = torch.randn(*sizes)
        return root @ root.mT + 3 * torch.eye(sizes[-1])

    @program(definite(3, 3))
    def cholesky(self, x):
        return torch.cholesky(x), torch.cholesky(x, upper=True) * 2

    @program(definite(2, 4, 4))
    def cholesky_batch(self, x):
        return torch.cholesky(x.double(), True).sum(-1)

    @program(torch.randn(2, 3, 4))
    def qr(self, x):
        return torch.qr(x)[1].abs()

    @program(torch.randn(3, 3))
    def qr_twice(self, x):
        q, r = torch.qr(torch.qr(x, some=False)[0])
        return q @ r + torch.cholesky(x @ x.mT + torch.eye(3))


def listed(results):
    results = results if isinstance(results, (tuple, list)) else [results]
    return [result.detach().to(torch.complex128 if result.is_complex() else torch.float64) for result in results]


def make(out):
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    release = tuple(map(int, torch.__version__.split("+")[0].split(".")[:2]))
    if release < (2, 14):
        older()
    if release >= (2, 5):
        newer()
    written = 0
    for name, (module, inputs, sizes, decomposed) in PROGRAMS.items():
        names = {"tensors": tuple(sizes)} if sizes and hasattr(module, "w") else {"x": sizes[0]} if sizes else None
        try:
            exported = torch.export.export(module, tuple(inputs), **({"dynamic_shapes": names} if names else {}))
            if decomposed:
                exported = exported.run_decompositions()
            torch.export.save(exported, str(out / f"{name}.pt2"))
        except Exception as error:  # noqa: BLE001 - whatever the release says
            print(f"{name}: {type(error).__name__}")
            continue
        written += 1
        results = exported.module()(*[tensor.clone() for tensor in inputs])
        torch.save({"inputs": list(inputs), "results": listed(results)}, out / f"{name}.io")
    print(f"torch {torch.__version__}: {written} programs")


def run(made, converted):
    made, wrong = pathlib.Path(made), 0
    files = sorted(pathlib.Path(converted).glob("*.pt2"))
    for file in files:
        recorded = torch.load(made / f"{file.stem}.io")
        half = any(tensor.dtype in (torch.half, torch.bfloat16) for tensor in recorded["inputs"])
        near = {"rtol": 2e-3, "atol": 1e-3} if half else {"rtol": 1e-5, "atol": 1e-6}
        try:
            results = listed(torch.export.load(str(file)).module()(*[tensor.clone() for tensor in recorded["inputs"]]))
        except Exception as error:  # noqa: BLE001 - whatever the release says
            print(f"{file.stem}: {type(error).__name__} {str(error)[:200]!r}")
            wrong += 1
            continue
        pairs = list(zip(results, recorded["results"]))
        same = len(results) == len(recorded["results"])
        if not same or not all(a.shape == b.shape and torch.allclose(a, b, equal_nan=True, **near) for a, b in pairs):
            print(f"{file.stem}: another result")
            wrong += 1
    print(f"torch {torch.__version__}: {len(files) - wrong} of {len(files)} give the results that were recorded")
    return 1 if wrong else 0


if __name__ == "__main__":
    commands = {"make": make, "run": run}
    sys.exit(commands[sys.argv[1]](*sys.argv[2:]) if len(sys.argv) > 2 and sys.argv[1] in commands else __doc__)
