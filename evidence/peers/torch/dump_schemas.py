"""What one installed release of PyTorch says of its operators: its schemas, and its version map.

    LD_LIBRARY_PATH=VENV/stubs VENV/bin/python -W ignore dump_schemas.py FOLDER

writes FOLDER/RELEASE.txt (one schema a line, sorted, each once) and FOLDER/RELEASE.info.json. schemas.tar.xz has these two files of twenty releases,
1.3.1 to 2.15.0, each from its wheel of the Python Package Index.
"""

import json
import pathlib
import sys

import torch


def main():
    folder = pathlib.Path(sys.argv[1])
    release = torch.__version__.split("+")[0]
    schemas = torch._C._jit_get_all_schemas()
    lines = sorted({str(schema) for schema in schemas})
    (folder / f"{release}.txt").write_text("\n".join(lines) + "\n")
    info = {"torch": torch.__version__, "n": len(schemas)}
    if hasattr(torch._C, "_get_max_operator_version"):
        info["_get_max_operator_version"] = torch._C._get_max_operator_version()
    if hasattr(torch._C, "_get_operator_version_map"):
        info["_get_operator_version_map"] = {
            operator: [(entry.bumped_at_version, entry.upgrader_name, entry.old_schema) for entry in entries]
            for operator, entries in torch._C._get_operator_version_map().items()
        }
    (folder / f"{release}.info.json").write_text(json.dumps(info, indent=1, sort_keys=True))
    print(release, len(lines), file=sys.stderr)


main()
