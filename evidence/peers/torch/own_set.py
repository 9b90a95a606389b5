"""An operator set of a user, `foo`, at any of its versions, in a release of PyTorch: models that call it, and runs of models.

    python own_set.py make VERSION OUT_DIR       models with the set at a version as code, bytecode, FlatBuffers and exported programs, and what they compute: expected.json
    python own_set.py make all OUT_DIR           the same of four versions: v0, v10, v20, v25
    python own_set.py cross OUTLAST TABLE_DIR WORK_DIR [MODELS_DIR]
                                                 models of four versions (of MODELS_DIR, which another release may have made) on readers of four versions of
                                                 this release, as they are and converted, beside the verdicts. Fails if one that is said to load, or that
                                                 was converted, does not compute what it should, or if nothing is converted of a form

The set is the example of the operator versioning proposal; its table and its kernels are in crates/cli/tests/data/foo.
"""

import collections
import json
import pathlib
import subprocess
import sys

import torch
from torch.jit.mobile import _load_for_lite_interpreter

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "crates/cli/tests/data/foo"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import play  # noqa: E402
from kernels import register  # noqa: E402

ARGUMENTS = (torch.tensor([1.0, -2.0, 3.5]), torch.tensor([0.5, 4.0, -1.0]))


MODELS = {
    "plain": (0, "return x + b"),
    "foo": (0, {0: "return torch.ops.foo.foo(x, b)", 25: "return torch.ops.foo.foo(x, x, b)"}),
    "chain": (0, {0: "y = torch.ops.foo.foo(x, b)\n    return torch.ops.foo.foo(y, x) + torch.ops.foo.bar(b)", 25: "y = torch.ops.foo.foo(x, b, b)\n    return torch.ops.foo.foo(y, x, x) + torch.ops.foo.bar(b)"}),
    "alpha": (10, {10: "return torch.ops.foo.foo(x, b, alpha=3)", 25: "return torch.ops.foo.foo(x, b, b, alpha=3)"}),
    "bar": (0, "return torch.ops.foo.bar(x)"),
    "double": (12, "return torch.ops.foo.bar(x, mode='double')"),
    "baz": (0, {0: "return torch.ops.foo.baz(x)", 15: "return torch.ops.foo.baz(x, 2)"}),
    "qux": (0, "return torch.ops.foo.qux(x)"),
}


VERSIONS = (0, 10, 20, 25)
RECORD = "operator_versions.json"


def body_of(name, version):
    """The code of a model with the set at a version; None if the set cannot say it there."""
    first, body = MODELS[name]
    if version < first:
        return None
    if isinstance(body, dict):
        body = body[max(since for since in body if since <= version)]
    return f"def forward(self, x, b):\n    {body}\n"


def saved(name, text, version, folder):
    """Saves a model in every form that this release writes: the names of the files, and what it computes."""
    scripted = torch.jit.script(type(name.title(), (torch.nn.Module,), {})())
    scripted.define(text)
    extra = {RECORD: json.dumps({"foo": version})}
    scripted.save(str(folder / f"{name}.pt"), _extra_files=extra)
    scripted._save_for_lite_interpreter(str(folder / f"{name}.ptl"), _extra_files=extra)
    scripted._save_for_lite_interpreter(str(folder / f"{name}.ff.ptl"), _extra_files=extra, _use_flatbuffer=True)
    files = [f"{name}.pt", f"{name}.ptl", f"{name}.ff.ptl"]
    if hasattr(torch, "export"):
        space = {"torch": torch}
        exec(text, space)
        model = type(name.title(), (torch.nn.Module,), {"forward": space["forward"]})()
        program = torch.export.export(model, ARGUMENTS)
        # One has the version in the program alone, where the release keeps it there, and one beside it alone.
        keeps = tuple(map(int, torch.__version__.split("+")[0].split("."))) < (2, 8, 0)
        extra = {} if name == "chain" and keeps else extra
        opset = {} if name == "alpha" else {"foo": version}
        torch.export.save(program, str(folder / f"{name}.pt2"), extra_files=extra, opset_version=opset)
        files.append(f"{name}.pt2")
    return files, scripted(*ARGUMENTS).tolist()


def computed(path):
    """What a file computes in this release."""
    if path.endswith(".pt2"):
        program = torch.export.load(path)
        return (program.module() if callable(getattr(program, "module", None)) else program)(*ARGUMENTS).tolist()
    if path.endswith(".ptl"):
        return _load_for_lite_interpreter(path)(*ARGUMENTS).tolist()
    return torch.jit.load(path)(*ARGUMENTS).tolist()


def judged(outlast, arguments, path):
    said = subprocess.run([outlast, *arguments, "-f", "json", str(path)], capture_output=True, text=True)
    if not said.stdout:
        raise SystemExit(f"{arguments} {path}: {said.stderr}")
    return json.loads(said.stdout)


def run(job, stage):
    """Called inside the release: what a file computes with the set at a version, or the last line of what it says."""
    stage("load")
    _library = register(job["version"])
    try:
        return computed(job["path"])
    except Exception as error:  # noqa: BLE001 (whatever this release says)
        return str(error).strip().splitlines()[-1][:200] if str(error).strip() else type(error).__name__


def within(*arguments):
    """Runs this script in a process of its own: operators are registered once in each."""
    said = subprocess.run([sys.executable, "-W", "ignore", __file__, *map(str, arguments)], capture_output=True, text=True)
    if said.returncode:
        raise SystemExit(f"{arguments[0]} {arguments[1]}: {said.stderr}")


def cross(outlast, table, work, models=None):
    work = pathlib.Path(work)
    models = pathlib.Path(models or work)
    counts, bad = collections.Counter(), []
    if models == work:
        for version in VERSIONS:
            within("make", version, work / f"v{version}")
    release = torch.__version__.split("+")[0]
    for reader in VERSIONS:
        targets = {}
        for suffix in ["", "-lite"]:
            targets[suffix] = work / f"reader{reader}{suffix}.toml"
            targets[suffix].write_text(
                f'schema = "outlast/profile/1"\nname = "reader{reader}{suffix}"\nbase = "torch-{release}{suffix}"\n'
                f"[operator_sets]\nfoo = {{ version = {reader} }}\n"
            )
        jobs = []
        for version in VERSIONS:
            expected = json.loads((models / f"v{version}" / "expected.json").read_text())
            for name, values in expected.items():
                form = name.split(".", 1)[1]
                if form == "pt2" and not hasattr(torch, "export"):
                    continue
                path = models / f"v{version}" / name
                asked = ["--operators", table, "--target", str(targets["-lite" if form.endswith("ptl") else ""])]
                outcome = judged(outlast, ["check", *asked], path)["results"][0]["outcome"]
                jobs.append((form, f"v{version}/{name}", "as it is", path, outcome, values))
                if outcome in ("loads", "upgrades"):
                    continue
                out = work / f"v{version}-{reader}-{name}"
                out.unlink(missing_ok=True)
                answer = judged(outlast, ["convert", *asked, "-o", str(out)], path)
                if answer["result"] == "refused":
                    counts[form, "converted", "refused by outlast"] += 1
                    continue
                jobs.append((form, f"v{version}/{name}", "converted", out, "loads", values))
        asked = [{"version": reader, "path": str(path)} for _, _, _, path, _, _ in jobs]
        answers = play.calls(sys.prefix, __file__, "run", asked)
        for (form, name, how, _, outcome, values), answer in zip(jobs, answers, strict=True):
            got = answer.get("result", answer.get("message"))
            right = got == values
            did = "right" if right else "another result" if isinstance(got, list) else "refused"
            counts[form, how, outcome, did] += 1
            if outcome == "loads" and not right:
                bad.append(f"{name} on version {reader}, {how}: {got} for {values}")
    for key, count in sorted(counts.items()):
        print(*key, count, sep="\t")
    print(f"{len(bad)} that are said to load do not compute what they should")
    print(*bad, sep="\n")
    forms = {key[0] for key in counts}
    idle = [form for form in sorted(forms) if not counts[form, "converted", "loads", "right"]]
    if idle:
        print(f"nothing is converted of: {', '.join(idle)}")
    return 1 if bad or idle else 0


def main():
    if sys.argv[1] == "cross":
        sys.exit(cross(*sys.argv[2:]))
    command, version, *rest = sys.argv[1:]
    if (command, version) == ("make", "all"):
        for version in VERSIONS:
            within("make", version, pathlib.Path(rest[0]) / f"v{version}")
        return
    version = int(version)
    _library = register(version)
    if command == "make":
        folder = pathlib.Path(rest[0])
        folder.mkdir(parents=True, exist_ok=True)
        expected = {}
        for name in MODELS:
            text = body_of(name, version)
            if text is not None:
                files, values = saved(name, text, version, folder)
                expected.update(dict.fromkeys(files, values))
        (folder / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")


if __name__ == "__main__":
    main()
