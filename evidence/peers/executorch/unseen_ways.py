"""What sets of models have in common that hand each model over in several ways."""

import models
import torch
from models import Spec
from torch import nn

MODELS = models.MODELS = {}


def given_by_caller():
    """Memory of inputs is the application's."""
    from executorch.exir.passes import MemoryPlanningPass

    return MemoryPlanningPass(alloc_graph_input=False)


def vulkan():
    from executorch.backends.vulkan.partitioner.vulkan_partitioner import VulkanPartitioner

    return VulkanPartitioner({})


# Ways beside those of `add`, and what they set: options of a model's Spec.
CONFIGURED = {
    "xone": {"xnnpack": {"per_op_mode": True}},
    "xtwo": {"xnnpack": {"two_step": True}},
    "xfp32": {"xnnpack": {"precision": "FP32"}},
    "xinline": {"xnnpack": {}, "config": {"extract_delegate_segments": False}},
    "xaligned": {"xnnpack": {}, "config": {"segment_alignment": 4096}},
    "xext": {"xnnpack": {}, "external": True},
    "ext": {"config": {"external_constants": True}},
    "vk": {"delegates": (vulkan,)},
    "vkx": {"delegates": (vulkan,), "xnnpack": {}},
    "bundle": {"bundle": True},
    "caller": {"config": {"memory_planning_pass": given_by_caller}},
    "views": {"config": {"remove_view_copy": False}},
    "named": {"config": {"emit_mutable_buffer_names": True}},
    "traced": {"config": {"emit_stacktrace": True}},
    "order": {"edge": {"_skip_dim_order": True}},
    "dqt": {"xnnpack": {}, "quantize": {"is_per_channel": False, "is_dynamic": True}, "tolerance": 0.5},
    "sqt": {"xnnpack": {}, "quantize": {"is_per_channel": False}, "tolerance": 0.5},
    "sqat": {"xnnpack": {}, "quantize": {"is_per_channel": True, "is_qat": True}, "tolerance": 0.5},
    "qtp": {"quantize": {"is_per_channel": False}, "tolerance": 0.5, "libraries": ("quantized",)},
    "dqp": {"quantize": "dynamic", "tolerance": 0.5, "libraries": ("quantized",)},
}


def add(name, exercises, make, *cases, ways=("plain",), libraries=(), **options):
    """A model in several ways: plain, `xnn`, `dq`/`sq` (quantised, for XNNPACK), `sqp` (quantised, portable), `f16`, `bf16`, `xf16`, `f64`, and CONFIGURED."""
    for way in ways:

        def spec(way=way):
            module = make().eval().requires_grad_(False)
            inputs = [case() for case in cases]
            more = dict(options)
            dtype = {"f16": torch.float16, "bf16": torch.bfloat16, "xf16": torch.float16, "xbf16": torch.bfloat16, "f64": torch.float64}.get(way)
            if dtype:
                module = module.to(dtype)
                inputs = [tuple(x.to(dtype) if isinstance(x, torch.Tensor) and x.is_floating_point() else x for x in case) for case in inputs]
                if way != "f64":
                    more["tolerance"] = 0.1
            if way in ("xnn", "dq", "sq", "xf16", "xbf16"):
                more["xnnpack"] = {}
            if way in ("dq", "sq", "sqp"):
                more["quantize"] = "dynamic" if way == "dq" else "static"
                more["tolerance"] = 0.5
            for option, value in CONFIGURED.get(way, {}).items():
                more[option] = {**more.get(option, {}), **value} if isinstance(value, dict) else value
            mine = tuple(libraries) + more.pop("libraries", ()) + (("quantized",) if way == "sqp" and "quantized" not in libraries else ())
            return Spec(f"{exercises} ({way})", {"forward": (module, inputs)}, libraries=mine, **more)

        delegated = way in ("xnn", "dq", "sq", "xf16", "xbf16") or "xnnpack" in CONFIGURED.get(way, {})
        MODELS[name if way == "plain" else f"{'xnn_' if delegated else ''}{name}_{way}"] = spec


def lenient(name, exercises, make, *cases, **options):
    """Like `add`, with operators that are not of the core set, as many applications need."""
    add(name, exercises, make, *cases, **{"edge": {"_check_ir_validity": False}, **options})


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
