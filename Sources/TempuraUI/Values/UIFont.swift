public import Foundation

/// The system font in a size and weight.
public final class UIFont: Equatable, Hashable, Sendable {
  /// How bold a font is.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    /// The weight on UIKit's scale from -1 to 1.
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }

    public static let ultraLight = Weight(rawValue: -0.8)
    public static let thin = Weight(rawValue: -0.6)
    public static let light = Weight(rawValue: -0.4)
    public static let regular = Weight(rawValue: 0)
    public static let medium = Weight(rawValue: 0.23)
    public static let semibold = Weight(rawValue: 0.3)
    public static let bold = Weight(rawValue: 0.4)
    public static let heavy = Weight(rawValue: 0.56)
    public static let black = Weight(rawValue: 0.62)

    /// The weight on CSS's scale from 100 to 900.
    fileprivate var css: Int {
      switch rawValue {
      case ..<(-0.7): 100
      case ..<(-0.5): 200
      case ..<(-0.2): 300
      case ..<0.15: 400
      case ..<0.27: 500
      case ..<0.35: 600
      case ..<0.5: 700
      case ..<0.6: 800
      default: 900
      }
    }
  }

  /// The size in points at the default text size. Pages scale it with the browser's text size.
  public let pointSize: CGFloat
  private let weight: Weight
  private let isItalic: Bool

  /// The line height of the page's style sheet, in points.
  public var lineHeight: CGFloat { pointSize * TextMetrics.lineHeight }

  var isBold: Bool { weight.rawValue >= Weight.semibold.rawValue }

  /// The CSS declarations, each with a semicolon. Sizes are in rem, which scale with the browser's text size.
  package let css: String

  private init(size: CGFloat, weight: Weight, isItalic: Bool = false) {
    pointSize = size
    self.weight = weight
    self.isItalic = isItalic
    css = "font-size:\(CSS.rem(size));font-weight:\(weight.css);" + (isItalic ? "font-style:italic;" : "")
  }

  public static func systemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size, weight: .regular) }

  public static func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont { UIFont(size: size, weight: weight) }

  public static func boldSystemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size, weight: .bold) }

  public static func italicSystemFont(ofSize size: CGFloat) -> UIFont {
    UIFont(size: size, weight: .regular, isItalic: true)
  }

  public func withSize(_ size: CGFloat) -> UIFont { UIFont(size: size, weight: weight, isItalic: isItalic) }

  public static func == (left: UIFont, right: UIFont) -> Bool {
    left === right
      || (left.pointSize == right.pointSize && left.weight == right.weight && left.isItalic == right.isItalic)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(pointSize)
    hasher.combine(weight)
    hasher.combine(isItalic)
  }
}
