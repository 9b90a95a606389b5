"""What sets of models have in common that hand each model over in several ways: unseen_devices.py, unseen_appliances.py."""

import models
import torch
from models import Spec
from torch import nn

MODELS = models.MODELS = {}


def add(name, exercises, make, *cases, ways=("plain",), libraries=(), **options):
    """A model in several ways: plain, `xnn`, `dq`/`sq` (quantised, for XNNPACK), `sqp` (quantised, portable), `f16`, `bf16`, `xf16`."""
    for way in ways:

        def spec(way=way):
            module = make().eval().requires_grad_(False)
            inputs = [case() for case in cases]
            more = dict(options)
            dtype = {"f16": torch.float16, "bf16": torch.bfloat16, "xf16": torch.float16}.get(way)
            if dtype:
                module = module.to(dtype)
                inputs = [tuple(x.to(dtype) if isinstance(x, torch.Tensor) and x.is_floating_point() else x for x in case) for case in inputs]
                more["tolerance"] = 0.1
            if way in ("xnn", "dq", "sq", "xf16"):
                more["xnnpack"] = {}
            if way in ("dq", "sq", "sqp"):
                more["quantize"] = "dynamic" if way == "dq" else "static"
                more["tolerance"] = 0.5
            mine = tuple(libraries) + (("quantized",) if way == "sqp" and "quantized" not in libraries else ())
            return Spec(f"{exercises} ({way})", {"forward": (module, inputs)}, libraries=mine, **more)

        MODELS[name if way == "plain" else f"{'xnn_' if way in ('xnn', 'dq', 'sq', 'xf16') else ''}{name}_{way}"] = spec


def r(*shape):
    return lambda: (torch.randn(*shape),)


class Do(nn.Module):
    def __init__(self, f, **parts):
        super().__init__()
        self.f = f
        for name, part in parts.items():
            if isinstance(part, nn.Module):
                setattr(self, name, part)
            else:
                self.register_buffer(name, part)

    def forward(self, *args):
        return self.f(self, *args)


def conv(i, o, k=3, s=1, g=1, act=nn.ReLU):
    """A convolution, a norm with statistics as training leaves them, an activation."""
    norm = nn.BatchNorm2d(o)
    norm.running_mean.uniform_(-0.2, 0.2)
    norm.running_var.uniform_(0.5, 1.5)
    return nn.Sequential(nn.Conv2d(i, o, k, s, k // 2, groups=g, bias=False), norm, act())
