"""What one release of PyTorch says of itself when it is given crafted files: a table of features.

    python probe.py OUT.tsv [TEXT …]      (in an environment with torch; from a folder that holds no torch/; with TEXT, features that hold it)

The crafted files are those of a set that is not in the tree: PYTHONPATH has the folder `evidence/peers/torch` below that which
`../retired.py torch-probes` prints.

Rows: release, feature, outcome, message. A feature is `group/what was tried`. Each crafted file is read in a child process. Outcomes:

    accepted    it loads, and runs where the feature is in code that runs: the message begins with `= ` and the result, encoded
    refused     it does not load: the message is the release's, its lines joined by `\\n`
    run-error   it loads, and the call raises
    crash       the process ended, at load or in the call: of features in ended.txt, which are not tried again; a new one goes in there, and what makes its file goes
    timeout     neither, in 30 seconds
    not-run     it loads, and cannot be run from here
    fact        nothing was tried: the message is what the release says when it is asked
"""

import contextlib
import json
import os
import pathlib
import shutil
import sys
import tarfile
import tempfile
import warnings

import calls as running
import child
import craft
import mobile
import probe_archives
import probe_lite
import probe_source
import run
import torch
import values

RELEASE = torch.__version__.split("+")[0]


def short(value):
    text = json.dumps(values.encode(value), ensure_ascii=False)
    return "= " + (text if len(text) < 300 else text[:300] + "…")


def attempt(probe, path):
    """Runs in a child: (outcome, message)."""
    path += {"lite": "l", "export": "2"}.get(probe.mode, "")
    with open(path, "wb") as file:
        file.write(probe.data())
    child.stage("load")
    try:
        loaded = running.LOADERS[probe.mode](path)
    except Exception as error:  # noqa: BLE001 (whatever this release says)
        return "refused", running.text_of(error)
    if probe.inputs is None:
        return "accepted", ""
    if isinstance(loaded, mobile.Loaded):
        group, _, what = probe.feature.partition("/")
        return ("accepted" if group != "opcode" or mobile.names(what) else "not-run"), ""
    child.stage("run")
    try:
        kind = "script" if probe.mode == "load" else probe.mode
        return "accepted", short(running.invoke(loaded, kind, probe.method, probe.inputs()))
    except Exception as error:  # noqa: BLE001
        return "run-error", running.text_of(error)


def facts():
    for name in ("_get_max_operator_version", "_get_file_format_version", "_get_model_bytecode_version"):
        if hasattr(torch._C, name) and name != "_get_model_bytecode_version":
            try:
                yield "fact/" + name, str(getattr(torch._C, name)())
            except Exception as error:  # noqa: BLE001
                yield "fact/" + name, running.text_of(error)
    yield "fact/python", sys.version.split()[0]
    yield "fact/lite_interpreter", str(hasattr(torch._C, "_load_for_lite_interpreter"))
    yield "fact/export", str(hasattr(torch, "export") and hasattr(torch.export, "load"))
    yield "fact/package", str(any((pathlib.Path(torch.__file__).parent / name).exists() for name in ("package/__init__.py",)))
    yield "fact/quantized_engines", " ".join(torch.backends.quantized.supported_engines)
    if hasattr(torch._C, "_get_operator_version_map"):
        for operator, entries in sorted(torch._C._get_operator_version_map().items()):
            yield "fact/version-map/" + operator, " ".join(f"{e.bumped_at_version}:{e.upgrader_name}" for e in entries)
    if hasattr(torch._C, "_get_upgraders_entry_map"):
        for name in sorted(torch._C._get_upgraders_entry_map()):
            yield "fact/upgrader/" + name, ""
    if hasattr(torch._C, "_jit_get_custom_class_schemas"):
        methods = {}
        for schema in torch._C._jit_get_custom_class_schemas():
            kind, _, method = schema.name.rpartition(".")
            methods.setdefault(kind, []).append(str(schema).replace(schema.name, method, 1))
        for kind in sorted(methods):
            yield "fact/custom-class/" + kind, " ; ".join(sorted(methods[kind]))
    try:
        from torch._export.serde.schema import SCHEMA_VERSION

        yield "fact/export-schema", str(SCHEMA_VERSION)
    except ImportError:
        pass


def find_own(path):
    """What of craft.py the release takes: 1.3 demands a first line, 1.3 to 1.5 crash at lists of buffers, and 1.3 and 1.4 take older versions only."""
    buffers, line = "  __buffers__ = []\n", "op_version_set = 1\n"
    for version, head, listed in ((3, "", buffers), (3, "", ""), (2, "", ""), (1, "", ""), (1, line, "")):
        craft.VERSION[0], craft.HEAD[0], craft.BUFFERS[0] = b"%d\n" % version, head, listed
        with open(path, "wb") as file:
            file.write(craft.archive(craft.module_records()))
        if child.run(lambda: running.LOADERS["script"](path) and None)["status"] == "done":
            return
    raise SystemExit("no crafted module loads")


def ended():
    """The features that are not tried, each with the row that is on record for this release, or none."""
    here = pathlib.Path(__file__).parent
    names = {line: None for line in (here / "ended.txt").read_text(encoding="utf-8").splitlines() if not line.startswith("#")}
    with tarfile.open(here / "profiles.tar.xz") as tables:
        if f"{RELEASE}.tsv" in tables.getnames():
            for line in tables.extractfile(f"{RELEASE}.tsv").read().decode().splitlines():
                _, feature, *said = line.split("\t")
                if feature in names:
                    names[feature] = said
    return names


def main():
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    out, *wanted = sys.argv[1:]
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "probe.pt")
    find_own(path)
    with contextlib.suppress(RuntimeError):
        mobile.library()  # compiled once, for all children
    probes = [p for make in (probe_archives.probes, probe_source.probes, probe_lite.probes) for p in make(folder)]
    on_record = ended()
    probes = [p for p in probes if p.feature not in on_record and (not wanted or any(text in p.feature for text in wanted))]
    counts = {}
    with open(out + ".part", "w", encoding="utf-8") as table:

        def row(feature, outcome, message):
            counts[outcome] = counts.get(outcome, 0) + 1
            table.write("\t".join([RELEASE, feature, outcome, run.normalised(message, 1500)]) + "\n")

        table.write("release\tfeature\toutcome\tmessage\n")
        for feature, message in facts():
            row(feature, "fact", message)
        for feature, said in on_record.items():
            if said and (not wanted or any(text in feature for text in wanted)):
                row(feature, *said)
        jobs = [lambda probe=probe: attempt(probe, path) for probe in probes]
        for probe, job, said in zip(probes, jobs, child.run_all(jobs)):
            if said["status"] == "done":
                row(probe.feature, *said["result"])
            elif said["status"] == "timeout":
                row(probe.feature, "timeout", f"in {said['stage']}")
            else:
                row(probe.feature, "crash", f"in {said['stage']}: {said.get('signal', said['status'])}: {run.last_words(said['stderr'])}")
            del job
    os.replace(out + ".part", out)
    shutil.rmtree(folder)
    print(RELEASE, counts)


if __name__ == "__main__":
    main()
