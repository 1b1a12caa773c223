public import Foundation

/// The area of a text view's text.
open class NSTextContainer: NSObject {
  /// The size in points. That of a text view follows the view. A width of 0 means any width.
  open var size: CGSize { didSet { if size != oldValue { didChange() } } }

  /// The space before and after each line, in points. Default: 5, as in UIKit.
  open var lineFragmentPadding: CGFloat = 5 { didSet { if lineFragmentPadding != oldValue { didChange() } } }

  /// The maximum number of lines, 0 for no limit. In a text view it limits text that cannot be edited.
  open var maximumNumberOfLines = 0 { didSet { if maximumNumberOfLines != oldValue { didChange() } } }

  /// How lines end that are too long. Default: `.byWordWrapping`.
  open var lineBreakMode = NSLineBreakMode.byWordWrapping { didSet { if lineBreakMode != oldValue { didChange() } } }

  /// Whether `size` follows the view. A page always follows it.
  open var widthTracksTextView = true
  /// No effect: a text view is as tall as its frame.
  open var heightTracksTextView = false
  /// No effect: text does not flow around shapes.
  open var exclusionPaths: [Any] = []

  public final internal(set) weak var layoutManager: NSLayoutManager?

  /// Called when the view has to be rendered again.
  package final var onChange: (() -> Void)?

  public init(size: CGSize = .zero) {
    self.size = size
    super.init()
  }

  /// Never called, because a server has no archives.
  public required init?(coder: NSCoder) {
    size = .zero
    super.init()
  }

  private func didChange() { onChange?() }

  /// The padding, if it is a length.
  package final var sanePadding: CGFloat {
    lineFragmentPadding > 0 && lineFragmentPadding < 1e4 ? lineFragmentPadding : 0
  }
}
