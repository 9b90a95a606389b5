"""Runs a program of PyTorch for `outlast prove`: one request on standard input, answers as lines of JSON. Follows driver_common.py."""


def load(torch, request):
    if request["load"] == "lite":
        try:
            from torch.jit.mobile import _load_for_lite_interpreter
            program = _load_for_lite_interpreter(request["file"])
            return lambda method, inputs: program.run_method(method, tuple(inputs)) if method != "forward" else program(*inputs)
        except ImportError:
            program = torch._C._load_for_lite_interpreter(request["file"], None)
            return lambda method, inputs: program.run_method(method, tuple(inputs))
    if request["load"] == "export":
        import torch.export
        program = torch.export.load(request["file"])
        module = program.module() if hasattr(program, "module") else program
        return lambda method, inputs: module(*inputs)
    program = torch.jit.load(request["file"])
    return lambda method, inputs: getattr(program, method)(*inputs)


def main():
    request = json.loads(sys.stdin.readline())
    stage = "runtime"
    say(event="started")
    try:
        import numpy as np
        import torch
        if request.get("describe"):
            names = [str(schema).partition("(")[0] for schema in torch._C._jit_get_all_schemas()]
            say(event="described", version=torch.__version__.partition("+")[0], operators=sorted(set(names)))
            return
        if request["setup"]:
            stage = "setup"
            names = {"__file__": request["setup"], "__name__": "__main__"}
            sys.path.insert(0, os.path.dirname(os.path.abspath(request["setup"])))
            with open(request["setup"]) as file:
                exec(compile(file.read(), request["setup"], "exec"), names)
        stage = "load"
        program = load(torch, request)
        say(event="loaded", version=torch.__version__)
        for number, case in enumerate(request["cases"]):
            stage = "run"
            arrays = read(np, case["inputs"])
            inputs = given(np, torch, arrays)
            keep = {name: arrays[name] for name in arrays if name.startswith("input_")} if request["record"] else {}
            torch.manual_seed(0)
            with torch.no_grad():
                result = program(case.get("method") or request["method"], inputs)
            for at, leaf in enumerate(leaves(result)):
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
