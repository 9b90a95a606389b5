# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Products that listen and speak: activity, wake words, echoes, arrays of microphones, decoders in a stream, tones."""

import math
from typing import Dict, List, NamedTuple, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, n, p
from torch import nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])


class Activity(nn.Module):
    """Where there is speech: energy over a floor that follows, with a hangover."""

    __constants__ = ["frame", "hang"]

    def __init__(self):
        super().__init__()
        self.frame, self.hang = 8, 2
        self.floor, self.left, self.speaking = 1e-3, 0, False

    def forward(self, wave) -> List[Tuple[int, int]]:
        out: List[Tuple[int, int]] = []
        start = 0
        for k, part in enumerate(wave.split(self.frame)):
            energy = float(part.pow(2).mean())
            loud = energy > 3.0 * self.floor
            self.floor = 0.9 * self.floor + 0.1 * min(energy, self.floor * 2) if not loud else self.floor * 1.01
            if loud:
                if not self.speaking:
                    start = k * self.frame
                self.speaking = True
                self.left = self.hang
            elif self.speaking:
                self.left -= 1
                if self.left < 0:
                    out.append((start, k * self.frame))
                    self.speaking = False
        return out

    @torch.jit.export
    def state(self) -> Dict[str, float]:
        return {"floor": self.floor, "left": float(self.left), "speaking": 1.0 if self.speaking else 0.0}


@model("voice activity: floats, integers and booleans as state, constants of the class, frames by split")
def voice_activity():
    wave = torch.cat([f(16) * 0.01, f(24), f(44) * 0.01])
    return Activity(), [(wave,), ("state", ()), (wave[:30],), ("state", ())]


class WakeWord(nn.Module):
    """Scores of frames in a window, smoothed, with a rest after each hit."""

    def __init__(self):
        super().__init__()
        self.svdf = nn.Conv1d(6, 6, 4, groups=6)
        self.mix = nn.Sequential(nn.Linear(6, 4), nn.ReLU(), nn.Linear(4, 2))
        self.register_buffer("window", torch.zeros(1, 6, 4))
        self.register_buffer("smooth", torch.full((3,), 0.5))
        self.rest: int = 0

    def forward(self, frame, limit: float = 0.55) -> Tuple[bool, float]:
        self.window = torch.roll(self.window, -1, 2)
        self.window[:, :, -1] = frame
        score = self.mix(self.svdf(self.window).squeeze(2)).softmax(1)[0, 1]
        self.smooth = torch.cat([self.smooth[1:], score.view(1)])
        value = self.smooth.mean().item()
        hit = value > limit and self.rest == 0
        self.rest = 5 if hit else max(self.rest - 1, 0)
        return hit, float(value)


@model("a wake word: buffers that roll, an item of a tensor, a state that rests")
def wake_word():
    return WakeWord(), [(f(1, 6) * k, 0.45) for k in (1.0, 2.0, -1.0, 0.5)]


class Echo(nn.Module):
    """An echo taken away sample by sample (normalised least mean squares), with a detector of double talk."""

    def __init__(self, taps: int = 6):
        super().__init__()
        self.taps = taps
        self.weights = nn.Parameter(torch.zeros(taps), requires_grad=False)

    def forward(self, far, near, step: float = 0.5):
        past = F.pad(far, [self.taps - 1, 0]).unfold(0, self.taps, 1).flip(1)
        weights = self.weights.clone()
        error = torch.zeros_like(near)
        frozen = 0
        for t in range(near.numel()):
            x = past[t]
            error[t] = near[t] - torch.dot(weights, x)
            if near[t].abs() > 2.0 * x.abs().max() + 0.1:
                frozen += 1
                continue
            weights.add_(x * error[t] * (step / (x.dot(x) + 1e-3)))
        gain = 10 * torch.log10(near.pow(2).sum() / error.pow(2).sum())
        return error, weights, gain, frozen


@model("an echo canceller: a loop over samples, add_ in place, unfold and flip")
def echo_canceller():
    far = f(24)
    return Echo(), [(far, 0.6 * far + 0.2 * torch.cat([torch.zeros(2), far[:-2]])), (far, far.roll(1) * 0.3, 0.1)]


class DelaySum(nn.Module):
    """Microphones steered by delays in the frequency domain."""

    def __init__(self, microphones: int = 3):
        super().__init__()
        self.register_buffer("places", torch.linspace(-0.1, 0.1, microphones))

    def forward(self, waves, angle: float, rate: float = 16000.0):
        length = waves.size(-1)
        spectrum = torch.fft.rfft(waves)
        delays = self.places * math.sin(angle) / 343.0
        frequencies = torch.fft.rfftfreq(length, 1.0 / rate)
        turn = torch.exp(torch.complex(torch.zeros(delays.numel(), frequencies.numel()), 2 * math.pi * delays[:, None] * frequencies[None]))
        return torch.fft.irfft((spectrum * turn).mean(0), n=length), (spectrum * turn).abs().sum(0)


@model("microphones steered by delays: rfft, complex exponentials, math functions")
def delay_and_sum():
    import torch.fft  # noqa: F401 (a module of its own in 1.7)

    return DelaySum(), [(f(3, 16), 0.5), (f(3, 10), -0.25, 8000.0)]


class MinimumVariance(nn.Module):
    """The distortionless beam of least variance, in real arithmetic: a complex matrix as a real one of twice the size."""

    def forward(self, real, imag, load: float):
        m = real.size(1)
        rows = torch.cat([torch.cat([real, -imag], 2), torch.cat([imag, real], 2)], 1)
        a = rows + load * torch.eye(2 * m).expand_as(rows)
        steer = torch.cat([torch.ones(m), torch.zeros(m)]).view(1, -1, 1).repeat(rows.size(0), 1, 1)
        solved = torch.linalg.solve(a, steer)
        power = steer.transpose(1, 2) @ solved
        return (solved / power).squeeze(-1).chunk(2, dim=1), torch.linalg.norm(solved, dim=(1, 2))


@model("a beam of least variance by torch.linalg")
def minimum_variance():
    return MinimumVariance(), [(f(2, 3, 3) * 0.1 + torch.eye(3), f(2, 3, 3) * 0.1, 0.5)]


class MinimumVarianceOld(nn.Module):
    def forward(self, real, imag, load: float):
        m = real.size(1)
        rows = torch.cat([torch.cat([real, -imag], 2), torch.cat([imag, real], 2)], 1)
        a = rows + load * torch.eye(2 * m).expand_as(rows)
        steer = torch.cat([torch.ones(m), torch.zeros(m)]).view(1, -1, 1).repeat(rows.size(0), 1, 1)
        solved, factors = torch.solve(steer, a)
        return solved / (steer.transpose(1, 2) @ solved), factors.diagonal(dim1=1, dim2=2)


@model("a beam of least variance by torch.solve, for releases that have it")
def minimum_variance_old():
    return MinimumVarianceOld(), [(f(2, 3, 3) * 0.1 + torch.eye(3), f(2, 3, 3) * 0.1, 0.5)]


class Lpc(nn.Module):
    """A frame as the coefficients of a predictor (Levinson and Durbin), in floats."""

    def forward(self, frame: List[float], order: int) -> Tuple[List[float], float, List[float]]:
        r: List[float] = []
        for lag in range(order + 1):
            total = 0.0
            for a, b in zip(frame, frame[lag:]):
                total += a * b
            r.append(total)
        a = [1.0] + [0.0] * order
        error = r[0]
        reflected: List[float] = []
        for i in range(1, order + 1):
            total = 0.0
            for j in range(i):
                total -= a[j] * r[i - j]
            k = total / error
            reflected.append(k)
            before = a[:]
            for j in range(1, i + 1):
                a[j] = before[j] + k * before[i - j]
            error *= 1.0 - k * k
        return a, math.sqrt(error) if error > 0 else 0.0, [math.log((1 - x) / (1 + x)) for x in reflected]


@model("linear prediction in lists of floats: zip of a list and its slice, list products")
def linear_prediction():
    wave = [math.sin(0.4 * k) + 0.3 * math.cos(1.7 * k) for k in range(20)]
    return Lpc(), [(wave, 4), (wave[::2], 2)]


class Joiner(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode, self.predict, self.out = nn.Linear(5, 6), nn.Linear(4, 6), nn.Linear(6, 7)

    def forward(self, a, b):
        return self.out(torch.tanh(self.encode(a) + self.predict(b)))


class Hypothesis(NamedTuple):
    tokens: List[int]
    state: Tuple[torch.Tensor, torch.Tensor]
    score: float


class Transducer(nn.Module):
    """Greedy decoding of a transducer: at most so many symbols a frame, a state that goes on from chunk to chunk."""

    __constants__ = ["blank"]

    def __init__(self):
        super().__init__()
        self.blank = 0
        self.encoder = nn.GRU(3, 5, batch_first=True)
        self.embed, self.predictor = nn.Embedding(7, 4, padding_idx=0), nn.LSTMCell(4, 4)
        self.joiner = Joiner()

    @torch.jit.export
    def start(self) -> Hypothesis:
        return Hypothesis(torch.jit.annotate(List[int], []), (torch.zeros(1, 4), torch.zeros(1, 4)), 0.0)

    def decode(self, frames, begun: Hypothesis, most: int) -> Hypothesis:
        tokens, state, score = begun.tokens[:], begun.state, begun.score
        h, c = state
        for t in range(frames.size(1)):
            for _ in range(most):
                logs = self.joiner(frames[:, t], h).log_softmax(-1)
                best, which = logs.max(dim=-1)
                token = int(which)
                score += float(best)
                if token == self.blank:
                    break
                tokens.append(token)
                h, c = self.predictor(self.embed(which), (h, c))
        return Hypothesis(tokens, (h, c), score)

    def forward(self, features, hidden: Optional[torch.Tensor] = None, most: int = 2) -> Tuple[List[int], float, torch.Tensor]:
        frames, hidden_after = self.encoder(features, hidden)
        found = self.decode(frames, self.start(), most)
        return found.tokens, found.score, hidden_after


@model("a transducer, greedy: a NamedTuple with a list and a pair as a hypothesis, a module that joins")
def transducer_greedy():
    return Transducer(), [(f(1, 6, 3),), (f(1, 4, 3) * 0.5, f(1, 1, 5), 3)]


class KeywordStream(nn.Module):
    """Keywords from chunks; the state of all layers is a dictionary that goes in and comes out."""

    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleDict({"a": nn.Conv1d(4, 5, 3), "b": nn.Conv1d(5, 5, 3, dilation=2)})
        self.gru, self.out = nn.GRUCell(5, 5), nn.Linear(5, 3)
        self.words = ["<none>", "yes", "no"]

    @torch.jit.export
    def initial(self, batch: int) -> Dict[str, torch.Tensor]:
        return {"a": torch.zeros(batch, 4, 2), "b": torch.zeros(batch, 5, 4), "gru": torch.zeros(batch, 5)}

    def forward(self, chunk, state: Dict[str, torch.Tensor]) -> Tuple[List[str], torch.Tensor, Dict[str, torch.Tensor]]:
        after: Dict[str, torch.Tensor] = {}
        x = chunk
        for name, conv in self.convs.items():
            x = torch.cat((state[name], x), dim=-1)
            after[name] = x[..., -state[name].size(-1):]
            x = F.elu(conv(x))
        h = state["gru"]
        for step in x.unbind(-1):
            h = self.gru(step, h)
        after["gru"] = h
        chances = torch.softmax(self.out(h), dim=-1)
        names = [self.words[int(k)] for k in chances.argmax(-1).unbind()]
        return names, chances, after


@model("keywords in a stream: a dictionary of states that goes in and comes out, a ModuleDict")
def keyword_stream():
    state = {"a": f(2, 4, 2), "b": f(2, 5, 4), "gru": f(2, 5)}
    return KeywordStream(), [(f(2, 4, 3), state), ("initial", (1,)), (f(2, 4, 1), state)]


class Dynamics(nn.Module):
    """A gate, a compressor and a limiter, in decibels."""

    def forward(self, wave, threshold: float = -12.0, ratio: float = 4.0, attack: float = 0.4, release: float = 0.1):
        level = 20.0 * torch.log10(wave.abs().clamp(min=1e-4))
        over = F.relu(level - threshold)
        wanted = -over * (1.0 - 1.0 / ratio)
        gain = torch.zeros(wave.shape[0])
        out: List[torch.Tensor] = []
        for t in range(wave.shape[1]):
            speed = torch.where(wanted[:, t] < gain, torch.full_like(gain, attack), torch.full_like(gain, release))
            gain = gain + speed * (wanted[:, t] - gain)
            out.append(gain)
        smooth = torch.stack(out, dim=-1)
        closed = level < -60.0
        y = wave * torch.pow(torch.tensor(10.0), smooth / 20.0)
        y = y.masked_fill(closed, 0.0)
        peak = y.abs().max(dim=-1, keepdim=True)[0]
        return torch.where(peak > 1.0, y / peak, y), smooth.min(), torch.tanh(y * 2).mul_(0.5)


@model("dynamics of sound: four defaults, a loop that follows, masked_fill, limits")
def dynamics():
    return Dynamics(), [(f(2, 12),), (f(1, 6) * 0.3, -20.0, 8.0)]


class Cepstra(nn.Module):
    """Cepstral coefficients with their differences; means and variances over the utterance."""

    def __init__(self, bands: int = 8, kept: int = 5):
        super().__init__()
        k = torch.arange(float(bands))
        table = torch.cos(math.pi / bands * (k[:, None] + 0.5) * torch.arange(float(kept))[None])
        table[:, 0] *= 1 / math.sqrt(2)
        self.register_buffer("table", table * math.sqrt(2.0 / bands))
        self.register_buffer("slope", torch.tensor([-2.0, -1, 0, 1, 2]).view(1, 1, 5) / 10)

    def deltas(self, x):
        b, t, c = x.shape
        flat = F.pad(x.transpose(1, 2).reshape(b * c, 1, t), (2, 2), mode="replicate")
        return F.conv1d(flat, self.slope).view(b, c, t).transpose(1, 2)

    def forward(self, bands, lengths: Optional[torch.Tensor] = None):
        x = torch.log(bands.clamp(min=1e-6)) @ self.table
        x = torch.cat([x, self.deltas(x), self.deltas(self.deltas(x))], dim=2)
        if lengths is None:
            var, mean = torch.var_mean(x, dim=1, unbiased=True, keepdim=True)
            return (x - mean) / torch.sqrt(var + 1e-5)
        mask = (torch.arange(x.size(1)).unsqueeze(0) < lengths.unsqueeze(1)).unsqueeze(2).to(x.dtype)
        mean = (x * mask).sum(1, keepdim=True) / lengths.view(-1, 1, 1)
        return (x - mean) * mask


@model("cepstra: cosine transforms, slopes by a convolution, var_mean, an optional tensor of lengths")
def cepstra():
    return Cepstra(), [(p(2, 6, 8),), (p(2, 6, 8), torch.tensor([6, 4]))]


class Speaker(nn.Module):
    """Frames to a voice: delayed layers, statistics with attention, a margin of angles."""

    def __init__(self):
        super().__init__()
        self.frames = nn.Sequential(*[layer for d in (1, 2) for layer in (nn.Conv1d(6, 6, 3, dilation=d), nn.ReLU(), nn.BatchNorm1d(6))])
        self.attend = nn.Sequential(nn.Conv1d(6, 3, 1), nn.Tanh(), nn.Conv1d(3, 6, 1), nn.Softmax(dim=2))
        self.out = nn.Linear(12, 4)
        self.voices = nn.Parameter(f(3, 4))

    def forward(self, x):
        x = self.frames(x)
        w = self.attend(x)
        mean = torch.sum(w * x, dim=2)
        deviation = torch.sqrt((torch.sum(w * x ** 2, dim=2) - mean ** 2).clamp(min=1e-9))
        voice = F.normalize(self.out(torch.cat((mean, deviation), 1)), p=2.0, dim=1)
        cosine = F.linear(voice, F.normalize(self.voices))
        sine = torch.sqrt(1.0 - cosine.pow(2).clamp(0, 1))
        margin = cosine * math.cos(0.2) - sine * math.sin(0.2)
        return voice, torch.where(cosine > math.cos(math.pi - 0.2), margin, cosine - math.sin(math.pi - 0.2) * 0.2) * 30.0


@model("a voice from frames: attentive statistics, a margin of angles")
def speaker_voice():
    return Speaker(), [(f(2, 6, 12),)]


class Tones(nn.Module):
    """Keys of a telephone from their two tones (Goertzel)."""

    def __init__(self):
        super().__init__()
        self.low: List[float] = [697.0, 770.0, 852.0, 941.0]
        self.high: List[float] = [1209.0, 1336.0, 1477.0]

    def power(self, wave: List[float], frequency: float) -> float:
        k = 2.0 * math.cos(2.0 * math.pi * frequency / 8000.0)
        a, b = 0.0, 0.0
        for x in wave:
            a, b = x + k * a - b, a
        return a * a + b * b - k * a * b

    def forward(self, wave: List[float], frame: int = 80) -> str:
        keys = ["123", "456", "789", "*0#"]
        out = ""
        for start in range(0, len(wave) - frame + 1, frame):
            part = wave[start:start + frame]
            rows, columns = [self.power(part, x) for x in self.low], [self.power(part, x) for x in self.high]
            if max(rows) < 10.0:
                out += " "
                continue
            r, c = 0, 0
            for i in range(len(rows)):
                r = i if rows[i] > rows[r] else r
            for i in range(len(columns)):
                c = i if columns[i] > columns[c] else c
            out += keys[r][c]
        return out


@model("tones of a telephone: a recurrence of two floats, a text that grows")
def telephone_tones():
    def wave(low, high):
        return [math.sin(2 * math.pi * low * k / 8000) + math.sin(2 * math.pi * high * k / 8000) for k in range(80)]

    return Tones(), [(wave(770.0, 1477.0) + [0.0] * 80 + wave(941.0, 1336.0),)]


class Durations(nn.Module):
    """Letters to frames by how long each is said; positions of the frames in their letters."""

    def __init__(self):
        super().__init__()
        self.embed, self.long = nn.Embedding(12, 6, padding_idx=0), nn.Linear(6, 1)
        self.mel = nn.Conv1d(7, 5, 3, padding=1, padding_mode="replicate")

    def forward(self, letters, speed: float = 1.0) -> Tuple[torch.Tensor, torch.Tensor]:
        x = self.embed(letters)
        long = torch.ceil(F.softplus(self.long(x).squeeze(-1)) * 3.0 / speed).long().masked_fill(letters == 0, 0)
        ends = long.cumsum(1)
        most = int(ends[:, -1].max())
        steps = torch.arange(most).view(1, 1, -1)
        aligned = ((steps < ends.unsqueeze(-1)) & (steps >= (ends - long).unsqueeze(-1))).to(x.dtype)
        where = (steps[0] - torch.einsum("bkt,bk->bt", aligned, (ends - long).to(x.dtype))) / torch.einsum("bkt,bk->bt", aligned, long.to(x.dtype)).clamp(min=1)
        frames = torch.bmm(aligned.transpose(1, 2), x)
        one = torch.repeat_interleave(x[0], long[0], dim=0)
        return self.mel(torch.cat([frames, where.unsqueeze(-1)], -1).transpose(1, 2)), one


@model("letters to frames: durations, cumulative sums, repeat_interleave by a tensor")
def spoken_durations():
    return Durations(), [(n(2, 5, low=0, high=11),), (n(1, 3, low=1, high=11), 1.5)]
