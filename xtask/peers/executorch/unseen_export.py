#!/usr/bin/env python3
"""Exports all models of unseen sets (docs/accuracy.md): unseen_{models,signals,sequences,numbers}.py.

    unseen_export.py OUT_DIR [MODEL …]

Writes what export.py writes, so run.py, report.py and record.py work on it.
"""

import export
import unseen_models  # noqa: F401  (each fills the list of models)
import unseen_numbers  # noqa: F401
import unseen_sequences  # noqa: F401
import unseen_signals  # noqa: F401

if __name__ == "__main__":
    export.main()
