"""Which forms of TorchScript code a release of PyTorch loads.

    python features.py > ROWS                             with a release; runs with Python 3.6 and newer
    python features.py --table ROWS … > crates/torchscript/src/program/features.txt

Makes an archive of version 1 for each form, which has nothing else of interest in it, and loads it in a process of its own. Prints the release, the form,
`loads`, `refused` or `crashed`, and a line of the message. The table has the releases, and for each form those that load it.
"""

import io
import os
import sys
import zipfile

HEAD = "class M(Module):\n  __parameters__ = []\n  training : bool\n"
DATA = b"\x80\x02c__torch__\nM\nq\x00)\x81}(X\x08\x00\x00\x00trainingq\x01\x88ubq\x02."


def method(body, parameters="", returns="Tensor", name="forward"):
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return f"  def {name}(self: __torch__.M,\n    x: Tensor{', ' + parameters if parameters else ''}) -> {returns}:\n{lines}"


def expression(text, parameters=""):
    return HEAD + method(f"v = {text}\nreturn x", parameters)


def typed(text):
    return HEAD + method("return x", f"v: {text}", name="other") + method("return x")


def body(text, parameters=""):
    return HEAD + method(text + "\nreturn x", parameters)


def function(text, call):
    return HEAD + method(f"v = {call}\nreturn x") + text


LIST, TUPLE = "l: List[int]", "t: Tuple[int, int, int]"
INTS = "n: int, m: int"
FORMS = {
    # Types.
    **{f"type {name}": typed(text) for name, text in [
        ("Tensor", "Tensor"), ("torch.Tensor", "torch.Tensor"), ("LongTensor", "LongTensor"), ("int", "int"), ("float", "float"), ("bool", "bool"), ("str", "str"),
        ("complex", "complex"), ("number", "number"), ("Device", "Device"), ("Generator", "Generator"), ("Stream", "Stream"), ("Any", "Any"), ("None", "None"),
        ("NoneType", "NoneType"), ("Capsule", "Capsule"), ("list", "list"), ("tuple", "tuple"), ("Optional", "Optional[int]"), ("List", "List[int]"), ("list[]", "list[int]"),
        ("Tuple", "Tuple[int, str]"), ("tuple[]", "tuple[int, str]"), ("Tuple[()]", "Tuple[()]"), ("Dict", "Dict[str, int]"), ("dict[]", "dict[str, int]"), ("Future", "Future[int]"),
        ("Await", "Await[int]"), ("RRef", "RRef[int]"), ("Union", "Union[int, str]"), ("|", "int | str"), ("BroadcastingList", "BroadcastingList2[int]"), ("_size_t", "_size_2_t"),
        ("quoted", '"__torch__.M"'), ("torch.classes", "__torch__.torch.classes.quantized.LinearPackedParamsBase"), ("Dict of int", "Dict[int, Tensor]"), ("Dict of Tensor", "Dict[Tensor, int]"),
        ("Dict of bool", "Dict[bool, int]"), ("Dict of Device", "Dict[Device, int]"),
    ]},
    # Classes.
    "class": function("class C:\n  n : int\n  def get(self: __torch__.C) -> int:\n    return self.n\n", "__torch__.C.__new__(__torch__.C)"),
    "class NamedTuple": function("class P(NamedTuple):\n  a : int\n  b : Tensor\n", "__torch__.P(1, x)"),
    "NamedTuple default": function("class P(NamedTuple):\n  a : Tensor\n  b : int = 3\n", "__torch__.P(x, 1)"),
    "class Interface": function("class I(Interface):\n  def go(self, x: Tensor) -> Tensor:\n    pass\ndef f(i: __torch__.I, x: Tensor) -> Tensor:\n  return (i).go(x, )\n", "__torch__.f"),
    "class ModuleInterface": function("class I(ModuleInterface):\n  def forward(self, x: Tensor) -> Tensor:\n    pass\ndef f(i: __torch__.I, x: Tensor) -> Tensor:\n  return (i).forward(x, )\n", "__torch__.f"),
    "class Enum": function("class E(Enum):\n  A = 1\n  B = 2\n", "__torch__.E.A"),
    "Enum of str": function('class E(Enum):\n  A = "a"\n', "__torch__.E.A"),
    "Enum of float": function("class E(Enum):\n  A = 1.5\n", "__torch__.E.A"),
    "Enum name": function("class E(Enum):\n  A = 1\n", "(__torch__.E.A).name"),
    "Enum value": function("class E(Enum):\n  A = 1\n", "(__torch__.E.A).value"),
    "__buffers__": HEAD.replace("[]\n", "[]\n  __buffers__ = []\n", 1) + method("return x"),
    "__annotations__": function('class C:\n  __annotations__ = []\n  __annotations__["0"] = int\n  def get(self: __torch__.C) -> int:\n    return 1\n', "__torch__.C.__new__(__torch__.C)"),
    "Final": HEAD + "  k : Final[int] = 3\n" + method("return x"),
    "__forward_hooks__": HEAD.replace("[]\n", '[]\n  __forward_hooks__ = ["h", ]\n', 1) + method("return x") + "  def h(self: __torch__.M,\n    input: Tuple[Tensor],\n    output: Tensor) -> Tensor:\n    return output\n",
    "__forward_pre_hooks__": HEAD.replace("[]\n", '[]\n  __forward_pre_hooks__ = ["h", ]\n', 1) + method("return x") + "  def h(self: __torch__.M,\n    input: Tuple[Tensor]) -> Tuple[Tensor]:\n    return input\n",
    # Functions.
    "op_version_set": "op_version_set = 1\n" + HEAD + method("return x"),
    "no op_version_set": HEAD + method("return x"),
    "import": "import __torch__.a\n" + HEAD + method("return x"),
    "default": function("def f(x: Tensor, n: int=1) -> Tensor:\n  return x\n", "__torch__.f(x, )"),
    "default before none": function("def f(x: Tensor, n: int=1, l: List[int]) -> Tensor:\n  return x\n", "__torch__.f(x, 1, [1], )"),
    "default list": function("def f(x: Tensor, l: List[int]=[1, 2]) -> Tensor:\n  return x\n", "__torch__.f(x, )"),
    "keyword-only": function("def f(x: Tensor, *, n: int) -> Tensor:\n  return x\n", "__torch__.f(x, n=1)"),
    "type comment": function("def f(x, n):\n  # type: (Tensor, int) -> Tensor\n  return x\n", "__torch__.f(x, 1, )"),
    "no return type": function("def f(x: Tensor):\n  return x\n", "__torch__.f(x, )"),
    "function on one line": function("def f(x: Tensor) -> Tensor: return x\n", "__torch__.f(x, )"),
    "comment": body("# nothing"),
    "nested function": body("def g(a: int):\n  return a"),
    "forked function": body("def g():\n  return x\nv = fork(g)\nw = torch.wait(v)"),
    "awaitable function": body("def g():\n  return x\nv = awaitable(g)"),
    # Statements.
    "with": function("class C:\n  n : int\n  def __enter__(self: __torch__.C) -> int:\n    return 1\n  def __exit__(self: __torch__.C,\n    a: Any,\n    b: Any,\n    c: Any) -> None:\n    return None\ndef f(c: __torch__.C, x: Tensor) -> Tensor:\n  with c as v:\n    pass\n  return x\n", "__torch__.f"),
    "while": body("c = torch.gt(1, 2)\nwhile c:\n  c = torch.gt(1, 2)"),
    "for": body("for i in range(3):\n  x = torch.add(x, i)"),
    "for of list": body("for i in l:\n  x = torch.add(x, i)", LIST),
    "for of tuple": body("for i in t:\n  x = torch.add(x, i)", TUPLE),
    "for zip": body("for i, j in zip(l, l):\n  x = torch.add(x, i)", LIST),
    "for enumerate": body("for i, j in enumerate(l):\n  x = torch.add(x, i)", LIST),
    "break": body("for i in range(3):\n  break"),
    "continue": body("for i in range(3):\n  continue"),
    "return in block": body("if torch.gt(1, 2):\n  return x\nelse:\n  pass"),
    "elif": body("if torch.gt(1, 2):\n  v = 1\nelif torch.gt(1, 3):\n  v = 2\nelse:\n  v = 3"),
    "pass": body("if torch.gt(1, 2):\n  pass\nelse:\n  pass"),
    "assert": body('assert torch.gt(1, 2), "no"'),
    "raise": body('if torch.gt(1, 2):\n  raise AssertionError("no")\nelse:\n  pass'),
    "del variable": body("v = 1\ndel v"),
    "del item": body("del l[0]", LIST),
    "annotated assignment": body("v : int = 1"),
    "annotated Optional": body("v : Optional[int] = None"),
    "annotated Union": body("v : Union[int, str] = 1"),
    "chained assignment": body("a = b = x"),
    "unpack": body("a, b, c, = t", TUPLE),
    "unpack list": body("a, b, = l", LIST),
    "unpack star": body("a, *b = t", TUPLE),
    "unpack nested": body("a, (b, c) = p", "p: Tuple[int, Tuple[int, int]]"),
    "set attribute": body("self.training = True"),
    "set item": body("l[0] = 1", LIST),
    "set tensor item": body("x[0] = 1"),
    **{f"augmented {op}": body(f"n {op} m", INTS) for op in ["+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", "**="]},
    # Expressions.
    **{f"operator {op}": expression(f"n {op} m", INTS) for op in ["+", "-", "*", "/", "//", "%", "**", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "<<", ">>"]},
    "operator @": expression("x @ x"), "operator ~": expression("~x"), "operator - before": expression("-n", INTS), "operator not": expression("not True"),
    "operator and": expression("True and False"), "operator or": expression("True or False"), "operator is": expression("x is None"), "operator is not": expression("x is not None"),
    "operator in": expression("1 in l", LIST), "operator not in": expression("1 not in l", LIST), "operator % of str": expression('"%s" % n', INTS),
    "operator if": expression("1 if torch.gt(1, 2) else 2"),
    "list": expression("[1, 2]"), "empty list": expression("[]"), "tuple": expression("(1, x)"), "tuple of one": expression("(1,)"), "empty tuple": expression("()"), "dict": expression('{"a": 1}'), "empty dict": expression("annotate(Dict[str, int], {})"),
    "list of several types": expression('[1, "a"]'), "list comprehension": expression("[i for i in l]", LIST), "dict comprehension": expression("{i: i for i in l}", LIST),
    "comprehension of range": expression("[i for i in range(3)]"),
    "subscript": expression("l[0]", LIST), "slice": expression("l[0:1]", LIST), "slice step": expression("l[::2]", LIST), "tuple slice": expression("t[0:1]", TUPLE), "tuple slice step": expression("t[::2]", TUPLE),
    "tensor subscript": expression("x[0]"), "tensor slice": expression("x[0:1]"), "tensor subscripts": expression("x[0, :, 1]"), "tensor None": expression("x[None]"), "tensor ...": expression("x[..., 0]"),
    "Ellipsis": expression("x[Ellipsis, 0]"), "tensor by list": expression("x[l]", LIST), "tensor by tensor": expression("x[x]"),
    "star argument": function("def f(a: int, b: int, c: int) -> int:\n  return a\n", "__torch__.f(*(1, 2, 3))"), "keyword argument": expression("torch.add(x, x, alpha=1)"),
    "inf": expression("inf"), "nan": expression("nan"), "infj": expression("infj"), "nanj": expression("nanj"), "complex": expression("1.j"), "complex of two parts": expression("1.+2.j"),
    "hexadecimal": expression("0x1F"), "octal escape": expression(r'"\101"'), "escape \\a": expression(r'"\a\b\f\n\v\t"'), "strings joined": expression('"a" "b"'), "string in three quotes": expression("'''a'''"),
    "annotate": expression("annotate(Optional[int], None)"), "unchecked_cast": expression("unchecked_cast(int, o)", "o: Optional[int]"), "uninitialized": expression("uninitialized(int)"),
    "isinstance": expression("isinstance(x, Tensor)"), "isinstance of several": expression("isinstance(o, (int, str))", "o: Optional[int]"), "isinstance of List": expression("isinstance(l, List[int])", LIST),
    "getattr": expression('getattr(self, "training")'), "getattr default": expression('getattr(self, "nothing", 1)'), "hasattr": expression('hasattr(self, "training")'),
    "tolist": expression("annotate(List[int], x.tolist())"), "print": body("print(x)"), "range of three": body("for i in range(0, 6, 2):\n  pass"),
    "int": expression("int(x)"), "float": expression("float(x)"), "bool": expression("bool(x)"), "str": expression("str(1)"), "complex()": expression("complex(1, 2)"), "len": expression("len(l)", LIST), "sorted": expression("sorted(l)", LIST),
    "min": expression("min(1, 2)"), "abs": expression("abs(1)"), "round": expression("round(1.5)"), "tuple()": expression("tuple(t)", TUPLE), "list()": expression("list(l)", LIST), "dict()": expression("annotate(Dict[str, int], dict())"),
    "autograd": expression("torch.autograd.grad([x], [x])"), "shape": expression("x.shape"), "method call": expression("x.relu()"), "unchecked_unwrap_optional": expression("ops.prim.unchecked_unwrap_optional(o)", "o: Optional[int]"),
    "function as value": function("def f(x: Tensor) -> Tensor:\n  return x\n", "__torch__.f"), "refined by is not None": body("if o is not None:\n  v = torch.add(o, 1)\nelse:\n  v = 0", "o: Optional[int]"),
    "refined by isinstance": body("if isinstance(o, int):\n  v = torch.add(o, 1)\nelse:\n  v = 0", "o: Optional[int]"), "module by key": HEAD + method("v : Tensor = self[n]\nreturn x", INTS),
    "global": body("global v"), "set()": expression("set(l)", LIST),
}  # fmt: skip


def archive(code):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as new:
        for name, content in [("version", b"1\n"), ("data.pkl", DATA), ("code/__torch__.py", code.encode()), ("constants.pkl", b"\x80\x02).")]:
            new.writestr("m/" + name, content)
    return out.getvalue()


def load(code):
    import torch

    try:
        torch.jit.load(io.BytesIO(archive(code)))
        return "loads"
    except Exception as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        return "refused\t" + (lines[0][:160] if lines else "").replace("\t", " ")


def run():
    import torch

    release = torch.__version__.split("+")[0]
    for form, code in FORMS.items():
        # 1.3 demands the version in every file.
        if release.startswith("1.3.") and "op_version_set" not in form:
            code = "op_version_set = 1\n" + code
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(writing, load(code).encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as answer:
            text = answer.read().decode()
        _, status = os.waitpid(child, 0)
        print(release, form, "crashed\t%d" % status if status else text, sep="\t", flush=True)


def table(paths):
    sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    from intervals import intervals, number

    loads, releases = {}, set()
    for path in paths:
        for line in open(path):
            release, form, answer = line.rstrip("\n").split("\t")[:3]
            releases.add(release)
            if answer == "loads":
                loads.setdefault(form, set()).add(release)
    order = sorted(releases, key=number)
    print("# Which forms of code each release of PyTorch loads: intervals of the releases that were run.")
    print("# Made by evidence/peers/torch/features.py from runs of these releases; do not edit.")
    for release in order:
        print("release", release, sep="\t")
    for form in FORMS:
        print("form", form, intervals(loads.get(form, ()), order) or "none", sep="\t")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--table"]:
        table(sys.argv[2:])
    else:
        run()
