/// A closure with a title, for controls and menus.
public final class UIAction {
  /// What tells an action from others.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  public let identifier: Identifier
  public var title: String
  public var image: UIImage?
  package let handler: (UIAction) -> Void

  /// - Parameter identifier: If there is none, the action is unlike any other.
  public init(
    title: String = "", image: UIImage? = nil, identifier: Identifier? = nil, handler: @escaping (UIAction) -> Void
  ) {
    self.title = title
    self.image = image
    self.handler = handler
    self.identifier = identifier ?? Identifier("action.\(UInt64.random(in: 0...UInt64.max))")
  }
}
