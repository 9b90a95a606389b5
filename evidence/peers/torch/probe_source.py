"""Crafted TorchScript source: what the importer of a release takes of annotations, literals, statements, calls, classes.

Its tables are in probe_source.txt. Rows are: what, `|`, the body of `forward(self, x: Tensor)` with statements separated by `;` (or, for types, an annotation).
"""

import pathlib

import craft
import torch


def table(name):
    """The lines below `== NAME`."""
    text = pathlib.Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    parts = dict(part.split("\n", 1) for part in ("\n" + text).split("\n== ")[1:])
    return parts[name]


TYPES = table("types").split()
CUSTOM = table("custom").split()
STATEMENTS = table("statements")
EXPRESSIONS = table("expressions")

# What changed meaning between file versions: (name, expression, arguments, inputs); tried with each version of the file.
VERSIONED = [
    ("div-tensor-int", "torch.div(x, y)", "x: Tensor, y: Tensor", lambda: (torch.tensor([7, -7]), torch.tensor([2, 2]))),
    ("div-tensor-float", "torch.div(x, y)", "x: Tensor, y: Tensor", lambda: (torch.tensor([7.0, -7.0]), torch.tensor([2.0, 2.0]))),
    ("div-scalar", "torch.div(x, 2)", "x: Tensor", lambda: (torch.tensor([7, -7]),)),
    ("div-scalar-float", "torch.div(x, 2.)", "x: Tensor", lambda: (torch.tensor([7, -7]),)),
    ("div_-tensor", "torch.div_(x, y)", "x: Tensor, y: Tensor", lambda: (torch.tensor([7.0, -7.0]), torch.tensor([2.0, 2.0]))),
    ("div_-scalar", "torch.div_(x, 2)", "x: Tensor", lambda: (torch.tensor([7.0, -7.0]),)),
    ("div-out", "torch.div(x, y, out=x)", "x: Tensor, y: Tensor", lambda: (torch.tensor([7.0, -7.0]), torch.tensor([2.0, 2.0]))),
    ("div-mode", 'torch.div(x, y, rounding_mode="floor")', "x: Tensor, y: Tensor", lambda: (torch.tensor([7, -7]), torch.tensor([2, 2]))),
    ("div-mode-scalar", 'torch.div(x, 2, rounding_mode="trunc")', "x: Tensor", lambda: (torch.tensor([7, -7]),)),
    ("div_-mode", 'torch.div_(x, y, rounding_mode="floor")', "x: Tensor, y: Tensor", lambda: (torch.tensor([7, -7]), torch.tensor([2, 2]))),
    ("floor_divide", "torch.floor_divide(x, y)", "x: Tensor, y: Tensor", lambda: (torch.tensor([7, -7]), torch.tensor([2, 2]))),
    ("floor_divide-scalar", "torch.floor_divide(x, 2)", "x: Tensor", lambda: (torch.tensor([7, -7]),)),
    ("full-int", "torch.full([2], 3)", "x: Tensor", lambda: (torch.ones(1),)),
    ("full-int-explicit", "torch.full([2], 3, dtype=None, layout=None, device=None, pin_memory=None)", "x: Tensor", lambda: (torch.ones(1),)),
    ("full-bool", "torch.full([2], True)", "x: Tensor", lambda: (torch.ones(1),)),
    ("full-dtype", "torch.full([2], 3, dtype=4)", "x: Tensor", lambda: (torch.ones(1),)),
    ("full-out", "torch.full([2], 3, out=x)", "x: Tensor", lambda: (torch.ones(2),)),
    ("full-names", 'torch.full([2], 3, names=["a"])', "x: Tensor", lambda: (torch.ones(2),)),
    ("linspace", "torch.linspace(0, 1)", "x: Tensor", lambda: (torch.ones(1),)),
    ("linspace-none", "torch.linspace(0, 1, None)", "x: Tensor", lambda: (torch.ones(1),)),
    ("linspace-steps", "torch.linspace(0, 1, 3)", "x: Tensor", lambda: (torch.ones(1),)),
    ("linspace-explicit", "torch.linspace(0, 1, 3, dtype=None, layout=None, device=None, pin_memory=None)", "x: Tensor", lambda: (torch.ones(1),)),
    ("linspace-out", "torch.linspace(0, 1, out=x)", "x: Tensor", lambda: (torch.ones(1),)),
    ("logspace", "torch.logspace(0, 1)", "x: Tensor", lambda: (torch.ones(1),)),
    ("logspace-steps", "torch.logspace(0, 1, 3)", "x: Tensor", lambda: (torch.ones(1),)),
    ("logspace-base", "torch.logspace(0, 1, 3, 2.)", "x: Tensor", lambda: (torch.ones(1),)),
    ("logspace-out", "torch.logspace(0, 1, out=x)", "x: Tensor", lambda: (torch.ones(1),)),
    ("gelu", "torch.gelu(x)", "x: Tensor", lambda: (torch.ones(1),)),
    ("gelu-tanh", 'torch.gelu(x, approximate="tanh")', "x: Tensor", lambda: (torch.ones(1),)),
    ("gelu-out", "torch.gelu(x, out=x)", "x: Tensor", lambda: (torch.ones(1),)),
    ("arange-int", "torch.arange(3)", "x: Tensor", lambda: (torch.ones(1),)),
    ("pow-int", "torch.pow(2, -1)", "x: Tensor", lambda: (torch.ones(1),)),
    ("true_divide-numbers", "torch.div(7, 2)", "x: Tensor", lambda: (torch.ones(1),)),
    ("cross", "torch.cross(x, x)", "x: Tensor", lambda: (torch.ones(3, 3),)),
    ("sum-bool", "torch.sum(x)", "x: Tensor", lambda: (torch.tensor([True, True]),)),
    ("size", "torch.size(x)", "x: Tensor", lambda: (torch.ones(1, 2),)),
]

ONE = lambda: (torch.tensor([1.5, -2.0]),)  # noqa: E731

SCOPE = "class Scope:\n  def __enter__(self: __torch__.Scope) -> int:\n    return 3\n  def __exit__(self: __torch__.Scope,\n    a: Any,\n    b: Any,\n    c: Any) -> NoneType:\n    return None\n"

CLASSES = {
    "namedtuple": ("class P(NamedTuple):\n  a : Tensor\n  b : int\n", "    return __torch__.P(x, 1)"),
    "namedtuple-default": ("class P(NamedTuple):\n  a : Tensor\n  b : int = 3\n", "    return __torch__.P(x)"),
    "namedtuple-empty": ("class P(NamedTuple):\n  pass\n", "    return x"),
    "namedtuple-method": ("class P(NamedTuple):\n  a : Tensor\n  def f(self: __torch__.P) -> int:\n    return 1\n", "    return __torch__.P(x).f()"),
    "namedtuple-field": ("class P(NamedTuple):\n  a : Tensor\n  b : int\n", "    return (__torch__.P(x, 1)).b"),
    "enum-int": ("class C(Enum):\n  RED = 1\n  BLUE = 2\n", "    return __torch__.C.BLUE.value"),
    "enum-text": ('class C(Enum):\n  RED = "r"\n  BLUE = "b"\n', "    return __torch__.C.BLUE.value"),
    "enum-name": ("class C(Enum):\n  RED = 1\n  BLUE = 2\n", "    return __torch__.C.BLUE.name"),
    "enum-value": ("class C(Enum):\n  RED = 1\n  BLUE = 2\n", "    return __torch__.C.BLUE"),
    "enum-compare": ("class C(Enum):\n  RED = 1\n  BLUE = 2\n", "    return torch.eq(__torch__.C.BLUE, __torch__.C.RED)"),
    "class-construct": ("class K:\n  v : int\n  def __init__(self: __torch__.K,\n    v: int) -> None:\n    self.v = v\n    return None\n", "    return (__torch__.K.__new__(__torch__.K)).__init__(1)"),
    "class-call": ("class K:\n  v : int\n  def __init__(self: __torch__.K,\n    v: int) -> NoneType:\n    self.v = v\n    return None\n", "    k = __torch__.K(4)\n    return k.v"),
    "class-object-base": ("class K(object):\n  v : int\n  def f(self: __torch__.K) -> int:\n    return self.v\n", "    return x"),
    "class-parameters": ("class K:\n  __parameters__ = []\n  v : int\n", "    return x"),
    "class-static-method": ("class K:\n  def f(v: int) -> int:\n    return v\n", "    return __torch__.K.f(1)"),
    "class-unknown-base": ("class K(Nosuch):\n  v : int\n", "    return x"),
    "class-own-base": ("class K:\n  v : int\nclass L(K):\n  w : int\n", "    return x"),
    "class-property": ("class K:\n  v : int\n  @property\n  def f(self: __torch__.K) -> int:\n    return self.v\n", "    return x"),
    "class-torchbind": ("class K:\n  v : __torch__.torch.classes.quantized.LinearPackedParamsBase\n", "    return x"),
    "interface": ("class I(Interface):\n  def f(self: __torch__.I,\n    x: Tensor) -> Tensor:\n    pass\n", "    return x"),
    "module-interface": ("class I(ModuleInterface):\n  def forward(self: __torch__.I,\n    x: Tensor) -> Tensor:\n    pass\n", "    return x"),
    "interface-body": ("class I(Interface):\n  def f(self: __torch__.I) -> int:\n    return 1\n", "    return x"),
    "exception-class": ("class E(ExceptionWrapper):\n  v : int\n", "    return x"),
    "function": ("def g(a: Tensor) -> Tensor:\n  return torch.neg(a)\n", "    return __torch__.g(x)"),
    "function-default": ("def g(a: Tensor,\n    k: int=3) -> Tensor:\n  return torch.add(a, k)\n", "    return __torch__.g(x)"),
    "function-default-before": ("def g(k: int=3,\n    a: Tensor) -> Tensor:\n  return torch.add(a, k)\n", "    return __torch__.g(1, x)"),
    "function-default-none": ("def g(a: Tensor,\n    k: Optional[int]=None) -> Tensor:\n  return a\n", "    return __torch__.g(x)"),
    "function-default-list": ("def g(a: Tensor,\n    k: List[int]=[1, 2]) -> Tensor:\n  return a\n", "    return __torch__.g(x)"),
    "function-default-annotate": ("def g(a: Tensor,\n    k: List[int]=annotate(List[int], [])) -> Tensor:\n  return a\n", "    return __torch__.g(x)"),
    "function-default-text": ('def g(a: Tensor,\n    k: str="a") -> Tensor:\n  return a\n', "    return __torch__.g(x)"),
    "function-default-inf": ("def g(a: Tensor,\n    k: float=inf) -> Tensor:\n  return a\n", "    return __torch__.g(x)"),
    "function-default-negative": ("def g(a: Tensor,\n    k: int=-1) -> Tensor:\n  return torch.add(a, k)\n", "    return __torch__.g(x)"),
    "function-default-complex": ("def g(a: Tensor,\n    k: complex=1j) -> Tensor:\n  return a\n", "    return __torch__.g(x)"),
    "function-default-dtype": ("def g(a: Tensor,\n    k: Optional[int]=torch.float32) -> Tensor:\n  return a\n", "    return __torch__.g(x)"),
    "function-keyword-only": ("def g(a: Tensor, *, k: int) -> Tensor:\n  return torch.add(a, k)\n", "    return __torch__.g(x, k=1)"),
    "function-variable-arguments": ("def g(*a: Tensor) -> Tensor:\n  return a\n", "    return x"),
    "function-no-annotation": ("def g(a):\n  return torch.neg(a)\n", "    return __torch__.g(x)"),
    "function-recursive": ("def g(a: Tensor) -> Tensor:\n  return __torch__.g(a)\n", "    return __torch__.g(x)"),
    "function-keyword-call": ("def g(a: Tensor,\n    k: int) -> Tensor:\n  return torch.add(a, k)\n", "    return __torch__.g(x, k=1, )"),
    "function-trailing-comma": ("def g(a: Tensor) -> Tensor:\n  return torch.neg(a)\n", "    return __torch__.g(x, )"),
    "function-local-alias": ("def g(a: Tensor) -> Tensor:\n  return torch.neg(a)\n", "    _0 = __torch__.g\n    return _0(x, )"),
    "fork": ("def g(a: Tensor) -> Tensor:\n  return torch.neg(a)\n", "    _0 = fork(__torch__.g, x)\n    return torch.wait(_0)"),
    "fork-ops-aten-wait": ("def g(a: Tensor) -> Tensor:\n  return torch.neg(a)\n", "    _0 = fork(__torch__.g, x)\n    return ops.aten.wait(_0)"),
    "awaitable": ("def g(a: Tensor) -> Tensor:\n  return torch.neg(a)\n", "    _0 = awaitable(__torch__.g, x)\n    return ops.prim.awaitable_wait(_0)"),
    "with": (SCOPE, "    with __torch__.Scope.__new__(__torch__.Scope):\n      y = torch.neg(x)\n    return y"),
    "with-as": (SCOPE, "    with __torch__.Scope.__new__(__torch__.Scope) as k:\n      y = torch.add(x, k)\n    return y"),
    "with-variable": (SCOPE, "    s = __torch__.Scope.__new__(__torch__.Scope)\n    with s:\n      y = torch.neg(x)\n    return y"),
    "object-as-result": ("class K:\n  v : int\n", "    return __torch__.K.__new__(__torch__.K)"),
    "function-decorator": ("@torch.jit.script\ndef g(a: Tensor) -> Tensor:\n  return a\n", "    return x"),
    "op_version_set-0": ("op_version_set = 0\n", "    return x"),
    "op_version_set-1": ("op_version_set = 1\n", "    return x"),
    "op_version_set-2": ("op_version_set = 2\n", "    return x"),
    "import": ("import __torch__.other\n", "    return x"),
    "import-torch": ("import torch\n", "    return x"),
    "from-import": ("from torch import Tensor\n", "    return x"),
    "module-level-constant": ("K = 3\n", "    return x"),
    "class-docstring": ('class K:\n  """text"""\n  v : int\n', "    return x"),
}
# The annotation of `forward`'s result, where it is no Tensor.
RETURNS = {
    "namedtuple": "__torch__.P", "namedtuple-default": "__torch__.P", "namedtuple-method": "int", "namedtuple-field": "int", "enum-int": "int", "enum-text": "str",
    "enum-name": "str", "enum-value": "__torch__.C", "enum-compare": "bool", "object-as-result": "__torch__.K", "class-construct": "NoneType", "class-call": "int", "class-static-method": "int",
}

MEMBERS = {
    "is_full_backward_hook-NoneType": ("  _is_full_backward_hook : NoneType\n", {"_is_full_backward_hook": None}),
    "is_full_backward_hook-Optional": ("  _is_full_backward_hook : Optional[bool]\n", {"_is_full_backward_hook": None}),
    "is_full_backward_hook-None": ("  _is_full_backward_hook : None\n", {"_is_full_backward_hook": None}),
    "final": ("  k : Final[int] = 3\n", {}),
    "final-text": ('  k : Final[str] = "a"\n', {}),
    "final-list": ("  k : Final[List[int]] = [1, 2]\n", {}),
    "final-bool": ("  k : Final[bool] = True\n", {}),
    "final-none": ("  k : Final[NoneType] = None\n", {}),
    "final-float": ("  k : Final[float] = inf\n", {}),
    "final-tuple": ("  k : Final[Tuple[int, int]] = (1, 2)\n", {}),
    "final-dtype": ("  k : Final[int] = torch.float32\n", {}),
    "constant-without-final": ("  k : int = 3\n", {}),
    "annotations-index": ('  __annotations__["0"] = int\n', {"0": 3}),
    "annotations-empty": ("  __annotations__ = []\n", {}),
    "annotations-dict": ("  __annotations__ = {}\n", {}),
    "parameters-named": ('  __parameters__ = ["w", ]\n  w : Tensor\n', None),
    "buffers-named": ('  __buffers__ = ["w"]\n  w : Tensor\n', None),
    "attribute-missing-in-data": ("  k : int\n", {}),
    "optional-missing-in-data": ("  k : Optional[int]\n", {}),
    "none-missing-in-data": ("  k : NoneType\n", {}),
    "attribute-wrong-type": ("  k : int\n", {"k": "text"}),
    "attribute-enum": (None, None),  # made below
    "attribute-device": ("  k : Device\n", {"k": craft.reduce("torch.device", "cpu")}),
    "attribute-complex": ("  k : complex\n", {"k": craft.reduce("builtins.complex", 1.0, 2.0)}),
    "attribute-complex-builtin": ("  k : complex\n", {"k": craft.reduce("__builtin__.complex", 1.0, 2.0)}),
    "attribute-union": ("  k : Union[int, str]\n", {"k": 3}),
    "attribute-any": ("  k : Any\n", {"k": 3}),
    "attribute-submodule-like": ("  k : __torch__.M\n", {"k": None}),
    "method-of-self-type-short": ("  def g(self,\n    x: Tensor) -> Tensor:\n    return x\n", {}),
    "method-static": ("  def g(x: Tensor) -> Tensor:\n    return x\n", {}),
    "getstate": ("  def __getstate__(self: __torch__.M) -> int:\n    return 1\n  def __setstate__(self: __torch__.M,\n    s: int) -> NoneType:\n    self.training = True\n    return None\n", None),
}


class Probe:
    def __init__(self, feature, data, mode="script", inputs=None, method="forward"):
        self.feature, self.data, self.mode, self.inputs, self.method = feature, data, mode, inputs, method


def lines(text):
    for line in text.strip().splitlines():
        name, _, rest = line.partition(" | ")
        yield name, rest


def source_probe(feature, inputs=ONE, constants=(), version=craft.OWN, attributes=None, data=None, extra=(), **options):
    records = lambda: craft.module_records(craft.module_source(**options), constants=constants, version=version, attributes=attributes, data=data, extra=extra)
    return Probe(feature, lambda: craft.archive(records()), inputs=inputs)


def probes(folder):
    for kind in TYPES:
        spaced = kind.replace(",", ", ")
        yield source_probe("type/argument/" + kind, inputs=None, arguments="x: Tensor,\n    k: " + spaced)
        yield source_probe("type/attribute/" + kind, inputs=None, members=f"  k : {spaced}\n", attributes={"k": None})
        yield source_probe("type/return/" + kind, inputs=None, returns=spaced, body=f"    return uninitialized({spaced})")
    for kind in CUSTOM:
        yield source_probe("custom-class/" + kind, inputs=None, arguments="x: Tensor,\n    k: __torch__.torch.classes." + kind)
    for name, text in lines(STATEMENTS):
        body = "\n".join("    " + s.rstrip() if s.startswith("  ") else "    " + s.strip() for s in text.split(";"))
        # Without an annotation, the result has the type that the body gives it.
        source = craft.module_source(body).replace(") -> Tensor:", "):", 1)
        yield Probe("statement/" + name, lambda source=source: craft.archive(craft.module_records(source)), inputs=ONE)
    for name, text in lines(EXPRESSIONS):
        text = text.replace("NEWLINE", "\n").replace('\\"\\"\\"', '"""')
        source = craft.module_source("    y = " + text + "\n    return y").replace(") -> Tensor:", "):", 1)
        yield Probe("expression/" + name, lambda source=source, table=(3,) if name == "prim-constants" else (): craft.archive(craft.module_records(source, constants=table)), inputs=ONE)
    for layout, records in (("in-data", []), ("in-constants", [("constants/0", bytes(8))])):
        source = craft.module_source("    return CONSTANTS.c0")
        yield Probe("constants/tensor-" + layout, lambda source=source, records=records: craft.archive(craft.module_records(source, constants=(craft.tensor(),), extra=records + [("data/0", bytes(8))])), inputs=ONE)
    for version in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10):
        for name, text, arguments, inputs in VERSIONED:
            yield source_probe(f"versioned/{name}/file-version={version}", inputs=inputs, version=b"%d\n" % version, arguments=arguments.replace(", ", ",\n    "), body=f"    return {text}", returns=result_of(text))
    for name, (before, body) in CLASSES.items():
        yield source_probe("class/" + name, before=before, body=body, returns=RETURNS.get(name, "Tensor"))
    for name, (members, attributes) in MEMBERS.items():
        if name == "attribute-enum":
            value = craft.reduce("__torch__.C", 2)
            yield source_probe("member/" + name, before="class C(Enum):\n  RED = 1\n  BLUE = 2\n", members="  k : __torch__.C\n", attributes={"k": value})
        elif name == "getstate":
            yield source_probe("member/" + name, members=members, data=craft.pickled(craft.instance("__torch__.M", 1)))
        elif attributes is None:
            yield source_probe("member/" + name, members=members, attributes={"w": craft.tensor()}, extra=[("data/0", bytes(8))])
        else:
            yield source_probe("member/" + name, members=members, attributes=attributes)


def result_of(text):
    return {"torch.pow(2, -1)": "float", "torch.div(7, 2)": "float", "torch.size(x)": "List[int]"}.get(text, "Tensor")
