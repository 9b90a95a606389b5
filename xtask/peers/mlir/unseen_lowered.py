"""The set 2026-11-lowered: small programs after the first passes of pipelines, drawn as to text, pipeline and depth."""

import hashlib
import random
import subprocess
from pathlib import Path

RELEASES = {"19": "19.1.7", "22": "22.1.8"}
MOST_BYTES = 200_000
#: Texts that people write, small and whole: loops, tensors, vectors, memory, control.
TEXTS = {
    "matmul": """func.func @matmul(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}""",
    "conv": """func.func @conv(%i: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x4xf32>, %o: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%i, %k : tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%o : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}""",
    "softmax": """func.func @softmax(%x: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %out = tensor.empty() : tensor<4x32xf32>
  %exp = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<4x32xf32>) outs(%out : tensor<4x32xf32>) { ^bb0(%a: f32, %b: f32): %v = math.exp %a : f32 linalg.yield %v : f32 } -> tensor<4x32xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%exp : tensor<4x32xf32>) outs(%init : tensor<4xf32>) { ^bb0(%a: f32, %b: f32): %v = arith.addf %a, %b : f32 linalg.yield %v : f32 } -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%exp, %sum : tensor<4x32xf32>, tensor<4xf32>) outs(%out : tensor<4x32xf32>) { ^bb0(%a: f32, %s: f32, %b: f32): %v = arith.divf %a, %s : f32 linalg.yield %v : f32 } -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}""",
    "stencil": """func.func @stencil(%a: memref<64xf64>, %b: memref<64xf64>) {
  affine.for %i = 1 to 63 {
    %l = affine.load %a[%i - 1] : memref<64xf64>
    %r = affine.load %a[%i + 1] : memref<64xf64>
    %s = arith.addf %l, %r : f64
    affine.store %s, %b[%i] : memref<64xf64>
  }
  return
}""",
    "sieve": """func.func @sieve(%m: memref<?xi1>, %n: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %true = arith.constant true
  %count = scf.for %i = %one to %n step %one iter_args(%c = %zero) -> (index) {
    %p = memref.load %m[%i] : memref<?xi1>
    %next = scf.if %p -> (index) {
      %s = arith.addi %c, %one : index
      scf.yield %s : index
    } else {
      scf.while (%j = %i) : (index) -> index { %less = arith.cmpi ult, %j, %n : index scf.condition(%less) %j : index }
      do { ^bb0(%j: index): memref.store %true, %m[%j] : memref<?xi1> %k = arith.addi %j, %i : index scf.yield %k : index }
      scf.yield %c : index
    }
    scf.yield %next : index
  }
  return %count : index
}""",
    "dot": """func.func @dot(%a: vector<16xf32>, %b: vector<16xf32>, %m: memref<16xf32>, %i: index) -> f32 {
  %0 = arith.mulf %a, %b fastmath<contract> : vector<16xf32>
  %1 = vector.reduction <add>, %0 : vector<16xf32> into f32
  %pad = arith.constant 0.0 : f32
  %2 = vector.transfer_read %m[%i], %pad : memref<16xf32>, vector<16xf32>
  vector.transfer_write %2, %m[%i] : vector<16xf32>, memref<16xf32>
  return %1 : f32
}""",
    "gelu": """func.func @gelu(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c = arith.constant dense<0.5> : tensor<8xf32>
  %0 = tosa.tanh %x : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = tosa.abs %0 : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %2 = tosa.reciprocal %1 : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}""",
    "kernel": """module attributes {gpu.container_module} {
  gpu.module @kernels { gpu.func @scale(%m: memref<?xf32>, %f: f32) kernel {
    %i = gpu.thread_id x
    %v = memref.load %m[%i] : memref<?xf32>
    %s = arith.mulf %v, %f : f32
    memref.store %s, %m[%i] : memref<?xf32>
    gpu.return } }
  func.func @run(%m: memref<?xf32>, %f: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch_func @kernels::@scale blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%m : memref<?xf32>, %f : f32)
    return
  }
}""",
}
#: Pipelines, as people put them together: a draw takes the first passes of one.
PIPELINES = [
    "linalg-generalize-named-ops linalg-fuse-elementwise-ops one-shot-bufferize{bufferize-function-boundaries} convert-linalg-to-affine-loops "
    "affine-loop-tile{tile-size=4} affine-loop-unroll{unroll-factor=2} affine-super-vectorize{virtual-vector-size=8} lower-affine canonicalize cse "
    "convert-vector-to-scf convert-scf-to-cf expand-strided-metadata convert-vector-to-llvm convert-math-to-llvm finalize-memref-to-llvm convert-func-to-llvm "
    "convert-cf-to-llvm convert-arith-to-llvm reconcile-unrealized-casts",
    "one-shot-bufferize{bufferize-function-boundaries} convert-linalg-to-parallel-loops convert-scf-to-openmp convert-scf-to-cf convert-openmp-to-llvm "
    "finalize-memref-to-llvm convert-func-to-llvm convert-arith-to-llvm convert-cf-to-llvm reconcile-unrealized-casts",
    "one-shot-bufferize{bufferize-function-boundaries} convert-linalg-to-parallel-loops gpu-map-parallel-loops convert-parallel-loops-to-gpu "
    "gpu-kernel-outlining lower-affine convert-scf-to-cf gpu-async-region canonicalize",
    "tosa-optional-decompositions tosa-infer-shapes tosa-to-linalg tosa-to-arith tosa-to-tensor linalg-detensorize linalg-fold-unit-extent-dims one-shot-bufferize{bufferize-function-boundaries} "
    "buffer-deallocation-pipeline convert-bufferization-to-memref convert-linalg-to-loops loop-invariant-code-motion convert-scf-to-cf",
    "affine-loop-fusion affine-parallelize affine-loop-normalize lower-affine async-parallel-for async-to-async-runtime canonicalize sccp symbol-dce",
    "convert-math-to-libm convert-arith-to-spirv convert-func-to-spirv convert-scf-to-spirv canonicalize",
    "convert-math-to-emitc convert-arith-to-emitc convert-scf-to-emitc convert-func-to-emitc convert-memref-to-emitc",
    "arith-expand arith-emulate-wide-int{widest-int-supported=32} math-uplift-to-fma int-range-optimizations control-flow-sink inline canonicalize",
]
DRAWS = 60

def flag(name):
    """A pass as a flag: so mlir-opt nests it where it belongs."""
    name, _, options = name.rstrip("}").partition("{")
    return f"--{name}={options}" if options else f"--{name}"


def lowered(release, text, passes, with_places):
    """Bytecode after these passes, and those that were taken: one that the release lacks or that fails here is left out."""
    taken, data = [], None
    for name in [None, *passes]:
        flags = [flag(part) for part in taken + ([name] if name else [])]
        command = [f"mlir-opt-{release}", "-", "--emit-bytecode", "--allow-unregistered-dialect", *flags]
        command += [] if with_places else ["--strip-debuginfo"]
        made = subprocess.run(command, input=text.encode(), capture_output=True, timeout=60)
        if made.returncode == 0:
            data = made.stdout
            taken += [name] if name else []
    return data, taken


def make(name, folder):
    folder = Path(folder).absolute()
    lines = []
    for release in ("19", "22"):
        pick = random.Random(f"{name}/{release}")
        out = folder / "files" / release
        out.mkdir(parents=True, exist_ok=True)
        seen = set()
        for number in range(DRAWS):
            stem, text = pick.choice(sorted(TEXTS.items()))
            passes = pick.choice(PIPELINES).split()
            passes = passes[: pick.randint(1, len(passes))]
            with_places = pick.random() < 0.5
            data, taken = lowered(release, text, passes, with_places)
            digest = hashlib.sha256(data or b"").hexdigest()
            if not data or len(data) > MOST_BYTES or digest in seen:
                continue
            seen.add(digest)
            file = f"{release}/{number:03}-{stem}.mlirbc"
            (folder / "files" / file).write_bytes(data)
            how = f"mlir-opt-{release} {' '.join(map(flag, taken))}{' with places' if with_places else ''} of `{stem}` in unseen.py"
            lines.append("\t".join([file, digest, "lowered MLIR", f"mlir-opt {RELEASES[release]}", "-", how]))
        print(f"mlir-opt {release}: {len(seen)} files", flush=True)
    head = f"# The set {name}: file, SHA-256, kind, producer, companions, how it was made."
    (folder / "manifest.tsv").write_text("\n".join([head, *sorted(lines)]) + "\n")
