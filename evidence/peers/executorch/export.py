#!/usr/bin/env python3
"""Exports every model of models.py with the ExecuTorch release it runs in.

    export.py OUT_DIR [MODEL …]

Writes for each model NAME.pte (and .ptd, .bpte where it has them), NAME.npz with the inputs and what the eager model
answers, and index.json.  Keys in the .npz: `method|case|in|i` and `method|case|out|i` (flattened; a case that the
runtime must refuse is called x0, x1, … and has no outputs); the entry `kinds` is a JSON object that says for each key
what numpy cannot: bfloat16 (stored as uint16), int, float, bool, none.  Cases of a method run one after another on the
same loaded method, so state carries over.
"""
import argparse
import copy
import importlib
import importlib.metadata
import inspect
import json
import os
import re
import tempfile
import traceback
import warnings

import executorch.exir as exir
import linked
import models
import numpy
import torch
from torch.utils import _pytree as pytree

TORCH = tuple(int(n) for n in re.findall(r"\d+", torch.__version__)[:2])


class NotInThisRelease(Exception):
    pass


def first(*names):
    """The first of the dotted names that this release has."""
    for name in names:
        module, attribute = name.rsplit(".", 1)
        try:
            return getattr(importlib.import_module(module), attribute)
        except (ImportError, AttributeError):
            pass
    raise NotInThisRelease(names[-1])


def options(cls, wanted):
    """An instance of a configuration class; refuses what the release does not know."""
    known = inspect.signature(cls).parameters
    for name in wanted:
        if name not in known:
            raise NotInThisRelease(f"{cls.__name__}.{name}")
    return cls(**wanted)


def capture(module, args):
    """The graph that the quantizer works on; its name changed three times."""
    if TORCH < (2, 5):
        return importlib.import_module("torch._export").capture_pre_autograd_graph(module, args)
    if TORCH < (2, 7):
        return torch.export.export_for_training(module, args).module()
    return torch.export.export(module, args, strict=True).module()


def quantize(module, args, how):
    """`how`: "static", "dynamic", what the quantizer's configuration takes, or a function that quantises the module."""
    if callable(how):
        return how(module, args)
    wanted = how if isinstance(how, dict) else {"is_per_channel": True, "is_dynamic": how == "dynamic"}
    quantizer = first("executorch.backends.xnnpack.quantizer.xnnpack_quantizer.XNNPACKQuantizer",
                      "torch.ao.quantization.quantizer.xnnpack_quantizer.XNNPACKQuantizer")  # fmt: skip
    home = importlib.import_module(quantizer.__module__)
    in_torchao = any(base.__module__.startswith("torchao") for base in quantizer.__mro__)
    pt2e = importlib.import_module("torchao.quantization.pt2e.quantize_pt2e" if in_torchao else "torch.ao.quantization.quantize_pt2e")
    settings = home.get_symmetric_quantization_config(**wanted)
    prepare = pt2e.prepare_qat_pt2e if wanted.get("is_qat") else pt2e.prepare_pt2e
    prepared = prepare(capture(module, args), quantizer().set_global(settings))
    prepared(*args)
    return pt2e.convert_pt2e(prepared)


def partitioner(wanted):
    wanted = {k: v for k, v in wanted.items() if k != "two_step"}
    if "precision" in wanted:
        kinds = first("executorch.backends.xnnpack.partition.config.xnnpack_config.ConfigPrecisionType")
        wanted["config_precisions"] = kinds[wanted.pop("precision")]
    cls = first("executorch.backends.xnnpack.partition.xnnpack_partitioner.XnnpackPartitioner")
    return options(cls, wanted)


def export_program(module, args, dynamic):
    if dynamic:
        return torch.export.export(module, args, dynamic_shapes=dynamic)
    return torch.export.export(module, args)


def initialize(names):
    return first("executorch.exir.passes.init_mutable_pass.InitializedMutableBufferPass")(list(names))


def strip_folders(programs):
    """So that the file does not depend on where this runs."""
    for program in programs:
        for node in program.graph.nodes:
            if node.meta.get("stack_trace"):
                node.meta["stack_trace"] = re.sub(r'(File ")[^"]*/', r"\1", node.meta["stack_trace"])


def lower(spec, modules):
    """An ExecutorchProgramManager for the (perhaps quantised) modules."""
    programs = {}
    for name, module in modules.items():
        args = spec.methods[name][1][0]
        program = export_program(module, args, spec.dynamic and name == "forward" and spec.dynamic())
        if spec.external:
            tag = first("executorch.exir.passes.external_constants_pass.delegate_external_constants_pass_unlifted")
            tagged = program.module()
            tag(tagged, lambda node: "weights") if "module" in inspect.signature(tag).parameters else tag(tagged, "forward", lambda node: "weights")
            program = export_program(tagged, args, None)
        programs[name] = program
    if spec.config.get("emit_stacktrace"):
        strip_folders(programs.values())
    edge_options = dict(spec.edge)
    if spec.xnnpack is not None or spec.delegates or spec.quantize:
        edge_options.setdefault("_check_ir_validity", False)
    edge_config = options(exir.EdgeCompileConfig, edge_options)
    extra = {"constant_methods": spec.constants} if spec.constants else {}
    one_step = getattr(exir, "to_edge_transform_and_lower", None)
    if spec.delegates:
        wanted = [make() for make in spec.delegates]
        wanted += [partitioner(spec.xnnpack)] if spec.xnnpack is not None else []
        manager = first("executorch.exir.to_edge_transform_and_lower")(programs, partitioner=wanted, compile_config=edge_config, **extra)
    elif spec.xnnpack is None:
        manager = exir.to_edge(programs, compile_config=edge_config, **extra)
    elif one_step and not spec.xnnpack.get("two_step"):
        manager = one_step(programs, partitioner=[partitioner(spec.xnnpack)], compile_config=edge_config, **extra)
    else:
        manager = exir.to_edge(programs, compile_config=edge_config, **extra)
        if spec.quantize == "dynamic" and TORCH < (2, 5):
            older = "executorch.backends.xnnpack.partition.xnnpack_partitioner.XnnpackDynamicallyQuantizedPartitioner"
            manager = manager.to_backend(first(older)())
        manager = manager.to_backend(partitioner(spec.xnnpack))
    config = {name: value() if callable(value) else value for name, value in spec.config.items()}
    if spec.initialized:
        config["passes"] = [initialize(spec.initialized)]
    return manager.to_executorch(options(exir.ExecutorchBackendConfig, config))


def flatten(value):
    return pytree.tree_flatten(value)[0]


class Recording:
    """What goes into the .npz."""

    def __init__(self):
        self.arrays, self.kinds = {}, {}

    def add(self, key, value):
        if value is None or isinstance(value, (bool, int, float)):
            self.kinds[key] = "none" if value is None else type(value).__name__
            self.arrays[key] = numpy.array(0 if value is None else value)
        elif value.dtype == torch.bfloat16:
            self.kinds[key] = "bfloat16"
            self.arrays[key] = value.detach().contiguous().view(torch.int16).numpy().view(numpy.uint16)
        else:
            if value.dim() == 4 and not value.is_contiguous() and value.is_contiguous(memory_format=torch.channels_last):
                self.kinds[key] = "channels_last"
            self.arrays[key] = value.detach().contiguous().numpy()

    def save(self, path):
        kinds = numpy.frombuffer(json.dumps(self.kinds, sort_keys=True).encode(), dtype=numpy.uint8)
        numpy.savez_compressed(path, kinds=kinds, **self.arrays)


def record(spec, modules):
    recording, outputs = Recording(), {}
    for name, module in modules.items():
        state = copy.deepcopy(module)
        cases = [(str(i), case) for i, case in enumerate(spec.methods[name][1])]
        if name == "forward":
            cases += [(f"x{i}", case) for i, case in enumerate(spec.beyond)]
        for case, args in cases:
            for i, value in enumerate(flatten(args)):
                recording.add(f"{name}|{case}|in|{i}", value)
            if not case.startswith("x"):
                with torch.no_grad():
                    answer = state(*copy.deepcopy(args))
                outputs[name, case] = copy.deepcopy(answer)
                for i, value in enumerate(flatten(answer)):
                    recording.add(f"{name}|{case}|out|{i}", value)
    for name, value in (spec.constants or {}).items():
        if not isinstance(value, str):
            for i, v in enumerate(flatten(value)):
                recording.add(f"{name}|0|out|{i}", v)
    return recording, outputs


def bundle(spec, manager, outputs):
    package = "devtools" if importlib.util.find_spec("executorch.devtools") else "sdk"
    config = importlib.import_module(f"executorch.{package}.bundled_program.config")
    core = importlib.import_module(f"executorch.{package}.bundled_program.core")
    serialize = importlib.import_module(f"executorch.{package}.bundled_program.serialize")
    suites = [
        config.MethodTestSuite(method_name=name, test_cases=[
            config.MethodTestCase(inputs=list(args), expected_outputs=flatten(outputs[name, str(i)])) for i, args in enumerate(cases)])
        for name, (_, cases) in spec.methods.items()
    ]  # fmt: skip
    return serialize.serialize_from_bundled_program_to_flatbuffer(core.BundledProgram(manager, suites))


def export(name, out):
    torch.manual_seed(20260 + sum(map(ord, name)))
    spec = models.MODELS[name]()
    for library in spec.libraries:
        if not linked.declare(library):
            raise NotInThisRelease(library)
    modules = {}
    for method, (module, cases) in spec.methods.items():
        modules[method] = quantize(module, cases[0], spec.quantize) if spec.quantize else module
    recording, outputs = record(spec, modules)
    manager = lower(spec, {k: m if spec.quantize else copy.deepcopy(m) for k, m in modules.items()})
    files = {name + ".pte": bytes(manager.buffer)}
    if getattr(manager, "_tensor_data", None):
        with tempfile.TemporaryDirectory() as scratch:
            manager.write_tensor_data_to_file(scratch)
            for i, file in enumerate(sorted(os.listdir(scratch))):
                with open(os.path.join(scratch, file), "rb") as f:
                    files[name + (f".{i}" if i else "") + ".ptd"] = f.read()
    if spec.bundle:
        files[name + ".bpte"] = bundle(spec, manager, outputs)
    for file, data in files.items():
        with open(os.path.join(out, file), "wb") as f:
            f.write(data)
    recording.save(os.path.join(out, name + ".npz"))
    return {
        "exercises": spec.exercises,
        "files": {file: len(data) for file, data in sorted(files.items())},
        "methods": sorted(list(spec.methods) + list(spec.constants or {})),
        "options": {k: v for k, v in (("config", spec.config), ("edge", spec.edge), ("xnnpack", spec.xnnpack),
                                      ("quantize", spec.quantize), ("initialized", spec.initialized)) if v},
        "tolerance": spec.tolerance,
        "libraries": spec.libraries,
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("models", nargs="*")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    os.makedirs(args.out, exist_ok=True)
    index = {"exporter": importlib.metadata.version("executorch"), "torch": torch.__version__, "models": {}}
    path = os.path.join(args.out, "index.json")
    if args.models and os.path.exists(path):
        with open(path) as f:
            index["models"] = json.load(f)["models"]
    for name in args.models or models.MODELS:
        try:
            index["models"][name] = export(name, args.out)
        except NotInThisRelease as e:
            index["models"][name] = {"error": f"not in this release: {e}"}
        except BaseException as e:  # whatever the exporter raises is a result
            if isinstance(e, KeyboardInterrupt):
                raise
            lines = [line for line in str(e).strip().splitlines() if line.strip()]
            index["models"][name] = {"error": f"{type(e).__name__}: {re.sub(r'/[^ ]*/', '', ' '.join(lines[:3]))[:400]}"}
            if os.environ.get("OUTLAST_TRACE"):
                traceback.print_exc()
        print(name, index["models"][name].get("error") or index["models"][name]["files"], flush=True)
        # After each: a crash of the exporter loses one model only.
        index["models"] = {name: index["models"][name] for name in models.MODELS if name in index["models"]}
        with open(path, "w") as f:
            json.dump(index, f, indent=1, default=lambda value: value.__name__)  # a function that gives an option
            f.write("\n")


if __name__ == "__main__":
    main()
