module @locations {
  func.func public @main(%x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
    %0 = stablehlo.sine %x : tensor<4xf32> loc("model.py":3:7 to 3:20)
    %1 = stablehlo.cosine %0 : tensor<4xf32> loc(callsite("f"("model.py":9:1) at "model.py":12:3 to :9))
    %2 = stablehlo.tan %1 : tensor<4xf32> loc(fused["a.py":1:1, "b.py":2:2 to 4:4])
    return %2 : tensor<4xf32> loc(unknown)
  } loc("named"("model.py":1:1))
}
