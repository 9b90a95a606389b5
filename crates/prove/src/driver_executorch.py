"""Runs a program of ExecuTorch for `outlast prove`: one request on standard input, answers as lines of JSON."""
import json
import os
import sys

# What programs print is not an answer.
sys.dont_write_bytecode = True
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def say(**answer):
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def first(error):
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (type(error).__name__ + ": " + " | ".join(lines[:6]))[:2000] if lines else type(error).__name__


def version():
    try:
        from importlib.metadata import version as of
        return of("executorch")
    except Exception:
        return ""


def accepts(function, parameter):
    return parameter in (function.__doc__ or "")


def given(np, torch, folder):
    named = {}
    for name in os.listdir(folder):
        if name.startswith("input_") and name.endswith(".npy"):
            number, _, kind = name[len("input_"):-len(".npy")].partition(".")
            named[int(number)] = value(np, torch, np.load(os.path.join(folder, name)), kind)
    if sorted(named) != list(range(len(named))):
        raise ValueError("inputs have the numbers %s" % sorted(named))
    return [named[number] for number in sorted(named)]


def value(np, torch, array, kind):
    if kind == "":
        return torch.from_numpy(np.array(array))
    if kind == "bfloat16":
        return torch.from_numpy(np.array(array)).to(torch.bfloat16)
    if kind == "none":
        return None
    return {"int": int, "float": float, "bool": bool}[kind](array)


def kept(np, torch, leaf):
    if leaf is None:
        return ".none", np.zeros(0, "uint8")
    if isinstance(leaf, bool):
        return ".bool", np.array(leaf)
    if isinstance(leaf, int):
        return ".int", np.array(leaf, "int64")
    if isinstance(leaf, float):
        return ".float", np.array(leaf, "float64")
    if isinstance(leaf, str):
        return ".str", np.frombuffer(leaf.encode(), "uint8")
    if not isinstance(leaf, torch.Tensor):
        raise TypeError("a result of the class %s" % type(leaf).__name__)
    tensor = leaf.detach()
    if str(tensor.dtype) == "torch.bfloat16":
        return ".bfloat16", tensor.float().numpy()
    return "", tensor.contiguous().numpy()


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
            inputs = given(np, torch, case["inputs"])
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
