public import Foundation

/// Distances inwards from the edges of a rectangle, in points.
public struct UIEdgeInsets: Equatable, Hashable, Sendable, Codable {
  public var top, left, bottom, right: CGFloat

  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

  public static let zero = UIEdgeInsets()
}

extension CGRect {
  /// Returns the rectangle with its edges moved inwards by the insets.
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: minX + insets.left, y: minY + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }
}

/// Distances inwards from the edges of a rectangle, in points. Leading and trailing follow the text direction.
public struct NSDirectionalEdgeInsets: Equatable, Hashable, Sendable, Codable {
  public var top, leading, bottom, trailing: CGFloat

  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

  public static let zero = NSDirectionalEdgeInsets()
}

extension NSDirectionalEdgeInsets {
  /// The insets without directions of text.
  package func resolved(for direction: UIUserInterfaceLayoutDirection) -> UIEdgeInsets {
    let isRightToLeft = direction == .rightToLeft
    return UIEdgeInsets(
      top: top, left: isRightToLeft ? trailing : leading, bottom: bottom, right: isRightToLeft ? leading : trailing)
  }
}

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
