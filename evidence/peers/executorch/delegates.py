#!/usr/bin/env python3
"""Exports a small model for each backend whose exporter needs no other software: delegates.py OUT_DIR"""

import os
import sys

import torch
from executorch.backends.vulkan.partitioner.vulkan_partitioner import VulkanPartitioner
from executorch.exir import to_edge_transform_and_lower
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer, self.convolution = nn.Linear(8, 8), nn.Conv2d(1, 2, 3, padding=1)

    def forward(self, x):
        return torch.softmax(self.layer(torch.relu(self.convolution(x))), -1)


if __name__ == "__main__":
    torch.manual_seed(0)
    program = torch.export.export(Model().eval(), (torch.randn(1, 1, 8, 8),))
    made = to_edge_transform_and_lower(program, partitioner=[VulkanPartitioner()]).to_executorch()
    os.makedirs(sys.argv[1], exist_ok=True)
    with open(os.path.join(sys.argv[1], "vulkan.pte"), "wb") as f:
        f.write(bytes(made.buffer))
