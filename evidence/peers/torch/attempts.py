"""Loads and runs a file in the release that this Python holds: called inside the runtime by run.py and rewritten.py."""

import warnings

import calls as running
import torch
import values

warnings.filterwarnings("ignore")
torch.set_num_threads(1)
if hasattr(torch, "export") and hasattr(torch.export, "load"):
    running.warm_up()


def about(_, stage):
    """The release, and whether `torch.load` takes `weights_only`."""
    stage("about")
    return {"release": torch.__version__.split("+")[0], "weights_only": running.has_weights_only()}


def attempt(job, stage):
    """What becomes of a file: outcome, stage, message. `job` has `path`, `mode` (calls.py) and `entry`, of an index that models.py wrote."""
    stage("load")
    entry, mode = job["entry"], job["mode"]
    try:
        loaded = running.LOADERS[mode](job["path"])
    except Exception as error:  # noqa: BLE001 (whatever this release says)
        return "load-error", "load", running.text_of(error)
    stage("run")
    if "object" in entry:
        said = values.differ(entry["object"], values.encode(loaded))
        return ("wrong", "run", said) if said else ("ok", "run", "")
    if not entry.get("calls"):
        return "ok", "load", "not run: no inputs recorded"
    kind = "script" if mode in ("load", "load-full") else mode
    results = running.outputs(loaded, kind, entry["calls"])
    note = "random: only types compared" if entry["random"] else ""
    for index, (call, got) in enumerate(zip(entry["calls"], results)):
        want = call["output"]
        if got["t"] == "raises" and want["t"] != "raises":
            return "run-error", "run", f"call {index}: {got['v']}"
        said = values.differ(want, got, not entry["random"], f"call {index}")
        if said:
            return "wrong", "run", said
        if got["t"] == "raises" and not note:
            note = "raises, as it should: " + got["v"].strip().splitlines()[-1]
    return "ok", "run", note


def gives(job, stage):
    """What a file gives for one tensor: outcome, message, and the result as text."""
    inputs = torch.arange(6.0).reshape(2, 3) / 4
    stage("load")
    try:
        module = running.LOADERS[job["mode"]](job["path"])
    except Exception as error:  # noqa: BLE001 (whatever this release says)
        return "load-error", str(error).strip().split("\n")[0][:200], ""
    stage("run")
    try:
        given = module.forward(inputs) if job["mode"] == "script" else module.run_method("forward", (inputs,))
    except Exception as error:  # noqa: BLE001
        return "run-error", str(error).strip().split("\n")[0][:200], ""
    return "ran", "", repr(given)
