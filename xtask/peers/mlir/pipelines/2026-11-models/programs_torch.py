"""Where torch.txt of the set 2026-11-models comes from: models of PyTorch, exported by torch.export 2.14 and imported by torch-mlir.

`programs_torch.py` prints the texts. It runs where torch and the wheel of torch-mlir are; a set is made from the text, without them.
"""

import sys

import torch
import torch.nn.functional as F
from torch import nn
from torch.export import Dim


def vision_block(x, w1, b1, m1, v1, w2, down):
    """A residual block: two convolutions, a batch normalisation, a projection."""
    y = F.batch_norm(F.conv2d(x, w1, stride=2, padding=1), m1, v1, b1, b1)
    y = F.conv2d(F.relu(y), w2, padding=1)
    return F.relu(y + F.conv2d(x, down, stride=2))


def inverted_residual(x, up, dw, down):
    y = F.relu6(F.conv2d(x, up))
    y = F.relu6(F.conv2d(y, dw, padding=1, groups=8))
    return x + F.conv2d(y, down)


def convnext(x, dw, g, b, w1, w2, scale):
    y = F.conv2d(x, dw, padding=3, groups=4).permute(0, 2, 3, 1)
    y = F.gelu(F.linear(F.layer_norm(y, (4,), g, b), w1))
    return x + (F.linear(y, w2) * scale).permute(0, 3, 1, 2)


def unet_up(x, skip, up, w, b):
    y = F.conv_transpose2d(x, up, stride=2)
    return F.relu(F.conv2d(torch.cat([y, skip], 1), w, b, padding=1))


def super_resolution(x, w, b):
    return F.pixel_shuffle(F.conv2d(x, w, b, padding=1), 2).clamp(0, 1)


def spatial_attention(x, w):
    s = torch.cat([x.mean(1, keepdim=True), x.amax(1, keepdim=True)], 1)
    return x * torch.sigmoid(F.conv2d(s, w, padding=3))


def segmentation(x, w, b):
    y = F.interpolate(F.conv2d(x, w, b), scale_factor=2, mode="bilinear", align_corners=False)
    return y.softmax(1), y.argmax(1)


def video(x, w, b):
    return F.avg_pool3d(F.relu(F.conv3d(x, w, b, padding=1)), 2)


def style(x, g, b):
    y = F.instance_norm(x, weight=g, bias=b).flatten(2)
    return y @ y.transpose(1, 2) / y.shape[-1]


def windows(x, qkv, out):
    """Attention in shifted windows of a picture."""
    x = torch.roll(x, (-1, -1), (1, 2))
    w = x.view(1, 2, 2, 2, 2, 4).permute(0, 1, 3, 2, 4, 5).reshape(4, 4, 4)
    q, k, v = F.linear(w, qkv).view(4, 4, 3, 2, 2).permute(2, 0, 3, 1, 4).unbind(0)
    y = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(4, 4, 4)
    y = F.linear(y, out).view(1, 2, 2, 2, 2, 4).permute(0, 1, 3, 2, 4, 5).reshape(1, 4, 4, 4)
    return torch.roll(y, (1, 1), (1, 2))


def causal_attention(x, wq, wk, wv, wo):
    q, k, v = (F.linear(x, w).view(2, 5, 2, 4).transpose(1, 2) for w in (wq, wk, wv))
    y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    return F.linear(y.transpose(1, 2).reshape(2, 5, 8), wo)


def bert_embeddings(ids, kinds, words, places, types, g, b):
    e = F.embedding(ids, words) + places[: ids.shape[1]] + F.embedding(kinds, types)
    return F.layer_norm(e, (8,), g, b, 1e-12)


def mean_pool(h, mask):
    m = mask.unsqueeze(-1).to(h.dtype)
    return F.normalize((h * m).sum(1) / m.sum(1).clamp(min=1e-9), dim=-1)


def relative_bias(h, table):
    n = h.shape[1]
    d = torch.arange(n)[None] - torch.arange(n)[:, None]
    near = d.abs()
    far = 4 + (torch.log(near.float() / 4 + 1e-6) / 0.7).to(torch.int64).clamp(max=3)
    bucket = torch.where(near < 4, near, far.clamp(min=0)) + (d > 0) * 8
    return F.embedding(bucket, table).permute(2, 0, 1) + h


def contrastive(a, b, t):
    logits = F.normalize(a, dim=-1) @ F.normalize(b, dim=-1).t() * t.exp()
    at = torch.arange(4)
    return (F.cross_entropy(logits, at) + F.cross_entropy(logits.t(), at)) / 2


def next_token(h, head, targets):
    logits = 30 * torch.tanh(h @ head.t() / 30)
    return F.cross_entropy(logits.view(-1, 11), targets.view(-1), label_smoothing=0.1)


def time_mix(k, v, w, u):
    """A step of RWKV over a sequence of three."""
    a, b, out = torch.zeros_like(k[0]), torch.zeros_like(k[0]), []
    for t in range(3):
        e = torch.exp(u + k[t])
        out.append((a + e * v[t]) / (b + e))
        decay = torch.exp(-torch.exp(w))
        a = decay * a + torch.exp(k[t]) * v[t]
        b = decay * b + torch.exp(k[t])
    return torch.stack(out)


def half_rms(x, g):
    y = x.float()
    return (y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + 1e-6)).to(x.dtype) * g


def bf16_block(x, g, w1, w2):
    y = F.layer_norm(x, (8,), g)
    return x + F.linear(F.gelu(F.linear(y, w1), approximate="tanh"), w2)


def lstm_step(x, h, c, wi, wh, b):
    i, f, g, o = (F.linear(x, wi, b) + F.linear(h, wh)).chunk(4, 1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c), c


def temporal(x, w1, w2):
    y = F.pad(x, (4, 0))
    f, g = F.conv1d(y, w1, dilation=2).chunk(2, 1)
    return F.conv1d(torch.tanh(f) * torch.sigmoid(g), w2) + x


def conformer_conv(x, g, b, up, dw, down):
    y = F.glu(F.conv1d(F.layer_norm(x, (4,), g, b).transpose(1, 2), up), 1)
    y = F.silu(F.conv1d(y, dw, padding=2, groups=4))
    return x + F.conv1d(y, down).transpose(1, 2)


def spectrogram(x, basis):
    s = F.conv1d(x.unsqueeze(1), basis, stride=4)
    re, im = s[:, :5], s[:, 5:]
    return torch.log1p(torch.sqrt(re * re + im * im + 1e-8))


def graph_attention(x, adj, w, a, b):
    h = x @ w
    e = F.leaky_relu(h @ a + (h @ b).t(), 0.2)
    return F.elu(torch.softmax(e.masked_fill(adj < 0.5, float("-inf")), -1) @ h)


def graph_conv(x, adj, w):
    a = adj + torch.eye(5)
    d = a.sum(1).rsqrt()
    return F.relu(d[:, None] * a * d[None] @ (x @ w))


def point_net(p, w1, w2, b):
    h = F.relu(p @ w1)
    return torch.max(F.relu(h @ w2), 1).values @ b


def radiance(p, w1, w2):
    f = 2.0 ** torch.arange(3)
    e = (p[..., None] * f).flatten(1)
    h = F.relu(torch.cat([p, e.sin(), e.cos()], -1) @ w1) @ w2
    return torch.sigmoid(h[:, :3]), F.softplus(h[:, 3] - 1)


def ray_march(rgb, sigma, step):
    alpha = 1 - torch.exp(-sigma * step)
    behind = torch.tril(torch.ones(5, 5), -1)
    w = alpha * torch.exp((behind @ torch.log(1 - alpha + 1e-10).t()).t())
    return (w[..., None] * rgb).sum(1), w.sum(1)


def autoencoder(x, e, mu, lv, noise, d):
    h = F.relu(x @ e)
    m, v = h @ mu, h @ lv
    z = m + torch.exp(0.5 * v) * noise
    y = torch.sigmoid(z @ d)
    kl = -0.5 * torch.sum(1 + v - m.pow(2) - v.exp(), 1)
    return y, F.binary_cross_entropy(y, torch.sigmoid(x)) + kl.mean()


def code_book(z, e):
    d = z.pow(2).sum(1, keepdim=True) - 2 * z @ e.t() + e.pow(2).sum(1)
    at = d.argmin(1)
    q = F.embedding(at, e)
    return z + (q - z), at, F.mse_loss(q, z)


def dice(x, t):
    p = torch.sigmoid(x).flatten(1)
    t = t.flatten(1)
    return (1 - (2 * (p * t).sum(1) + 1) / (p.sum(1) + t.sum(1) + 1)).mean()


def focal(x, t):
    ce = F.binary_cross_entropy_with_logits(x, t, reduction="none")
    pt = torch.exp(-ce)
    return (0.25 * (1 - pt) ** 2 * ce).mean()


def triplet(a, p, n):
    near, far = (a - p).norm(dim=1), (a - n).norm(dim=1)
    return F.relu(near - far + 0.2).mean(), F.smooth_l1_loss(near, far)


def distillation(s, t):
    return F.kl_div(F.log_softmax(s / 4, -1), F.softmax(t / 4, -1), reduction="batchmean") * 16


def proximal_policy(new, old, adv, value, ret):
    r = torch.exp(new - old)
    adv = (adv - adv.mean()) / (adv.std() + 1e-8)
    clipped = torch.minimum(r * adv, r.clamp(0.8, 1.2) * adv)
    return -clipped.mean() + 0.5 * (ret - value).pow(2).mean()


def q_targets(q, following, actions, rewards, done):
    best = following.max(1).values
    y = rewards + 0.99 * best * (1 - done)
    return F.huber_loss(q.gather(1, actions[:, None]).squeeze(1), y)


def adamw(p, g, m, v, t):
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * g * g
    mh, vh = m / (1 - 0.9**t), v / (1 - 0.999**t)
    return p * (1 - 1e-3) - 1e-2 * mh / (vh.sqrt() + 1e-8), m, v


def sinkhorn(c):
    p = torch.exp(-c / 0.1)
    for _ in range(3):
        p = p / p.sum(1, keepdim=True)
        p = p / p.sum(0, keepdim=True)
    return p, (p * c).sum()


def decode_boxes(anchors, deltas):
    wh = anchors[:, 2:] - anchors[:, :2]
    c = anchors[:, :2] + 0.5 * wh + deltas[:, :2] * wh * 0.1
    s = wh * torch.exp((deltas[:, 2:] * 0.2).clamp(max=4.1))
    return torch.cat([c - s / 2, c + s / 2], 1)


def pictures(x):
    y = x.permute(0, 3, 1, 2).to(torch.float32) / 255
    return (y - torch.tensor([0.485, 0.456, 0.406]).view(3, 1, 1)) / torch.tensor([0.229, 0.224, 0.225]).view(3, 1, 1)


def mixture_density(x, w, y):
    pi, mu, s = (x @ w).chunk(3, 1)
    lp = F.log_softmax(pi, 1) - s - 0.5 * ((y - mu) * torch.exp(-s)) ** 2
    return -torch.logsumexp(lp, 1).mean()


def two_towers(u, i, users, items, w):
    a, b = F.normalize(users[u] @ w, dim=1), F.normalize(items[i], dim=1)
    return (a * b).sum(1), a @ b.t() > 0.5


def deep_wide(ids, x, table, w1, w2, wide):
    e = F.embedding(ids, table).flatten(1)
    return torch.sigmoid(F.relu(torch.cat([e, x], 1) @ w1) @ w2 + x @ wide)


def weight_only_int8(x, q, s):
    return F.linear(x, q.to(torch.float32) * s[:, None])


def moving_statistics(x, mean, var):
    m, v = x.mean((0, 2, 3)), x.var((0, 2, 3), unbiased=False)
    y = (x - m.view(1, -1, 1, 1)) * torch.rsqrt(v.view(1, -1, 1, 1) + 1e-5)
    return y, 0.9 * mean + 0.1 * m, 0.9 * var + 0.1 * v


def hidden_states(x):
    y = x.view(2, 3, 4).transpose(0, 1).contiguous()
    return torch.where(y > 0, y, y.expm1()), y.flip(0), torch.stack([y.sum(), y.prod(-1).max()])


class Classifier(nn.Module):
    """With weights of its own."""

    def __init__(self):
        super().__init__()
        torch.manual_seed(7)
        self.layers = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 3))

    def forward(self, x):
        return self.layers(x).softmax(-1)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(8)
        self.layer = nn.TransformerEncoderLayer(8, 2, 12, batch_first=True, dropout=0.0)

    def forward(self, x):
        return self.layer(x)


class Digits(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(9)
        self.layers = nn.Sequential(nn.Conv2d(1, 3, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(27, 4))

    def forward(self, x):
        return F.log_softmax(self.layers(x), 1)


class Function(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *x):
        return self.function(*x)


def ids(top, *shape):
    return torch.randint(0, top, shape)


def f(*shape):
    return torch.rand(shape)


BATCH = Dim("batch", min=2, max=64)
#: Name, function or model, arguments, which of them have a batch of any size, backend, pipelines.
PROGRAMS = [
    ("residual_block", vision_block, [f(1, 3, 8, 8), f(4, 3, 3, 3), f(4), f(4), f(4), f(4, 4, 3, 3), f(4, 3, 1, 1)], (), "linalg", "cpu_loops cpu_packed"),
    ("inverted", inverted_residual, [f(1, 4, 6, 6), f(8, 4, 1, 1), f(8, 1, 3, 3), f(4, 8, 1, 1)], (), "linalg", "cpu_affine cuda_sm80"),
    ("convnext", convnext, [f(1, 4, 8, 8), f(4, 1, 7, 7), f(4), f(4), f(8, 4), f(4, 8), f(4)], (), "linalg", "omp_threads"),
    ("unet_up", unet_up, [f(1, 4, 3, 3), f(1, 2, 6, 6), f(4, 2, 2, 2), f(3, 4, 3, 3), f(3)], (), "linalg", "cpu_loops"),
    ("super_resolution", super_resolution, [f(1, 2, 4, 4), f(4, 2, 3, 3), f(4)], (), "linalg", "cpu_affine rocm_mi"),
    ("spatial_attention", spatial_attention, [f(1, 3, 5, 5), f(1, 2, 7, 7)], (), "linalg", "omp_threads cuda_sm80"),
    ("segmentation", segmentation, [f(1, 3, 4, 4), f(2, 3, 1, 1), f(2)], (), "linalg", "cpu_loops"),
    ("video", video, [f(1, 2, 4, 4, 4), f(3, 2, 3, 3, 3), f(3)], (), "linalg", "cpu_affine"),
    ("style", style, [f(1, 3, 4, 4), f(3), f(3)], (), "linalg", "cpu_vector"),
    ("windows", windows, [f(1, 4, 4, 4), f(12, 4), f(4, 4)], (), "linalg", "cpu_loops cpu_dealloc"),
    ("causal", causal_attention, [f(2, 5, 8), f(8, 8), f(8, 8), f(8, 8), f(8, 8)], (), "linalg", "cuda_sm80 cpu_dealloc"),
    ("bert", bert_embeddings, [ids(20, 2, 5), ids(2, 2, 5), f(20, 8), f(6, 8), f(2, 8), f(8), f(8)], (), "linalg", "cpu_loops omp_threads"),
    ("mean_pool", mean_pool, [f(2, 4, 6), ids(2, 2, 4)], (0, 1), "linalg", "cpu_dealloc"),
    ("relative_bias", relative_bias, [f(2, 6, 6), f(16, 2)], (), "linalg", "cpu_loops"),
    ("contrastive", contrastive, [f(4, 6), f(4, 6), f(1)], (), "linalg", "cpu_affine"),
    ("next_token", next_token, [f(2, 3, 4), f(11, 4), ids(11, 2, 3)], (), "linalg", "cpu_dealloc omp_threads"),
    ("time_mix", time_mix, [f(3, 4), f(3, 4), f(4), f(4)], (), "linalg", "rocm_mi cpu_vector"),
    ("half_rms", half_rms, [f(4, 16).half(), f(16).half()], (), "linalg", "cuda_sm80 small_floats"),
    ("bf16_block", bf16_block, [f(2, 3, 8).bfloat16(), f(8).bfloat16(), f(16, 8).bfloat16(), f(8, 16).bfloat16()], (), "linalg", "small_floats cpu_vector"),
    ("lstm", lstm_step, [f(2, 3), f(2, 4), f(2, 4), f(16, 3), f(16, 4), f(16)], (), "linalg", "cpu_packed embedded_c"),
    ("temporal", temporal, [f(1, 4, 8), f(8, 4, 3), f(4, 4, 1)], (), "linalg", "cpu_affine vulkan_gpu"),
    ("conformer", conformer_conv, [f(1, 6, 4), f(4), f(4), f(8, 4, 1), f(4, 1, 5), f(4, 4, 1)], (), "linalg", "omp_threads"),
    ("spectrogram", spectrogram, [f(2, 24), f(10, 1, 8)], (), "linalg", "rocm_mi cpu_vector"),
    ("graph_attention", graph_attention, [f(5, 3), f(5, 5), f(3, 4), f(4, 1), f(4, 1)], (), "linalg", "cpu_loops cuda_sm80"),
    ("graph_conv", graph_conv, [f(5, 3), f(5, 5), f(3, 4)], (), "linalg", "cpu_packed"),
    ("point_net", point_net, [f(2, 7, 3), f(3, 8), f(8, 8), f(8, 4)], (0,), "linalg", "cpu_dealloc omp_threads"),
    ("radiance", radiance, [f(6, 3), f(21, 8), f(8, 4)], (), "linalg", "cpu_vector vulkan_gpu"),
    ("ray_march", ray_march, [f(2, 5, 3), f(2, 5), f(1)], (), "linalg", "cpu_loops"),
    ("autoencoder", autoencoder, [f(3, 8), f(8, 6), f(6, 2), f(6, 2), f(3, 2), f(2, 8)], (), "linalg", "omp_threads"),
    ("code_book", code_book, [f(6, 4), f(8, 4)], (), "linalg", "cpu_affine cpu_dealloc"),
    ("dice", dice, [f(2, 1, 4, 4), f(2, 1, 4, 4)], (), "linalg", "embedded_c"),
    ("focal", focal, [f(3, 5), f(3, 5)], (), "linalg", "rocm_mi"),
    ("triplet", triplet, [f(4, 6), f(4, 6), f(4, 6)], (), "linalg", "cpu_loops"),
    ("distillation", distillation, [f(3, 7), f(3, 7)], (), "linalg", "cpu_dealloc"),
    ("proximal_policy", proximal_policy, [f(9), f(9), f(9), f(9), f(9)], (), "linalg", "cpu_loops embedded_c"),
    ("q_targets", q_targets, [f(4, 3), f(4, 3), ids(3, 4), f(4), f(4)], (), "linalg", "cpu_affine"),
    ("adamw", adamw, [f(4, 5), f(4, 5), f(4, 5), f(4, 5), f(1)], (), "linalg", "vulkan_gpu omp_threads"),
    ("sinkhorn", sinkhorn, [f(4, 5)], (), "linalg", "cpu_packed"),
    ("decode_boxes", decode_boxes, [f(6, 4), f(6, 4)], (0, 1), "linalg", "cpu_loops"),
    ("pictures", pictures, [torch.randint(0, 255, (1, 4, 4, 3), dtype=torch.uint8)], (), "linalg", "cpu_vector cuda_sm80"),
    ("mixture_density", mixture_density, [f(4, 3), f(3, 9), f(4, 1)], (), "linalg", "cpu_loops"),
    ("two_towers", two_towers, [ids(9, 3), ids(9, 3), f(9, 4), f(9, 6), f(4, 6)], (), "linalg", "cpu_dealloc"),
    ("deep_wide", deep_wide, [ids(9, 3, 2), f(3, 4), f(9, 5), f(14, 6), f(6, 1), f(4, 1)], (0, 1), "linalg", "omp_threads"),
    ("weight_only", weight_only_int8, [f(3, 8), torch.randint(-128, 127, (6, 8), dtype=torch.int8), f(6)], (), "linalg", "cpu_packed cuda_sm80"),
    ("moving_statistics", moving_statistics, [f(2, 3, 4, 4), f(3), f(3)], (), "linalg", "cpu_affine"),
    ("views_of_states", hidden_states, [f(2, 12)], (), "linalg", "cpu_dealloc embedded_c"),
    ("classifier", Classifier(), [f(2, 6)], (0,), "linalg", "cpu_loops small_floats"),
    ("encoder", Encoder(), [f(1, 4, 8)], (), "linalg", "cpu_affine omp_threads"),
    ("digits", Digits(), [f(1, 1, 8, 8)], (), "linalg", "cpu_loops embedded_c"),
    ("tosa_residual_block", vision_block, [f(1, 3, 8, 8), f(4, 3, 3, 3), f(4), f(4), f(4), f(4, 4, 3, 3), f(4, 3, 1, 1)], (), "tosa", "tosa_linalg"),
    ("tosa_digits", Digits(), [f(1, 1, 8, 8)], (), "tosa", "tosa_linalg"),
    ("tosa_moving", hidden_states, [f(2, 12)], (), "tosa", "tosa_linalg"),
]


def main():
    from torch_mlir import fx

    print("// Models of PyTorch in torch-mlir's dialect, of the set 2026-11-models: what programs_torch.py prints.")
    for name, what, arguments, dynamic, backend, through in PROGRAMS:
        model = (what if isinstance(what, nn.Module) else Function(what)).eval()
        shapes = {"x": tuple({0: BATCH} if n in dynamic else None for n in range(len(arguments)))} if dynamic else None
        if isinstance(what, nn.Module) and dynamic:
            shapes = {"x": {0: BATCH}}
        try:
            with torch.no_grad():
                program = torch.export.export(model, tuple(arguments), dynamic_shapes=shapes)
                made = fx.export_and_import(program, func_name=name, output_type="raw")
        except Exception as error:
            print(f"{name}: {str(error)[:200]}", file=sys.stderr)
            continue
        print(f"// ----- torch_{name}: {backend}: {through}")
        print(str(made).strip())


if __name__ == "__main__":
    main()
