module @steps attributes {tool.note = "small, and of many kinds"} {
  func.func private @helper(i32, f32) -> f32
  func.func @count(%n: i32, %start: f32) -> (f32, i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    cf.br ^head(%zero, %start : i32, f32)
  ^head(%i: i32, %sum: f32):
    %more = arith.cmpi slt, %i, %n : i32
    cf.cond_br %more, ^body, ^done(%sum, %i : f32, i32)
  ^body:
    %next = func.call @helper(%i, %sum) : (i32, f32) -> f32
    %j = arith.addi %i, %one : i32
    cf.br ^head(%j, %next : i32, f32)
  ^done(%result: f32, %steps: i32):
    return %result, %steps : f32, i32
  }
  func.func @nested(%lower: index, %upper: index, %data: memref<?xf32>) attributes {tool.hot} {
    %step = arith.constant 4 : index
    %scale = arith.constant 5.000000e-01 : f32
    scf.for %i = %lower to %upper step %step {
      %old = memref.load %data[%i] : memref<?xf32>
      %new = arith.mulf %old, %scale : f32
      %small = arith.cmpf olt, %new, %scale : f32
      scf.if %small {
        memref.store %new, %data[%i] : memref<?xf32>
      } else {
        memref.store %old, %data[%i] : memref<?xf32>
      }
    }
    return
  }
}
