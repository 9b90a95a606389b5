#!/usr/bin/env bash
# onnx's version converter returns valid models that compute other numbers: Hardmax, linear Resize and Upsample up, Softmax down.
#
# Expected: an operator whose meaning changed with an opset is rewritten, as Softmax and LogSoftmax are from 12 to 13 (Flatten and
# Reshape around them), or refused, as most operators are on the way down.
# Is so: with onnx 1.23.2 Hardmax, whose axis changed in the same way and in the same opset as Softmax's, stays as it is; Resize of
# opset 10 (asymmetric in ONNX Runtime) gets the default of 11 (half_pixel); Upsample becomes that Resize; Softmax from 13 to 12 keeps
# its axis, which then flattens. The checker takes each result in full, ONNX Runtime runs it, and its numbers are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -I -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check onnx==1.23.2 onnxruntime==1.31.1
cat >"$folder/ask.py" <<'PY'
import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper, version_converter

onnxruntime.set_default_logger_severity(4)
print("onnx", onnx.__version__, "onnxruntime", onnxruntime.__version__)


def run(model, x):
    onnx.checker.check_model(model, full_check=True)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {"x": x})[0]


def same(operator, start, target, x, scales=None, **attributes):
    def value(name, shape):
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

    constants = [] if scales is None else [numpy_helper.from_array(np.array(scales, np.float32), "scales")]
    node = helper.make_node(operator, ["x", *(constant.name for constant in constants)], ["y"], **attributes)
    graph = helper.make_graph([node], "graph", [value("x", x.shape)], [value("y", [None] * x.ndim)], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", start)], ir_version=8)
    converted = version_converter.convert_version(model, target)
    before, after = run(model, x), run(converted, x)
    equal = np.allclose(before, after, atol=1e-6)
    print(f"{operator} {attributes} {start} -> {target}: {[node.op_type for node in converted.graph.node]}, "
          f"{'the same numbers' if equal else f'{before.ravel()[:4]} became {after.ravel()[:4]}'}")
    return equal


x = np.random.default_rng(0).standard_normal((1, 2, 3, 3), np.float32)
assert same("Softmax", 11, 13, x) and same("LogSoftmax", 11, 13, x)
assert same("Resize", 10, 11, x, [1, 1, 2, 2])
changed = [
    same("Hardmax", 11, 13, x),
    same("Resize", 10, 11, x, [1, 1, 2, 2], mode="linear"),
    same("Upsample", 9, 11, x, [1, 1, 2, 2], mode="linear"),
    same("Softmax", 13, 12, x, axis=1),
]
assert not any(changed)
PY
"$folder/venv/bin/python" "$folder/ask.py"
