#!/usr/bin/env bash
# onnxscript's version converter checks the opset that it converts to, not the one it converts from: older models get other numbers.
#
# Expected: it says of a target "Supported range: 18 to 25", and knows the changes of these opsets only, so a model of opset 11 is
# refused, or, as with fallback=True, left to the converter of onnx.
# Is so: with onnxscript 0.7.2 and the default, fallback=None, a model of opset 11 gets the number of the target and keeps its
# operators: Softmax, whose axis has another meaning since 13, and RoiAlign, whose coordinates have since 16, return other numbers.
# onnx.checker takes both in full. Nothing is printed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -I -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check onnx==1.23.2 onnxruntime==1.31.1 onnxscript==0.7.2 onnx-ir==1.1.0
cat >"$folder/ask.py" <<'PY'
from importlib.metadata import version

import numpy as np
import onnx
import onnx_ir
import onnxruntime
from onnx import TensorProto, helper
from onnxscript import version_converter

onnxruntime.set_default_logger_severity(4)
for package in "onnxscript", "onnx-ir", "onnx", "onnxruntime":
    print(package, version(package))


def convert(model, target, **options):
    converted = onnx_ir.from_proto(model)
    version_converter.convert_version(converted, target, **options)
    return onnx_ir.to_proto(converted)


def run(model, inputs):
    onnx.checker.check_model(model, full_check=True)
    return onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"]).run(None, inputs)[0]


def same(operator, inputs, **attributes):
    values = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape) for name, x in inputs.items()]
    result = helper.make_tensor_value_info("y", TensorProto.FLOAT, [None] * 4)
    graph = helper.make_graph([helper.make_node(operator, list(inputs), ["y"], **attributes)], "graph", values, [result])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], ir_version=8)
    before = run(model, inputs)
    equal = {}
    for options in {}, {"fallback": True}:
        converted = convert(model, 18, **options)
        after = run(converted, inputs)
        equal[bool(options)] = np.allclose(before, after, atol=1e-6)
        print(f"{operator} 11 -> {converted.opset_import[0].version} {options}: {[node.op_type for node in converted.graph.node]},",
              "the same numbers" if equal[bool(options)] else f"{before.ravel()[:3]} became {after.ravel()[:3]}")
        assert converted.opset_import[0].version == 18
    return equal


x = np.random.default_rng(0).standard_normal((1, 2, 4, 4), np.float32)
regions = {"x": x, "regions": np.array([[0, 0, 2.5, 2.5]], np.float32), "of": np.array([0], np.int64)}
answers = [same("Softmax", {"x": x}), same("RoiAlign", regions, output_height=2, output_width=2)]
try:
    convert(helper.make_model(helper.make_graph([], "graph", [], []), opset_imports=[helper.make_opsetid("", 18)], ir_version=8), 11)
    refused = ""
except ValueError as error:
    refused = str(error)
print("18 -> 11:", refused)
assert "Supported range: 18 to 25" in refused
assert all(answer == {False: False, True: True} for answer in answers)
PY
"$folder/venv/bin/python" "$folder/ask.py"
