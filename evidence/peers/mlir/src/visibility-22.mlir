// The name of the function is numbered behind a string: LLVM 19 takes that string for its visibility, and refuses it.
func.func @first() {
  "acme.use"() {by = ["first"]} : () -> ()
  "acme.use"() {by = ["first"]} : () -> ()
  return
}
