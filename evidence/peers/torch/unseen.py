"""Writes a fresh set of models, of kinds that `modelset` does not have, for the accuracy protocol (docs/accuracy.md).

    python unseen.py SET OUT_DIR [NAME or GROUP …]     (in an environment with torch; from a folder that holds no torch/)

The layout of OUT_DIR is that of `models.py`, which does the work. `sets.py` says which groups a SET has: a group is a file beside this one. Added here are functions that are saved alone (no module), `_extra_files` of archives, and further forms of some models: NAME.v5.ptl
(bytecode of version 5, written by the release's own backport), NAME.frozen.pt and NAME.frozen.ptl (frozen when scripted), NAME.inference.pt (optimised for
inference), NAME.mobile.ptl and NAME.mobile.ff.ptl (optimised for mobile), NAME.dynamic.pt2 (the first dimension of each input of two or more is dynamic),
NAME.core.pt2 (decomposed to the core operators) and NAME.strict.pt2 (exported by tracing bytecode, where that is not how the release exports).
A program is traced (and in releases before 2.2 exported) with its inputs that are no tensors fixed, and gives its tensors alone. A call may leave
out arguments that have defaults; where the form has no defaults, they are filled in. A file whose calls raise in its producer is not kept, unless
the model is meant to raise.
"""

import importlib
import pathlib
import sys

import child
import models
import torch
import values
from modelset import MODELS
from sets import SETS

# What write_form and one_form ask: main sets it.
CHOSEN = None


class Alone:
    """A function that is saved without a module."""

    always_train = True

    def __init__(self, function):
        self.function = function


class TensorsOnly(torch.nn.Module):
    """A module with all inputs but tensors fixed, and with tensors as its only outputs: what can be traced of a program."""

    def __init__(self, module, method, inputs):
        super().__init__()
        self.inner, self.fixed = module, [None if only_tensors(x) else x for x in inputs]
        self.call = method

    def forward(self, *given):
        left = iter(given)
        out = getattr(self.inner, self.call)(*[next(left) if x is None else x for x in self.fixed])
        return out if only_tensors(out) else tensors_of(out)


def only_tensors(value):
    if isinstance(value, dict):
        return all(only_tensors(x) for x in value.values())
    return all(only_tensors(x) for x in value) if isinstance(value, (list, tuple)) else isinstance(value, torch.Tensor)


def tensors_of(value):
    if isinstance(value, torch.Tensor):
        return (value,)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return tuple(x for item in inner for x in tensors_of(item))


def traceable(module, call):
    """The module, or the module with fixed inputs, and its call."""
    inputs = [values.decode(x) for x in call["inputs"]]
    if not any(only_tensors(x) for x in inputs):
        raise NotImplementedError("no input is a tensor")
    kept = [x for x, value in zip(call["inputs"], inputs) if only_tensors(value)]
    return TensorsOnly(module, call["method"], inputs).eval(), dict(call, method="forward", inputs=kept)


def exported(module, inputs, kind):
    if kind == "core":
        return torch.export.export(module, inputs).run_decompositions()
    if kind == "strict":
        return torch.export.export(module, inputs, strict=True)
    if not hasattr(torch.export, "Dim"):
        dims = [torch.export.dynamic_dim(x, 0) for x in inputs if x.dim() > 1]
        constraints = [dims[0] >= 2, dims[0] <= 64] + [dim == dims[0] for dim in dims[1:]]
        return torch.export.export(module, inputs, constraints=constraints)
    batch = torch.export.Dim("batch", min=2, max=64)
    shapes = tuple({0: batch} if isinstance(x, torch.Tensor) and x.dim() > 1 else None for x in inputs)
    return torch.export.export(module, inputs, dynamic_shapes=shapes)


def optimised(kind, module, calls):
    """The module as a program that is frozen, or optimised for inference or for mobile, with the methods that are called."""
    made = models.scripted(module)
    methods = sorted({call["method"] for call in calls} - {"forward"})
    if kind == "frozen":
        return torch.jit.freeze(made, preserved_attrs=methods)
    if kind == "inference":
        return torch.jit.optimize_for_inference(made, *([methods] if methods else []))
    from torch.utils.mobile_optimizer import optimize_for_mobile

    return optimize_for_mobile(made, **({"preserved_methods": methods} if methods else {}))


def write_form(form, module, calls, path, before=models.write_form):
    """As in models.py, with what that has not."""
    name, _, ending = pathlib.Path(path).name.partition(".")
    inputs = tuple(values.decode(x) for x in calls[0]["inputs"])
    if isinstance(module, Alone):
        if form not in ("script", "trace"):
            raise NotImplementedError("a function is saved alone by torch.jit.save only")
        function = module.function
        made = torch.jit.script(function) if form == "script" else torch.jit.trace(function, inputs, check_trace=False)
        torch.jit.save(made, path)
        return made, [models.completed(made, call) for call in calls] if form == "script" else calls[:1]
    if form == "trace" and isinstance(module, torch.jit.ScriptModule):
        raise NotImplementedError("the model is compiled already")
    if form == "trace" or (form == "export" and models.RELEASE < (2, 2)):
        whole = isinstance(inputs, tuple) and all(only_tensors(x) for x in inputs)
        if not whole or form == "trace":
            if not whole or not only_tensors(module(*inputs)):
                module, call = traceable(module, calls[0])
                calls = [call]
            inputs = tuple(values.decode(x) for x in calls[0]["inputs"])
        if form == "trace":
            made = torch.jit.trace(module, inputs, check_trace=False, strict=False)
            torch.jit.save(made, path)
            return made, calls[:1]
    if ending == "v5.ptl":
        from torch.jit.mobile import _backport_for_mobile

        whole = path + ".whole"
        made, calls = before("lite", module, calls, whole)
        try:
            _backport_for_mobile(whole, path, 5)
        finally:
            pathlib.Path(whole).unlink()
        return made, calls
    if ending.split(".")[0] in ("frozen", "inference", "mobile"):
        module = optimised(ending.split(".")[0], module, calls)
    if ending in ("dynamic.pt2", "core.pt2", "strict.pt2"):
        made = exported(module, inputs, ending.split(".")[0])
        torch.export.save(made, path)
        return made, calls[:1]
    if name in CHOSEN.extra and form in ("script", "lite"):
        made = models.scripted(module)
        save = made.save if form == "script" else getattr(made, "_save_for_lite_interpreter", None) or made._save_for_mobile
        files = CHOSEN.extra[name]
        if models.RELEASE < (1, 7):
            files = torch._C.ExtraFilesMap()
            for key, text in CHOSEN.extra[name].items():
                files[key] = text
        save(path, _extra_files=files)
        return made, [models.completed(made, call) for call in calls] if models.RELEASE < (1, 9) else calls
    return before(form, module, calls, path)


def one_form(model, form, path):
    """As in models.py; a file whose calls raise in its own producer is none, unless it is meant to raise."""
    entry = models.one_form(model, form, path)
    raised = [call["output"]["v"] for call in entry.get("calls", []) if call["output"]["t"] == "raises"]
    if raised and model.name not in CHOSEN.raising:
        pathlib.Path(path).unlink()
        return {"error": "raises in its producer: " + models.first_lines(raised[0])}
    return entry


def forms_of(name):
    """Pairs of form and extension."""
    yield from models.FORMS.items()
    for extension, form, since, which in CHOSEN.forms:
        if name in which and since <= models.RELEASE:
            yield form, extension


def jobs(out, wanted):
    # All of them always: what a file registers must not depend on what is wanted.
    for group in CHOSEN.groups:
        importlib.import_module(group)
    for name, model in MODELS.items():
        if wanted and name not in wanted and model.group.partition("_")[2] not in wanted:
            continue
        for form, extension in forms_of(name):
            if models.has(form):
                path = str(out / (name + extension))
                yield path, lambda model=model, form=form, path=path: one_form(model, form, path)


if __name__ == "__main__":
    assert child.MEMORY  # the limits of models.py hold here, too
    models.write_form, models.jobs = write_form, jobs
    CHOSEN = SETS[sys.argv.pop(1)]
    sys.modules.setdefault("unseen", sys.modules["__main__"])
    models.main()
