#!/usr/bin/env bash
# libNVVM: what verifies is not what compiles, and which of the two is stricter changes with the architecture and the intrinsic.
#
# Expected: nvvmVerifyProgram says whether nvvmCompileProgram of the same library will take a module for the same architecture; and what the library takes for
# compute_75 it takes for compute_100, with the same data layout.
# Is so, with CUDA 13.5's library: a call of llvm.fabs.f32 does not verify ("Unsupported intrinsic") and compiles, for both architectures; a module with the
# data layout that Clang 19 writes for nvptx64 verifies and compiles for compute_75, and for compute_100 it verifies and then does not compile, as the layout is
# not the code generator's. The layout of NVIDIA's documents is taken by all.
# Why it matters: a pipeline that verifies before it ships refuses modules that would run, and passes others that will not; and a module that was compiled for
# older GPUs needs another layout for newer ones. Who asks "will this load" has to say for which architecture, and which of the two calls. No GPU is needed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check --no-deps nvidia-nvvm==13.5.37
venv/bin/python - "$(find "$folder" -name 'libnvvm.so*' | head -1)" <<'PY' | tee said
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
library.nvvmGetErrorString.restype = ctypes.c_char_p
LAYOUTS = {
    "NVIDIA's": "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64",
    "Clang's": "e-i64:64-i128:128-v16:16-v32:32-n16:32:64",
}
TEXT = """target datalayout = "{layout}"
target triple = "nvptx64-nvidia-cuda"
{declared}
define float @f(float %x) {{
  {body}
  ret float %y
}}
!nvvmir.version = !{{!0}}
!0 = !{{i32 2, i32 0}}
"""
ADDS = ("", "%y = fadd float %x, 1.0")
CALLS = ("declare float @llvm.fabs.f32(float)", "%y = call float @llvm.fabs.f32(float %x)")

def ask(function, text, architecture):
    program = ctypes.c_void_p()
    library.nvvmCreateProgram(ctypes.byref(program))
    data = text.encode()
    code = library.nvvmAddModuleToProgram(program, data, ctypes.c_size_t(len(data)), b"module")
    words = (ctypes.c_char_p * 1)(f"-arch={architecture}".encode())
    code = code or getattr(library, function)(program, 1, words)
    library.nvvmDestroyProgram(ctypes.byref(program))
    return "yes" if code == 0 else "no"

major, minor = ctypes.c_int(), ctypes.c_int()
library.nvvmVersion(ctypes.byref(major), ctypes.byref(minor))
print(f"libNVVM of nvidia-nvvm 13.5.37, NVVM {major.value}.{minor.value}")
for subject, layout, (declared, body) in (("fadd, NVIDIA's layout", "NVIDIA's", ADDS), ("fadd, Clang's layout", "Clang's", ADDS), ("llvm.fabs, NVIDIA's layout", "NVIDIA's", CALLS)):
    for architecture in ("compute_75", "compute_100"):
        text = TEXT.format(layout=LAYOUTS[layout], declared=declared, body=body)
        print(f"{subject}, {architecture}: verifies {ask('nvvmVerifyProgram', text, architecture)}, compiles {ask('nvvmCompileProgram', text, architecture)}")
PY
cat >expected <<'SAID'
libNVVM of nvidia-nvvm 13.5.37, NVVM 2.0
fadd, NVIDIA's layout, compute_75: verifies yes, compiles yes
fadd, NVIDIA's layout, compute_100: verifies yes, compiles yes
fadd, Clang's layout, compute_75: verifies yes, compiles yes
fadd, Clang's layout, compute_100: verifies yes, compiles no
llvm.fabs, NVIDIA's layout, compute_75: verifies no, compiles yes
llvm.fabs, NVIDIA's layout, compute_100: verifies no, compiles yes
SAID
diff expected said
