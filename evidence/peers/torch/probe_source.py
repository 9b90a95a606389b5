"""Crafted TorchScript source: what the importer of a release takes of annotations, literals, statements, calls, classes.

The rows of text below are: what, `|`, the body of `forward(self, x: Tensor)` with statements separated by `;` (or, for types, an annotation).
"""

import craft
import torch

TYPES = """
Tensor int float bool str None NoneType number Any complex Device Generator Storage Stream Layout ScalarType Scalar QScheme Quantizer Capsule AnyList AnyTuple
AnyEnum AnyClassType SymInt Set Future Await RRef Function Module object bytes Dimname MemoryFormat Number Union
Optional[int] Optional[Tensor] Optional[NoneType] List[int] List[Tensor] List[Optional[Tensor]] List[NoneType] List[Any] List[complex] List[List[int]] List[Device]
Dict[str,int] Dict[int,Tensor] Dict[float,int] Dict[bool,int] Dict[complex,int] Dict[Tensor,int] Dict[Any,int] Dict[str,Any] Tuple[int,float] Tuple[()] Tuple[] Tuple[int]
Tuple[int,...] Union[int,str] Union[int,Tensor,NoneType] Union[int,NoneType] Union[List[int],Dict[str,int]] Union[int,float] Union[int] Union[int,float,complex] Future[Tensor]
Await[Tensor] RRef[Tensor] Set[int] Final[int] Iterable[int] Sequence[int] Type[int] Callable list[int] dict[str,int] tuple[int,int] list dict tuple int|str Optional[List[int]]
torch.Tensor torch.device torch.dtype torch.Generator torch.Size torch.Stream List[torch.device] Tensor[] int[] int? Float(2) Tensor? typing.List[int]
__torch__.M __torch__.Unknown __torch__.torch.classes.unknown.Thing
""".split()

CUSTOM = """
quantized.LinearPackedParamsBase quantized.Conv2dPackedParamsBase quantized.Conv3dPackedParamsBase quantized.EmbeddingPackedParamsBase rnn.CellParamsBase
xnnpack.LinearOpContext xnnpack.Conv2dOpContext xnnpack.TransposeConv2dOpContext sparse.LinearPackedParamsBase dist_rpc.WorkerInfo c10d.ProcessGroup c10d.Work
_nnapi.Compilation metal.Conv2dOpContext metal.LinearOpContext vulkan.LinearOpContext vulkan.Conv2dOpContext vulkan.VulkanOpContext vulkan.BatchNormPackedContext mkldnn.ConvOpContext
mkldnn.LinearOpContext profiling._RecordFunctionFast profiling._RecordFunction profiling.SourceRef profiling.SourceStats profiling.InstructionStats profiling._ScriptProfile
_TorchScriptTesting._Foo _TorchScriptTesting._StackString _TorchScriptTesting._PickleTester prepacked.Conv2dOpContext backend.LoweredModule
tensorrt.Engine torchaudio.Wav2Letter torchtext.Vocab torchvision.VideoReader aot_inductor.CUDAModel
""".split()

STATEMENTS = r"""
pass | pass; return x
if | if torch.gt(1, 0):;  y = x;else:;  y = torch.neg(x); return y
if-without-else | y = x; if torch.gt(1, 0):;  y = torch.neg(x);else:;  pass; return y
if-no-else-block | y = x; if True:;  y = torch.neg(x); return y
elif | if torch.gt(1, 0):;  y = x;elif torch.lt(1, 0):;  y = x;else:;  y = torch.neg(x); return y
if-return | if torch.gt(1, 0):;  return x;else:;  pass; return torch.neg(x)
while | i = 0; _0 = torch.lt(i, 3); while _0:;  i0 = torch.add(i, 1);  _0, i = torch.lt(i0, 3), i0; return torch.add(x, i)
for-range | y = x; for i in range(3):;  y = torch.add(y, i); return y
for-range-2 | y = x; for i in range(1, 3):;  y = torch.add(y, i); return y
for-range-step | y = x; for i in range(0, 9, 3):;  y = torch.add(y, i); return y
for-list | y = x; for i in [1, 2]:;  y = torch.add(y, i); return y
for-enumerate | y = x; for i, j in enumerate([1, 2]):;  y = torch.add(y, j); return y
break | y = x; for i in range(3):;  break; return y
continue | y = x; for i in range(3):;  continue; return y
assert | assert True; return x
assert-message | assert True, "no"; return x
raise | if False:;  raise RuntimeError("no");else:;  pass; return x
del | y = [1, 2]; del y[0]; return x
augmented | y = torch.add(x, 0); y += 1; return y
augmented-number | y = 1; y += 1; return y
augmented-attribute | self.training += 1; return x
annotated-assign | y: List[int] = []; return y
annotated-assign-space | y : List[int] = []; return y
multiple-targets | a, b = 1, 2; return torch.add(a, b)
star-target | a, *b = [1, 2, 3]; return b
nested-targets | (a, b), c = (1, 2), 3; return torch.add(b, c)
single-target-comma | a, = (1,); return a
list-unpack | a, b, = [1, 2]; return b
chained-assign | a = b = 1; return torch.add(a, b)
attribute-assign | self.training = True; return self.training
subscript-assign | y = [1, 2]; y[0] = 5; return y
set-item | y = [1, 2]; _0 = torch._set_item(y, 0, 5); return y
with | with torch.no_grad():;  y = x; return y
with-as | with __torch__.Scope() as s:;  y = x; return y
expression-statement | torch.add_(x, 1); return x
comment | y = x # a remark; return y
comment-type | y = [] # type: List[int]; return y
no-return | pass
return-nothing | return
return-tuple | return (x, 1)
return-tuple-bare | return x, 1
nested-function | def f(a: int):;  return a; return f(1)
lambda | f = lambda a: a; return x
global | global q; return x
try | try:;  y = x;except:;  y = x; return y
import-inside | import torch; return x
print | print("a", x); return x
string-statement | "text"; return x
ellipsis-statement | ...; return x
semicolon-walrus | y = (z := 1); return y
"""

EXPRESSIONS = r"""
int | 3
int-negative | -3
int-63 | 9223372036854775807
int-64 | 9223372036854775808
int-minus-63 | -9223372036854775808
int-hex | 0x10
int-underscore | 1_000
int-leading-zero | 007
float | 1.5
float-dot | 2.
float-leading-dot | .5
float-exponent | 1.0000000000000001e-05
float-exponent-plus | 1e+300
float-exponent-no-dot | 1e5
float-overflow | 1e999
float-long | 0.10000000000000000555
inf | inf
minus-inf | -inf
nan | nan
infj | infj
nanj | nanj
imaginary | 1j
imaginary-float | 1.5j
complex-sum | torch.add(1.5, 2j)
complex-call | complex(1.5, 2.)
string | "text"
string-single-quote | 'text'
string-escapes | "a\n\t\\\"\x41\101"
string-octal | "\303\251"
string-unicode | "é中"
string-unicode-escape | "\u00e9"
string-null | "a\000b"
string-implicit-concatenation | "a" "b"
string-triple | \"\"\"text\"\"\"
string-raw | r"a\n"
string-f | f"{x}"
string-bytes | b"a"
true | True
none | None
ellipsis | x[...]
list | [1, 2]
list-empty | []
list-nested | [[1], [2, 3]]
list-trailing-comma | [1, 2,]
list-mixed | [1, 2.0]
list-optional | [None, 1]
tuple | (1, "a")
tuple-one | (1,)
tuple-empty | ()
dict | {"a": 1}
dict-empty | {}
dict-trailing | {"a": 1,}
set | {1, 2}
list-comprehension | [torch.add(i, 1) for i in [1, 2]]
list-comprehension-if | [i for i in [1, 2] if torch.gt(i, 1)]
dict-comprehension | {i: i for i in [1, 2]}
conditional | x if True else torch.neg(x)
and | True and False
or | True or False
not | not True
binary-plus | x + 1
binary-numbers | 1 + 2
binary-power | 2 ** 3
binary-floor | 7 // 2
binary-matmul | x @ x
binary-shift | 1 << 2
binary-bits | 6 & 3
compare | 1 < 2
compare-chain | 1 < 2 < 3
is-none | None is None
in | 1 in [1, 2]
minus-call | torch.neg(x)
unary-minus-name | -x
unary-plus | +1
invert | ~5
subscript | x[0]
subscript-negative | [1, 2, 3][-1]
slice | [1, 2, 3][0:2]
slice-step | [1, 2, 3][0:3:2]
slice-tensor | x[0:1]
slice-many | x[0:1, None]
index-list | torch.__getitem__([1, 2], 0)
tuple-index | (1, "a")[1]
string-index | "abc"[1]
dict-index | {"a": 1}["a"]
attribute-tensor-shape | x.shape
attribute-tensor-dtype | x.dtype
attribute-tensor-device | x.device
attribute-tensor-T | x.T
attribute-tensor-real | x.real
attribute-tensor-ndim | x.ndim
attribute-tensor-mT | x.mT
attribute-tensor-itemsize | x.itemsize
attribute-tensor-names | x.names
attribute-self | self.training
method-tensor | (x).add(1)
method-tensor-plain | x.add(1)
method-string | "a".upper()
method-list | [1, 2].copy()
method-self | (self).forward
torch-op | torch.add(x, 1)
torch-op-alpha | torch.add(x, 1, 1)
torch-op-keyword | torch.add(x, 1, alpha=2)
torch-op-keyword-positional-mix | torch.add(other=1, self=x)
torch-op-unknown | torch.nosuchop(x)
torch-op-unknown-similar | torch.addd(x, 1)
torch-op-wrong-type | torch.add("a", 1, 2)
torch-op-too-many | torch.relu(x, 1, 2, 3)
torch-op-unknown-keyword | torch.relu(x, nosuch=1)
torch-op-overload-written | torch.add.Tensor(x, x)
torch-op-star | torch.add(*[x, x])
torch-submodule | torch.linalg.det(x)
ops-aten | ops.aten.add(x, 1)
ops-prim | ops.prim.NumToTensor(1)
ops-prim-unchecked | ops.prim.unchecked_unwrap_optional(x)
ops-unknown | ops.nosuch.thing(x)
ops-unknown-in-known | ops.quantized.nosuch(x)
ops-quantized | ops.quantized.add_relu
ops-overload-written | ops.aten.add.Tensor(x, x)
prim-shape | ops.prim.shape(x)
prim-dtype | ops.prim.dtype(x)
prim-device | ops.prim.device(x)
prim-layout | ops.prim.layout(x)
prim-is_cuda | ops.prim.is_cuda(x)
prim-is_mps | ops.prim.is_mps(x)
prim-is_cpu | ops.prim.is_cpu(x)
prim-is_xpu | ops.prim.is_xpu(x)
prim-is_nested | ops.prim.is_nested(x)
prim-data | ops.prim.data(x)
prim-grad | ops.prim.grad(x)
prim-min | ops.prim.min(1, 2)
prim-max | ops.prim.max([1, 2])
prim-abs | ops.prim.abs(-1)
prim-name | ops.prim.name(x)
prim-type | ops.prim.type(x.device)
prim-index | ops.prim.index(x.device)
prim-itemsize | ops.prim.itemsize(x)
prim-nbytes | ops.prim.nbytes(x)
prim-rangelist | ops.prim.rangelist(3)
prim-NumToTensor | torch.tensor(1)
prim-ImplicitTensorToNum | ops.prim.ImplicitTensorToNum(x)
prim-TupleIndex | ops.prim.TupleIndex((1, 2), 0)
prim-Constant | ops.prim.Constant(1)
prim-ListConstruct | ops.prim.ListConstruct(1, 2)
prim-warn | ops.prim.Warn("text")
prim-is_none | torch.__is__(x, None)
prim-isnot_none | torch.__isnot__(x, None)
prim-contains | torch.__contains__([1, 2], 1)
prim-not | torch.__not__(True)
prim-format | torch.format("{} {}", x, 1)
prim-str | str(1)
prim-percent | torch.percentFormat("%s", "a")
prim-bool | bool(x)
prim-int | int(x)
prim-float | float(x)
prim-complex | torch.Complex(1, 2)
prim-len | torch.len([1])
prim-len-plain | len([1])
prim-ord | torch.ord("a")
prim-ceil | torch.ceil(1.5)
prim-floordiv | torch.floordiv(7, 2)
prim-div-int | torch.div(7, 2)
prim-remainder | torch.remainder(7, 2)
prim-pow | torch.pow(2, 3)
prim-round | torch.round(1.5)
prim-bin | torch.bin(5)
prim-hex | torch.hex(5)
prim-device-call | torch.device("cpu")
prim-device-op | torch.device("cpu", 0)
prim-dtype-constant | torch.to(x, 7)
prim-dtype-name | torch.to(x, torch.float64)
prim-unchecked_cast | unchecked_cast(Tensor, x)
prim-annotate | annotate(List[Tensor], [])
prim-annotate-optional | annotate(Optional[int], None)
prim-annotate-union | annotate(Union[int, str], 1)
prim-annotate-complex | annotate(List[complex], [])
prim-uninitialized | uninitialized(Tensor)
prim-uninitialized-class | uninitialized(__torch__.M)
prim-getattr | getattr(self, "training")
prim-hasattr | hasattr(self, "training")
prim-isinstance | isinstance(x, Tensor)
prim-isinstance-many | isinstance(x, (int, Tensor))
prim-range | [i for i in range(3)]
prim-sorted | torch.sorted([2, 1])
prim-list | torch.list([2, 1])
prim-list-string | torch.list("ab")
prim-dict | torch.dict([("a", 1)])
prim-keys | torch.keys({"a": 1})
prim-items | torch.items({"a": 1})
prim-tolist | annotate(List[float], x.tolist())
prim-constants | CONSTANTS.c0
prim-constants-missing | CONSTANTS.c9
prim-fork-of-module | fork(self, x)
prim-rpc | rpc_async("a", self)
prim-print | print(x)
prim-type-check | ops.prim.TypeCheck(x)
prim-unchecked-tensor | torch.cpu(x)
prim-splitlines | torch.splitlines("a")
prim-slice-string | torch.slice("abc", 0, 2, 1)
prim-slice-old | torch.slice([1, 2, 3], 0, 2)
prim-select | torch.select(x, 0, 0)
prim-index-tensor | torch.index(x, [torch.tensor([0])])
prim-unwrap | ops.prim.unchecked_unwrap_optional(annotate(Optional[int], 1))
prim-unwrap-aten | torch._unwrap_optional(annotate(Optional[int], 1))
prim-tensor-list | torch.cat([x, x])
prim-grad-op | torch.autograd.grad([x], [x])
prim-enum-name | ops.prim.EnumName(x)
prim-CreateObject | ops.prim.CreateObject(1)
prim-add_ | torch.add_(x, 1)
prim-relu-inplace | torch.relu_(x)
class-construct | __torch__.M()
class-unknown | __torch__.Nosuch.f(x)
function-unknown | __torch__.nosuch(x)
local-alias | __torch__.M.forward
python-builtin-min | min(1, 2)
python-builtin-abs | abs(-1)
python-builtin-zip | zip([1], [2])
python-builtin-isinstance-none | isinstance(None, NoneType)
python-name-unknown | nosuch
raise-exception-none | ops.prim.RaiseException("")
raise-exception-1 | ops.prim.RaiseException("text")
raise-exception-2 | ops.prim.RaiseException("text", "builtins.ValueError")
raise-exception-none-class | ops.prim.RaiseException("text", None)
parenthesised | (x)
parenthesised-call | (torch.neg)(x)
nested-parentheses | (((x)))
line-break-in-call | torch.add(x,NEWLINE    1)
dunder-matmul | torch.matmul(x, x)
"""

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
