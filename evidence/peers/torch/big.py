"""A TorchScript model with 2 GiB of weights, for `cargo xtask bench torch`.

python big.py OUT.pt     (in an environment with torch; from a folder that holds no torch/)
"""

import sys

import torch


class Big(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.tables = torch.nn.ParameterList([torch.nn.Parameter(torch.zeros(64 << 20)) for _ in range(8)])
        self.last = torch.nn.Linear(4, 4)

    def forward(self, x):
        return self.last(x)


torch.jit.script(Big()).save(sys.argv[1])
