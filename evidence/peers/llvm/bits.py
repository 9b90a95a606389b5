#!/usr/bin/env python3
"""LLVM bitstreams in Python: read to a tree, change the tree, write it again; and a writer of single bits for streams
that no tree can say.  Written apart from the crate, so that each can check the other.

    stream = parse(data)            # Stream(magic, blocks, wrapper, tail); raises Malformed with the bit
    write(stream) == data           # byte for byte, also for padding and VBRs that are longer than they need be
    for path, item in walk(stream)  # every Block, Define and Record, depth first; path: the Blocks around it
    find(stream, 8, 17)             # first Block 17 in the first Block 8

    Block(id, items, width=4)       # items: Block, Record, Define in order
    Record(code, ops, abbrev=3, blobs=[])   # ops: scalars and array elements in one list (char6 as its character code)
    Define([literal(5), fixed(3), ARRAY, CHAR6])    # an abbreviation; in BLOCKINFO (block 0) for the block of SETBID

`item.bit` is where the item stands (bits from the start of the stream, where its abbreviation id begins): parse() and
write() set it, so that offsets inside records can be made good after a change.  `item.odd` keeps what is unusual and
must come back on writing: padding that is not zero, a length word that is wrong, counts written too long.  Abbreviation
ids in records are those of the file: whoever adds or removes a Define renumbers them.

    python3 bits.py FILE …          # checks that every file is written as it was read (wrapped files too)
    python3 bits.py --tree FILE     # prints the tree
"""
import sys
from collections import namedtuple
from pathlib import Path

CHAR6_TEXT = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"
WRAPPER_MAGIC = 0x0B17C0DE
END, ENTER, DEFINE, UNABBREV = range(4)
BLOCKINFO, SETBID = 0, 1

Op = namedtuple("Op", "kind value")
ENCODINGS = ["literal", "fixed", "vbr", "array", "char6", "blob"]
ARRAY, CHAR6, BLOB = Op("array", None), Op("char6", None), Op("blob", None)


def literal(value):
    return Op("literal", value)


def fixed(width):
    return Op("fixed", width)


def vbr(width):
    return Op("vbr", width)


class Malformed(Exception):
    """The stream cannot be read on; `bit` is where."""

    def __init__(self, bit, what):
        super().__init__(f"bit {bit}: {what}")
        self.bit = bit


class Long(int):
    """A number whose VBR has more chunks than it needs; `chunks` says how many."""

    chunks = 0


class Block:
    def __init__(self, id, items=None, width=4):
        self.id, self.items, self.width = id, items if items is not None else [], width
        self.bit, self.odd = None, {}

    def __repr__(self):
        return f"Block({self.id}, {len(self.items)} items, width={self.width})"


class Record:
    def __init__(self, code, ops=(), abbrev=UNABBREV, blobs=()):
        self.code, self.ops, self.abbrev, self.blobs = code, list(ops), abbrev, list(blobs)
        self.bit, self.odd = None, {}

    @property
    def blob(self):
        return self.blobs[-1] if self.blobs else None

    def __repr__(self):
        blobs = f", blobs={self.blobs}" if self.blobs else ""
        return f"Record({self.code}, {self.ops}, abbrev={self.abbrev}{blobs})"


class Define:
    def __init__(self, ops):
        self.ops = list(ops)
        self.bit, self.odd = None, {}

    def __repr__(self):
        return f"Define({[o.kind if o.value is None else f'{o.kind} {o.value}' for o in self.ops]})"


class Stream:
    """`wrapper`: None, or (five header words, bytes between header and stream, bytes after the stream).
    `tail`: bytes after the last block that are no block (only with parse(…, tolerant=True))."""

    def __init__(self, magic, blocks=None, wrapper=None, tail=b""):
        self.magic, self.blocks, self.wrapper, self.tail = magic, blocks if blocks is not None else [], wrapper, tail


class Reader:
    """Bits of a buffer, the lowest bit of each byte first."""

    def __init__(self, data, bit=0):
        self.data, self.bit, self.end = data, bit, len(data) * 8

    def fixed(self, width):
        stop = self.bit + width
        if stop > self.end:
            raise Malformed(self.bit, f"{width} bits wanted, {self.end - self.bit} remain")
        word = int.from_bytes(self.data[self.bit >> 3 : (stop + 7) >> 3], "little")
        word = (word >> (self.bit & 7)) & ((1 << width) - 1)
        self.bit = stop
        return word

    def vbr(self, width):
        if width == 0:
            return 0
        value, chunks, more = 0, 0, True
        while more:
            chunk = self.fixed(width)
            value |= (chunk & ((1 << (width - 1)) - 1)) << (chunks * (width - 1))
            more, chunks = chunk >> (width - 1), chunks + 1
        if width > 1 and chunks > chunks_for(value, width):
            value = Long(value)
            value.chunks = chunks
        elif width == 1 and chunks > 1:
            value = Long(0)
            value.chunks = chunks
        return value

    def align(self):
        """Skips to the next 32-bit word; returns the bits that were skipped."""
        return self.fixed(-self.bit % 32)


def chunks_for(value, width):
    return max(1, -(-int(value).bit_length() // (width - 1)))


class Writer:
    """Single bits, and the pieces that streams are made of, sound or not: `enter` and `end` fill in length words, all
    else is written as told."""

    def __init__(self, magic=b""):
        self.out, self.word, self.used = bytearray(magic), 0, 0
        self.widths, self.starts = [2], []

    @property
    def bit(self):
        return len(self.out) * 8 + self.used

    def fixed(self, value, width):
        if value < 0 or int(value) >> width:
            raise ValueError(f"{value} does not fit {width} bits")
        self.word |= int(value) << self.used
        self.used += width
        if self.used >= 64:
            whole = self.used // 8
            self.out += (self.word & ((1 << whole * 8) - 1)).to_bytes(whole, "little")
            self.word >>= whole * 8
            self.used -= whole * 8
        return self

    def vbr(self, value, width, chunks=None):
        """`chunks`: how many, if more than needed; a Long knows by itself."""
        if width == 0:
            if value:
                raise ValueError(f"{value} does not fit VBR 0")
            return self
        if chunks is None:
            chunks = value.chunks if isinstance(value, Long) else chunks_for(value, width) if width > 1 else 1
        top = 1 << (width - 1)
        for index in range(chunks):
            chunk = (int(value) >> (index * (width - 1))) & (top - 1)
            self.fixed(chunk | (top if index + 1 < chunks else 0), width)
        if int(value) >> (chunks * (width - 1)):
            raise ValueError(f"{value} does not fit {chunks} chunks of {width} bits")
        return self

    def align(self, padding=0):
        """Fills up the word, with as much of the padding as there is place for."""
        width = -self.bit % 32
        return self.fixed(padding & ((1 << width) - 1), width)

    def raw(self, data):
        for byte in data:
            self.fixed(byte, 8)
        return self

    def id(self, abbrev):
        """An abbreviation id at the width in force."""
        return self.fixed(abbrev, self.widths[-1])

    def enter(self, block, width, head=0, padding=0):
        self.id(ENTER).vbr(block, 8).vbr(width, 4).align(padding)
        self.starts.append(self.bit)
        self.widths.append(int(width))
        return self.fixed(head, 32)

    def end(self, length=None, padding=0):
        """`length`: what the length word says, if not the truth."""
        self.id(END).align(padding)
        start = self.starts.pop()
        self.widths.pop()
        self.flush()
        if length is None:
            length = (self.bit - start - 32) // 32
        self.out[start // 8 : start // 8 + 4] = length.to_bytes(4, "little")
        return self

    def record(self, code, ops):
        """An unabbreviated record."""
        self.id(UNABBREV).vbr(code, 6).vbr(len(ops), 6)
        for op in ops:
            self.vbr(op, 6)
        return self

    def define(self, ops, count=None):
        """An abbreviation, also one that makes no sense: `ops` are Ops, or (encoding number, data or None)."""
        self.id(DEFINE).vbr(len(ops) if count is None else count, 5)
        for kind, value in ops:
            if kind == "literal":
                self.fixed(1, 1).vbr(value, 8)
                continue
            self.fixed(0, 1).fixed(ENCODINGS.index(kind) if isinstance(kind, str) else kind, 3)
            if value is not None:
                self.vbr(value, 5)
        return self

    def blob(self, data, length=None, before=0, after=0):
        """A blob; `length`: what it says, if not the truth; `before`, `after`: its padding."""
        self.vbr(len(data) if length is None else length, 6).align(before)
        return self.raw(data).align(after)

    def flush(self):
        """Fills up the last byte."""
        self.fixed(0, -self.used % 8)
        self.out += self.word.to_bytes(self.used // 8, "little")
        self.word, self.used = 0, 0

    def bytes(self):
        self.flush()
        return bytes(self.out)


class Frame:
    """An open block: abbreviations in force, and for BLOCKINFO what it has said so far."""

    def __init__(self, block, info):
        self.block, self.abbrevs = block, list(info.get(block.id, []))
        self.info, self.current = {}, None

    def define(self, item):
        if self.block.id != BLOCKINFO:
            self.abbrevs.append(item.ops)
        elif self.current is None:
            raise Malformed(item.bit, "an abbreviation in BLOCKINFO before SETBID")
        else:
            self.info.setdefault(self.current, []).append(item.ops)

    def see(self, record):
        if self.block.id == BLOCKINFO and record.code == SETBID:
            if not record.ops:
                raise Malformed(record.bit, "SETBID without a block")
            self.current = int(record.ops[0])

    def abbrev(self, number, bit):
        if number - 4 >= len(self.abbrevs):
            raise Malformed(bit, f"abbreviation {number} is not defined in block {self.block.id}")
        return self.abbrevs[number - 4]


def parse(data, tolerant=False):
    """Reads a stream, with its wrapper if it has one.  `tolerant`: what follows the last block is kept as `tail`."""
    data = bytes(data)
    wrapper = None
    if int.from_bytes(data[:4], "little") == WRAPPER_MAGIC and len(data) >= 20:
        words = [int.from_bytes(data[i : i + 4], "little") for i in range(0, 20, 4)]
        start, size = words[2], words[3]
        if start < 20 or start + size > len(data):
            raise Malformed(0, f"the wrapper says {size} bytes at {start}, of {len(data)}")
        wrapper = (words, data[20:start], data[start + size :])
        data = data[start : start + size]
    if len(data) < 4:
        raise Malformed(0, "no magic")
    stream = Stream(data[:4], wrapper=wrapper)
    reader, info = Reader(data, 32), {}
    while reader.bit < reader.end:
        start = reader.bit
        try:
            if reader.fixed(2) != ENTER:
                raise Malformed(start, "no block at the top level")
            stream.blocks.append(read_block(reader, start, info))
        except Malformed:
            if not tolerant:
                raise
            stream.tail = data[start // 8 :]
            break
    return stream


def read_enter(reader, start):
    block = Block(reader.vbr(8))
    block.bit, block.width = start, reader.vbr(4)
    keep(block, "head", reader.align())
    block.odd["length"] = reader.fixed(32)
    block.odd["body"] = reader.bit
    if not 2 <= block.width <= 32:
        raise Malformed(start, f"abbreviation ids of {block.width} bits")
    return block


def read_block(reader, start, info):
    """A block and those in it; a stack, because depth is the file's."""
    stack = [Frame(read_enter(reader, start), info)]
    while True:
        frame, start = stack[-1], reader.bit
        block = frame.block
        number = reader.fixed(block.width)
        if number == END:
            keep(block, "tail", reader.align())
            words = (reader.bit - block.odd.pop("body")) // 32
            if block.odd["length"] == words:
                del block.odd["length"]
            if block.id == BLOCKINFO:
                # It replaces what an earlier one said.
                info.clear()
                info.update(frame.info)
            stack.pop()
            if not stack:
                return block
        elif number == ENTER:
            inner = read_enter(reader, start)
            block.items.append(inner)
            stack.append(Frame(inner, info))
        elif number == DEFINE:
            item = read_define(reader, start)
            block.items.append(item)
            frame.define(item)
        else:
            item = read_record(reader, start, number, frame)
            block.items.append(item)
            frame.see(item)


def read_define(reader, start):
    item = Define([])
    item.bit = start
    count = reader.vbr(5)
    keep(item, "count", count, isinstance(count, Long))
    for _ in range(count):
        if reader.fixed(1):
            item.ops.append(literal(reader.vbr(8)))
            continue
        encoding = reader.fixed(3)
        if not 1 <= encoding <= 5:
            raise Malformed(reader.bit - 3, f"encoding {encoding}")
        item.ops.append(Op(ENCODINGS[encoding], reader.vbr(5) if encoding < 3 else None))
    return item


def read_record(reader, start, number, frame):
    item = Record(None, abbrev=number)
    item.bit = start
    if number == UNABBREV:
        item.code, count = reader.vbr(6), reader.vbr(6)
        keep(item, "count", count, isinstance(count, Long))
        item.ops = [reader.vbr(6) for _ in range(count)]
        return item
    ops, values, index = frame.abbrev(number, start), [], 0
    while index < len(ops):
        op = ops[index]
        if op.kind == "array":
            index += 1
            if index + 1 != len(ops) or ops[index].kind in ("array", "blob"):
                raise Malformed(start, "an array that is not the last but one")
            count = reader.vbr(6)
            keep(item, "count", count, isinstance(count, Long))
            values += [read_scalar(reader, ops[index]) for _ in range(count)]
        elif op.kind == "blob":
            item.blobs.append(read_blob(reader, item, len(item.blobs)))
        else:
            values.append(read_scalar(reader, op))
        index += 1
    if not values or ops[0].kind in ("array", "blob"):
        raise Malformed(start, "an abbreviation without a code")
    item.code, item.ops = values[0], values[1:]
    return item


def read_scalar(reader, op):
    if op.kind == "literal":
        return op.value
    if op.kind == "char6":
        return ord(CHAR6_TEXT[reader.fixed(6)])
    return reader.fixed(op.value) if op.kind == "fixed" else reader.vbr(op.value)


def read_blob(reader, item, index):
    length = reader.vbr(6)
    keep(item, f"length{index}", length, isinstance(length, Long))
    keep(item, f"before{index}", reader.align())
    start = reader.bit // 8
    if (start + length) * 8 > reader.end:
        raise Malformed(reader.bit, f"a blob of {length} bytes")
    reader.bit += length * 8
    blob = reader.data[start : start + length]
    keep(item, f"after{index}", reader.align())
    return blob


def keep(item, name, value, unusual=None):
    if value if unusual is None else unusual:
        item.odd[name] = value


def write(stream):
    """The bytes of a stream.  A wrapper gets the size of what it wraps."""
    writer, info = Writer(stream.magic), {}
    for block in stream.blocks:
        write_block(writer, block, info)
    data = writer.bytes() + stream.tail
    if stream.wrapper is None:
        return data
    words, between, after = stream.wrapper
    words = [*words[:2], 20 + len(between), len(data), words[4]]
    return b"".join(word.to_bytes(4, "little") for word in words) + between + data + after


def write_block(writer, block, info):
    stack = []

    def enter(block):
        block.bit = writer.bit
        writer.enter(block.id, block.width, padding=block.odd.get("head", 0))
        stack.append((Frame(block, info), iter(block.items)))

    enter(block)
    while stack:
        frame, items = stack[-1]
        item = next(items, None)
        if item is None:
            writer.end(frame.block.odd.get("length"), frame.block.odd.get("tail", 0))
            if frame.block.id == BLOCKINFO:
                info.clear()
                info.update(frame.info)
            stack.pop()
        elif isinstance(item, Block):
            enter(item)
        elif isinstance(item, Define):
            item.bit = writer.bit
            writer.define(item.ops, item.odd.get("count"))
            frame.define(item)
        else:
            item.bit = writer.bit
            write_record(writer, item, frame)
            frame.see(item)


def write_record(writer, item, frame):
    writer.id(item.abbrev)
    if item.abbrev == UNABBREV:
        writer.vbr(item.code, 6).vbr(count_of(item, len(item.ops)), 6)
        for op in item.ops:
            writer.vbr(op, 6)
        return
    ops, values, blobs, index = frame.abbrev(item.abbrev, writer.bit), [item.code, *item.ops], 0, 0
    for place, op in enumerate(ops):
        if op.kind == "array":
            rest = values[index:]
            writer.vbr(count_of(item, len(rest)), 6)
            for value in rest:
                write_scalar(writer, ops[place + 1], value)
            index = len(values)
            break
        if op.kind == "blob":
            length = item.odd.get(f"length{blobs}")
            length = length if length == len(item.blobs[blobs]) else None
            padding = item.odd.get(f"before{blobs}", 0), item.odd.get(f"after{blobs}", 0)
            writer.blob(item.blobs[blobs], length, *padding)
            blobs += 1
        elif index == len(values):
            raise ValueError(f"{item}: too few operands for abbreviation {item.abbrev}")
        else:
            write_scalar(writer, op, values[index])
            index += 1
    if index != len(values) or blobs != len(item.blobs):
        raise ValueError(f"{item}: abbreviation {item.abbrev} has no place for all of it")


def count_of(item, count):
    """The count as it was written, if it is still true."""
    odd = item.odd.get("count")
    return odd if odd == count else count


def write_scalar(writer, op, value):
    if op.kind == "literal":
        if value != op.value:
            raise ValueError(f"{value}, where the abbreviation says {op.value}")
    elif op.kind == "char6":
        writer.fixed(CHAR6_TEXT.index(chr(value)), 6)
    elif op.kind == "fixed":
        writer.fixed(value, op.value)
    else:
        writer.vbr(value, op.value)


def walk(where, path=()):
    """Every item, depth first, with the blocks around it."""
    stack = [(path, iter(where.blocks if isinstance(where, Stream) else where.items))]
    while stack:
        path, items = stack[-1]
        item = next(items, None)
        if item is None:
            stack.pop()
            continue
        yield path, item
        if isinstance(item, Block):
            stack.append(((*path, item), iter(item.items)))


def find(where, *ids):
    """The first block with this id, in the first with that id …; None if there is none."""
    for id in ids:
        items = where.blocks if isinstance(where, Stream) else where.items
        where = next((i for i in items if isinstance(i, Block) and i.id == id), None)
        if where is None:
            return None
    return where


def main(args):
    if args[:1] == ["--tree"]:
        for path, item in walk(parse(Path(args[1]).read_bytes(), tolerant=True)):
            print("  " * len(path) + f"{item.bit}: {item!r}" + (f" {item.odd}" if item.odd else ""))
        return 0
    wrong = 0
    for name in args:
        data = Path(name).read_bytes()
        try:
            again = write(parse(data))
            at = next((i for i, (a, b) in enumerate(zip(data, again)) if a != b), min(len(data), len(again)))
            answer = "identical" if again == data else f"DIFFERS at byte {at} of {len(data)}, {len(again)} written"
        except (Malformed, ValueError) as error:
            answer = f"ERROR {error}"
        wrong += answer != "identical"
        print(f"{name}: {answer}")
    print(f"{len(args) - wrong} of {len(args)} identical")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
