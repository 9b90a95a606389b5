"""What the upgraders that a release of PyTorch ships call: rows `upgrader` of targets/torch-readers.txt.

    python upgraders.py          1.12 and later: release, upgrader, operators
"""

import torch


def operators(block):
    for node in block.nodes():
        if node.kind() != "prim::Constant" and node.schema() not in (None, "", "(no schema)"):
            yield node.schema().split("(")[0]
        for inner in node.blocks():
            yield from operators(inner)


for name, graph in sorted(torch._C._generate_upgraders_graph().items()):
    print(torch.__version__.split("+")[0], name, " ".join(sorted(set(operators(graph)) - {""})), sep="\t")
