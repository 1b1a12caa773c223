/// Something that tells work under way that nobody wants its outcome any more.
public protocol InvalidatableProtocol {
  var isCancelled: Bool { get }
}
