"""Operator libraries that applications link, as the wheels bring them for export: by the names that targets have (`+custom_ops`, `+quantized`)."""

import importlib
import pathlib

# Where the operators of `custom_ops` are declared for export, newest first.
DECLARED = [
    "executorch.extension.llm.custom_ops.custom_ops",
    "executorch.extension.llm.custom_ops.sdpa_with_kv_cache",
    "executorch.examples.models.llama2.custom_ops.sdpa_with_kv_cache",
]


def file(library):
    """The library's file in the package; None where the wheel has none."""
    package = pathlib.Path(importlib.util.find_spec("executorch.exir").origin).parent.parent
    return next(iter(sorted(package.rglob(f"lib{library}_ops_aot_lib.so" if library == "quantized" else f"lib{library}_aot_lib.so"))), None)


def load(library):
    """Registers its kernels with the runtime of this process. Where the wheel has no file, the runtime itself may have them, or nothing has."""
    import executorch.extension.pybindings.portable_lib  # noqa: F401  (the library links to it)
    import torch

    path = file(library)
    if path is not None:
        torch.ops.load_library(path)


def declare(library):
    """Makes its operators known to the exporter; False where this release cannot."""
    load(library)
    if library != "custom_ops":
        return True
    for module in DECLARED:
        try:
            importlib.import_module(module)
            return True
        except ImportError:
            pass
    return False
