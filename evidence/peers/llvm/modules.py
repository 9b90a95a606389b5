#!/usr/bin/env python3
"""Texts of small LLVM modules, each about one thing: attributes, types, constants, instructions and their flags,
globals, metadata, debug information, summaries. No release takes all of them: whoever assembles them keeps those that
the release accepts.

`P<i32>` is a pointer to i32 (`ptr` where pointers are opaque, `i32*` where they are typed); `P` alone is `i8*`.

    modules.py list                       the names of all texts
    modules.py show NAME                  one of them
"""
import glob
import random
import re
import sys
from pathlib import Path

from tools import NATIVE, include


def attribute_names(include_dirs):
    """Names of attributes in LLVM's own lists, in order."""
    names = []
    for folder in include_dirs:
        for path in sorted(glob.glob(folder + "/llvm/IR/Attributes.inc")):
            for name in re.findall(r"^ATTRIBUTE_ENUM\(\w+,([a-z_0-9]+)\)", Path(path).read_text(), re.M):
                if name not in names:
                    names.append(name)
    return names


def boolean_texts(include_dirs):
    """Names of string attributes that are true or false, in LLVM's own lists."""
    names = set()
    for folder in include_dirs:
        for path in glob.glob(folder + "/llvm/IR/Attributes.inc"):
            names |= set(re.findall(r"^ATTRIBUTE_STRBOOL\(\w+,([a-z-]+)\)", Path(path).read_text(), re.M))
    return sorted(names)


# How attributes with a value are written; those that are not here take none.
VALUES = {
    "align": ["align 8", "align 4294967296"],
    "alignstack": ["alignstack(16)"],
    "allocsize": ["allocsize(0)", "allocsize(0,1)"],
    "allockind": ['allockind("alloc,uninitialized")', 'allockind("realloc")', 'allockind("free")',
                  'allockind("alloc,zeroed,aligned")'],
    "dereferenceable": ["dereferenceable(8)"],
    "dereferenceable_or_null": ["dereferenceable_or_null(8)"],
    "vscale_range": ["vscale_range(1,16)", "vscale_range(2)"],
    "uwtable": ["uwtable", "uwtable(sync)", "uwtable(async)"],
    "memory": ["memory(none)", "memory(read)", "memory(write)", "memory(argmem: read)", "memory(argmem: readwrite)",
               "memory(inaccessiblemem: write)", "memory(readwrite, argmem: none)", "memory(read, inaccessiblemem: none)",
               "memory(errnomem: write)", "memory(read, errnomem: none)", "memory(argmem: read, errnomem: write)",
               "memory(argmem: readwrite, inaccessiblemem: readwrite)", "memory(readwrite, errnomem: none)",
               "memory(target_mem0: write)", "memory(target_mem0: read, target_mem1: write)",
               "memory(read, target_mem0: none)", "memory(none, inaccessiblemem: read)"],
    "nofpclass": ["nofpclass(nan)", "nofpclass(inf zero)", "nofpclass(all)"],
    "range": ["range(i32 0, 10)", "range(i32 -5, 5)"],
    "captures": ["captures(none)", "captures(address)", "captures(ret: address, provenance)",
                 "captures(address_is_null, read_provenance)"],
    "initializes": ["initializes((0, 4))", "initializes((-4, 0), (4, 8))"],
    "byval": ["byval(i32)"], "byref": ["byref(i32)"], "sret": ["sret(i32)"], "inalloca": ["inalloca(i32)"],
    "preallocated": ["preallocated(i32)"], "elementtype": ["elementtype(i32)"],
    "dead_on_return": ["dead_on_return", "dead_on_return(4)"],
    "denormal_fpenv": ["denormal_fpenv(preservesign)", "denormal_fpenv(ieee|positivezero)", "denormal_fpenv(float: dynamic)"],
}
STRINGS = ['"frame-pointer"="all"', '"denormal-fp-math"="preserve-sign,preserve-sign"', '"target-cpu"="x86-64"', '"plain"',
           '"alloc-family"="malloc"', '"no-trapping-math"="true"', '"strictfp"', '"unsafe-fp-math"="true"']


def attributes(names):
    for name in names:
        for n, text in enumerate(VALUES.get(name, [name])):
            key = f"attr-{name}-{n}"
            yield f"{key}-fn", f"declare void @f() {text}\n"
            yield f"{key}-fn2", f"define i32 @f(i32 %x) {text} {{\n ret i32 %x\n}}\n"
            yield f"{key}-fn3", f"define P @f(P %p, i64 %n, i64 %m) {text} {{\n ret P %p\n}}\n"
            yield f"{key}-fn4", f"define void @f(P %p) {text} noinline optnone {{\n ret void\n}}\n"
            for ty in ("i32", "P<i32>", "float", "i64"):
                value = "0" if ty[0] == "i" else "null" if ty[0] == "P" else "0.0"
                short = re.sub(r"\W", "", ty)
                yield f"{key}-param-{short}", f"declare void @f({ty} {text})\n"
                yield f"{key}-ret-{short}", f"declare {text} {ty} @f()\n"
                yield (f"{key}-arg-{short}", f"declare void @f({ty})\ndefine void @g() {{\n call void @f({ty} {text} {value})\n"
                       " ret void\n}\n")
            yield f"{key}-callfn", f"declare void @f()\ndefine void @g() {{\n call void @f() {text}\n ret void\n}}\n"
            yield f"{key}-callret", f"declare i32 @f()\ndefine void @g() {{\n %x = call {text} i32 @f()\n ret void\n}}\n"
            yield f"{key}-global", f"@g = global i32 0 #0\nattributes #0 = {{ {text} }}\n"
    for n, text in enumerate(STRINGS):
        yield f"attr-string-{n}", f"define void @f() {text} {{\n ret void\n}}\n"
        yield f"attr-string-global-{n}", f"@g = global i32 0 #0\nattributes #0 = {{ {text} }}\n"


def body(name, params, code, ret="void", extra=""):
    tail = "" if re.search(r"(^|\n)\s*(ret|unreachable|br|resume|switch|indirectbr|invoke|callbr)\b[^\n]*\s*$", code) else "\n ret void"
    return f"{extra}\ndefine {ret} @{name}({params}) {{\n{code}{tail}\n}}\n"


def instructions():
    ints = ["add", "sub", "mul", "shl"]
    for op in ints:
        for flags in ("", "nuw", "nsw", "nuw nsw"):
            yield f"bin-{op}-{flags}", body("f", "i32 %a, i32 %b", f" %x = {op} {flags} i32 %a, %b")
            yield f"bin-{op}-{flags}-v", body("f", "<4 x i32> %a, <4 x i32> %b", f" %x = {op} {flags} <4 x i32> %a, %b")
    for op in ("udiv", "sdiv", "lshr", "ashr"):
        for flags in ("", "exact"):
            yield f"bin-{op}-{flags}", body("f", "i32 %a, i32 %b", f" %x = {op} {flags} i32 %a, %b")
    for op in ("and", "or", "xor", "urem", "srem", "or disjoint"):
        yield f"bin-{op}", body("f", "i32 %a, i32 %b", f" %x = {op} i32 %a, %b")
    fmf = ["", "fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc", "nnan ninf nsz"]
    for op in ("fadd", "fsub", "fmul", "fdiv", "frem"):
        for flags in fmf:
            yield f"bin-{op}-{flags}", body("f", "float %a, float %b", f" %x = {op} {flags} float %a, %b")
    for flags in fmf:
        yield f"fneg-{flags}", body("f", "double %a", f" %x = fneg {flags} double %a")
        yield f"fcmp-{flags}", body("f", "double %a", f" %x = fcmp {flags} olt double %a, 1.0")
        yield f"fselect-{flags}", body("f", "i1 %c, double %a", f" %x = select {flags} i1 %c, double %a, double 1.0")
        yield (f"fphi-{flags}", "define double @f(i1 %c) {\n br i1 %c, label %a, label %b\na:\n br label %b\nb:\n"
               f" %x = phi {flags} double [ 0.0, %0 ], [ 1.0, %a ]\n ret double %x\n}}\n")
        yield (f"fcall-{flags}", body("f", "double %a", f" %x = call {flags} double @g(double %a)", extra="declare double @g(double)"))
        yield (f"fcallarr-{flags}", body("f", "", f" %x = call {flags} [2 x float] @g()", extra="declare [2 x float] @g()"))
        yield (f"fcallstruct-{flags}", body("f", "", f" %x = call {flags} {{float,float}} @g()", extra="declare {float,float} @g()"))
        yield (f"fcallstruct2-{flags}", body("f", "", f" %x = call {flags} {{<2 x float>,<2 x float>}} @g()", extra="declare {<2 x float>,<2 x float>} @g()"))
        for op, a, b in (("fptrunc", "double", "float"), ("fpext", "float", "double"), ("sitofp", "i32", "float"),
                         ("uitofp", "i32", "float"), ("fptosi", "float", "i32"), ("fptoui", "float", "i32")):
            yield f"cast-{op}-{flags}", body("f", f"{a} %a", f" %x = {op} {flags} {a} %a to {b}")
        yield f"cast-fpext-v-{flags}", body("f", "<2 x float> %a", f" %x = fpext {flags} <2 x float> %a to <2 x double>")
        yield f"fselect-arr-{flags}", body("f", "i1 %c, [2 x float] %a", f" %x = select {flags} i1 %c, [2 x float] %a, [2 x float] zeroinitializer")
        yield f"fselect-struct-{flags}", body("f", "i1 %c, {float, float} %a", f" %x = select {flags} i1 %c, {{float, float}} %a, {{float, float}} zeroinitializer")
    casts = [("trunc", "i64", "i32", ("", "nuw", "nsw", "nuw nsw")), ("zext", "i32", "i64", ("", "nneg")), ("sext", "i32", "i64", ("",)),
             ("uitofp", "i32", "float", ("", "nneg")), ("ptrtoint", "P", "i64", ("",)), ("inttoptr", "i64", "P", ("",)),
             ("bitcast", "i32", "float", ("",)), ("bitcast", "P<i32>", "P", ("",)), ("addrspacecast", "P", "P1", ("",)),
             ("ptrtoaddr", "P", "i64", ("",)), ("trunc", "<2 x i64>", "<2 x i32>", ("", "nuw")), ("zext", "<2 x i32>", "<2 x i64>", ("", "nneg"))]
    for op, a, b, flags in casts:
        for flag in flags:
            yield f"cast-{op}-{a}-{flag}", body("f", f"{a} %a", f" %x = {op} {flag} {a} %a to {b}")
    for pred in "eq ne ugt uge ult ule sgt sge slt sle".split():
        for flag in ("", "samesign"):
            yield f"icmp-{flag}-{pred}", body("f", "i32 %a, i32 %b", f" %x = icmp {flag} {pred} i32 %a, %b")
            yield f"icmp-fwd-{flag}-{pred}", ("define i1 @f(i1 %c) {\n br label %b\na:\n %x = icmp " + f"{flag} {pred} i32 %y, 4\n ret i1 %x\nb:\n"
                                             " %y = add i32 1, 2\n br label %a\n}\n")
    yield "icmp-ptr", body("f", "P %a, P %b", " %x = icmp eq P %a, %b")
    yield "icmp-v", body("f", "<4 x i32> %a", " %x = icmp samesign ult <4 x i32> %a, zeroinitializer")
    for pred in "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split():
        yield f"fcmp-{pred}", body("f", "float %a, float %b", f" %x = fcmp {pred} float %a, %b")
    for flags in ("", "inbounds", "nuw", "nusw", "nusw nuw", "inbounds nuw", "inbounds nusw nuw"):
        yield f"gep-{flags}", body("f", "P<i32> %p, i64 %i", f" %x = getelementptr {flags} i32, P<i32> %p, i64 %i")
        yield f"gep-v-{flags}", body("f", "<2 x P<i32>> %p, i64 %i", f" %x = getelementptr {flags} i32, <2 x P<i32>> %p, i64 %i")
        yield f"gep-s-{flags}", body("f", "P<{i32,[4 x i8]}> %p, i64 %i", f" %x = getelementptr {flags} {{i32,[4 x i8]}}, P<{{i32,[4 x i8]}}> %p, i64 0, i32 1, i64 %i")
    ops = "xchg add sub and nand or xor max min umax umin uinc_wrap udec_wrap usub_cond usub_sat".split()
    fops = "xchg fadd fsub fmax fmin fmaximum fminimum".split()
    for op in ops:
        yield f"rmw-{op}", body("f", "P<i32> %p", f" %x = atomicrmw {op} P<i32> %p, i32 1 seq_cst")
    for op in fops:
        yield f"rmw-{op}-f", body("f", "P<float> %p", f" %x = atomicrmw {op} P<float> %p, float 1.0 monotonic, align 4")
        yield f"rmw-{op}-v", body("f", "P<<2 x half>> %p, <2 x half> %v", f" %x = atomicrmw {op} P<<2 x half>> %p, <2 x half> %v monotonic, align 4")
    for op in ("fmaximumnum", "fminimumnum"):
        yield f"rmw-{op}-f", body("f", "P<float> %p", f" %x = atomicrmw {op} P<float> %p, float 1.0 monotonic, align 4")
    for op in ("add", "fadd", "fmaximum"):
        kind = "i16" if op == "add" else "half"
        yield f"rmw-elementwise-{op}", body("f", f"P<<2 x {kind}>> %p, <2 x {kind}> %v", f" %x = atomicrmw elementwise {op} P<<2 x {kind}>> %p, <2 x {kind}> %v monotonic, align 4")
    for bits in (8, 32, 128):
        yield f"type-byte-{bits}", body("f", f"b{bits} %x", "")
        yield f"const-byte-{bits}", f"@g = global b{bits} {'1' if bits < 65 else '1180591620717411303424'}\n"
        yield f"load-byte-{bits}", body("f", f"P<b{bits}> %p", f" %x = load b{bits}, P<b{bits}> %p")
    yield "rmw-xchg-ptr", body("f", "P<P> %p, P %v", " %x = atomicrmw xchg P<P> %p, P %v acquire")
    yield "rmw-volatile", body("f", "P<i32> %p", ' %x = atomicrmw volatile add P<i32> %p, i32 1 syncscope("agent") release, align 8')
    for order in "unordered monotonic acquire seq_cst".split():
        yield f"load-{order}", body("f", "P<i32> %p", f" %x = load atomic i32, P<i32> %p {order}, align 4")
        yield f"load-scope-{order}", body("f", "P<i32> %p", f' %x = load atomic volatile i32, P<i32> %p syncscope("singlethread") {order}, align 4')
    for order in "unordered monotonic release seq_cst".split():
        yield f"store-{order}", body("f", "P<i32> %p", f" store atomic i32 1, P<i32> %p {order}, align 4")
    for order in "acquire release acq_rel seq_cst".split():
        yield f"fence-{order}", body("f", "", f" fence {order}")
    yield "load-atomic-f", body("f", "P<float> %p", " %x = load atomic float, P<float> %p acquire, align 4")
    yield "load-atomic-ptr", body("f", "P<P> %p", " %x = load atomic P, P<P> %p acquire, align 8")
    yield "load-atomic-v", body("f", "P<<2 x i32>> %p", " %x = load atomic <2 x i32>, P<<2 x i32>> %p acquire, align 8")
    yield "store-atomic-v", body("f", "P<<2 x i32>> %p, <2 x i32> %v", " store atomic <2 x i32> %v, P<<2 x i32>> %p release, align 8")
    for weak in ("", "weak", "volatile", "weak volatile"):
        yield f"cmpxchg-{weak}", body("f", "P<i32> %p", f" %x = cmpxchg {weak} P<i32> %p, i32 0, i32 1 acq_rel monotonic, align 8")
    yield "cmpxchg-ptr", body("f", "P<P> %p, P %q", " %x = cmpxchg P<P> %p, P %q, P null seq_cst seq_cst")
    yield "cmpxchg-failstrong", body("f", "P<i32> %p", " %x = cmpxchg P<i32> %p, i32 0, i32 1 monotonic seq_cst")
    for n, text in enumerate(["i32", "i32, align 16", "i32, i32 4", "[4 x i8], align 1", "i32, i64 %n", "i32, addrspace(5)", "inalloca i32", "<4 x float>, align 64"]):
        yield f"alloca-{n}", body("f", "i64 %n", f" %x = alloca {text}")
    yield "alloca-swifterror", body("f", "", " %x = alloca swifterror P")
    yield "load-align", body("f", "P<i32> %p", " %x = load volatile i32, P<i32> %p, align 1")
    yield "load-bigalign", body("f", "P<i32> %p", " %x = load i32, P<i32> %p, align 1073741824")
    yield "load-hugealign", body("f", "P<i32> %p", " %x = load i32, P<i32> %p, align 4294967296")
    yield "freeze", body("f", "i32 %a", " %x = freeze i32 %a")
    yield "vec", body("f", "<4 x i32> %a, i32 %i", " %x = extractelement <4 x i32> %a, i32 %i\n %y = insertelement <4 x i32> %a, i32 %x, i32 0\n"
                      " %z = shufflevector <4 x i32> %a, <4 x i32> %y, <4 x i32> <i32 0, i32 5, i32 undef, i32 7>")
    yield "agg", body("f", "{i32, [2 x i8]} %a", " %x = extractvalue {i32, [2 x i8]} %a, 1, 0\n %y = insertvalue {i32, [2 x i8]} %a, i8 %x, 1, 1")
    yield "vaarg", body("f", "P %a", " %x = va_arg P %a, i32")
    yield "switch", "define i32 @f(i32 %x) {\n switch i32 %x, label %d [ i32 1, label %a\n i32 2, label %b ]\na:\n ret i32 1\nb:\n ret i32 2\nd:\n ret i32 3\n}\n"
    yield "switch-wide", "define i32 @f(i128 %x) {\n switch i128 %x, label %d [ i128 100000000000000000000000000, label %a ]\na:\n ret i32 1\nd:\n ret i32 3\n}\n"
    yield "indirectbr", "define void @f(P %p) {\n indirectbr P %p, [label %a, label %b]\na:\n ret void\nb:\n ret void\n}\n"
    yield "blockaddress", "@b = global P blockaddress(@f, %a)\ndefine void @f() {\n br label %a\na:\n ret void\n}\n"
    yield "blockaddress-fn", "define P @g() {\n ret P blockaddress(@f, %a)\n}\ndefine void @f() {\n br label %a\na:\n ret void\n}\n"
    yield "blockaddress-fn2", "define void @f() {\n br label %a\na:\n ret void\n}\ndefine P @g() {\n ret P blockaddress(@f, %a)\n}\n"
    yield "blockaddress-self", "define P @f() {\n br label %a\na:\n ret P blockaddress(@f, %a)\n}\n"
    lp = "declare i32 @__gxx_personality_v0(...)\ndeclare void @g()\n"
    pers = "personality PF @__gxx_personality_v0"
    yield "invoke", lp + f"define void @f() {pers} {{\n invoke void @g() to label %a unwind label %b\na:\n ret void\nb:\n %x = landingpad {{P, i32}} cleanup catch P null filter [1 x P] [P null]\n resume {{P, i32}} %x\n}}\n"
    yield "catchpad", lp + f"define void @f() {pers} {{\n invoke void @g() to label %a unwind label %b\na:\n ret void\nb:\n %cs = catchswitch within none [label %c] unwind to caller\nc:\n %cp = catchpad within %cs [P null, i32 64, P null]\n catchret from %cp to label %a\n}}\n"
    yield "cleanuppad", lp + f"define void @f() {pers} {{\n invoke void @g() to label %a unwind label %b\na:\n ret void\nb:\n %cp = cleanuppad within none []\n call void @g() [ \"funclet\"(token %cp) ]\n cleanupret from %cp unwind to caller\n}}\n"
    yield "callbr", "define void @f() {\n callbr void asm sideeffect \"\", \"!i\"() to label %a [label %b]\na:\n ret void\nb:\n ret void\n}\n"
    yield "callbr-old", "define void @f() {\n callbr void asm sideeffect \"\", \"X\"(P blockaddress(@f, %b)) to label %a [label %b]\na:\n ret void\nb:\n ret void\n}\n"
    yield "callbr-x", "define i32 @f() {\n %x = callbr i32 asm sideeffect \"\", \"=r,!i\"() to label %a [label %b]\na:\n ret i32 %x\nb:\n ret i32 %x\n}\n"
    for kind in ("", "tail", "musttail", "notail"):
        yield f"call-{kind}", f"declare void @g()\ndefine void @f() {{\n {kind} call void @g()\n ret void\n}}\n"
    yield "call-vararg", body("f", "P<i8> %p", " %x = call i32 (P, ...) @printf(P %p, i32 1, double 2.0)", extra="declare i32 @printf(P, ...)")
    yield "asm", body("f", "i32 %a", ' %x = call i32 asm sideeffect "mov $1, $0", "=r,r"(i32 %a)\n call void asm inteldialect "nop", ""()\n call void asm alignstack "nop", ""()\n')
    yield "asm-unwind", body("f", "", ' call void asm sideeffect unwind "nop", ""()\n')
    yield "asm-clobber", body("f", "", ' call void asm sideeffect "nop", "~{memory},~{dirflag}"()\n')
    yield "asm-elementtype", body("f", "P<i32> %p", ' call void asm sideeffect "nop", "*m"(P<i32> elementtype(i32) %p)\n')
    for tag in ('"deopt"(i32 %a)', '"custom"(i32 %a, i64 1)', '"kcfi"(i32 1)', '"clang.arc.attachedcall"(PG @g)', '"gc-live"(P null)', '"align"(P null, i64 8)',
                '"ptrauth"(i32 0, i64 1)', '"convergencectrl"(token poison)', '"deactivation-symbol"(P @ds)', '"cfguardtarget"(PG @g)', '"preallocated"(token undef)'):
        yield f"bundle-{tag[:12]}", body("f", "i32 %a", f" call void @g(i32 %a) [ {tag} ]", extra="@ds = external global i8\ndeclare void @g(i32)")
        yield f"bundle-assume-{tag[:12]}", body("f", "i32 %a", f" call void @llvm.assume(i1 true) [ {tag} ]", extra="@ds = external global i8\ndeclare void @llvm.assume(i1)\ndeclare void @g(i32)")
    yield "bundle-indirect-kcfi", body("f", "PG %p", " call void %p(i32 1) [ \"kcfi\"(i32 1) ]")
    yield "scope", body("f", "P<i32> %p", ' %x = load atomic i32, P<i32> %p syncscope("mine") acquire, align 4\n fence syncscope("other") acquire')
    yield "unreachable", "define void @f() {\n unreachable\n}\n"
    yield "phi", "define i32 @f(i1 %c) {\ne:\n br i1 %c, label %a, label %b\na:\n br label %b\nb:\n %x = phi i32 [ 0, %e ], [ -1, %a ]\n ret i32 %x\n}\n"
    yield "loopfwd", "define i32 @f(i32 %n) {\ne:\n br label %l\nl:\n %i = phi i32 [ 0, %e ], [ %j, %l ]\n %j = add nuw nsw i32 %i, 1\n %c = icmp slt i32 %j, %n\n br i1 %c, label %l, label %d\nd:\n ret i32 %i\n}\n"
    yield "fwd-all", ("define i64 @f(P<i32> %p) {\n br label %b\na:\n %t = trunc nuw i64 %w to i32\n %z = zext nneg i32 %y to i64\n %o = or disjoint i64 %z, %w\n %g = getelementptr i32, P<i32> %q, i64 %w\n"
                      " store i32 %y, P<i32> %q\n %l = load i32, P<i32> %q\n ret i64 %z\nb:\n %y = add i32 1, 2\n %w = add i64 1, 2\n %q = getelementptr i32, P<i32> %p, i64 1\n br label %a\n}\n")


def types():
    for n, ty in enumerate(["i1", "i7", "i64", "i128", "i8388607", "i8388608", "i16777215", "half", "bfloat", "float", "double", "x86_fp80", "fp128", "ppc_fp128", "<4 x i32>", "[3 x i16]", "{i8, i32}", "<{i8, i32}>", "P", "P<i32>",
                            "<2 x P<i32>>", "[0 x i8]", "{}", "P1", "x86_mmx", "<1 x i64>", "[2 x {i8, <2 x float>}]", "P<[2 x P<i64>]>"]):
        init = "undef" if ty != "x86_mmx" else "undef"
        yield f"type-global-{n}", f"@g = global {ty} {init}\n"
        yield f"type-fn-{n}", f"define {ty} @f({ty} %x) {{\n ret {ty} %x\n}}\n"
        yield f"type-ext-{n}", f"@g = external global {ty}\n"
    for n, ty in enumerate(["<vscale x 4 x i32>", "{<vscale x 4 x i32>, <vscale x 4 x i32>}", "{i32, <vscale x 4 x i32>}", "[2 x <vscale x 4 x i32>]", "<vscale x 2 x P<i8>>", "x86_amx",
                            'target("spirv.Image", float, 1, 0)', 'target("spirv.Event")', 'target("aarch64.svcount")', 'target("mine", i32, 5)', 'target("dx.RawBuffer", i8, 0, 0)', 'target("riscv.vector.tuple", <vscale x 8 x i8>, 2)',
                            'target("amdgcn.named.barrier", 0)', '<2 x target("spirv.Event")>', '[2 x target("spirv.Event")]', '{target("spirv.Event"), i32}', '<vscale x 2 x half>', '[2 x target("aarch64.svcount")]']):
        yield f"type-val-{n}", f"define {ty} @f({ty} %x) {{\n ret {ty} %x\n}}\n"
        yield f"type-alloca-{n}", f"define void @f() {{\n %x = alloca {ty}\n ret void\n}}\n"
        yield f"type-load-{n}", f"define void @f(P<{ty}> %p) {{\n %x = load {ty}, P<{ty}> %p\n store {ty} %x, P<{ty}> %p\n ret void\n}}\n"
        yield f"type-tglobal-{n}", f"@g = external global {ty}\n"
        yield f"type-tzero-{n}", f"@g = global {ty} zeroinitializer\n"
        yield f"type-decl-{n}", f"declare void @f({ty})\n"
        yield f"type-struct-{n}", f"%s = type {{ i32, {ty} }}\ndefine void @f(P<%s> %p) {{\n %x = getelementptr %s, P<%s> %p, i64 1\n ret void\n}}\n"
    yield "type-token", "declare token @llvm.call.preallocated.setup(i32)\ndefine void @f() {\n %t = call token @llvm.call.preallocated.setup(i32 0)\n ret void\n}\n"
    yield "type-label-md", "declare void @llvm.foo(metadata)\n"
    yield "type-opaque", "%o = type opaque\n@g = external global %o\n"
    yield "type-rec", "%r = type { P<%r>, i32 }\n@g = global %r zeroinitializer\n"
    yield "type-fnptr", "@g = global PG null\n"
    yield "type-ptr-vararg", "define void @f(PV %p) {\n ret void\n}\n"


def constants():
    consts = {
        "i32": ["0", "-1", "2147483647", "undef", "poison", "zeroinitializer"],
        "i128": ["170141183460469231731687303715884105727", "-1"],
        "half": ["0xH3C00"], "bfloat": ["0xR3F80"], "float": ["1.5", "0x7FF8000000000000"], "double": ["0x7FF0000000000000"],
        "x86_fp80": ["0xK3FFF8000000000000000"], "fp128": ["0xL00000000000000003FFF000000000000"], "ppc_fp128": ["0xM3FF00000000000000000000000000000"],
        "[4 x i8]": ['c"abc\\00"', 'c"abcd"', "[i8 1, i8 2, i8 3, i8 undef]", "zeroinitializer"],
        "[2 x i32]": ["[i32 1, i32 2]", "[i32 undef, i32 poison]"], "<2 x i32>": ["<i32 1, i32 2>", "splat (i32 7)", "<i32 1, i32 poison>"],
        "<vscale x 4 x i32>": ["splat (i32 7)", "zeroinitializer"],
        "<2 x float>": ["<float 1.0, float 2.0>"], "[2 x bfloat]": ["[bfloat 0xR3F80, bfloat 0xR3F80]"], "{i32, P}": ["{i32 1, P null}"],
        "[2 x half]": ["[half 0xH3C00, half 0xH3C00]"], "[3 x i64]": ["[i64 1, i64 2, i64 3]"],
        "P": ["null", "undef", "inttoptr (i64 16 to P)", "no_cfi @fn", "dso_local_equivalent @fn", "ptrauth (P @e, i32 1)", "ptrauth (P @e, i32 1, i64 5)", "ptrauth (P @e, i32 1, i64 5, P @e2)",
              "ptrauth (P @e, i32 0, i64 0, P null, P @e2)", "getelementptr (i8, P @e, i64 1)", "getelementptr inbounds (i8, P @e, i64 1)", "getelementptr nuw (i8, P @e, i64 1)", "getelementptr nusw (i8, P @e, i64 1)",
              "getelementptr inbounds nuw (i8, P @e, i64 1)", "getelementptr inrange(-1, 1) (i8, P @e, i64 1)", "getelementptr inbounds inrange(0, 8) (i8, P @e, i64 4)",
              "getelementptr inbounds inrange(-16, 16) (i8, P @e, i64 4)", "getelementptr inbounds nuw inrange(0, 8) (i8, P @e, i64 4)", "getelementptr nuw inrange(0, 8) (i8, P @e, i64 4)",
              "getelementptr nusw inrange(0, 8) (i8, P @e, i64 4)", "getelementptr nusw nuw inrange(0, 8) (i8, P @e, i64 4)", "getelementptr nusw nuw (i8, P @e, i64 4)", "getelementptr ([4 x i8], P<[4 x i8]> @arr, inrange i64 0, i64 2)",
              "getelementptr ([4 x i8], P<[4 x i8]> @arr, i64 0, i64 2)", "getelementptr inbounds ([4 x i8], P<[4 x i8]> @arr, i64 0, inrange i64 2)", "addrspacecast (P1 @e1 to P)",
              "select (i1 icmp eq (P @e, P @e2), P @e, P @e2)", "inttoptr (i64 add (i64 ptrtoint (P @e to i64), i64 1) to P)"],
        "i64": ["ptrtoint (P @e to i64)", "ptrtoaddr (P @e to i64)", "add (i64 ptrtoint (P @e to i64), i64 1)", "add nuw nsw (i64 ptrtoint (P @e to i64), i64 1)",
                "sub (i64 ptrtoint (P @e to i64), i64 ptrtoint (P @e2 to i64))", "xor (i64 ptrtoint (P @e to i64), i64 1)", "mul (i64 ptrtoint (P @e to i64), i64 3)", "shl (i64 ptrtoint (P @e to i64), i64 3)",
                "and (i64 ptrtoint (P @e to i64), i64 -8)", "or (i64 ptrtoint (P @e to i64), i64 1)", "lshr (i64 ptrtoint (P @e to i64), i64 3)", "ashr exact (i64 ptrtoint (P @e to i64), i64 3)",
                "udiv (i64 ptrtoint (P @e to i64), i64 3)", "sdiv exact (i64 ptrtoint (P @e to i64), i64 3)", "urem (i64 ptrtoint (P @e to i64), i64 3)", "srem (i64 ptrtoint (P @e to i64), i64 3)",
                "zext (i32 ptrtoint (P @e to i32) to i64)", "sext (i32 ptrtoint (P @e to i32) to i64)", "extractelement (<2 x i64> <i64 ptrtoint (P @e to i64), i64 1>, i32 ptrtoint (P @e to i32))",
                "bitcast (double uitofp (i64 ptrtoint (P @e to i64) to double) to i64)", "fptoui (double uitofp (i64 ptrtoint (P @e to i64) to double) to i64)",
                "extractvalue ({i64} {i64 ptrtoint (P @e to i64)}, 0)"],
        "i32 ": ["trunc (i64 ptrtoint (P @e to i64) to i32)", "trunc (i64 sub (i64 ptrtoint (P @e to i64), i64 ptrtoint (P @e2 to i64)) to i32)", "ptrtoint (P @e to i32)"],
        "i1": ["icmp eq (P @e, P @e2)", "icmp ugt (P @e, P @e2)", "icmp slt (i64 ptrtoint (P @e to i64), i64 5)", "trunc (i64 ptrtoint (P @e to i64) to i1)", "fcmp olt (double uitofp (i64 ptrtoint (P @e to i64) to double), double 1.0)"],
        "double ": ["fadd (double uitofp (i64 ptrtoint (P @e to i64) to double), double 1.0)", "fneg (double uitofp (i64 ptrtoint (P @e to i64) to double))", "sitofp (i64 ptrtoint (P @e to i64) to double)",
                    "bitcast (i64 ptrtoint (P @e to i64) to double)", "fpext (float bitcast (i32 ptrtoint (P @e to i32) to float) to double)"],
        "float ": ["fptrunc (double bitcast (i64 ptrtoint (P @e to i64) to double) to float)"],
        "<2 x i64>": ["insertelement (<2 x i64> undef, i64 ptrtoint (P @e to i64), i32 0)", "shufflevector (<2 x i64> <i64 ptrtoint (P @e to i64), i64 1>, <2 x i64> undef, <2 x i32> <i32 1, i32 0>)", "<i64 ptrtoint (P @e to i64), i64 1>",
                      "bitcast (i128 ptrtoint (P @e to i128) to <2 x i64>)"],
        "[2 x P]": ["[P getelementptr (i8, P @e, i64 1), P @e]"], "{P, i64}": ["{P getelementptr inbounds (i8, P @e, i64 1), i64 add (i64 ptrtoint (P @e to i64), i64 1)}"],
        "<2 x P>": ["<P @e, P getelementptr (i8, P @e, i64 1)>", "getelementptr (i8, <2 x P> <P @e, P @e2>, <2 x i64> <i64 1, i64 2>)"],
        "P<i32>": ["bitcast (P @e to P<i32>)", "getelementptr inbounds ({i32, i32}, P<{i32, i32}> @st, i32 0, i32 1)"], "P1": ["addrspacecast (P @e to P1)"],
    }
    extra = "@e = external global i8\n@e2 = external global i8\n@e1 = external addrspace(1) global i8\n@arr = global [4 x i8] zeroinitializer\n@st = external global {i32, i32}\ndeclare P @fn()\n"
    n = 0
    for ty, values in consts.items():
        for value in values:
            n += 1
            used = "".join(line + "\n" for line in extra.splitlines() if re.search(re.search(r"@\w+", line)[0] + r"\b", value))
            ty = ty.strip()
            tag = re.sub(r"\W+", "_", value)[:24]
            yield f"const-global-{n}-{tag}", f"{used}@g = global {ty} {value}\n"
            yield f"const-ret-{n}-{tag}", f"{used}define {ty} @f() {{\n ret {ty} {value}\n}}\n"
            yield f"const-store-{n}-{tag}", f"{used}define void @f(P<{ty}> %p) {{\n store {ty} {value}, P<{ty}> %p\n ret void\n}}\n"
            yield f"const-agg-{n}-{tag}", f"{used}@g = global {{i8, {ty}}} {{i8 1, {ty} {value}}}\n"
            yield f"const-phi-{n}-{tag}", f"{used}define {ty} @f(i1 %c) {{\n br i1 %c, label %a, label %b\na:\n br label %b\nb:\n %x = phi {ty} [ {value}, %0 ], [ undef, %a ]\n ret {ty} %x\n}}\n"
            if ty[0] == "P":
                yield f"const-alias-{n}-{tag}", f"{used}@g = alias i8, {ty} {value}\n"
                yield f"const-call-{n}-{tag}", f"{used}declare void @c({ty})\ndefine void @f() {{\n call void @c({ty} {value})\n ret void\n}}\n"
                yield f"const-prefix-{n}-{tag}", f"{used}define void @f() prefix {ty} {value} {{\n ret void\n}}\n"
                yield f"const-md-{n}-{tag}", f"{used}!named = !{{!0}}\n!0 = !{{{ty} {value}}}\n"
                yield f"const-switch-{n}-{tag}", f"{used}define i1 @f(P %p) {{\n %c = icmp eq {ty} {value}, null\n ret i1 %c\n}}\n"


def global_values():
    for link in "private internal available_externally linkonce weak common appending linkonce_odr weak_odr external extern_weak".split():
        init = "" if link in ("external", "extern_weak") else "zeroinitializer" if link == "appending" else "0"
        ty = "[1 x i8]" if link == "appending" else "i32"
        yield f"link-global-{link}", f"@g = {link} global {ty} {init}\n"
        yield f"link-fn-{link}", f"declare {link} void @f()\n" if not init else f"define {link} void @f() {{\n ret void\n}}\n"
    for vis in ("hidden", "protected", "dllimport", "dllexport", "dso_local", "dso_preemptable", "unnamed_addr", "local_unnamed_addr", "thread_local", "thread_local(localdynamic)", "thread_local(initialexec)",
                "thread_local(localexec)", "externally_initialized", "addrspace(3)"):
        yield f"vis-{vis}", f"@g = {'external ' if vis == 'dllimport' else ''}{vis} global i32 {'' if vis == 'dllimport' else '0'}\n"
    for tail in ('section "s"', "align 16", 'partition "p"', 'comdat', "no_sanitize_address", "no_sanitize_hwaddress", "sanitize_memtag", "sanitize_address_dyninit", 'code_model "small"', 'code_model "large"', 'code_model "tiny"', 'code_model "kernel"',
                 'code_model "medium"', '!absolute_symbol !0', 'section "s", align 8, partition "q"', '"mine"', "no_sanitize_address, sanitize_address_dyninit"):
        pre = "$g = comdat any\n" if tail == "comdat" else ""
        post = "!0 = !{i64 0, i64 256}\n" if "absolute" in tail else ""
        yield f"global-{tail}", f"{pre}@g = global i32 0, {tail}\n{post}"
    yield "global-hashash", "@g = global i32 0 #0\nattributes #0 = { \"bss-section\"=\".b\" }\n"
    for kind in "any exactmatch largest nodeduplicate noduplicates samesize".split():
        yield f"comdat-{kind}", f"$c = comdat {kind}\n@g = global i32 0, comdat($c)\ndefine void @f() comdat($c) {{\n ret void\n}}\n"
    for cc in list(range(0, 24)) + list(range(64, 130)) + [200, 1023]:
        yield f"cc-{cc}", f"declare cc {cc} void @g()\ndefine cc {cc} void @f() {{\n ret void\n}}\n"
        yield f"cc-call-{cc}", f"define void @f(PN %p) {{\n call cc {cc} void %p()\n ret void\n}}\n"
    for tail in ('gc "mine"', 'prefix i32 1', 'prologue i8 1', 'section "t"', "align 32", "unnamed_addr", 'partition "p"', "personality P null", "addrspace(2)", "prefalign(16)"):
        yield f"fn-{tail}", f"define void @f() {tail} {{\n ret void\n}}\n"
    yield "alias", "@t = global i32 0\n@a = alias i32, P<i32> @t\n@b = hidden thread_local alias i32, P<i32> @a\n@c = internal unnamed_addr alias i32, P<i32> @t, partition \"p\"\n"
    yield "alias-fn", "define void @t() {\n ret void\n}\n@a = weak alias void (), PN @t\n"
    yield "ifunc", "define PN @r() {\n ret PN null\n}\n@i = ifunc void (), PR @r\n@j = hidden ifunc void (), PR @r, partition \"p\"\n"
    yield "ifunc-md", "define PN @r() {\n ret PN null\n}\n@i = ifunc void (), PR @r, !associated !0\n!0 = !{}\n"
    yield "asm-module", 'module asm "nop"\nmodule asm "nop;nop"\n'
    yield "triple", 'target triple = "x86_64-unknown-linux-gnu"\ntarget datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"\n'
    yield "triple-new", 'target triple = "x86_64-unknown-linux-gnu"\ntarget datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"\n'
    yield "deplib", '!llvm.dependent-libraries = !{!0}\n!0 = !{!"m"}\n'
    yield "empty", ""
    yield "ctors", "@llvm.global_ctors = appending global [1 x {i32, PN, P}] [{i32, PN, P} {i32 1, PN @f, P null}]\ndefine void @f() {\n ret void\n}\n"
    yield "used", "@g = global i8 0\n@llvm.used = appending global [1 x P] [P @g], section \"llvm.metadata\"\n"
    for flag in range(1, 10):
        yield f"flag-{flag}", f"!llvm.module.flags = !{{!0}}\n!0 = !{{i32 {flag}, !\"mine\", i32 2}}\n"
        yield f"flag-dbg-{flag}", f"!llvm.module.flags = !{{!0, !1}}\n!0 = !{{i32 {flag}, !\"mine\", i32 2}}\n!1 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n"
    yield "uselist", "@g = global i32 0\ndefine i32 @f(i32 %x) {\n %a = add i32 %x, 1\n %b = add i32 %x, 2\n %c = add i32 %a, %b\n ret i32 %c\n uselistorder i32 %x, { 1, 0 }\n}\n"
    for name in ("llvm.va_start.p0", "llvm.va_start"):
        yield f"vararg-{name}", f"declare void @{name}(P)\ndefine void @f(i32 %n, ...) {{\n %l = alloca [32 x i8], align 8\n call void @{name}(P %l)\n ret void\n}}\n"
    yield "names", "define i32 @\"a b\\FF\"(i32 %\"x y\") {\n\"b l\":\n %z = add i32 %\"x y\", 1\n ret i32 %z\n}\n"


def intrinsics():
    for n, (decl, call) in enumerate([
        ("declare void @llvm.lifetime.start.p0(i64, P)", "%a = alloca i8\n call void @llvm.lifetime.start.p0(i64 1, P %a)"),
        ("declare void @llvm.lifetime.start.p0(P)", "%a = alloca i8\n call void @llvm.lifetime.start.p0(P %a)"),
        ("declare void @llvm.memcpy.p0.p0.i64(P, P, i64, i1)", "call void @llvm.memcpy.p0.p0.i64(P null, P null, i64 1, i1 false)"),
        ("declare i32 @llvm.ctlz.i32(i32, i1)", "%x = call i32 @llvm.ctlz.i32(i32 1, i1 true)"), ("declare i32 @llvm.umax.i32(i32, i32)", "%x = call i32 @llvm.umax.i32(i32 1, i32 2)"),
        ("declare i32 @llvm.ucmp.i32.i32(i32, i32)", "%x = call i32 @llvm.ucmp.i32.i32(i32 1, i32 2)"), ("declare float @llvm.exp10.f32(float)", "%x = call float @llvm.exp10.f32(float 1.0)"),
        ("declare float @llvm.ldexp.f32.i32(float, i32)", "%x = call float @llvm.ldexp.f32.i32(float 1.0, i32 1)"), ("declare float @llvm.tan.f32(float)", "%x = call float @llvm.tan.f32(float 1.0)"),
        ("declare i1 @llvm.is.fpclass.f32(float, i32)", "%x = call i1 @llvm.is.fpclass.f32(float 1.0, i32 3)"), ("declare void @llvm.assume(i1)", "call void @llvm.assume(i1 true)"),
        ("declare void @llvm.fake.use(...)", "call void (...) @llvm.fake.use(i32 1)"), ("declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)", "%x = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> zeroinitializer)"),
        ("declare <4 x i32> @llvm.stepvector.v4i32()", "%x = call <4 x i32> @llvm.stepvector.v4i32()"), ("declare <4 x i32> @llvm.experimental.stepvector.v4i32()", "%x = call <4 x i32> @llvm.experimental.stepvector.v4i32()"),
        ("declare P @llvm.ptrmask.p0.i64(P, i64)", "%x = call P @llvm.ptrmask.p0.i64(P null, i64 1)"), ("declare P @llvm.threadlocal.address.p0(P)", "%x = call P @llvm.threadlocal.address.p0(P @tl)"),

        ("declare i64 @llvm.objectsize.i64.p0(P, i1, i1, i1)", "%x = call i64 @llvm.objectsize.i64.p0(P null, i1 false, i1 false, i1 false)"),
        ("declare token @llvm.coro.id(i32, P, P, P)", "%x = call token @llvm.coro.id(i32 0, P null, P null, P null)"), ("declare i1 @llvm.coro.end(P, i1, token)", "%x = call i1 @llvm.coro.end(P null, i1 false, token none)"),
        ("declare i1 @llvm.coro.end(P, i1)", "%x = call i1 @llvm.coro.end(P null, i1 false)"), ("declare void @llvm.coro.end(P, i1, token)", "call void @llvm.coro.end(P null, i1 false, token none)"),
        ("declare void @llvm.prefetch.p0(P, i32, i32, i32)", "call void @llvm.prefetch.p0(P null, i32 0, i32 3, i32 1)"), ("declare i64 @llvm.readcyclecounter()", "%x = call i64 @llvm.readcyclecounter()"),
        ("declare {i32, i1} @llvm.uadd.with.overflow.i32(i32, i32)", "%x = call {i32, i1} @llvm.uadd.with.overflow.i32(i32 1, i32 2)"), ("declare float @llvm.fma.f32(float, float, float)", "%x = call fast float @llvm.fma.f32(float 1.0, float 1.0, float 1.0)"),
        ("declare <2 x i64> @llvm.masked.load.v2i64.p0(P, i32, <2 x i1>, <2 x i64>)", "%x = call <2 x i64> @llvm.masked.load.v2i64.p0(P null, i32 8, <2 x i1> zeroinitializer, <2 x i64> undef)"),
        ("declare <2 x i64> @llvm.masked.load.v2i64.p0(P, <2 x i1>, <2 x i64>)", "%x = call <2 x i64> @llvm.masked.load.v2i64.p0(P align 8 null, <2 x i1> zeroinitializer, <2 x i64> undef)"),
        ("declare void @llvm.experimental.noalias.scope.decl(metadata)", "call void @llvm.experimental.noalias.scope.decl(metadata !{})"), ("declare i8 @llvm.fptosi.sat.i8.f32(float)", "%x = call i8 @llvm.fptosi.sat.i8.f32(float 1.0)"),
        ("declare {float, float} @llvm.sincos.f32(float)", "%x = call {float, float} @llvm.sincos.f32(float 1.0)"), ("declare float @llvm.convert.from.fp16.f32(i16)", "%x = call float @llvm.convert.from.fp16.f32(i16 1)"),
        ("declare void @llvm.trap()", "call void @llvm.trap()"), ("declare void @llvm.ubsantrap(i8)", "call void @llvm.ubsantrap(i8 1)"), ("declare void @llvm.unknown.thing(i32)", "call void @llvm.unknown.thing(i32 1)"),
        ("declare P @llvm.launder.invariant.group.p0(P)", "%x = call P @llvm.launder.invariant.group.p0(P null)"), ("declare void @llvm.dbg.value(metadata, metadata, metadata)", "call void @llvm.trap2()\n"),
        ("declare P @llvm.stacksave.p0()", "%x = call P @llvm.stacksave.p0()"), ("declare P @llvm.stacksave()", "%x = call P @llvm.stacksave()"), ("declare i32 @llvm.eh.typeid.for(P)", "%x = call i32 @llvm.eh.typeid.for(P null)"),
        ("declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)", "%x = call float @llvm.experimental.constrained.fadd.f32(float 1.0, float 1.0, metadata !\"round.dynamic\", metadata !\"fpexcept.strict\") strictfp"),
        ("declare i64 @llvm.x86.rdtsc()", "%x = call i64 @llvm.x86.rdtsc()"), ("declare <4 x i32> @llvm.x86.sse2.pslli.d(<4 x i32>, i32)", "%x = call <4 x i32> @llvm.x86.sse2.pslli.d(<4 x i32> zeroinitializer, i32 1)"),
        ("declare void @llvm.instrprof.increment(P, i64, i32, i32)", "call void @llvm.instrprof.increment(P null, i64 1, i32 1, i32 0)"),
        ("declare i32 @llvm.get.rounding()", "%x = call i32 @llvm.get.rounding()"), ("declare i32 @llvm.flt.rounds()", "%x = call i32 @llvm.flt.rounds()"), ("declare {i32, i32} @llvm.vector.deinterleave2.v4i32(<4 x i32>)", "%x = call {i32, i32} @llvm.vector.deinterleave2.v4i32(<4 x i32> undef)"),
        ("declare i1 @llvm.allow.ubsan.check(i8)", "%x = call i1 @llvm.allow.ubsan.check(i8 1)"), ("declare token @llvm.experimental.convergence.entry()", ""),
    ]):
        name = re.search(r"@llvm\.([\w.]+)", decl)[1]
        yield f"intr-{n}-{name}", f"@tl = thread_local global i8 0\n{decl}\ndefine void @f() {{\n {call}\n ret void\n}}\n"
        yield f"intr-decl-{n}-{name}", f"{decl}\n"
        yield (f"intr-dbg-{n}-{name}", f"@tl = thread_local global i8 0\n{decl}\ndefine void @f() {{\n {call}\n ret void\n}}\n!llvm.module.flags = !{{!99}}\n!99 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n")


HEAD = """!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!90, !91}
!90 = !{i32 2, !"Debug Info Version", i32 3}
!91 = !{i32 7, !"Dwarf Version", i32 5}
!1 = !DIFile(filename: "a.c", directory: "/")
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DISubroutineType(types: !{null})
"""
CU = '!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "p", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug'


def debug():
    """Nodes of debug information, each field alone and together."""
    nodes = {
        "DIBasicType": ['name: "int", size: 32', "encoding: DW_ATE_float, name: \"f\"", "align: 32, size: 8", "flags: DIFlagBigEndian, size: 8", "num_extra_inhabitants: 3, size: 8", "dataSize: 7, size: 8", "tag: DW_TAG_unspecified_type, name: \"n\"", "size: 8, file: !1, line: 3"],
        "DIStringType": ['name: "s", size: 8', 'name: "s", stringLength: !9', 'name: "s", stringLocationExpression: !DIExpression()', "encoding: DW_ATE_signed, size: 8"],
        "DIDerivedType": ["tag: DW_TAG_pointer_type, baseType: !9, size: 64", "tag: DW_TAG_typedef, name: \"t\", file: !1, line: 2, baseType: !9", "tag: DW_TAG_member, name: \"m\", baseType: !9, size: 3, offset: 5, flags: DIFlagBitField, extraData: i64 0",
                          "tag: DW_TAG_pointer_type, baseType: !9, size: 64, dwarfAddressSpace: 1", "tag: DW_TAG_typedef, baseType: !9, annotations: !{!{!\"a\", !\"b\"}}", "tag: DW_TAG_LLVM_ptrauth_type, baseType: !9, ptrAuthKey: 2, ptrAuthIsAddressDiscriminated: true, ptrAuthExtraDiscriminator: 1234",
                          "tag: DW_TAG_member, name: \"m\", baseType: !9, size: !DIExpression(DW_OP_constu, 1), offset: 5", "tag: DW_TAG_template_alias, name: \"t\", baseType: !9, extraData: !{}", "tag: DW_TAG_set_type, baseType: !9"],
        "DICompositeType": ["tag: DW_TAG_structure_type, name: \"s\", file: !1, line: 1, size: 32, elements: !{}", "tag: DW_TAG_array_type, baseType: !9, size: 32, elements: !{!DISubrange(count: 3)}", "tag: DW_TAG_enumeration_type, baseType: !9, elements: !{}, flags: DIFlagEnumClass",
                            "tag: DW_TAG_class_type, identifier: \"_ZTS\", size: 8", "tag: DW_TAG_structure_type, templateParams: !{}, vtableHolder: !9, runtimeLang: DW_LANG_ObjC", "tag: DW_TAG_array_type, dataLocation: !DIExpression(), baseType: !9", "tag: DW_TAG_array_type, associated: !DIExpression(), allocated: !DIExpression(), rank: !DIExpression(), baseType: !9",
                            "tag: DW_TAG_structure_type, annotations: !{}, size: 8", "tag: DW_TAG_structure_type, specification: !9, size: 8", "tag: DW_TAG_enumeration_type, enumKind: DW_APPLE_ENUM_KIND_Closed, size: 8", "tag: DW_TAG_array_type, bitStride: i32 3, baseType: !9", "tag: DW_TAG_structure_type, num_extra_inhabitants: 66, size: 8",
                            "tag: DW_TAG_variant_part, discriminator: !DIDerivedType(tag: DW_TAG_member, baseType: !9), elements: !{}", "tag: DW_TAG_structure_type, size: !DIExpression(DW_OP_constu, 1)"],
        "DISubrange": ["count: 3", "count: 3, lowerBound: 1", "lowerBound: 1, upperBound: 4, stride: 2", "count: !DIExpression(DW_OP_constu, 1)", "count: !DILocalVariable(scope: !5)"],
        "DIGenericSubrange": ["lowerBound: !DIExpression(DW_OP_constu, 1), stride: !DIExpression(DW_OP_constu, 1)"],
        "DISubrangeType": ["name: \"r\", lowerBound: i64 1, upperBound: i64 4, baseType: !9", "name: \"r\", size: 32, bias: i32 7, stride: i32 2"],
        "DIFixedPointType": ["name: \"x\", size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4", "name: \"x\", size: 32, encoding: DW_ATE_unsigned_fixed, kind: Rational, numerator: 1, denominator: 10"],
        "DIEnumerator": ['name: "e", value: 3', 'name: "e", value: -3', 'name: "e", value: 3, isUnsigned: true', 'name: "e", value: 100000000000000000000000'],
        "DIFile": ['filename: "x", directory: "/"', 'filename: "x", directory: "/", checksumkind: CSK_MD5, checksum: "000102030405060708090a0b0c0d0e0f"', 'filename: "x", directory: "/", source: "int"', 'filename: "x", directory: "/", checksumkind: CSK_SHA256, checksum: "000102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f"'],
        "DISubroutineType": ["types: !{null, !9}", "types: !{}, cc: DW_CC_BORLAND_thiscall, flags: DIFlagVector"],
        "DINamespace": ['name: "n", scope: !1', 'name: "n", scope: !1, exportSymbols: true'],
        "DITemplateTypeParameter": ['name: "T", type: !9', 'name: "T", type: !9, defaulted: true'],
        "DITemplateValueParameter": ['name: "V", type: !9, value: i32 7', 'name: "V", type: !9, defaulted: true, value: i32 7', 'tag: DW_TAG_GNU_template_template_param, name: "V", value: !"q"'],
        "DIObjCProperty": ['name: "p", file: !1, line: 7, setter: "s", getter: "g", attributes: 7, type: !9'],
        "DIImportedEntity": ["tag: DW_TAG_imported_module, scope: !1, entity: !9, line: 7", "tag: DW_TAG_imported_declaration, scope: !1, entity: !9, file: !1, line: 7, name: \"n\"", "tag: DW_TAG_imported_declaration, scope: !1, entity: !9, file: !1, line: 7, elements: !{}"],
        "DIModule": ['scope: null, name: "M", includePath: "/", configMacros: "-D"', 'scope: null, name: "M", apinotes: "a", file: !1, line: 3', 'scope: null, name: "M", isDecl: true'],
        "DIMacro": ["type: DW_MACINFO_define, line: 9, name: \"A\", value: \"1\""], "DIMacroFile": ["line: 9, file: !1, nodes: !{}"],
        "DICommonBlock": ["scope: !1, name: \"c\", file: !1, line: 3"], "GenericDINode": ["tag: 3, header: \"h\", operands: {!1, null}"],
        "DIExpression": ["", "DW_OP_deref", "DW_OP_plus_uconst, 3", "DW_OP_LLVM_fragment, 0, 8", "DW_OP_LLVM_entry_value, 1", "DW_OP_LLVM_tag_offset, 3", "DW_OP_LLVM_convert, 16, DW_ATE_signed, DW_OP_LLVM_convert, 32, DW_ATE_signed", "DW_OP_LLVM_arg, 0, DW_OP_stack_value", "DW_OP_LLVM_implicit_pointer", "DW_OP_LLVM_extract_bits_sext, 0, 8",
                         "DW_OP_LLVM_extract_bits_zext, 3, 8", "DW_OP_constu, 4, DW_OP_minus, DW_OP_stack_value", "DW_OP_push_object_address, DW_OP_deref", "DW_OP_swap, DW_OP_xderef", "DW_OP_bregx, 3, 5", "DW_OP_LLVM_implicit_pointer, DW_OP_stack_value"],
        "DILabel": ['scope: !5, name: "l", file: !1, line: 3', 'scope: !5, name: "l", file: !1, line: 3, column: 2', 'scope: !5, name: "l", file: !1, line: 3, isArtificial: true', 'scope: !5, name: "l", file: !1, line: 3, coroSuspendIdx: 1'],
        "DILocalVariable": ['name: "v", scope: !5, file: !1, line: 3, type: !9', 'name: "v", arg: 1, scope: !5, flags: DIFlagArtificial', 'name: "v", scope: !5, align: 32', 'name: "v", scope: !5, annotations: !{}'],
        "DILexicalBlock": ["scope: !5, file: !1, line: 3, column: 4", "scope: !5"], "DILexicalBlockFile": ["scope: !5, file: !1, discriminator: 3"],
        "DILocation": ["line: 3, column: 4, scope: !5", "line: 3, scope: !5, isImplicitCode: true", "line: 3, scope: !5, atomGroup: 1, atomRank: 1"],
        "DIGlobalVariable": ['name: "g", scope: !0, file: !1, line: 3, type: !9, isLocal: false, isDefinition: true', 'name: "g", linkageName: "l", scope: !0, type: !9, isDefinition: true, align: 3', 'name: "g", scope: !0, type: !9, isDefinition: true, templateParams: !{}', 'name: "g", scope: !0, type: !9, isDefinition: true, annotations: !{}'],
    }
    sub = '!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !8, spFlags: DISPFlagDefinition, unit: !0)\n'
    for kind, texts in nodes.items():
        for n, text in enumerate(texts):
            for distinct in ("", "distinct "):
                yield f"di-{kind}-{n}{distinct[:1]}", HEAD + CU + ")\n" + sub + f"!named = !{{!20}}\n!20 = {distinct}!{kind}({text})\n"
        full = f"di-{kind}-retained"
        yield full, HEAD + CU + ", retainedTypes: !{!20})\n" + sub + f"!20 = distinct !{kind}({texts[0]})\n"
        if kind == "DIFixedPointType":
            continue  # some readers give no answer
        yield f"di-{kind}-nodbg", f"!named = !{{!20, !1}}\n!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n!9 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n!8 = !DISubroutineType(types: !{{null}})\n!5 = distinct !DISubprogram(name: \"f\", scope: !1)\n!0 = !{{}}\n!20 = !{kind}({texts[0]})\n"
    for n, text in enumerate(["splitDebugInlining: false", "nameTableKind: None", "nameTableKind: Apple", "rangesBaseAddress: true", 'sysroot: "/s"', 'sdk: "M.sdk"', "debugInfoForProfiling: true", "dwoId: 123", 'splitDebugFilename: "x.dwo"', 'flags: "-O"', "macros: !{}", "imports: !{}", "globals: !{}", "enums: !{}"]):
        yield f"di-CU-{n}", HEAD + CU + f", {text})\n"
    for n, lang in enumerate(["DW_LANG_C17", "DW_LANG_Rust", "DW_LANG_Metal", "DW_LANG_Mojo", "DW_LANG_Hylo", "DW_LANG_C_plus_plus_20", "DW_LANG_Swift", "DW_LANG_HIP"]):
        yield f"di-lang-{n}", HEAD + CU.replace("DW_LANG_C99", lang) + ")\n"
    yield "di-srclang", HEAD + CU.replace("language: DW_LANG_C99", "sourceLanguageName: DW_LNAME_C_plus_plus") + ")\n"
    yield "di-srclang2", HEAD + CU.replace("language: DW_LANG_C99", "sourceLanguageName: DW_LNAME_C_plus_plus, sourceLanguageVersion: 202002") + ")\n"
    for n, text in enumerate(['linkageName: "l"', "scopeLine: 3", "containingType: !9, virtualIndex: 2, flags: DIFlagPrototyped", "thisAdjustment: 8", "spFlags: DISPFlagDefinition | DISPFlagOptimized | DISPFlagLocalToUnit, unit: !0", "thrownTypes: !{!9}", "annotations: !{}",
                              'targetFuncName: "t"', "declaration: !6", "retainedNodes: !{}", "templateParams: !{}", "spFlags: DISPFlagPure | DISPFlagElemental | DISPFlagRecursive", "spFlags: DISPFlagMainSubprogram | DISPFlagDeleted", "spFlags: DISPFlagObjCDirect", "keyInstructions: true"]):
        yield f"di-SP-{n}", HEAD + CU + ")\n" + f'!6 = !DISubprogram(name: "d", scope: !1, file: !1, line: 1, type: !8, spFlags: 0)\n!named = !{{!20}}\n!20 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !8{", unit: !0, spFlags: DISPFlagDefinition" if "spFlags" not in text else ""}, {text})\n'
    fn = ('define i32 @f(i32 %a) !dbg !5 {\n{code} ret i32 %a, !dbg !21\n}\n{decls}' + HEAD + CU + ")\n" + sub + '!20 = !DILocalVariable(name: "v", scope: !5, file: !1, line: 3, type: !9)\n!21 = !DILocation(line: 3, column: 4, scope: !5)\n!22 = !DILabel(scope: !5, name: "l", file: !1, line: 3)\n!23 = distinct !DIAssignID()\n')
    for n, (code, decls) in enumerate([
        ("", ""), (" call void @llvm.dbg.value(metadata i32 %a, metadata !20, metadata !DIExpression()), !dbg !21\n", "declare void @llvm.dbg.value(metadata, metadata, metadata)\n"),
        (" %p = alloca i32\n call void @llvm.dbg.declare(metadata P<i32> %p, metadata !20, metadata !DIExpression()), !dbg !21\n", "declare void @llvm.dbg.declare(metadata, metadata, metadata)\n"),
        (" call void @llvm.dbg.label(metadata !22), !dbg !21\n", "declare void @llvm.dbg.label(metadata)\n"), (" call void @llvm.dbg.value(metadata !DIArgList(i32 %a, i32 1), metadata !20, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)), !dbg !21\n", "declare void @llvm.dbg.value(metadata, metadata, metadata)\n"),
        (" %p = alloca i32, !DIAssignID !23\n call void @llvm.dbg.assign(metadata i32 %a, metadata !20, metadata !DIExpression(), metadata !23, metadata P<i32> %p, metadata !DIExpression()), !dbg !21\n", "declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)\n"),
        ("   #dbg_value(i32 %a, !20, !DIExpression(), !21)\n", ""), (" %p = alloca i32\n   #dbg_declare(P %p, !20, !DIExpression(), !21)\n", ""), ("   #dbg_label(!22, !21)\n", ""), ("   #dbg_value(!DIArgList(i32 %a, i32 1), !20, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !21)\n", ""),
        ("   #dbg_value(i32 poison, !20, !DIExpression(), !21)\n", ""), (" %p = alloca i32, !DIAssignID !23\n   #dbg_assign(i32 %a, !20, !DIExpression(), !23, P %p, !DIExpression(), !21)\n", ""), ("   #dbg_value(i32 7, !20, !DIExpression(), !21)\n", ""), ("   #dbg_declare_value(i32 %a, !20, !DIExpression(), !21)\n", ""),
        (" %z = add i32 %a, 1, !dbg !DILocation(line: 9, column: 1, scope: !5, inlinedAt: !21)\n", ""), (" %z = add i32 %a, 1, !dbg !21\n %y = add i32 %a, 1, !dbg !21\n %w = add i32 %a, 1\n %v = add i32 %a, 1, !dbg !21\n", ""), (" %z = add i32 %a, 1, !dbg !DILocation(line: 0, scope: !5, isImplicitCode: true)\n", ""), (" %z = add i32 %a, 1, !dbg !DILocation(line: 9, column: 1, scope: !5, atomGroup: 1, atomRank: 1)\n", ""),
    ]):
        yield f"di-fn-{n}", fn.replace("{code}", code).replace("{decls}", decls)
    yield "di-global", "@g = global i32 0, !dbg !30\n" + HEAD + CU + ", globals: !{!30})\n" + '!30 = !DIGlobalVariableExpression(var: !31, expr: !DIExpression())\n!31 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 1, type: !9, isLocal: false, isDefinition: true)\n'


def metadata():
    for kind in "tbaa prof fpmath range tbaa.struct invariant.load alias.scope noalias nontemporal mem_parallel_loop_access nonnull dereferenceable align llvm.loop noundef annotation nosanitize pcsections coro.outside.frame mmra noalias.addrspace callee_type mine memprof callsite kcfi_type nofree captures alloc_token".split():
        node = {"range": "!{i32 0, i32 5}", "align": "!{i64 8}", "dereferenceable": "!{i64 8}", "fpmath": "!{float 2.5}", "prof": '!{!"branch_weights", i32 1, i32 2}', "annotation": '!{!"x"}', "mmra": '!{!"a", !"b"}', "nontemporal": "!{i32 1}",
                "tbaa": '!{!2, !2, i64 0}\n!2 = !{!"x", !3, i64 0}\n!3 = !{!"root"}', "noalias.addrspace": "!{i32 5, i32 6}"}.get(kind, "!{}")
        yield f"md-load-{kind}", f"define void @f(P<i32> %p) {{\n %x = load i32, P<i32> %p, !{kind} !0\n ret void\n}}\n!0 = {node}\n"
        yield f"md-loadp-{kind}", f"define void @f(P<P> %p) {{\n %x = load P, P<P> %p, !{kind} !0\n ret void\n}}\n!0 = {node}\n"
        yield f"md-fn-{kind}", f"define void @f(P<i32> %p) !{kind} !0 {{\n ret void\n}}\n!0 = {node}\n"
        yield f"md-call-{kind}", f"declare P @g()\ndefine void @f() {{\n %x = call P @g(), !{kind} !0\n ret void\n}}\n!0 = {node}\n"
        yield f"md-br-{kind}", f"define void @f(i1 %c) {{\n br i1 %c, label %a, label %b, !{kind} !0\na:\n ret void\nb:\n ret void\n}}\n!0 = {node}\n"
        yield f"md-global-{kind}", f"@g = global i32 0, !{kind} !0\n!0 = {node}\n"
    yield "md-values", '@g = global i8 0\n!named = !{!0, !1, !2}\n!0 = !{P @g, i32 3, !"s", null, !1}\n!1 = distinct !{!1}\n!2 = !{double 1.0, <2 x i32> <i32 1, i32 2>}\n'
    yield "md-strings", "!named = !{!0}\n!0 = !{" + ", ".join(f'!"string {i}"' for i in range(40)) + "}\n"
    yield "md-many", "!named = !{" + ", ".join(f"!{i}" for i in range(40)) + "}\n" + "".join(f"!{i} = !{{i32 {i}}}\n" for i in range(40))
    yield "md-local", body("f", "i32 %a", " call void @llvm.foo(metadata i32 %a)", extra="declare void @llvm.foo(metadata)")
    yield "md-fnlocal", body("f", "i32 %a", " %x = add i32 %a, 1, !mine !{i32 7}\n %y = add i32 %a, 1, !mine !{!\"only here\"}")


def summaries():
    base = '^0 = module: (path: "m", hash: (1, 2, 3, 4, 5))\n'
    flags = "flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0)"
    flags2 = "flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition)"
    flags3 = "flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0)"
    for f, fl in enumerate((flags, flags2, flags3)):
        for n, text in enumerate([
            f'^1 = gv: (guid: 1, summaries: (function: (module: ^0, {fl}, insts: 1)))\n',
            f'^1 = gv: (guid: 1, summaries: (function: (module: ^0, {fl}, insts: 1, calls: ((callee: ^2)), refs: (^3))))\n^2 = gv: (guid: 2)\n^3 = gv: (guid: 3)\n',
            f'^1 = gv: (guid: 1, summaries: (function: (module: ^0, {fl}, insts: 1, calls: ((callee: ^2, hotness: hot)))))\n^2 = gv: (guid: 2)\n',
            f'^1 = gv: (guid: 1, summaries: (function: (module: ^0, {fl}, insts: 1, calls: ((callee: ^2, relbf: 256)))))\n^2 = gv: (guid: 2)\n',
            f'^1 = gv: (guid: 1, summaries: (function: (module: ^0, {fl}, insts: 1, calls: ((callee: ^2, hotness: cold, tail: 1)))))\n^2 = gv: (guid: 2)\n',
            f'^1 = gv: (guid: 1, summaries: (function: (module: ^0, {fl}, insts: 1, funcFlags: (readNone: 1, readOnly: 0, noRecurse: 1, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0))))\n',
            f'^1 = gv: (guid: 1, summaries: (variable: (module: ^0, {fl}, varFlags: (readonly: 1, writeonly: 0, constant: 0), refs: (^2))))\n^2 = gv: (guid: 2)\n',
            f'^1 = gv: (guid: 1, summaries: (variable: (module: ^0, {fl}, varFlags: (readonly: 1, writeonly: 0, constant: 1, vcall_visibility: 1), vTableFuncs: ((virtFunc: ^2, offset: 16)))))\n^2 = gv: (guid: 2)\n',
            f'^1 = gv: (guid: 1, summaries: (alias: (module: ^0, {fl}, aliasee: ^2)))\n^2 = gv: (guid: 2, summaries: (variable: (module: ^0, {fl}, varFlags: (readonly: 0, writeonly: 0, constant: 0))))\n',
            f'^1 = gv: (guid: 1, summaries: (function: (module: ^0, {fl}, insts: 1, typeIdInfo: (typeTests: (^2, 5), typeTestAssumeVCalls: (vFuncId: (guid: 7, offset: 8)), typeCheckedLoadVCalls: (vFuncId: (guid: 7, offset: 8)), typeTestAssumeConstVCalls: ((vFuncId: (guid: 7, offset: 8), args: (1, 2)))))))\n^2 = typeid: (name: "t", summary: (typeTestRes: (kind: allOnes, sizeM1BitWidth: 7)))\n',
            f'^1 = gv: (guid: 1, summaries: (function: (module: ^0, {fl}, insts: 1, params: ((param: 0, offset: [0, 3])))))\n',
            f'^1 = gv: (guid: 1, summaries: (function: (module: ^0, {fl}, insts: 1, callsites: ((callee: ^2, clones: (0), stackIds: (1, 2))), allocs: ((versions: (notcold), memProf: ((type: notcold, stackIds: (1, 2))))))))\n^2 = gv: (guid: 2)\n',
            '^1 = flags: 8\n', '^1 = flags: 33\n', '^1 = blockcount: 1234\n', '^1 = typeid: (name: "t", summary: (typeTestRes: (kind: byteArray, sizeM1BitWidth: 0, alignLog2: 1, sizeM1: 2, bitMask: 3), wpdResolutions: ((offset: 0, wpdRes: (kind: branchFunnel)))))\n',
            '^1 = typeidCompatibleVTable: (name: "v", summary: ((offset: 16, ^2)))\n^2 = gv: (guid: 2)\n', f'^1 = gv: (guid: 1, summaries: (function: (module: ^0, {fl}, insts: 1), function: (module: ^0, {fl}, insts: 2)))\n',
        ]):
            yield f"index-{n}-{f}", base + text


# Modules that get a summary from the compiler itself (`opt -module-summary` and the like).
SUMMARISED = {
    "plain": "@g = global i32 0\n@a = alias i32, P<i32> @g\ndefine i32 @f(i32 %x) {\n %y = call i32 @h(i32 %x)\n %z = load i32, P<i32> @g\n ret i32 %z\n}\ndeclare i32 @h(i32)\n",
    "empty": "", "internal": "@g = internal constant i32 7\ndefine internal void @f() noinline {\n ret void\n}\ndefine void @m() {\n tail call void @f()\n ret void\n}\n",
    "types": '@vt = constant {[3 x P]} {[3 x P] [P null, P null, P null]}, !type !0\n!0 = !{i64 16, !"_ZTS1A"}\ndeclare i1 @llvm.type.test(P, metadata)\ndefine i1 @f(P %p) {\n %x = call i1 @llvm.type.test(P %p, metadata !"_ZTS1A")\n ret i1 %x\n}\n',
    "memprof": "define P @f() {\n %x = call P @_Znwm(i64 10), !memprof !0, !callsite !3\n ret P %x\n}\ndeclare P @_Znwm(i64)\n!0 = !{!1, !2}\n!1 = !{!4, !\"notcold\"}\n!2 = !{!5, !\"cold\"}\n!3 = !{i64 1}\n!4 = !{i64 1, i64 2}\n!5 = !{i64 1, i64 3}\n",
    "ref": "@g = global P @f\ndefine void @f() section \"x\" {\n ret void\n}\n@i = ifunc void (), PR @r\ndefine PN @r() {\n ret PN @f\n}\n",
    "flags": "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 1, !\"EnableSplitLTOUnit\", i32 1}\n!1 = !{i32 1, !\"ThinLTO\", i32 0}\ndefine void @f() {\n ret void\n}\n",
}


def to_pointers(text, typed):
    """Writes the pointers of a text as a release has them."""
    out = []
    at = 0
    pattern = re.compile(r"\bP(?=[<1GNRVF]|\b)")
    while True:
        found = pattern.search(text, at)
        if not found or (found.start() and text[found.start() - 1] in "@%!\"$.-"):
            if not found:
                out.append(text[at:])
                return "".join(out)
            out.append(text[at:found.end()])
            at = found.end()
            continue
        out.append(text[at:found.start()])
        end = found.end()
        follow = text[end:end + 1]
        inner, tail = "i8", "*"
        if follow == "<":
            depth, stop = 0, end
            while True:
                depth += {"<": 1, ">": -1}.get(text[stop], 0)
                stop += 1
                if depth == 0:
                    break
            inner = to_pointers(text[end + 1:stop - 1], typed)
            end = stop
        elif follow and follow in "1GNRVF":
            end += 1
            if follow == "1":
                inner, tail = "i8", " addrspace(1)*"
            else:
                inner = {"G": "void (i32)", "N": "void ()", "R": "void ()* ()", "V": "i32 (i32, ...)", "F": "i32 (...)"}[follow]
        if typed:
            out.append(inner + tail)
        else:
            out.append("ptr addrspace(1)" if follow == "1" else "ptr")
        at = end


def texts(include_dirs):
    """All texts: pairs of name and text."""
    seen = {}
    families = [attributes(attribute_names(include_dirs)), instructions(), types(), constants(), global_values(), intrinsics(),
                debug(), metadata(), summaries()]
    for family in families:
        for name, text in family:
            name = re.sub(r"[^\w.-]+", "_", name).strip("_")
            count = seen.get(name, 0)
            seen[name] = count + 1
            yield (f"{name}~{count}" if count else name), text
    for name, text in SUMMARISED.items():
        yield f"summarised-{name}", text


def checked(pool):
    """The same with the module flag that makes readers verify a module."""
    for name, text in pool:
        if "!llvm.module.flags" not in text and "^0" not in text:
            yield f"dbg-{name}", text + "\n!llvm.module.flags = !{!9999}\n!9999 = !{i32 2, !\"Debug Info Version\", i32 3}\n"


def combined(seed, count, pool):
    """Random unions of function bodies and globals of the pool, with names made unique."""
    pick = random.Random(seed)
    plain = [(n, t) for n, t in pool if "!" not in t and "^" not in t and "attributes #" not in t and "module asm" not in t and "target " not in t]
    for number in range(count):
        parts = []
        for index, (_, text) in enumerate(pick.sample(plain, pick.randint(2, 5))):
            parts.append(re.sub(r'([@$])(?!llvm\.)([\w.]+)', rf"\1\2_{index}", re.sub(r"%(o|r|s)\b(?= = type|\*|>)", rf"%\1_{index}", text)))
        yield f"mix-{seed}-{number}", "".join(parts)


if __name__ == "__main__":
    dirs = [include(release) for release in NATIVE]
    everything = list(texts(dirs))
    if sys.argv[1:2] == ["show"]:
        print(dict(everything)[sys.argv[2]])
    else:
        for name, _ in everything:
            print(name)
        print(len(everything), file=sys.stderr)
