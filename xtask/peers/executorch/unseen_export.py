#!/usr/bin/env python3
"""Exports all models of an unseen set (docs/accuracy.md): those of the modules that are named, each of which fills the list of models.

    unseen_export.py MODULE,… OUT_DIR [MODEL …]      those that unseen.py names for a set

Writes what export.py writes, so run.py, report.py and record.py work on it.
"""

import importlib
import sys

import export

if __name__ == "__main__":
    for module in sys.argv.pop(1).split(","):
        importlib.import_module(module)
    export.main()
