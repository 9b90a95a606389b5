import Shapes

class Marker {}

public func use(_ points: [Point]) -> Int {
  let home = Point(x: 0, y: 0)
  let closures = points.map { p in { p.distance(to: home) } }
  return closures.reduce(0) { $0 + $1() }
}

extension Tree where Element == Int {
  public var total: Int {
    switch self {
    case .leaf: return 0
    case .node(let a, let v, let b): return a.total + v + b.total
    }
  }
}
