"""Ways to quantise, to plan and to fold, beside those of unseen_ways.py."""

import importlib
import inspect

import export
import torch
from torch import nn
from unseen_ways import CONFIGURED, vulkan


def planned(**wanted):
    """A plan of memory other than the usual one."""

    def plan():
        from executorch.exir.passes import MemoryPlanningPass

        return export.options(MemoryPlanningPass, wanted)

    return plan


def naive():
    """Memory without reuse."""
    from executorch.exir import memory_planning
    from executorch.exir.passes import MemoryPlanningPass

    suite = getattr(memory_planning, "MemoryPlanningAlgorithmSuite", None)
    if suite:
        return MemoryPlanningPass(suite([memory_planning.naive]))
    older = isinstance(inspect.signature(MemoryPlanningPass).parameters["memory_planning_algo"].default, str)
    return MemoryPlanningPass("naive" if older else memory_planning.naive)


def pt2e(module, args, quantizer):
    """Prepares, calibrates and converts with a quantizer, whichever package of the release has the steps."""
    in_torchao = any(base.__module__.startswith("torchao") for base in type(quantizer).__mro__)
    steps = importlib.import_module("torchao.quantization.pt2e.quantize_pt2e" if in_torchao else "torch.ao.quantization.quantize_pt2e")
    prepared = steps.prepare_pt2e(export.capture(module, args), quantizer)
    prepared(*args)
    return steps.convert_pt2e(prepared)


def xnnpack_quantizer():
    cls = export.first(
        "executorch.backends.xnnpack.quantizer.xnnpack_quantizer.XNNPACKQuantizer", "torch.ao.quantization.quantizer.xnnpack_quantizer.XNNPACKQuantizer"
    )
    return cls(), importlib.import_module(cls.__module__).get_symmetric_quantization_config


def layers_only(module, args):
    """What goes into layers is measured when it comes; all else stays."""
    quantizer, settings = xnnpack_quantizer()
    return pt2e(module, args, quantizer.set_module_type(nn.Linear, settings(is_per_channel=True, is_dynamic=True)))


def convolutions_only(module, args):
    quantizer, settings = xnnpack_quantizer()
    return pt2e(module, args, quantizer.set_module_type(nn.Conv2d, settings(is_per_channel=True)).set_module_type(nn.Conv1d, settings()))


def words_only(module, args):
    """Embeddings to bytes."""
    return pt2e(
        module,
        args,
        export.first("torchao.quantization.pt2e.quantizer.embedding_quantizer.EmbeddingQuantizer", "torch.ao.quantization.quantizer.embedding_quantizer.EmbeddingQuantizer")(),
    )


def words_and_layers(module, args):
    both = export.first("torchao.quantization.pt2e.quantizer.ComposableQuantizer", "torch.ao.quantization.quantizer.composable_quantizer.ComposableQuantizer")
    words = export.first("torchao.quantization.pt2e.quantizer.embedding_quantizer.EmbeddingQuantizer", "torch.ao.quantization.quantizer.embedding_quantizer.EmbeddingQuantizer")
    quantizer, settings = xnnpack_quantizer()
    return pt2e(module, args, both([words(), quantizer.set_global(settings(is_per_channel=True, is_dynamic=True))]))


def vulkan_weights(module, args):
    home = "executorch.backends.vulkan.quantizer.vulkan_quantizer"
    return pt2e(
        module,
        args,
        export.first(home + ".VulkanQuantizer")().set_global(export.first(home + ".get_symmetric_quantization_config")(is_dynamic=False, weight_bits=8)),
    )


def by_torchao(make, keep=None):
    """Weights by a configuration of torchao, before anything is captured."""

    def quantised(module, args):
        quantize_ = export.first("torchao.quantization.quantize_")
        quantize_(module, make(export), *([keep] if keep else []))
        return export.first("torchao.utils.unwrap_tensor_subclass")(module)

    return quantised


def intx(bits, axis=None, group=32):
    def make(export):
        granularity = (
            export.first("torchao.quantization.granularity.PerAxis")(axis)
            if axis is not None
            else export.first("torchao.quantization.granularity.PerGroup")(group)
        )
        return export.first("torchao.quantization.IntxWeightOnlyConfig")(weight_dtype=getattr(torch, f"int{bits}"), granularity=granularity)

    return make


def activations_8(bits, axis=None, group=32):
    def make(export):
        granularity = (
            export.first("torchao.quantization.granularity.PerAxis")(axis)
            if axis is not None
            else export.first("torchao.quantization.granularity.PerGroup")(group)
        )
        cls = export.first("torchao.quantization.Int8DynamicActivationIntxWeightConfig")
        return cls(weight_dtype=getattr(torch, f"int{bits}"), weight_granularity=granularity)

    return make


def embeddings(module, name):
    return isinstance(module, nn.Embedding)


def groups(module, name):
    return isinstance(module, nn.Linear) and module.in_features % 32 == 0


def fused():
    """The pass that makes one look-up of a table of bytes."""
    from executorch.exir.passes.quant_fusion_pass import QuantFusionPass

    return [QuantFusionPass()]


CONFIGURED.update({
    "naive": {"config": {"memory_planning_pass": naive}},
    "apart": {"config": {"memory_planning_pass": planned(alloc_graph_input=False, alloc_graph_output=False)}},
    "overlap": {"config": {"memory_planning_pass": planned(allow_lifetime_and_storage_overlap=True)}},
    "buffers": {"config": {"memory_planning_pass": planned(alloc_mutable_buffers=False), "emit_mutable_buffer_names": True}},
    "inplace": {"config": {"run_reinplace_pass": True}},
    "folded": {"quantize": "static", "config": {"do_quant_fusion_and_const_prop": True}, "tolerance": 0.5, "libraries": ("quantized",)},
    "wide": {"config": {"constant_tensor_alignment": 256}},
    "xwide": {"xnnpack": {}, "config": {"delegate_alignment": 64, "constant_tensor_alignment": 32}},
    "xstatic": {"xnnpack": {"precision": "STATIC_QUANT"}, "quantize": "static", "tolerance": 0.5},
    "xdynamic": {"xnnpack": {"precision": "DYNAMIC_QUANT"}, "quantize": "dynamic", "tolerance": 0.5},
    "dq4": {"xnnpack": {}, "quantize": {"is_per_channel": True, "is_dynamic": True, "weight_qmin": -8, "weight_qmax": 7}, "tolerance": 0.8},
    "dqat": {"xnnpack": {}, "quantize": {"is_per_channel": True, "is_dynamic": True, "is_qat": True}, "tolerance": 0.5},
    "sq6": {"xnnpack": {}, "quantize": {"is_per_channel": True, "act_qmin": -32, "act_qmax": 31, "weight_qmin": -31, "weight_qmax": 31}, "tolerance": 0.8},
    "layers": {"xnnpack": {}, "quantize": layers_only, "tolerance": 0.5},
    "convs": {"xnnpack": {}, "quantize": convolutions_only, "tolerance": 0.5},
    "words": {"quantize": words_only, "config": {"passes": fused}, "tolerance": 0.5, "libraries": ("quantized",)},
    "both": {"xnnpack": {}, "quantize": words_and_layers, "config": {"passes": fused}, "tolerance": 0.5, "libraries": ("quantized",)},
    "vkw": {"delegates": (vulkan,), "quantize": vulkan_weights, "tolerance": 0.5},
    "a8w4": {"xnnpack": {}, "quantize": by_torchao(activations_8(4), groups), "tolerance": 0.8},
    "a8w8": {"xnnpack": {}, "quantize": by_torchao(activations_8(8, 0)), "tolerance": 0.5},
    "e8": {"quantize": by_torchao(intx(8, 0), embeddings), "config": {"do_quant_fusion_and_const_prop": True}, "tolerance": 0.5, "libraries": ("quantized",)},
    "e4": {"xnnpack": {}, "quantize": by_torchao(intx(4), embeddings), "config": {"do_quant_fusion_and_const_prop": True}, "tolerance": 0.8, "libraries": ("quantized",)},
    "e2": {"quantize": by_torchao(intx(2), embeddings), "config": {"do_quant_fusion_and_const_prop": True}, "tolerance": 2.0, "libraries": ("quantized",)},
})  # fmt: skip
