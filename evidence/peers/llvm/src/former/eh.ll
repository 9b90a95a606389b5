target triple = "x86_64-unknown-linux-gnu"
@ti = external constant i8*
declare i32 @__gxx_personality_v0(...)
declare void @thrower()
declare i32 @llvm.eh.typeid.for(i8*) nounwind
define i32 @try() personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) {
entry:
  invoke void @thrower() to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { i8*, i32 } cleanup catch i8** @ti
  %s = extractvalue { i8*, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for(i8* bitcast (i8** @ti to i8*))
  %m = icmp eq i32 %s, %t
  br i1 %m, label %h, label %rs
h:
  ret i32 1
rs:
  resume { i8*, i32 } %l
}
