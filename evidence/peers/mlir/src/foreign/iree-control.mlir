// Branches, loops, slices, pads and calls for IREE.
module @control {
  func.func private @half(%x: tensor<4xf32>) -> tensor<4xf32> {
    %h = arith.constant dense<5.0e-01> : tensor<4xf32>
    %r = arith.mulf %x, %h fastmath<fast> : tensor<4xf32>
    return %r : tensor<4xf32>
  }
  func.func @loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
      %b = func.call @half(%a) : (tensor<4xf32>) -> tensor<4xf32>
      scf.yield %b : tensor<4xf32>
    }
    return %r : tensor<4xf32>
  }
  func.func @choose(%c: i1, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
    %r = scf.if %c -> tensor<4xf32> {
      %b = func.call @half(%x) : (tensor<4xf32>) -> tensor<4xf32>
      scf.yield %b : tensor<4xf32>
    } else {
      scf.yield %y : tensor<4xf32>
    }
    return %r : tensor<4xf32>
  }
  func.func @slices(%x: tensor<8x8xf32>) -> tensor<6x6xf32> {
    %zero = arith.constant 0.0 : f32
    %s = tensor.extract_slice %x[2, 2] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
    %p = tensor.pad %s low[1, 1] high[1, 1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero : f32
    } : tensor<4x4xf32> to tensor<6x6xf32>
    return %p : tensor<6x6xf32>
  }
  func.func @reshaped(%x: tensor<2x8xi8>) -> tensor<4x4xi32> {
    %f = tensor.collapse_shape %x [[0, 1]] : tensor<2x8xi8> into tensor<16xi8>
    %e = tensor.expand_shape %f [[0, 1]] output_shape [4, 4] : tensor<16xi8> into tensor<4x4xi8>
    %w = arith.extsi %e : tensor<4x4xi8> to tensor<4x4xi32>
    return %w : tensor<4x4xi32>
  }
}
