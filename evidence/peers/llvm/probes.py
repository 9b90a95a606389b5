#!/usr/bin/env python3
"""Asks every release about one thing at a time, and writes what each does with it into the table of readers.

    probes.py build OUT                       modules into OUT, and OUT/files.txt
    probes.py ask OUT NEEDS                   what readers do with them, into OUT/probes.tsv (continues where it stopped)
    probes.py merge OUT NEEDS READERS TABLE   the table with their rows in place of those that runs led to
    probes.py pack OUT NEEDS DATA             the modules and what readers did with them, for tests, into the folder DATA

With `OUTLAST_PROBES` only probes whose names match that are built and asked, and the pack is `probes-some`; with `OUTLAST_READERS`
(`17,18`) only these readers are asked.

NEEDS is what `cargo run -p outlast-bitstream --example ir_needs` prints for the paths in OUT/files.txt; READERS is
targets/llvm-readers.txt and TABLE targets/llvm.txt, which is changed.

`profile.py` learns from many modules which shapes they have in common. What it cannot tell apart is here: a probe is a
module with one shape, and its control is the same module without it. A reader that takes the control and not the probe
does not take the shape. Where a reader's message names the shape, that is enough.
"""
import collections
import hashlib
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import modules
from runs import assemble, first_message, run, zig
from tools import NATIVE, READERS, ZIG, include, tool

from profile import LETTERS, read_rows, rows_of, write_pack, write_rows

# Readers of LLVM 14 want typed pointers; the others read both. The oldest and the newest that can write a probe are asked.
TYPED = ["14", "16t"]
OPAQUE = ["14o", "15", "16", "19", "22", "23"]
FLAG = "\n!llvm.module.flags = !{!9999}\n!9999 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
# How a constant is printed that was lost.
UNDEF = r"(?m)^(?: *ret |@g = |!0 = !\{)[^(\n]*\b(?:undef|poison)\}?$"


class Probe:
    """A module with one shape, and one without."""

    def __init__(self, name, key, value, text, control, lost=None, keeps=None, names=None, since=14, verified=True):
        self.name, self.key, self.value, self.text, self.control = re.sub(r"[^\w.-]+", "_", name), key, value, text, control
        # What the reader prints where it took the shape for something else; or what it prints where it took it as meant.
        self.lost, self.keeps = lost, keeps
        # What a message says that can be about this shape only.
        self.names = names
        # The first reader that it says something of: earlier ones refuse more than the shape.
        self.since = since
        # Whether those that write it may verify it.
        self.verified = verified


EXTERN = "@e = external global i8\n@e2 = external global i8\n@e1 = external addrspace(1) global i8\n@st = external global {i32, i32}\n"
I = "i64 ptrtoint (P @e to i64)"
J = "i64 ptrtoint (P @e2 to i64)"
D = "double bitcast (i64 ptrtoint (P @e to i64) to double)"
F = "float bitcast (i32 ptrtoint (P @e to i32) to float)"
V = "<2 x i64> bitcast (i128 ptrtoint (P @e to i128) to <2 x i64>)"
BITS = "bitcast (i64 ptrtoint (P @e to i64) to double)"


def expressions():
    """Constant expressions: name, type, text, the shapes they have as a constant and what an initializer calls them."""
    for op, name in enumerate("add sub mul udiv sdiv urem srem shl lshr ashr and or xor".split()):
        yield name, "i64", f"{name} ({I}, {J})", [("constant", "10"), ("constant-binary", f"{op}")], f"binary/{op}"
        flag = {"add": "nuw nsw", "sub": "nsw", "mul": "nuw", "shl": "nuw nsw", "udiv": "exact", "sdiv": "exact", "lshr": "exact", "ashr": "exact"}.get(name)
        if flag:
            yield f"{name}-flags", "i64", f"{name} {flag} ({I}, {J})", [("constant-binary-flags", f"{op}")], None
    for name, op in (("fadd", 0), ("fsub", 1), ("fmul", 2), ("fdiv", 4), ("frem", 6)):
        yield name, "double", f"{name} ({D}, {D})", [("constant", "10"), ("constant-binary", f"{op}")], f"binary-float/{op}"
    yield "fneg", "double", f"fneg ({D})", [("constant", "25")], "unary/0"
    casts = [("trunc", f"i64 sub ({I}, {J})", "i16"), ("zext", "i32 ptrtoint (P @e to i32)", "i64"), ("sext", "i32 ptrtoint (P @e to i32)", "i64"), ("fptoui", D, "i64"), ("fptosi", D, "i64"),
             ("uitofp", I, "double"), ("sitofp", I, "double"), ("fptrunc", D, "float"), ("fpext", F, "double"), ("ptrtoint", "P @e", "i64"), ("inttoptr", I, "P1"),
             ("bitcast", I, "double"), ("addrspacecast", "P @e", "P1"), ("ptrtoaddr", "P @e", "i64")]
    for op, (name, source, to) in enumerate(casts):
        yield name, to, f"{name} ({source} to {to})", [("constant", "11")] * (op == 9) + [("constant-cast", f"{op}")], f"cast/{op}"
    yield "fcmp", "i1", f"fcmp olt ({D}, double 1.0)", [("constant", "17"), ("constant-compare", "4")], "compare/0"
    for predicate, name in ((32, "eq"), (33, "ne"), (34, "ugt"), (35, "uge"), (36, "ult"), (37, "ule"), (38, "sgt"), (39, "sge"), (40, "slt"), (41, "sle")):
        yield f"icmp-{name}", "i1", f"icmp {name} ({I}, {J})", [("constant", "17"), ("constant-compare", f"{predicate}")], "compare/1" if name == "eq" else None
    yield "select", "i64", f"select (i1 trunc ({I} to i1), {I}, i64 5)", [("constant", "13")], "select/0"
    yield "extractelement", "i64", f"extractelement ({V}, i32 ptrtoint (P @e to i32))", [("constant", "14")], "extractelement/0"
    yield "insertelement", "<2 x i64>", f"insertelement ({V}, {I}, i32 ptrtoint (P @e to i32))", [("constant", "15")], "insertelement/0"
    splat = "<vscale x 2 x i64> insertelement (<vscale x 2 x i64> undef, i64 3, i32 0), <vscale x 2 x i64> undef"
    for count, code in (("2", "16"), ("4", "19")):
        yield f"shufflevector-{count}", f"<vscale x {count} x i64>", f"shufflevector ({splat}, <vscale x {count} x i32> zeroinitializer)", [("constant", code)], "shufflevector/0"
    for flags in ("", "inbounds", "nuw", "nusw", "nusw nuw", "inbounds nuw"):
        bits = ("inbounds" in flags) * 3 | ("nusw" in flags) * 2 | ("nuw" in flags.split()) * 4
        for mark in ("", "inrange(-4, 4) "):
            code = 31 if mark else 32
            shapes = [("constant", f"{code}"), ("constant-gep", f"{code}/{bits}")]
            if not mark and bits == 3:
                shapes += [("constant", "20"), ("constant-gep", "20/0")]
            yield f"gep-{flags}-{mark[:7]}", "P<i32>", f"getelementptr {flags} {mark}({{i32, i32}}, P<{{i32, i32}}> @st, i64 0, i32 1)", shapes, "gep/0" if not flags and not mark else None
    beyond = "(i8, P<i8> @e, i64 4)"
    yield "gep-beyond", "P<i8>", f"getelementptr {beyond}", [("constant", "12"), ("constant-gep", "12/0"), ("constant-gep", "32/0")], None
    for flags, bits in (("", 0), ("inbounds", 1)):
        yield f"gep-{flags}-old", "P<i8>", f"getelementptr {flags} (i8, P<i8> @e, inrange i64 4)", [("constant", "24"), ("constant-gep", f"24/{bits}")], None


def constants():
    for name, kind, text, shapes, initializer in expressions():
        word = text.split(" ")[0]
        # What the expressions themselves are made of is taken by all readers; a control without it tells of those.
        plain = "1.0" if name in ("ptrtoint", "bitcast") else BITS
        control = f"{EXTERN}define double @f() {{\n ret double {plain}\n}}\n"
        body = f"{EXTERN}define {kind} @f() {{\n ret {kind} {text}\n}}\n"
        for key, value in shapes:
            # Readers from 19 on have no place for `inrange` of the old kind.
            keeps = "inrange" if value.startswith("24/") else None
            yield Probe(f"{name}-{key}-{value}", key, value, body, control, lost=UNDEF, keeps=keeps)
        if initializer:
            said = rf"constant expression of type {word}\b"
            yield Probe(f"{name}-initializer", "initializer", initializer, f"{EXTERN}@g = global {kind} {text}\n", f"{EXTERN}@g = global double {plain}\n", lost=UNDEF, names=said)
            yield Probe(f"{name}-metadata", "metadata-value", initializer, f"{EXTERN}!named = !{{!0}}\n!0 = !{{{kind} {text}}}\n", f"{EXTERN}!named = !{{!0}}\n!0 = !{{double {plain}}}\n", lost=UNDEF, names=said)
    # LLVM 14 writes a number of no type where only an initializer has the type.
    odd = "@e = external global i8\n@g = global P<i{0}> getelementptr (i{0}, P<i{0}> @e, i64 4)\n"
    yield Probe("gep-no-type", "constant-gep", "12/no-type", odd.format(24), odd.format(8))
    for kind, text, code in (("P", "no_cfi @fn", 29), ("P", "dso_local_equivalent @fn", 27), ("P", "ptrauth (P @e, i32 1)", 33), ("P", "ptrauth (P @e, i32 1, i64 5, P null, P @e2)", 34)):
        yield Probe(f"constant-{code}", "constant", f"{code}", f"{EXTERN}declare P @fn()\n@g = global {kind} {text}\n", f"{EXTERN}declare P @fn()\n@g = global P @fn\n", lost=UNDEF)


def memories():
    """What readers of the first version of memory effects take for more or less than is meant."""
    for word, texts in {"less": ["write, errnomem: none", "readwrite, errnomem: none", "read, errnomem: none", "target_mem0: write"], "more": ["errnomem: write", "argmem: read, errnomem: write"],
                        "same": ["read", "argmem: read", "readwrite, argmem: none"]}.items():
        for number, text in enumerate(texts):
            if word == "same":
                yield Probe(f"memory-other-{number}", "memory", "0/other", f"define void @f() memory({text}) {{\n ret void\n}}\n", "define void @f() {\n ret void\n}\n", keeps=("memory", text), since=16)
            yield Probe(f"memory-{word}-{number}", "memory", f"1/{word}", f"define void @f() memory({text}) {{\n ret void\n}}\n", "define void @f() {\n ret void\n}\n", keeps=("memory", text), since=16)


def layouts():
    # With nothing else in it: LLVM 14, too, reads such a module of any later release.
    control = 'target datalayout = "e"\n'
    for value, texts in {"address-space/lettered": ["pu9:64:64", "pe9:64:64", "p3(cap):64:64", "p(cap):64:64"], "stack-alignment/0": ["S0"], "i8-alignment/wider": ["i8:16", "i8:32:64"]}.items():
        for number, text in enumerate(texts):
            yield Probe(f"layout-{value}-{number}", "data-layout", value, control.replace('"e"', f'"e-{text}"'), control)


def verified():
    """What verifying readers refuse."""
    for number in range(131):
        text = f"define void @f(PN %p) {{\n call cc {number} void %p()\n ret void\n}}\n"
        yield Probe(f"call-{number}", "checked-call-convention", f"{number}", text + FLAG, text.replace(f"cc {number} ", "cc 0 " if number else "fastcc ") + FLAG)
    unit = ('!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "p", emissionKind: FullDebug, globals: !2)\n'
            '!1 = !DIFile(filename: "a.c", directory: "/")\n!2 = !{!3}\n!3 = !DIGlobalVariableExpression(var: !4, expr: !DIExpression())\n!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)\n'
            '!4 = distinct !DIGlobalVariable(name: "v", scope: !0, file: !1, line: 1, type: !5, isLocal: true, isDefinition: true)\n@v = internal global i32 0, !dbg !3\n' + FLAG)
    for tag in ("typedef", "pointer_type", "member"):
        node = f"!5 = !DIDerivedType(tag: DW_TAG_{tag}, name: \"T\", file: !1, line: 3, scope: !1, baseType: !9"
        yield Probe(f"annotations-{tag}", "metadata-shape", "derived-type/annotations-last", unit + node + ", annotations: !7)\n!7 = !{!8}\n!8 = !{!\"btf_decl_tag\", !\"a\"}\n", unit + node + ")\n", keeps=r"annotations: ")
    array = unit + "!5 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, elements: !6)\n!6 = !{!7}\n"
    bound = "!DIExpression(DW_OP_constu, 1)"
    yield Probe("unbounded", "checked-metadata-shape", "generic-subrange/unbounded", f"{array}!7 = !DIGenericSubrange(lowerBound: {bound}, stride: {bound})\n",
                f"{array}!7 = !DIGenericSubrange(lowerBound: {bound}, upperBound: {bound}, stride: {bound})\n", keeps="DIGenericSubrange", verified=False)
    scope = ('!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "p", emissionKind: FullDebug)\n!1 = !DIFile(filename: "a.c", directory: "/")\n'
             '!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !8, spFlags: DISPFlagDefinition, unit: !0)\n!8 = !DISubroutineType(types: !{null})\n!6 = !DILocalVariable(name: "v", scope: !5, type: !9)\n'
             '!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)\n!7 = !DILocation(line: 1, scope: !5)\n' + FLAG)
    call = lambda value, operations: "declare void @llvm.dbg.value(metadata, metadata, metadata)\ndefine void @f(i32 %a) !dbg !5 {\n call void @llvm.dbg.value(metadata VALUE, metadata !6, metadata !DIExpression(OPS)), !dbg !7\n ret void, !dbg !7\n}\n".replace("VALUE", value).replace("OPS", operations) + scope
    yield Probe("arguments", "metadata", "46", call("!DIArgList(i32 %a, i32 7)", "DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus"), call("i32 %a", ""), keeps="DIArgList")


NAMED = ["spirv.Image", "spirv.SampledImage", "spirv.Sampler", "spirv.Event", "spirv.Pipe", "spirv.Queue", "spirv.ReserveId", "spirv.DeviceEvent", "spirv.Type", "spirv.VulkanBuffer",
         "aarch64.svcount", "dx.RawBuffer", "dx.TypedBuffer", "dx.CBuffer", "dx.Layout", "amdgcn.named.barrier", "riscv.vector.tuple"]


def typed():
    for name in NAMED:
        text = f'target("{name}")'
        if name == "riscv.vector.tuple":
            text = f'target("{name}", <vscale x 8 x i8>, 2)'
        for number, more in enumerate(("",) if name == "aarch64.svcount" else ("", ", 0", ", i32, 0")):
            kind = text if name == "riscv.vector.tuple" else text.replace(")", more + ")")
            yield Probe(f"null-{name}-{number}", "constant-null", name, f"define {kind} @f() {{\n ret {kind} zeroinitializer\n}}\n", f"define {kind} @f({kind} %x) {{\n ret {kind} %x\n}}\n")
            yield Probe(f"global-{name}-{number}", "checked-global-of-target-type", f"initialized/{name}", f"@g = global {kind} poison\n" + FLAG, f"define {kind} @f({kind} %x) {{\n ret {kind} %x\n}}\n" + FLAG)
    yield Probe("label", "type-shape", "function/label", "declare void @f(label)\n", "declare void @f(i32)\n")


TEXTS = {"frame-pointer": ["none", "non-leaf", "all", "reserved", "non-leaf-no-reserve", "", "other"], "branch-target-enforcement": ["", "true", "false", "other"],
         "sign-return-address": ["none", "non-leaf", "all", "other"], "sign-return-address-key": ["a_key", "b_key", "other"], "branch-protection-pauth-lr": ["", "true", "false", "other"],
         "guarded-control-stack": ["", "true", "false", "other"]}
COUNTED = ["patchable-function-prefix", "patchable-function-entry", "warn-stack-size"]


def texts():
    """String attributes that verifiers look at, and module flags."""
    function = "define void @f() {}{{\n ret void\n}}\n" + FLAG.replace("{", "{{").replace("}", "}}")
    plain = function.format("")
    for name, values in TEXTS.items():
        for value in values:
            more = ' "sign-return-address"="all"' if name.endswith("-key") else ""
            yield Probe(f"text-{name}-{value}", "checked-attribute-text", f"{name}={value}", function.format(f'"{name}"="{value}"{more} '), function.format(f"{more} "), verified=False)
    booleans = modules.boolean_texts([include(release) for release in NATIVE])
    for name in COUNTED + booleans:
        yield Probe(f"text-{name}", "checked-attribute-text", f"{name}=other", function.format(f'"{name}"="x" '), plain, verified=False)
    flags = "!llvm.module.flags = !{!9999, !9998}\n!9999 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
    for behavior in (1, 2, 4, 5, 6, 7, 8, 9):
        value = "!{}" if behavior in (5, 6) else "i32 1"
        yield Probe(f"behavior-{behavior}", "checked-module-flag", f"behavior/{behavior}", f"{flags}!9998 = !{{i32 {behavior}, !\"q\", {value}}}\n", flags.replace(", !9998", ""), verified=False)
    for word in ("platform", "version"):
        yield Probe(f"pauthabi-{word}", "checked-module-flag", "aarch64-elf-pauthabi/one", f"{flags}!9998 = !{{i32 1, !\"aarch64-elf-pauthabi-{word}\", i32 2}}\n", flags.replace(", !9998", ""), verified=False)


def operations():
    """What verifiers look at in functions."""
    for number, op in {0: "xchg", 11: "fadd", 12: "fsub", 13: "fmax", 14: "fmin", 19: "fmaximum", 20: "fminimum"}.items():
        for kind, size in (("<2 x half>", 4), ("<2 x float>", 8)):
            text = f"define void @f(P<{kind}> %p, {kind} %v) {{\n %x = atomicrmw {op} P<{kind}> %p, {kind} %v monotonic, align {size}\n ret void\n}}\n" + FLAG
            yield Probe(f"vector-{op}-{size}", "checked-atomic-vector", f"{number}", text, text.replace(kind, "float"), verified=False)
    for kind, size in (("<2 x i32>", 8), ("<2 x half>", 4)):
        text = f"define void @f(P<{kind}> %p, {kind} %v) {{\n store atomic {kind} %v, P<{kind}> %p release, align {size}\n ret void\n}}\n" + FLAG
        yield Probe(f"vector-store-{size}", "checked-atomic-vector", "store", text, text.replace(kind, "i32"), verified=False)
        text = f"define void @f(P<{kind}> %p) {{\n %x = load atomic {kind}, P<{kind}> %p acquire, align {size}\n ret void\n}}\n" + FLAG
        yield Probe(f"vector-load-{size}", "checked-atomic-vector", "load", text, text.replace(kind, "i32"), verified=False)
    for tag, operands in {"ptrauth": "i32 1, i64 2", "convergencectrl": "token none", "kcfi": "i32 1", "clang.arc.attachedcall": "PF @rv", "cfguardtarget": "P null", "gc-live": "P null",
                          "gc-transition": "P null", "deopt": "i32 1", "preallocated": "token none", "funclet": "token none", "x": "i32 1"}.items():
        head = "declare void @h()\ndeclare P @rv()\n"
        # Of tokens it matters where they come from, not what is called.
        for how, callee in (("constant", "@h"),) if tag == "convergencectrl" else (("direct", "@h"), ("indirect", "%q")):
            text = f"{head}define void @f(PN %q) {{\n call void {callee}() [ \"{tag}\"({operands}) ]\n ret void\n}}\n" + FLAG
            control = text[:text.index(" [ ")] + "\n ret void\n}\n" + FLAG
            yield Probe(f"bundle-{tag}-{how}", "checked-bundle", f"{tag}/{how}", text, control, verified=False)
    text = "declare void @llvm.amdgcn.kill(i1)\ndeclare void @g()\ndefine void @f() {\n callbr void @llvm.amdgcn.kill(i1 true) to label %x [label %y]\nx:\n ret void\ny:\n unreachable\n}\n" + FLAG
    yield Probe("callbr", "checked-callbr", "intrinsic", text, text.replace("callbr void @llvm.amdgcn.kill(i1 true) to label %x [label %y]", "br i1 true, label %x, label %y"), verified=False)
    for flags in ("", "inbounds "):
        text = f"@g = global [4 x i8] zeroinitializer\n@a = alias i8, P<i8> getelementptr {flags}([4 x i8], P<[4 x i8]> @g, i64 0, i64 1)\n" + FLAG
        for code in (12, 20, 32):
            yield Probe(f"aliasee-{code}-{flags}", "checked-aliasee", f"{code}", text, "@g = global i8 0\n@a = alias i8, P<i8> @g\n" + FLAG)


def dropped():
    unit = ('!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_ObjC, file: !1, producer: "p", emissionKind: FullDebug, retainedTypes: !2)\n!1 = !DIFile(filename: "a.c", directory: "/")\n!2 = !{!5}\n'
            '!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)\n' + FLAG)
    array = '!5 = !DICompositeType(tag: DW_TAG_array_type, name: "t", file: !1, line: 3, size: 64, elements: !{}BASE)\n'
    yield Probe("array-no-base", "checked-metadata-shape", "array/no-base-type", unit + array.replace("BASE", ""), unit + array.replace("BASE", ", baseType: !9"), keeps="DICompileUnit", verified=False)
    for number, (setter, getter) in enumerate((("s", "g"), ("s", ""), ("", "g"))):
        words = "".join(f', {word}: "{value}"' for word, value in (("setter", setter), ("getter", getter)) if value)
        node = '!named = !{!5}\n!5 = !DIObjCProperty(name: "p", file: !1, line: 3WORDS, attributes: 5, type: !9)\n'
        keeps = "DIObjCProperty.*" + (f'setter: "{setter}"' if setter else f'getter: "{getter}"')
        yield Probe(f"property-{number}", "metadata-shape", "objc-property/getter-first", unit.replace(", retainedTypes: !2", "") + node.replace("WORDS", words), unit.replace(", retainedTypes: !2", "") + node.replace("WORDS", ""), keeps=keeps)
    ifunc = "@i = ifunc void (), ptr @r\ndefine ptr @r() {\n ret ptr null\n}\n"
    yield Probe("ifunc-metadata", "metadata-shape", "attachment/ifunc", ifunc.replace("ptr @r\n", "ptr @r, !foo !{}\n"), ifunc, keeps=r"@i = .*!foo")


def probes():
    """All, or with `OUTLAST_PROBES` those whose names it matches."""
    chosen = re.compile(os.environ.get("OUTLAST_PROBES", ""))
    for family in (constants(), memories(), layouts(), verified(), typed(), texts(), operations(), dropped()):
        yield from (probe for probe in family if chosen.match(probe.name))


def build(out):
    """Each probe and its control, by each producer that takes it."""
    def one(job):
        producer, name, text, verified = job
        target = out / producer / f"{name}.bc"
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() and not assemble(producer, text, target, [] if verified else ["-disable-verify"]):
            target.unlink(missing_ok=True)

    jobs = [(producer, name, text, probe.verified) for probe in probes() for name, text in ((probe.name, probe.text), (control_name(probe), probe.control)) for producer in TYPED + OPAQUE]
    with ThreadPoolExecutor(2) as workers:
        list(workers.map(one, dict.fromkeys(jobs)))
    files = sorted(out.glob("*/*.bc"))
    (out / "files.txt").write_text("".join(f"{path}\n" for path in files))
    print(len(files), "files")


def control_name(probe):
    return "control-" + hashlib.sha1(probe.control.encode()).hexdigest()[:10]


def read(reader, path):
    """Whether a reader reads, its message, and what it prints."""
    if reader in ZIG:
        command = [part for part in zig(reader, verify=True) if part != "-w"] + ["-emit-llvm", "-x", "ir", str(path), "-o", "-"]
    else:
        command = [*tool("llvm-dis", reader), str(path), "-o", "-"]
    code, text, errors = run(command)
    if code < 0 and "LLVM ERROR" not in errors:
        return "no", f"crash {-code}", ""
    if code:
        return "no", verifier_says(errors) or first_message(errors), ""
    # A node of another name is no loss; nor are names that the reader makes up.
    return "dropped" if "ignoring invalid debug info" in errors else "ok", "", text.decode("utf-8", "replace")


def verifier_says(errors):
    """What a verifier says first, without the values that it prints."""
    if "Broken module" not in errors:
        return None
    lines = [line for line in errors.splitlines() if line and not re.match(r"warning:|\S*: warning:", line)]
    return re.sub(r"\s*(?:fatal error|LLVM ERROR|PLEASE).*|: (?:x|other)$", "", lines[0]) if lines and "Broken module" not in lines[0][:40] else None


EFFECTS = {"none": 0, "read": 1, "write": 2, "readwrite": 3}
PLACES = ["argmem", "inaccessiblemem", "errnomem", "target_mem0", "target_mem1", "other"]


def effects(text):
    """`memory(…)` as numbers by place; places that are not named have what stands alone, or nothing."""
    parts = [part.strip().split(": ") for part in text.split(",")]
    base = next((EFFECTS[part[0]] for part in parts if len(part) == 1), 0)
    named = {part[0]: EFFECTS[part[1]] for part in parts if len(part) == 2}
    return {place: named.get(place, base) for place in PLACES}


def same_effects(reader, meant, text):
    found = re.search(r"\bmemory\(([^)]*)\)", text)
    meant, got = effects(meant), effects(found[1] if found else "readwrite")
    if int(reader) >= 21:
        return meant == got
    # A reader that has no place for memory of the target counts it among all other; errno is a part of that, too, but
    # alone it does not make it written.
    meant["other"] |= meant["target_mem0"] | meant["target_mem1"]
    return all(meant[place] == got[place] for place in ("argmem", "inaccessiblemem", "other"))


def as_meant(probe, reader, text):
    """Whether a reader took the shape for what it is."""
    if probe.lost and (not probe.keeps or not re.search(probe.keeps, text)):
        return not probe.keeps and not re.search(probe.lost, "\n".join(line for line in text.splitlines() if not line.startswith(";")))
    if isinstance(probe.keeps, tuple):
        return same_effects(reader, probe.keeps[1], text)
    return not probe.keeps or bool(re.search(probe.keeps, text))


def needs_of(path):
    needs = collections.defaultdict(set)
    checked = set()
    for line in open(path, errors="replace"):
        file, _, key, value, _ = line.rstrip("\n").split("\t")
        name = "/".join(file.split("/")[-2:])
        needs[name].add((key, value))
        if (key, value) == ("checked", "true"):
            checked.add(name)
    for name in checked:
        needs[name] |= {("checked-" + key, value) for key, value in needs[name]}
    return needs


def questions(out, needs):
    """Files of probes that have their shape, where the control does not; the oldest and newest producer of each kind."""
    for probe in probes():
        for family in (TYPED, OPAQUE):
            able = []
            for producer in family:
                name, control = f"{producer}/{probe.name}.bc", f"{producer}/{control_name(probe)}.bc"
                if (probe.key, probe.value) in needs[name] and control in needs and (probe.key, probe.value) not in needs[control]:
                    able.append((name, control))
            for name, control in dict.fromkeys(able[:1] + able[-1:]):
                for reader in os.environ.get("OUTLAST_READERS", ",".join(READERS)).split(","):
                    if int(reader) >= probe.since:
                        yield probe, name, control, reader


def ask(out, needs):
    table = out / "probes.tsv"
    known = {tuple(line.split("\t")[:2]) for line in table.read_text().splitlines()} if table.exists() else set()
    jobs = {}
    for _, name, control, reader in questions(out, needs):
        jobs[name, reader] = jobs[control, reader] = True
    jobs = [job for job in jobs if job not in known]
    print(len(jobs), "questions", flush=True)

    def one(job):
        name, reader = job
        state, message, text = read(reader, out / name)
        return "\t".join([name, reader, state, re.sub(r"[\t\n\r]", " ", message), text.encode("unicode_escape").decode()])

    with ThreadPoolExecutor(2) as workers, table.open("a") as file:
        for line in workers.map(one, jobs):
            file.write(line + "\n")


def answers(out):
    found = {}
    for line in (out / "probes.tsv").read_text().splitlines():
        name, reader, state, message, text = line.split("\t")
        found[name, reader] = (state, message, text.encode().decode("unicode_escape"))
    return found


def fate(probe, reader, run, control):
    """What a reader does with the shape, as a row says it; `None` where nothing can be said."""
    state, message, text = run
    if state == "no":
        told = bool(probe.names and re.search(probe.names, message))
        if control[0] == "ok" or told:
            return "fails | " + re.sub(r"Reader: 'LLVM [\d.]+'", "Reader: 'LLVM {reader}'", message)
        return None
    if control[0] != "ok":
        return None
    return "differs" if state == "dropped" or not as_meant(probe, reader, text) else ""


# A record is known by its code, then by its operation, then by what depends on it: where one of these explains what a reader
# does, the ones after it do not stand in the table.
RANK = {"constant": 0, "initializer": 2, "metadata-value": 2}


def learn(out, needs):
    """For each shape and reader what it does; complaints where producers disagree and nothing else in the file explains it."""
    found = answers(out)
    said = collections.defaultdict(lambda: collections.defaultdict(list))
    for probe, name, control, reader in questions(out, needs):
        if (name, reader) not in found or (control, reader) not in found:
            continue
        does = fate(probe, reader, found[name, reader], found[control, reader])
        if does is not None:
            others = needs[name] - needs[control] - {(probe.key, probe.value)}
            said[probe.key, probe.value][reader].append((does, name, others))
    result = collections.defaultdict(dict)
    for shape, by in sorted(said.items(), key=lambda item: RANK.get(item[0][0], 1)):
        for reader, cells in by.items():
            def explained(does, others, shape=shape, reader=reader):
                return does and any(RANK.get(key, 1) < RANK.get(shape[0], 1) and result.get((key, value), {}).get(reader) for key, value in others)

            cells = [("" if explained(does, others) else does, name) for does, name, others in cells]
            texts = {does for does, _ in cells}
            if len(texts) > 1:
                print("differ:", *shape, reader, cells, file=sys.stderr)
            # Misreading is the worst; one module that is read shows that it is not the shape that was refused.
            result[shape][reader] = "differs" if "differs" in texts else "" if "" in texts else cells[0][0]
    return result


def merge(out, needs_file, readers_file, table):
    learned = learn(out, needs_of(needs_file))
    old = read_rows(table)
    for shape, by in learned.items():
        for reader, does in by.items():
            before = old.get(shape, {}).get(reader)
            if before is not None and before != does:
                print("changed:", *shape, reader, repr(before), "->", repr(does), file=sys.stderr)
            old.setdefault(shape, {})[reader] = does
    write_rows(rows_of(old, readers_file), table)


def letter(probe, reader, run):
    state, _, text = run
    kind = "fails" if state == "no" else "reads" if state == "ok" and as_meant(probe, reader, text) else "differs"
    return LETTERS[kind]


def pack(out, needs, target):
    """One small module for each shape and kind of pointers, with what each reader did, beside those of `profile.py`."""
    found = answers(out)
    cells = collections.defaultdict(dict)
    for probe, name, _, reader in questions(out, needs):
        if (name, reader) in found:
            cells[name][reader] = letter(probe, reader, found[name, reader])
    data, lines, seen = bytearray(), [], set()
    for name in sorted(cells):
        raw = (out / name).read_bytes()
        if raw in seen:
            continue
        seen.add(raw)
        data += raw
        lines.append(f"{name.removesuffix('.bc')} {len(raw)} {''.join(cells[name].get(reader, '?') for reader in READERS)}")
    write_pack(Path(target), "probes-some" if "OUTLAST_PROBES" in os.environ else "probes", data, lines, "probes.py pack")


def main():
    verb, out = sys.argv[1], Path(sys.argv[2]).absolute()
    if verb == "build":
        build(out)
    elif verb == "ask":
        ask(out, needs_of(sys.argv[3]))
    elif verb == "merge":
        merge(out, *sys.argv[3:])
    else:
        pack(out, needs_of(sys.argv[3]), sys.argv[4])


if __name__ == "__main__":
    main()
