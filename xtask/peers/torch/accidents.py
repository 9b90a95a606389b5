"""Programs of TorchScript that never end, eat memory, and crash their runtime, with a case for all: accidents.py OUT"""

import sys

import numpy
import torch


class Endless(torch.nn.Module):
    def forward(self, x):
        while bool((x * 0 == 0).all()):
            x = x + 1
        return x


class Greedy(torch.nn.Module):
    def forward(self, x):
        kept = [x]
        while len(kept) < 1000000:
            kept.append(torch.ones(4194304) + x)
        return kept[0]


class Wild(torch.nn.Module):
    """Reads far behind its input: this operator does not look at bounds."""

    def forward(self, x):
        return torch.ops.aten._reshape_alias(x, [1 << 30], [1 << 20]).sum()


out = sys.argv[1]
for name, module in ("endless", Endless()), ("greedy", Greedy()), ("wild", Wild()):
    torch.jit.script(module).save(f"{out}/{name}.pt")
numpy.savez(f"{out}/case.npz", input_0=numpy.ones(1, numpy.float32))
