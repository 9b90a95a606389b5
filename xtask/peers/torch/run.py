"""Loads and runs files in the PyTorch release that this Python holds, and says what happened to each.

    python run.py OUT.tsv PRODUCER=DIR …      (from a folder that holds no torch/)
    python run.py OUT.tsv --only TEXT PRODUCER=DIR …     only files whose name holds the text
    python run.py OUT.tsv --modes MODE,MODE PRODUCER=DIR …     only in these modes

DIR has an index.json of `models.py`, or of `samples.py` (without inputs: files are then only loaded). Each file is loaded in a child
process, with a limit of time and memory, in each mode that its form has in use (`calls.py`): a `.pt` also in the lite interpreter, a `.ptl` also in
full. One row each: producer, file, mode, consumer, outcome, stage, message. Outcomes:

    ok           loaded, and every call gave what its producer recorded: types, dtypes and shapes exactly, floats within a tolerance
    wrong        ran, but gave something else (the message says what)
    run-error    loaded; a call raised that did not raise in its producer
    load-error   refused
    crash        the process ended: the message begins with the signal; `stage` says in what
    timeout      not done in 30 seconds

A call that raises where its producer's raised too counts as equal; one that gives a value where its producer's raised is `wrong`, and its message
begins with "call N: raises became". Where the producer failed with its own file, the message says so. Files with random outputs are compared by types alone: their message says so.
"""

import json
import os
import pathlib
import re
import sys
import time
import warnings

import calls as running
import child
import torch
import values

SECONDS = 30
RELEASE = torch.__version__.split("+")[0]
MODES = {
    "script": ["script", "lite"], "trace": ["script", "lite"], "lite": ["lite", "script"], "flatbuffer": ["lite", "script"],
    "export": ["export"], "save": ["load", "load-full"], "package": ["package"],
}
COLUMNS = ["producer", "file", "mode", "consumer", "outcome", "stage", "message"]


def normalised(text, width=700):
    """The lines of a message that say what is wrong, on one line: without backtraces, addresses and paths of this machine."""
    kept = []
    for line in text.splitlines():
        line = line.rstrip()
        if re.match(r"\s*(frame #\d+|C\+\+ CapturedTraceback|Exception raised from )", line):
            if kept and "frame" in line:
                break
            line = line.split("(most recent call first)")[0]
        if line.strip() and not set(line.strip()) <= {"~", " "}:
            kept.append(line.strip())
    text = "\\n".join(kept).replace("\t", " ")
    text = re.sub(r"0x[0-9a-fA-F]{6,}", "0x…", text)
    text = re.sub(r"(/[^/\s\"':]+)+/site-packages/", "", text)
    text = re.sub(r"(/[^/\s\"':]+){2,}/(?=[^/\s\"':]+)", "…/", text)
    return text if len(text) <= width else text[: width * 2 // 3] + " … " + text[-width // 3:]


def last_words(stderr):
    """What a process that was ended said of it: from the text of `std::terminate` on, where there is one."""
    at = stderr.rfind("terminate called")
    return stderr[at:at + 3000] if at >= 0 else stderr[-1500:]


def attempt(path, mode, entry):
    """Runs in a child: (outcome, stage, message)."""
    child.stage("load")
    try:
        loaded = running.LOADERS[mode](path)
    except Exception as error:  # noqa: BLE001 (whatever this release says)
        return "load-error", "load", running.text_of(error)
    child.stage("run")
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


def row_of(said):
    """The outcome, stage and message of what a child said."""
    if said["status"] == "done":
        outcome, stage, message = said["result"]
    elif said["status"] == "timeout":
        outcome, stage, message = "timeout", said["stage"], ""
    else:
        outcome, stage, message = "crash", said["stage"], f"{said.get('signal', said['status'])}: {last_words(said['stderr'])}"
    return outcome, stage or "-", normalised(message)


def entries(folder):
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    if "files" in index:
        yield from index["files"].items()
        return
    # What samples.py wrote: without calls.
    forms = {".pt": "script", ".ptl": "lite", ".pth": "save", ".pt2": "export"}
    for model in index["models"].values():
        for name in model["files"]:
            form = "package" if name.startswith("package") else forms[pathlib.Path(name).suffix]
            yield name, {"form": form, "calls": [], "random": False}


def main():
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    out, *given = sys.argv[1:]
    only, chosen = "", None
    if given[0] == "--only":
        only, given = given[1], given[2:]
    if given[0] == "--modes":
        chosen, given = given[1].split(","), given[2:]
    if hasattr(torch, "export") and hasattr(torch.export, "load"):
        running.warm_up()
    counts, todo, started = {}, [], time.time()
    with open(out + ".part", "w", encoding="utf-8") as table:
        table.write("\t".join(COLUMNS) + "\n")
        for pair in given:
            producer, folder = pair.split("=", 1)
            folder = pathlib.Path(folder)
            for name, entry in sorted(entries(folder)):
                if only not in name:
                    continue
                modes = MODES[entry["form"]]
                if entry["form"] == "script" and entry.get("group") == "networks":
                    modes = modes + ["load"]
                for mode in modes:
                    if mode == "load-full" and not running.has_weights_only() or chosen and mode not in chosen:
                        continue
                    todo.append((producer, name, mode, entry, lambda path=str(folder / name), mode=mode, entry=entry: attempt(path, mode, entry)))
        # What did not succeed beside others is run once more, alone: no outcome is due to what ran before in the same process.
        first = list(child.run_all([job for *_, job in todo], SECONDS))
        for (producer, name, mode, entry, job), said in zip(todo, first):
            if said["status"] == "done" and said["result"][0] in ("wrong", "run-error"):
                said = child.run(job, SECONDS)
            outcome, stage, message = row_of(said)
            if outcome != "ok" and entry.get("own_file") and mode == MODES[entry["form"]][0]:
                message += " (its own release: " + normalised(entry["own_file"], 200) + ")"
            counts[producer, mode, outcome] = counts.get((producer, mode, outcome), 0) + 1
            table.write("\t".join([producer, name, mode, RELEASE, outcome, stage, message]) + "\n")
    os.replace(out + ".part", out)
    print(f"{RELEASE}: {sum(counts.values())} runs in {time.time() - started:.0f} s")
    for (producer, mode) in sorted({(p, m) for p, m, _ in counts}):
        print(f"  {producer} {mode}:", " ".join(f"{o} {n}" for (p, m, o), n in sorted(counts.items()) if (p, m) == (producer, mode)))


if __name__ == "__main__":
    main()
