// Convolution, pooling, transposition and broadcasts in several element types for IREE.
module @conv {
  func.func @conv(%x: tensor<1x10x10x3xf32>, %k: tensor<3x3x3x4xf32>) -> tensor<1x4x4x4xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<1x8x8x4xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
    %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %k : tensor<1x10x10x3xf32>, tensor<3x3x3x4xf32>) outs(%f : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
    %w = tensor.empty() : tensor<2x2xf32>
    %pe = tensor.empty() : tensor<1x4x4x4xf32>
    %pf = linalg.fill ins(%zero : f32) outs(%pe : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %p = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%c, %w : tensor<1x8x8x4xf32>, tensor<2x2xf32>) outs(%pf : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    return %p : tensor<1x4x4x4xf32>
  }
  func.func @moved(%x: tensor<4x8xf16>) -> tensor<8x4x2xf16> {
    %e = tensor.empty() : tensor<8x4xf16>
    %t = linalg.transpose ins(%x : tensor<4x8xf16>) outs(%e : tensor<8x4xf16>) permutation = [1, 0]
    %b = tensor.empty() : tensor<8x4x2xf16>
    %r = linalg.broadcast ins(%t : tensor<8x4xf16>) outs(%b : tensor<8x4x2xf16>) dimensions = [2]
    return %r : tensor<8x4x2xf16>
  }
  func.func @bytes(%x: tensor<16x16xi8>, %y: tensor<16x16xi8>, %z: tensor<16x16xi32>) -> tensor<16x16xi32> {
    %r = linalg.matmul ins(%x, %y : tensor<16x16xi8>, tensor<16x16xi8>) outs(%z : tensor<16x16xi32>) -> tensor<16x16xi32>
    return %r : tensor<16x16xi32>
  }
  func.func @math(%x: tensor<32xf32>) -> tensor<32xf32> {
    %a = math.exp %x : tensor<32xf32>
    %b = math.tanh %a : tensor<32xf32>
    %c = math.sqrt %b : tensor<32xf32>
    %d = arith.truncf %c : tensor<32xf32> to tensor<32xbf16>
    %e = arith.extf %d : tensor<32xbf16> to tensor<32xf32>
    %g = arith.cmpf olt, %e, %x : tensor<32xf32>
    %h = arith.select %g, %e, %x : tensor<32xi1>, tensor<32xf32>
    return %h : tensor<32xf32>
  }
}
