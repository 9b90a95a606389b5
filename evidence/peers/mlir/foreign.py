#!/usr/bin/env python3
"""Files that mlir-opt cannot open, and what their own tools make of them.

  foreign.py make VENV OUT              files of IREE, torch-mlir and JAX, from the texts in src/, into a folder each; not again what is there
  foreign.py dumps VENV SET FILES TEXTS whether the tool of SET prints each file as it stands in TEXTS (that of torch-mlir for JAX: it has vhlo)
  foreign.py compare VENV SET OLD NEW   whether the tool of SET reads each file of NEW, and prints the text of the file of that name in OLD

VENV has the wheels of IREE, torch-mlir and JAX. `dumps` and `compare` print a line for every file that is not
the same, and count.
"""

import pathlib
import subprocess
import sys

SRC = pathlib.Path(__file__).parent / "src"
PHASES = [
    "input", "abi", "preprocessing", "global-optimization", "dispatch-creation", "flow", "stream", "executable-sources",
    "executable-configurations", "executable-targets", "hal", "vm",
]
TORCH = {
    "torch": [],
    "contract": ["--torch-function-to-torch-backend-pipeline"],
    "linalg": ["--torch-function-to-torch-backend-pipeline", "--torch-backend-to-linalg-on-tensors-backend-pipeline"],
    "tosa": ["--torch-function-to-torch-backend-pipeline", "--torch-backend-to-tosa-backend-pipeline"],
    "stablehlo": ["--torch-function-to-torch-backend-pipeline", "--torch-backend-to-stablehlo-backend-pipeline"],
}
GENERIC = ["--mlir-print-op-generic", "--mlir-print-local-scope", "--allow-unregistered-dialect"]


def make(venv, out):
    tools = venv / "bin"
    made = {}

    def run(folder, name, command):
        path = out / folder / f"{name}.mlirbc"
        path.parent.mkdir(parents=True, exist_ok=True)
        count = made.setdefault(folder, [0, 0])
        if path.exists():
            count[0] += 1
            return
        # Names of folders of this machine do not get into the files.
        done = subprocess.run([*map(str, command), "-o", str(path.resolve())], cwd=SRC / "foreign", capture_output=True, timeout=600)
        count[done.returncode != 0] += 1
        if done.returncode != 0:
            path.unlink(missing_ok=True)
            print(f"{folder}/{name}: {done.stderr.decode(errors='replace').splitlines()[:1]}")

    iree = [tools / "iree-compile", "--iree-hal-target-backends=vmvx", "--emit-mlir-bytecode"]
    for file in sorted((SRC / "foreign").glob("iree-*.mlir")):
        for phase in PHASES:
            run("iree", f"{file.stem[5:]}-{phase}", [*iree, f"--compile-to={phase}", file.name])
    torch = [tools / "torch-mlir-opt", "--emit-bytecode"]
    for file in sorted((SRC / "foreign").glob("torch-*.mlir")):
        # The odd one has what no pass takes.
        for stage, passes in [("torch", [])] if file.stem == "torch-odd" else TORCH.items():
            run("torch", f"{file.stem[6:]}-{stage}", [*torch, *passes, file.name])
    run("stablehlo", "layers", [*torch, "iree-stablehlo.mlir"])
    script = "import sys; exec(compile(open(sys.argv.pop(1)).read(), 'exports.py', 'exec'))"
    if not (out / "jax").exists():
        subprocess.run([tools / "python", "-c", script, SRC / "exports.py", out / "jax"], check=True, timeout=900)
    made["jax"] = [len(list((out / "jax").iterdir())), 0]
    for folder, (written, refused) in made.items():
        print(f"{folder}: {written} written, {refused} not compiled")


DESERIALIZE = """
import pathlib, sys
from jax._src.interpreters.mlir import make_ir_context
from jaxlib.mlir.dialects import stablehlo
for line in sys.stdin:
    with make_ir_context() as context:
        try:
            module = stablehlo.deserialize_portable_artifact(context, pathlib.Path(line.strip()).read_bytes())
            text = module.operation.get_asm(print_generic_op_form=True, use_local_scope=True)
            print("text " + repr(text))
        except Exception as error:
            print("refused " + repr(str(error)))
    sys.stdout.flush()
"""


def texts(venv, which, files):
    """What the tool prints of files, or why it does not."""
    if which == "jax":
        command = [venv / "bin/python", "-c", DESERIALIZE]
        done = subprocess.run(command, input="\n".join(map(str, files)), capture_output=True, text=True, timeout=900, check=True)
        yield from done.stdout.splitlines()
        return
    tool = venv / "bin" / ("iree-opt" if which == "iree" else "torch-mlir-opt")
    for file in files:
        done = subprocess.run([tool, *GENERIC, file], capture_output=True, timeout=300)
        if done.returncode == 0:
            yield "text " + done.stdout.decode(errors="replace")
        else:
            yield "refused " + (done.stderr.decode(errors="replace").strip().splitlines() or ["crashed"])[0]


def dumps(venv, which, files, ours):
    files = sorted(files.glob("*.mlirbc"))
    printed = ["text " + (ours / f"{file.stem}.mlir").read_text(errors="replace") for file in files]
    tally(which, files, printed, texts(venv, "torch" if which == "jax" else which, files))


def compare(venv, which, old, new):
    files = sorted(new.glob("*.mlirbc"))
    tally(which, files, texts(venv, which, [old / file.name for file in files]), texts(venv, which, files))


def tally(which, files, befores, afters):
    counts = [0, 0, 0]
    for file, before, after in zip(files, befores, afters):
        if after.startswith("refused "):
            counts[2] += 1
            print(f"{which}/{file.name}: {after}{'' if before.startswith('text ') else '; so is the original'}")
        elif before != after:
            counts[1] += 1
            pairs = zip(before.splitlines(), after.splitlines())
            first = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
            print(f"{which}/{file.name}: differs: {first[0].strip()[:200]} | {first[1].strip()[:200]}")
        else:
            counts[0] += 1
    print("{} the same, {} differ, {} refused".format(*counts))


def main():
    match sys.argv[1:]:
        case ["make", venv, out]:
            make(pathlib.Path(venv), pathlib.Path(out))
        case ["dumps", venv, which, files, ours]:
            dumps(pathlib.Path(venv), which, pathlib.Path(files), pathlib.Path(ours))
        case ["compare", venv, which, old, new]:
            compare(pathlib.Path(venv), which, pathlib.Path(old), pathlib.Path(new))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
