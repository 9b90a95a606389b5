"""What the drivers have in common: requests and answers as lines of JSON, each request in a process of its own where the system can fork;
inputs from files of NumPy, outputs to them."""
import importlib
import json
import os
import sys

# What programs print is not an answer.
sys.dont_write_bytecode = True
MARK = "\x01outlast: end of what was printed"
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def end_with_parent():
    """Where the system can: who asked may be killed."""
    try:
        import ctypes
        ctypes.CDLL(None).prctl(1, 9)
    except Exception:
        pass


def say(**answer):
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def first(error):
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    # What is wrong is said first, or last, behind where it was.
    lines = lines if len(lines) <= 6 else lines[:2] + ["…"] + lines[-4:]
    return (type(error).__name__ + ": " + " | ".join(lines))[:2000] if lines else type(error).__name__


def read(np, path):
    """The arrays of a file, or of a folder with a file for each."""
    if not os.path.isdir(path):
        with np.load(path) as arrays:
            return {name: arrays[name] for name in arrays.files}
    names = [name[:-len(".npy")] for name in sorted(os.listdir(path)) if name.endswith(".npy")]
    return {name: np.load(os.path.join(path, name + ".npy")) for name in names}


def inputs(arrays):
    """The inputs by position, in order, and those by name; each with its kind."""
    placed, named = {}, {}
    for name in arrays:
        if name.startswith("input_"):
            place, _, kind = name[len("input_"):].partition(".")
            if place.isdigit():
                placed[int(place)] = arrays[name], kind
            else:
                named[place] = arrays[name], kind
    if sorted(placed) != list(range(len(placed))):
        raise ValueError("inputs have the numbers %s" % sorted(placed))
    return [placed[number] for number in sorted(placed)], named


def by_position(arrays):
    placed, named = inputs(arrays)
    if named:
        raise ValueError("inputs have no names here, and are given by position: %s" % ", ".join(sorted(named)))
    return placed


def cases(np, request, stage, compute):
    """Runs the cases: `compute` takes the method and the arrays of a case, and gives the outputs, each with its kind, and their names."""
    for number, case in enumerate(request["cases"]):
        stage("run")
        arrays = read(np, case["inputs"])
        keep = {name: arrays[name] for name in arrays if name.startswith("input_")} if request["record"] else {}
        # What cannot be given to a program says nothing about it.
        stage("given")
        outputs, names = compute(case.get("method") or request["method"], arrays)
        for at, (kind, array) in enumerate(outputs):
            keep["output_%d%s" % (at, kind)] = array
        if any(names):
            keep["names"] = np.frombuffer(json.dumps(names).encode(), "uint8")
        with open(case["outputs"], "wb") as file:
            np.savez(file, **keep)
        say(event="case", number=number)


def set_up(request, stage):
    """Runs the file that is to run before."""
    path = request.get("setup")
    if path:
        stage("setup")
        sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
        with open(path) as file:
            exec(compile(file.read(), path, "exec"), {"__file__": path, "__name__": "__main__"})


# Scripts whose functions are called, by path.
scripts = {}


def imported(request):
    """Imports the script of a call, once: before the process for the request is made."""
    path = request.get("call", {}).get("script")
    if path and path not in scripts:
        folder, name = os.path.split(os.path.abspath(path))
        sys.path.insert(0, folder)
        scripts[path] = importlib.import_module(os.path.splitext(name)[0])


def called(call, stage):
    """Calls a function of a script with one argument after the other; what it returns is the answer."""
    for argument in call["arguments"]:
        say(event="result", result=getattr(scripts[call["script"]], call["function"])(json.loads(argument), stage))


def worked(ready, work, request):
    """Works on one request, in this process."""
    at = [None]

    def stage(name):
        at[0] = name
        say(event="stage", stage=name)

    say(event="started", pid=os.getpid())
    try:
        if request.get("call"):
            called(request["call"], stage)
        else:
            work(ready, request, stage)
    except BaseException as error:
        say(event="failed", stage=at[0], message=first(error))


def answered(ready, work, request):
    """Works on one request, in a process of its own where the system can fork; how that ended."""
    try:
        imported(request)
    except BaseException as error:
        say(event="failed", stage="setup", message=first(error))
        return 0
    if not hasattr(os, "fork"):
        worked(ready, work, request)
        return 0
    child = os.fork()
    if child == 0:
        end_with_parent()
        worked(ready, work, request)
        answers.flush()
        # Without what extensions do at exit.
        os._exit(0)
    return os.waitpid(child, 0)[1]


def mark():
    """What was printed before is told apart from what is printed behind."""
    sys.stderr.flush()
    os.write(2, ("\n" + MARK + "\n").encode())


def serve(prepare, work):
    """`prepare` imports the runtime, once; `work` is given that, a request, and a function that notes the stage it is at."""
    ready = None
    end_with_parent()
    for line in iter(sys.stdin.readline, ""):
        status = 0
        try:
            if ready is None:
                ready = prepare()
                # What an import prints is about no program.
                mark()
                say(event="ready")
        except BaseException as error:
            say(event="failed", stage="runtime", message=first(error))
        else:
            status = answered(ready, work, json.loads(line))
        mark()
        say(event="ended", signal=status & 127 or None, status=status >> 8)
    answers.flush()
    os._exit(0)
