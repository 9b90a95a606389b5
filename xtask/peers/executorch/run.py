#!/usr/bin/env python3
"""Runs exported files on the ExecuTorch release that this Python holds, and says what happened.

    run.py FILES_DIR … --out RESULTS.jsonl [--only MODEL …]       folders that export.py wrote; skips those already there
    run.py --mutants DIR --out RESULTS.jsonl                      files listed in DIR/mutants.json
    run.py … --one-level                                          one verification level only: the one that is the default

mutants.json is a list of {"file", "base", "npz"} and, where it applies, "ptd", "libraries", "tolerance" and "methods"
(name in the file -> name in the .npz).  Paths are relative to DIR.

Every file runs in a forked child, once per verification level that the release's API has, so crashes and hangs are
results too.  One JSON object per line and method:

  outcome    ok, wrong (ran, but the numbers differ), fail, crash, hang, or skip
  stage      where it ended: load (program), method, run; `load+method` where the API does both at once
  code       the runtime's error code, exception its Python text, log what the runtime wrote to stderr
  harness    set where the reason is this set-up and not the file
"""
import argparse
import importlib
import importlib.metadata
import json
import math
import os
import re
import select
import signal
import sys
import tempfile
import time

import executorch.extension.pybindings.portable_lib as runtime
import linked
import numpy
import torch

RELEASE = importlib.metadata.version("executorch")
TIMEOUT = 30
ONE_LEVEL = False


def accepts(name, parameter):
    return parameter in (getattr(runtime, name).__doc__ or "")


BY_METHOD = hasattr(runtime, "_load_program_from_buffer")
DATA_BUFFER = accepts("_load_for_executorch_from_buffer", "data_map_buffer")
DATA_PATH = accepts("_load_for_executorch", "data_path")
LEVELS = ["minimal", "internal"] if accepts("_load_for_executorch_from_buffer", "program_verification") else ["none"]


def level_argument(level):
    if level == "none":
        return {}
    return {"program_verification": runtime.Verification.Minimal if level == "minimal" else runtime.Verification.InternalConsistency}


# --- loading and calling -------------------------------------------------------------------------------------------------


def read(path):
    with open(path, "rb") as f:
        return f.read()


def open_program(job, stage):
    """Loads the file; returns a function from a method's name to a callable that takes the flat inputs."""
    stage("load")
    extra = level_argument(job["verification"])
    data = read(job["path"])  # the runtime does not copy it, so it has to outlive the method
    weights = None
    if job["data"] == "given":
        if DATA_BUFFER:
            weights = read(job["ptd"])
            module = runtime._load_for_executorch_from_buffer(data, data_map_buffer=weights, **extra)
        else:
            module = runtime._load_for_executorch(job["path"], data_path=job["ptd"], **extra)
    elif BY_METHOD:
        program = runtime._load_program_from_buffer(data, **extra)

        def load(name):
            stage("method")
            method = program.load_method(name)
            return lambda inputs, alive=(data, program): method(inputs)

        return load
    else:
        stage("load+method")  # these releases load every method at once
        module = runtime._load_for_executorch_from_buffer(data, **extra)

    def load(name):
        if job["data"] == "given":
            stage("method+run")
        return lambda inputs, alive=(data, weights): module.run_method(name, tuple(inputs))

    return load


def open_bundle(job, stage):
    """Like `open_program`, by the official API for bundled programs; the callable takes the number of the case."""
    stage("load")
    data = read(job["path"])
    bundle = runtime._load_bundled_program_from_buffer(data, max(len(data), 1 << 16))
    whole = hasattr(bundle, "verify_result_with_bundled_expected_output")  # 1.0 and later
    module = bundle if whole else runtime._load_for_executorch_from_bundled_program(bundle)

    def load(name):
        def call(case, alive=data):
            if whole:
                module.verify_result_with_bundled_expected_output(name, case, 1e-3, 1e-3)
            else:
                module.load_bundled_input(bundle, name, case)
                module.plan_execute(name)
                module.verify_result_with_bundled_expected_output(bundle, name, case, 1e-3, 1e-3)

        return call

    return load


# --- recorded inputs and outputs -----------------------------------------------------------------------------------------


class Recording:
    def __init__(self, path):
        self.arrays = dict(numpy.load(path))
        self.kinds = json.loads(bytes(self.arrays.pop("kinds")).decode())

    def methods(self):
        return sorted({key.split("|")[0] for key in self.arrays})

    def cases(self, method):
        names = {key.split("|")[1] for key in self.arrays if key.startswith(method + "|")}
        return sorted(names, key=lambda n: (n.startswith("x"), int(n.lstrip("x"))))

    def values(self, method, case, side):
        found, i = [], 0
        while f"{method}|{case}|{side}|{i}" in self.arrays:
            found.append(self.value(f"{method}|{case}|{side}|{i}"))
            i += 1
        return found

    def value(self, key):
        array, kind = self.arrays[key], self.kinds.get(key)
        if kind == "none":
            return None
        if kind in ("int", "float", "bool"):
            return {"int": int, "float": float, "bool": bool}[kind](array)
        if kind == "bfloat16":
            return torch.from_numpy(array.view(numpy.int16).copy()).view(torch.bfloat16)
        tensor = torch.from_numpy(numpy.array(array, copy=True))
        return tensor.to(memory_format=torch.channels_last) if kind == "channels_last" else tensor


def plain(tensor):
    return [v if math.isfinite(v) else str(v) for v in tensor.flatten()[:6].double().tolist()]


def given(value):
    """What a runtime gave, short enough to be kept: shape and values of a tensor."""
    if not isinstance(value, torch.Tensor):
        return value if isinstance(value, (int, float, bool, type(None))) else str(value)
    values = value.flatten()[:4096].double().tolist()
    return [list(value.shape), [float(f"{v:.7g}") if math.isfinite(v) else str(v) for v in values]]


def compare(got, want, tolerance, report):
    """Notes the largest error and every difference in `report`, and if there is one, what was given."""
    before = len(report["differs"])
    got = list(got) if isinstance(got, (list, tuple)) else [got]
    if len(got) != len(want):
        report["differs"].append(f"{len(got)} outputs instead of {len(want)}")
    for i, (g, w) in enumerate(zip(got, want)):
        if not isinstance(w, torch.Tensor) or not isinstance(g, torch.Tensor):
            g, w = (v.reshape(-1).tolist()[0] if isinstance(v, torch.Tensor) and v.numel() == 1 else v for v in (g, w))
            if isinstance(g, torch.Tensor) or isinstance(w, torch.Tensor) or (g != w and not (g is None or w is None)):
                report["differs"].append(f"output {i}: {g} instead of {w}")
            continue
        if g.dtype != w.dtype:
            report["differs"].append(f"output {i}: {g.dtype} instead of {w.dtype}")
        if tuple(g.shape) != tuple(w.shape):
            report["differs"].append(f"output {i}: shape {list(g.shape)} instead of {list(w.shape)}")
            continue
        a, b = g.double(), w.double()
        same = (a == b) | (a.isnan() & b.isnan())
        error = torch.where(same, torch.zeros_like(a), (a - b).abs())
        finite = error[error.isfinite()]
        report["max_error"] = max(report["max_error"], float(finite.max()) if finite.numel() else 0.0)
        bad = ~same & ~(error <= tolerance + tolerance * b.abs())
        if bad.any():
            odd = int((~a.isfinite() & b.isfinite()).sum())
            text = f"output {i}: {int(bad.sum())} of {bad.numel()} values, {odd} not finite: {plain(g)} instead of {plain(w)}"
            report["differs"].append(text)
    report["gave"].append([given(value) for value in got] if len(report["differs"]) > before else None)


# --- one child -----------------------------------------------------------------------------------------------------------


def error_code(text):
    found = re.findall(r"0x:?([0-9a-fA-F]+)", text)
    return "0x" + found[-1].lower().lstrip("0").rjust(1, "0") if found else None


def child(job, methods, send):
    """Runs the methods in turn.  Sends ("stage", …) as it goes and one ("result", …) per method."""
    for library in job["libraries"]:
        linked.load(library)
    recording = Recording(job["npz"])
    for name, recorded in methods:
        os.ftruncate(2, 0)
        report = {"outcome": "ok", "stage": None, "cases": 0, "max_error": 0.0, "differs": [], "gave": [], "refused": []}

        def stage(where, report=report, name=name):
            report["stage"] = where
            send(["stage", name, where])

        try:
            is_bundle = job["path"].endswith(".bpte")
            method = (open_bundle if is_bundle else open_program)(job, stage)(name)
            if report["stage"] != "method+run":
                stage("run")
            for case in recording.cases(recorded):
                if is_bundle:
                    if not case.startswith("x"):
                        method(int(case))
                    continue
                inputs = recording.values(recorded, case, "in")
                if case.startswith("x"):
                    try:
                        method(inputs)
                        report["differs"].append(f"case {case} should have been refused")
                    except Exception as e:
                        report["refused"].append(str(e)[:200])
                    continue
                got = method(inputs)
                report["cases"] += 1
                compare(got, recording.values(recorded, case, "out"), job["tolerance"], report)
            if report["differs"]:
                report["outcome"] = "wrong"
            else:
                report["stage"], report["gave"] = None, []
        except Exception as e:
            text = str(e)
            report.update(outcome="fail", exception=f"{type(e).__name__}: {text[:400]}", code=error_code(text))
            if "Result verification failed" in text:
                report["outcome"] = "wrong"
            if report["stage"] == "load+method":
                report["stage"] = "method" if "loading method" in text else "load"
        send(["result", name, report])


# Signs that the reason lies in the Python binding (or in how it is used here) and not in the file.
HARNESS = {
    r"^(TypeError|NotImplementedError)|nsupported python|Unsupported pytype|should not reach this point. <class": "the binding refuses this kind of argument",
    r"is not contiguous": "the binding takes contiguous inputs only",
    r"aten_bridge.cpp.*should not reach this point": "the binding does not know this element type",
    r"Failed to allocate temp memory": "the binding gives the method no temporary memory",
    r"ETensor must have valid sizes": "the binding aborts on 0-dimensional inputs",
}


def blame(job, report):
    """Sets `harness` where the failure is not the file's."""
    if report["outcome"] in ("ok", "wrong") or "harness" in report:
        return
    text = report.get("exception", "") + "\n" + report.get("log", "")
    found = [reason for pattern, reason in HARNESS.items() if re.search(pattern, text)]
    if job["data"] == "no-api":
        found = ["the Python API has no data-file argument"]
    if found:
        report["harness"] = found[0]


LOG_NOISE = re.compile(r"(?m)^.*(?:cpuinfo_utils.cpp|operator_registry.cpp:\d+. (?:dtype:|\d|\])).*\n?|^([EIWDF] )?\d\d:\d\d:\d\d\.\d+ |0x[0-9a-f]{9,}")


def read_log(fd):
    size = os.fstat(fd).st_size
    text = os.pread(fd, min(size, 6000), 0).decode("utf-8", "replace")
    return LOG_NOISE.sub(lambda m: "0x…" if m.group(0).startswith("0x") else m.group(1) or "", text).strip()[:3000]


def fork_child(job, methods):
    """Yields (method, report).  Starts again with the next method when a child dies."""
    methods = list(methods)
    while methods:
        log = os.open(tempfile.gettempdir() + f"/outlast-{os.getpid()}.log", os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
        receive, give = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(receive)
            os.dup2(log, 2)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            with os.fdopen(give, "w", buffering=1) as pipe:
                def send(message):
                    if message[0] == "result":
                        message[2]["log"] = read_log(2)
                    pipe.write(json.dumps(message) + "\n")
                try:
                    child(job, methods, send)
                except BaseException as e:
                    send(["broken", "", f"{type(e).__name__}: {e}"])
            os._exit(0)
        os.close(give)
        buffer, where, end, done, broken = b"", "start", time.monotonic() + TIMEOUT, 0, None
        while True:
            ready, _, _ = select.select([receive], [], [], max(0, end - time.monotonic()))
            if not ready:
                os.kill(pid, signal.SIGKILL)
                break
            data = os.read(receive, 65536)
            if not data:
                break
            *lines, buffer = (buffer + data).split(b"\n")
            for line in lines:
                kind, name, value = json.loads(line)
                if kind == "stage":
                    where = value
                elif kind == "broken":
                    broken = value
                else:
                    yield name, value
                    done, where, end = done + 1, "start", time.monotonic() + TIMEOUT
        _, status = os.waitpid(pid, 0)
        os.close(receive)
        methods = methods[done:]
        if methods:
            report = {"stage": where, "log": read_log(log), "cases": 0, "max_error": 0.0, "differs": [], "refused": []}
            if broken:
                report.update(outcome="skip", harness=broken)
            elif not ready:
                report.update(outcome="hang")
            else:
                number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
                report.update(outcome="crash", exception=signal.Signals(number).name if number else f"exit {status >> 8}")
            yield methods[0][0], report
            methods = methods[1:]
        os.close(log)


# --- what to run -----------------------------------------------------------------------------------------------------------


def jobs_of_export(folder, only):
    with open(os.path.join(folder, "index.json")) as f:
        index = json.load(f)
    for model, entry in index["models"].items():
        if "error" in entry or only and model not in only:
            continue
        for file in entry["files"]:
            if file.endswith(".ptd"):
                continue
            ptd = os.path.join(folder, model + ".ptd")
            datas = ["none"]
            if os.path.exists(ptd):
                datas = ["withheld", "given" if DATA_BUFFER or DATA_PATH else "no-api"]
            for data in datas:
                for libraries in [[], list(entry["libraries"])] if entry["libraries"] else [[]]:
                    yield {
                        "exporter": index["exporter"], "model": model, "file": file, "path": os.path.join(folder, file), "ptd": ptd,
                        "npz": os.path.join(folder, model + ".npz"), "data": data, "libraries": libraries,
                        "tolerance": entry["tolerance"], "methods": [(m, m) for m in entry["methods"]],
                    }  # fmt: skip


def jobs_of_mutants(folder):
    with open(os.path.join(folder, "mutants.json")) as f:
        entries = json.load(f)
    for entry in entries:
        npz = os.path.join(folder, entry["npz"])
        ptd = os.path.join(folder, entry["ptd"]) if entry.get("ptd") else ""
        data = "none" if not ptd else "given" if DATA_BUFFER or DATA_PATH else "no-api"
        yield {
            "exporter": None, "model": entry["base"], "file": entry["file"], "path": os.path.join(folder, entry["file"]), "ptd": ptd,
            "npz": npz, "data": data, "libraries": entry.get("libraries", []), "tolerance": entry.get("tolerance", 1e-3),
            "methods": sorted(entry["methods"].items()) if "methods" in entry else [(m, m) for m in Recording(npz).methods()],
        }  # fmt: skip


def run(job, out):
    counts = {}
    levels = ["none"] if job["path"].endswith(".bpte") else LEVELS[:1] if ONE_LEVEL else LEVELS
    for level in levels:
        job["verification"] = level
        for name, report in fork_child(job, job["methods"]):
            blame(job, report)
            line = {"runtime": RELEASE, **{k: job[k] for k in ("exporter", "model", "file", "verification", "data", "libraries")}, "method": name}
            line.update({k: v for k, v in report.items() if v not in (None, "", [])})
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
            counts[report["outcome"]] = counts.get(report["outcome"], 0) + 1
    out.flush()
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--mutants")
    parser.add_argument("--out", required=True)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--one-level", action="store_true", help="the verification that applications have by default, and no other")
    args = parser.parse_args()
    global ONE_LEVEL
    ONE_LEVEL = args.one_level
    torch.set_num_threads(1)
    done = set()
    if os.path.exists(args.out):
        with open(args.out) as f:
            done = {json.loads(line)["exporter"] for line in f}
    with open(args.out, "a") as out:
        if args.mutants:
            jobs = {args.mutants: list(jobs_of_mutants(args.mutants))}
        else:
            jobs = {folder: list(jobs_of_export(folder, args.only)) for folder in args.folders}
            jobs = {folder: todo for folder, todo in jobs.items() if todo and todo[0]["exporter"] not in done}
        for folder, todo in jobs.items():
            total, begin = {}, time.monotonic()
            for job in todo:
                for outcome, count in run(job, out).items():
                    total[outcome] = total.get(outcome, 0) + count
            print(RELEASE, "on", os.path.basename(folder.rstrip("/")), total, f"{time.monotonic() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
