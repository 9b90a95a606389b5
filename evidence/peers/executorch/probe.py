#!/usr/bin/env python3
"""Probes the ExecuTorch release that this Python holds: what its reader knows and what its runtime has registered.

    probe.py --out RELEASE.json [--schemas DIR] [--sample FILE.pte]

--schemas copies the FlatBuffers schemas of the package to DIR/RELEASE/; --sample makes a selected_operators.yaml of a
file with the release's own tools (where they work).
"""
import argparse
import glob
import hashlib
import importlib
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import executorch.extension.pybindings.portable_lib as runtime
import torch

RELEASE = importlib.metadata.version("executorch")
PACKAGE = os.path.dirname(importlib.util.find_spec("executorch.exir").origin).rsplit("/exir", 1)[0]

# Texts of the runtime that tell what a reader knows.
TELLING = [
    b"InternalConsistency", b"constant_buffer", b"constant segment", b"Constant segment", b"named_data", b"NamedData", b"Malformed",
    b"program version", b"Program version", b"schema version", b"Schema version", b"identifier", b"xtended header", b"mutable_data",
    b"Mutable", b"external", b"Unhandled node type", b"KernelTypes", b"instructions", b"temp allocator", b"Missing operator",
    b"re-export", b"xnnheader", b"XNNHeader", b"magic", b"FlatTensor", b"device_type", b"Verification", b"validate",
]  # fmt: skip
TAGS = [b"ET12", b"eh00", b"BP08", b"FT01", b"FH01", b"XN00", b"XN01", b"XH00"]
SCHEMAS = {
    "program.fbs": ["exir/_serialize/program.fbs", "schema/program.fbs"],
    "scalar_type.fbs": ["exir/_serialize/scalar_type.fbs", "schema/scalar_type.fbs"],
    "bundled_program_schema.fbs": ["devtools/bundled_program/serialize/bundled_program_schema.fbs",
                                   "sdk/bundled_program/serialize/bundled_program_schema.fbs"],
    "flat_tensor.fbs": ["extension/flat_tensor/serialize/flat_tensor.fbs", "extension/flat_tensor/flat_tensor.fbs"],
    "etdump_schema_flatcc.fbs": ["devtools/etdump/etdump_schema_flatcc.fbs", "sdk/etdump/etdump_schema_flatcc.fbs"],
    "xnnpack_schema.fbs": ["backends/xnnpack/serialization/schema.fbs"],
    "xnnpack_runtime_schema.fbs": ["backends/xnnpack/serialization/runtime_schema.fbs"],
    "vulkan_schema.fbs": ["backends/vulkan/serialization/schema.fbs"],
    "mps_schema.fbs": ["backends/apple/mps/serialization/schema.fbs"],
    "mlx_schema.fbs": ["backends/mlx/serialization/schema.fbs"],
    "native_graph.fbs": ["backends/native/serialization/native_graph.fbs"],
    "qcir.fbs": ["backends/qualcomm/aot/ir/qcir.fbs"],
    "qc_compiler_spec.fbs": ["backends/qualcomm/serialization/qc_compiler_spec.fbs"],
}  # fmt: skip


def operators():
    return sorted(set(runtime._get_operator_names()))


def in_child(action):
    """The JSON that `action` returns in a forked child, so that a library it loads is gone afterwards."""
    receive, give = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with os.fdopen(give, "w") as pipe:
            try:
                json.dump(action(), pipe)
            except Exception as e:
                json.dump({"error": f"{type(e).__name__}: {e}"[:300]}, pipe)
        os._exit(0)
    os.close(give)
    with os.fdopen(receive) as pipe:
        text = pipe.read()
    _, status = os.waitpid(pid, 0)
    return json.loads(text) if text else {"error": f"died with status {status}"}


def library_operators(path):
    def load():
        before = set(operators())
        torch.ops.load_library(path)
        return sorted(set(operators()) - before)

    return load


def library_files():
    """The libraries of operators that applications link, from the folder of the package."""
    names = ("libquantized_ops_aot_lib.so", "libcustom_ops_aot_lib.so")
    return [os.path.relpath(path, PACKAGE) for name in names for path in glob.glob(f"{PACKAGE}/**/{name}", recursive=True)]


def libraries():
    return {path: in_child(library_operators(os.path.join(PACKAGE, path))) for path in library_files()}


def texts():
    """What the loaded binaries of the package say; by file."""
    with open("/proc/self/maps") as maps:
        paths = sorted({line.split()[-1] for line in maps if PACKAGE in line and ".so" in line})
    found = {}
    for path in paths:
        with open(path, "rb") as f:
            data = f.read()
        strings = set(re.findall(rb"[\x20-\x7e]{4,400}", data))
        told = sorted(s.decode() for s in strings if any(t in s for t in TELLING) and b"_ZN" not in s and not s.startswith(b"N"))
        found[os.path.relpath(path, PACKAGE)] = {
            "size": len(data), "sha256": hashlib.sha256(data).hexdigest(),
            "tags": [t.decode() for t in TAGS if t in data], "texts": [s for s in told if " " in s and "<" not in s.replace(" < ", "")],
        }  # fmt: skip
    return found


def attempt(f, *errors):
    try:
        return f()
    except (AttributeError, ImportError, *errors):
        return None


def api():
    signatures = {}
    for name in dir(runtime):
        if name.startswith(("_load", "_get", "_is_available")):
            doc = getattr(runtime, name).__doc__ or ""
            lines = [line.strip() for line in doc.splitlines() if "->" in line]
            signatures[name] = [re.sub(r"<[^>]*>|executorch\.extension\.pybindings\.\w+\.", "", line) for line in lines]
    load = " ".join(signatures.get("_load_for_executorch", []) + signatures.get("_load_for_executorch_from_buffer", []))
    return {
        "verification": "program_verification" in load,
        "data_file": "data_path" in load or "data_map_buffer" in load,
        "by_method": "_load_program_from_buffer" in signatures,
        "bundled": "_load_bundled_program_from_buffer" in signatures,
        "runtime_module": importlib.util.find_spec("executorch.runtime") is not None,
        "signatures": signatures,
    }


def header():
    """What the exporter writes."""
    program = importlib.import_module("executorch.exir._serialize._program")
    cls = program._ExtendedHeader
    version = attempt(lambda: importlib.import_module("executorch.exir.version").EXECUTORCH_SCHEMA_VERSION)
    length = next((getattr(cls, n) for n in ("EXPECTED_LENGTH", "LENGTH") if hasattr(cls, n)), None)
    return {"header_length": length, "schema_version": version}


def copy_schemas(out):
    folder = os.path.join(out, RELEASE)
    os.makedirs(folder, exist_ok=True)
    copied = {}
    for name, places in SCHEMAS.items():
        for place in places:
            if os.path.exists(os.path.join(PACKAGE, place)):
                shutil.copyfile(os.path.join(PACKAGE, place), os.path.join(folder, name))
                copied[name] = place
                break
    return copied


def scalar_types():
    with open(os.path.join(PACKAGE, "exir/_serialize/scalar_type.fbs")) as f:
        body = re.sub(r"//.*", "", f.read()).split("{")[1].split("}")[0]
    found, value = {}, -1
    for item in filter(None, (part.strip() for part in body.split(","))):
        name, _, number = (p.strip() for p in item.partition("="))
        value = int(number) if number else value + 1
        found[name] = value
    return found


def selected_operators(sample):
    """The yaml that the release's own gen_oplist and gen_all_oplist make of a file."""
    with tempfile.TemporaryDirectory() as scratch:
        name = os.path.basename(sample)
        shutil.copyfile(sample, os.path.join(scratch, name))
        steps = [
            ["executorch.codegen.tools.gen_oplist", "--output_path", "one.yaml", "--model_file_path", name],
            ["executorch.codegen.tools.gen_all_oplist", "--model_file_list_path", "one.yaml", "--output_dir", "."],
        ]
        for step in steps:
            done = subprocess.run([sys.executable, "-W", "ignore", "-m", *step], capture_output=True, text=True, cwd=scratch)
            if done.returncode:
                said = [line for line in done.stderr.splitlines() if re.search(r"Error|error|No module", line)] or ["?"]
                return {"error": said[-1].replace(sys.executable, "python").strip()[:300]}
        made = {}
        for file in ["one.yaml", "selected_operators.yaml"]:
            if os.path.exists(os.path.join(scratch, file)):
                with open(os.path.join(scratch, file)) as f:
                    made[file] = f.read()
        return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", required=True)
    parser.add_argument("--schemas")
    parser.add_argument("--sample")
    args = parser.parse_args()
    version = attempt(lambda: importlib.import_module("executorch.version"))
    profile = {
        "release": RELEASE,
        "version": getattr(version, "__version__", None),
        "git_version": getattr(version, "git_version", None),
        "torch": torch.__version__,
        "operators": operators(),
        "libraries": libraries(),
        "backends": attempt(lambda: sorted(runtime._get_registered_backend_names())),
        "api": api(),
        "exporter": header(),
        "scalar_types": scalar_types(),
        "binaries": texts(),
    }
    everything = [t for b in profile["binaries"].values() for t in b["texts"]]
    profile["verification_missing"] = any("InternalConsistency verification requested but not available" in t for t in everything)
    profile["constant_buffer_refused"] = any("relies on the constant_buffer path" in t for t in everything)
    if args.schemas:
        profile["schemas"] = copy_schemas(args.schemas)
    if args.sample:
        profile["selected_operators"] = selected_operators(args.sample)
    with open(args.out, "w") as f:
        json.dump(profile, f, indent=1)
        f.write("\n")
    print(RELEASE, len(profile["operators"]), "operators", profile["backends"], "verification missing:", profile["verification_missing"])


if __name__ == "__main__":
    main()
