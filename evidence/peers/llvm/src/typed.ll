; Pointers with a type of what they point to: releases up to 16.
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%node = type { i32, %node*, [4 x i16]* }
@array = global [10 x i32] zeroinitializer
@inside = global i32* getelementptr inbounds ([10 x i32], [10 x i32]* @array, i64 0, i64 3)
@cast = global i8* bitcast ([10 x i32]* @array to i8*)
@number = global i64 ptrtoint ([10 x i32]* @array to i64)
@same = alias i32, getelementptr ([10 x i32], [10 x i32]* @array, i64 0, i64 0)
@list = global %node { i32 1, %node* @list, [4 x i16]* null }

define i32 @load(i32* nocapture noundef align 4 %p, %node* byval(%node) %q) {
  %a = load i32, i32* %p, align 4
  %field = getelementptr inbounds %node, %node* %q, i64 0, i32 0
  store i32 %a, i32* %field, align 2
  %raw = bitcast i32* %p to i8*
  %b = load i8, i8* %raw
  %old = atomicrmw add i32* %p, i32 1 seq_cst
  %pair = cmpxchg i32* %p, i32 %a, i32 %old acq_rel monotonic
  %wide = zext i8 %b to i32
  ret i32 %wide
}
