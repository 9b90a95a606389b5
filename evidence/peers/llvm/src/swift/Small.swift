// Without the standard library: small files.
public struct Small {
  public init() {}
}
/// Says nothing.
public func nothing(_ x: Small) -> Small { return x }
public protocol Empty {}
extension Small: Empty {}
