#!/usr/bin/env python3
"""Makes `op-swept` rows: the operators, with element types, of the programs that sweep.py exports. They were run on all releases;
what failed is in executorch-kernels.txt, what each run said was not kept.  Needs neither torch nor a release.

    swept.py > rows
"""
import pathlib
import sys
import types
from unittest.mock import MagicMock

# sweep.py lists its programs without running anything of these.
for name in ("torch", "torch.nn.functional", "executorch", "executorch.exir", "numpy", "export"):
    sys.modules[name] = MagicMock()
sys.modules["torch"].nn = sys.modules["torch.nn"] = types.SimpleNamespace(Module=object, functional=MagicMock())
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import sweep  # noqa: E402

NAMES = {"f32": "float32", "f64": "float64", "f16": "float16", "bf16": "bfloat16", "u8": "uint8", "i8": "int8", "i16": "int16",
         "i32": "int32", "i64": "int64", "b": "bool"}  # fmt: skip

sweep.tables()
operators = {}
for _, _, kernel, _, _, swept, _, _ in sweep.TABLE:
    operators.setdefault(kernel, set()).update(NAMES[short] for short in swept)
for kernel in sorted(operators):
    print(f"op-swept {kernel} 0.2.0- = {','.join(sorted(operators[kernel]))}")
