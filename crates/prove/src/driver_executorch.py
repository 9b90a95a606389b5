"""Runs a program of ExecuTorch for `outlast prove`: one request on standard input, answers as lines of JSON. Follows driver_common.py."""


def version():
    try:
        from importlib.metadata import version as of
        return of("executorch")
    except Exception:
        return ""


def accepts(function, parameter):
    return parameter in (function.__doc__ or "")


def load(runtime, request):
    """The program; a function of a method's name and its inputs. What the runtime reads in place stays alive with it."""
    with open(request["file"], "rb") as file:
        program = file.read()
    from_buffer = runtime._load_for_executorch_from_buffer
    if request.get("data"):
        with open(request.get("data"), "rb") as file:
            weights = file.read()
        if accepts(from_buffer, "data_map_buffer"):
            module = from_buffer(program, data_map_buffer=weights)
        else:
            module = runtime._load_for_executorch(request["file"], data_path=request.get("data"))
        return lambda method, inputs, alive=(program, weights): module.run_method(method, tuple(inputs))
    if hasattr(runtime, "_load_program_from_buffer"):
        loaded = runtime._load_program_from_buffer(program)
        methods = {}

        def call(method, inputs, alive=program):
            if method not in methods:
                methods[method] = loaded.load_method(method)
            return methods[method](tuple(inputs))

        return call
    module = from_buffer(program)
    return lambda method, inputs, alive=program: module.run_method(method, tuple(inputs))


def describe(runtime):
    names = getattr(runtime, "_get_operator_names", lambda: [])()
    backends = getattr(runtime, "_get_registered_backend_names", lambda: [])()
    say(event="described", version=version(), operators=sorted(names), backends=sorted(backends))


def main():
    request = json.loads(sys.stdin.readline())
    stage = "runtime"
    say(event="started")
    try:
        import numpy as np
        import torch
        import executorch.extension.pybindings.portable_lib as runtime
        if request.get("describe"):
            describe(runtime)
            return
        if request.get("setup"):
            stage = "setup"
            with open(request.get("setup")) as file:
                exec(compile(file.read(), request.get("setup"), "exec"), {"__file__": request.get("setup"), "__name__": "__main__"})
        stage = "load"
        program = load(runtime, request)
        say(event="loaded", version=version())
        for number, case in enumerate(request["cases"]):
            stage = "run"
            inputs = given(np, torch, read(np, case["inputs"]))
            result = program(case.get("method") or request["method"], inputs)
            keep = {}
            for at, leaf in enumerate(result if isinstance(result, (list, tuple)) else [result]):
                kind, array = kept(np, torch, leaf)
                keep["output_%d%s" % (at, kind)] = array
            with open(case["outputs"], "wb") as file:
                np.savez(file, **keep)
            say(event="case", number=number)
    except BaseException as error:
        say(event="failed", stage=stage, message=first(error))


main()
answers.flush()
# Without what extensions do at exit.
os._exit(0)
