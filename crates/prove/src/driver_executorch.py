"""Runs programs of ExecuTorch for `outlast prove`. Follows driver_arrays.py."""


def version():
    try:
        from importlib.metadata import version as of
        return of("executorch")
    except Exception:
        return ""


def accepts(function, parameter):
    return parameter in (function.__doc__ or "")


def takes(runtime):
    """What can be asked of a release beyond the program: a level of verification, a file of weights."""
    from_buffer = runtime._load_for_executorch_from_buffer
    data = accepts(from_buffer, "data_map_buffer") or accepts(runtime._load_for_executorch, "data_path")
    return (["verification"] if accepts(from_buffer, "program_verification") else []) + (["data"] if data else [])


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def load(runtime, request, stage):
    """The program: a function from a method's name to a callable. What the runtime reads in place stays alive with it."""
    program = contents(request["file"])
    from_buffer = runtime._load_for_executorch_from_buffer
    weights, how = None, {}
    for asked in ("verification", "data"):
        if request.get(asked) and asked not in takes(runtime):
            raise TypeError("this release takes no %s" % {"verification": "level of verification", "data": "file of weights"}[asked])
    if request.get("verification"):
        how["program_verification"] = getattr(runtime.Verification, request["verification"])
    if request.get("data"):
        if accepts(from_buffer, "data_map_buffer"):
            weights = contents(request["data"])
            module = from_buffer(program, data_map_buffer=weights, **how)
        else:
            module = runtime._load_for_executorch(request["file"], data_path=request["data"], **how)
    elif hasattr(runtime, "_load_program_from_buffer"):
        loaded = runtime._load_program_from_buffer(program, **how)
        methods = {}

        def method(name, alive=program):
            if name not in methods:
                methods[name] = loaded.load_method(name)
            return methods[name]

        return method
    else:
        # These releases load every method at once.
        stage("load+method")
        module = from_buffer(program, **how)
    return lambda name, alive=(program, weights): lambda inputs: module.run_method(name, inputs)


def describe(runtime):
    names = getattr(runtime, "_get_operator_names", lambda: [])()
    backends = getattr(runtime, "_get_registered_backend_names", lambda: [])()
    say(event="described", version=version(), operators=sorted(names), backends=sorted(backends), takes=takes(runtime))


def bundled(runtime, request, stage):
    """Runs cases of a bundled program by the runtime's own means, and has it compare the outputs, within a thousandth."""
    data = contents(request["file"])
    bundle = runtime._load_bundled_program_from_buffer(data, max(len(data), 1 << 16))
    # Since 1.0 a bundled program is a module itself.
    is_whole = hasattr(bundle, "verify_result_with_bundled_expected_output")
    module = bundle if is_whole else runtime._load_for_executorch_from_bundled_program(bundle)
    say(event="loaded", version=version())
    stage("run")
    for number, case in enumerate(request["cases"]):
        method, at = case.get("method") or request["method"], case["bundled"]
        if is_whole:
            module.verify_result_with_bundled_expected_output(method, at, 1e-3, 1e-3)
        else:
            module.load_bundled_input(bundle, method, at)
            module.plan_execute(method)
            module.verify_result_with_bundled_expected_output(bundle, method, at, 1e-3, 1e-3)
        say(event="case", number=number)


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
    if any("bundled" in case for case in request["cases"]):
        bundled(runtime, request, stage)
        return
    program = load(runtime, request, stage)
    for name in request.get("loads", []):
        program(name)
    say(event="loaded", version=version())

    def compute(name, arrays):
        placed = tuple(value(np, torch, *one) for one in by_position(arrays))
        stage("method")
        method = program(name)
        stage("run")
        result = method(placed)
        return [kept(np, torch, leaf) for leaf in (result if isinstance(result, (list, tuple)) else [result])], []

    cases(np, request, stage, compute)


serve(prepare, work)
