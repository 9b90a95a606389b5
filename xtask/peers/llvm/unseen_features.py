"""Texts of modules with one unusual thing each, for unseen sets: conventions, intrinsics, attributes, metadata, constants, flags, types, debug
information. They were written from the language references of LLVM 14 to 23, not from `modules.py`, and no rule was made from them."""

FLAG = '\n!llvm.module.flags = !{!90}\n!90 = !{i32 2, !"Debug Info Version", i32 3}\n'
X86 = 'target triple = "x86_64-unknown-linux-gnu"\n'
ARM = 'target triple = "aarch64-unknown-linux-gnu"\n'
RISCV = 'target triple = "riscv64-unknown-linux-gnu"\n'

CONVENTIONS = {
    "preserve_nonecc": X86, "preserve_mostcc": X86, "preserve_allcc": X86, "swifttailcc": X86, "swiftcc": X86, "tailcc": X86, "ghccc": X86, "webkit_jscc": X86, "anyregcc": X86, "cxx_fast_tlscc": X86,
    "x86_regcallcc": X86, "x86_vectorcallcc": X86, "win64cc": X86, "graalcc": X86, "aarch64_vector_pcs": ARM, "aarch64_sve_vector_pcs": ARM,
    "aarch64_sme_preservemost_from_x0": ARM, "aarch64_sme_preservemost_from_x1": ARM, "aarch64_sme_preservemost_from_x2": ARM, "riscv_vector_cc": RISCV, "riscv_vls_cc(128)": RISCV,
    "riscv_vls_cc(65536)": RISCV, "cheriot_compartmentcallcc": RISCV, "m68k_rtdcc": X86, "amdgpu_cs_chain": 'target triple = "amdgcn-amd-amdhsa"\n', "amdgpu_gfx": 'target triple = "amdgcn-amd-amdhsa"\n',
}


def convention(word, triple):
    if word.startswith("amdgpu_cs"):
        return f"{triple}define {word} void @entry() {{\n unreachable\n}}\n"
    return (f"{triple}define internal {word} void @worker(i32 %a) {{\n %s = alloca i32\n store volatile i32 %a, ptr %s\n ret void\n}}\n"
            f"define void @caller(i32 %x) {{\n call {word} void @worker(i32 %x)\n ret void\n}}\n")


# One call of each: declaration, arguments.
INTRINSICS = {
    "ptrmask": ("ptr @llvm.ptrmask.p0.i64(ptr, i64)", "ptr null, i64 -8"),
    "exp10": ("double @llvm.exp10.f64(double)", "double 2.0"),
    "sincos": ("{ float, float } @llvm.sincos.f32(float)", "float 1.0"),
    "tan": ("float @llvm.tan.f32(float)", "float 1.0"),
    "atan2": ("double @llvm.atan2.f64(double, double)", "double 1.0, double 2.0"),
    "ucmp": ("i8 @llvm.ucmp.i8.i32(i32, i32)", "i32 1, i32 2"),
    "scmp": ("i2 @llvm.scmp.i2.i64(i64, i64)", "i64 1, i64 2"),
    "is-fpclass": ("i1 @llvm.is.fpclass.f64(double, i32)", "double 0.0, i32 3"),
    "ldexp": ("float @llvm.ldexp.f32.i32(float, i32)", "float 1.0, i32 3"),
    "frexp": ("{ double, i32 } @llvm.frexp.f64.i32(double)", "double 1.0"),
    "modf": ("{ double, double } @llvm.modf.f64(double)", "double 1.5"),
    "get-fpenv": ("i256 @llvm.get.fpenv.i256()", ""),
    "get-fpmode": ("i32 @llvm.get.fpmode.i32()", ""),
    "get-rounding": ("i32 @llvm.get.rounding()", ""),
    "flt-rounds": ("i32 @llvm.flt.rounds()", ""),
    "set-rounding": ("void @llvm.set.rounding(i32)", "i32 1"),
    "fake-use": ("void (...) @llvm.fake.use", "i32 1"),
    "allow-runtime-check": ("i1 @llvm.allow.runtime.check(metadata)", 'metadata !"q"'),
    "threadlocal-address": ("ptr @llvm.threadlocal.address.p0(ptr)", "ptr @tls"),
    "vector-interleave": ("<8 x i32> @llvm.vector.interleave2.v8i32(<4 x i32>, <4 x i32>)", "<4 x i32> zeroinitializer, <4 x i32> zeroinitializer"),
    "vector-interleave-old": ("<8 x i32> @llvm.experimental.vector.interleave2.v8i32(<4 x i32>, <4 x i32>)", "<4 x i32> zeroinitializer, <4 x i32> zeroinitializer"),
    "vector-deinterleave3": ("{ <2 x i32>, <2 x i32>, <2 x i32> } @llvm.vector.deinterleave3.v6i32(<6 x i32>)", "<6 x i32> zeroinitializer"),
    "vector-compress": ("<4 x i32> @llvm.experimental.vector.compress.v4i32(<4 x i32>, <4 x i1>, <4 x i32>)", "<4 x i32> zeroinitializer, <4 x i1> zeroinitializer, <4 x i32> poison"),
    "vector-histogram": ("void @llvm.experimental.vector.histogram.add.v4p0.i32(<4 x ptr>, i32, <4 x i1>)", "<4 x ptr> zeroinitializer, i32 1, <4 x i1> zeroinitializer"),
    "partial-reduce": ("<4 x i32> @llvm.vector.partial.reduce.add.v4i32.v16i32(<4 x i32>, <16 x i32>)", "<4 x i32> zeroinitializer, <16 x i32> zeroinitializer"),
    "stepvector": ("<4 x i32> @llvm.stepvector.v4i32()", ""),
    "stepvector-old": ("<4 x i32> @llvm.experimental.stepvector.v4i32()", ""),
    "minimumnum": ("float @llvm.minimumnum.f32(float, float)", "float 1.0, float 2.0"),
    "reduce-fmaximum": ("float @llvm.vector.reduce.fmaximum.v4f32(<4 x float>)", "<4 x float> zeroinitializer"),
    "vp-merge": ("<4 x i32> @llvm.vp.merge.v4i32(<4 x i1>, <4 x i32>, <4 x i32>, i32)", "<4 x i1> zeroinitializer, <4 x i32> zeroinitializer, <4 x i32> zeroinitializer, i32 4"),
    "vp-cttz-elts": ("i32 @llvm.vp.cttz.elts.i32.v4i1(<4 x i1>, i1, <4 x i1>, i32)", "<4 x i1> zeroinitializer, i1 false, <4 x i1> zeroinitializer, i32 4"),
    "cttz-elts": ("i64 @llvm.experimental.cttz.elts.i64.v4i1(<4 x i1>, i1)", "<4 x i1> zeroinitializer, i1 false"),
    "debugtrap": ("void @llvm.debugtrap()", ""),
    "ubsantrap": ("void @llvm.ubsantrap(i8)", "i8 4"),
    "readsteadycounter": ("i64 @llvm.readsteadycounter()", ""),
    "abs": ("i32 @llvm.abs.i32(i32, i1)", "i32 1, i1 true"),
    "fptosi-sat": ("i8 @llvm.fptosi.sat.i8.f64(double)", "double 300.0"),
    "memset-inline": ("void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)", "ptr null, i8 0, i64 16, i1 false"),
    "memset-pattern": ("void @llvm.experimental.memset.pattern.p0.i16.i64(ptr, i16, i64, i1)", "ptr null, i16 5, i64 16, i1 false"),
    "clmul": ("i32 @llvm.clmul.i32(i32, i32)", "i32 5, i32 7"),
    "x86-avx10": ("<16 x i8> @llvm.x86.avx10.mask.vcvtbiasph2bf8128(<16 x i8>, <8 x half>, <16 x i8>, i8)", "<16 x i8> zeroinitializer, <8 x half> zeroinitializer, <16 x i8> zeroinitializer, i8 1"),
    "x86-sha512": ("<4 x i64> @llvm.x86.vsha512msg1(<4 x i64>, <2 x i64>)", "<4 x i64> zeroinitializer, <2 x i64> zeroinitializer"),
    "x86-old-pabs": ("<4 x i32> @llvm.x86.ssse3.pabs.d.128(<4 x i32>)", "<4 x i32> zeroinitializer"),
    "ctpop-old": ("i32 @llvm.bitreverse.i32(i32)", "i32 5"),
    "nobody": ("void @llvm.outlast.nobody.has.this(i32)", "i32 5"),
}


def intrinsic(declaration, arguments):
    kind, _, rest = declaration.partition("@")
    name = "@" + rest.split("(")[0].strip()
    result = kind.strip().split(" ")[0] if "(...)" in kind else kind.strip()
    declared = f"declare void {name}(...)" if "(...)" in kind else f"declare {declaration}"
    called = kind.strip() if "(...)" in kind else result
    more = "@tls = thread_local global i32 0\n" if "threadlocal" in name else ""
    value = "" if result == "void" else "%v = "
    return f"{X86}{more}{declared}\ndefine void @uses() {{\n {value}call {called} {name}({arguments})\n ret void\n}}\n"


ATTRIBUTES = ["nofree", "mustprogress", "willreturn", "disable_sanitizer_instrumentation", "nosanitize_bounds", "nosanitize_coverage", "fn_ret_thunk_extern", "presplitcoroutine", "coro_only_destroy_when_complete",
              "coro_elide_safe", "optdebug", "hybrid_patchable", "sanitize_realtime", "sanitize_realtime_blocking", "sanitize_type", "sanitize_numerical_stability", "sanitize_alloc_token", "nodivergencesource",
              "skipprofile", "shadowcallstack", "nocallback", "noprofile", "vscale_range(2,8)", "allockind(\"alloc,zeroed\")", "memory(argmem: readwrite)", "memory(errnomem: write)", "memory(target_mem0: read)",
              "nocreateundeforpoison", "flatten", "noipa", "nooutline", '"probe-stack"="inline-asm"', '"stack-probe-size"="4096"', '"aarch64_pstate_sm_enabled"', '"no-builtin-printf"', '"denormal-fp-math"="positive-zero"']
PARAMETERS = ["i32 range(i32 1, 9)", "ptr captures(none)", "ptr captures(address, read_provenance)", "ptr nocapture", "ptr writable dereferenceable(4)", "ptr dead_on_unwind", "ptr dead_on_return", "ptr initializes((0, 4))",
              "float nofpclass(nan inf)", "ptr allocptr", "i32 allocalign", "ptr noundef nonnull align 16", "ptr swiftasync", "ptr byref(i64)", "i32 immarg", "i16 noext", "ptr readnone", "ptr alloc_align"]

BODIES = {
    "or-disjoint": "define i32 @f(i32 %a, i32 %b) {\n %x = or disjoint i32 %a, %b\n ret i32 %x\n}\n",
    "zext-nneg": "define i64 @f(i32 %a) {\n %x = zext nneg i32 %a to i64\n ret i64 %x\n}\n",
    "uitofp-nneg": "define float @f(i32 %a) {\n %x = uitofp nneg i32 %a to float\n ret float %x\n}\n",
    "trunc-flags": "define i8 @f(i32 %a) {\n %x = trunc nuw nsw i32 %a to i8\n ret i8 %x\n}\n",
    "icmp-samesign": "define i1 @f(i32 %a, i32 %b) {\n %x = icmp samesign ult i32 %a, %b\n ret i1 %x\n}\n",
    "gep-nuw": "define ptr @f(ptr %a, i64 %b) {\n %x = getelementptr nuw i32, ptr %a, i64 %b\n ret ptr %x\n}\n",
    "gep-nusw": "define ptr @f(ptr %a, i64 %b) {\n %x = getelementptr nusw {i32, i64}, ptr %a, i64 %b, i32 1\n ret ptr %x\n}\n",
    "fptrunc-fast": "define float @f(double %a) {\n %x = fptrunc nnan ninf double %a to float\n ret float %x\n}\n",
    "select-fast": "define float @f(i1 %c, float %a) {\n %x = select nsz i1 %c, float %a, float 0.0\n ret float %x\n}\n",
    "phi-fast": "define float @f(i1 %c, float %a) {\n br i1 %c, label %p, label %q\np:\n br label %q\nq:\n %x = phi reassoc float [ %a, %p ], [ 1.0, %0 ]\n ret float %x\n}\n",
    "ptrtoaddr": "define i64 @f(ptr %a) {\n %x = ptrtoaddr ptr %a to i64\n ret i64 %x\n}\n",
    "rmw-fmaximum": "define float @f(ptr %a) {\n %x = atomicrmw fmaximum ptr %a, float 1.0 seq_cst\n ret float %x\n}\n",
    "rmw-usub-sat": "define i32 @f(ptr %a) {\n %x = atomicrmw usub_sat ptr %a, i32 1 acq_rel\n ret i32 %x\n}\n",
    "rmw-uinc": "define i32 @f(ptr %a) {\n %x = atomicrmw uinc_wrap ptr %a, i32 9 monotonic\n ret i32 %x\n}\n",
    "rmw-fadd-vector": "define <2 x half> @f(ptr %a, <2 x half> %v) {\n %x = atomicrmw fadd ptr %a, <2 x half> %v monotonic\n ret <2 x half> %x\n}\n",
    "load-atomic-vector": "define <2 x i16> @f(ptr %a) {\n %x = load atomic <2 x i16>, ptr %a acquire, align 4\n ret <2 x i16> %x\n}\n",
    "callbr": 'define i32 @f(i32 %a) {\n callbr void asm sideeffect "", "r,!i"(i32 %a) to label %x [label %y]\nx:\n ret i32 0\ny:\n ret i32 1\n}\n',
    "freeze": "define i32 @f(i32 %a) {\n %x = freeze i32 %a\n ret i32 %x\n}\n",
    "cleanuppad": "declare i32 @__CxxFrameHandler3(...)\ndeclare void @g()\ndefine void @f() personality ptr @__CxxFrameHandler3 {\n invoke void @g() to label %x unwind label %u\nx:\n ret void\nu:\n %p = cleanuppad within none []\n call void @g() [ \"funclet\"(token %p) ]\n cleanupret from %p unwind to caller\n}\n",
    "switch-wide": "define i32 @f(i128 %a) {\n switch i128 %a, label %d [ i128 1180591620717411303424, label %x\n i128 -1, label %y ]\nx:\n ret i32 1\ny:\n ret i32 2\nd:\n ret i32 3\n}\n",
    "bfloat": "define bfloat @f(bfloat %a) {\n %x = fmul fast bfloat %a, 0xR4000\n ret bfloat %x\n}\n",
    "musttail": "define i32 @f(i32 %a) {\n %x = musttail call i32 @f(i32 %a)\n ret i32 %x\n}\n",
    "inrange": "@t = constant { [4 x ptr], [2 x ptr] } zeroinitializer\n@p = global ptr getelementptr inbounds inrange(-8, 8) ({ [4 x ptr], [2 x ptr] }, ptr @t, i64 0, i32 1, i64 0)\n",
    "constant-gep": "@t = global [9 x i32] zeroinitializer\n@p = global ptr getelementptr inbounds ([9 x i32], ptr @t, i64 0, i64 4)\n",
    "constant-xor": "@t = global i8 0\n@p = global i64 xor (i64 ptrtoint (ptr @t to i64), i64 5)\n",
    "constant-mul": "@t = global i8 0\n@p = global i64 mul (i64 ptrtoint (ptr @t to i64), i64 5)\n",
    "constant-shl": "@t = global i8 0\n@p = global i64 shl (i64 ptrtoint (ptr @t to i64), i64 5)\n",
    "constant-select": "@t = global i8 0\n@p = global i64 select (i1 icmp eq (ptr @t, ptr null), i64 1, i64 2)\n",
    "constant-sub": "@t = global i8 0\n@u = global i8 0\n@p = global i64 sub (i64 ptrtoint (ptr @t to i64), i64 ptrtoint (ptr @u to i64))\n",
    "constant-ptrauth": "@t = global i8 0\n@p = global ptr ptrauth (ptr @t, i32 2, i64 99)\n",
    "no-cfi": "declare void @t()\n@p = global ptr no_cfi @t\n",
    "dso-local-equivalent": "declare void @t()\n@p = global ptr dso_local_equivalent @t\n",
    "token-none": "declare void @t()\ndefine void @f() {\n call void @t() [ \"deopt\"(i32 10), \"unknown.bundle\"(ptr null) ]\n ret void\n}\n",
    "kcfi": "define void @f(ptr %p) {\n call void %p() [ \"kcfi\"(i32 12345678) ]\n ret void\n}\n!llvm.module.flags = !{!0}\n!0 = !{i32 4, !\"kcfi\", i32 1}\n",
    "partition": "@v = global i32 1, partition \"one\"\ndefine void @f() partition \"two\" {\n ret void\n}\n",
    "code-model": "@v = global i32 1, code_model \"large\"\n",
    "sanitizer-global": "@v = global i32 1, no_sanitize_address, sanitize_memtag\n",
    "section-explicit": "@v = global i32 1, section \".mine\", comdat, align 16\n$v = comdat nodeduplicate\n",
    "ifunc": "@i = ifunc void (), ptr @r\ndefine ptr @r() {\n ret ptr null\n}\n",
    "aliases": "@v = internal global [2 x i32] zeroinitializer\n@a = hidden alias i32, getelementptr inbounds ([2 x i32], ptr @v, i64 0, i64 1)\n@b = thread_local alias i32, ptr @t\n@t = thread_local global i32 0\n",
    "target-type": 'define void @f(target("spirv.Image", float, 1, 0, 0) %x) {\n ret void\n}\n',
    "amx": "define void @f(ptr %p) {\n %x = load <256 x i32>, ptr %p\n %y = bitcast <256 x i32> %x to x86_amx\n ret void\n}\n",
    "scalable-struct": "define {<vscale x 4 x i32>, <vscale x 4 x i32>} @f() {\n ret {<vscale x 4 x i32>, <vscale x 4 x i32>} poison\n}\n",
    "byte-type": "define b8 @f(b8 %x) {\n ret b8 %x\n}\n",
    "prefix-prologue": "define void @f() prefix i32 77 prologue i8 -112 {\n ret void\n}\n",
    "prefalign": "define void @f() prefalign(64) {\n ret void\n}\n",
    "gc": "define void @f() gc \"statepoint-example\" {\n ret void\n}\n",
    "layout-ni": 'target datalayout = "e-p:64:64-p1:32:32-ni:1-A5-G1-P4-i128:128-v2048:2048-n32:64-S128-Fn32"\n',
    "layout-named": 'target datalayout = "e-pe7(cap):128:128-p(flat):64:64"\n',
}

METADATA = {
    "annotation": 'define i32 @f(i32 %a) {\n %x = add i32 %a, 1, !annotation !0\n ret i32 %x\n}\n!0 = !{!"auto-init"}\n',
    "nofpclass-range": "define i8 @f(ptr %p) {\n %x = load i8, ptr %p, !range !0, !noundef !1\n ret i8 %x\n}\n!0 = !{i8 0, i8 2}\n!1 = !{}\n",
    "callees": "define void @f(ptr %p) {\n call void %p(), !callees !0\n ret void\n}\ndefine void @g() {\n ret void\n}\n!0 = !{ptr @g}\n",
    "memprof": 'declare ptr @malloc(i64)\ndefine ptr @f() {\n %x = call ptr @malloc(i64 8), !memprof !0, !callsite !3\n ret ptr %x\n}\n!0 = !{!1}\n!1 = !{!2, !"notcold"}\n!2 = !{i64 123, i64 456}\n!3 = !{i64 123}\n',
    "vtable-types": "@vt = constant { [1 x ptr] } zeroinitializer, !type !0, !vcall_visibility !1\n!0 = !{i64 0, !\"_ZTS1A\"}\n!1 = !{i64 1}\n",
    "absolute-symbol": "@v = external global i8, !absolute_symbol !0\n!0 = !{i64 0, i64 256}\n",
    "loop": 'define void @f(i1 %c) {\n br label %l\nl:\n br i1 %c, label %l, label %e, !llvm.loop !0\ne:\n ret void\n}\n!0 = distinct !{!0, !1, !2}\n!1 = !{!"llvm.loop.mustprogress"}\n!2 = !{!"llvm.loop.vectorize.width", i32 4}\n',
    "pcsections": 'define void @f() !pcsections !0 {\n ret void\n}\n!0 = !{!"s", !1}\n!1 = !{i32 1}\n',
    "module-flags": '!llvm.module.flags = !{!0, !1, !2, !3}\n!0 = !{i32 8, !"PIC Level", i32 2}\n!1 = !{i32 7, !"uwtable", i32 2}\n!2 = !{i32 1, !"wchar_size", i32 4}\n!3 = !{i32 6, !"Linker Options", !4}\n!4 = !{!5}\n!5 = !{!"-lz"}\n',
    "pauthabi": '!llvm.module.flags = !{!0, !1, !2}\n!0 = !{i32 1, !"aarch64-elf-pauthabi-platform", i32 2}\n!1 = !{i32 1, !"aarch64-elf-pauthabi-version", i32 5}\n!2 = !{i32 2, !"Debug Info Version", i32 3}\n',
    "expression-value": "!named = !{!0}\n@g = global i8 0\n!0 = !{i64 mul (i64 ptrtoint (ptr @g to i64), i64 3)}\n",
}

UNIT = ('!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: LANG, file: !1, producer: "handwritten", emissionKind: FullDebug, retainedTypes: !3)\n!1 = !DIFile(filename: "u.c", directory: "/d")\n'
        '!2 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)\n!3 = !{!4}\n')
NODES = {
    "struct-annotated": '!4 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", file: !1, line: 1, size: 32, elements: !5, annotations: !6)\n!5 = !{}\n!6 = !{!7}\n!7 = !{!"btf_decl_tag", !"x"}\n',
    "array-dynamic": "!4 = !DICompositeType(tag: DW_TAG_array_type, baseType: !2, elements: !5, rank: !DIExpression(DW_OP_push_object_address, DW_OP_deref))\n!5 = !{!6}\n!6 = !DIGenericSubrange(lowerBound: !DIExpression(DW_OP_lit1), count: !DIExpression(DW_OP_lit5), stride: !DIExpression(DW_OP_lit4))\n",
    "string-type": '!4 = !DIStringType(name: "character(7)", size: 56)\n',
    "ptrauth-type": "!4 = !DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: !5, ptrAuthKey: 2, ptrAuthIsAddressDiscriminated: true, ptrAuthExtraDiscriminator: 1234)\n!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !2, size: 64)\n",
    "fixed-point": '!4 = !DIFixedPointType(name: "fp", size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)\n',
    "subrange-type": '!4 = !DISubrangeType(name: "r", size: 32, baseType: !2, lowerBound: i64 -7, upperBound: i64 23)\n',
    "variant-part": '!4 = !DICompositeType(tag: DW_TAG_variant_part, file: !1, size: 64, elements: !5, discriminator: !6)\n!5 = !{!7}\n!6 = !DIDerivedType(tag: DW_TAG_member, name: "d", baseType: !2, size: 32, flags: DIFlagArtificial)\n!7 = !DIDerivedType(tag: DW_TAG_member, name: "v", baseType: !2, size: 32, extraData: i32 0)\n',
    "objc-property": '!4 = !DIObjCProperty(name: "p", file: !1, line: 4, setter: "setP:", getter: "p", attributes: 7, type: !2)\n',
    "template-default": '!4 = !DICompositeType(tag: DW_TAG_class_type, name: "c<int>", file: !1, line: 2, size: 8, elements: !5, templateParams: !6, identifier: "_ZTS1cIiE")\n!5 = !{}\n!6 = !{!7}\n!7 = !DITemplateTypeParameter(name: "T", type: !2, defaulted: true)\n',
    "bit-size-expression": '!4 = !DIBasicType(name: "b", size: 8, encoding: DW_ATE_unsigned, dataSize: 3)\n',
    "imported": '!4 = !DINamespace(name: "n", scope: null, exportSymbols: true)\n',
}
LANGUAGES = ["DW_LANG_C11", "DW_LANG_Metal", "DW_LANG_Mojo", "DW_LANG_Ruby", "DW_LANG_HIP", "DW_LANG_Assembly"]
EXPRESSIONS = ["DW_OP_plus_uconst, 8, DW_OP_deref", "DW_OP_LLVM_fragment, 0, 16", "DW_OP_LLVM_tag_offset, 4", "DW_OP_LLVM_entry_value, 1", "DW_OP_LLVM_implicit_pointer", "DW_OP_LLVM_extract_bits_sext, 3, 5",
               "DW_OP_LLVM_convert, 8, DW_ATE_signed, DW_OP_LLVM_convert, 16, DW_ATE_unsigned, DW_OP_stack_value"]


def debug(operations, record):
    scope = ('!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "handwritten", emissionKind: FullDebug)\n!1 = !DIFile(filename: "u.c", directory: "/d")\n'
             '!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !8, spFlags: DISPFlagDefinition, unit: !0)\n!8 = !DISubroutineType(types: !{null})\n'
             '!6 = !DILocalVariable(name: "v", scope: !5, type: !9)\n!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)\n!7 = !DILocation(line: 1, scope: !5)\n' + FLAG)
    if record:
        return f"define void @f(i32 %a) !dbg !5 {{\n  #dbg_value(i32 %a, !6, !DIExpression({operations}), !7)\n ret void, !dbg !7\n}}\n{scope}"
    return ("declare void @llvm.dbg.value(metadata, metadata, metadata)\ndefine void @f(i32 %a) !dbg !5 {\n"
            f" call void @llvm.dbg.value(metadata i32 %a, metadata !6, metadata !DIExpression({operations})), !dbg !7\n ret void, !dbg !7\n}}\n{scope}")


def texts():
    """Kind, name and text of each."""
    for word, triple in CONVENTIONS.items():
        yield "convention", word.strip(")").replace("(", "-"), convention(word, triple)
    for name, (declaration, arguments) in INTRINSICS.items():
        yield "intrinsic", name, intrinsic(declaration, arguments)
    for number, word in enumerate(ATTRIBUTES):
        yield "attribute", f"function-{number:02}", f"define void @f() {word} {{\n ret void\n}}\n{FLAG}"
    for number, word in enumerate(PARAMETERS):
        kind, _, rest = word.partition(" ")
        yield "attribute", f"parameter-{number:02}", f"define void @f({kind} {rest} %a) {{\n ret void\n}}\n{FLAG}"
    for name, text in BODIES.items():
        yield "instruction or constant", name, text
    for name, text in METADATA.items():
        yield "metadata", name, text
    for name, node in NODES.items():
        yield "debug information", name, UNIT.replace("LANG", "DW_LANG_C11") + node + FLAG
    for word in LANGUAGES:
        yield "debug information", word, UNIT.replace("LANG", word) + NODES["string-type"] + FLAG
    for number, operations in enumerate(EXPRESSIONS):
        yield "debug information", f"expression-{number}", debug(operations, False)
        yield "debug information", f"record-{number}", debug(operations, True)
