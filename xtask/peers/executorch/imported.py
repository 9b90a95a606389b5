"""What an installed release has: its package, the libraries of operators in it that an application links, and what one of them registers.

Called by `cargo xtask interop executorch-runtimes` inside the runtime, each function in a process of its own.
"""

import os

import torch

import probe


def package(_, stage):
    """The folder of the package, and the libraries in it."""
    stage("look")
    return {"package": probe.PACKAGE, "libraries": probe.library_files()}


def added(library, stage):
    """Operators that a library of the package registers."""
    before = set(probe.operators())
    stage("load")
    torch.ops.load_library(os.path.join(probe.PACKAGE, library))
    return sorted(set(probe.operators()) - before)
