#!/usr/bin/env python3
"""Prints MLIR text with many operations, for benchmarks: always the same for the same numbers.

usage: big.py FUNCTIONS OPERATIONS | mlir-opt-22 --emit-bytecode -o big.mlirbc

Each function has about OPERATIONS operations: arithmetic, constants, comparisons, conditionals with two regions, calls.
12500 functions with 200 operations give about 57 MB of bytecode with three million operations.
"""

import random
import sys


def function(number, operations, out):
    values = ["%a0", "%a1"]
    out(f"  func.func @f{number}(%a0: i32, %a1: i32, %t0: tensor<4x?xf32>) -> i32 {{\n")
    for index in range(operations):
        kind = random.random()
        result, last = f"%v{index}", values[-1]
        if kind < 0.1:
            out(f"    {result} = arith.constant {random.randrange(-5000, 5000)} : i32\n")
        elif kind < 0.15 and number:
            callee = random.randrange(number)
            out(f"    {result} = func.call @f{callee}(%a0, {last}, %t0) : (i32, i32, tensor<4x?xf32>) -> i32\n")
        elif kind < 0.2:
            out(f"    %c{index} = arith.cmpi slt, {last}, %a0 : i32\n")
            out(f"    {result} = scf.if %c{index} -> (i32) {{\n      %y{index} = arith.subi {last}, %a1 : i32\n")
            out(f"      scf.yield %y{index} : i32\n    }} else {{\n      scf.yield %a0 : i32\n    }}\n")
        else:
            name = random.choice(["addi", "muli", "xori", "andi"])
            out(f"    {result} = arith.{name} {random.choice(values[-8:])}, {random.choice(values)} : i32\n")
        values.append(result)
    out(f"    return {values[-1]} : i32\n  }}\n")


def main():
    functions, operations = int(sys.argv[1]), int(sys.argv[2])
    random.seed(1)
    sys.stdout.write("module {\n")
    for number in range(functions):
        function(number, operations, sys.stdout.write)
    sys.stdout.write("}\n")


if __name__ == "__main__":
    main()
