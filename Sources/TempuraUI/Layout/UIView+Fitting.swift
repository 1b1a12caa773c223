public import Foundation

extension UIView {
  /// The value of an intrinsic width or height that a view does not have.
  public static var noIntrinsicMetric: CGFloat { -1 }

  /// Targets of `systemLayoutSizeFitting(_:)`. On a page both stand for any width.
  public static var layoutFittingCompressedSize: CGSize { .zero }
  public static var layoutFittingExpandedSize: CGSize { CGSize(width: 10_000, height: 10_000) }

  /// Makes the view as large as `sizeThatFits(_:)` of its present size. Its origin stays.
  ///
  /// A view without an assigned frame stays in the flow, and the browser sizes it to its content.
  final func fitToContent() {
    let size = sizeThatFits(bounds.size).sane
    if isPositionedByFrame {
      frame.size = size
    } else {
      if frameUse != .sizedToFit, !hasExactSize {
        frameUse = .sizedToFit
        setNeedsRender()
      }
      setFlowingFrame(CGRect(origin: frame.origin, size: size))
    }
  }

  /// Returns the size of the view for its constraints and content.
  final func fittingSize(
    _ targetSize: CGSize, horizontal: UILayoutPriority = .fittingSizeLevel,
    vertical: UILayoutPriority = .fittingSizeLevel
  ) -> CGSize {
    let width = targetSize.width < Self.layoutFittingExpandedSize.width ? targetSize.width : 0
    var size = estimatedSize(width: width)
    if horizontal == .required { size.width = targetSize.width }
    if vertical == .required { size.height = targetSize.height }
    return size
  }

  /// Marks the view and its superview for layout, because the size of the content changed.
  public final func invalidateIntrinsicContentSize() { setNeedsUpdateConstraints() }

  // MARK: - Sizes of content

  /// Whether the view is one of UIKit's, and has content of its own. Does not measure texts.
  final var hasOwnContent: Bool {
    switch self {
    case is UILabel, is UITextView: true
    case let control as UIControl: control.hasContentSize
    case let view as UIImageView: view.image.map { $0.size != .zero } ?? false
    default: false
    }
  }

  /// Returns the size of the content of UIKit's own views; nil for views without content of their own.
  ///
  /// - Parameters:
  ///   - width: The available width in points, 0 for any width.
  ///   - isRough: Whether texts are not measured. The length of a text is then guessed by its number of characters.
  final func estimatedContentSize(width: CGFloat, isRough: Bool = false) -> CGSize? {
    switch self {
    case let label as UILabel:
      guard isRough else { return label.sizeThatFits(CGSize(width: width, height: 0)) }
      // A label that flows wraps the text of one line, too.
      return (label.text ?? "").roughSize(font: label.font, width: width, lines: max(label.numberOfLines, 0))
    case let control as UIControl: return isRough ? control.roughSize(width: width) : control.contentSize(width: width)
    case let view as UIImageView:
      return view.image.flatMap { $0.size == .zero ? nil : $0.size }
    case let view as UITextView:
      guard isRough else { return view.sizeThatFits(CGSize(width: width, height: 0)) }
      let text = view.text.roughSize(font: view.font ?? UITextView.defaultFont, width: width > 10 ? width - 10 : 0)
      return CGSize(width: width > 0 ? width : 220, height: max(text.height + 16, 96))
    default: return nil
    }
  }

  /// The intrinsic size. If it may be rough, the texts of UIKit's own views are not measured.
  private func ownSize(isRough: Bool) -> CGSize {
    guard isRough, hasOwnContent, let size = estimatedContentSize(width: 0, isRough: true) else {
      return intrinsicContentSize
    }
    return size
  }

  /// Returns `estimatedSize` for a view in the flow.
  final func estimatedFlowingSize(width: CGFloat, depth: Int, isRough: Bool) -> CGSize {
    flowingSize(of: estimatedSize(width: width, depth: depth, isRough: isRough))
  }

  /// Returns a size that is at least the one that the style sheet gives the view in the flow.
  final func flowingSize(of size: CGSize) -> CGSize {
    switch self {
    case is UIButton: CGSize(width: max(size.width, 30), height: max(size.height, 34))
    case is UITextField: CGSize(width: size.width, height: max(size.height, 34))
    default: size
    }
  }

  /// Returns the size of the view: that of its own content, or the size that its subviews need.
  ///
  /// - Parameters:
  ///   - width: The available width in points, 0 for any width.
  ///   - depth: The number of estimates that need this one. To bound the time, subviews count as empty at depths above 4,
  ///     those of measured stacks above 8.
  ///   - isRough: Whether texts are not measured.
  final func estimatedSize(width: CGFloat, depth: Int = 0, isRough: Bool = false) -> CGSize {
    let own = ownSize(isRough: isRough)
    if own.width >= 0, own.height >= 0 {
      let isWrapped = width > 0 && own.width > width
      if !isWrapped { return own }
      if isRough, let size = estimatedContentSize(width: width, isRough: true) { return size }
      return sizeThatFits(CGSize(width: width, height: 0))
    }
    var size: CGSize
    if let stack = self as? UIStackView {
      size =
        isRough
        ? stack.roughStackSize(width: width, depth: depth)
        : depth > 8 ? .zero : StackArrangement(of: stack, in: CGSize(width: width, height: 0), depth: depth).size
    } else if self is UIScrollView || depth > 4 {
      size = .zero
    } else if let grid = ConstraintGrid(self, depth: depth, isRough: isRough) {
      size = grid.fittingSize(width: width)
    } else {
      size = .zero
      for view in subviews where !view.isHidden {
        if view.hasAssignedFrame {
          size = CGSize(width: max(size.width, view.frame.maxX), height: max(size.height, view.frame.maxY))
        } else {
          let flowing = view.estimatedSize(width: width, depth: depth + 1, isRough: isRough)
          size = CGSize(width: max(size.width, flowing.width), height: size.height + flowing.height)
        }
      }
    }
    if own.width >= 0 { size.width = own.width }
    if own.height >= 0 { size.height = own.height }
    return size
  }
}

extension String {
  /// Returns about the size of a text, by its number of bytes.
  fileprivate func roughSize(font: UIFont, width: CGFloat, lines: Int = 0) -> CGSize {
    guard !isEmpty else { return .zero }
    let length = CGFloat(utf8.count) * font.pointSize * 0.5
    let wrapped = width > 0 ? (length / width).rounded(.up) : 1
    let count = lines > 0 ? min(wrapped, CGFloat(lines)) : wrapped
    return CGSize(width: width > 0 ? min(length, width) : length, height: count * font.labelHeight)
  }
}

extension UIControl {
  /// Returns about the size of a control that flows, which is at least as large as the style sheet says; nil for a control
  /// without a size of its own.
  fileprivate func roughSize(width: CGFloat) -> CGSize? {
    let height: CGFloat = 34
    guard hasContentSize else { return nil }
    if self is UITextField { return CGSize(width: width > 0 ? width : 220, height: height) }
    guard let button = self as? UIButton else { return CGSize(width: height, height: height) }
    let text = (button.shownTitle ?? "").roughSize(font: button.label?.font ?? UIButton.titleFont, width: max(width, 0))
    let image = button.shownImage?.size ?? .zero
    let insets = button.shownContentInsets
    return CGSize(
      width: max(text.width + image.width + insets.left + insets.right, 30),
      height: max(max(text.height, image.height) + 12, height))
  }
}

extension UIStackView {
  /// Returns about the size of the row or column of arranged subviews, without measuring texts.
  fileprivate func roughStackSize(width: CGFloat, depth: Int) -> CGSize {
    let views = arrangedSubviews.filter { !$0.isHidden }
    var (along, across): (CGFloat, CGFloat) = (0, 0)
    for (index, view) in views.enumerated() {
      let size = view.estimatedSize(width: axis == .vertical ? width : 0, depth: depth + 1, isRough: true)
      let (length, breadth) = axis == .vertical ? (size.height, size.width) : (size.width, size.height)
      along += length + (index < views.count - 1 ? space(after: view) : 0)
      across = max(across, breadth)
    }
    let size = axis == .vertical ? CGSize(width: across, height: along) : CGSize(width: along, height: across)
    let margins = isLayoutMarginsRelativeArrangement ? directionalLayoutMargins : .zero
    return CGSize(
      width: size.width + margins.leading + margins.trailing, height: size.height + margins.top + margins.bottom)
  }
}
