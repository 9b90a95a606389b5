#!/usr/bin/env python3
"""Exports large programs for benchmarks, with the release that this Python holds.

  big.py OUT_DIR

  wide.pte   two matrices of 1 GiB: much data, little metadata
  deep.pte   a chain of 4,000 operations: much metadata, little data
"""

import pathlib
import sys

import torch
from executorch.exir import to_edge
from torch.export import export


class Wide(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Linear(16384, 16384, bias=False)
        self.b = torch.nn.Linear(16384, 16384, bias=False)

    def forward(self, x):
        return self.b(torch.relu(self.a(x)))


class Deep(torch.nn.Module):
    def forward(self, x):
        for i in range(2000):
            x = torch.sin(x) + x * (i + 0.5)
        return x


def write(path, model, example):
    with torch.no_grad():
        for i, parameter in enumerate(model.parameters()):
            parameter.fill_(i / 2)  # equal constants would be stored once
    program = to_edge(export(model, (example,))).to_executorch()
    with open(path, "wb") as file:
        program.write_to_file(file)
    print(path.name, path.stat().st_size)


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    write(out / "deep.pte", Deep(), torch.zeros(2, 4))
    write(out / "wide.pte", Wide(), torch.zeros(1, 16384))


main()
