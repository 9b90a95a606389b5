#!/usr/bin/env python3
"""Files of MLIR bytecode that are malformed, or odd and still accepted, each with one thing that is out of the ordinary.

    malformed.py OUT_DIR [TOOL]     writes OUT_DIR/NAME.bin for every case, and OUT_DIR/index.tsv: name, what it is; with TOOL,
                                    a real mlir-opt, also what it says of each

A case is a function that changes a good file's parts, or returns bytes; its name is the name of the file, its text says what
is odd. The good file is written by the functions of this script. Readers answer every one of them: what ends one by a signal, or is
not answered in time, is no case.
"""
import pathlib
import subprocess
import sys

CASES = {}
STRING, DIALECT, ATTR_TYPE, SIZES, IR, RESOURCE, RESOURCE_SIZES, VERSIONS, PROPERTIES = range(9)


def case(function):
    if function.__name__ in CASES or not function.__doc__:
        raise ValueError(f"{function.__name__}: named twice, or without a text")
    CASES[function.__name__] = function
    return function


def varint(value, length=0):
    """A prefix varint, in `length` bytes at least."""
    for size in range(max(length, 1), 9):
        if value < 1 << 7 * size:
            return (((value << 1) | 1) << (size - 1)).to_bytes(size, "little")
    return b"\0" + value.to_bytes(8, "little")


def numbers(*values):
    return b"".join(value if isinstance(value, bytes) else varint(value) for value in values)


def section(id, data, length=None):
    return bytes([id]) + varint(len(data) if length is None else length) + data


def op(name, mask, *rest):
    """An operation: name, mask, the unknown location, what the mask says."""
    return numbers(name, bytes([mask]), 0, *rest)


class Good:
    """The parts of a good file: a module with `%0 = "tool.make"() : () -> i32` and `"tool.use"(%0) {key = "key"}`."""

    def __init__(self, version=6):
        self.version = version
        self.producer = b"tool\0"
        self.strings = [b"builtin", b"module", b"tool", b"make", b"use", b"key"]
        self.attrs = [
            (0, True, numbers(15)),
            (0, True, numbers(2, 5)),
            (0, True, numbers(1, 1, 1, 1)),
            (1, False, b"#tool.a<1>\0"),
        ]
        self.types = [(0, True, numbers(0, 32 << 2))]
        self.make = op(1, 2, 1, 0)
        self.use = op(2, 5, 2, 1, 0)
        self.values = 1
        self.after = b""
        self.blob = numbers(8, 4)
        self.kind = 0
        self.properties = numbers(0)
        # Contents of sections that are written another way than from the parts above.
        self.sections = {}
        self.order = [DIALECT, SIZES, ATTR_TYPE, IR, RESOURCE_SIZES, RESOURCE, STRING, PROPERTIES]

    def string_section(self):
        ends = [text + b"\0" for text in self.strings]
        return numbers(len(ends), *(len(text) for text in reversed(ends)), *ends)

    def dialect_section(self):
        flag = 1 if self.version >= 5 else 0
        name = lambda string: string << 1 | 1 if flag else string
        count = numbers(3) if self.version >= 4 else b""
        return numbers(2, 0, 2 << 1) + count + numbers(0, 1, name(1), 1, 2, name(3), name(4))

    def sizes(self):
        def groups(entries):
            out, at = b"", 0
            while at < len(entries):
                dialect = entries[at][0]
                same = [entry for entry in entries[at:] if entry[0] == dialect]
                out += numbers(dialect, len(same), *(len(data) << 1 | custom for _, custom, data in same))
                at += len(same)
            return out

        return numbers(len(self.attrs), len(self.types)) + groups(self.attrs) + groups(self.types)

    def region(self):
        return numbers(1, self.values, 2 << 1) + self.make + self.use + self.after

    def module(self):
        return op(0, 0x10, 1 << 1 | 1, section(IR, self.region()))

    def resource(self):
        """The section's data; it is aligned to eight bytes, and so are four bytes of a blob in it."""
        padding = -len(self.blob) % 8
        return self.blob + b"\xcb" * padding + b"\1\2\3\4"

    def resource_sizes(self):
        return numbers(0, 0, 1, 5, len(self.resource()), bytes([self.kind]))

    def content(self, id):
        if id in self.sections:
            return self.sections[id]
        return {
            STRING: self.string_section,
            DIALECT: self.dialect_section,
            ATTR_TYPE: lambda: b"".join(data for _, _, data in self.attrs + self.types),
            SIZES: self.sizes,
            IR: lambda: numbers(1 << 1) + self.module(),
            RESOURCE: self.resource,
            RESOURCE_SIZES: self.resource_sizes,
            PROPERTIES: lambda: self.properties,
        }[id]()

    def bytes(self):
        out = b"ML\xefR" + varint(self.version) + self.producer
        for id in self.order:
            if id == PROPERTIES and self.version < 5:
                continue
            data = self.content(id)
            if id == RESOURCE:
                head = bytes([id | 0x80]) + varint(len(data)) + varint(8)
                out += head
                out += b"\xcb" * (-len(out) % 8) + data
            else:
                out += section(id, data)
        return out


# The header


@case
def ok(good):
    """nothing odd"""


@case
def ok_version_0(good):
    """nothing odd, in version 0"""
    good.version = 0
    # Isolated regions are no section there.
    good.module = lambda: op(0, 0x10, 1 << 1 | 1, good.region())


@case
def only_magic(good):
    """the magic alone"""
    return good.bytes()[:4]


@case
def version_newer(good):
    """version 7"""
    good.version = 7


@case
def producer_open(good):
    """no NUL byte ends the producer"""
    return b"ML\xefR" + varint(6) + b"tool"


# Sections


@case
def section_cut(good):
    """the file ends inside of its last section"""
    return good.bytes()[:-1]


@case
def section_length_huge(good):
    """a section of 2^63 bytes"""
    return b"ML\xefR" + varint(6) + good.producer + section(STRING, b"", 1 << 63)


@case
def section_unknown(good):
    """a section with id 9"""
    return good.bytes() + section(9, b"\1")


@case
def section_twice(good):
    """two string sections"""
    good.order.append(STRING)


@case
def section_missing(good):
    """no section of operations"""
    good.order.remove(IR)


@case
def properties_missing(good):
    """no section of properties, which version 6 asks for"""
    good.order.remove(PROPERTIES)


@case
def resources_without_sizes(good):
    """a section of resources without one of their sizes"""
    good.order.remove(RESOURCE_SIZES)


@case
def section_alignment_odd(good):
    """a section that is aligned to 6 bytes"""
    good.order.remove(STRING)
    return good.bytes() + bytes([STRING | 0x80]) + numbers(1, 6)


@case
def section_padding_zero(good):
    """zeros where a section is aligned"""
    data = good.bytes()
    at = data.index(bytes([RESOURCE | 0x80])) + 3
    end = at
    while data[end] == 0xCB:
        end += 1
    return data[:at] + bytes(end - at) + data[end:]


# Strings


@case
def strings_count_large(good):
    """more strings than bytes"""
    good.sections[STRING] = numbers(300)


@case
def string_empty(good):
    """a string of no bytes, not even the NUL byte"""
    good.sections[STRING] = numbers(2, 0, 8, b"builtin\0")


@case
def strings_sum(good):
    """lengths of strings add up to less than follows"""
    good.sections[STRING] = good.string_section() + b"rest\0"


@case
def string_open(good):
    """no NUL byte ends the last string"""
    good.sections[STRING] = good.string_section()[:-1] + b"!"


# Dialects


@case
def dialect_name_outside(good):
    """a dialect named by string 77"""
    good.sections[DIALECT] = numbers(2, 0, 77 << 1, 3, 0, 1, 3, 1, 2, 7, 9)


@case
def dialect_version_cut(good):
    """a dialect with a version, whose section is longer than the dialect section"""
    good.sections[DIALECT] = numbers(1, 1, section(VERSIONS, b"\3", 20))


@case
def dialect_version_id(good):
    """a dialect with a version in a section of another id"""
    good.sections[DIALECT] = numbers(1, 1, section(STRING, b"\3"))


@case
def op_name_dialect_outside(good):
    """operation names of dialect 5 of 2"""
    good.sections[DIALECT] = numbers(2, 0, 4, 3, 5, 1, 3)


@case
def op_name_string_outside(good):
    """an operation named by string 40"""
    good.sections[DIALECT] = numbers(2, 0, 4, 3, 0, 1, 81, 1, 2, 7, 9)


# Attributes and types


@case
def entry_size_outside(good):
    """an attribute that ends behind its section"""
    good.sections[SIZES] = numbers(1, 0, 0, 1, 200 << 1 | 1)


@case
def entry_group_large(good):
    """a group of more attributes than there are"""
    good.sections[SIZES] = numbers(2, 0, 0, 3, 3, 3, 3)


@case
def entry_dialect_outside(good):
    """attributes of dialect 9 of 2"""
    good.sections[SIZES] = numbers(1, 0, 9, 1, 3)


@case
def sizes_left_over(good):
    """sizes of one entry too many"""
    good.sections[SIZES] = good.sizes() + numbers(3)


@case
def entry_left_over(good):
    """a string attribute with a byte too many"""
    good.attrs[1] = (0, True, numbers(2, 5, 5))


@case
def entry_short(good):
    """a dictionary that ends before its last value"""
    good.attrs[2] = (0, True, numbers(1, 1, 1))


@case
def entry_reference_outside(good):
    """a dictionary that has attribute 50 of 4"""
    good.attrs[2] = (0, True, numbers(1, 1, 1, 50))


@case
def entry_string_outside(good):
    """a string attribute with string 50 of 6"""
    good.attrs[1] = (0, True, numbers(2, 50))


@case
def entry_kind(good):
    """a dictionary whose name is a location"""
    good.attrs[2] = (0, True, numbers(1, 1, 0, 1))


@case
def dictionary_name_twice(good):
    """a dictionary that has one name twice, with two values"""
    good.attrs[2] = (0, True, numbers(1, 2, 1, 1, 1, 3))


@case
def entry_in_each_other(good):
    """a tuple of a complex of that tuple"""
    good.types += [(0, True, numbers(15, 1, 2)), (0, True, numbers(9, 1))]


@case
def entry_text_open(good):
    """assembly text that no NUL byte ends"""
    good.attrs[3] = (1, False, b"#tool.a<1>")


@case
def entry_text_two(good):
    """assembly text with a NUL byte inside"""
    good.attrs[3] = (1, False, b"#tool\0a<1>\0")


@case
def entry_code_unknown(good):
    """a builtin type with code 99"""
    good.types[0] = (0, True, numbers(99))


@case
def array_size(good):
    """an array of three numbers of four bytes that has eight"""
    good.attrs[1] = (0, True, numbers(17, 0, 3, 8, bytes(8)))
    good.attrs[2] = (0, True, numbers(1, 0))


@case
def elements_size(good):
    """a tensor of six numbers of four bytes that has eight"""
    good.types.append((0, True, numbers(13, 2, 4, 6, 0)))
    good.attrs[1] = (0, True, numbers(18, 1, 8, bytes(8)))
    good.attrs[2] = (0, True, numbers(1, 0))


@case
def entries_left_over(good):
    """bytes behind the last type"""
    good.sections[ATTR_TYPE] = good.content(ATTR_TYPE) + b"rest"


# Operations


@case
def top_two(good):
    """two operations at the top level"""
    good.sections[IR] = numbers(2 << 1) + good.module() + good.module()


@case
def op_name_outside(good):
    """an operation with name 9 of 3"""
    good.make = op(9, 2, 1, 0)


@case
def op_location_outside(good):
    """an operation at location 9 of 4"""
    good.make = numbers(1, b"\2", 9, 1, 0)


@case
def op_location_kind(good):
    """an operation at a location that is a string"""
    good.make = numbers(1, b"\2", 1, 1, 0)


@case
def op_attributes_kind(good):
    """an operation whose dictionary is a location"""
    good.use = op(2, 5, 0, 1, 0)


@case
def op_attributes_text(good):
    """an operation whose dictionary is the text of an affine map"""
    good.attrs[3] = (1, False, b"affine_map<(d0) -> (d0)>\0")
    good.use = op(2, 5, 3, 1, 0)


@case
def op_result_outside(good):
    """a result of type 9 of 1"""
    good.make = op(1, 2, 1, 9)


@case
def op_operand_outside(good):
    """an operand that is value 3 of 1"""
    good.use = op(2, 5, 2, 1, 3)


@case
def op_operand_undefined(good):
    """an operand that is a value which the region announces and nothing defines"""
    good.values = 2
    good.use = op(2, 5, 2, 1, 1)


@case
def op_properties_outside(good):
    """properties 0 of none"""
    good.make = op(1, 0x42, 0, 1, 0)


def unregistered(good, properties):
    """`tool.make` is one that the producer did not know, and has these properties."""
    good.sections[DIALECT] = numbers(2, 0, 2 << 1, 3, 0, 1, 1 << 1 | 1, 1, 2, 3 << 1, 4 << 1 | 1)
    good.make = op(1, 0x42, 0, 1, 0)
    good.properties = numbers(1, len(properties)) + properties


@case
def op_properties_unregistered(good):
    """properties of an operation that the producer did not know, which are attribute 50 of 4"""
    unregistered(good, numbers(50))


@case
def op_successor_outside(good):
    """a successor that is block 4 of 1"""
    good.use = op(2, 8, 1, 4)


@case
def op_uses_not_permuted(good):
    """an order of uses that has the same place twice"""
    good.make = op(1, 0x22, 1, 0, 3 << 1, 0, 0, 1)


@case
def function_operand_outside(good):
    """isolated regions inside of isolated regions, as of a function in a module, with an operand that is value 9 of none"""
    good.values = 0
    good.make = op(1, 0x10, 1 << 1 | 1, section(IR, numbers(1, 0, 1 << 1) + op(2, 4, 1, 9)))
    good.use = op(2, 1, 2)


@case
def region_values_few(good):
    """a region that defines more values than it announces"""
    good.values = 0
    good.use = op(2, 1, 2)


@case
def region_values_many(good):
    """a region that announces 2^40 values"""
    good.values = 1 << 40


@case
def region_blocks_large(good):
    """a region of more blocks than bytes"""
    good.region = lambda: numbers(300, 1)


@case
def region_left_over(good):
    """a byte behind the operations of an isolated region"""
    good.after = b"\1"


@case
def region_section_id(good):
    """isolated regions in a section of another id"""
    good.module = lambda: op(0, 0x10, 1 << 1 | 1, section(STRING, good.region()))


@case
def region_section_cut(good):
    """isolated regions in a section that is longer than the one around it"""
    good.module = lambda: op(0, 0x10, 1 << 1 | 1, section(IR, good.region(), 200))


@case
def top_left_over(good):
    """a byte behind the top-level operation"""
    good.sections[IR] = numbers(1 << 1) + good.module() + b"\1"


# Properties, resources


@case
def properties_cut(good):
    """properties that end behind their section"""
    good.properties = numbers(1, 9, b"\1")


@case
def resource_cut(good):
    """a resource that ends behind its section"""
    good.sections[RESOURCE_SIZES] = numbers(0, 0, 1, 5, 99, b"\0")


@case
def resource_alignment_odd(good):
    """a blob that is aligned to 3 bytes"""
    good.blob = numbers(3, 4)


@case
def resource_blob_cut(good):
    """a blob that is larger than its resource"""
    good.blob = numbers(8, 40)


@case
def resource_padding(good):
    """zeros before a blob"""
    good.resource = lambda: numbers(8, 4) + bytes(6) + b"\1\2\3\4"


@case
def resource_left_over(good):
    """a boolean of two bytes"""
    good.kind, good.resource = 1, lambda: b"\1\1"


@case
def resources_left_over(good):
    """bytes behind the last resource"""
    good.sections[RESOURCE] = good.resource() + b"rest"


# Odd, and accepted


@case
def ok_properties_unregistered(good):
    """properties of an operation that the producer did not know, which are a dictionary"""
    unregistered(good, numbers(2))


@case
def ok_attributes_text(good):
    """an operation whose dictionary is text"""
    good.attrs[3] = (0, False, b"{key = 3 : i32}\0")
    good.use = op(2, 5, 3, 1, 0)


@case
def odd_long_number(good):
    """a count in three bytes"""
    good.sections[PROPERTIES] = varint(0, 3)


@case
def odd_long_numbers(good):
    """every number of the operations in five bytes"""
    long = lambda *values: numbers(*(value if isinstance(value, bytes) else varint(value, 5) for value in values))
    make = long(1, b"\2", 0, 1, 0)
    use = long(2, b"\5", 0, 2, 1, 0)
    region = long(1, 1, 2 << 1) + make + use
    isolated = bytes([IR]) + varint(len(region), 5) + region
    good.sections[IR] = long(1 << 1, 0, b"\x10", 0, 1 << 1 | 1) + isolated


@case
def odd_names_count(good):
    """nine operation names announced, and three there"""
    good.sections[DIALECT] = numbers(2, 0, 2 << 1, 9, 0, 1, 1 << 1 | 1, 1, 2, 3 << 1 | 1, 4 << 1 | 1)


@case
def odd_names_many(good):
    """a thousand operation names announced, and three there"""
    good.sections[DIALECT] = numbers(2, 0, 2 << 1, 1000, 0, 1, 1 << 1 | 1, 1, 2, 3 << 1 | 1, 4 << 1 | 1)


@case
def odd_group_empty(good):
    """groups of no operation names and of no attributes"""
    good.sections[DIALECT] = good.dialect_section() + numbers(1, 0)
    sizes = good.sizes()
    good.sections[SIZES] = sizes[:2] + numbers(1, 0) + sizes[2:]


@case
def vhlo_operands(good):
    """an operation of VHLO without the operand that its definition has"""
    good.strings[2:4] = [b"vhlo", b"abs_v1"]


@case
def odd_section_aligned(good):
    """a section of operations that is aligned to one byte"""
    data = good.content(IR)
    good.order.remove(IR)
    plain = good.bytes
    good.bytes = lambda: plain() + bytes([IR | 0x80]) + numbers(len(data), 1) + data


@case
def odd_properties_empty(good):
    """a section of properties without even a count"""
    good.sections[PROPERTIES] = b""


@case
def odd_mask(good):
    """a mask that says there are operands, and there are none"""
    good.make = op(1, 6, 1, 0, 0)


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, function in CASES.items():
        good = Good()
        data = function(good) or good.bytes()
        path = out / f"{name}.bin"
        path.write_bytes(data)
        what = function.__doc__
        if len(sys.argv) > 2:
            what += f"; {pathlib.Path(sys.argv[2]).name}: {answer(sys.argv[2], path)}"
        rows.append(f"{name}.bin\t{what}\n")
    (out / "index.tsv").write_text("".join(rows))
    print(f"{len(rows)} files in {out}")


def answer(tool, path):
    """What a real reader says of a file. The file goes in at an aligned place: its name says nothing."""
    command = [tool, "--allow-unregistered-dialect", "--mlir-print-op-generic", str(path)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        raise SystemExit(f"{path.stem}: {tool} does not answer: not a case for this script") from None
    if done.returncode == 0:
        return "accepted"
    if done.returncode < 0:
        raise SystemExit(f"{path.stem}: {tool} ends by signal {-done.returncode}: not a case for this script")
    lines = [line for line in done.stderr.decode(errors="replace").splitlines() if "error: " in line]
    return "refused: " + (lines[0].split("error: ", 1)[1] if lines else "without a reason")


if __name__ == "__main__":
    main()
