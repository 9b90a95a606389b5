/// A place in the plane.
public struct Point: Hashable, Codable {
  /// To the right.
  public var x: Int
  public var y: Int = 0

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The way along the grid.
  /// - Parameter other: where to.
  /// - Returns: how far.
  @inlinable public func distance(to other: Point) -> Int {
    abs(x - other.x) + abs(y - other.y)
  }
}

/// What has a size.
public protocol Shape: AnyObject {
  associatedtype Unit: Numeric
  var area: Unit { get }
  func scaled(by factor: Unit) -> Self
}

public enum Kind: String, CaseIterable {
  case round, angular
  case never = "not at all"
}

@frozen public enum Tree<Element: Comparable> {
  case leaf
  indirect case node(Tree, Element, Tree)

  public subscript(path: [Bool]) -> Element? {
    guard case .node(let left, let value, let right) = self else { return nil }
    guard let first = path.first else { return value }
    return (first ? left : right)[Array(path.dropFirst())]
  }
}

open class Circle<Scalar: FloatingPoint>: Shape {
  public let radius: Scalar
  weak var owner: AnyObject?
  lazy var label: String = "circle \(radius)"
  public required init(radius: Scalar) { self.radius = radius }
  deinit { print("gone") }
  open var area: Scalar { radius * radius * 3 }
  open func scaled(by factor: Scalar) -> Self { Self(radius: radius * factor) }
}

extension Point: CustomStringConvertible {
  public var description: String { "(\(x), \(y))" }
  public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
}

infix operator <+>: AdditionPrecedence
precedencegroup Loose { lowerThan: AdditionPrecedence }
public func <+> <T: Sequence>(a: T, b: T) -> [T.Element] where T.Element: Equatable { Array(a) + Array(b) }

@propertyWrapper public struct Clamped {
  private var value: Int
  public init(wrappedValue: Int) { value = min(max(wrappedValue, 0), 9) }
  public var wrappedValue: Int {
    get { value }
    set { value = min(max(newValue, 0), 9) }
  }
}

public actor Counter {
  @Clamped var count = 3
  public func next() async throws -> Int {
    count += 1
    if count > 8 { throw Failure.tooMany(count) }
    return count
  }
}

public enum Failure: Error { case tooMany(Int) }

@available(macOS, deprecated: 12, message: "use distance")
@available(*, deprecated, renamed: "Point.distance(to:)")
public func far(_ a: Point, _ b: Point) -> some BinaryInteger { a.distance(to: b) }

@usableFromInline internal let secret: (Int, named: String) = (1, named: "two")
package func forFriends() {}
public typealias Handler = @Sendable (inout Int, String...) throws -> Void
@resultBuilder public enum List { public static func buildBlock(_ parts: Int...) -> [Int] { parts } }
