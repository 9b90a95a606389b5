#!/usr/bin/env python3
"""Files of MLIR bytecode whose text is longer than their bytes, each in another way; mlir-opt answers every one of them in a moment.

    nested.py OUT_DIR [TOOL]     writes OUT_DIR/NAME.bin for every case, and OUT_DIR/index.tsv: name, what it is; with TOOL, a real
                                 mlir-opt, fails if that does not answer one of them

Tests lower the limits of the printer to below these texts.
"""
import pathlib
import sys

from malformed import DIALECT, Good, answer, numbers, op, varint

# Types or attributes in each other: two to this power are the leaves.
DEPTH = 9

CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def signed(value):
    """A signed varint."""
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def quant(good):
    """The dialect `quant` besides."""
    good.strings += [b"quant"]
    at = len(good.strings) - 1
    name = lambda string: string << 1 | 1
    good.sections[DIALECT] = (
        numbers(3, 0, 2 << 1, at << 1) + numbers(3) + numbers(0, 1, name(1), 1, 2, name(3), name(4))
    )


@case
def type_tree(good):
    """tuples of 2 tuples each, 9 in each other: 512 leaves"""
    for at in range(DEPTH):
        good.types.append((0, True, numbers(15, 2, at, at)))
    good.make = op(1, 2, 1, DEPTH)


@case
def attr_tree(good):
    """arrays of 2 arrays each, 9 in each other, the innermost of nothing: 512 leaves"""
    good.attrs[3] = (0, True, numbers(0, 0))
    for at in range(DEPTH):
        good.attrs.append((0, True, numbers(0, 2, 3 + at, 3 + at)))
    good.attrs[2] = (0, True, numbers(1, 1, 1, 3 + DEPTH))


@case
def function_tree(good):
    """a function whose type has 512 inputs in all: tuples in each other"""
    for at in range(DEPTH):
        good.types.append((0, True, numbers(15, 2, at, at)))
    good.types.append((0, True, numbers(2, 1, DEPTH, 0)))
    good.strings += [b"sym_name", b"function_type"]
    good.attrs[3:] = [(0, True, numbers(2, 6)), (0, True, numbers(2, 7)), (0, True, numbers(6, DEPTH + 1))]
    good.attrs[2] = (0, True, numbers(1, 2, 3, 1, 4, 5))


@case
def scales_splat(good):
    """a quantized type with scales and zero points of a tensor of 1,000 elements that are all the same"""
    quant(good)
    good.types += [(0, True, numbers(0, 8 << 2)), (0, True, numbers(5))]
    good.types.append((0, True, numbers(13, 1, signed(1000), 2)))
    good.types.append((0, True, numbers(13, 1, signed(1000), 1)))
    good.attrs[3:] = [(0, True, numbers(18, 3, 4, b"\0\0\x80\x3f")), (0, True, numbers(18, 4, 1, b"\1"))]
    good.types.append((2, True, numbers(6, 1, 1, 2, signed(-128), signed(127), 1, signed(0), 1, signed(1), 3, 4)))
    good.make = op(1, 2, 1, 5)


@case
def names_shared(good):
    """a dictionary of many attributes that all have one long name"""
    good.strings[5] = b"k" * 500
    count = 300
    good.attrs[2] = (0, True, numbers(1, count, *([1, 1] * count)))


@case
def strings_shared(good):
    """many strings that are one long string"""
    good.strings[5] = b"k" * 500
    good.attrs.pop()
    first, count = len(good.attrs), 150
    good.attrs += [(0, True, numbers(2, 5))] * count
    good.attrs[2] = (0, True, numbers(1, 1, 1, len(good.attrs)))
    good.attrs.append((0, True, numbers(0, count, *range(first, first + count))))


@case
def symbols_shared(good):
    """a reference through many symbols of one long name"""
    good.strings[5] = b"k" * 500
    count = 300
    good.attrs[3:] = [(0, True, numbers(4, 1)), (0, True, numbers(5, 1, count, *([3] * count)))]
    good.attrs[2] = (0, True, numbers(1, 1, 1, 4))


@case
def op_names_shared(good):
    """many operation names that are one long name"""
    good.strings[3] = b"m" * 500
    count = 300
    name = lambda string: string << 1 | 1
    names = numbers(0, 1, name(1), 1, 2 + count, name(3), name(4), *([name(3)] * count))
    good.sections[DIALECT] = numbers(2, 0, 2 << 1) + numbers(3 + count) + names
    # One operation of each.
    good.after = b"".join(op(3 + at, 0) for at in range(count))
    good.region = lambda: numbers(1, good.values, (2 + count) << 1) + good.make + good.use + good.after


@case
def dictionary_shared(good):
    """operations of many names that all have one large dictionary"""
    items = 100
    good.attrs[2] = (0, True, numbers(1, items, *([1, 1] * items)))
    count = 40
    # Names of their own, of a dialect that readers know.
    first = len(good.strings)
    good.strings += [b"llvm"] + [b"a%d" % at for at in range(count)]
    name = lambda string: string << 1 | 1
    others = numbers(*(name(first + 1 + at) for at in range(count)))
    names = numbers(0, 1, name(1), 1, 2, name(3), name(4), 2, count) + others
    good.sections[DIALECT] = numbers(3, 0, 2 << 1, first << 1) + numbers(3 + count) + names
    good.after = b"".join(op(3 + at, 1, 2) for at in range(count))
    good.region = lambda: numbers(1, good.values, (2 + count) << 1) + good.make + good.use + good.after


@case
def regions_deep(good):
    """regions in each other"""
    depth = 40
    inner = op(2, 0)
    for _ in range(depth):
        # An operation with one region, of one block, of one operation.
        inner = op(2, 0x10, 1 << 1) + numbers(1, 0, 1 << 1) + inner
    good.region = lambda: numbers(1, 0, 1 << 1) + inner


@case
def text_deep(good):
    """assembly text of attributes in each other"""
    depth = 100
    good.attrs[3] = (1, False, b"#tool.a<" * depth + b">" * depth + b"\0")
    good.attrs[2] = (0, True, numbers(1, 1, 1, 3))


@case
def text_locations(good):
    """assembly text of locations in each other, each of which has an alias"""
    depth = 100
    good.attrs[3] = (0, False, b'loc("a"(' * depth + b"unknown" + b"))" * depth + b"\0")
    good.attrs[2] = (0, True, numbers(1, 1, 1, 3))


@case
def integer_wide(good):
    """a number of many bits"""
    words = 120
    good.types.append((0, True, numbers(0, (words * 64) << 2)))
    good.attrs[3] = (0, True, numbers(8, 1, words, *([b"\0" + b"\xfd" * 8] * words)))
    good.attrs[2] = (0, True, numbers(1, 1, 1, 3))


@case
def maps_wide(good):
    """affine maps of many dimensions that nothing lists"""
    good.attrs.pop()
    first, count = len(good.attrs), 60
    good.attrs += [(0, True, numbers(23, (1024 << 2)))] * count
    good.attrs[2] = (0, True, numbers(1, 1, 1, len(good.attrs)))
    good.attrs.append((0, True, numbers(0, count, *range(first, first + count))))


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, function in CASES.items():
        good = Good()
        function(good)
        path = out / f"{name}.bin"
        path.write_bytes(good.bytes())
        rows.append(f"{name}.bin\t{function.__doc__}\n")
        if len(sys.argv) > 2:
            answer(sys.argv[2], path)
    (out / "index.tsv").write_text("".join(rows))
    print(f"{len(rows)} files in {out}")


if __name__ == "__main__":
    main()
