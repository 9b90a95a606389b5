"""What an installed release has: its package, the libraries of operators in it that an application links, and what one of them registers.

Called by `cargo xtask interop executorch-runtimes` inside the runtime, each function in a process of its own.
"""

import os

import probe


def package(_, stage):
    """The folder of the package, and the libraries in it."""
    stage("look")
    return {"package": probe.PACKAGE, "libraries": probe.library_files()}


def added(library, stage):
    """Operators that a library of the package registers."""
    stage("load")
    return probe.library_operators(os.path.join(probe.PACKAGE, library))()
