public import Foundation

/// A distance from a position, in points.
public struct UIOffset: Equatable, Hashable, Sendable, Codable {
  public var horizontal, vertical: CGFloat

  public init(horizontal: CGFloat, vertical: CGFloat) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  public init() { self.init(horizontal: 0, vertical: 0) }

  public static let zero = UIOffset()
}
