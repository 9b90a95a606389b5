"""Programs of TorchScript that take some seconds, and about a gigabyte, with a case for all: accidents.py OUT

Both come to an end by themselves: what runs them lowers its limits, so that they do not.
"""

import sys

import numpy
import torch


class Slow(torch.nn.Module):
    def forward(self, x):
        for _ in range(4000000):
            x = x + 1
        return x


class Large(torch.nn.Module):
    def forward(self, x):
        kept = [x]
        for _ in range(64):
            kept.append(torch.ones(4194304) + x)
        return kept[0]


out = sys.argv[1]
for name, module in ("slow", Slow()), ("large", Large()):
    torch.jit.script(module).save(f"{out}/{name}.pt")
numpy.savez(f"{out}/case.npz", input_0=numpy.ones(1, numpy.float32))
