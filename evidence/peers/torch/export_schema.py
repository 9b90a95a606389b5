"""The table of what programs of `torch.export` consist of, by release: crates/torchscript/schemas/export.txt.

    python3 export_schema.py RELEASE=FOLDER …          FOLDER: a release's `torch/` folder, of which _export/serde/schema.py is read

Classes of the module are read from its text: no release is run. Forms of the same type in different ages (`List[int]`, `list[int]`, `Annotated[…]`) are
one row.
"""

import ast
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from intervals import intervals, number  # noqa: E402 (beside the folder)


def spelled(node):
    """A type: `int`, `[T]`, `{T}` (by name), `T?`, `(A, B)`, or a class."""
    match node:
        case ast.Constant(value=None):
            return "none"
        case ast.Constant(value=str(name)):
            return name
        case ast.Name(id=name):
            return {"str": "string"}.get(name, name)
        case ast.BinOp(left=left, op=ast.BitOr()):
            return spelled(left) + "?"
        case ast.Subscript(value=ast.Name(id=outer), slice=inner):
            parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            match outer.lower():
                case "annotated":
                    return spelled(parts[0])
                case "list":
                    return f"[{spelled(parts[0])}]"
                case "dict":
                    return "{" + spelled(parts[1]) + "}"
                case "optional":
                    return spelled(parts[0]) + "?"
                case "tuple":
                    return "(" + ", ".join(spelled(part) for part in parts if not isinstance(part, ast.Tuple)) + ")"
    raise SystemExit(f"no type: {ast.unparse(node)}")


def main():
    folders = dict(argument.split("=", 1) for argument in sys.argv[1:])
    releases = sorted(folders, key=number)
    rows = {}

    def row(release, *words):
        rows.setdefault(words, []).append(release)

    print("# What programs of `torch.export` consist of, by release.")
    print("# Form: see the module `export::defs` of crates/torchscript. Made by evidence/peers/torch/export_schema.py; do not edit.")
    for release in releases:
        text = (pathlib.Path(folders[release]) / "_export/serde/schema.py").read_text()
        order = 0
        for node in ast.parse(text).body:
            if isinstance(node, ast.Assign) and node.targets[0].id == "SCHEMA_VERSION":
                version = ast.literal_eval(node.value)
                print("release", release, version if isinstance(version, int) else ".".join(map(str, version)))
            if not isinstance(node, ast.ClassDef) or node.name == "_Union":
                continue
            bases = {base.id for base in node.bases}
            kind = "enum" if bases & {"IntEnum", "Enum"} else "union" if "_Union" in bases else "struct"
            row(release, "class", node.name, kind)
            for item in node.body:
                order += 1
                if isinstance(item, ast.AnnAssign):
                    default = " optional" if item.value is not None else ""
                    row(release, "field", node.name, item.target.id, spelled(item.annotation) + default)
                elif isinstance(item, ast.Assign) and kind == "enum":
                    row(release, "value", node.name, item.targets[0].id, str(ast.literal_eval(item.value)))
    for words in sorted(rows):
        print(words[0], intervals(rows[words], releases), *words[1:])


main()
