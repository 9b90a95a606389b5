#!/usr/bin/env bash
# xDSL reads the infinities in MLIR's dense constants as large finite numbers: -inf becomes 4286578688.
#
# Expected: MLIR prints an infinity or a NaN as its bits (0xFF800000), alone and in dense<...> alike, and xDSL, whose text is MLIR's,
# reads both as bits.
# Is so: xDSL 0.74.0 reads `0xFF800000 : f32` as -inf, and the same word in dense<...> as an integer that it makes a float: 4.28657869e+09
# (65536.0 for bf16, 64512.0 for f16). What it prints is then finite for MLIR too.
# Why it matters: such constants are the masks of attention and the start values of maxima; no error, no warning, and no diff of types.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -I -m venv "$folder/xdsl"
python3 -I -m venv "$folder/mlir"
"$folder/xdsl/bin/pip" install --quiet --disable-pip-version-check xdsl==0.74.0
"$folder/mlir/bin/pip" install --quiet --disable-pip-version-check --no-deps jaxlib==0.10.2 numpy==1.26.4 ml_dtypes==0.5.4
cat >"$folder/mlir.py" <<'PY'
import sys

from jaxlib.mlir import ir

context = ir.Context()
context.allow_unregistered_dialects = True
with context:
    print(ir.Module.parse(sys.stdin.read()).operation.get_asm(print_generic_op_form=True))
PY
cd "$folder"
"$folder/xdsl/bin/pip" list --disable-pip-version-check 2>/dev/null | grep -i '^xdsl '
"$folder/mlir/bin/pip" list --disable-pip-version-check 2>/dev/null | grep -i '^jaxlib '
{
  echo '"builtin.module"() ({'
  for value in '0xFF800000 : f32' 'dense<[0.0, 0xFF800000]> : tensor<2xf32>' 'dense<0xFF800000> : tensor<4xf32>' \
    'dense<[0.0, 0xFF80]> : tensor<2xbf16>' 'dense<[0.0, 0xFC00]> : tensor<2xf16>'; do
    echo "  \"test.op\"() {value = $value} : () -> ()"
  done
  echo '}) : () -> ()'
} >source.mlir
mlir/bin/python mlir.py <source.mlir >mlir.txt
xdsl/bin/xdsl-opt --print-op-generic --allow-unregistered-dialect source.mlir >xdsl.txt
mlir/bin/python mlir.py <xdsl.txt >back.txt
values() { sed -n 's/.*{value = \(.*\)} : () -> ()$/\1/p' "$1"; }
values mlir.txt >mlir.values
values back.txt >back.values
paste -d'|' mlir.values back.values | sed 's/|/   after xDSL   /'
[ "$(wc -l <mlir.values)" = 5 ] && [ "$(wc -l <back.values)" = 5 ]
[ "$(head -1 mlir.values)" = "$(head -1 back.values)" ]
grep -qF 'dense<[0.000000e+00, 0xFF800000]> : tensor<2xf32>' mlir.values
grep -qF 'dense<[0.000000e+00, 4.28657869E+9]> : tensor<2xf32>' back.values
grep -qF 'dense<4.28657869E+9> : tensor<4xf32>' back.values
grep -qF 'dense<[0.000000e+00, 6.553600e+04]> : tensor<2xbf16>' back.values
grep -qF 'dense<[0.000000e+00, 6.451200e+04]> : tensor<2xf16>' back.values
