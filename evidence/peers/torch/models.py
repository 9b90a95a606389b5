"""Writes the models of the package `modelset` with one PyTorch release, in every form that it can write, with inputs and outputs.

    python models.py OUT_DIR [NAME …]     (in an environment with torch; from a folder that holds no torch/)

`modelset` is not in the tree: PYTHONPATH has the folder `evidence/peers/torch` below that which `../retired.py torch` prints.

OUT_DIR gets, for each model NAME: NAME.pt (script), NAME.traced.pt (trace), NAME.ptl (lite), NAME.ff.ptl (FlatBuffers lite, 1.13 and later),
NAME.pt2 (torch.export, 2.1 and later); from `saved`: NAME.pth (torch.save) and NAME.package.pt (torch.package); and index.json:

    {"torch": …, "files": {file: {"model", "form", "what", "calls": [{"method", "inputs", "output"}], "random"}}, "not_written": {file: error}}

Inputs and outputs are plain JSON (`values.py`), so that every release can read them. Outputs are those of the module in memory after it was
written; where the release does otherwise with its own file, `own_file` says how. A file is `random` if two runs with different seeds
differ: its outputs are not compared. Each model is made in a child process,
so that a crash or a hang is an entry of `not_written`.
"""

import json
import os
import pathlib
import sys
import warnings

import calls as running
import child
import torch
import values

SECONDS = 180
# In this order: exporting last, as it may change the module.
FORMS = {"script": ".pt", "trace": ".traced.pt", "lite": ".ptl", "flatbuffer": ".ff.ptl", "export": ".pt2"}
MODES = {"script": "script", "trace": "script", "lite": "lite", "flatbuffer": "lite", "export": "export"}


def first_lines(text, count=6, width=1200):
    return "\n".join([line for line in text.strip().splitlines() if line.strip()][:count])[:width]


def has(form):
    """Whether this release has the form at all."""
    if form == "export":
        return hasattr(torch, "export") and hasattr(torch.export, "save")
    if form == "flatbuffer":
        return RELEASE >= (1, 13)
    return form != "lite" or RELEASE >= (1, 5)


RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])


def make(model):
    """The module and its calls, from the same seed each time."""
    torch.manual_seed(0)
    module, given = model.make()
    if not getattr(module, "always_train", False):
        module = module.eval()
    calls = []
    for call in given:
        method, inputs = call if len(call) == 2 and isinstance(call[0], str) and isinstance(call[1], tuple) else ("forward", call)
        calls.append({"method": method, "inputs": [values.encode(x) for x in inputs]})
    return module, calls


def scripted(module):
    return module if isinstance(module, torch.jit.ScriptModule) else torch.jit.script(module)


def write_form(form, module, calls, path):
    """Writes the module; returns what can be called, and the calls that this form has."""
    if form == "trace":
        inputs = tuple(values.decode(x) for x in calls[0]["inputs"])
        made = torch.jit.trace(module, inputs, check_trace=False)
        torch.jit.save(made, path)
        return made, calls[:1]
    if form == "export":
        inputs = tuple(values.decode(x) for x in calls[0]["inputs"])
        program = torch.export.export(module, inputs)
        torch.export.save(program, path)
        return program, calls[:1]
    made = scripted(module)
    if form == "script":
        torch.jit.save(made, path)
    else:
        save = made._save_for_lite_interpreter if hasattr(made, "_save_for_lite_interpreter") else made._save_for_mobile
        save(path, **({"_use_flatbuffer": True} if form == "flatbuffer" else {}))
        if RELEASE < (1, 9):
            calls = [completed(made, call) for call in calls]
    return made, calls


def completed(made, call):
    """The call with the defaults of what it leaves out: bytecode has none before version 5, nor has a function that was saved alone."""
    alone = isinstance(made, torch.jit.ScriptFunction)
    arguments = made.schema.arguments if alone else made._c._get_method(call["method"]).schema.arguments[1:]
    return dict(call, inputs=call["inputs"] + [values.encode(x.default_value) for x in arguments[len(call["inputs"]):]])


def one_form(model, form, path):
    """Runs in a child: the entry of the index, or {"error": …}."""
    child.stage("make")
    try:
        module, calls = make(model)
        child.stage("write")
        made, calls = write_form(form, module, calls, path)
    except Exception as error:  # noqa: BLE001 (whatever this release says)
        if os.path.exists(path):
            os.unlink(path)
        return {"error": first_lines(running.text_of(error))}
    child.stage("run")
    kind = "export" if form == "export" else "script"
    results = running.outputs(made, kind, calls)
    for call, result in zip(calls, results):
        call["output"] = result
    entry = {"model": model.name, "form": form, "group": model.group, "what": model.what, "calls": calls, "random": False}
    return entry


def own_file(form, path, entry):
    """Runs in another child: twice more, from the file, with different seeds. What it adds to the entry."""
    calls = entry["calls"]
    try:
        child.stage("load")
        loaded = running.LOADERS[MODES[form]](path)
        child.stage("run")
        first = running.outputs(loaded, MODES[form], calls, 0)
        again = running.outputs(running.LOADERS[MODES[form]](path), MODES[form], calls, 1)
    except Exception as error:  # noqa: BLE001 (whatever this release says)
        return {"own_file": first_lines(running.text_of(error), 2)}
    if any(values.differ(a, b) for a, b in zip(first, again)):
        return {"random": True}
    said = [x for x in (values.differ(call["output"], got) for call, got in zip(calls, first)) if x]
    return {"own_file": said[0]} if said else {}


def one_saved(name, what, build, shape, path):
    try:
        torch.manual_seed(0)
        made = build()
        if path.endswith(".package.pt"):
            from torch.package import PackageExporter

            with PackageExporter(path) as exporter:
                exporter.save_source_string("own", "class Thing:\n    pass\n")
                exporter.save_pickle("model", "model.pkl", made)
                exporter.save_text("notes", "note.txt", "text")
        elif path.endswith(".old.pth"):
            torch.save(made, path, **({"_use_new_zipfile_serialization": False} if RELEASE >= (1, 4) else {}))
        else:
            torch.save(made, path, **({"_use_new_zipfile_serialization": True} if (1, 4) <= RELEASE < (1, 6) else {}))
    except Exception as error:  # noqa: BLE001
        if os.path.exists(path):
            os.unlink(path)
        return {"error": first_lines(running.text_of(error))}
    entry = {"model": name, "form": "package" if path.endswith(".package.pt") else "save", "group": "saved", "what": what, "random": False, "calls": []}
    if shape is None:
        entry["object"] = values.encode(made)
    else:
        from modelset.inputs import f

        entry["calls"] = [{"method": "forward", "inputs": [values.encode(f(*shape))]}]
        entry["calls"][0]["output"] = running.outputs(made, "script", entry["calls"])[0]
    return entry


def jobs(out, wanted):
    from modelset import MODELS, classes, containers, language, networks, operators, quantised, saved, structure  # noqa: F401 (they register their models)

    for name, model in MODELS.items():
        for form, extension in FORMS.items():
            if has(form) and (not wanted or name in wanted):
                path = str(out / (name + extension))
                yield path, lambda model=model, form=form, path=path: one_form(model, form, path)
    for name, (what, build, shape) in saved.OBJECTS.items():
        extensions = [".pth", ".old.pth"] + ([".package.pt"] if shape is None else [])
        for extension in extensions:
            if not wanted or name in wanted:
                path = str(out / (name + extension))
                yield path, lambda a=(name, what, build, shape, path): one_saved(*a)


def main():
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    out = pathlib.Path(sys.argv[1]).absolute()
    out.mkdir(parents=True, exist_ok=True)
    if has("export"):
        running.warm_up()
    files, not_written = {}, {}
    wanted = sys.argv[2:]
    index = out / "index.json"
    if wanted and index.exists():
        old = json.loads(index.read_text(encoding="utf-8"))
        files, not_written = old["files"], old["not_written"]
    for path, job in jobs(out, wanted):
        said = child.run(job, SECONDS)
        name = os.path.basename(path)
        files.pop(name, None)
        not_written.pop(name, None)
        if said["status"] == "done" and "error" not in said["result"]:
            entry = files[name] = said["result"]
            if entry["form"] in FORMS:
                again = child.run(lambda entry=entry, path=path: own_file(entry["form"], path, entry), SECONDS)
                entry.update(again["result"] if again["status"] == "done" else {"own_file": f"{again['status']} {again.get('signal', '')} in {again['stage']}"})
        else:
            if said["status"] != "done" and os.path.exists(path):
                os.unlink(path)
            text = said["result"]["error"] if said["status"] == "done" else f"{said['status']} {said.get('signal', '')} in {said['stage']}: " + said["stderr"][-300:]
            not_written[name] = text
    # Of a file that its release does not run, its other forms tell.
    random = {entry["model"] for entry in files.values() if entry["random"]}
    for entry in files.values():
        entry["random"] |= "own_file" in entry and entry["model"] in random
    text = json.dumps({"torch": torch.__version__, "python": sys.version.split()[0], "files": files, "not_written": not_written}, indent=None, ensure_ascii=False)
    index.write_text(text + "\n", encoding="utf-8")
    forms = {}
    for entry in files.values():
        forms[entry["form"]] = forms.get(entry["form"], 0) + 1
    models = {entry["model"] for entry in files.values()}
    print(torch.__version__, len(models), "models,", len(files), "files", forms, len(not_written), "not written,", sum(e["random"] for e in files.values()), "random")


if __name__ == "__main__":
    main()
