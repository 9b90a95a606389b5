#!/usr/bin/env python3
"""Times loading programs in the release that this Python holds: `name load_ns` per file, separated by a tab.

Loads from the file with the strictest verification; the shortest of five. The time to import the runtime is left out.
"""

import sys
import time

import executorch.extension.pybindings.portable_lib as runtime

for path in sys.argv[1:]:
    best = None
    for _ in range(5):
        start = time.perf_counter_ns()
        program = runtime._load_program(path, program_verification=runtime.Verification.InternalConsistency)
        took = time.perf_counter_ns() - start
        best = took if best is None else min(best, took)
        del program
    print(f"{path}\t{best}")
