// The most used attribute is a string: LLVM 19 takes it for the name of both functions.
func.func @first() {
  "acme.use"() {by = "all"} : () -> ()
  %1 = arith.constant 1 : i32
  "acme.use"() {by = "all"} : () -> ()
  %2 = arith.constant 2 : i32
  "acme.use"() {by = "all"} : () -> ()
  %3 = arith.constant 3 : i32
  "acme.use"() {by = "all"} : () -> ()
  %4 = arith.constant 4 : i32
  "acme.use"() {by = "all"} : () -> ()
  %5 = arith.constant 5 : i32
  "acme.use"() {by = "all"} : () -> ()
  %6 = arith.constant 6 : i32
  "acme.use"() {by = "all"} : () -> ()
  %7 = arith.constant 7 : i32
  "acme.use"() {by = "all"} : () -> ()
  %8 = arith.constant 8 : i32
  "acme.use"() {by = "all"} : () -> ()
  %9 = arith.constant 9 : i32
  "acme.use"() {by = "all"} : () -> ()
  %10 = arith.constant 10 : i32
  "acme.use"() {by = "all"} : () -> ()
  %11 = arith.constant 11 : i32
  return
}
func.func @second() {
  return
}
