# What an installed PyTorch says of itself, as JSON on standard output; run by `outlast targets import --torch PYTHON`.
import json
import sys

import torch

report = {
    "release": torch.__version__.split("+")[0],
    "schemas": sorted({str(schema) for schema in torch._C._jit_get_all_schemas()}),
}
newest = getattr(torch._C, "_get_max_operator_version", None)
if newest is not None:
    report["operator_versions"] = [1, newest()]
json.dump(report, sys.stdout)
