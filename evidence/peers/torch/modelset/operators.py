"""Models of a few operators each, one row a model: versioned, removed and changed operators, and the rest of what models use.

A row of operators.txt is: name, parameters (as in Python; a Tensor where no type stands), body (`;` between statements, the last one is returned), and one or more
calls, written as the inputs of `inputs.py`. The rows become a module of Python source, since TorchScript compiles from source.
"""

import linecache
import pathlib
import sys
import types

from . import inputs, model

ROWS = pathlib.Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")


def source(rows):
    lines = ["import torch", "from typing import *", "", "", "def f3(w):", "    return w.view(2, 3, 1).expand(2, 3, 3)", ""]
    for name, parameters, body, _ in rows:
        *first, last = [s.strip() for s in body.split(";")]
        lines += ["", f"class {name}(torch.nn.Module):", f"    def forward(self, {parameters}):"]
        lines += [f"        {s}" for s in first] + [f"        return {last}", ""]
    return "\n".join(lines)


def parse():
    for line in ROWS.strip().splitlines():
        if not line.startswith("#"):
            # `|` is an operator of Python too: fields are separated by one between the name, the parameters and the body, and from the end.
            name, parameters, rest = [s.strip() for s in line.split(" | ", 2)]
            parts = rest.split(" | ")
            body = parts.pop(0)
            while body.count("(") != body.count(")"):
                body += " | " + parts.pop(0)
            yield name, parameters, body, parts


def register():
    rows = list(parse())
    text = source(rows)
    module = types.ModuleType("operator_models")
    # `inspect` finds the source there; a file would put its path into what is written.
    linecache.cache["operator_models.py"] = (len(text), None, text.splitlines(keepends=True), "operator_models.py")
    sys.modules["operator_models"] = module
    exec(compile(text, "operator_models.py", "exec"), module.__dict__)
    names = dict(vars(inputs))
    for name, parameters, body, calls in rows:

        def make(name=name, calls=calls):
            return getattr(module, name)(), [eval(f"({call},)", names) for call in calls]  # noqa: S307 (our own rows)

        make.__name__, make.__module__ = "op_" + name, __name__
        model(f"({parameters}) -> {body}")(make)


register()
