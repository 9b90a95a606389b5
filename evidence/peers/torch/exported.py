"""Programs of `torch.export`: made by one release of PyTorch, and loaded by it.

    python exported.py make FOLDER              writes FOLDER/RELEASE/NAME.pt2; those that a release cannot export are named on standard error
    python exported.py load FILE …              prints a row for each: file, `loads` or the exception, its message, its cause or the warning before it

Each file is loaded in a child process.
"""

import contextlib
import importlib
import io
import logging
import os
import pathlib
import sys
from typing import NamedTuple

import torch

RELEASE = torch.__version__.split("+")[0]


class Pair(NamedTuple):
    left: torch.Tensor
    right: torch.Tensor


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(3, 4)
        self.register_buffer("count", torch.zeros(1))
        self.register_buffer("hidden", torch.ones(4), persistent=False)
        self.constant = torch.ones(4) * 2

    def forward(self, x):
        return torch.relu(self.first(x)) + self.constant * self.hidden


class Counter(Net):
    def forward(self, x):
        self.count.add_(1)
        return self.first(x) + self.count


def function(call):
    class Function(torch.nn.Module):
        def forward(self, *values):
            return call(*values)

    return Function()


def choose(x):
    return torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: torch.cond(x.max() > -5, lambda x: x - 1, lambda x: x * 2, [x]), [x])


def repeat(x):
    from torch._higher_order_ops.while_loop import while_loop

    return while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (torch.tensor(0), x))


def dynamic(x):
    return x.reshape(x.shape[0] * 3) * x.shape[0] + x.shape[0] // 2


VALUE = (torch.ones(2, 3),)
SQUARE = (torch.eye(3) * 2,)
# Name, module, inputs, dynamic shapes.
MODELS = [
    ("linear", Net, VALUE), ("buffer", Counter, VALUE), ("cond", lambda: function(choose), VALUE), ("while_loop", lambda: function(repeat), VALUE),
    ("conv", lambda: torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3), torch.nn.BatchNorm2d(2)).eval(), (torch.ones(1, 1, 5, 5),)),
    ("index", lambda: function(lambda x: x[:, torch.tensor([0, 1])]), VALUE), ("dtype", lambda: function(lambda x: x.to(torch.float16).double()), VALUE),
    ("channels_last", lambda: function(lambda x: x.contiguous(memory_format=torch.channels_last)), (torch.ones(1, 2, 3, 4),)),
    ("split", lambda: function(lambda x: torch.split(x, [1, 2], 1)), VALUE), ("pad", lambda: function(lambda x: torch.nn.functional.pad(x, (1, 1), value=float("-inf"))), VALUE),
    ("einsum", lambda: function(lambda x: torch.einsum("ij,kj->ik", x, x)), VALUE), ("pair", lambda: function(lambda x: Pair(x + 1, x - 1)), VALUE),
    ("dict", lambda: function(lambda x: {"a": x + 1, "b": [x]}), VALUE), ("number", lambda: function(lambda x, y: x * y), (torch.ones(2), 3)),
    ("arange", lambda: function(lambda x: torch.arange(4, dtype=torch.int64, device="cpu") + x.sum()), VALUE), ("qr", lambda: function(lambda x: torch.qr(x)), SQUARE),
    ("cholesky", lambda: function(torch.cholesky), SQUARE), ("stft", lambda: function(lambda x: torch.stft(x, 4, return_complex=True)), (torch.ones(16),)),
    ("complex", lambda: function(lambda x: x * 2j), VALUE), ("uint16", lambda: function(lambda x: x.to(getattr(torch, "uint16", torch.uint8))), VALUE),
    ("uint32", lambda: function(lambda x: x.to(getattr(torch, "uint32", torch.uint8))), VALUE), ("float8", lambda: function(lambda x: x.to(torch.float8_e5m2)), VALUE),
    ("attention", lambda: function(lambda x: torch.nn.functional.scaled_dot_product_attention(x, x, x)), (torch.ones(1, 2, 3, 4),)),
    ("lstm", lambda: torch.nn.LSTM(3, 4), (torch.ones(5, 2, 3),)), ("dropout", lambda: torch.nn.Dropout(0.5).eval(), VALUE), ("linalg", lambda: function(lambda x: torch.linalg.svd(x)), SQUARE),
    ("sym", lambda: function(dynamic), VALUE),
]  # fmt: skip


def make(folder):
    folder = pathlib.Path(folder) / RELEASE
    folder.mkdir(parents=True, exist_ok=True)
    for name, module, inputs in MODELS:
        shapes = None
        if name == "sym" and hasattr(torch.export, "Dim"):
            # The one argument is `*values`: a tuple of what is given.
            shapes = (({0: torch.export.Dim("n", min=2, max=100)},),)
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                module = module()
                program = torch.export.export(module, inputs, **({"dynamic_shapes": shapes} if shapes else {}))
                # Stack traces name files of the machine.
                for graph in program.graph_module.modules():
                    for node in getattr(getattr(graph, "graph", None), "nodes", ()):
                        node.meta.pop("stack_trace", None)
                torch.export.save(program, str(folder / (name + ".pt2")))
        except Exception as error:
            print(RELEASE, name, type(error).__name__, str(error).split("\n")[0][:150], sep="\t", file=sys.stderr)
            (folder / (name + ".pt2")).unlink(missing_ok=True)


class Last(logging.Handler):
    text = ""

    def emit(self, record):
        if record.exc_info and record.exc_info[1]:
            self.text = "%s: %s" % (record.exc_info[0].__name__, record.exc_info[1])


def load(path):
    last = Last()
    logging.getLogger("torch.export").addHandler(last)
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            torch.export.load(path)
        answer, message = "loads", ""
    except BaseException as error:
        cause = error.__cause__
        answer, message = type(error).__name__, str(error)[:300]
        if cause is not None:
            last.text = "%s: %s" % (type(cause).__name__, cause)
    parts = [part.strip().replace("\n", " / ").replace("\t", " ")[:300] for part in (message, last.text)]
    return "\t".join([answer, *parts])


def main():
    if sys.argv[1] == "make":
        return make(sys.argv[2])
    # What loading imports takes seconds: once, and not in each child.
    for module in ("torch._export.serde.serialize", "torch._export.verifier", "torch.export.pt2_archive._package"):
        with contextlib.suppress(ImportError):
            importlib.import_module(module)
    for path in sys.argv[2:]:
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            os.write(write, load(path).encode())
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as answer:
            text = answer.read()
        os.waitpid(child, 0)
        print("/".join(pathlib.Path(path).parts[-2:]), text or "crash\t\t", sep="\t", flush=True)


main()
