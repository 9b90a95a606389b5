"""Programs without networks, other element types, control flow and shapes that vary: for unseen sets (docs/accuracy.md).

`unseen_export.py` exports them, with those of unseen_{models,signals,sequences}.py. None of these kinds is in models.py,
more_models.py or the sweeps, from which rules were made.
"""

import torch
from export import NotInThisRelease, first
from models import Spec, function, signature
from torch import nn
from torch.nn import functional as F
from unseen_models import model, one

# --- solvers, geometry, statistics -------------------------------------------------------------------------------------------


@model
def pendulum():
    def slope(state):
        angle, speed = state.unbind(-1)
        return torch.stack([speed, -9.81 * torch.sin(angle) - 0.1 * speed], -1)

    def f(x):
        path = [x]
        for _ in range(4):
            a = slope(x)
            b = slope(x + 0.025 * a)
            c = slope(x + 0.025 * b)
            x = x + 0.05 / 6 * (a + 2 * b + 2 * c + slope(x + 0.05 * c))
            path.append(x)
        return torch.stack(path, 1), torch.cosh(x).tan().atan()

    return one("a differential equation by Runge and Kutta", function(f), (torch.randn(3, 2) * 0.3,))


@model
def gradients():
    def f(a, b):
        x = torch.zeros_like(b)
        r = b - a @ x
        p, old = r, torch.dot(r, r)
        for _ in range(3):
            q = torch.mv(a, p)
            alpha = old / torch.dot(p, q)
            x, r = x + alpha * p, r - alpha * q
            new = torch.dot(r, r)
            p, old = r + new / old * p, new
        return x, b - torch.mv(a, x)

    return one("conjugate gradients", function(f), (torch.eye(3) * 3 + torch.ones(3, 3) * 0.2, torch.randn(3)))


class Kalman(nn.Module):
    """Position and speed from noisy positions."""

    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(2, 1))
        self.register_buffer("spread", torch.zeros(2, 2))
        self.register_buffer("step", torch.tensor([[1.0, 0.1], [0.0, 1.0]]))

    def forward(self, seen):
        mean = self.step @ self.mean
        spread = self.step @ self.spread @ self.step.mT + 0.1 * torch.eye(2)
        gain = spread[:, :1] / (spread[:1, :1] + 0.5)
        mean = mean + gain * (seen - mean[:1])
        self.mean.copy_(mean)
        self.spread.copy_(spread - gain @ spread[:1])
        return mean, torch.diagonal(self.spread).sqrt()


@model
def kalman():
    return one("a Kalman filter", Kalman(), *[(torch.tensor([[v]]),) for v in (1.0, 1.2, 1.1)])


@model
def cameras():
    def f(points, turn):
        w, x, y, z = (turn / turn.norm(dim=-1, keepdim=True)).unbind(-1)
        rows = [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
                2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]  # fmt: skip
        seen = points @ torch.stack(rows, -1).unflatten(-1, (3, 3)).mT + torch.tensor([0.0, 0.0, 5.0])
        flat = seen[..., :2] / seen[..., 2:]
        normal = torch.linalg.cross(seen[:, 1] - seen[:, 0], seen[:, 2] - seen[:, 0])
        return flat, torch.acos((normal / normal.norm(dim=-1, keepdim=True))[..., 2].clamp(-1, 1)), flat.square().sum(-1).sqrt()

    return one("points seen by a camera", function(f), (torch.randn(2, 4, 3), torch.randn(2, 4)))


@model
def clusters():
    def f(x, centres):
        for _ in range(2):
            nearest = (x[:, None] - centres[None]).square().sum(-1).argmin(1)
            count = torch.zeros(3).scatter_add(0, nearest, torch.ones(8))
            centres = torch.zeros(3, 2).index_add(0, nearest, x) / count.clamp(min=1)[:, None]
        return centres, nearest, count

    return one("clusters around centres", function(f), (torch.randn(8, 2), torch.randn(3, 2)))


@model
def mixture():
    def f(x, mean, log_scale):
        each = -0.5 * ((x[:, None] - mean) * torch.exp(-log_scale)).square() - log_scale - 0.9189385
        whole = torch.logsumexp(each, 1)
        below = 0.5 * (1 + torch.erf((x[:, None] - mean) * torch.exp(-log_scale) * 0.5**0.5))
        return whole, torch.exp(each - whole[:, None]), below.mean(1), torch.special.expm1(whole), torch.nan_to_num(torch.log1p(x))

    return one("a mixture of distributions", function(f), (torch.randn(5), torch.randn(3), torch.randn(3) * 0.1))


@model
def mandelbrot():
    def f(a, b):
        x, y, count = torch.zeros_like(a), torch.zeros_like(b), torch.zeros_like(a, dtype=torch.int32)
        for _ in range(6):
            inside = x * x + y * y <= 4
            count = count + inside.to(torch.int32)
            x, y = torch.where(inside, x * x - y * y + a, x), torch.where(inside, torch.addcmul(b, x, y, value=2), y)
        return count

    places = torch.meshgrid(torch.linspace(-2, 1, 6), torch.linspace(-1, 1, 4), indexing="ij")
    return one("an escape-time fractal", function(f), tuple(t.contiguous() for t in places))


@model
def ranks():
    def f(x):
        values, order = x.sort(dim=1, descending=True)
        place = order.argsort(1)
        return values, place, x.diff(dim=1), torch.triu(torch.outer(x[0], x[1]), 1)

    return one("ranks and running values", function(f), (torch.randn(2, 6),))


# --- other element types -----------------------------------------------------------------------------------------------------


@model
def fixed_point():
    """A filter as microcontrollers compute it: 16 bits in, 32 inside."""

    def f(x):
        wide = x.to(torch.int32)
        total = sum(wide[:, i : i + 8] * weight for i, weight in enumerate((1200, 8000, 14000, 8000, 1200)))
        return torch.clamp((total + 16384) // 32768, -32768, 32767).to(torch.int16), total.abs().amax(1)

    return one("a filter in 16-bit numbers", function(f), (torch.randint(-30000, 30000, (2, 12), dtype=torch.int16),))


@model
def bytes_product():
    def f(x, w):
        total = (x.to(torch.int32)[:, :, None] * w.to(torch.int32)[None]).sum(1)
        return (total // 64).clamp(-128, 127).to(torch.int8), x.abs().amax(1), torch.sign(w)

    numbers = {"low": -100, "high": 100, "dtype": torch.int8}
    return one("a product of signed bytes", function(f), (torch.randint(size=(2, 5), **numbers), torch.randint(size=(5, 3), **numbers)))


@model
def checksum():
    def f(data):
        crc, shift = torch.full_like(data[:, 0], 0xFFFF, dtype=torch.int32), torch.ops.aten.bitwise_left_shift.Tensor_Scalar
        for byte in data.to(torch.int32).unbind(1):
            crc = crc ^ shift(byte, 8)
            for _ in range(8):
                crc = torch.where((crc & 0x8000) != 0, shift(crc, 1) ^ 0x1021, shift(crc, 1)) & 0xFFFF
        return crc, ~crc

    return one("a checksum bit by bit", function(f), (torch.randint(0, 255, (2, 3), dtype=torch.uint8),), edge={"_check_ir_validity": False})


@model
def raw_sensor():
    """Twelve bits of a sensor to half-precision colours."""

    def f(x):
        light = (x.to(torch.float16) - 64) / 4031
        red, green, blue = light[:, 0::2, 0::2], (light[:, 0::2, 1::2] + light[:, 1::2, 0::2]) / 2, light[:, 1::2, 1::2]
        rgb = torch.stack([red * 1.8, green, blue * 1.5], 1).clamp(0, 1)
        return torch.where(rgb < 0.0031, rgb * 12.92, 1.055 * rgb**0.4167 - 0.055)

    return one("a sensor's numbers to colours", function(f), (torch.randint(64, 4095, (1, 8, 8), dtype=torch.int32),), tolerance=0.02)


@model
def double_net():
    net = nn.Sequential(nn.Linear(4, 6), nn.Softplus(), nn.LayerNorm(6), nn.Linear(6, 2), nn.LogSoftmax(-1)).double()
    return one("a network in double precision", net, (torch.randn(3, 4, dtype=torch.float64),))


@model
def half_score():
    class Score(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv, self.norm, self.end = nn.Conv1d(4, 6, 3, stride=2), nn.GroupNorm(3, 6), nn.Linear(6, 2)

        def forward(self, x):
            return self.end(F.hardswish(self.norm(self.conv(x))).amax(-1)).softmax(-1)

    return one("a small network in half precision", Score().half(), (torch.randn(1, 4, 11).half(),), tolerance=0.03)


@model
def puzzle():
    """Which digits a square may still have."""

    def f(grid):
        given = grid[..., None] == torch.arange(1, 5)
        used = given.any(0, keepdim=True) | given.any(1, keepdim=True)
        blocks = given.view(2, 2, 2, 2, 4).any(3, keepdim=True).any(1, keepdim=True).expand(2, 2, 2, 2, 4).reshape(4, 4, 4)
        free = ~(used | blocks) & (grid == 0)[..., None]
        single = free.sum(-1) == 1
        return free, torch.where(single, free.to(torch.int64).argmax(-1) + 1, grid), (grid != 0).all(), single.logical_not().any(1)

    return one("rules of a puzzle in truth values", function(f), (torch.tensor([[1, 0, 0, 4], [0, 0, 1, 0], [0, 1, 0, 0], [4, 0, 0, 1]]),))


# --- control flow, arguments, shapes -----------------------------------------------------------------------------------------


@model
def thermostat():
    """A controller that chooses between two laws, and keeps a sum."""

    class Controller(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("sum", torch.zeros(2))

        def forward(self, error):
            total = (self.sum + error).clamp(-1, 1)
            self.sum.copy_(total)
            return torch.cond(error.abs().max() > 0.5, lambda e, t: torch.sign(e) * 2, lambda e, t: 0.8 * e + 0.1 * t, (error, total))

    return one("a controller with two laws", Controller(), *[(torch.tensor(v),) for v in ([0.9, 0.1], [0.2, 0.1], [0.1, -0.2])], edge={"_check_ir_validity": False})


@model
def xnn_cascade():
    """A cheap classifier that asks a larger one where it is in doubt."""

    class Cascade(nn.Module):
        def __init__(self):
            super().__init__()
            self.small, self.large = nn.Linear(6, 3), nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))

        def forward(self, x):
            first = self.small(x).softmax(-1)
            return torch.cond(first.amax() > 0.6, lambda x, y: y + 0, lambda x, y: 0.5 * (y + self.large(x).softmax(-1)), (x, first))

    return one("a cascade of two classifiers", Cascade(), (torch.randn(1, 6) * 4,), (torch.zeros(1, 6),), xnnpack={"two_step": True}, edge={"_check_ir_validity": False})


@model
def rows_alone():
    """A function of each row, with what all rows share."""
    control = first("functorch.experimental.control_flow.map")

    class Rows(nn.Module):
        def forward(self, x, weights):
            return control(lambda row, w: torch.tanh(row * w).cumsum(0), x, weights)

    return one("a function of each row", Rows(), (torch.randn(3, 4), torch.randn(4)), edge={"_check_ir_validity": False})


@model
def effect():
    body = signature(lambda x, gain, taps: torch.tanh(x * gain) + F.pad(x, (taps, 0))[..., : x.shape[-1]] * 0.5, "x, gain: float, taps: int")
    return one("an effect with numbers as arguments", body, (torch.randn(1, 12), 1.5, 3))


@model
def ring():
    """A ring of the last values, written where a counter points."""

    class Ring(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("rows", torch.zeros(4, 3))
            self.register_buffer("at", torch.zeros(1, dtype=torch.int64))

        def forward(self, x):
            self.rows.index_copy_(0, self.at, x)
            self.at.copy_((self.at + 1) % 4)
            return self.rows.flip(0).mean(0), self.at + 0

    return one("a ring of the last values", Ring(), *[(torch.randn(1, 3),) for _ in range(6)])


def lengths(**sizes):
    def make():
        if not hasattr(torch.export, "Dim"):
            raise NotInThisRelease("torch.export.Dim")
        return {"x": {axis: torch.export.Dim(f"n{axis}", min=low, max=high) for axis, (low, high) in sizes["axes"].items()}}

    return make


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.inside, self.outside = nn.Conv1d(1, 6, 5, padding=2), nn.Conv1d(6, 1, 5, padding=2)

    def forward(self, x):
        return x - self.outside(F.leaky_relu(self.inside(x), 0.2))


@model
def sound_dyn():
    return one("sound of any length", Denoiser(), *[(torch.randn(1, 1, n),) for n in (20, 7, 40)], dynamic=lengths(axes={2: (5, 40)}))


@model
def xnn_sound_dyn():
    return one("sound of any length, in a delegate", Denoiser(), *[(torch.randn(1, 1, n),) for n in (20, 7, 40)], dynamic=lengths(axes={2: (5, 40)}), xnnpack={})


@model
def picture_dyn():
    class Sharpen(nn.Module):
        def forward(self, x):
            blurred = F.avg_pool2d(F.pad(x, (1, 1, 1, 1), mode="replicate"), 3, 1)
            sharp = x + 0.7 * (x - blurred)
            return sharp.clamp(0, 1), sharp.mean((2, 3)), sharp.shape[2] * sharp.shape[3] * torch.ones(1)

    return one("pictures of any size", Sharpen(), *[(torch.rand(1, 3, h, w),) for h, w in ((6, 8), (4, 4), (10, 9))], dynamic=lengths(axes={2: (3, 12), 3: (3, 12)}))


@model
def words_dyn():
    class Words(nn.Module):
        def __init__(self):
            super().__init__()
            self.words, self.end = nn.Embedding(20, 6), nn.Linear(6, 2)

        def forward(self, x):
            y = self.words(x)
            far = (torch.arange(x.shape[1])[:, None] - torch.arange(x.shape[1])[None]).abs()
            y = torch.softmax(y @ y.mT - 0.5 * far, -1) @ y
            return self.end(y.mean(1)), torch.cat([x, x.flip(1)], 1)

    return one("texts of any length", Words(), *[(torch.randint(0, 20, (1, n)),) for n in (6, 3, 12)], dynamic=lengths(axes={1: (2, 12)}))


@model
def steps_apart():
    """Three methods of one recogniser, as applications call them."""
    listen = nn.Sequential(nn.Conv1d(2, 4, 3, stride=2), nn.ReLU(), nn.Conv1d(4, 4, 3))
    methods = {
        "listen": (listen.eval(), [(torch.randn(1, 2, 15),)]),
        "decide": (function(lambda x: (x.mean(-1).softmax(-1), x.amax(-1) - x.amin(-1))), [(torch.randn(1, 4, 5),)]),
        "normalise": (function(lambda x: (x - x.mean()) / (x.var() + 1e-5).sqrt()), [(torch.randn(1, 2, 15),)]),
    }
    return Spec("three methods of a recogniser", methods, constants={"rate": 16000, "threshold": 0.5, "language": "en"})


@model
def xnn_steps_apart():
    spec = steps_apart()
    spec.xnnpack = {}
    return spec
