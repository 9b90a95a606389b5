// Kernels of GPUs, OpenMP, OpenACC and shaders, of the set 2026-11-workloads; the form is that of ../development.
// ----- radix_pass: nv_hopper amd_cdna
module attributes {gpu.container_module} {
  gpu.module @sort {
    memref.global "private" @seen : memref<4xi32, #gpu.address_space<workgroup>>
    gpu.func @digits(%keys: memref<?xi32>, %counts: memref<?x4xi32>, %shift: i32) workgroup(%bins: memref<4xi32, #gpu.address_space<workgroup>>) private(%mine: memref<1xi32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %three = arith.constant 3 : i32
      %b = gpu.block_id x upper_bound 64
      %t = gpu.thread_id x upper_bound 128
      %d = gpu.block_dim x
      %l = gpu.lane_id
      %m = arith.muli %b, %d : index
      %i = arith.addi %m, %t : index
      %k = memref.load %keys[%i] : memref<?xi32>
      %s = arith.shrui %k, %shift : i32
      %g = arith.andi %s, %three : i32
      %x = arith.index_cast %g : i32 to index
      memref.store %g, %mine[%c0] : memref<1xi32, #gpu.address_space<private>>
      %o = memref.atomic_rmw addi %one, %bins[%x] : (i32, memref<4xi32, #gpu.address_space<workgroup>>) -> i32
      gpu.barrier
      %all = gpu.all_reduce add %o uniform {} : (i32) -> i32
      %four = arith.constant 4 : index
      %in = arith.cmpi ult, %t, %four : index
      scf.if %in {
        %v = memref.load %bins[%t] : memref<4xi32, #gpu.address_space<workgroup>>
        memref.store %v, %counts[%b, %t] : memref<?x4xi32>
      }
      gpu.return
    }
  }
  func.func @pass(%keys: memref<?xi32>, %counts: memref<?x4xi32>, %shift: i32) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %t0 = gpu.wait async
    %t1 = gpu.launch_func async [%t0] @sort::@digits blocks in (%c64, %c1, %c1) threads in (%c128, %c1, %c1) args(%keys : memref<?xi32>, %counts : memref<?x4xi32>, %shift : i32)
    gpu.wait [%t1]
    return
  }
}
// ----- decode_attention: nv_hopper amd_cdna cl_device
func.func @scores(%q: memref<8x64xf16>, %cache: memref<8x512x64xf16>, %out: memref<8x512xf32>, %seen: index) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c8, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : index
    %sixty4 = arith.constant 64 : index
    %z = arith.constant 0.0 : f32
    %base = arith.muli %by, %sixty4 : index
    %p = arith.addi %base, %tx : index
    %in = arith.cmpi ult, %p, %seen : index
    scf.if %in {
      %r = scf.for %d = %c0 to %sixty4 step %one iter_args(%a = %z) -> (f32) {
        %x = memref.load %q[%bx, %d] : memref<8x64xf16>
        %y = memref.load %cache[%bx, %p, %d] : memref<8x512x64xf16>
        %u = arith.extf %x : f16 to f32
        %v = arith.extf %y : f16 to f32
        %w = math.fma %u, %v, %a : f32
        scf.yield %w : f32
      }
      %k = arith.constant 0.125 : f32
      %s = arith.mulf %r, %k : f32
      %e = math.exp2 %s : f32
      memref.store %e, %out[%bx, %p] : memref<8x512xf32>
    } else {
      memref.store %z, %out[%bx, %p] : memref<8x512xf32>
    }
    gpu.terminator
  }
  return
}
// ----- wavefront_path: nv_hopper amd_cdna cl_device
gpu.module @paths {
  gpu.func @relax(%row: memref<?xi32, strided<[1], offset: ?>>, %dist: memref<?xi32>, %from: i32) kernel {
    %g = gpu.global_id x
    %n = gpu.num_subgroups : index
    %s = gpu.subgroup_size : index
    %w = memref.load %row[%g] : memref<?xi32, strided<[1], offset: ?>>
    %c = arith.addi %w, %from : i32
    %width = arith.constant 32 : i32
    %off = arith.constant 4 : i32
    %v, %ok = gpu.shuffle up %c, %off, %width : i32
    %x, %ok2 = gpu.shuffle idx %c, %off, %width : i32
    %m = arith.minsi %v, %x : i32
    %b = arith.select %ok, %m, %c : i32
    %o = memref.load %dist[%g] : memref<?xi32>
    %less = arith.cmpi slt, %b, %o : i32
    cf.cond_br %less, ^store, ^done
  ^store:
    memref.store %b, %dist[%g] : memref<?xi32>
-19!    gpu.printf "%d %d\0A" %b, %o : i32, i32
20-!    gpu.printf "%d %d\0A", %b, %o : i32, i32
    cf.br ^done
  ^done:
    gpu.return
  }
}
// ----- mma_tiles: nv_hopper
gpu.module @tiles {
  gpu.func @gemm(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %z = arith.constant 0.0 : f32
    %x = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %y = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 16 : index, transpose} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %i = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<16x16xf32, "COp">
    %r = gpu.subgroup_mma_compute %x, %y, %i : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    %s = gpu.subgroup_mma_elementwise maxf %r, %i : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %s, %c[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
    gpu.return
  }
}
// ----- tensor_memory: nv_hopper
!tile = memref<64x64xf16, #gpu.address_space<workgroup>>
!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, #gpu.address_space<workgroup>>, swizzle = swizzle_128b, l2promo = l2promo_256b, oob = nan, interleave = none>
!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
gpu.module @loads {
  gpu.func @copy(%map: !map, %dst: memref<64x64xf16, #gpu.address_space<workgroup>>, %p: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %bytes = arith.constant 8192 : index
    %ticks = arith.constant 10000000 : index
    %phase = arith.constant false
    %b = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b[%c0], %c1 : !bar
    nvgpu.tma.prefetch.descriptor %map : !map
    nvgpu.mbarrier.arrive.expect_tx %b[%c0], %bytes : !bar
    nvgpu.tma.async.load %map[%c0, %c1], %b[%c0] to %dst : !map, !bar -> memref<64x64xf16, #gpu.address_space<workgroup>>
    nvgpu.mbarrier.try_wait.parity %b[%c0], %phase, %ticks : !bar
    gpu.barrier
    gpu.return
  }
}
// ----- nvvm_kernel: native nv_hopper
gpu.module @raw [#nvvm.target<chip = "sm_90", features = "+ptx80", flags = {fast}>] {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<256 x f32>
  llvm.func @scan(%x: !llvm.ptr<1>, %n: i32) attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 256>, nvvm.minctasm = 2 : i32} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %b = nvvm.read.ptx.sreg.ctaid.x : i32
    %d = nvvm.read.ptx.sreg.ntid.x : i32
    %m = llvm.mul %b, %d : i32
    %i = llvm.add %m, %t : i32
    %in = llvm.icmp "slt" %i, %n : i32
    llvm.cond_br %in, ^load, ^end
  ^load:
    %g = llvm.getelementptr inbounds %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %v = llvm.load %g {alignment = 4 : i64} : !llvm.ptr<1> -> f32
    %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %p = llvm.getelementptr inbounds %a[0, %t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<256 x f32>
    llvm.store %v, %p : f32, !llvm.ptr<3>
    nvvm.barrier0
    %mask = llvm.mlir.constant(-1 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %clamp = llvm.mlir.constant(31 : i32) : i32
    %s = nvvm.shfl.sync bfly %mask, %v, %one, %clamp : f32 -> f32
    %r = nvvm.rcp.approx.ftz.f %s : f32
    %c = llvm.bitcast %r : f32 to i32
    %u = nvvm.redux.sync add %c, %mask : i32 -> i32
    %f = llvm.sitofp %u : i32 to f32
    llvm.store %f, %g : f32, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.return
  }
}
// ----- rocdl_kernel: native amd_cdna
gpu.module @raw [#rocdl.target<O = 3, chip = "gfx942", features = "+wavefrontsize64", flags = {unsafe_math}>] {
  llvm.func @reduce(%x: !llvm.ptr<1> {llvm.noalias, llvm.readonly}, %o: !llvm.ptr<1>) attributes {gpu.kernel, rocdl.kernel, rocdl.flat_work_group_size = "64,256", rocdl.reqd_work_group_size = array<i32: 64, 1, 1>} {
    %t = rocdl.workitem.id.x : i32
    %b = rocdl.workgroup.id.x : i32
    %g = llvm.getelementptr inbounds %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %v = llvm.load %g : !llvm.ptr<1> -> f32
    rocdl.barrier
    %z = llvm.mlir.constant(dense<0.0> : vector<4xf32>) : vector<4xf32>
    %cz = llvm.mlir.constant(0 : i32) : i32
-22!    %m = rocdl.mfma.f32.4x4x1f32 %v, %v, %z, %cz, %cz, %cz : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
23-!    %m = rocdl.mfma.f32.4x4x1f32 %v, %v, %z, 0, 0, 0 : (f32, f32, vector<4xf32>) -> vector<4xf32>
    %e = llvm.extractelement %m[%cz : i32] : vector<4xf32>
    %p = llvm.getelementptr inbounds %o[%b] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %old = llvm.atomicrmw fadd %p, %e syncscope("agent") monotonic {alignment = 4 : i64} : !llvm.ptr<1>, f32
    llvm.return
  }
}
// ----- buffers_of_amd: amd_cdna
gpu.module @buffers {
  gpu.func @rows(%src: memref<128x64xf32>, %dst: memref<128x64xf32>, %i: i32, %j: i32, %w: f32) kernel {
    %v = amdgpu.raw_buffer_load {boundsCheck = true} %src[%i, %j] : memref<128x64xf32>, i32, i32 -> vector<4xf32>
    %b = vector.broadcast %w : f32 to vector<4xf32>
    %s = arith.mulf %v, %b : vector<4xf32>
    amdgpu.raw_buffer_store {boundsCheck = false, indexOffset = 4 : i32} %s -> %dst[%i, %j] : vector<4xf32> -> memref<128x64xf32>, i32, i32
    amdgpu.raw_buffer_atomic_fadd %w -> %dst[%i, %j] : f32 -> memref<128x64xf32>, i32, i32
    amdgpu.lds_barrier
    %a = arith.truncf %s : vector<4xf32> to vector<4xf16>
    %z = arith.constant dense<0.0> : vector<16xf32>
-21!    %m = amdgpu.mfma %a * %a + %z {k = 8 : i32, m = 32 : i32, n = 32 : i32, blocks = 1 : i32} blgp = none : vector<4xf16>, vector<4xf16>, vector<16xf32>
22-!    %m = amdgpu.mfma 32x32x8 %a * %a + %z blgp = none : vector<4xf16>, vector<4xf16>, vector<16xf32>
    %h = vector.extract_strided_slice %m {offsets = [4], sizes = [4], strides = [1]} : vector<16xf32> to vector<4xf32>
    amdgpu.raw_buffer_store %h -> %dst[%i, %j] : vector<4xf32> -> memref<128x64xf32>, i32, i32
    gpu.return
  }
}
// ----- xe_tiles: intel_xe
gpu.module @tiles {
  gpu.func @copy(%src: memref<64x64xf16>, %dst: memref<64x64xf16>) kernel {
    %c0 = arith.constant 0 : index
    %x = xegpu.create_nd_tdesc %src[0, 0] : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
    %y = xegpu.create_nd_tdesc %dst[0, 0] : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
    xegpu.prefetch_nd %x <{l1_hint = #xegpu.cache_hint<cached>, l2_hint = #xegpu.cache_hint<cached>}> : !xegpu.tensor_desc<8x16xf16>
    %v = xegpu.load_nd %x <{l1_hint = #xegpu.cache_hint<cached>}> : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
    %s = arith.addf %v, %v : vector<8x16xf16>
    xegpu.store_nd %s, %y <{l1_hint = #xegpu.cache_hint<write_back>}> : vector<8x16xf16>, !xegpu.tensor_desc<8x16xf16>
    gpu.return
  }
}
// ----- xe_products: intel_xe
gpu.module @products {
-19!  gpu.func @dpas(%a: vector<8x8x2xf16>, %b: vector<8x16x2xf16>, %c: vector<8x16xf32>, %o: memref<8x16xf32>) kernel {
-19!    %r = xegpu.dpas %a, %b, %c : vector<8x8x2xf16>, vector<8x16x2xf16>, vector<8x16xf32> -> vector<8x16xf32>
20-!  gpu.func @dpas(%a: vector<8x16xf16>, %b: vector<16x16xf16>, %c: vector<8x16xf32>, %o: memref<8x16xf32>) kernel {
20-!    %r = xegpu.dpas %a, %b, %c : vector<8x16xf16>, vector<16x16xf16>, vector<8x16xf32> -> vector<8x16xf32>
    %t = xegpu.create_nd_tdesc %o[0, 0] : memref<8x16xf32> -> !xegpu.tensor_desc<8x16xf32>
    xegpu.store_nd %r, %t : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>
    xegpu.fence memory_kind = global, fence_scope = workgroup
    gpu.return
  }
}
// ----- xe_hosted: intel_xe cl_device
func.func @vadd(%a: memref<256xf32>, %b: memref<256xf32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c16, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %s = arith.constant 16 : index
    %m = arith.muli %bx, %s : index
    %i = arith.addi %m, %tx : index
    %x = memref.load %a[%i] : memref<256xf32>
    %y = memref.load %b[%i] : memref<256xf32>
    %z = arith.divf %x, %y fastmath<fast> : f32
    %t = math.sqrt %z fastmath<fast> : f32
    memref.store %t, %a[%i] : memref<256xf32>
    gpu.terminator
  }
  return
}
// ----- vk_blend: vk_compute
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.4, [Shader, Int8, StorageBuffer8BitAccess, StorageUniform16], [SPV_KHR_8bit_storage, SPV_KHR_16bit_storage, SPV_KHR_storage_buffer_storage_class]>, api=Vulkan, #spirv.resource_limits<max_compute_workgroup_invocations = 256>>} {
  gpu.module @kernels {
    gpu.func @blend(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %t: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>} {
      %c8 = arith.constant 8 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %mx = arith.muli %bx, %c8 : index
      %my = arith.muli %by, %c8 : index
      %x = arith.addi %mx, %tx : index
      %y = arith.addi %my, %ty : index
      %u = memref.load %a[%y, %x] : memref<64x64xf32>
      %v = memref.load %b[%y, %x] : memref<64x64xf32>
      %d = arith.subf %v, %u : f32
      %m = arith.mulf %d, %t : f32
      %s = arith.addf %u, %m : f32
      %z = arith.constant 0.0 : f32
      %c = arith.cmpf olt, %s, %z : f32
      %r = arith.select %c, %z, %s : f32
      memref.store %r, %a[%y, %x] : memref<64x64xf32>
      gpu.return
    }
  }
}
// ----- vk_bytes: vk_compute
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.4, [Shader, Int8, StorageBuffer8BitAccess, StorageUniform16], [SPV_KHR_8bit_storage, SPV_KHR_16bit_storage, SPV_KHR_storage_buffer_storage_class]>, api=Vulkan, #spirv.resource_limits<max_compute_workgroup_invocations = 256>>} {
  gpu.module @kernels {
    gpu.func @histogram(%p: memref<1024xi8>, %h: memref<256xi32>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1], subgroup_size = 32>} {
      %b = gpu.block_id x
      %n = gpu.block_dim x
      %l = gpu.thread_id x
      %m = arith.muli %b, %n : index
      %g = arith.addi %m, %l : index
      %v = memref.load %p[%g] : memref<1024xi8>
      %w = arith.extui %v : i8 to i32
      %k = arith.index_cast %w : i32 to index
      %one = arith.constant 1 : i32
      %o = memref.atomic_rmw addi %one, %h[%k] : (i32, memref<256xi32>) -> i32
      %c0 = arith.constant 0 : index
      %f = arith.cmpi eq, %l, %c0 : index
      scf.if %f {
        memref.store %o, %h[%c0] : memref<256xi32>
      }
      gpu.barrier
      gpu.return
    }
  }
}
// ----- vk_hosted: vk_compute
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.4, [Shader, Int8, StorageBuffer8BitAccess, StorageUniform16], [SPV_KHR_8bit_storage, SPV_KHR_16bit_storage, SPV_KHR_storage_buffer_storage_class]>, api=Vulkan, #spirv.resource_limits<max_compute_workgroup_invocations = 256>>} {
func.func @saturate(%m: memref<32x32xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c4, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c8, %sz = %c1) {
    %i = affine.apply affine_map<(b, t) -> (b * 8 + t)>(%bx, %tx)
    %j = affine.apply affine_map<(b, t) -> (b * 8 + t)>(%by, %ty)
    %v = memref.load %m[%i, %j] : memref<32x32xf32>
    %w = math.absf %v : f32
    memref.store %w, %m[%i, %j] : memref<32x32xf32>
    gpu.terminator
  }
  return
}
}
// ----- offload_map: omp_direct
module attributes {omp.is_target_device = false, omp.version = #omp.version<version = 52>, omp.target_triples = ["amdgcn-amd-amdhsa"]} {
  llvm.func @_QPsaxpy(%x: !llvm.ptr {llvm.noalias}, %y: !llvm.ptr {llvm.noalias}, %n: i64, %a: f32) {
    %c0 = llvm.mlir.constant(0 : i64) : i64
    %c1 = llvm.mlir.constant(1 : i64) : i64
    %last = llvm.sub %n, %c1 : i64
    %b = omp.map.bounds lower_bound(%c0 : i64) upper_bound(%last : i64) extent(%n : i64) stride(%c1 : i64) start_idx(%c1 : i64)
    %mx = omp.map.info var_ptr(%x : !llvm.ptr, !llvm.array<0 x f32>) map_clauses(to) capture(ByRef) bounds(%b) -> !llvm.ptr {name = "x(1:n)"}
    %my = omp.map.info var_ptr(%y : !llvm.ptr, !llvm.array<0 x f32>) map_clauses(tofrom) capture(ByRef) bounds(%b) -> !llvm.ptr {name = "y(1:n)"}
-19!    omp.target_data map_entries(%mx, %my : !llvm.ptr, !llvm.ptr) {
20-!    omp.target_data map_entries(%mx, %my : !llvm.ptr, !llvm.ptr) {
      %one = llvm.mlir.constant(1 : i32) : i32
      %v = llvm.load %x : !llvm.ptr -> f32
      %w = llvm.fmul %v, %a : f32
      llvm.store %w, %y : f32, !llvm.ptr
      omp.terminator
    }
    %mf = omp.map.info var_ptr(%y : !llvm.ptr, f32) map_clauses(from) capture(ByRef) -> !llvm.ptr {name = "y"}
    omp.target_update map_entries(%mf : !llvm.ptr)
    %me = omp.map.info var_ptr(%x : !llvm.ptr, f32) map_clauses(delete) capture(ByRef) -> !llvm.ptr {name = "x"}
    omp.target_exit_data map_entries(%me : !llvm.ptr)
    llvm.return
  }
}
// ----- simd_sections: omp_direct
func.func @blocks(%x: memref<?xf32>, %n: index, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  omp.simd simdlen(8) safelen(16) {
    omp.loop_nest (%i) : index = (%c0) to (%n) inclusive step (%c1) {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.mulf %v, %two : f32
      memref.store %w, %x[%i] : memref<?xf32>
      omp.yield
    }
-19!    omp.terminator
  }
  omp.parallel proc_bind(spread) {
    omp.sections nowait {
      omp.section {
        %v = memref.load %x[%c0] : memref<?xf32>
        omp.terminator
      }
      omp.section {
        memref.store %two, %x[%c1] : memref<?xf32>
        omp.terminator
      }
      omp.terminator
    }
    omp.wsloop ordered(0) schedule(static = %k : i32) {
      omp.loop_nest (%i, %j) : index = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
        omp.ordered.region {
          memref.store %two, %x[%j] : memref<?xf32>
          omp.terminator
        }
        omp.yield
      }
-19!      omp.terminator
    }
    omp.flush
    omp.taskwait
    omp.taskyield
    omp.terminator
  }
  return
}
// ----- atomic_words: omp_direct
func.func @words(%p: memref<i64>, %q: memref<i64>, %v: i64) -> i64 {
  %o = memref.alloca() : memref<i64>
-19!  omp.atomic.read %o = %p memory_order(acquire) : memref<i64>, i64
20-!  omp.atomic.read %o = %p memory_order(acquire) : memref<i64>, memref<i64>, i64
  omp.atomic.write %q = %v hint(contended) memory_order(release) : memref<i64>, i64
  omp.atomic.capture memory_order(seq_cst) {
-19!    omp.atomic.read %o = %p : memref<i64>, i64
20-!    omp.atomic.read %o = %p : memref<i64>, memref<i64>, i64
    omp.atomic.update %p : memref<i64> {
    ^bb0(%x: i64):
      %y = arith.maxsi %x, %v : i64
      omp.yield(%y : i64)
    }
  }
  %r = memref.load %o[] : memref<i64>
  omp.masked {
    memref.store %r, %p[] : memref<i64>
    omp.terminator
  }
  return %r : i64
}
// ----- teams_of_rows: omp_direct
func.func @teams(%m: memref<64x64xf64>, %lo: i32, %hi: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  omp.teams num_teams(%lo : i32 to %hi : i32) {
-19!    omp.distribute dist_schedule_static {
20-!    omp.parallel {
20-!      omp.distribute dist_schedule_static {
20-!        omp.wsloop {
          omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
            %v = memref.load %m[%i, %c0] : memref<64x64xf64>
            %s = math.sqrt %v : f64
            memref.store %s, %m[%i, %i] : memref<64x64xf64>
            omp.yield
          }
20-!        } {omp.composite}
20-!      } {omp.composite}
20-!      omp.terminator
20-!    } {omp.composite}
-19!      omp.terminator
-19!    }
    omp.terminator
  }
  return
}
// ----- acc_gang: acc_direct
acc.private.recipe @private_f32 : memref<f32> init {
^bb0(%x: memref<f32>):
  %0 = memref.alloc() : memref<f32>
  acc.yield %0 : memref<f32>
}
acc.reduction.recipe @sum_f32 : f32 reduction_operator <add> init {
^bb0(%x: f32):
  %z = arith.constant 0.0 : f32
  acc.yield %z : f32
} combiner {
^bb0(%x: f32, %y: f32):
  %s = arith.addf %x, %y : f32
  acc.yield %s : f32
}
func.func @norm(%a: memref<128xf32>, %n: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %top = arith.constant 128 : index
  %four = arith.constant 4 : i64
  %d = acc.copyin varPtr(%a : memref<128xf32>) -> memref<128xf32> {dataClause = #acc<data_clause acc_copy>}
  acc.parallel num_gangs({%four : i64}) num_workers(%n : i64) vector_length(%n : i64) dataOperands(%d : memref<128xf32>) {
    acc.loop gang({num=%four : i64}) worker vector(%n : i64) control(%i : index) = (%c0 : index) to (%top : index) step (%c1 : index) {
      %v = memref.load %a[%i] : memref<128xf32>
      %w = math.exp %v : f32
      memref.store %w, %a[%i] : memref<128xf32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: false>, collapse = [1], collapseDeviceType = [#acc.device_type<none>], auto_ = [#acc.device_type<none>]}
    acc.yield
  }
  acc.copyout accPtr(%d : memref<128xf32>) to varPtr(%a : memref<128xf32>) {dataClause = #acc<data_clause acc_copy>}
  return
}
// ----- acc_data_region: acc_direct
func.func @stencil(%a: memref<66xf64>, %b: memref<66xf64>, %steps: index, %go: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c65 = arith.constant 65 : index
  %half = arith.constant 0.5 : f64
  %da = acc.copyin varPtr(%a : memref<66xf64>) -> memref<66xf64> {dataClause = #acc<data_clause acc_copy>, name = "a"}
  %db = acc.create varPtr(%b : memref<66xf64>) -> memref<66xf64> {name = "b"}
  acc.data dataOperands(%da, %db : memref<66xf64>, memref<66xf64>) if(%go) {
    scf.for %t = %c0 to %steps step %c1 {
      acc.parallel dataOperands(%da, %db : memref<66xf64>, memref<66xf64>) {
        acc.loop gang vector control(%i : index) = (%c1 : index) to (%c65 : index) step (%c1 : index) {
          %l = arith.subi %i, %c1 : index
          %u = memref.load %a[%l] : memref<66xf64>
          %v = memref.load %a[%i] : memref<66xf64>
          %s = arith.addf %u, %v : f64
          %w = arith.mulf %s, %half : f64
          memref.store %w, %b[%i] : memref<66xf64>
          acc.yield
        } attributes {inclusiveUpperbound = array<i1: false>, independent = [#acc.device_type<none>]}
        acc.yield
      }
      acc.wait
    }
    acc.terminator
  } attributes {defaultAttr = #acc<defaultvalue present>}
  acc.copyout accPtr(%da : memref<66xf64>) to varPtr(%a : memref<66xf64>) {dataClause = #acc<data_clause acc_copy>, name = "a"}
  acc.delete accPtr(%db : memref<66xf64>) {dataClause = #acc<data_clause acc_create>, name = "b"}
  return
}
// ----- acc_queues: acc_direct
func.func @queues(%a: memref<256xf32>, %q: i64, %dev: i32, %c: i1) {
  acc.init attributes {device_types = [#acc.device_type<nvidia>]}
  %e = acc.copyin varPtr(%a : memref<256xf32>) async(%q : i64) -> memref<256xf32> {structured = false, name = "a"}
  acc.enter_data if(%c) async(%q : i64) dataOperands(%e : memref<256xf32>)
  acc.kernels dataOperands(%e : memref<256xf32>) async(%q : i64) {
    %c0 = arith.constant 0 : index
    %v = memref.load %a[%c0] : memref<256xf32>
    memref.store %v, %a[%c0] : memref<256xf32>
    acc.terminator
  }
  %p = acc.getdeviceptr varPtr(%a : memref<256xf32>) -> memref<256xf32> {dataClause = #acc<data_clause acc_copyout>, structured = false, name = "a"}
  acc.exit_data wait(%q : i64) dataOperands(%p : memref<256xf32>)
  acc.copyout accPtr(%p : memref<256xf32>) to varPtr(%a : memref<256xf32>) {structured = false, name = "a"}
  acc.set device_num(%dev : i32)
  acc.shutdown
  return
}
// ----- fragment_shader: spirv_mod
spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, api=Vulkan, NVIDIA:DiscreteGPU, #spirv.resource_limits<>>} {
  spirv.GlobalVariable @uv {location = 0 : i32} : !spirv.ptr<vector<2xf32>, Input>
  spirv.GlobalVariable @colour {location = 0 : i32} : !spirv.ptr<vector<4xf32>, Output>
  spirv.GlobalVariable @image bind(0, 1) : !spirv.ptr<!spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, UniformConstant>
  spirv.GlobalVariable @block bind(0, 0) : !spirv.ptr<!spirv.struct<(vector<4xf32> [0], !spirv.matrix<4 x vector<4xf32>> [16, ColMajor, MatrixStride=16])>, Uniform>
  spirv.SpecConstant @steps spec_id(3) = 4 : i32
  spirv.func @tone(%c: vector<4xf32>) -> vector<4xf32> "Inline|Pure" {
    %g = spirv.Constant dense<0.4545> : vector<4xf32>
    %p = spirv.GL.Pow %c, %g : vector<4xf32>
    %z = spirv.Constant dense<0.0> : vector<4xf32>
    %o = spirv.Constant dense<1.0> : vector<4xf32>
    %r = spirv.GL.FClamp %p, %z, %o : vector<4xf32>
    spirv.ReturnValue %r : vector<4xf32>
  }
  spirv.func @main() "None" {
    %ua = spirv.mlir.addressof @uv : !spirv.ptr<vector<2xf32>, Input>
    %u = spirv.Load "Input" %ua : vector<2xf32>
    %ia = spirv.mlir.addressof @image : !spirv.ptr<!spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, UniformConstant>
    %i = spirv.Load "UniformConstant" %ia : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>
    %b = spirv.Constant 0.5 : f32
-19!    %s = spirv.ImageDrefGather %i : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, %u : vector<2xf32>, %b : f32 -> vector<4xf32>
20-!    %s = spirv.ImageDrefGather %i, %u, %b : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<2xf32>, f32 -> vector<4xf32>
    %t = spirv.FunctionCall @tone(%s) : (vector<4xf32>) -> vector<4xf32>
    %d = spirv.Dot %t, %t : vector<4xf32> -> f32
    %n = spirv.VectorTimesScalar %t, %d : (vector<4xf32>, f32) -> vector<4xf32>
    %ca = spirv.mlir.addressof @colour : !spirv.ptr<vector<4xf32>, Output>
    spirv.Store "Output" %ca, %n : vector<4xf32>
    spirv.Return
  }
  spirv.EntryPoint "Fragment" @main, @uv, @colour
  spirv.ExecutionMode @main "OriginUpperLeft"
}
// ----- group_scan: spirv_mod
spirv.module Logical Vulkan requires #spirv.vce<v1.5, [Shader, VulkanMemoryModel, GroupNonUniformArithmetic, GroupNonUniformBallot], []> attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.5, [Shader, VulkanMemoryModel, GroupNonUniformArithmetic, GroupNonUniformBallot], []>, #spirv.resource_limits<subgroup_size = 64>>} {
  spirv.GlobalVariable @lane built_in("SubgroupLocalInvocationId") : !spirv.ptr<i32, Input>
  spirv.GlobalVariable @data bind(1, 2) : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>
  spirv.func @main() "None" {
    %la = spirv.mlir.addressof @lane : !spirv.ptr<i32, Input>
    %l = spirv.Load "Input" %la : i32
    %z = spirv.Constant 0 : i32
    %da = spirv.mlir.addressof @data : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>
-19!    %p = spirv.AccessChain %da[%z, %l] : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>, i32, i32
20-!    %p = spirv.AccessChain %da[%z, %l] : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %p ["Aligned", 4] : i32
-19!    %s = spirv.GroupNonUniformIAdd "Subgroup" "InclusiveScan" %v : i32
20-!    %s = spirv.GroupNonUniformIAdd <Subgroup> <InclusiveScan> %v : i32 -> i32
    %e = spirv.GroupNonUniformElect <Subgroup> : i1
    %b = spirv.GroupNonUniformBallot <Subgroup> %e : vector<4xi32>
    %c = spirv.BitCount %s : i32
    %r = spirv.BitReverse %c : i32
    spirv.mlir.selection {
      spirv.BranchConditional %e [1, 7], ^then, ^merge
    ^then:
      %o = spirv.AtomicIAdd <Device> <AcquireRelease> %p, %r : !spirv.ptr<i32, StorageBuffer>
      spirv.Branch ^merge
    ^merge:
      spirv.mlir.merge
    }
    spirv.ControlBarrier <Workgroup>, <Device>, <AcquireRelease|UniformMemory>
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main, @lane
  spirv.ExecutionMode @main "LocalSize", 32, 1, 1
}
// ----- fluid_kernel: spirv_mod
spirv.module Physical64 OpenCL requires #spirv.vce<v1.2, [Kernel, Addresses, Float16, Int64, Vector16, Linkage], []> {
  spirv.GlobalVariable @limits initializer(@pair) : !spirv.ptr<!spirv.struct<(f32, f32)>, UniformConstant>
  spirv.SpecConstant @low = -1.0 : f32
  spirv.SpecConstant @high = 1.0 : f32
  spirv.SpecConstantComposite @pair (@low, @high) : !spirv.struct<(f32, f32)>
  spirv.func @advect(%p: !spirv.ptr<f32, CrossWorkgroup>, %n: i64, %h: f16) "DontInline" {
    %v = spirv.Load "CrossWorkgroup" %p ["Volatile|Nontemporal"] : f32
    %w = spirv.FConvert %h : f16 to f32
    %x = spirv.CL.fma %v, %w, %v : f32
    %y = spirv.CL.rsqrt %x : f32
    %c = spirv.FUnordLessThan %y, %w : f32
    %d = spirv.IsNan %y : f32
    %e = spirv.LogicalOr %c, %d : i1
    %a = spirv.CompositeConstruct %v, %w, %x, %y : (f32, f32, f32, f32) -> vector<4xf32>
    %k = spirv.Constant 2 : i32
    %l = spirv.VectorExtractDynamic %a[%k] : vector<4xf32>, i32
    %s = spirv.Select %e, %l, %y : i1, f32
    spirv.Store "CrossWorkgroup" %p, %s ["Aligned", 4] : f32
    spirv.Return
  }
  spirv.EntryPoint "Kernel" @advect
  spirv.ExecutionMode @advect "ContractionOff"
}
// ----- private_sums: omp_direct
omp.private {type = private} @x_private : !llvm.ptr
-20!alloc {
-20!^bb0(%p: !llvm.ptr):
-20!  %c = llvm.mlir.constant(1 : i32) : i32
-20!  %0 = llvm.alloca %c x f32 : (i32) -> !llvm.ptr
-20!  omp.yield(%0 : !llvm.ptr)
-20!}
21-!
omp.declare_reduction @max_i32 : i32 init {
^bb0(%x: i32):
  %0 = llvm.mlir.constant(-2147483648 : i32) : i32
  omp.yield(%0 : i32)
} combiner {
^bb0(%x: i32, %y: i32):
  %0 = llvm.intr.smax(%x, %y) : (i32, i32) -> i32
  omp.yield(%0 : i32)
}
llvm.func @best(%a: !llvm.ptr, %best: !llvm.ptr, %n: i32, %go: i1) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  omp.parallel if(%go) reduction(@max_i32 %best -> %r : !llvm.ptr) {
    omp.wsloop schedule(runtime, monotonic) {
      omp.loop_nest (%i) : i32 = (%zero) to (%n) step (%one) {
        %g = llvm.getelementptr %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
        %v = llvm.load %g : !llvm.ptr -> i32
        %o = llvm.load %r : !llvm.ptr -> i32
        %m = llvm.intr.smax(%v, %o) : (i32, i32) -> i32
        llvm.store %m, %r : i32, !llvm.ptr
        omp.yield
      }
-19!      omp.terminator
    }
    omp.terminator
  }
  llvm.return
}
// ----- task_graph: omp_direct
func.func @stages(%a: memref<64xf32>, %b: memref<64xf32>, %n: index, %p: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 2.0 : f32
  omp.parallel {
    omp.single nowait {
      omp.task depend(taskdependout -> %a : memref<64xf32>) priority(%p : i32) {
        memref.store %k, %a[%c0] : memref<64xf32>
        omp.terminator
      }
      omp.task depend(taskdependin -> %a : memref<64xf32>, taskdependinout -> %b : memref<64xf32>) {
        %v = memref.load %a[%c0] : memref<64xf32>
        %w = math.exp %v : f32
        memref.store %w, %b[%c0] : memref<64xf32>
        omp.terminator
      }
      omp.taskloop nogroup {
        omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
          %v = memref.load %b[%i] : memref<64xf32>
          %s = arith.mulf %v, %k : f32
          memref.store %s, %b[%i] : memref<64xf32>
          omp.yield
        }
-19!        omp.terminator
      }
      omp.terminator
    }
    omp.terminator
  }
  return
}
// ----- packed_floats: amd_cdna
gpu.module @floats {
  gpu.func @pack(%x: memref<64xf32>, %o: memref<64xf8E4M3FNUZ>) kernel {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    %q = amdgpu.packed_trunc_2xfp8 %v, %v into undef[word 0] : f32 to vector<4xf8E4M3FNUZ>
    %e = vector.extract %q[1] : f8E4M3FNUZ from vector<4xf8E4M3FNUZ>
    memref.store %e, %o[%t] : memref<64xf8E4M3FNUZ>
    %u = amdgpu.ext_packed_fp8 %q[0] : vector<4xf8E4M3FNUZ> to f32
-19!    %d = arith.negf %u : f32
20-!    %d = amdgpu.dpp %u %u row_shl ( 0x1 : i32 ) {row_mask = 0xa : i32, bound_ctrl = true} : f32
    memref.store %d, %x[%t] : memref<64xf32>
20-!    amdgpu.sched_barrier allow = <none>
    gpu.return
  }
}
// ----- shared_rows: nv_hopper
func.func @transpose(%x: memref<128x128xf32>, %y: memref<128x128xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c8 = arith.constant 8 : index
  %bytes = arith.constant 4224 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c4, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c8, %sz = %c1) dynamic_shared_memory_size %bytes {
    %c0 = arith.constant 0 : index
    %eight = arith.constant 8 : index
    %all = arith.constant 32 : index
    %m = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %t = memref.view %m[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32x33xf32, #gpu.address_space<workgroup>>
    %i0 = affine.apply affine_map<(b, t) -> (b * 32 + t)>(%bx, %tx)
    scf.for %k = %ty to %all step %eight {
      %j = affine.apply affine_map<(b, t) -> (b * 32 + t)>(%by, %k)
      %v = memref.load %x[%j, %i0] : memref<128x128xf32>
      memref.store %v, %t[%k, %tx] : memref<32x33xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %i1 = affine.apply affine_map<(b, t) -> (b * 32 + t)>(%by, %tx)
    scf.for %k = %ty to %all step %eight {
      %j = affine.apply affine_map<(b, t) -> (b * 32 + t)>(%bx, %k)
      %v = memref.load %t[%tx, %k] : memref<32x33xf32, #gpu.address_space<workgroup>>
      memref.store %v, %y[%j, %i1] : memref<128x128xf32>
    }
    gpu.terminator
  }
  return
}
