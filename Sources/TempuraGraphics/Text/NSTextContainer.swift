public import Foundation

/// The area of a text view's text.
public final class NSTextContainer: NSObject {
  /// The size in points. That of a text view is as wide as its text may be.
  public package(set) var size: CGSize

  /// The space before and after each line, in points. Default: 5, as in UIKit.
  public var lineFragmentPadding: CGFloat = 5 { didSet { onChange?() } }

  /// The maximum number of lines, 0 for no limit. It limits text that cannot be edited.
  public var maximumNumberOfLines = 0 { didSet { onChange?() } }

  /// How lines end that are too long. Default: `.byWordWrapping`.
  public var lineBreakMode = NSLineBreakMode.byWordWrapping { didSet { onChange?() } }

  /// Called when the view has to be rendered again.
  package var onChange: (() -> Void)?

  public init(size: CGSize = .zero) { self.size = size }

  /// The padding, if it is a length.
  package var sanePadding: CGFloat { lineFragmentPadding > 0 && lineFragmentPadding < 1e4 ? lineFragmentPadding : 0 }
}
