"""Writes an archive of PyTorch that is sound as a file and has much of one thing: `many.py KIND BYTES FILE`.

BYTES is about how long the file becomes; what is compressed becomes more than that when it is read. PyTorch reads these, or refuses them with an error.
"""

import sys
import zipfile

HEAD = """class M(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool
  def forward(self: __torch__.M,
    x: Tensor) -> Tensor:
"""
DATA = b"\x80\x02c__torch__\nM\n)\x81}(X\x08\x00\x00\x00trainingq\x00\x89ub."
EMPTY = b"\x80\x02)."


def up_to(unit, size):
    """What `unit` makes of 0, 1, …, as long as it is no longer than `size`."""
    parts, length, number = [], 0, 0
    while length < size:
        parts.append(unit(number))
        length += len(parts[-1])
        number += 1
    return "".join(parts)


def body(unit):
    """A module whose method has lines that `unit` makes."""
    return lambda size: {"code/__torch__.py": HEAD + up_to(lambda n: f"    {unit(n)}\n", size) + "    return x\n"}


def before(unit, line="pass"):
    """A module behind functions and classes that `unit` makes."""
    return lambda size: {"code/__torch__.py": up_to(unit, size) + HEAD + f"    {line}\n    return x\n"}


def pickle(unit):
    """A pickle in place of data, whose opcodes `unit` makes."""
    return lambda size: {"data.pkl": b"\x80\x04" + up_to(unit, size).encode("latin-1") + b"N.", "code/__torch__.py": HEAD + "    return x\n"}


def last(n, name="x"):
    return f"{name}{n - 1}" if n else "x"


def members(name, content):
    return lambda size: {name.format(n): content for n in range(size // 140)} | {"code/__torch__.py": HEAD + "    return x\n"}


def nested(depth):
    return "".join("  " * level + ("    " if level else "") + "while True:\n" for level in range(depth)) + "  " * depth + "    x = torch.add(x, x)"


KINDS = {
    # Opcodes of pickles.
    "dictionaries": pickle(lambda n: "}"),
    "marks": pickle(lambda n: "(1"),
    "tuples": pickle(lambda n: "N\x85"),
    "nested-tuples": pickle(lambda n: "\x85" if n else "N"),
    "memo": pickle(lambda n: "]r" + n.to_bytes(4, "little").decode("latin-1")),
    "calls": pickle(lambda n: "c__torch__\nM\n)R"),
    "names": pickle(lambda n: f"c__torch__\nM{n}\n0"),
    "names-of-torch": pickle(lambda n: f"ctorch.x\nM{n}\n0"),
    "names-of-storages": pickle(lambda n: f"ctorch\nM{n}Storage\n0"),
    "texts": pickle(lambda n: "X\x01\x00\x00\x00a"),
    # Code.
    "calls-in-code": body(lambda n: "x = torch.add(x, x)"),
    "names-in-code": body(lambda n: f"x{n} = torch.add({last(n)}, x)"),
    "divisions": body(lambda n: f"x{n} = torch.div({last(n)}, {last(n)})"),
    "operators": body(lambda n: f"x = torch.op{n}(x)"),
    "undefined": body(lambda n: f"x = y{n}"),
    "tuples-of-tuples": body(lambda n: f"x{n} = ({last(n)}, {last(n)})"),
    "lists-of-lists": body(lambda n: f"x{n} = [{last(n)}]"),
    "branches": body(lambda n: f"if True:\n      x{n} = torch.add(x, 1)\n    else:\n      x{n} = x"),
    "loops": body(lambda n: "while True:\n      x = torch.add(x, 1)"),
    "loops-in-loops": body(lambda n: nested(12)),
    "lists": body(lambda n: "x = torch.index(x, [x, x, x])"),
    "deep": body(lambda n: "y = " + "torch.add(" * 60 + "x" + ", x)" * 60),
    "types": body(lambda n: f"y{n} = annotate({'List[' * 30}Tensor{']' * 30}, x)"),
    "keywords": body(lambda n: f"x = torch.add(x, other=x, alpha={n})"),
    "views": body(lambda n: f"a{n}, b{n} = torch.chunk(x, 2)\n    c{n} = torch.add_(a{n}, b{n})"),
    "functions": before(lambda n: f"def f{n}(x: Tensor) -> Tensor:\n  return __torch__.f{n + 1}(x, )\n", "x = __torch__.f0(x, )"),
    "functions-without-types": before(lambda n: f"def f{n}(x: Tensor):\n  return __torch__.f{n + 1}(x, )\n", "x = __torch__.f0(x, )"),
    "functions-twice": before(lambda n: f"def f{n}(x: Tensor) -> Tensor:\n  a = __torch__.f{n + 1}(x, )\n  b = __torch__.f{n + 1}(x, )\n  return a\n"),
    "classes": before(lambda n: f"class C{n}(Module):\n  x : __torch__.C{n + 1}\n  def forward(self: __torch__.C{n}, x: Tensor) -> Tensor:\n    return (self.x).forward(x, )\n"),
    "named-tuples": before(lambda n: f"class C{n}(NamedTuple):\n  a : __torch__.C{max(n - 1, 0)}\n  b : __torch__.C{max(n - 1, 0)}\n"),
    "attributes": lambda size: {
        "code/__torch__.py": "class M(Module):\n" + up_to(lambda n: f"  a{n} : Tensor\n", size // 3)
        + "  def forward(self: __torch__.M, x: Tensor) -> Tensor:\n" + up_to(lambda n: f"    x = torch.add(x, self.a{n})\n", size * 2 // 3) + "    return x\n"
    },
    "imports": before(lambda n: f"import __torch__.m{n}\n"),
    # Members of archives.
    "files-of-code": members("code/__torch__/m{}.py", "def f():\n  pass\n"),
    "pickles": members("x{}.pkl", EMPTY),
    "extra-files": members("extra/e{}", b""),
}


def main():
    kind, size, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    compressed = kind.startswith("compressed-")
    records = KINDS[kind.removeprefix("compressed-")](size)
    records = {"data.pkl": DATA} | records | {"constants.pkl": EMPTY, "version": b"3\n"}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in records.items():
            # A folder, as PyTorch has it, and the date that says nothing.
            info = zipfile.ZipInfo("many/" + name)
            info.compress_type = zipfile.ZIP_DEFLATED if compressed and name != "version" else zipfile.ZIP_STORED
            archive.writestr(info, content)


if __name__ == "__main__":
    main()
