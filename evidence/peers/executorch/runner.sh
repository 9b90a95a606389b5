#!/usr/bin/env bash
# Builds runner.cpp on the C++ runtime in an installed wheel of ExecuTorch (1.5 and later ship it). Needs g++.
#
#   runner.sh VENV OUT       e.g. runner.sh target/interop/executorch/1.5.1 target/interop/executorch/runner-1.5.1
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
wheel=$(cd "$1"/lib/python3*/site-packages/executorch && pwd)
[ -e "$wheel/lib/libexecutorch.so" ] || { echo "no C++ runtime in this wheel" >&2; exit 3; }
libraries=(-Wl,--no-as-needed)
for name in executorch executorch_kernels_optimized executorch_backend_xnnpack executorch_threadpool; do
  [ ! -e "$wheel/lib/lib$name.so" ] || libraries+=("-l$name")
done
g++ -std=c++17 -O1 -w -DC10_USING_CUSTOM_GENERATED_MACROS -DET_USE_THREADPOOL -I"$wheel/include" -I"$wheel/include/executorch/runtime/core/portable_type/c10" \
  "$here/runner.cpp" -L"$wheel/lib" -Wl,-rpath,"$wheel/lib" "${libraries[@]}" -o "$2"
