"""Texts of modules with one thing each for the set 2026-11-toolchains: what the language references of LLVM 14 to 23 name and unseen_features.py does not
have. A text is written by each release that takes it; the newest of these gives a file, and for every fourth the oldest, too."""

import re

FLAG = '\n!llvm.module.flags = !{!900}\n!900 = !{i32 2, !"Debug Info Version", i32 3}\n'
GLOBALS = r"""
@g = externally_initialized global i32 3
@g = thread_local(localexec) global i32 3
@g = local_unnamed_addr constant [3 x half] [half 0xH3C00, half 0xH4000, half 0xH4200]
@g = addrspace(3) global [4 x i8] undef, align 16
@g = common global i64 0
@g = available_externally unnamed_addr constant <3 x i7> <i7 1, i7 2, i7 3>
@g = extern_weak global i8
@g = dllexport global i8 1
@g = external dllimport global i8
@g = weak_odr protected global ppc_fp128 0xM400C000000000300000000010200000A
@g = linkonce_odr hidden global x86_fp80 0xK4001C8F5C28F5C28F800
@g = global fp128 0xL00000000000000004000C0000000000A
@g = global [2 x i1942] [i1942 -17, i1942 340282366920938463463374607431768211456]
@g = global i8388608 7
@g = global { ptr, ptr, [0 x i8], <{ i1, double }> } { ptr @g, ptr null, [0 x i8] zeroinitializer, <{ i1, double }> <{ i1 true, double 0x7FF8000000000001 }> }
@g = global [4 x bfloat] [bfloat 0xR3F80, bfloat poison, bfloat undef, bfloat 0xR4000]
@g = global <4 x ptr> splat (ptr null)
@g = global i32 7, section "s", align 4294967296
@g = global i32 7, no_sanitize_hwaddress, sanitize_address_dyninit
@g = global i32 7 #0\nattributes #0 = { "bss-section"="b" "data-section"="d" "rodata-section"="r" "relro-section"="o" }
@g = global target("spirv.Event") zeroinitializer
@g = global ptr addrspacecast (ptr addrspace(1) @h to ptr)\n@h = addrspace(1) global i8 0
@g = global i32 trunc (i64 ptrtoint (ptr @g to i64) to i32)
@g = global i1 icmp ugt (ptr @g, ptr inttoptr (i64 64 to ptr))
@g = global i32 extractelement (<2 x i32> <i32 1, i32 ptrtoint (ptr @g to i32)>, i32 1)
@g = global <2 x ptr> getelementptr (i8, <2 x ptr> <ptr @g, ptr null>, i64 3)
@g = global ptr getelementptr nuw inbounds (i8, ptr @g, i64 8)
@g = global ptr getelementptr inbounds ({ [3 x ptr] }, ptr @g, i32 0, inrange i32 0, i32 2)
@g = global i64 add nuw (i64 ptrtoint (ptr @g to i64), i64 3)
@g = global i32 and (i32 ptrtoint (ptr @g to i32), i32 255)
@g = global i64 ptrtoaddr (ptr @g to i64)
@g = global ptr blockaddress(@f, %b)\ndefine void @f(i1 %c) {\n br i1 %c, label %b, label %e\nb:\n br label %e\ne:\n ret void\n}
@g = global ptr ptrauth (ptr @h, i32 1, i64 7, ptr @g)\n@h = external global i8
@g = global ptr ptrauth (ptr @h, i32 1, i64 7, ptr null, ptr @h)\n@h = external global i8
$g = comdat any\n$h = comdat largest\n@g = global i32 0, comdat\n@h = global i32 1, comdat($h)
$g = comdat samesize\n@g = weak global i32 0, comdat
$g = comdat exactmatch\n@g = weak global i32 0, comdat
@llvm.used = appending global [1 x ptr] [ptr @g], section "llvm.metadata"\n@g = internal global i8 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr @g }]\n@g = global i8 0\ndefine internal void @f() {\n ret void\n}
@g = global i8 0\n@a = weak_odr dso_local unnamed_addr alias i8, ptr @g\n@b = protected dllexport alias i8, ptr @a
@i = internal ifunc i32 (i32), ptr @r, partition "p"\ndefine internal ptr @r() {\n ret ptr null\n}
@g = global i32 0, !associated !0, !exclude !1, !type !2\n@h = global i8 0\n!0 = !{ptr @h}\n!1 = !{}\n!2 = !{i64 0, !"t"}
@g = constant [3 x b8] [b8 1, b8 2, b8 3]
target datalayout = "E-m:a-p:32:32-Fi64-i64:64-n32-f64:32:64-S128"\ntarget triple = "powerpc-ibm-aix7.2"
target datalayout = "e-m:e-p:64:64-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-ni:7:8:9-A5-G1"\ntarget triple = "amdgcn-amd-amdhsa"
"""
BODIES = r"""
call void asm sideeffect inteldialect unwind "nop", "~{memory}"()
fence syncscope("agent") acq_rel
fence syncscope("singlethread-one-as") seq_cst
%x = load atomic volatile float, ptr %p syncscope("workgroup") unordered, align 4
store atomic ptr null, ptr %p release, align 8
%x = cmpxchg weak volatile ptr %p, ptr null, ptr %p syncscope("one-as") seq_cst monotonic, align 8
%x = atomicrmw xchg ptr %p, float 1.0 seq_cst
%x = atomicrmw volatile nand ptr %p, i128 3 syncscope("wavefront") release, align 16
%x = atomicrmw fminimum ptr %p, float 1.0 seq_cst
%x = atomicrmw usub_cond ptr %p, i32 1 seq_cst
%x = atomicrmw fmaximumnum ptr %p, float 1.0 seq_cst
%x = atomicrmw elementwise fadd ptr %p, <2 x float> zeroinitializer monotonic
%x = va_arg ptr %p, { i32, double }
%x = insertvalue { i32, [2 x { i8, ptr }] } poison, ptr %p, 1, 1, 1
%x = shufflevector <vscale x 4 x i32> poison, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
%x = select <2 x i1> <i1 true, i1 undef>, <2 x ptr> zeroinitializer, <2 x ptr> poison
%x = getelementptr inbounds { i32, <4 x i16> }, <4 x ptr> zeroinitializer, i64 0, i32 1, i64 2
%x = getelementptr inbounds nuw <vscale x 4 x float>, ptr %p, i64 %i
%x = alloca { i32, [3 x i9] }, i64 %i, align 64
%x = alloca i8, align 1, addrspace(5)
%x = alloca target("aarch64.svcount")
%x = sdiv exact i33 %w, -7
%x = lshr exact <2 x i64> zeroinitializer, <i64 1, i64 63>
%x = frem nnan ninf nsz arcp contract afn reassoc double %d, 2.5
%x = fneg nsz <2 x double> <double 1.0, double 2.0>
%x = fcmp fast uno double %d, 0x7FF0000000000000
%x = icmp samesign slt <3 x i9> <i9 1, i9 2, i9 3>, zeroinitializer
%x = addrspacecast <2 x ptr> zeroinitializer to <2 x ptr addrspace(4)>
%x = bitcast <2 x i64> zeroinitializer to <16 x i8>
%x = fptoui double %d to i77
%x = fpext nnan half 0xH3C00 to fp128
%x = uitofp nneg i33 %w to bfloat
%x = uitofp nnan nneg i33 %w to float
%x = freeze { i8, [2 x ptr] } poison
%x = notail call fastcc double @k(double inreg noundef nofpclass(nan) %d) #7
%x = tail call nnan nsz contract double @k(double %d) nomerge
call void @v(ptr byval([3 x i64]) align 16 %p, ptr sret({ i8, i8 }) %p)
call void @v(ptr nest %p, ptr swiftself %p)
call void (ptr, ...) @w(ptr %p, i32 range(i32 0, 5) 3, double 1.0) cold
call void %p() [ "ptrauth"(i32 1, i64 %i) ]
call void %p() [ "kcfi"(i32 -3), "deopt"(i64 %i) ]
call void @v(ptr %p, ptr dereferenceable_or_null(77) align 8 null) "a"="b" "c"
%x = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
%x = call i1 @llvm.is.constant.i64(i64 %i)
call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8), "nonnull"(ptr %p), "separate_storage"(ptr %p, ptr null) ]
call void @llvm.lifetime.start.p0(i64 4, ptr %p)
call void @llvm.lifetime.start.p0(ptr %l)
%x = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 true, i1 false, i1 true)
call void @llvm.prefetch.p0(ptr %p, i32 1, i32 2, i32 0)
%x = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %p, i32 4, <4 x i1> zeroinitializer, <4 x float> poison)
%x = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %p, <4 x i1> zeroinitializer, <4 x float> poison)
call void @llvm.masked.scatter.v2i64.v2p0(<2 x i64> zeroinitializer, <2 x ptr> poison, i32 8, <2 x i1> <i1 true, i1 false>)
%x = call <4 x double> @llvm.matrix.multiply.v4f64.v4f64.v4f64(<4 x double> zeroinitializer, <4 x double> poison, i32 2, i32 2, i32 2)
%x = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> zeroinitializer, <4 x i32> poison, i32 -1)
%x = call <4 x i32> @llvm.vector.splice.left.v4i32(<4 x i32> zeroinitializer, <4 x i32> poison, i32 1)
%x = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i64(i64 %i, i64 9)
%x = call <vscale x 2 x i64> @llvm.vector.insert.nxv2i64.v2i64(<vscale x 2 x i64> poison, <2 x i64> zeroinitializer, i64 2)
%x = call <vscale x 2 x i64> @llvm.experimental.vector.insert.nxv2i64.v2i64(<vscale x 2 x i64> poison, <2 x i64> zeroinitializer, i64 2)
%x = call i32 @llvm.experimental.get.vector.length.i64(i64 %i, i32 4, i1 true)
%x = call double @llvm.experimental.constrained.fma.f64(double %d, double %d, double %d, metadata !"round.upward", metadata !"fpexcept.strict") strictfp
%x = call i1 @llvm.experimental.constrained.fcmps.f64(double %d, double %d, metadata !"ogt", metadata !"fpexcept.maytrap") strictfp
%x = call double @llvm.experimental.constrained.ldexp.f64.i32(double %d, i32 3, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
%x = call <2 x double> @llvm.vp.fma.v2f64(<2 x double> zeroinitializer, <2 x double> poison, <2 x double> poison, <2 x i1> <i1 1, i1 0>, i32 2)
%x = call i64 @llvm.vp.reduce.smax.v2i64(i64 %i, <2 x i64> zeroinitializer, <2 x i1> <i1 1, i1 0>, i32 2)
%x = call <8 x i8> @llvm.experimental.vp.reverse.v8i8(<8 x i8> poison, <8 x i1> zeroinitializer, i32 3)
%x = call <2 x i64> @llvm.vp.abs.v2i64(<2 x i64> poison, i1 false, <2 x i1> zeroinitializer, i32 3)
%x = call token @llvm.experimental.convergence.anchor() convergent
%x = call i16 @llvm.smul.fix.sat.i16(i16 1, i16 2, i32 3)
%x = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %i, i64 3)
%x = call i64 @llvm.fshr.i64(i64 %i, i64 %i, i64 7)
%x = call ptr @llvm.load.relative.i64(ptr %p, i64 8)
%x = call ptr @llvm.invariant.start.p0(i64 8, ptr %p)
%x = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr null, ptr null, i32 1, ptr null)
%x = call ptr @llvm.launder.invariant.group.p0(ptr %p)
%x = call { ptr, i1 } @llvm.type.checked.load(ptr %p, i32 0, metadata !"t")
%x = call { ptr, i1 } @llvm.type.checked.load.relative(ptr %p, i32 0, metadata !"t")
%x = call i1 @llvm.public.type.test(ptr %p, metadata !"t")
call void @llvm.instrprof.increment.step(ptr @g, i64 1, i32 2, i32 1, i64 %i)
call void @llvm.instrprof.cover(ptr @g, i64 1, i32 2, i32 1)
call void @llvm.instrprof.mcdc.parameters(ptr @g, i64 1, i32 8)
call void @llvm.instrprof.callsite(ptr @g, i64 1, i32 1, i32 0, ptr @k)
call void @llvm.pseudoprobe(i64 1, i64 2, i32 0, i64 -1)
call void (...) @llvm.icall.branch.funnel(ptr nest null, ptr null, ptr null)
call void (i1, ...) @llvm.experimental.guard(i1 true) [ "deopt"() ]
%x = call i1 @llvm.experimental.widenable.condition()
%x = call i64 @llvm.read_volatile_register.i64(metadata !{!"rsp"})
%x = call ptr @llvm.returnaddress(i32 0)
%x = call ptr @llvm.frameaddress.p5(i32 0)
call void (...) @llvm.localescape(ptr %l)
call void @llvm.memcpy.inline.p0.p0.i64(ptr align 4 %p, ptr align 2 %p, i64 12, i1 false)
call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 4 %p, ptr align 4 %p, i64 %i, i32 4)
call void @llvm.trap() noreturn
%x = call i32 @llvm.loop.decrement.reg.i32(i32 4, i32 1)
%x = call <2 x i1> @llvm.is.fpclass.v2f64(<2 x double> zeroinitializer, i32 1023)
%x = call double @llvm.sinh.f64(double %d)
%x = call { double, double } @llvm.sincospi.f64(double %d)
%x = call i64 @llvm.lrint.i64.f64(double %d)
%x = call double @llvm.roundeven.f64(double %d)
%x = call double @llvm.arithmetic.fence.f64(double %d)
%x = call double @llvm.canonicalize.f64(double %d)
%x = call i64 @llvm.ssub.sat.i64(i64 %i, i64 3)
%x = call <2 x i64> @llvm.ucmp.v2i64.v2i64(<2 x i64> zeroinitializer, <2 x i64> poison)
%x = call double @llvm.vector.reduce.fadd.v2f64(double -0.0, <2 x double> zeroinitializer)
%x = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> zeroinitializer)
%x = call <8 x i16> @llvm.vector.interleave4.v8i16(<2 x i16> poison, <2 x i16> poison, <2 x i16> poison, <2 x i16> poison)
%x = call ptr @llvm.protected.field.ptr.p0(ptr %p, i64 3, i1 true)
%x = call i64 @llvm.ptrauth.sign(i64 %i, i32 1, i64 3)
%x = call i64 @llvm.ptrauth.sign.generic(i64 %i, i64 3)
%x = call i64 @llvm.pdep.i64(i64 %i, i64 7)
%x = call i1 @llvm.loop.dependence.war.mask.i1(ptr %p, ptr %p, i64 4)
%x = call <4 x float> @llvm.x86.sse41.blendvps(<4 x float> zeroinitializer, <4 x float> poison, <4 x float> poison)
%x = call <4 x float> @llvm.x86.sse.cvtsi642ss(<4 x float> zeroinitializer, i64 %i)
%x = call <16 x i8> @llvm.x86.avx512.mask.padds.b.128(<16 x i8> poison, <16 x i8> poison, <16 x i8> poison, i16 3)
%x = call <4 x i32> @llvm.x86.avx512.vpdpbusd.128(<4 x i32> poison, <4 x i32> poison, <4 x i32> poison)
%x = call <4 x i32> @llvm.x86.avx512.vpdpbusd.128(<4 x i32> poison, <16 x i8> poison, <16 x i8> poison)
%x = call <8 x bfloat> @llvm.x86.avx512bf16.cvtne2ps2bf16.128(<4 x float> poison, <4 x float> poison)
%x = call <8 x i16> @llvm.x86.avx512bf16.cvtne2ps2bf16.128(<4 x float> poison, <4 x float> poison)
%x = call { i64, i32 } @llvm.x86.rdtscp()
%x = call <4 x float> @llvm.aarch64.neon.bfdot.v4f32.v8bf16(<4 x float> poison, <8 x bfloat> poison, <8 x bfloat> poison)
%x = call <vscale x 16 x i8> @llvm.aarch64.sve.ld1.nxv16i8(<vscale x 16 x i1> zeroinitializer, ptr %p)
%x = call <vscale x 8 x i32> @llvm.aarch64.sve.tuple.create2.nxv8i32.nxv4i32(<vscale x 4 x i32> poison, <vscale x 4 x i32> poison)
%x = call <vscale x 16 x i1> @llvm.aarch64.sve.convert.to.svbool.nxv4i1(<vscale x 4 x i1> poison)
%x = call float @llvm.nvvm.ldg.global.f.f32.p1(ptr addrspace(1) null, i32 4)
%x = call i32 @llvm.nvvm.abs.i(i32 3)
%x = call i32 @llvm.nvvm.rotate.b32(i32 3, i32 4)
%x = call i64 @llvm.nvvm.ptr.gen.to.global.p1.p0(ptr null)
call void @llvm.nvvm.barrier0()
call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
%x = call i32 @llvm.amdgcn.atomic.inc.i32.p3(ptr addrspace(3) null, i32 1, i32 0, i32 0, i1 false)
%x = call float @llvm.amdgcn.ds.fadd.f32(ptr addrspace(3) null, float 1.0, i32 0, i32 0, i1 false)
%x = call float @llvm.amdgcn.global.atomic.fadd.f32.p1.f32(ptr addrspace(1) null, float 1.0)
%x = call i64 @llvm.amdgcn.icmp.i64.i32(i32 1, i32 2, i32 32)
%x = call i32 @llvm.amdgcn.readfirstlane(i32 1)
%x = call i32 @llvm.amdgcn.readfirstlane.i32(i32 1)
%x = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) null, i32 0, i32 0, i32 0)
%x = call i32 @llvm.amdgcn.permlane16(i32 1, i32 2, i32 3, i32 4, i1 true, i1 false)
%x = call <16 x i8> @llvm.wasm.swizzle(<16 x i8> poison, <16 x i8> poison)
%x = call <4 x i32> @llvm.ppc.altivec.vmaxsw(<4 x i32> poison, <4 x i32> poison)
%x = call <vscale x 2 x i32> @llvm.riscv.vadd.nxv2i32.nxv2i32.i64(<vscale x 2 x i32> poison, <vscale x 2 x i32> poison, <vscale x 2 x i32> poison, i64 %i)
%x = call i64 @llvm.riscv.sha512sum0(i64 %i)
%x = call i32 @llvm.riscv.sha256sig0.i32(i32 3)
%x = call i32 @llvm.riscv.sha256sig0(i32 3)
%x = call i64 @llvm.riscv.orc.b.i64(i64 %i)
%x = call i32 @llvm.hexagon.A2.addsat(i32 1, i32 2)
%x = call i64 @llvm.hexagon.A2.addp(i64 %i, i64 2)
%x = call <16 x i8> @llvm.loongarch.lsx.vsadd.b(<16 x i8> poison, <16 x i8> poison)
%x = call i32 @llvm.arm.mve.vaddv.v4i32(<4 x i32> poison, i32 0)
%x = call float @llvm.dx.rsqrt.f32(float 1.0)
%x = call float @llvm.spv.rsqrt.f32(float 1.0)
%x = load i32, ptr %p, !range !0, !nontemporal !1, !invariant.load !2, !noundef !2\n!0 = !{i32 0, i32 2, i32 5, i32 9}\n!1 = !{i32 1}\n!2 = !{}
%x = load ptr, ptr %p, !nonnull !0, !dereferenceable !1, !align !2, !invariant.group !0\n!0 = !{}\n!1 = !{i64 8}\n!2 = !{i64 16}
%x = load i32, ptr %p, !tbaa !0, !alias.scope !3, !noalias !3\n!0 = !{!1, !1, i64 0, i64 4, i1 true}\n!1 = !{!2, i64 4, !"int"}\n!2 = !{!"root"}\n!3 = !{!4}\n!4 = distinct !{!4, !5, !"scope"}\n!5 = distinct !{!5, !"domain"}
store i32 1, ptr %p, !mmra !0\n!0 = !{!1, !2}\n!1 = !{!"amdgpu-as", !"local"}\n!2 = !{!"amdgpu-as", !"global"}
%x = atomicrmw add ptr %p, i32 1 monotonic, !noalias.addrspace !0, !amdgpu.no.remote.memory !1\n!0 = !{i32 5, i32 6}\n!1 = !{}
store ptr %p, ptr %l, !captures !0\n!0 = !{!"address", !"read_provenance"}
%x = fdiv double %d, 3.0, !fpmath !0\n!0 = !{float 2.5}
br i1 true, label %a, label %b, !prof !0, !unpredictable !1\na:\n br label %b\nb:\n!0 = !{!"branch_weights", !"expected", i32 2000, i32 1}\n!1 = !{}
call void %p(), !prof !0\n!0 = !{!"VP", i32 0, i64 1600, i64 7651369219802541373, i64 1030}
%x = call ptr @llvm.coro.noop(), !heapallocsite !0, !nosanitize !0, !callee_type !1\n!0 = !{}\n!1 = !{!2}\n!2 = !{i64 0, !"_ZTSFivE.generalized"}
%x = alloca i32, !DIAssignID !0\n!0 = distinct !DIAssignID()
%x = alloca i32, !stack-safe !0, !coro.outside.frame !0\n!0 = !{}
switch i64 %i, label %a [ i64 1, label %a\n i64 9223372036854775807, label %b ], !prof !0\na:\n br label %b\nb:\n!0 = !{!"branch_weights", i32 1, i32 2, i32 3}
indirectbr ptr blockaddress(@f, %a), [label %a, label %a]\na:
"""
FUNCTIONS = """
define void @f() uwtable(sync) { ret void };define void @f() alignstack(32) naked { unreachable };define void @f() safestack speculative_load_hardening { ret void };define void @f() null_pointer_is_valid nosync returns_twice { ret void }
define void @f() convergent memory(inaccessiblemem: write, argmem: read) { ret void };define void @f() inaccessiblememonly willreturn { ret void };define void @f() argmemonly nounwind readonly { ret void };define void @f() sanitize_hwaddress sanitize_memtag sanitize_thread { ret void }
define void @f() optnone noinline { ret void };define void @f() inlinehint hot norecurse { ret void };define void @f() "target-features"="+avx512f" "tune-cpu"="znver4" "min-legal-vector-width"="512" nocf_check { ret void };define void @f() nobuiltin noimplicitfloat noredzone sspstrong { ret void }
define void @f() denormal_fpenv(preservesign) { ret void };define void @f() nosanitize_coverage vscale_range(1,16) "aarch64_new_za" { ret void };define void @f() "modular-format"="printf,1,2,__printf_modular,float" { ret void };define void @f() sanitize_address "zero-call-used-regs"="used-gpr" fn_ret_thunk_extern { ret void }
define ptr @f(i64 allocalign %a, ptr allocptr %p, i64 %n) allockind("realloc,aligned") allocsize(2) "alloc-family"="mine" { ret ptr null };define noundef nonnull align 8 dereferenceable(8) ptr @f() { ret ptr null };define range(i8 0, 2) i8 @f() { ret i8 1 };define inreg { i32, float } @f(i32 inreg %a) { ret { i32, float } undef }
define void @f(ptr nofree nocapture readonly %a, ptr noalias writeonly sret(i8) %b) { ret void };define void @f(ptr swifterror %a) { ret void };define void @f(ptr preallocated(i32) %a) { ret void };define void @f(ptr captures(ret: address, provenance) %a) { ret void };define void @f(ptr dead_on_return(16) %a) { ret void }
define void @f(<4 x i1> noundef %a) { unreachable };define void @f(ptr addrspace(7) %a, ptr addrspace(200) %b) addrspace(3) { ret void };define void @f(i32 signext %a, i16 zeroext %b, i8 %c) gc "coreclr" { ret void };define void @f(half %a, bfloat %b, fp128 %c, x86_fp80 %d, ppc_fp128 %e) { ret void }
define amdgpu_kernel void @f(ptr addrspace(4) byref(i64) align 8 %a) { ret void };define spir_kernel void @f(ptr addrspace(1) %a) !kernel_arg_type !0 { ret void } !0 = !{!"int*"};define amdgpu_ps float @f(i32 inreg %a, float %b) { ret float %b };define avr_intrcc void @f() { ret void };define msp430_intrcc void @f() { ret void };define intel_ocl_bicc void @f() { ret void }
define x86_intrcc void @f(ptr byval(i64) %a, i64 %b) { ret void };define arm_aapcs_vfpcc double @f(double %a) { ret double %a };define x86_thiscallcc void @f(ptr %a) { ret void };define ptx_kernel void @f(ptr %a) { ret void };define swifttailcc void @f(ptr swiftasync %a, ptr swiftself %b) { ret void };define cfguard_checkcc void @f(ptr %a) { ret void }
define amdgpu_cs_chain_preserve void @f(i32 inreg %a) { unreachable };define amdgpu_gfx_whole_wave void @f(i1 %a) { ret void };define riscv_vls_cc(256) void @f(<8 x i32> %a) { ret void };define hhvmcc void @f() { ret void };define x86_64_sysvcc void @f() { ret void }
"""
FUNCTIONS = [text for line in FUNCTIONS.strip().splitlines() for text in line.split(";")]

#: Debug information: the unit keeps !4.
NODES = r"""
!4 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", baseType: !2, size: 32, flags: DIFlagEnumClass, elements: !5)\n!5 = !{!6, !7}\n!6 = !DIEnumerator(name: "a", value: 18446744073709551616)\n!7 = !DIEnumerator(name: "b", value: 7, isUnsigned: true)
!4 = !DICompositeType(tag: DW_TAG_array_type, baseType: !2, elements: !5, dataLocation: !DIExpression(DW_OP_push_object_address), associated: !DIExpression(DW_OP_lit1), allocated: !DIExpression(DW_OP_lit0))\n!5 = !{!6}\n!6 = !DISubrange(count: 5, lowerBound: -3)
!4 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", size: 64, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !5, runtimeLang: DW_LANG_Swift, identifier: "s")\n!5 = !{!6}\n!6 = !DIDerivedType(tag: DW_TAG_member, name: "b", baseType: !2, size: 3, offset: 5, flags: DIFlagBitField, extraData: i64 0)
!4 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", size: 64, num_extra_inhabitants: 17, specification: !5)\n!5 = !DICompositeType(tag: DW_TAG_structure_type, name: "t", flags: DIFlagFwdDecl)
!4 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", baseType: !2, enumKind: DW_APPLE_ENUM_KIND_Open, elements: !{})
!4 = !DICompositeType(tag: DW_TAG_array_type, baseType: !2, bitStride: i64 3, elements: !{!DISubrange(count: 8)})
!4 = !DICompositeType(tag: DW_TAG_namelist, name: "n", elements: !{})
!4 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !2, size: 64, dwarfAddressSpace: 3)
!4 = !DIDerivedType(tag: DW_TAG_set_type, baseType: !2, size: 64)
!4 = !DIDerivedType(tag: DW_TAG_template_alias, name: "A", baseType: !2, extraData: !{})
!4 = !DIDerivedType(tag: DW_TAG_typedef, name: "t", baseType: !2, annotations: !5)\n!5 = !{!6}\n!6 = !{!"btf_decl_tag", !"x"}
!4 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !5)\n!5 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !6)\n!6 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !2, size: 64, extraData: !2)
!4 = !DISubroutineType(cc: DW_CC_LLVM_vectorcall, flags: DIFlagRValueReference, types: !{!2, null})
!4 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "decltype(nullptr)")
!4 = !DIBasicType(name: "big", size: 32, align: 64, encoding: DW_ATE_UTF, flags: DIFlagBigEndian)
!4 = !DIBasicType(name: "x", size: i64 13, encoding: DW_ATE_unsigned)
!4 = !DIStringType(name: "s", stringLength: !5, stringLengthExpression: !DIExpression(), stringLocationExpression: !DIExpression(DW_OP_push_object_address), size: 32)\n!5 = distinct !DIGlobalVariable(name: "n", scope: !0, type: !2, isLocal: true, isDefinition: true)
!4 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 4, type: !5, spFlags: DISPFlagOptimized | DISPFlagPure, thrownTypes: !{!2}, targetFuncName: "h")\n!5 = !DISubroutineType(types: !{null})
!4 = !DISubprogram(name: "g", linkageName: "_g", scope: !1, file: !1, line: 4, type: !5, virtualIndex: 3, thisAdjustment: -8, spFlags: DISPFlagVirtual | DISPFlagDeleted, annotations: !{})\n!5 = !DISubroutineType(types: !{null})
!4 = !DIModule(scope: null, name: "M", configMacros: "-D", includePath: "/x", apinotes: "m.apinotes", line: 3, isDecl: true)
!llvm.more = !{!4}\n!4 = !DIMacroFile(line: 2, file: !1, nodes: !5)\n!5 = !{!6}\n!6 = !DIMacro(type: DW_MACINFO_define, line: 9, name: "A", value: "1")
!llvm.more = !{!4}\n!4 = !DICommonBlock(scope: !0, declaration: null, name: "c", file: !1, line: 4)
!llvm.more = !{!4}\n!4 = !DIImportedEntity(tag: DW_TAG_imported_module, name: "i", scope: !0, entity: !5, file: !1, line: 2, elements: !{})\n!5 = !DINamespace(name: "n", scope: null)
!llvm.more = !{!4, !5}\n!4 = !DIFile(filename: "x.c", directory: "/d", checksumkind: CSK_SHA256, checksum: "00000000000000000000000000000000000000000000000000000000000000ab")\n!5 = !DIFile(filename: "y.c", directory: "", source: "int y;\0A")
!llvm.more = !{!4}\n!4 = !GenericDINode(tag: 3, header: "h", operands: {!2, null, !4})
!llvm.more = !{!4}\n!4 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_parameter_pack, name: "P", value: !{!2})
!llvm.dbg.cu = !{!4}\n!4 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, producer: "p", isOptimized: true, flags: "-O", runtimeVersion: 2, splitDebugFilename: "x.dwo", emissionKind: LineTablesOnly, dwoId: 12345678901234, splitDebugInlining: false, debugInfoForProfiling: true, nameTableKind: GNU, rangesBaseAddress: true, sysroot: "/", sdk: "MacOSX.sdk")
!llvm.dbg.cu = !{!4}\n!4 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_C_plus_plus, sourceLanguageVersion: 202002, file: !1, emissionKind: NoDebug)
!llvm.dbg.cu = !{!4}\n!4 = distinct !DICompileUnit(language: DW_LANG_Swift, file: !1, emissionKind: DebugDirectivesOnly, nameTableKind: Apple)
!llvm.more = !{!4, !5}\n!4 = distinct !{!4, !"self", i64 9, ptr null, !{}}\n!5 = !{!4, !5}
!llvm.more = !{!4}\n!4 = !DILabel(scope: !5, name: "l", file: !1, line: 4, column: 3, isArtificial: true, coroSuspendIdx: 2)\n!5 = distinct !DISubprogram(name: "g", scope: !1, file: !1, type: !6, spFlags: DISPFlagDefinition, unit: !0)\n!6 = !DISubroutineType(types: !{null})
!llvm.more = !{!4}\n!4 = !DILocation(line: 70000, column: 300, scope: !5, inlinedAt: !7, isImplicitCode: true)\n!5 = !DILexicalBlockFile(scope: !6, file: !1, discriminator: 77)\n!6 = distinct !DISubprogram(name: "g", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, keyInstructions: true)\n!7 = distinct !DILocation(line: 1, scope: !6, atomGroup: 3, atomRank: 1)
!llvm.ident = !{!4}\n!llvm.commandline = !{!4}\n!llvm.dependent-libraries = !{!4}\n!llvm.linker.options = !{!4}\n!4 = !{!"m"}
!llvm.embedded.objects = !{!4}\n!4 = !{i64 3, !"s"}
!llvm.stats = !{!4}\n!llvm.errno.tbaa = !{!5}\n!4 = !{!"inline", i64 2}\n!5 = !{!6, !6, i64 0}\n!6 = !{!"int", !7}\n!7 = !{!"root"}
"""
#: What stands in a body beside debug records and calls of the functions llvm.dbg.
RECORDS = """
#dbg_declare(ptr %l, !6, !DIExpression(), !7);#dbg_value(!DIArgList(i64 %i, ptr %p), !6, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !7);#dbg_value(ptr poison, !6, !DIExpression(DW_OP_deref), !7);#dbg_label(!10, !7)
#dbg_assign(i64 %i, !6, !DIExpression(), !11, ptr %l, !DIExpression(), !7);#dbg_declare_value(i64 %i, !6, !DIExpression(), !7);#dbg_value(i64 undef, !6, !DIExpression(DW_OP_LLVM_fragment, 32, 16), !7)
call void @llvm.dbg.declare(metadata ptr %l, metadata !6, metadata !DIExpression(DW_OP_plus_uconst, 4)), !dbg !7;call void @llvm.dbg.label(metadata !10), !dbg !7;call void @llvm.dbg.value(metadata !DIArgList(i64 %i, i64 3), metadata !6, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_minus)), !dbg !7
call void @llvm.dbg.assign(metadata i64 %i, metadata !6, metadata !DIExpression(), metadata !11, metadata ptr %l, metadata !DIExpression()), !dbg !7;%x = add i64 %i, 1, !dbg !DILocation(line: 3, scope: !5, atomGroup: 1, atomRank: 2);%x = add i64 %i, 1, !dbg !DILocation(line: 0, scope: !5)
"""
RECORDS = [text for line in RECORDS.strip().splitlines() for text in line.split(";")]
WHOLE = {
    "landing": "declare i32 @__gxx_personality_v0(...)\ndeclare void @v()\n@t = external constant ptr\ndefine i32 @f() personality ptr @__gxx_personality_v0 {\n invoke void @v() [ \"deopt\"(i32 1) ] to label %x unwind label %u\nx:\n ret i32 0\nu:\n %l = landingpad { ptr, i32 } cleanup catch ptr @t filter [2 x ptr] [ptr @t, ptr null]\n resume { ptr, i32 } %l\n}\n",
    "catching": "declare i32 @__CxxFrameHandler3(...)\ndeclare void @v()\ndefine i32 @f() personality ptr @__CxxFrameHandler3 {\n invoke void @v() to label %x unwind label %u\nx:\n ret i32 0\nu:\n %s = catchswitch within none [label %a, label %b] unwind to caller\na:\n %c = catchpad within %s [ptr null, i32 64, ptr null]\n catchret from %c to label %x\nb:\n %d = catchpad within %s [ptr null, i32 8, ptr null]\n call void @v() [ \"funclet\"(token %d) ]\n unreachable\n}\n",
    "callbr": "define i32 @f(i32 %a) {\n %r = callbr i32 asm goto \"\", \"=r,r,!i,!i\"(i32 %a) to label %x [label %y, label %z]\nx:\n ret i32 %r\ny:\n ret i32 1\nz:\n ret i32 %r\n}\n".replace("asm goto", "asm"),
    "statepoint": "declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)\ndeclare ptr @llvm.experimental.gc.relocate.p0(token, i32, i32)\ndefine ptr @f(ptr %q) gc \"statepoint-example\" {\n %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @h, i32 0, i32 0, i32 0, i32 0) [ \"gc-live\"(ptr %q) ]\n %r = call ptr @llvm.experimental.gc.relocate.p0(token %t, i32 0, i32 0)\n ret ptr %r\n}\ndeclare void @h()\n",
    "musttail": "define void @f(ptr %a, ...) {\n musttail call void (ptr, ...) @f(ptr %a, ...)\n ret void\n}\n",
    "preallocated": "declare token @llvm.call.preallocated.setup(i32)\ndeclare ptr @llvm.call.preallocated.arg(token, i32)\ndeclare void @v(ptr preallocated(i32))\ndefine void @f() {\n %t = call token @llvm.call.preallocated.setup(i32 1)\n %a = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)\n call void @v(ptr preallocated(i32) %a) [ \"preallocated\"(token %t) ]\n ret void\n}\n",
    "convergence": "declare token @llvm.experimental.convergence.entry()\ndeclare token @llvm.experimental.convergence.loop()\ndefine void @f(i1 %c) convergent {\n %t = call token @llvm.experimental.convergence.entry()\n br label %l\nl:\n %u = call token @llvm.experimental.convergence.loop() [ \"convergencectrl\"(token %t) ]\n br i1 %c, label %l, label %e\ne:\n ret void\n}\n",
    "many-phis": "define i64 @f(i32 %n, i64 %a, i64 %b) {\n switch i32 %n, label %d [ i32 0, label %x\n i32 1, label %y\n i32 -2147483648, label %z ]\nx:\n br label %d\ny:\n br label %d\nz:\n br label %d\nd:\n %p = phi i64 [ %a, %0 ], [ %b, %x ], [ %q, %y ], [ 0, %z ]\n %r = phi i64 [ 1, %0 ], [ %q, %x ], [ 3, %y ], [ %p2, %z ]\n %s = add i64 %p, %r\n ret i64 %s\n}\n".replace("%q", "%a").replace("%p2", "%b"),
    "self-loop": "define void @f() {\n br label %l\nl:\n %i = phi i32 [ 0, %0 ], [ %j, %l ]\n %j = add nuw nsw i32 %i, 1\n %c = icmp ult i32 %j, 9\n br i1 %c, label %l, label %e, !llvm.loop !0\ne:\n ret void\n}\n!0 = distinct !{!0, !1, !2, !3}\n!1 = !{!\"llvm.loop.unroll.count\", i32 4}\n!2 = !{!\"llvm.loop.parallel_accesses\", !4}\n!3 = !{!\"llvm.loop.estimated_trip_count\", i32 9}\n!4 = distinct !{}\n",
    "recursive-types": "%a = type { ptr, %b }\n%b = type <{ i8, [2 x %c] }>\n%c = type opaque\n%\"odd name\" = type { i32 }\n@g = external global %a\n@h = external global { %\"odd name\", target(\"spirv.Pipe\", 0) }\n".replace("[2 x %c]", "[2 x ptr]"),
    "summary": 'define void @f() {\n call void @g()\n ret void\n}\ndeclare void @g()\n^0 = module: (path: "m", hash: (1, 2, 3, 4, 5))\n^1 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0), insts: 2, funcFlags: (readNone: 0, noRecurse: 1), calls: ((callee: ^2, hotness: hot)), typeIdInfo: (typeTests: (^3)))))\n^2 = gv: (name: "g")\n^3 = typeid: (name: "t", summary: (typeTestRes: (kind: allOnes, sizeM1BitWidth: 7)))\n^4 = flags: 8\n^5 = blockcount: 9\n',
    "flags-all": '!llvm.module.flags = !{!0, !1, !2, !3, !4, !5}\n!0 = !{i32 1, !"a", i32 1}\n!1 = !{i32 2, !"b", !"x"}\n!2 = !{i32 4, !"c", i64 3}\n!3 = !{i32 5, !"d", !{!{!"q"}}}\n!4 = !{i32 3, !"e", !{!"a", i32 1}}\n!5 = !{i32 7, !"frame-pointer", i32 2}\n',
    "rtlib": '!llvm.module.flags = !{!0, !1, !2, !3, !4}\n!0 = !{i32 8, !"branch-target-enforcement", i32 2}\n!1 = !{i32 8, !"cf-protection-branch", i32 1}\n!2 = !{i32 1, !"EnableSplitLTOUnit", i32 0}\n!3 = !{i32 1, !"amdhsa_code_object_version", i32 500}\n!4 = !{i32 1, !"Objective-C Garbage Collection", i32 0}\n',
    "entry-counts": 'define void @f() !prof !0 !section_prefix !1 !kcfi_type !2 !func_sanitize !3 {\n ret void\n}\n@g = constant i8 0\n!0 = !{!"function_entry_count", i64 1000, i64 77}\n!1 = !{!"function_section_prefix", !"hot"}\n!2 = !{i32 123}\n!3 = !{i32 1, i32 2}\n',
    "profile-summary": '!llvm.module.flags = !{!0}\n!0 = !{i32 1, !"ProfileSummary", !1}\n!1 = !{!2, !3, !4, !5, !6, !7, !8, !9}\n!2 = !{!"ProfileFormat", !"InstrProf"}\n!3 = !{!"TotalCount", i64 9}\n!4 = !{!"MaxCount", i64 9}\n!5 = !{!"MaxInternalCount", i64 1}\n!6 = !{!"MaxFunctionCount", i64 9}\n!7 = !{!"NumCounts", i64 3}\n!8 = !{!"NumFunctions", i64 3}\n!9 = !{!"DetailedSummary", !10}\n!10 = !{!11}\n!11 = !{i32 10000, i64 9, i32 1}\n',
    "deactivation": "@d = external global i8\ndefine i64 @f(i64 %i) {\n %x = call i64 @llvm.ptrauth.sign(i64 %i, i32 1, i64 3) [ \"deactivation-symbol\"(ptr @d) ]\n ret i64 %x\n}\ndeclare i64 @llvm.ptrauth.sign(i64, i32, i64)\n",
}


def within(line):
    """A function around lines, with what it may use."""
    code, *metadata = line.split("\n!")
    declared = ""
    found = re.search(r"(?:%x = )?(?:tail |notail )?call (?:[a-z]+ )*?(?P<type>[^@]*?) ?(?:\([^()]*\) )?@(?P<name>llvm[\w.]+)\((?P<args>.*)\)", code)
    if found and not found["name"].startswith("llvm.dbg"):
        declared = declaration(code, found)
    body = f"define void @f(ptr %p, i64 %i, double %d, i33 %w) {{\n %l = alloca [8 x i8], align 8\n {code}\n ret void\n}}\n"
    extra = "declare double @k(double)\ndeclare void @v(ptr, ptr)\ndeclare void @w(ptr, ...)\n@g = private constant [2 x i8] c\"f\\00\"\nattributes #7 = { nounwind }\n"
    return declared + body + extra + "".join(f"!{one}\n" for one in metadata)


def declaration(code, found):
    """The declaration of the intrinsic that a line calls."""
    if "..." in code:
        head = code.split("@")[0].split("call ")[1].strip()
        return f"declare {head.split('(')[0]} @{found['name']}({head.split('(')[1]}\n".replace(" noreturn", "")
    types, depth, word = [], 0, ""
    for letter in found["args"].split(") strictfp")[0] + ",":
        depth += letter in "<{[(" and 1 or (letter in ">}])" and -1 or 0)
        if letter == "," and depth == 0:
            types.append(word.strip())
            word = ""
        elif depth >= 0:
            word += letter
        else:
            break
    if word.strip():
        types.append(word.strip())
    first = [kind(one) for one in types if one]
    return f"declare {found['type'].strip()} @{found['name']}({', '.join(first)})\n"


def kind(argument):
    """The type at the start of an argument."""
    if argument.startswith("metadata"):
        return "metadata"
    if argument[0] in "<{[" or argument.startswith("target("):
        depth = 0
        for at, letter in enumerate(argument):
            depth += letter in "<{[(" and 1 or (letter in ">}])" and -1 or 0)
            if depth == 0 and letter in ">}])":
                return argument[: at + 1]
    words = argument.split(" ")
    return " ".join(words[:2]) if words[1].startswith("addrspace(") else words[0]


UNIT = ('!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "by hand", emissionKind: FullDebug, retainedTypes: !3)\n'
        '!1 = !DIFile(filename: "u.c", directory: "/d")\n!2 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)\n')
SCOPE = ('!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "by hand", emissionKind: FullDebug)\n!1 = !DIFile(filename: "u.c", directory: "/d")\n'
         '!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !8, spFlags: DISPFlagDefinition, unit: !0)\n!8 = !DISubroutineType(types: !{null})\n!6 = !DILocalVariable(name: "v", arg: 2, scope: !5, type: !9, align: 64, annotations: !{})\n'
         '!9 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)\n!7 = !DILocation(line: 1, scope: !5)\n!10 = !DILabel(scope: !5, name: "l", file: !1, line: 3)\n!11 = distinct !DIAssignID()\n')
DEBUGGERS = ("declare void @llvm.dbg.declare(metadata, metadata, metadata)\ndeclare void @llvm.dbg.value(metadata, metadata, metadata)\ndeclare void @llvm.dbg.label(metadata)\n"
             "declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)\n")


def lines(text):
    """Texts, one a line, in which a new line is written as in C."""
    return [line.replace("\\n", "\n") for line in text.strip("\n").splitlines()]


def texts():
    """Kind, name and text of each."""
    for number, line in enumerate(lines(GLOBALS)):
        yield "global or constant", f"global-{number:02}", line + "\n"
    for number, line in enumerate(lines(BODIES)):
        yield "intrinsic" if "@llvm." in line else "instruction", f"body-{number:03}", within(line)
    for number, text in enumerate(FUNCTIONS):
        yield "function", f"function-{number:02}", text.replace("{ ", "{\n ").replace(" }", "\n}") + "\n" if "{ i" not in text else text.replace(" { ret", " {\n ret").rstrip("}") + "\n}\n"
    for number, line in enumerate(lines(NODES)):
        yield "debug information", f"node-{number:02}", (UNIT if "!llvm.dbg.cu" not in line else UNIT.replace("!{!0}", "!{!0, !4}")) + ("!3 = !{}\n" if "!llvm." in line else "!3 = !{!4}\n") + line.replace("!llvm.dbg.cu = !{!4}\n", "") + FLAG
    for number, line in enumerate(RECORDS):
        body = within(line).replace("define void @f(ptr %p, i64 %i, double %d, i33 %w)", "define void @f(ptr %p, i64 %i, double %d, i33 %w) !dbg !5")
        # Every instruction that can be a call needs a place; the records have theirs.
        yield "debug information", f"record-{number:02}", DEBUGGERS * ("llvm.dbg" in line) + body + SCOPE + FLAG
    for name, text in WHOLE.items():
        yield "whole", name, text

