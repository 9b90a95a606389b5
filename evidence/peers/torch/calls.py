"""Loading a file of any form in any release, and calling what was loaded.

Modes: `script` (torch.jit.load), `lite` (the lite interpreter), `export` (torch.export.load), `load` and `load-full` (torch.load as it
stands and with weights_only=False), `package` (torch.package).
"""

import importlib
import logging
import os
import re
import sys

import mobile
import torch
import values

# So that what is pickled by name is found.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))


def lite_loader():
    try:
        from torch.jit.mobile import _load_for_lite_interpreter
    except ImportError:
        if not hasattr(torch._C, "_load_for_lite_interpreter"):
            mobile.library()
            return mobile.load
        return lambda path: torch._C._load_for_lite_interpreter(path, None)
    return lambda path: _load_for_lite_interpreter(path)._c


class Kept(logging.Handler):
    """Keeps what is logged: torch.export.load says there what was wrong, and only that something was in its exception."""

    def __init__(self):
        super().__init__()
        self.said = []

    def emit(self, record):
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            text += " " + text_of(record.exc_info[1])
        self.said.append(text)


def export_loader():
    try:
        from torch.export import load
    except ImportError:
        raise RuntimeError("this release has no torch.export.load") from None

    def loads(path):
        kept, loggers = Kept(), [logging.getLogger(name) for name in ("torch", "torch.export", "torch._export")]
        for logger in loggers:
            logger.addHandler(kept)
        try:
            return load(path)
        except Exception as error:
            said = list(dict.fromkeys(kept.said))
            if not said:
                raise
            raise RuntimeError((str(error) if type(error) is RuntimeError else text_of(error)) + "".join("\nlogged: " + text[:400] for text in said[:4])) from error
        finally:
            for logger in loggers:
                logger.removeHandler(kept)

    return loads


def package_loader(path):
    from torch.package import PackageImporter

    return PackageImporter(path).load_pickle("model", "model.pkl")


def has_weights_only():
    return "weights_only" in (torch.load.__doc__ or "")


LOADERS = {
    "script": lambda path: torch.jit.load(path),
    "lite": lambda path: lite_loader()(path),
    "export": lambda path: export_loader()(path),
    "load": lambda path: torch.load(path),
    "load-full": lambda path: torch.load(path, **({"weights_only": False} if has_weights_only() else {})),
    "package": package_loader,
}


def invoke(loaded, mode, method, inputs):
    if mode == "lite":
        return loaded.forward(tuple(inputs)) if method == "forward" else loaded.run_method(method, tuple(inputs))
    if mode == "export":
        return (loaded.module() if hasattr(loaded, "module") else loaded)(*inputs)
    if method == "forward":
        return loaded(*inputs)
    return getattr(loaded, method)(*inputs)


def warm_up():
    """Imports once what exporting and loading would import in every child."""
    importlib.import_module("torch._dynamo")
    torch.export.export(torch.nn.Linear(2, 2), (torch.ones(1, 2),))


def text_of(error):
    return f"{type(error).__name__}: {error}"


def reason(error, width=800):
    """What a call that raised says, without the source lines before it: from its last line that names an error on."""
    text = text_of(error)
    starts = [m.start() for m in re.finditer(r"^[\w.]*(Error|Exception|Assert\w*)\b", text, re.MULTILINE)]
    return text[starts[-1]:][:width] if starts else text[-width:]


def outputs(loaded, mode, calls, seed=0):
    """What each call gives, encoded; a call that raises gives {"t": "raises", "v": the message}."""
    results = []
    for call in calls:
        torch.manual_seed(seed)
        try:
            # The inputs are made anew for each call: some models change them.
            result = values.encode(invoke(loaded, mode, call["method"], [values.decode(x) for x in call["inputs"]]))
        except Exception as error:  # noqa: BLE001 (whatever this release says)
            result = {"t": "raises", "v": reason(error)}
        results.append(result)
    return results


