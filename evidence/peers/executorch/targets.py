#!/usr/bin/env python3
"""Turn the probes of real releases (probe.py) into the table of what each runtime has.

  targets.py PROFILES_DIR > crates/executorch/targets/executorch.txt

One row for each operator, operator of a library, and backend, with the releases that have it as intervals. What no probe
can see (how a runtime treats what it does not know) stands in executorch-readers.txt, which people write and the matrix of
real runs checks.
"""

import json
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from intervals import intervals, number  # noqa: E402 (beside the folder)

# Files of the wheels, and the names that targets have for them.
LIBRARIES = {"libcustom_ops_aot_lib.so": "custom_ops", "libquantized_ops_aot_lib.so": "quantized"}


def main():
    probes = {}
    for path in pathlib.Path(sys.argv[1]).glob("*.json"):
        probe = json.loads(path.read_text())
        probes[probe["release"]] = probe
    releases = sorted(probes, key=number)
    rows = {}

    def add(kind, name, release, value=""):
        rows.setdefault((kind, name, value), set()).add(release)

    for release, probe in probes.items():
        for name in probe["operators"]:
            add("op", name, release)
        for library, names in (probe["libraries"] or {}).items():
            for name in set(names) - set(probe["operators"]):
                add("op-library", name, release, LIBRARIES[pathlib.PurePosixPath(library).name])
        backends = probe["backends"]
        if backends is None:  # releases before 0.6 cannot list them; the payload's magic in the binary tells
            tags = {tag for binary in probe["binaries"].values() for tag in binary["tags"]}
            backends = ["XnnpackBackend"] if "XN01" in tags else []
        for name in backends:
            add("backend", name, release)
        if not probe["constant_buffer_refused"]:
            add("feature", "constant-buffer", release)
        if not probe["verification_missing"]:
            add("feature", "verification", release)

    print("# What each ExecuTorch runtime registers, read off the wheels of these releases.")
    print("# Made by evidence/peers/executorch/targets.py from probes by probe.py; do not edit.")
    print("releases", *releases)
    for (kind, name, value), present in sorted(rows.items()):
        print(kind, name, intervals(present, releases) + (f" = {value}" if value else ""))


main()
