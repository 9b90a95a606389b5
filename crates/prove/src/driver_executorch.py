"""Runs programs of ExecuTorch for `outlast prove`. Follows driver_arrays.py."""


def version():
    try:
        from importlib.metadata import version as of
        return of("executorch")
    except Exception:
        return ""


def accepts(function, parameter):
    return parameter in (function.__doc__ or "")


def load(runtime, request):
    """The program: a function from a method's name to a callable. What the runtime reads in place stays alive with it."""
    with open(request["file"], "rb") as file:
        program = file.read()
    from_buffer = runtime._load_for_executorch_from_buffer
    weights = None
    if request.get("data"):
        with open(request["data"], "rb") as file:
            weights = file.read()
        if accepts(from_buffer, "data_map_buffer"):
            module = from_buffer(program, data_map_buffer=weights)
        else:
            module = runtime._load_for_executorch(request["file"], data_path=request["data"])
    elif hasattr(runtime, "_load_program_from_buffer"):
        loaded = runtime._load_program_from_buffer(program)
        methods = {}

        def method(name, alive=program):
            if name not in methods:
                methods[name] = loaded.load_method(name)
            return methods[name]

        return method
    else:
        # These releases load every method at once.
        module = from_buffer(program)
    return lambda name, alive=(program, weights): lambda inputs: module.run_method(name, inputs)


def describe(runtime):
    names = getattr(runtime, "_get_operator_names", lambda: [])()
    backends = getattr(runtime, "_get_registered_backend_names", lambda: [])()
    say(event="described", version=version(), operators=sorted(names), backends=sorted(backends))


def prepare():
    import numpy as np
    import torch
    import executorch.extension.pybindings.portable_lib as runtime
    return np, torch, runtime


def work(ready, request, stage):
    np, torch, runtime = ready
    if request.get("describe"):
        describe(runtime)
        return
    set_up(request, stage)
    stage("load")
    program = load(runtime, request)
    for name in request.get("loads", []):
        program(name)
    say(event="loaded", version=version())

    def compute(name, arrays):
        placed = tuple(value(np, torch, *one) for one in by_position(arrays))
        stage("load")
        method = program(name)
        stage("run")
        result = method(placed)
        return [kept(np, torch, leaf) for leaf in (result if isinstance(result, (list, tuple)) else [result])], []

    cases(np, request, stage, compute)


serve(prepare, work)
