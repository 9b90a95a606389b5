func wrong(_ x: Int) -> String {
  var never = 1
  let y: String = x
  return x
}

func old() { print(undefined, separator: 1) }
protocol P { func need() }
struct S: P {}
switch 3 { case 1: break }
