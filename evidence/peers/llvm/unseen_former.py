"""A set for bitcode of LLVM before 14: the allocator mimalloc, C of the library of mingw-w64 and the C++ of libFuzzer by the clangs of 9, 11 and 13, with flags
drawn from lists; and programs that the LLVM inside six llvmlites is told to build, as numba tells it; every file for every program of `reader_tools.py`."""

import os
import random
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pins
import protocol
from tools import tool

SEED = 20261130
COMPILERS = ["9", "11", "13"]
C, CXX = 96, 24

LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os", "-Oz"]
FLAGS = [
    "-g", "-gdwarf-4", "-g1", "-flto=thin", "-flto", "-fsanitize=address", "-fsanitize=thread", "-fsanitize=undefined", "-fprofile-instr-generate -fcoverage-mapping",
    "-fstack-protector-all", "-pg", "-ffast-math", "-fno-math-errno", "-fwrapv", "-fno-strict-aliasing", "-ffunction-sections", "-fvisibility=hidden", "-fPIC",
    "-march=haswell", "-fno-omit-frame-pointer", "-fno-builtin", "-fno-discard-value-names", "-fexceptions", "-fcommon", "-mllvm -force-vector-width=8",
]
TRIPLES = ["x86_64-linux-gnu", "x86_64-linux-gnu", "aarch64-linux-gnu", "wasm32-unknown-unknown", "riscv64-linux-gnu"]

# What an old llvmlite runs: SITE OUT; it says which programs it took.
BUILDER = r'''
import os, sys
site, out = sys.argv[1:]
sys.path.insert(0, site)
import llvmlite.binding as llvm
from llvmlite import ir
llvm.initialize(); llvm.initialize_native_target(); llvm.initialize_native_asmprinter()
I1, I8, I16, I32, I64, F, D, V = ir.IntType(1), ir.IntType(8), ir.IntType(16), ir.IntType(32), ir.IntType(64), ir.FloatType(), ir.DoubleType(), ir.VoidType()
P8 = I8.as_pointer()

def function(module, result, *parameters, **more):
    made = ir.Function(module, ir.FunctionType(result, parameters), name=more.get("name", "f"))
    return made, ir.IRBuilder(made.append_basic_block("entry"))

def loop(b, f, limit, body, start=None):
    head, inner, end = (f.append_basic_block(n) for n in ("head", "inner", "end"))
    before = b.block
    b.branch(head); b.position_at_end(head)
    at = b.phi(I64, "at"); carried = b.phi(start.type, "carried") if start is not None else None
    at.add_incoming(ir.Constant(I64, 0), before)
    if carried is not None: carried.add_incoming(start, before)
    b.cbranch(b.icmp_signed("<", at, limit), inner, end)
    b.position_at_end(inner)
    made = body(b, at, carried)
    at.add_incoming(b.add(at, ir.Constant(I64, 1), flags=["nsw"]), b.block)
    if carried is not None: carried.add_incoming(made, b.block)
    b.branch(head); b.position_at_end(end)
    return carried

def dot(m):
    f, b = function(m, D, D.as_pointer(), D.as_pointer(), I64)
    x, y, n = f.args
    b.ret(loop(b, f, n, lambda b, at, s: b.fadd(s, b.fmul(b.load(b.gep(x, [at])), b.load(b.gep(y, [at])), flags=("fast",)), flags=("fast",)), ir.Constant(D, 0.0)))

def histogram(m):
    bins = ir.GlobalVariable(m, ir.ArrayType(I32, 256), "bins"); bins.initializer = ir.Constant(ir.ArrayType(I32, 256), None); bins.linkage = "internal"
    f, b = function(m, V, P8, I64)
    def body(b, at, _):
        place = b.gep(bins, [ir.Constant(I64, 0), b.zext(b.load(b.gep(f.args[0], [at])), I64)], inbounds=True)
        b.store(b.add(b.load(place), ir.Constant(I32, 1)), place)
    loop(b, f, f.args[1], body); b.ret_void()

def fibonacci(m):
    f, b = function(m, I64, I64)
    small, big = f.append_basic_block("small"), f.append_basic_block("big")
    b.cbranch(b.icmp_signed("<", f.args[0], ir.Constant(I64, 2)), small, big)
    b.position_at_end(small); b.ret(f.args[0])
    b.position_at_end(big); b.ret(b.add(b.call(f, [b.sub(f.args[0], ir.Constant(I64, 1))]), b.call(f, [b.sub(f.args[0], ir.Constant(I64, 2))])))

def machine(m):
    f, b = function(m, I32, I32, I32)
    blocks = [f.append_basic_block("state%d" % n) for n in range(5)]; other = f.append_basic_block("other")
    s = b.switch(f.args[0], other)
    for n, block in enumerate(blocks):
        s.add_case(ir.Constant(I32, n * 7), block)
        b.position_at_end(block); b.ret(b.xor(b.shl(f.args[1], ir.Constant(I32, n)), ir.Constant(I32, n + 3)))
    b.position_at_end(other); b.unreachable()

def maths(m):
    f, b = function(m, D, D, D)
    s = m.declare_intrinsic("llvm.sqrt", [D]); p = m.declare_intrinsic("llvm.pow", [D]); a = m.declare_intrinsic("llvm.fabs", [D]); c = m.declare_intrinsic("llvm.fma", [D], ir.FunctionType(D, [D, D, D])); r = m.declare_intrinsic("llvm.floor", [D])
    x, y = f.args
    b.ret(b.call(r, [b.call(c, [b.call(s, [b.call(a, [x])]), b.call(p, [x, y]), y])]))

def overflow(m):
    t = ir.LiteralStructType([I32, I1])
    add = m.declare_intrinsic("llvm.sadd.with.overflow", [I32], ir.FunctionType(t, [I32, I32])); mul = m.declare_intrinsic("llvm.umul.with.overflow", [I32], ir.FunctionType(t, [I32, I32]))
    f, b = function(m, I32, I32, I32)
    one, two = b.call(add, f.args), b.call(mul, f.args)
    b.ret(b.select(b.or_(b.extract_value(one, 1), b.extract_value(two, 1)), ir.Constant(I32, -1), b.extract_value(one, 0)))

def bits(m):
    pop = m.declare_intrinsic("llvm.ctpop", [I64], ir.FunctionType(I64, [I64])); swap = m.declare_intrinsic("llvm.bswap", [I64], ir.FunctionType(I64, [I64])); clz = m.declare_intrinsic("llvm.ctlz", [I64], ir.FunctionType(I64, [I64, I1]))
    f, b = function(m, I64, I64)
    b.ret(b.add(b.call(pop, f.args), b.lshr(b.call(swap, f.args), b.call(clz, [f.args[0], ir.Constant(I1, 1)]))))

def copies(m):
    cpy = m.declare_intrinsic("llvm.memcpy", [P8, P8, I64]) if tuple(llvm.llvm_version_info)[0] < 7 else ir.Function(m, ir.FunctionType(V, [P8, P8, I64, I1]), name="llvm.memcpy.p0i8.p0i8.i64")
    f, b = function(m, V, P8, P8, I64)
    more = [ir.Constant(I32, 1)] if len(cpy.args) == 5 else []
    b.call(cpy, list(f.args) + more + [ir.Constant(I1, 0)]); b.ret_void()

def records(m):
    t = m.context.get_identified_type("record"); t.set_body(I32, ir.ArrayType(D, 4), P8, t.as_pointer())
    f, b = function(m, D, t.as_pointer(), I64)
    z, one, three = (ir.Constant(I32, n) for n in (0, 1, 3))
    next_ = b.load(b.gep(f.args[0], [z, three], inbounds=True))
    b.ret(b.load(b.gep(next_, [z, one, f.args[1]], inbounds=True)))

def atomics(m):
    f, b = function(m, I32, I32.as_pointer(), I32)
    was = b.atomic_rmw("add", f.args[0], f.args[1], "seq_cst"); b.fence("acquire")
    got = b.cmpxchg(f.args[0], was, f.args[1], "acq_rel", "monotonic")
    b.ret(b.extract_value(got, 0))

def vectors(m):
    t = ir.VectorType(F, 4)
    f, b = function(m, F, t.as_pointer(), I32)
    v = b.load(f.args[0]); v.align = 4
    w = b.fadd(v, ir.Constant(t, [1.0, 2.0, 3.0, 4.0])); w = b.insert_element(w, ir.Constant(F, 9.0), ir.Constant(I32, 2)); w = b.shuffle_vector(w, v, ir.Constant(ir.VectorType(I32, 4), [0, 5, 2, 7]))
    b.ret(b.extract_element(w, f.args[1]))

def tables(m):
    t = ir.FunctionType(I32, [I32])
    parts = []
    for n in range(3):
        g = ir.Function(m, t, name="part%d" % n); g.linkage = "internal"; c = ir.IRBuilder(g.append_basic_block()); c.ret(c.mul(g.args[0], ir.Constant(I32, n))); parts.append(g)
    table = ir.GlobalVariable(m, ir.ArrayType(t.as_pointer(), 3), "table"); table.initializer = ir.Constant(table.value_type if hasattr(table, "value_type") else ir.ArrayType(t.as_pointer(), 3), parts); table.global_constant = True
    f, b = function(m, I32, I64, I32)
    b.ret(b.call(b.load(b.gep(table, [ir.Constant(I64, 0), f.args[0]])), [f.args[1]]))

def strings(m):
    text = bytearray(b"%d of %s\n\0"); g = ir.GlobalVariable(m, ir.ArrayType(I8, len(text)), ".str"); g.initializer = ir.Constant(ir.ArrayType(I8, len(text)), text); g.linkage = "private"; g.global_constant = True; g.unnamed_addr = True
    say = ir.Function(m, ir.FunctionType(I32, [P8], var_arg=True), name="printf")
    f, b = function(m, I32, I32, P8)
    b.ret(b.call(say, [b.bitcast(g, P8), f.args[0], f.args[1]]))

def conversions(m):
    f, b = function(m, I16, D, I64, F)
    x, y, z = f.args
    w = b.fptosi(b.fadd(x, b.fpext(z, D)), I32); w = b.add(w, b.trunc(b.ptrtoint(b.inttoptr(y, P8), I64), I32)); b.ret(b.trunc(b.add(w, b.sext(b.fptoui(z, I16), I32)), I16))

def attributes(m):
    f, b = function(m, I32, I32.as_pointer(), I32)
    f.attributes.add("nounwind"); f.attributes.add("noinline"); f.args[0].add_attribute("nocapture"); f.args[0].add_attribute("noalias")
    c = b.load(f.args[0]); c.set_metadata("invariant.load", m.add_metadata([]))
    b.ret(b.add(c, f.args[1]))

def landing(m):
    person = ir.Function(m, ir.FunctionType(I32, [], var_arg=True), name="__gxx_personality_v0"); may = ir.Function(m, ir.FunctionType(V, []), name="may")
    f, b = function(m, I32); f.attributes.personality = person
    ok, bad = f.append_basic_block("ok"), f.append_basic_block("bad")
    b.invoke(may, [], ok, bad); b.position_at_end(ok); b.ret(ir.Constant(I32, 0))
    b.position_at_end(bad); l = b.landingpad(ir.LiteralStructType([P8, I32]), cleanup=True); b.resume(l)

def debugged(m):
    file = m.add_debug_info("DIFile", {"filename": "a.py", "directory": "d"})
    unit = m.add_debug_info("DICompileUnit", {"language": ir.DIToken("DW_LANG_Python"), "file": file, "producer": "p", "runtimeVersion": 1, "isOptimized": True}, is_distinct=True)
    m.add_named_metadata("llvm.dbg.cu", unit) if hasattr(m, "add_named_metadata") and not isinstance(m.add_named_metadata("llvm.ident"), ir.Value) else None
    kind = m.add_debug_info("DISubroutineType", {"types": m.add_metadata([])})
    sub = m.add_debug_info("DISubprogram", {"name": "f", "file": file, "line": 3, "type": kind, "isLocal": False, "isDefinition": True, "scopeLine": 3, "unit": unit} if tuple(llvm.llvm_version_info)[0] < 8 else {"name": "f", "file": file, "line": 3, "type": kind, "scopeLine": 3, "unit": unit, "spFlags": ir.DIToken("DISPFlagDefinition")}, is_distinct=True)
    flags = m.add_named_metadata("llvm.module.flags"); flags.add(m.add_metadata([I32(2), "Debug Info Version", I32(3)]))
    f, b = function(m, I64, I64); f.set_metadata("dbg", sub)
    b.debug_metadata = m.add_debug_info("DILocation", {"line": 4, "column": 1, "scope": sub})
    b.ret(b.mul(f.args[0], f.args[0]))

def aliases(m):
    g = ir.GlobalVariable(m, I64, "counter"); g.initializer = ir.Constant(I64, 41); g.linkage = "weak"
    h = ir.GlobalVariable(m, I64.as_pointer(), "where"); h.initializer = g
    e = ir.GlobalVariable(m, ir.ArrayType(I64, 3), "few"); e.initializer = ir.Constant(ir.ArrayType(I64, 3), [1, 2, 3]); e.linkage = "linkonce_odr"
    f, b = function(m, I64)
    b.ret(b.add(b.load(b.load(h)), b.load(b.gep(e, [ir.Constant(I64, 0), ir.Constant(I64, 2)]))))

def inline(m):
    f, b = function(m, I64, I64)
    asm = ir.InlineAsm(ir.FunctionType(I64, [I64]), "bswapq $0", "=r,0,~{flags}", side_effect=True)
    b.ret(b.call(asm, [f.args[0]]))

def assumed(m):
    a = m.declare_intrinsic("llvm.assume", []) if hasattr(m, "declare_intrinsic") else None
    f, b = function(m, I32, I32)
    b.assume(b.icmp_unsigned("<", f.args[0], ir.Constant(I32, 100))); b.ret(b.udiv(f.args[0], ir.Constant(I32, 7)))

programs = [dot, histogram, fibonacci, machine, maths, overflow, bits, copies, records, atomics, vectors, tables, strings, conversions, attributes, landing, debugged, aliases, inline, assumed]
for program in programs:
    for level in (None, 2, 3):
        name = "%s-%s" % (program.__name__, "plain" if level is None else "O%d" % level)
        try:
            module = ir.Module(name=program.__name__); module.triple = "x86_64-unknown-linux-gnu"; module.data_layout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
            program(module)
            made = llvm.parse_assembly(str(module)); made.verify()
            if level is not None:
                builder = llvm.create_pass_manager_builder(); builder.opt_level = level; builder.loop_vectorize = builder.slp_vectorize = True; builder.inlining_threshold = 225
                passes = llvm.create_module_pass_manager(); builder.populate(passes); passes.run(made)
            with open(os.path.join(out, name + ".bc"), "wb") as file: file.write(made.as_bitcode())
        except Exception as error:
            sys.stderr.write("%s: %s\n" % (name, str(error).split("\n")[0]))
'''


def compiled(job):
    target, command = job
    done = subprocess.run([*command, "-o", str(target)], capture_output=True)
    if done.returncode or not target.exists() or target.stat().st_size > 2_000_000:
        target.unlink(missing_ok=True)
        return None
    return target


def drawn(pick, sources, count, kind, files, more):
    lines, number = [], 0
    while len(lines) < count and number < 40 * count:
        jobs = []
        for _ in range(40):
            producer, source = COMPILERS[number % len(COMPILERS)], pick.choice(sources)
            number += 1
            options = [pick.choice(LEVELS), *pick.choice(FLAGS).split()]
            target = files / producer / f"{kind.lower().replace('+', 'p')}-{number:03}-{source.stem}.bc"
            target.parent.mkdir(parents=True, exist_ok=True)
            shown = " ".join(options)
            jobs.append((target, [*tool("clang", producer), *more(pick, source), *options, "-w", "-c", "-emit-llvm", str(source)], producer, shown))
        with ThreadPoolExecutor(2) as pool:
            made = list(pool.map(compiled, (job[:2] for job in jobs)))
        for path, (_, _, producer, shown) in zip(made, jobs):
            if path and len(lines) < count:
                lines.append((str(path.relative_to(files)), protocol.digest(path), kind, f"clang {producer}", "-", shown))
            elif path:
                path.unlink()
    return lines


def built(files, work):
    """What the LLVM inside each llvmlite builds, on the Python that pins.toml names for it."""
    lines = []
    for pin in pins.pins("llvm", "writers").values():
        python = next(iter(sorted(Path.home().glob(f".pyenv/versions/{pin['python']}.*/bin/python"))))
        site = work / f"site-{pin['version']}"
        if not site.exists():
            install = ["-I", "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-cache-dir", "--no-deps", "--target", str(site), f"llvmlite=={pin['version']}"]
            subprocess.run([python, *install], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        folder = files / f"llvmlite-{pin['release']}"
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([python, "-I", "-c", BUILDER, str(site), str(folder)], check=True)
        for path in sorted(folder.glob("*.bc")):
            lines.append((str(path.relative_to(files)), protocol.digest(path), "llvmlite", f"llvmlite {pin['version']}", "-", "LLVM " + pin["release"]))
    return lines


def make(name, folder):
    files = folder / "files"
    shutil.rmtree(files, ignore_errors=True)
    files.mkdir(parents=True)
    pick = random.Random(SEED)
    mingw = Path(os.environ["OUTLAST_LLVM"]) / "zig-20/ziglang/lib/libc"
    crates = next(Path.home().glob(".cargo/registry/src/*"))
    mimalloc = next(crates.glob("libmimalloc-sys-*/c_src/mimalloc"))
    fuzzer = next(crates.glob("libfuzzer-sys-*/libfuzzer"))
    c_sources = sorted(mimalloc.rglob("src/*.c")) * 4 + sorted((mingw / "mingw").rglob("*.c"))

    def c_options(pick, source):
        if mimalloc in source.parents:
            return [f"--target={pick.choice(TRIPLES[:2])}", f"-I{mimalloc}/include", f"-I{source.parent}"]
        return ["--target=x86_64-w64-mingw32", f"-I{mingw}/include/any-windows-any", f"-I{mingw}/mingw/include", "-D_CRTBLD", "-D__MSVCRT_VERSION__=0xE00", "-D_WIN32_WINNT=0x0f00"]

    lines = drawn(pick, c_sources, C, "C", files, c_options)
    lines += drawn(pick, sorted(fuzzer.glob("*.cpp")), CXX, "C++", files, lambda pick, source: ["-std=c++14"])
    lines += built(files, folder / "sites")
    protocol.write_manifest(name, folder, lines)
