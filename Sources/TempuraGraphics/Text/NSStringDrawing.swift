public import Foundation

/// How a text is measured.
public struct NSStringDrawingOptions: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The last line that fits is truncated.
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 1 << 5)
  /// The text has several lines. Without it, only the first paragraph is measured, as one line.
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
  // Without effect: lines always have the leading of their fonts between them.
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 1 << 1)
  public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 1 << 3)
}

/// The scale in which a text is measured.
open class NSStringDrawingContext: NSObject {
  open var minimumScaleFactor: CGFloat = 0
  /// The scale of the last text: always 1.
  public final var actualScaleFactor: CGFloat { 1 }
  /// The area of the last text that was measured, in points.
  public final internal(set) var totalBounds = CGRect.zero

  override public init() { super.init() }
}

extension NSAttributedString {
  /// Returns the size of the text in points, with a line for each paragraph.
  public func size() -> CGSize {
    let text = MeasuredText(self, font: .textDefault).broken(width: 0)
    return CGSize(width: text.width, height: text.height)
  }

  /// Returns the area that the text needs, in points. The lengths are no whole numbers, as in UIKit.
  ///
  /// - Parameters:
  ///   - size: The available room. A height limits the number of lines only with `truncatesLastVisibleLine`.
  ///   - options: `usesLineFragmentOrigin` measures several lines.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
  ) -> CGRect {
    guard length > 0 else { return .zero }
    let breaks = options.contains(.usesLineFragmentOrigin)
    let truncates = options.contains(.truncatesLastVisibleLine)
    let text = MeasuredText(self, font: .textDefault, lineBreakMode: truncates ? .byTruncatingTail : .byWordWrapping)
      .broken(
        width: breaks ? size.width : 0, lines: breaks ? 0 : 1,
        height: truncates && size.height > 0 ? size.height : .infinity)
    let rect = CGRect(x: 0, y: 0, width: text.width, height: text.height)
    context?.totalBounds = rect
    return rect
  }
}

extension NSString {
  /// Returns the size of the text in points, with a line for each paragraph.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    String(describing: self).size(withAttributes: attrs)
  }

  /// Returns the area that the text needs: see the method of `NSAttributedString`.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    String(describing: self).boundingRect(with: size, options: options, attributes: attributes, context: context)
  }
}

// On iOS strings have these methods of `NSString`.
extension String {
  /// Returns the size of the text in points, with a line for each paragraph.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    guard isEmpty else { return NSAttributedString(string: self, attributes: attrs).size() }
    // An attributed text without characters has no attributes. As in UIKit, it is as high as a line.
    return CGSize(width: 0, height: (attrs?[.font] as? UIFont ?? .textDefault).lineHeight)
  }

  /// Returns the area that the text needs: see the method of `NSAttributedString`.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    NSAttributedString(string: self, attributes: attributes)
      .boundingRect(with: size, options: options, context: context)
  }
}

extension UIFont {
  /// The font of attributed texts without one: 12 points, as on iOS.
  package static var textDefault: UIFont { .systemFont(ofSize: 12) }
}
