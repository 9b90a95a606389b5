"""Loads and runs files in a release of PyTorch, and says what happened to each.

    run.py ENVIRONMENT OUT.tsv PRODUCER=DIR …      ENVIRONMENT is what venv.sh set up
    run.py ENVIRONMENT OUT.tsv --only TEXT PRODUCER=DIR …     only files whose name holds the text
    run.py ENVIRONMENT OUT.tsv --modes MODE,MODE PRODUCER=DIR …     only in these modes

DIR has an index.json of `models.py`, or of `samples.py` (without inputs: files are then only loaded). Each file is loaded by the code of `outlast
prove` (attempts.py inside the runtime), in a process of its own with a limit of time and memory, in each mode that its form has in use (`calls.py`): a `.pt` also in the lite interpreter, a `.ptl` also in
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

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
import play  # noqa: E402 (beside the folder)

SECONDS = 30
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


def about(environment):
    """The release in an environment, and whether its `torch.load` takes `weights_only`."""
    return play.calls(environment, HERE / "attempts.py", "about", [None], 120)[0]["result"]


def row_of(answer):
    """The outcome, stage and message of what a runtime answered."""
    if "result" in answer:
        outcome, stage, message = answer["result"]
    elif answer["failure"] == "timeout":
        outcome, stage, message = "timeout", answer["stage"], ""
    elif answer["failure"] == "fails":
        raise SystemExit(f"the script failed: {answer['message']}\n{answer['printed']}")
    else:
        outcome, stage, message = "crash", answer["stage"], f"{play.how_it_ended(answer)}: {last_words(answer['printed'])}"
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
    environment, out, *given = sys.argv[1:]
    only, chosen = "", None
    if given[0] == "--only":
        only, given = given[1], given[2:]
    if given[0] == "--modes":
        chosen, given = given[1].split(","), given[2:]
    there = about(environment)
    counts, todo, started = {}, [], time.time()
    for pair in given:
        producer, folder = pair.split("=", 1)
        folder = pathlib.Path(folder).resolve()
        for name, entry in sorted(entries(folder)):
            modes = MODES[entry["form"]]
            if entry["form"] == "script" and entry.get("group") == "networks":
                modes = modes + ["load"]
            asked = [mode for mode in modes if only in name and (mode != "load-full" or there["weights_only"]) and (not chosen or mode in chosen)]
            todo += [(producer, name, entry, {"path": str(folder / name), "mode": mode, "entry": entry}) for mode in asked]
    answers = play.calls(environment, HERE / "attempts.py", "attempt", [job for *_, job in todo], SECONDS)
    # What did not succeed beside others is run once more, alone: no outcome is due to what ran before in the same process.
    again = [at for at, answer in enumerate(answers) if answer.get("result", [""])[0] in ("wrong", "run-error")]
    alone = play.calls(environment, HERE / "attempts.py", "attempt", [todo[at][-1] for at in again], SECONDS, alone=True) if again else []
    for at, answer in zip(again, alone):
        answers[at] = answer
    with open(out + ".part", "w", encoding="utf-8") as table:
        table.write("\t".join(COLUMNS) + "\n")
        for (producer, name, entry, job), answer in zip(todo, answers):
            mode = job["mode"]
            outcome, stage, message = row_of(answer)
            if outcome != "ok" and entry.get("own_file") and mode == MODES[entry["form"]][0]:
                message += " (its own release: " + normalised(entry["own_file"], 200) + ")"
            counts[producer, mode, outcome] = counts.get((producer, mode, outcome), 0) + 1
            table.write("\t".join([producer, name, mode, there["release"], outcome, stage, message]) + "\n")
    os.replace(out + ".part", out)
    print(f"{there['release']}: {sum(counts.values())} runs in {time.time() - started:.0f} s")
    for (producer, mode) in sorted({(p, m) for p, m, _ in counts}):
        print(f"  {producer} {mode}:", " ".join(f"{o} {n}" for (p, m, o), n in sorted(counts.items()) if (p, m) == (producer, mode)))


if __name__ == "__main__":
    main()
