"""The models that export.py exports: small ones, each for a part of the format or of the runtime.

`MODELS` maps a name to a function that returns a `Spec`.  Weights and inputs come from a fixed seed.  Inputs are never
0-dimensional: the Python runtimes up to 1.2 abort on those, whatever the file.
"""
import dataclasses

import torch
from torch import nn
from torch.nn import functional as F

MODELS = {}


@dataclasses.dataclass
class Spec:
    """What to export and how.  `methods`: name -> (module, cases); a case is a tuple of arguments, the first is traced."""

    exercises: str
    methods: dict
    constants: dict = None  # constant methods
    dynamic: object = None  # function that returns the dynamic shapes of `forward`
    beyond: tuple = ()  # cases of `forward` that a runtime has to refuse
    config: dict = dataclasses.field(default_factory=dict)  # for ExecutorchBackendConfig
    edge: dict = dataclasses.field(default_factory=dict)  # for EdgeCompileConfig
    xnnpack: object = None  # options of the partitioner ({} for none); None: no delegate
    delegates: tuple = ()  # functions that give partitioners, which come before that of XNNPACK
    quantize: object = None  # the XNNPACK quantizer, before export: "static", "dynamic", or options of its configuration; or a function of the module
    external: bool = False  # delegate weights into a .ptd
    initialized: tuple = ()  # buffers that keep their initial state
    bundle: bool = False
    tolerance: float = 1e-3
    libraries: tuple = ()  # operator libraries that the runtime has to load first


def model(function):
    MODELS[function.__name__] = function
    return function


def row(name, make):
    """A model that one expression makes."""
    make.__name__ = name
    model(make)


def one(exercises, module, *cases, **options):
    return Spec(exercises, {"forward": (module.eval(), list(cases))}, **options)


def function(f):
    class Function(nn.Module):
        def forward(self, *args):
            return f(*args)

    return Function()


def signature(f, arguments):
    """Like `function`, with named parameters, which dynamic shapes and defaults need."""
    scope = {"f": f, "nn": nn}
    names = ", ".join(a.split("=")[0].split(":")[0] for a in arguments.split(", "))
    exec(f"class Named(nn.Module):\n def forward(self, {arguments}): return f({names})", scope)
    return scope["Named"]()


class Mlp(nn.Module):
    def __init__(self, wide=16):
        super().__init__()
        self.a, self.b = nn.Linear(8, wide), nn.Linear(wide, 4)

    def forward(self, x):
        return self.b(torch.relu(self.a(x)))


class Conv(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(3, 4, 3, padding=1), nn.BatchNorm2d(4)
        self.norm.running_mean.uniform_(-0.2, 0.2)
        self.norm.running_var.uniform_(0.5, 1.5)
        self.fc = nn.Linear(4, 3)

    def forward(self, x):
        x = F.max_pool2d(F.relu6(self.norm(self.conv(x))), 2, 2)
        return self.fc(F.adaptive_avg_pool2d(x, 1).flatten(1))


class Block(nn.Module):
    """A transformer block: attention of two heads and a feed-forward part."""

    def __init__(self, dim=8, heads=2):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.qkv, self.out = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
        self.register_buffer("mask", torch.full((4, 4), float("-inf")).triu(1))
        self.up, self.down = nn.Linear(dim, 2 * dim), nn.Linear(2 * dim, dim)

    def forward(self, x):
        batch, length, dim = x.shape
        q, k, v = self.qkv(self.norm1(x)).chunk(3, -1)
        q, k, v = (t.view(batch, length, self.heads, dim // self.heads).transpose(1, 2) for t in (q, k, v))
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=self.mask)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, dim))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Cache(nn.Module):
    """A buffer that one row is written to at each call; the answer depends on all earlier calls."""

    def __init__(self, initial):
        super().__init__()
        self.register_buffer("cache", initial)

    def forward(self, row, at):
        self.cache.index_put_((at,), row)
        return self.cache.sum(1) + row.sum()


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("state", torch.arange(4, dtype=torch.float32))

    def forward(self, x):
        self.state.add_(x)
        return self.state * 2


def rows(*sizes):
    return [(torch.randn(n, 8),) for n in sizes]


def batch(limit):
    return lambda: ({0: torch.export.Dim("batch", min=1, max=limit)},)


# --- the container -----------------------------------------------------------------------------------------------------


row("add", lambda: one("no constants, so no segments and no header", function(lambda x, y: x + y),
    (torch.randn(2, 3), torch.randn(2, 3))))


@model
def mlp():
    return one("constants in a segment", Mlp(), *rows(2, 2))


row("mlp_dyn", lambda: one("a dynamic batch with a bound of 8", Mlp(), *rows(4, 1, 8), dynamic=batch(8), beyond=rows(9)))


@model
def dyn_prim():
    def f(x):
        n = x.shape[0]
        return x.reshape(n * 2, 4), torch.cat([x, x]), x + n

    return one("arithmetic on a dynamic size", signature(f, "x"), *rows(4, 3, 8), dynamic=lambda: ({0: torch.export.Dim("batch", min=2, max=8)},))


row("mlp_stacktrace", lambda: one("stack traces in the instructions", Mlp(), *rows(2), config={"emit_stacktrace": True}))
row("mlp_align", lambda: one("large alignments", Mlp(), *rows(2), config={"segment_alignment": 4096, "constant_tensor_alignment": 64}))
row("mlp_inline_const", lambda: one("constants in constant_buffer", Mlp(), *rows(2), config={"extract_constant_segment": False}))


@model
def multi():
    mlp, cache = Mlp(), function(lambda x: x.cumsum(1))
    return Spec("several methods that share weights, and constant methods",
                {"forward": (mlp.eval(), rows(2)), "encode": (mlp.a, rows(3)), "sums": (cache, rows(2))},
                constants={"version": 7, "limits": [1, 2, 3], "name": "outlast", "scale": 0.5})  # fmt: skip


row("bundled", lambda: one("a bundled program with two cases", Mlp(), *rows(2, 2), bundle=True))
row("ext", lambda: one("constants in a .ptd", Mlp(), *rows(2), config={"external_constants": True}))
row("ext_mutable", lambda: one("mutable weights in a .ptd", Mlp(), *rows(2), config={"external_mutable_weights": True}))


# --- control flow and state --------------------------------------------------------------------------------------------


@model
def cond():
    def choose(x):
        return torch.cond(x.sum() > 0, lambda x: x + x, lambda x: x.sin(), (x,))

    return one("jumps, both ways", function(choose), (torch.ones(2, 3),), (-torch.ones(2, 3),),
               edge={"_check_ir_validity": False})  # fmt: skip


@model
def mapm():
    try:
        from functorch.experimental.control_flow import map as each
    except ImportError:
        from torch._higher_order_ops.map import map as each
    return one("a loop (et_copy_index)", function(lambda xs, y: each(lambda x, y: x * y + y, xs, y)),
               (torch.randn(3, 2), torch.randn(2)), edge={"_check_ir_validity": False})  # fmt: skip


@model
def scan():
    from torch._higher_order_ops.scan import scan as loop

    step = lambda carry, x: (carry + x, carry * x)  # noqa: E731
    return one("a loop that carries state", function(lambda start, xs: loop(step, start, xs)),
               (torch.randn(2), torch.randn(3, 2)), edge={"_check_ir_validity": False})  # fmt: skip


@model
def kv():
    cases = [(torch.randn(1, 8), torch.tensor([i])) for i in (0, 2, 3)]
    return one("a mutable buffer that starts at zero", Cache(torch.zeros(4, 8)), *cases)


row("kv_init", lambda: one("a mutable buffer with an initial state", Counter(), (torch.randn(4),), (torch.randn(4),),
    initialized=("state",)))
row("kv_names", lambda: one("names of mutable buffers", Cache(torch.zeros(4, 8)), (torch.randn(1, 8), torch.tensor([1])),
    config={"emit_mutable_buffer_names": True}))


# --- arguments ---------------------------------------------------------------------------------------------------------


row("scalar_int", lambda: one("an integer argument", signature(lambda x, n: x + n, "x, n: int"), (torch.randn(2, 3), 3)))
row("scalar_float", lambda: one("a float and a boolean argument", signature(lambda x, a, b: x * a if b else x, "x, a: float, b: bool"),
    (torch.randn(2, 3), 0.5, True)))
row("optional", lambda: one("an argument left out", signature(lambda x, y, z: x - z if y is None else x + y, "x, y=None, z=None"),
    (torch.randn(2, 3), None, torch.randn(2, 3))))
row("nested", lambda: one("lists and dictionaries as arguments and results",
    signature(lambda xs, d: {"sum": xs[0] + xs[1], "parts": [d["a"] * 2, xs[0]]}, "xs, d"),
    ([torch.randn(2), torch.randn(2)], {"a": torch.randn(3)})))


# --- operators ---------------------------------------------------------------------------------------------------------


row("conv", lambda: one("convolution, normalisation, pooling", Conv(), (torch.randn(1, 3, 8, 8),), tolerance=1e-3))
row("block", lambda: one("a transformer block", Block(), (torch.randn(1, 4, 8),)))
row("sdpa", lambda: one("attention alone", function(lambda q, k, v: F.scaled_dot_product_attention(q, k, v)),
    tuple(torch.randn(1, 2, 4, 4) for _ in range(3))))
row("embedding", lambda: one("look-ups", nn.Sequential(nn.Embedding(10, 4), nn.Tanh()), (torch.tensor([[1, 5, 9]]),)))


@model
def lstm():
    class Lstm(nn.Module):
        def __init__(self):
            super().__init__()
            self.cell = nn.Linear(6, 16)

        def forward(self, xs):
            h, c = torch.zeros(1, 4), torch.zeros(1, 4)
            for x in xs.unbind(0):
                i, f, g, o = self.cell(torch.cat([x, h], 1)).chunk(4, 1)
                c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
                h = torch.sigmoid(o) * torch.tanh(c)
            return h, c

    return one("an unrolled loop", Lstm(), (torch.randn(2, 1, 2),))


@model
def misc():
    def f(x):
        a, b = x.split([1, 3], 1)
        values, places = x.topk(2, 1)
        return torch.cat([b, a], 1), values, places, x.mean(0), (x > 0).any(1), x.flip(1)

    return one("split, cat, topk; six outputs", function(f), (torch.randn(3, 4),))


@model
def int_ops():
    def f(x, y):
        m = x > y
        return ((x & y) | 1, x ^ y, ~x, torch.where(m, x, y), x // y, m & (x != y), m.any(), m.all(1),
                torch.logical_not(m), x.clamp(1, 5), x.sum(1))  # fmt: skip

    return one("integers and booleans", function(f),
               (torch.randint(-9, 9, (2, 3)), torch.randint(1, 9, (2, 3))))  # fmt: skip


@model
def int_remainder():
    # The kernels differ from PyTorch where signs differ: positive numbers first, to tell that from a fault of the file.
    cases = [[5, 1, 7], [-7, -1, 7]]
    return one("remainder of integers", function(lambda x, y: x % y), *[(torch.tensor(case), torch.tensor([3, 6, 4])) for case in cases])


row("int_shift", lambda: one("shifts of integers", function(lambda x: (x << 2) >> 1), (torch.tensor([1, 2, -3]),), edge={"_check_ir_validity": False}))


@model
def reduce():
    def f(x):
        return x.amax(1), x.argmax(1), x.var(1), x.cumsum(1), x.prod(1), x.min(1)[0], x.std(0)

    return one("reductions", function(f), (torch.randn(3, 4),))


@model
def gather():
    def f(x, i):
        return (x.gather(1, i), torch.zeros(2, 4).scatter_add(1, i, x[:, :2]), x[i[0]], x.index_select(1, i[1]),
                F.pad(x, (1, 1), value=2.0), x.roll(1, 1), x.repeat(1, 2), torch.stack([x, x]))  # fmt: skip

    return one("indices and padding", function(f), (torch.randn(2, 4), torch.tensor([[0, 1], [1, 0]])))


def view_function(x):
    y = x.view(2, 12).permute(1, 0).reshape(4, 6) + 1
    return y.unsqueeze(0).expand(2, 4, 6).select(0, 1), x[:, 1:3].squeeze(0) * 2, x.transpose(0, 1).flatten()


row("views", lambda: one("views, by default", function(view_function), (torch.randn(2, 3, 4),)))
row("views_copy", lambda: one("views that stay copies", function(view_function), (torch.randn(2, 3, 4),), config={"remove_view_copy": False}))
row("clones", lambda: one("clones and conversions", function(lambda x: (x.clone(), x.to(torch.float64), x.to(torch.int32).float(), x.contiguous() + 1)),
    (torch.randn(2, 3) * 5,)))
row("clones_skip", lambda: one("clones and conversions without dim-order operators", function(lambda x: (x.clone(), x.to(torch.float64), x + x)),
    (torch.randn(2, 3),), edge={"_skip_dim_order": True}))
row("clones_dim_order", lambda: one("clones and conversions with dim-order operators", function(lambda x: (x.clone(), x.to(torch.float64), x + x)),
    (torch.randn(2, 3),), edge={"_skip_dim_order": False}))


@model
def dim_order():
    class Ordered(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv = nn.Conv2d(2, 2, 3)

        def forward(self, x):
            y = x.to(memory_format=torch.channels_last)
            return torch.relu(self.conv(y)).contiguous(memory_format=torch.contiguous_format), y.clone()

    return one("memory formats", Ordered(), (torch.randn(1, 2, 5, 5),), edge={"_skip_dim_order": False})


row("dim_order_input", lambda: one("an argument that is channels-last", function(lambda x: torch.relu(x) + x),
    (torch.randn(1, 2, 3, 3).to(memory_format=torch.channels_last),), edge={"_skip_dim_order": False}))


# One operator each: mostly those that came in along the way.
OPERATORS = {
    "topk": (lambda x: tuple(x.topk(2, 1)), [(2, 4)]),
    "sort": (lambda x: tuple(torch.sort(x, 1)), [(2, 4)]),
    "max_dim": (lambda x: tuple(torch.max(x, 1)), [(2, 3)]),
    "max_all": (lambda x: torch.max(x).reshape(1), [(2, 3)]),
    "mean_all": (lambda x: x.mean().reshape(1), [(2, 3)]),
    "var_mean": (lambda x: torch.var_mean(x, 1), [(2, 4)]),
    "elu": (lambda x: F.elu(x), [(2, 3)]),
    "glu": (lambda x: F.glu(x), [(2, 4)]),
    "gelu": (lambda x: F.gelu(x, approximate="tanh"), [(2, 3)]),
    "softplus": (lambda x: F.softplus(x), [(2, 3)]),
    "hardswish": (lambda x: F.hardswish(x), [(2, 3)]),
    "log_softmax": (lambda x: F.log_softmax(x, 1), [(2, 3)]),
    "pow": (lambda x, y: torch.pow(x.abs(), y), [(2, 3), (2, 3)]),
    "round": (lambda x: (torch.round(x * 3), torch.floor(x), torch.ceil(x), torch.trunc(x)), [(2, 3)]),
    "shift": (lambda x: torch.bitwise_right_shift(torch.bitwise_left_shift(x.to(torch.int32), 2), 1), [(2, 3)]),
    "scatter": (lambda x, y: x.scatter(1, (y > 0).to(torch.int64), y), [(2, 3), (2, 2)]),
    "scatter_value": (lambda x, y: x.scatter(1, (y > 0).to(torch.int64), 3.0), [(2, 3), (2, 2)]),
    "masked_scatter": (lambda x, y: x.masked_scatter(x > 0, y), [(2, 3), (2, 3)]),
    "narrow": (lambda x: x.narrow(1, 1, 2) + 1, [(2, 4)]),
    "repeat_interleave": (lambda x: x.repeat_interleave(2, 1), [(2, 3)]),
    "unfold": (lambda x: x.unfold(1, 2, 1) + 0, [(2, 4)]),
    "pixel_shuffle": (lambda x: F.pixel_shuffle(x, 2), [(1, 4, 2, 2)]),
    "pixel_unshuffle": (lambda x: F.pixel_unshuffle(x, 2), [(1, 1, 4, 4)]),
    "bilinear": (lambda x: F.interpolate(x, scale_factor=2.0, mode="bilinear"), [(1, 2, 3, 3)]),
    "bilinear_aa": (lambda x: F.interpolate(x, size=(2, 2), mode="bilinear", antialias=True), [(1, 2, 4, 4)]),
    "nearest": (lambda x: F.interpolate(x, scale_factor=2.0, mode="nearest"), [(1, 2, 3, 3)]),
    "avg_pool": (lambda x: F.avg_pool2d(x, 2), [(1, 2, 4, 4)]),
    "adaptive_pool": (lambda x: F.adaptive_avg_pool2d(x, 2), [(1, 2, 5, 5)]),
    "group_norm": (lambda x: F.group_norm(x, 2), [(1, 4, 2, 2)]),
    "grid_sample": (lambda x, g: F.grid_sample(x, g, align_corners=False), [(1, 1, 4, 4), (1, 2, 2, 2)]),
    "cdist": (lambda x, y: torch.cdist(x, y), [(2, 3), (4, 3)]),
    "conv1d": (lambda x, w: F.conv1d(x, w), [(1, 2, 6), (3, 2, 3)]),
    "conv_transpose": (lambda x, w: F.conv_transpose2d(x, w), [(1, 2, 3, 3), (2, 2, 2, 2)]),
    "index_put": (lambda x, y: x.clone().index_put_(((y[:, 0] > 9).to(torch.int64),), y), [(2, 3), (1, 3)]),
}


def operator(name):
    f, shapes = OPERATORS[name]
    return lambda: one("operator " + name, function(f), tuple(torch.randn(s).clamp(-1.5, 1.5) for s in shapes),
                       edge={"_check_ir_validity": False})  # fmt: skip


for name in OPERATORS:
    MODELS["op_" + name] = operator(name)


# --- element types -----------------------------------------------------------------------------------------------------


def arithmetic(x, y):
    return x + y, x * y, torch.maximum(x, y)


def typed(dtype, floating):
    def spec():
        shapes = (2, 3)
        args = [torch.randn(shapes) if floating else torch.randint(0, 9, shapes) for _ in range(2)]
        return one(f"elements of type {dtype}", function(arithmetic), tuple(a.to(dtype) for a in args),
                   tolerance=0.02 if dtype in (torch.float16, torch.bfloat16) else 1e-3)  # fmt: skip

    return spec


for name, dtype, floating in [
    ("f16", torch.float16, True), ("bf16", torch.bfloat16, True), ("f64", torch.float64, True), ("i8", torch.int8, False),
    ("u8", torch.uint8, False), ("i16", torch.int16, False), ("i32", torch.int32, False), ("i64", torch.int64, False),
]:  # fmt: skip
    MODELS["dtype_" + name] = typed(dtype, floating)


row("dtype_bool", lambda: one("elements of type bool", function(lambda x, y: (x & y, x | y, x == y, torch.logical_xor(x, y))),
    (torch.tensor([True, False, True]), torch.tensor([True, True, False]))))
row("dtype_u16", lambda: one("elements of type uint16 as constants", signature(lambda x: x.to(torch.int32) + 1, "x"),
    (torch.tensor([1, 2, 60000], dtype=torch.uint16),)))
row("dtype_linear_f16", lambda: one("half-precision weights", nn.Linear(8, 4).half(), (torch.randn(2, 8).half(),), tolerance=0.02))
row("dtype_linear_bf16", lambda: one("bfloat16 weights", nn.Linear(8, 4).bfloat16(), (torch.randn(2, 8).bfloat16(),), tolerance=0.05))


# --- quantised, without a delegate --------------------------------------------------------------------------------------


row("quantized", lambda: one("operators of the quantized library", Mlp(), *rows(2), quantize="static", tolerance=0.05, libraries=("quantized",)))
row("quantized_conv", lambda: one("quantised convolution", nn.Sequential(nn.Conv2d(2, 3, 3), nn.ReLU()), (torch.randn(1, 2, 5, 5),),
    quantize="static", tolerance=0.05, libraries=("quantized",)))


# --- the XNNPACK delegate -----------------------------------------------------------------------------------------------


row("xnn_add", lambda: one("a delegate without weights", function(lambda x, y: x + y), (torch.randn(2, 3), torch.randn(2, 3)), xnnpack={}))
row("xnn_mlp", lambda: one("a delegate with weights", Mlp(), *rows(2, 2), xnnpack={}))
row("xnn_mlp_two_step", lambda: one("to_edge, then to_backend", Mlp(), *rows(2), xnnpack={"two_step": True}))
row("xnn_mlp_inline", lambda: one("delegate data in the FlatBuffer", Mlp(), *rows(2), xnnpack={}, config={"extract_delegate_segments": False}))
row("xnn_mlp_per_op", lambda: one("one delegate per operator", nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 4)), *rows(2), xnnpack={"per_op_mode": True}))
row("xnn_mlp_fp32", lambda: one("only fp32 partitions", Mlp(), *rows(2), xnnpack={"precision": "FP32"}))
row("xnn_mlp_force_dynamic", lambda: one("fp32 linear as a dynamically quantised one", Mlp(), *rows(2), quantize="dynamic",
    xnnpack={"precision": "DYNAMIC_QUANT", "per_op_mode": True}, tolerance=0.1))
row("xnn_mlp_dq", lambda: one("dynamically quantised linear (qd8)", Mlp(), *rows(2), quantize="dynamic", xnnpack={}, tolerance=0.1))
row("xnn_mlp_sq", lambda: one("statically quantised linear", Mlp(), *rows(2), quantize="static", xnnpack={}, tolerance=0.1))
row("xnn_conv_sq", lambda: one("statically quantised convolution", nn.Sequential(nn.Conv2d(2, 3, 3), nn.ReLU()), (torch.randn(1, 2, 5, 5),),
    quantize="static", xnnpack={}, tolerance=0.1))
row("xnn_mlp_f16", lambda: one("half-precision delegate", Mlp().half(), (torch.randn(2, 8).half(),), xnnpack={}, tolerance=0.02))
row("xnn_mlp_dyn", lambda: one("a delegate with a dynamic batch", Mlp(), *rows(4, 1, 8), dynamic=batch(8), xnnpack={}))
row("xnn_conv", lambda: one("convolution in a delegate", Conv(), (torch.randn(1, 3, 8, 8),), xnnpack={}))
row("xnn_block", lambda: one("a transformer block, partly in delegates", Block(), (torch.randn(1, 4, 8),), xnnpack={}))


@model
def xnn_mixed():
    class Mixed(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = nn.Linear(4, 4), nn.Linear(4, 4)

        def forward(self, x):
            return self.b(torch.atan(self.a(x))) + self.a(x).cumsum(1)

    return one("delegates and operators in turn", Mixed(), (torch.randn(2, 4),), xnnpack={})


@model
def xnn_unary():
    def f(x):
        return torch.sigmoid(x), F.elu(x), F.leaky_relu(x), F.hardswish(x), x.abs().sqrt(), torch.clamp(x, -1, 1), F.softmax(x, 1)

    return one("delegate nodes without weights", function(f), (torch.randn(2, 4),), xnnpack={})


@model
def xnn_new_unary():
    def f(x):
        return torch.exp(x), torch.tanh(x), torch.rsqrt(x.abs() + 1), torch.log(x.abs() + 1), torch.sin(x), torch.cos(x), F.gelu(x)

    return one("delegate nodes that came later", function(f), (torch.randn(2, 4),), xnnpack={})


@model
def xnn_multi():
    mlp = Mlp()
    return Spec("two methods with delegates and shared weights",
                {"forward": (mlp.eval(), rows(2)), "encode": (mlp.a, rows(2))}, xnnpack={})  # fmt: skip


row("xnn_ext", lambda: one("delegate weights in a .ptd", Mlp(), *rows(2), xnnpack={}, external=True))
