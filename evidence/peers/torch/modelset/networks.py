# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Networks as they are in use: layers of torch.nn, recurrent, attention, embeddings, losses."""

from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
from torch import nn

from . import case, model
from .inputs import b, f, n, p


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 6)
        self.second = nn.Linear(6, 3, bias=False)

    def forward(self, x):
        return torch.softmax(self.second(torch.relu(self.first(x))), dim=-1)


case("mlp", "linear layers, relu, softmax", lambda: (Mlp(), [(f(2, 4),)]))


def layers(*items):
    return nn.Sequential(*items)


@model("convolution, batch norm, pooling, flatten, linear")
def convnet():
    return layers(nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(64, 3)), [(f(2, 1, 8, 8),)]


class Block(nn.Module):
    def __init__(self, channels, stride):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, stride, 1, groups=channels, bias=False)
        self.norm = nn.BatchNorm2d(channels)
        self.point = nn.Conv2d(channels, channels, 1)
        self.act = nn.ReLU6(inplace=True)

    def forward(self, x):
        y = self.point(self.act(self.norm(self.conv(x))))
        return x + y if x.shape == y.shape else y


@model("residual blocks with depthwise convolutions, adaptive pooling, dropout")
def residual():
    return layers(nn.Conv2d(3, 4, 3), Block(4, 1), Block(4, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(1), nn.Dropout(0.2), nn.Linear(4, 2)), [(f(1, 3, 8, 8),)]


case("decoder", "transposed convolutions, upsampling, padding layers", lambda: (layers(
    nn.ConvTranspose2d(2, 3, 2, stride=2), nn.LeakyReLU(0.1), nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False), nn.ReflectionPad2d(1),
    nn.Conv2d(3, 4, 3), nn.PixelShuffle(2), nn.Sigmoid(), nn.ZeroPad2d(1), nn.ReplicationPad2d(1), nn.ConstantPad2d(1, 0.5), nn.AvgPool2d(2),
), [(f(1, 2, 3, 3),)]))


@model("convolutions of one and three dimensions, circular and same padding")
def conv_padding():
    class Convs(nn.Module):
        def __init__(self):
            super().__init__()
            self.one = nn.Conv1d(2, 3, 3, padding=1, padding_mode="circular")
            self.three = nn.Conv3d(1, 2, 2)
            self.reflect = nn.Conv2d(1, 2, 3, padding=1, padding_mode="reflect")

        def forward(self, x):
            return self.one(x), self.three(x.view(1, 1, 2, 2, 2)), self.reflect(x.view(1, 1, 2, 4))

    return Convs(), [(f(1, 2, 4),)]


case("conv_same", "convolution with padding='same'", lambda: (layers(nn.Conv2d(1, 2, 3, padding="same")), [(f(1, 1, 4, 4),)]))
case("norms", "layer, group, instance and local response norm, PReLU and other activations", lambda: (layers(
    nn.GroupNorm(2, 4), nn.InstanceNorm2d(4, affine=True), nn.LocalResponseNorm(2), nn.LayerNorm([4, 2, 2]), nn.PReLU(4), nn.ELU(), nn.SELU(), nn.Tanh(),
    nn.Softplus(), nn.Hardtanh(), nn.LogSigmoid(), nn.Softmax2d(),
), [(f(1, 4, 2, 2),)]))


@model("batch norm while training: running statistics change")
def batch_norm_train():
    class Training(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm = nn.BatchNorm1d(2)

        def forward(self, x):
            return self.norm(x), self.norm.running_mean, self.norm.num_batches_tracked

    module = Training()
    module.always_train = True
    return module, [(f(4, 2),), (p(4, 2),)]


case("activations_newer", "GELU, SiLU, Hardswish, Mish layers", lambda: (layers(nn.GELU(), nn.SiLU(), nn.Hardswish(), nn.Mish()), [(f(2, 3),)]))
case("gelu_layer", "GELU and Hardsigmoid layers", lambda: (layers(nn.Linear(3, 3), nn.GELU()), [(f(2, 3),)]))


class Recurrent(nn.Module):
    def __init__(self, kind, **options):
        super().__init__()
        self.layer = kind(3, 4, **options)

    def forward(self, x):
        out, state = self.layer(x)
        return out, state


case("lstm", "LSTM", lambda: (Recurrent(nn.LSTM), [(f(5, 2, 3),)]))


@model("LSTM of two layers, bidirectional, batch first")
def lstm_bidirectional():
    return Recurrent(nn.LSTM, num_layers=2, bidirectional=True, batch_first=True, dropout=0.1), [(f(2, 5, 3),)]


case("lstm_projection", "LSTM with projection", lambda: (Recurrent(nn.LSTM, proj_size=2), [(f(5, 2, 3),)]))


@model("LSTM with a given state")
def lstm_state():
    class WithState(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.LSTM(3, 4)

        def forward(self, x, state: Optional[Tuple[torch.Tensor, torch.Tensor]] = None):
            return self.layer(x, state)

    return WithState(), [(f(5, 2, 3),), (f(5, 2, 3), (f(1, 2, 4), p(1, 2, 4)))]


case("gru", "GRU", lambda: (Recurrent(nn.GRU), [(f(5, 2, 3),)]))
case("rnn", "RNN", lambda: (Recurrent(nn.RNN, nonlinearity="relu"), [(f(5, 2, 3),)]))


class Cells(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTMCell(3, 4)
        self.gru = nn.GRUCell(4, 4)

    def forward(self, x):
        h, c = torch.zeros(x.size(1), 4), torch.zeros(x.size(1), 4)
        outs: List[torch.Tensor] = []
        for i in range(x.size(0)):
            h, c = self.cell(x[i], (h, c))
            h = self.gru(h, h)
            outs.append(h)
        return torch.stack(outs)


case("cells", "LSTM and GRU cells in a loop", lambda: (Cells(), [(f(5, 2, 3),)]))


@model("packed sequences")
def packed_sequence():
    class Packed(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.GRU(3, 4, batch_first=True)

        def forward(self, x, lengths):
            packed = nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
            out, _ = self.layer(packed)
            return nn.utils.rnn.pad_packed_sequence(out, batch_first=True)

    return Packed(), [(f(2, 5, 3), torch.tensor([5, 3]))]


@model("a transformer encoder of two layers")
def transformer():
    layer = nn.TransformerEncoderLayer(d_model=8, nhead=2, dim_feedforward=16, dropout=0.1)
    return nn.TransformerEncoder(layer, num_layers=2), [(f(5, 2, 8),)]


@model("a transformer encoder with gelu, batch and norm first")
def transformer_gelu():
    return nn.TransformerEncoderLayer(8, 2, 16, activation="gelu", batch_first=True, norm_first=True), [(f(2, 5, 8),)]


case("transformer_full", "a transformer of encoder and decoder", lambda: (nn.Transformer(8, 2, 1, 1, 16), [(f(3, 2, 8), p(4, 2, 8))]))


@model("multi-head attention with weights")
def attention():
    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.MultiheadAttention(8, 2)

        def forward(self, q, mask: Optional[torch.Tensor] = None):
            return self.layer(q, q, q, attn_mask=mask)

    return Attention(), [(f(3, 2, 8),), (f(3, 2, 8), torch.zeros(3, 3))]


class OwnAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(8, 24)
        self.out = nn.Linear(8, 8)
        self.heads = 2

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        scores = torch.matmul(q, k.transpose(-2, -1)) / (float(width // self.heads) ** 0.5)
        mask = torch.ones(length, length).tril() == 0
        weights = torch.softmax(scores.masked_fill(mask, float("-inf")), dim=-1)
        return self.out(torch.matmul(weights, v).transpose(1, 2).reshape(batch, length, width))


case("attention_own", "attention written out", lambda: (OwnAttention(), [(f(2, 3, 8),)]))


class Embeddings(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10, 4, padding_idx=0)
        self.bag = nn.EmbeddingBag(10, 4, mode="mean")
        self.position: torch.Tensor
        self.register_buffer("position", torch.arange(16.0).view(4, 4))

    def forward(self, i, offsets):
        return self.words(i) + self.position[: i.size(0)], self.bag(i, offsets)


case("embeddings", "embedding, embedding bag", lambda: (Embeddings(), [(torch.tensor([1, 0, 5, 9]), torch.tensor([0, 2]))]))
case("embedding_bag_sum", "embedding bag of sums", lambda: (nn.EmbeddingBag(10, 4, mode="sum", sparse=True), [(n(2, 3, low=0, high=9),)]))


@model("bilinear, cosine similarity, pairwise distance layers")
def distances():
    class Distances(nn.Module):
        def __init__(self):
            super().__init__()
            self.bilinear = nn.Bilinear(3, 3, 2)
            self.cosine = nn.CosineSimilarity(dim=1)
            self.pairwise = nn.PairwiseDistance()

        def forward(self, x, y):
            return self.bilinear(x, y), self.cosine(x, y), self.pairwise(x, y)

    return Distances(), [(f(2, 3), p(2, 3))]


@model("loss layers")
def losses():
    class Losses(nn.Module):
        def __init__(self):
            super().__init__()
            self.mse, self.cross, self.nll = nn.MSELoss(), nn.CrossEntropyLoss(), nn.NLLLoss(weight=torch.ones(3))
            self.smooth, self.bce, self.kl = nn.SmoothL1Loss(), nn.BCEWithLogitsLoss(), nn.KLDivLoss(reduction="sum")

        def forward(self, x, t):
            y = torch.zeros_like(x)
            return self.mse(x, y), self.cross(x, t), self.nll(x, t), self.smooth(x, y), self.bce(x, y), self.kl(x, y + 0.5)

    return Losses(), [(f(4, 3), n(4, low=0, high=2))]


@model("detection: boxes, thresholds, sorting, dictionaries of results")
def detection():
    class Detection(nn.Module):
        def __init__(self):
            super().__init__()
            self.threshold = 0.2

        def iou(self, a, c):
            low = torch.max(a[:2], c[:2])
            high = torch.min(a[2:], c[2:])
            wh = (high - low).clamp(min=0)
            inter = wh[0] * wh[1]
            area = (a[2] - a[0]) * (a[3] - a[1]) + (c[2] - c[0]) * (c[3] - c[1])
            return inter / (area - inter)

        def forward(self, boxes, scores) -> List[Dict[str, torch.Tensor]]:
            keep: List[int] = []
            order = scores.argsort(descending=True)
            for i in range(order.numel()):
                index = int(order[i])
                good = bool(scores[index] > self.threshold)
                for k in keep:
                    if bool(self.iou(boxes[index], boxes[k]) > 0.5):
                        good = False
                if good:
                    keep.append(index)
            kept = torch.tensor(keep)
            return [{"boxes": boxes[kept], "scores": scores[kept], "labels": torch.ones([len(keep)], dtype=torch.int64)}]

    boxes = torch.tensor([[0.0, 0, 2, 2], [0, 0, 2, 1.9], [1, 1, 3, 3], [5, 5, 6, 6]])
    return Detection(), [(boxes, torch.tensor([0.9, 0.8, 0.5, 0.1]))]


@model("a beam search")
def beam_search():
    class Beam(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed = nn.Embedding(6, 4)
            self.out = nn.Linear(4, 6)

        def forward(self, start: int, width: int, steps: int) -> Tuple[List[List[int]], List[float]]:
            beams: List[Tuple[List[int], float]] = [([start], 0.0)]
            for _ in range(steps):
                scores: List[float] = []
                found: List[List[int]] = []
                for tokens, score in beams:
                    logits = torch.log_softmax(self.out(self.embed(torch.tensor([tokens[-1]]))), dim=-1)[0]
                    for token in range(6):
                        scores.append(score + float(logits[token].item()))
                        found.append(tokens + [token])
                best = torch.topk(torch.tensor(scores), width)[1]
                beams = [(found[int(best[i])], scores[int(best[i])]) for i in range(width)]
            return [t for t, _ in beams], [s for _, s in beams]

    return Beam(), [(1, 2, 3)]


@model("a traced module inside a scripted one")
def mixed():
    class Mixed(nn.Module):
        def __init__(self):
            super().__init__()
            self.traced = torch.jit.trace(Mlp().eval(), f(2, 4))
            self.body = torch.jit.script(nn.Linear(3, 3))

        def forward(self, x, k: int):
            for _ in range(k):
                x = x * 2
            return self.body(self.traced(x))

    return Mixed(), [(f(2, 4), 2)]


@model("random by design: dropout while training")
def random_training():
    module = layers(nn.Linear(4, 64), nn.Dropout(0.5))
    module.always_train = True
    return module, [(f(2, 4),)]


@model("masks, where, triangular attention masks")
def masks():
    class Masks(nn.Module):
        def forward(self, x, m):
            length = x.size(0)
            causal = torch.triu(torch.full([length, length], float("-inf")), diagonal=1)
            return torch.where(m, x, torch.zeros_like(x)), causal, x.masked_fill(~m, -1.0)

    return Masks(), [(f(3), b(3))]
