"""A small reader and writer of LLVM bitstreams, to change real Swift modules and read what compilers wrote.

A stream is (magic, [Block...]); a block's items are ('abbrev', [operand...]), ('record', abbreviation id, code, operands, blob or
None) and ('block', Block). What is read and written again unchanged has the same bytes.
"""

import struct

CHAR6 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"


class Block:
    """A block: its id, the width of its abbreviation ids, its items."""

    def __init__(self, id, width, items=None):
        self.id, self.width, self.items = id, width, items or []

    def records(self, code=None):
        return [i for i in self.items if i[0] == "record" and code in (None, i[2])]

    def block(self, id):
        return next((i[1] for i in self.items if i[0] == "block" and i[1].id == id), None)


class Bits:
    def __init__(self, data, at=0):
        self.data, self.at, self.end = data, at, len(data) * 8

    def fixed(self, width):
        if self.at + width > self.end:
            raise EOFError(self.at)
        low, high = self.at >> 3, (self.at + width + 7) >> 3
        value = int.from_bytes(self.data[low:high], "little") >> (self.at & 7) & ((1 << width) - 1)
        self.at += width
        return value

    def vbr(self, width):
        value = shift = 0
        while True:
            chunk = self.fixed(width)
            value |= (chunk & ((1 << width - 1) - 1)) << shift
            shift += width - 1
            if not chunk >> width - 1:
                return value

    def align(self):
        self.at = (self.at + 31) // 32 * 32


def read_abbrev(bits):
    ops = []
    for _ in range(bits.vbr(5)):
        if bits.fixed(1):
            ops.append(("literal", bits.vbr(8)))
        else:
            kind = {1: "fixed", 2: "vbr", 3: "array", 4: "char6", 5: "blob"}[bits.fixed(3)]
            ops.append((kind, bits.vbr(5)) if kind in ("fixed", "vbr") else (kind,))
    return ops


def scalar(bits, op):
    kind = op[0]
    if kind == "literal":
        return op[1]
    if kind == "char6":
        return ord(CHAR6[bits.fixed(6)])
    return bits.fixed(op[1]) if kind == "fixed" else bits.vbr(op[1])


def read_record(bits, id, abbrev):
    if id == 3:
        code = bits.vbr(6)
        return code, [bits.vbr(6) for _ in range(bits.vbr(6))], None
    values, blob, at = [], None, 0
    while at < len(abbrev):
        op = abbrev[at]
        if op[0] == "array":
            at += 1
            values += [scalar(bits, abbrev[at]) for _ in range(bits.vbr(6))]
        elif op[0] == "blob":
            size = bits.vbr(6)
            bits.align()
            blob = bytes(bits.data[bits.at >> 3:(bits.at >> 3) + size])
            bits.at += (size + 3) // 4 * 32
        else:
            values.append(scalar(bits, op))
        at += 1
    return values[0], values[1:], blob


def read_block(bits, info, id):
    if id == 0:
        info.clear()
    width = bits.vbr(4)
    bits.align()
    bits.fixed(32)
    block, abbrevs, current = Block(id, width), list(info.get(id, [])), None
    while True:
        code = bits.fixed(width)
        if code == 0:
            bits.align()
            return block
        if code == 1:
            block.items.append(("block", read_block(bits, info, bits.vbr(8))))
        elif code == 2:
            abbrev = read_abbrev(bits)
            block.items.append(("abbrev", abbrev))
            (info.setdefault(current, []) if id == 0 else abbrevs).append(abbrev)
        else:
            record = read_record(bits, code, None if code == 3 else abbrevs[code - 4])
            block.items.append(("record", code, *record))
            if id == 0 and record[0] == 1:
                current = record[1][0]


def read(data):
    bits, blocks, info = Bits(data, 32), [], {}
    while bits.at < bits.end:
        assert bits.fixed(2) == 1, bits.at
        blocks.append(read_block(bits, info, bits.vbr(8)))
    return data[:4], blocks


class Writer:
    def __init__(self):
        self.out, self.word, self.used = bytearray(), 0, 0

    def fixed(self, value, width):
        self.word |= value << self.used
        self.used += width
        while self.used >= 32:
            self.out += struct.pack("<I", self.word & 0xFFFFFFFF)
            self.word >>= 32
            self.used -= 32

    def vbr(self, value, width):
        more = 1 << width - 1
        while value >= more:
            self.fixed(value & more - 1 | more, width)
            value >>= width - 1
        self.fixed(value, width)

    def align(self):
        if self.used:
            self.fixed(0, 32 - self.used)

    def scalar(self, op, value):
        if op[0] == "literal":
            assert value == op[1], (op, value)
        elif op[0] == "char6":
            self.fixed(CHAR6.index(chr(value)), 6)
        elif op[0] == "fixed":
            self.fixed(value, op[1])
        else:
            self.vbr(value, op[1])

    def abbrev(self, width, ops):
        self.fixed(2, width)
        self.vbr(len(ops), 5)
        for op in ops:
            if op[0] == "literal":
                self.fixed(1, 1)
                self.vbr(op[1], 8)
            else:
                self.fixed(0, 1)
                self.fixed(("", "fixed", "vbr", "array", "char6", "blob").index(op[0]), 3)
                if len(op) > 1:
                    self.vbr(op[1], 5)

    def record(self, width, item, abbrevs):
        _, id, code, ops, blob = item
        self.fixed(id, width)
        if id == 3:
            self.vbr(code, 6)
            self.vbr(len(ops), 6)
            for op in ops:
                self.vbr(op, 6)
            return
        values, at, abbrev, i = [code, *ops], 0, abbrevs[id - 4], 0
        while i < len(abbrev):
            if abbrev[i][0] == "array":
                i += 1
                self.vbr(len(values) - at, 6)
                for value in values[at:]:
                    self.scalar(abbrev[i], value)
                at = len(values)
            elif abbrev[i][0] == "blob":
                self.vbr(len(blob), 6)
                self.align()
                for byte in blob:
                    self.fixed(byte, 8)
                self.align()
            else:
                self.scalar(abbrev[i], values[at])
                at += 1
            i += 1
        assert at == len(values), (values, abbrev)

    def block(self, block, info, outer):
        if block.id == 0:
            info.clear()
        self.fixed(1, outer)
        self.vbr(block.id, 8)
        self.vbr(block.width, 4)
        self.align()
        start = len(self.out)
        self.fixed(0, 32)
        abbrevs, current = list(info.get(block.id, [])), None
        for item in block.items:
            if item[0] == "block":
                self.block(item[1], info, block.width)
            elif item[0] == "abbrev":
                self.abbrev(block.width, item[1])
                (info.setdefault(current, []) if block.id == 0 else abbrevs).append(item[1])
            else:
                self.record(block.width, item, abbrevs)
                if block.id == 0 and item[2] == 1:
                    current = item[3][0]
        self.fixed(0, block.width)
        self.align()
        struct.pack_into("<I", self.out, start, (len(self.out) - start - 4) // 4)


def write(magic, blocks):
    writer, info = Writer(), {}
    for byte in magic:
        writer.fixed(byte, 8)
    for block in blocks:
        writer.block(block, info, 2)
    writer.align()
    return bytes(writer.out)


def names(blocks):
    """`{block: {name: code}}` as the stream names its records."""
    found, current = {}, None
    for item in blocks[0].items if blocks and blocks[0].id == 0 else []:
        if item[0] == "record" and item[2] == 1:
            current = item[3][0]
        elif item[0] == "record" and item[2] == 3:
            found.setdefault(current, {})[bytes(item[3][1:]).decode()] = item[3][0]
    return found
