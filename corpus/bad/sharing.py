#!/usr/bin/env python3
"""Writes ExecuTorch programs whose objects are shared so often that following every reference never ends.

    sharing.py KIND N OUT       e.g. sharing.py chains 200 shared-chains.pte

KIND:
  chains     N plans, all with one list of N chains, all with one list of N instructions
  arguments  one plan, N instructions that share one list of N arguments, each a list of N tensors
  lists      one instruction with N arguments, each the same list of N integers
  delegates  N plans with one list of N delegates, all with one payload of XNNPACK's kind
  names      N plans with one name of N bytes, and N operators with that name
  traces     N plans, all with one list of N stack traces of N frames

A file has about 12 to 40 bytes for each of N. Tables and vectors as in crates/flatbuffers/src/view.rs; references lead forward.

No runtime reads one: the header says that the program is a byte longer than the file, and each refuses that before it looks any further.
"""

import struct
import sys


class Buffer:
    """Objects by label, written in an order in which references lead forward."""

    def __init__(self, identifier, sealed=False):
        self.identifier, self.sealed, self.objects = identifier, sealed, {}

    def table(self, label, **fields):
        """A table; fields are `slot_N=(form, value)`, a form of struct, or `ref` with a label."""
        self.objects[label] = ("table", {int(name[5:]): value for name, value in fields.items()})

    def vector(self, label, form, values):
        self.objects[label] = ("vector", (form, values))

    def string(self, label, text):
        self.objects[label] = ("string", text)

    def leads_to(self, label):
        kind, content = self.objects[label]
        if kind == "table":
            return [value for form, value in content.values() if form == "ref"]
        return list(dict.fromkeys(content[1])) if kind == "vector" and content[0] == "ref" else []

    def order(self):
        done, order, stack = set(), [], [("root", False)]
        while stack:
            label, finished = stack.pop()
            if finished:
                order.append(label)
            elif label not in done:
                done.add(label)
                stack.append((label, True))
                stack += [(next_one, False) for next_one in self.leads_to(label)]
        return order[::-1]

    def finish(self):
        data, places, references = bytearray(4) + self.identifier, {}, [(0, "root")]
        if self.sealed:
            data += struct.pack("<4sIQQ", b"eh00", 24, 0, 0)

        def align(size, ahead=0):
            data.extend(bytes(-(len(data) + ahead) % size))

        for label in self.order():
            kind, content = self.objects[label]
            if kind == "string":
                align(4)
                places[label] = len(data)
                data += struct.pack("<I", len(content)) + content + b"\0"
            elif kind == "vector":
                form, values = content
                align(8, 4)
                places[label] = len(data)
                data += struct.pack("<I", len(values))
                if form == "ref":
                    references += [(len(data) + 4 * index, value) for index, value in enumerate(values)]
                    data += bytes(4 * len(values))
                else:
                    data += struct.pack(f"<{len(values)}{form}", *values)
            else:
                # Large fields first, so that all are aligned; the first 4 bytes of the table lead to its vtable.
                sizes = {slot: 4 if form == "ref" else struct.calcsize("<" + form) for slot, (form, _) in content.items()}
                fields, at = {}, 4
                for slot in sorted(content, key=lambda slot: -sizes[slot]):
                    at += -at % sizes[slot]
                    fields[slot], at = at, at + sizes[slot]
                count = max(content, default=-1) + 1
                align(2)
                vtable = len(data)
                data += struct.pack(f"<HH{count}H", 4 + 2 * count, at, *(fields.get(slot, 0) for slot in range(count)))
                align(8)
                start = places[label] = len(data)
                data += struct.pack("<i", start - vtable) + bytes(at - 4)
                for slot, (form, value) in content.items():
                    if form == "ref":
                        references.append((start + fields[slot], value))
                    else:
                        struct.pack_into("<" + form, data, start + fields[slot], value)
        align(8)
        for at, label in references:
            struct.pack_into("<I", data, at, places[label] - at)
        if self.sealed:
            struct.pack_into("<Q", data, 16, len(data) + 1)
        return bytes(data)


def program(kind, n):
    plans = 1 if kind in ("arguments", "lists") else n
    chains = n if kind == "chains" else 1
    calls = n if kind in ("chains", "arguments") else 1
    arguments = [3] * n if kind in ("arguments", "lists") else [0, 0, 2, 0, 0]
    delegates = n if kind == "delegates" else 0
    text = b"n" * n if kind == "names" else b"forward"
    b = Buffer(b"ET12", sealed=True)
    b.table("root", slot_1=("ref", "plans"), slot_3=("ref", "payloads"), slot_4=("ref", "none"))
    b.vector("none", "ref", [])
    b.vector("plans", "ref", ["plan"] * plans)
    b.table("plan", slot_0=("ref", "name"), slot_2=("ref", "values"), slot_3=("ref", "inputs"), slot_4=("ref", "inputs"),
            slot_5=("ref", "chains"), slot_6=("ref", "operators"), slot_7=("ref", "delegates"), slot_8=("ref", "sizes"))
    b.string("name", text)
    b.vector("inputs", "i", [0])
    b.vector("sizes", "q", [0, 64])
    b.vector("operators", "ref", ["operator"] * (n if kind == "names" else 1))
    b.table("operator", slot_0=("ref", "name" if kind == "names" else "add"), slot_1=("ref", "out"))
    b.string("add", b"aten::add")
    b.string("out", b"out")
    b.vector("values", "ref", ["tensor value", "int value", "one value", "list value"])
    b.table("tensor value", slot_0=("B", 5), slot_1=("ref", "tensor"))
    b.table("tensor", slot_0=("b", 6), slot_2=("ref", "dims"), slot_3=("ref", "order"), slot_6=("ref", "place"))
    b.vector("dims", "i", [2, 2])
    b.vector("order", "B", [0, 1])
    b.table("place", slot_0=("I", 1))
    b.table("int value", slot_0=("B", 2), slot_1=("ref", "int"))
    b.table("int", slot_0=("q", 7))
    b.table("one value", slot_0=("B", 2), slot_1=("ref", "one"))
    b.table("one", slot_0=("q", 1))
    b.table("list value", slot_0=("B", 10 if kind == "arguments" else 7), slot_1=("ref", "list"))
    b.table("list", slot_0=("ref", "items"))
    if kind == "arguments":
        b.vector("items", "i", [0] * n)
    else:
        b.vector("items", "q", [1] * (n if kind == "lists" else 2))
    b.vector("chains", "ref", ["chain"] * chains)
    b.table("chain", slot_0=("ref", "inputs"), slot_1=("ref", "inputs"), slot_2=("ref", "instructions"),
            slot_3=("ref", "traces" if kind == "traces" else "none"))
    b.vector("instructions", "ref", ["instruction"] * calls)
    b.table("instruction", slot_0=("B", 1), slot_1=("ref", "call"))
    b.table("call", slot_0=("i", 0), slot_1=("ref", "arguments"))
    b.vector("arguments", "i", arguments)
    b.vector("delegates", "ref", ["delegate"] * delegates)
    b.table("delegate", slot_0=("ref", "backend"), slot_1=("ref", "processed"), slot_2=("ref", "none"))
    b.string("backend", b"XnnpackBackend")
    b.table("processed", slot_0=("b", 0), slot_1=("I", 0))
    b.vector("payloads", "ref", ["payload"] if delegates else [])
    b.table("payload", slot_0=("ref", "bytes"))
    b.vector("bytes", "B", list(graph(n)) if delegates else [])
    b.vector("traces", "ref", ["frames"] * (n if kind == "traces" else 0))
    b.table("frames", slot_0=("ref", "frame list"))
    b.vector("frame list", "ref", ["frame"] * (n if kind == "traces" else 0))
    b.table("frame", slot_0=("ref", "name"), slot_2=("ref", "name"), slot_3=("ref", "name"))
    return b.finish()


def graph(n):
    """A graph for XNNPACK: N nodes that are one."""
    b = Buffer(b"XN00")
    b.table("root", slot_1=("ref", "nodes"))
    b.vector("nodes", "ref", ["node"] * n)
    b.table("node", slot_0=("B", 1), slot_1=("ref", "add"))
    b.table("add", slot_0=("I", 0), slot_1=("I", 1), slot_2=("I", 2))
    return b.finish()


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    kind, n, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    data = program(kind, n)
    with open(out, "wb") as file:
        file.write(data)


if __name__ == "__main__":
    main()
