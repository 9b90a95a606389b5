"""What a release of PyTorch takes in programs of each operator version.

    python versioned.py CALLS [NEWEST]          CALLS: rows as overloads.py prints them; versions 1 to NEWEST (10)

prints a row for each call and version: version, call, `refused` or `taken`, the kinds of nodes that the program has then; tabs between. Calls go into
the code of an archive, as files have them.
"""

import io
import sys
import zipfile

import torch

ANNOTATIONS = {
    "Tensor": "Tensor", "int": "int", "float": "float", "bool": "bool", "str": "str", "Scalar": "number", "Device": "Device", "int[]": "List[int]", "int?": "Optional[int]",
    "str?": "Optional[str]", "Scalar?": "Optional[number]", "bool?": "Optional[bool]", "Device?": "Optional[Device]", "Tensor[]": "List[Tensor]", "float?": "Optional[float]",
}  # fmt: skip
CLASS = "class M(Module):\n  __parameters__ = []\n  __buffers__ = []\n  def forward(%s):\n    return %s\n"


def archive(version, parameters, call):
    parameters = ["self: __torch__.M"] + ["a%d: %s" % pair for pair in enumerate(parameters)]
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as out:
        out.writestr("m/version", "%d\n" % version)
        out.writestr("m/data.pkl", b"\x80\x02c__torch__\nM\n)\x81}b.")
        out.writestr("m/constants.pkl", b"\x80\x02).")
        out.writestr("m/code/__torch__.py", CLASS % (", ".join(parameters), call))
    file.seek(0)
    return file


def main():
    newest = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    for line in open(sys.argv[1]):
        call = line.rstrip("\n").split("\t")[0]
        name, values = call[:-1].split("(", 1)
        space, name = name.split("::")
        parameters, given = [], []
        for value in values.split(", ") if values else []:
            word, _, value = value.rpartition("=")
            if value in ANNOTATIONS:
                parameters.append(ANNOTATIONS[value])
                value = "a%d" % (len(parameters) - 1)
            given.append(word + "=" * bool(word) + value)
        text = "%s.%s(%s)" % ("torch" if space == "aten" else "ops." + space, name, ", ".join(given))
        for version in range(1, newest + 1):
            try:
                graph = torch.jit.load(archive(version, parameters, text)).graph
                kinds = sorted({node.kind() for node in graph.nodes()} - {"prim::Constant", "prim::ListConstruct"})
                print(version, call, "taken", " ".join(kinds), sep="\t")
            except RuntimeError:
                print(version, call, "refused", "", sep="\t")


main()
