#file = loc("model.py":10:4)
#call = loc(callsite("helper"(#file) at "main.py":3:1))
module {
  func.func @places(%a: i32 loc("a"), %b: i32) -> i32 {
    %0 = arith.addi %a, %b : i32 loc(fused<"pass">["first", #file])
    %1 = arith.muli %0, %0 : i32 loc(#call)
    %2 = arith.xori %1, %a : i32 loc(unknown)
    return %2 : i32 loc("end"(#call))
  } loc(#file)
} loc(fused["x.py":1:1, "y.py":2:2])
