// For the embedded subset.
public func sum(_ a: Int, _ b: Int) -> Int { a &+ b }
public struct Register<T: FixedWidthInteger> {
  var bits: T
  public init(_ bits: T) { self.bits = bits }
  public func has(_ bit: T) -> Bool { bits & bit != 0 }
}
