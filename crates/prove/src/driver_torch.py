"""Runs programs of PyTorch for `outlast prove`. Follows driver_arrays.py."""


def load(torch, request):
    """The program: a function of a method's name, arguments and keyword arguments."""
    if request["load"] == "lite":
        try:
            from torch.jit.mobile import _load_for_lite_interpreter
            program = _load_for_lite_interpreter(request["file"])
        except ImportError:
            import types
            bare = torch._C._load_for_lite_interpreter(request["file"], None)
            program = types.SimpleNamespace(run_method=lambda method, *inputs: bare.run_method(method, inputs))

        def call(method, inputs, named):
            if named:
                raise ValueError("the lite interpreter takes inputs by position only: %s" % ", ".join(sorted(named)))
            return program.run_method(method, *inputs)

        return call
    if request["load"] == "export":
        import torch.export
        program = torch.export.load(request["file"])
        module = program.module() if hasattr(program, "module") else program
        return lambda method, inputs, named: module(*inputs, **named)
    program = torch.jit.load(request["file"])
    return lambda method, inputs, named: getattr(program, method)(*inputs, **named)


def prepare():
    import numpy as np
    import torch
    return np, torch


def work(ready, request, stage):
    np, torch = ready
    if request.get("describe"):
        names = [str(schema).partition("(")[0] for schema in torch._C._jit_get_all_schemas()]
        say(event="described", version=torch.__version__.partition("+")[0], operators=sorted(set(names)))
        return
    set_up(request, stage)
    stage("load")
    program = load(torch, request)
    say(event="loaded", version=torch.__version__)

    def compute(method, arrays):
        placed, named = given(np, torch, arrays)
        stage("run")
        torch.manual_seed(0)
        with torch.no_grad():
            found = list(leaves(program(method, placed, named)))
        return [kept(np, torch, leaf) for _, leaf in found], [name for name, _ in found]

    cases(np, request, stage, compute)


serve(prepare, work)
