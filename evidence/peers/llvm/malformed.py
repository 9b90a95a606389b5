#!/usr/bin/env python3
"""Streams that are malformed, or odd and still accepted, each with one thing that is out of the ordinary.

    malformed.py OUT_DIR                    writes OUT_DIR/NAME.bin for every case, and OUT_DIR/index.tsv: name, what it is
    malformed.py OUT_DIR --ask RELEASE …    … and prints what `llvm-bcanalyzer-RELEASE -dump` says of each, as a table
                                            (malformed.tsv is that for 14 16 19 22)
    malformed.py OUT_DIR --mutate N FILE …  instead: N damaged copies of each file, always the same ones

A case is a function that returns a Writer or bytes; its name is the name of the file, its text says what is odd.
Analysers answer every case: what ends one of them by a signal, or is not answered in time, is no case.
"""
import os
import random
import resource
import subprocess
import sys

from bits import ARRAY, BLOB, CHAR6, Writer, fixed, literal, vbr

CASES = {}
IR, TEST = b"BC\xc0\xde", b"TEST"
BLOCK = 8


def case(function):
    if function.__name__ in CASES or not function.__doc__:
        raise ValueError(f"{function.__name__}: named twice, or without a text")
    CASES[function.__name__] = function
    return function


def add(name, what, make):
    """A case that is one of a row."""
    make.__name__, make.__doc__ = name, what
    case(make)


def opened(width=3, magic=TEST):
    """A stream with an open block."""
    return Writer(magic).enter(BLOCK, width)


def abbreviated(*ops, width=3, magic=TEST, block=BLOCK):
    """A stream with an open block, in which abbreviation 4 is defined and its id written."""
    return Writer(magic).enter(block, width).define(ops).id(4)


def small(magic=TEST):
    return opened(magic=magic).record(1, [1, 2, 3]).end().bytes()


def wrapped(inner, offset=20, size=None, version=0, between=b"", after=b""):
    words = [0x0B17C0DE, version, offset, len(inner) if size is None else size, 7]
    return b"".join(word.to_bytes(4, "little") for word in words) + between + inner + after


def blockinfo(writer, *items, width=2):
    """A BLOCKINFO block: lists are records [code, operands…], tuples are abbreviations."""
    writer.enter(0, width)
    for item in items:
        writer.record(item[0], item[1:]) if isinstance(item, list) else writer.define(item)
    return writer.end()


def text(string):
    return list(string if isinstance(string, bytes) else string.encode())


# The whole file


@case
def ok_minimal():
    """nothing odd: one block with one record"""
    return small()


@case
def empty_file():
    """no byte at all"""
    return b""


@case
def magic_only():
    """a magic and nothing after it"""
    return TEST


@case
def magic_only_ir():
    """the magic of IR and nothing after it"""
    return IR


@case
def three_bytes():
    """less than a word"""
    return b"BC\xc0"


@case
def eight_zero_bytes():
    """no magic, and END_BLOCK at the top level"""
    return bytes(8)


@case
def tail_cut():
    """the last byte is missing"""
    return small()[:-1]


@case
def tail_1_byte():
    """one byte follows"""
    return small() + b"\0"


@case
def tail_zero_word():
    """a word of zeros follows"""
    return small() + bytes(4)


@case
def tail_zero_8():
    """two words of zeros follow"""
    return small() + bytes(8)


@case
def two_streams():
    """another stream follows, with its magic"""
    return small() + small()


@case
def top_record():
    """a record outside of blocks"""
    return Writer(TEST).record(1, [1]).align()


@case
def top_end():
    """END_BLOCK outside of blocks"""
    return Writer(TEST).id(0).align()


@case
def top_define():
    """an abbreviation outside of blocks"""
    return Writer(TEST).define([literal(1)]).align()


def cut_stream():
    """A stream of many pieces, to be cut anywhere."""
    w = blockinfo(Writer(IR), [1, BLOCK], [2, *text("Ours")], [3, 1, *text("One")], (literal(1), fixed(8), ARRAY, vbr(6)))
    w.enter(BLOCK, 4).id(4).fixed(7, 8).vbr(3, 6).vbr(1, 6).vbr(40, 6).vbr(2000, 6).record(2, [1 << 40])
    w.define([literal(9), BLOB]).id(5).blob(b"blobs of bytes").enter(9, 3).record(1, []).end()
    w.define([literal(10), ARRAY, CHAR6]).id(6).vbr(4, 6)
    for letter in (1, 2, 3, 63):
        w.fixed(letter, 6)
    return w.end().bytes()


for _words in range(2, len(cut_stream()) // 4):
    add(f"cut_at_word_{_words:02}", f"cut off after {_words} words", lambda words=_words: cut_stream()[: words * 4])


# Blocks


@case
def block_without_end():
    """no END_BLOCK, but the padding of the last word reads as one"""
    return opened().record(1, [1]).align()


@case
def block_ends_in_padding():
    """no END_BLOCK, and a word of zeros follows"""
    return opened().record(1, [1]).id(0).align().fixed(0, 32)


@case
def block_length_small():
    """the length word is too small"""
    return opened().record(1, [1] * 40).end(length=1)


@case
def block_length_big():
    """the length word is too big"""
    return opened().record(1, [1] * 40).end(length=1000)


@case
def block_length_zero():
    """the length word is 0"""
    return opened().record(1, [1]).end(length=0)


@case
def block_length_max():
    """the length word is all ones"""
    return opened().record(1, [1]).end(length=0xFFFFFFFF)


@case
def block_length_inner():
    """an inner block says it goes on after its outer one"""
    return opened().enter(9, 3).record(1, [1]).end(length=50).record(2, [2]).end()


@case
def block_end_padding():
    """the padding after END_BLOCK is not zero"""
    return opened().record(1, [1]).end(padding=0x55)


@case
def block_head_padding():
    """the padding before the length word is not zero"""
    return Writer(TEST).enter(BLOCK, 3, padding=0x2AAAA).record(1, [1]).end()


@case
def block_id_long():
    """the block id has more VBR chunks than it needs"""
    w = Writer(TEST).id(1).vbr(BLOCK, 8, chunks=3).vbr(3, 4, chunks=2).align().fixed(1, 32)
    return w.fixed(3, 3).vbr(1, 6).vbr(0, 6).fixed(0, 3).align()


@case
def block_id_reserved():
    """block 1, which is reserved"""
    return Writer(TEST).enter(1, 3).record(1, [1]).end()


@case
def block_id_reserved_named():
    """block 7, which is reserved, with a name from BLOCKINFO"""
    w = blockinfo(Writer(TEST), [1, 7], [2, *text("Seven")], [3, 1, *text("One")])
    return w.enter(7, 3).record(1, [1]).end()


@case
def block_id_32_bits():
    """the largest block id"""
    return Writer(TEST).enter(0xFFFFFFFF, 3).record(1, [1]).end()


@case
def block_id_33_bits():
    """a block id that needs 33 bits"""
    return Writer(TEST).id(1).vbr(1 << 32 | 9, 8).vbr(3, 4).align().fixed(1, 32).fixed(0, 32)


@case
def block_id_too_long():
    """a block id of six chunks, more than 32 bits can need"""
    return Writer(TEST).id(1).vbr(9, 8, chunks=6).vbr(3, 4).align().fixed(1, 32).fixed(0, 32)


@case
def width_0():
    """abbreviation ids of no bits"""
    return Writer(TEST).enter(BLOCK, 0).align().fixed(0, 32)


@case
def width_1():
    """abbreviation ids of one bit: only END_BLOCK and ENTER_SUBBLOCK"""
    return Writer(TEST).enter(BLOCK, 1).enter(9, 3).end().end()


@case
def width_2():
    """abbreviation ids of two bits: no abbreviations"""
    return opened(2).record(1, [7]).define([literal(1)]).end()


@case
def width_16():
    """abbreviation ids of 16 bits"""
    return opened(16).record(1, [7]).end()


@case
def width_32():
    """abbreviation ids of 32 bits"""
    return opened(32).record(1, [7]).define([literal(5), fixed(3)]).id(4).fixed(5, 3).end()


@case
def width_33():
    """abbreviation ids of 33 bits"""
    return Writer(TEST).enter(BLOCK, 33).fixed(0, 32).fixed(0, 32)


@case
def width_64():
    """abbreviation ids of 64 bits"""
    return Writer(TEST).enter(BLOCK, 64).fixed(0, 32).fixed(0, 32).fixed(0, 32)


@case
def width_huge():
    """abbreviation ids of 2^31 bits"""
    return Writer(TEST).id(1).vbr(BLOCK, 8).vbr(1 << 31, 4).align().fixed(1, 32).fixed(0, 32)


@case
def nested_100():
    """a hundred blocks, one in the other"""
    w = Writer(TEST)
    for _ in range(100):
        w.enter(BLOCK, 2)
    for _ in range(100):
        w.end()
    return w


def deep(count):
    """Blocks in blocks, by hand because there are many."""
    head = (1 | BLOCK << 2 | 2 << 10).to_bytes(4, "little")
    lengths = (((count - 1 - i) * 3 + 1).to_bytes(4, "little") for i in range(count))
    return TEST + b"".join(head + length for length in lengths) + bytes(4 * count)


@case
def nested_1000_open():
    """a thousand blocks, none of which ends"""
    return deep(1000)[:-4000]


@case
def many_blocks():
    """a thousand small blocks beside each other"""
    w = Writer(TEST)
    for number in range(1000):
        w.enter(BLOCK + number % 3, 3).record(number % 7, [number]).end()
    return w


# Records


@case
def record_no_operands():
    """a record without operands"""
    return opened().record(5, []).end()


@case
def record_code_0():
    """record code 0"""
    return opened().record(0, [1]).end()


@case
def record_code_1000000():
    """a record code of a million"""
    return opened().record(1000000, [1]).end()


@case
def record_code_33_bits():
    """a record code that needs 33 bits"""
    return opened().record(1 << 32 | 5, [1]).end()


@case
def record_code_too_long():
    """a record code of eight chunks, more than 32 bits can need"""
    return opened().id(3).vbr(1, 6, chunks=8).vbr(0, 6).end()


@case
def operand_max():
    """operands of 64 bits"""
    return opened().record(1, [(1 << 64) - 1, 1 << 63, (1 << 63) - 1]).end()


@case
def operand_65_bits():
    """an operand of 65 bits, in 13 chunks"""
    return opened().record(1, [1 << 64 | 7]).end()


@case
def operand_70_bits():
    """an operand of 70 bits, in 14 chunks"""
    return opened().record(1, [1 << 69]).end()


@case
def operand_long_12():
    """the operand 3 in 12 chunks"""
    return opened().id(3).vbr(1, 6).vbr(1, 6).vbr(3, 6, chunks=12).end()


@case
def operand_long_13():
    """the operand 3 in 13 chunks"""
    return opened().id(3).vbr(1, 6).vbr(1, 6).vbr(3, 6, chunks=13).end()


@case
def operand_long_14():
    """the operand 3 in 14 chunks"""
    return opened().id(3).vbr(1, 6).vbr(1, 6).vbr(3, 6, chunks=14).end()


@case
def operand_never_ends():
    """an operand whose chunks all say that one more comes"""
    return opened().id(3).vbr(1, 6).vbr(1, 6).raw(b"\xff" * 64).align()


@case
def count_33_bits():
    """a count of operands of 33 bits, 1 in the lower 32"""
    return opened().id(3).vbr(1, 6).vbr((1 << 32) + 1, 6).vbr(7, 6).end()


@case
def count_35_bits():
    """a count of operands of 35 bits, 1 in the lower 32"""
    return opened().id(3).vbr(1, 6).vbr((1 << 34) + 1, 6).vbr(7, 6).end()


@case
def count_long():
    """the count of operands has more chunks than it needs"""
    return opened().id(3).vbr(1, 6, chunks=2).vbr(1, 6, chunks=3).vbr(7, 6).end()


@case
def count_beyond():
    """a hundred operands, where the file has few"""
    return opened().id(3).vbr(1, 6).vbr(100, 6).vbr(7, 6).align().raw(b"\1" * 16)


@case
def count_implausible():
    """more operands than bits in the file"""
    return opened().id(3).vbr(1, 6).vbr(100000, 6).vbr(7, 6).end()


@case
def abbreviation_after_inner_block():
    """an abbreviation that is used again after an inner block"""
    w = opened().define([literal(1), fixed(8)]).enter(9, 5).define([literal(2)]).id(4).end()
    return w.id(4).fixed(200, 8).end()


@case
def abbreviations_many():
    """two hundred abbreviations, the last of which is used"""
    w = opened(9)
    for code in range(200):
        w.define([literal(code), fixed(4)])
    return w.id(203).fixed(9, 4).end()


# Definitions of abbreviations


@case
def define_count_33_bits():
    """an abbreviation whose count of operands needs 33 bits, 1 in the lower 32"""
    return opened().define([literal(1)], count=1 << 32 | 1).end()


@case
def define_many_operands():
    """an abbreviation with a hundred operands"""
    w = abbreviated(literal(9), *[fixed(1)] * 99)
    for place in range(99):
        w.fixed(place & 1, 1)
    return w.end()


for _kind, _make in (("fixed", fixed), ("vbr", vbr)):
    for _width in (33, 64):
        add(
            f"define_{_kind}_{_width}",
            f"{_kind} of {_width} bits, defined and not used",
            lambda make=_make, width=_width: opened().define([literal(9), make(width)]).end(),
        )


@case
def define_width_too_long():
    """the width of a fixed operand has more chunks than 64 bits can need"""
    return opened().id(2).vbr(2, 5).fixed(1, 1).vbr(1, 8).fixed(0, 1).fixed(1, 3).vbr(3, 5, chunks=17).end()


@case
def define_literal_64_bits():
    """a literal operand of 64 bits"""
    return abbreviated(literal(9), literal((1 << 64) - 1)).end()


@case
def define_literal_70_bits():
    """a literal operand of 70 bits"""
    return abbreviated(literal(9), literal(1 << 69)).end()


@case
def fixed_0():
    """fixed and VBR of no bits read as 0"""
    return abbreviated(literal(9), fixed(0), vbr(0), fixed(3)).fixed(5, 3).end()


@case
def fixed_32():
    """fixed of 32 bits"""
    return abbreviated(literal(9), fixed(32)).fixed(0xDEADBEEF, 32).end()


@case
def fixed_33():
    """fixed of 33 bits, used"""
    return abbreviated(literal(9), fixed(33)).fixed(5, 33).end()


@case
def fixed_64():
    """fixed of 64 bits, used"""
    return abbreviated(literal(9), fixed(64)).fixed((1 << 64) - 2, 64).end()


@case
def vbr_1():
    """VBR of one bit: nothing but continuation"""
    return abbreviated(literal(9), vbr(1), fixed(3)).fixed(0b0111, 4).fixed(5, 3).end()


@case
def vbr_1_never_ends():
    """VBR of one bit that goes on for a hundred chunks"""
    return abbreviated(literal(9), vbr(1), fixed(3)).raw(b"\xff" * 13).fixed(0, 1).fixed(5, 3).end()


@case
def vbr_2():
    """VBR of two bits"""
    return abbreviated(literal(9), vbr(2)).vbr((1 << 64) - 1, 2).end()


@case
def vbr_2_65_bits():
    """VBR of two bits, one chunk too many for 64 bits"""
    return abbreviated(literal(9), vbr(2)).vbr(1 << 64, 2).end()


@case
def vbr_32():
    """VBR of 32 bits"""
    return abbreviated(literal(9), vbr(32)).vbr((1 << 64) - 1, 32).end()


@case
def vbr_32_long():
    """VBR of 32 bits in three chunks more than needed"""
    return abbreviated(literal(9), vbr(32)).vbr(5, 32, chunks=4).end()


@case
def vbr_33():
    """VBR of 33 bits, used"""
    return abbreviated(literal(9), vbr(33)).vbr(5, 33).end()


# The code


@case
def code_char6():
    """a code in char6"""
    return abbreviated(CHAR6, fixed(3)).fixed(2, 6).fixed(1, 3).end()


@case
def code_fixed_0():
    """a code of no bits"""
    return abbreviated(fixed(0), fixed(3)).fixed(1, 3).end()


@case
def code_literal_33_bits():
    """a literal code that needs 33 bits"""
    return abbreviated(literal((1 << 32) + 5), fixed(3)).fixed(1, 3).end()


@case
def code_vbr_34_bits():
    """a VBR code that needs 34 bits"""
    return abbreviated(vbr(6), fixed(3)).vbr((1 << 33) + 6, 6).fixed(1, 3).end()


@case
def code_only():
    """an abbreviation that is nothing but a literal code"""
    return abbreviated(literal(9)).end()


# Arrays


@case
def array_empty():
    """an array without elements"""
    return abbreviated(literal(9), ARRAY, fixed(8)).vbr(0, 6).end()


@case
def array_char6():
    """an array of char6, with the last characters of that alphabet"""
    return abbreviated(literal(9), ARRAY, CHAR6).vbr(4, 6).fixed(0, 6).fixed(51, 6).fixed(62, 6).fixed(63, 6).end()


@case
def array_printable():
    """an array whose elements are printable in their lowest 8 bits only"""
    w = abbreviated(literal(9), fixed(4), ARRAY, vbr(6)).fixed(3, 4).vbr(3, 6)
    return w.vbr(0x141, 6).vbr(0x10042, 6).vbr(67, 6).end()


@case
def array_not_printable():
    """an array with an element that is not printable"""
    return abbreviated(literal(9), ARRAY, fixed(8)).vbr(3, 6).fixed(65, 8).fixed(10, 8).fixed(66, 8).end()


@case
def array_of_quotes():
    """an array of quotes and backslashes"""
    w = abbreviated(literal(9), ARRAY, fixed(8)).vbr(4, 6)
    return w.fixed(39, 8).fixed(34, 8).fixed(92, 8).fixed(126, 8).end()


@case
def array_of_array_unused():
    """an array of arrays, defined and not used"""
    return opened().define([literal(9), ARRAY, ARRAY]).record(1, []).end()


@case
def array_of_literal_unused():
    """an array of literals, defined and not used, as Clang does"""
    return opened().define([literal(98), literal(0), literal(4), ARRAY, literal(0)]).record(1, [2]).end()


@case
def array_of_vbr_1():
    """an array of VBR elements of one bit"""
    return abbreviated(literal(9), ARRAY, vbr(1)).vbr(3, 6).fixed(0, 3).end()


@case
def array_of_vbr_1_long():
    """an array of VBR elements of one bit that go on"""
    return abbreviated(literal(9), ARRAY, vbr(1)).vbr(2, 6).fixed(0b0111, 4).fixed(0, 1).end()


@case
def array_implausible():
    """an array of more elements than bits in the file"""
    return abbreviated(literal(9), ARRAY, fixed(8)).vbr(100000, 6).end()


@case
def array_beyond():
    """an array that goes on after the end of the file"""
    return abbreviated(literal(9), ARRAY, fixed(8)).vbr(100, 6).align().raw(b"\1" * 16)


@case
def array_count_33_bits():
    """an array whose count needs 33 bits, 1 in the lower 32"""
    return abbreviated(literal(9), ARRAY, fixed(8)).vbr(1 << 32 | 1, 6).fixed(65, 8).end()


@case
def array_element_65_bits():
    """an array with an element of 65 bits"""
    return abbreviated(literal(9), ARRAY, vbr(6)).vbr(1, 6).vbr(1 << 64, 6).end()


@case
def array_over_block_end():
    """an array that goes on after its block's end by the length word"""
    w = abbreviated(literal(9), ARRAY, fixed(8)).vbr(40, 6)
    for _ in range(40):
        w.fixed(65, 8)
    return w.end(length=2)


# Blobs


@case
def blob_empty():
    """a blob without bytes"""
    return abbreviated(literal(9), BLOB).blob(b"").record(2, [1]).end()


@case
def blob_printable():
    """a blob of text"""
    return abbreviated(literal(9), BLOB).blob(b"text with 'quotes' and \\").end()


@case
def blob_unprintable():
    """a blob of bytes that are no text"""
    return abbreviated(literal(9), BLOB).blob(bytes(range(256))).end()


@case
def blob_utf8():
    """a blob of text beyond ASCII"""
    return abbreviated(literal(9), BLOB).blob("é→\n".encode()).end()


@case
def blob_with_operands():
    """a blob after scalars"""
    return abbreviated(literal(9), fixed(8), vbr(6), BLOB).fixed(200, 8).vbr(1000, 6).blob(b"abc").end()


@case
def blob_past_end():
    """a blob that goes on after the end of the file"""
    return abbreviated(literal(9), BLOB).blob(b"abc", length=1000).end()


@case
def blob_past_end_by_one():
    """a blob with one byte more than the file"""
    return abbreviated(literal(9), BLOB).vbr(13, 6).align().raw(b"twelve bytes")


@case
def blob_to_end():
    """a blob that ends with the file"""
    return abbreviated(literal(9), BLOB).vbr(12, 6).align().raw(b"twelve bytes")


@case
def blob_length_33_bits():
    """a blob whose length needs 33 bits, 4 in the lower 32"""
    return abbreviated(literal(9), BLOB).blob(b"abcd", length=1 << 32 | 4).end()


@case
def blob_length_long():
    """the length of a blob has more chunks than it needs"""
    return abbreviated(literal(9), BLOB).vbr(4, 6, chunks=3).align().raw(b"abcd").align().end()


@case
def blob_padding_after():
    """the padding after a blob is not zero"""
    return abbreviated(literal(9), BLOB).blob(b"abc", after=0xFF).record(2, [1]).end()


@case
def blob_padding_before():
    """the padding before a blob is not zero"""
    return abbreviated(literal(9), BLOB).blob(b"abc", before=1).record(2, [1]).end()


@case
def blob_over_block_end():
    """a blob that goes on after its block's end by the length word"""
    return abbreviated(literal(9), BLOB).blob(b"x" * 64).end(length=3)


@case
def blob_not_last():
    """a blob with an operand after it"""
    return abbreviated(literal(9), BLOB, fixed(3)).blob(b"hello").fixed(5, 3).end()


@case
def blob_twice():
    """two blobs in one record"""
    return abbreviated(literal(9), BLOB, BLOB).blob(b"hello").blob(b"world!").end()


@case
def blob_then_array():
    """a blob with an array after it"""
    return abbreviated(literal(9), BLOB, ARRAY, fixed(8)).blob(b"hello").vbr(2, 6).fixed(65, 8).fixed(66, 8).end()


@case
def blob_then_array_empty():
    """a blob with an empty array after it"""
    return abbreviated(literal(9), BLOB, ARRAY, fixed(8)).blob(b"hello").vbr(0, 6).end()


@case
def blob_scalar_array():
    """a scalar, a blob, a scalar and an array"""
    w = abbreviated(literal(9), fixed(8), BLOB, fixed(8), ARRAY, fixed(8)).fixed(1, 8).blob(b"abc").fixed(2, 8)
    return w.vbr(3, 6).fixed(67, 8).fixed(68, 8).fixed(69, 8).end()


# BLOCKINFO


@case
def info_names():
    """names of a block and of records, one with a space"""
    w = blockinfo(
        Writer(TEST), [1, BLOCK], [2, *text("Ours")], [3, 1, *text("One")], [3, 2, *text("with space")], (literal(1), fixed(8))
    )
    return w.enter(BLOCK, 4).id(4).fixed(200, 8).record(2, [1]).record(3, [1]).end()


@case
def info_names_twice():
    """two names for the same block and the same record"""
    w = blockinfo(
        Writer(TEST), [1, BLOCK], [2, *text("First")], [2, *text("Second")], [3, 1, *text("one")], [3, 1, *text("two")]
    )
    return w.enter(BLOCK, 3).record(1, [1]).end()


@case
def info_names_empty():
    """a block and a record whose names are empty"""
    w = blockinfo(Writer(TEST), [1, BLOCK], [2], [3, 1])
    return w.enter(BLOCK, 3).record(1, [1]).end()


@case
def info_names_unprintable():
    """names with a newline, a quote, a byte beyond ASCII and a NUL"""
    w = blockinfo(Writer(TEST), [1, BLOCK], [2, *text(b'A\n"\xe9\0B')], [3, 1, *text(b"<\xff>\0x")])
    return w.enter(BLOCK, 3).record(1, [1]).end()


@case
def info_names_wide():
    """names whose characters have more than 8 bits"""
    w = blockinfo(Writer(TEST), [1, BLOCK], [2, 0x141, 0x10042], [3, 1, 0x143, 1 << 40 | 0x44])
    return w.enter(BLOCK, 3).record(1, [1]).end()


@case
def info_names_of_ir():
    """names for a block that IR names itself"""
    w = blockinfo(Writer(IR), [1, BLOCK], [2, *text("Ours")], [3, 1, *text("One")])
    return w.enter(BLOCK, 3).record(1, [1]).record(2, [2]).end()


@case
def info_name_of_record_only():
    """a record is named, its block is not, in IR"""
    w = blockinfo(Writer(IR), [1, BLOCK], [3, 1, *text("One")])
    return w.enter(BLOCK, 3).record(1, [1]).record(2, [2]).end()


@case
def info_name_33_bits():
    """a name for a record code that needs 33 bits"""
    w = blockinfo(Writer(TEST), [1, BLOCK], [3, 1 << 32 | 1, *text("One")])
    return w.enter(BLOCK, 3).record(1, [1]).end()


@case
def info_nested():
    """BLOCKINFO inside a block, for the blocks that follow"""
    w = blockinfo(Writer(TEST).enter(BLOCK, 3), [1, 9], (literal(1), fixed(8)))
    return w.enter(9, 3).id(4).fixed(200, 8).end().end()


@case
def info_stays_after_block():
    """BLOCKINFO inside a block, used by a later block beside that one"""
    w = blockinfo(Writer(TEST).enter(BLOCK, 3), [1, 9], (literal(1), fixed(8))).end()
    return w.enter(9, 3).id(4).fixed(200, 8).end()


@case
def info_replaced_names():
    """a second BLOCKINFO without names, after blocks that had some"""
    w = blockinfo(Writer(TEST), [1, BLOCK], [2, *text("Ours")], [3, 1, *text("One")]).enter(BLOCK, 3).record(1, []).end()
    return blockinfo(w).enter(BLOCK, 3).record(1, []).end()


@case
def info_same_block_twice():
    """SETBID for the same block twice, another in between, and definitions of the block's own"""
    w = blockinfo(
        Writer(TEST), [1, BLOCK], (literal(1), fixed(8)), [1, 9], (literal(7), fixed(8)), [1, BLOCK], (literal(2), fixed(4))
    )
    return w.enter(BLOCK, 4).id(4).fixed(200, 8).id(5).fixed(3, 4).define([literal(3)]).id(6).end()


@case
def info_empty():
    """BLOCKINFO without anything in it"""
    return blockinfo(Writer(TEST)).enter(BLOCK, 3).record(1, [1]).end()


@case
def info_define_first():
    """BLOCKINFO with an abbreviation before SETBID"""
    return blockinfo(Writer(TEST), (literal(1), fixed(8)))


@case
def info_name_first():
    """BLOCKINFO with a name before SETBID"""
    return blockinfo(Writer(TEST), [2, 65])


@case
def info_record_name_first():
    """BLOCKINFO with the name of a record before SETBID"""
    return blockinfo(Writer(TEST), [3, 1, 65])


@case
def info_setbid_empty():
    """SETBID without a block"""
    return blockinfo(Writer(TEST), [1])


@case
def info_setbid_33_bits():
    """SETBID of a block id that needs 33 bits"""
    w = blockinfo(Writer(TEST), [1, 1 << 32 | BLOCK], [2, *text("Ours")])
    return w.enter(BLOCK, 3).record(1, [1]).end()


@case
def info_setbid_more():
    """SETBID with two blocks"""
    w = blockinfo(Writer(TEST), [1, BLOCK, 9], [2, *text("Ours")])
    return w.enter(BLOCK, 3).end().enter(9, 3).end()


@case
def info_unknown_record():
    """BLOCKINFO with a record that it does not have"""
    return blockinfo(Writer(TEST), [1, BLOCK], [7, 1, 2, 3])


@case
def info_unknown_record_first():
    """BLOCKINFO with a record that it does not have, before SETBID"""
    return blockinfo(Writer(TEST), [7, 1, 2, 3], [1, BLOCK], [2, *text("Ours")]).enter(BLOCK, 3).end()


@case
def info_with_block():
    """a block inside BLOCKINFO"""
    w = Writer(TEST).enter(0, 2).record(1, [8]).enter(20, 3).record(1, [1]).end()
    return w.define([literal(1), fixed(8)]).end().enter(BLOCK, 3).id(4).fixed(1, 8).end()


@case
def info_in_info():
    """BLOCKINFO inside BLOCKINFO"""
    w = Writer(TEST).enter(0, 2).record(1, [BLOCK]).record(2, text("Outer"))
    w = blockinfo(w, [1, 9], [2, *text("Inner")]).end()
    return w.enter(BLOCK, 3).record(1, []).end().enter(9, 3).record(1, []).end()


@case
def info_for_info_twice():
    """two BLOCKINFO with abbreviations for BLOCKINFO that differ, of which the second uses one"""
    w = blockinfo(Writer(TEST), [1, 0], (literal(2), ARRAY, fixed(8)))
    w.enter(0, 3).record(1, [0]).define([literal(7), ARRAY, fixed(4)]).record(1, [BLOCK])
    w.id(4).vbr(2, 6).fixed(79, 8).fixed(75, 8).fixed(0, 8).end()
    return w.enter(BLOCK, 3).record(1, []).end()


@case
def info_without_end():
    """the file ends inside BLOCKINFO"""
    return Writer(TEST).enter(0, 2).record(1, [BLOCK]).align()


@case
def info_bad_rule_unused():
    """BLOCKINFO with an abbreviation that breaks the rule of arrays, not used"""
    w = blockinfo(Writer(TEST), [1, BLOCK], (literal(1), ARRAY, literal(0)))
    return w.enter(BLOCK, 3).record(1, [1]).end()


@case
def info_many():
    """names and abbreviations for five hundred blocks"""
    w = Writer(TEST).enter(0, 2)
    for block in range(8, 508):
        w.record(1, [block]).record(2, text(f"Block{block}")).define([literal(1), fixed(7)])
    w.end()
    for block in (507, 8, 250):
        w.enter(block, 3).id(4).fixed(1, 7).end()
    return w


# Wrappers


@case
def wrapper():
    """a wrapper, nothing odd"""
    return wrapped(small())


@case
def wrapper_padded():
    """a wrapper with twelve bytes after the stream"""
    return wrapped(small(), after=b"\xff" * 12)


@case
def wrapper_gap():
    """a wrapper whose stream starts later"""
    return wrapped(small(), offset=32, between=b"\xee" * 12)


@case
def wrapper_offset_0():
    """a wrapper that says that the stream starts at 0"""
    return wrapped(small(), offset=0)


@case
def wrapper_offset_unaligned():
    """a wrapper whose stream starts at an odd half-word"""
    return wrapped(small(), offset=22, between=bytes(2), after=bytes(2))


@case
def wrapper_file_unaligned():
    """a wrapped stream in a file that is no multiple of 4 bytes"""
    return wrapped(small(), offset=22, between=bytes(2))


@case
def wrapper_offset_big():
    """a wrapper whose stream starts after the end of the file"""
    return wrapped(small(), offset=2000)


@case
def wrapper_size_big():
    """a wrapper that says that the stream is longer"""
    return wrapped(small(), size=len(small()) + 4)


@case
def wrapper_size_small():
    """a wrapper that says that the stream is a word shorter"""
    return wrapped(small(), size=len(small()) - 4)


@case
def wrapper_size_odd():
    """a wrapper that says that the stream is a byte shorter"""
    return wrapped(small(), size=len(small()) - 1)


@case
def wrapper_size_0():
    """a wrapper around nothing"""
    return wrapped(small(), size=0)


@case
def wrapper_sum_overflows():
    """a wrapper whose offset and size add up to more than 32 bits"""
    return wrapped(small(), offset=0xFFFFFFF0, size=0x20)


@case
def wrapper_short():
    """the file ends inside the wrapper"""
    return wrapped(b"")[:12]


@case
def wrapper_only():
    """a wrapper and nothing after it"""
    return wrapped(b"")


@case
def wrapper_version_1():
    """a wrapper of another version"""
    return wrapped(small(), version=1)


@case
def wrapper_twice():
    """a wrapper in a wrapper"""
    return wrapped(wrapped(small()))


@case
def wrapper_big_endian():
    """the magic of wrappers, its bytes in the other order"""
    return b"\x0b\x17\xc0\xde" + wrapped(small())[4:]


@case
def wrapper_ir():
    """a wrapper around IR, without any module"""
    return wrapped(small(IR))


# What analysers know of IR


@case
def ir_unknown_blocks():
    """IR with unknown blocks and records"""
    w = Writer(IR).enter(99, 3).record(1, [1]).end().enter(BLOCK, 3).record(999, [1]).enter(98, 3).end().end()
    return w


@case
def ir_epoch():
    """an identification with epoch 1"""
    return Writer(IR).enter(13, 5).record(1, text("LLVM99")).record(2, [1]).end()


@case
def ir_hash_short():
    """a module hash of two words"""
    return Writer(IR).enter(BLOCK, 3).record(17, [1, 2]).end()


@case
def ir_hash():
    """a module hash that is not that of the module"""
    return Writer(IR).enter(BLOCK, 3).record(1, [2]).record(17, [1, 2, 3, 4, 5]).end()


@case
def ir_metadata_index_offset():
    """an offset of the metadata index in one word instead of two"""
    return Writer(IR).enter(BLOCK, 3).enter(15, 3).record(38, [5]).record(39, [1]).end().end()


@case
def ir_metadata_index_wrong():
    """an offset of the metadata index that points elsewhere"""
    return Writer(IR).enter(BLOCK, 3).enter(15, 3).record(38, [64, 0]).record(39, [1]).end().end()


@case
def ir_metadata_index_64_bits():
    """an offset of the metadata index beyond 32 bits"""
    return Writer(IR).enter(BLOCK, 3).enter(15, 3).record(38, [5, 7]).record(39, [1]).end().end()


@case
def ir_metadata_index_alone():
    """a metadata index without its offset"""
    return Writer(IR).enter(BLOCK, 3).enter(15, 3).record(39, [1]).end().end()


@case
def ir_metadata_index_elsewhere():
    """the codes of the metadata index in another block and another kind of stream"""
    return Writer(TEST).enter(15, 3).record(38, [5, 0]).record(39, [1]).end().enter(9, 3).record(38, [1]).record(39, []).end()


def metadata_strings(count, offset, blob, magic=IR, operands=2):
    scalars = [vbr(6)] * operands
    w = Writer(magic).enter(BLOCK, 3).enter(15, 3).define([literal(35), *scalars, BLOB]).id(4)
    for value in (count, offset)[:operands]:
        w.vbr(value, 6)
    return w.blob(blob).end().end()


@case
def ir_strings():
    """metadata strings, nothing odd"""
    return metadata_strings(2, 4, bytes([1 | 2 << 6, 0, 0, 0]) + b"abc")


@case
def ir_strings_count_0():
    """no metadata strings, but lengths and characters"""
    return metadata_strings(0, 4, b"\1\0\0\0a")


@case
def ir_strings_offset_big():
    """metadata strings whose characters start after the end of the blob"""
    return metadata_strings(1, 400, b"\1\0\0\0a")


@case
def ir_strings_offset_0():
    """metadata strings whose characters start where their lengths do"""
    return metadata_strings(1, 0, b"\1\0\0\0a")


@case
def ir_strings_empty():
    """metadata strings in an empty blob"""
    return metadata_strings(1, 0, b"")


@case
def ir_strings_too_few():
    """more metadata strings than lengths"""
    return metadata_strings(9, 4, b"\1\0\0\0a")


@case
def ir_strings_too_long():
    """a metadata string that is longer than the blob"""
    return metadata_strings(1, 4, b"\x1f\0\0\0a")


@case
def ir_strings_one_operand():
    """metadata strings without the place of their characters"""
    return metadata_strings(1, 4, b"\1\0\0\0a", operands=1)


@case
def ir_strings_no_blob():
    """metadata strings as a record without a blob"""
    return Writer(IR).enter(BLOCK, 3).enter(15, 3).record(35, [1, 4, 97]).end().end()


@case
def ir_strings_escapes():
    """metadata strings with what must be escaped"""
    return metadata_strings(1, 4, bytes([12, 0, 0, 0]) + b"a\\b\t\n\"'\0\x7f\xff\r~")


@case
def ir_strings_other_stream():
    """metadata strings in a stream that is not IR"""
    return metadata_strings(2, 4, bytes([1 | 2 << 6, 0, 0, 0]) + b"abc", magic=TEST)


@case
def ir_strings_unaligned():
    """metadata strings whose lengths end inside a word"""
    return metadata_strings(1, 1, b"\1a")


for _name, _magic in {
    "ast": b"CPCH",
    "diagnostics": b"DIAG",
    "remarks": b"RMRK",
    "swiftmodule": b"\xe2\x9c\xa8\x0e",
    "swiftdoc": b"\xe2\x9c\xa8\x07",
    "swiftsourceinfo": b"\xf0\x9f\x8f\x8e",
    "swiftdeps": b"DEPS",
    "scan_cache": b"IMDC",
    "index": b"BCGI",
    "profile": b"CTXP",
    "api_notes": b"\xe2\x9c\xa8\x01",
    "almost_ir": b"BC\xc0\xdf",
}.items():
    add(f"magic_{_name}", f"a stream that starts with {_magic.hex(' ')}", lambda magic=_magic: small(magic))


@case
def every_name():
    """every record of every block that an analyser could know by name"""
    w = Writer(IR)
    for block in range(1, 41):
        w.enter(block, 3)
        for code in range(100):
            w.record(code, [0, 0])
        w.end()
    return w


# What statistics say


@case
def stats_ties():
    """records of which there are equally many"""
    w = opened()
    for code in (5, 3, 9, 3, 5, 9, 1):
        w.record(code, [code])
    return w.end()


@case
def stats_mixed():
    """records with and without abbreviation, of the same code"""
    w = opened().define([literal(4), fixed(5)])
    for place in range(7):
        w.id(4).fixed(place, 5) if place % 3 else w.record(4, [place])
    return w.record(5, []).end()


@case
def stats_instances():
    """a block three times, with sub-blocks, abbreviations and records"""
    w = Writer(TEST)
    for place in range(3):
        w.enter(BLOCK, 3).define([literal(4), fixed(5)])
        for inner in range(place):
            w.enter(9, 3).record(1, [inner]).end()
        w.id(4).fixed(place, 5).end()
    return w


@case
def stats_no_records():
    """blocks without records"""
    return Writer(TEST).enter(BLOCK, 3).enter(9, 3).end().define([literal(1)]).end().enter(9, 3).end()


@case
def stats_many():
    """more than ten million bits of records of one code"""
    w = opened().define([literal(4), ARRAY, fixed(32)])
    w.id(4).vbr(40000, 6)
    for place in range(40000):
        w.fixed(place, 32)
    return w.end()


def write_all(folder):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "index.tsv"), "w") as index:
        for name, make in CASES.items():
            made = make()
            data = made.bytes() if isinstance(made, Writer) else made
            with open(os.path.join(folder, f"{name}.bin"), "wb") as out:
                out.write(data)
            index.write(f"{name}\t{make.__doc__}\n")


def limit():
    """Two gigabytes, and no dump of the core."""
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def ask(path, release):
    """Exit status and message of an analyser."""
    command = [f"llvm-bcanalyzer-{release}", "-dump", path]
    try:
        run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60, preexec_fn=limit)
    except subprocess.TimeoutExpired:
        raise SystemExit(f"{path}: {command[0]} does not answer: not a case for this script") from None
    if run.returncode < 0:
        raise SystemExit(f"{path}: {command[0]} ends by signal {-run.returncode}: not a case for this script")
    lines = [line for line in run.stderr.decode(errors="replace").splitlines() if line.strip()]
    message = lines[0] if lines else ""
    return f"{run.returncode} {message.removeprefix(f'{command[0]}: ').removeprefix('llvm-bcanalyzer: ')}".strip()


def mutate(folder, count, files):
    """Damaged copies: bits flipped, bytes replaced, words removed, put twice or exchanged, tails cut.  The same ones for
    the same files, because they depend on nothing but names and numbers."""
    os.makedirs(folder, exist_ok=True)
    for path in files:
        with open(path, "rb") as file:
            data = file.read()
        name = "-".join(path.split(os.sep)[-2:])
        for number in range(count):
            chance = random.Random(f"{name} {number}")
            with open(os.path.join(folder, f"{name}.{number:03}"), "wb") as out:
                out.write(damage(bytearray(data), chance))


def damage(data, chance):
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        kind, place = chance.randrange(8), chance.randrange(max(len(data), 1))
        word = place // 4 * 4
        if kind < 3:
            data[place] ^= 1 << chance.randrange(8)
        elif kind == 3:
            data[place] = chance.choice([0, 1, 0x7F, 0x80, 0xFF])
        elif kind == 4:
            data[word : word + 4] = chance.randbytes(4)
        elif kind == 5:
            del data[word : word + 4]
        elif kind == 6:
            data[word:word] = data[word : word + 4]
        else:
            del data[word + 4 :]
    return bytes(data)


def main(args):
    folder, rest = args[0], args[1:]
    if rest[:1] == ["--mutate"]:
        mutate(folder, int(rest[1]), rest[2:])
        return
    write_all(folder)
    if rest[:1] == ["--ask"]:
        releases = rest[1:]
        print(f"# What `llvm-bcanalyzer -dump` of releases {' '.join(releases)} says of the streams of malformed.py, printed by it:")
        print("# name, then exit status and message of each release.")
        for name in CASES:
            path = os.path.join(folder, f"{name}.bin")
            print("\t".join([name, *(ask(path, release) for release in releases)]), flush=True)
    else:
        print(f"{len(CASES)} cases")


if __name__ == "__main__":
    main(sys.argv[1:])
