"""Writes a fresh set of models, of kinds that `modelset` does not have, for the accuracy protocol (docs/accuracy.md).

    python unseen.py OUT_DIR [NAME or GROUP …]     (in an environment with torch; from a folder that holds no torch/)

The layout of OUT_DIR is that of `models.py`, which does the work. A group is a file `unseen_GROUP.py`. Added here are functions that
are saved alone (no module), `_extra_files` of archives, and further forms of some models: NAME.v5.ptl (bytecode of version 5, written by the release's own
backport), NAME.dynamic.pt2 (the first dimension of each input of two or more is dynamic) and NAME.core.pt2 (decomposed to the core operators).
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

GROUPS = "vision audio sequences text numerics training structures quantised".split()
# What stands beside the program in the archive.
EXTRA = {
    "labelled_classifier": {"labels.txt": "cat\ndog\nbird\n", "meta/config.json": '{"size": 8, "mean": [0.5]}'},
    "streaming_convolution": {"version": "2"},
    "sequence_labels": {"tags.txt": "O B I", "empty": ""},
}
BACKPORTED = "unet anchor_head wavenet rotary_attention kalman service_methods quantised_depthwise labelled_classifier crf_viterbi mixture_of_experts".split()
DYNAMIC = "unet squeeze_excite rotary_attention conformer nerf_rays real_nvp mixture_of_experts_dense recommender".split()
CORE = "unet squeeze_excite conformer wavenet patches swin_windows recommender capsules gaussian_process running_statistics".split()
RAISING = ["checks", "calculator", "kv_cache"]
EXTENSIONS = {"backport": ".v5.ptl", "dynamic": ".dynamic.pt2", "core": ".core.pt2"}


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
    if not hasattr(torch.export, "Dim"):
        dims = [torch.export.dynamic_dim(x, 0) for x in inputs if x.dim() > 1]
        constraints = [dims[0] >= 2, dims[0] <= 64] + [dim == dims[0] for dim in dims[1:]]
        return torch.export.export(module, inputs, constraints=constraints)
    batch = torch.export.Dim("batch", min=2, max=64)
    shapes = tuple({0: batch} if isinstance(x, torch.Tensor) and x.dim() > 1 else None for x in inputs)
    return torch.export.export(module, inputs, dynamic_shapes=shapes)


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
    if form == "trace" and name == "sampler_with_generator":
        raise NotImplementedError("the trace holds the generator as it was: what it gives depends on who ran it before")
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
    if ending in ("dynamic.pt2", "core.pt2"):
        made = exported(module, inputs, ending.split(".")[0])
        torch.export.save(made, path)
        return made, calls[:1]
    if name in EXTRA and form in ("script", "lite"):
        made = models.scripted(module)
        save = made.save if form == "script" else getattr(made, "_save_for_lite_interpreter", None) or made._save_for_mobile
        files = EXTRA[name]
        if models.RELEASE < (1, 7):
            files = torch._C.ExtraFilesMap()
            for key, text in EXTRA[name].items():
                files[key] = text
        save(path, _extra_files=files)
        return made, [models.completed(made, call) for call in calls] if models.RELEASE < (1, 9) else calls
    return before(form, module, calls, path)


def one_form(model, form, path):
    """As in models.py; a file whose calls raise in its own producer is none, unless it is meant to raise."""
    entry = models.one_form(model, form, path)
    raised = [call["output"]["v"] for call in entry.get("calls", []) if call["output"]["t"] == "raises"]
    if raised and model.name not in RAISING:
        pathlib.Path(path).unlink()
        return {"error": "raises in its producer: " + models.first_lines(raised[0])}
    return entry


def forms_of(name):
    """Pairs of form and extension."""
    yield from models.FORMS.items()
    for kind, form, which in (("backport", "lite", BACKPORTED), ("dynamic", "export", DYNAMIC), ("core", "export", CORE)):
        if name in which and (kind != "backport" or models.RELEASE >= (1, 10)) and (kind != "core" or models.RELEASE >= (2, 2)):
            yield form, EXTENSIONS[kind]


def jobs(out, wanted):
    # All of them always: what a file registers must not depend on what is wanted.
    for group in GROUPS:
        importlib.import_module("unseen_" + group)
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
    sys.modules.setdefault("unseen", sys.modules["__main__"])
    models.main()
