public enum Two<T> {
  case some(T)
  case none
}
public class Node {
  var next: Two<Node> = .none
  public init() {}
}
