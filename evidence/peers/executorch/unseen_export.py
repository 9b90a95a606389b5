#!/usr/bin/env python3
"""Exports all models of an unseen set (docs/accuracy.md): those of the modules that are named, each of which fills the list of models.

    unseen_export.py MODULE,… OUT_DIR [MODEL …]      those that unseen.py names for a set
    unseen_export.py MODULE,… OUT_DIR --share=A/N    those at A, A + N, …

Writes what export.py writes, so `cargo xtask play files` and record.py work on it.
"""

import importlib
import sys

import export
import models

if __name__ == "__main__":
    for module in sys.argv.pop(1).split(","):
        importlib.import_module(module)
    if sys.argv[-1].startswith("--share="):
        first, step = map(int, sys.argv.pop().split("=")[1].split("/"))
        sys.argv += list(models.MODELS)[first::step]
    export.main()
