#!/usr/bin/env bash
# A model that imports its operators as "" and as "ai.onnx", at two versions, passes onnx's checker; in ONNX Runtime the last one decides.
#
# Expected: "ai.onnx" is another name of the domain "", so that a model which imports both at different versions is refused by
# onnx.checker, as one is whose import is missing, or has one meaning whatever the order of the two records.
# Is so: the checker of onnx 1.23.2 passes it in full. ONNX Runtime 1.31.1 takes whichever of the two is listed last, so that the order
# of two records changes the numbers. A node of the domain "ai.onnx" is refused by the checker ("No Op registered"), and run by
# ONNX Runtime.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -I -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check onnx==1.23.2 onnxruntime==1.31.1
cat >"$folder/ask.py" <<'PY'
import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper

onnxruntime.set_default_logger_severity(4)
print("onnx", onnx.__version__, "onnxruntime", onnxruntime.__version__)
x = np.arange(12, dtype=np.float32).reshape(2, 2, 3)


def model(imports, domain=""):
    def value(name):
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, x.shape)

    node = helper.make_node("Hardmax", ["x"], ["y"], domain=domain)
    graph = helper.make_graph([node], "graph", [value("x")], [value("y")])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid(*each) for each in imports], ir_version=7)


def checked(made):
    try:
        onnx.checker.check_model(made, full_check=True)
        return "passed"
    except onnx.checker.ValidationError as error:
        return f"refused ({str(error).splitlines()[0]})"


def meaning(made):
    """Opset 11 has one 1 for each first index, opset 13 one for each row: 2 or 4 in all."""
    session = onnxruntime.InferenceSession(made.SerializeToString(), providers=["CPUExecutionProvider"])
    return {2: 11, 4: 13}[int(session.run(None, {"x": x})[0].sum())]


for imports in [("", 11)], [("", 13)]:
    assert checked(model(imports)) == "passed" and meaning(model(imports)) == imports[0][1]
for imports in [("", 13), ("ai.onnx", 11)], [("ai.onnx", 11), ("", 13)], [("", 11), ("ai.onnx", 13)], [("ai.onnx", 13), ("", 11)]:
    made = model(imports)
    print(f"imports {imports}: onnx.checker {checked(made)}, ONNX Runtime computes Hardmax of {meaning(made)}")
    assert checked(made) == "passed" and meaning(made) == imports[-1][1]
made = model([("ai.onnx", 13)], domain="ai.onnx")
print(f"a node of the domain ai.onnx: onnx.checker {checked(made)}, ONNX Runtime computes Hardmax of {meaning(made)}")
assert "No Op registered" in checked(made) and meaning(made) == 13
PY
"$folder/venv/bin/python" "$folder/ask.py"
