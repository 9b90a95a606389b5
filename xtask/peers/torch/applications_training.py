# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Unseen models that learn or change while they run: gradients inside programs, optimisers by hand, statistics, schedules."""

from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, n, p
from torch import nn


class Fits(nn.Module):
    """Newton's steps and descent, with gradients that the program asks for."""

    def forward(self, x, y, steps: int) -> Tuple[torch.Tensor, List[float]]:
        w = torch.zeros(x.size(1)).requires_grad_(True)
        losses: List[float] = []
        for _ in range(steps):
            loss = ((x.mv(w) - y) ** 2).mean()
            got = torch.autograd.grad([loss], [w], retain_graph=False, create_graph=False)[0]
            losses.append(float(loss.item()))
            assert got is not None
            w = (w - got * 0.05).detach().requires_grad_(True)
        return w.detach(), losses


@model("a program that fits: autograd.grad in a loop, requires_grad_, detach")
def gradient_fit():
    return Fits(), [(f(6, 2), f(6), 5)]


class Backward(nn.Module):
    def __init__(self):
        super().__init__()
        self.line = nn.Linear(2, 1)

    def forward(self, x, y) -> Tuple[torch.Tensor, Optional[torch.Tensor]]:
        x = x.detach().requires_grad_()
        loss = F.smooth_l1_loss(self.line(x), y)
        loss.backward()
        return loss.detach(), x.grad


@model("saliency: backward inside the program, .grad of the input")
def saliency():
    return Backward(), [(f(3, 2), f(3, 1))]


class Trainer(nn.Module):
    """Learns in forward: gradients by hand, written into parameters without recording."""

    def __init__(self):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.zeros(3)), nn.Parameter(torch.zeros(1))
        self.register_buffer("speed", torch.zeros(3))
        self.register_buffer("steps", torch.tensor(0))

    def forward(self, x, y):
        with torch.no_grad():
            guess = torch.sigmoid(x.matmul(self.weight) + self.bias)
            error = guess - y
            self.speed.mul_(0.9).add_(x.t().mv(error), alpha=0.1)
            self.weight -= self.speed
            self.bias.sub_(error.mean() * 0.1)
            self.steps += 1
            return F.binary_cross_entropy(guess, y), self.steps


@model("a trainer: parameters changed in no_grad by every call")
def online_trainer():
    return Trainer(), [(f(4, 3), torch.tensor([0.0, 1, 1, 0])), (f(4, 3), torch.tensor([0.0, 1, 1, 0]))]


class Perceptron(nn.Module):
    """The same without no_grad, for the oldest releases: buffers alone."""

    def __init__(self):
        super().__init__()
        self.register_buffer("weight", torch.zeros(3))
        self.mistakes: int = 0
        self.history: List[int] = [0]

    def forward(self, x, labels: List[int]) -> Tuple[torch.Tensor, List[int]]:
        for i, label in enumerate(labels):
            says = 1 if float(torch.dot(self.weight, x[i])) > 0.0 else -1
            if says != label:
                self.mistakes += 1
                self.weight.add_(x[i] * float(label))
        self.history.append(self.mistakes)
        return self.weight.clone(), self.history

    @torch.jit.export
    def forget(self, share: float) -> int:
        self.weight.mul_(1.0 - share)
        before = self.mistakes
        self.mistakes = 0
        return before


@model("a perceptron that learns: a buffer, a counter and a list that last")
def perceptron():
    return Perceptron(), [(f(4, 3), [1, -1, 1, 1]), (f(4, 3), [1, -1, 1, 1]), ("forget", (0.5,)), (f(2, 3), [1, -1])]


class Adam(nn.Module):
    """An optimiser over dictionaries of tensors."""

    def __init__(self):
        super().__init__()
        self.betas: Tuple[float, float] = (0.9, 0.999)

    def forward(self, values: Dict[str, torch.Tensor], grads: Dict[str, torch.Tensor], steps: int) -> Dict[str, torch.Tensor]:
        first: Dict[str, torch.Tensor] = {}
        second: Dict[str, torch.Tensor] = {}
        out: Dict[str, torch.Tensor] = {}
        b1, b2 = self.betas
        for name, value in values.items():
            first[name], second[name] = torch.zeros_like(value), torch.zeros_like(value)
            out[name] = value.clone()
        for t in range(1, steps + 1):
            for name in values.keys():  # noqa: SIM118 (TorchScript has no other way in old releases)
                g = grads[name] + out[name] * 0.01
                first[name].mul_(b1).add_(g, alpha=1.0 - b1)
                second[name].mul_(b2).addcmul_(g, g, value=1.0 - b2)
                scale = (second[name] / (1.0 - b2 ** t)).sqrt_().add_(1e-8)
                out[name].addcdiv_(first[name], scale, value=-0.1 / (1.0 - b1 ** t))
        return out


@model("Adam over dictionaries: addcmul, addcdiv, powers of floats")
def adam():
    return Adam(), [({"w": f(2, 3), "b": f(2)}, {"w": f(2, 3).flip(0), "b": f(2) * 0.5}, 3)]


class Statistics(nn.Module):
    """Normalises by what it has seen so far."""

    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))
        self.register_buffer("spread", torch.ones(3))
        self.register_buffer("count", torch.tensor(1e-4))

    def forward(self, x):
        n = x.size(0)
        apart = x.mean(0) - self.mean
        total = self.count + n
        self.spread.copy_((self.spread * self.count + x.var(0, unbiased=False) * n + apart ** 2 * self.count * n / total) / total)
        self.mean.add_(apart * n / total)
        self.count.fill_(total)
        return torch.clamp((x - self.mean) / torch.sqrt(self.spread + 1e-8), -5.0, 5.0)


@model("statistics of what was seen: buffers copied, added to and filled in forward")
def running_statistics():
    return Statistics(), [(f(4, 3),), (f(2, 3) + 1.0,)]


class Checks(nn.Module):
    """What holds of inputs, said by exceptions of several sorts."""

    def check(self, x, kind: str):
        assert x.dim() == 2, "expected 2 dimensions, got " + str(x.dim())
        if x.size(1) % 2 != 0:
            raise ValueError("{} has an odd size: {}".format(kind, x.size(1)))  # noqa: UP032
        if bool(torch.isnan(x).any()):
            raise RuntimeError("no number")

    def forward(self, x, kind: str = "features"):
        self.check(x, kind)
        if kind == "none":
            raise NotImplementedError
        return x.reshape(-1, 2).sum(0)


@model("checks of inputs: exceptions that fire and do not, messages that are put together")
def checks():
    return Checks(), [(f(3, 4),), (f(3, 3), "odd"), (f(4),), (torch.full((2, 2), float("nan")),), (f(2, 2), "none"), (f(2, 2), "ok")]


class Schedule(nn.Module):
    """Rates of learning by numbers of the language."""

    def __init__(self):
        super().__init__()
        self.marks: List[int] = [3, 6]

    def forward(self, steps: int, base: float, kind: str) -> List[float]:
        rates: List[float] = []
        for s in range(steps):
            if s < 2:
                rate = base * (s + 1) / 2
            elif kind == "cosine":
                rate = 0.5 * base * (1.0 + float(torch.cos(torch.tensor(3.14159265 * (s - 2) / (steps - 2)))))
            elif kind == "steps":
                passed = 0
                for m in self.marks:
                    if m <= s:
                        passed += 1
                rate = base * 0.1 ** passed
            else:
                rate = base * float(s) ** -0.5
            rates.append(rate)
        return rates


@model("schedules of learning: powers, division and rounding of floats and integers")
def schedules():
    return Schedule(), [(8, 0.1, "cosine"), (8, 0.1, "steps"), (5, 1.0, "root")]


class Policy(nn.Module):
    """Returns and advantages backwards in time; a game that is played by matrix and rules."""

    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 2)

    def advantages(self, rewards, values, done, gamma: float = 0.99, mix: float = 0.95):
        out = torch.zeros_like(rewards)
        last = torch.tensor(0.0)
        for k in range(rewards.size(0)):
            t = rewards.size(0) - 1 - k
            going = 1.0 - float(done[t])
            after = values[t + 1] if t + 1 < rewards.size(0) else torch.tensor(0.0)
            last = rewards[t] + gamma * after * going - values[t] + gamma * mix * going * last
            out[t] = last
        return out

    def forward(self, state, rewards, values, done) -> Tuple[torch.Tensor, torch.Tensor, List[int]]:
        taken: List[int] = []
        for _ in range(4):
            action = int(self.net(state).argmax())
            taken.append(action)
            push = 1.0 if action == 1 else -1.0
            state = state + 0.02 * torch.stack([state[1], torch.tensor(push), state[3], -state[2].sin() * 9.8 - push * state[2].cos()])
        return state, self.advantages(rewards, values, done), taken


@model("control: a pendulum stepped by rules, advantages backwards in time")
def control_policy():
    return Policy(), [(f(4, scale=0.1), f(5), f(5).flip(0), n(5, low=0, high=1).eq(1))]


class Distill(nn.Module):
    """Losses of a student, without gradients."""

    def forward(self, student, teacher, labels, weights, reduction: str):
        soft = F.kl_div((student / 2).log_softmax(1), (teacher / 2).softmax(1), reduction="batchmean") * 4
        hard = F.cross_entropy(student, labels, weights, reduction=reduction)
        hinge = F.multi_margin_loss(student, labels, margin=0.5)
        pairs = F.margin_ranking_loss(student[:, 0], student[:, 1], torch.sign(teacher[:, 0]), margin=0.1)
        cosine = F.cosine_embedding_loss(student, teacher, torch.ones(student.size(0)))
        many = F.binary_cross_entropy_with_logits(student, teacher.sigmoid(), pos_weight=weights)
        return soft, hard, hinge, pairs, cosine, many, F.poisson_nll_loss(student, teacher.abs()), F.hinge_embedding_loss(student, teacher.sign())


@model("losses of a student: eight of torch.nn.functional, a reduction by name")
def distillation():
    return Distill(), [(f(4, 3), f(4, 3).flip(0), n(4, low=0, high=2), p(3), "mean"), (f(4, 3), f(4, 3).flip(0), n(4, low=0, high=2), p(3), "sum")]
