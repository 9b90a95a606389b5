#!/usr/bin/env python3
"""Programs of JAX and torch-mlir in upstream's dialects, as text that mlir-opt takes: frontends.py PROGRAMS OUT.

Functions of PROGRAMS/programs_jax.py become StableHLO in JAX, and that becomes linalg by torch-mlir's pass, by IREE's input conversion
(`iree`) or by what IREE makes of that for whole programs (`iree-global`), or code of LLVM's dialect by IREE for a CPU (`iree-llvm`); texts of
PROGRAMS/torch.txt (`// ----- NAME: linalg|tosa|onnx: PIPELINE …`) are lowered by torch-mlir. OUT/frontends.mlir has those that went through,
in the form of lowered.py. The wheels are in target/interop/mlir/venv (setup.sh), whose Python runs this script again with `jax`.
"""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
BIN = ROOT / "target/interop/mlir/venv/bin"
#: What IREE does with a whole program before it cuts it into dispatches.
WHOLE_PROGRAM = (
    "iree-global-optimization-transformation-pipeline",
    "util.func(iree-dispatch-creation-remove-tensor-barriers)",
    "iree-dispatch-creation-preprocessing-pipeline",
)
#: LLVM's dialect as IREE's newer MLIR spells it, and as the releases asked here do; a line that only newer ones take has their mark (lowered.py).
OLDER_LLVM = (
    (r" <alignment = (\d+)>", r" {alignment = \1 : i64}"),
    (r" fastmath<(\w+)> :", r" {fastmathFlags = #llvm.fastmath<\1>} :"),
    (r"^( *llvm\.intr\.assume .*\[)", r"20-!\1"),
    (r"^(.*) inbounds\|nuw (.*)$", r"-19!\1 inbounds \2\n20-!\1 inbounds|nuw \2"),
    (r" llvm\.intr\.vector\.reduce\.fadd\(", r' "llvm.intr.vector.reduce.fadd"('),
)


#: Operations of upstream as releases before 19 and 18 have them, each on a line with their mark.
OLDER_UPSTREAM = (
    (r"^(.*\.expand_shape .*\]) output_shape \[[^\]]*\](.*)$", r"-18!\1\2\n19-!\g<0>"),
    (r"^(.*)\barith\.(max|min)imumf\b(.*)$", r"-17!\1arith.\2f\3\n18-!\g<0>"),
)


def marked(text):
    """A text with the forms that older releases take."""
    for new, old in OLDER_UPSTREAM:
        text = re.sub(new, old, text, flags=re.M)
    return text


def by_jax(source):
    """Prints every function as StableHLO, each behind a line with its name, tool and pipelines. Runs where JAX is."""
    import jax
    import jax.numpy as jnp

    spec = importlib.util.spec_from_file_location("programs_jax", source)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, function, shapes, tool, pipelines in module.PROGRAMS:
        arguments = [jnp.ones((int(shape[1:]),), jnp.int32) if isinstance(shape, str) else jnp.ones(shape) for shape in shapes]
        print(f"// ----- {name}: {tool}: {pipelines}")
        print(jax.jit(function, keep_unused=True).lower(*arguments).as_text())


def run(command, text):
    done = subprocess.run([str(part) for part in command], input=text, capture_output=True, text=True, check=False)
    return (done.stdout, "") if done.returncode == 0 else (None, done.stderr.strip().splitlines()[:1])


def by_iree(tool, text):
    """A StableHLO program after phases of IREE's compiler."""
    command = [BIN / "iree-compile", "--iree-input-type=stablehlo"]
    if tool == "iree-llvm":
        more = ["--compile-to=executable-targets", "--iree-hal-target-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=generic"]
        made, said = run([*command, *more, "-"], text)
        # One module for each executable.
        found = re.findall(r"^( *)builtin\.module (.*?)^\1}$", made or "", flags=re.M | re.S)
        kept = "\n".join(f"module {body}}}" for _, body in found)
        for new, old in OLDER_LLVM:
            kept = re.sub(new, old, kept, flags=re.M)
        return kept or None, said
    made, said = run([*command, "--compile-to=input", "-"], text)
    if made and tool == "iree-global":
        made, said = run([BIN / "iree-opt", f"--pass-pipeline=builtin.module({','.join(WHOLE_PROGRAM)})"], made)
    # Functions of IREE are upstream's, under another name.
    return made and re.sub(r"\butil\.(func|call)\b", r"func.\1", made).replace("util.return", "func.return"), said


def upstream(tool, text):
    """A program in upstream's dialects."""
    if tool.startswith("iree"):
        return by_iree(tool, text)
    to_linalg = ["--torchdynamo-export-to-torch-backend-pipeline", "--torch-backend-to-linalg-on-tensors-backend-pipeline"]
    flags = {
        "torch-mlir": ["--stablehlo-aggressive-simplification", "--stablehlo-legalize-to-linalg", "--canonicalize"],
        "linalg": to_linalg,
        "tosa": ["--torchdynamo-export-to-torch-backend-pipeline", "--torch-backend-to-tosa-backend-pipeline"],
        "onnx": ["--convert-torch-onnx-to-torch", "--torch-decompose-complex-ops", "--torch-scalarize-shapes", "--canonicalize", *to_linalg],
    }
    return run([BIN / "torch-mlir-opt", "-", *flags[tool]], text)


def write(programs, out):
    """Makes OUT/frontends.mlir of a folder with programs of JAX and torch-mlir."""
    out.mkdir(parents=True, exist_ok=True)
    source = ""
    if (programs / "programs_jax.py").exists():
        command = [BIN / "python", __file__, "jax", programs / "programs_jax.py"]
        environment = {**os.environ, "JAX_PLATFORMS": "cpu", "PYTHONDONTWRITEBYTECODE": "1"}
        source += subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    if (programs / "torch.txt").exists():
        source += (programs / "torch.txt").read_text()
    kept = []
    for part in re.split(r"^// ----- ", source, flags=re.M)[1:]:
        head, _, text = part.partition("\n")
        name, tool, through = (word.strip() for word in head.split(":"))
        made, said = upstream(tool, text)
        if made is None:
            print(f"{name}: {tool}: {said}", file=sys.stderr)
        else:
            kept.append(f"// ----- {name}: {through}\n{marked(made.strip())}\n")
    (out / "frontends.mlir").write_text("".join(kept))


if __name__ == "__main__":
    if sys.argv[1] == "jax":
        by_jax(sys.argv[2])
    else:
        write(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
